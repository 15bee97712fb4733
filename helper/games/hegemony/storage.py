"""Putting goods where they go: as far as there is room, then into the Free Trade Zone; the rest is lost. Rule `state.storage`, `export`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helper.definitions.schema import Term
from helper.engine.play import Cause
from helper.games.hegemony import figures as f
from helper.games.hegemony.facts import CAPITALIST
from helper.games.hegemony.prices import IMPORTED, room

if TYPE_CHECKING:
    from helper.engine.figures import Path

DEAL = "business_deal"


def store(cause: Cause, role: str, where: Path[int], good: str, amount: int, owner: object) -> None:
    """Put goods where they go, as far as there is room; the Free Trade Zone takes more of its kinds; the rest is lost.

    Of a business deal only where it may be split. Where nobody knows how many find room, what lies in the zone is unknown too.
    """
    play = cause.play
    left = amount - _put(cause, role, where, good, amount)
    zone = _zone(role, where, good) if cause.rule != DEAL or play.option("deal_split") != "whole" else None
    if zone and where not in play:
        cause.forget(zone)
    if left and zone:
        moved = _put(play.under(cause.rule, "into_zone"), role, zone, good, left)
        if moved:
            play.step(cause.rule, "into_zone", seat=owner, amount=moved, good=Term(good))
        left -= moved
    if left:
        play.step(cause.rule, "overflow", seat=owner, amount=left, good=Term(good))


def forget_stored(cause: Cause, role: str, where: Path[int], good: str) -> None:
    """Make unknown what lies where goods go, of which nobody knows how many there are, and what lies in the zone behind it."""
    zone = _zone(role, where, good)
    cause.forget(where, *((zone,) if zone else ()))


def _zone(role: str, where: Path[int], good: str) -> Path[int] | None:
    """Return where the Free Trade Zone keeps what finds no room there; None where it takes nothing."""
    return f.ZONE(good) if role == CAPITALIST and good in IMPORTED and where == f.STORAGE(role, good) else None


def _put(cause: Cause, role: str, where: Path[int], good: str, amount: int) -> int:
    """Put goods where they go and return how many found room: all of them, where nobody told what lies there."""
    held = cause.play.get(where)
    if held is None:
        return amount
    most = cause.play.fact(room, role, where, good)
    if most is None:
        cause.forget(where)
        return amount
    kept = min(amount, max(0, most - held))
    cause.add(where, kept)
    return kept
