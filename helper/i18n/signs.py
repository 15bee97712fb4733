"""What a terminal obeys, or turns other text round with, is made visible before it is printed, whatever it came from."""

from __future__ import annotations

import os
import re

_OBEYED = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
_MARKS = "\u061c\u200e\u200f"
"""What a script that runs from right to left is written with."""
_SEQUENCE = "\x1b["
_OURS = "".join(chr(0xF0000 + int.from_bytes(os.urandom(2), "big") % 0xFFF0) for _ in _SEQUENCE)
"""What stands for a sequence of our own until it is printed: as long, and nothing that who writes a note can know."""
_LEFT_TO_RIGHT = re.compile(f"{_OURS}|[{_OBEYED}{_MARKS}]")
_RIGHT_TO_LEFT = re.compile(f"{_OURS}|[{_OBEYED}]")


def visible(text: str, right_to_left: bool = False) -> str:
    """Return a text with each control and bidi sign written out, as `\\x1b`; new lines, tabs and what `styled` made stay."""
    return (_RIGHT_TO_LEFT if right_to_left else _LEFT_TO_RIGHT).sub(_written_out, text)


def visible_in_json(text: str) -> str:
    """Return JSON in which each control and bidi sign is escaped, so that it says the same."""
    return _LEFT_TO_RIGHT.sub(lambda found: "".join(f"\\u{ord(sign):04x}" for sign in found[0]), text)


def styled(text: str, start: str, end: str = "\x1b[0m") -> str:
    """Return a text between two sequences that a terminal is to obey."""
    return "".join((start.replace(_SEQUENCE, _OURS), visible(text), end.replace(_SEQUENCE, _OURS)))


def _written_out(found: re.Match[str]) -> str:
    sign = found[0]
    if sign == _OURS:
        return _SEQUENCE
    return f"\\x{ord(sign):02x}" if ord(sign) < 256 else f"\\u{ord(sign):04x}"
