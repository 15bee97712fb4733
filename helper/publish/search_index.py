"""Give each language a search index of its own, with the words that people type beside those that are written.

The theme's search knows neither umlauts written out nor words inside compounds nor the words of the printed edition.
They ride along in a field that is searched and not shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from helper.definitions.fold import fold
from helper.frozen import Frozen
from helper.i18n.naming import spellings
from helper.publish.site import Shelf

SHORTEST_COMPOUND, SHORTEST_PART, SHORTEST_REST = 9, 5, 3
_TAGS = re.compile(r"<[^>]*>|&[#\w]+;")
_WORD = re.compile(r"[^\W\d_]{3,}")

Index = dict[str, Any]


class Place(Frozen):
    """Where the index of a language goes, and which stemmer of the theme's search serves it."""

    shelf: Shelf
    stemmer: str


def split(site: Path, places: Sequence[Place], offline: bool) -> None:
    """Split the index of the whole site into one for each language. What stands at the top searches the first language."""
    path = site / "search" / "search_index.json"
    whole: Index = json.loads(path.read_bytes())
    for place in places:
        lang = place.shelf.lang
        own = [
            {**doc, "location": doc["location"].removeprefix(f"{lang}/")} for doc in whole["docs"] if doc["location"].startswith(f"{lang}/")
        ]
        own = without_stubs(own)
        index = {"config": {**whole["config"], "lang": [place.stemmer]}, "docs": enriched(own, synonyms(place.shelf))}
        _write(site / lang / "search", index, offline)
        if place is places[0]:
            at_top = [{**doc, "location": f"{lang}/{doc['location']}"} for doc in index["docs"]]
            _write(site / "search", {**index, "docs": at_top}, offline)


def without_stubs(docs: Sequence[Index]) -> list[Index]:
    """Return the documents without those of sections that the search leaves out: they have no text and the name of their page."""
    titles = {doc["location"]: doc["title"] for doc in docs if "#" not in doc["location"]}
    return [
        doc
        for doc in docs
        if doc["text"] or doc["location"] in titles or not titles.get(doc["location"].partition("#")[0], "").endswith(doc["title"])
    ]


def enriched(docs: Iterable[Index], others: Sequence[tuple[str, Sequence[str]]]) -> list[Index]:
    """Return the documents with further words under which each is found."""
    listed = list(docs)
    texts = [_TAGS.sub(" ", f"{doc['title']} {doc['text']}").lower() for doc in listed]
    words = [set(_WORD.findall(text)) for text in texts]
    known = {word for found in words for word in found} | {
        word for _, typed in others for phrase in typed for word in _WORD.findall(phrase.lower())
    }
    known |= shared_endings(known)
    once = cache(fold)
    result = []
    for doc, text, found in zip(listed, texts, words, strict=True):
        further = {part for word in found for part in parts(word, known)}
        further |= {once(word) for word in found | further if not word.isascii()}
        folded = f" {fold(text).replace('-', ' ')} "
        for sheet, typed in others:
            if f" {sheet} " in folded:
                further.update(phrase.lower() for phrase in typed)
        further -= found
        result.append({**doc, "tags": sorted(further)} if further else doc)
    return result


def parts(word: str, known: set[str]) -> list[str]:
    """Return the known words that a compound ends with."""
    if len(word) < SHORTEST_COMPOUND:
        return []
    return [word[start:] for start in range(SHORTEST_REST, len(word) - SHORTEST_PART + 1) if word[start:] in known]


def shared_endings(words: Iterable[str]) -> set[str]:
    """Return the endings that several compounds share, such as the last part of a word that never stands alone."""
    counts: dict[str, int] = {}
    endings = [
        [word[start:] for start in range(SHORTEST_REST, len(word) - SHORTEST_PART + 1)] for word in words if len(word) >= SHORTEST_COMPOUND
    ]
    for listed in endings:
        for ending in listed:
            counts[ending] = counts.get(ending, 0) + 1
    found = set()
    for listed in endings:
        for longer, ending in zip(["", *listed], listed, strict=False):
            if counts[ending] > max(1, counts.get(longer, 0)):
                found.add(ending)
    return found


def synonyms(shelf: Shelf) -> list[tuple[str, list[str]]]:
    """Return, for each word on the pages, folded, the words of the printed edition and others that people use for it."""
    found = []
    for definition, words in shelf.games:
        for entry in definition.terms.values():
            sheet, *others = spellings(words, entry)
            if others:
                found.append((fold(sheet).replace("-", " "), others))
    return found


def _write(folder: Path, index: Index, offline: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    (folder / "search_index.json").write_text(text, encoding="utf-8")
    if offline:
        (folder / "search_index.js").write_text(f"var __index = {text}", encoding="utf-8")
