"""All rules of the game that code carries out or checks."""

from __future__ import annotations

from helper.definitions.schema import GameDefinition
from helper.engine.move import Applied, Move
from helper.engine.play import Play
from helper.engine.position import Position
from helper.games.hegemony import passing, phases, turns
from helper.games.hegemony.actions import companies, goods, politics, state, trade, turn, workers
from helper.games.hegemony.figures import CODE
from helper.games.hegemony.showing import draft
from helper.games.hegemony.turns import FREE, MAIN

__all__ = ["CODE", "apply", "companies", "goods", "passing", "politics", "state", "trade", "turn"]


def apply(definition: GameDefinition, position: Position, move: Move) -> Applied:
    """Carry out a move: its effects, and the turn or the Free Action that it takes. Never raises."""
    return CODE.carry_out(Play(definition, position, draft(definition, position, move)), before=_begin, after=_take_turn)


def _begin(play: Play) -> None:
    if play.rule(play.move.rule).kind == MAIN:
        turns.nothing_granted(play)


def _take_turn(play: Play) -> None:
    move, kind = play.move, play.rule(play.move.rule).kind
    if kind == MAIN and move.seat:
        turns.main_played(play, move.seat)
    elif kind == FREE and turns.is_granted(play, move):
        turns.used(play)
    elif kind == FREE and move.seat:
        turns.free_played(play, move.seat, move.rule)
    if move.rule not in phases.PROCEDURES:
        workers.end_demonstration(play)
