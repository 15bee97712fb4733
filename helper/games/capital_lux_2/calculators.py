"""The calculators: a round, the final score, a turn of ROB, from figures alone and by the code that a record uses."""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.inputs import Reading, declared
from helper.definitions.schema import GameDefinition, Term
from helper.engine.move import Move
from helper.engine.play import NOTHING, Procedure
from helper.engine.position import Position
from helper.engine.resolution import Resolution, Warned
from helper.errors import Fault, Forbidden, UnreadableInput
from helper.games.capital_lux_2.figures import BASE, ROBS_BASE, ROUND, SOURCE
from helper.games.capital_lux_2.pile import EMPTY
from helper.games.capital_lux_2.position import ROB, alone, empty_table
from helper.games.capital_lux_2.resolve import (
    PAYMENT,
    answer,
    colours,
    gold_short,
    limit_grid,
    points_grid,
    refused_payments,
    score_steps,
    scores,
    settle,
    standing,
)

Options = Mapping[str, str]


def calculate(definition: GameDefinition, name: str, given: Reading, options: Options) -> Resolution:
    """Answer a calculator from figures alone; what is left out is empty.

    Raises UnreadableInput for more players than the box has room for, or more cards of a colour than the box holds,
    Forbidden where gold is paid that may not be, or where a turn cannot be so.
    """
    if name == "rob-turn":
        return _robs_turn(definition, given, options)
    low, high = definition.calculators[name].seats
    if not low <= len(given.seats) <= high:
        raise UnreadableInput(Fault("wrong_seats", {"given": len(given.seats), "low": low, "high": high}))
    if alone(options):
        given = _with_rob(given)
    play = _told(definition, Position(given.seats, options, {}, {}), given.figures)
    return _final(play) if name == "final" else _round(play, given)


def _told(definition: GameDefinition, position: Position, figures: Mapping[str, object], move: Move = NOTHING) -> Procedure:
    """Return an empty table with what is told laid upon it."""
    play = Procedure(definition, position)
    empty_table(play)
    return Procedure(definition, play.done().position.put(figures), move)


def _final(play: Procedure) -> Resolution:
    result = standing(play.at, True)
    return Resolution(scores(play.at, result), score_steps(result), grids=(points_grid(result),))


def _round(play: Procedure, given: Reading) -> Resolution:
    most = play.number("components.citizens", "per_colour")
    for colour, seen in colours(given.figures.values()).items():
        if seen > most:
            raise UnreadableInput(Fault("too_many_cards", {"colour": Term(colour), "given": seen, "most": most}))
    refused = [Fault("condition", {"rule": PAYMENT, "condition": failed, "values": values}) for failed, values in refused_payments(play.at)]
    if refused:
        raise Forbidden(*refused)
    settled = settle(play)
    result = standing(play.at, given.figures.get(ROUND) == play.definition.rounds)
    warnings = tuple(Warned(f"{one.rule}:{one.outcome}", one.values) for one in gold_short(play))
    steps = (*play.steps, *score_steps(result))
    return Resolution(answer(play.at, settled, result), steps, warnings, (*limit_grid(play, settled), points_grid(result)))


def _with_rob(given: Reading) -> Reading:
    """Return what was read with ROB in his seat: the one called so, else the second of the two.

    Raises UnreadableInput where there are not two.
    """
    if len(given.seats) != 2:
        raise UnreadableInput(Fault("alone_only", {"given": len([seat for seat in given.seats if seat != ROB])}))
    if ROB in given.seats:
        return given
    first, second = given.seats
    prefix = f"players.{second}."
    figures = {
        f"players.{ROB}.{path.removeprefix(prefix)}" if path.startswith(prefix) else path: value for path, value in given.figures.items()
    }
    return given._replace(figures=figures, seats=(first, ROB))


def _robs_turn(definition: GameDefinition, given: Reading, options: Options) -> Resolution:
    from helper.games.capital_lux_2.rob import TURN, turn

    if SOURCE not in given.figures:
        raise UnreadableInput(Fault("missing_argument", {"name": declared(definition, SOURCE).label}, SOURCE))
    bases: dict[str, object] = {
        BASE(ROB, district): given.figures.get(ROBS_BASE(district), EMPTY) for district in definition.axes["district"]
    }
    arguments = {key: value for key, value in given.figures.items() if key in definition.typed(definition.rules[TURN.id])}
    move, position = Move(TURN.id, ROB, arguments), Position((ROB,), {**options, "solo": "yes"}, {}, {})
    play = _told(definition, position, {**given.figures, **bases}, move)
    _judge(definition, play.before, move)
    found = turn(play)
    return Resolution(found, tuple(play.steps), questions=tuple((one.parameter, one.step) for one in play.questions))


def _judge(definition: GameDefinition, position: Position, move: Move) -> None:
    """Raise Forbidden where a turn cannot be so, as a record would refuse it."""
    from helper.engine.verdict import FAILS, check
    from helper.games.capital_lux_2.rules import CODE

    failed = [one for one in check(definition, CODE, position, move, lambda *_: True).reasons if one.state == FAILS]
    if failed:
        raise Forbidden(*(Fault("condition", {"rule": one.rule, "condition": one.condition, "values": one.values}) for one in failed))
