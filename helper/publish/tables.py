"""Write the tables of a game so that they can be read on a phone.

A wide table is made narrower before it has to scroll: rows of different owners come apart, what is the same in every row
is said once or left out, and columns that only together say something share a cell. The first column stays where it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from helper.definitions.schema import Column, GameDefinition, Table, Term, copy_of, is_house
from helper.frozen import Frozen
from helper.i18n.naming import cell
from helper.i18n.words import NONE, Words
from helper.publish.markdown import block, head, label, labelled, link, plain, table
from helper.publish.outline import mark
from helper.publish.rule_card import badge, marks_line
from helper.publish.writer import Book, Writer

WIDE = 6  # columns that a phone still shows
NOTHING = (0, False, "", None)
_OF_A_WORD = re.compile(r"^([a-z]+)_[0-9]_[a-z]+$")
_STEP = re.compile(r"^([a-z]+)(?:_[a-z0-9]|[0-9])$")

Row = Mapping[str, object]


class Shown(Frozen):
    """A column as it is shown: the columns that share it, and how its cells are put together."""

    columns: tuple[Column, ...]
    size: int = 1  # how many of them make one entry of a cell


def table_card(book: Book, writer: Writer, entry: Table, level: int = 2, links: Mapping[str, str] | None = None) -> str:
    """Return a table as a card under its heading; `links` leads from the key of a row to a page of its own."""
    marked = marks_line(writer, entry.status, is_house(entry))
    named = head(writer.line(entry.title), f"table.{entry.id}", level)
    to = [link(writer.value(Term(key)), page) for row in entry.rows if (page := (links or {}).get(key := str(row.get("key", ""))))]
    beside = block("div", "jump", [" ".join(to)], data_search_exclude="") if to else ""
    return block("section", f"rule rule-{entry.status}", [named, marked, *_parts(book, writer, entry), beside])


def span(words: Words, definition: GameDefinition, row: Row) -> str:
    """Return what a row is for: its key, or its first and last figure."""
    if "low" not in row:
        return words.value(_named(definition, row))
    if "high" not in row:
        return words.say("{low} and more", low=row["low"])
    return words.value(row["low"]) if row["low"] == row["high"] else words.say("{low} to {high}", low=row["low"], high=row["high"])


def own_names(definition: GameDefinition, words: Words) -> frozenset[str]:
    """Return the cards whose names in this language are our own: printed ones are known, but not in this language."""
    kinds = {definition.terms[name].kind for name in _copied(definition)}
    unknown = ("", NONE)
    return frozenset(
        id
        for id, term in definition.terms.items()
        if term.kind in kinds and term.box.text not in unknown and words.sentence(term.box) in unknown
    )


def _copied(definition: GameDefinition) -> set[str]:
    """Return the names of cards of which there are several: those that an axis names copy by copy."""
    places = (place for values in definition.axes.values() for place in values)
    return {copy_of(place) for place in places if place not in definition.terms and copy_of(place) in definition.terms}


def _named(definition: GameDefinition, row: Row) -> object:
    """Return the name of a row; of several copies of a card each has its number."""
    id, key = row.get("id"), row.get("key", "")
    return Term(id) if isinstance(id, str) and copy_of(id) == key else cell(definition, key)


def _parts(book: Book, writer: Writer, entry: Table) -> list[str]:
    if not entry.rows:
        said = writer.words.say("not in our sources: see your box")
        return [f'<p class="beside">{escape(said)}</p>']
    wide = len(entry.columns) > WIDE
    by = next((column for column in entry.columns if wide and _is_role(book.definition, entry, column)), None)
    parts: list[str] = []
    if by is None:
        parts.extend(_one(book, writer, entry, entry.rows, entry.columns, wide))
    else:
        rest = tuple(column for column in entry.columns if column is not by)
        for role in dict.fromkeys(str(row[by.id]) for row in entry.rows):
            parts.append(label(f"{badge(mark(book.definition, book.words, role))}{writer.value(Term(role))}"))
            parts.extend(_one(book, writer, entry, [row for row in entry.rows if row[by.id] == role], rest, wide))
    if book.ours & {str(row.get("key", "")) for row in entry.rows}:
        ours = writer.say("The names in this language are our own rendering.")
        parts.append(f'<p class="beside">{ours}</p>')
    return parts


def _is_role(definition: GameDefinition, entry: Table, column: Column) -> bool:
    return all(row.get(column.id) in definition.roles for row in entry.rows)


def _one(book: Book, writer: Writer, entry: Table, rows: Sequence[Row], columns: Sequence[Column], wide: bool) -> list[str]:
    said: list[str] = []
    legends: list[str] = []
    if wide:
        columns = [column for column in columns if not _is_copy(rows, column)]
        same = [column for column in columns if len({str(row.get(column.id)) for row in rows}) == 1]
        columns = [column for column in columns if column not in same]
        told = [column for column in same if rows[0].get(column.id) not in NOTHING]
        said = [labelled(writer.line(column.title), writer.value(_value(book, rows[0].get(column.id)))) for column in told]
    shown = folded(book.definition, columns) if wide else [Shown((column,)) for column in columns]
    heads = [writer.html(entry.axis) if entry.axis else ""]
    for one in shown:
        named, legend = _head(book, writer, one)
        heads.append(named)
        if legend and legend not in legends:
            legends.append(legend)
    steps = [(row.get("low", row.get("key", 0)), row) for row in rows]
    gaps: list[tuple[object, Row | tuple[int, int]]] = [(low, (low, high)) for low, high in entry.unknown]
    stepped = all(isinstance(low, int) for low, _ in steps)
    every = sorted([*steps, *gaps], key=lambda item: int(str(item[0]))) if stepped else steps
    lines: list[tuple[Mapping[str, str], list[str]]] = []
    for _, row in every:
        if isinstance(row, tuple):
            unknown = [escape(writer.words.say("{low} to {high}", low=row[0], high=row[1]))]
            unknown += [escape(writer.words.say("not in our sources: see your box")), *("" for _ in shown[1:])]
            lines.append(({"class": "unknown"}, unknown))
        else:
            named = escape(span(book.words, book.definition, row))
            lines.append(({}, [named, *(_cell(book, writer, one, row) for one in shown)]))
    notes = [*(plain(legend) for legend in legends), " · ".join(said)]
    return [*(f'<p class="beside">{note}</p>' for note in notes if note), table("", heads, lines, "table table-wide" if wide else "table")]


def _is_copy(rows: Sequence[Row], column: Column) -> bool:
    """Return whether a column only tells copies of a card apart, which their names do already."""
    return all(isinstance(row.get("id"), str) and row.get(column.id) in (1, _number(str(row["id"]))) for row in rows)


def _number(id: str) -> int:
    last = id.rpartition("_")[2]
    return int(last) if last.isdecimal() else 1


def folded(definition: GameDefinition, columns: Iterable[Column]) -> list[Shown]:
    """Return columns put together where their ids differ in a step only (`l1`, `l2`) or name a word, a step and a figure of it."""
    groups: dict[str, list[Column]] = {}
    for column in columns:
        word, step = _OF_A_WORD.match(column.id), _STEP.match(column.id)
        stem = f"{word[1]} *" if word and word[1] in definition.terms else f"{step[1]} *" if step else column.id
        groups.setdefault(stem, []).append(column)
    kinds = [{column.id.rpartition("_")[2] for column in group if _OF_A_WORD.match(column.id)} for group in groups.values()]
    return [Shown(tuple(group), max(1, len(found))) for group, found in zip(groups.values(), kinds, strict=True)]


def _head(book: Book, writer: Writer, one: Shown) -> tuple[str, str]:
    """Return the head of a shown column, and what its cells mean where the head cannot say it."""
    titles = [book.words.sentence(column.title) for column in one.columns]
    if len(titles) == 1:
        return writer.html(one.columns[0].title), ""
    for column in one.columns:
        writer.html(column.title)  # counted where it is not translated
    common = _common(titles)
    start = common[: max(common.rfind(" "), common.rfind(":")) + 1]
    rests = [title[len(start) :] for title in titles]
    end = _common([rest[::-1] for rest in rests])[::-1]
    end = end[end.find(" ") :] if " " in end else ""
    if one.size == 1:
        rests = [*(rest.removesuffix(end) for rest in rests[:-1]), rests[-1]]
    named = start.strip().rstrip(":,").strip() or " / ".join(titles)
    if one.size == 1:
        return escape(f"{named}: {' / '.join(rests)}" if start else named), ""
    first = one.columns[0].id.partition("_")[0]
    return escape(book.words.term(first)), book.words.say("In each cell: {figures}.", figures=", ".join(_entries(rests, one.size)))


def _common(texts: Sequence[str]) -> str:
    """Return what all texts begin with."""
    least, most = min(texts), max(texts)
    alike = next((place for place, letter in enumerate(least) if letter != most[place : place + 1]), len(least))
    return least[:alike]


def _cell(book: Book, writer: Writer, one: Shown, row: Row) -> str:
    texts = [writer.value(_value(book, row.get(column.id))) for column in one.columns]
    if one.size == 1:
        return " / ".join(texts)
    return "<br>".join(_entries(texts, one.size))


def _entries(texts: Sequence[str], size: int) -> list[str]:
    """Return the entries of a cell, each of as many texts, with arrows between them."""
    return ["\u2009→\u2009".join(texts[start : start + size]) for start in range(0, len(texts), size)]


def _value(book: Book, value: object) -> object:
    return NONE if value == "" or value is False else cell(book.definition, value)
