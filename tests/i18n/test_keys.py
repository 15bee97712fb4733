"""What is typed: every key and argument has a word of each language that is read back as the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from helper.definitions.fold import fold
from helper.definitions.inputs import InputReader, InputType
from helper.definitions.load import load
from helper.definitions.schema import GameDefinition, copy_of
from helper.games import rules_of
from helper.i18n.keys import figures_of, typed_argument, typed_key, typed_value
from helper.i18n.words import Words
from tests.missing import speaks
from tests.rows import Row

GAMES = ("capital-lux-2", "hegemony")
LANGUAGES = ("de", "it")
NAMES = {"P1": "Anna", "P2": "Anna Maria"}


def every_path(game: GameDefinition) -> Iterator[str]:
    """Yield the path of every figure of a game, the seat being P1."""
    for one in figures_of(game):
        parts = (
            (("P1",) if part == "<seat>" else game.axes[part[1:-1]]) if part.startswith("<") else (part,) for part in one.key.split(".")
        )
        yield from map(".".join, product(*parts))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", GAMES)
def test_every_key_is_typed_by_words_of_the_language_and_read_back(id: str, lang: str) -> None:
    game = load(id)
    words = Words(lang, game)
    anything = dict.fromkeys(rules_of(id).TYPES, InputType(lambda raw, ask: raw))
    wrong = []
    for path in every_path(game):
        key = typed_key(words, path)
        reader = InputReader(game, figures_of(game), anything, words.vocabulary())
        tree: object = "x"
        for part in reversed(key.split(".")):
            tree = {part: tree}
        assert isinstance(tree, dict)
        if list(reader.read(tree).figures) != [path]:
            wrong.append(f"{path} is typed {key} and read as something else. Give another word to it (terms.toml, or `word` of an input).")
        spelled = {copy_of(one) for one in path.split(".")} & {copy_of(one) for one in key.split(".")} - {"P1"}
        told = {one for kind in words.vocabulary().values() for word, one in kind.items() if word == one}
        wrong += [f"{one} in {path} has no word in {lang}: nobody could type it." for one in spelled if one not in told]
    speaks(wrong)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", GAMES)
def test_every_argument_of_a_move_has_a_word(id: str, lang: str) -> None:
    game = load(id)
    words = Words(lang, game)
    every = {key for rule in game.rules.values() if rule.move for key in rule.move.parameters}
    typed = {key: fold(typed_argument(words, key)) for key in every}
    assert {key for key, word in typed.items() if key not in {found.get(word) for found in words.vocabulary().values()}} == set()


@pytest.mark.parametrize(
    ("game", "path", "en", "de", "it"),
    [
        ("capital-lux-2", "players.P1.blue", "players.P1.blue", "Anna.blau", "Anna.blu"),
        ("capital-lux-2", "players.P2.blue", "players.P2.blue", "P2.blau", "P2.blu"),
        ("capital-lux-2", "capital.blue", "capital.blue", "hauptstadt.blau", "capitale.blu"),
        ("hegemony", "policies.labor", "policies.labor", "politikfelder.arbeitsmarkt", "politiche.mercato_del_lavoro"),
        ("hegemony", "market.capitalist", "market.capitalist", "markt.kapitalistenklasse", "mercato.classe_capitalista"),
        ("hegemony", "companies.clinic_1.open", "companies.clinic_1.open", "unternehmen.klinik_1.offen", "aziende.clinica_1.aperta"),
        ("hegemony", "working_food", "working_food", "nahrung_der_arbeiterschicht", "cibo_della_classe_operaia"),
        ("hegemony", "agenda", "agenda", "politische_agenda", "agenda_politica"),
        ("hegemony", "no.such.figure", "no.such.figure", "no.such.figure", "no.such.figure"),
    ],
)
def test_a_key_is_typed_in_the_language_of_the_reader(game: str, path: str, en: str, de: str, it: str) -> None:
    with Row(path, []) as row:
        for lang, key in (("en", en), ("de", de), ("it", it)):
            row.same(lang, key, typed_key(Words(lang, load(game)), path, NAMES))


@pytest.mark.parametrize(
    ("game", "written", "de", "it"),
    [
        ("hegemony", "working:against:1:1", "arbeiterschicht:dagegen:1:1", "classe_operaia:contro:1:1"),
        ("hegemony", "clinic_2:unskilled", "klinik_2:ungelernter_arbeiter", "clinica_2:lavoratore_non_qualificato"),
        ("capital-lux-2", "yellow 5", "gelb 5", "giallo 5"),
        ("capital-lux-2", "P1", "P1", "P1"),
    ],
)
def test_an_entry_of_a_list_is_typed_by_words(game: str, written: str, de: str, it: str) -> None:
    with Row(written, []) as row:
        for lang, said in (("en", written), ("de", de), ("it", it)):
            row.same(lang, said, typed_value(Words(lang, load(game)), written))
