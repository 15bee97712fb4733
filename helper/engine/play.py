"""A move as it is carried out: what happened, what changed by it, what was missing; and the one way to the position behind it.

What lies on the table changes only under an outcome that says so (`play.note("added", …).add(BAG(role), cubes)`), so every change
cites its rule and outcome. What the companion keeps for itself is set freely: `play.set(LAST, seat)`.

An effect of a move reads by `get` and `fact`, which answer None where nobody told what they need: it cannot raise Unknown, and mypy
refuses what could. A procedure that is done as a whole or not at all (`Procedure`) reads like conditions do; where a figure is missing
nothing is changed, and what must be told is answered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from helper.definitions.schema import GameDefinition, Term
from helper.engine.figures import Own
from helper.engine.move import Applied, Change, Move, Open, Question, changed, given, named
from helper.engine.position import Board, Glance, Position, Unknown
from helper.engine.resolution import Grid, Step
from helper.errors import Fault, HelperError

if TYPE_CHECKING:
    from typing import Concatenate, ParamSpec, overload

    from helper.engine.figures import Argument, Path, Readable, T

    P = ParamSpec("P")

NOTHING = Move("", None, {})


class Play(Glance):
    """A move on its way: a table that is read as far as it is known, and changes under outcomes."""

    _figures: dict[str, object]
    _kept: dict[str, object]
    _told: dict[str, int]

    def __init__(self, definition: GameDefinition, position: Position, move: Move = NOTHING) -> None:
        super().__init__(definition, position)
        self.move = move
        self.steps: list[Step] = []
        self.questions: list[Question] = []
        self.left_out: list[Step] = []
        self._changes: list[Change] = []
        self._missing: dict[str, None] = {}
        self._stopped: list[Fault] = []
        self._answer: tuple[Mapping[str, object] | None, tuple[Grid, ...]] = (None, ())
        self.before = position
        self._version = 0
        self._figures = self._kept = dict(position.figures)
        self._told = dict(position.told)

    @cached_property
    def _board(self) -> Board:
        """The table as it stands, now and later: the figures are the same."""
        board = Board(self.definition, self.before)
        board._figures, board._kept, board._told = self._figures, self._kept, self._told
        return board

    @property
    def seat(self) -> str:
        """Return who makes the move, the first at the table where nobody is named."""
        return self.move.seat or self.seats[0]

    def own(self, key: str) -> int:
        """Return a number that the rule of the move states."""
        return self.definition.rules[self.move.rule].number(key)

    def given(self, argument: Argument[T]) -> T:
        """Return an argument of the move; where it is not given, the move answers that it is wanted."""
        return given(self.move, argument)

    def named(self, argument: Argument[T]) -> T | None:
        """Return an argument of the move, or nothing where it is not given."""
        return named(self.move, argument)

    if TYPE_CHECKING:

        @overload
        def get(self, figure: Readable[T], /) -> T | None: ...
        @overload
        def get(self, figure: Readable[T], otherwise: T, /) -> T: ...
        def get(self, figure: Readable[T], otherwise: T | None = None, /) -> T | None:
            """Return a figure as it stands, or something else where nobody told it; without that, it is noted as missing."""
    else:

        def get(self, figure, otherwise=None, /):
            """Return a figure as it stands, or something else where nobody told it; without that, it is noted as missing."""
            found = self[figure] if type(figure) is Own else self._figures.get(figure, otherwise)
            if found is None:
                self._missing[figure] = None
            return found

    def fact(self, fact: Callable[Concatenate[Board, P], T], *args: P.args, **named: P.kwargs) -> T | None:
        """Return what follows from the figures as they stand, or None where nobody told what it rests on."""
        try:
            return fact(self._board, *args, **named)
        except Unknown as unknown:
            self._missing.update(dict.fromkeys(unknown.paths))
            return None

    def set(self, figure: Own[T], value: T) -> None:
        """Keep something for the companion itself."""
        path = figure.path
        self._version += 1
        self._kept[path] = value
        self._told[path] = self.now

    def note(self, outcome: str, **values: object) -> Cause:
        """Note what happened, as an outcome of the move's own rule words it; what changes by it is changed under it."""
        self.steps.append(Step(self.move.rule, outcome, values))
        return Cause(self, self.move.rule, outcome)

    def step(self, rule: str, outcome: str, /, **values: object) -> Cause:
        """Note what happened, as an outcome of another rule words it."""
        self.steps.append(Step(rule, outcome, values))
        return Cause(self, rule, outcome)

    def under(self, rule: str, outcome: str) -> Cause:
        """Return an outcome to change something under that another step says, or none."""
        return Cause(self, rule, outcome)

    def ask(self, parameter: Argument[T], rule: str, outcome: str, /, about: str = "", **values: object) -> None:
        """Note a decision that the table must give first, as the rule's outcome words it; of a list, what it is `about`."""
        self.questions.append(Question(parameter, Step(rule, outcome, values), about))

    def leave_out(self, rule: str, outcome: str, /, **values: object) -> None:
        """Note what is passed over as done by the table itself, as the rule's outcome words it."""
        self.left_out.append(Step(rule, outcome, values))

    def stop(self, *faults: Fault) -> None:
        """Say why nothing is done after all: whatever changed is taken back."""
        self._stopped += faults

    def answers(self, result: Mapping[str, object], grids: tuple[Grid, ...] = ()) -> None:
        """Keep what a procedure answers beside its steps."""
        self._answer = result, grids

    def done(self) -> Applied:
        """Return what became of the move. The play ends here: its figures are the position's from now on."""
        missing, result = tuple(self._missing), self._answer
        if self._stopped:
            return Applied(self.before, (), None, (), (), (), missing, tuple(self._stopped))
        position = Position(self.seats, self.options, self._figures, self._told, self.due, self.now)
        return Applied(position, tuple(self.steps), *result, tuple(self.questions), tuple(self._changes), missing, (), tuple(self.left_out))


class Procedure(Play):
    """A procedure on its way: done as a whole or not at all, so it may read what it needs as conditions do."""

    @classmethod
    def of(cls, at: Board) -> Procedure:
        """Return what may be tried out from a board, which stays as it is; whoever watches the board sees what is read here."""
        trial = cls(at.definition, Position(at.seats, at.options, {}, {}, at.due, at.now))
        trial._figures = at._figures.copy()  # type: ignore[attr-defined]
        trial._kept, trial._told = {**at._kept}, {**at._told}
        return trial

    @property
    def at(self) -> Board:
        """Return the table as it stands, for facts that may raise Unknown."""
        return self._board

    def __getitem__(self, figure: Readable[T]) -> T:
        return self._board[figure]


class Cause:
    """An outcome under which the table changes."""

    __slots__ = ("_outcome", "play", "rule")

    def __init__(self, play: Play, rule: str, outcome: str) -> None:
        self.play, self.rule, self._outcome = play, rule, outcome

    def set(self, figure: Path[T], value: T | None) -> Cause:
        """Give a figure a value; None makes it unknown."""
        play = self.play
        play._version += 1
        before = play._figures.get(figure)
        if value is None:
            play._figures.pop(figure, None)
        else:
            play._figures[figure] = value
            play._told[figure] = play.now
        if before != value:
            play._changes.append(changed(figure, before, value, self.rule, self._outcome))
        return self

    def forget(self, *figures: Readable[object]) -> Cause:
        """Make figures unknown."""
        for figure in figures:
            self.set(figure, None)  # type: ignore[arg-type]
        return self

    def add(self, figure: Path[int], amount: int | None) -> Cause:
        """Add to a figure that is known; an unknown amount makes it unknown, and what nobody told stays untold."""
        before = self.play.get(figure)
        return self if before is None else self.set(figure, None if amount is None else before + amount)

    def take(self, figure: Path[int], amount: int | None) -> Cause:
        """Take from a figure that is known, down to nothing."""
        before = self.play.get(figure)
        return self if before is None else self.set(figure, None if amount is None else max(0, before - amount))


def carry_out(play: Play, *effects: Callable[..., None]) -> Applied:
    """Return what became of a move by its effects, in order. Never raises: what must be told or given first is answered."""
    try:
        for effect in effects:
            effect(play)
    except Unknown as unknown:
        play._missing.update(dict.fromkeys(unknown.paths))
        play.stop(*(Fault("tell_first", {"key": path}, path) for path in unknown.paths))
    except Open as wanted:
        label = {one.key: one.label for one in play.definition.inputs}.get(str(wanted)) or Term(str(wanted))
        play.stop(Fault("missing_argument", {"name": label}, str(wanted)))
    except HelperError as error:
        play.stop(*error.faults)
    return play.done()
