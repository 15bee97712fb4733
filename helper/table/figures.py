"""Which declaration a figure has: the key pattern that its path follows."""

from __future__ import annotations

from helper.definitions.schema import GameDefinition, Input
from helper.errors import Fault, UnreadableInput


def fits(pattern: tuple[str, ...], path: str) -> bool:
    """Return whether a path follows a key pattern."""
    parts = path.split(".")
    return len(parts) == len(pattern) and all(want == part or want.startswith("<") for want, part in zip(pattern, parts, strict=True))


def declared(definition: GameDefinition, path: str) -> Input:
    """Return the declaration of a figure, the most literal one first; raises UnreadableInput where there is none."""
    fitting = [one for one in definition.inputs if fits(tuple(one.key.split(".")), path)]
    if not fitting:
        raise UnreadableInput(Fault("unknown_key", {"key": path, "nearest": ""}))
    return min(fitting, key=lambda one: one.key.count("<"))
