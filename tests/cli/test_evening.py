"""An evening in the terminal: moves, refusals, figures, undo and corrections."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cli.conftest import Helper


def figures(helper: Helper) -> Any:
    return helper("status", "--json").json["figures"]


def test_new_says_what_it_replaced_and_what_is_to_be_told(helper: Helper) -> None:
    first = helper("new", "capital-lux-2", "Anna", "Bert", "--name", "Friday")
    assert "capital.blue: Capital, Blue" in first.out
    second = helper("new", "cap", "P1=Cleo", "P2=Dora")
    assert second.code == 0
    assert "“Friday” was current before; it is kept as it is." in second.out
    assert helper("status", "--json").json["seats"] == {"P1": "Cleo", "P2": "Dora"}
    assert helper("record", "use", "Fri").code == 0
    assert helper("status", "--json").json["seats"] == {"P1": "Anna", "P2": "Bert"}


def test_a_move_is_recorded_and_the_next_player_named(evening: Helper) -> None:
    assert evening("play", "anna", "base", "b5").out.splitlines() == [
        "Anna: Blue 5 into the base.",
        "Recorded as entry 2.",
        "Turn: Bert",
    ]


def test_a_refusal_gives_every_reason_with_its_rule_and_records_nothing(evening: Helper) -> None:
    before = figures(evening)
    result = evening("play", "cleo", "base", "b5")
    assert result.code == 1
    assert "not allowed" in result.out
    assert "[turn.order]" in result.out
    assert figures(evening) == before


def test_a_forced_move_is_recorded_and_marked(evening: Helper) -> None:
    assert evening("play", "cleo", "base", "b5", "--force").code == 0
    assert "(forced)" in evening("log").out


def test_a_dry_run_records_nothing(evening: Helper) -> None:
    before = evening("record", "export").out
    result = evening("play", "base", "b5", "--dry-run")
    assert result.code == 0
    assert "Only tried: nothing was recorded." in result.out
    assert evening("record", "export").out == before


def test_legal_is_never_empty_and_says_why_not(evening: Helper) -> None:
    assert "Anna base CARD [to=DISTRICT]: allowed" in evening("legal").out
    assert "not allowed" in evening("legal", "bert").out
    assert len(evening("legal", "--all", "--json").json["moves"]) >= 3


def test_a_decision_that_is_due_is_named_with_the_words_that_make_it(evening: Helper) -> None:
    assert "To decide now: Anna, Agent: place Blue, place Pink" in evening("play", "capital", "b3").out
    assert evening("play", "place", "green").code == 0


def test_what_differs_from_the_record_is_said(evening: Helper) -> None:
    evening("play", "base", "b5")
    assert "Differs: Base, Anna, Blue: the table shows 8, the record gives 5" in evening("observe", "P1.blue.sum=8").out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["play", "anna", "base", "b7"], "values go from 2 to 6"),
        (["play", "anna", "base", "purple", "3"], "purple"),
        (["play", "anna", "bace", "b5"], "base"),
        (["play", "anna", "base"], "Card"),
        (["play", "anna", "capital", "b5", "b6"], "more than this move takes"),
        (["observe", "P1.blue.sum=1"], "No cards make the sum 1"),
        (["observe", "P9.blue=3"], "P9"),
        (["observe", "amount=4"], "amount"),
        (["observe", "capital.blue"], "key=value"),
        (["adjust", "P1.gold=-5"], "-5 is out of range"),
        (["legal", "zoe"], "Nobody called “zoe” sits here"),
        (["correct", "99", "base", "b5"], "There is no entry 99"),
        (["correct", "-5", "base", "b5"], "-5"),
        (["play", "--force", "--force", "base", "b5"], "--force is given twice"),
    ],
)
def test_what_cannot_be_read_is_refused(evening: Helper, argv: list[str], said: str) -> None:
    before = figures(evening)
    result = evening(*argv)
    assert result.code == 2, result.out
    assert said in result.err
    assert figures(evening) == before


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["new", "capital-lux-2", "Anna", "Bert", "--option", "solo=yes"], "single player"),
        (["new", "capital-lux-2", *"ABCDE"], "1 to 4 players"),
        (["new", "capital-lux-2", "Anna", " Anna"], "given twice"),
        (["new", "capitol", "A", "B"], "capital-lux-2"),
        (["new", "capital-lux-2", "A", "B", "--option", "set=z"], "set"),
        (["new", "capital-lux-2", "A", "B", "--start", "half"], "--start"),
        (["new", "capital-lux-2", "A", "B", "--reading", "nobody"], "--reading"),
        (["status"], "There is no record yet"),
        (["play", "base", "b5"], "There is no record yet"),
    ],
)
def test_what_cannot_start_is_refused(helper: Helper, argv: list[str], said: str) -> None:
    result = helper(*argv)
    assert result.code == 2
    assert said in result.err
    assert helper("record", "list", "--json").json["records"] == []


MUTATING = [
    ["play", "anna", "base", "b5"],
    ["play", "capital", "y3"],
    ["play", "cleo", "base", "b5", "--force"],
    ["resolve", "--force"],
    ["observe", "capital.blue=6,6", "P2.pink.sum=9"],
    ["adjust", "P1.gold=3", "--note", "house rule"],
    ["correct", "1", "capital.blue=6", "--yes"],
]


@pytest.mark.parametrize("argv", MUTATING, ids=lambda argv: " ".join(argv[:2]))
def test_undo_brings_back_every_figure_and_redo_the_change(evening: Helper, argv: list[str]) -> None:
    before, score = evening("status", "--json").json["figures"], evening("score", "--json").out
    assert evening(*argv).code == 0
    after = figures(evening)
    assert after != before
    undone = evening("undo")
    assert undone.code == 0
    assert undone.out.startswith("Undone: entry")
    assert (figures(evening), evening("score", "--json").out) == (before, score)
    assert evening("redo").code == 0
    assert figures(evening) == after


def test_undo_of_another_entry_than_the_last_is_refused(evening: Helper) -> None:
    evening("play", "base", "b5")
    evening("play", "base", "b4")
    assert evening("undo", "2").code == 1
    assert evening("undo", "3").code == 0


def test_nothing_to_undo_is_no_error_of_input(helper: Helper) -> None:
    helper("new", "capital-lux-2", "Anna", "Bert")
    assert helper("undo").code == 1
    assert helper("redo").code == 1


def test_a_correction_shows_before_and_after_and_which_totals_change(evening: Helper) -> None:
    evening("play", "base", "b5")
    result = evening("correct", "2", "base", "b3")
    assert result.code == 0
    assert "Entry 2 was: Anna: Blue 5 into the base." in result.out
    assert "Entry 2 will be: Anna: Blue 3 into the base." in result.out
    assert "Points of Anna: 5, then 3" in result.out
    assert "(corrected by 3)" in evening("log").out


def test_correcting_an_earlier_round_asks_first(evening: Helper) -> None:
    evening("play", "base", "b5")
    assert evening("resolve", "--force").code == 0
    refused = evening("correct", "2", "base", "b3")
    assert refused.code == 2
    assert "--yes" in refused.err
    assert evening("correct", "2", "base", "b3", "--yes").code == 0


def test_resolving_twice_is_refused(evening: Helper) -> None:
    assert evening("resolve", "--force").code == 0
    assert evening("resolve").code == 1


def test_three_rounds_end_with_a_winner(evening: Helper) -> None:
    for _ in range(3):
        evening("observe", "P1.blue=3", "P2.pink=5", "P3.green=", "capital.blue=3,2", "capital.pink=6")
        assert evening("resolve", "--force").code == 0
    result = evening("score", "--json").json
    assert result["final"] is True
    assert result["winners"]
    assert "win" in evening("score").out


def test_the_evening_is_told_in_the_order_of_the_log(evening: Helper) -> None:
    evening("play", "base", "b5")
    evening("adjust", "P1.gold=2", "--note", "found under the board")
    lines = evening("log").out.splitlines()
    assert [line.split(".")[0] for line in lines] == ["1", "2", "3"]
    assert lines[2].endswith("Gold, Anna = 2; found under the board")
