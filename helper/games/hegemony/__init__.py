"""Hegemony: Lead Your Class to Victory, from set-up to the final score (see `helper.games.Game`)."""

from __future__ import annotations

from helper.games.face import lazy

__getattr__ = lazy(
    __name__,
    {
        "inputs": ("TYPES",),
        "position": ("drawn", "fresh", "seated", "start", "untold"),
        "showing": ("draft", "moves", "overview", "resolves", "score", "to_move", "whose"),
        "ways": ("completions",),
        "contradictions": ("doubts",),
        "calculators": ("calculate",),
        "rules": ("CODE", "apply"),
    },
)
