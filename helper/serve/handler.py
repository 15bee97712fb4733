"""One connection: read a request, see whether it may be answered, answer it, and wait for the next."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import socket
import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, cast
from urllib.parse import parse_qs

from helper.errors import Fault, HelperError
from helper.i18n.words import Words
from helper.publish.companion.shell import POLICY as OF_PAGES
from helper.serve.guard import is_from_here, is_ours, may_read
from helper.serve.pages import ASK, LIVE, Page, packed, preferred
from helper.serve.reading import BODY_BYTES, read_request
from helper.serve.streams import HEAD_BYTES, Incoming, Outgoing, Reader

if TYPE_CHECKING:
    from helper.serve.server import Server

LINE_BYTES = 4096
IDLE_SECONDS = 30.0
ARRIVAL_SECONDS = 10.0
DRAIN_SECONDS = 1.0
DRAIN_BYTES = 1 << 20
PLAIN = "text/plain; charset=utf-8"
JSON = "application/json"
READS = ("GET", "HEAD")
GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")
POLICY = f"{OF_PAGES}; frame-ancestors 'none'"  # this last no page can say of itself
ALWAYS = (
    ("Content-Security-Policy", POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
GO_ON = (HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS)
"""Refusals after which a connection may go on: what was sent was a request, whole and well formed."""
TOO_LARGE = (HTTPStatus.REQUEST_URI_TOO_LONG, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


class Refused(Exception):
    """A request that is not answered: the status, what is said, and headers beside it."""

    def __init__(self, status: HTTPStatus, fault: Fault, *headers: tuple[str, str]) -> None:
        super().__init__(fault.code)
        self.status = status
        self.fault = fault
        self.headers = headers


class Handler(BaseHTTPRequestHandler):
    """Answers the requests of one connection."""

    protocol_version = "HTTP/1.1"
    connection: socket.socket
    path = "/"
    _headers_buffer: list[bytes]

    def setup(self) -> None:
        """Put bounds round what arrives, and buffers round what is sent."""
        self.of = cast("Server", self.server)
        self.table = self.of.table
        self.connection = self.request
        # Else an answer waits for the last one to be confirmed: 44 ms, measured.
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.address = str(self.client_address[0])
        self.incoming = Incoming(self.connection)
        self.reader = Reader(self.incoming)
        self.rfile = self.reader
        self.wfile = io.BufferedWriter(Outgoing(self.connection), 64 * 1024)

    def handle_one_request(self) -> None:
        """Read one request and answer it."""
        self.close_connection = True
        self.of.connections.silent(self.connection)
        try:
            self.incoming.deadline = time.monotonic() + IDLE_SECONDS
            if not self.reader.peek(1):
                return
        except OSError:
            return  # nobody asked anything
        self.of.connections.silent(self.connection)
        self.incoming.deadline = time.monotonic() + ARRIVAL_SECONDS
        self.reader.left = HEAD_BYTES
        try:
            self._answer_one()
            self.wfile.flush()
        except (OSError, ValueError):
            self.close_connection = True

    def _answer_one(self) -> None:
        self.path = "/"
        self.headers = self.MessageClass()
        self.command = ""
        self.request_version = self.protocol_version
        try:
            self.raw_requestline = self.reader.readline(LINE_BYTES + 1)
            if len(self.raw_requestline) > LINE_BYTES:
                self.send_error(HTTPStatus.REQUEST_URI_TOO_LONG)
            elif self.parse_request():
                self._answer()
        except TimeoutError:
            self.close_connection = True
            self._refuse(Refused(HTTPStatus.REQUEST_TIMEOUT, Fault("web_slow")))
        except Refused as refused:
            self._refuse(refused)
        except HelperError as error:
            self._refuse(Refused(HTTPStatus.BAD_REQUEST, error.faults[0]))
        except OSError:
            raise
        except Exception as error:
            self._failed(error)

    def _answer(self) -> None:
        """See whether a request is one of ours, and find what answers it."""
        wait = self.of.buckets.take(self.address)
        if wait:
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS, Fault("web_too_many", {"seconds": wait}), ("Retry-After", str(wait)))
        host = self._host()
        address, _, query = self.path.partition("?")
        if address == ASK:
            self._must_be("POST")
            self._ask(host)
            return
        if not self._is_known(address):
            raise Refused(HTTPStatus.NOT_FOUND, Fault("web_not_here"))
        self._must_be(*READS)
        navigates = self.headers.get("Sec-Fetch-Mode") == "navigate"
        if not may_read(host, self.headers.get("Origin"), self.headers.get("Sec-Fetch-Site"), navigates and address != LIVE):
            raise Refused(HTTPStatus.FORBIDDEN, Fault("web_foreign"))
        self.of.connections.asking(self.connection)
        if address == LIVE:
            self._stream()
        else:
            self._show(address, query)

    def _host(self) -> str:
        """Return the Host of a request that may be answered; raises Refused for any other, and for what is no request of a browser."""
        if self.request_version not in ("HTTP/1.0", "HTTP/1.1") or self.headers.defects or not self.path.startswith("/"):
            raise Refused(HTTPStatus.BAD_REQUEST, Fault("web_unreadable"))
        named = self.headers.get_all("Host", [])
        if not is_ours(named, self.of.hosts):
            status = HTTPStatus.MISDIRECTED_REQUEST if len(named) == 1 else HTTPStatus.BAD_REQUEST
            raise Refused(status, Fault("web_wrong_host"))
        return str(named[0])

    def _is_known(self, address: str) -> bool:
        if address == LIVE:
            return self.table.live is not None
        return address in ("/", "/favicon.ico") or self._redirected(address) is not None or self.table.pages.page(address) is not None

    def _must_be(self, *methods: str) -> None:
        if self.command not in methods:
            raise Refused(HTTPStatus.METHOD_NOT_ALLOWED, Fault("web_method"), ("Allow", ", ".join(methods)))

    def _redirected(self, address: str) -> str | None:
        """Return where a page lies that was asked for without its last stroke."""
        return f"{address}/" if not address.endswith("/") and self.table.pages.page(f"{address}/") else None

    def _show(self, address: str, query: str) -> None:
        page = self.table.pages.page(address)
        if page:
            kept = "public, max-age=31536000, immutable" if page.lasts else "no-store"
            self._send_packed(page, ("Cache-Control", kept))
            return
        if address == "/favicon.ico":
            self._send(HTTPStatus.NO_CONTENT, "", b"", ("Cache-Control", "max-age=86400"))
            return
        to = self._redirected(address)
        if to is None:
            chosen = parse_qs(query).get("lang", [""])[0]
            to = self.table.pages.front(chosen or self.headers.get("Accept-Language", ""))
        self._send(HTTPStatus.FOUND, PLAIN, b"", ("Location", to), ("Cache-Control", "no-store"), ("Vary", "Accept-Language"))

    def _ask(self, host: str) -> None:
        if not is_from_here(host, self.headers.get("Origin"), self.headers.get("Sec-Fetch-Site")):
            raise Refused(HTTPStatus.FORBIDDEN, Fault("web_foreign"))
        if self.headers.get_content_type() != JSON or "Content-Type" not in self.headers:
            raise Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, Fault("web_unreadable"))
        request = read_request(self._body())
        answer = self.table.answer(request, self.address, self.headers.get("X-Join"))
        body = json.dumps(answer, ensure_ascii=False).encode("utf-8", "replace")
        small = packed(JSON, body) if self._unpacks() else None
        self._send_packed(Page(JSON, body, small), ("Cache-Control", "no-store"))

    def _body(self) -> bytes:
        """Return the body of a request; raises Refused where its length is not told once and plainly, or is too much."""
        lengths = self.headers.get_all("Content-Length", [])
        if "Transfer-Encoding" in self.headers or not lengths:
            raise Refused(HTTPStatus.LENGTH_REQUIRED, Fault("web_unreadable"))
        if len(lengths) > 1 or not (lengths[0].isascii() and lengths[0].isdigit()):
            raise Refused(HTTPStatus.BAD_REQUEST, Fault("web_unreadable"))
        if len(lengths[0]) > 10 or int(lengths[0]) > BODY_BYTES:
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, Fault("web_too_large"))
        if "Expect" in self.headers:
            self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            self.wfile.flush()
        body = self.reader.read(int(lengths[0]))
        if len(body) < int(lengths[0]):
            raise ConnectionAbortedError
        self.of.connections.asking(self.connection)
        return body

    def _stream(self) -> None:
        """Hand the connection to the event streams."""
        assert self.table.live
        self.close_connection = True
        self.send_response(HTTPStatus.OK)
        self._write_headers(("Content-Type", "text/event-stream; charset=utf-8"), ("Cache-Control", "no-store"), ("Connection", "close"))
        head = b"".join([*self._headers_buffer, b"\r\n"])
        self._headers_buffer = []
        if self.command == "HEAD":
            self.wfile.write(head)
            return
        self.of.hand_over(self.connection)
        self.table.live.take(self.connection, self.address, self.headers.get("Last-Event-ID", ""), head)

    def _refuse(self, refused: Refused) -> None:
        """Say why a request is not answered, and end the connection where more of the request may be on its way."""
        lang = self.table.pages.language_of(self.path) or preferred(self.headers.get("Accept-Language", ""))
        words = Words(lang)
        whole = self.command in READS and refused.status in GO_ON and "Content-Length" not in self.headers
        self.close_connection = self.close_connection or not whole
        self._send(refused.status, PLAIN, words.fault(refused.fault).encode(), ("Cache-Control", "no-store"), *refused.headers)
        if not whole:
            self.wfile.flush()
            self._drain()

    def _drain(self) -> None:
        """Read on for a moment: closing over what is unread would take the answer back."""
        self.incoming.deadline = time.monotonic() + DRAIN_SECONDS
        left = DRAIN_BYTES
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_WR)
            while left > 0 and (got := self.reader.read1(8192)):
                left -= len(got)

    def _failed(self, error: Exception) -> None:
        if os.environ.get("HELPER_DEBUG"):
            self.of.handle_error(self.request, self.client_address)
        self.close_connection = True
        self._headers_buffer = []
        self._refuse(Refused(HTTPStatus.INTERNAL_SERVER_ERROR, Fault("web_failed", {"problem": type(error).__name__})))

    def _unpacks(self) -> bool:
        return bool(GZIP.search(self.headers.get("Accept-Encoding", "")))

    def _send_packed(self, page: Page, *headers: tuple[str, str]) -> None:
        headers = (*headers, ("Vary", "Accept-Encoding"))
        if page.packed is not None and self._unpacks():
            self._send(HTTPStatus.OK, page.kind, page.packed, ("Content-Encoding", "gzip"), *headers)
        else:
            self._send(HTTPStatus.OK, page.kind, page.body, *headers)

    def _send(self, status: HTTPStatus, kind: str, body: bytes, *headers: tuple[str, str]) -> None:
        self.request_version = self.protocol_version  # to the oldest one no status would be sent
        self.send_response(status)
        if kind:
            headers = (("Content-Type", kind), ("Content-Length", str(len(body))), *headers)
        if self.close_connection:
            headers = (*headers, ("Connection", "close"))
        self._write_headers(*headers)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _write_headers(self, *headers: tuple[str, str]) -> None:
        for name, value in (*ALWAYS, *headers):
            self.send_header(name, value)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what the standard library could not read, in our own words."""
        self.close_connection = True
        self._refuse(Refused(HTTPStatus(code), Fault("web_too_large" if code in TOO_LARGE else "web_unreadable")))

    def handle_expect_100(self) -> bool:
        """Wait with the word to go on until the length of the body is read."""
        return True

    def version_string(self) -> str:
        """Return what the server calls itself: nothing that helps anybody."""
        return "helper"

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Keep no log: who looked at what is nobody's business."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing beside the answer."""
