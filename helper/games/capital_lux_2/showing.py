"""What a record shows of a position: whose a move is, what a round has come to, who is ahead, the tables of a status."""

from __future__ import annotations

from helper.definitions.schema import GameDefinition, Phrase, Term
from helper.engine.move import Move
from helper.engine.position import Position
from helper.engine.resolution import Cell, Grid, Step
from helper.engine.scoresheet import Standing
from helper.games.capital_lux_2.pile import Card
from helper.games.capital_lux_2.plays import RESOLVE
from helper.games.capital_lux_2.position import ROB, alone, hands_that_differ, limit_of, passed_over, pile
from helper.games.capital_lux_2.resolve import colours, gold_short, standing
from helper.games.capital_lux_2.rob import TURN


def whose(definition: GameDefinition, position: Position, rule: str) -> str | None:
    """Return ROB for his own turn, else nobody: whoever has a move to make, or is to move, makes it."""
    return ROB if rule == TURN and alone(position.options) else None


def resolves(position: Position) -> Move:
    """Return the end of the round as a move."""
    return Move(RESOLVE, None, {})


def score(definition: GameDefinition, position: Position, as_final: bool) -> Standing:
    """Return who is ahead as the table lies; with `as_final`, or when the game is over, who wins."""
    final = as_final or bool(position.figures.get("turn.over"))
    return standing(definition, position.figures, position.seats, final, position.options, passed_over(definition, position))


def doubts(definition: GameDefinition, position: Position) -> tuple[Step, ...]:
    """Return what the box cannot hold: more cards of a colour, more gold, more cards in ROB's reserve than there are;
    and a hand that holds more or fewer cards than were told."""
    citizens, setup = definition.rules["components.citizens"], definition.rules["solo.setup"]
    most = citizens.number("per_colour")
    found = [
        Step(citizens.id, "too_many", {"colour": Term(colour), "told": told, "most": most})
        for colour, told in colours(position.figures).items()
        if told > most
    ]
    found += gold_short(definition, position.figures, position.seats)
    found += [
        Step("round.leftover", "differs", {"seat": seat, "held": held, "named": named})
        for seat, held, named in hands_that_differ(position)
        if named
    ]
    reserve = position.figures.get("rob.reserve")
    if isinstance(reserve, tuple) and len(reserve) > setup.number("reserve"):
        found.append(Step(setup.id, "too_many", {"told": len(reserve), "reserve": setup.number("reserve")}))
    return tuple(found)


def overview(definition: GameDefinition, position: Position) -> tuple[Grid, ...]:
    """Return each district's limit, what every base holds there and the room below the limit; then hands and gold."""
    districts = definition.axes["district"]
    rows: list[tuple[Cell, ...]] = []
    rooms: list[tuple[Cell, ...]] = []
    for district in districts:
        capital = pile(position, f"capital.{district}")
        limit = None if capital is None else limit_of(definition, capital, position.figures, district)
        sums: list[Cell] = []
        room: list[Cell] = []
        for seat in position.seats:
            base = pile(position, f"players.{seat}.{district}")
            sums.append(base.sum if base else None)
            own = position.number(f"players.{seat}.adjust.{district}")
            room.append(None if limit is None or base is None else limit + own - base.sum)
        rows.append((Term(district), limit, *sums))
        rooms.append((Term(district), *room))
    held = tuple(
        (
            seat,
            None if seat == ROB else position.number(f"players.{seat}.held"),
            position.number(f"players.{seat}.gold"),
            _bonus(position, seat),
        )
        for seat in position.seats
    )
    return (
        Grid(Term("sum"), (Term("district"), Term("limit"), *position.seats), tuple(rows), against=1),
        Grid(Term("room"), (Term("district"), *position.seats), tuple(rooms)),
        Grid(Term("players"), (Term("players"), Term("held"), Term("gold"), Term("bonus")), held),
        *((_robs_cards(position),) if alone(position.options) else ()),
    )


def _robs_cards(position: Position) -> Grid:
    """Return ROB's open cards, and how many red ROB cards lie open."""
    hand = [card.term if isinstance(card := position.figures.get(path), Card) else None for path in ("rob.left", "rob.right")]
    reserve = position.figures.get("rob.reserve")
    cards = Phrase(card.term for card in reserve) if isinstance(reserve, tuple) else None
    row: tuple[Cell, ...] = (Term("rob"), *hand, cards or None, position.number("rob.red"))
    return Grid(Term("rob"), (Term("rob"), Term("left"), Term("right"), Term("reserve"), Term("red")), (row,))


def _bonus(position: Position, seat: str) -> int:
    values = position.figures.get(f"players.{seat}.bonus")
    return sum(values) if isinstance(values, tuple) else 0
