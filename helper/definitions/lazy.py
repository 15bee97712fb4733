"""A mapping whose entries are made when they are asked for: most commands need a few rules out of hundreds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

Raw = TypeVar("Raw")
Entry = TypeVar("Entry")


class Lazy(Mapping[str, Entry], Generic[Raw, Entry]):
    """Entries by id in their order, each made once by `make` from what is kept of it."""

    def __init__(self, kept: Mapping[str, Raw], make: Callable[[Raw], Entry]) -> None:
        self._kept = kept
        self._make = make
        self._made: dict[str, Entry] = {}

    def __getitem__(self, id: str) -> Entry:
        if id not in self._made:
            self._made[id] = self._make(self._kept[id])
        return self._made[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, id: object) -> bool:
        return id in self._kept

    def __eq__(self, other: object) -> bool:
        return dict(self) == other if isinstance(other, Mapping) else NotImplemented

    def __hash__(self) -> int:
        return id(self)
