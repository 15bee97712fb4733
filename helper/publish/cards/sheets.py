"""Where cards lie on a sheet: computed from paper and size, inside the margin that every printer leaves."""

from __future__ import annotations

from helper.frozen import Frozen

SAFE = 6.35
"""Millimetres from the edge of the paper that nothing may touch."""
MARK, MARK_GAP = 2.5, 0.8
"""How long a cut mark is, and how far from its card, in millimetres."""
RULER, RULER_ROOM = 100.0, 6.0
"""How long the ruler is that proves the scale, and the height it needs."""

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
SIZES = {"poker": (63.0, 88.0), "a6": (105.0, 148.0), "a5": (148.0, 210.0)}
PAGE = "page"
"""The size that takes a whole sheet, inside its margin."""


class Box(Frozen):
    """A rectangle on a sheet, in millimetres from its upper left corner."""

    x: float
    y: float
    width: float
    height: float


class Sheet(Frozen):
    """A sheet of paper as it is turned, and the places of cards on it, row by row."""

    width: float
    height: float
    places: tuple[Box, ...]
    columns: int

    def behind(self, flip: str) -> tuple[Box, ...]:
        """Return where the back of each place lies on the other side, when the sheet is turned over its long or short edge."""
        over_the_side = (flip == "long") == (self.height >= self.width)
        if over_the_side:
            return tuple(box._replace(x=self.width - box.x - box.width) for box in self.places)
        return tuple(box._replace(y=self.height - box.y - box.height) for box in self.places)


def sheet(paper: str, size: str) -> Sheet:
    """Return the sheet that takes most cards of a size: upright where that takes as many as lying.

    Cut marks stand outside the cards and the ruler below them, all inside the margin; the cards are centred, so that fronts
    and backs meet. Raises KeyError for a paper or a size that is not known.
    """
    width, height = PAPERS[paper]
    if size == PAGE:
        inside = Box(SAFE, SAFE, width - 2 * SAFE, height - 2 * SAFE)
        return Sheet(width, height, (inside,), 1)
    upright, lying = _grid(width, height, *SIZES[size]), _grid(height, width, *SIZES[size])
    return upright if len(upright.places) >= len(lying.places) else lying


def _grid(width: float, height: float, card_width: float, card_height: float) -> Sheet:
    around = SAFE + MARK + MARK_GAP
    below = max(around, SAFE + RULER_ROOM)
    columns, rows = int((width - 2 * around) // card_width), int((height - 2 * below) // card_height)
    left, top = (width - columns * card_width) / 2, (height - rows * card_height) / 2
    places = [
        Box(left + column * card_width, top + row * card_height, card_width, card_height)
        for row in range(rows)
        for column in range(columns)
    ]
    return Sheet(width, height, tuple(places), columns)


def marks(places: tuple[Box, ...]) -> list[Box]:
    """Return the cut marks around a grid of cards: lines without thickness, outside it, at every edge of a card."""
    if not places:
        return []
    left, top = min(box.x for box in places), min(box.y for box in places)
    right, bottom = max(box.x + box.width for box in places), max(box.y + box.height for box in places)
    across = sorted({round(x, 6) for box in places for x in (box.x, box.x + box.width)})
    down = sorted({round(y, 6) for box in places for y in (box.y, box.y + box.height)})
    lines = [Box(x, y, 0, MARK) for x in across for y in (top - MARK_GAP - MARK, bottom + MARK_GAP)]
    return lines + [Box(x, y, MARK, 0) for y in down for x in (left - MARK_GAP - MARK, right + MARK_GAP)]
