"""Set cards in type, by Typst. A sign that our fonts lack is set in one of this machine; where none has it, a box stands for it."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helper.errors import Fault, SurroundingsFailed

if TYPE_CHECKING:
    from typst import Fonts

    from helper.i18n.words import Words

PUBLISH = Path(__file__).parent.parent
INSTALL = "pip install 'tabletop-helper[cards]'"
TEMPLATE = PUBLISH / "cards" / "cards.typ"
BOX = "□"
PROBE = (
    '#let d = json(bytes(sys.inputs.at("data"))); #set document(title: d.title); '
    '#set text(font: d.fonts, lang: d.lang, dir: if d.dir == "rtl" { rtl } else { ltr })'
)
"""The one line before signs that are tried."""
FAILED_LINE = re.compile(r"\.typ:(\d+):\d+")
ZERO_WIDTH_JOINER = "\u200d"
ATTACHED = "\ufe0e\ufe0f" + "".join(map(chr, (*range(0x1F3FB, 0x1F400), *range(0xE0020, 0xE0080))))
"""What belongs to the sign before it, besides marks: how an emoji looks, its colour, its flag."""
FLAGS = range(0x1F1E6, 0x1F200)
Lost = Mapping[str, Sequence[str]]
"""The signs that no font has, by the text in which each stands."""
Tells = Callable[[Lost], object]
MOST_TEXTS, MOST_SIGNS, AROUND = 5, 12, 24
"""How much a warning names, and how much of a text around a sign."""


def typeset(data: Mapping[str, object], tells: Tells, names: Mapping[str, str]) -> bytes:
    """Return the PDF of what the template lays out; `tells` hears of signs that no font has, `names` are those of the seats.

    It is byte for byte the same for the same data, where our fonts have every sign. Raises SurroundingsFailed where Typst is not
    installed, or where a word or a figure fits on no card.
    """
    try:
        return _compiled(data)
    except RuntimeError as error:
        texts = [*_texts(data["jobs"])]
        signs = [*dict.fromkeys(sign for text in texts for sign in clusters(text))]
        ours = set(_lost(data, signs, has_system_fonts=False))
        if not ours:
            raise _cannot(error) from None
    lost = set(_lost(data, [*ours], has_system_fonts=True))
    try:
        found = _compiled(_boxed(data, lost, names), has_system_fonts=bool(ours - lost))
    except RuntimeError:
        lost = ours
        try:
            found = _compiled(_boxed(data, lost, names))
        except RuntimeError as error:
            raise _cannot(error) from None
    standing = ((text, [*dict.fromkeys(sign for sign in clusters(text) if sign in lost)]) for text in texts)
    if told := {text: signs for text, signs in standing if signs}:
        tells(_by_name(told, names.values()))
    return found


def _cannot(error: RuntimeError) -> SurroundingsFailed:
    return SurroundingsFailed(Fault("cannot_print", {"problem": str(error).splitlines()[0]}))


def _compiled(data: Mapping[str, object], has_system_fonts: bool = False, source: bytes = b"") -> bytes:
    """Return the PDF of the template, or of another source, filled with data; raises RuntimeError where something cannot be set."""
    try:
        import typst
    except ImportError:
        raise SurroundingsFailed(Fault("missing_extra", {"extra": "cards", "command": INSTALL})) from None
    given = json.dumps(data, ensure_ascii=False, sort_keys=True)
    # A PDF may not hold the first, which nobody sees; the rest is no text.
    given = given.replace("\ufeff", "").encode(errors="replace").decode()
    template: Any = source or str(TEMPLATE)
    found = typst.compile(
        template,
        root=str(PUBLISH),
        font_paths=_fonts(has_system_fonts),
        sys_inputs={"data": given},
        pdf_standards=["ua-1"],
        timestamp=0,
    )
    assert isinstance(found, bytes)
    return found


@cache
def _fonts(has_system_fonts: bool) -> Fonts:
    """Return our fonts and those of Typst; with those of this machine, they are looked for once."""
    import typst

    return typst.Fonts(include_system_fonts=has_system_fonts, font_paths=[str(PUBLISH / "fonts")])


def _lost(data: Mapping[str, object], signs: Sequence[str], has_system_fonts: bool) -> Iterator[str]:
    """Yield the signs that cannot be set: each is tried between letters, in a line of its own, and Typst says which lines fail."""
    told = {key: data[key] for key in ("title", "fonts", "lang", "dir")}
    lines = (PROBE, *(f'#text("x{_escaped(sign)}x") #parbreak()' for sign in signs))
    try:
        _compiled(told, has_system_fonts, "\n".join(lines).encode())
    except RuntimeError as error:
        known = {int(line) - 2 for line in FAILED_LINE.findall(str(getattr(error, "diagnostic", "")))}
        failed = [sign for place, sign in enumerate(signs) if place in known or len(signs) == 1]
        yield from failed
        rest = [sign for sign in signs if sign not in failed]
        half = 0 if failed else len(rest) // 2
        for some in (rest[:half], rest[half:]):
            if some:
                yield from _lost(data, some, has_system_fonts)


def _escaped(text: str) -> str:
    """Return a text as it stands in a string of Typst."""
    return "".join(f"\\u{{{ord(letter):x}}}" for letter in text)


def clusters(text: str) -> Iterator[str]:
    """Yield what a reader takes for one sign: a letter with its marks, an emoji with all that is joined to it."""
    sign = ""
    for letter in text:
        is_flag = ord(letter) in FLAGS and len(sign) == 1 and ord(sign) in FLAGS
        is_joined = letter == ZERO_WIDTH_JOINER or sign.endswith(ZERO_WIDTH_JOINER) or letter in ATTACHED or is_flag
        if sign and not (is_joined or unicodedata.category(letter).startswith("M")):
            yield sign
            sign = ""
        sign += letter
    if sign:
        yield sign


def _texts(found: object) -> Iterator[str]:
    """Yield every text of plain data."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, Mapping):
        for one in found.values():
            yield from _texts(one)
    elif isinstance(found, (list, tuple)):
        for one in found:
            yield from _texts(one)


def _boxed(data: Mapping[str, object], lost: set[str], names: Mapping[str, str]) -> dict[str, object]:
    """Return the data with a box for each sign that is lost; names that would look alike by that get their seat beside them."""

    def with_boxes(text: str) -> str:
        return "".join(BOX if sign in lost else sign for sign in clusters(text))

    seen = [with_boxes(name) for name in names.values()]
    shown = {name: with_boxes(name) for name in sorted(names.values(), key=len, reverse=True)}
    shown = {name: box for name, box in shown.items() if box != name}
    shown.update((name, f"{shown[name]} ({seat})") for seat, name in names.items() if name in shown and seen.count(shown[name]) > 1)
    named = re.compile("|".join(map(re.escape, shown)) or "(?!)")

    return {**data, "jobs": _changed(data["jobs"], lambda text: with_boxes(named.sub(lambda found: shown[found[0]], text)))}


def _changed(found: object, change: Callable[[str], str]) -> object:
    """Return plain data with every text changed."""
    if isinstance(found, str):
        return change(found)
    if isinstance(found, Mapping):
        return {key: _changed(one, change) for key, one in found.items()}
    if isinstance(found, (list, tuple)):
        return [_changed(one, change) for one in found]
    return found


def _by_name(lost: Lost, names: Iterable[str]) -> dict[str, list[str]]:
    """Return the signs that no font has by the name in which each stands, where it stands in one, else by the text."""
    found: dict[str, list[str]] = {}
    for text, signs in lost.items():
        for sign in signs:
            for holder in [name for name in names if sign in name and name in text] or [text]:
                held = found.setdefault(holder, [])
                if sign not in held:
                    held.append(sign)
    return found


def lost_lines(words: Words, lost: Lost) -> Iterator[str]:
    """Yield what a warning says of signs that no font has: where they stand, which they are, and what would help."""
    for text, signs in [*lost.items()][:MOST_TEXTS]:
        named = [f"{sign} ({' '.join(f'U+{ord(letter):04X}' for letter in sign)})" for sign in signs[:MOST_SIGNS]]
        listed = ", ".join(named) + (" …" if len(signs) > MOST_SIGNS else "")
        yield words.say(
            "“{text}”: a box is printed for each sign that no font of this computer has: {signs}",
            text=_around(text, signs[0]),
            signs=listed,
        )
    if len(lost) > MOST_TEXTS:
        yield words.say("Further texts with such signs: {n}", n=len(lost) - MOST_TEXTS)
    if lost:
        yield words.say("To print these signs, install a font that has them, such as one of the Noto fonts, and print again.")


def _around(text: str, sign: str) -> str:
    """Return the part of a text around a sign."""
    place = text.index(sign)
    first, last = max(0, place - AROUND), place + len(sign) + AROUND
    return ("…" if first else "") + text[first:last] + ("…" if last < len(text) else "")
