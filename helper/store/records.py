"""Records by name, which of them is current, and the one way to write: ask, and append if nobody was quicker."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from helper.definitions.fold import nearest
from helper.definitions.house import read_house
from helper.definitions.names import as_kept, named, unfit
from helper.engine.journal import CHANGE, FIRST_FORMAT, FORMAT, UNDO, Event, Header, Journal
from helper.errors import Damaged, Fault, UnreadableInput
from helper.frozen import Frozen
from helper.store.database import BY_ID, copy_to_backup, damaged, default_path, opened, reading, texts, writing
from helper.store.seals import holds, sealed
from helper.table import Stamp, handle
from helper.table.evening import taken_in
from helper.table.exchange import read, read_event, read_header, written

BACKUP_EACH = 10


def now() -> str:
    """Return the time as records keep it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


class Stored(Frozen):
    """A record as a list shows it."""

    id: str
    name: str
    game: str
    seats: tuple[str, ...]
    created: str
    events: int
    current: bool


class Created(Frozen):
    """A new record, and the name of the one that was current before."""

    id: str
    name: str
    replaced: str | None


class Imported(Frozen):
    """A record that came from elsewhere, under the name that it has here.

    `again` is the record that was here already and is the same, or that begins or goes on as this one does, with its number of
    entries. What cannot be followed is named: the entry and why.
    """

    id: str
    name: str
    game: str
    events: int
    again: str | None = None
    again_events: int = 0
    stops_at: int | None = None
    stopped_by: tuple[Fault, ...] = ()


class Store:
    """A file of records. Every call opens it anew, so threads and processes may share it.

    `game` is the game of the record that was loaded last.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_path()
        self.game = ""

    def records(self) -> list[Stored]:
        """Return every record, the oldest first."""
        with reading(self.path) as db:
            current = _setting(db)
            rows = db.execute(
                "SELECT id, name, header, created, (SELECT count(body) FROM event WHERE record = record.id),"
                f" (SELECT count(*) FROM event {BY_ID} WHERE record = record.id) FROM record ORDER BY created, name"
            ).fetchall()
            _named(db)
            for row in rows:
                texts(row[:4])
        found = []
        for id, name, raw, created, events, by_id in rows:
            header = self._header(id, raw, name)
            if events != by_id:
                raise self._damaged(min(events, by_id) + 1, name)
            found.append(Stored(id, name, header.game, tuple(header.seats.values()), created, events, id == current))
            if header.format > FIRST_FORMAT:
                found[-1] = found[-1]._replace(seats=tuple(self.load(id)[1].now.seats.values()))
        return found

    def create(self, journal: Journal) -> Created:
        """Keep a new journal and make it current; no other record is touched.

        Raises UnreadableInput where its name is taken.
        """
        with opened(self.path) as db:
            with writing(db):
                before = _setting(db)
                replaced = db.execute("SELECT name FROM record WHERE id = ?", (before,)).fetchone()
                id, name = _insert(db, journal, journal.header.name)
                _set(db, id)
            copy_to_backup(db, self.path)
        return Created(id, name, replaced[0] if replaced else None)

    def use(self, given: str) -> Stored:
        """Make a record current and return it; raises UnreadableInput where `given` names none, or several."""
        with opened(self.path) as db, writing(db):
            id = _find(db, given)
            _set(db, id)
        return next(one for one in self.records() if one.id == id)

    def load(self, record: str | None = None) -> tuple[str, Journal]:
        """Return a record, the current one unless it is named, with its id.

        Raises UnreadableInput where there is none, Damaged where it cannot be read.
        """
        with reading(self.path) as db:
            return self._read(db, record)

    def ask(self, request: Mapping[str, object], language: str, stamp: Stamp, record: str | None = None) -> dict[str, object]:
        """Answer a request on a record, and append what it records, in one transaction.

        Where somebody else wrote in between, what they wrote is read and the request asked again, while nobody else may write.
        An undo withdraws what was last when it was asked, or nothing.
        """
        id, journal = self.load(record)
        answer = handle(journal, request, language, stamp)
        if not answer.append:
            return answer.answer
        with opened(self.path) as db:
            with writing(db):
                if db.execute("SELECT count(*) FROM event WHERE record = ?", (id,)).fetchone() != (len(journal.events),):
                    if request.get("do") == UNDO:
                        request = {"target": answer.append[0].target, **request}
                    journal = self._read(db, id)[1]
                    answer = handle(journal, request, language, stamp)
                elif db.execute("SELECT 1 FROM record WHERE id = ?", (id,)).fetchone() is None:
                    raise UnreadableInput(Fault("no_current_record", {"known": _names(db)}))
                _append(db, id, answer.append)
                if any(event.kind == CHANGE for event in answer.append):
                    _raise_format(db, id, journal.header)
            length = len(journal.events)
            if length // BACKUP_EACH != (length + len(answer.append)) // BACKUP_EACH:
                copy_to_backup(db, self.path)
        return answer.answer

    def export(self, record: str | None = None) -> str:
        """Return a record as JSON Lines: its header, then an event a line."""
        return written(self.load(record)[1])

    def import_(self, text: str, name: str = "", as_far_as_possible: bool = False) -> Imported:
        """Keep a record that was exported here or elsewhere, under `name`, its own, or a new one where that is taken.

        Raises UnreadableInput where it is no record or its game is not known, Damaged where it is of a newer format or lines
        are damaged. Nothing is kept then.
        """
        journal = read(text, as_far_as_possible)
        if journal.header.house:
            read_house(journal.header.house, "house")
        replay = taken_in(journal).replay
        with opened(self.path) as db:
            with writing(db):
                again = _known(db, journal)
                id, kept = _insert(db, journal, name, journal.header.name)
                _append(db, id, journal.events)
            copy_to_backup(db, self.path)
        faults = replay.stopped_by.faults if replay.stopped_by else ()
        return Imported(id, kept, journal.header.game, len(journal.events), *again, replay.stopped_at, tuple(faults))

    def delete(self, record: str) -> Stored:
        """Delete a record for good and return what it was."""
        with reading(self.path) as db:
            id = _find(db, record)
        gone = next(one for one in self.records() if one.id == id)
        with opened(self.path) as db:
            with writing(db):
                db.execute("DELETE FROM event WHERE record = ?", (id,))
                db.execute("DELETE FROM record WHERE id = ?", (id,))
                db.execute("DELETE FROM setting WHERE value = ?", (id,))
            copy_to_backup(db, self.path)
        return gone

    def find(self, given: str) -> Stored:
        """Return the record that `given` names; raises UnreadableInput where it names none, or several."""
        with reading(self.path) as db:
            id = _find(db, given)
        return next(one for one in self.records() if one.id == id)

    def _read(self, db: sqlite3.Connection, record: str | None) -> tuple[str, Journal]:
        id = _find(db, record)
        (name, raw) = texts(db.execute("SELECT name, header FROM record WHERE id = ?", (id,)).fetchone() or (None,))
        rows = db.execute("SELECT n, body FROM event WHERE record = ? ORDER BY n", (id,)).fetchall()
        (length,) = db.execute(f"SELECT count(*) FROM event {BY_ID} WHERE record = ?", (id,)).fetchone()
        header = self._header(id, raw, name)
        self.game = header.game
        events = [read_event(body) if holds(body, id, n) else None for n, body in rows]
        for place, event in enumerate(events, 1):
            if event is None or event.n != place:
                raise self._damaged(place, name)
        if len(events) != length:
            raise self._damaged(len(events) + 1, name)
        return id, Journal(header, tuple(event for event in events if event))

    def _header(self, id: str, raw: str, name: str) -> Header:
        try:
            header = read_header(raw)
        except UnreadableInput as error:
            raise self._damaged(0, name) from error
        if header.name != name or not holds(raw, id):
            raise self._damaged(0, name)
        return header

    def _damaged(self, n: int, record: str) -> Damaged:
        return Damaged(Fault("damaged_entry", {"n": n, "record": record}), damaged(self.path))


def _insert(db: sqlite3.Connection, journal: Journal, wanted: str, suggested: str = "") -> tuple[str, str]:
    """Insert the header of a journal under a name that nobody has; return its id and name."""
    taken = {as_kept(name) for name in _names(db)}
    wanted = as_kept(wanted)
    if wanted in taken:
        raise UnreadableInput(Fault("record_name_taken", {"given": wanted}))
    if wanted and (why := unfit(wanted)):
        raise UnreadableInput(Fault("bad_record_name", why))
    header = journal.header
    stem = wanted or as_kept(suggested) or "-".join(filter(None, (header.game, header.created[:10])))
    name, counter = stem, 1
    while name in taken:
        counter += 1
        name = f"{stem}-{counter}"
    id = os.urandom(8).hex()
    raw = sealed(json.dumps(header._replace(name=name).to_json(), ensure_ascii=False), id)
    db.execute("INSERT INTO record VALUES (?, ?, ?, ?, ?)", (id, name, header.game, raw, header.created))
    return id, name


def _known(db: sqlite3.Connection, journal: Journal) -> tuple[str | None, int]:
    """Return the record that a journal is already, or begins or goes on as, whatever it is called, and how many entries that has.

    What is damaged is none that it could be.
    """
    found: tuple[str | None, int] = (None, 0)
    for id, name, raw in db.execute("SELECT id, name, header FROM record ORDER BY created, name").fetchall():
        try:
            header = read_header(raw)
        except (Damaged, UnreadableInput):
            continue
        if _compared(header) != _compared(journal.header):
            continue
        bodies = [body for (body,) in db.execute("SELECT body FROM event WHERE record = ? ORDER BY n", (id,))]
        if len(bodies) == len(journal.events) and all(map(_is_event, bodies, journal.events)):
            return name, len(bodies)
        if found[0] is None and bodies and journal.events and all(map(_is_event, bodies, journal.events)):
            found = name, len(bodies)
    return found


def _compared(header: Header) -> Header:
    return header._replace(name="", version="", format=FIRST_FORMAT)


def _is_event(body: str, event: Event) -> bool:
    return read_event(body) == event


def _append(db: sqlite3.Connection, id: str, events: Sequence[Event]) -> None:
    rows = [(id, event.n, event.id, sealed(json.dumps(event.to_json(), ensure_ascii=False), id, event.n)) for event in events]
    db.executemany("INSERT INTO event VALUES (?, ?, ?, ?)", rows)


def _raise_format(db: sqlite3.Connection, id: str, header: Header) -> None:
    """Let the header say that an older version of the program cannot read the record."""
    raw = sealed(json.dumps(header._replace(format=FORMAT).to_json(), ensure_ascii=False), id)
    db.execute("UPDATE record SET header = ? WHERE id = ?", (raw, id))


def _find(db: sqlite3.Connection, given: str | None) -> str:
    """Return the id of the record that `given` names: its name, its id, or a beginning of either; None is the current one."""
    rows = _named(db)
    if given is None:
        current = _setting(db)
        if current is None or current not in {id for id, _ in rows}:
            raise UnreadableInput(Fault("no_current_record", {"known": [name for _, name in rows]}) if rows else Fault("no_record"))
        return current
    by_id = [id for id, _ in rows if given.strip() and id.startswith(given.strip().lower())]
    found = named(given, {str(id): name for id, name in rows}) or by_id
    if len(found) == 1:
        return str(found[0])
    known = [name for id, name in rows if not found or id in found]
    if found:
        raise UnreadableInput(Fault("ambiguous_record", {"given": given, "known": known}))
    raise UnreadableInput(Fault("unknown_record", {"given": given, "nearest": nearest(given, known), "known": known}))


def _names(db: sqlite3.Connection) -> list[str]:
    return [name for _, name in _named(db)]


def _named(db: sqlite3.Connection) -> list[list[str]]:
    """Return the id and name of each record; raises sqlite3.Error where the index of names has more."""
    rows = [texts(row) for row in db.execute("SELECT id, name FROM record ORDER BY created")]
    if db.execute("SELECT count(*) FROM record INDEXED BY sqlite_autoindex_record_2").fetchone() != (len(rows),):
        raise sqlite3.DatabaseError("records were lost")
    return rows


def _setting(db: sqlite3.Connection) -> str | None:
    found = db.execute("SELECT value FROM setting WHERE key = 'current'").fetchone()
    return str(found[0]) if found else None


def _set(db: sqlite3.Connection, id: str) -> None:
    db.execute("INSERT INTO setting VALUES ('current', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", (id,))
