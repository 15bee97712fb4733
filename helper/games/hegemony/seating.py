"""Who plays what."""

from __future__ import annotations

from helper.engine.position import Glance
from helper.games.hegemony import figures as f


def role_of(at: Glance, seat: str | None) -> str:
    """Return what a seat plays, empty where nobody is named."""
    return at[f.ROLE(seat)] if seat else ""


def seat_of(at: Glance, role: str) -> str | None:
    """Return the seat that plays a role, None where nobody does."""
    return next((seat for seat in at.seats if at[f.ROLE(seat)] == role), None)


def in_play(at: Glance, role: str) -> bool:
    """Return whether anybody plays a role."""
    return seat_of(at, role) is not None


def roles_in_play(at: Glance) -> tuple[str, ...]:
    """Return the roles that somebody plays, in the order of status."""
    played = [at[f.ROLE(seat)] for seat in at.seats]
    return tuple(role for role in at.definition.roles if role in played)
