"""What follows from the changes that moves cite: the differences of one, and how a number of a record came to stand where it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from helper.engine.journal import Entry
from helper.engine.move import Applied, Change
from helper.engine.position import Position
from helper.frozen import Frozen


def differences(changes: Iterable[Change]) -> Mapping[str, tuple[object, object]]:
    """Return what changed in the end, by path: before and after, None where unknown."""
    found: dict[str, tuple[object, object]] = {}
    for one in changes:
        found[one.path] = found.get(one.path, (one.before,))[0], one.after
    return {path: pair for path, pair in found.items() if pair[0] != pair[1]}


class Line(Frozen):
    """A change of a number in a record: the entry, the rule and outcome that brought it, by how much; None where it is not known."""

    n: int
    rule: str
    outcome: str
    amount: int | None


def ledger(first: Position, entries: Iterable[Entry], carry_out: Callable[[Position, Entry], Applied], figure: str) -> tuple[Line, ...]:
    """Return how a figure came to stand where it does, each change with its entry; where people told it there is no rule.

    The record is carried out anew: a fold that kept every change of ten thousand entries would take a third longer.
    """
    position, found = first, []
    for entry in entries:
        applied = carry_out(position._replace(now=entry.event.n), entry)
        position = applied.position
        found += [Line(entry.event.n, one.rule, one.outcome, _difference(one)) for one in applied.changes if one.path == figure]
    return tuple(found)


def _difference(change: Change) -> int | None:
    before, after = change.before or 0, change.after
    return after - before if isinstance(after, int) and isinstance(before, int) else None
