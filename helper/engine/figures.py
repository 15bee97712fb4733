"""Figures by name: what code reads and changes is declared once, and no path is made of anything else.

A game's `figures.py` declares handles (`BAG = COUNT.by("bag.<class>")`); a path is what a handle gives (`BAG("working")`). To mypy
it is a `Path[int]`, so a misspelt handle, a word where a number belongs and a missing axis are found; at run time it is the plain
text that records and `inputs.toml` use. What values are like follows from the reader that reads them: `COUNT = FIGURES.kind(inputs.COUNT)`.

What the companion keeps for itself (`LAST = FIGURES.own("turn.last", "")`) has a value from the beginning: it is never unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from helper.definitions.schema import GameDefinition
from helper.frozen import Generic

if TYPE_CHECKING:
    from typing import Protocol, TypeVar

    from helper.definitions.inputs import InputType
    from helper.engine.position import Position

    T = TypeVar("T")
    R = TypeVar("R", covariant=True)

    class Readable(str, Generic[R]):
        """Where a figure is read whose values are `R`."""

    class Path(Readable[T], Generic[T]):
        """Where a figure of the table stands whose values are `T`: told by people, changed under an outcome."""

    class Argument(str, Generic[R]):
        """The key of an argument whose values are `R`."""

    class Each(Protocol[T]):
        """A figure of which there is one for each value of an axis."""

        def __call__(self, value: str, /) -> Path[T]:
            """Return the path for a value of the axis."""

    class Pair(Protocol[T]):
        """A figure of which there is one for each value of two axes."""

        def __call__(self, first: str, second: str, /) -> Path[T]:
            """Return the path for values of the two axes."""

    class EachOwn(Protocol[T]):
        """A figure of the companion's own of which there is one for each value of an axis."""

        def __call__(self, value: str, /) -> Own[T]:
            """Return the path for a value of the axis."""
else:
    T, Path, Argument = object, str, str

    class Readable(str):
        """What only `Own` is at run time."""

        __slots__ = ()

        def __class_getitem__(cls, _: object) -> type:
            return cls


class Own(Readable[T], Generic[T]):
    """Where the companion keeps something for itself; `first` is what it is worth before anything happened.

    `path` is the same text again: a dict whose keys are all plain texts is faster to read and to copy.
    """

    path: str
    first: T

    def kept_in(self, position: Position) -> T:
        """Return what a position keeps here."""
        return position.figures.get(self.path, self.first)  # type: ignore[return-value]


def _own(path: str, first: T) -> Own[T]:
    found: Own[T] = Own(path)
    found.path, found.first = path, first
    return found


class _Paths(dict[str, "Path[T]"]):
    """The paths of a figure by the value of its axis, each made once."""

    __slots__ = ("_around",)

    def __init__(self, key: str) -> None:
        before, _, rest = key.partition("<")
        self._around = before, rest.partition(">")[2]

    def __missing__(self, value: str) -> Path[T]:
        before, behind = self._around
        path: Path[T] = Path(before + value + behind)
        self[value] = path
        return path


class Kind(Generic[T]):
    """Values of one sort, by the readers that read them."""

    def __init__(self, figures: Figures, readers: tuple[InputType[T], ...]) -> None:
        self._figures, self._readers = figures, readers

    def one(self, key: str) -> Path[T]:
        """Declare a figure of which there is one."""
        return Path(self._figures.declare(key, self._readers, 0))

    def by(self, key: str) -> Each[T]:
        """Declare a figure for each value of the axis in its key."""
        return _Paths(self._figures.declare(key, self._readers, 1)).__getitem__

    def by_two(self, key: str) -> Pair[T]:
        """Declare a figure for each value of the two axes in its key."""
        before, _, between, _, behind = self._figures.declare(key, self._readers, 2).replace(">", "<").split("<")
        return lambda one, other: Path(before + one + between + other + behind)

    def argument(self, key: str) -> Argument[T]:
        """Declare an argument of moves."""
        return Argument(self._figures.declare(key, self._readers, 0))


class Figures:
    """What the code of a game names, by key, with the readers of its values; none for what the companion keeps for itself."""

    def __init__(self) -> None:
        self.keys: dict[str, tuple[InputType[object], ...]] = {}

    def kind(self, *readers: InputType[T]) -> Kind[T]:
        """Return a sort of values: those that the readers read."""
        return Kind(self, readers)

    def own(self, key: str, first: T) -> Own[T]:
        """Declare a figure of the companion's own, with what it is worth at first."""
        return _own(self.declare(key, (), 0), first)

    def own_by(self, key: str, first: T) -> EachOwn[T]:
        """Declare a figure of the companion's own for each value of the axis in its key."""
        before, _, behind = self.declare(key, (), 1).replace(">", "<").split("<")
        made: dict[str, Own[T]] = {}
        return lambda value: made.get(value) or made.setdefault(value, _own(before + value + behind, first))

    def declare(self, key: str, readers: tuple[InputType[object], ...], axes: int) -> str:
        """Keep a key; raises ValueError for one that was declared before or has another number of axes."""
        if key in self.keys or key.count("<") != axes:
            raise ValueError(f"{key}: declared twice, or not by {axes} axes")
        self.keys[key] = readers
        return key

    def unknown(self, definition: GameDefinition, types: Mapping[str, InputType[object]]) -> list[str]:
        """Return the keys that `inputs.toml` does not declare, or for another reader; the companion's own must not stand there."""
        told = {one.key: types[one.type] for one in definition.inputs}
        return [
            key
            for key, readers in self.keys.items()
            if (key in told) != bool(readers) or (readers and not any(told[key] is one for one in readers))
        ]
