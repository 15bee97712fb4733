"""Write one rule: what it says, what must hold, what people forget, how it plays out, and where it comes from."""

from __future__ import annotations

from helper.definitions.schema import Condition, Rule
from helper.publish.examples import example
from helper.publish.markdown import block, bullets, head, label, labelled, link, plain
from helper.publish.writer import Book, Writer, topic_page


def card(book: Book, writer: Writer, rule: Rule) -> str:
    """Return a rule as a card for the page of its topic; its anchor is its id and never changes."""
    here = topic_page(rule.topic)
    note = labelled(writer.say("Note"), writer.rule_line(rule.note)) if rule.note else ""
    parts = [
        head(writer.line(rule.title), rule.id),
        _marks(book, writer, rule),
        writer.rule_line(rule.text),
        _conditions(book, writer, rule, here),
        _reminders(writer, rule),
        block("div", "note", [note]) if note else "",
        *(example(book, writer, rule, shown) for shown in rule.examples if (rule.id, shown.id) in book.held),
        block("div", "beside", [_see(book, writer, rule, here), _option(book, writer, rule), _sources(book, writer, rule)]),
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
    marks = [f'<span class="mark">{writer.value(book.words.term(role))}</span>' for role in rule.roles]
    word = status_word(writer, rule.status)
    if word:
        marks.append(f'<span class="mark mark-{rule.status}">{word}</span>')
    return f'<p class="marks">{" ".join(marks)}</p>' if marks else ""


def _conditions(book: Book, writer: Writer, rule: Rule, here: str) -> str:
    pairs: list[tuple[Rule, Condition]] = []
    for role in rule.roles or ("",):
        pairs.extend(pair for pair in book.definition.conditions(rule, role) if pair not in pairs)
    own = [_condition(book, writer, rule, condition) for origin, condition in pairs if origin is rule]
    shared: dict[str, list[str]] = {}
    for origin, condition in pairs:
        if origin is not rule:
            shared.setdefault(origin.id, []).append(_condition(book, writer, rule, condition))
    lines: list[str] = []
    for id, texts in shared.items():
        from_there = link(writer.line(book.definition.rules[id].title), book.to_rule(id, here))
        lines.extend(f"{text} <small>{from_there}</small>" for text in texts)
    if not own and not lines:
        return ""
    wider = writer.words.say_n("and {n} condition of more general rules", "and {n} conditions of more general rules", len(lines))
    general = block("details", "general", [f"<summary>{plain(wider)}</summary>", bullets(lines)]) if lines else ""
    return block("div", "conditions", [label(writer.say("What must hold")), bullets(own), general])


def _condition(book: Book, writer: Writer, rule: Rule, condition: Condition) -> str:
    said = {"table": writer.say("look it up on the table"), "mover": writer.say("only the player can know")}
    marks = [said[condition.checked_by]] if condition.checked_by in said else []
    if condition.roles and set(condition.roles) != set(rule.roles):
        marks.extend(writer.value(book.words.term(role)) for role in condition.roles)
    return writer.rule_line(condition.text) + (f" <small>({', '.join(marks)})</small>" if marks else "")


def _reminders(writer: Writer, rule: Rule) -> str:
    if not rule.reminders:
        return ""
    return block(
        "div", "reminders", [label(writer.say("Easily forgotten")), bullets(writer.rule_line(reminder.text) for reminder in rule.reminders)]
    )


def _see(book: Book, writer: Writer, rule: Rule, here: str) -> str:
    others = [link(writer.line(book.definition.rules[id].title), book.to_rule(id, here)) for id in rule.see]
    return labelled(writer.say("See also"), " · ".join(others)) if others else ""


def _option(book: Book, writer: Writer, rule: Rule) -> str:
    option = book.definition.options.get(rule.option)
    if option is None:
        return ""
    return labelled(writer.say("Depends on"), link(writer.line(option.title), f"sources.md#option.{option.id}"))


def _sources(book: Book, writer: Writer, rule: Rule) -> str:
    places = {id: place for place, id in enumerate(book.definition.sources, 1)}
    links = [
        link(str(places[id]), f"sources.md#source.{id}", book.words.sentence(book.definition.sources[id].title))
        for id in rule.sources
        if id in places
    ]
    return labelled(writer.say("Sources"), " ".join(links)) if links else ""
