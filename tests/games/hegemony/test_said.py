"""What phases and calculators say, word for word: the table is said.toml."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from helper.table import calculate
from tests.games.hegemony.sitting import DEFINITION, GAME, asking, figures, unanswered
from tests.games.hegemony.test_calculators import ANSWERED as ANSWERED_HERE
from tests.games.hegemony.test_calculators import CANNOT_BE
from tests.games.hegemony.test_phase_calculators import ANSWERED as ANSWERED_THERE
from tests.games.hegemony.test_phase_calculators import BAD
from tests.games.hegemony.test_phases import Case, expected, prepared
from tests.missing import gaps, speaks
from tests.playing import do
from tests.rows import Row

FILE = Path(__file__).with_name("said.toml")
TABLE: dict[str, list[dict[str, Any]]] = tomllib.loads(FILE.read_text(encoding="utf-8"))
ANSWERED = {*ANSWERED_HERE, *ANSWERED_THERE}


def each(part: str) -> list[Any]:
    """Return the cases of a part of the table, each named by why it is there."""
    return [pytest.param(case, id=case["why"]) for case in TABLE[part]]


def says(row: Row, wanted: list[str], answer: dict[str, Any]) -> None:
    """Compare what the steps of an answer say; each holds the values that it says, besides the figures of its rule."""
    for step in answer["steps"]:
        said = DEFINITION.rules[step["rule"]].outcome(step["outcome"]).text.text
        lacking = {*re.findall(r"{(\w+)}", said)} - {*step["values"]}
        row.same(f"values that a step of {step['rule']} says and does not hold", set(), lacking)
    row.same("says", wanted, [step["text"] for step in answer["steps"]])


@pytest.mark.parametrize("case", each("records"))
def test_a_phase_says_exactly_this(case: Case) -> None:
    at = prepared(case)
    with Row(GAME, at, case["move"]) as row:
        before = figures(at)
        answer = do(at, case["move"])
        row.subject = answer["rule"]
        row.answered(answer)
        row.holds("recorded", bool(answer["recorded"]), "yes", "refused")
        says(row, case["says"], answer)
        if "then" in case:
            told, after = expected(at, case["then"]), figures(at)
            row.changes(before, told, after)
            row.same("figures in `then` that are as before", [], [path for path in told if before.get(path) == after.get(path)])


@pytest.mark.parametrize("case", each("calculators"))
def test_a_calculator_says_and_shows_exactly_this(case: Case) -> None:
    words = case["told"].split("|")
    with asking(case["name"], words) as row:
        found: Any = calculate(GAME, case["name"], words)
        says(row, case["says"], found)
        row.same("warnings", case.get("warns", []), found["warnings"])
        if "table" in case:
            grids = [
                [grid["title"], *(" | ".join(cell["text"] for cell in line) for line in (grid["columns"], *grid["rows"]))]
                for grid in found["grids"]
            ]
            row.same("table", [case["table"]], grids)


@pytest.mark.parametrize("case", each("questions"))
def test_a_decision_is_asked_for_in_exactly_these_words(case: Case) -> None:
    at = prepared(case)
    with Row(GAME, at, case["move"]) as row:
        answer: Any = at.ask("play", words=case["move"].split(), dry_run=True)
        row.subject = answer["rule"]
        row.answered(answer)
        row.same("asks", case["asks"], [f"{one['key']}: {one['text']}" for one in answer["questions"]])


@pytest.mark.parametrize("case", [pytest.param(case, id=" ".join(case["says"])) for case in TABLE["refusals"]])
def test_a_phase_is_refused_in_exactly_these_words(case: Case) -> None:
    at = prepared(case)
    with Row(GAME, at, case["move"]) as row:
        refused = do(at, case["move"])
        row.subject = refused["rule"]
        row.answered(refused)
        row.same("recorded", None, refused["recorded"])
        row.same("says", case["says"], [reason["text"] for reason in refused["reasons"]])


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{case['name']} {case.get('told', '')}") for case in TABLE["unanswered"]])
def test_what_a_calculator_cannot_answer_is_said_in_exactly_these_words(case: Case) -> None:
    words = case["told"].split("|") if "told" in case else []
    with asking(case["name"], words) as row:
        row.same("says", case["says"], unanswered(row, case["name"], words))


def test_every_calculator_is_in_the_tables_with_what_it_answers_says_and_refuses() -> None:
    here, names = Path(__file__), DEFINITION.calculators
    refused = {name for name, _ in (*BAD, *CANNOT_BE)} | {case["name"] for case in TABLE["unanswered"]}
    row = '[[calculators]] name = "{id}", why = "…", told = "figure=value|figure=value", says = [each step].'
    shape = 'one into SHAPES: ("{id}", [what is told], {its result}, {figures that change}).'
    speaks(
        [
            *gaps("calculator", names, {case["name"] for case in TABLE["calculators"]}, FILE, row, "row that it says word for word"),
            *gaps("calculator", names, ANSWERED, here.with_name("test_phase_calculators.py"), shape, "row of figures that it answers with"),
            *gaps("calculator", names, refused, FILE, '[[unanswered]] name = "{id}", told = "…", says = [why not].', "row that it refuses"),
        ]
    )
