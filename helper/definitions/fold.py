"""Fold words for comparing: case, accents and the ways German writes its umlauts; and name the nearest word."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_SPELLINGS = str.maketrans({"ß": "ss", "ä": "ae", "ö": "oe", "ü": "ue", "æ": "ae", "ø": "o", "’": "'", "−": "-"})


def fold(word: str) -> str:
    """Return `word` as it is compared: lower case, no accents, umlauts and ß written out, `_` and spaces as `-`."""
    if word.isascii():
        return word.lower().replace(" ", "-").replace("_", "-")
    spelled = unicodedata.normalize("NFKC", word).casefold().translate(_SPELLINGS)
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(letter))
    return bare.casefold().translate(_SPELLINGS).replace(" ", "-").replace("_", "-")


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the one of `known` that is most like `word`, or an empty text where none is like it."""
    import difflib

    candidates = {fold(candidate): candidate for candidate in known}
    found = difflib.get_close_matches(fold(word)[:80], candidates, n=1, cutoff=0.5)
    return candidates[found[0]] if found else ""
