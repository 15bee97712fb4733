"""What follows from the figures of an evening of Capital Lux 2: whose turn it is, which tile is where, what a limit is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from helper.definitions.schema import GameDefinition
from helper.engine.play import Cause, Play
from helper.engine.position import Board, Position
from helper.errors import Fault, UnreadableInput
from helper.games.capital_lux_2.figures import (
    BASE,
    BONUS,
    CAPITAL,
    CHANGE,
    EMPEROR,
    ENDING,
    GOLD,
    HAND,
    HELD,
    HIDDEN,
    LAST,
    LAST_DISTRICT,
    LAST_TURN,
    NEXT,
    OVER,
    OWN_CHANGE,
    PASSED_OVER,
    PAYS,
    PLAYS,
    RED,
    RESERVE,
    ROBS_LEFT,
    ROBS_RIGHT,
    ROUND,
    SINCE,
    TURNED_UP,
)
from helper.games.capital_lux_2.pile import EMPTY, Card, Pile

if TYPE_CHECKING:
    from helper.engine.figures import Path, Readable
    from helper.engine.journal import Header
    from helper.engine.position import Glance

UNTOLD = "untold"
ROB = "ROB"
"""The seat of the opponent of whoever plays alone."""


def alone(options: Mapping[str, str]) -> bool:
    """Return whether one player plays against ROB."""
    return options.get("solo") == "yes"


def limit_of(at: Glance, capital: Pile, district: str, seat: str = "") -> int:
    """Return the limit of a district where `capital` lies in the Capital, with its changes and, of a seat, its own."""
    limit = at.rule("resolution.limit").number("empty") if capital.is_empty else capital.sum
    return limit + at.get(CHANGE(district), 0) + (at.get(OWN_CHANGE(seat, district), 0) if seat else 0)


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
    play = Play(definition, Position(tuple(header.seats), header.options, {}, {}))
    dealt = play.under("draft.deal", "")
    dealt.set(ROUND, 1)
    holdings(dealt)
    if alone(header.options):
        play.set(LAST_TURN, play.option("rob_last_turn") == "one")
    new_round(dealt)
    return play.done().position


def holdings(cause: Cause) -> None:
    """Give players what they have when a game begins."""
    for seat in cause.play.seats:
        for district in cause.play.axis("district"):
            cause.set(BASE(seat, district), EMPTY)
        cause.set(BONUS(seat), ()).set(GOLD(seat), 0)


def round_begun(cause: Cause) -> None:
    """Begin a round: no turn taken, nothing changes a limit, no card left to enter a base."""
    play = cause.play
    for word in (LAST, LAST_DISTRICT, ENDING, NEXT):
        play.set(word, "")
    play.set(PLAYS, 0)
    play.set(SINCE, play.now)
    for district in play.axis("district"):
        cause.set(CHANGE(district), 0).set(HIDDEN(district), 0)
    for seat in play.seats:
        cause.set(HAND(seat), ())
        for district in play.axis("district"):
            cause.set(OWN_CHANGE(seat, district), 0).set(PAYS(seat, district), 0)


def new_round(cause: Cause) -> None:
    """Deal full hands, with no changes of limits and no turn taken yet; no hand once the game is over.

    Alone, no red ROB card lies open, and ROB's cards are laid out anew, if they are (`solo.new_round`).
    """
    play = cause.play
    round_begun(cause)
    hand = 0 if play[OVER] else play.number("draft.deal", "hand")
    for seat in play.seats:
        if seat != ROB:
            cause.set(HELD(seat), hand)
    if alone(play.options):
        cause.set(RED, 0)
        if play.option("rob_new_round") == "anew":
            cause.forget(ROBS_LEFT, ROBS_RIGHT, RESERVE)
            play.set(TURNED_UP, ())


def empty_table(play: Play) -> None:
    """Lay out an empty table, which a calculator fills with what it is told."""
    nothing = play.under("", "")
    for district in play.axis("district"):
        nothing.set(CAPITAL(district), EMPTY)
    holdings(nothing.set(RED, 0))
    round_begun(nothing)


def fresh(position: Position, path: str) -> bool:
    """Return whether a figure holds now.

    In a round that is followed card by card every figure does; in one that is told at its end, a district does once it
    was told since the round began. Everything else changes only by what the record holds.
    """
    is_new = position.told.get(path, 0) > SINCE.kept_in(position)
    return is_new or PLAYS.kept_in(position) > 0 or not isinstance(position.figures.get(path), Pile)


def told_this_round(at: Glance, figure: Readable[object]) -> bool:
    """Return whether a figure was touched since the round began."""
    return at.told(figure) > at[SINCE]


def is_passed_over(at: Glance, seat: str) -> bool:
    """Return whether nobody told anything of the base of a seat in a round that is told at its end."""
    return not at[PLAYS] and not any(told_this_round(at, base) for base in bases(at, seat))


def passed_over(at: Glance) -> dict[str, tuple[str, ...]]:
    """Return the bases of each seat that was passed over at the end of a round and of which nothing was told since."""
    found: dict[str, tuple[str, ...]] = {}
    for seat in at.seats:
        mark = PASSED_OVER(seat)
        if at[mark] and not any(at.told(base) > at.told(mark) for base in bases(at, seat)):
            found[seat] = bases(at, seat)
    return found


def bases(at: Glance, seat: str) -> tuple[Path[Pile], ...]:
    """Return the districts of a base."""
    return tuple(BASE(seat, district) for district in at.axis("district"))


def hands_that_differ(at: Glance) -> Iterator[tuple[str, int, int]]:
    """Yield each seat of a round that is followed whose hand is not the one told: how many cards it holds, and how many were told."""
    for seat in at.seats if at[PLAYS] else ():
        held, named = at.get(HELD(seat), 0), len(hand(at, seat))
        if seat != ROB and held != named:
            yield seat, held, named


def hand(at: Glance, seat: str) -> tuple[Card, ...]:
    """Return the cards in hand that were told of a seat, as far as they were not played since."""
    return at.get(HAND(seat), ())


def piles(at: Glance) -> Iterator[Path[Pile]]:
    """Yield every district of the Capital and of the bases."""
    yield from map(CAPITAL, at.axis("district"))
    for seat in at.seats:
        yield from bases(at, seat)


def after(at: Glance, seat: str) -> str:
    """Return the seat to the left."""
    return at.seats[(at.seats.index(seat) + 1) % len(at.seats)]


def ending(at: Glance) -> str:
    """Return who brought on the last turns by holding no card at the end of their own turn, empty where nobody has."""
    last = at[LAST]
    is_done = last and all(due.overdue for due in at.due) and not _extra(at) and _is_out(at, last)
    return at[ENDING] or (last if is_done else "")


def to_move(at: Glance) -> str | None:
    """Return whose turn it is; None before the start player is known and after the last turn."""
    if at[OVER]:
        return None
    extra = _extra(at)
    if extra:
        return extra
    last = at[LAST]
    if not last:
        return ROB if alone(at.options) else at.get(EMPEROR)
    stop = ending(at)
    if stop and alone(at.options) and not at[LAST_TURN]:
        return None
    seat = after(at, last)
    for _ in at.seats:
        if seat == stop:
            return None
        if not _is_out(at, seat):
            return seat
        seat = after(at, seat)
    return None


def _extra(at: Glance) -> str:
    """Return who has an extra turn; whoever holds no card cannot take it."""
    seat = at[NEXT]
    return seat if seat and not _is_out(at, seat) else ""


def _is_out(at: Glance, seat: str) -> bool:
    return at.get(HELD(seat)) == 0


def turns_left(at: Glance) -> bool:
    """Return whether the round, as far as it was followed, still has a turn."""
    return not at[PLAYS] or to_move(at) is not None


def tile(at: Glance, district: str) -> str:
    """Return the tile in use for a district: told by itself, else that of the set in use, else `untold`."""
    told = at.option(district)
    letters = tuple(at.definition.options["set"].choices)
    letter = at.option("set")
    if told != UNTOLD or letter == letters[0]:
        return told
    tiles = tuple(at.definition.options[district].choices)
    return tiles[letters.index(letter)]


def untold(definition: GameDefinition, position: Position) -> tuple[str, ...]:
    """Return the figures that chance decided: the start cards in the Capital, and the start player or ROB's open cards."""
    at = Board(definition, position)
    if at[OVER]:
        return ()
    chance: tuple[Readable[object], ...] = (ROBS_LEFT, ROBS_RIGHT, RESERVE) if alone(at.options) else (EMPEROR,)
    if at.get(RESERVE) == ():
        chance = ()  # a place of his hand that stays free is no card to tell
    return tuple(path for path in (*chance, *map(CAPITAL, at.axis("district"))) if path not in at)
