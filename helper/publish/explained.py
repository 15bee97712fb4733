"""Words of a game that a rule of their own explains.

Some words are read wrongly by who meets them without their rule. A word is explained where a rule has its id after a dot
(`people.committed`) and is told as a plain rule.
"""

from __future__ import annotations

import re

from helper.definitions.schema import GameDefinition, Rule
from helper.frozen import Frozen
from helper.i18n.words import NONE, Words

ENDING, SHORTEST = 3, 5  # letters that inflection may change, and what must stay of a word


class Explained(Frozen):
    """A word, what finds every form of it, and the rule that explains it."""

    word: str
    forms: re.Pattern[str]
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
            found.append(Explained(word, re.compile(rf"\b{re.escape(stem_of(word))}"), rule))
    return found


def stem_of(word: str) -> str:
    """Return how every form of a word begins, in small letters."""
    small = word.casefold()
    return small[: max(SHORTEST, len(small) - ENDING)]
