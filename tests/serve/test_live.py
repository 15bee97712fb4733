"""Every phone hears of a move at once, however many there are, and none takes another's place."""

from __future__ import annotations

import os
import socket
import sqlite3
import time
from pathlib import Path

import pytest

from helper.serve import live
from helper.store import Store
from helper.store.watching import Watch
from tests.serve.conftest import Running, Serve, note, tell
from tests.waiting import until


@pytest.fixture
def table(serve: Serve, record: str) -> Running:
    return serve(note)


def test_a_stream_says_where_the_record_is_and_nothing_else(table: Running) -> None:
    stream = table.stream()
    assert stream.status == 200
    assert stream.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    assert stream.headers["Cache-Control"] == "no-store"
    assert stream.retry == 2000
    epoch, _, length = stream.number().partition(".")
    assert (len(epoch), length) == (8, "1")
    assert stream.is_quiet()


def test_a_move_in_the_terminal_is_heard_within_a_second(table: Running) -> None:
    """On a machine that does much else it takes longer now and then, so the quickest of several counts."""
    assert live.LOOK_SECONDS < 0.5
    stream = table.stream()
    heard, took = [stream.number()], []
    for gold in range(2, 6):
        begun = time.monotonic()
        tell(table.store, f"P1.gold={gold}")
        heard.append(stream.number())
        took.append(time.monotonic() - begun)
    assert min(took) < 1
    assert [number.partition(".")[2] for number in heard] == ["1", "2", "3", "4", "5"]
    assert len({number.partition(".")[0] for number in heard}) == 1


def test_a_move_of_a_phone_is_heard_without_waiting_for_the_next_look(table: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LOOK_SECONDS", 60)
    stream = table.stream()
    stream.number()
    assert table.ask("observe", {"P1.gold": "2"}).json["recorded"] == 2
    assert stream.number().endswith(".2")


def test_what_was_heard_before_is_not_said_again(table: Running) -> None:
    number = table.stream().number()
    assert table.stream(number).is_quiet()
    tell(table.store, "P1.gold=2")
    assert table.stream(number).number().endswith(".2")


def test_a_server_that_was_started_anew_says_so(table: Running, serve: Serve) -> None:
    stream = table.stream()
    before = stream.number()
    table.stop()
    assert stream.is_closed()
    after = serve(note).stream(before).number()
    assert after != before
    assert after.endswith(".1")


def test_a_server_can_have_its_port_again_at_once(table: Running, serve: Serve) -> None:
    for _ in range(3):
        wire = table.wire()
        wire.send(f"GET /en/ HTTP/1.1\r\nHost: {table.host}\r\n\r\n".encode())
        assert wire.response().status == 200
        table.stop()
        table = serve(note, port=table.port)


def test_eight_streams_take_no_place_from_requests(table: Running) -> None:
    streams = [table.stream() for _ in range(8)]
    for stream in streams:
        stream.number()
    assert until(lambda: table.server.connections.count == 0)
    for n in range(2, 12):
        assert table.ask("observe", {"P1.gold": str(n)}).json["recorded"] == n
    for stream in streams:
        while not stream.number().endswith(".11"):
            pass


def test_beyond_the_most_streams_of_one_address_each_still_hears_of_changes(table: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_OF_ONE", 2)
    streams = [table.stream() for _ in range(2)]
    first = [stream.number() for stream in streams]
    more = table.stream()
    assert more.retry == 5000
    assert more.number() == first[0]
    assert more.is_closed()
    tell(table.store, "P1.gold=2")
    assert table.stream(first[0]).number().endswith(".2")
    assert table.get("/en/").status == 200


def test_a_stream_that_was_left_is_noticed_at_once(table: Running) -> None:
    streams = [table.stream() for _ in range(3)]
    assert until(lambda: table.server.table.live is not None and table.server.table.live.streams == 3)
    for stream in streams[:2]:
        stream.close()
    assert until(lambda: table.server.table.live is not None and table.server.table.live.streams == 1)
    streams[2].number()
    tell(table.store, "P1.gold=2")
    assert streams[2].number().endswith(".2")


def test_a_stream_that_takes_nothing_any_more_is_dropped(serve: Serve, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BEAT", b":" + b" " * 500_000 + b"\n\n")
    monkeypatch.setattr(live, "BEAT_SECONDS", 0.05)
    table = serve(note)
    stream, other = table.stream(), table.stream()
    for one in (stream, other):
        one.number()
    served = table.server.table.live
    assert served is not None
    tell(table.store, "P1.gold=2")
    assert until(lambda: served.streams == 0)
    assert table.get("/en/").status == 200


def test_a_beat_keeps_a_stream_open(serve: Serve, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BEAT_SECONDS", 0.1)
    stream = serve().stream()
    stream.number()
    assert stream.line() == ":"


def test_what_is_said_on_a_stream_means_nothing(table: Running) -> None:
    stream = table.stream()
    stream.number()
    stream.send(b"GET /en/ HTTP/1.1\r\n\r\n" * 100)
    tell(table.store, "P1.gold=2")
    assert stream.number().endswith(".2")


def test_the_head_of_a_stream_opens_none(table: Running) -> None:
    assert table.request("HEAD", "/live").headers["Content-Type"].startswith("text/event-stream")
    assert table.server.table.live is not None
    assert table.server.table.live.streams == 0


def test_without_a_record_there_is_no_stream(serve: Serve, store: Store) -> None:
    assert serve().get("/live").status == 404


def test_changes_of_other_records_are_no_news(table: Running) -> None:
    from helper.table import new

    stream = table.stream()
    stream.number()
    table.store.create(new("capital-lux-2", ["X", "Y"], name="Other", created="2026-11-29T20:00:00Z"))
    tell(table.store, "P1.gold=5")
    assert stream.is_quiet()


def test_a_record_that_is_deleted_is_news(table: Running, record: str) -> None:
    stream = table.stream()
    stream.number()
    table.store.delete(record)
    assert stream.number().endswith(".-")
    assert table.ask("status").json["fault"] == ["record_gone"]


def test_another_file_in_its_place_is_noticed(store: Store, record: str, tmp_path: Path) -> None:
    watch = Watch(store.path)
    assert watch.changed()
    assert not watch.changed()
    assert watch.length(record) == 1
    other = Store(tmp_path / "other.db")
    other.import_(store.export())
    with sqlite3.connect(other.path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    os.replace(other.path, store.path)
    assert watch.changed()
    assert watch.replaced == 1
    assert watch.length(record) is None
    watch.close()


def test_a_file_that_cannot_be_read_for_a_while_has_not_changed(store: Store, record: str) -> None:
    watch = Watch(store.path)
    assert watch.changed()
    moved = store.path.rename(store.path.with_suffix(".away"))
    assert not watch.changed()
    moved.rename(store.path)
    assert watch.changed()
    assert watch.length(record) == 1
    watch.close()


def test_the_one_thread_survives_whatever_a_connection_does(table: Running) -> None:
    for _ in range(20):
        stream = table.stream()
        stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        stream.close()
    stream = table.stream()
    stream.number()
    tell(table.store, "P1.gold=2")
    assert stream.number().endswith(".2")
