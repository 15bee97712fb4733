"""Nobody reads an English id in another language: refusals, suggestions, what is to be told, what is due and what may be typed."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from helper.cli.sitting import following
from helper.cli.terminal import Terminal
from helper.definitions.load import load
from helper.definitions.schema import copy_of
from helper.i18n.catalogs import CHECKOUT
from tests.cli.conftest import Helper
from tests.rows import Row

EVENINGS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "ids.toml").read_text(encoding="utf-8"))["evenings"]
WORD = re.compile(r"[^\W\d_][\w.-]*\w")


@cache
def ids(game: str) -> frozenset[str]:
    """Return everything of a game that has an id: rules, words, keys and arguments, checklists, calculators, topics, options' readings."""
    found = load(game)
    keys = {part for one in found.inputs for part in one.key.split(".") if not part.startswith("<")}
    listed = {*found.terms, *found.rules, *found.calculators, *found.checklists, *(topic.id for topic in found.topics), *keys}
    return frozenset(listed | {f"{id}_{number}" for id in found.terms for number in range(1, 4)})


@cache
def said(lang: str) -> frozenset[str]:
    """Return every word that the language itself says, small."""
    catalog = read_po(BytesIO((CHECKOUT / lang / "LC_MESSAGES" / "helper.po").read_bytes()))
    texts = (text for one in catalog if one.id for text in ((one.string,) if isinstance(one.string, str) else one.string or ()))
    return frozenset(word.lower() for text in texts for word in WORD.findall(re.sub(r"\{\w+\}", " ", text)))


def read_as_ids(text: str, game: str, lang: str, typed: str) -> list[str]:
    """Return the words of a text that are ids and no words of the language, nor what was typed."""
    known = {*said(lang), *(word.lower() for word in WORD.findall(typed)), game}
    words = [part for word in WORD.findall(text) for part in {word, *word.split(".")}]
    return sorted({word for word in words if word in ids(game) and copy_of(word).lower() not in known})


@pytest.mark.parametrize("lang", ["de", "it"])
@pytest.mark.parametrize("evening", EVENINGS, ids=[one["name"] for one in EVENINGS])
def test_no_line_of_an_evening_shows_an_english_id(helper: Helper, evening: dict[str, Any], lang: str) -> None:
    for line in (evening["begin"], *evening["lines"]):
        command = line if isinstance(line, str) else line[lang]
        with Row(command, [str(evening["begin"])]) as row:
            answer = helper("--lang", lang, "--plain", *command.split(" "))
            row.same("ids", [], read_as_ids(answer.out + answer.err, evening["game"], lang, command))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("vota ballot=working:against:1:1: non permesso", ["against", "ballot", "working"]),
        ("vota scheda_di_voto=classe_operaia:contro:1:1: non permesso", []),
        ("«xx» qui non è noto; scegli tra bag, mercato e companies.supermarket_1", ["bag", "companies", "supermarket_1"]),
        ("Dev'essere il tuo turno. [turn.main_action]", ["main_action", "turn", "turn.main_action"]),
    ],
)
def test_the_check_hears_ids_and_leaves_words(text: str, found: list[str]) -> None:
    assert read_as_ids(text, "hegemony", "it", "play") == found


@pytest.mark.parametrize(("lang", "offered"), [("de", {"hauptstadt.blau=", "Anna.goldmarker="}), ("it", {"capitale.blu=", "Anna.oro="})])
def test_keys_are_completed_in_the_language_of_the_reader(helper: Helper, lang: str, offered: set[str]) -> None:
    helper("new", "capital-lux-2", "Anna", "Bert")
    keys = following(["observe"], Terminal(lang))
    assert offered <= set(keys)
    assert read_as_ids(" ".join(keys), "capital-lux-2", lang, "") == []


@pytest.mark.parametrize(
    ("line", "de", "it"),
    [
        ("record list", "; Anna, Bert, Cleo, Dora;", "; Anna, Bert, Cleo, Dora;"),
        ("record list", ": Hegemony: Führe deine Klasse zum Sieg;", ": Hegemony: Conquista la supremazia politica;"),
        ("rules hegemony strike", "Streik\n", "Sciopero\n"),
        ("glossary hegemony", "Arbeiterschicht – ", "Classe Operaia – "),
        ("observe companies.clinic_1.open=xx", "Möglich: ja, nein und offen.", "scegli tra sì, no e aperta."),
        ("observe export_card=xx", "etwa 3nahrung:25.", "come in 3cibo:25."),
        ("observe market.capitalist=fischzocht", "Meintest du Fischzucht?", "«fischzocht» qui non è noto"),
        ("observe market.capitalist=ortofrutta", "„ortofrutta“ ist hier nicht bekannt", "Intendevi Orticoltura?"),
    ],
)
def test_lists_and_errors_say_words_of_the_language(helper: Helper, line: str, de: str, it: str) -> None:
    helper("new", "hegemony", "Anna", "Bert", "Cleo", "Dora")
    with Row(line, []) as row:
        for lang, said in (("de", de), ("it", it)):
            answer = helper("--lang", lang, "--plain", *line.split(" "))
            row.same(lang, said, said if said in answer.out + answer.err else answer.out + answer.err)


def test_nothing_is_suggested_for_a_short_form_that_shares_a_letter(helper: Helper) -> None:
    helper("new", "hegemony", "Anna", "Bert", "Cleo", "Dora")
    assert "Intendevi" not in helper("--lang", "it", "observe", "foo=1").err
