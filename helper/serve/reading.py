"""Read what a phone sent: plain data of the agreed form and size, whatever else it may be."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from helper.errors import Fault, UnreadableInput
from helper.publish.companion.gathering import MOST_FIELDS

BODY_BYTES = 64 * 1024
LONGEST_NAME = 200
STAMP_ID = re.compile(r"[0-9a-f]{8,64}", re.ASCII)


def read_request(body: bytes) -> dict[str, object]:
    """Return the request that a body holds, with nothing beyond what a request has.

    Raises UnreadableInput for anything else.
    """
    raw = _parsed(body)
    if not isinstance(raw, dict):
        raise unreadable()
    context, asked = raw.get("context"), raw.get("ask")
    if not isinstance(context, dict) or not isinstance(asked, str) or len(asked) > LONGEST_NAME:
        raise unreadable()
    found: dict[str, object] = {"context": context, "ask": asked, "fields": _pairs(raw.get("fields")), "me": _pairs(raw.get("me"))}
    if raw.get("stamp") is not None:
        found["stamp"] = _stamp(raw["stamp"])
    if isinstance(raw.get("out"), str) and len(raw["out"]) <= LONGEST_NAME:
        found["out"] = raw["out"]
    return found


def unreadable() -> UnreadableInput:
    """Return what is said of a request that cannot be read."""
    return UnreadableInput(Fault("web_unreadable"))


def _parsed(body: bytes) -> Any:
    try:
        raw = json.loads(body.decode("utf-8"), parse_constant=_refuse)
        json.dumps(raw, ensure_ascii=False, allow_nan=False).encode("utf-8")  # halves of signs and numbers without end cannot be kept
    except (ValueError, RecursionError, MemoryError):
        raise unreadable() from None
    return raw


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _pairs(given: object) -> list[list[str]]:
    if given is None:
        return []
    if not isinstance(given, list) or len(given) > MOST_FIELDS:
        raise unreadable()
    for pair in given:
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(part, str) for part in pair) or len(pair[0]) > LONGEST_NAME:
            raise unreadable()
    return given


def _stamp(given: object) -> list[str]:
    if not isinstance(given, list) or len(given) != 2 or not all(isinstance(part, str) for part in given):
        raise unreadable()
    if not STAMP_ID.fullmatch(given[0]) or len(given[1]) > LONGEST_NAME:
        raise unreadable()
    return given
