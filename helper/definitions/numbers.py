"""Whole numbers as people write them: digits, with a sign before them that is part of the number, or a change of what lies there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from helper.definitions.schema import ROUND, GameDefinition, Input

if TYPE_CHECKING:
    from helper.definitions.inputs import Ask

WHOLE = re.compile(r"([+-]?)\s?(\d{1,18})")
MINUS = str.maketrans("−–", "--")
MOST = 10**9


def bounds(definition: GameDefinition, declared: Input) -> tuple[int | None, int | None]:
    """Return the lowest and the highest number that an input may have, None where there is no bound."""
    high = definition.rounds or None if declared.key == ROUND else declared.high
    return declared.low, high


def number(raw: object, ask: Ask) -> int:
    """Read a whole number within the declared range, written with any minus sign.

    A sign before a figure of a record that is no change itself is a change: it is added where changes are told, and asked about
    elsewhere. Raises UnreadableInput for what is no number, is out of range, or changes what nobody told.
    """
    if isinstance(raw, bool) or not isinstance(raw, (int, str)):
        raise ask.fail("no_number", given=raw)
    value = raw if isinstance(raw, int) else _written(raw, ask)
    low, high = bounds(ask.definition, ask.declared)
    if (low is not None and value < low) or (high is not None and value > high) or abs(value) > MOST:
        raise ask.fail("out_of_range", given=value, low=low, high=high)
    return value


def _written(raw: str, ask: Ask) -> int:
    found = WHOLE.fullmatch(raw.translate(MINUS).strip())
    if not found:
        raise ask.fail("no_number", given=raw)
    value = int(found[2]) * (-1 if found[1] == "-" else 1)
    low = ask.declared.low
    if not found[1] or not ask.table or not ask.declared.record or low is None or (found[1] == "-" and low < 0):
        return value
    if not ask.changes:
        raise ask.fail("is_change", given=raw, key=ask.path)
    before = ask.table.get(ask.path)
    if not isinstance(before, int):
        raise ask.fail("tell_first", key=ask.path)
    return before + value
