"""Frozen values whose classes are cheap to make: a command makes dozens of these classes before it can answer.

In use they are named tuples. `typing.NamedTuple` compiles a constructor for each class whenever its module is imported, which
takes five times as long (docs/performance.md).
"""

from __future__ import annotations

import collections
from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Self, dataclass_transform

if TYPE_CHECKING:
    from typing import TypeVar

    V = TypeVar("V")
    M = TypeVar("M")

_getter = getattr(collections, "_tuplegetter", lambda place, doc: property(itemgetter(place), doc=doc))
_tuple = tuple.__new__


@dataclass_transform(frozen_default=True)
class _Fields(type):
    """Makes a field of each annotation of a class; a value behind it is its default."""

    def __new__(cls, name: str, bases: tuple[type, ...], inside: dict[str, Any]) -> _Fields:
        fields = () if bases == (tuple,) else tuple(inside.get("__annotations__", ()))
        if bases != (tuple,) and not fields:
            raise TypeError(f"{name} has no fields, or its module does not postpone annotations")
        inside["_defaults"] = {field: inside[field] for field in fields if field in inside}
        inside.update((field, _getter(place, field)) for place, field in enumerate(fields))
        inside["_fields"] = inside["__match_args__"] = fields
        inside["__slots__"] = ()
        return super().__new__(cls, name, bases, inside)


class Frozen(tuple[Any, ...], metaclass=_Fields):
    """A value that never changes, with its fields by name and in order.

    Its module must have `from __future__ import annotations`: annotations are the names of the fields, and never evaluated.
    """

    _fields: ClassVar[tuple[str, ...]]
    _defaults: ClassVar[dict[str, Any]]

    def __new__(cls, *given: Any, **named: Any) -> Self:
        """Return a value of fields given in order, by name, or by default; raises TypeError where that is not each of them once."""
        fields = cls._fields
        if named or len(given) != len(fields):
            rest = fields[len(given) :]
            try:
                given += tuple(map({**cls._defaults, **named}.__getitem__, rest))
            except KeyError as error:
                raise TypeError(f"{cls.__name__} needs {error}") from None
            if len(given) != len(fields) or not {*rest}.issuperset(named):
                raise TypeError(f"{cls.__name__} takes {', '.join(fields)}, each once")
        return _tuple(cls, given)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{field}={value!r}' for field, value in self._asdict().items())})"

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)

    def _asdict(self) -> dict[str, Any]:
        """Return the fields by name."""
        return dict(zip(self._fields, self, strict=True))

    def _replace(self, **changes: Any) -> Self:
        """Return the same value with some fields changed; raises TypeError for a field that there is not."""
        replaced = _tuple(type(self), map(changes.pop, self._fields, self))
        if changes:
            raise TypeError(f"{type(self).__name__} takes {', '.join(self._fields)}, each once")
        return replaced


if TYPE_CHECKING:
    from typing import Generic as Generic
else:

    class Generic:
        """What classes are generic by to mypy alone; the real one takes as long to make as fifty figures."""

        def __class_getitem__(cls, _: object) -> type:
            return object


MOST_DERIVED = 64
"""Of how many values a function keeps what it derived: of the definitions of a few tables, not of every house file ever read."""


def derived(make: Callable[[V], M], most: int = MOST_DERIVED) -> Callable[[V], M]:
    """Let `make` work once for each very object that it is given: what follows from a frozen value follows for good."""
    kept: dict[int, tuple[V, M]] = {}

    def of(value: V) -> M:
        found = kept.get(id(value))  # of no other value: what is kept lives
        if found is None:
            if len(kept) >= most:
                kept.clear()
            found = kept[id(value)] = value, make(value)
        return found[1]

    return of
