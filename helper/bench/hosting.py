"""A plain host of files for measuring, and what goes over the wire from it."""

from __future__ import annotations

import contextlib
import gzip
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import IO, Any

from helper.frozen import Frozen


class Host(SimpleHTTPRequestHandler):
    """Serves files as static hosts do, and notes what it sent."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def __init__(self, *given: Any, sent: list[Path], **named: Any) -> None:
        self.sent = sent
        super().__init__(*given, **named)

    def send_head(self) -> Any:
        """Open the file that is asked for."""
        file: IO[bytes] | None = super().send_head()
        if file is not None:
            self.sent.append(Path(str(getattr(file, "name", ""))))
        return file

    def end_headers(self) -> None:
        """Let browsers keep files for a while, as static hosts do."""
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()

    def log_message(self, format: str, *given: Any) -> None:
        """Say nothing."""


class Sent(Frozen):
    """What went over the wire for something."""

    what: str
    kilobytes: float
    files: int
    of_engine: int


@contextlib.contextmanager
def served(place: Path, sent: list[Path]) -> Iterator[str]:
    """Serve a folder and give its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(place), sent=sent))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def weighed(what: str, done: Callable[[], object], engine: Path, sent: list[Path]) -> Sent:
    """Return what is sent while something is done."""
    begun = len(sent)
    done()
    files = sent[begun:]
    bodies = [file.read_bytes() for file in files]
    size = sum(min(len(body), len(gzip.compress(body, 6))) for body in bodies)
    return Sent(what, size / 1000, len(files), sum(file.is_relative_to(engine) for file in files))
