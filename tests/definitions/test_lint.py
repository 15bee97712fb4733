"""Lint: every discovered game is sound, and every fault is found."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from helper.definitions.lint import lint
from helper.definitions.load import discover, has_engine, read
from helper.games import rules_of

Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize("game", discover())
def test_every_game_is_sound(game: str) -> None:
    assert lint(read(game), rules_of(game).CODE.names if has_engine(game) else None) == []


def rule(raw: dict[str, Any], id: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in raw["rules"] if one["id"] == id)
    return found


FAULTS: dict[str, tuple[str, Change]] = {
    "an unknown key": ("unknown_key", lambda raw: rule(raw, "final.gold").update(texxt="x")),
    "a missing title": ("missing_key", lambda raw: rule(raw, "final.gold").pop("title")),
    "a rule without a source": ("no_source", lambda raw: rule(raw, "final.gold").update(sources=[])),
    "a source that does not exist": ("dangling", lambda raw: rule(raw, "final.gold").update(sources=["hearsay"])),
    "a shared rule that does not exist": ("dangling", lambda raw: rule(raw, "play.base").update(shares=["nothing"])),
    "a rule id twice": ("duplicate_id", lambda raw: raw["rules"].append(copy.deepcopy(rule(raw, "final.gold")))),
    "a condition id twice": ("duplicate_id", lambda raw: rule(raw, "turn.card")["requires"].append(rule(raw, "turn.card")["requires"][0])),
    "a placeholder without a figure": ("no_figure_for", lambda raw: rule(raw, "final.score").update(text="Add {nothing}.")),
    "a digit in a sentence": ("number_in_sentence", lambda raw: rule(raw, "final.score").update(text="Add 2 for gold.")),
    "a number word in a sentence": ("number_in_sentence", lambda raw: rule(raw, "final.score").update(text="Add two for gold.")),
    "a text of the wrong type": ("wrong_type", lambda raw: rule(raw, "final.score").update(text=7)),
    "a status that does not exist": ("not_allowed", lambda raw: rule(raw, "final.score").update(status="sure")),
    "a reminder for no checklist": ("dangling", lambda raw: rule(raw, "final.gold")["reminders"][0].update(when=["tea"])),
    "an example of nothing": ("example_kind", lambda raw: rule(raw, "final.gold")["examples"][0].pop("calculator")),
    "a parameter that is not declared": ("dangling", lambda raw: rule(raw, "play.base")["move"].update(parameters=["colour"])),
    "an `after` that names no condition": ("dangling", lambda raw: rule(raw, "turn.card")["requires"][0].update(after=["never"])),
    "a gap in a table": ("table_gap", lambda raw: raw["tables"][0].pop("unknown")),
    "an overlap in a table": ("table_overlap", lambda raw: raw["tables"][0]["rows"][1].update(low=20)),
    "an empty cell": ("table_cell", lambda raw: raw["tables"][0]["rows"][1].pop("label")),
    "an axis that is not declared": ("dangling", lambda raw: raw["inputs"][1].update(key="capital.<colour>")),
    "a section that is neither a word nor an axis of the key": ("dangling", lambda raw: raw["inputs"][1].update(section="<seat>")),
    "a word of an axis without a term": ("dangling", lambda raw: raw["axes"]["district"].append("grey")),
    "a default that is no choice": ("dangling", lambda raw: raw["options"][0].update(default="z")),
    "a checklist step of no rule": ("dangling", lambda raw: raw["checklists"][0]["steps"][0].update(rule="nothing")),
    "a newer format": ("wrong_format", lambda raw: raw.update(format=99)),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_and_placed(name: str) -> None:
    code, spoil = FAULTS[name]
    raw: dict[str, Any] = copy.deepcopy(read("capital-lux-2"))
    spoil(raw)
    found = [fault for fault in lint(raw) if fault.code == code]
    assert found
    assert all(fault.where for fault in found)


def test_a_table_in_the_wrong_direction_is_found() -> None:
    raw: dict[str, Any] = copy.deepcopy(read("capital-lux-2"))
    raw["tables"][0].update(
        columns=[{"id": "points", "title": "Points", "direction": "up"}],
        rows=[{"low": 0, "high": 6, "points": 5}, {"low": 7, "points": 3}],
        unknown=[],
    )
    assert [fault.code for fault in lint(raw)] == ["table_direction"]


def test_a_condition_without_a_predicate_is_found() -> None:
    assert {fault.code for fault in lint(read("capital-lux-2"), ["running"])} == {"no_predicate"}


def test_all_faults_are_reported_at_once() -> None:
    raw: dict[str, Any] = copy.deepcopy(read("capital-lux-2"))
    rule(raw, "final.gold").update(sources=[], texxt="x")
    rule(raw, "final.score").update(text="Add 2 for gold.")
    assert {fault.code for fault in lint(raw)} == {"no_source", "unknown_key", "number_in_sentence"}
