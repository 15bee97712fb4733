"""What a position holds, by the paths that records use; for tests that look at it as a record would."""

from __future__ import annotations

from helper.engine.position import Position


def number(position: Position, path: str) -> int:
    """Return a whole number, 0 where it is unknown."""
    value = position.figures.get(path)
    return value if isinstance(value, int) else 0


def word(position: Position, path: str) -> str:
    """Return a text, empty where it is unknown."""
    value = position.figures.get(path)
    return value if isinstance(value, str) else ""
