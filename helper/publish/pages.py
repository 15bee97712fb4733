"""The pages of a game in one language: a pure function of definition and words. No generator's machinery is needed.

Paths are relative to the folder of the language. Every page says which edition and version it follows, and how many of
its lines are not translated.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape

from helper.definitions.schema import Checklist, GameDefinition, Topic
from helper.i18n.messages import messages
from helper.i18n.naming import for_players, who
from helper.i18n.words import Words
from helper.publish.change_page import change_page, place_links
from helper.publish.changes import Changes, changes_of
from helper.publish.explained import explained
from helper.publish.flow import Box, flow
from helper.publish.gloss import glosses
from helper.publish.glossary import glossary
from helper.publish.markdown import block, bullets, head, label, labelled, link, page, plain, table
from helper.publish.outline import Entry, acting_roles, sections
from helper.publish.role_page import role_page_of
from helper.publish.rule_card import badge, card, house_mark
from helper.publish.sources_page import sources_page
from helper.publish.tables import own_names, table_card
from helper.publish.writer import TABLES, Book, Held, Writer, checklist_page, finished, role_page, rules_of, topic_page
from helper.reference import reminders_of

Pages = dict[str, str]
LISTED_MISSING = 400
MANY = 8  # rules on a page that deserve a list of them at its head


def pages(
    definition: GameDefinition,
    words: Words,
    held: Held | None = None,
    languages: Sequence[Words] = (),
    changes: Changes | None = None,
    cards: str = "",
    companion: bool = False,
) -> Pages:
    """Return the pages of a game by path.

    `held`: the steps of the examples that may be shown, by rule and id; where it is None all may, without steps.
    `languages`: the words of every language, for the state of the translations. `changes`: what follows from each change,
    worked out here where it is None. `cards`: the file of the printed cards, where there is one. `companion`: whether there
    is a page to play with beside them.
    """
    every: Held = {(rule.id, shown.id): () for rule in definition.rules.values() for shown in rule.examples}
    book = Book(definition, words, every if held is None else held, tuple(explained(definition, words)), own_names(definition, words))
    found = {"index.md": home_of_game(book, cards, companion)}
    found.update({topic_page(topic.id): topic_rules(book, topic) for topic in definition.topics})
    found.update({checklist_page(entry.id): checklist_steps(book, entry) for entry in definition.checklists.values()})
    found.update({role_page(role): role_page_of(book, role) for role in acting_roles(definition)})
    links = place_links(book)
    if links:
        worked_out = changes_of(definition) if changes is None else changes
        found.update({path: change_page(book, place, worked_out) for place, path in links.items()})
    if definition.tables:
        found[TABLES] = all_tables(book)
    found["forgotten.md"] = all_reminders(book)
    found["glossary.md"] = glossary(book)
    found["sources.md"] = sources_page(book)
    found["translation.md"] = translation(book, languages or (words,))
    return {f"{definition.id}/{path}": text for path, text in found.items()}


def home(games: Sequence[tuple[GameDefinition, Words]], words: Words, project: str = "", companions: Collection[str] = ()) -> str:
    """Return the first page of a language: every game, and what is looked up most.

    `project`: where its own pages stand. `companions`: the games that have a page to play with.
    """
    writer = Writer(words)
    body = [
        head(writer.say("Rules at the table"), level=1),
        writer.say("What may I do now, what happens at the end of the round, who is ahead: look it up in your own language."),
    ]
    for definition, spoken in games:
        speaker = Writer(spoken)
        home_of = f"{definition.id}/index.md"
        body.append(f"## {link(speaker.line(definition.title), home_of)} {{ #{definition.id} }}")
        body.append(_players(definition, spoken))
        if definition.id in companions:
            body.append(_to_companion(speaker, f"{definition.id}/"))
        for group in sections(definition, spoken):
            if group.first:
                body.extend((label(plain(group.title)), _tiles(group.entries, f"{definition.id}/")))
        body.append(block("p", "beside", [link(writer.say("Everything about this game"), home_of)]))
    if project:
        body.append(block("p", "beside", [link(writer.say("About this project (in English)"), project)]))
    return page(words.say("Rules at the table"), body, hide=["toc"])


def home_of_game(book: Book, cards: str = "", companion: bool = False) -> str:
    """Return the first page of a game: two taps from here to anything."""
    writer = book.writer()
    body = [_players(book.definition, book.words)]
    if companion:
        body.append(_to_companion(writer))
    for group in sections(book.definition, book.words):
        body.extend((f"## {plain(group.title)}", _tiles(group.entries)))
    if cards:
        title = writer.say("To print")
        to = link(writer.say("Reference cards and player aids (PDF)"), cards)
        body.extend((f"## {plain(title)}", block("p", "print", [to])))
    return finished(book, writer, book.words.sentence(book.definition.title), body, hide=["toc"])


def topic_rules(book: Book, topic: Topic) -> str:
    """Return the page of a topic: its checklists first, then every rule, then its tables."""
    writer = book.writer()
    body = [writer.rule_line(topic.intro)] if topic.intro else []
    inside = {rule.id for rule in rules_of(book.definition, topic.id)}
    beside = [entry for entry in book.definition.checklists.values() if entry.id == topic.id or _is_about(entry, inside)]
    if beside:
        links = [link(writer.line(entry.title), checklist_page(entry.id)) for entry in beside]
        body.append(block("div", "also", [labelled(writer.say("Step by step"), " · ".join(links))]))
    rules = rules_of(book.definition, topic.id)
    if len(rules) >= MANY:
        links = [link(writer.line(rule.title), f"#{rule.id}") for rule in rules]
        body.append(block("div", "jump", [label(writer.say("On this page")), " ".join(links)], data_search_exclude=""))
    body.extend(card(book, writer, rule) for rule in rules)
    body.extend(table_card(book, writer, entry) for entry in book.definition.tables.values() if entry.topic == topic.id)
    return finished(book, writer, book.words.sentence(topic.title), body)


def _is_about(checklist: Checklist, rules: Collection[str]) -> bool:
    """Return whether a page of rules is what a checklist, or a good part of it, is about."""
    count = sum(step.rule in rules for step in checklist.steps)
    return count * 2 > len(checklist.steps) or count >= MANY // 2


def checklist_steps(book: Book, checklist: Checklist) -> str:
    """Return the page of a checklist: its steps with what people forget at each, and the same as a picture."""
    writer = book.writer()
    say = book.words.say
    at_step, at_end = reminders_of(book.definition, checklist, checklist.steps)
    lines = []
    for place, step in enumerate(checklist.steps):
        by = who(book.words, step)
        named = f'<span class="who">{writer.marked(step.who, plain(by)) if step.who else plain(by)}</span> ' if by else ""
        count = f' <span class="mark">{plain(for_players(book.words, step.players))}</span>' if step.players else ""
        to = link(writer.say("Rule"), book.to_rule(step.rule), book.words.sentence(book.definition.rules[step.rule].title))
        ours = f" {house_mark(writer)}" if book.definition.is_from_house(step.text) else ""
        lines.append(f"1. {named}{writer.rule_line(step.text)}{count}{ours} <small>{to}</small>")
        lines.extend(f"    - {writer.rule_line(reminder)}" for reminder in at_step.get(place, ()))
    body = [glosses(book, writer, "\n".join(lines)), block("div", "steps", ["\n".join(lines)])]
    if at_end:
        body.append(block("div", "reminders", [label(writer.say("Easily forgotten")), bullets(map(writer.rule_line, at_end))]))
    boxes = [
        Box(" · ".join(filter(None, (who(book.words, step), for_players(book.words, step.players)))), book.words.sentence(step.text))
        for step in checklist.steps
    ]
    told = " ".join(f"{place}. {box.who}: {box.text}" if box.who else f"{place}. {box.text}" for place, box in enumerate(boxes, 1))
    title = book.words.sentence(checklist.title)
    picture = flow(f"flow-{checklist.id}", say("{title} as a picture", title=title), told, boxes, book.words.direction)
    body.extend((head(writer.say("As a picture"), "picture"), f'<figure class="flow" data-search-exclude>{picture}</figure>'))
    return finished(book, writer, title, body)


def all_tables(book: Book) -> str:
    """Return every table of a game on one page."""
    writer = book.writer()
    tables = list(book.definition.tables.values())
    body: list[str] = []
    if len(tables) >= MANY:
        links = [link(writer.line(entry.title), f"#table.{entry.id}") for entry in tables]
        body.append(block("div", "jump", [label(writer.say("On this page")), " ".join(links)], data_search_exclude=""))
    body.extend(table_card(book, writer, entry, links=place_links(book)) for entry in tables)
    return finished(book, writer, book.words.say("Tables"), body)


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
    return finished(book, writer, book.words.say("What people forget"), [glosses(book, writer, "\n".join(body)), *body])


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
    missing = [sentence for sentence in every if not book.words.is_translated(sentence)]
    if missing:
        body.append(head(writer.say("Not translated yet")))
        body.append(
            "\n".join(
                f'- <span lang="{language}" dir="{direction}">{plain(text)}</span>'
                for text, (language, direction) in {
                    _without_places(one.text): book.words.origin(one) for one in missing[:LISTED_MISSING]
                }.items()
            )
        )
    return finished(book, writer, say("State of the translations"), body, search={"exclude": True})


def _players(definition: GameDefinition, words: Words) -> str:
    return f'<p class="players">{plain(for_players(words, definition.players))}</p>'


def _to_companion(writer: Writer, folder: str = "") -> str:
    name = writer.say("At the table: work things out, and keep the evening")
    return block("div", "tiles companion", [bullets([link(name, f"{folder}companion/index.html")])])


def _tiles(entries: Sequence[Entry], folder: str = "") -> str:
    return block("div", "tiles", [bullets(link(f"{badge(entry.mark)}{plain(entry.title)}", f"{folder}{entry.path}") for entry in entries)])


def _without_places(text: str) -> str:
    """Return a sentence with an ellipsis where its figures would stand."""
    import re

    return re.sub(r"\{\w*\}", "…", text)
