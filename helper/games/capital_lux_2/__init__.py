"""Capital Lux 2: Generations, as a game that can be played, resolved and scored (see `helper.games.Game`)."""

from __future__ import annotations

from helper.games.face import lazy

__getattr__ = lazy(
    __name__,
    {
        "pile": ("TYPES",),
        "position": ("fresh", "seated", "start", "untold"),
        "turn": ("completions", "draft", "moves"),
        "showing": ("doubts", "overview", "resolves", "score", "to_move", "whose"),
        "calculators": ("calculate",),
        "rules": ("CODE", "apply"),
        "rob": ("drawn",),
    },
)
