"""The whole site as Markdown, language by language, and what stands where in each. Pure but for loading; no generator needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from helper.definitions.load import discover, load
from helper.definitions.schema import Example, GameDefinition
from helper.errors import HelperError
from helper.i18n import catalogs
from helper.i18n.words import Words
from helper.publish.changes import changes_of
from helper.publish.markdown import block, bullets, link, page, plain
from helper.publish.outline import sections
from helper.publish.pages import home, pages

Spoken = tuple[GameDefinition, Words]
Holds = Callable[[GameDefinition, Example], bool]


class Shelf(NamedTuple):
    """One language of the site: its own words, and every game with its words in that language."""

    lang: str
    words: Words
    games: tuple[Spoken, ...]


class Chapter(NamedTuple):
    """A part of the navigation: its title, its first page, and what is under it."""

    title: str
    first: str
    entries: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


def shelves(languages: Iterable[str] | None = None) -> list[Shelf]:
    """Return the languages of the site, all of them unless some are named."""
    definitions = [load(id) for id in discover()]
    chosen = list(catalogs.languages() if languages is None else languages)
    return [Shelf(lang, Words(lang), tuple((definition, Words(lang, definition)) for definition in definitions)) for lang in chosen]


def holding(definitions: Iterable[GameDefinition], holds: Holds) -> tuple[dict[str, set[tuple[str, str]]], list[str]]:
    """Return, for each game, rule and id of the examples that hold, and which do not."""
    held: dict[str, set[tuple[str, str]]] = {}
    broken = []
    for definition in definitions:
        inside = held.setdefault(definition.id, set())
        for rule in definition.rules.values():
            for example in rule.examples:
                if _holds(holds, definition, example):
                    inside.add((rule.id, example.id))
                else:
                    broken.append(f"{definition.id} {rule.id} {example.id}")
    return held, broken


def _holds(holds: Holds, definition: GameDefinition, example: Example) -> bool:
    """Return whether an example holds; one that cannot be run, such as in a game without its engine, does not."""
    try:
        return holds(definition, example)
    except HelperError:
        return False


def tree(every: Sequence[Shelf], held: dict[str, set[tuple[str, str]]] | None = None, project: str = "") -> dict[str, str]:
    """Return every page of the site by path: a chooser at the top, then a folder for each language.

    `project`: where the pages about the project stand, seen from the top.
    """
    found = {"index.md": chooser(every)}
    changes = {definition.id: changes_of(definition) for shelf in every[:1] for definition, _ in shelf.games}
    for shelf in every:
        found[f"{shelf.lang}/index.md"] = home(shelf.games, shelf.words, f"../{project}" if project else "")
        for definition, words in shelf.games:
            others = [spoken for other in every for known, spoken in other.games if known is definition]
            examples = None if held is None else held.get(definition.id, set())
            written = pages(definition, words, examples, others, changes[definition.id])
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
