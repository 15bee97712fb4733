"""What a connection sends and gets, within bounds: a request arrives by a deadline and is of limited size, or not at all."""

from __future__ import annotations

import http.client
import io
import math
import socket
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

SEND_SECONDS = 10.0
HEAD_BYTES = 16 * 1024


class Incoming(io.RawIOBase):
    """What arrives before `deadline`, however slowly it trickles in. Raises TimeoutError after it."""

    def __init__(self, connection: socket.socket) -> None:
        super().__init__()
        self._connection = connection
        self.deadline = math.inf

    def readable(self) -> bool:
        """Return True: this is read from."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Read what has arrived, waiting for it until the deadline."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(None if left == math.inf else left)
        return self._connection.recv_into(buffer)


class Reader(io.BufferedReader):
    """Lines of limited length in all: `http.client` alone would take six megabytes of headers."""

    def __init__(self, incoming: Incoming) -> None:
        super().__init__(incoming)
        self.incoming = incoming
        self.left = HEAD_BYTES

    def readline(self, size: int | None = -1, /) -> bytes:
        """Return the next line.

        Raises LineTooLong once the lines of a request are longer than all of them may be.
        """
        most = self.left + 1 if size is None or size < 0 else min(size, self.left + 1)
        line = super().readline(most)
        self.left -= len(line)
        if self.left < 0:
            raise http.client.LineTooLong("head")
        return line


class Outgoing(io.RawIOBase):
    """What is sent; raises TimeoutError where the other side does not take it."""

    def __init__(self, connection: socket.socket) -> None:
        super().__init__()
        self._connection = connection
        self._failed = False

    def writable(self) -> bool:
        """Return True: this is written to."""
        return True

    def write(self, data: ReadableBuffer) -> int:
        """Send all of it."""
        if self._failed:  # buffers try again when they are closed
            raise BrokenPipeError
        self._failed = True
        self._connection.settimeout(SEND_SECONDS)
        self._connection.sendall(data)
        self._failed = False
        return memoryview(data).nbytes
