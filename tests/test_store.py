"""Records on a disk: nothing confirmed is lost, nothing damaged is written over."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from helper.engine.journal import Journal
from helper.errors import Damaged, Forbidden, SurroundingsFailed, UnreadableInput
from helper.store import Store, default_path
from helper.store.database import FORMAT, backup_of
from helper.store.repair import adopt, repair
from helper.table import Stamp, new
from helper.table.exchange import read, written
from tests.faults.losses import counted

_count = itertools.count()


def stamp() -> Stamp:
    n = next(_count)
    return Stamp(f"id{n}", f"2026-11-29T20:{n % 60:02d}:00Z", "test")


def fresh(name: str = "") -> Journal:
    return new("capital-lux-2", ["Anna", "Bert"], {"set": "a"}, name=name, created="2026-11-29T20:00:00Z")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "deep" / "records.db")


def adjust(store: Store, gold: int, record: str | None = None) -> dict[str, object]:
    return store.ask({"do": "adjust", "words": [f"P1.gold={gold}"]}, "en", stamp(), record)


def test_records_are_kept_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HELPER_DATA", str(tmp_path))
    assert default_path() == tmp_path / "records.db"
    monkeypatch.delenv("HELPER_DATA")
    assert default_path().parent.name == "tabletop-helper"


def test_names_are_derived_from_game_and_day_and_never_twice(store: Store) -> None:
    names = [store.create(fresh()).name for _ in range(3)]
    assert names == ["capital-lux-2-2026-11-29", "capital-lux-2-2026-11-29-2", "capital-lux-2-2026-11-29-3"]
    with pytest.raises(UnreadableInput, match="record_name_taken"):
        store.create(fresh("capital-lux-2-2026-11-29"))
    with pytest.raises(UnreadableInput, match="bad_record_name"):
        store.create(fresh("x\ny"))


def test_a_new_record_is_current_names_the_one_before_and_touches_none(store: Store) -> None:
    first = store.create(fresh("one"))
    adjust(store, 3)
    before = store.export("one")
    second = store.create(fresh("two"))
    assert (first.replaced, second.replaced) == (None, "one")
    assert store.load()[0] == second.id
    assert store.export("one") == before


def test_a_record_is_chosen_by_name_id_or_beginning(store: Store) -> None:
    one, two = store.create(fresh("Friday")), store.create(fresh("Frost"))
    assert store.use("friday").id == one.id
    assert store.use(two.id).id == two.id
    assert store.use("fri").id == one.id
    assert [found.current for found in store.records()] == [True, False]
    with pytest.raises(UnreadableInput, match="ambiguous"):
        store.use("fr")
    with pytest.raises(UnreadableInput, match="Friday"):
        store.use("Fridai")


def test_without_a_record_the_error_says_how_to_start(store: Store) -> None:
    with pytest.raises(UnreadableInput, match="no_record"):
        store.load()
    store.create(fresh("one"))
    store.delete("one")
    with pytest.raises(UnreadableInput, match="no_record"):
        store.load()
    store.create(fresh("two"))
    store.create(fresh("three"))
    store.delete("three")
    with pytest.raises(UnreadableInput, match="no_current_record"):
        store.load()


def test_what_is_asked_is_answered_from_the_disk(store: Store) -> None:
    store.create(fresh("one"))
    adjust(store, 3)
    assert Store(store.path).ask({"do": "score"}, "en", stamp())["scores"][0]["total"] == 6  # type: ignore[index]


def test_a_refusal_writes_nothing(store: Store) -> None:
    store.create(fresh("one"))
    before = store.export()
    with pytest.raises(Forbidden):
        store.ask({"do": "undo"}, "en", stamp())
    assert store.export() == before


def test_an_event_sent_again_counts_once(store: Store) -> None:
    store.create(fresh("one"))
    same = stamp()
    for _ in range(2):
        answer = store.ask({"do": "adjust", "words": ["P1.gold=3"]}, "en", same)
        assert answer["recorded"] == 1
    counted(store.load()[1].events, 1)


def interrupted(store: Store, monkeypatch: pytest.MonkeyPatch, other: Callable[[], object]) -> None:
    """Let somebody else write between the next reading and its writing."""
    load, done = store.load, list[bool]()

    def load_then_other(record: str | None = None) -> tuple[str, Journal]:
        found = load(record)
        if not done:
            done.append(True)
            other()
        return found

    monkeypatch.setattr(store, "load", load_then_other)


def test_where_somebody_was_quicker_the_question_is_asked_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.create(fresh("one"))
    interrupted(store, monkeypatch, lambda: adjust(Store(store.path), 1))
    assert adjust(store, 2)["recorded"] == 2
    counted(store.load()[1].events, 2)


def test_an_undo_never_withdraws_what_somebody_else_just_entered(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.create(fresh("one"))
    adjust(store, 1)
    interrupted(store, monkeypatch, lambda: adjust(Store(store.path), 2))
    with pytest.raises(Forbidden, match="undone_already"):
        store.ask({"do": "undo"}, "en", stamp())
    counted(store.load()[1].events, 2)


def test_a_record_that_switched_meanwhile_is_not_written_to(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.create(fresh("one"))
    interrupted(store, monkeypatch, lambda: Store(store.path).create(fresh("two")))
    adjust(store, 2)
    assert [(one.name, one.events) for one in store.records()] == [("one", 1), ("two", 0)]


def test_export_and_import_give_the_same_events(store: Store, tmp_path: Path) -> None:
    store.create(fresh("one"))
    adjust(store, 3)
    store.ask({"do": "undo"}, "en", stamp())
    other = Store(tmp_path / "other.db")
    found = other.import_(store.export())
    assert (found.name, found.events) == ("one", 2)
    assert other.export("one") == store.export()
    assert other.import_(store.export()).name == "one-2"
    with pytest.raises(UnreadableInput, match="no_current_record"):
        other.load()


def test_a_line_that_stands_twice_counts_once(store: Store) -> None:
    store.create(fresh("one"))
    for gold in (1, 2):
        adjust(store, gold)
    lines = store.export().splitlines(keepends=True)
    assert read("".join([*lines, lines[1], lines[2]])) == store.load()[1]
    with pytest.raises(Damaged, match="line': 4"):
        read("".join([*lines, lines[1].replace('"P1', '"P2').replace("adjust", "observe")]))


@pytest.mark.parametrize(
    "damage",
    [
        lambda line: line[:-10],
        lambda line: line.replace('"adjust"', '"dance"'),
        lambda line: line.replace('"n": 2', '"n": 7'),
        lambda line: line.replace('"n": 2', '"n": true'),
        lambda line: line.replace('"body": {', '"body": [{').replace("}}", "}}]"),
        lambda line: line.replace('"id": "', '"id": 5, "x": "'),
        lambda line: line.replace('"kind": "adjust"', '"kind": "undo"'),
        lambda line: line.replace('"kind": "adjust"', '"kind": "undo", "target": 2'),
        lambda line: "[" * 100_000 + "\n",
    ],
)
def test_every_kind_of_damage_to_a_line_is_named(store: Store, damage: Callable[[str], str]) -> None:
    store.create(fresh("one"))
    for gold in (1, 2, 3):
        adjust(store, gold)
    lines = store.export().splitlines(keepends=True)
    lines[2] = damage(lines[2])
    with pytest.raises(Damaged, match="line': 3") as caught:
        store.import_("".join(lines))
    assert caught.value.faults[-1].values == {"n": 1}
    assert len(store.records()) == 1
    assert store.import_("".join(lines), as_far_as_possible=True).events == 1


def test_a_newer_format_is_left_as_it_is(store: Store) -> None:
    store.create(fresh("one"))
    with sqlite3.connect(store.path) as db:
        db.execute(f"PRAGMA user_version={FORMAT + 1}")
    db.close()
    before = store.path.read_bytes()
    for call in (store.records, store.load, lambda: store.create(fresh("two"))):
        with pytest.raises(Damaged, match="newer_format"):
            call()
    assert store.path.read_bytes() == before


def test_a_file_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE song (title TEXT)")
    db.close()
    with pytest.raises(Damaged, match="foreign_file"):
        Store(path).records()
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("song",)]


def test_a_damaged_file_is_never_written_over(store: Store) -> None:
    store.create(fresh("one"))
    store.path.write_bytes(b"x" * 5000)
    for call in (store.records, lambda: store.create(fresh("two")), lambda: adjust(store, 1)):
        with pytest.raises(Damaged, match="damaged_file"):
            call()
    assert store.path.read_bytes() == b"x" * 5000


def test_a_damaged_entry_is_named_and_the_rest_saved(store: Store) -> None:
    store.create(fresh("one"))
    for gold in range(1, 8):
        adjust(store, gold)
    with sqlite3.connect(store.path) as db:
        db.execute("UPDATE event SET body = 'gone' WHERE n = 5")
    db.close()
    with pytest.raises(Damaged, match="'n': 5"):
        store.load()
    backup_of(store.path).unlink()
    found = repair(store.path)
    assert (found.records, found.events, found.lost) == (1, 4, ("one",))
    assert found.file
    counted(Store(found.file).load("one")[1].events, 4, "in what was saved")
    kept = adopt(store.path, found.file)
    counted(store.load()[1].events, 4, "in what was adopted")
    assert kept.exists()


def test_a_repair_fills_gaps_from_the_copy(store: Store) -> None:
    store.create(fresh("one"))
    for gold in range(12):
        adjust(store, gold)
    with sqlite3.connect(store.path) as db:
        db.execute("UPDATE event SET body = 'gone' WHERE n = 5")
    db.close()
    found = repair(store.path)
    assert found.file
    counted(Store(found.file).load("one")[1].events, 12, "in what was saved with the help of the copy")
    assert (found.events, found.lost) == (12, ())


def test_a_file_torn_in_the_middle_is_saved_as_far_as_it_goes(store: Store) -> None:
    store.create(fresh("one"))
    for gold in range(60):
        adjust(store, gold)
    with sqlite3.connect(store.path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    content = bytearray(store.path.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 4096] = b"\xff" * 4096
    store.path.write_bytes(content)
    found = repair(store.path)
    assert found.file
    assert found.events >= 60 - 60 % 10
    assert store.path.read_bytes() == content


def test_nothing_to_read_is_said(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    path.write_bytes(b"nothing at all")
    with pytest.raises(Damaged, match="nothing_readable"):
        repair(path)
    assert repair(tmp_path / "none.db").file is None


def test_a_copy_is_kept_on_new_and_with_every_tenth_entry(store: Store) -> None:
    store.create(fresh("one"))
    copy = Store(backup_of(store.path))
    counted(copy.load()[1].events, 0, "in the copy")
    for gold in range(10):
        adjust(store, gold)
    counted(copy.load()[1].events, 10, "in the copy")


def test_a_full_disk_loses_nothing_that_was_there(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.create(fresh("one"))
    adjust(store, 1)
    before = store.export()
    connect = sqlite3.connect

    def full(*args: object, **options: object) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(*args, **options)  # type: ignore[call-overload]
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count={pages}")
        return db

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", full)
        with pytest.raises(SurroundingsFailed, match="disk_full"):
            store.ask({"do": "adjust", "words": ["P1.gold=2"], "note": "long " * 5000}, "en", stamp())
        assert store.export() == before
    assert adjust(store, 2)["recorded"] == 2


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SurroundingsFailed, match="folder_unusable"):
        Store(tmp_path / "file" / "records.db").records()
    (tmp_path / "records.db").mkdir()
    with pytest.raises(SurroundingsFailed, match="folder_unusable"):
        Store(tmp_path / "records.db").records()


def test_deleting_leaves_other_records_alone(store: Store) -> None:
    store.create(fresh("one"))
    adjust(store, 1)
    store.create(fresh("two"))
    gone = store.delete("one")
    assert (gone.name, gone.events) == ("one", 1)
    assert [one.name for one in store.records()] == ["two"]
    assert written(store.load("two")[1]).count("\n") == 1


def test_a_record_survives_a_crash_in_the_middle_of_a_transaction(store: Store) -> None:
    from helper.store.database import opened, writing

    store.create(fresh("one"))

    def crash() -> None:
        with opened(store.path) as db, writing(db):
            db.execute("DELETE FROM record")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        crash()
    assert [one.name for one in store.records()] == ["one"]
