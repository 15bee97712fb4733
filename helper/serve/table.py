"""One table that is served: its record, who may enter moves, its pages, and what is told to all."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import Any

from helper.errors import Fault, HelperError, UnreadableInput
from helper.i18n.catalogs import SOURCE
from helper.serve.addresses import LOOPBACK
from helper.serve.joining import ABSENT, Door, Entry
from helper.serve.keeping import Keeper
from helper.serve.live import Live
from helper.serve.pages import Pages
from helper.store import Store
from helper.store.watching import Watch

Tells = Callable[[Fault], None]
Answerer = Callable[[dict[str, Any], Keeper], Mapping[str, Any]]


class ServedTable:
    """Everything behind the sockets. `record` is the id of the record, None where none is kept; it stays the same to the end.

    `tells` says at the terminal what only who serves can put right.
    """

    def __init__(
        self,
        store: Store,
        record: str | None,
        pages: Pages,
        code: str = "",
        hides_scores: bool = False,
        answer: Answerer | None = None,
        tells: Tells | None = None,
    ) -> None:
        self.store = store
        self.record = record
        self.pages = pages
        self.hides_scores = hides_scores
        self.door = Door(code, tells=tells) if code and record else None
        self._tells = tells or _nothing
        self._told: set[str] = set()
        self.live = Live(Watch(store.path), record) if record else None
        self._answer = answer or _desk()

    def answer(self, request: dict[str, Any], address: str, code: str | None) -> Mapping[str, Any]:
        """Answer what a phone at an address asks, with the code that it gave; pages of another game have no record."""
        entry = self.door.entry(address, code) if self.door else Entry(ABSENT)
        here = request["context"].get("game") == self.pages.game
        wrote = self.live.wrote if self.live else _nothing
        keeper = Keeper(self.store, self.record if here else None, entry, self.hides_scores, wrote, self._tell_once)
        return self._answer(request, keeper)

    def _tell_once(self, fault: Fault) -> None:
        """Tell what is wrong with the file of records the first time only: every phone asks again and again."""
        if str(fault) not in self._told:
            self._told.add(str(fault))
            self._tells(fault)

    def start(self) -> None:
        """Begin to watch the record."""
        if self.live:
            self.live.start()

    def warm_up(self) -> None:
        """Answer once before anybody asks: what is loaded when it is needed is there then, and no two phones wait for it."""
        asked = {"context": {"game": self.pages.game, "language": SOURCE}, "ask": "record", "fields": [], "me": []}
        with contextlib.suppress(HelperError):
            self.answer(asked, LOOPBACK, None)

    def close(self) -> None:
        """End all event streams."""
        if self.live:
            self.live.close()


def game_of(store: Store, record: str | None) -> tuple[str | None, str | None, str]:
    """Return id, game and name of the record to serve: the one that is named, else the current one; nothing where there is none.

    Raises UnreadableInput where the named one does not exist or none is current, Damaged where it cannot be read.
    """
    try:
        id, journal = store.load(record)
    except UnreadableInput as error:
        if error.faults[0].code != "no_record":
            raise
        return None, None, ""
    return id, journal.header.game, journal.header.name


def _nothing(*given: object) -> None:
    return None


def _desk() -> Answerer:
    from helper.publish.companion.desk import answer

    return answer
