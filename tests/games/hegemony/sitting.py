"""Evenings of Hegemony for tests: who sits where, and lines of words that are done one after another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from helper.definitions.load import load
from helper.engine.move import Move
from helper.engine.verdict import Verdict
from helper.errors import Fault, UnreadableInput
from helper.i18n import catalogs
from helper.i18n.words import Words
from helper.table import Table, calculate, new
from helper.table.evening import Evening
from helper.table.handling import read_play
from helper.table.wording import Speaker
from tests.playing import do, stamps
from tests.rows import Row

GAME = "hegemony"
DEFINITION = load(GAME)
LANGUAGES = tuple(dict.fromkeys(("en", "de", "it", *catalogs.languages())))
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
        with Row(GAME, at, line) as row:
            answer = do(at, line)
            row.subject = str(answer.get("rule") or GAME)
            row.answered(answer)
            row.holds("a line that leads to the position", bool(answer["recorded"]), "recorded", "refused")
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


def judges(row: Row, at: Table, move: str, case: dict[str, Any]) -> tuple[Verdict, Evening, list[str]]:
    """Judge a move as a row expects it, with its reasons said in every language; return them in English too."""
    rule, verdict, evening = judged(at, move)
    texts = said_of(row, evening, verdict)
    row.said([verdict.outcome, *texts["en"]])
    row.same("rule", row.subject, rule)
    row.same("verdict", case["verdict"], verdict.outcome)
    row.same("reasons", sorted(case.get("reasons", [])), reasons(verdict))
    return verdict, evening, texts["en"]


def said_of(row: Row, evening: Evening, verdict: Verdict) -> dict[str, list[str]]:
    """Return the reasons of a verdict in every language, each worded and filled in."""
    header = evening.journal.header
    found: dict[str, list[str]] = {}
    for language in LANGUAGES:
        said: Any = Speaker(evening.definition, language, header.seats, header.roles).verdict(verdict)["reasons"]
        found[language] = [reason["text"] for reason in said]
        row.same(f"number of reasons said in {language}", len(verdict.reasons), len(said))
        row.filled(f"a reason in {language}", found[language], never="{")
    return found


def logs(row: Row, at: Table, steps: Sequence[object]) -> None:
    """Find the steps of the last entry worded and filled in, in every language."""
    row.holds("steps", bool(steps), "at least one", "none")
    for language in LANGUAGES:
        at.language = language
        entries: Any = at.ask("log")["entries"]
        row.same(f"number of steps said in {language}", len(steps), len(entries[-1]["steps"]))
        row.filled(f"a step in {language}", [step["text"] for step in entries[-1]["steps"]])
    at.language = "en"


def refused_by(row: Row, at: Table, line: str) -> tuple[Fault, ...]:
    """Return the faults with which a line cannot be read, noted in words; none where it can."""
    try:
        do(at, line)
    except UnreadableInput as refused:
        row.said(Words("en", DEFINITION).fault(fault) for fault in refused.faults)
        return refused.faults
    return ()


def asking(name: str, words: Iterable[str], **options: str) -> Row:
    """Return a row of a calculator: what it is told is where it stands."""
    told = [*words, *(f"{option}={reading}" for option, reading in options.items())]
    return Row(DEFINITION.calculators[name].rules[0], told or ["nothing is told"], f"calculate {name}")


def unanswered(row: Row, name: str, words: Sequence[str]) -> list[str]:
    """Return what a calculator says to what it cannot answer; nothing where it answers."""
    try:
        row.answered(calculate(GAME, name, words))
    except UnreadableInput as refused:
        return [Words("en", DEFINITION).fault(fault) for fault in refused.faults]
    return []
