"""What is extracted for translators, and how their files are kept up to date."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

import babel.messages
import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

from helper.definitions.load import GAMES, discover, load
from helper.errors import Damaged
from helper.i18n.catalog_files import SAID, Message, all_messages, fresh, template, text_of, updated
from helper.i18n.catalogs import CHECKOUT
from helper.i18n.checkout import locale_of
from helper.i18n.extract import extract_toml, game_sentences, notes
from helper.i18n.messages import messages, placeholders
from tests.languages import COMPLETE
from tests.missing import speaks
from tests.modules import MODULES, nodes

LANGUAGES = sorted(path.parent.parent.name for path in CHECKOUT.glob("*/LC_MESSAGES/helper.po"))

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


@pytest.fixture(scope="module")
def found() -> list[Message]:
    return list(all_messages())


@pytest.fixture
def pot(found: list[Message]) -> Catalog:
    return template(found)


def test_the_template_holds_games_faults_the_programs_words_and_those_of_click_and_typer(pot: Catalog) -> None:
    for game in discover():
        assert all(pot.get(sentence.text, sentence.context) for sentence in messages(load(game)))
    for context, text in [
        ("helper/fault:unknown_key", "“{key}” is not a key that belongs here."),
        (None, "yes"),
        (None, "Usage:"),
        (None, "[required]"),
    ]:
        assert pot.get(text, context), text


def test_messages_come_once_and_in_a_stable_order_and_nothing_says_when_or_at_which_line(found: list[Message], pot: Catalog) -> None:
    again = list(all_messages())
    assert found == again
    assert all(message.text for message in found)
    text = text_of(pot)
    assert "POT-Creation-Date" not in text
    assert not re.search(r"^#:", text, re.MULTILINE)
    assert text == text_of(template(again))


def test_an_update_keeps_what_is_unchanged_drops_what_is_gone_and_guesses_nothing(pot: Catalog) -> None:
    po = fresh("it", pot).replace('msgid "yes"\nmsgstr ""', 'msgid "yes"\nmsgstr "sì"')
    po += '\nmsgid "Usage: of old"\nmsgstr "Uso di una volta"\n'
    after = updated(po.encode(), "it", pot)
    assert 'msgid "yes"\nmsgstr "sì"' in after
    assert "Uso di una volta" not in after
    assert "fuzzy" not in after
    assert "#~" not in after
    assert updated(after.encode(), "it", pot) == after


def _catalog(*entries: tuple[str | None, str, str]) -> bytes:
    """Return an Italian `.po` of entries: context, English, Italian."""
    head = 'msgid ""\nmsgstr ""\n"Language: it\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    told = (f'{f"""msgctxt "{context}"{chr(10)}""" if context else ""}msgid "{one}"\nmsgstr "{said}"\n' for context, one, said in entries)
    return "\n".join([head, *told]).encode()


def test_a_translation_whose_english_changed_waits_with_the_english_it_was_made_of_and_is_not_shown() -> None:
    old = _catalog(("game/rule:text", "Draw two cards.", "Pesca due carte."), (None, "Nothing was recorded at all.", "Nulla è registrato."))
    new = template([Message("game/rule:text", "Take a good look."), Message(None, "Nothing was recorded.")])
    after = updated(old, "it", new)
    assert '#, fuzzy\n#| msgid "Draw two cards."\nmsgctxt "game/rule:text"\nmsgid "Take a good look."\nmsgstr "Pesca due carte."' in after
    assert '#| msgid "Nothing was recorded at all."\nmsgid "Nothing was recorded."\nmsgstr "Nulla è registrato."' in after
    assert updated(after.encode(), "it", new) == after


def test_english_that_changes_twice_keeps_what_the_translation_was_made_of() -> None:
    once = updated(
        _catalog(("game/rule:text", "Draw two cards.", "Pesca due carte.")), "it", template([Message("game/rule:text", "Look.")])
    )
    twice = updated(once.encode(), "it", template([Message("game/rule:text", "Look again.")]))
    assert '#| msgid "Draw two cards."\nmsgctxt "game/rule:text"\nmsgid "Look again."\nmsgstr "Pesca due carte."' in twice


def test_a_sentence_that_gets_plural_forms_keeps_its_translation_in_each_of_them() -> None:
    new = template([Message("game/rule:text", "Draw {n} card.", "Draw {n} cards.")])
    after = updated(_catalog(("game/rule:text", "Draw {n} cards.", "Pesca {n} carte.")), "it", new)
    assert "".join(f'msgstr[{form}] "Pesca {{n}} carte."\n' for form in range(3)) in after


@pytest.mark.parametrize(("lang", "forms"), [("ar", 6), ("uk", 3), ("de", 2)])
def test_a_new_catalog_has_the_plural_forms_of_its_language(pot: Catalog, lang: str, forms: int) -> None:
    assert f"nplurals={forms}" in fresh(lang, pot)


def read(lang: str) -> Catalog:
    return read_po(BytesIO((CHECKOUT / lang / "LC_MESSAGES" / "helper.po").read_bytes()), locale=str(locale_of(lang)))


def place(message: Message | babel.messages.Message, lang: str) -> str:
    """Return how a translator finds a message: its context and English text, and the file to edit."""
    context = f'msgctxt "{message.context}", ' if message.context else ""
    english = message.text if isinstance(message, Message) else as_texts(message.id)[0]
    return f"{context}msgid “{english}” in locales/{lang}/LC_MESSAGES/helper.po"


def lost(lang: str) -> Iterator[str]:
    """Yield a sentence for each translation that says other placeholders than its English text, or that is marked as a guess."""
    for message in read(lang):
        english, written = as_texts(message.id), [form for form in as_texts(message.string) if form]
        if not any(english):
            continue
        wanted = set(PLACEHOLDER.findall(" ".join(english)))
        for form in written:
            if strange := sorted(set(PLACEHOLDER.findall(form)) - wanted):
                yield f"{lang}: {', '.join(strange)} of “{form}” is nothing that the English text has: {place(message, lang)}."
        gone = sorted(set(PLACEHOLDER.findall(english[-1])) - set(PLACEHOLDER.findall(written[-1]))) if written else []
        if gone:
            yield f"{lang}: the translation “{written[-1]}” has lost {', '.join(gone)}; put it back: {place(message, lang)}."
        if message.fuzzy:
            yield f"{lang}: “fuzzy” marks a guess, which is never shown. Read it, and take the mark away: {place(message, lang)}."


def open_ones(lang: str, found: list[Message]) -> Iterator[str]:
    """Yield a sentence for each message that a language lacks, or has without one of its plural forms."""
    catalog = read(lang)
    for message in found:
        there = catalog.get((message.text, message.plural) if message.plural else message.text, message.context)
        forms = as_texts(there.string) if there else [""]
        if there and message.plural:
            forms += [""] * (catalog.num_plurals - len(forms))
        if not any(forms):
            first = "" if there else " after python -m helper.dev write"
            yield f"{lang}: no translation of {place(message, lang)}. Write its msgstr{first}."
        elif not all(forms):
            missing = ", ".join(f"msgstr[{n}]" for n, form in enumerate(forms) if not form)
            yield f"{lang}: the plural form {missing} (of {len(forms)}) is missing: {place(message, lang)}. Write it."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_translation_has_the_placeholders_of_its_sentence_and_nothing_fuzzy(lang: str) -> None:
    speaks(lost(lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_language_opens_what_it_quotes_with_one_mark(lang: str) -> None:
    texts = [text for message in read(lang) if message.id for text in as_texts(message.string)]
    marks = {mark for text in texts for mark in re.findall(r"(?:^|(?<=[\s(]))[“„«»‘‚‹\"](?=\S)", text)}
    assert len(marks) <= 1, f"{lang} opens quotes with {' and '.join(sorted(marks))}: choose one in locales/{lang}/LC_MESSAGES/helper.po"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_language_that_was_complete_stays_so_and_one_that_is_begun_may_grow(found: list[Message], lang: str) -> None:
    left = list(open_ones(lang, found))
    if lang in COMPLETE:
        speaks(left)
    elif not left:
        pytest.fail(f"{lang} is complete: write it into COMPLETE in tests/languages.py, so that it stays so.", pytrace=False)


def test_every_language_that_is_to_be_complete_is_there() -> None:
    speaks(f"{lang} has no locales/{lang}/LC_MESSAGES/helper.po, and COMPLETE names it." for lang in COMPLETE if lang not in LANGUAGES)


@pytest.mark.parametrize("game", sorted(path.parent.name for path in GAMES.glob("*/game.toml")))
def test_every_place_in_the_catalogs_holds_one_sentence(game: str) -> None:
    seen: dict[str, str] = {}
    for sentence in game_sentences(GAMES / game):
        assert seen.setdefault(sentence.context, sentence.text) == sentence.text


def said_among(nodes: Iterable[ast.AST]) -> Iterator[ast.Call]:
    for node in nodes:
        if isinstance(node, ast.Call) and node.args:
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in SAID:
                yield node


def test_whatever_is_said_stands_as_one_literal_where_it_is_said_and_in_no_f_string_which_python_3_11_hides_from_babel() -> None:
    wrong: list[str] = []
    for path in MODULES:
        for node in said_among(nodes(path)):
            if isinstance(node.args[0], (ast.JoinedStr, ast.BinOp, ast.IfExp)):
                wrong.append(f"{path}:{node.lineno}: what is said must be one literal, its values given by name")
        for outer in nodes(path):
            if isinstance(outer, ast.JoinedStr):
                within = said_among(ast.walk(outer))
                wrong.extend(f"{path}:{one.lineno}: say it before the f-string" for one in within if isinstance(one.args[0], ast.Constant))
    speaks(wrong)


def test_placeholders_are_told_apart_from_figures(tiny: Path) -> None:
    assert placeholders(game_sentences(tiny)[-1]) == {"seat": False, "n": True}
