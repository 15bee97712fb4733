"""Two languages nobody speaks, made from any messages: a longer, accented one, and one that runs from right to left.

They show what was never translatable, what does not fit, and what assumes that text starts at the left. They are
`.po` files like every other: put one in a folder that HELPER_LOCALES names, or give it to `catalogs.add`. Needs Babel.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from helper.i18n.catalog_files import Message, text_of
from helper.i18n.catalogs import DOMAIN
from helper.i18n.checkout import locale_of

ACCENTED = "en-XA"
RIGHT_TO_LEFT = "ar-XB"
_KEPT = re.compile(r"(\{\w*\}|%\(\w+\)\w|%\w)")
_ACCENTS = str.maketrans("aeiouycnsgAEIOUYCNSG", "àéîöùýçñšğÀÉÎÖÙÝÇÑŠĞ")
_ARABIC = str.maketrans("abcdefghijklmnopqrstuvwxyz", "ابثدعفجهيكقلمنوپقرستوڤوخيز")
_PADDING = "one two three four five six seven eight"
_RLM = "\u200f"


def accented(text: str) -> str:
    """Return a text with accents, in brackets, and longer by about two fifths; placeholders stay."""
    if not any(letter.isalpha() for letter in text):
        return text
    padding = _PADDING[: max(2, len(text) * 2 // 5)].strip()
    return f"[{_outside_placeholders(text, lambda part: part.translate(_ACCENTS))} {padding}]"


def mirrored(text: str) -> str:
    """Return a text in Arabic letters between right-to-left marks; placeholders stay."""
    if not any(letter.isalpha() for letter in text):
        return text
    return _RLM + _outside_placeholders(text, lambda part: part.lower().translate(_ARABIC)) + _RLM


def pseudo_po(messages: Iterable[Message], lang: str) -> str:
    """Return the `.po` of a pseudo-language with every one of `messages` translated."""
    from babel.messages.catalog import Catalog

    change = mirrored if lang == RIGHT_TO_LEFT else accented
    catalog = Catalog(locale=str(locale_of(lang)), fuzzy=False)
    for message in messages:
        if message.plural:
            forms = (change(message.text), *[change(message.plural)] * (catalog.num_plurals - 1))
            catalog.add((message.text, message.plural), forms, context=message.context)
        else:
            catalog.add(message.text, change(message.text), context=message.context)
    return text_of(catalog)


def write_pseudo(folder: Path, messages: Iterable[Message]) -> None:
    """Write both pseudo-languages below a folder, as `locales` has them."""
    listed = list(messages)
    for lang in (ACCENTED, RIGHT_TO_LEFT):
        path = folder / lang / "LC_MESSAGES" / f"{DOMAIN}.po"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(pseudo_po(listed, lang), encoding="utf-8")


def _outside_placeholders(text: str, change: Callable[[str], str]) -> str:
    return "".join(part if _KEPT.fullmatch(part) else change(part) for part in _KEPT.split(text))
