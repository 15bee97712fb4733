"""What modules of the shape before this one read and change by: plain texts. It goes with the last of them.

A module says `from helper.engine.bridge import Effects, View` until it is rewritten; its conditions enter by `adopt`, its effects
work on a `Bridge` over the play. What they change cites the move's rule and no outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, cast

from helper.definitions.schema import GameDefinition
from helper.engine import verdict
from helper.engine.effects import Effects as Effects
from helper.engine.move import Move, Open
from helper.engine.play import Cause, Play
from helper.engine.position import Board, Position
from helper.engine.rules import Condition, Rules

if TYPE_CHECKING:
    from helper.engine.figures import Argument, Path, Readable

Predicate = Callable[["View", Move], Iterable[Mapping[str, object]]]


class View:
    """A view as old predicates see it; reads under the same eyes."""

    def __init__(self, view: verdict.View) -> None:
        self.view = view
        self.definition: GameDefinition = view.definition
        self.position: Position = view._position
        self.fresh = view._fresh

    def read(self, path: str) -> object:
        """Return a figure; raises Unknown where nobody told it, and notes it where it was told earlier."""
        return self.view[cast("Readable[object]", path)]

    def count(self, path: str) -> int:
        """Return a figure that is a whole number; raises Unknown as `read` does."""
        value = self.read(path)
        assert isinstance(value, int)
        return value

    def confirm(self, path: str) -> None:
        """Ask for a figure that must be known as it is now."""
        self.view.confirm(cast("Readable[object]", path))

    def option(self, id: str) -> str:
        """Return the reading of an option; raises Unsettled where the record has not settled it."""
        return self.view.option(id)


def adopt(code: Rules, predicates: Mapping[str, Predicate]) -> None:
    """Take in the conditions of an old module, which are called by one name in the whole game; raises ValueError for a second one."""
    for name, predicate in predicates.items():
        if name in code.others:
            raise ValueError(f"{name} is written twice")
        code.others[name] = verdict.nothing_due if predicate is nothing_due else _condition(predicate)


def _condition(predicate: Predicate) -> Condition:
    return lambda at: iter(predicate(View(at), at.move))


def nothing_due(view: View, move: Move) -> Iterator[Mapping[str, object]]:
    """Yield each decision that somebody must take before anything else is done."""
    yield from verdict.nothing_due(view.view)


def in_turn(to_move: Callable[[Position], str | None]) -> Predicate:
    """Return the predicate that yields whose turn it is where another seat moves; where nobody's is, anyone may."""

    def predicate(view: View, move: Move) -> Iterator[Mapping[str, object]]:
        mover = to_move(view.position)
        if mover and move.seat != mover:
            yield {"seat": mover}

    return predicate


def argument(move: Move, key: str) -> object:
    """Return an argument of a move; raises Open where it is not given."""
    if key not in move.arguments:
        raise Open(key)
    return move.arguments[key]


def reads(at: Board) -> Callable[[str], object]:
    """Return the reader that old facts take: raises Unknown as a board does."""
    return cast("Callable[[str], object]", at.__getitem__)


def snapshot(play: Play) -> Position:
    """Return the position as it stands in the midst of a play, for old code that asks for one."""
    return Position(play.seats, play.options, dict(play._figures), dict(play._told), play.due, play.now)


class Bridge(Effects):
    """A play as old effects change it."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.steps = play.steps
        self.questions = play.questions
        self.left_out = play.left_out
        self._seen: tuple[int, Position] | None = None
        self._cause = Cause(play, play.move.rule, "")

    @property
    def position(self) -> Position:
        """Return the position with all changes so far."""
        if self._seen is None or self._seen[0] != self.play._version or self._seen[1].due is not self.play.due:
            self._seen = self.play._version, snapshot(self.play)
        return self._seen[1]

    @position.setter
    def position(self, position: Position) -> None:
        for path in [path for path in self.play._figures if path not in position.figures]:
            self._cause.set(cast("Path[object]", path), None)
        for path, value in position.figures.items():
            if self.play._figures.get(path) is not value or self.play._told.get(path) != position.told.get(path):
                self._cause.set(cast("Path[object]", path), value)
        self.play.due = position.due

    def read(self, path: str) -> object | None:
        """Return a figure as it stands after the changes so far, None where it is unknown."""
        return self.play._figures.get(path)

    def set(self, path: str, value: object) -> None:
        """Give a figure a value; None makes it unknown."""
        self._cause.set(cast("Path[object]", path), value)

    def ask(self, parameter: str, rule: str, outcome: str, /, about: str = "", **values: object) -> None:
        """Note a decision that the table must give first."""
        self.play.ask(cast("Argument[object]", parameter), rule, outcome, about, **values)
