"""Measure the served table: how long phones wait, one alone and eight that ask at once."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import json
import statistics
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from helper.bench.sections import load, table
from helper.frozen import Frozen

GAME, LANGUAGE = "hegemony", "de"
SEATS = ("Anna=working", "Bert=middle", "Cleo=capitalist", "Dora=state")
ENTRIES = 60
CLIENTS = 8
TIMES = 40
WAIT = 30  # seconds
FIGURES = {
    "policies": "1C 2B 3A 4B 5C 6B 7B",
    "working.population": "10",
    "middle.employers": "2",
    "middle.companies": "5",
    "capitalist.companies": "6",
    "capitalist.revenue": "60",
}
ASKED: dict[str, tuple[str, Mapping[str, str]]] = {"record": ("record", {}), "calculator": ("calc", {"~calculator": "taxes", **FIGURES})}

Ask = Callable[[http.client.HTTPConnection], None]


class Waited(Frozen):
    """What was asked, by how many at once, and the median and the worst time, in milliseconds."""

    what: str
    clients: int
    median: float
    worst: float
    each_second: float


def section(helper: Path, environment: Mapping[str, str], place: Path) -> str:
    """Serve a record, measure, and return the section of the page."""
    data = place / "served"
    keep_a_record(data / "records.db")
    with running(helper, {**environment, "HELPER_DATA": str(data)}) as port:
        kinds: dict[str, Ask] = {
            "`record`": asking(port, "record"),
            "calculator": asking(port, "calculator"),
            "the page": reading(f"/{LANGUAGE}/"),
        }
        # Each has an address of its own, as phones have: the server lets one address ask only so much.
        addresses = (f"127.0.{1 + number // 200}.{1 + number % 200}" for number in itertools.count())
        rows = [
            waited(what, [next(addresses) for _ in range(clients)], port, ask) for what, ask in kinds.items() for clients in (1, CLIENTS)
        ]
    shown = table(
        ("what", "clients", "median ms", "worst ms", "answers a second"),
        [(row.what, str(row.clients), f"{row.median:.1f}", f"{row.worst:.0f}", f"{row.each_second:.0f}") for row in rows],
    )
    return f"""\
`helper serve` on a record of Hegemony with {ENTRIES} entries, four players, asked in German over connections that stay open, {TIMES} times
by each client, one alone and {CLIENTS} at once with no pause between; asking and answering share the machine. `record` is everything
the page shows of a record, asked anew after each entry; the calculator is that of taxes. {load()}

{shown}
"""


def keep_a_record(path: Path) -> None:
    """Keep a record whose entries each tell three figures."""
    from helper.store import Store
    from helper.table import Stamp, new

    store = Store(path)
    store.create(new(GAME, SEATS, created="2026-01-01T20:00:00Z"))
    for number in range(1, ENTRIES + 1):
        words = [f"working.money={number}", f"middle.points={number // 4}", f"capitalist.revenue={number}"]
        store.ask({"do": "observe", "words": words}, "en", Stamp(f"{number:08x}", "2026-01-01T20:00:00Z", ""))


@contextlib.contextmanager
def running(helper: Path, environment: Mapping[str, str]) -> Iterator[int]:
    """Serve the current record and give the port."""
    command = [str(helper), "serve", "--port", "0", "--json"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            said = ""
            for line in process.stdout:
                said += line
                with contextlib.suppress(ValueError):
                    yield int(json.loads(said)["port"])
                    break
        finally:
            process.terminate()


def asking(port: int, name: str) -> Ask:
    """Return what asks the table what a page would ask it."""
    ask, fields = ASKED[name]
    context = {"game": GAME, "language": LANGUAGE, "rules": f"/{LANGUAGE}/{GAME}/rules#{{rule}}"}
    body = json.dumps({"context": context, "ask": ask, "fields": [[*pair] for pair in fields.items()]})
    headers = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/json", "Accept-Encoding": "gzip"}
    return lambda connection: answered(connection, "POST", "/ask", body, headers)


def reading(path: str) -> Ask:
    """Return what asks for a page."""
    return lambda connection: answered(connection, "GET", path, None, {"Accept-Encoding": "gzip"})


def answered(connection: http.client.HTTPConnection, method: str, path: str, body: str | None, headers: Mapping[str, str]) -> None:
    """Ask and read the whole answer."""
    connection.request(method, path, body, dict(headers))
    with connection.getresponse() as response:
        said = response.read()
    if response.status != http.HTTPStatus.OK:
        raise RuntimeError(f"{path}: {response.status} {said[:200]!r}")


def waited(what: str, addresses: list[str], port: int, ask: Ask) -> Waited:
    """Let clients ask at once, each from its address, and return how long they waited."""
    together = threading.Barrier(len(addresses))

    def client(address: str) -> tuple[float, float, list[float]]:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT, source_address=(address, 0))
        with contextlib.closing(connection):
            ask(connection)
            together.wait(WAIT)
            moments = [time.perf_counter()]
            for _ in range(TIMES):
                ask(connection)
                moments.append(time.perf_counter())
        return moments[0], moments[-1], [(end - begin) * 1000 for begin, end in itertools.pairwise(moments)]

    with ThreadPoolExecutor(len(addresses)) as pool:
        found = list(pool.map(client, addresses))
    times = [one for _, _, each in found for one in each]
    spent = max(end for _, end, _ in found) - min(begin for begin, _, _ in found)
    return Waited(what, len(addresses), statistics.median(times), max(times), len(times) / spent)
