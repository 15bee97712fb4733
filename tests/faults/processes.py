"""Processes of their own that write to a file of records and say what was confirmed, until they end or are killed."""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, NoReturn

from helper.errors import Forbidden
from helper.store import Store
from helper.table import Stamp, new
from tests.faults.losses import kept

REPEATED = int(os.environ.get("HELPER_FAULTS", "0"))
"""How often each fault is provoked, where it is more often than the suite does: HELPER_FAULTS=5000."""


class Confirmed(NamedTuple):
    """An entry that a process was told to be recorded: its number and its random id."""

    n: int
    id: str


class Writer(NamedTuple):
    """A running process, and the pipe on which it says what was confirmed."""

    pid: int
    pipe: int


def request(turn: int) -> dict[str, object]:
    """Return what is asked in turn: mostly entries, now and then an undo or a redo."""
    if turn % 5 == 3:
        return {"do": "undo"}
    if turn % 5 == 4:
        return {"do": "redo"}
    return {"do": "adjust", "words": [f"P{turn % 2 + 1}.gold={turn % 90}"], "note": "n" * (turn % 400)}


def confirmations(store: Store, name: str, times: int | None = None) -> Iterator[Confirmed]:
    """Yield what is confirmed, one after another; a question that the record refuses confirms nothing."""
    for turn in itertools.count() if times is None else range(times):
        id = os.urandom(8).hex()
        with contextlib.suppress(Forbidden):
            answer = store.ask(request(turn), "en", Stamp(id, "2026-01-01T20:00:00Z", "test"), name)
            if isinstance(answer["recorded"], int):
                yield Confirmed(answer["recorded"], id)


def start(work: Callable[[], Iterator[Confirmed]]) -> Writer:
    """Start a process that does some work and writes a line for each confirmation."""
    out, into = os.pipe()
    pid = os.fork()
    if not pid:
        _tell(work, into)
    os.close(into)
    return Writer(pid, out)


def _tell(work: Callable[[], Iterator[Confirmed]], into: int) -> NoReturn:
    code = 1
    try:
        for one in work():
            os.write(into, f"{one.n} {one.id}\n".encode())
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def end(writer: Writer, heard: bytes = b"") -> tuple[list[Confirmed], int]:
    """Wait until a process ends; return what it confirmed, and how it ended."""
    said = heard.decode()
    with os.fdopen(writer.pipe, "rb") as pipe:
        said += pipe.read().decode()
    _, status = os.waitpid(writer.pid, 0)
    whole = said[: said.rfind("\n") + 1].splitlines()
    return [Confirmed(int(n), id) for n, id in map(str.split, whole)], os.waitstatus_to_exitcode(status)


def kill(writer: Writer, after: int = 0, seconds: float = 0.0) -> list[Confirmed]:
    """Kill a process with the signal that it cannot refuse, some seconds after so many confirmations; return what it confirmed."""
    heard = b""
    while heard.count(b"\n") < after and (more := os.read(writer.pipe, 4096)):
        heard += more
    time.sleep(seconds)
    os.kill(writer.pid, signal.SIGKILL)
    return end(writer, heard)[0]


def new_record(path: Path, name: str = "one") -> Store:
    """Return a store with a record of two players."""
    store = Store(path)
    store.create(new("capital-lux-2", ["Anna", "Bert"], {"set": "a"}, name=name, created="2026-01-01T20:00:00Z"))
    return store


def killed(folder: Path, kills: int, seed: int, writers: int = 1) -> tuple[int, int]:
    """Kill processes at random moments while they write, and look after each time whether everything confirmed is there.

    Returns how many entries were confirmed and how many are there; a fresh record is begun where one has become long.
    """
    chance = random.Random(seed)
    confirmed: list[Confirmed] = []
    found = total = there = 0
    store = new_record(folder / "records.db", "0")
    name = "0"
    store.ask({"do": "status"}, "en", Stamp("", ""))  # what a process has loaded, those that it starts need not load
    for turn in range(kills):
        if found > 300:
            total, there, confirmed = total + len(confirmed), there + found, []
            name = str(turn)
            new_record(store.path, name)
        running = [start(lambda name=name: confirmations(Store(store.path), name)) for _ in range(writers)]  # type: ignore[misc]
        # At first whenever it may be, so also before anything was confirmed; how long an entry takes depends on the machine.
        for place, writer in enumerate(running):
            confirmed += kill(writer, chance.randint(0, 3) if not place else 0, chance.uniform(0, 0.03) if not place else 0)
        events = store.load(name)[1].events
        found = len(events)
        kept(confirmed, events, f"in record {name}, after kill {turn} of seed {seed}")
        assert len({one.n for one in confirmed}) == len(confirmed)
        assert found - len(confirmed) <= (turn + 1) * writers
    return total + len(confirmed), there + found
