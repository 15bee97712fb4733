"""Yes and no, as people type them: in the language of the session and in English, by any beginning."""

from __future__ import annotations

from helper.definitions.fold import fold
from helper.i18n.words import Words

YES, NO = "yes", "no"


def answered(words: Words, typed: str) -> bool | None:
    """Return whether a yes or a no was typed, no where nothing was; None where it is neither, or may be both."""
    given = fold(typed.strip())
    if not given:
        return False
    for yes, no in ((words.value(True), words.value(False)), (YES, NO)):
        says = (fold(yes).startswith(given), fold(no).startswith(given))
        if any(says):
            return None if all(says) else says[0]
    return None


def offered(words: Words) -> str:
    """Return what may be typed, the answer that counts where nothing is in a capital: `j/N`, or the words where their letters are one."""
    yes, no = words.value(True), words.value(False)
    if fold(yes)[:1] == fold(no)[:1]:
        return f"{yes}/{no.upper()}"
    return f"{yes[:1]}/{no[:1].upper()}"
