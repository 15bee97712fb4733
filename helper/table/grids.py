"""Small tables of an answer, for whoever shows it: words of the game and figures only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from helper.definitions.schema import Term
from helper.table.wording import Speaker, plain


def cell(speaker: Speaker, value: object) -> dict[str, object]:
    """Return a cell: its value, and the text that says it."""
    return {"value": plain(value), "text": speaker.words.value(speaker.named(value))}


def grids(speaker: Speaker, result: Mapping[str, object]) -> Iterator[dict[str, object]]:
    """Yield a table for each part of a result that holds figures by row and by column.

    Where all rows are the same there is one row for all.
    """
    for key, part in result.items():
        title = next((id for id in (key, key.removesuffix("s")) if id in speaker.definition.terms), None)
        rows = {row: held for row, held in part.items() if _is_row(held)} if isinstance(part, Mapping) else {}
        if not title or not rows or not isinstance(part, Mapping) or len(rows) < len(part):
            continue
        alike = len({tuple(held.items()) for held in rows.values()}) == 1
        heads = list(next(iter(rows.values())))
        yield {
            "id": key,
            "title": speaker.words.value(Term(title)),
            "columns": [cell(speaker, ""), *(cell(speaker, _word(speaker, head)) for head in heads)],
            "rows": [
                [cell(speaker, Term(title) if alike else _word(speaker, row)), *(cell(speaker, held.get(head)) for head in heads)]
                for row, held in list(rows.items())[: 1 if alike else None]
            ],
        }


def _is_row(held: object) -> bool:
    return isinstance(held, Mapping) and bool(held) and all(isinstance(value, int) for value in held.values())


def _word(speaker: Speaker, id: str) -> object:
    return Term(id) if id in speaker.definition.terms else id
