"""What phases and calculators say, word for word: the table is said.toml."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from helper.errors import UnreadableInput
from helper.i18n.words import Words
from helper.table import calculate
from tests.games.hegemony.sitting import DEFINITION, figures
from tests.games.hegemony.test_effects import GONE
from tests.games.hegemony.test_phases import Case, expected, prepared
from tests.playing import do

TABLE: dict[str, list[dict[str, Any]]] = tomllib.loads((Path(__file__).parent / "said.toml").read_text(encoding="utf-8"))


def each(part: str) -> list[Any]:
    """Return the cases of a part of the table, each named by why it is there."""
    return [pytest.param(case, id=case["why"]) for case in TABLE[part]]


def texts(answer: dict[str, Any]) -> list[str]:
    """Return what the steps of an answer say; each holds the values that it says, besides the figures of its rule."""
    for step in answer["steps"]:
        said = DEFINITION.rules[step["rule"]].outcome(step["outcome"]).text.text
        assert {*re.findall(r"{(\w+)}", said)} <= {*step["values"]}, step
    return [step["text"] for step in answer["steps"]]


@pytest.mark.parametrize("case", each("records"))
def test_a_phase_says_exactly_this(case: Case) -> None:
    at = prepared(case)
    before = figures(at)
    answer = do(at, case["move"])
    assert answer["recorded"], answer
    assert texts(answer) == case["says"]
    if "then" in case:
        told, after = expected(at, case["then"]), figures(at)
        assert {path: after.get(path, GONE) for path in {*before, *after} if before.get(path) != after.get(path)} == told


@pytest.mark.parametrize("case", each("calculators"))
def test_a_calculator_says_and_shows_exactly_this(case: Case) -> None:
    found: Any = calculate("hegemony", case["name"], case["told"].split("|"))
    assert texts(found) == case["says"]
    assert found["warnings"] == case.get("warns", [])
    if "table" in case:
        (grid,) = found["grids"]
        lines = [" | ".join(cell["text"] for cell in row) for row in (grid["columns"], *grid["rows"])]
        assert [grid["title"], *lines] == case["table"]


@pytest.mark.parametrize("case", each("questions"))
def test_a_decision_is_asked_for_in_exactly_these_words(case: Case) -> None:
    asked: Any = prepared(case).ask("play", words=case["move"].split(), dry_run=True)["questions"]
    assert [f"{one['key']}: {one['text']}" for one in asked] == case["asks"]


@pytest.mark.parametrize("case", [pytest.param(case, id=" ".join(case["says"])) for case in TABLE["refusals"]])
def test_a_phase_is_refused_in_exactly_these_words(case: Case) -> None:
    refused = do(prepared(case), case["move"])
    assert refused["recorded"] is None
    assert [reason["text"] for reason in refused["reasons"]] == case["says"]


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{case['name']} {case.get('told', '')}") for case in TABLE["unanswered"]])
def test_what_a_calculator_cannot_answer_is_said_in_exactly_these_words(case: Case) -> None:
    with pytest.raises(UnreadableInput) as refused:
        calculate("hegemony", case["name"], case["told"].split("|") if "told" in case else [])
    assert [Words("en", DEFINITION).fault(fault) for fault in refused.value.faults] == case["says"]
