"""A table that is really served, on a real socket of this machine, and phones that speak to it."""

from __future__ import annotations

import contextlib
import gzip
import http.client
import itertools
import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from helper.definitions.schema import GameDefinition
from helper.errors import HelperError
from helper.i18n.words import Words
from helper.publish.companion.shell import Place
from helper.serve.keeping import Keeper
from helper.serve.limits import Buckets
from helper.serve.pages import Pages
from helper.serve.server import Server
from helper.serve.table import ServedTable, game_of
from helper.store import Store
from helper.table import Stamp, new
from tests.waiting import SECONDS

CODE = "ABCDEFGH"
GAME = "capital-lux-2"
_count = itertools.count()


def fresh_id() -> str:
    return f"{next(_count):016x}"


class Response(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()


class Wire:
    """A bare connection, on which anything can be sent."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
        self.file = self.socket.makefile("rb")

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def head(self) -> tuple[int, dict[str, str]]:
        status = int(self.file.readline().split()[1])
        headers = {}
        while line := self.file.readline().strip():
            name, _, value = line.decode().partition(": ")
            headers[name] = value
        return status, headers

    def response(self) -> Response:
        status, headers = self.head()
        return Response(status, headers, self.file.read(int(headers.get("Content-Length", 0))))

    def is_closed(self) -> bool:
        """Wait for the end of the connection and return whether it came."""
        try:
            return self.file.read(1) == b""
        except ConnectionError:
            return True

    def close(self) -> None:
        self.file.close()
        self.socket.close()


class Stream(Wire):
    """An event stream that is open."""

    def __init__(self, port: int, last: str = "") -> None:
        super().__init__(port)
        heard = f"Last-Event-ID: {last}\r\n" if last else ""
        self.send(f"GET /live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{heard}\r\n".encode())
        self.status, self.headers = self.head()
        self.retry = int(self.line().removeprefix("retry: "))
        self.file.readline()

    def line(self) -> str:
        while not (line := self.file.readline().decode()).strip():
            if not line:
                raise EOFError
        return line.strip()

    def number(self) -> str:
        """Return the next number that is said."""
        while not (line := self.line()).startswith("data: "):
            pass
        self.file.readline()
        return line.removeprefix("data: ")

    def is_quiet(self, seconds: float = 0.6) -> bool:
        self.socket.settimeout(seconds)
        try:
            return self.file.peek(1) == b""
        except TimeoutError:
            return True


class Running:
    """A server that runs, and what a phone does with it."""

    def __init__(self, server: Server, store: Store) -> None:
        self.server = server
        self.store = store
        self.port = server.port
        self.host = f"127.0.0.1:{server.port}"
        self.thread = threading.Thread(target=server.serve, args=(0.01,), daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.server.shutdown()
        self.thread.join(SECONDS)
        assert not self.thread.is_alive()

    def wire(self) -> Wire:
        return Wire(self.port)

    def stream(self, last: str = "") -> Stream:
        return Stream(self.port, last)

    def request(self, method: str, path: str, body: bytes | None = None, /, **headers: str | None) -> Response:
        """Send a request as a browser would; headers that are None are left out, and `_` stands for `-`."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        with contextlib.closing(connection):
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            if body is not None:
                headers.setdefault("Content_Length", str(len(body)))
            for name, value in {"Host": self.host, **headers}.items():
                if value is not None:
                    connection.putheader(name.replace("_", "-"), value)
            connection.endheaders(body)
            found = connection.getresponse()
            content = found.read()
            if found.headers.get("Content-Encoding") == "gzip":
                content = gzip.decompress(content)
            return Response(found.status, dict(found.headers), content)

    def get(self, path: str, **headers: str | None) -> Response:
        return self.request("GET", path, **headers)

    def post(self, content: bytes, **headers: str | None) -> Response:
        headers = {"Origin": f"http://{self.host}", "Content_Type": "application/json", **headers}
        return self.request("POST", "/ask", content, **headers)

    def ask(
        self,
        ask: str,
        fields: Mapping[str, str] | None = None,
        code: str | None = CODE,
        stamp: str = "",
        me: str = "",
        game: str = GAME,
        language: str = "en",
    ) -> Response:
        """Ask what a page would ask."""
        request = {
            "context": {"game": game, "language": language, "rules": ""},
            "ask": ask,
            "fields": [[key, value] for key, value in (fields or {}).items()],
            "me": [["~me", me]] if me else [],
            "stamp": [stamp or fresh_id(), "2020-01-01T00:00:00Z"],
        }
        return self.post(json.dumps(request).encode(), X_Join=code)


Serve = Callable[..., Running]


def echo(request: dict[str, Any], keeper: Keeper) -> dict[str, Any]:
    """Answer with what came in, and what may be done."""
    journal = keeper.journal()
    return {"request": request, "may_write": keeper.may_write, "events": None if journal is None else len(journal.events)}


def note(request: dict[str, Any], keeper: Keeper) -> dict[str, Any]:
    """Ask the record what was asked, with the fields as words."""
    given = dict(request["fields"])
    words = [f"{key}={value}" for key, value in given.items() if not key.startswith("~")]
    id, at = request.get("stamp", ("", ""))
    try:
        return keeper.ask({"do": request["ask"], "words": words}, request["context"]["language"], Stamp(id, at, given.get("~by", "")))
    except HelperError as error:
        return {"fault": [one.code for one in error.faults], "said": [Words().fault(one) for one in error.faults]}


def plain_page(definition: GameDefinition, words: Words, place: Place) -> str:
    parts = (definition.id, words.lang, place.live, place.assets, *(one[2] for one in place.languages))
    return "<!doctype html>" + " ".join(f"[{part}]" for part in parts)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "records.db")


@pytest.fixture
def record(store: Store) -> str:
    """Return the id of a record of three players, with one figure told."""
    made = store.create(new(GAME, ["Anna", "Bert", "Cleo"], {"set": "a"}, name="Friday", created="2026-11-29T20:00:00Z"))
    tell(store, "P1.gold=1")
    return made.id


@pytest.fixture
def serve(store: Store) -> Iterator[Serve]:
    """Start servers, and end them after the test."""
    running: list[Running] = []

    def start(
        answer: Any = echo, document: Any = plain_page, code: str = CODE, hides_scores: bool = False, port: int = 0, **options: Any
    ) -> Running:
        id, game, _ = game_of(store, None)
        buckets = options.pop("buckets", None) or Buckets(1e6, 1e6)
        table = ServedTable(store, id, Pages(game, document), code, hides_scores, answer)
        running.append(Running(Server(table, port, buckets=buckets, **options), store))
        return running[-1]

    yield start
    for one in running:
        if one.thread.is_alive():
            one.stop()


def tell(store: Store, *words: str, do: str = "observe") -> dict[str, object]:
    """Record something as the terminal does."""
    return store.ask({"do": do, "words": list(words)}, "en", Stamp(fresh_id(), "2026-11-29T20:00:00Z", "terminal"))
