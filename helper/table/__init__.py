"""The façade for play and scoring: plain data in, plain data out, the language an argument.

`calculate` answers without a record; `handle` answers a request on a journal and says what to append; `Table` is a thin
class over it that keeps the journal. Nothing here reads a disk, a clock or chance, so all of it also runs in a browser.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from helper.engine.journal import Journal
    from helper.table.calculating import calculate, calculators, holds
    from helper.table.handling import Answer, Request, Stamp, handle
    from helper.table.starting import new

__all__ = ["Answer", "Request", "Stamp", "Table", "calculate", "calculators", "handle", "holds", "new"]

_PLACES = {
    **dict.fromkeys(("calculate", "calculators", "holds"), "calculating"),
    **dict.fromkeys(("Answer", "Request", "Stamp", "handle"), "handling"),
    "new": "starting",
}


def __getattr__(name: str) -> object:
    """Import what is asked for: a calculator needs nothing of what folds a record."""
    if name in _PLACES:
        return getattr(import_module(f"helper.table.{_PLACES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class Table:
    """A journal that grows with what is entered. `stamp` makes the id and the time of each entry."""

    def __init__(self, journal: Journal, stamp: Callable[[], Stamp], language: str = "en") -> None:
        self.journal = journal
        self.stamp = stamp
        self.language = language

    def ask(self, do: str, **request: object) -> dict[str, object]:
        """Answer a request (`play`, `legal`, `resolve`, `score`, `undo` …) and append what it records."""
        from helper.engine.journal import append
        from helper.table.handling import handle

        answer = handle(self.journal, {"do": do, **request}, self.language, self.stamp())
        self.journal = append(self.journal, *answer.append)
        return answer.answer

    def legal(self, **request: object) -> dict[str, object]:
        """Return what may be done now, and why not."""
        return self.ask("legal", **request)

    def play(self, *words: str, **request: object) -> dict[str, object]:
        """Make a move, given in words."""
        return self.ask("play", words=list(words), **request)
