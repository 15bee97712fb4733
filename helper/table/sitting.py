"""A journal that somebody keeps open: `Table`, a thin class over `handle`."""

from __future__ import annotations

from collections.abc import Callable

from helper.engine.journal import Journal, append
from helper.table.evening import Evening
from helper.table.handling import Stamp, answered


class Table:
    """A journal that grows with what is entered. `stamp` makes the id and the time of each entry."""

    def __init__(self, journal: Journal, stamp: Callable[[], Stamp], language: str = "en") -> None:
        self.journal = journal
        self.stamp = stamp
        self.language = language
        self._evening: Evening | None = None

    def ask(self, do: str, **request: object) -> dict[str, object]:
        """Answer a request (`play`, `legal`, `resolve`, `score`, `undo` …) and append what it records."""
        self._evening = Evening(self.journal, self._evening)
        answer = answered(self._evening, {"do": do, **request}, self.language, self.stamp())
        self.journal = append(self.journal, *answer.append)
        return answer.answer

    def legal(self, **request: object) -> dict[str, object]:
        """Return what may be done now, and why not."""
        return self.ask("legal", **request)

    def play(self, *words: str, **request: object) -> dict[str, object]:
        """Make a move, given in words."""
        return self.ask("play", words=list(words), **request)
