"""A record that a page brings along, line by line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from helper.definitions.schema import GameDefinition
from helper.engine.journal import Event, Journal, append
from helper.errors import Fault, UnreadableInput
from helper.table.evening import rules_for
from helper.table.exchange import read
from helper.table.handling import Stamp, handle


class Book:
    """Keeps the record of one request: reads the lines that came, and remembers what is to be added to them.

    Raises UnreadableInput or Damaged where the lines are no record.
    """

    may_write = True
    hides_scores = False

    def __init__(self, lines: object) -> None:
        self.added: tuple[Event, ...] = ()
        self._journal: Journal | None = None
        self.definition: GameDefinition | None = None
        if lines:
            if not isinstance(lines, Sequence) or isinstance(lines, str) or not all(isinstance(line, str) for line in lines):
                raise UnreadableInput(Fault("bad_request", {"key": "book"}))
            self._journal = read("\n".join(lines))
            if self._journal.header.house:
                self.definition, _ = rules_for(self._journal.header)

    def refusal(self) -> Fault:
        """Return nothing that is ever said: whoever has a record in their own browser may write in it."""
        return Fault("declined")

    @property
    def added_lines(self) -> list[str]:
        """Return the lines to be added."""
        return [json.dumps(event.to_json(), ensure_ascii=False) for event in self.added]

    def journal(self) -> Journal | None:
        """Return the record, with what is to be added."""
        return self._journal

    def ask(self, request: Mapping[str, object], language: str, stamp: Stamp) -> dict[str, object]:
        """Answer a request to the table, and remember what it records."""
        if self._journal is None:
            raise UnreadableInput(Fault("no_record_open"))
        answer = handle(self._journal, request, language, stamp)
        self.added += answer.append
        self._journal = append(self._journal, *answer.append)
        return answer.answer
