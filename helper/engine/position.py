"""What lies on the table at one moment: figures by path, frozen.

A position is told figures; what nobody told is not there, and is unknown, never zero. `told` keeps the number of the
event that last touched each figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from helper.definitions.schema import GameDefinition, Rule, Table, Term
from helper.engine.figures import Own
from helper.frozen import Frozen

if TYPE_CHECKING:
    from typing import Concatenate, ParamSpec, overload

    from helper.engine.figures import Readable, T

    P = ParamSpec("P")


class Unknown(Exception):
    """Figures were read that nobody told: all that are missing, where several were asked for."""

    def __init__(self, *paths: str) -> None:
        super().__init__(*paths)
        self.paths = paths


class Due(Frozen):
    """A decision that a move left open: the rule that answers it, who decides, and between what.

    One that the record passed over (a forced move, a correction of what came before) is `overdue`: still to be given, in nobody's way.
    """

    rule: str
    seat: str
    name: Term
    choices: tuple[Term, ...]
    mandatory: bool
    overdue: bool = False


class Position(Frozen):
    """Figures by path (`players.P1.gold`), with who sits where, the options, and the decisions that are due."""

    seats: tuple[str, ...]
    options: Mapping[str, str]
    figures: Mapping[str, object]
    told: Mapping[str, int]
    due: tuple[Due, ...] = ()
    now: int = 0

    def put(self, changes: Mapping[str, object]) -> Position:
        """Return the position with figures changed by the event that is being applied."""
        return self._replace(figures={**self.figures, **changes}, told={**self.told, **dict.fromkeys(changes, self.now)})

    def forget(self, path: str) -> Position:
        """Return the position with a figure that is no longer known."""
        if path not in self.figures:
            return self
        left = dict(self.figures)
        del left[path]
        return self._replace(figures=left)


class Glance:
    """What always answers: a table read as far as it is known, with its definition, who sits at it, and what the record settled.

    A fact that takes a `Glance` is total; one that takes a `Board` may raise Unknown, and an effect cannot call it but by `fact`. Every
    way to read what lies on the table goes through one mapping, so whoever watches that (a `View`) misses none.
    """

    def __init__(self, definition: GameDefinition, position: Position) -> None:
        self.definition = definition
        self.seats = position.seats
        self.options = position.options
        self.due = position.due
        self.now = position.now
        self._figures = self._kept = position.figures
        self._told = position.told

    def axis(self, id: str) -> tuple[str, ...]:
        """Return the values of an axis."""
        return self.definition.axes[id]

    def rule(self, id: str) -> Rule:
        """Return a rule, for the numbers that it states."""
        return self.definition.rules[id]

    def number(self, rule: str, key: str) -> int:
        """Return a number that a rule states."""
        return self.definition.rules[rule].number(key)

    def table(self, id: str) -> Table:
        """Return a table of the game."""
        return self.definition.tables[id]

    def option(self, id: str) -> str:
        """Return the reading of an option: as the record settles it, else its default; empty where there is none."""
        return self.options.get(id) or self.definition.options[id].default

    def __getitem__(self, figure: Own[T]) -> T:
        return self._kept.get(figure.path, figure.first)  # type: ignore[return-value]

    def __contains__(self, figure: Readable[object]) -> bool:
        return figure in self._figures

    if TYPE_CHECKING:

        @overload
        def get(self, figure: Readable[T], /) -> T | None: ...
        @overload
        def get(self, figure: Readable[T], otherwise: T, /) -> T: ...
        def get(self, figure: Readable[T], otherwise: T | None = None, /) -> T | None:
            """Return a figure, or something else where nobody told it."""
    else:

        def get(self, figure, otherwise=None, /):
            """Return a figure, or something else where nobody told it."""
            return self[figure] if type(figure) is Own else self._figures.get(figure, otherwise)

    def told(self, figure: Readable[object]) -> int:
        """Return the number of the event that last touched a figure, 0 where none did."""
        return self._told.get(figure, 0)

    def values(self) -> Iterable[object]:
        """Return all that is known, whatever it is."""
        return self._figures.values()


class Board(Glance):
    """What lies on the table, as conditions and facts read it: `at[GOLD(seat)]` raises Unknown where nobody told it."""

    def __getitem__(self, figure: Readable[T]) -> T:
        if type(figure) is Own:
            return self._kept.get(figure.path, figure.first)  # type: ignore[return-value]
        try:
            return self._figures[figure]  # type: ignore[return-value]
        except KeyError:
            raise Unknown(figure) from None

    def need(self, *figures: Readable[T]) -> tuple[T, ...]:
        """Return figures that are all needed; raises Unknown with every one that nobody told."""
        missing = [one for one in figures if one not in self._figures and type(one) is not Own]
        if missing:
            raise Unknown(*missing)
        return tuple(map(self.__getitem__, figures))


def known(fact: Callable[Concatenate[Board, P], T], at: Board, *args: P.args, **named: P.kwargs) -> T | None:
    """Return what follows from the figures, or None where it rests on one that nobody told."""
    try:
        return fact(at, *args, **named)
    except Unknown:
        return None
