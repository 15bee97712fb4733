"""Records that come from elsewhere: cut off, doubled, out of order, too long, in other encodings, made to hurt."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helper.cli import main, records
from helper.errors import Damaged, HelperError, UnreadableInput
from helper.publish.companion.book import Book
from helper.store import Store
from helper.table import Stamp, handle, new
from helper.table.exchange import read, written
from tests.faults.processes import REPEATED, confirmations, new_record
from tests.faults.strange import GAMES, answered, json_values
from tests.playing import stamps

pytestmark = pytest.mark.slow

QUESTIONS = ("status", "log", "score", "legal", "undo", "redo", "resolve")
MANY = settings(max_examples=max(200, REPEATED), suppress_health_check=list(HealthCheck))


@cache
def exported(game: str) -> str:
    """Return a short record of a game: entries of every kind, an undo, a redo, a correction."""
    stamp = stamps()
    seats = ["Anna", "Bert"] if game == "capital-lux-2" else ["Ada", "Bo"]
    journal = new(game, seats, {"set": "a"} if game == "capital-lux-2" else {}, name="one", created="2026-01-01T20:00:00Z")
    told = ["capital.blue=3", "emperor=P1"] if game == "capital-lux-2" else ["working.money=20"]
    plays = (["base", "b5"], ["base", "p3"]) if game == "capital-lux-2" else (["strike"], ["lobby"])
    requests: list[dict[str, object]] = [
        {"do": "observe", "words": told},
        *({"do": "play", "words": words, "force": True} for words in plays),
        {"do": "undo"},
        {"do": "redo"},
        {"do": "correct", "n": 1, "words": told[:1]},
        {"do": "adjust", "words": told[:1], "note": "a note\u2028of two lines\x85"},
    ]
    for request in requests:
        try:
            journal = journal._replace(events=journal.events + handle(journal, request, "en", stamp()).append)
        except HelperError:
            continue
    assert len(journal.events) >= 5
    return written(journal)


def played_on(text: str) -> None:
    """Read a record and ask everything of it, in the terminal's way and in the browser's."""
    journal = read(text)
    assert read(written(journal)) == journal
    for question in QUESTIONS:
        answered_or_refused(lambda question=question: handle(journal, {"do": question, "all": True}, "de", Stamp("", "now")))  # type: ignore[misc]


def answered_or_refused(call: Callable[[], object]) -> None:
    answered("capital-lux-2", call)


@pytest.mark.parametrize("game", GAMES)
def test_a_note_may_hold_any_sign_that_ends_a_line_elsewhere(game: str) -> None:
    assert written(read(exported(game))) == exported(game)
    assert Book(exported(game).split("\n")[:-1]).journal() == read(exported(game))


def changed(line: dict[str, Any], path: list[str | int], value: object) -> dict[str, Any]:
    """Return a line with one value replaced, somewhere in it."""
    copy: Any = json.loads(json.dumps(line))
    at = copy
    for step in path[:-1]:
        at = at[step]
    if path:
        at[path[-1]] = value
    return copy if path else {"": value}


def paths(value: object) -> list[list[str | int]]:
    """Return the way to every value below one."""
    found: list[list[str | int]] = [[]]
    pairs = list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    for key, below in pairs:
        found.extend([key, *path] for path in paths(below))
    return found


@MANY
@given(data=st.data(), game=st.sampled_from(GAMES))
def test_a_record_with_any_value_replaced_is_read_or_refused(
    data: st.DataObject, game: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    lines = [json.loads(line) for line in exported(game).split("\n")[:-1]]
    place = data.draw(st.integers(0, len(lines) - 1))
    path = data.draw(st.sampled_from(paths(lines[place])))
    lines[place] = changed(lines[place], path, data.draw(json_values(game)))
    text = "".join(json.dumps(line) + "\n" for line in lines)
    answered_or_refused(lambda: played_on(text))
    store = Store(tmp_path_factory.getbasetemp() / "hostile.db")

    def kept() -> None:
        one = store.import_(text)
        store.records()
        assert read(store.export(one.name)).events == read(text).events
        store.delete(one.name)

    answered_or_refused(kept)


@MANY
@given(data=st.data(), game=st.sampled_from(GAMES))
def test_a_record_cut_doubled_or_out_of_order_is_named_by_line_and_read_before_it(data: st.DataObject, game: str) -> None:
    text = exported(game)
    whole = read(text)
    lines = text.split("\n")[:-1]
    kind = data.draw(st.sampled_from(["cut", "double", "order", "drop", "blank"]))
    if kind == "cut":
        text = text[: data.draw(st.integers(0, len(text)))]
    elif kind == "blank":
        text = "\r\n\r\n".join(lines)
    else:
        place = data.draw(st.integers(1, len(lines) - 1))
        line = lines.pop(place) if kind != "double" else lines[place]
        if kind != "drop":
            lines.insert(data.draw(st.integers(1, len(lines))), line)
        text = "\n".join(lines)
    try:
        assert read(text).events == whole.events[: len(read(text).events)]
        assert kind in ("cut", "drop") or len(read(text).events) == len(whole.events)
    except (Damaged, UnreadableInput) as error:
        if isinstance(error, Damaged):
            readable = error.faults[-1].values["n"]
            assert isinstance(readable, int)
            assert read(text, as_far_as_possible=True).events == whole.events[:readable]


DEEP = '{"n": 1, "id": "x", "at": "", "by": "", "kind": "adjust", "body": {"figures": '
HOSTILE = [
    DEEP + "[" * 300 + "]" * 300 + "}}",
    DEEP + "[" * 100_000,
    DEEP + '{"a":' * 100_000,
    DEEP + "9" * 5000 + "}}",
    DEEP + '{"players.P1.gold": ' + "9" * 4000 + "}}}",
    DEEP + '{"players.P1.gold": 1e999}}}',
    DEEP + '{"players.P1.gold": NaN}}}',
    DEEP + '{"players.P1.gold": "\\ud800"}}}',
    DEEP + '{"\\udfff": 1}}}',
    DEEP + '{"' + "a." * 5000 + '": 1}}}',
    '{"n": ' + "9" * 4000 + ', "id": "x", "at": "", "by": "", "kind": "adjust"}',
    '{"n": 1, "n": 2}',
    "\0" * 1000,
    '"' + "x" * 1_000_000,
]


@pytest.mark.parametrize("line", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_line_is_named_or_stops_the_record(line: str, tmp_path: Path) -> None:
    text = exported("capital-lux-2").split("\n")[0] + "\n" + line + "\n"
    answered_or_refused(lambda: played_on(text))
    store = new_record(tmp_path / "records.db")
    before = store.export("one")
    answered_or_refused(lambda: store.import_(text, "other"))
    assert store.export("one") == before
    assert all(store.load(one.name) for one in store.records())


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "cp037"])
def test_a_record_in_another_encoding_is_refused_and_one_with_a_mark_is_read(encoding: str, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "one.jsonl"
    file.write_bytes(exported("capital-lux-2").encode(encoding, "replace"))
    assert main(["check", str(file)]) == 2
    file.write_text(exported("capital-lux-2"), encoding="utf-8-sig", newline="\r\n")
    assert main(["check", str(file)]) == 0


def test_a_file_without_end_is_refused_in_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_BYTES", 1 << 20)
    with pytest.raises(UnreadableInput, match="too_long"):
        records.read_text(Path("/dev/zero"))


def test_any_number_of_damaged_lines_are_told_in_a_hundred() -> None:
    with pytest.raises(Damaged) as caught:
        read(exported("capital-lux-2") + "damage\n" * 100_000)
    assert len(caught.value.faults) == 101


def test_a_long_record_travels_whole(tmp_path: Path) -> None:
    store = new_record(tmp_path / "records.db")
    list(confirmations(store, "one", 100))
    lines = store.export("one").split("\n")[:-1]
    random.Random(3).shuffle(lines)
    with pytest.raises(HelperError):
        read("\n".join(lines))
    assert Store(tmp_path / "other.db").import_(store.export("one")).events == len(lines) - 1


def test_names_from_elsewhere_are_never_more_than_a_line(tmp_path: Path) -> None:
    header = json.loads(exported("capital-lux-2").split("\n")[0])
    for name in ("a\nb", "\x1b[31mred", "x" * 10_000, "\u202egnol", "a\u2028b"):
        imported = Store(tmp_path / "records.db").import_(json.dumps({**header, "name": name, "created": name}))
        assert imported.name.isprintable()
        assert len(imported.name) < 100
        for hostile in ({**header, "seats": {"P1": name, "P2": "Bert"}}, {**header, "seats": {name: "Anna"}}):
            with pytest.raises(UnreadableInput, match="no_record_here"):
                read(json.dumps(hostile))


@pytest.mark.parametrize("game", ["9" * 5000, "٣" * 200, "../../capital-lux-2", "/etc", "a\0b", "", "-"])
def test_a_game_is_never_looked_for_under_what_is_no_id(game: str) -> None:
    header = json.loads(exported("capital-lux-2").split("\n")[0])
    journal = read(json.dumps({**header, "game": game}))
    with pytest.raises(UnreadableInput, match="unknown_game"):
        handle(journal, {"do": "status"}, "en", Stamp("", ""))


@pytest.mark.parametrize("roles", [{}, {"P1": "working"}, {"P1": "working", "P2": "working"}, {"P1": "working", "P2": "king"}])
def test_a_record_that_seats_others_than_those_who_play_is_refused(roles: dict[str, str]) -> None:
    header = json.loads(exported("hegemony").split("\n")[0])
    journal = read(json.dumps({**header, "roles": roles}))
    with pytest.raises(UnreadableInput, match="wrong_roles"):
        handle(journal, {"do": "status"}, "en", Stamp("", ""))
