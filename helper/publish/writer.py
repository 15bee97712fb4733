"""Word the sentences of one page as Markdown, and count those that its language does not have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from helper.definitions.schema import GameDefinition, Rule, Sentence
from helper.frozen import Frozen
from helper.i18n.words import Words
from helper.publish.explained import Explained
from helper.publish.markdown import labelled, legible, link, page, plain

if TYPE_CHECKING:
    from helper.engine.resolution import Step

TABLES = "tables.md"
Held = Mapping[tuple[str, str], "tuple[Step, ...]"]


class Writer:
    """The words of one page. What is not translated comes in English, marked as such, and is counted once."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.untranslated: set[str] = set()
        self.explained: set[str] = set()  # rules whose word this page has explained

    def line(self, sentence: Sentence) -> str:
        """Return a sentence as Markdown."""
        return self.marked(sentence, plain(self.words.sentence(sentence)))

    def rule_line(self, sentence: Sentence) -> str:
        """Return a sentence as Markdown, its figures in strong type."""
        return self.marked(sentence, legible(self.words.sentence(sentence)))

    def html(self, sentence: Sentence) -> str:
        """Return a sentence as HTML."""
        return self.marked(sentence, escape(self.words.sentence(sentence)))

    def say(self, text: str, **values: object) -> str:
        """Return one of the program's own sentences as Markdown."""
        return plain(self.words.say(text, **values))

    def value(self, value: object) -> str:
        """Return a value as HTML, which is Markdown too."""
        return plain(self.words.value(value))

    def marked(self, sentence: Sentence, written: str) -> str:
        """Return what was written of a sentence, marked where it is not translated."""
        if self.words.is_translated(sentence):
            return written
        self.untranslated.add(sentence.context)
        language, direction = self.words.origin(sentence)
        return f'<span lang="{language}" dir="{direction}" class="untranslated">{written}</span>'


class Book(Frozen):
    """A game in one language: what every page is written from.

    With the examples that hold, the words that are explained, and the names that are our own rendering.
    """

    definition: GameDefinition
    words: Words
    held: Held
    explained: tuple[Explained, ...] = ()
    ours: frozenset[str] = frozenset()

    def writer(self) -> Writer:
        """Return a writer for a new page."""
        return Writer(self.words)

    def to_rule(self, id: str, here: str = "") -> str:
        """Return where a rule stands, as seen from the page `here`."""
        topic = topic_page(self.definition.rules[id].topic)
        return f"{'' if topic == here else topic}#{id}"

    def to_table(self, id: str) -> str:
        """Return where a table stands."""
        return f"{TABLES}#table.{id}"


def role_page(role: str) -> str:
    """Return the file name of a role's page."""
    return f"role-{role}.md"


def place_page(axis: str, place: str) -> str:
    """Return the file name of the page of a place that changes, such as a policy."""
    return f"{axis}-{place}.md"


def topic_page(id: str) -> str:
    """Return the file name of a topic's page."""
    return f"{id}.md"


def cards_file(game: str, lang: str) -> str:
    """Return the file name of the printed cards of a game in a language."""
    return f"{game}-cards-{lang}.pdf"


def checklist_page(id: str) -> str:
    """Return the file name of a checklist's page."""
    return f"steps-{id}.md"


def rules_of(definition: GameDefinition, topic: str) -> list[Rule]:
    """Return the rules of a topic as they are written."""
    return [rule for rule in definition.rules.values() if rule.topic == topic]


def source_numbers(book: Book, writer: Writer, ids: Sequence[str]) -> str:
    """Return sources by their numbers, each leading to its name; nothing where there are none."""
    places = {id: place for place, id in enumerate(book.definition.sources, 1)}
    links = [
        link(str(places[id]), f"sources.md#source.{id}", book.words.sentence(book.definition.sources[id].title))
        for id in ids
        if id in places
    ]
    return labelled(writer.say("Sources"), " ".join(links)) if links else ""


def finished(book: Book, writer: Writer, title: str, body: Sequence[str], before: str = "", **meta: object) -> str:
    """Return a page with its heading, a banner where lines are not translated, and the edition at its foot.

    `before` is a mark to stand before the heading, as HTML.
    """
    words, definition = book.words, book.definition
    edition = words.sentence(definition.edition)
    count = len(writer.untranslated)
    banner = ""
    if count:
        missing = words.say_n(
            "{n} line of this page is not translated yet; it is shown in English.",
            "{n} lines of this page are not translated yet; they are shown in English.",
            count,
        )
        based = words.say("Based on: {edition}.", edition=edition)
        banner = f'<p class="banner" role="note" data-search-exclude>{plain(missing)} {plain(based)}</p>'
    date = f'<time datetime="{escape(definition.date)}">{escape(definition.date)}</time>'
    version = words.say("Rules version {version}", version=definition.version)
    foot = " · ".join((*map(escape, (words.sentence(definition.title), edition, version)), date))
    described = words.say("{title}: {page}", title=words.sentence(definition.title), page=title)
    return page(
        title,
        [f"# {before}{plain(title)}", banner, *body, f'<p class="edition" data-search-exclude>{foot}</p>'],
        description=described,
        **meta,
    )
