"""Who is ahead, and why: points line by line, ranks with shared places, and how a tie was broken."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from helper.engine.resolution import Step
from helper.frozen import Frozen


class ScoreLine(Frozen):
    """Points under one rule, as the rule's outcome words them."""

    rule: str
    outcome: str
    points: int
    values: Mapping[str, object] = {}


class Scoresheet(Frozen):
    """The points of one seat; the total is never stored. `untold` are figures without which there is no total."""

    seat: str
    lines: tuple[ScoreLine, ...]
    untold: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """Return the sum of the lines."""
        return sum(line.points for line in self.lines)


class Standing(Frozen):
    """All scoresheets with their ranks; winners and tie-break only when the game is over."""

    sheets: tuple[Scoresheet, ...]
    ranks: tuple[int, ...]
    final: bool = False
    winners: tuple[str, ...] = ()
    tie_break: str | None = None
    verdict: Step | None = None


def rank(sheets: tuple[Scoresheet, ...], strength: Callable[[Scoresheet], tuple[int, ...]]) -> tuple[int, ...]:
    """Return the place of each sheet by falling `strength`; equals share a place, and the next ones are left free.

    What lacks a figure has no place: nothing.
    """
    keys = [None if sheet.untold else strength(sheet) for sheet in sheets]
    known = [key for key in keys if key is not None]
    return tuple(0 if key is None else 1 + sum(other > key for other in known) for key in keys)
