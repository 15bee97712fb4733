"""The figures of an evening of Capital Lux 2, and what follows from them: whose turn it is, which tile is where.

Figures that the table tells are declared in `inputs.toml`. The `turn.` figures are the companion's own: who played last
and where (`last`, `district`), who brought on the last turns (`ending`), who has an extra turn (`next`), how many plays
this round has seen (`plays`), and the event that began it (`since`); of a game against ROB whether the other side has a
last turn (`last_turn`), and the ROB cards turned up (`rob_cards`); whose base nobody told at the end of a round (`passed_over`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from helper.definitions.schema import GameDefinition
from helper.engine.position import Position
from helper.errors import Fault, UnreadableInput
from helper.games.capital_lux_2.pile import EMPTY, Card, Pile

if TYPE_CHECKING:
    from helper.engine.journal import Header

UNTOLD = "untold"
ROB = "ROB"
"""The seat of the opponent of whoever plays alone."""
ROBS_CARDS = ("rob.left", "rob.right", "rob.reserve")


def reading(definition: GameDefinition, options: Mapping[str, str], option: str) -> str:
    """Return the reading of an option: as the record settles it, else its default."""
    return options.get(option) or definition.options[option].default


def alone(options: Mapping[str, str]) -> bool:
    """Return whether one player plays against ROB."""
    return options.get("solo") == "yes"


def limit_of(definition: GameDefinition, capital: Pile, figures: Mapping[str, object], district: str, seat: str = "") -> int:
    """Return the limit of a district where `capital` lies in the Capital, with its changes and, of a seat, its own."""
    sum_ = definition.rules["resolution.limit"].number("empty") if capital.is_empty else capital.sum
    paths = (f"capital.adjust.{district}", *((f"players.{seat}.adjust.{district}",) if seat else ()))
    changes = (figures.get(path) for path in paths)
    return sum_ + sum(change for change in changes if isinstance(change, int))


def seated(definition: GameDefinition, names: Mapping[str, str], options: Mapping[str, str]) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return who sits at the table, and the options: ROB sits down with whoever plays alone.

    Raises UnreadableInput where more play and the option `solo` says otherwise.
    """
    if len(names) == 1:
        return {**names, ROB: ROB}, {**options, "solo": "yes"}
    if alone(options):
        raise UnreadableInput(Fault("alone_only", {"given": len(names)}))
    return names, options


def start(definition: GameDefinition, header: Header) -> Position:
    """Return the position that set-up makes: empty bases, full hands; start cards and start player untold."""
    districts = definition.axes["district"]
    figures: dict[str, object] = {"round": 1, "turn.over": False}
    for seat in header.seats:
        figures.update({f"players.{seat}.{district}": EMPTY for district in districts})
        figures.update({f"players.{seat}.bonus": (), f"players.{seat}.gold": 0})
    if alone(header.options):
        figures["turn.last_turn"] = reading(definition, header.options, "rob_last_turn") == "one"
    position = Position(tuple(header.seats), header.options, figures, dict.fromkeys(figures, 0))
    return new_round(definition, position)


def new_round(definition: GameDefinition, position: Position) -> Position:
    """Return the position with full hands, no changes of limits, and no turn taken yet; no hand once the game is over."""
    hand = 0 if position.figures.get("turn.over") else definition.rules["draft.deal"].number("hand")
    districts = definition.axes["district"]
    changes: dict[str, object] = {"turn.last": "", "turn.district": "", "turn.ending": "", "turn.next": "", "turn.plays": 0}
    changes["turn.since"] = position.now
    for district in districts:
        changes[f"capital.adjust.{district}"] = changes[f"capital.hidden.{district}"] = 0
    for seat in position.seats:
        changes[f"players.{seat}.hand"] = ()
        if seat != ROB:
            changes[f"players.{seat}.held"] = hand
        for district in districts:
            changes[f"players.{seat}.adjust.{district}"] = changes[f"players.{seat}.pays.{district}"] = 0
    return _robs_round(definition, position.put(changes)) if alone(position.options) else position.put(changes)


def _robs_round(definition: GameDefinition, position: Position) -> Position:
    """Return the position with no red ROB card open, and ROB's cards laid out anew, if they are (`solo.new_round`)."""
    position = position.put({"rob.red": 0})
    if reading(definition, position.options, "rob_new_round") == "anew":
        for path in (*ROBS_CARDS, "turn.rob_cards"):
            position = position.forget(path)
    return position


def fresh(position: Position, path: str) -> bool:
    """Return whether a figure holds now.

    In a round that is followed card by card every figure does; in one that is told at its end, a district does once it
    was told since the round began. Everything else changes only by what the record holds.
    """
    return position.number("turn.plays") > 0 or told_this_round(position, path) or pile(position, path) is None


def told_this_round(position: Position, path: str) -> bool:
    """Return whether a figure was touched since the round began."""
    return position.told.get(path, 0) > position.number("turn.since")


def is_passed_over(definition: GameDefinition, position: Position, seat: str) -> bool:
    """Return whether nobody told anything of the base of a seat in a round that is told at its end."""
    told = any(told_this_round(position, base) for base in _bases(definition, seat))
    return not told and not position.number("turn.plays")


def passed_over(definition: GameDefinition, position: Position) -> dict[str, tuple[str, ...]]:
    """Return the bases of each seat that was passed over at the end of a round and of which nothing was told since."""
    found = {}
    for seat in position.seats:
        mark, bases = f"turn.passed_over.{seat}", _bases(definition, seat)
        since = position.told.get(mark, 0)
        if position.figures.get(mark) is True and not any(position.told.get(base, 0) > since for base in bases):
            found[seat] = bases
    return found


def _bases(definition: GameDefinition, seat: str) -> tuple[str, ...]:
    return tuple(f"players.{seat}.{district}" for district in definition.axes["district"])


def pile(position: Position, path: str) -> Pile | None:
    """Return what lies in a district (`capital.blue`, `players.P1.blue`), or None where nobody told it."""
    found = position.figures.get(path)
    return found if isinstance(found, Pile) else None


def hand(position: Position, seat: str) -> tuple[Card, ...]:
    """Return the cards in hand that were told of a seat, as far as they were not played since."""
    found = position.figures.get(f"players.{seat}.hand")
    return found if isinstance(found, tuple) else ()


def hands_that_differ(position: Position) -> Iterator[tuple[str, int, int]]:
    """Yield each seat of a round that is followed whose hand is not the one told: how many cards it holds, and how many were told."""
    if position.number("turn.plays"):
        for seat in position.seats:
            held, named = position.number(f"players.{seat}.held"), len(hand(position, seat))
            if seat != ROB and held != named:
                yield seat, held, named


def piles(definition: GameDefinition, position: Position) -> Iterator[tuple[str, Pile | None]]:
    """Yield every district of the Capital and of the bases with what lies in it."""
    for district in definition.axes["district"]:
        yield f"capital.{district}", pile(position, f"capital.{district}")
    for seat in position.seats:
        for district in definition.axes["district"]:
            yield f"players.{seat}.{district}", pile(position, f"players.{seat}.{district}")


def after(position: Position, seat: str) -> str:
    """Return the seat to the left."""
    return position.seats[(position.seats.index(seat) + 1) % len(position.seats)]


def ending(position: Position) -> str:
    """Return who brought on the last turns by holding no card at the end of their own turn, empty where nobody has."""
    last = position.word("turn.last")
    return position.word("turn.ending") or (
        last if last and all(due.overdue for due in position.due) and not _extra(position) and _is_out(position, last) else ""
    )


def to_move(position: Position) -> str | None:
    """Return whose turn it is; None before the start player is known and after the last turn."""
    if position.figures.get("turn.over"):
        return None
    extra = _extra(position)
    if extra:
        return extra
    last = position.word("turn.last")
    if not last:
        return ROB if alone(position.options) else position.word("emperor") or None
    stop = ending(position)
    if stop and alone(position.options) and not position.figures.get("turn.last_turn"):
        return None
    seat = after(position, last)
    for _ in position.seats:
        if seat == stop:
            return None
        if not _is_out(position, seat):
            return seat
        seat = after(position, seat)
    return None


def _extra(position: Position) -> str:
    """Return who has an extra turn; whoever holds no card cannot take it."""
    seat = position.word("turn.next")
    return "" if _is_out(position, seat) else seat


def _is_out(position: Position, seat: str) -> bool:
    return position.figures.get(f"players.{seat}.held") == 0


def turns_left(position: Position) -> bool:
    """Return whether the round, as far as it was followed, still has a turn."""
    return not position.number("turn.plays") or to_move(position) is not None


def tile(definition: GameDefinition, options: Mapping[str, str], district: str) -> str:
    """Return the tile in use for a district: told by itself, else that of the set in use, else `untold`."""
    told = reading(definition, options, district)
    letters = tuple(definition.options["set"].choices)
    letter = reading(definition, options, "set")
    if told != UNTOLD or letter == letters[0]:
        return told
    tiles = tuple(definition.options[district].choices)
    return tiles[letters.index(letter)]


def untold(definition: GameDefinition, position: Position) -> tuple[str, ...]:
    """Return the figures that chance decided: the start cards in the Capital, and the start player or ROB's open cards."""
    chance: tuple[str, ...] = ROBS_CARDS if alone(position.options) else ("emperor",)
    if position.figures.get("rob.reserve") == ():
        chance = ()  # a place of his hand that stays free is no card to tell
    paths = [*chance, *(f"capital.{district}" for district in definition.axes["district"])]
    if position.figures.get("turn.over"):
        return ()
    return tuple(path for path in paths if path not in position.figures)
