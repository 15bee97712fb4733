"""Explain a word of the game where a page uses it first: what the rule says that is about this word.

Some words are read wrongly by who meets them without their rule. A word is explained where a rule has its id after a dot
(`people.committed`) and is told as a plain rule; the first sentence of that rule is the explanation.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from helper.definitions.fold import fold
from helper.definitions.schema import GameDefinition, Rule
from helper.i18n.words import NONE, Words
from helper.publish.markdown import block, labelled, legible, link, plain
from helper.publish.writer import Book, Writer

ENDING, SHORTEST = 3, 5  # letters that inflection may change, and what must stay of a word
_MARKUP = re.compile(r"<[^>]*>|\]\([^)]*\)|&#?\w+;|\{ #[^}]*\}")
_WORD = re.compile(r"\w+")
_SENTENCE = re.compile(r"(?<=[.!?])\s")


class Explained(NamedTuple):
    """A word, how every form of it begins, and the rule that explains it."""

    word: str
    stem: str
    rule: Rule


def explained(definition: GameDefinition, words: Words) -> list[Explained]:
    """Return the words of a game that a rule of their own explains."""
    found = []
    for rule in definition.rules.values():
        entry = definition.terms.get(rule.id.rpartition(".")[2])
        if entry is None or "." not in rule.id or rule.kind != "rule" or entry.kind != "word" or entry.box.text == NONE:
            continue
        word = words.sentence(entry.sheet)
        if " " not in word and " " not in entry.sheet.text:
            found.append(Explained(word, stem_of(word), rule))
    return found


def stem_of(word: str) -> str:
    """Return how every form of a word begins, folded."""
    folded = fold(word)
    return folded[: max(SHORTEST, len(folded) - ENDING)]


def glosses(book: Book, writer: Writer, text: str, here: str = "") -> str:
    """Return the explanations of the words that `text` is the first on its page to use, an empty text where there are none."""
    lines, used = [], _used(text)
    for one in explained(book.definition, book.words):
        if one.rule.id in writer.explained or not any(word.startswith(one.stem) for word in used):
            continue
        writer.explained.add(one.rule.id)
        first = _SENTENCE.split(book.words.sentence(one.rule.text))[0]
        said = writer.marked(one.rule.text, legible(first))
        lines.append(labelled(link(f"**{plain(one.word)}**", book.to_rule(one.rule.id, here)), said))
    return block("div", "gloss", ["\n\n".join(lines)]) if lines else ""


def _used(text: str) -> set[str]:
    return {fold(word) for word in _WORD.findall(_MARKUP.sub(" ", text))}
