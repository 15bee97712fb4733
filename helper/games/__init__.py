"""The games: one folder each, discovered, never listed; and what a game's module offers the engine.

A folder with a `game.toml` is a game to look things up in; with an `__init__.py` beside it, it can also be played. A package of
others plays its game by its own module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from helper.definitions.load import has_engine, outside
from helper.errors import Fault, UnreadableInput

if TYPE_CHECKING:
    from helper.definitions.inputs import InputType, Reading
    from helper.definitions.schema import GameDefinition
    from helper.engine.journal import Header
    from helper.engine.move import Applied, Move
    from helper.engine.position import Position
    from helper.engine.resolution import Grid, Resolution, Step
    from helper.engine.rules import Rules
    from helper.engine.scoresheet import Standing


class Game(Protocol):
    """What a game's module offers. Every function is pure; positions and definitions are arguments."""

    TYPES: Mapping[str, InputType[object]]
    CODE: Rules

    def seated(
        self, definition: GameDefinition, names: Mapping[str, str], options: Mapping[str, str]
    ) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """Return who sits at the table, seats with names, and the options: an opponent that the game brings, and what follows.

        Raises UnreadableInput where an option does not go with the number of players.
        """
        ...

    def start(self, definition: GameDefinition, header: Header) -> Position:
        """Return the position that set-up makes; what chance decides there is left unknown."""
        ...

    def fresh(self, position: Position, path: str) -> bool:
        """Return whether a figure was told, or followed move by move, since the table may have changed it."""
        ...

    def to_move(self, definition: GameDefinition, position: Position) -> str | None:
        """Return the seat whose turn it is, or None where nobody's is or it was not told."""
        ...

    def draft(self, definition: GameDefinition, position: Position, move: Move) -> Move:
        """Return the move with what the game fills in for arguments left out; total, also for illegal moves."""
        ...

    def drawn(self, definition: GameDefinition, position: Position, move: Move, chance: int) -> Move:
        """Return the move with what the program draws for it, as `chance` has it; raises UnreadableInput where that is nothing."""
        ...

    def whose(self, definition: GameDefinition, position: Position, rule: str) -> str | None:
        """Return the seat that a move belongs to where none is named and it is not simply the one to move.

        Where the move is also of the role of the one to move, and not refused to that one, that one makes it.
        """
        ...

    def moves(self, definition: GameDefinition, position: Position, seat: str | None) -> tuple[Move, ...]:
        """Return the moves to be judged for a seat, small choices enumerated, the others with open arguments."""
        ...

    def completions(self, definition: GameDefinition, position: Position, move: Move) -> Iterable[Move]:
        """Return the smallest ways to complete a move with open arguments: where all are refused, the move is.

        None where a game need not try; raises Unknown where the ways follow from what nobody told.
        """
        ...

    def apply(self, definition: GameDefinition, position: Position, move: Move) -> Applied:
        """Carry out a move, legal or not, as far as the figures are known. Never raises: what must be told first is answered."""
        ...

    def resolves(self, position: Position) -> Move:
        """Return the procedure that the round has come to."""
        ...

    def calculate(self, definition: GameDefinition, name: str, reading: Reading, options: Mapping[str, str]) -> Resolution:
        """Answer a calculator; raises UnreadableInput for figures that cannot be."""
        ...

    def score(self, definition: GameDefinition, position: Position, as_final: bool) -> Standing:
        """Return who is ahead, line by line."""
        ...

    def overview(self, definition: GameDefinition, position: Position) -> tuple[Grid, ...]:
        """Return what a player wants to see of a position at a glance."""
        ...

    def doubts(self, definition: GameDefinition, position: Position) -> tuple[Step, ...]:
        """Return what cannot be right among the figures of a position, as outcomes that say so; the table may know better."""
        ...

    def untold(self, definition: GameDefinition, position: Position) -> tuple[str, ...]:
        """Return the figures that chance decided at set-up and that nobody has told yet."""
        ...


def module(game: str) -> str:
    """Return the name of the module that plays a game."""
    elsewhere = outside(game)
    return elsewhere.module if elsewhere else f"helper.games.{game.replace('-', '_')}"


def rules_of(game: str) -> Game:
    """Return the module that plays a game; only this game's code is loaded.

    Raises UnreadableInput for a game that is only to be looked up.
    """
    if not has_engine(game):
        raise UnreadableInput(Fault("reference_only", {"game": game}))
    return cast(Game, import_module(module(game)))


def types_of(game: str) -> Mapping[str, InputType[object]]:
    """Return the types of a game's inputs; of one that is only to be looked up, those that every game has."""
    from helper.definitions.inputs import BASE_TYPES

    return rules_of(game).TYPES if has_engine(game) else BASE_TYPES
