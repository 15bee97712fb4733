"""What a move changes: known figures change, unknown ones stay unknown, and each step cites its rule."""

from __future__ import annotations

import pytest

from helper.engine.effects import Effects
from helper.engine.move import Applied, Question
from helper.engine.position import Position
from helper.engine.resolution import Step

FIGURES = {"gold": 4, "one": 1, "nothing": 0, "name": "Anna", "flag": True}
POSITION = Position(("P1",), {}, FIGURES, dict.fromkeys(FIGURES, 2), now=7)


@pytest.mark.parametrize(
    ("path", "value", "number"),
    [
        ("gold", 4, 4),
        ("nothing", 0, 0),
        ("name", "Anna", None),
        ("flag", True, None),
        ("never told", None, None),
    ],
)
def test_what_is_read_is_the_figure_and_only_whole_numbers_count(path: str, value: object, number: int | None) -> None:
    effects = Effects(POSITION)
    assert effects.read(path) == value
    assert effects.count(path) == number


@pytest.mark.parametrize(
    ("path", "amount", "added", "taken"),
    [
        ("gold", 3, 7, 1),
        ("gold", 4, 8, 0),
        ("gold", 5, 9, 0),
        ("gold", 0, 4, 4),
        ("gold", None, None, None),
        ("one", 1, 2, 0),
        ("nothing", 2, 2, 0),
        ("nothing", None, None, None),
        ("never told", 3, None, None),
        ("never told", None, None, None),
        ("name", 3, "Anna", "Anna"),
    ],
)
def test_amounts_change_what_is_known_and_what_is_taken_ends_at_nothing(
    path: str, amount: int | None, added: object, taken: object
) -> None:
    adding, taking = Effects(POSITION), Effects(POSITION)
    adding.add(path, amount)
    taking.take(path, amount)
    for effects, expected in ((adding, added), (taking, taken)):
        others = {key: value for key, value in FIGURES.items() if key != path}
        assert effects.position.figures == (others if expected is None else {**others, path: expected})


def test_a_figure_that_is_set_is_told_now_and_one_set_to_nothing_known_is_gone() -> None:
    effects = Effects(POSITION)
    effects.set("gold", 9)
    effects.set("new", "word")
    effects.set("one", None)
    assert effects.position.figures == {"gold": 9, "nothing": 0, "name": "Anna", "flag": True, "new": "word"}
    assert effects.position.told == {**POSITION.told, "gold": 7, "new": 7}
    assert POSITION.figures == FIGURES, "positions are never changed in place"


def test_what_is_read_sees_the_changes_so_far() -> None:
    effects = Effects(POSITION)
    effects.add("gold", 3)
    effects.take("gold", 2)
    assert (effects.read("gold"), effects.count("gold")) == (5, 5)
    effects.add("gold", None)
    effects.add("gold", 1)
    assert (effects.read("gold"), effects.count("gold")) == (None, None)


def test_a_move_without_effects_leaves_the_position_as_it_was() -> None:
    assert Effects(POSITION).applied() == Applied(POSITION, (), None, (), ())


def test_steps_and_questions_are_kept_in_their_order_with_their_rules() -> None:
    effects = Effects(POSITION)
    effects.step("market", "paid", seat="P1", amount=3)
    effects.ask("whom", "vote", "choose", seat="P1")
    effects.take("gold", 3)
    effects.step("market", "ended")
    effects.ask("how", "vote", "open")
    assert effects.applied() == Applied(
        POSITION.put({"gold": 1}),
        (Step("market", "paid", {"seat": "P1", "amount": 3}), Step("market", "ended")),
        questions=(Question("whom", Step("vote", "choose", {"seat": "P1"})), Question("how", Step("vote", "open"))),
    )
