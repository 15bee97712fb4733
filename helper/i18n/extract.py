"""Extract what is translatable from TOML: an extractor for Babel (`helper_toml`), which the catalogs use as well."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO

from helper.definitions.build import build
from helper.definitions.load import read_folder
from helper.definitions.schema import Sentence
from helper.errors import Damaged
from helper.i18n.faults import sentences_of
from helper.i18n.messages import messages, placeholders

Extracted = tuple[int, str, tuple[str, ...], list[str]]


def extract_toml(
    fileobj: IO[bytes], keywords: Mapping[str, object], comment_tags: Collection[str], options: Mapping[str, object]
) -> Iterator[Extracted]:
    """Yield the messages of a TOML file as Babel wants them.

    A sentence's place in the catalog depends on its whole game, so the game's `game.toml` answers for its folder and
    the other files of the folder for nothing.
    """
    path = Path(fileobj.name)
    if path.name == "faults.toml":
        import tomllib

        found: Iterable[Sentence] = sentences_of(tomllib.load(fileobj)).values()
    elif path.name == "game.toml":
        found = game_sentences(path.parent)
    else:
        return
    for sentence in found:
        texts = (sentence.context, sentence.text, sentence.plural) if sentence.plural else (sentence.context, sentence.text)
        yield 1, "npgettext" if sentence.plural else "pgettext", texts, notes(sentence)


def game_sentences(folder: Path) -> list[Sentence]:
    """Return every sentence of the game in a folder.

    Raises Damaged with every fault of a definition that cannot be read.
    """
    definition, faults = build(read_folder(folder))
    if faults:
        raise Damaged(*faults)
    return list(messages(definition))


def notes(sentence: Sentence) -> list[str]:
    """Return what a translator should know. No figure stands there: a changed figure leaves the catalogs alone."""
    figures = [f"{{{name}}}" for name, figure in placeholders(sentence).items() if figure]
    said = [f"{{{name}}}" for name, figure in placeholders(sentence).items() if not figure]
    found = [sentence.note.strip()] if sentence.note.strip() else []
    if figures:
        found.append(f"A figure of the rule: {', '.join(figures)}")
    if said:
        found.append(f"Filled in when it is said: {', '.join(said)}")
    return found
