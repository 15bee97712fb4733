"""The SQLite file: where it is, its format, and what to say when it, or the disk, fails.

Written in WAL mode with `synchronous=FULL`: what a command has confirmed survives a crash and a power cut.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from helper.errors import Damaged, Fault, HelperError, SurroundingsFailed

FORMAT = 1
WAIT_SECONDS = 10.0
SCHEMA = """
CREATE TABLE record (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL, header TEXT NOT NULL, created TEXT NOT NULL);
CREATE TABLE event (record TEXT NOT NULL REFERENCES record(id) ON DELETE CASCADE, n INTEGER NOT NULL, id TEXT NOT NULL,
                    body TEXT NOT NULL, PRIMARY KEY (record, n), UNIQUE (record, id)) WITHOUT ROWID;
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


def default_path() -> Path:
    """Return where records are kept: in the folder that the environment's HELPER_DATA names, else the user's own."""
    given = os.environ.get("HELPER_DATA")
    if given:
        return Path(given) / "records.db"
    from platformdirs import user_data_dir

    return Path(user_data_dir("tabletop-helper", appauthor=False)) / "records.db"


def backup_of(path: Path) -> Path:
    """Return where the copy of a file of records is."""
    return path.with_name(path.name + ".bak")


@contextlib.contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file of records, making it where there is none, and close it again.

    Raises SurroundingsFailed or Damaged, each naming the file and what to do.
    """
    with explained(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
        try:
            _prepare(db, path)
            yield db
        finally:
            db.close()


@contextlib.contextmanager
def writing(db: sqlite3.Connection) -> Iterator[None]:
    """Do what follows in one transaction: all of it or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what SQLite and the disk say into errors that tell what is still safe."""
    try:
        yield
    except sqlite3.Error as error:
        raise _explanation(error, path) from error
    except OSError as error:
        raise SurroundingsFailed(Fault("folder_unusable", {"problem": error.strerror or str(error)}, str(path))) from error


def copy_to_backup(db: sqlite3.Connection, path: Path) -> None:
    """Keep a copy of the file beside it. A copy that does not come about leaves the former one; the records are safe without."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with contextlib.closing(sqlite3.connect(fresh)) as copy:
            db.backup(copy)
            sound = copy.execute("PRAGMA quick_check").fetchone() == ("ok",)
        if sound:
            os.replace(fresh, backup_of(path))
    except (sqlite3.Error, OSError):
        pass
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    db.execute("PRAGMA foreign_keys=ON")
    db.execute("PRAGMA synchronous=FULL")
    (found,) = db.execute("PRAGMA user_version").fetchone()
    if found > FORMAT:
        raise Damaged(Fault("newer_format", {"given": found, "known": FORMAT}, str(path)))
    if found == FORMAT:
        return
    _use_wal(db)
    with writing(db):
        (found,) = db.execute("PRAGMA user_version").fetchone()
        if found == FORMAT:
            return  # another process was quicker
        if db.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,):
            raise Damaged(Fault("foreign_file", {}, str(path)))
        for statement in SCHEMA.split(";"):
            db.execute(statement)
        db.execute(f"PRAGMA user_version={FORMAT}")


def _use_wal(db: sqlite3.Connection) -> None:
    """Turn WAL on, once for ever. SQLite does not wait for other processes here, so this does."""
    until = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            db.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if not _name(error).startswith("SQLITE_BUSY") or time.monotonic() > until:
                raise
            time.sleep(0.02)


def _explanation(error: sqlite3.Error, path: Path) -> HelperError:
    name = _name(error)
    backup = backup_of(path)
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_FORMAT")) or "malformed" in str(error):
        return Damaged(damaged(path))
    if name.startswith("SQLITE_FULL"):
        return SurroundingsFailed(Fault("disk_full", {}, str(path)))
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")):
        return SurroundingsFailed(Fault("folder_unusable", {"problem": str(error)}, str(path)))
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return SurroundingsFailed(Fault("record_busy", {}, str(path)))
    return SurroundingsFailed(Fault("disk_failed", {"problem": str(error), "backup": str(backup)}, str(path)))


def damaged(path: Path) -> Fault:
    """Return what to say of a damaged file: what is still safe, and what to do."""
    backup = backup_of(path)
    return Fault("damaged_file", {"backup": str(backup) if backup.exists() else None}, str(path))


def _name(error: sqlite3.Error) -> str:
    return str(getattr(error, "sqlite_errorname", "") or "")
