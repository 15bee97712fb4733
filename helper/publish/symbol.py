"""Our own symbols: pictures that tell things apart by shape, on pages and on cards; the word always stands beside them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "symbols"


def symbol(game: str, id: str) -> str:
    """Return the symbol of a word of a game as SVG to stand in a line, not read out; empty where there is none."""
    return _symbols(game).get(id, "")


@cache
def _symbols(game: str) -> dict[str, str]:
    """Return all symbols of a game by id: what is looked up may be the name of a player, and leads to no file."""
    folder = FOLDER / game.replace("-", "_")
    return {file.stem: _in_a_line(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.svg"))}


def _in_a_line(svg: str) -> str:
    inside = re.sub(r"<title>.*?</title>", "", svg).strip()
    return inside.replace("<svg ", '<svg class="symbol" aria-hidden="true" focusable="false" ', 1).replace("\n", "")
