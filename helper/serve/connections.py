"""How many may be connected at once. Who comes anew takes the place of who has not asked, or not to the end, not of who is being answered.

Of these the address gives way that has most of them: nobody is shut out by many half requests from elsewhere.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterable

MOST = 128
MOST_OF_ONE = 32


class _Held:
    """An open connection: whose it is, and since when it owes us a whole request, None while one is answered."""

    def __init__(self, connection: socket.socket, address: str) -> None:
        self.connection = connection
        self.address = address
        self.silent_since: float | None = time.monotonic()


class Connections:
    """Every connection that requests come on."""

    def __init__(self, most: int = MOST, most_of_one: int = MOST_OF_ONE) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._lock = threading.Lock()
        self._held: dict[int, _Held] = {}

    def admit(self, connection: socket.socket, address: str) -> bool:
        """Take a new connection in, and return whether there was room or could be made."""
        with self._lock:
            own = [one for one in self._held.values() if one.address == address]
            room = len(own) < self._most_of_one or self._make_room(own)
            room = room and (len(self._held) < self._most or self._make_room(self._held.values()))
            if room:
                self._held[id(connection)] = _Held(connection, address)
            return room

    def silent(self, connection: socket.socket) -> None:
        """Note that a connection waits for its next request, or for the rest of one that has begun to arrive."""
        self._note(connection, time.monotonic())

    def asking(self, connection: socket.socket) -> None:
        """Note that a request has arrived whole."""
        self._note(connection, None)

    def leave(self, connection: socket.socket) -> None:
        """Forget a connection."""
        with self._lock:
            self._held.pop(id(connection), None)

    def close(self, wait: float) -> None:
        """End silent connections at once, and the others once they are answered or the time is over."""
        until = time.monotonic() + wait
        while True:
            with self._lock:
                while self._make_room(self._held.values()):
                    pass
                if not self._held or time.monotonic() > until:
                    return
            time.sleep(0.01)

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._held)

    def _note(self, connection: socket.socket, since: float | None) -> None:
        with self._lock:
            if held := self._held.get(id(connection)):
                held.silent_since = since

    def _make_room(self, among: Iterable[_Held]) -> bool:
        """End the connection that has been silent longest of the address that has most such, if any is."""
        silent = [one for one in among if one.silent_since is not None]
        if not silent:
            return False
        counts = Counter(one.address for one in silent)
        held = min(silent, key=lambda one: (-counts[one.address], one.silent_since))
        del self._held[id(held.connection)]
        with contextlib.suppress(OSError):
            held.connection.shutdown(socket.SHUT_RDWR)
        return True
