"""What lies on the table at one moment: figures by path, frozen.

A position is told figures; what nobody told is not there, and is unknown, never zero. `told` keeps the number of the
event that last touched each figure.
"""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.schema import Term
from helper.frozen import Frozen


class Due(Frozen):
    """A decision that a move left open: the rule that answers it, who decides, and between what.

    One that the record passed over (a forced move, a correction of what came before) is `overdue`: still to be given, in nobody's way.
    """

    rule: str
    seat: str
    name: Term
    choices: tuple[Term, ...]
    mandatory: bool
    overdue: bool = False


class Position(Frozen):
    """Figures by path (`players.P1.gold`), with who sits where, the options, and the decisions that are due."""

    seats: tuple[str, ...]
    options: Mapping[str, str]
    figures: Mapping[str, object]
    told: Mapping[str, int]
    due: tuple[Due, ...] = ()
    now: int = 0

    def put(self, changes: Mapping[str, object]) -> Position:
        """Return the position with figures changed by the event that is being applied."""
        return self._replace(figures={**self.figures, **changes}, told={**self.told, **dict.fromkeys(changes, self.now)})

    def forget(self, path: str) -> Position:
        """Return the position with a figure that is no longer known."""
        if path not in self.figures:
            return self
        left = dict(self.figures)
        del left[path]
        return self._replace(figures=left)

    def number(self, path: str, default: int = 0) -> int:
        """Return a whole number, or `default` where it is unknown or none."""
        value = self.figures.get(path)
        return value if isinstance(value, int) else default

    def word(self, path: str) -> str:
        """Return a text, empty where it is unknown or none."""
        value = self.figures.get(path)
        return value if isinstance(value, str) else ""
