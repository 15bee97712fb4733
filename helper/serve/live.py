"""Tell every phone that the record has grown: one thread looks at the file and holds all event streams.

A stream carries nothing but where the record is, as `<epoch>.<events>`; a phone then asks for what it shows, in its own
language. The epoch is random, so that a server that was started anew is noticed. A stream takes no thread of its own and none
of the connections that requests are answered on.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import socket
import threading
import time
from collections import deque

from helper.frozen import Frozen
from helper.store.watching import Watch

LOOK_SECONDS = 0.25
BEAT_SECONDS = 15.0
GONE_SECONDS = 40
RETRY_SECONDS = 2
CROWDED_RETRY_SECONDS = 5
MOST_STREAMS = 128
MOST_OF_ONE = 16
BEAT = b":\n\n"
_SILENCE = {"TCP_USER_TIMEOUT": GONE_SECONDS * 1000, "TCP_KEEPIDLE": GONE_SECONDS, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3}


class _Stream(Frozen):
    """An open stream, and the address it leads to."""

    connection: socket.socket
    address: str


class Live:
    """All event streams, and the one thread that writes to them."""

    def __init__(self, watch: Watch, record: str) -> None:
        self._watch = watch
        self._record = record
        self._epoch = os.urandom(4).hex()
        self._length: int | None = None
        self._replaced = 0
        self._streams: dict[int, _Stream] = {}
        self._arriving: deque[tuple[socket.socket, str, str, bytes]] = deque()
        self._ends = threading.Event()
        self._written = threading.Event()
        self._woken, self._waker = socket.socketpair()
        for end in (self._woken, self._waker):
            end.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name="live", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def take(self, connection: socket.socket, address: str, last: str, head: bytes) -> None:
        """Take a connection over, for good: `head` is sent first, and the number unless it is `last`, which was heard before.

        Where too many streams are open, it is told the number and to come again, so that it still hears of every change.
        """
        self._arriving.append((connection, address, last, head))
        self._wake()

    def wrote(self) -> None:
        """Look at once: something was written here."""
        self._written.set()
        self._wake()

    def close(self) -> None:
        """End every stream and the thread."""
        self._ends.set()
        self._wake()
        if self._thread.is_alive():
            self._thread.join(2)

    @property
    def streams(self) -> int:
        """How many streams are open."""
        return len(self._streams)

    @property
    def sequence(self) -> str:
        """Where the record is."""
        return f"{self._epoch}.{'-' if self._length is None else self._length}"

    def _wake(self) -> None:
        with contextlib.suppress(OSError):
            self._waker.send(b".")

    def _run(self) -> None:
        beats = time.monotonic() + BEAT_SECONDS
        try:
            while not self._ends.is_set():
                for key, _ in self._selector.select(LOOK_SECONDS if self._streams else None):
                    self._hear(key)
                if self._watch.changed() or self._written.is_set():
                    self._written.clear()
                    self._look()
                while self._arriving:
                    self._open(*self._arriving.popleft())
                if time.monotonic() >= beats:
                    beats = time.monotonic() + BEAT_SECONDS
                    for stream in list(self._streams.values()):
                        self._say(stream, BEAT)
        finally:
            for connection in [*(one.connection for one in self._streams.values()), *(one[0] for one in self._arriving)]:
                connection.close()
            self._streams.clear()
            self._watch.close()
            self._selector.close()

    def _hear(self, key: selectors.SelectorKey) -> None:
        """Take what arrives: a nudge of our own, or the end of a stream. What a phone says on a stream means nothing."""
        connection = key.fileobj
        assert isinstance(connection, socket.socket)
        try:
            ended = connection.recv(4096) == b""
        except BlockingIOError:
            return
        except OSError:
            ended = True
        if ended and key.fd in self._streams:
            self._drop(self._streams[key.fd])

    def _look(self) -> None:
        """Tell all streams where the record is, if it is somewhere else than before."""
        before = self.sequence
        if self._watch.replaced != self._replaced:
            self._replaced = self._watch.replaced
            self._epoch = os.urandom(4).hex()
        self._length = self._watch.length(self._record)
        if self.sequence != before:
            for stream in list(self._streams.values()):
                self._say(stream, self._message())

    def _open(self, connection: socket.socket, address: str, last: str, head: bytes) -> None:
        crowded = len(self._streams) >= MOST_STREAMS or sum(one.address == address for one in self._streams.values()) >= MOST_OF_ONE
        retry = CROWDED_RETRY_SECONDS if crowded else RETRY_SECONDS
        message = self._message() if last != self.sequence else b""
        try:
            connection.setblocking(False)
            _notice_silence(connection)
            if connection.send(greeting := head + b"retry: %d\n\n" % (retry * 1000) + message) < len(greeting) or crowded:
                connection.close()
                return
            self._selector.register(connection, selectors.EVENT_READ)
        except (OSError, ValueError, KeyError):
            connection.close()
            return
        self._streams[connection.fileno()] = _Stream(connection, address)

    def _message(self) -> bytes:
        return f"id: {self.sequence}\ndata: {self.sequence}\n\n".encode()

    def _say(self, stream: _Stream, text: bytes) -> None:
        """Send a few bytes at once, or take a stream for dead that does not take them."""
        try:
            sent = stream.connection.send(text)
        except OSError:
            sent = 0
        if sent < len(text):
            self._drop(stream)

    def _drop(self, stream: _Stream) -> None:
        self._streams.pop(stream.connection.fileno(), None)
        with contextlib.suppress(KeyError, ValueError):
            self._selector.unregister(stream.connection)
        stream.connection.close()


def _notice_silence(connection: socket.socket) -> None:
    """Let the system end a connection whose other side has gone without a word."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in _SILENCE.items():
        if hasattr(socket, option):
            with contextlib.suppress(OSError):
                connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
