"""The whole site as Markdown, language by language, and what stands where in each. Pure but for loading; no generator needed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from helper.definitions.load import every as every_game
from helper.definitions.schema import Example, GameDefinition
from helper.errors import HelperError
from helper.frozen import Frozen
from helper.i18n import catalogs
from helper.i18n.words import Words
from helper.publish.changes import changes_of
from helper.publish.markdown import block, bullets, link, page, plain
from helper.publish.outline import sections
from helper.publish.pages import home, pages
from helper.publish.writer import Held, cards_file

if TYPE_CHECKING:
    from helper.engine.resolution import Step

Spoken = tuple[GameDefinition, Words]
Work = Callable[[GameDefinition, Example], "tuple[Step, ...] | None"]


class Shelf(Frozen):
    """One language of the site: its own words, and every game with its words in that language."""

    lang: str
    words: Words
    games: tuple[Spoken, ...]


class Chapter(Frozen):
    """A part of the navigation: its title, its first page, and what is under it."""

    title: str
    first: str
    entries: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


def shelves(languages: Iterable[str] | None = None) -> list[Shelf]:
    """Return the languages of the site, all of them unless some are named."""
    definitions = every_game()
    chosen = list(catalogs.languages() if languages is None else languages)
    return [Shelf(lang, Words(lang), tuple((definition, Words(lang, definition)) for definition in definitions)) for lang in chosen]


def holding(definitions: Iterable[GameDefinition], work: Work) -> tuple[dict[str, Held], list[str]]:
    """Return, for each game, the steps of the examples that hold, by rule and id; and which do not hold."""
    held: dict[str, Held] = {}
    broken = []
    for definition in definitions:
        inside: dict[tuple[str, str], tuple[Step, ...]] = {}
        for rule in definition.rules.values():
            for example in rule.examples:
                steps = _worked(work, definition, example)
                if steps is None:
                    broken.append(f"{definition.id} {rule.id} {example.id}")
                else:
                    inside[rule.id, example.id] = steps
        held[definition.id] = inside
    return held, broken


def _worked(work: Work, definition: GameDefinition, example: Example) -> tuple[Step, ...] | None:
    """Return the steps of an example; one that cannot be run, such as in a game without its engine, does not hold."""
    try:
        return work(definition, example)
    except HelperError:
        return None


def tree(
    every: Sequence[Shelf],
    held: Mapping[str, Held] | None = None,
    project: str = "",
    beside: Collection[str] = (),
) -> dict[str, str]:
    """Return every page of the site by path: a chooser at the top, then a folder for each language.

    `project`: where the pages about the project stand, seen from the top. `beside`: what else there is that pages lead to,
    by path: printed cards, pages of the companion.
    """
    found = {"index.md": chooser(every)}
    changes = {definition.id: changes_of(definition) for shelf in every[:1] for definition, _ in shelf.games}
    for shelf in every:
        companions = {definition.id for definition, _ in shelf.games if f"{shelf.lang}/{definition.id}/companion/index.html" in beside}
        found[f"{shelf.lang}/index.md"] = home(shelf.games, shelf.words, f"../{project}" if project else "", companions)
        for definition, words in shelf.games:
            others = [spoken for other in every for known, spoken in other.games if known is definition]
            examples = None if held is None else held.get(definition.id, {})
            cards = cards_file(definition.id, shelf.lang)
            offered = cards if f"{shelf.lang}/{definition.id}/{cards}" in beside else ""
            written = pages(definition, words, examples, others, changes[definition.id], offered, definition.id in companions)
            found.update({f"{shelf.lang}/{path}": text for path, text in written.items()})
    return found


def chapters(shelf: Shelf) -> list[Chapter]:
    """Return the navigation of one language: a chapter for each game."""
    found = []
    for definition, words in shelf.games:
        entries = tuple(
            (group.title, tuple((entry.title, f"{shelf.lang}/{definition.id}/{entry.path}") for entry in group.entries))
            for group in sections(definition, words)
        )
        found.append(Chapter(words.sentence(definition.title), f"{shelf.lang}/{definition.id}/index.md", entries))
    return found


def chooser(every: Sequence[Shelf]) -> str:
    """Return the page at the top: every language by its own name, with its own invitation."""
    lines = []
    for shelf in every:
        name = f'<span lang="{shelf.words.tag}" dir="{shelf.words.direction}">{plain(shelf.words.symbols.name)}</span>'
        lines.append(link(name, f"{shelf.lang}/index.md"))
    title = " · ".join(dict.fromkeys(plain(shelf.words.say("Language")) for shelf in every))
    return page(
        "Tabletop helper",
        [f"# {title}", block("div", "tiles languages", [bullets(lines)])],
        hide=["navigation", "toc"],
        search={"exclude": True},
    )
