"""What holds for every move: rules `game.rounds`, `turn.*`, `power.mandatory`; and whose a move is, and which there are."""

from __future__ import annotations

from helper.definitions.schema import GameDefinition
from helper.engine.move import Move, named
from helper.engine.play import Play
from helper.engine.position import Board, Position
from helper.engine.rules import Values
from helper.engine.verdict import View, nothing_due
from helper.games.capital_lux_2.figures import (
    CAPITAL,
    CODE,
    DISTRICT,
    DRAWN,
    GIVEN_CARD,
    HELD,
    HIDDEN,
    LAST,
    LAST_DISTRICT,
    OVER,
    PLAYS,
    TAKEN,
    TO,
    WHOSE,
)
from helper.games.capital_lux_2.position import ROB, alone, ending, hand, tile, to_move, turns_left

ROUNDS, ORDER, DUE = CODE.rule("game.rounds"), CODE.rule("turn.order"), CODE.rule("power.mandatory")
DUE.needs("no_decision_due")(nothing_due)
ROBS_TURN, RESOLVE = "solo.turn", "resolution.order"
POWERS = ("agent", "cleric", "merchant", "scholar")


@ROUNDS.needs("running")
def _running(at: View) -> Values:
    if at[OVER]:
        yield {}


@ORDER.needs("in_turn")
def _in_turn(at: View) -> Values:
    mover = to_move(at)
    if mover and at.move.seat != mover:
        yield {"seat": mover}


@ORDER.needs("turns_left")
def _turns_left(at: View) -> Values:
    if not turns_left(at):
        yield {}


def come_to_an_end(play: Play, before: str = "") -> None:
    """Say that the round comes to its end, where the turn just taken brings it on, and who has a turn yet."""
    stop = "" if before else ending(play)
    if not stop:
        return
    if not alone(play.options):
        play.step("round.trigger", "triggered", seat=stop)
        return
    if stop != ROB:
        play.step("solo.round_end", "hand", seat=stop)
    mover = to_move(play)
    if mover:
        play.step("solo.last_turn", "one_more", seat=mover)


def pass_over(play: Play) -> None:
    """Go on: who may decide has declined, who must may still do so."""
    play.due = tuple(due._replace(mandatory=False, overdue=True) for due in play.due if due.mandatory or due.overdue)


def settle_due(play: Play) -> None:
    """Take off the decision that the move gives, one of an earlier play left over."""
    fitting = [due for due in play.due if due.rule == play.move.rule]
    given = next((due for due in fitting if due.seat == play.move.seat), fitting[0] if fitting else None)
    play.due = tuple(due for due in play.due if due is not given)


def draft(definition: GameDefinition, position: Position, move: Move) -> Move:
    """Return the move with what may be left out: a card's own district, whose turn or gold it is, the lowest card."""
    rule = definition.rules[move.rule]
    parameters = rule.move.parameters if rule.move else ()
    filled = dict(move.arguments)
    card, district = named(move, GIVEN_CARD), named(move, DISTRICT)
    if TO in parameters and card:
        filled.setdefault(TO, card.colour)
    if WHOSE in parameters and move.rule != "effect.limit" and move.seat:
        filled.setdefault(WHOSE, move.seat)
    if DRAWN in parameters:
        filled.setdefault(DRAWN, 1)
    if TAKEN in parameters and district:
        found = Board(definition, position).get(CAPITAL(district))
        if found and found.lowest:
            filled.setdefault(TAKEN, found.lowest)
    return move._replace(arguments=filled)


def moves(definition: GameDefinition, position: Position, seat: str | None) -> tuple[Move, ...]:
    """Return the moves to judge for a seat: decisions due, plays, effects, and what belongs to the end of the round."""
    at = Board(definition, position)
    due = tuple(Move(one.rule, one.seat, {DISTRICT: choice.id}) for one in at.due if seat in (None, one.seat) for choice in one.choices)
    if any(one.mandatory for one in at.due):
        return due
    found: list[Move] = list(due)
    mover = to_move(at)
    over = at[PLAYS] > 0 and mover is None
    who = seat or mover
    if alone(at.options) and who in (ROB, None) and (not over or seat):
        found.append(Move(ROBS_TURN, ROB, {}))
    if who != ROB and (not over or seat):
        found += [Move("play.base", who, {}), Move("play.capital", who, {})]
    district, last = at[LAST_DISTRICT], at[LAST]
    if district and last and tile(at, district) not in POWERS and seat in (None, last):
        found += [Move(rule.id, last, {}) for rule in definition.rules.values() if rule.kind == "effect"]
    for one in at.seats if seat is None else (seat,):
        if over and at.get(HELD(one), 0) != len(hand(at, one)):
            found.append(Move("round.leftover", one, {}))
    found += [Move("tile.agent.reveal", None, {DISTRICT: colour}) for colour in at.axis("district") if at.get(HIDDEN(colour), 0)]
    if seat is None or over:
        found.append(Move(RESOLVE, None, {}))
    return tuple(found)


def completions(definition: GameDefinition, position: Position, move: Move) -> tuple[Move, ...]:
    """Return nothing: the small choices are enumerated by `moves` already."""
    return ()
