"""Change the text of a house file, and leave everything else in it as it is. Pure.

Every change is proved by reading the result: it must hold what was there, and the one change.
"""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Iterator
from typing import Any

from helper.definitions.toml_text import parse_toml
from helper.errors import Damaged, Fault

_HEADER = re.compile(r"\s*\[")
_RULES = re.compile(r"\s*\[\[\s*rules\s*\]\]")
_TEXT = re.compile(r"(\s*)(?:text|\"text\"|'text')\s*=")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}

Lines = list[str]


def quoted(text: str) -> str:
    """Return a text as TOML writes it, on one line."""
    return '"' + "".join(_ESCAPES.get(sign, sign if ord(sign) >= 32 and ord(sign) != 127 else f"\\u{ord(sign):04x}") for sign in text) + '"'


def begun(game: str, language: str) -> str:
    """Return a house file of a game that holds nothing yet."""
    return f"format = 1\ngame = {quoted(game)}\n" + (f"language = {quoted(language)}\n" if language != "en" else "")


def with_sentence(text: str, rule: str, sentence: str, name: str = "") -> str:
    """Return a house file with the sentence of a rule: in the entry that it has for it, else in one at the end.

    Raises Damaged where the file is no TOML, or written in such a way that it cannot be changed safely.
    """
    try:
        content = parse_toml(text)
    except (ValueError, RecursionError) as error:
        raise Damaged(Fault("bad_toml", {"problem": str(error)}, name)) from error
    wanted = _wanted(content, rule, sentence)
    for made in _candidates(text, rule, sentence):
        try:
            if tomllib.loads(made) == wanted:
                return made
        except (ValueError, RecursionError):
            continue
    raise Damaged(Fault("cannot_edit", {"id": rule}, name))


def _wanted(content: dict[str, Any], rule: str, sentence: str) -> dict[str, Any]:
    """Return what the file must hold afterwards."""
    wanted = copy.deepcopy(content)
    rules = wanted.setdefault("rules", [])
    entries = [entry for entry in rules if isinstance(entry, dict) and entry.get("id") == rule] if isinstance(rules, list) else []
    if entries:
        entries[0]["text"] = sentence
    elif isinstance(rules, list):
        rules.append({"id": rule, "text": sentence})
    return wanted


def _candidates(text: str, rule: str, sentence: str) -> Iterator[str]:
    """Yield texts that may be what is wanted, the likeliest first; whoever reads them finds the one that is."""
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines(keepends=True)
    line = f"text = {quoted(sentence)}"
    for start in (place for place, one in enumerate(lines) if _RULES.match(one)):
        stop = next((place for place in range(start + 1, len(lines)) if _HEADER.match(lines[place])), len(lines))
        entry = lines[start:stop]
        if rule not in "".join(entry):
            continue
        for place in range(start + 1, stop):
            said = _TEXT.match(lines[place])
            for after in range(place + 1, len(lines) + 1) if said else ():
                comment = _comment(lines[place]) if after == place + 1 else ""
                yield "".join((*lines[:place], f"{said[1] if said else ''}{line}{comment}{end}", *lines[after:]))
        yield "".join((*lines[: start + 1], f"{line}{end}", *lines[start + 1 :]))
    before = text if not text or text.endswith("\n") else text + end
    yield f"{before}{end if before else ''}[[rules]]{end}id = {quoted(rule)}{end}{line}{end}"


def _comment(line: str) -> str:
    """Return what stands behind the value of a line, with the space before it."""
    for found in re.finditer("#", line):
        try:
            tomllib.loads(line[: found.start()])
        except ValueError:
            continue
        return "  " + line[found.start() :].rstrip("\r\n")
    return ""
