"""What a player does, as one generic value; and what carrying it out gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from helper.engine.position import Position
from helper.engine.resolution import Grid, Step
from helper.errors import Fault
from helper.frozen import Frozen

if TYPE_CHECKING:
    from helper.engine.figures import Argument, T


_tuple = tuple.__new__


class Open(Exception):
    """An argument was read that is still open."""


class Move(Frozen):
    """A rule that a seat plays, with its arguments by parameter key; what is left out is open."""

    rule: str
    seat: str | None
    arguments: Mapping[str, object]


class Question(Frozen):
    """A decision of the table that a procedure came to and that was not given: the parameter that gives it, and the asking.

    Where the parameter is a list, `about` is the id of what in it is asked for.
    """

    parameter: str
    step: Step
    about: str = ""


class Change(Frozen):
    """A figure that changed, None where it was or is not known, and the outcome of a rule that changed it."""

    path: str
    before: object
    after: object
    rule: str
    outcome: str


def changed(path: str, before: object, after: object, rule: str, outcome: str) -> Change:
    """Return a change; as `Change(…)` does, in a quarter of the time, for every move makes some."""
    return _tuple(Change, (path, before, after, rule, outcome))


class Applied(Frozen):
    """The position after a move, the steps that led there, and what changed by which outcome; of a procedure its result and tables.

    With `questions` the procedure went on by a stopgap and must not be recorded before they are answered. `missing` are figures that
    nobody told and that it could have used; with `stopped_by` it could not do without, and nothing changed. What is in `left_out` the
    table did by itself, and somebody must say that it did.
    """

    position: Position
    steps: tuple[Step, ...] = ()
    result: Mapping[str, object] | None = None
    grids: tuple[Grid, ...] = ()
    questions: tuple[Question, ...] = ()
    changes: tuple[Change, ...] = ()
    missing: tuple[str, ...] = ()
    stopped_by: tuple[Fault, ...] = ()
    left_out: tuple[Step, ...] = ()


def given(move: Move, argument: Argument[T]) -> T:
    """Return an argument of a move; raises Open where it is not given."""
    if argument not in move.arguments:
        raise Open(argument)
    return move.arguments[argument]  # type: ignore[return-value]


def named(move: Move, argument: Argument[T]) -> T | None:
    """Return an argument of a move, or nothing where it is not given."""
    return move.arguments.get(argument)  # type: ignore[return-value]
