"""What a player does, as one generic value; and what carrying it out gives."""

from __future__ import annotations

from collections.abc import Mapping

from helper.engine.position import Position
from helper.engine.resolution import Grid, Step
from helper.frozen import Frozen


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


class Applied(Frozen):
    """The position after a move, the steps that led there; and of a procedure its result, with tables of what matters.

    With `questions` the procedure went on by a stopgap and must not be recorded before they are answered; what is in
    `left_out` the table did by itself, and somebody must say that it did.
    """

    position: Position
    steps: tuple[Step, ...] = ()
    result: Mapping[str, object] | None = None
    grids: tuple[Grid, ...] = ()
    questions: tuple[Question, ...] = ()
    left_out: tuple[Step, ...] = ()
