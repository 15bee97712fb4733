"""What goods cost and where they lie: sellers, the foreign market, tariffs, the room of storages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helper.engine.position import Board, Glance
from helper.games.hegemony import figures as f
from helper.games.hegemony.facts import MIDDLE, STATE, WORKING, card, cell, fits_players, of_section, owned_by, product, row
from helper.games.hegemony.seating import in_play
from helper.games.hegemony.values import FOREIGN

if TYPE_CHECKING:
    from helper.engine.figures import Path

SERVICES = ("health", "education")
IMPORTED = ("food", "luxury")
"""What the foreign market sells, and what the Free Trade Zone takes."""


def sells(at: Glance, source: str, good: str, buyer: str) -> bool:
    """Return whether a source sells a kind of goods or services to a class."""
    if source == FOREIGN:
        return good in IMPORTED
    if source == STATE:
        return True
    is_there = source == buyer == MIDDLE or (source not in (buyer, WORKING) and in_play(at, source))
    return is_there and good != "influence"


def stock(role: str, good: str) -> Path[int]:
    """Return where a role keeps what it has of a kind that it may sell."""
    return f.SERVICES(good) if role == STATE and good in (*SERVICES, "influence") else f.STORAGE(role, good)


def tariff(at: Board, good: str) -> int:
    """Return the tariff on an imported good, by the section of Foreign Trade."""
    return of_section(at, "trade", f"tariff_{good}")


def price(at: Board, source: str, good: str) -> int:
    """Return the price of a kind at a source; of an imported good with its tariff."""
    if source == FOREIGN:
        return cell(row(at.table("import_base"), good), "price") + tariff(at, good)
    if source == STATE:
        return of_section(at, f"welfare_{good}", "price") if good in SERVICES else cell(row(at.table("state_prices"), good), "price")
    return at[f.PRICE(source, good)]


def room(at: Board, role: str, where: Path[int], good: str) -> int:
    """Return how much of a kind fits in a place: public services, a storage with its tile, or the Free Trade Zone.

    Raises Unknown where nobody told of a tile or of public companies.
    """
    if where == f.SERVICES(good):
        return service_room(at, good)
    found = row(at.table("storage"), good)
    if where == f.ZONE(good):
        return cell(found, "zone")
    return cell(found, role) + (_tile(at, role, good) if has_tile(at, role, good) else 0)


def has_tile(at: Board, role: str, good: str) -> bool:
    """Return whether a storage tile lies there; the Middle Class has one only where that was told."""
    return at.get(f.TILE(role, good), False) if role == MIDDLE else at[f.TILE(role, good)]


def _tile(at: Board, role: str, good: str) -> int:
    """Return how much a storage tile adds; for the Middle Class that is an option."""
    is_printed = role != MIDDLE or at.option("middle_tile") == "tile"
    return cell(row(at.table("storage"), good), "tile" if is_printed else role)


def service_room(at: Board, service: str) -> int:
    """Return how much of a service the State can keep: the output of its open companies for it, and some more.

    Raises Unknown where nobody told of such a company that is in the game with as many players.
    """
    made = [id for id in owned_by(at, STATE) if product(at.definition, id) == service and fits_players(at, id)]
    return at.number("state.storage", "extra") + sum(cell(card(at.definition, id), "output") for id in made if at[f.OPEN(id)])
