"""Every example that is printed comes out as it says."""

from __future__ import annotations

import pytest

from helper.definitions.load import discover, has_engine, load
from helper.definitions.schema import Example
from helper.errors import HelperError
from helper.table import holds
from helper.table.calculating import agrees, tried
from helper.table.wording import Speaker, plain
from tests.playing import differing
from tests.rows import Row

EXAMPLES = [
    pytest.param(game, rule.id, example, id=f"{game}:{rule.id}:{example.id}")
    for game in discover()
    for rule in load(game).rules.values()
    for example in rule.examples
]


@pytest.mark.parametrize(("game", "rule", "example"), EXAMPLES)
def test_an_example_comes_out_as_it_says_and_could_come_out_otherwise(game: str, rule: str, example: Example) -> None:
    if not has_engine(game):
        pytest.fail(
            f"{game} has examples, and no module that answers them. Write helper/games/{game.replace('-', '_')}/__init__.py.", pytrace=False
        )
    definition = load(game)
    given = [f"{key}={plain(value)}" for key, value in (*example.options.items(), *example.given.items())]
    with Row(rule, given, f"{example.move or f'calc {example.calculator}'} (example {example.id})") as row:
        speaker = Speaker(definition, "en", {})
        try:
            result, steps = tried(definition, example)
        except HelperError as error:
            row.said(speaker.words.fault(fault) for fault in error.faults)
            row.same("comes out", example.then, "refused")
            return
        row.said(f"{step['text']} ({step['rule']})" for step in speaker.steps(steps))
        row.same("then", *differing(example.then, result))
        row.same("it holds", agrees(result, example.then), holds(definition, example))
        row.holds("it says what must come out", bool(example.then))
        other = example._replace(then={**example.then, "no_such_part": 1})
        row.holds("with another outcome it does not hold", not agrees(result, other.then))


def test_an_example_with_another_outcome_does_not_hold() -> None:
    definition = load("capital-lux-2")
    limit = {example.id: example for example in definition.rules["resolution.limit"].examples}
    assert not holds(definition, limit["equal"]._replace(then={"busts": [{"player": "A"}]}))
    assert not holds(definition, limit["empty_capital"]._replace(then={"busts": []}))
    order = definition.rules["turn.order"].examples[0]
    assert not holds(definition, order._replace(then={"verdict": "legal"}))
    assert not holds(definition, order._replace(then={"verdict": "illegal", "reasons": ["running"]}))
