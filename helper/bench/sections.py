"""The page of measured figures, section by section: what was measured anew is replaced, everything else stays."""

from __future__ import annotations

import os
import re
import statistics
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence

from helper.frozen import Frozen

Sections = dict[str, str]
_HEADING = re.compile(r"^## (.+)\n", re.MULTILINE)


class Row(Frozen):
    """One measured row: what, against what, the ratio, the budget if there is one, and the medians in milliseconds."""

    what: str
    ratio: float
    budget: str
    mine: float
    base: float


def in_turn(what: str, budget: str, mine: Callable[[], float], base: Callable[[], float], pairs: int) -> Row:
    """Return the medians of two measurements made in turn, and the median of their ratios."""
    times = [(mine(), base()) for _ in range(pairs)]
    ratio = statistics.median(one / other for one, other in times)
    return Row(what, ratio, budget, *(statistics.median(column) for column in zip(*times, strict=True)))


def limit(found: float, budget: str, unit: str = "") -> str:
    """Return a budget as a cell of a table, saying where it is not held; a figure counts as it is shown."""
    if not budget:
        return "–"
    decimals = 0 if unit else 2
    missed = "" if round(found, decimals) <= float(budget) else ", **not held**"
    return f"≤ {budget}{unit}{missed}"


def ratios(head: str, rows: Iterable[Row]) -> str:
    """Return a table of rows; `head` names the first and the last column, such as `command` and `bare ms`."""
    first, last = head.split("|")
    body = [(row.what, f"**{row.ratio:.2f}**", limit(row.ratio, row.budget), f"{row.mine:,.0f}", f"{row.base:,.0f}") for row in rows]
    return table((first, "ratio", "budget", "ms", last), body)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def split(page: str) -> tuple[str, Sections]:
    """Return what stands above the first heading of a page, and its sections by their headings."""
    before, *rest = _HEADING.split(page)
    return before.strip(), {heading: text.strip() for heading, text in zip(rest[::2], rest[1::2], strict=True)}


def merged(page: str, fresh: Mapping[str, str], order: Sequence[str], preface: str = "") -> str:
    """Return a page with fresh sections in place of those of the same heading; new ones take their place in the order."""
    before, kept = split(page)
    found = {**kept, **fresh}
    known = [heading for heading in order if heading in found]
    unknown = [heading for heading in found if heading not in order]
    sections = (f"## {heading}\n\n{found[heading].strip()}\n" for heading in (*known, *unknown))
    return "\n".join((f"{(preface or before).strip()}\n", *sections))


def machine() -> str:
    """Return what it was measured on."""
    version = ".".join(map(str, sys.version_info[:3]))
    return f"one with {os.cpu_count()} cores and Python {version}"


def load() -> str:
    """Return a sentence about what else the machine did meanwhile, which makes every time longer; none where it cannot tell."""
    return f"The load of the machine was {os.getloadavg()[1]:.1f} on {os.cpu_count()} cores." if hasattr(os, "getloadavg") else ""
