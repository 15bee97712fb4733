"""All rules of the game that code carries out or checks."""

from __future__ import annotations

from helper.definitions.schema import GameDefinition
from helper.engine.move import Applied, Move
from helper.engine.position import Position
from helper.games.capital_lux_2 import plays, rob, round_end, turn
from helper.games.capital_lux_2.figures import CODE

__all__ = ["CODE", "apply", "plays", "rob", "round_end"]


def apply(definition: GameDefinition, position: Position, move: Move) -> Applied:
    """Carry out a move. Never raises: where a figure is needed that nobody told, it answers so and changes nothing."""
    drafted = turn.draft(definition, position, move)
    return CODE.carry_out(CODE[move.rule].play(definition, position, drafted))
