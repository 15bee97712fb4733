"""The SQLite file: where it is, its format, and what to say when it, or the disk, fails.

Written in WAL mode with `synchronous=FULL`: what a command has confirmed survives a crash and a power cut.
"""

from __future__ import annotations

import contextlib
import glob
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from helper.errors import Damaged, Fault, HelperError, SurroundingsFailed
from helper.store.seals import holds

FORMAT = 1
OWNER_ALONE = 0o600
OTHERS = 0o077
SHORTEST = 512
"""No page of SQLite is shorter; a file that is has been cut off."""
WAIT_SECONDS = 10.0
CHECKPOINT_SECONDS = 0.5
LEFT_SECONDS = 3600.0
"""After this long a half-made copy is one that a killed process left."""
BY_ID = "INDEXED BY sqlite_autoindex_event_2"
"""Each entry stands twice, in the table and in the index of ids: where the one has fewer, entries were lost."""
DAMAGE = tuple("SQLITE_" + name for name in "CORRUPT NOTADB FORMAT ERROR CONSTRAINT MISMATCH TOOBIG SCHEMA IOERR_SHORT_READ".split())
"""What SQLite says of a damaged file. Our own statements are right and insert nothing twice, so an error in them is the file's."""
UNWRITABLE = tuple("SQLITE_" + name for name in "READONLY CANTOPEN PERM FULL IOERR_WRITE IOERR_SHM".split())
"""What it says where it may not write, or has no room."""
UNREADABLE = (sqlite3.Error, MemoryError, UnicodeError)
"""What reading a damaged file may end with: also a length that cannot be true, and a message of SQLite that is no text itself."""
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


def keep_private(path: Path) -> None:
    """Make a file of records one that its owner alone reads, with all that lies beside it; one that is not there yet is made so.

    What somebody writes of an evening is nobody else's business. Where that cannot be, everything stays as it is.
    """
    # Never opened where it is there: closing it again would take this process its locks.
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ALONE))
    for beside in (path, backup_of(path), *(path.with_name(path.name + ending) for ending in ("-wal", "-shm"))):
        with contextlib.suppress(OSError):
            if (mode := beside.stat().st_mode) & OTHERS:
                beside.chmod(mode & OWNER_ALONE)


@contextlib.contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file of records, making it where there is none, and close it again.

    Raises SurroundingsFailed or Damaged, each naming the file and what to do; Damaged also where the file is gone or empty
    and its copy is still there: a fresh one would soon be copied over that.
    """
    with explained(path), contextlib.closing(_connected(path)) as db:
        yield db


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file of records to see one and the same state of it in all that follows, whatever others write meanwhile.

    Where nothing can be written, a full disk or one without permission, the file is read as it stands.
    """
    with explained(path), contextlib.closing(_connected(path, only_to_read=True)) as db:
        db.execute("BEGIN")
        try:
            yield db
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")


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
    # What is confirmed stands in the file itself: of a write-ahead log with a flipped bit SQLite drops the rest without a word.
    with contextlib.suppress(sqlite3.Error):
        db.execute(f"PRAGMA busy_timeout={int(CHECKPOINT_SECONDS * 1000)}")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        db.execute(f"PRAGMA busy_timeout={int(WAIT_SECONDS * 1000)}")


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what SQLite and the disk say into errors that tell what is still safe."""
    try:
        yield
    except sqlite3.Error as error:
        raise _explanation(error, path) from error
    except (MemoryError, UnicodeError) as error:
        raise Damaged(damaged(path)) from error
    except OSError as error:
        raise SurroundingsFailed(Fault("folder_unusable", {"problem": error.strerror or str(error)}, str(path))) from error


def copy_to_backup(db: sqlite3.Connection, path: Path) -> None:
    """Keep a copy of the file beside it. One that does not come about, or is not sound, leaves the former one as it is."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        keep_private(fresh)
        with contextlib.closing(sqlite3.connect(fresh)) as copy:
            db.backup(copy)
            sound = is_sound(copy)
        if sound:
            os.replace(fresh, backup_of(path))
    except (sqlite3.Error, OSError):
        pass
    finally:
        with contextlib.suppress(OSError):
            for left in path.parent.glob(f"{glob.escape(path.name)}.*.tmp*"):
                if left.name.startswith(fresh.name) or time.time() - left.stat().st_mtime > LEFT_SECONDS:
                    left.unlink(missing_ok=True)


def texts(cells: Sequence[object]) -> list[str]:
    """Return cells that hold text; raises sqlite3.Error, as for other damage, where one holds anything else."""
    found = [cell for cell in cells if isinstance(cell, str)]
    if len(found) != len(cells):
        raise sqlite3.DatabaseError("not text")
    return found


def is_sound(db: sqlite3.Connection) -> bool:
    """Return whether a file is as it was written: its pages, its rows and their seals."""
    db.text_factory = str
    try:
        if _damage(db) or db.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            return False
        schema = db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
        if [sql for (sql,) in schema] != [part.strip() for part in SCHEMA.split(";") if part.strip()]:
            return False
        for table in ("record", "setting"):
            for row in db.execute(f"SELECT * FROM {table}"):
                texts(row)
        events = db.execute("SELECT body, record, n, id FROM event")
        records = db.execute("SELECT header, id FROM record")
        return all(texts((id,)) and holds(body, record, n) for body, record, n, id in events) and all(holds(*row) for row in records)
    except UNREADABLE:
        return False


def _damage(db: sqlite3.Connection) -> bool:
    """Return whether the first page says what no file of records says."""
    said = [db.execute(f"PRAGMA {name}").fetchone() for name in ("user_version", "auto_vacuum")]
    return said != [(FORMAT,), (0,)]


def _connected(path: Path, only_to_read: bool = False) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    _check_length(path)
    keep_private(path)
    try:
        return _prepared(path)
    except sqlite3.Error as error:
        # Even to read, SQLite makes files beside this one; without them it must be told that nobody writes. That is so where the
        # log is empty, as every entry leaves it: what still stands there would not be seen.
        log = path.with_name(path.name + "-wal")
        if only_to_read and _name(error).startswith(UNWRITABLE) and path.exists() and not (log.exists() and log.stat().st_size):
            return _prepared(path, as_it_stands=True)
        raise


def _prepared(path: Path, as_it_stands: bool = False) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?immutable=1" if as_it_stands else path
    db = sqlite3.connect(address, timeout=WAIT_SECONDS, isolation_level=None, uri=as_it_stands)
    try:
        _prepare(db, path)
    except BaseException:
        db.close()
        raise
    return db


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    db.execute("PRAGMA foreign_keys=ON")
    db.execute("PRAGMA synchronous=FULL")
    (found,) = db.execute("PRAGMA user_version").fetchone()
    if found > FORMAT:
        raise Damaged(Fault("newer_format", {"given": found, "known": FORMAT}, str(path)))
    if found == FORMAT:
        if _damage(db):
            raise Damaged(damaged(path))
        return
    _check_empty(db, path)
    _use_wal(db)
    with writing(db):
        (found,) = db.execute("PRAGMA user_version").fetchone()
        if found == FORMAT:
            return  # another process was quicker
        _check_empty(db, path)
        for statement in SCHEMA.split(";"):
            db.execute(statement)
        db.execute(f"PRAGMA user_version={FORMAT}")


def _check_length(path: Path) -> None:
    """Raise Damaged where SQLite would begin a fresh file in the place of one that was finished before."""
    copied = backup_of(path).exists()  # asked first: a file that is being made has no copy yet
    length = path.stat().st_size if path.exists() else 0
    if length < SHORTEST and (length or copied):
        raise Damaged(damaged(path))


def _check_empty(db: sqlite3.Connection, path: Path) -> None:
    """Raise Damaged where a file without our mark holds anything, unless somebody is just making it."""
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if tables and db.execute("PRAGMA user_version").fetchone() != (FORMAT,):
        raise Damaged(damaged(path) if tables & {"record", "event", "setting"} else Fault("foreign_file", {}, str(path)))


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
    if name.startswith(DAMAGE) or not name:
        return Damaged(damaged(path))
    if name.startswith("SQLITE_READONLY") and os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        return Damaged(damaged(path))
    if name.startswith("SQLITE_FULL"):
        return SurroundingsFailed(Fault("disk_full", {}, str(path)))
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")):
        return SurroundingsFailed(Fault("folder_unusable", {"problem": str(error)}, str(path)))
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL")):
        return SurroundingsFailed(Fault("record_busy", {}, str(path)))
    return SurroundingsFailed(Fault("disk_failed", {"problem": str(error), "backup": str(backup)}, str(path)))


def damaged(path: Path) -> Fault:
    """Return what to say of a damaged file: what is still safe, and what to do."""
    backup = backup_of(path)
    return Fault("damaged_file", {"backup": str(backup) if os.path.exists(backup) else None}, str(path))


def _name(error: sqlite3.Error) -> str:
    return str(getattr(error, "sqlite_errorname", "") or "")
