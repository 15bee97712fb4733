"""Pictures of figures: bars against a limit, and scores by round. Colours come from the page; none of them stands alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from helper.publish.companion.markup import Html, tag, text

WIDTH, HEIGHT = 100, 8
CHART, TALL, LEFT, RIGHT, ABOVE = 340, 190, 34, 92, 14
MARKERS = ("circle", "square", "triangle", "diamond")
SPACED = 15


def bar(value: int, limit: int) -> Html:
    """Return a bar of a value with a mark at the limit; what lies beyond it is hatched by a class of its own."""
    most = max(value, limit, 1)
    inside = max(0, min(value, limit))
    parts = [tag("rect", x=0, y=0, width=WIDTH, height=HEIGHT, class_="bar-back")]
    parts.append(tag("rect", x=0, y=0, width=f"{WIDTH * inside / most:.1f}", height=HEIGHT, class_="bar-in"))
    if value > limit:
        start = WIDTH * max(0, limit) / most
        parts.append(tag("rect", x=f"{start:.1f}", y=0, width=f"{WIDTH - start:.1f}", height=HEIGHT, class_="bar-over"))
    at = WIDTH * max(0, limit) / most
    parts.append(tag("path", d=f"M{min(at, WIDTH - 1):.1f} 0V{HEIGHT}", class_="bar-limit"))
    return tag(
        "svg", parts, viewBox=f"0 0 {WIDTH} {HEIGHT}", class_="bar", aria_hidden="true", focusable="false", preserveAspectRatio="none"
    )


def chart(title: str, heads: Sequence[str], lines: Mapping[str, Sequence[int | None]]) -> Html:
    """Return scores as lines over rounds: a marker of its own for each, its name and its last figure at the end.

    `heads`: what each point in time is called; `lines`: the figures of each, None where there is none.
    """
    known = [value for line in lines.values() for value in line if value is not None]
    low, high = min([0, *known]), max([1, *known])
    wide = CHART - LEFT - RIGHT

    def x(place: int) -> float:
        return LEFT + wide * place / max(1, len(heads) - 1)

    def y(value: int) -> float:
        return ABOVE + (TALL - ABOVE - 24) * (high - value) / max(1, high - low)

    parts = [tag("title", text(title))]
    for value in sorted({low, high, (low + high) // 2}):
        parts.append(tag("path", d=f"M{LEFT} {y(value):.1f}H{CHART - RIGHT}", class_="chart-grid"))
        parts.append(tag("text", text(value), x=LEFT - 6, y=f"{y(value) + 4:.1f}", text_anchor="end", class_="chart-figure"))
    for place, head in enumerate(heads):
        parts.append(tag("text", text(head), x=f"{x(place):.1f}", y=TALL - 6, text_anchor="middle", class_="chart-figure"))
    ends = _apart({name: y(last) for name, line in lines.items() if (last := _last(line)) is not None})
    for number, (name, line) in enumerate(lines.items()):
        points = [(x(place), y(value)) for place, value in enumerate(line) if value is not None]
        if not points:
            continue
        kind = f"line-{number % len(MARKERS)}"
        parts.append(tag("path", d="M" + "L".join(f"{left:.1f} {top:.1f}" for left, top in points), class_=f"chart-line {kind}"))
        parts.extend(_marker(number % len(MARKERS), left, top, kind) for left, top in points)
        parts.append(_marker(number % len(MARKERS), CHART - RIGHT + 12, ends[name] - 4, kind))
        parts.append(tag("text", text(f"{_short(name)} {_last(line)}"), x=CHART - RIGHT + 22, y=f"{ends[name]:.1f}", class_="chart-name"))
    return tag("svg", parts, viewBox=f"0 0 {CHART} {TALL}", class_="chart", role="img", aria_label=title)


def _short(name: str) -> str:
    return name if len(name) <= 9 else name[:8] + "…"


def _last(line: Sequence[int | None]) -> int | None:
    return next((value for value in reversed(line) if value is not None), None)


def _apart(wanted: Mapping[str, float]) -> dict[str, float]:
    """Return heights for names, near where they are wanted and far enough from one another."""
    found: dict[str, float] = {}
    before = -SPACED * 2.0
    for name, top in sorted(wanted.items(), key=lambda pair: pair[1]):
        before = max(top + 4, before + SPACED)
        found[name] = before
    lowest = TALL - 4.0
    for name in reversed(found):
        found[name] = lowest = min(found[name], lowest)
        lowest -= SPACED
    return found


def _marker(number: int, x: float, y: float, kind: str) -> Html:
    size = 5
    shapes = (
        f"M{x - size:.1f} {y:.1f}a{size} {size} 0 1 0 {2 * size} 0a{size} {size} 0 1 0 {-2 * size} 0",
        f"M{x - size:.1f} {y - size:.1f}h{2 * size}v{2 * size}h{-2 * size}z",
        f"M{x:.1f} {y - size:.1f}L{x + size:.1f} {y + size:.1f}H{x - size:.1f}z",
        f"M{x:.1f} {y - size - 1:.1f}l{size + 1} {size + 1}l{-size - 1} {size + 1}l{-size - 1} {-size - 1}z",
    )
    return tag("path", d=shapes[number], class_=f"chart-mark {kind}")
