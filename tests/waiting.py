"""Waiting for what comes to be: long enough for a machine that does much else, and never for a time alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

SECONDS = 60.0
"""How long is waited for what comes at once on an idle machine."""


def until(holds: Callable[[], bool], seconds: float = SECONDS) -> bool:
    """Wait until something holds, and return whether it came to that."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


def is_waiting(pid: int) -> bool:
    """Return whether a process of one thread does nothing but wait, such as for what is typed next."""
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "S"


def is_taken(pipe: int) -> bool:
    """Return whether what was written into a pipe has been read by the process at its other end."""
    import fcntl
    import struct
    import termios

    (left,) = struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, b"\0\0\0\0"))
    return not left
