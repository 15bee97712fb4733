"""The Python of the example game: a test puts it beside the game's files, as a package would have it."""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions import inputs
from helper.definitions.inputs import BASE_TYPES, Reading
from helper.definitions.schema import GameDefinition
from helper.engine.figures import Figures
from helper.engine.journal import Header
from helper.engine.move import Applied, Move
from helper.engine.play import Play
from helper.engine.position import Position
from helper.engine.resolution import Grid, Resolution, Step
from helper.engine.rules import Rules, Values
from helper.engine.scoresheet import ScoreLine, Scoresheet, Standing, rank
from helper.engine.verdict import View

TYPES = BASE_TYPES
OIL = 6

FIGURES = Figures()
CODE = Rules(FIGURES)
COUNT = FIGURES.kind(inputs.COUNT)
OIL_LEFT = COUNT.by("players.<seat>.oil")
LIT = COUNT.by("players.<seat>.lit")
LAMPS = COUNT.argument("lamps")
LIGHT, NIGHT = CODE.rule("light"), CODE.rule("night")


@LIGHT.needs("enough_oil")
def _enough_oil(at: View) -> Values:
    held, needed = at[OIL_LEFT(at.seat)], at.own("oil") * (at.named(LAMPS) or 1)
    if held < needed:
        yield {"seat": at.seat, "held": held, "needed": needed}


@LIGHT.does
def _light(play: Play) -> None:
    lamps = play.given(LAMPS)
    lit = play.note("lit", seat=play.seat, lamps=lamps)
    lit.take(OIL_LEFT(play.seat), lamps * play.own("oil")).add(LIT(play.seat), lamps)


@NIGHT.does
def _night(play: Play) -> None:
    lit: dict[str, object] = {LIT(seat): play.get(LIT(seat), 0) for seat in play.seats}
    found = calculate(play.definition, "night", Reading(lit, play.seats), {})
    play.steps += found.steps
    play.answers(found.result)


def start(definition: GameDefinition, header: Header) -> Position:
    figures: dict[str, object] = {}
    for seat in header.seats:
        figures |= {OIL_LEFT(seat): OIL, LIT(seat): 0}
    return Position(tuple(header.seats), header.options, figures, dict.fromkeys(figures, 0))


def seated(definition: GameDefinition, names: Mapping[str, str], options: Mapping[str, str]) -> tuple[Mapping[str, str], Mapping[str, str]]:
    return names, options


def drawn(definition: GameDefinition, position: Position, move: Move, chance: int) -> Move:
    return move


def fresh(position: Position, path: str) -> bool:
    return True


def to_move(definition: GameDefinition, position: Position) -> str | None:
    return None


def draft(definition: GameDefinition, position: Position, move: Move) -> Move:
    return move


def completions(definition: GameDefinition, position: Position, move: Move) -> tuple[Move, ...]:
    return ()


def whose(definition: GameDefinition, position: Position, rule: str) -> str | None:
    return None


def moves(definition: GameDefinition, position: Position, seat: str | None) -> tuple[Move, ...]:
    return tuple(Move("light", one, {}) for one in position.seats if seat in (None, one))


def apply(definition: GameDefinition, position: Position, move: Move) -> Applied:
    return CODE.carry_out(Play(definition, position, move))


def resolves(position: Position) -> Move:
    return Move("night", None, {})


def calculate(definition: GameDefinition, name: str, reading: Reading, options: Mapping[str, str]) -> Resolution:
    points = definition.rules["light"].number("points")
    lit = {seat: int(str(reading.figures.get(LIT(seat), 0))) for seat in reading.seats}
    totals = {seat: lamps * points for seat, lamps in lit.items()}
    steps = tuple(Step("night", "counted", {"seat": seat, "lamps": lit[seat], "total": total}) for seat, total in totals.items())
    return Resolution({"totals": totals}, steps)


def score(definition: GameDefinition, position: Position, as_final: bool) -> Standing:
    found = calculate(definition, "night", Reading(position.figures, position.seats), {})
    sheets = tuple(
        Scoresheet(str(step.values["seat"]), (ScoreLine("night", "counted", int(str(step.values["total"])), step.values),))
        for step in found.steps
    )
    return Standing(sheets, rank(sheets, lambda sheet: (sheet.total,)))


def overview(definition: GameDefinition, position: Position) -> tuple[Grid, ...]:
    return ()


def doubts(definition: GameDefinition, position: Position) -> tuple[Step, ...]:
    return ()


def untold(definition: GameDefinition, position: Position) -> tuple[str, ...]:
    return ()
