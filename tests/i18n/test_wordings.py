"""German and Italian say what the sheets say, to one reader, and never what a reader of the sheets would misread."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from helper.definitions.load import load
from helper.i18n.catalogs import CHECKOUT
from helper.i18n.words import Words
from tests.i18n.test_plurals import every_sentence
from tests.missing import speaks
from tests.rows import Row

TABLE: dict[str, Any] = tomllib.loads((Path(__file__).parent / "wordings.toml").read_text(encoding="utf-8"))
SHEETS = {
    "en": {"de": "German sheet", "it": "Italian sheet"},
    "de": {"de": r"deutschen? Blatt", "it": r"italienischen? Blatt"},
    "it": {"de": "foglio tedesco", "it": "foglio italiano"},
}
# What is said to several readers at once; the imperatives are found by their singular.
SEVERAL = {
    "de": re.compile(
        r"\b([Ee]u(ch|er|re[mnrs]?)|[Ii]hr (habt|seid|könnt|dürft|müsst|wählt|spielt)|(habt|seid|könnt|dürft|müsst|wählt) ihr)\b"
    ),
    "it": re.compile(r"\b([Vv]ostr[oaie]|[Vv]oi|siete|avete|potete|dovete|volete)\b"),
}
_START = re.compile(r"(?:^|[.:;!?]\s)(?:\W*)([A-ZÄÖÜ]?[a-zäöüß]+)\b")
# Imperatives to several that are nothing else; others are those of a question or of a third person too, but in no step of a checklist.
_STRONG = {"Nehmt", "Gebt", "Werft", "Seht", "Lest", "Behaltet", "Schlagt", "Tragt", "Lasst", "Vergesst", "Messt", "Verderbt"}
_THIRD_PERSON = "Beginnt jede"
_NOUNS = {"Limite"}


@cache
def translated(lang: str) -> tuple[tuple[str, str], ...]:
    """Return every translation of our own sentences with its place, a plural form each for itself."""
    catalog = read_po(BytesIO((CHECKOUT / lang / "LC_MESSAGES" / "helper.po").read_bytes()))
    found: list[tuple[str, str]] = []
    for message in catalog:
        if message.id and not any(comment.startswith("Said by") for comment in message.auto_comments):
            forms = (message.string,) if isinstance(message.string, str) else message.string or ()
            found += [(message.context or str(message.id), form) for form in dict.fromkeys(forms)]
    return tuple(found)


@pytest.mark.parametrize("case", TABLE["never"], ids=[f"{case['lang']}: {case['pattern']}" for case in TABLE["never"]])
def test_no_translation_says_what_is_misread(case: dict[str, str]) -> None:
    wrong = re.compile(case["pattern"])
    speaks(
        f"“{hit[0]}” in “{text}” ({place}). Say: {case['instead']}."
        for place, text in translated(case["lang"])
        if not place.endswith((".also", ".box")) and (hit := wrong.search(text))
    )


def _weak(word: str) -> set[str]:
    """Return how the imperative that may stand here speaks to one: “Lege” and “Leg” of “Legt”."""
    return {word[:-1], word[:-1] + "e"} if word.istitle() and word.endswith("t") else set()


def said_to_several(lang: str, text: str, singular: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield the words of a sentence that speak to more than one reader; `singular` are first words that speak to one."""
    yield from (hit[0] for hit in SEVERAL[lang].finditer(text))
    for hit in _START.finditer(text):
        word = hit[1]
        if lang == "de" and not text.startswith(_THIRD_PERSON, hit.start(1)) and (word in _STRONG or _weak(word) & singular):
            yield word
        if lang == "it" and word.istitle() and word not in _NOUNS and re.search(r"(ate|ete|ite)(l[oaie]|ne)?$", word):
            yield word


@pytest.mark.parametrize("lang", ["de", "it"])
def test_sentences_speak_to_one_reader(lang: str) -> None:
    singular = frozenset(hit[1] for _, text in translated(lang) for hit in _START.finditer(text))
    speaks(
        f"“{word}” in “{text}” ({place}) speaks to several people. Say du, or tu."
        for place, text in translated(lang)
        for word in said_to_several(lang, text, singular if "/checklist:" in place else frozenset())
    )


@pytest.mark.parametrize(
    ("lang", "text", "several"),
    [
        ("de", "Nehmt euch ein Basisblatt.", ["euch", "Nehmt"]),
        ("de", "Gilt, bis ihr eine andere wählt: dann habt ihr sie gewählt.", ["habt ihr"]),
        ("de", "Alle ziehen; ihr Marker bleibt. Legt die Karten ab.", ["Legt"]),
        ("de", "Alle ziehen; ihr Marker bleibt. Lege die Karten ab.", []),
        ("it", "Nessuna Legge in gioco? Passate al Punteggio.", ["Passate"]),
        ("it", "Passa al Punteggio.", []),
    ],
)
def test_the_check_hears_to_how_many_is_spoken(lang: str, text: str, several: list[str]) -> None:
    assert list(said_to_several(lang, text, frozenset({"Lege"}))) == several


@pytest.mark.parametrize("case", TABLE["sheets"], ids=[case["rule"] for case in TABLE["sheets"]])
def test_a_note_names_the_sheet_that_says_it_otherwise(case: dict[str, str]) -> None:
    game = load("hegemony")
    rule = game.rules[case["rule"]]
    with Row(case["rule"], [f"the sheet in the language {case['sheet']}"]) as row:
        for lang, names in SHEETS.items():
            note = Words(lang, game).sentence(rule.note) if rule.note else ""
            row.same(lang, True, bool(re.search(names[case["sheet"]], note)))


@pytest.mark.parametrize("case", TABLE["said"], ids=[case["where"] for case in TABLE["said"]])
def test_a_sentence_is_said_as_the_sheet_has_it(case: dict[str, str]) -> None:
    game, sentence = every_sentence()[case["where"]]
    with Row(case["where"], []) as row:
        for lang in SHEETS:
            row.same(lang, case[lang], Words(lang, game).sentence(sentence))
