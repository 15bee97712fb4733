"""Evenings for tests: a table with counted stamps, and lines of words that are done one after another."""

from __future__ import annotations

import itertools
import json
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from helper.definitions.schema import Sentence
from helper.engine.journal import Event, Header, Journal
from helper.table import Stamp, Table, new

GAME = "capital-lux-2"
TELLING = ("observe", "adjust")


def stamps(by: str = "table") -> Callable[[], Stamp]:
    """Return a clock that counts."""
    count = itertools.count(1)

    def stamp() -> Stamp:
        n = next(count)
        return Stamp(f"{by}-{n}", f"2026-01-01T20:{n // 60 % 60:02d}:{n % 60:02d}Z", by)

    return stamp


def table(*names: str, language: str = "en", **options: str) -> Table:
    """Return a table with a new record; by default Anna, Bert and Cleo sit at it."""
    return Table(new(GAME, names or ("Anna", "Bert", "Cleo"), options), stamps(), language)


def do(at: Table, line: str) -> dict[str, Any]:
    """Do one line: `observe k=v …`, `adjust k=v …`, `undo`, `redo`, `correct N …`, or a move; `!` before a move forces it."""
    force, words = line.startswith("!"), line.removeprefix("!").split()
    if words[0] in TELLING:
        return at.ask(words[0], words=words[1:])
    if words[0] in ("undo", "redo"):
        return at.ask(words[0])
    if words[0] == "correct":
        return at.ask("correct", n=int(words[1]), words=words[2:], force=force)
    return at.ask("play", words=words, force=force, sure=True)


def played(lines: Iterable[str], *names: str, **options: str) -> Table:
    """Return a table where every line was done and recorded."""
    at = table(*names, **options)
    for line in lines:
        answer = do(at, line)
        assert answer["recorded"], f"“{line}” is not recorded: {refusal_of(answer)}"
    return at


def refusal_of(answer: Mapping[str, Any]) -> str:
    """Return why an answer recorded nothing, as a player reads it."""
    return "; ".join([str(answer.get("verdict")), *(str(reason["text"]) for reason in answer.get("reasons", []))])


def status(at: Table) -> dict[str, Any]:
    """Return the status of a table."""
    return at.ask("status")


def figures(at: Table) -> dict[str, Any]:
    """Return the figures of a table."""
    found: dict[str, Any] = status(at)["figures"]
    return found


def named_in(sentence: Sentence) -> set[str]:
    """Return the figures that a sentence of the rules names."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence.text) if name}


def as_figures(wanted: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[dict[str, object], dict[str, object]]:
    """Return the figures of a row of a table of tests, and those that a table has at these paths; what nobody told is `untold`."""
    sums = {
        path: {"sum": value["sum"], "top": value.get("top") or None} if isinstance(value, dict) else value for path, value in wanted.items()
    }
    return sums, {path: "untold" if now.get(path) is None else now[path] for path in wanted}


def differing(wanted: object, found: object, path: str = "") -> tuple[dict[str, object], dict[str, object]]:
    """Return by path what is wanted of an answer and what came, where they differ; an answer may hold more, its lists may not."""
    pairs: list[tuple[str, object, object]] | None = None
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        pairs = [(str(key), value, found.get(key, "nothing")) for key, value in wanted.items()]
    elif isinstance(wanted, list) and isinstance(found, (list, tuple)) and len(wanted) == len(found):
        pairs = [(str(n), *pair) for n, pair in enumerate(zip(wanted, found, strict=True), 1)]
    if pairs is None:
        return ({}, {}) if wanted == found else ({path: wanted}, {path: found})
    expected: dict[str, object] = {}
    got: dict[str, object] = {}
    for key, one, other in pairs:
        below = differing(one, other, f"{path}.{key}" if path else key)
        expected.update(below[0])
        got.update(below[1])
    return expected, got


def bytes_of(at: Table) -> str:
    """Return everything that a table says of where it stands, byte for byte, without the length of its record."""
    return json.dumps({**status(at), "events": 0, "score": at.ask("score"), "legal": at.ask("legal", all=True)}, ensure_ascii=False)


def totals(at: Table) -> dict[str, int]:
    """Return the points of each seat."""
    scores: Any = at.ask("score")["scores"]
    return {row["seat"]: row["total"] for row in scores}


def from_json(text: str) -> Journal:
    """Return the journal that lines of JSON hold: the header, then an event a line."""
    first, *rest = [json.loads(line) for line in text.splitlines()]
    return Journal(Header(**first), tuple(Event(**one) for one in rest))


def to_json(journal: Journal) -> str:
    """Return a journal as lines of JSON."""
    parts: Sequence[dict[str, object]] = [journal.header.to_json(), *(event.to_json() for event in journal.events)]
    return "\n".join(json.dumps(part, ensure_ascii=False) for part in parts)
