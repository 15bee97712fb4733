"""Write where the rules of a game come from, what the sources leave open, and which reading is used."""

from __future__ import annotations

from collections.abc import Sequence

from helper.definitions.schema import Option, Rule, is_house
from helper.i18n.naming import in_order
from helper.i18n.words import later
from helper.publish.markdown import block, bullets, head, labelled, link
from helper.publish.rule_card import house_mark
from helper.publish.writer import Book, Writer, finished, source_numbers

CHOSEN_AT_THE_TABLE = "table"
DISPUTE, PRINTED = "dispute", "printed"
DISPUTES = later(
    "The sheets say one thing and the printed material another. Agree on a reading before you play. Where none is marked as counting, "
    "the question stays unsettled until you choose: then no move is refused over it, and both readings are named."
)
AMBIGUITIES = later("Here even the printed material does not decide. The marked reading is used until your group chooses another.")


def sources_page(book: Book) -> str:
    """Return the page of sources, open points and marked rules."""
    writer = book.writer()
    say = writer.say
    body = [say("Everything here is told in our own words. Where your box says otherwise, the box is right.")]
    body.extend(_source(book, writer, place, id) for place, id in enumerate(book.definition.sources, 1))
    for anchor, title, intro, kind in (
        ("disputes", say("Where the sources contradict each other"), say(DISPUTES), DISPUTE),
        ("open", say("What the printed material leaves open"), say(AMBIGUITIES), ""),
        ("chosen", say("Chosen when a game begins"), "", CHOSEN_AT_THE_TABLE),
    ):
        options = [option for option in book.definition.options.values() if _kind(option) == kind]
        if options:
            body.extend((head(title, anchor), intro))
            body.extend(_option(book, writer, option) for option in options)
    every = in_order(book.definition)
    for id, title, rules in (
        ("disputed", say("Rules that the sources dispute"), [rule for rule in every if rule.status == "disputed"]),
        ("assumed", say("Rules that are our own reading"), [rule for rule in every if rule.status == "assumed"]),
    ):
        if rules:
            body.extend((f"## {title} {{ #{id} }}", bullets(_links(book, writer, rules))))
    return finished(book, writer, book.words.say("Sources and open points"), body)


def _source(book: Book, writer: Writer, place: int, id: str) -> str:
    source = book.definition.sources[id]
    count = sum(id in rule.sources for rule in book.definition.rules.values())
    stands = [book.words.say("these rules follow it")] if source.binding else []
    stands.append(book.words.say_n("{n} rule", "{n} rules", count))
    named = head(f"{place}. {writer.line(source.title)}", f"source.{id}")
    return block("section", "source", [named, f'<p class="beside">{writer.value(" · ".join(stands))}</p>'])


def readings(book: Book, writer: Writer, option: Option, asked: bool = True) -> str:
    """Return a question with every reading of it, which of them holds, and the sources.

    In a dispute the sheet's reading leads. One without a default is unsettled: no reading is shown as the one that holds.
    `asked`: whether the question stands before it.
    """
    say = writer.say
    dispute = _kind(option) == DISPUTE
    ids = list(option.choices)
    ids.sort(key=(lambda id: id == PRINTED) if dispute else (lambda id: id != option.default))
    used = say("counts until you choose another")
    lines = [writer.line(option.choices[id]) for id in ids]
    if option.default in ids:
        lines[ids.index(option.default)] = f'**{writer.line(option.choices[option.default])}** <span class="mark">{used}</span>'
    marks = [house_mark(writer)] if is_house(option) else []
    if asked and not dispute:
        open_word = say("Open: the printed material can be read in more than one way")
        marks.append(f'<span class="mark mark-assumed">{open_word}</span>')
    if not option.default:
        unsettled = say("unsettled until you choose")
        marks.append(f'<span class="mark mark-disputed">{unsettled}</span>')
    question = f"**{link(writer.line(option.title), f'sources.md#option.{option.id}')}**" if asked else ""
    marked = f'<p class="marks">{" ".join(marks)}</p>' if marks else ""
    foot = source_numbers(book, writer, option.sources)
    return block("div", "readings", [question, marked, bullets(lines), block("div", "beside", [foot]) if foot else ""])


def _kind(option: Option) -> str:
    return DISPUTE if option.kind == DISPUTE else "" if option.is_reading else CHOSEN_AT_THE_TABLE


def _option(book: Book, writer: Writer, option: Option) -> str:
    rules = [rule for rule in book.definition.rules.values() if rule.option == option.id]
    parts = [head(writer.line(option.title), f"option.{option.id}", 3), readings(book, writer, option, False)]
    if rules:
        parts.append(block("div", "beside", [labelled(writer.say("Rules"), " · ".join(_links(book, writer, rules)))]))
    return block("section", "rule", parts)


def _links(book: Book, writer: Writer, rules: Sequence[Rule]) -> list[str]:
    return [link(writer.line(rule.title), book.to_rule(rule.id)) for rule in rules]
