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
    """An entry that was carried out, with its steps, for a procedure its result, and the position that it led to."""

    entry: Entry
    steps: tuple[Step, ...]
    result: Mapping[str, object] | None
    position: Position


class Replay(Frozen):
    """Where a journal leads: the position reached, what was played on the way, and what stopped it, if anything."""

    position: Position
    played: tuple[Played, ...]
    stopped_at: int | None = None
    stopped_by: HelperError | None = None

    @property
    def accepted(self) -> int:
        """Return how many entries were carried out."""
        return len(self.played)


def replay(
    first: Position,
    entries: tuple[Entry, ...],
    carry_out: Callable[[Position, Entry], Applied],
    before: int | None = None,
    earlier: tuple[Played, ...] = (),
) -> Replay:
    """Carry out the entries that count, in order, up to the one numbered `before`; stops at the first that cannot be.

    What `earlier` has of them, played from the same position by the same rules, is not carried out again.
    """
    position = first
    played: list[Played] = []
    known = iter(earlier)
    for entry in entries:
        if not entry.counts or (before is not None and entry.event.n >= before):
            continue
        done = next(known, None)
        if done and done.entry == entry:
            position = done.position
            played.append(done)
            continue
        known = iter(())
        try:
            applied = carry_out(position._replace(now=entry.event.n), entry)
        except HelperError as error:
            return Replay(position, tuple(played), entry.event.n, error)
        position = applied.position
        played.append(Played(entry, applied.steps, applied.result, position))
    return Replay(position, tuple(played))
