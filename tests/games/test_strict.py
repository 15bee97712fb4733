"""What mypy cannot refuse, the strict table does: planted mistakes raise; and no module of this shape makes a path by hand."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from helper.definitions.load import load
from helper.engine.move import Move
from helper.engine.play import Cause, Play
from helper.engine.position import Board, Position
from helper.engine.verdict import View
from helper.games.capital_lux_2.figures import BASE, CAPITAL, GOLD
from tests.strict import Undeclared

GAMES = Path(__file__).parents[2] / "helper/games"
OF_THIS_SHAPE = sorted(path for path in GAMES.glob("*/**/*.py") if path.name != "__init__.py")
DEFINITION = load("capital-lux-2")
POSITION = Position(("P1", "P2"), {}, {GOLD("P1"): 4}, {GOLD("P1"): 1}, now=9)


def _play() -> Play:
    return Play(DEFINITION, POSITION, Move("play.base", "P1", {}))


@pytest.mark.parametrize(
    "mistake",
    [
        lambda: Board(DEFINITION, POSITION)[GOLD("P9")],
        lambda: Board(DEFINITION, POSITION).get(BASE("blue", "P1")),
        lambda: BASE("blue", "P1") in _play(),
        lambda: Cause(_play(), "", "").set(BASE("blue", "P1"), None),
        lambda: Cause(_play(), "", "").set(CAPITAL("bleu"), None),
    ],
)
def test_a_path_with_another_value_on_an_axis_raises_wherever_it_is_used(mistake: object) -> None:
    with pytest.raises(Undeclared):
        mistake()  # type: ignore[operator]


def test_an_outcome_that_the_rule_does_not_have_raises() -> None:
    with pytest.raises(Exception, match="plaid"):
        _play().note("plaid")


@pytest.mark.parametrize("read", ["at[GOLD(seat)]", "get", "otherwise", "in", "need", "values"])
def test_every_way_to_read_a_figure_told_earlier_is_noted(read: str) -> None:
    at, gold = View(DEFINITION, POSITION, lambda position, path: False, Move("play.base", "P1", {})), GOLD("P1")
    ways: dict[str, Callable[[], object]] = {
        "at[GOLD(seat)]": lambda: at[gold],
        "get": lambda: at.get(gold),
        "otherwise": lambda: at.get(gold, 0),
        "in": lambda: gold in at,
        "need": lambda: at.need(gold),
        "values": lambda: list(at.values()),
    }
    assert ways[read]()
    assert at.stale == {gold}


POSITIONS = ("fresh", "resolves", "_with_rob", "calculate", "_following", "_answer")
"""What is given a position, or figures that were told, and lays them on a table or judges them as they are."""


def _by_hand(path: Path) -> Iterator[str]:
    """Yield what names a figure by text: f-strings with a dot, and the figures of a position, but where freshness is judged."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    judges = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in POSITIONS]
    free = {id(inner) for node in judges for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in free:
            continue
        if isinstance(node, ast.Attribute) and node.attr in ("figures", "_figures") and ast.unparse(node.value) not in ("given", "reading"):
            yield f"{path.name}:{node.lineno} .{node.attr}"
        if isinstance(node, ast.JoinedStr):
            texts = [part.value for part in node.values if isinstance(part, ast.Constant)]
            if any("." in str(text) for text in texts):
                yield f"{path.name}:{node.lineno} {ast.unparse(node)}"


NO_FIGURES = {
    "f'{seat}.pays.{district}'": "a key as it is typed",
    "f'tile.{lies}'": "a rule",
    "f'{policy}.{role}'": "which vote is due",
    "f'{policy}.{owner}'": "which vote is due",
    "f'company.operational:taken_as_{state}'": "an outcome",
    "f'{table.id}.{key}={value}'": "a row of a table",
    """f"{union}.{ask.word(('industry', 'good'), industry, ask.definition.axes['industry'])}\"""": "a place",
    "f'{UNION}.{industry}'": "a place",
    "f'setup.{role}'": "a rule",
    "f'tax.income_{role}'": "a rule",
}
ELSEWHERE = ("figures.py", "inputs.py", "pile.py")
"""Where paths are made, and where keys are read as people type them."""


@pytest.mark.parametrize("path", [path for path in OF_THIS_SHAPE if path.name not in ELSEWHERE], ids=lambda path: path.name)
def test_no_module_of_this_shape_names_a_figure_by_text(path: Path) -> None:
    found = [one for one in _by_hand(path) if one.partition(" ")[2] not in NO_FIGURES]
    assert found == []


@pytest.mark.parametrize("path", OF_THIS_SHAPE, ids=lambda path: path.name)
def test_every_outcome_that_code_notes_is_one_of_its_game(path: Path) -> None:
    definition = load("hegemony" if "hegemony" in path.parts else "capital-lux-2")
    every = {outcome.id for rule in definition.rules.values() for outcome in rule.outcomes}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("note", "step"):
            outcome = node.args[-1] if node.args else None
            if isinstance(outcome, ast.Constant):
                assert outcome.value in every, f"{path.name}:{node.lineno}"
