"""What comes next, for every game alike: a decision that is due, a turn, a procedure, or what must be told before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helper.definitions.schema import GameDefinition
from helper.engine.move import Applied, Move
from helper.engine.position import Position
from helper.engine.verdict import ILLEGAL, LEGAL, UNKNOWN, Verdict, check
from helper.frozen import Frozen

if TYPE_CHECKING:
    from typing import Protocol

    from helper.engine.rules import Rules
    from helper.engine.scoresheet import Standing

    class Playable(Protocol):
        """What of a game's module is asked here."""

        CODE: Rules

        def fresh(self, position: Position, path: str) -> bool:
            """Return whether a figure holds now."""

        def to_move(self, definition: GameDefinition, position: Position) -> str | None:
            """Return whose turn it is."""

        def draft(self, definition: GameDefinition, position: Position, move: Move) -> Move:
            """Return the move with what the game fills in."""

        def apply(self, definition: GameDefinition, position: Position, move: Move) -> Applied:
            """Carry out a move."""

        def resolves(self, position: Position) -> Move:
            """Return the procedure that play has come to."""

        def score(self, definition: GameDefinition, position: Position, as_final: bool) -> Standing:
            """Return who is ahead."""

        def untold(self, definition: GameDefinition, position: Position) -> tuple[str, ...]:
            """Return what chance decided and nobody told."""


DECIDE, PLAY, TELL, RESOLVE, OVER = "decide", "play", "tell", "resolve", "over"


class Next(Frozen):
    """The next step of an evening: its kind, the rule that it goes by, who takes it, and what is still to tell, all at once.

    Where something is to tell, `is_possible` says whether the procedure may be carried out without it, asking for it as it goes.
    """

    kind: str
    rule: str
    seat: str | None
    to_tell: tuple[str, ...] = ()
    is_possible: bool = False


class Tried(Frozen):
    """What would become of a move: the verdict, and all that it gives."""

    verdict: Verdict
    applied: Applied

    @property
    def to_tell(self) -> tuple[str, ...]:
        """Return the figures that nobody told, or not lately, and that something rests on: of the verdict, then of the effect."""
        return tuple(dict.fromkeys((*(one.path for one in self.verdict.look_at), *self.applied.missing)))


def try_out(game: Playable, definition: GameDefinition, position: Position, move: Move, role: str = "") -> Tried:
    """Return what would become of a move, without making it."""
    drafted = game.draft(definition, position, move)
    verdict = check(definition, game.CODE, position, drafted, game.fresh, role)
    return Tried(verdict, game.apply(definition, position, move))


def next_step(game: Playable, definition: GameDefinition, position: Position) -> Next:
    """Return what comes next. What chance decided at set-up is told first; a procedure comes when nobody is to move."""
    due = next((one for one in position.due if one.mandatory), None)
    if due:
        return Next(DECIDE, due.rule, due.seat)
    move = game.resolves(position)
    if game.score(definition, position, False).final:
        return Next(OVER, move.rule, None)
    mover, untold = game.to_move(definition, position), game.untold(definition, position)
    if mover:
        return Next(PLAY, "", mover, untold)
    tried = try_out(game, definition, position, move)
    to_tell = tuple(dict.fromkeys((*untold, *tried.to_tell)))
    outcome = tried.verdict.outcome
    is_ready = outcome not in (ILLEGAL, UNKNOWN) and not tried.applied.stopped_by and not to_tell
    is_possible = outcome == LEGAL or (outcome != ILLEGAL and not untold)
    return Next(RESOLVE if is_ready else TELL, move.rule, None, to_tell, is_possible)
