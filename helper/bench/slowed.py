"""Slow a browser down: the processes that show pages run only a part of the time, workers and all.

The throttle of the browser's own tools reaches the main thread of a page alone, and not the worker where Python runs. Linux
only, since it reads `/proc`.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

SLICE = 0.004  # seconds that they run at a time
PROCESSES = Path("/proc")


@contextlib.contextmanager
def slowed(times: int) -> Iterator[None]:
    """Let every renderer below this process run one of so many slices of time; those that start meanwhile too."""
    if times <= 1:
        yield
        return
    over = threading.Event()
    thread = threading.Thread(target=_slow, args=(times, over), daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _slow(times: int, over: threading.Event) -> None:
    seen: set[int] = set()
    try:
        while not over.is_set():
            found = renderers()
            seen |= found
            _send(found, signal.SIGSTOP)
            time.sleep(SLICE * (times - 1))
            _send(found, signal.SIGCONT)
            time.sleep(SLICE)
    finally:
        _send(seen, signal.SIGCONT)


def _send(processes: set[int], what: signal.Signals) -> None:
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, what)


_PARENTS: dict[int, int] = {}


def renderers() -> set[int]:
    """Return the processes below this one that show pages."""
    now = {int(name) for name in os.listdir(PROCESSES) if name.isdigit()}
    for gone in _PARENTS.keys() - now:
        del _PARENTS[gone]
    for fresh in now - _PARENTS.keys():
        # The name may hold anything, so what counts is what stands behind its last bracket.
        _PARENTS[fresh] = int((_read(fresh, "stat").rpartition(")")[2].split() or ["0", "0"])[1])
    below = {os.getpid()}
    waiting = True
    while waiting:
        further = {process for process, parent in _PARENTS.items() if parent in below} - below
        below |= further
        waiting = bool(further)
    return {process for process in below if "--type=renderer" in _read(process, "cmdline")}


def _read(process: int, what: str) -> str:
    try:
        return (PROCESSES / str(process) / what).read_bytes().decode(errors="replace")
    except OSError:
        return ""
