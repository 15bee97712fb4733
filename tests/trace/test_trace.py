"""Every sentence of the text that a game's rules follow is carried by a rule, or is left out for a reason.

A trace file names rules by block and sentence and quotes nothing, so it holds where the text itself is not at hand; where
`../shared/seeds` lies beside the checkout the counts and every figure are compared with it too. `rule:part,part` names what
of a rule carries the sentence: its text or note, or the ids of conditions, outcomes, reminders and values.
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
from tests.missing import gaps, home, speaks

FOLDER = Path(__file__).parent
SEEDS = FOLDER.parents[2] / "shared" / "seeds"
TRACES: dict[str, dict[str, Any]] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("seed_*.toml"))
}
ENDS = ".!?;·"


def blocks(text: str, kind: str = "bullets") -> list[str]:
    """Return the lines that begin with a bullet, or all that are not empty, without the bullet or number they begin with."""
    if kind == "lines":
        return [re.sub(r"^(•|\d+\.)\s+", "", line.strip()) for line in text.splitlines() if line.strip()]
    return [line.removeprefix("•").strip() for line in text.splitlines() if line.startswith("•")]


def rules_of(one: dict[str, Any]) -> list[str]:
    """Return the rules that carry a sentence, without their parts."""
    return [rule.partition(":")[0] for rule in one.get("rules", [])]


def parts_of(definition: GameDefinition, id: str) -> set[str]:
    """Return what of a rule may be named: its text and note, the ids of conditions, outcomes, reminders and values."""
    rule = definition.rules[id]
    named = {one.id for one in rule.requires} | {one.id for one in rule.outcomes} | {one.id for one in rule.reminders}
    return named | {"text"} | ({"note"} if rule.note else set()) | set(rule.text.values)


def binding_of(trace: dict[str, Any]) -> set[str]:
    """Return the sources that are the text which a trace follows."""
    found = {id for id, source in load(trace["game"]).sources.items() if source.binding}
    return {trace["source"]} if "source" in trace else found


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
    return [sentences(block) for block in blocks(path.read_text(encoding="utf-8"), trace.get("blocks", "bullets"))]


@pytest.mark.parametrize("name", TRACES)
def test_blocks_and_sentences_are_numbered_without_a_gap_and_as_many_as_declared(name: str) -> None:
    trace = TRACES[name]
    assert {"game", "seed", "counts", "sentences"} <= set(trace) <= {*"game seed counts sentences source blocks actions beyond".split()}
    declared = [(block, sentence) for block, count in enumerate(trace["counts"], 1) for sentence in range(1, count + 1)]
    assert [(one["block"], one["sentence"]) for one in trace["sentences"]] == declared


@pytest.mark.parametrize("name", TRACES)
def test_every_sentence_names_rules_that_exist_or_a_reason_why_it_has_none(name: str) -> None:
    trace = TRACES[name]
    known = load(trace["game"]).rules
    for one in trace["sentences"]:
        assert set(one) <= {"block", "sentence", "rules", "left_out", "without"}
        assert bool(one.get("rules")) != bool(one.get("left_out")), one
        unknown = [rule for rule in rules_of(one) if rule not in known]
        assert not unknown, (
            f"tests/trace/{name}.toml, block {one['block']}, sentence {one['sentence']}: {trace['game']} has no rule {unknown}"
        )
        assert max(Counter(rules_of(one)).values(), default=1) == 1, one


@pytest.mark.parametrize("name", TRACES)
def test_what_is_named_of_a_rule_is_there(name: str) -> None:
    trace = TRACES[name]
    definition = load(trace["game"])
    for one in trace["sentences"]:
        for entry in one.get("rules", []):
            rule, _, parts = entry.partition(":")
            assert bool(parts) == ("actions" in trace), entry
            missing = set(parts.split(",") if parts else []) - parts_of(definition, rule)
            assert not missing, (one["block"], entry, missing)


@pytest.mark.parametrize("name", [name for name, trace in TRACES.items() if "actions" in trace])
def test_every_listed_action_is_one_of_its_class_and_every_action_of_a_class_is_listed(name: str) -> None:
    trace = TRACES[name]
    definition = load(trace["game"])
    by_block: dict[int, set[str]] = {}
    for one in trace["sentences"]:
        by_block.setdefault(one["block"], set()).update(rules_of(one))
    for listed in trace["actions"]:
        of_class = {rule.id for rule in definition.rules.values() if rule.kind == listed["kind"] and listed["role"] in rule.roles}
        found: set[str] = set()
        for block in range(listed["first"], listed["last"] + 1):
            assert by_block[block] & of_class, (block, listed)
            others = {rule.id for rule in definition.rules.values() if rule.move and rule.roles and listed["role"] not in rule.roles}
            assert not by_block[block] & others, (block, listed)
            found |= by_block[block] & of_class
        beyond = {key.partition(".")[2] for key, why in trace["beyond"].items() if why and key.startswith(f"{listed['role']}.")}
        assert of_class - found == (beyond & of_class), listed


@pytest.mark.parametrize("name", TRACES)
def test_every_rule_that_rests_on_the_text_alone_is_traced_to_it(name: str) -> None:
    trace = TRACES[name]
    definition = load(trace["game"])
    traced = {rule for one in trace["sentences"] for rule in rules_of(one)}
    alone = {rule.id for rule in definition.rules.values() if set(rule.sources) <= binding_of(trace)}
    write = 'the rule into "rules" of the sentence that it carries, by block and sentence of the text; or name another source of the rule.'
    speaks(gaps("rule", sorted(alone), sorted(alone & traced), FOLDER / f"{name}.toml", write, "sentence"))


@pytest.mark.parametrize("name", TRACES)
def test_no_traced_rule_leaves_the_text_out_of_its_sources(name: str) -> None:
    trace = TRACES[name]
    definition = load(trace["game"])
    for one in trace["sentences"]:
        for rule in rules_of(one):
            sources = set(definition.rules[rule].sources)
            assert binding_of(trace) & sources, f"{rule}{home(rule)} is traced to the text, which its sources leave out: {sorted(sources)}"


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
        known = {figure for rule in rules_of(one) for figure in figures_of(definition, rule)}
        assert figures - known == set(one.get("without", {})), (one["block"], one["sentence"])


def figures_of(definition: GameDefinition, rule: str) -> set[str]:
    """Return every number that a rule states: in its values, its sources' titles, the tables of its topic."""
    found = definition.rules[rule]
    stated = [*found.text.values.values(), *(definition.sources[id].title.text for id in found.sources)]
    stated += [row for table in definition.tables.values() if table.topic == found.topic for row in table.rows]
    return set(re.findall(r"\d+", repr(stated)))


def test_the_splitting_follows_its_rule() -> None:
    assert blocks("Title\n\n• One: a. B\n• Two\nno bullet") == ["One: a. B", "Two"]
    assert blocks("Title\n\n1. One\n• Two", "lines") == ["Title", "One", "Two"]
    assert sentences("A: b (c; d. E), f. G; h · I") == ["A: b (c; d. E), f.", "G", "h", "I"]
    assert sentences("1. Edition; 2 of 3. Round.") == ["1. Edition", "2 of 3. Round."]


def test_there_is_a_trace_for_a_game_that_is_there() -> None:
    assert TRACES
    assert {trace["game"] for trace in TRACES.values()} <= set(discover())
