"""What stands on the pages of a PDF and where: texts as they are read, lines, frames and fills, in millimetres from the upper left."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject

MM = 25.4 / 72
INSIDE = rb"(?:[^()\\]|\\.)*"
NESTED = rb"(?:[^()\\]|\\.|\(" + INSIDE + rb"\))*"
TOKEN = re.compile(rb"\((?:[^()\\]|\\.|\(" + NESTED + rb"\))*\)|<<|>>|<[0-9A-Fa-f\s]*>|\[|\]|/[^\s()<>\[\]/]*|[^\s()<>\[\]/]+", re.DOTALL)
ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b""}
MAPPED = re.compile(rb"<([0-9A-Fa-f]+)>[ \t]*<([0-9A-Fa-f]+)>[ \t]*(?:<([0-9A-Fa-f]+)>)?")
SECTION = re.compile(rb"beginbf(char|range)(.*?)endbf", re.DOTALL)
NUMBER = re.compile(rb"[+-]?[0-9.]+$")
Matrix = tuple[float, float, float, float, float, float]


class Area(NamedTuple):
    """A rectangle, in millimetres."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def holds(self, other: Area, by: float) -> bool:
        return (
            other.left >= self.left - by
            and other.top >= self.top - by
            and other.right <= self.right + by
            and other.bottom <= self.bottom + by
        )


class Text(NamedTuple):
    """A piece of text: where it stands, its size in points; whether a reader is to pass over it."""

    text: str
    area: Area
    size: float
    is_artifact: bool


class Drawn(NamedTuple):
    """A line or a shape: `grey` is how light it is, from 0 to 1."""

    is_filled: bool
    grey: float
    area: Area


class Leaf(NamedTuple):
    """One side of a sheet."""

    width: float
    height: float
    texts: list[Text]
    drawn: list[Drawn]


class Font(NamedTuple):
    name: str
    is_embedded: bool
    letters: dict[int, str]
    widths: dict[int, float]


class Printed(NamedTuple):
    """A PDF as it is read."""

    reader: PdfReader
    leaves: list[Leaf]
    fonts: list[Font]

    def tags(self) -> list[Any]:
        """Return every element of the structure, in reading order."""
        root: Any = self.reader.trailer["/Root"]
        return list(_elements(root["/StructTreeRoot"]))


def read(pdf: bytes) -> Printed:
    reader = PdfReader(io.BytesIO(pdf))
    known: dict[int, Font] = {}
    leaves = []
    for page in reader.pages:
        fonts = {}
        resources: Any = page["/Resources"]
        for name, entry in resources.get("/Font", {}).items():
            if entry.idnum not in known:
                known[entry.idnum] = _font(entry.get_object())
            fonts[name] = known[entry.idnum]
        assert not resources.get("/XObject"), "pictures would have to be looked into"
        contents = page.get_contents()
        box = page.mediabox
        texts, drawn = _looked_at(contents.get_data() if contents is not None else b"", fonts, float(box.height) * MM)
        leaves.append(Leaf(float(box.width) * MM, float(box.height) * MM, texts, drawn))
    return Printed(reader, leaves, list(known.values()))


def _elements(found: Any) -> Iterator[Any]:
    found = found.get_object()
    if isinstance(found, ArrayObject):
        for one in found:
            yield from _elements(one)
    elif isinstance(found, DictionaryObject):
        if "/S" in found:
            yield found
        if "/K" in found:
            yield from _elements(found["/K"])


def _font(entry: Any) -> Font:
    own = entry["/DescendantFonts"][0].get_object()
    letters: dict[int, str] = {}
    for kind, body in SECTION.findall(entry["/ToUnicode"].get_object().get_data()):
        for first, second, third in MAPPED.findall(body):
            low, high = int(first, 16), int(second if kind == b"range" else first, 16)
            text = bytes.fromhex((third if kind == b"range" else second).decode()).decode("utf-16-be")
            letters.update({code: text[:-1] + chr(ord(text[-1]) + code - low) for code in range(low, high + 1)})
    widths: dict[int, float] = {}
    given = list(own["/W"])
    while given:
        low, high = int(given.pop(0)), given.pop(0)
        if isinstance(high, ArrayObject):
            widths.update({low + place: float(width) for place, width in enumerate(high)})
        else:
            widths.update(dict.fromkeys(range(low, int(high) + 1), float(given.pop(0))))
    return Font(str(entry["/BaseFont"]), "/FontFile2" in own["/FontDescriptor"].get_object(), letters, widths)


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def _string(token: bytes) -> bytes:
    if token.startswith(b"("):
        return ESCAPE.sub(lambda m: bytes([int(m[1], 8)]) if m[1].isdigit() else ESCAPED.get(m[1], m[1]), token[1:-1])
    return bytes.fromhex(token[1:-1].decode())


def _looked_at(content: bytes, fonts: dict[str, Font], height: float) -> tuple[list[Text], list[Drawn]]:
    """Follow the drawing of a page; fails at what Typst does not draw as yet, rather than pass over it."""
    texts: list[Text] = []
    drawn: list[Drawn] = []
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    at = matrix
    fill, stroke, font, size = 0.0, 0.0, None, 0.0
    kept: list[tuple[Matrix, float, float]] = []
    points: list[tuple[float, float]] = []
    marked: list[tuple[bool, str | None]] = []
    given: list[bytes] = []

    def area(corners: list[tuple[float, float]], by: Matrix) -> Area:
        across = [(x * by[0] + y * by[2] + by[4]) * MM for x, y in corners]
        down = [height - (x * by[1] + y * by[3] + by[5]) * MM for x, y in corners]
        return Area(min(across), min(down), max(across), max(down))

    def lightness(parts: list[float]) -> float:
        return parts[0] if len(parts) == 1 else 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2]

    for token in TOKEN.findall(content):
        if token[:1] in b"(<[]/>" or NUMBER.match(token):
            given.append(token)
            continue
        name = token.decode()
        numbers = [float(one) for one in given if NUMBER.match(one)]
        if name == "q":
            kept.append((matrix, fill, stroke))
        elif name == "Q":
            matrix, fill, stroke = kept.pop()
        elif name == "cm":
            matrix = _times(tuple(numbers), matrix)  # type: ignore[arg-type]
        elif name == "scn":
            fill = lightness(numbers)
        elif name == "SCN":
            stroke = lightness(numbers)
        elif name in ("m", "l", "c"):
            points.extend(zip(numbers[::2], numbers[1::2], strict=True))
        elif name in ("S", "f", "f*"):
            drawn.append(Drawn(name != "S", stroke if name == "S" else fill, area(points, matrix)))
            points = []
        elif name == "n":
            points = []
        elif name in ("BDC", "BMC"):
            said = given[given.index(b"/ActualText") + 1] if b"/ActualText" in given else None
            raw = _string(said) if said else b""
            actual = raw[2:].decode("utf-16-be") if raw.startswith(b"\xfe\xff") else raw.decode("latin-1")
            marked.append((given[0] == b"/Artifact", actual if said else None))
        elif name == "EMC":
            marked.pop()
        elif name == "Tf":
            font, size = fonts[given[-2].decode()], numbers[-1]
        elif name == "Tm":
            at = tuple(numbers)  # type: ignore[assignment]
        elif name in ("Tj", "TJ"):
            assert font is not None
            text, width, inked = "", 0.0, []
            for one in given:
                if one[:1] in b"(<":
                    raw = _string(one)
                    for place in range(0, len(raw), 2):
                        code = int.from_bytes(raw[place : place + 2], "big")
                        text, before = text + font.letters[code], width
                        width += font.widths.get(code, 0) * size / 1000
                        inked += [] if font.letters[code].isspace() else [before, width]
                elif NUMBER.match(one):
                    width -= float(one) * size / 1000
            for place, (is_artifact, said_as) in enumerate(marked):
                if said_as is not None:
                    text = said_as
                    marked[place] = (is_artifact, "")
            box = area([(min(inked, default=0), -0.22 * size), (max(inked, default=0), 0.72 * size)], _times(at, matrix))
            texts.append(Text(text, box, size * abs(at[3] * matrix[3]), any(one for one, _ in marked)))
            at = _times((1, 0, 0, 1, width, 0), at)
        else:
            assert name in ("h", "w", "M", "J", "j", "d", "i", "cs", "CS", "gs", "W", "W*", "BT", "ET", "Tr"), f"{name} is not read here"
        given = []
    return texts, drawn
