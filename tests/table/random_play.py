"""Random evenings: moves that are there to be made, figures that may be told, and amendments of both."""

from __future__ import annotations

import random
from typing import Any

from helper.errors import HelperError
from helper.table import Table
from tests.playing import table

COLOURS = ("blue", "pink", "yellow", "green")
SETS: tuple[dict[str, str], ...] = ({"set": "a"}, {}, {"set": "a", "cleric_district": "any"}, {"pink": "cleric", "yellow": "yellow_b"})


def evening(chance: random.Random, length: int, wild: bool = False) -> Table:
    """Return a table where `length` requests were made; with `wild`, moves are made up and forced too."""
    at = table(*("Anna", "Bert", "Cleo", "Dora")[: chance.randint(1, 4)], **chance.choice(SETS))
    told = {f"capital.{colour}": [chance.randint(2, 6) for _ in range(chance.randint(0, 2))] for colour in COLOURS}
    if chance.random() < 0.7:
        at.ask("observe", figures={"emperor": "P1", "capital": {path.partition(".")[2]: value for path, value in told.items()}})
    if chance.random() < 0.5:
        at.ask("adjust", figures={"players": {seat: {"held": chance.randint(1, 2)} for seat in at.journal.header.seats}})
    for _ in range(length):
        request(at, chance, wild)
    return at


def request(at: Table, chance: random.Random, wild: bool = False) -> dict[str, Any] | None:
    """Make one request; return its answer, or None where it was refused."""
    kind = chance.choices(["move", "observe", "adjust", "undo", "redo", "correct"], [12, 2, 1, 2, 2, 1])[0]
    try:
        if kind == "move":
            return move(at, chance, wild)
        if kind in ("observe", "adjust"):
            return at.ask(kind, figures=figures(at, chance))
        if kind == "correct":
            return correct(at, chance)
        return at.ask(kind)
    except HelperError:
        return None


def move(at: Table, chance: random.Random, wild: bool = False) -> dict[str, Any] | None:
    """Make a move that is offered and not illegal, or with `wild` any move of the game, forced."""
    offered: Any = at.ask("legal", all=True)["moves"]
    fitting = offered if wild else [one for one in offered if one["verdict"] != "illegal"]
    if wild and chance.random() < 0.4:
        fitting = [{"move": word, "seat": None, "arguments": {}, "open": OPEN[word]} for word in OPEN]
    if not fitting:
        return None
    one = chance.choice(fitting)
    seat = one["seat"] or (None if one["move"] in ("resolve", "reveal") else chance.choice(list(at.journal.header.seats)))
    held = at.ask("status")["figures"].get(f"players.{seat}.held", 0)  # type: ignore[attr-defined]
    arguments = {**one["arguments"], **{key: argument(key, chance, at, held) for key in one["open"] if wanted(key, chance, wild)}}
    return at.ask("play", move=one["move"], seat=seat, arguments=arguments, force=wild)


OPEN = {
    "base": ["card", "to"],
    "capital": ["card"],
    "place": ["district"],
    "reveal": ["district", "amount"],
    "take": ["district", "taken"],
    "move": ["card", "from_place", "to_place"],
    "gold": ["amount", "whose"],
    "draw": ["drawn", "whose"],
    "limit": ["district", "amount", "whose"],
    "again": ["whose"],
    "leftover": ["cards"],
    "rob": ["source", "red", "symbol", "citizen", "goes", "takes", "refill"],
    "resolve": [],
}
MAY_BE_LEFT_OUT = ("to", "taken", "whose", "drawn", "red", "symbol", "citizen", "goes", "takes", "refill")


def wanted(key: str, chance: random.Random, wild: bool) -> bool:
    """Return whether an argument is named that may be left out."""
    return key not in MAY_BE_LEFT_OUT or chance.random() < (0.5 if wild else 0.2 if key != "to" else 0)


def card(chance: random.Random) -> str:
    """Return any card."""
    return f"{chance.choice(COLOURS)} {chance.randint(2, 6)}"


def place(chance: random.Random, at: Table) -> str:
    """Return any place."""
    seat = chance.choice(list(at.journal.header.seats))
    return chance.choice(["deck", "discard", seat, f"{seat}.{chance.choice(COLOURS)}", f"capital.{chance.choice(COLOURS)}"])


def argument(key: str, chance: random.Random, at: Table, held: int) -> object:
    """Return any value for a parameter."""
    if key in ("card", "taken", "citizen", "takes", "refill"):
        return card(chance)
    if key == "cards":
        return [card(chance) for _ in range(held)]
    if key in ("district", "to"):
        return chance.choice(COLOURS)
    if key == "amount":
        return chance.randint(-3, 4)
    if key == "source":
        return chance.choice(["left", "right", "deck"])
    if key == "goes":
        return chance.choice(["base", "capital"])
    if key in ("red", "symbol"):
        return chance.random() < 0.5
    if key == "drawn":
        return chance.randint(1, 2)
    return chance.choice(list(at.journal.header.seats)) if key == "whose" else place(chance, at)


def figures(at: Table, chance: random.Random) -> dict[str, object]:
    """Return figures that the table might tell."""
    seat, colour = chance.choice(list(at.journal.header.seats)), chance.choice(COLOURS)
    cards = [card(chance) for _ in range(chance.randint(0, 3))]
    told: list[dict[str, object]] = [
        {"capital": {colour: cards}},
        {"capital": {one: [chance.randint(2, 6)] for one in COLOURS}},
        {"capital": {colour: {"sum": 9, "top": 5}}},
        {"players": {seat: {colour: cards}}},
        {"players": {seat: {colour: {"sum": chance.choice([0, 2, 7, 11])}}}},
        {"players": {seat: {"gold": chance.randint(0, 5), "held": chance.randint(0, 3)}}},
        {"players": {seat: {"bonus": [chance.randint(2, 6)]}}},
        {"players": {seat: {"adjust": {colour: chance.randint(-3, 3)}}}},
        {"emperor": seat},
        {"rob": {"left": card(chance), "right": card(chance), "reserve": cards, "red": chance.randint(0, 3)}},
        {"round": chance.randint(1, 3)},
    ]
    return chance.choice(told)


def correct(at: Table, chance: random.Random) -> dict[str, Any] | None:
    """Correct an entry with what it might as well have been."""
    entries: Any = at.ask("log")["entries"]
    if not entries:
        return None
    entry = chance.choice(entries)
    event = at.journal.events[entry["n"] - 1]
    if event.kind != "move":
        return at.ask("correct", n=entry["n"], figures=figures(at, chance))
    given: Any = event.body["arguments"]
    arguments = dict(given)
    if "card" in arguments:
        arguments["card"] = card(chance)
        arguments.pop("to", None)
    return at.ask(
        "correct", n=entry["n"], move=event.body["rule"], seat=event.body["seat"], arguments=arguments, force=chance.random() < 0.5
    )
