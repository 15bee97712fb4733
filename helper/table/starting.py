"""Start a record: who plays, with which options, under which rules version."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Sized

from helper.definitions.fold import fold
from helper.definitions.inputs import find
from helper.definitions.load import has_engine, house_of, load
from helper.definitions.names import as_kept, unfit
from helper.definitions.schema import GameDefinition, Term
from helper.engine.journal import Header, Journal
from helper.errors import Fault, UnreadableInput
from helper.games import rules_of
from helper.i18n.words import Words
from helper.table.calculating import read_options
from helper.table.given import text, texts, texts_by_name

STARTS = ("figures", "full")
SEAT = re.compile(r"P\d+")


def new(
    game: str,
    seats: Sequence[str],
    options: Mapping[str, str] | None = None,
    start: str = "",
    name: str = "",
    created: str = "",
    reading: str = "",
    language: str = "en",
) -> Journal:
    """Return an empty journal. A seat is a name; seats are numbered P1, P2 … in their order round the table.

    Where the game has roles a seat is `name=role`, the role in English or the language; without roles they go round in
    order. Elsewhere `P1=name` is the name alone. `start` is `figures` or `full`; left out, it is as the game has it.

    `reading` settles every option that has a reading of that name and is not in `options`.

    Raises UnreadableInput for an unknown game or option, too few or too many players, or a name twice.
    """
    definition = load(text(game, "game"))
    start, name, created, reading, language = (
        text(given, key)
        for given, key in ((start, "start"), (name, "name"), (created, "created"), (reading, "reading"), (language, "language"))
    )
    if not has_engine(definition.id):
        raise UnreadableInput(Fault("reference_only", {"game": definition.title.text}))
    given = texts(seats, "seats")
    if definition.casts:
        # A name may hold the sign too; a role may not.
        pairs = [seat.rpartition("=") if "=" in seat else (seat, "", "") for seat in given]
        roles = _roles(definition, [after.strip() for _, _, after in pairs], language)
        names = {f"P{number}": as_kept(before) for number, (before, _, _) in enumerate(pairs, 1)}
    else:
        roles, names = [], {f"P{number}": as_kept(_name(seat, f"P{number}")) for number, seat in enumerate(given, 1)}
    _check_number(definition, names)
    start = start or definition.start
    if start not in STARTS:
        raise UnreadableInput(Fault("unknown_word", {"given": start, "nearest": "", "known": list(STARTS)}, "--start"))
    chosen = {**_reading(definition, reading), **read_options(definition, texts_by_name(options, "options"))}
    cast = dict(zip(names, roles, strict=False))
    seated, settled = checked(definition, names, cast, chosen)
    house = house_of(definition.id)
    pinned = house.content if house else {}
    return Journal(Header(definition.id, definition.version, seated, cast, settled, start, name=name, created=created, house=pinned))


def checked(
    definition: GameDefinition, names: Mapping[str, str], cast: Mapping[str, str], options: Mapping[str, str]
) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return who sits at the table, an opponent that the game brings included, and the options that hold then.

    Raises UnreadableInput for too few or too many players, roles that do not go round, or a name that cannot be.
    """
    _check_number(definition, names)
    if definition.casts:
        _check_cast(definition, names, list(cast.values()))
    seated, settled = rules_of(definition.id).seated(definition, names, options)
    _check_names(seated)
    return seated, settled


def _check_number(definition: GameDefinition, names: Mapping[str, str]) -> None:
    low, high = definition.players
    if not low <= len(names) <= high:
        raise UnreadableInput(Fault("wrong_seats", {"given": len(names), "low": low, "high": high}))


def _check_cast(definition: GameDefinition, seats: Sized, roles: Sequence[str]) -> None:
    cast = definition.casts.get(str(len(seats)), ())
    if not cast or sorted(roles) != sorted(cast):
        raise UnreadableInput(Fault("wrong_roles", {"known": [Term(role) for role in cast]}))


def _roles(definition: GameDefinition, given: Sequence[str], language: str) -> list[str]:
    """Return the role of each seat: as given, all of them and each once; none at all gives them in order."""
    cast = definition.casts.get(str(len(given)), ())
    if not any(given):
        return list(cast)
    words = Words(language, definition).vocabulary()
    roles = [find(role, "role", definition.roles, words) if role else "" for role in given]
    _check_cast(definition, given, roles)
    return roles


def _reading(definition: GameDefinition, reading: str) -> dict[str, str]:
    chosen = {id: reading for id, option in definition.options.items() if reading in option.choices and option.is_reading}
    if reading and not chosen:
        known = {choice for option in definition.options.values() if option.is_reading for choice in option.choices}
        raise UnreadableInput(Fault("unknown_word", {"given": reading, "nearest": "", "known": sorted(known)}, "--reading"))
    return chosen


def _name(given: str, seat: str) -> str:
    """Return the name of who sits there: all that is given, but for the seat itself and the sign before a name (`P1=Anna`)."""
    before, equals, after = given.partition("=")
    if not equals or not SEAT.fullmatch(before.strip()):
        return given
    if before.strip() != seat:
        raise UnreadableInput(Fault("seat_elsewhere", {"given": given, "seat": seat}))
    return after


def _check_names(names: Mapping[str, str]) -> None:
    for id, name in names.items():
        if why := unfit(name):
            raise UnreadableInput(Fault("bad_name", why))
        if list(names.values()).count(name) > 1:
            raise UnreadableInput(Fault("name_twice", {"given": name}))
        if any(fold(name) == fold(other) and other != id for other in names):
            raise UnreadableInput(Fault("name_is_seat", {"given": name}))
