"""What a record shows of a position: whose a move is, what a round has come to, who is ahead, the tables of a status."""

from __future__ import annotations

from helper.definitions.schema import GameDefinition, Phrase, Term
from helper.engine.move import Move
from helper.engine.position import Board, Position
from helper.engine.resolution import Cell, Grid, Step
from helper.engine.scoresheet import Standing
from helper.games.capital_lux_2 import position as facts
from helper.games.capital_lux_2.figures import BASE, BONUS, CAPITAL, GOLD, HELD, OVER, OWN_CHANGE, RED, RESERVE, ROBS_LEFT, ROBS_RIGHT
from helper.games.capital_lux_2.position import ROB, alone, hands_that_differ, limit_of, passed_over
from helper.games.capital_lux_2.resolve import colours, gold_short, standing
from helper.games.capital_lux_2.turn import RESOLVE, ROBS_TURN


def to_move(definition: GameDefinition, position: Position) -> str | None:
    """Return whose turn it is; None before the start player is known and after the last turn."""
    return facts.to_move(Board(definition, position))


def whose(definition: GameDefinition, position: Position, rule: str) -> str | None:
    """Return ROB for his own turn, else nobody: whoever has a move to make, or is to move, makes it."""
    return ROB if rule == ROBS_TURN and alone(position.options) else None


def resolves(position: Position) -> Move:
    """Return the end of the round as a move."""
    return Move(RESOLVE, None, {})


def score(definition: GameDefinition, position: Position, as_final: bool) -> Standing:
    """Return who is ahead as the table lies; with `as_final`, or when the game is over, who wins."""
    at = Board(definition, position)
    return standing(at, as_final or at[OVER], passed_over(at))


def doubts(definition: GameDefinition, position: Position) -> tuple[Step, ...]:
    """Return what the box cannot hold: more cards of a colour, more gold, more cards in ROB's reserve than there are;
    and a hand that holds more or fewer cards than were told."""
    at = Board(definition, position)
    citizens, setup = definition.rules["components.citizens"], definition.rules["solo.setup"]
    most = citizens.number("per_colour")
    found = [
        Step(citizens.id, "too_many", {"colour": Term(colour), "told": told, "most": most})
        for colour, told in colours(at.values()).items()
        if told > most
    ]
    found += gold_short(at)
    found += [
        Step("round.leftover", "differs", {"seat": seat, "held": held, "named": named})
        for seat, held, named in hands_that_differ(at)
        if named
    ]
    reserve = at.get(RESERVE, ())
    if len(reserve) > setup.number("reserve"):
        found.append(Step(setup.id, "too_many", {"told": len(reserve), "reserve": setup.number("reserve")}))
    return tuple(found)


def overview(definition: GameDefinition, position: Position) -> tuple[Grid, ...]:
    """Return each district's limit, what every base holds there and the room below the limit; then hands and gold."""
    at = Board(definition, position)
    rows: list[tuple[Cell, ...]] = []
    rooms: list[tuple[Cell, ...]] = []
    for district in at.axis("district"):
        capital = at.get(CAPITAL(district))
        limit = None if capital is None else limit_of(at, capital, district)
        bases = {seat: at.get(BASE(seat, district)) for seat in at.seats}
        rows.append((Term(district), limit, *(base.sum if base else None for base in bases.values())))
        room = (
            None if limit is None or base is None else limit + at[OWN_CHANGE(seat, district)] - base.sum for seat, base in bases.items()
        )
        rooms.append((Term(district), *room))
    held = tuple((seat, None if seat == ROB else at[HELD(seat)], at[GOLD(seat)], sum(at[BONUS(seat)])) for seat in at.seats)
    return (
        Grid(Term("sum"), (Term("district"), Term("limit"), *position.seats), tuple(rows), against=1),
        Grid(Term("room"), (Term("district"), *position.seats), tuple(rooms)),
        Grid(Term("players"), (Term("players"), Term("held"), Term("gold"), Term("bonus")), held),
        *((_robs_cards(at),) if alone(position.options) else ()),
    )


def _robs_cards(at: Board) -> Grid:
    """Return ROB's open cards, and how many red ROB cards lie open."""
    hand = [card.term if card else None for card in map(at.get, (ROBS_LEFT, ROBS_RIGHT))]
    cards = Phrase(card.term for card in at.get(RESERVE, ()))
    row: tuple[Cell, ...] = (Term("rob"), *hand, cards or None, at[RED])
    return Grid(Term("rob"), (Term("rob"), Term("left"), Term("right"), Term("reserve"), Term("red")), (row,))
