"""What a position says of figures that were told, and of those that nobody told."""

from __future__ import annotations

import pytest

from helper.engine.position import Position

POSITION = Position(("P1",), {}, {"gold": 4, "name": "Anna", "nothing": 0, "blank": ""}, {"gold": 2, "name": 3}, now=7)


def test_a_figure_that_is_put_is_told_by_the_event_that_is_applied() -> None:
    after = POSITION.put({"gold": 5, "silver": 1})
    assert after.figures == {"gold": 5, "name": "Anna", "nothing": 0, "blank": "", "silver": 1}
    assert after.told == {"gold": 7, "name": 3, "silver": 7}
    assert POSITION.figures["gold"] == 4, "positions are never changed in place"


@pytest.mark.parametrize(
    ("path", "left"),
    [
        ("gold", {"name": "Anna", "nothing": 0, "blank": ""}),
        ("nothing", {"gold": 4, "name": "Anna", "blank": ""}),
        ("never told", {"gold": 4, "name": "Anna", "nothing": 0, "blank": ""}),
    ],
)
def test_a_forgotten_figure_is_gone_and_every_other_stays(path: str, left: dict[str, object]) -> None:
    after = POSITION.forget(path)
    assert after.figures == left
    assert after.seats == ("P1",)
    assert POSITION.figures["gold"] == 4, "positions are never changed in place"


def test_a_forgotten_figure_keeps_the_event_that_told_it_last() -> None:
    assert POSITION.forget("gold").told == {"gold": 2, "name": 3}
