"""Our own symbols: a term each, told apart by their shape, in the colour of the text around them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from helper.definitions.load import discover, load

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "helper/publish/symbols"
FILES = sorted(FOLDER.rglob("*.svg"))
SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {"path", "circle", "rect", "ellipse"}
DRAWN = {"d", "cx", "cy", "r", "x", "y", "width", "height", "rx", "ry", "transform"}
STYLED = {"fill", "stroke", "fill-rule", "stroke-width", "stroke-linejoin", "stroke-linecap"}


def named(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix()


def terms(folder: str) -> set[str]:
    """Return the ids of the terms of the game in a folder."""
    game = folder.replace("_", "-")
    assert game in discover()
    return set(load(game).terms)


def test_there_are_symbols_of_both_games() -> None:
    assert {path.parent.name for path in FILES} == {"hegemony", "capital_lux_2"}
    assert all(path.parent.parent == FOLDER for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=named)
def test_a_symbol_is_a_small_picture_of_a_term_with_a_title(path: Path) -> None:
    assert path.stem in terms(path.parent.name)
    assert path.stat().st_size <= 1200
    root = ElementTree.fromstring(path.read_bytes())
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "0 0 24 24"
    assert (root[0].tag, bool((root[0].text or "").strip())) == (f"{SVG}title", True)


@pytest.mark.parametrize("path", FILES, ids=named)
def test_a_symbol_is_plain_shapes_in_the_colour_of_the_text(path: Path) -> None:
    root = ElementTree.fromstring(path.read_bytes())
    assert set(root.attrib) == {"viewBox", "fill"}
    assert root.get("fill") == "currentColor"
    for shape in root[1:]:
        assert shape.tag.removeprefix(SVG) in SHAPES
        assert set(shape.attrib) <= DRAWN | STYLED
        assert {shape.get("fill", "none"), shape.get("stroke", "none")} <= {"currentColor", "none"}
        assert (len(shape), (shape.text or "").strip()) == (0, "")
    assert not re.search(rb"<!|<\?|href|url\(|script|style", path.read_bytes())


def test_no_two_symbols_have_the_same_shape() -> None:
    shapes: dict[frozenset[object], str] = {}
    for path in FILES:
        drawn = frozenset((shape.tag, *sorted(shape.items())) for shape in ElementTree.fromstring(path.read_bytes())[1:])
        assert drawn, path
        assert drawn not in shapes, f"{named(path)} is {shapes[drawn]}"
        shapes[drawn] = named(path)
