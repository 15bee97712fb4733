"""What is answered and what is refused, whatever comes over the wire."""

from __future__ import annotations

import json
import select
import socket
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helper.publish.companion.gathering import MOST_FIELDS
from helper.serve import connections, handler, server
from helper.serve.connections import Connections
from helper.serve.guard import hosts, is_from_here, is_ours, may_read
from helper.serve.keeping import Keeper
from helper.serve.limits import Buckets
from helper.serve.reading import BODY_BYTES
from tests.serve.conftest import Running, Serve
from tests.waiting import SECONDS, until

ASKED = {"context": {"game": "capital-lux-2", "language": "en"}, "ask": "calc"}


def body(**more: object) -> bytes:
    return json.dumps({**ASKED, **more}).encode()


@pytest.fixture
def table(serve: Serve, record: str) -> Running:
    return serve()


def is_well(table: Running) -> bool:
    return table.post(body()).status == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", "127.0.0.1:{port}.", ""])
@pytest.mark.parametrize("path", ["/", "/en/", "/live", "/ask", "/nowhere"])
def test_a_name_that_is_not_ours_is_misdirected(table: Running, host: str, path: str) -> None:
    answer = table.request("POST" if path == "/ask" else "GET", path, Host=host.format(port=table.port))
    assert answer.status == 421
    assert str(table.port) not in answer.text
    assert "127.0.0.1" not in answer.text


@pytest.mark.parametrize("name", ["127.0.0.1:{port}", "localhost:{port}", "LOCALHOST:{port}", "[::1]:{port}"])
def test_every_name_of_this_machine_is_ours(table: Running, name: str) -> None:
    host = name.format(port=table.port)
    assert table.get("/en/", Host=host).status == 200
    assert table.post(body(), Host=host, Origin=f"http://{host}").status == 200


def test_a_request_names_its_host_once(table: Running) -> None:
    wire = table.wire()
    wire.send(b"GET /en/ HTTP/1.1\r\n\r\n")
    assert wire.response().status == 400
    wire = table.wire()
    wire.send(f"GET /en/ HTTP/1.1\r\nHost: {table.host}\r\nHost: evil.example\r\n\r\n".encode())
    assert wire.response().status == 400


def test_at_the_usual_port_a_host_may_come_without_it() -> None:
    assert is_ours(["192.168.1.5"], hosts(["192.168.1.5"], 80))
    assert not is_ours(["192.168.1.5"], hosts(["192.168.1.5"], 8765))
    assert not is_ours(["192.168.1.6:8765"], hosts(["192.168.1.5"], 8765))


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://{host}"},
        {"Origin": "http://localhost:{port}"},
        {"Origin": None},
        {"Origin": None, "Sec_Fetch_Site": "cross-site"},
        {"Origin": None, "Sec_Fetch_Site": "same-site"},
        {"Origin": None, "Sec_Fetch_Site": "none"},
        {"Origin": "http://{host}", "Sec_Fetch_Site": "cross-site"},
    ],
    ids=str,
)
def test_what_another_page_sends_is_not_answered(table: Running, headers: dict[str, str | None]) -> None:
    filled = {name: value and value.format(host=table.host, port=table.port) for name, value in headers.items()}
    assert table.post(body(), **filled).status == 403
    assert table.post(body(), Origin=None, Sec_Fetch_Site="same-origin").status == 200


def test_other_pages_neither_read_nor_listen_but_may_lead_here(table: Running) -> None:
    assert table.get("/live", Origin="http://evil.example").status == 403
    assert table.get("/live", Sec_Fetch_Site="cross-site").status == 403
    assert table.get("/live", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate").status == 403
    assert table.get("/en/", Sec_Fetch_Site="cross-site").status == 403
    assert table.get("/en/", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate").status == 200
    assert may_read("h:1", None, None, False)
    assert not is_from_here("h:1", None, None)


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", None, "application/jsonx"]
)
def test_only_json_is_taken(table: Running, kind: str | None) -> None:
    assert table.post(body(), Content_Type=kind).status in (400, 415)
    assert table.post(body(), Content_Type="application/json; charset=utf-8").status == 200


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/ask", "POST"),
        ("GET", "/ask", "POST"),
        ("OPTIONS", "/ask", "POST"),
        ("POST", "/", "GET, HEAD"),
        ("POST", "/en/", "GET, HEAD"),
        ("DELETE", "/live", "GET, HEAD"),
        ("BREW", "/en/", "GET, HEAD"),
    ],
)
def test_only_what_an_address_is_for_can_be_done_there(table: Running, method: str, path: str, allowed: str) -> None:
    answer = table.request(method, path)
    assert answer.status == 405
    assert answer.headers["Allow"] == allowed
    assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/xx/",
        "/en/chess/",
        "/en//",
        "/en/capital-lux-2/x/",
        "/assets/",
        "/assets/../../../etc/passwd",
        "/../../etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/en/%2e%2e/",
        "/assets/0000/companion.js",
        "/join.json",
        "/records.db",
        "/en/..",
        "/.",
        "/\\..\\",
        "/live/",
        "/ask/",
        "/en\x00/",
    ],
)
def test_there_is_nothing_beside_the_known_addresses(table: Running, path: str) -> None:
    wire = table.wire()
    wire.send(f"GET {path} HTTP/1.1\r\nHost: {table.host}\r\n\r\n".encode())
    answer = wire.response()
    assert answer.status in (400, 404)
    assert b"root:" not in answer.body
    assert path.strip("/") not in answer.text or len(path) < 4


@pytest.mark.parametrize(
    "raw",
    [
        b"\x00\xff\xfe\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET /en/\r\n\r\n",
        b"GET /en/ HTTP/9.9\r\nHost: {host}\r\n\r\n",
        b"GET /en/ HTTP/one\r\nHost: {host}\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"GET /en/ extra HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"GET /en/ HTTP/1.1\r\nHost: {host}\r\nno header at all\r\n\r\n",
        b"POST /ask HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 a TLS greeting\r\n\r\n",
    ],
)
def test_what_is_no_request_is_refused_and_the_connection_ended(table: Running, raw: bytes) -> None:
    wire = table.wire()
    wire.send(raw.replace(b"{host}", table.host.encode()))
    answer = wire.response()
    assert answer.status in (400, 403, 505)
    assert "Traceback" not in answer.text
    assert answer.headers["Connection"] == "close"
    assert wire.is_closed()
    assert is_well(table)


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\n", 414),
        (b"GET " + b"x" * 500_000, 414),
        (b"GET /en/ HTTP/1.1\r\nX: " + b"x" * 20_000 + b"\r\n\r\n", 431),
        (b"GET /en/ HTTP/1.1\r\n" + b"X: x\r\n" * 5_000, 431),
        (b"GET /en/ HTTP/1.1\r\n" + b"X: x\r\n" * 150 + b"\r\n", 431),
    ],
    ids=["line", "endless line", "header", "endless headers", "many headers"],
)
def test_a_request_that_is_too_long_is_refused(table: Running, raw: bytes, status: int) -> None:
    wire = table.wire()
    wire.send(raw)
    assert wire.response().status == status
    assert wire.is_closed()


def test_a_body_is_bounded(table: Running) -> None:
    assert table.post(body(fields=[["a", "x" * 60_000]])).status == 200
    assert table.post(b" " * (BODY_BYTES + 1)).status == 413
    assert table.post(b"", Content_Length="99999999999999999999").status == 413
    wire = table.wire()
    wire.send(f"POST /ask HTTP/1.1\r\nHost: {table.host}\r\nOrigin: http://{table.host}\r\nContent-Type: application/json\r\n".encode())
    wire.send(b"Content-Length: 9000000\r\n\r\n" + b"x" * 300_000)
    assert wire.response().status == 413
    assert wire.is_closed()


@pytest.mark.parametrize("length", ["-1", "+5", "1e3", "0x10", "5, 5", "", "five", "²"])
def test_the_length_of_a_body_is_a_plain_number(table: Running, length: str) -> None:
    wire = table.wire()
    wire.send(
        f"POST /ask HTTP/1.1\r\nHost: {table.host}\r\nOrigin: http://{table.host}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {length}\r\n\r\n".encode("latin-1")
    )
    assert wire.response().status == 400


def test_a_body_in_pieces_is_not_taken(table: Running) -> None:
    assert table.post(b"5\r\n{}   \r\n0\r\n\r\n", Transfer_Encoding="chunked", Content_Length=None).status == 411
    assert table.post(body(), Transfer_Encoding="chunked").status == 411


def test_who_asks_first_whether_to_go_on_is_told(table: Running) -> None:
    wire = table.wire()
    sent = body()
    wire.send(
        f"POST /ask HTTP/1.1\r\nHost: {table.host}\r\nOrigin: http://{table.host}\r\nContent-Type: application/json\r\n"
        f"Expect: 100-continue\r\nContent-Length: {len(sent)}\r\n\r\n".encode()
    )
    assert wire.head()[0] == 100
    wire.send(sent)
    assert wire.response().status == 200


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"null",
        b"[]",
        b'"x"',
        b"17",
        b"[" * 60_000,
        b'{"a":' * 10_000,
        b'{"context": {"n": ' + b"9" * 50_000 + b'}, "ask": "calc"}',
        b'{"context": {"n": NaN}, "ask": "calc"}',
        b'{"context": {"n": Infinity}, "ask": "calc"}',
        b'{"context": {"n": 1e999}, "ask": "calc"}',
        b'{"context": {}, "ask": "\\ud800"}',
        b'{"context": {"\\udfff": 1}, "ask": "calc"}',
        b'{"context": [], "ask": "calc"}',
        b'{"context": {}}',
        b'{"context": {}, "ask": 3}',
        b'{"context": {}, "ask": ["calc"]}',
        b'{"context": {}, "ask": "calc", "fields": "x"}',
        b'{"context": {}, "ask": "calc", "fields": {"a": "b"}}',
        b'{"context": {}, "ask": "calc", "fields": [["a", 1]]}',
        b'{"context": {}, "ask": "calc", "fields": [["a"]]}',
        b'{"context": {}, "ask": "calc", "fields": [["a", "b", "c"]]}',
        b'{"context": {}, "ask": "calc", "me": [[null, "b"]]}',
        b'{"context": {}, "ask": "calc", "stamp": "0123456789abcdef"}',
        b'{"context": {}, "ask": "calc", "stamp": ["x", "y"]}',
        b'{"context": {}, "ask": "calc", "stamp": ["0123456789ABCDEF", "y"]}',
        b'{"context": {}, "ask": "calc", "stamp": ["0123456789abcdef\\n", "y"]}',
        b'{"context": {}, "ask": "calc", "stamp": [1, 2]}',
    ],
    ids=lambda raw: raw[:40].decode("latin-1"),
)
def test_a_body_of_another_form_is_refused_in_words(table: Running, raw: bytes) -> None:
    answer = table.post(raw)
    assert answer.status == 400
    assert answer.text == "This request cannot be read."
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert table.post(raw, Accept_Language="de").status == 400
    assert is_well(table)


def test_too_many_fields_are_refused(table: Running) -> None:
    assert table.post(body(fields=[["a", "b"]] * MOST_FIELDS)).status == 200
    assert table.post(body(fields=[["a", "b"]] * (MOST_FIELDS + 1))).status == 400
    assert table.post(body(fields=[["a" * 201, "b"]])).status == 400


def test_only_what_belongs_to_a_request_is_handed_on(table: Running) -> None:
    found = table.post(body(book=["x"], shelf=[], extra=1, out="said", fields=[["a", "ä"]])).json["request"]
    assert found == {**ASKED, "fields": [["a", "ä"]], "me": [], "out": "said"}


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    raw=st.one_of(
        st.binary(max_size=200),
        st.recursive(st.none() | st.integers() | st.floats() | st.text(), st.lists).map(lambda x: json.dumps(x).encode()),
    )
)
def test_no_body_whatsoever_breaks_anything(table: Running, raw: bytes) -> None:
    assert table.post(raw).status == 400


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(raw=st.binary(min_size=1, max_size=300))
def test_no_bytes_whatsoever_break_anything(table: Running, raw: bytes) -> None:
    wire = table.wire()
    wire.send(raw + b"\r\n\r\n")
    wire.socket.shutdown(socket.SHUT_WR)
    got = b""
    try:
        while part := wire.socket.recv(4096):
            got += part
    except ConnectionError:
        pass
    assert not got or got.startswith((b"HTTP/1.1 4", b"HTTP/1.1 5"))
    assert b"500 " not in got[:20]
    wire.close()


def test_an_error_inside_is_said_without_its_details(serve: Serve, record: str, capsys: pytest.CaptureFixture[str]) -> None:
    def breaks(request: dict[str, object], keeper: Keeper) -> dict[str, object]:
        raise RuntimeError("secret path /home/anna")

    table = serve(breaks)
    answer = table.post(body())
    assert answer.status == 500
    assert "secret" not in answer.text
    assert "RuntimeError" in answer.text
    assert capsys.readouterr() == ("", "")


def test_who_breaks_off_is_not_talked_about(table: Running, capsys: pytest.CaptureFixture[str]) -> None:
    for sent in (b"", b"GET", b"GET /en/ HTTP/1.1\r\nHost: x", b"POST /ask HTTP/1.1\r\nContent-Length: 50\r\n\r\n{"):
        wire = table.wire()
        wire.send(sent)
        wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        wire.close()
    assert is_well(table)
    assert capsys.readouterr() == ("", "")


def test_every_answer_carries_the_same_protection(table: Running) -> None:
    for answer in (
        table.get("/"),
        table.get("/en/"),
        table.get("/nowhere"),
        table.post(body()),
        table.post(b"x"),
        table.get("/favicon.ico"),
    ):
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "Python" not in answer.headers["Server"]
        if answer.status != 204:
            assert answer.headers["Cache-Control"] == "no-store"


def test_one_connection_answers_many_requests_at_once_each(table: Running) -> None:
    wire = table.wire()
    assert wire.socket.getsockname()
    for _ in range(3):
        wire.send(f"GET /en/ HTTP/1.1\r\nHost: {table.host}\r\n\r\n".encode())
        assert wire.response().status == 200
    wire.send(f"GET /en/ HTTP/1.1\r\nHost: {table.host}\r\n\r\nHEAD /de/ HTTP/1.1\r\nHost: {table.host}\r\n\r\n".encode())
    assert wire.response().status == 200
    assert wire.head()[0] == 200
    wire.send(f"GET /nowhere HTTP/1.1\r\nHost: {table.host}\r\n\r\n".encode())
    assert wire.response().status == 404
    wire.send(f"GET /en/ HTTP/1.1\r\nHost: {table.host}\r\nConnection: close\r\n\r\n".encode())
    assert wire.response().headers["Connection"] == "close"
    assert wire.is_closed()


def test_answers_do_not_wait_for_each_other_to_be_confirmed(table: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    setup = handler.Handler.setup

    def look(self: handler.Handler) -> None:
        setup(self)
        seen.append(self.connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    monkeypatch.setattr(handler.Handler, "setup", look)
    assert is_well(table)
    assert seen
    assert all(seen)


def test_a_slow_request_is_ended_however_it_trickles(table: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handler, "ARRIVAL_SECONDS", 0.4)
    head, half = table.wire(), table.wire()
    half.send(
        f"POST /ask HTTP/1.1\r\nHost: {table.host}\r\nOrigin: http://{table.host}\r\nContent-Type: application/json\r\n".encode()
        + b"Content-Length: 100\r\n\r\n{"
    )
    sent = f"GET /en/ HTTP/1.1\r\nHost: {table.host}\r\nX: {'x' * 3000}".encode()
    for place in range(len(sent)):
        head.send(sent[place : place + 1])
        if select.select([head.socket], [], [], 0.02)[0]:
            break
    assert head.response().status == 408
    assert half.response().status == 408
    assert head.is_closed()
    assert half.is_closed()


def test_a_silent_connection_is_ended(table: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handler, "IDLE_SECONDS", 0.2)
    wire = table.wire()
    assert wire.is_closed()


def test_who_comes_anew_takes_the_place_of_the_longest_silent(serve: Serve, record: str) -> None:
    table = serve(connections=Connections(most=4, most_of_one=4))
    old = [table.wire() for _ in range(4)]
    held = table.server.connections._held
    for wire in old:
        wire.send(f"GET /en/ HTTP/1.1\r\nHost: {table.host}\r\n\r\n".encode())
        assert wire.response().status == 200
        # An answer is here before the server has noted that silence follows.
        assert until(lambda: [one.silent_since is not None for one in list(held.values())] == [True] * 4)
    assert is_well(table)
    assert old[0].is_closed()
    old[3].send(f"GET /en/ HTTP/1.1\r\nHost: {table.host}\r\n\r\n".encode())
    assert old[3].response().status == 200


def test_who_is_being_answered_keeps_the_place(serve: Serve, record: str) -> None:
    go_on = threading.Event()

    def waits(request: dict[str, object], keeper: Keeper) -> dict[str, object]:
        go_on.wait(SECONDS)
        return {}

    table = serve(waits, connections=Connections(most=2, most_of_one=2))
    busy = [table.wire() for _ in range(2)]
    for wire in busy:
        sent = body()
        wire.send(
            f"POST /ask HTTP/1.1\r\nHost: {table.host}\r\nOrigin: http://{table.host}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(sent)}\r\n\r\n".encode()
            + sent
        )
    held = table.server.connections._held
    assert until(lambda: len(held) == 2 and all(one.silent_since is None for one in list(held.values())))
    assert table.wire().is_closed()
    go_on.set()
    assert [wire.response().status for wire in busy] == [200, 200]


def test_connections_are_counted_and_forgotten(table: Running) -> None:
    for _ in range(40):
        assert is_well(table)
    wires = [table.wire() for _ in range(connections.MOST_OF_ONE + 10)]
    assert is_well(table)
    assert table.server.connections.count <= connections.MOST_OF_ONE
    for wire in wires:
        wire.close()
    assert until(lambda: table.server.connections.count == 0)


def test_who_asks_too_often_waits_and_is_told_how_long(serve: Serve, record: str) -> None:
    now = [0.0]
    table = serve(buckets=Buckets(each_second=0.5, at_once=3, clock=lambda: now[0]))
    assert [table.post(body()).status for _ in range(4)] == [200, 200, 200, 429]
    refused = table.get("/en/")
    assert (refused.status, refused.headers["Retry-After"]) == (429, "2")
    assert refused.text == "Too much was asked at once. Try again in 2 seconds."
    now[0] += 2
    assert table.post(body()).status == 200
    assert table.post(body()).status == 429


def test_buckets_are_apart_and_those_of_long_ago_forgotten() -> None:
    buckets = Buckets(1, 1, lambda: 0.0)
    assert (buckets.take("a"), buckets.take("a"), buckets.take("b")) == (0, 1, 0)
    for n in range(2000):
        buckets.take(f"x{n}")
    assert len(buckets._held) <= 1024


def test_text_is_packed_for_who_unpacks_it(table: Running) -> None:
    asked = body(fields=[["a", "long " * 2000]])
    plain, small = table.post(asked), table.post(asked, Accept_Encoding="br, gzip;q=0.8")
    assert small.json == plain.json
    assert small.headers["Content-Encoding"] == "gzip"
    assert int(small.headers["Content-Length"]) < 1000 < int(plain.headers["Content-Length"])
    for refused in ("gzip;q=0", "gzip; q=0.0, br", "br"):
        assert "Content-Encoding" not in table.post(asked, Accept_Encoding=refused).headers
    assert "Content-Encoding" not in table.post(body(), Accept_Encoding="gzip").headers


def test_ending_lets_those_be_answered_who_have_asked(serve: Serve, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "END_SECONDS", SECONDS)
    asked, go_on = threading.Event(), threading.Event()

    def slow(request: dict[str, object], keeper: Keeper) -> dict[str, object]:
        asked.set()
        go_on.wait(SECONDS)
        return {"done": True}

    table = serve(slow)
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(table.post(body()).json))
    thread.start()
    assert asked.wait(SECONDS)
    silent = table.wire()
    assert until(lambda: table.server.connections.count == 2)
    table.server.shutdown()
    assert until(lambda: table.server.socket.fileno() == -1)
    go_on.set()
    table.stop()
    thread.join(SECONDS)
    assert found == [{"done": True}]
    assert silent.is_closed()


def test_the_module_reads_no_file_by_a_name_from_outside() -> None:
    source = (Path(handler.__file__)).read_text(encoding="utf-8")
    assert "open(" not in source
    assert "Path" not in source
