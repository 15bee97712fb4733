"""Capital Lux 2: Generations, as a game that can be played, resolved and scored (see `helper.games.Game`).

What only a record needs is loaded when it is asked for: a calculator does without.
"""

from __future__ import annotations

from importlib import import_module

from helper.definitions.inputs import BASE_TYPES
from helper.games.capital_lux_2.pile import TYPES as OWN_TYPES

__all__ = ["TYPES"]

TYPES = {**BASE_TYPES, **OWN_TYPES}

_HOMES = {
    **dict.fromkeys(("completions", "draft", "moves"), "turn"),
    **dict.fromkeys(("fresh", "seated", "start", "untold"), "position"),
    **dict.fromkeys(("doubts", "overview", "resolves", "score", "to_move", "whose"), "showing"),
    **dict.fromkeys(("CODE", "apply"), "rules"),
    "calculate": "calculators",
    "drawn": "rob",
}


def __getattr__(name: str) -> object:
    """Load what is asked for from the module it lives in, once."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found
