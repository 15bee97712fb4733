"""The keys of inputs as a tree: what may follow the segments of a key so far. Made once for each definition, as far as it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from helper.definitions.schema import GameDefinition, Input
from helper.frozen import Frozen, derived

SEAT = "<seat>"


class Pattern(Frozen):
    """One way to write the key of an input: its own, or an alias; what stands in angle brackets is an axis."""

    parts: tuple[str, ...]
    declared: Input

    @property
    def looseness(self) -> int:
        """Return how many parts are axes; the most literal pattern goes first."""
        return sum(part.startswith("<") for part in self.parts)

    def path(self, here: tuple[str, ...]) -> str:
        """Return the path of the figure that the key `here` names: the input's own key, with the axes filled in."""
        filled = iter(word for part, word in zip(self.parts, here, strict=True) if part.startswith("<"))
        return ".".join(next(filled) if part.startswith("<") else part for part in self.declared.key.split("."))


def _written(declared: Input) -> tuple[Pattern, ...]:
    return tuple(Pattern(tuple(key.split(".")), declared) for key in (declared.key, *declared.aliases))


_patterns = derived(_written, most=4096)


class Branch:
    """What may follow the segments of a key so far: the patterns that remain, and the words that are known."""

    def __init__(self, definition: GameDefinition, patterns: Iterable[Pattern], depth: int = 0) -> None:
        self.definition, self.depth = definition, depth
        every = tuple(patterns)
        self.deeper = [pattern for pattern in every if len(pattern.parts) > depth]
        self.ended = min((pattern for pattern in every if len(pattern.parts) == depth), key=lambda one: one.looseness, default=None)
        options = {pattern.parts[depth] for pattern in self.deeper}
        axes = {option[1:-1] for option in options if option.startswith("<")}
        self.has_seats = SEAT[1:-1] in axes
        known = [word for axis in axes - {SEAT[1:-1]} for word in definition.axes[axis]]
        self.known = frozenset((*known, *(option for option in options if not option.startswith("<"))))
        self._under: dict[str, Branch] = {}

    @cached_property
    def candidates(self) -> list[str]:
        """The words that are known, in order."""
        return sorted(self.known)

    @cached_property
    def single(self) -> Mapping[str, Input]:
        """The declarations whose key ends with the segment that comes next, by that segment."""
        return {one.parts[self.depth]: one.declared for one in reversed(self.deeper) if len(one.parts) == self.depth + 1}

    def under(self, segment: str) -> Branch:
        """Return the branch below a known word, or below any seat."""
        if segment not in self._under:
            axes, at = self.definition.axes, self.depth
            fitting = [
                pattern
                for pattern in self.deeper
                if (part := pattern.parts[at]) == segment or (part.startswith("<") and segment != SEAT and segment in axes[part[1:-1]])
            ]
            self._under[segment] = Branch(self.definition, fitting, at + 1)
        return self._under[segment]


@derived
def _roots(definition: GameDefinition) -> dict[tuple[int, ...], Branch]:
    return {}


def root_of(definition: GameDefinition, inputs: Iterable[Input]) -> Branch:
    """Return where every key of these inputs begins; the branch holds the inputs, so that no other ever has the identity of one."""
    listed, roots = list(inputs), _roots(definition)
    key = tuple(map(id, listed))
    if key not in roots:
        roots[key] = Branch(definition, [pattern for declared in listed for pattern in _patterns(declared)])
    return roots[key]
