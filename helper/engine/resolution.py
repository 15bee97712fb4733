"""The answer of a procedure: its result and its numbered steps, none left out."""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.schema import Phrase, Term
from helper.frozen import Frozen


class Step(Frozen):
    """One thing that happened under a rule, as the rule's outcome words it; also when it changed nothing."""

    rule: str
    outcome: str
    values: Mapping[str, object] = {}


class Warned(Frozen):
    """Something the reader should know beside the answer: a fault code with its values, or a step's wording."""

    code: str
    values: Mapping[str, object] = {}


Cell = int | str | Term | Phrase | None


class Grid(Frozen):
    """A small table for whoever shows an answer, such as limits by district: words of the game and figures only.

    `against` is the column that those behind it are measured by, such as a limit; 0 where there is none. `scores` are the columns
    that tell who is ahead.
    """

    title: Term
    columns: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    against: int = 0
    scores: tuple[int, ...] = ()


class Resolution(Frozen):
    """What a procedure gives: a result of plain values, its steps, warnings, and tables of what matters in the result.

    With `questions` something must be told first: the input that tells it, and the asking.
    """

    result: Mapping[str, object]
    steps: tuple[Step, ...] = ()
    warnings: tuple[Warned, ...] = ()
    grids: tuple[Grid, ...] = ()
    questions: tuple[tuple[str, Step], ...] = ()
