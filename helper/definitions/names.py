"""Names of people and of records: kept in one normal form and compared as typed; folded only to look one up."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from helper.definitions.fold import fold
from helper.errors import Fault, UnreadableInput

LONGEST_NAME = 200
_UNSEEN = ("Cc", "Cs", "Co", "Zl", "Zp")
_TURNING = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
_MARKS = "\u061c\u200e\u200f"
_WIDTHLESS = "\xad\u180e\u200b\u2061\u2062\u2063\u2064\ufeff\ufff9\ufffa\ufffb"
_BLANK = ("Cf", "Zs", "Mn")
TYPED = "="
"""What stands before a name as typed among folded words: no folded word of a key or a value begins so."""


def as_kept(name: str) -> str:
    """Return a name as it is kept and compared: composed, without blanks around it."""
    return unicodedata.normalize("NFC", name).strip()


def unseen(name: str) -> str:
    """Return the first sign that no name may have, as its code, empty where all may stand: what controls, turns text or has no width.

    What joins signs (Persian, a family in one picture) may stand in a name.
    """
    for sign in name if not (name.isascii() and name.isprintable()) else "":
        turns = unicodedata.bidirectional(sign) in _TURNING or sign in _MARKS
        if turns or sign in _WIDTHLESS or unicodedata.category(sign) in _UNSEEN or ord(sign) & 0xFFFE == 0xFFFE:
            return f"U+{ord(sign):04X}"
    return ""


def unfit(name: str) -> dict[str, object]:
    """Return why a text can be no name, as values of a fault: a sign that none may have, nothing to be seen, or too long; else nothing."""
    if sign := unseen(name):
        return {"given": name[:40], "sign": sign}
    if all(unicodedata.category(sign) in _BLANK for sign in name):
        return {"given": None}
    return {"given": name[:40], "sign": None, "most": LONGEST_NAME} if len(name) > LONGEST_NAME else {}


def named(given: str, names: Mapping[str, str]) -> list[str]:
    """Return the ids of those whom `given` names: by the id or the name as typed, else folded, else by its beginning."""
    asked = as_kept(given)
    folded = fold(asked)
    return (
        [id for id, name in names.items() if asked in (id, as_kept(name))]
        or [id for id, name in names.items() if folded in (fold(id), fold(name))]
        or [id for id, name in names.items() if folded and fold(name).startswith(folded)]
    )


def spellings(names: Mapping[str, str]) -> dict[str, str]:
    """Return what may be typed for names, each with its id, as folded words; of names that fold alike, each as typed only.

    A beginning finds these all the same, and then several.
    """
    folded = {id: fold(name) for id, name in names.items()}
    found: dict[str, str] = {}
    for id, word in folded.items():
        if list(folded.values()).count(word) > 1:
            found[f"{TYPED}{as_kept(names[id])}"] = id
            found[f"{word} {id}"] = id
        else:
            found[word] = id
    return found


def find_seat(given: str, seats: Mapping[str, str], where: str = "") -> str:
    """Return the seat that `given` names: its id (P1), the name of who sits there, or the beginning of a name.

    Raises UnreadableInput where nobody is called so, and naming them where several are.
    """
    found = named(given, seats)
    if len(found) == 1:
        return found[0]
    raise no_one("ambiguous_seat" if found else "unknown_seat", given, {id: seats[id] for id in found or seats}, where)


def no_one(code: str, given: str, seats: Mapping[str, str], where: str = "") -> UnreadableInput:
    """Return the error that names who sits here, or who of them may be meant."""
    known = [id if id == name else f"{id} ({name})" for id, name in seats.items()]
    return UnreadableInput(Fault(code, {"given": given, "known": known}, where))
