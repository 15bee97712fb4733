"""Every sentence of the text that a game's rules follow is carried by a rule, or is left out for a reason.

A trace file names rules by block and sentence and quotes nothing, so it holds where the text itself is not at hand; where
`../shared/seeds` lies beside the checkout the counts and every figure are compared with it too.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from helper.definitions.load import discover, load
from helper.definitions.schema import GameDefinition

FOLDER = Path(__file__).parent
SEEDS = FOLDER.parents[2] / "shared" / "seeds"
TRACES: dict[str, dict[str, Any]] = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))}
ENDS = ".!?;·"


def blocks(text: str) -> list[str]:
    """Return the lines that begin with a bullet."""
    return [line.removeprefix("•").strip() for line in text.splitlines() if line.startswith("•")]


def sentences(block: str) -> list[str]:
    """Split a block after an end mark before a space, outside brackets, and not where a point follows a digit."""
    found, begun, depth = [], 0, 0
    for at, letter in enumerate(block):
        depth += (letter == "(") - (letter == ")")
        closes = letter in ENDS and not depth and block[at + 1 : at + 2] in ("", " ") and not (letter == "." and block[at - 1].isdigit())
        if closes:
            found.append(block[begun : at + 1])
            begun = at + 1
    return [one.strip(" ·;") for one in (*found, block[begun:]) if one.strip(" ·;")]


def seed(trace: dict[str, Any]) -> list[list[str]]:
    path = SEEDS / trace["seed"]
    if not path.is_file():
        pytest.skip("the text itself does not lie beside this checkout")
    return [sentences(block) for block in blocks(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("name", TRACES)
def test_blocks_and_sentences_are_numbered_without_a_gap_and_as_many_as_declared(name: str) -> None:
    trace = TRACES[name]
    assert set(trace) == {"game", "seed", "counts", "sentences"}
    declared = [(block, sentence) for block, count in enumerate(trace["counts"], 1) for sentence in range(1, count + 1)]
    assert [(one["block"], one["sentence"]) for one in trace["sentences"]] == declared


@pytest.mark.parametrize("name", TRACES)
def test_every_sentence_names_rules_that_exist_or_a_reason_why_it_has_none(name: str) -> None:
    trace = TRACES[name]
    known = load(trace["game"]).rules
    for one in trace["sentences"]:
        assert set(one) <= {"block", "sentence", "rules", "left_out", "without"}
        assert bool(one.get("rules")) != bool(one.get("left_out")), one
        unknown = [rule for rule in one.get("rules", []) if rule not in known]
        assert not unknown, one
        assert max(Counter(one.get("rules", [])).values(), default=1) == 1, one


@pytest.mark.parametrize("name", TRACES)
def test_every_rule_that_rests_on_the_text_alone_is_traced_to_it(name: str) -> None:
    trace = TRACES[name]
    definition = load(trace["game"])
    binding = {id for id, source in definition.sources.items() if source.binding}
    traced = {rule for one in trace["sentences"] for rule in one.get("rules", [])}
    alone = {rule.id for rule in definition.rules.values() if set(rule.sources) <= binding}
    assert alone <= traced, alone - traced


@pytest.mark.parametrize("name", TRACES)
def test_no_traced_rule_leaves_the_text_out_of_its_sources(name: str) -> None:
    trace = TRACES[name]
    definition = load(trace["game"])
    binding = {id for id, source in definition.sources.items() if source.binding}
    for one in trace["sentences"]:
        for rule in one.get("rules", []):
            assert binding & set(definition.rules[rule].sources), rule


@pytest.mark.parametrize("name", TRACES)
def test_the_text_has_as_many_blocks_and_sentences_as_declared(name: str) -> None:
    assert [len(block) for block in seed(TRACES[name])] == TRACES[name]["counts"]


@pytest.mark.parametrize("name", TRACES)
def test_every_figure_of_a_sentence_is_a_figure_of_the_rules_that_carry_it(name: str) -> None:
    trace = TRACES[name]
    definition = load(trace["game"])
    text = seed(trace)
    for one in trace["sentences"]:
        sentence = text[one["block"] - 1][one["sentence"] - 1]
        figures = set(re.findall(r"\d+", re.sub(r"\d+\.(?= [^\d])", "", sentence)))
        known = {figure for rule in one.get("rules", []) for figure in figures_of(definition, rule)}
        assert figures - known == set(one.get("without", {})), (one["block"], one["sentence"])


def figures_of(definition: GameDefinition, rule: str) -> set[str]:
    """Return every number that a rule states: in its values, its sources' titles, the tables of its topic."""
    found = definition.rules[rule]
    stated = [*found.text.values.values(), *(definition.sources[id].title.text for id in found.sources)]
    stated += [row for table in definition.tables.values() if table.topic == found.topic for row in table.rows]
    return set(re.findall(r"\d+", repr(stated)))


def test_the_splitting_follows_its_rule() -> None:
    assert blocks("Title\n\n• One: a. B\n• Two\nno bullet") == ["One: a. B", "Two"]
    assert sentences("A: b (c; d. E), f. G; h · I") == ["A: b (c; d. E), f.", "G", "h", "I"]
    assert sentences("1. Edition; 2 of 3. Round.") == ["1. Edition", "2 of 3. Round."]


def test_there_is_a_trace_for_a_game_that_is_there() -> None:
    assert TRACES
    assert {trace["game"] for trace in TRACES.values()} <= set(discover())
