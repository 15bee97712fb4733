"""The highest card of a district that was told by its sum: told alone, and asked for wherever it decides, in one go."""

from __future__ import annotations

from typing import Any

import pytest

from helper.errors import UnreadableInput
from helper.table import calculate
from tests.playing import do, figures, played

SUMS = "observe capital.blue.sum=8 capital.pink.sum=9 capital.yellow=4 capital.green.sum=6 anna.blue.sum=7 bert.pink.sum=5 bert.green="


def test_the_highest_card_told_alone_belongs_to_the_sum_that_was_told() -> None:
    at = played([SUMS, "observe capital.blue.top=5"])
    assert figures(at)["capital.blue"] == {"sum": 8, "top": 5}
    assert figures(at)["capital.pink"] == {"sum": 9, "top": None}


def test_all_highest_cards_that_decide_are_asked_for_at_once_and_no_others() -> None:
    with pytest.raises(UnreadableInput) as refused:
        do(played([SUMS]), "resolve")
    assert [fault.where for fault in refused.value.faults if fault.code == "top_needed"] == ["capital.blue", "capital.pink"]


def test_a_highest_card_without_a_sum_or_that_does_not_fit_it_is_refused() -> None:
    with pytest.raises(UnreadableInput):
        do(played([]), "observe capital.blue.top=5")
    with pytest.raises(UnreadableInput):
        do(played(["observe capital.blue.sum=3"]), "observe capital.blue.top=5")


def test_a_calculator_names_every_highest_card_that_it_needs() -> None:
    with pytest.raises(UnreadableInput) as refused:
        calculate("capital-lux-2", "round", "capital.blue.sum=8 capital.pink.sum=9 players.A.blue.sum=7 players.B.pink.sum=5".split())
    faults: Any = refused.value.faults
    assert [fault.where for fault in faults] == ["capital.blue", "capital.pink"]
