"""Read TOML that somebody else wrote: the time that its reader takes grows with the square of the parts of a key."""

from __future__ import annotations

from typing import Any

MOST_DOTS = 1000
"""No key has so many parts, and no line so many sentences."""
MOST_SQUARES = 5_000_000
"""About a second of reading."""


def parse_toml(text: str) -> dict[str, Any]:
    """Return what a TOML text holds; raises ValueError where it is none, RecursionError where it is nested beyond reading."""
    import tomllib

    dots = [line.count(".") for line in text.split("\n")]
    if max(dots) > MOST_DOTS or sum(count * count for count in dots) > MOST_SQUARES:
        raise RecursionError("too many parts of keys")
    return tomllib.loads(text)
