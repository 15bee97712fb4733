"""The page of something that changes, such as a policy: its sections, what follows at once, and the figures before and after."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from itertools import pairwise

from helper.definitions.inputs import declared
from helper.definitions.schema import Rule, Term, is_house
from helper.i18n.naming import cell, in_order
from helper.publish.changes import UNIT, Change, Changes, changing_axis, start_of
from helper.publish.gloss import glosses
from helper.publish.markdown import block, bullets, head, label, labelled, legible, link, plain, table
from helper.publish.outline import numbered
from helper.publish.rule_card import marks_line, reminders, sources
from helper.publish.tables import table_card
from helper.publish.writer import Book, Writer, finished, place_page

LONG = 2  # parts of a path: a figure of somebody is one of these, and what it is
END = "end_"  # how the figures of an answer begin that count at the end of the game


def change_page(book: Book, place: str, changes: Changes) -> str:
    """Return the page of a place: where it stands, its sections, each change by one section, and the rules that name it."""
    writer = book.writer()
    axis = changing_axis(book.definition)
    rule = book.definition.rules[f"{axis}.{place}"]
    number = book.definition.axes[axis].index(place) + 1
    body = [
        _start(book, writer, axis, place),
        table_card(book, writer, book.definition.tables[f"{axis}_{place}"]),
        _rule(book, writer, rule),
        _changes(book, writer, changes, changes.of.get(place, ())),
        *(_rule(book, writer, book.definition.rules[id]) for id in rule.see),
        _named_in(book, writer, axis, place),
        _others(book, writer, axis, place),
    ]
    return finished(book, writer, numbered(book.words, place, number), body)


def place_links(book: Book) -> Mapping[str, str]:
    """Return the page of each place that changes."""
    axis = changing_axis(book.definition)
    return {place: place_page(axis, place) for place in book.definition.axes[axis]} if axis else {}


def _start(book: Book, writer: Writer, axis: str, place: str) -> str:
    """Return where the place stands at the start, and whatever else its row says, by the heads of the table."""
    row = start_of(book.definition, place)
    holder = next((one for one in book.definition.tables.values() if row in one.rows), None)
    facts = (
        [
            labelled(writer.line(column.title), legible(book.words.value(cell(book.definition, row.get(column.id)))))
            for column in holder.columns
        ]
        if holder
        else []
    )
    return block("div", "brief", [bullets(facts)]) if facts else ""


def _rule(book: Book, writer: Writer, rule: Rule) -> str:
    parts = [
        head(link(writer.line(rule.title), book.to_rule(rule.id)), rule.id, 2),
        marks_line(writer, rule.status, is_house(rule)),
        writer.rule_line(rule.text),
        reminders(writer, [reminder.text for reminder in rule.reminders]),
        block("div", "note", [labelled(writer.say("Note"), writer.rule_line(rule.note))]) if rule.note else "",
    ]
    words = glosses(book, writer, "\n".join(filter(None, parts)))
    return block(
        "section",
        f"rule rule-{rule.status}",
        [*parts, words, block("div", "beside", [sources(book, writer, rule)])],
        data_search_exclude="",
    )


def _changes(book: Book, writer: Writer, changes: Changes, every: tuple[Change, ...]) -> str:
    """Return what follows from each change by one section, then the figures of every section side by side."""
    if not every:
        return ""
    parts = [head(writer.say("What follows at once"), "at-once")]
    listed: list[str] = []
    for change in every:
        steps = [(book.definition.rules[step.rule].outcome(step.outcome).text, step.values) for step in change.steps[1:]]
        lines = [writer.marked(sentence, legible(book.words.sentence(sentence, values))) for sentence, values in steps]
        listed.extend((label(plain(f"{change.before} → {change.after}")), bullets(lines)))
    parts.append(block("section", "rule change", listed, data_search_exclude=""))
    figures = _figures(book, writer, every)
    if figures:
        labels = dict.fromkeys(book.words.sentence(one.label) for path in changes.units if (one := declared(book.definition, path)))
        said = [writer.say("Everything else stands as at the start of the game.")]
        if any(len(path) > LONG for one in every for path, _, _ in one.figures):
            said.append(writer.say("Counted with {n} of each: {figures}.", n=UNIT, figures=list(labels)))
        parts.extend((head(writer.say("Before and after"), "figures"), " ".join(said), figures))
    return "\n\n".join(parts)


def _figures(book: Book, writer: Writer, every: tuple[Change, ...]) -> str:
    """Return a table of the figures that differ from section to section."""
    letters = sorted({letter for change in every for letter in (change.before, change.after)})
    values: dict[tuple[str, ...], dict[str, object]] = {}
    for change in every:
        for path, before, after in change.figures:
            values.setdefault(path, {}).update({change.before: before, change.after: after})
    rows: list[tuple[Mapping[str, str], list[str]]] = []
    for path, found in values.items():
        if named := _figure(book, path):
            # What a change leaves as it is, is the same in both its sections.
            for one, other in (*pairwise(letters), *pairwise(reversed(letters))):
                if one in found:
                    found.setdefault(other, found[one])
            rows.append(({}, [escape(named), *(writer.value(found[letter]) for letter in letters)]))
    return table("", ["", *map(escape, letters)], rows) if rows else ""


def _figure(book: Book, path: tuple[str, ...]) -> str:
    """Return what a figure of the answer is called by words of the game; nothing where they do not say it, as the steps do.

    A part of a path is called by its own word, or together with its group: `income` among the `taxes` is `income_tax`.
    """
    group, *rest = path
    whole = _term(book, group.removeprefix(END))
    names = []
    for part in rest:
        joined = _term(book, f"{part}_{group.removesuffix('es')}")
        whole = "" if joined else whole
        names.append(joined or _term(book, part))
    if not all(names) or not (names or whole) or not _known(book, group):
        return ""
    name = ": ".join(filter(None, (*names, whole)))
    return book.words.say("{figure}, at the end of the game", figure=name) if group.startswith(END) else name


def _known(book: Book, group: str) -> bool:
    return bool(_term(book, group.removeprefix(END)))


def _term(book: Book, id: str) -> str:
    known = next((one for one in (id, id.removesuffix("s")) if one in book.definition.terms), "")
    return book.words.value(Term(known)) if known else ""


def _named_in(book: Book, writer: Writer, axis: str, place: str) -> str:
    """Return links to the rules that name the place, beside those that stand on this page."""
    word = book.definition.terms[place].sheet.text
    own = book.definition.rules[f"{axis}.{place}"]
    links = [
        link(writer.line(rule.title), book.to_rule(rule.id))
        for rule in in_order(book.definition)
        if word in rule.text.text and rule is not own and rule.id not in own.see
    ]
    if not links:
        return ""
    return block("div", "also", [label(writer.say("Rules that name it")), " · ".join(links)], data_search_exclude="")


def _others(book: Book, writer: Writer, axis: str, place: str) -> str:
    links = [
        link(plain(numbered(book.words, other, n)), place_page(axis, other))
        for n, other in enumerate(book.definition.axes[axis], 1)
        if other != place
    ]
    return block("div", "jump", [" ".join(links)], data_search_exclude="")
