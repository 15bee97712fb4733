"""The pages of a game in one language: a pure function of definition and words. No generator's machinery is needed.

Paths are relative to the folder of the language. Every page says which edition and version it follows, and how many of
its lines are not translated.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape

from helper.definitions.fold import fold
from helper.definitions.schema import Checklist, GameDefinition, Step, Table, Topic
from helper.i18n.messages import messages
from helper.i18n.naming import cell, listed
from helper.i18n.words import Words
from helper.publish.flow import Box, flow
from helper.publish.markdown import block, bullets, head, label, labelled, link, page, plain, table
from helper.publish.rule_card import card, status_word
from helper.publish.sources_page import sources_page
from helper.publish.writer import Book, Writer, checklist_page, finished, rules_of, topic_page
from helper.reference import reminders_of

Pages = dict[str, str]
LISTED_MISSING = 400
MANY = 8  # rules on a page that deserve a list of them at its head


def pages(
    definition: GameDefinition, words: Words, held: Collection[tuple[str, str]] | None = None, languages: Sequence[Words] = ()
) -> Pages:
    """Return the pages of a game by path.

    `held`: rule and id of the examples that may be shown, all where it is None. `languages`: the words of every language,
    for the state of the translations.
    """
    every = {(rule.id, shown.id) for rule in definition.rules.values() for shown in rule.examples}
    book = Book(definition, words, frozenset(every if held is None else every & set(held)))
    found = {"index.md": home_of_game(book)}
    found.update({topic_page(topic.id): topic_rules(book, topic) for topic in definition.topics})
    found.update({checklist_page(entry.id): checklist_steps(book, entry) for entry in definition.checklists.values()})
    if definition.tables:
        found["tables.md"] = all_tables(book)
    found["forgotten.md"] = all_reminders(book)
    found["glossary.md"] = glossary(book)
    found["sources.md"] = sources_page(book)
    found["translation.md"] = translation(book, languages or (words,))
    return {f"{definition.id}/{path}": text for path, text in found.items()}


def sections(definition: GameDefinition, words: Words) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return what there is to read of a game, in three parts: the title of each, and its pages as title and file name."""
    say = words.say
    steps = [(words.sentence(entry.title), checklist_page(entry.id)) for entry in definition.checklists.values()]
    topics = [(words.sentence(topic.title), topic_page(topic.id)) for topic in definition.topics]
    more = [(say("Tables"), "tables.md")] if definition.tables else []
    more += [(say("What people forget"), "forgotten.md"), (say("Glossary"), "glossary.md")]
    more += [(say("Sources and open points"), "sources.md"), (say("State of the translations"), "translation.md")]
    return [(say("Step by step"), steps), (say("Rules"), topics), (say("To look up"), more)]


def home(games: Sequence[tuple[GameDefinition, Words]], words: Words, project: str = "") -> str:
    """Return the first page of a language: every game, and what is looked up most. `project`: where its own pages stand."""
    writer = Writer(words)
    body = [
        head(writer.say("Rules at the table"), level=1),
        writer.say("What may I do now, what happens at the end of the round, who is ahead: look it up in your own language."),
    ]
    for definition, spoken in games:
        speaker = Writer(spoken)
        body.append(f"## {link(speaker.line(definition.title), f'{definition.id}/index.md')} {{ #{definition.id} }}")
        body.append(_players(definition, spoken))
        for title, entries in sections(definition, spoken)[:2]:
            body.append(label(plain(title)))
            body.append(_tiles([(name, f"{definition.id}/{path}") for name, path in entries]))
    if project:
        body.append(block("p", "beside", [link(writer.say("About this project (in English)"), project)]))
    return page(words.say("Rules at the table"), body, hide=["toc"])


def home_of_game(book: Book) -> str:
    """Return the first page of a game: two taps from here to anything."""
    writer = book.writer()
    body = [_players(book.definition, book.words)]
    for title, entries in sections(book.definition, book.words):
        body.extend((f"## {plain(title)}", _tiles(entries)))
    return finished(book, writer, book.words.sentence(book.definition.title), body, hide=["toc"])


def topic_rules(book: Book, topic: Topic) -> str:
    """Return the page of a topic: its checklists first, then every rule, then its tables."""
    writer = book.writer()
    body = [writer.rule_line(topic.intro)] if topic.intro else []
    inside = {rule.id for rule in rules_of(book.definition, topic.id)}
    beside = [
        entry for entry in book.definition.checklists.values() if sum(step.rule in inside for step in entry.steps) * 2 > len(entry.steps)
    ]
    if beside:
        links = [link(writer.line(entry.title), checklist_page(entry.id)) for entry in beside]
        body.append(block("div", "also", [labelled(writer.say("Step by step"), " · ".join(links))]))
    rules = rules_of(book.definition, topic.id)
    if len(rules) >= MANY:
        links = [link(writer.line(rule.title), f"#{rule.id}") for rule in rules]
        body.append(block("div", "jump", [label(writer.say("On this page")), " ".join(links)], data_search_exclude=""))
    body.extend(card(book, writer, rule) for rule in rules)
    body.extend(_table(book, writer, entry) for entry in book.definition.tables.values() if entry.topic == topic.id)
    return finished(book, writer, book.words.sentence(topic.title), body)


def checklist_steps(book: Book, checklist: Checklist) -> str:
    """Return the page of a checklist: its steps with what people forget at each, and the same as a picture."""
    writer = book.writer()
    say = book.words.say
    at_step, at_end = reminders_of(book.definition, checklist, [step.rule for step in checklist.steps])
    lines = []
    for place, step in enumerate(checklist.steps):
        who = f'<span class="who">{writer.html(step.who)}</span> ' if step.who else ""
        count = f' <span class="mark">{plain(_counts(book, step))}</span>' if step.players else ""
        to = link(writer.say("Rule"), book.to_rule(step.rule), book.words.sentence(book.definition.rules[step.rule].title))
        lines.append(f"1. {who}{writer.rule_line(step.text)}{count} <small>{to}</small>")
        lines.extend(f"    - {writer.rule_line(reminder)}" for reminder in at_step.get(place, ()))
    body = [block("div", "steps", ["\n".join(lines)])]
    if at_end:
        body.append(block("div", "reminders", [label(writer.say("Easily forgotten")), bullets(map(writer.rule_line, at_end))]))
    boxes = [
        Box(" · ".join(filter(None, (_who(book, step), _counts(book, step)))), book.words.sentence(step.text)) for step in checklist.steps
    ]
    told = " ".join(f"{place}. {box.who}: {box.text}" if box.who else f"{place}. {box.text}" for place, box in enumerate(boxes, 1))
    title = book.words.sentence(checklist.title)
    picture = flow(f"flow-{checklist.id}", say("{title} as a picture", title=title), told, boxes, book.words.direction)
    body.extend((head(writer.say("As a picture"), "picture"), f'<figure class="flow" data-search-exclude>{picture}</figure>'))
    return finished(book, writer, title, body)


def all_tables(book: Book) -> str:
    """Return every table of a game on one page."""
    writer = book.writer()
    return finished(book, writer, book.words.say("Tables"), [_table(book, writer, entry) for entry in book.definition.tables.values()])


def all_reminders(book: Book) -> str:
    """Return what people forget, topic by topic, each with its rule."""
    writer = book.writer()
    body: list[str] = []
    for topic in book.definition.topics:
        lines = [
            f"{writer.rule_line(reminder.text)} <small>{link(writer.line(rule.title), book.to_rule(rule.id))}</small>"
            for rule in rules_of(book.definition, topic.id)
            for reminder in rule.reminders
        ]
        if lines:
            body.extend((f"## {writer.line(topic.title)}", block("div", "reminders", [bullets(lines)])))
    return finished(book, writer, book.words.say("What people forget"), body)


def glossary(book: Book) -> str:
    """Return the words of the game: those of these pages, those of the printed edition, and others that people use."""
    writer = book.writer()
    printed, called = escape(book.words.say("In the printed edition")), escape(book.words.say("Also called"))
    entries = []
    for entry in sorted(book.definition.terms.values(), key=lambda entry: fold(book.words.sentence(entry.sheet))):
        sheet = book.words.sentence(entry.sheet)
        lines = []
        for name, text in ((printed, entry.box), (called, entry.also)):
            others = escape(", ".join(word for word in listed(book.words.sentence(text)) if word != sheet))
            if others:
                lines.append(f"<dd><span>{name}:</span> {others}</dd>")
        entries.append(f'<div id="term.{entry.id}"><dt>{writer.html(entry.sheet)}</dt>{"".join(lines)}</div>')
    intro = writer.say("First the words of these pages. Search and input take all the others too.")
    return finished(book, writer, book.words.say("Glossary"), [intro, f'<dl class="terms">{"".join(entries)}</dl>'])


def translation(book: Book, languages: Sequence[Words]) -> str:
    """Return how much of the game each language has, and what this one still lacks."""
    writer = book.writer()
    say = book.words.say
    every = list(messages(book.definition))
    rows: list[tuple[Mapping[str, str], list[str]]] = []
    for spoken in languages:
        done = sum(map(spoken.is_translated, every))
        name = f'<span lang="{spoken.tag}" dir="{spoken.direction}">{escape(spoken.symbols.name)}</span>'
        share = say("{percent} %", percent=100 * done // max(1, len(every)))
        rows.append(({}, [name, writer.value(done), writer.value(len(every) - done), escape(share)]))
    heads = [escape(say("Language")), escape(say("Translated")), escape(say("Missing")), escape(say("Share"))]
    body = [writer.say("What is not translated yet, or was changed since, is shown in English and marked."), table("", heads, rows)]
    missing = [sentence.text for sentence in every if not book.words.is_translated(sentence)]
    if missing:
        body.append(head(writer.say("Not translated yet")))
        body.append(
            "\n".join(
                f'- <span lang="en" dir="ltr">{plain(text)}</span>'
                for text in dict.fromkeys(map(_without_places, missing[:LISTED_MISSING]))
            )
        )
    return finished(book, writer, say("State of the translations"), body, search={"exclude": True})


def _players(definition: GameDefinition, words: Words) -> str:
    return f'<p class="players">{plain(_players_words(words, *definition.players))}</p>'


def _players_words(words: Words, low: int, high: int) -> str:
    return words.say_n("{n} player", "{n} players", low) if low == high else words.say("{low} to {high} players", low=low, high=high)


def _tiles(listed: Sequence[tuple[str, str]]) -> str:
    return block("div", "tiles", [bullets(link(plain(title), path) for title, path in listed)])


def _who(book: Book, step: Step) -> str:
    return book.words.sentence(step.who) if step.who else ""


def _counts(book: Book, step: Step) -> str:
    """Return for how many players a step is, empty where it is for all."""
    if not step.players:
        return ""
    return _players_words(book.words, min(step.players), max(step.players))


def _table(book: Book, writer: Writer, entry: Table) -> str:
    words, say = book.words, book.words.say
    keyed = [(row.get("low", row.get("key", 0)), _range(words, book.definition, row), row) for row in entry.rows]
    gaps = [(low, say("{low} to {high}", low=low, high=high), None) for low, high in entry.unknown]
    stepped = all(isinstance(low, int) for low, _, _ in keyed)
    rows: list[tuple[Mapping[str, str], list[str]]] = []
    for _, name, row in sorted([*keyed, *gaps], key=lambda item: int(str(item[0]))) if stepped else keyed:
        if row is None:
            unknown = escape(say("not in our sources: see your box"))
            rows.append(({"class": "unknown"}, [escape(name), unknown, *("" for _ in entry.columns[1:])]))
        else:
            rows.append(({}, [escape(name), *(writer.value(cell(book.definition, row.get(column.id))) for column in entry.columns)]))
    heads = [writer.html(entry.axis) if entry.axis else "", *(writer.html(column.title) for column in entry.columns)]
    word = status_word(writer, entry.status)
    mark = f'<p class="marks"><span class="mark mark-{entry.status}">{word}</span></p>' if word else ""
    named = head(writer.line(entry.title), f"table.{entry.id}")
    return block("section", f"rule rule-{entry.status}", [named, mark, table("", heads, rows)])


def _range(words: Words, definition: GameDefinition, row: Mapping[str, object]) -> str:
    if "low" not in row:
        return words.value(cell(definition, row.get("key", "")))
    if "high" not in row:
        return words.say("{low} and more", low=row["low"])
    return words.value(row["low"]) if row["low"] == row["high"] else words.say("{low} to {high}", low=row["low"], high=row["high"])


def _without_places(text: str) -> str:
    """Return a sentence with an ellipsis where its figures would stand."""
    import re

    return re.sub(r"\{\w*\}", "…", text)
