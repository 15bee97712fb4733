"""Records as every version wrote them. The files beside this one are never written anew: whatever changes, they load and come to the same.

A new format adds its own files. `format-1.db` has no seals, as the first version wrote it; `format-1-sealed.db`
has them. Format 2 is that of records in which somebody joined or was replaced, or an option was changed (`changed.jsonl`).
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from helper.cli import main
from helper.definitions.house import read_house
from helper.definitions.load import discover, has_engine, load
from helper.engine.journal import FORMAT, Journal
from helper.errors import Damaged
from helper.i18n.words import Words
from helper.store import Store, database
from helper.store.database import backup_of
from helper.store.repair import repair
from helper.table import Stamp, handle
from helper.table.evening import Evening
from helper.table.exchange import read, written
from helper.table.showing import totals
from tests.missing import gaps, speaks
from tests.rows import Row

FOLDER = Path(__file__).parent
EXPORTS = sorted(FOLDER.glob("*.jsonl"), key=lambda path: path.stem)
FILES = sorted(FOLDER.glob("*.db"), key=lambda path: path.stem)
POINTS: Mapping[str, Mapping[str, int]] = tomllib.loads((FOLDER / "points.toml").read_text(encoding="utf-8"))


def by_seat(points: Any) -> dict[str, object]:
    return {f"players.{seat}.points": value for seat, value in points.items()}


def comes_to_what_it_did(journal: Journal, name: str) -> None:
    """Replay a record: it goes to its end, and each time points were counted they are what they were."""
    evening = Evening(journal)
    seats = ", ".join(dict(journal.header.seats).values())
    with Row(journal.header.game, [f"{name}: {seats}, {len(journal.events)} entries"], "replay of what was recorded") as row:
        stopped = evening.replay.stopped_by
        row.said(Words("en", evening.definition).fault(fault) for fault in (stopped.faults if stopped else ()))
        row.same("stops at entry", None, evening.replay.stopped_at)
        score: Any = handle(journal, {"do": "score"}, "en", Stamp("", "")).answer["scores"]
        row.said(f"{one['name']}: {line['text']}" for one in score for line in one["lines"])
        row.same(
            "in the end", by_seat(POINTS.get(name, {})), by_seat({one["seat"]: one["total"] for one in score if one["total"] is not None})
        )
        for entry in evening.entries:
            if entry.counts and "points" in entry.witness:
                # As far as the table had got then: a later correction changes what the entries before it came to.
                then = Evening(journal._replace(events=journal.events[: entry.event.n]))
                row.same(f"at entry {entry.event.n}", by_seat(entry.witness["points"]), by_seat(totals(then, then.position)))


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: path.stem)
def test_an_export_of_any_version_comes_to_the_same_points(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    journal = read(text)
    assert len(journal.events) == text.count("\n") - 1
    comes_to_what_it_did(journal, path.stem)


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: path.stem)
def test_an_export_of_any_version_is_taken_in_and_played_on(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    store = Store(tmp_path / "records.db")
    name = store.import_(text).name
    assert store.load(name)[1] == read(text)
    assert [json.loads(line) for line in store.export(name).splitlines()] == [json.loads(line) for line in text.splitlines()]
    assert store.ask({"do": "undo"}, "en", Stamp("new", "2030-01-01T00:00:00Z", "test"), name)["recorded"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_any_version_opens_comes_to_the_same_and_is_written_to(path: Path, tmp_path: Path) -> None:
    store = Store(Path(shutil.copy(path, tmp_path / "records.db")))
    found = store.records()
    assert [one.name for one in found if one.current] == ["hegemony_round_4"]
    for one in found:
        journal = store.load(one.name)[1]
        assert written(journal) == (FOLDER / f"{one.name}.jsonl").read_text(encoding="utf-8")
        comes_to_what_it_did(journal, one.name)
        assert store.ask({"do": "undo"}, "en", Stamp("new", "2030-01-01T00:00:00Z", "test"), one.name)["recorded"]
    assert repair(store.path).file is None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_any_version_is_copied_and_repaired(path: Path, tmp_path: Path) -> None:
    store = Store(Path(shutil.copy(path, tmp_path / "records.db")))
    store.import_((FOLDER / "unknown_tiles.jsonl").read_text(encoding="utf-8"))
    store.path.write_bytes(b"x" * 5000)
    found = repair(store.path)
    assert found.file
    for one in Store(found.file).records():
        comes_to_what_it_did(Store(found.file).load(one.name)[1], one.name)
    assert found.records == 4


def test_every_game_that_can_be_recorded_has_its_records_here() -> None:
    games = [read(path.read_text(encoding="utf-8")).header.game for path in EXPORTS]
    export = "what `helper record export` gives of an evening of {id} to a file NAME.jsonl there, and its points to points.toml, as [NAME]."
    points = "below [{id}] the points of each seat at its end, as P1 = 12."
    speaks(
        [
            *gaps("game", [game for game in discover() if has_engine(game)], games, FOLDER, export, "record"),
            *gaps("record", [path.stem for path in EXPORTS], POINTS, FOLDER / "points.toml", points, "table of points"),
        ]
    )
    assert FILES


def test_a_newer_export_is_refused_untouched_with_the_word_to_update(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "newer.jsonl"
    file.write_text(EXPORTS[0].read_text(encoding="utf-8").replace('"format": 1', f'"format": {FORMAT + 1}'), encoding="utf-8")
    before = file.read_bytes()
    with pytest.raises(Damaged, match="newer_format"):
        read(file.read_text(encoding="utf-8"))
    assert main(["check", str(file)]) == 3
    assert "Update: a newer version" in capsys.readouterr().out
    assert file.read_bytes() == before


def test_a_newer_file_is_refused_untouched_with_the_word_to_update(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HELPER_DATA", str(tmp_path))
    path = Path(shutil.copy(FILES[0], tmp_path / "records.db"))
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version={database.FORMAT + 1}")
    db.close()
    before = path.read_bytes()
    commands = (["status"], ["record", "list"], ["record", "repair", "--yes"], ["new", "capital-lux-2", "Anna", "Bert"], ["undo"])
    for argv in commands:
        assert main(argv) == 3, argv
        assert "Update: a newer version" in capsys.readouterr().err
    assert path.read_bytes() == before
    assert not backup_of(path).exists()


def test_a_house_file_of_the_first_format_is_read_for_ever_and_a_newer_one_is_refused() -> None:
    content = tomllib.loads((FOLDER / "house-1.toml").read_text(encoding="utf-8"))
    definition = load("capital-lux-2", read_house(content))
    assert definition.rules["final.gold"].number("gold_value") == 3
    assert definition.rules["tile.blue_b"].title.text == "Mason (blue, B)"
    assert len(definition.tables["rob_deck"].rows) == 3
    with pytest.raises(Damaged) as refused:
        read_house({**content, "format": 2})
    assert [fault.code for fault in refused.value.faults] == ["wrong_format"]
