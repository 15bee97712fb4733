"""Find text by words as people type them: without case and accents, umlauts either way, inside compounds, in another number.

Every word asked for must occur. What is found exactly comes alone; only where nothing is, the reading grows looser: first
umlauts without their dots, then another ending.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from helper.definitions.fold import fold
from helper.frozen import Frozen

ALONE, WHOLE, START, INSIDE = 6, 4, 2, 1
SHORTEST_INSIDE = 3
SHORTEST_STEM = 4

Synonyms = Mapping[str, Sequence[str]]
Loosen = Callable[[str], str]


class Findable(Frozen):
    """Something that can be found: its texts, each with the weight of a word found in it."""

    id: str
    texts: tuple[tuple[str, int], ...]


class Found(Frozen):
    """Something that was found, and how well it fits."""

    id: str
    score: int


class _Letters(dict[int, int | str]):
    """What becomes of each sign of a text: letters and figures stay, anything else parts words."""

    def __missing__(self, code: int) -> int | str:
        self[code] = code if chr(code).isalnum() else " "
        return self[code]


_LETTERS = _Letters()


def words_of(text: str) -> list[str]:
    """Return the folded words of a text; a double s counts as one, so Einkommensteuer and Einkommenssteuer are the same."""
    return fold(text).translate(_LETTERS).replace("ss", "s").split()


def find(entries: Sequence[Findable], query: str, synonyms: Synonyms | None = None) -> list[Found]:
    """Return the entries in which every word of `query` occurs, best first.

    `synonyms` gives, for words joined by a space as `words_of` makes them, other words that mean the same.
    """
    asked = words_of(query)
    if not asked:
        return []
    known = synonyms or {}
    pages = [(entry.id, [(f" {' '.join(words_of(text))} ", weight) for text, weight in entry.texts]) for entry in entries]
    for loosen in (_as_it_is, _without_dots, _stem):
        found = _pass(pages, _readings(asked, known, loosen), loosen)
        if found:
            return found
    return []


def unknown_words(entries: Sequence[Findable], query: str) -> tuple[list[str], set[str]]:
    """Return the words of `query` that occur nowhere, and every word that does occur, as written."""
    written = {word.strip(".,;:()“”\"'?!") for entry in entries for text, _ in entry.texts for word in text.split()}
    missing = [word for word in query.split() if not find(entries, word)]
    return missing, {word for word in written if len(word) >= SHORTEST_INSIDE}


def _readings(asked: list[str], synonyms: Synonyms, loosen: Loosen) -> list[list[list[str]]]:
    """Return ways to read the query: each a list of groups, and one word of each group must occur."""
    known: dict[str, list[str]] = {}
    for spelling, phrases in synonyms.items():
        known.setdefault(loosen(spelling), []).extend(phrases)
    meant = [[word, *(other for phrase in known.get(loosen(word), ()) for other in words_of(phrase)[-1:])] for word in asked]
    whole = [[[word] for word in words_of(phrase)] for phrase in known.get(loosen(" ".join(asked)), ())]
    return [[[loosen(word) for word in group] for group in reading] for reading in (meant, *whole)]


def _pass(pages: list[tuple[str, list[tuple[str, int]]]], readings: list[list[list[str]]], loosen: Loosen) -> list[Found]:
    found = []
    for place, (id, texts) in enumerate(pages):
        loose = texts if loosen is not _without_dots else [(loosen(text), weight) for text, weight in texts]
        best = max((_score(loose, reading) for reading in readings), default=0)
        if best:
            found.append((-best, place, Found(id, best)))
    return [entry for _, _, entry in sorted(found, key=lambda item: item[:2])]


def _score(texts: list[tuple[str, int]], groups: list[list[str]]) -> int:
    total = 0
    for group in groups:
        # The first of a group is what was typed; what means the same counts half.
        best = max(weight * _fit(text, asked) // (1 if place == 0 else 2) for place, asked in enumerate(group) for text, weight in texts)
        if not best:
            return 0
        total += best
    return total


def _fit(text: str, asked: str) -> int:
    """Return how well a word fits a text, in which a space stands before each word and behind the last."""
    if asked not in text:
        return 0
    whole = f" {asked} "
    if whole in text:
        return ALONE if text == whole else WHOLE
    if whole[:-1] in text:
        return START
    return INSIDE if len(asked) >= SHORTEST_INSIDE else 0


def _as_it_is(word: str) -> str:
    return word


def _without_dots(word: str) -> str:
    for pair, letter in (("ae", "a"), ("oe", "o"), ("ue", "u")):
        word = word.replace(pair, letter)
    return word


def _stem(word: str) -> str:
    return word[:-1] if len(word) > SHORTEST_STEM else word
