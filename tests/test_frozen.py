"""Frozen values: named tuples in all that is used of these, without their cost."""

from __future__ import annotations

import copy
import pickle
from typing import Any, NamedTuple

import pytest

from helper.frozen import Frozen


class Card(Frozen):
    """A card with two fields that must be given, and two that need not."""

    colour: str
    value: int
    marks: tuple[str, ...] = ()
    note: str = "none"

    @property
    def name(self) -> str:
        """What it is called."""
        return f"{self.colour} {self.value}"


class Model(NamedTuple):
    """The same as the standard library makes it."""

    colour: str
    value: int
    marks: tuple[str, ...] = ()
    note: str = "none"


WAYS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    (("blue", 3, ("red",), "x"), {}),
    (("blue", 3), {}),
    (("blue", 3), {"note": "x"}),
    (("blue",), {"value": 3, "marks": ("red",)}),
    ((), {"note": "x", "value": 3, "colour": "blue"}),
    ((), {"colour": "blue", "value": 3, "marks": ("red",), "note": "x"}),
]
WRONG: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((), {}),
    (("blue",), {}),
    (("blue",), {"note": "x"}),
    (("blue", 3, (), "x", 5), {}),
    (("blue", 3), {"colour": "red"}),
    (("blue", 3), {"price": 2}),
    (("blue", 3, (), "x"), {"note": "y"}),
    ((), {"colour": "blue", "value": 3, "marks": (), "note": "x", "price": 2}),
]


@pytest.mark.parametrize(("given", "named"), WAYS)
def test_it_is_made_as_a_named_tuple_is(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    card, model = Card(*given, **named), Model(*given, **named)
    assert tuple(card) == tuple(model)
    assert (card.colour, card.value, card.marks, card.note) == (model.colour, model.value, model.marks, model.note)
    assert card._asdict() == model._asdict()
    assert repr(card) == repr(model).replace("Model", "Card")
    assert hash(card) == hash(model)


@pytest.mark.parametrize(("given", "named"), WRONG)
def test_what_a_named_tuple_would_refuse_is_refused(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        Model(*given, **named)
    with pytest.raises(TypeError, match="Card"):
        Card(*given, **named)


def test_a_changed_copy_leaves_the_value_as_it_was() -> None:
    card = Card("blue", 3)
    assert card._replace(value=4, note="x") == Card("blue", 4, (), "x")
    assert card == Card("blue", 3)
    with pytest.raises(TypeError):
        card._replace(price=2)


def test_nothing_in_it_can_be_set() -> None:
    card = Card("blue", 3)
    for name in ("colour", "price"):
        with pytest.raises(AttributeError):
            setattr(card, name, "red")


def test_its_own_methods_see_its_fields_and_so_does_a_pattern() -> None:
    card = Card("blue", 3)
    assert card.name == "blue 3"
    match card:
        case Card(colour, value):
            assert (colour, value) == ("blue", 3)


def test_it_survives_being_copied_and_pickled() -> None:
    card = Card("blue", 3, ("red",))
    assert copy.deepcopy(card) == card == pickle.loads(pickle.dumps(card))
    assert type(copy.copy(card)) is Card


def test_a_class_without_fields_is_refused_since_its_module_may_not_postpone_annotations() -> None:
    with pytest.raises(TypeError, match="Empty"):
        exec("class Empty(Frozen):\n    pass", {"Frozen": Frozen})
