"""Evenings of Hegemony for tests: who sits where, and lines of words that are done one after another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from helper.definitions.load import load
from helper.engine.move import Move
from helper.engine.verdict import Verdict
from helper.table import Table, new
from helper.table.evening import Evening
from helper.table.handling import read_play
from helper.table.wording import Speaker
from tests.playing import do, stamps

GAME = "hegemony"
DEFINITION = load(GAME)
CASTS = {
    2: ("Anna=working", "Cleo=capitalist"),
    3: ("Anna=working", "Bert=middle", "Cleo=capitalist"),
    4: ("Anna=working", "Bert=middle", "Cleo=capitalist", "Dora=state"),
}
"""Anna plays the Working Class, Bert the Middle Class, Cleo the Capitalist Class, Dora the State."""


def table(players: int = 4, start: str = "full", **options: str) -> Table:
    """Return a table with a new record for as many players."""
    return Table(new(GAME, CASTS[players], options, start), stamps())


def played(lines: Iterable[str], players: int = 4, start: str = "full", **options: str) -> Table:
    """Return a table where every line was done and recorded."""
    at = table(players, start, **options)
    for line in lines:
        answer = do(at, line)
        assert answer["recorded"], (line, answer)
    return at


def asked(at: Table, move: str) -> tuple[Move, Evening]:
    """Return a move in words as it is read at a table, and the evening it was read in."""
    evening = Evening(at.journal)
    header = at.journal.header
    return read_play(evening, {"words": move.split()}, Speaker(evening.definition, "en", header.seats, header.roles)), evening


def judged(at: Table, move: str) -> tuple[str, Verdict, Evening]:
    """Return the rule of a move in words, the verdict on it, and the evening it was judged in."""
    read, evening = asked(at, move)
    return read.rule, evening.judge(evening.position, read), evening


MARKS = {"fails": "", "unknown": "?", "disputed": "~"}


def reasons(verdict: Verdict) -> list[str]:
    """Return the reasons of a verdict, unknown ones with a question mark before them, disputed ones with a tilde."""
    return sorted({f"{MARKS[one.state]}{one.rule}:{one.condition}" for one in verdict.reasons})


def figures(at: Table) -> dict[str, Any]:
    """Return the figures of a table."""
    found: dict[str, Any] = at.ask("status")["figures"]  # type: ignore[assignment]
    return found
