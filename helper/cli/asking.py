"""Ask the current record: where commands of an evening meet the store."""

from __future__ import annotations

import os
import time
from typing import Any

from helper.cli.terminal import Terminal
from helper.errors import HelperError
from helper.store import Store
from helper.table import Stamp


def now() -> str:
    """Return the time as records keep it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def ask(terminal: Terminal, do: str, **request: object) -> dict[str, Any]:
    """Return the answer of the current record to a request; what it records is on the disk then."""
    store = Store()
    try:
        return store.ask({"do": do, **request}, terminal.language, Stamp(os.urandom(8).hex(), now(), "terminal"))
    except HelperError:
        terminal.game = store.game
        raise
