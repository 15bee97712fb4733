"""The record of an evening: events that are only ever appended, and which of them count.

An amendment names its target. `withdraw` takes an entry out, a correction or another withdrawal included: undo withdraws
the last entry that counts, redo withdraws that withdrawal. `correct` gives an entry another body; the entry keeps its
number for ever. `change` amends the header: who sits where, and the options; all of the record follows anew, as after a correction.
"""

from __future__ import annotations

from collections.abc import Mapping

from helper.frozen import Frozen

FORMAT = 2
FIRST_FORMAT = 1
"""The format of a record whose header was never changed: every version of the program reads it."""
CHANGE = "change"
ENTRIES = ("move", "observe", "adjust", CHANGE)
UNDO, REDO, CORRECT = "undo", "redo", "correct"


class Event(Frozen):
    """One line of a journal.

    `id` is random, made where the event was entered, so that a retry is recognised; `by` is the seat or device. `body`
    is what was entered, with ids only; `target` the number an amendment speaks of; `witness` the verdict and points
    given at the time, which replay compares with and the fold never reads.
    """

    n: int
    id: str
    at: str
    by: str
    kind: str
    body: Mapping[str, object] = {}
    target: int | None = None
    witness: Mapping[str, object] = {}

    def to_json(self) -> dict[str, object]:
        """Return the event as a plain mapping."""
        return {key: value for key, value in self._asdict().items() if value not in (None, {})}


class Header(Frozen):
    """What a record is pinned to: game, rules version, options, who sits where, and the house file of the group, if any."""

    game: str
    version: str
    seats: Mapping[str, str]
    roles: Mapping[str, str]
    options: Mapping[str, str]
    start: str
    format: int = FIRST_FORMAT
    name: str = ""
    created: str = ""
    house: Mapping[str, object] = {}

    def to_json(self) -> dict[str, object]:
        """Return the header as a plain mapping; without a house file it says nothing of one."""
        return {key: value for key, value in self._asdict().items() if key != "house" or value}


class Journal(Frozen):
    """A header and its events, numbered from 1 in their order."""

    header: Header
    events: tuple[Event, ...] = ()

    @property
    def now(self) -> Header:
        """Return the header as the changes leave it that count."""
        if all(event.kind != CHANGE for event in self.events):
            return self.header
        header = self.header
        for entry in entries(self.events):
            if entry.event.kind == CHANGE and entry.counts:
                header = changed(header, entry.body)
        return header


class Entry(Frozen):
    """An entry as it stands now: the event, the body that counts, and by which amendment it differs or is out.

    `witness` was given together with the body that counts.
    """

    event: Event
    body: Mapping[str, object]
    counts: bool
    amended_by: int | None
    witness: Mapping[str, object]


def entries(events: tuple[Event, ...]) -> tuple[Entry, ...]:
    """Return every entry (moves, observations, adjustments) in order, as the amendments leave it."""
    out, bodies = _amendments(events)
    found = []
    for event in events:
        if event.kind in ENTRIES:
            correction = bodies.get(event.n)
            withdrawn = out.get(event.n)
            stands = correction or event
            amended_by = withdrawn or (correction.n if correction else None)
            found.append(Entry(event, stands.body, withdrawn is None, amended_by, stands.witness))
    return tuple(found)


def changed(header: Header, body: Mapping[str, object]) -> Header:
    """Return a header with the options and seats that a change names; a seat that nobody has any more goes."""
    merged = {}
    for part in ("options", "seats", "roles"):
        new, held = body.get(part), getattr(header, part)
        pairs = {**held, **new} if isinstance(new, Mapping) else held
        merged[part] = {key: value for key, value in pairs.items() if isinstance(value, str)}
    return header._replace(**merged)


def _amendments(events: tuple[Event, ...]) -> tuple[dict[int, int], dict[int, Event]]:
    """Return what is withdrawn and by which event, and the correction that counts for each corrected entry."""
    out: dict[int, int] = {}
    bodies: dict[int, Event] = {}
    for event in reversed(events):
        if event.target is None or event.n in out:
            continue
        if event.kind == CORRECT:
            bodies.setdefault(event.target, event)
        else:
            out.setdefault(event.target, event.n)
    return out, bodies


def last_that_counts(events: tuple[Event, ...]) -> Event | None:
    """Return what undo would withdraw: the last entry or correction that counts, or None."""
    out, _ = _amendments(events)
    for event in reversed(events):
        if event.kind in (*ENTRIES, CORRECT) and event.n not in out:
            return event
    return None


def last_undone(events: tuple[Event, ...]) -> Event | None:
    """Return the undo that redo would withdraw, or None where there is none or a new entry came after it."""
    out, _ = _amendments(events)
    for event in reversed(events):
        if event.n in out or event.kind == REDO:
            continue
        return event if event.kind == UNDO else None
    return None


def withdrawal(events: tuple[Event, ...], n: object) -> Event | None:
    """Return what withdrew the event numbered `n`, or None where it counts or there is none such."""
    number = _amendments(events)[0].get(n) if isinstance(n, int) else None
    return events[number - 1] if number else None


def append(journal: Journal, *new: Event) -> Journal:
    """Return the journal with events added; one whose id is already there (a retry) is left out."""
    known = {event.id for event in journal.events}
    return journal._replace(events=journal.events + tuple(event for event in new if event.id not in known))
