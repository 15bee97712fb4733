"""Files of records that were cut off, or in which bits flipped: what is wrong is named, the rest is read, nothing is written over.

A flipped bit is a real one, in a copy of a real file. What is read of it afterwards is what was written, or is said to be damaged:
never something else.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from helper.engine.journal import Event
from helper.errors import Damaged
from helper.store import Store
from helper.store.database import backup_of
from helper.store.repair import adopt, repair
from helper.store.watching import Watch
from helper.table import Stamp, new
from tests.faults.losses import kept, kept_alone
from tests.faults.processes import REPEATED, Confirmed, confirmations, end, new_record, start

pytestmark = pytest.mark.slow

Written = Mapping[str, tuple[Event, ...]]

NOT_DAMAGE = ("newer_format",)
FLIPS = max(200, REPEATED)
CHANCE = random.Random(None if REPEATED else 7)


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with three records; its copy is some entries behind, and has none of the last record's."""
    path = tmp_path_factory.mktemp("evenings") / "records.db"
    store = new_record(path)
    list(confirmations(store, "one", 60))
    store.create(new("hegemony", ["Ada", "Bo", "Cy"], name="classes", created="2026-01-02T20:00:00Z"))
    for money in range(13):
        store.ask({"do": "adjust", "words": [f"working.money={money}"]}, "en", Stamp(f"m{money}", "2026-01-02T20:00:00Z", "table"))
    new_record(path, "three")
    list(confirmations(store, "three", 8))
    return path


@pytest.fixture(scope="module")
def written(evenings: Path) -> Written:
    return read_all(evenings)


def read_all(path: Path) -> Written:
    store = Store(path)
    return {one.name: store.load(one.name)[1].events for one in store.records()}


def copied(evenings: Path, folder: Path, with_backup: bool = True) -> Path:
    """Return a copy of the file in an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    path = folder / "records.db"
    shutil.copy(evenings, path)
    if with_backup:
        shutil.copy(backup_of(evenings), backup_of(path))
    return path


def said_of(path: Path, written: Written) -> set[str]:
    """Read everything; return the codes of what is said to be damaged. What is read is what was written."""
    store = Store(path)
    said: set[str] = set()
    try:
        assert {one.name: one.events for one in store.records()} == {name: len(events) for name, events in written.items()}
    except Damaged as error:
        said |= {fault.code for fault in error.faults}
    for name, events in written.items():
        try:
            kept_alone(events, store.load(name)[1].events, f"in {name}")
        except Damaged as error:
            said |= {fault.code for fault in error.faults}
    return said


def is_saved(path: Path, written: Written, least: Written) -> None:
    """Repair a file, and see that it holds of each record a beginning, at least as long as the copy of it, and can be played on."""
    before = path.read_bytes()
    found = repair(path)
    assert path.read_bytes() == before, "a repair changed what it read"
    if found.file is None:
        assert not said_of(path, written), "what is said to be damaged was not repaired"
        return
    saved = read_all(found.file)
    for name, events in saved.items():
        kept_alone(written[name][: len(events)], events, f"in {name}, which was saved,")
        assert name in found.lost or len(events) == len(written[name]), f"{name} is shorter, and that is not said"
    for name, events in least.items():
        kept(events, saved[name], f"in {name}, which the copy has,")
    aside = adopt(path, found.file)
    assert aside.read_bytes() == before, "the damaged file was not kept"
    for name, events in saved.items():
        answer = Store(path).ask({"do": "status"}, "en", Stamp("", ""), name)
        assert answer["events"] == len(events)


def tried(path: Path, written: Written, least: Written) -> set[str]:
    """Read a damaged file, then repair it; return what was said."""
    before = path.read_bytes()
    said = said_of(path, written)
    if said:
        assert path.read_bytes() == before, "a damaged file was written over"
    if not said & set(NOT_DAMAGE):
        is_saved(path, written, least)
    return said


def flipped(path: Path, bit: int) -> None:
    with path.open("r+b") as file:
        file.seek(bit // 8)
        (byte,) = file.read(1)
        file.seek(bit // 8)
        file.write(bytes([byte ^ 1 << bit % 8]))


def test_a_flipped_bit_is_named_or_changes_nothing(evenings: Path, written: Written, tmp_path: Path) -> None:
    least = read_all(backup_of(evenings))
    bits = evenings.stat().st_size * 8
    # Each bit of the first bytes, where SQLite keeps what the whole file is, and a choice of all others.
    chosen = [*range(0, 100 * 8, 1 if REPEATED else 9), *(CHANCE.randrange(bits) for _ in range(FLIPS))]
    said: dict[str, int] = {}
    for bit in chosen:
        path = copied(evenings, tmp_path / "flipped")
        flipped(path, bit)
        for code in tried(path, written, least) or {"nothing"}:
            said[code] = said.get(code, 0) + 1
    print(f"flipped {len(chosen)}: {said}")
    assert said["damaged_entry"]
    assert said["damaged_file"]


def test_after_a_flipped_bit_a_new_entry_is_refused_or_stands_beside_all_others(evenings: Path, written: Written, tmp_path: Path) -> None:
    bits = evenings.stat().st_size * 8
    refused = 0
    for bit in [*range(100 * 8, 130 * 8, 7), *(CHANCE.randrange(bits) for _ in range(FLIPS // 2))]:
        path = copied(evenings, tmp_path / "flipped")
        flipped(path, bit)
        copy = backup_of(path).read_bytes()
        try:
            recorded = Store(path).ask({"do": "adjust", "words": ["P1.gold=3"]}, "en", Stamp("late", "2026-01-02T20:00:00Z"), "three")
            assert recorded["recorded"] == len(written["three"]) + 1
            kept_alone(written["three"], Store(path).load("three")[1].events[:-1], "in three")
        except Damaged:
            refused += 1
            assert backup_of(path).read_bytes() == copy, "damage was copied over a sound copy"
    assert refused


def test_a_sound_copy_is_never_replaced_by_a_damaged_file(evenings: Path, written: Written, tmp_path: Path) -> None:
    least = read_all(backup_of(evenings))
    content = evenings.read_bytes()
    for place in range(len(content)):
        if content.startswith(b'"at": "2026', place) and place % 7 == 0:
            path = copied(evenings, tmp_path / "flipped")
            flipped(path, (place + 8) * 8 + 1)
            new_record(path, "four")
            assert {**read_all(backup_of(path)), **least} == read_all(backup_of(path))
            if said_of(path, {**written, "four": ()}):
                assert "four" not in read_all(backup_of(path))


@pytest.mark.parametrize("with_backup", [True, False])
def test_a_file_cut_off_is_named_and_saved(evenings: Path, written: Written, tmp_path: Path, with_backup: bool) -> None:
    least = read_all(backup_of(evenings)) if with_backup else {}
    size = evenings.stat().st_size
    lengths = [*range(4096, size, 4096), 1, 15, 16, 99, 100, 511, 512, *(CHANCE.randrange(1, size) for _ in range(max(20, REPEATED // 5)))]
    for length in lengths:
        path = copied(evenings, tmp_path / "cut", with_backup)
        os.truncate(path, length)
        before = path.read_bytes()
        assert "damaged_file" in said_of(path, written)
        assert path.read_bytes() == before
        if with_backup:
            is_saved(path, written, least)
            continue
        with contextlib.suppress(Damaged):  # nothing readable, and no copy
            is_saved(path, written, least)
        assert [file for file in path.parent.iterdir() if file.read_bytes() == before]


@pytest.mark.parametrize("gone", [True, False])
def test_where_the_file_is_gone_or_empty_and_its_copy_is_there_nothing_fresh_is_begun(
    evenings: Path, written: Written, tmp_path: Path, gone: bool
) -> None:
    path = copied(evenings, tmp_path / "empty")
    path.unlink() if gone else os.truncate(path, 0)
    copy = backup_of(path).read_bytes()
    for call in (lambda: new_record(path), lambda: Store(path).records()):
        with pytest.raises(Damaged, match="damaged_file"):
            call()
    assert backup_of(path).read_bytes() == copy
    found = repair(path)
    assert found.file
    adopt(path, found.file)
    assert read_all(path) == read_all(backup_of(path))


def test_what_a_killed_process_left_beside_the_file_may_be_damaged_too(tmp_path: Path) -> None:
    folder = tmp_path / "left"
    path = folder / "records.db"
    new_record(path)

    def work() -> Iterator[Confirmed]:
        watch = Watch(path)
        watch.changed()
        yield from confirmations(Store(path), "one", 15)
        os.kill(os.getpid(), signal.SIGKILL)

    confirmed, code = end(start(work))
    assert code == -signal.SIGKILL
    left = [file for file in folder.iterdir() if file.name.endswith(("-wal", "-shm"))]
    assert left
    left_over = tmp_path / "left over"
    shutil.copytree(folder, left_over)
    for file in left:
        for change in range(max(40, FLIPS // 4)):
            shutil.rmtree(folder)
            shutil.copytree(left_over, folder)
            size = file.stat().st_size
            if change % 4 == 0 or not size:
                os.truncate(file, CHANCE.randrange(size + 1))
            else:
                flipped(file, CHANCE.randrange(size * 8))
            events = Store(path).load("one")[1].events
            kept(confirmed, events, f"after change {change} of {file.name}")
