"""Nothing is resolved that is not due: a procedure that rests on what nobody told, or leaves phases out, asks first."""

from __future__ import annotations

from typing import Any

import pytest

from helper.table import Table
from tests.games.hegemony.sitting import played as hegemony
from tests.playing import played
from tests.rows import Row

CAPITAL = "observe capital.blue=3 capital.pink=4 capital.yellow=5 capital.green=6"
BASES = [f"players.{seat}.{district}" for seat in ("P1", "P2") for district in ("blue", "green", "pink", "yellow")]
BASES_OF_THE_SECOND = [f"players.P2.{district}" for district in ("blue", "pink", "yellow", "green")]
DONE = "card"


def only_the_capital(*more: str) -> Table:
    return played([CAPITAL, *more], "Anna", "Bert", set="a")


UNSURE = [
    pytest.param(only_the_capital(), ["resolve"], BASES, [], id="only the Capital was told"),
    pytest.param(only_the_capital("observe emperor=bert"), ["resolve"], BASES, [], id="Bert is to move"),
    pytest.param(
        only_the_capital("observe anna.blue=2 anna.pink= anna.yellow= anna.green="), ["resolve"], BASES[4:], [], id="one base was told"
    ),
    pytest.param(
        hegemony(["adjust phase=scoring"]),
        ["play", "next"],
        [],
        ["Not carried out here: Scoring and Preparation. The record goes on as if the table had done it; tell what changed: money, goods, "
         "points, policies, workers."],
        id="Scoring is due",
    ),
    pytest.param(
        hegemony([], start="figures"),
        ["play", "next"],
        [],
        ["Not carried out here: Production, Elections, Scoring and Preparation. The record goes on as if the table had done it; tell what "
         "changed: money, goods, points, policies, workers."],
        id="nothing of the round was told",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("at", "request_", "missing", "left_out"), UNSURE)
def test_a_procedure_is_carried_out_only_when_somebody_says_that_it_is_so(
    at: Table, request_: list[str], missing: list[str], left_out: list[str]
) -> None:
    do, *words = request_
    with Row("resolution.order" if do == "resolve" else "turn.next_phase", at, " ".join(request_)) as row:
        journal = at.journal
        answer: Any = at.ask(do, words=words)
        row.answered(answer)
        row.same("recorded", None, answer["recorded"])
        row.same("unsure", True, answer["unsure"])
        row.same("missing", missing, [one["path"] for one in answer["look_at"]])
        row.same("left out", left_out, [one["text"] for one in answer["left_out"]])
        row.same("journal", journal, at.journal)
        sure: Any = at.ask(do, words=words, sure=True)
        row.holds("recorded when somebody is sure", bool(sure["recorded"]))
        at.journal = journal


def test_points_of_whoever_nobody_told_anything_of_are_unknown_until_they_are_told() -> None:
    at = played([CAPITAL, "observe anna.blue=2", "resolve"], "Anna", "Ünal", set="a")
    score: Any = at.ask("score")
    assert [(one["total"], one["rank"]) for one in score["scores"]] == [(5, 1), (None, None)]
    assert [one["path"] for one in score["scores"][1]["untold"]] == BASES_OF_THE_SECOND
    at.ask("observe", words="ünal.blue= ünal.pink=p3 ünal.yellow= ünal.green=".split())
    told: Any = at.ask("score")
    assert [one["total"] for one in told["scores"]] == [5, 3]


def test_what_was_told_whole_is_resolved_without_a_question() -> None:
    told = " ".join(f"{path}=" for path in BASES)
    answer: Any = only_the_capital(f"observe {told} emperor=bert").ask("resolve")
    assert (answer["verdict"], answer["unsure"], bool(answer["recorded"])) == ("legal", False, True)


def test_the_end_of_a_round_is_not_what_comes_next_while_its_start_is_untold() -> None:
    status: Any = only_the_capital().ask("status")
    assert status["resolves"] is None
    assert [one["path"] for one in status["untold"]] == ["emperor"]


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_what_is_left_out_is_said_in_every_language(language: str) -> None:
    at = hegemony(["adjust phase=scoring"])
    with Row("turn.next_phase", at, f"next ({language})") as row:
        at.language = language
        answer: Any = at.ask("play", words=["next"])
        row.filled("left out", [one["text"] for one in answer["left_out"]])
        row.same("languages", language == "en", "Not carried out" in answer["left_out"][0]["text"])
