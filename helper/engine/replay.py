"""The fold: a journal's entries carried out one after another, as far as that is possible."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from helper.engine.journal import Entry
from helper.engine.move import Applied
from helper.engine.position import Position
from helper.engine.resolution import Step
from helper.errors import HelperError
from helper.frozen import Frozen


class Played(Frozen):
    """An entry that was carried out, with its steps and, for a procedure, its result."""

    entry: Entry
    steps: tuple[Step, ...]
    result: Mapping[str, object] | None


class Replay(Frozen):
    """Where a journal leads: the position reached, what was played on the way, and what stopped it, if anything.

    `positions` are those on the way: each lies before what was played at its place, the last is the one reached.
    """

    position: Position
    played: tuple[Played, ...]
    stopped_at: int | None = None
    stopped_by: HelperError | None = None
    positions: tuple[Position, ...] = ()

    @property
    def accepted(self) -> int:
        """Return how many entries were carried out."""
        return len(self.played)


def replay(
    first: Position, entries: tuple[Entry, ...], carry_out: Callable[[Position, Entry], Applied], before: int | None = None
) -> Replay:
    """Carry out the entries that count, in order, up to the one numbered `before`; stops at the first that cannot be."""
    position = first
    positions, played = [first], list[Played]()
    for entry in entries:
        if not entry.counts or (before is not None and entry.event.n >= before):
            continue
        try:
            applied = carry_out(position._replace(now=entry.event.n), entry)
        except HelperError as error:
            return Replay(position, tuple(played), entry.event.n, error, tuple(positions))
        position = applied.position
        positions.append(position)
        played.append(Played(entry, applied.steps, applied.result))
    return Replay(position, tuple(played), positions=tuple(positions))
