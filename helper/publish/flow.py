"""Draw the steps of a checklist as a picture: boxes from top to bottom, with arrows between.

Colours come from the page around it, so one picture serves light, dark and print. Text is wrapped here, by estimated
widths, because SVG wraps none.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from html import escape

from helper.frozen import Frozen

WIDTH, MARGIN, NUMBER, PADDING = 340, 2, 44, 12
LINE, SMALL_LINE, GAP = 20, 18, 26
SIZE, SMALL = 15, 13
NARROW, WIDE = 0.57, 1.05  # of the letter size; a guess on the wide side, so that nothing sticks out
_THIN = frozenset("iljtf.,:;!|'’()[] ")


class Box(Frozen):
    """One step: who does it (or an empty text), and what."""

    who: str
    text: str


def flow(id: str, title: str, description: str, boxes: Sequence[Box], direction: str = "ltr") -> str:
    """Return a picture of `boxes` in order, described for those who cannot see it."""
    parts: list[str] = []
    top = MARGIN
    inside = WIDTH - 2 * MARGIN - NUMBER - PADDING
    right = direction == "rtl"
    start = WIDTH - MARGIN - NUMBER if right else MARGIN + NUMBER
    badge = WIDTH - MARGIN - NUMBER / 2 if right else MARGIN + NUMBER / 2
    for place, box in enumerate(boxes, 1):
        who = wrap(box.who, inside, SMALL) if box.who else []
        lines = wrap(box.text, inside, SIZE)
        height = 2 * PADDING + SMALL_LINE * len(who) + LINE * len(lines)
        if place > 1:
            parts.append(_arrow(top))
            top += GAP
        parts.append(f'<rect class="flow-box" x="{MARGIN}" y="{top}" width="{WIDTH - 2 * MARGIN}" height="{height}" rx="10"/>')
        parts.append(f'<text class="flow-number" x="{badge:g}" y="{top + height / 2 + 7:g}" text-anchor="middle">{place}</text>')
        line_at = top + PADDING
        for text in who:
            parts.append(f'<text class="flow-who" x="{start}" y="{line_at + SMALL}">{escape(text)}</text>')
            line_at += SMALL_LINE
        for text in lines:
            parts.append(f'<text class="flow-text" x="{start}" y="{line_at + SIZE}">{escape(text)}</text>')
            line_at += LINE
        top += height
    height = top + MARGIN
    return (
        f'<svg class="flow" viewBox="0 0 {WIDTH} {height}" role="img" direction="{direction}" '
        f'aria-labelledby="{id}-title {id}-desc" xmlns="http://www.w3.org/2000/svg">'
        f'<title id="{id}-title">{escape(title)}</title><desc id="{id}-desc">{escape(description)}</desc>{"".join(parts)}</svg>'
    )


def wrap(text: str, width: float, size: float) -> list[str]:
    """Return `text` in lines that are no wider than `width`; what has no space and is too wide is broken anywhere."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if extent(joined, size) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        while extent(word, size) > width:
            fits = next(length for length in range(len(word) - 1, 0, -1) if length == 1 or extent(word[:length], size) <= width)
            lines.append(word[:fits])
            word = word[fits:]
        line = word
    return [*lines, line] if line else lines


def extent(text: str, size: float) -> float:
    """Return about how wide `text` is at a letter size."""
    return size * sum(
        0
        if unicodedata.combining(letter)
        else WIDE
        if unicodedata.east_asian_width(letter) in "WF"
        else 0.33
        if letter in _THIN
        else NARROW
        for letter in text
    )


def _arrow(top: float) -> str:
    middle, tip = WIDTH / 2, top + GAP - 4
    return f'<path class="flow-arrow" d="M{middle:g} {top + 4}V{tip}m-6 -7 6 7 6 -7"/>'
