"""The sockets: a thread for each connection, bounded in number, quiet about whoever breaks off."""

from __future__ import annotations

import os
import socket
import socketserver
from collections.abc import Iterable
from http.server import ThreadingHTTPServer
from typing import Any

from helper.errors import Fault, SurroundingsFailed
from helper.serve.addresses import LOOPBACK
from helper.serve.connections import Connections
from helper.serve.guard import hosts
from helper.serve.handler import Handler
from helper.serve.limits import Buckets
from helper.serve.table import ServedTable

EVERYWHERE = "0.0.0.0"
END_SECONDS = 2.0


class Server(ThreadingHTTPServer):
    """Serves one table, on this machine alone or also under the addresses of its networks that are given.

    Raises SurroundingsFailed where the port cannot be had.
    """

    daemon_threads = True
    allow_reuse_address = os.name != "nt"
    request_queue_size = 64

    def __init__(
        self,
        table: ServedTable,
        port: int,
        addresses: Iterable[str] = (),
        buckets: Buckets | None = None,
        connections: Connections | None = None,
    ) -> None:
        self.table = table
        self.addresses = (*addresses,)
        self.buckets = buckets or Buckets(each_second=10, at_once=120)
        self.connections = connections or Connections()
        self._handed: set[int] = set()
        try:
            super().__init__((EVERYWHERE if self.addresses else LOOPBACK, port), Handler)
        except OverflowError as error:
            raise SurroundingsFailed(Fault("cannot_listen", {"port": str(port), "problem": str(error)})) from error
        except OSError as error:
            raise SurroundingsFailed(Fault("cannot_listen", {"port": str(port), "problem": error.strerror or str(error)})) from error
        self.port = int(self.server_address[1])
        self.hosts = hosts(self.addresses, self.port)

    def server_bind(self) -> None:
        """Bind without asking the network for this machine's name, as `HTTPServer` would."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = LOOPBACK, int(self.server_address[1])

    def serve(self, poll: float = 0.5) -> None:
        """Answer until somebody interrupts, or `shutdown` is called, for which it looks every `poll` seconds."""
        self.table.start()
        try:
            self.serve_forever(poll)
        finally:
            self.end()

    def end(self) -> None:
        """Stop listening, let those be answered who have asked, and close everything."""
        self.server_close()
        self.table.close()
        self.connections.close(END_SECONDS)

    def hand_over(self, connection: socket.socket) -> None:
        """Note that a connection belongs to the event streams now, and is not closed here."""
        self._handed.add(id(connection))
        self.connections.leave(connection)

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Return whether a connection is taken in: one to an address that is offered, while there is room."""
        try:
            to = str(request.getsockname()[0])
        except OSError:
            return False
        return (to in self.addresses or to.startswith("127.")) and self.connections.admit(request, str(client_address[0]))

    def shutdown_request(self, request: Any) -> None:
        """End a connection, unless the event streams have it."""
        if id(request) in self._handed:
            self._handed.discard(id(request))
            return
        self.connections.leave(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: who breaks off in the middle is no fault of the table."""
        if os.environ.get("HELPER_DEBUG"):
            super().handle_error(request, client_address)
