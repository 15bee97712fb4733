"""Repair a file of records: whatever can still be read goes into a new file; the damaged one is kept beside it."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from helper.errors import Damaged, Fault, HelperError
from helper.store.database import backup_of, damaged, explained, opened, writing
from helper.table.exchange import read_event, read_header

Row = tuple[str, str, str, str, str]


class Repaired(NamedTuple):
    """What a repair found: `file` is the new file, None where nothing is damaged. `lost` names records that are shorter now."""

    file: Path | None
    records: int
    events: int
    lost: tuple[str, ...] = ()


class _Found(NamedTuple):
    """What could be read of one file: rows of records by id, events by record and number, and the current record."""

    records: dict[str, Row]
    events: dict[str, dict[int, tuple[str, str]]]
    current: str | None
    whole: bool


def repair(path: Path) -> Repaired:
    """Read what can be read of a file and of its copy, into a new file beside it; changes neither.

    Raises Damaged where nothing can be read, or where the file is of a newer format.
    """
    if not path.exists() and not backup_of(path).exists():
        return Repaired(None, 0, 0)
    found = _salvaged(path)
    if found.whole:
        return Repaired(None, len(found.records), sum(map(len, found.events.values())))
    copy = _salvaged(backup_of(path))
    records = {**copy.records, **found.records}
    if not records:
        raise Damaged(Fault("nothing_readable", {}, str(path)))
    fresh = _unused(path, "repaired")
    kept, lost = 0, []
    with opened(fresh) as db, writing(db):
        for id, row in records.items():
            events = {**copy.events.get(id, {}), **found.events.get(id, {})}
            most = max([0, *events])
            run = next(n for n in range(1, most + 2) if n not in events) - 1
            if run < most or id not in found.records:
                lost.append(row[1])
            db.execute("INSERT INTO record VALUES (?, ?, ?, ?, ?)", row)
            db.executemany("INSERT INTO event VALUES (?, ?, ?, ?)", [(id, n, *events[n]) for n in range(1, run + 1)])
            kept += run
        current = found.current or copy.current
        if current in records:
            db.execute("INSERT INTO setting VALUES ('current', ?)", (current,))
    return Repaired(fresh, len(records), kept, tuple(lost))


def adopt(path: Path, fresh: Path) -> Path:
    """Put a repaired file into the place of the damaged one, which is kept under a new name; return that name."""
    with explained(path):
        aside = _unused(path, "damaged")
        if path.exists():
            for ending in ("", "-wal"):
                if Path(f"{path}{ending}").exists():
                    shutil.copy2(f"{path}{ending}", f"{aside}{ending}")
        # A write-ahead log of the damaged file must never be read into the new one.
        for ending in ("-wal", "-shm"):
            Path(f"{path}{ending}").unlink(missing_ok=True)
        os.replace(fresh, path)
        return aside


def _salvaged(path: Path) -> _Found:
    nothing = _Found({}, {}, None, False)
    if not path.exists():
        return nothing
    try:
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
            sound = _rows(db, "PRAGMA integrity_check") == [("ok",)]
            records = {row[0]: row for row in _rows(db, "SELECT id, name, game, header, created FROM record") if _is_record(row)}
            events = {id: _events(db, id) for id in records}
            current = _rows(db, "SELECT value FROM setting WHERE key = 'current'")
            counts = _rows(db, "SELECT record, count(*), max(n) FROM event GROUP BY record")
            named = _rows(db, "SELECT count(*) FROM record")
    except sqlite3.Error:
        return nothing
    full = all(len(events.get(record, ())) == count == most for record, count, most in counts)
    whole = sound and full and named == [(len(records),)]
    return _Found(records, events, current[0][0] if current else None, whole)


def _events(db: sqlite3.Connection, record: str) -> dict[int, tuple[str, str]]:
    """Return what can be read of a record's events from both ends of it: damage in the middle stops each."""
    found: dict[int, tuple[str, str]] = {}
    for order in ("ASC", "DESC"):
        for n, id, body in _rows(db, f"SELECT n, id, body FROM event WHERE record = ? ORDER BY n {order}", record):
            event = read_event(body) if isinstance(body, str) else None
            if event and event.n == n and event.id == id:
                found[n] = (id, body)
    return found


def _rows(db: sqlite3.Connection, query: str, *values: str) -> list[tuple]:  # type: ignore[type-arg]
    return list(_until_damage(db, query, values))


def _until_damage(db: sqlite3.Connection, query: str, values: tuple[str, ...]) -> Iterator[tuple]:  # type: ignore[type-arg]
    with contextlib.suppress(sqlite3.Error):
        yield from db.execute(query, values)


def _is_record(row: tuple[object, ...]) -> bool:
    if not all(isinstance(cell, str) for cell in row):
        return False
    try:
        read_header(str(row[3]))
    except HelperError:
        return False
    return True


def _unused(path: Path, word: str) -> Path:
    """Return a name beside a file that nothing has yet."""
    counter = 1
    while (candidate := path.with_name(f"{path.stem}.{word}-{counter}{path.suffix}")).exists():
        counter += 1
    return candidate


__all__ = ["Repaired", "adopt", "damaged", "repair"]
