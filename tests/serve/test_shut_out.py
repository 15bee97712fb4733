"""Nobody at the table is shut out by what somebody else sends, and a phone hears nothing of the machine that serves it."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest

from helper.errors import Damaged, Fault
from helper.i18n.words import Words
from helper.serve.joining import FREE
from helper.serve.pages import Pages
from helper.serve.server import Server
from helper.serve.table import ServedTable, game_of
from helper.store import Store
from tests.serve.conftest import CODE, Running, Serve, note

HALF = {
    "nothing": b"",
    "half a line": b"GET /en/ HT",
    "half a head": b"GET /en/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ",
    "half a body": b"POST /ask HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
    b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
}


@pytest.mark.parametrize("kind", HALF)
def test_two_hundred_half_sent_requests_from_eight_addresses_shut_nobody_out(serve: Serve, record: str, kind: str) -> None:
    table = serve()
    sent = HALF[kind].replace(b"{host}", table.host.encode())
    held = []
    try:
        for n in range(200):
            one = socket.create_connection(("127.0.0.1", table.port), timeout=10, source_address=(f"127.0.0.{2 + n % 8}", 0))
            one.sendall(sent)
            held.append(one)
        begun = time.monotonic()
        assert table.get("/en/").status == 200
        assert table.ask("record").status == 200
        assert time.monotonic() - begun < 5, "somebody else's half request is waited for"
    finally:
        for one in held:
            one.close()


def test_a_request_that_arrives_slowly_is_answered_while_others_send_halves(serve: Serve, record: str) -> None:
    table = serve()
    whole = f"GET /en/ HTTP/1.1\r\nHost: {table.host}\r\n\r\n".encode()
    slow = table.wire()
    slow.send(whole[:20])
    held = []
    try:
        for n in range(150):
            held.append(socket.create_connection(("127.0.0.1", table.port), timeout=10, source_address=(f"127.0.0.{2 + n % 8}", 0)))
            held[-1].sendall(b"GET ")
        slow.send(whole[20:])
        assert slow.response().status == 200
    finally:
        for one in held:
            one.close()


def test_ten_addresses_with_wrong_codes_keep_nobody_from_joining_and_the_terminal_names_them(store: Store, record: str) -> None:
    told: list[Fault] = []
    id, game, _ = game_of(store, None)
    table = ServedTable(store, id, Pages(game), CODE, False, note, told.append)
    for address in range(10):
        for n in range(FREE + 5):
            table.answer(_asked("observe", "P1.gold=7"), f"10.0.0.{address}", f"WRNG{n:04d}")
    assert table.answer(_asked("observe", "P1.gold=7"), "10.0.0.77", CODE)["recorded"] == 2
    assert [fault.values["address"] for fault in told] == [f"10.0.0.{address}" for address in range(10)]
    for language in ("en", "de", "it"):
        assert "10.0.0.3" in Words(language).fault(told[3])


def _asked(do: str, word: str) -> dict[str, object]:
    key, _, value = word.partition("=")
    return {
        "context": {"game": "capital-lux-2", "language": "en"},
        "ask": do,
        "fields": [[key, value]],
        "me": [],
        "stamp": ["00000000deadbeef", "2026-11-29T20:00:00Z"],
    }


TROUBLE = ["not a database", "newer", "gone", "cut off", "no permission", "a folder"]


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize("trouble", TROUBLE)
def test_a_phone_is_told_of_trouble_with_the_records_without_where_they_lie(
    store: Store, record: str, trouble: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Fault] = []
    id, game, _ = game_of(store, None)
    table = Running(Server(ServedTable(store, id, Pages(game), CODE, False, tells=told.append), 0), store)
    try:
        spoil(store.path, trouble, monkeypatch)
        for ask, fields in (("record", {}), ("observe", {"P1.gold": "7"}), ("undo", {}), ("score", {}), ("join", {})):
            said = table.ask(ask, fields, language=language).text
            assert str(store.path.parent) not in said
            assert store.path.name not in said
        assert [fault for fault in told if fault.where == str(store.path) or str(store.path.parent) in str(fault.values)], (
            "nothing is told at the terminal"
        )
        assert len({str(fault) for fault in told}) == len(told), "the same is told again and again"
    finally:
        monkeypatch.undo()
        table.stop()


def spoil(path: Path, trouble: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Damage a file of records, or make the disk refuse it."""
    for beside in (path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        beside.unlink(missing_ok=True)
    if trouble == "gone":
        path.unlink()
    elif trouble == "a folder":
        path.unlink()
        path.mkdir()
    elif trouble == "newer":
        content = bytearray(path.read_bytes())
        content[60:64] = (99).to_bytes(4, "big")
        path.write_bytes(content)
    elif trouble == "no permission":

        def refused(*args: object, **more: object) -> None:
            raise PermissionError(13, "Permission denied", str(path))

        monkeypatch.setattr("helper.store.database.sqlite3.connect", refused)
    else:
        path.write_bytes(b"not a database" * 100 if trouble == "not a database" else path.read_bytes()[:5000])


def test_what_is_only_damaged_is_said_to_phones_by_its_entry(store: Store, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(self: Store, record: str | None = None) -> None:
        raise Damaged(Fault("damaged_entry", {"n": 3, "record": "Friday"}), Fault("damaged_file", {"backup": "/home/x"}, "/home/x"))

    monkeypatch.setattr(Store, "load", damaged)
    told: list[Fault] = []
    table = ServedTable(store, record, Pages("capital-lux-2"), CODE, False, note, told.append)
    said = table.answer(_asked("status", "P1.gold=7"), "10.0.0.1", None)["said"]
    assert said == [
        "Entry 3 of the record “Friday” is damaged.",
        "The records cannot be read or written now. The terminal of the table says why.",
    ]
