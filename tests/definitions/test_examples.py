"""Every example that is printed comes out as it says."""

from __future__ import annotations

import pytest

from helper.definitions.load import discover, has_engine, load
from helper.definitions.schema import Example
from helper.table import holds

EXAMPLES = [
    pytest.param(game, example, id=f"{game}:{rule.id}:{example.id}")
    for game in discover()
    for rule in load(game).rules.values()
    for example in rule.examples
]


@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_an_example_comes_out_as_it_says(game: str, example: Example) -> None:
    assert has_engine(game), "a game with examples needs a module that answers them"
    assert holds(load(game), example)


@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_an_example_says_something_that_could_be_otherwise(game: str, example: Example) -> None:
    assert example.then
    assert not holds(load(game), example._replace(then={**example.then, "no_such_part": 1}))


def test_an_example_with_another_outcome_does_not_hold() -> None:
    definition = load("capital-lux-2")
    limit = {example.id: example for example in definition.rules["resolution.limit"].examples}
    assert not holds(definition, limit["equal"]._replace(then={"busts": [{"player": "A"}]}))
    assert not holds(definition, limit["empty_capital"]._replace(then={"busts": []}))
    order = definition.rules["turn.order"].examples[0]
    assert not holds(definition, order._replace(then={"verdict": "legal"}))
    assert not holds(definition, order._replace(then={"verdict": "illegal", "reasons": ["running"]}))
