"""Disks that are full, or may not be written: what was confirmed is there, the reason is said, and it goes on once there is room."""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from helper.errors import HelperError, SurroundingsFailed
from helper.store import Store
from helper.store.database import backup_of, reading
from helper.store.repair import repair
from helper.table import Stamp
from tests.faults.losses import counted, kept, kept_alone
from tests.faults.processes import Confirmed, confirmations, end, new_record, start

CAPABILITIES_VERSION_3 = 0x20080522


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """Return a folder that is a disk of its own, a small one; skip where none can be had."""
    folder = Path(tempfile.mkdtemp())
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(folder)], capture_output=True)
    try:
        if made.returncode:
            pytest.skip("no disk can be mounted here")
        yield folder
    finally:
        if not made.returncode:
            subprocess.run(["umount", "-l", str(folder)], check=True)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Return a folder that everybody can reach."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    for left in (folder, *folder.rglob("*")):
        left.chmod(0o755)
    shutil.rmtree(folder)


def adjust(store: Store) -> dict[str, object]:
    return store.ask(
        {"do": "adjust", "words": ["P1.gold=2"], "note": "long " * 1000}, "en", Stamp(os.urandom(8).hex(), "now", "test"), "one"
    )


def there(store: Store) -> list[Confirmed]:
    return [Confirmed(event.n, event.id) for event in store.load("one")[1].events]


def test_a_disk_that_is_full_at_any_moment_loses_nothing(small_disk: Path) -> None:
    path = small_disk / "records.db"
    store = new_record(path)
    confirmed = list(confirmations(store, "one", 15))
    filler = small_disk / "filler"
    refused = 0
    for room in range(0, 200 * 1024, 6 * 1024):
        free = shutil.disk_usage(small_disk).free
        filler.write_bytes(b"x" * max(0, free - room))
        try:
            recorded = adjust(store)["recorded"]
            assert isinstance(recorded, int)
        except SurroundingsFailed as failed:
            refused += 1
            said = failed
            recorded = None
        events = there(store)
        filler.unlink()
        kept_alone(events, there(store), "once there is room again")
        kept(confirmed, events, f"with {room} bytes free")
        counted(events, recorded or len(confirmed), f"with {room} bytes free")
        confirmed = events
        assert repair(path).file is None
        assert repair(backup_of(path)).file is None
    assert refused > 3
    assert said.faults[0].code in ("disk_full", "disk_failed", "folder_unusable")
    assert adjust(store)["recorded"] == len(confirmed) + 1


def test_a_disk_that_may_only_be_read_is_read(small_disk: Path) -> None:
    store = new_record(small_disk / "records.db")
    confirmed = list(confirmations(store, "one", 15))
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    kept_alone(confirmed, there(store), "on a disk that is read only")
    assert [(one.name, one.events) for one in store.records()] == [("one", len(confirmed))]
    with pytest.raises(SurroundingsFailed):
        adjust(store)
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    assert adjust(store)["recorded"] == len(confirmed) + 1


def limited(bytes: int, work: Callable[[], Iterator[Confirmed]]) -> Iterator[Confirmed]:
    """Do some work in this process with files that may not grow beyond some bytes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes, bytes))
    yield from work()


def test_a_file_that_may_not_grow_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    store = new_record(path)
    first = list(confirmations(store, "one", 15))
    for room in (0, 1000, 4096, 9000, 40_000):
        before = there(store)

        def work() -> Iterator[Confirmed]:
            try:
                yield from confirmations(Store(path), "one", 200)
            except SurroundingsFailed:
                yield Confirmed(0, "refused")

        found, code = end(start(lambda room=room: limited(path.stat().st_size + room, work)))  # type: ignore[misc]
        assert code == 0
        assert found[-1] == (0, "refused")
        kept_alone([*before, *found[:-1]], there(store), f"where the file may grow by {room} bytes")
        assert repair(path).file is None
    kept(first, there(store))
    assert adjust(store)["recorded"]


def drop_capabilities() -> None:
    """Make root somebody to whom permissions apply, and who still reads what is its own: the code lies where nobody else may look."""
    header = (ctypes.c_uint32 * 2)(CAPABILITIES_VERSION_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    if ctypes.CDLL(None, use_errno=True).capset(header, nothing):
        raise OSError(ctypes.get_errno(), "capset")


def refusal(work: Callable[[], object]) -> tuple[int, str]:
    """Do some work as somebody without rights; return the exit code and what is said, or zero."""

    def tried() -> Iterator[Confirmed]:
        if os.getuid() == 0:
            drop_capabilities()
        try:
            work()
            yield Confirmed(0, "done")
        except HelperError as error:
            yield Confirmed(error.exit_code, error.faults[0].code)

    [(code, said)], ended = end(start(tried))
    assert ended == 0
    return code, said


def test_a_folder_without_permission_is_named_and_left_as_it_is(open_folder: Path) -> None:
    store = new_record(open_folder / "records.db")
    adjust(store)
    before = {file.name: file.read_bytes() for file in open_folder.iterdir()}
    open_folder.chmod(0o555)
    assert refusal(lambda: adjust(store)) == (4, "folder_unusable")
    assert refusal(lambda: there(store).pop(0)) == (0, "done")
    assert refusal(lambda: new_record(open_folder / "below" / "records.db")) == (4, "folder_unusable")
    open_folder.chmod(0o000)
    assert refusal(lambda: Store(store.path).records()) == (4, "folder_unusable")
    open_folder.chmod(0o700)
    assert {file.name: file.read_bytes() for file in open_folder.iterdir()} == before
    assert adjust(store)["recorded"] == 2


def test_entries_that_only_a_log_holds_are_not_passed_over_where_it_cannot_be_read(tmp_path: Path, open_folder: Path) -> None:
    written = new_record(tmp_path / "records.db")
    store = Store(open_folder / "records.db")
    with reading(written.path) as held:
        held.execute("SELECT * FROM event").fetchall()  # while somebody reads, the log cannot be emptied
        adjust(written)
        for end in ("", "-wal"):
            shutil.copy(f"{written.path}{end}", f"{store.path}{end}")
    assert Path(f"{store.path}-wal").stat().st_size
    open_folder.chmod(0o555)
    assert refusal(lambda: there(store)) == (4, "folder_unusable")
    open_folder.chmod(0o755)
    counted(there(store), 1)


def test_a_file_without_permission_is_named_and_left_as_it_is(open_folder: Path) -> None:
    store = new_record(open_folder / "records.db")
    adjust(store)
    open_folder.chmod(0o777)
    before = store.path.read_bytes()
    for mode in (0o444, 0o000):
        store.path.chmod(mode)
        assert refusal(lambda: adjust(store)) == (4, "folder_unusable"), mode
        assert refusal(lambda: there(store).pop(0))[0] == (0 if mode else 4), mode
    store.path.chmod(0o644)
    assert store.path.read_bytes() == before
    assert adjust(store)["recorded"] == 2


def test_a_copy_that_cannot_be_made_does_not_keep_an_entry_from_being_recorded(tmp_path: Path) -> None:
    store = new_record(tmp_path / "records.db")
    backup_of(store.path).unlink()
    backup_of(store.path).mkdir()
    kept_alone(list(confirmations(store, "one", 20)), there(store))
    assert not list(tmp_path.glob("*.tmp*"))
