"""Whose turn it is: one card each in the order of status, at most one Free Action in a turn, before or after the card.

The `turn.` figures are the companion's own (see `figures`).
"""

from __future__ import annotations

from helper.engine.move import Move, named
from helper.engine.play import Cause, Play
from helper.engine.position import Glance
from helper.games.hegemony import figures as f
from helper.games.hegemony.seating import role_of, seat_of

ACTION = "action"
MAIN, FREE = "basic_action", "free_action"
"""The kinds of the actions: with a card of one's own, and beside it."""
PRICES, WAGES = "adjust_prices", "adjust_wages"
ALL_WAGES = "wages"
"""What stands for wages among that which a changed policy lets a role set anew."""


def to_move(at: Glance) -> str | None:
    """Return whose turn it is: who has had the fewest turns, in the order of status; None when all have had theirs."""
    if at.get(f.PHASE) != ACTION:
        return None
    seats = at[f.ORDER]
    fewest = min(at[f.HAD(seat)] for seat in seats)
    if fewest >= at[f.MOST]:
        return None
    last = at[f.LAST]
    start = seats.index(last) + 1 if last in seats else 0
    turned = (*seats[start:], *seats[:start])
    return next(seat for seat in turned if at[f.HAD(seat)] == fewest)


def free_taken(at: Glance, seat: str) -> str:
    """Return the Free Action that a seat has taken in its turn, empty where it has taken none."""
    return at[f.FREE_RULE] if at[f.FREE_OF] == seat else ""


def grant(play: Play, role: str, what: tuple[str, ...]) -> None:
    """Let a role set anew, for nothing, its prices of goods or its wages, as a changed policy does."""
    if seat_of(play, role):
        play.set(f.GRANTED(role), tuple(dict.fromkeys((*play[f.GRANTED(role)], *what))))


def is_granted(at: Glance, move: Move) -> bool:
    """Return whether a move only sets anew what a changed policy lets its role set anew: it takes no Free Action.

    Prices that are not named yet may be such as are granted.
    """
    may = at[f.GRANTED(role_of(at, move.seat))]
    if move.rule == WAGES:
        return ALL_WAGES in may
    if move.rule != PRICES:
        return False
    prices = named(move, f.PRICES)
    if prices is None:
        return bool({*may} - {ALL_WAGES})
    return bool(prices) and {one.id for one in prices} <= {*may}


def may_set_anew(at: Glance, seat: str) -> tuple[str, ...]:
    """Return the actions by which a seat may set anew what a changed policy lets it set anew."""
    may = {*at[f.GRANTED(role_of(at, seat))]}
    return (*((PRICES,) if may - {ALL_WAGES} else ()), *((WAGES,) if ALL_WAGES in may else ()))


def used(play: Play) -> None:
    """Use up what a changed policy granted for this move."""
    done = {ALL_WAGES} if play.move.rule == WAGES else {one.id for one in play.named(f.PRICES) or ()}
    may = f.GRANTED(role_of(play, play.move.seat))
    play.set(may, tuple(one for one in play[may] if one not in done))


def nothing_granted(play: Play) -> None:
    """Let nothing be set anew any more: play has gone on."""
    for role in play.definition.roles:
        if play[f.GRANTED(role)]:
            play.set(f.GRANTED(role), ())


def main_played(play: Play, seat: str) -> None:
    """Keep that a seat played its main action: the turn of whoever played before is over."""
    if play[f.FREE_OF] != seat or play[f.LAST] == seat:
        play.set(f.FREE_OF, "")
    play.set(f.LAST, seat)
    play.set(f.HAD(seat), play[f.HAD(seat)] + 1)
    play.set(f.BEGAN, play.now)


def free_played(play: Play, seat: str, rule: str) -> None:
    """Keep that a seat took its Free Action."""
    play.set(f.FREE_OF, seat)
    play.set(f.FREE_RULE, rule)


def new_round(cause: Cause, *, followed: bool = False) -> None:
    """Begin an Action phase: nobody has had a turn.

    Where the phases before were followed, figures hold as they stand; else they hold once they are told anew.
    """
    play, roles = cause.play, cause.play.definition.roles
    for seat in play.seats:
        play.set(f.HAD(seat), 0)
    play.set(f.BEGAN, play.now)
    play.set(f.LAST, "")
    play.set(f.FREE_OF, "")
    play.set(f.ORDER, tuple(sorted(play.seats, key=lambda seat: roles.index(role_of(play, seat)))))
    if not followed:
        play.set(f.PHASE_BEGAN, play.now)
    play.set(f.MOST, play.number("turn.length", "turns"))
    cause.set(f.PHASE, ACTION)
