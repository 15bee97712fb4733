"""Repair a file of records: whatever can still be read goes into a new file; the damaged one is kept beside it."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Collection, Iterator
from pathlib import Path

from helper.errors import Damaged, Fault, HelperError
from helper.frozen import Frozen
from helper.store.database import BY_ID, FORMAT, backup_of, damaged, explained, is_sound, opened, writing
from helper.store.seals import holds
from helper.table.exchange import read_event, read_header

Row = tuple[str, str, str, str, str]


class Repaired(Frozen):
    """What a repair found: `file` is the new file, None where nothing is damaged. `lost` names records that are shorter now."""

    file: Path | None
    records: int
    events: int
    lost: tuple[str, ...] = ()


class _Found(Frozen):
    """What could be read of one file: rows of records by id, events by record and number, how many there should be, the current record."""

    records: dict[str, Row]
    events: dict[str, dict[int, tuple[str, str]]]
    counts: dict[str, int]
    current: str | None
    whole: bool


NOTHING = _Found({}, {}, {}, None, False)


def repair(path: Path) -> Repaired:
    """Read what can be read of a file and of its copy, into a new file beside it; changes neither.

    Raises Damaged where nothing can be read, or where the file is of a newer format.
    """
    if not path.exists() and not backup_of(path).exists():
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
    kept, lost = 0, []
    with opened(fresh) as db, writing(db):
        for id, row in records.items():
            events = {**copy.events.get(id, {}), **found.events.get(id, {})}
            most = max([found.counts.get(id, 0), copy.counts.get(id, 0), *events])
            run = next(n for n in range(1, most + 2) if n not in events) - 1
            if run < most or id not in found.records:
                lost.append(row[1])
            db.execute("INSERT INTO record VALUES (?, ?, ?, ?, ?)", row)
            db.executemany("INSERT INTO event VALUES (?, ?, ?, ?)", [(id, n, *events[n]) for n in range(1, run + 1)])
            kept += run
        current = found.current if found.current in records else copy.current
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


def _salvaged(path: Path, known: Collection[str]) -> _Found:
    """Return what can be read of a file without changing it; `known` are ids of records that its copy holds."""
    if not path.exists():
        return NOTHING
    try:
        # Opened to read alone: what a killed process left beside the file stays where it is.
        with explained(path), contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            db.text_factory = _lenient
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version > FORMAT:
                raise Damaged(Fault("newer_format", {"given": version, "known": FORMAT}, str(path)))
            rows = _rows(db, "SELECT id, name, game, header, created FROM record")
            records = {row[0]: row for row in map(_record, rows) if row}
            events = {id: _events(db, id) for id in {**records, **dict.fromkeys(known)}}
            counts = dict(_rows(db, f"SELECT record, count(*) FROM event {BY_ID} GROUP BY record"))
            current = _rows(db, "SELECT value FROM setting WHERE key = 'current'")
            full = all(_is_full(events.get(id, {}), count) for id, count in counts.items())
            whole = rows == list(records.values()) and full and is_sound(db)
    except Damaged as error:
        if error.faults[0].code == "newer_format":
            raise
        return NOTHING
    return _Found(records, events, counts, str(current[0][0]) if current else None, whole)


def _lenient(raw: bytes) -> str:
    """Read a text of which some bits are wrong: its seal tells that it is."""
    return raw.decode("utf-8", "replace")


def _is_full(events: dict[int, tuple[str, str]], count: int) -> bool:
    return len(events) == max([0, *events]) == count


def _events(db: sqlite3.Connection, record: str) -> dict[int, tuple[str, str]]:
    """Return what can be read of a record's events from both ends of it: damage in the middle stops each."""
    found: dict[int, tuple[str, str]] = {}
    for order in ("ASC", "DESC"):
        for n, _, body in _rows(db, f"SELECT n, id, body FROM event WHERE record = ? ORDER BY n {order}", record):
            event = read_event(body) if holds(body, record, n) else None
            if event and event.n == n:
                found[n] = (event.id, body)
    return found


def _rows(db: sqlite3.Connection, query: str, *values: str) -> list[tuple]:  # type: ignore[type-arg]
    return list(_until_damage(db, query, values))


def _until_damage(db: sqlite3.Connection, query: str, values: tuple[str, ...]) -> Iterator[tuple]:  # type: ignore[type-arg]
    with contextlib.suppress(sqlite3.Error):
        yield from db.execute(query, values)


def _record(row: Row) -> Row | None:
    """Return a record as its header has it, which its seal tells to be sound; None where it is not."""
    id, _, _, raw, _ = row
    try:
        header = read_header(raw) if holds(raw, id) else None
    except HelperError:
        return None
    return (id, header.name, header.game, raw, header.created) if header else None


def _unused(path: Path, word: str) -> Path:
    """Return a name beside a file that nothing has yet."""
    counter = 1
    while (candidate := path.with_name(f"{path.stem}.{word}-{counter}{path.suffix}")).exists():
        counter += 1
    return candidate


__all__ = ["Repaired", "adopt", "damaged", "repair"]
