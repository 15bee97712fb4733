"""A row of a table of tests: many questions asked of one position, and a message that explains itself where one is red."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any, Self

from helper.definitions.load import load
from helper.engine.journal import Journal
from helper.errors import HelperError
from helper.i18n.words import Words
from helper.table import Table
from tests.missing import home
from tests.playing import stamps

ABSENT = "–"


class Red(AssertionError):
    """What was expected of a row and what came; `shared` are the words under which other red rows may be told with it."""

    def __init__(self, text: str, shared: Iterable[str]) -> None:
        super().__init__(text)
        self.shared = tuple(dict.fromkeys(shared))


class Row:
    """Collect every difference between what a row expects and what the program says, and tell all of them at the end.

    `subject` is what the row is about, mostly the id of a rule; `position` is where the table stands, or says so a line each,
    and `move` what is tried there. Raises Red on leaving where anything differs.
    """

    def __init__(self, subject: str, position: Table | Iterable[str], move: str = "") -> None:
        self.subject, self.move = subject, move
        self.position = position.journal if isinstance(position, Table) else list(position)
        self.reasons: list[str] = []
        self.differences: list[str] = []
        self.shared: list[str] = []

    def same(self, what: str, expected: object, got: object) -> None:
        """Compare one value; of mappings only the keys that differ are told."""
        if expected == got:
            return
        if isinstance(expected, Mapping) and isinstance(got, Mapping):
            for key in sorted({*expected, *got}, key=str):
                self._differs(f"{what}: {key}", expected.get(key, ABSENT), got.get(key, ABSENT), f"{what}: {_kind_of(str(key))}")
        else:
            self._differs(what, expected, got, what)

    def changes(self, before: Mapping[str, object], wanted: Mapping[str, object], after: Mapping[str, object], gone: object = "?") -> None:
        """Compare what a move changes: exactly what is wanted, with `gone` for a figure that nobody knows then."""
        for path in sorted({*before, *wanted, *after}):
            was = before.get(path, gone)
            expected, got = wanted.get(path, was), after.get(path, gone)
            if expected != got:
                stood = "" if expected == was else f", instead of {_shown(was)} before"
                self._differs(
                    path,
                    f"{_shown(expected)}{stood or ', as before'}",
                    f"{_shown(got)}{', as before' if got == was else ''}",
                    _kind_of(path),
                )

    def contains(self, what: str, expected: Iterable[object], got: Iterable[object]) -> None:
        """Find every expected value among what came, in any order."""
        listed = list(got)
        if missing := [one for one in expected if one not in listed]:
            self.same(what, missing, listed)

    def holds(self, what: str, holds: bool, expected: object = True, got: object = False) -> None:
        """Say that a condition must hold, with what was expected and what came in words where that says more."""
        if not holds:
            self._differs(what, expected, got, what)

    def filled(self, what: str, texts: Iterable[str], never: Iterable[str] = ("{", "None")) -> None:
        """Find every sentence worded: there, with nothing left to fill in, and no value of the program in it."""
        for text in texts:
            wrong = [part for part in never if part in text] if text else ["nothing"]
            self.holds(what, not wrong, "a sentence that is all filled in", f"{text!r} with {', '.join(wrong)}")

    def said(self, texts: Iterable[str]) -> None:
        """Note what a player would read here; told where the row is red."""
        self.reasons.extend(text for text in texts if text not in self.reasons)

    def answered(self, answer: Mapping[str, Any]) -> None:
        """Note the verdict, reasons, steps and questions of an answer as a player would read them."""
        self.said([f"{answer['verdict']}"] if answer.get("verdict", "legal") != "legal" else [])
        for part in ("reasons", "steps", "questions"):
            self.said(str(one.get("text") or one.get("question") or one) for one in answer.get(part) or [])

    def _differs(self, what: str, expected: object, got: object, shared: str) -> None:
        if expected != got:
            self.differences.append(f"{what}: expected {_shown(expected)}\n{' ' * len(what)}  got      {_shown(got)}")
            self.shared.append(f"{self.subject}: {shared}")

    def _words(self) -> Words:
        return Words("en", None if isinstance(self.position, list) else load(self.position.header.game))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if isinstance(error, Red) or (error is not None and not isinstance(error, Exception)):
            return
        if isinstance(error, HelperError):
            self.said(self._words().fault(fault) for fault in error.faults)
        if error is not None:
            self.differences.append(f"{type(error).__name__}: {error}")
            self.shared.append(f"{self.subject}: {type(error).__name__}")
        if self.differences:
            raise Red(self.text(), self.shared) from error

    def text(self) -> str:
        """Return the message: where it stands, what was tried, each difference, and the reasons as a player reads them."""
        position = self.position if isinstance(self.position, list) else told(self.position)
        folder = "" if isinstance(self.position, list) else self.position.header.game.replace("-", "_")
        lines = [
            *_labelled("rule", [f"{self.subject}{home(self.subject, folder)}"]),
            *_labelled("position", position or ["as it starts"]),
            *_labelled("move", [self.move] if self.move else []),
            *_labelled("differs", "\n".join(self.differences).splitlines()),
            *_labelled("in words", self.reasons),
        ]
        return "\n".join(lines)


def _labelled(label: str, lines: Iterable[str]) -> list[str]:
    return [f"{'' if n else label:10}{line}" for n, line in enumerate(lines)]


def told(journal: Journal) -> list[str]:
    """Return how a table came to where it stands, a line each: who sits there, and every entry as the log says it."""
    header = journal.header
    roles, options = dict(header.roles), dict(header.options)
    seats = ", ".join(f"{name} ({roles[seat]})" if roles.get(seat) else name for seat, name in dict(header.seats).items())
    entries: Any = Table(journal, stamps("reader")).ask("log")["entries"]
    start = ", ".join([header.start, *(f"{key}={value}" for key, value in options.items())])
    return [f"{header.game}, {start}: {seats}", *(f"{one['n']}. {one['text']}" for one in entries)]


def _shown(value: object) -> str:
    if isinstance(value, str):
        return value or "nothing"
    if isinstance(value, (list, tuple, set, frozenset)):
        listed = sorted(value, key=str) if isinstance(value, (set, frozenset)) else value
        return ", ".join(_shown(one) for one in listed) or "nothing"
    if isinstance(value, Mapping):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)


def _kind_of(key: str) -> str:
    """Return what figures of several seats, companies or districts have in common."""
    first, *middle, last = key.split(".") if "." in key else (key, key)
    return f"{first}.….{last}" if middle else key
