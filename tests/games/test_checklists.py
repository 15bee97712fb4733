"""Steps of checklists say what their rules say: every figure of the rule, and whatever changes what is done at the table."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from helper.definitions.load import discover, load
from helper.definitions.schema import Sentence
from helper.reference import checklist
from tests.missing import speaks

FILE = Path(__file__).with_name("steps.toml")
HELD = tomllib.loads(FILE.read_text(encoding="utf-8"))
GAMES = [game for game in discover() if load(game).checklists]
LANGUAGES = ("en", "de", "it")
NAMED = re.compile(r"\{(\w+)\}")


def figures(sentence: Sentence) -> set[str]:
    """Return the figures that a sentence names, in any of its forms."""
    return {*NAMED.findall(sentence.text), *NAMED.findall(sentence.plural)}


@cache
def steps(game: str, lang: str) -> dict[str, str]:
    """Return what is read of every step of a game, by checklist and step."""
    found: dict[str, str] = {}
    for id in load(game).checklists:
        answer: Any = checklist(game, id, lang)
        found.update((f"{id} {step['id']}", step["text"]) for step in answer["steps"])
    return found


def unsaid(game: str) -> set[str]:
    """Return the figures of rules that no step citing the rule names, as `game rule figure`."""
    definition = load(game)
    every = [step for entry in definition.checklists.values() for step in entry.steps]
    named = {rule: {name for step in every if step.rule == rule for name in figures(step.text)} for rule in {step.rule for step in every}}
    return {f"{game} {rule} {value}" for rule, names in named.items() for value in definition.rules[rule].values if value not in names}


def test_the_steps_that_cite_a_rule_name_every_figure_of_it() -> None:
    found, known = {one for game in GAMES for one in unsaid(game)}, {*HELD["unsaid"]}
    speaks(
        [
            *(f"No step names “{one}”. Say it, or write why not below [unsaid] in {FILE.name}." for one in sorted(found - known)),
            *(f"“{one}” is said, or is no figure: take it out of [unsaid] in {FILE.name}." for one in sorted(known - found)),
        ]
    )


@pytest.mark.parametrize("entry", HELD["steps"], ids=lambda entry: str(entry["step"]))
def test_a_step_says_what_changes_what_is_done_at_the_table(entry: dict[str, Any]) -> None:
    game, _, step = entry["step"].partition(" ")
    speaks(
        f"{entry['step']}, {lang}: “{part}” is wanted in “{steps(game, lang)[step]}”."
        for lang in LANGUAGES
        for part in entry[lang]
        if part not in steps(game, lang)[step]
    )
