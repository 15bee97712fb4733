"""Word the small tables of an answer or of a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from helper.table.wording import Speaker, plain

if TYPE_CHECKING:
    from helper.engine.resolution import Cell, Grid


def grids(speaker: Speaker, found: Sequence[Grid]) -> list[dict[str, object]]:
    """Return each table with its title, columns and rows; every cell has its value and the text that says it.

    `against` is the column that those behind it are measured by, where there is one; `scores` are those that tell who is
    ahead.
    """
    return [
        {
            "id": grid.title.id,
            "title": speaker.words.value(grid.title),
            "columns": [_cell(speaker, one) for one in grid.columns],
            "rows": [[_cell(speaker, one) for one in row] for row in grid.rows],
            **({"against": grid.against} if grid.against else {}),
            **({"scores": list(grid.scores)} if grid.scores else {}),
        }
        for grid in found
    ]


def _cell(speaker: Speaker, value: Cell) -> dict[str, object]:
    return {"value": plain(value), "text": "" if value == "" else speaker.words.value(speaker.named(value))}
