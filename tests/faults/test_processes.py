"""Processes that are killed while they write, and many that write at once: what was confirmed is there, exactly once."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from helper.store import Store
from helper.store.database import backup_of, is_sound
from helper.store.repair import repair
from helper.store.watching import Watch
from helper.table import Stamp
from tests.faults.losses import kept, kept_alone
from tests.faults.processes import REPEATED, Confirmed, confirmations, end, kill, killed, new_record, start

pytestmark = pytest.mark.slow

SEED = int.from_bytes(os.urandom(4)) if REPEATED else 1


def test_a_process_killed_at_any_moment_loses_nothing_confirmed(tmp_path: Path) -> None:
    confirmed, there = killed(tmp_path, max(80, REPEATED), SEED)
    print(f"confirmed {confirmed}, there {there}")
    assert there >= confirmed > 40
    assert repair(tmp_path / "records.db").file is None


def test_several_processes_killed_at_once_lose_nothing_confirmed(tmp_path: Path) -> None:
    confirmed, there = killed(tmp_path, max(15, REPEATED // 10), SEED, writers=4)
    print(f"confirmed {confirmed}, there {there}")
    assert there >= confirmed > 5
    assert repair(tmp_path / "records.db").file is None


def test_a_process_killed_while_it_makes_its_first_record_leaves_a_file_that_can_be_used(tmp_path: Path) -> None:
    def work(path: Path) -> Iterator[Confirmed]:
        new_record(path)
        yield from confirmations(Store(path), "one")

    for turn in range(max(30, REPEATED)):
        path = tmp_path / str(turn) / "records.db"
        writer = start(lambda path=path: work(path))  # type: ignore[misc]
        confirmed = kill(writer, after=turn % 3 // 2, seconds=turn % 30 / 1000)
        found = [one.name for one in Store(path).records()]
        assert found in ([], ["one"])
        if confirmed:
            events = Store(path).load("one")[1].events
            kept(confirmed, events, f"after kill {turn}")
        elif not found:
            new_record(path)


def test_eight_processes_writing_at_once_keep_each_entry_exactly_once(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    new_record(path)
    times = max(15, REPEATED // 40)
    ended = [end(writer) for writer in [start(lambda: confirmations(Store(path), "one", times)) for _ in range(8)]]
    assert [code for _, code in ended] == [0] * 8
    confirmed = sorted(one for found, _ in ended for one in found)
    events = Store(path).load("one")[1].events
    kept_alone(confirmed, events)
    print(f"confirmed {len(confirmed)}")


def test_eight_processes_making_the_file_at_once_all_find_their_record_in_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "records.db"

    def work(name: str) -> Iterator[Confirmed]:
        new_record(path, name)
        yield from confirmations(Store(path), name, 3)

    ended = [end(writer) for writer in [start(lambda name=str(n): work(name)) for n in range(8)]]  # type: ignore[misc]
    assert [(len(found), code) for found, code in ended] == [(3, 0)] * 8
    assert sorted(one.name for one in Store(path).records()) == list("01234567")


def test_what_is_confirmed_stands_in_the_file_itself_even_while_others_hold_it_open(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    new_record(path)
    watch = Watch(path)
    assert watch.changed()
    confirmed = list(confirmations(Store(path), "one", 12))
    alone = tmp_path / "alone.db"
    alone.write_bytes(path.read_bytes())
    watch.close()
    assert confirmed
    kept_alone(confirmed, Store(alone).load("one")[1].events, "in the file alone")


def test_a_copy_is_sound_and_never_more_than_ten_entries_behind(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    new_record(path)
    for one in confirmations(Store(path), "one", 60):
        with sqlite3.connect(backup_of(path)) as db:
            assert is_sound(db)
            (copied,) = db.execute("SELECT count(*) FROM event").fetchone()
        db.close()
        assert one.n - 10 < copied <= one.n


def test_half_a_copy_that_a_killed_process_left_is_cleared_away_later(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    old, young = path.with_name("records.db.1.tmp"), path.with_name("records.db.2.tmp")
    for left in (old, young):
        left.write_text("half")
    os.utime(old, (0, 0))
    new_record(path)
    assert (old.exists(), young.exists()) == (False, True)


def test_a_clock_that_jumps_changes_neither_order_nor_what_counts(tmp_path: Path) -> None:
    store = new_record(tmp_path / "records.db")
    times = ["2026-01-01T23:59:59Z", "2025-12-31T00:00:00Z", "2099-01-01T00:00:00Z", "1970-01-01T00:00:00Z"]
    for turn, at in enumerate(times, 1):
        store.ask({"do": "adjust", "words": [f"P1.gold={turn}"]}, "en", Stamp(f"id{turn}", at, "test"))
    events = store.load()[1].events
    assert [(event.n, event.at) for event in events] == list(enumerate(times, 1))
    status = store.ask({"do": "status"}, "en", Stamp("", ""))
    figures = status["figures"]
    assert isinstance(figures, dict)
    assert figures["players.P1.gold"] == len(times)
    log = store.ask({"do": "log"}, "en", Stamp("", ""))["entries"]
    assert isinstance(log, list)
    assert [one["n"] for one in log] == [1, 2, 3, 4]
