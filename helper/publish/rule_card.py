"""Write one rule: what it says, what must hold, what people forget, how it plays out, and where it comes from."""

from __future__ import annotations

from collections.abc import Sequence

from helper.definitions.schema import Condition, Rule, Sentence, is_house
from helper.publish.changes import place_of
from helper.publish.examples import example
from helper.publish.gloss import glosses
from helper.publish.markdown import block, bullets, head, label, labelled, link, plain
from helper.publish.writer import Book, Writer, place_page, source_numbers, topic_page


def card(book: Book, writer: Writer, rule: Rule) -> str:
    """Return a rule as a card for the page of its topic; its anchor is its id and never changes."""
    here = topic_page(rule.topic)
    note = labelled(writer.say("Note"), writer.rule_line(rule.note)) if rule.note else ""
    more = [
        _conditions(book, writer, rule, here),
        reminders(writer, [reminder.text for reminder in rule.reminders]),
        block("div", "note", [note]) if note else "",
        *(example(book, writer, rule, shown) for shown in rule.examples if (rule.id, shown.id) in book.held),
    ]
    text = writer.rule_line(rule.text)
    beside = [_tables(book, writer, rule), _see(book, writer, rule, here), _option(book, writer, rule), sources(book, writer, rule)]
    parts = [
        head(writer.line(rule.title), rule.id),
        _marks(book, writer, rule),
        text,
        glosses(book, writer, "\n".join((text, *more)), here),
        *more,
        block("div", "beside", beside),
    ]
    return block("section", f"rule rule-{rule.status}", parts)


def status_word(writer: Writer, status: str) -> str:
    """Return how a rule's standing is said, as Markdown; nothing for what is agreed."""
    said = {
        "assumed": writer.say("Assumed: our reading where the sources are silent"),
        "disputed": writer.say("Disputed: the sources differ"),
    }
    return said.get(status, "")


def _marks(book: Book, writer: Writer, rule: Rule) -> str:
    marks = [*(_role(book, writer, role) for role in rule.roles), *standing(writer, rule.status, is_house(rule))]
    return f'<p class="marks">{" ".join(marks)}</p>' if marks else ""


def status_mark(writer: Writer, status: str) -> str:
    """Return the mark of a rule that is not agreed; nothing for what is."""
    word = status_word(writer, status)
    return f'<span class="mark mark-{status}">{word}</span>' if word else ""


def house_mark(writer: Writer) -> str:
    """Return the mark of what the group has otherwise, or has added."""
    mark = writer.say("House rule")
    return f'<span class="mark mark-house">{mark}</span>'


def standing(writer: Writer, status: str, house: bool) -> list[str]:
    """Return how a rule or a table stands: that it is the group's own, and that it is not agreed; nothing where neither is so."""
    return list(filter(None, (house_mark(writer) if house else "", status_mark(writer, status))))


def marks_line(writer: Writer, status: str, house: bool) -> str:
    """Return how something stands as a line of its own; nothing where there is nothing to say."""
    marks = standing(writer, status, house)
    return f'<p class="marks">{" ".join(marks)}</p>' if marks else ""


def badge(letters: str, picture: str = "") -> str:
    """Return the mark of a role, with its symbol, to stand before its name; neither is read out, for the name is."""
    return f'<span class="badge" aria-hidden="true">{plain(letters)}</span>{picture} ' if letters else ""


def _role(book: Book, writer: Writer, role: str) -> str:
    entry = book.definition.terms.get(role)
    letters = book.words.sentence(entry.mark) if entry and entry.mark else ""
    return f'<span class="mark">{badge(letters)}{writer.value(book.words.term(role))}</span>'


def _conditions(book: Book, writer: Writer, rule: Rule, here: str) -> str:
    pairs: list[tuple[Rule, Condition]] = []
    for role in rule.roles or ("",):
        pairs.extend(pair for pair in book.definition.conditions(rule, role) if pair not in pairs)
    own = [condition_line(book, writer, rule, condition) for origin, condition in pairs if origin is rule]
    shared: dict[str, list[str]] = {}
    for origin, condition in pairs:
        if origin is not rule:
            shared.setdefault(origin.id, []).append(condition_line(book, writer, rule, condition))
    lines: list[str] = []
    for id, texts in shared.items():
        from_there = link(writer.line(book.definition.rules[id].title), book.to_rule(id, here))
        lines.extend(f"{text} <small>{from_there}</small>" for text in texts)
    if not own and not lines:
        return ""
    wider = writer.words.say_n("and {n} condition of more general rules", "and {n} conditions of more general rules", len(lines))
    general = block("details", "general", [f"<summary>{plain(wider)}</summary>", bullets(lines)]) if lines else ""
    return block("div", "conditions", [label(writer.say("What must hold")), bullets(own), general])


def condition_line(book: Book, writer: Writer, rule: Rule, condition: Condition) -> str:
    """Return a condition, with who can know it where the program cannot."""
    said = {"table": writer.say("look it up on the table"), "mover": writer.say("only the player can know")}
    marks = [said[condition.checked_by]] if condition.checked_by in said else []
    if condition.roles and set(condition.roles) != set(rule.roles):
        marks.extend(writer.value(book.words.term(role)) for role in condition.roles)
    return writer.rule_line(condition.text) + (f" <small>({', '.join(marks)})</small>" if marks else "")


def reminders(writer: Writer, texts: Sequence[Sentence]) -> str:
    """Return what people forget, as a part of a card; nothing where that is nothing."""
    if not texts:
        return ""
    return block("div", "reminders", [label(writer.say("Easily forgotten")), bullets(map(writer.rule_line, texts))])


def _see(book: Book, writer: Writer, rule: Rule, here: str) -> str:
    others = [link(writer.line(book.definition.rules[id].title), book.to_rule(id, here)) for id in rule.see]
    axis, place = place_of(book.definition, rule.id)
    if place:
        what = writer.say("What follows at once")
        others.insert(0, f"**{link(what, place_page(axis, place))}**")
    return labelled(writer.say("See also"), " · ".join(others)) if others else ""


def _tables(book: Book, writer: Writer, rule: Rule) -> str:
    """Return the tables in which a rule looks something up."""
    links = [link(writer.line(book.definition.tables[id].title), book.to_table(id)) for id in rule.tables]
    return labelled(writer.say("Tables"), " · ".join(links)) if links else ""


def _option(book: Book, writer: Writer, rule: Rule) -> str:
    option = book.definition.options.get(rule.option)
    if option is None:
        return ""
    named = writer.say("Disputed") if option.kind == "dispute" else writer.say("Depends on")
    return labelled(named, link(writer.line(option.title), f"sources.md#option.{option.id}"))


def sources(book: Book, writer: Writer, rule: Rule) -> str:
    """Return the numbers of the sources of a rule, each leading to its name."""
    return source_numbers(book, writer, rule.sources)
