"""What is extracted for translators, and how their files are kept up to date."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

from helper.definitions.load import GAMES, discover, load
from helper.errors import Damaged
from helper.i18n.catalog_files import SAID, all_messages, fresh, template, text_of, updated
from helper.i18n.catalogs import CHECKOUT, PACKAGE
from helper.i18n.extract import extract_toml, game_sentences, notes
from helper.i18n.messages import messages, placeholders

GAME = """
format = 1
id = "tiny"
title = "Tiny"
version = "1"
date = "2026-01-01"
edition = "First"
players = [1, 2]
"""
RULES = """
topic = { id = "turn", title = "Turn", order = 1 }
[[rules]]
id = "draw"
title = "Draw"
text = { one = "{seat} draws {n} card.", other = "{seat} draws {n} cards.", by = "n" }
values = { n = 2 }
"""
PLACEHOLDER = re.compile(r"\{\w*\}|%\(\w+\)s")


def as_texts(written: object) -> list[str]:
    return [str(text) for text in written] if isinstance(written, (tuple, list)) else [str(written or "")]


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    (tmp_path / "rules").mkdir()
    (tmp_path / "game.toml").write_text(GAME)
    (tmp_path / "rules/turn.toml").write_text(RULES)
    return tmp_path


def test_the_extractor_answers_for_a_whole_game_at_its_game_toml(tiny: Path) -> None:
    with (tiny / "game.toml").open("rb") as file:
        found = list(extract_toml(file, {}, (), {}))
    assert [entry[1:3] for entry in found] == [
        ("pgettext", ("tiny/game:title", "Tiny")),
        ("pgettext", ("tiny/game:edition", "First")),
        ("pgettext", ("tiny/topic:turn.title", "Turn")),
        ("pgettext", ("tiny/draw:title", "Draw")),
        ("npgettext", ("tiny/draw:text", "{seat} draws {n} card.", "{seat} draws {n} cards.")),
    ]
    with (tiny / "rules/turn.toml").open("rb") as file:
        assert list(extract_toml(file, {}, (), {})) == []


def test_babel_finds_the_extractor_by_its_name(tiny: Path) -> None:
    assert len(list(extract_from_file("helper.i18n.extract:extract_toml", tiny / "game.toml"))) == 5


def test_a_translator_is_told_what_each_placeholder_is_but_no_figure(tiny: Path) -> None:
    text = game_sentences(tiny)[-1]
    assert notes(text) == ["A figure of the rule: {n}", "Filled in when it is said: {seat}"]


def test_a_changed_figure_leaves_the_catalogs_alone(tiny: Path) -> None:
    before = [(sentence.context, sentence.text, notes(sentence)) for sentence in game_sentences(tiny)]
    (tiny / "rules/turn.toml").write_text(RULES.replace("n = 2 }", "n = 7 }"))
    assert [(sentence.context, sentence.text, notes(sentence)) for sentence in game_sentences(tiny)] == before


def test_a_definition_that_does_not_load_stops_the_extraction(tiny: Path) -> None:
    (tiny / "rules/turn.toml").write_text(RULES.replace("title", "tilte"))
    with pytest.raises(Damaged):
        game_sentences(tiny)


def test_the_template_holds_games_faults_the_programs_words_and_those_of_click_and_typer() -> None:
    catalog = template()
    for game in discover():
        assert all(catalog.get(sentence.text, sentence.context) for sentence in messages(load(game)))
    for context, text in [
        ("helper/fault:unknown_key", "“{key}” is not a key that belongs here."),
        (None, "yes"),
        (None, "Usage:"),
        (None, "[required]"),
    ]:
        assert catalog.get(text, context), text


def test_nothing_in_the_template_says_when_or_at_which_line() -> None:
    text = text_of(template())
    assert "POT-Creation-Date" not in text
    assert not re.search(r"^#:", text, re.MULTILINE)
    assert text == text_of(template())


def test_an_update_keeps_what_is_unchanged_drops_what_is_gone_and_guesses_nothing() -> None:
    pot = template()
    po = fresh("it").replace('msgid "yes"\nmsgstr ""', 'msgid "yes"\nmsgstr "sì"')
    po += '\nmsgid "Usage: of old"\nmsgstr "Uso di una volta"\n'
    after = updated(po.encode(), "it", pot)
    assert 'msgid "yes"\nmsgstr "sì"' in after
    assert "Uso di una volta" not in after
    assert "fuzzy" not in after
    assert "#~" not in after
    assert updated(after.encode(), "it", pot) == after


def test_a_new_catalog_has_the_plural_forms_of_its_language() -> None:
    assert "nplurals=6" in fresh("ar")
    assert "nplurals=3" in fresh("uk")
    assert "nplurals=2" in fresh("de")


@pytest.mark.parametrize("path", sorted(CHECKOUT.glob("*/LC_MESSAGES/helper.po")), ids=lambda path: path.parent.parent.name)
def test_a_translation_has_the_placeholders_of_its_sentence_and_nothing_fuzzy(path: Path) -> None:
    wrong = []
    for message in read_po(BytesIO(path.read_bytes())):
        english, written = as_texts(message.id), [form for form in as_texts(message.string) if form]
        if not any(english):
            continue
        wanted = set(PLACEHOLDER.findall(" ".join(english)))
        strange = any(set(PLACEHOLDER.findall(form)) - wanted for form in written)
        lost = bool(written) and set(PLACEHOLDER.findall(english[-1])) - set(PLACEHOLDER.findall(written[-1]))
        if message.fuzzy or strange or lost:
            wrong.append((message.context, message.id, message.string))
    assert wrong == []


@pytest.mark.parametrize("path", sorted(CHECKOUT.glob("*/LC_MESSAGES/helper.po")), ids=lambda path: path.parent.parent.name)
def test_a_language_opens_what_it_quotes_with_one_mark(path: Path) -> None:
    texts = [text for message in read_po(BytesIO(path.read_bytes())) if message.id for text in as_texts(message.string)]
    assert len({mark for text in texts for mark in re.findall(r"(?:^|(?<=[\s(]))[“„«»‘‚‹\"](?=\S)", text)}) <= 1


@pytest.mark.parametrize("lang", ["de", "it"])
def test_german_and_italian_are_complete(lang: str) -> None:
    catalog = read_po(BytesIO((CHECKOUT / lang / "LC_MESSAGES" / "helper.po").read_bytes()), locale=lang)
    open_ones = [
        (message.context, message.id)
        for message in catalog
        if message.id and not all(message.string if isinstance(message.string, tuple) else (message.string,))
    ]
    assert open_ones == []


@pytest.mark.parametrize("game", sorted(path.parent.name for path in GAMES.glob("*/game.toml")))
def test_every_place_in_the_catalogs_holds_one_sentence(game: str) -> None:
    seen: dict[str, str] = {}
    for sentence in game_sentences(GAMES / game):
        assert seen.setdefault(sentence.context, sentence.text) == sentence.text


def said_below(top: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(top):
        if isinstance(node, ast.Call) and node.args:
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in SAID:
                yield node


def test_whatever_is_said_stands_as_one_literal_where_it_is_said() -> None:
    wrong = []
    for path in PACKAGE.rglob("*.py"):
        for node in said_below(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node.args[0], (ast.JoinedStr, ast.BinOp, ast.IfExp)):
                wrong.append(f"{path}:{node.lineno}")
    assert wrong == []


def test_nothing_is_said_within_an_f_string_which_python_3_11_hides_from_babel() -> None:
    wrong: list[str] = []
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                wrong.extend(f"{path}:{one.lineno}" for one in said_below(node) if isinstance(one.args[0], ast.Constant))
    assert wrong == []


def test_messages_come_once_and_in_a_stable_order() -> None:
    listed = list(all_messages())
    assert listed == list(all_messages())
    assert all(message.text for message in listed)


def test_placeholders_are_told_apart_from_figures(tiny: Path) -> None:
    assert placeholders(game_sentences(tiny)[-1]) == {"seat": False, "n": True}
