"""Find the line of a file that a fault of a definition speaks of: what is read has lost it, so the text is looked through again.

Tables are told apart by their headers and ids. What cannot be found so, such as an entry written in one line, is placed where its
table begins; a place is never left out for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from helper.errors import Fault
from helper.frozen import Frozen

_HEADER = re.compile(r"\s*\[\[?\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_ID = re.compile(r"\s*(?:id|key)\s*=\s*[\"']([^\"']*)[\"']")
_FILE = re.compile(r"\S+\.toml(?=\s|$)")
_TOKENS = re.compile(r"[:\s]+|\.(?![^.:\s]*>)")
_PLACED = re.compile(r"\S+:\d+(?=[:\s]|$)")
TRANSLATIONS = "translations."
SELDOM = 3
"""A word shorter than this stands in too many lines to be looked for alone."""


class Block(Frozen):
    """The lines of one table: what its header says, its id, and the id of the entry that it belongs to."""

    file: str
    header: str
    id: str
    above: str
    first: int
    lines: tuple[str, ...]

    def line(self, *wanted: str) -> int | None:
        """Return the first line that one of the patterns fits, the first pattern first."""
        for pattern in wanted:
            for number, text in enumerate(self.lines, self.first):
                if re.search(pattern, text):
                    return number
        return None


def placed(texts: Mapping[str, str], game: str, fault: Fault) -> Fault:
    """Return a fault with file and line before its place, by the texts of the files; as it is where no line is found."""
    if not fault.where or _PLACED.match(fault.where) or fault.where.startswith("helper "):  # which is a command
        return fault
    file = _FILE.match(fault.where)
    where = fault.where[file.end() :].strip() if file else fault.where
    where = where.removeprefix(f"{game}/")
    blocks = [block for block in _all(texts) if not file or block.file == file.group()]
    if where.startswith(TRANSLATIONS):
        blocks = [block for block in blocks if block.header.startswith(TRANSLATIONS)]
    if fault.code == "duplicate_id":
        blocks = _repeated(blocks if where != game else [*_all(texts)], str(fault.values["id"])) or blocks
    found = _anywhere(blocks, where, fault) if where == game or where.startswith(TRANSLATIONS) else _found(blocks, where, fault)
    if found is None:
        return fault
    return fault._replace(where=f"{found[0]}:{found[1]} {where}".strip())


def _all(texts: Mapping[str, str]) -> Iterator[Block]:
    return (block for name, text in texts.items() for block in _blocks(name, text))


def _repeated(blocks: list[Block], id: str) -> list[Block]:
    """Return the blocks of an id that another of their kind had before them."""
    found, seen = list[Block](), set[tuple[str, str]]()
    for block in blocks:
        if block.id == id:
            mark = (block.header, block.above if "." in block.header else "")
            if mark in seen:
                found.append(block)
            seen.add(mark)
    return found


def _blocks(file: str, text: str) -> Iterator[Block]:
    header, first, above, kept = "", 1, "", list[str]()
    for number, line in enumerate([*text.splitlines(), "[end]"], 1):
        begun = _HEADER.match(line)
        if not begun:
            kept.append(line)
            continue
        id = next((found[1] for found in map(_ID.match, kept) if found), "")
        if "." not in header:
            above = id
        yield Block(file, header, id, above, first, tuple(kept))
        header, first, kept = begun[1], number, [line]


def _patterns(fault: Fault) -> list[str]:
    """Return what the line of a fault holds: a word in quotes, a key, or the word in a sentence."""
    words = [re.escape(str(fault.values[key])) for key in ("given", "id", "key") if str(fault.values.get(key) or "")]
    quoted = [rf"[\"']{word}[\"']" for word in words] + [rf"^\s*[\"']?{word}[\"']?\s*=" for word in words]
    return quoted + [rf"\{{{word}\}}|\b{word}\b" for word in words[:1] if len(word) >= SELDOM]


def _anywhere(blocks: list[Block], where: str, fault: Fault) -> tuple[str, int] | None:
    """Return the first line that names what the fault speaks of, in the order of what says it best."""
    context = where.removeprefix(TRANSLATIONS).partition(" ")[2]
    for pattern in (*([rf"[\"']{re.escape(context)}[\"']"] if context else ()), *_patterns(fault)):
        for block in blocks:
            line = block.line(pattern)
            if line:
                return block.file, line
    return None


def _found(blocks: list[Block], where: str, fault: Fault) -> tuple[str, int] | None:
    quoted = _patterns(fault)
    names = [name for name in _names(where) if any(name in (block.above, block.id) for block in blocks)]
    if not names:
        return _anywhere(blocks, "", fault)
    inside = [block for block in blocks if names[0] in (block.above, block.id)]
    parts = {*_TOKENS.split(where)}
    exact = [block for block in inside if block.id != names[0] and block.id in parts]
    field = [rf"^\s*{re.escape(part)}\s*=" for part in reversed([*_TOKENS.split(where)]) if part]
    for block in (*exact, *inside):
        line = block.line(*quoted, *(field if block in exact else ()))
        if line:
            return block.file, line
    for block in (*exact, *inside):
        line = block.line(*field, _ID.pattern)
        if line:
            return block.file, line
    return None


def _names(where: str) -> Iterator[str]:
    """Yield what may be the id of an entry in a place such as `light:enough_oil` or `term:lamp.sheet`, the longest first."""
    ends = [len(where), *sorted((found.start() for found in re.finditer(r"[:\s.]", where)), reverse=True)]
    starts = [0, *(found.end() for found in re.finditer(r"[:\s]", where))]
    for start in starts:
        for end in ends:
            if end > start:
                yield where[start:end]
