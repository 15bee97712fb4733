"""A journal as text that can be mailed and read: JSON Lines, the header first, then one event a line. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from math import isfinite
from typing import Any, NoReturn

from helper.definitions.names import unseen
from helper.engine.journal import CHANGE, CORRECT, ENTRIES, FORMAT, REDO, UNDO, Event, Header, Journal
from helper.errors import Damaged, Fault, UnreadableInput

KINDS = (*ENTRIES, UNDO, REDO, CORRECT)
TEXTS = ("game", "version", "start")
MAPPINGS = ("seats", "roles", "options")
_IN_QUOTES = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
_BRACKETS = re.compile(r"[\[\]{}]")
ODD = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
DEEPEST = 20
MOST_FAULTS = 100
MOST_SEATS = 20
LONGEST = 200


def written(journal: Journal) -> str:
    """Return a journal as JSON Lines."""
    is_changed = any(event.kind == CHANGE for event in journal.events)
    header = journal.header._replace(format=FORMAT) if is_changed else journal.header
    lines = [header.to_json(), *(event.to_json() for event in journal.events)]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def read(text: str, as_far_as_possible: bool = False) -> Journal:
    """Return the journal that JSON Lines hold. A line that stands there twice counts once.

    Raises UnreadableInput where this is no record at all, Damaged for a newer format and for damaged lines: each by its
    number, and how much can be read before the first of them. With `as_far_as_possible` that much is returned instead.
    """
    # Not splitlines: a note may hold signs that end a line for Python and not for JSON.
    lines = [(number, line) for number, line in enumerate(text.lstrip("\ufeff").split("\n"), 1) if line.strip()]
    if not lines:
        raise UnreadableInput(Fault("no_record_here"))
    header = read_header(lines[0][1])
    events: dict[str, Event] = {}
    faults: list[Fault] = []
    readable = bad = 0
    for number, line in lines[1:]:
        event = read_event(line)
        if event and events.get(event.id) == event:
            continue
        if event and event.id not in events and event.n == len(events) + bad + 1:
            events[event.id] = event
            readable += not bad
        else:
            bad += 1
            faults += [Fault("bad_line", {"line": number})] if bad <= MOST_FAULTS else []
    if faults and not as_far_as_possible:
        raise Damaged(*faults, Fault("readable_part", {"n": readable}))
    return Journal(header, tuple(events.values())[:readable])


def read_header(line: str) -> Header:
    """Return the header that a line holds.

    Raises UnreadableInput where it holds none, Damaged where its format is newer than this program.
    """
    raw = _mapping(line)
    if not _is_number(raw.get("format")) or not all(isinstance(raw.get(key), str) for key in TEXTS):
        raise UnreadableInput(Fault("no_record_here"))
    if raw["format"] > FORMAT:
        raise Damaged(Fault("newer_format", {"given": raw["format"], "known": FORMAT}))
    house = raw.get("house", {})
    if not isinstance(house, dict):
        raise UnreadableInput(Fault("no_record_here"))
    given = {key: raw.get(key, {}) for key in MAPPINGS}
    if not all(_is_text_by_text(held) for held in given.values()) or not 0 < len(given["seats"]) <= MOST_SEATS:
        raise UnreadableInput(Fault("no_record_here"))
    texts = {key: raw[key] for key in TEXTS}
    return Header(**texts, **given, format=raw["format"], name=_text(raw, "name"), created=_text(raw, "created"), house=house)


def read_event(line: str) -> Event | None:
    """Return the event that a line holds, None where it holds none."""
    raw = _mapping(line)
    n: Any = raw.get("n")
    kind, target = raw.get("kind"), raw.get("target")
    body, witness = raw.get("body", {}), raw.get("witness", {})
    if not _is_number(n) or not isinstance(body, dict) or not isinstance(witness, dict) or kind not in KINDS:
        return None
    if not all(isinstance(raw.get(key), str) for key in ("id", "at", "by")) or not raw["id"]:
        return None
    if (kind in ENTRIES) != (target is None) or (target is not None and not (_is_number(target) and target < n)):
        return None
    return Event(n, raw["id"], raw["at"], raw["by"], kind, body, target, witness)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _finite(figure: str) -> float:
    value = float(figure)
    return value if isfinite(value) else _refuse(figure)


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)


def _mapping(line: str) -> dict[str, Any]:
    """Return the JSON object that a line holds, an empty one where it holds none that can be kept again."""
    is_rich = line.count("[") + line.count("{") > DEEPEST
    if is_rich and _is_nested(line, DEEPEST):
        return {}  # never given to the decoder: where Python runs in a browser, too deep a nesting ends it
    try:
        found = _DECODER.decode(line.strip())
        if ODD.search(line):
            json.dumps(found, ensure_ascii=False, allow_nan=False).encode("utf-8")  # halves of signs cannot be kept
        if is_rich and _is_deep(found, DEEPEST):
            return {}
    except (ValueError, RecursionError, MemoryError):
        return {}
    return found if isinstance(found, dict) else {}


def _is_nested(line: str, most: int) -> bool:
    """Return whether a line opens more than so many brackets within each other, outside of quotes."""
    depth = 0
    for found in _BRACKETS.finditer(_IN_QUOTES.sub("", line)):
        depth += 1 if found[0] in "[{" else -1
        if depth > most:
            return True
    return False


def _is_deep(value: object, most: int) -> bool:
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not most or any(_is_deep(one, most - 1) for one in below)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _is_text_by_text(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(held, str) and _is_plain(held) and _is_plain(key) for key, held in value.items())


def _is_plain(text: str) -> bool:
    """Return whether a text may stand in a line that people read."""
    return len(text) <= LONGEST and not unseen(text)


def _text(raw: Mapping[str, object], key: str) -> str:
    value = raw.get(key, "")
    return value if isinstance(value, str) and _is_plain(value) else ""
