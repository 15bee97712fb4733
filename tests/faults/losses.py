"""What became of entries: which of how many is missing, is another one or stands twice, told for every one at once."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from helper.engine.journal import Event
from tests.missing import speaks


class Entry(Protocol):
    """What is known of an entry: its number and its random id."""

    @property
    def n(self) -> int: ...

    @property
    def id(self) -> str: ...


def differences(wanted: Iterable[Entry], there: Sequence[Entry], where: str = "") -> Iterator[str]:
    """Yield a sentence for each wanted entry that is missing or another one, and for each that stands twice."""
    listed = sorted(wanted, key=lambda one: one.n)
    of = f"of {listed[-1].n if listed else 0}{f' {where}' if where else ''}"
    found = {one.n: one for one in there}
    yield from (f"{gone} missing, {of}; {len(there)} are there." for gone in _runs(one.n for one in listed if one.n not in found))
    for one in (one for one in listed if one.n in found):
        if found[one.n].id != one.id:
            yield f"Entry {one.n} {of} is another one: expected id {one.id}, got {found[one.n].id}."
        elif isinstance(one, Event) and found[one.n] != one:
            yield f"Entry {one.n} {of} is not what was written: expected {one}, got {found[one.n]}."
    yield from (f"Entry {n} {of} stands {count} times." for n, count in Counter(one.n for one in there).items() if count > 1)
    yield from (f"Entry {place} {of} has the number {one.n}." for place, one in enumerate(there, 1) if one.n != place)


def _runs(numbers: Iterable[int]) -> Iterator[str]:
    """Yield `Entry 3 is`, or `Entries 3 to 7 are` for numbers that follow one another."""
    for _, run in itertools.groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        first, *rest = [n for _, n in run]
        yield f"Entries {first} to {rest[-1]} are" if rest else f"Entry {first} is"


def kept(wanted: Iterable[Entry], there: Sequence[Entry], where: str = "") -> None:
    """See that every wanted entry is there, as it was, once and in its place; there may be others."""
    speaks(differences(wanted, there, where))


def kept_alone(wanted: Iterable[Entry], there: Sequence[Entry], where: str = "") -> None:
    """See that exactly the wanted entries are there."""
    listed = list(wanted)
    more = {one.n for one in there} - {one.n for one in listed}
    speaks(
        [
            *differences(listed, there, where),
            *(f"Entry {n} was never confirmed{f' {where}' if where else ''}, and is there." for n in sorted(more)),
        ]
    )


def counted(there: Sequence[Entry], wanted: int, where: str = "") -> None:
    """See that so many entries are there, from the first to the last, each once."""
    numbers = [one.n for one in there]
    of = f"of {wanted}{f' {where}' if where else ''}"
    speaks(
        [
            *(f"{gone} missing, {of}; {len(there)} are there." for gone in _runs(n for n in range(1, wanted + 1) if n not in numbers)),
            *(f"Entry {n} is one more than there should be, {of}." for n in numbers if n > wanted),
            *(f"Entry {n} {of} stands {count} times." for n, count in Counter(numbers).items() if count > 1),
        ]
    )
