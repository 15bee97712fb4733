"""A hand that was told by name: it shrinks as its cards are played, and what contradicts it is said, never counted."""

from __future__ import annotations

from typing import Any

import pytest

from helper.table import Table
from tests.playing import do, figures, played
from tests.rows import Row

START = "observe capital.blue=3 capital.pink=4 capital.yellow=5 capital.green=6 emperor=anna"
HAND = ("b2", "p2", "y2", "g2", "g3", "y2")
TURNS = [line for card in HAND for line in (f"anna base {card}", f"ben capital {card}")]


def told(hand: str, turns: int = len(TURNS)) -> Table:
    """Return a table at which Anna's hand was told before the first turn, after some turns."""
    return played([START, *([f"observe anna.hand={hand}"] if hand else []), *TURNS[:turns]], "Anna", "Ben")


HANDS = [
    pytest.param("b2", 12, [], id="one card of it, which was played"),
    pytest.param("b2,p2,y2,g2,g3,y2", 12, [], id="all of it"),
    pytest.param("", 12, [], id="none of it"),
    pytest.param(
        "b2,p2,y2,g2,g3,b3", 12, ["Anna: 0 cards in hand, entered: 1."], id="a card that was never played instead of one that was"
    ),
    pytest.param("y2,y2,y2", 12, ["Anna: 0 cards in hand, entered: 1."], id="one more of a kind than were played"),
]


@pytest.mark.parametrize(("hand", "turns", "refused"), HANDS)
def test_a_hand_told_early_counts_no_card_twice(hand: str, turns: int, refused: list[str]) -> None:
    at = told(hand, turns)
    with Row("round.leftover", at, "resolve") as row:
        answer: Any = at.ask("resolve")
        row.answered(answer)
        row.same("refused", refused, [str(one["text"]).partition(" Now: ")[2] for one in answer["reasons"]])
        if not refused:
            result = answer["result"]["players"]["P1"]["bases"]
            row.same("bases", {"blue": [2], "pink": [2], "yellow": [2, 2], "green": [2, 3]}, result)


def test_a_card_moved_from_a_told_hand_leaves_it() -> None:
    at = played([START, "observe anna.hand=b2,p2", "anna base p3", "ben capital b3"], "Anna", "Ben")
    assert do(at, "ben move b2 anna P2.blue")["recorded"]
    assert figures(at)["players.P1.hand"] == ["pink 2"]


@pytest.mark.parametrize(
    ("hand", "doubts"),
    [
        ("b2", ["Anna: 5 cards in hand, told by name: 1. Look again."]),
        ("b2,p2,y2,g2,g3,y2", ["Anna: 5 cards in hand, told by name: 6. Look again."]),
        ("b3,p2,y2,g2,g3", []),
    ],
)
def test_a_hand_of_more_or_fewer_cards_than_are_left_is_doubted_when_it_is_told(hand: str, doubts: list[str]) -> None:
    at = told("", 1)
    assert do(at, f"observe anna.hand={hand}")["doubts"] == doubts


def test_a_hand_told_whole_after_the_last_turn_needs_no_move_to_enter_it() -> None:
    at = played([START, "observe anna.held=1 ben.held=3", "anna base b2", "ben base p2"], "Anna", "Ben")
    assert do(at, "observe ben.hand=g2,g3")["doubts"] == []
    answer: Any = at.ask("resolve")
    assert answer["recorded"], answer["reasons"]
    assert answer["result"]["players"]["P2"]["bases"]["green"] == [2, 3]
