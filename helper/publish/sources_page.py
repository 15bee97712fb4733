"""Write where the rules of a game come from, what the sources leave open, and which reading is used."""

from __future__ import annotations

from collections.abc import Sequence

from helper.definitions.schema import Option, Rule
from helper.i18n.naming import in_order
from helper.publish.markdown import block, bullets, head, labelled, link
from helper.publish.writer import Book, Writer, finished

CHOSEN_AT_THE_TABLE = "table"  # the kind of option that is part of the game, not of what the sources say


def sources_page(book: Book) -> str:
    """Return the page of sources, open points and marked rules."""
    writer = book.writer()
    say = writer.say
    body = [say("Everything here is told in our own words. Where your box says otherwise, the box is right.")]
    body.extend(_source(book, writer, place, id) for place, id in enumerate(book.definition.sources, 1))
    open_points = [option for option in book.definition.options.values() if option.kind != CHOSEN_AT_THE_TABLE]
    if open_points:
        body.append(head(say("Open points"), "open"))
        body.append(say("Here a group decides. The first reading named is used until it does."))
        body.extend(_option(book, writer, option) for option in open_points)
    chosen = [option for option in book.definition.options.values() if option.kind == CHOSEN_AT_THE_TABLE]
    if chosen:
        body.append(head(say("Chosen when a game begins"), "chosen"))
        body.extend(_option(book, writer, option) for option in chosen)
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


def _option(book: Book, writer: Writer, option: Option) -> str:
    first = [option.default, *(id for id in option.choices if id != option.default)]
    readings = [writer.line(option.choices[id]) for id in first if id in option.choices]
    if readings:
        readings[0] = f"**{readings[0]}**"
    rules = [rule for rule in book.definition.rules.values() if rule.option == option.id]
    parts = [f"### {writer.line(option.title)} {{ #option.{option.id} }}", bullets(readings)]
    if rules:
        parts.append(block("div", "beside", [labelled(writer.say("Rules"), " · ".join(_links(book, writer, rules)))]))
    return block("section", "rule", parts)


def _links(book: Book, writer: Writer, rules: Sequence[Rule]) -> list[str]:
    return [link(writer.line(rule.title), book.to_rule(rule.id)) for rule in rules]
