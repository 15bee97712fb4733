"""The façade for play and scoring: plain data in, plain data out, the language an argument.

`calculate` answers without a record; `handle` answers a request on a journal and says what to append; `Table` is a thin
class over it that keeps the journal. Nothing here reads a disk, a clock or chance, so all of it also runs in a browser.
What is asked for is loaded, and no more: a calculator needs no journal.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from helper.table.calculating import calculate, calculators, holds, worked
    from helper.table.handling import Answer, Request, Stamp, handle
    from helper.table.resuming import known
    from helper.table.sitting import Table
    from helper.table.starting import new

__all__ = ["Answer", "Request", "Stamp", "Table", "calculate", "calculators", "handle", "holds", "known", "new", "worked"]

_HOMES = {
    **dict.fromkeys(("calculate", "calculators", "holds", "worked"), "calculating"),
    **dict.fromkeys(("Answer", "Request", "Stamp", "handle"), "handling"),
    "Table": "sitting",
    "known": "resuming",
    "new": "starting",
}


def __getattr__(name: str) -> object:
    """Load what is asked for from the module it lives in."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
