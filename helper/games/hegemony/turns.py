"""Whose turn it is: one card each in the order of status, at most one Free Action in a turn, before or after the card.

The `turn.` figures are the companion's own: how many turns a seat has had (`turn.had.P1`), who played a card last
(`turn.last`), and who took which Free Action in the turn that is going on (`turn.free_of`, `turn.free_rule`).
"""

from __future__ import annotations

from helper.definitions.schema import GameDefinition
from helper.engine.move import Move
from helper.engine.play import Play
from helper.engine.position import Position
from helper.games.hegemony import figures as f
from helper.games.hegemony import seating
from helper.games.hegemony.old_facts import role_of

ACTION = "action"
WAGES = "wages"
"""What stands for wages among that which a changed policy lets a role set anew."""


def order(definition: GameDefinition, position: Position) -> tuple[str, ...]:
    """Return the seats in the order of their status."""
    return tuple(sorted(position.seats, key=lambda seat: definition.roles.index(role_of(position, seat))))


def seats_in_order(position: Position) -> tuple[str, ...]:
    """Return the seats in the order of their status, as the position keeps it."""
    found = position.figures["turn.order"]
    assert isinstance(found, tuple)
    return found


def had(position: Position, seat: str) -> int:
    """Return how many turns a seat has had this round."""
    return position.number(f"turn.had.{seat}")


def to_move(position: Position) -> str | None:
    """Return whose turn it is: who has had the fewest turns, in the order of status; None when all have had theirs."""
    if position.word("phase") != ACTION:
        return None
    seats = seats_in_order(position)
    fewest = min(had(position, seat) for seat in seats)
    if fewest >= position.number("turn.most"):
        return None
    last = position.word("turn.last")
    start = seats.index(last) + 1 if last in seats else 0
    turned = (*seats[start:], *seats[:start])
    return next(seat for seat in turned if had(position, seat) == fewest)


def free_taken(position: Position, seat: str) -> str:
    """Return the Free Action that a seat has taken in its turn, empty where it has taken none."""
    return position.word("turn.free_rule") if position.word("turn.free_of") == seat else ""


def grant(position: Position, role: str, what: tuple[str, ...]) -> Position:
    """Return the position in which a changed policy lets a role set anew, for nothing, its prices of goods or its wages."""
    if not any(role_of(position, seat) == role for seat in position.seats):
        return position
    held = granted(position, role)
    return position.put({f"turn.granted.{role}": tuple(dict.fromkeys((*held, *what)))})


def granted(position: Position, role: str) -> tuple[str, ...]:
    """Return what a role may set anew for nothing: goods, or `WAGES`."""
    found = position.figures.get(f"turn.granted.{role}")
    return found if isinstance(found, tuple) else ()


def is_granted(position: Position, move: Move) -> bool:
    """Return whether a move only sets anew what a changed policy lets its role set anew: it takes no Free Action.

    Prices that are not named yet may be such as are granted.
    """
    may = granted(position, role_of(position, move.seat))
    if move.rule == "adjust_wages":
        return WAGES in may
    if move.rule != "adjust_prices":
        return False
    prices = move.arguments.get("prices")
    if prices is None:
        return bool({*may} - {WAGES})
    named = {one.id for one in prices} if isinstance(prices, tuple) else set()
    return bool(named) and named <= {*may}


def may_set_anew(position: Position, seat: str) -> tuple[str, ...]:
    """Return the actions by which a seat may set anew what a changed policy lets it set anew."""
    may = granted(position, role_of(position, seat))
    return (*(("adjust_prices",) if set(may) - {WAGES} else ()), *(("adjust_wages",) if WAGES in may else ()))


def used(play: Play) -> None:
    """Use up what a changed policy granted for this move."""
    prices = play.move.arguments.get("prices")
    done = {WAGES} if play.move.rule == "adjust_wages" else {one.id for one in prices} if isinstance(prices, tuple) else set()
    may = f.GRANTED(seating.role_of(play, play.move.seat))
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


def new_round(definition: GameDefinition, position: Position, *, followed: bool = False) -> Position:
    """Return the position at the start of an Action phase: nobody has had a turn.

    Where the phases before were followed, figures hold as they stand; else they hold once they are told anew.
    """
    changes: dict[str, object] = {f"turn.had.{seat}": 0 for seat in position.seats}
    changes.update({"turn.began": position.now, "turn.last": "", "turn.free_of": "", "turn.order": order(definition, position)})
    changes.update({} if followed else {"turn.phase_began": position.now})
    changes.update({"turn.most": definition.rules["turn.length"].number("turns"), "phase": ACTION})
    return position.put(changes)
