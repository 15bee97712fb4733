"""Go through a record again: what its entries would be judged now, and what withdrawn ones did when they were made."""

from __future__ import annotations

from collections.abc import Iterator

from helper.engine.journal import Entry
from helper.engine.position import Position
from helper.engine.replay import Played
from helper.engine.verdict import FAILS, ILLEGAL, Verdict, nothing_due
from helper.errors import HelperError
from helper.frozen import Frozen
from helper.table.evening import Evening


class Judged(Frozen):
    """A move of the record, what it would be judged now, and the position after it."""

    entry: Entry
    verdict: Verdict
    position: Position


def judged(evening: Evening, since: int = 0) -> Iterator[Judged]:
    """Yield the moves that were carried out behind the entry numbered `since`, each judged where it stands now."""
    position = evening.game.start(evening.definition, evening.header)
    for entry, _, _, after in evening.replay.played:
        before, position = position._replace(now=entry.event.n), after
        if entry.event.kind == "move" and entry.event.n > since:
            yield Judged(entry, evening.judge(before, evening.move(entry.body)), position)


def unfit(evening: Evening) -> list[Judged]:
    """Return the moves that the rules forbid since an entry before them was corrected, and that nobody forced."""
    corrected = [one for one in evening.entries if one.counts and one.amended_by]
    if not corrected:
        return []
    since, until = min(one.event.n for one in corrected), max(one.amended_by or 0 for one in corrected)
    later = (one for one in judged(evening, since) if one.entry.event.n < until)
    return [one for one in later if one.verdict.outcome == ILLEGAL and one.entry.witness.get("verdict") not in (None, ILLEGAL)]


def only_passed_over(evening: Evening, verdict: Verdict) -> bool:
    """Return whether nothing is wrong with a move but that a decision was due: what is still due of it is shown as such."""
    failing = [one for one in verdict.reasons if one.state == FAILS]
    found = (
        evening.game.CODE.condition(one.rule, condition)
        for one in failing
        for condition in evening.definition.rules[one.rule].requires
        if condition.id == one.condition
    )
    return all(code is nothing_due for code in found)


def as_before(evening: Evening, position: Position, entry: Entry, verdict: Verdict) -> bool:
    """Return whether all that forbids a correction forbids the entry as it stands too: the correction is not to blame for it."""
    try:
        was = evening.judge(position, evening.move(entry.body))
    except HelperError:
        return False
    return all(one in was.reasons for one in verdict.reasons if one.state == FAILS)


def withdrawn(evening: Evening) -> dict[int, Played]:
    """Return the withdrawn entries as they were carried out, by their numbers; without those that could not be."""
    found: dict[int, Played] = {}
    if all(one.counts for one in evening.entries):
        return found
    position = side = evening.game.start(evening.definition, evening.header)
    for entry in evening.entries:
        try:
            applied = evening.carry_out((position if entry.counts else side)._replace(now=entry.event.n), entry)
        except HelperError:
            if entry.counts:
                break
            continue
        side = applied.position
        if entry.counts:
            position = applied.position
        else:
            found[entry.event.n] = Played(entry, applied.steps, applied.result, side)
    return found
