"""Our own symbols: pictures that tell things apart by shape, on pages and on cards; the word always stands beside them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "symbols"


@cache
def symbol(game: str, id: str) -> str:
    """Return the symbol of a word of a game as SVG to stand in a line, not read out; empty where there is none."""
    file = FOLDER / game.replace("-", "_") / f"{id}.svg"
    if not file.is_file():
        return ""
    inside = re.sub(r"<title>.*?</title>", "", file.read_text(encoding="utf-8")).strip()
    return inside.replace("<svg ", '<svg class="symbol" aria-hidden="true" focusable="false" ', 1).replace("\n", "")
