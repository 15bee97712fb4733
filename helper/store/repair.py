"""Repair a file of records: whatever can still be read goes into a new file; the damaged one is kept beside it."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Collection
from pathlib import Path

from helper.errors import Damaged, Fault, HelperError
from helper.frozen import Frozen
from helper.store.database import BY_ID, FORMAT, UNREADABLE, backup_of, damaged, explained, is_sound, keep_private, opened, writing
from helper.store.seals import holds
from helper.table.exchange import read_event, read_header

Row = tuple[str, str, str, str, str]
RECORD_BY_ID, RECORD_BY_NAME = "sqlite_autoindex_record_1", "sqlite_autoindex_record_2"


class Repaired(Frozen):
    """What a repair found: `file` is the new file, None where nothing is damaged.

    `lost` names records that are shorter now, or of which nobody can tell; `unsure` those of them whose length nothing tells any more;
    `gone` records of which nothing is left, by what can be read of their names. `listed`: whether it can be told which records there were.
    """

    file: Path | None
    records: int
    events: int
    lost: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    listed: bool = True


class _Index(Frozen):
    """The ids of the entries of each record, and whether all of them were read."""

    ids: dict[str, set[str]]
    read: bool


class _Found(Frozen):
    """What could be read of one file.

    Rows of records by id, events by record and number, their index; records whose header cannot be read, and whether it can be
    told which there were; the current record.
    """

    records: dict[str, Row]
    events: dict[str, dict[int, tuple[str, str]]]
    entries: _Index
    headless: dict[str, str]
    listed: bool
    current: str | None
    whole: bool


NOTHING = _Found({}, {}, _Index({}, False), {}, False, None, False)


def repair(path: Path) -> Repaired:
    """Read what can be read of a file and of its copy, into a new file beside it; changes neither.

    Raises Damaged where nothing can be read, or where the file is of a newer format.
    """
    if not _is_there(path) and not _is_there(backup_of(path)):
        return Repaired(None, 0, 0)
    copy = _salvaged(backup_of(path), ())
    found = _salvaged(path, copy.records)
    if found.whole:
        return Repaired(None, len(found.records), sum(map(len, found.events.values())))
    names = {row[1] for row in found.records.values()}
    records = {**{id: row for id, row in copy.records.items() if row[1] not in names}, **found.records}
    if not records:
        raise Damaged(Fault("nothing_readable", {}, str(path)))
    fresh = _unused(path, "repaired")
    try:
        return _saved(fresh, records, found, copy)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise


def _saved(fresh: Path, records: dict[str, Row], found: _Found, copy: _Found) -> Repaired:
    """Write each record as far as its events are there without a gap."""
    kept, lost, unsure = 0, [], []
    with opened(fresh) as db, writing(db):
        for id, row in records.items():
            events = {**copy.events.get(id, {}), **found.events.get(id, {})}
            ids = found.entries.ids.get(id, set())
            most = max([len(ids), len(copy.entries.ids.get(id, ())), *events])
            run = next(n for n in range(1, len(events) + 2) if n not in events) - 1
            # An index that lacks what is there has lost more than that.
            sure = found.entries.read and ids.issuperset(event for event, _ in events.values())
            if run < most or id not in found.records or not sure:
                lost.append(row[1])
            if not sure:
                unsure.append(row[1])
            db.execute("INSERT INTO record VALUES (?, ?, ?, ?, ?)", row)
            db.executemany("INSERT INTO event VALUES (?, ?, ?, ?)", [(id, n, *events[n]) for n in range(1, run + 1)])
            kept += run
        current = found.current if found.current in records else copy.current
        if current in records:
            db.execute("INSERT INTO setting VALUES ('current', ?)", (current,))
    names = {row[1] for row in records.values()}
    gone = [name for id, name in found.headless.items() if id not in records and name not in names]
    return Repaired(fresh, len(records), kept, tuple(lost), tuple(unsure), tuple(gone), found.listed)


def adopt(path: Path, fresh: Path) -> Path:
    """Put a repaired file into the place of the damaged one, which is kept under a new name; return that name."""
    with explained(path):
        aside = _unused(path, "damaged")
        if path.exists():
            keep_private(path)
            for ending in ("", "-wal"):
                if Path(f"{path}{ending}").exists():
                    shutil.copy2(f"{path}{ending}", f"{aside}{ending}")
        # A write-ahead log of the damaged file must never be read into the new one.
        for ending in ("-wal", "-shm"):
            Path(f"{path}{ending}").unlink(missing_ok=True)
        os.replace(fresh, path)
        return aside


def _salvaged(path: Path, known: Collection[str]) -> _Found:
    """Return what can be read of a file without changing it; `known` are ids of records that its copy holds."""
    if not _is_there(path):
        return NOTHING
    try:
        # Opened to read alone: what a killed process left beside the file stays where it is.
        with explained(path), contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            db.text_factory = _lenient
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version > FORMAT:
                raise Damaged(Fault("newer_format", {"given": version, "known": FORMAT}, str(path)))
            listing = _listing(db)
            records = {row[0]: row for row in map(_record, listing.rows) if row}
            events = {id: _events(db, id) for id in {**records, **dict.fromkeys(known)}}
            index = _index(db)
            current, _ = _rows(db, "SELECT value FROM setting WHERE key = 'current'")
            headless = {id: name for id, name in listing.named.items() if id not in records}
            headless |= {id: id for id in index.ids if id not in records and id not in headless}
            full = all(len(events.get(id, ())) == max([0, *events.get(id, ())]) == len(ids) for id, ids in index.ids.items())
            whole = listing.rows == list(records.values()) and full and is_sound(db)
    except Damaged as error:
        if error.faults[0].code == "newer_format":
            raise
        return NOTHING
    return _Found(records, events, index, headless, listing.read, str(current[0][0]) if current else None, whole)


def _lenient(raw: bytes) -> str:
    """Read a text of which some bits are wrong: its seal tells that it is."""
    return raw.decode("utf-8", "replace")


class _Listing(Frozen):
    """Rows of records as they stand there; ids with the best that can be read of their names; whether all of it was read."""

    rows: list[Row]
    named: dict[str, str]
    read: bool


def _listing(db: sqlite3.Connection) -> _Listing:
    """Read which records there are: from their rows, and from the two indexes, which miss a row that is lost."""
    rows, read = _rows(db, "SELECT rowid, id, name, game, header, created FROM record")
    ids, ids_read = _rows(db, f"SELECT rowid, id FROM record INDEXED BY {RECORD_BY_ID} ORDER BY id")
    names, names_read = _rows(db, f"SELECT rowid, name FROM record INDEXED BY {RECORD_BY_NAME} ORDER BY name")
    # Of a row with a damaged header the rest may be damaged too.
    by_row = {row[0]: str(row[2]) for row in rows} | {place: str(name) for place, name in names}
    placed = {place: str(id) for place, id in ids} | {row[0]: str(row[1]) for row in rows}
    named = {placed.get(place, f"#{place}"): name for place, name in by_row.items()}
    named |= {id: id for id in placed.values() if id not in named}
    agree = len(rows) == len(ids) == len(names) and all(isinstance(name, str) for _, name in [*names, *ids])
    return _Listing([row[1:] for row in rows], named, read and ids_read and names_read and agree)


def _index(db: sqlite3.Connection) -> _Index:
    """Read the index of entries, from both ends: it tells how long each record was."""
    found: dict[str, set[str]] = {}
    whole = True
    for order in ("ASC", "DESC"):
        rows, read = _rows(db, f"SELECT record, id FROM event {BY_ID} ORDER BY record {order}, id {order}")
        places = [row for row in rows if all(isinstance(cell, str) for cell in row)]
        whole = whole and read and places == rows == sorted(set(places), reverse=order == "DESC")
        for record, id in places:
            found.setdefault(record, set()).add(id)
    return _Index(found, whole)


def _events(db: sqlite3.Connection, record: str) -> dict[int, tuple[str, str]]:
    """Return what can be read of a record's events from both ends of it: damage in the middle stops each."""
    found: dict[int, tuple[str, str]] = {}
    for order in ("ASC", "DESC"):
        for n, _, body in _rows(db, f"SELECT n, id, body FROM event WHERE record = ? ORDER BY n {order}", record)[0]:
            event = read_event(body) if holds(body, record, n) else None
            if event and event.n == n:
                found[n] = (event.id, body)
    return found


def _rows(db: sqlite3.Connection, query: str, *values: str) -> tuple[list[tuple], bool]:  # type: ignore[type-arg]
    """Return the rows that come before damage, and whether there was none."""
    rows: list[tuple] = []  # type: ignore[type-arg]
    try:
        rows.extend(db.execute(query, values))
    except UNREADABLE:
        return rows, False
    return rows, True


def _record(row: Row) -> Row | None:
    """Return a record as its header has it, which its seal tells to be sound; None where it is not."""
    id, _, _, raw, _ = row
    try:
        header = read_header(raw) if holds(raw, id) else None
    except HelperError:
        return None
    return (id, header.name, header.game, raw, header.created) if header else None


def _is_there(path: Path) -> bool:
    """Return whether there is a file; raises SurroundingsFailed where nobody can tell."""
    with explained(path):
        return path.exists()


def _unused(path: Path, word: str) -> Path:
    """Return a name beside a file that nothing has yet."""
    counter = 1
    while (candidate := path.with_name(f"{path.stem}.{word}-{counter}{path.suffix}")).exists():
        counter += 1
    return candidate


__all__ = ["Repaired", "adopt", "damaged", "repair"]
