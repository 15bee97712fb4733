"""May a move with open arguments be completed at all? Its smallest ways are tried, and where all are refused, so is the move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from helper.engine.move import Move
from helper.engine.verdict import FAILS, ILLEGAL, LEGAL, UNKNOWN, LookAt, Reason, Unknown, Verdict

Named = tuple[str, str]
"""A condition by its rule and its id."""
MOST_TRIED = 500
"""How many ways are tried; a move that has more of them is left as it was judged."""


def best(ways: Iterable[Move], judge: Callable[[Move], Verdict], order: Sequence[Named] = ()) -> Verdict | None:
    """Return the verdict on the way that is least refused, a legal one at once; of two refused, the one that fails later in `order`.

    None where there is nothing to complete, or more than can be tried; unknown where the ways follow from what nobody told.
    """
    found: Verdict | None = None
    try:
        for tried, way in enumerate(ways, 1):
            verdict = judge(way)
            if verdict.outcome == LEGAL:
                return verdict
            if tried == MOST_TRIED:
                return None
            if found is None or _badness(verdict, order) < _badness(found, order):
                found = verdict
    except Unknown as unknown:
        return Verdict(UNKNOWN, look_at=tuple(map(LookAt, unknown.paths)))
    return found


def completed(verdict: Verdict, ways: Iterable[Move], judge: Callable[[Move], Verdict], order: Sequence[Named]) -> Verdict:
    """Return the verdict on a move with open arguments: as it was judged, or refused where every way to complete it is.

    The reasons are then the conditions that the nearest way does not meet: the one that meets most, in the `order` of the rule.
    """
    if verdict.outcome == ILLEGAL:
        return verdict
    nearest = best(ways, judge, order)
    if nearest is None or nearest.outcome != ILLEGAL:
        return verdict
    unmet = dict.fromkeys((one.rule, one.condition) for one in nearest.reasons if one.state == FAILS)
    return Verdict(ILLEGAL, tuple(Reason(rule, condition, FAILS, by_no_way=True) for rule, condition in unmet), notes=verdict.notes)


def _badness(verdict: Verdict, order: Sequence[Named]) -> tuple[bool, int, int]:
    failed = [order.index((one.rule, one.condition)) for one in verdict.reasons if one.state == FAILS and order]
    return verdict.outcome == ILLEGAL, -min(failed, default=0), len(verdict.reasons)
