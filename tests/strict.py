"""A strict table for tests: a path that nobody declared, with another value on an axis or a value of another type, raises wherever it
is read or written; and so does an outcome that the rule does not have. `conftest.py` lays it under every test of a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from helper.definitions.schema import GameDefinition
from helper.engine.figures import Figures
from helper.engine.move import Applied
from helper.engine.play import Cause, Play
from helper.engine.position import Board, Position

OPPONENT = "ROB"
"""The seat of the opponent that a game brings: a turn of his can be forced at a table where he does not sit."""


class Undeclared(AssertionError):
    """A path was used that nobody declared, or with a value that no axis has."""


class Strict(dict[str, object]):
    """Figures that answer for declared paths alone."""

    def __init__(self, figures: Mapping[str, object], seats: tuple[str, ...], definition: GameDefinition) -> None:
        super().__init__(figures)
        self._about = definition, seats

    def _check(self, path: str) -> None:
        if not is_declared(*self._about, str(path)):
            raise Undeclared(path)

    def __getitem__(self, path: str) -> object:
        self._check(path)
        return super().__getitem__(path)

    def get(self, path: str, otherwise: object = None) -> object:
        self._check(path)
        return super().get(path, otherwise)

    def __contains__(self, path: object) -> bool:
        self._check(str(path))
        return super().__contains__(path)

    def __setitem__(self, path: str, value: object) -> None:
        self._check(path)
        super().__setitem__(path, value)

    def pop(self, path: str, otherwise: object = None) -> object:
        self._check(path)
        return super().pop(path, otherwise)


_declared: dict[tuple[int, tuple[str, ...], str], bool] = {}


def is_declared(definition: GameDefinition, seats: tuple[str, ...], path: str) -> bool:
    key = (id(definition), seats, path)
    if key not in _declared:
        keys = [one.key for one in definition.inputs] + [own for own, readers in figures_of(definition.id).keys.items() if not readers]
        _declared[key] = any(_fits(definition, seats, one.split("."), path.split(".")) for one in keys)
    return _declared[key]


@cache
def figures_of(game: str) -> Figures:
    found: Figures = import_module(f"helper.games.{game.replace('-', '_')}.figures").FIGURES
    return found


def _fits(definition: GameDefinition, seats: tuple[str, ...], wanted: list[str], parts: list[str]) -> bool:
    return len(wanted) == len(parts) and all(_is_of(definition, seats, *pair) for pair in zip(wanted, parts, strict=True))


def _is_of(definition: GameDefinition, seats: tuple[str, ...], wanted: str, part: str) -> bool:
    if not wanted.startswith("<"):
        return wanted == part
    axis = wanted.strip("<>")
    if axis == "seat":
        return part in seats or part == OPPONENT
    known = definition.axes.get(axis, definition.roles if axis in ("role", "owner") else None)
    return part in known if known is not None else bool(part)


def lay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every board, and every play, strict."""
    board, play, set_, done = Board.__init__, Play.__init__, Cause.__init__, Play.done

    def strict_board(self: Any, definition: GameDefinition, position: Position) -> None:
        board(self, definition, position)
        if isinstance(definition, GameDefinition) and definition.id in ("capital-lux-2", "hegemony"):
            self._figures = self._kept = Strict(position.figures, position.seats, definition)

    def strict_play(self: Any, definition: GameDefinition, position: Position, *more: Any) -> None:
        play(self, definition, position, *more)
        if definition.id in ("capital-lux-2", "hegemony"):
            strict = Strict(position.figures, position.seats, definition)
            self._figures = self._kept = strict

    def strict_cause(self: Any, play: Play, rule: str, outcome: str) -> None:
        if rule and outcome:
            play.definition.rules[rule].outcome(outcome)
        set_(self, play, rule, outcome)

    def plainly_done(self: Play) -> Applied:
        applied = done(self)
        return applied._replace(position=applied.position._replace(figures=dict(applied.position.figures)))

    monkeypatch.setattr(Play, "done", plainly_done)
    monkeypatch.setattr(Board, "__init__", strict_board)
    monkeypatch.setattr(Play, "__init__", strict_play)
    monkeypatch.setattr(Cause, "__init__", strict_cause)
