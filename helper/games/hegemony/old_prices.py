"""What goods cost and where they lie: sellers, the foreign market, tariffs, the room of storages."""

from __future__ import annotations

from helper.definitions.schema import GameDefinition
from helper.engine.position import Position
from helper.engine.verdict import Unknown
from helper.games.hegemony.old_facts import (
    MIDDLE,
    STATE,
    WORKING,
    Read,
    card,
    cell,
    count,
    fits_players,
    of_section,
    product,
    reading,
    row,
    seat_of,
    settled,
)
from helper.games.hegemony.values import FOREIGN

SERVICES = ("health", "education")


def sells(position: Position, source: str, good: str, buyer: str) -> bool:
    """Return whether a source sells a kind of goods or services to a class."""
    if source == FOREIGN:
        return good in ("food", "luxury")
    if source == STATE:
        return True
    is_there = source == buyer == MIDDLE or (source != buyer and source != WORKING and seat_of(position, source) is not None)
    return is_there and good != "influence"


def owner_holds(role: str, good: str) -> str:
    """Return the path of what a role holds of a kind that it may sell."""
    if role == STATE and good in (*SERVICES, "influence"):
        return f"state.services.{good}"
    return f"{role}.storage.{good}"


def has(read: Read, source: str, good: str) -> int:
    """Return how much of a kind a seller has."""
    return count(read, owner_holds(source, good))


def tariff(definition: GameDefinition, read: Read, good: str) -> int:
    """Return the tariff on an imported good, by the section of Foreign Trade."""
    return of_section(definition, read, "trade", f"tariff_{good}")


def import_price(definition: GameDefinition, read: Read, good: str) -> int:
    """Return what an imported good costs, with its tariff."""
    return cell(row(definition.tables["import_base"], good), "price") + tariff(definition, read, good)


def price(definition: GameDefinition, read: Read, source: str, good: str) -> int:
    """Return the price of a kind at a source."""
    if source == FOREIGN:
        return import_price(definition, read, good)
    if source == STATE:
        if good in SERVICES:
            return of_section(definition, read, f"welfare_{good}", "price")
        return cell(row(definition.tables["state_prices"], good), "price")
    return count(read, f"{source}.prices.{good}")


def room(definition: GameDefinition, position: Position, role: str, path: str, good: str) -> int:
    """Return how much of a kind fits where `path` says: public services, a storage with its tile, or the Free Trade Zone.

    Raises Unknown where nobody told of a tile or of public companies.
    """
    if ".services." in path:
        return service_room(definition, position, good)
    found = row(definition.tables["storage"], good)
    if ".zone." in path:
        return cell(found, "zone")
    return cell(found, role) + (_tile(definition, position, role, good) if has_tile(reading(position), role, good) else 0)


def has_tile(read: Read, role: str, good: str) -> bool:
    """Return whether a storage tile lies there; the Middle Class has one only where that was told."""
    try:
        return read(f"{role}.tiles.{good}") is True
    except Unknown:
        if role == MIDDLE:
            return False
        raise


def _tile(definition: GameDefinition, position: Position, role: str, good: str) -> int:
    """Return how much a storage tile adds; for the Middle Class that is an option."""
    found = row(definition.tables["storage"], good)
    is_printed = role != MIDDLE or settled(definition, position, "middle_tile") == "tile"
    return cell(found, "tile" if is_printed else role)


def service_room(definition: GameDefinition, position: Position, service: str) -> int:
    """Return how much of a service the State can keep: the output of its open companies for it, and some more.

    Raises Unknown where nobody told of such a company that is in the game with as many players.
    """
    read, total = reading(position), definition.rules["state.storage"].number("extra")
    for id in definition.axes["company"]:
        found = card(definition, id)
        is_for_it = found["owner"] == STATE and product(definition, id) == service
        if is_for_it and fits_players(definition, position, id) and read(f"companies.{id}.open"):
            total += cell(found, "output")
    return total
