"""The record as one request of a phone sees it: who may write, what stays hidden, and who it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from helper.definitions.names import as_kept, unfit, unseen
from helper.engine.journal import Journal
from helper.errors import Damaged, Fault, Forbidden, HelperError, SurroundingsFailed, UnreadableInput
from helper.serve.joining import LOCKED, OPEN, WRONG, Entry
from helper.serve.reading import STAMP_ID, unreadable
from helper.store import Store, now
from helper.table import Stamp, handle

LONGEST_DEVICE = 40
DEVICE = "phone"
FOR_ALL = ("damaged_entry", "record_busy", "disk_full", "newer_format")
"""What may be said of the file of records to every phone: in these no path stands."""


class Keeper:
    """Answers from one record, and writes to it only for who came in with the join code.

    `wrote` is called once something is on the disk. The time is this machine's, whatever a phone thinks it is.
    """

    def __init__(
        self,
        store: Store,
        record: str | None,
        entry: Entry,
        hides_scores: bool,
        wrote: Callable[[], None],
        tells: Callable[[Fault], None],
    ) -> None:
        self._store = store
        self._record = record
        self._entry = entry
        self._wrote = wrote
        self._tells = tells
        self._read: Journal | None = None
        self.may_write = entry.state == OPEN
        self.hides_scores = hides_scores

    def journal(self) -> Journal | None:
        """Return the record as it is now, None where none is kept."""
        if self._read is None and self._record:
            self._read = self._load(self._record)
        return self._read

    def ask(self, request: Mapping[str, object], language: str, stamp: Stamp) -> dict[str, object]:
        """Answer a request on the record; what it records is on the disk then.

        Raises Forbidden where that needs the join code, UnreadableInput where something is to be
        recorded under an id that is not of the form that phones make, and whatever the record says.
        """
        if not self._record:
            raise UnreadableInput(Fault("no_record"))
        signed = _signed(stamp)
        if not self.may_write or not STAMP_ID.fullmatch(stamp.id):
            found = handle(self._present(), request, language, signed)
            if found.append:
                raise unreadable() if self.may_write else Forbidden(self.refusal())
            return found.answer
        with self._untold():
            answer = self._store.ask(request, language, signed, self._record)
        if answer.get("recorded") is not None:
            self._read = None
            self._wrote()
        return answer

    def refusal(self) -> Fault:
        """Return why nothing may be entered."""
        if self._entry.state == LOCKED:
            return Fault("join_locked", {"seconds": self._entry.seconds})
        return Fault("join_wrong") if self._entry.state == WRONG else Fault("join_needed")

    def _present(self) -> Journal:
        found = self.journal()
        assert found
        return found

    def _load(self, record: str) -> Journal:
        with self._untold():
            return self._store.load(record)[1]

    @contextmanager
    def _untold(self) -> Iterator[None]:
        """Say to phones nothing of this machine: its folders, and the names of other records, are nobody's business there."""
        try:
            yield
        except UnreadableInput as error:
            raise self._gone(error) from error
        except (Damaged, SurroundingsFailed) as error:
            for fault in error.faults:
                self._tells(fault)
            faults = [Fault(one.code, one.values) if one.code in FOR_ALL else Fault("record_trouble") for one in error.faults]
            raise type(error)(*faults) from error

    def _gone(self, error: UnreadableInput) -> HelperError:
        """Return what is said where the record was deleted meanwhile."""
        with self._untold():
            exists = any(one.id == self._record for one in self._store.records())
        return error if exists else Forbidden(Fault("record_gone"))


def _signed(stamp: Stamp) -> Stamp:
    """Return a stamp with our time and with a name that can be shown."""
    name = " ".join("".join(sign for sign in as_kept(stamp.by) if not unseen(sign)).split())
    short = name[:LONGEST_DEVICE].strip()
    return Stamp(stamp.id, now(), DEVICE if unfit(short) else short)
