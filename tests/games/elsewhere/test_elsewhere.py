"""Games from a folder and from a package appear wherever the built-in ones do; what is wrong with one hinders no other."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helper import reference
from helper.definitions import load
from helper.errors import Damaged, HelperError, UnreadableInput
from helper.games import rules_of
from helper.household.attached import Household
from helper.i18n import catalogs
from helper.i18n.words import Words
from helper.publish.cards.contents import cards
from helper.publish.companion.rules_page import rules_page
from helper.publish.companion.shell import Place
from helper.publish.companion_build.placing import travels
from helper.publish.site import chapters, holding, shelves, tree
from helper.serve.pages import Pages
from helper.table import Stamp, Table, calculate, new, worked

HERE = Path(__file__).parent
GAME = "lamplighters"
MODULE = "lamplighters_from_elsewhere"
LANGUAGES = catalogs.languages()


class Surroundings:
    """Games of this test alone, and what was told of those that are left out."""

    def __init__(self, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.games = games
        self.told: list[str] = []
        monkeypatch.setenv("HELPER_CONFIG", str(games.parent / "own"))
        monkeypatch.setenv("HELPER_GAMES", str(games))

    def add(self) -> Household:
        household = Household(None, lambda error: self.told.extend(Words().fault(fault) for fault in error.faults))
        household.add()
        return household


@pytest.fixture
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Surroundings]:
    games = tmp_path / "games"
    games.mkdir()
    yield Surroundings(games, monkeypatch)
    load.add(None)


@pytest.fixture
def folder(surroundings: Surroundings) -> Path:
    """Have the example game in a folder that the environment names."""
    found = surroundings.games / "lamps"
    shutil.copytree(HERE / GAME, found)
    surroundings.add()
    return found


@pytest.fixture
def package(surroundings: Surroundings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Have the example game in an installed package: its files, its module, and the entry point."""
    site = tmp_path / "site"
    found = site / MODULE
    shutil.copytree(HERE / GAME, found)
    shutil.copy(HERE / "lamplighters_module.py", found / "__init__.py")
    said = site / "lamplighters-1.0.dist-info"
    said.mkdir()
    (said / "METADATA").write_text("Metadata-Version: 2.1\nName: lamplighters\nVersion: 1.0\n", encoding="utf-8")
    (said / "entry_points.txt").write_text(f"[helper.games]\n{GAME} = {MODULE}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(site))
    surroundings.add()
    yield found
    sys.modules.pop(MODULE, None)


@pytest.fixture(params=["folder", "package"])
def either(request: pytest.FixtureRequest) -> Path:
    found: Path = request.getfixturevalue(request.param)
    return found


def test_it_is_listed_beside_the_built_in_ones(either: Path) -> None:
    answer: Any = reference.games()
    assert GAME in [game["id"] for game in answer["games"]]
    assert len(answer["games"]) == 1 + len(load.built_in())
    assert load.find_game("lamp") == GAME


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_can_be_looked_up_in_every_language(either: Path, language: str) -> None:
    rules: Any = reference.rules(GAME, language, "light")
    (rule,) = rules["rules"]
    assert "2" in rule["text"]
    assert "3" in rule["text"]
    assert rule["title"] == {"de": "Eine Laterne anzünden", "it": "Accendere un lampione"}.get(language, "Light a lamp")
    found: Any = reference.search(GAME, "lantern", language)
    assert found["hits"]
    steps: Any = reference.checklist(GAME, "evening", language)
    assert len(steps["steps"]) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_has_cards_and_a_page_of_rules_for_the_phone(either: Path, language: str) -> None:
    definition = load.load(GAME)
    words = Words(language, definition)
    assert "3" in str(cards(definition, words))
    assert 'id="light"' in rules_page(definition, words, Place("http", "/", ()))


def test_the_site_has_its_pages_in_every_language(either: Path) -> None:
    every = shelves()
    held, broken = holding([definition for definition, _ in every[0].games if definition.id == GAME], worked)
    assert bool(broken) == (not load.has_engine(GAME))
    pages = tree(every, {**{definition.id: {} for definition, _ in every[0].games}, **held})
    for shelf in every:
        assert "{ #light }" in pages[f"{shelf.lang}/{GAME}/dusk.md"]
        assert any(chapter.first == f"{shelf.lang}/{GAME}/index.md" for chapter in chapters(shelf))
    assert "Eine Laterne anzünden" in pages[f"de/{GAME}/dusk.md"]


def test_one_changed_figure_of_a_folder_changes_every_page(folder: Path, surroundings: Surroundings) -> None:
    file = folder / "rules" / "dusk.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("points = 3", "points = 8"), encoding="utf-8")
    surroundings.add()
    for language in LANGUAGES:
        answer: Any = reference.rules(GAME, language, "light")
        assert "8" in answer["rules"][0]["text"]


def test_a_game_of_a_folder_is_for_looking_up_alone(folder: Path) -> None:
    assert not load.has_engine(GAME)
    for ask in (lambda: new(GAME, ["A", "B"]), lambda: calculate(GAME, "night", []), lambda: rules_of(GAME)):
        with pytest.raises(UnreadableInput) as refused:
            ask()
        assert refused.value.faults[0].code == "reference_only"


def test_a_game_of_a_package_is_played_recorded_and_worked_out(package: Path) -> None:
    assert load.has_engine(GAME)
    answer: Any = calculate(GAME, "night", ["players.A.lit=2", "players.B.lit=1"])
    assert answer["result"]["totals"] == {"A": 6, "B": 3}
    stamps = (Stamp(str(n), "now") for n in range(9))
    at = Table(new(GAME, ["Anna", "Bert"]), lambda: next(stamps))
    assert at.play("anna", "light", "3")["verdict"] == "legal"
    refused: Any = at.play("anna", "light", "1")
    assert refused["verdict"] == "illegal"
    assert refused["reasons"][0]["text"] == "Required: You have 2 oil for each lamp. Now: Anna: 0 oil, 2 needed."
    scores: Any = at.ask("score")["scores"]
    assert [row["total"] for row in scores] == [9, 0]
    german: Any = at.ask("log")
    assert german


def test_a_move_is_worded_by_the_translation_that_the_game_carries(package: Path) -> None:
    at = Table(new(GAME, ["Anna", "Bert"]), lambda: Stamp("x", "now"), "de")
    answer: Any = at.play("anna", "zünde", "1")
    assert [step["text"] for step in answer["steps"]] == ["Anna: zündet 1 Laterne an."]


def test_the_python_of_a_package_stays_out_of_the_browser_and_is_served_at_the_table(package: Path) -> None:
    assert not travels(GAME)
    page = Pages(None).page(f"/de/{GAME}/")
    assert page is not None
    assert "data-engine" in page.body.decode()


def test_at_the_served_table_a_game_of_a_folder_shows_its_rules(folder: Path) -> None:
    page = Pages(None).page(f"/de/{GAME}/")
    assert page is not None
    assert "Eine Laterne anzünden" in page.body.decode()


def test_the_configuration_folder_has_games_too(surroundings: Surroundings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HELPER_GAMES")
    shutil.copytree(HERE / GAME, Path(os.environ["HELPER_CONFIG"]) / "games" / "mine")
    surroundings.add()
    assert GAME in load.discover()


def test_the_environment_may_name_the_folder_of_one_game(folder: Path, surroundings: Surroundings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HELPER_GAMES", os.pathsep.join(["/nowhere", str(folder)]))
    surroundings.add()
    assert GAME in load.discover()


def test_a_house_file_changes_a_game_of_a_folder_as_it_does_a_built_in_one(folder: Path, surroundings: Surroundings) -> None:
    file = Path(os.environ["HELPER_CONFIG"]) / "house" / f"{GAME}.toml"
    file.parent.mkdir(parents=True)
    file.write_text(f'format = 1\ngame = "{GAME}"\n[[rules]]\nid = "light"\nvalues = {{ points = 9 }}\n', encoding="utf-8")
    surroundings.add()
    answer: Any = reference.rules(GAME, "de", "light")
    assert answer["rules"][0]["text"] == "Gib 2 Öl aus und zünde eine Laterne an; jede zählt am Ende 9."
    assert answer["rules"][0]["house"]


def test_a_built_in_game_cannot_be_replaced(surroundings: Surroundings) -> None:
    found = surroundings.games / "other"
    shutil.copytree(HERE / GAME, found)
    (found / "game.toml").write_text((found / "game.toml").read_text(encoding="utf-8").replace(GAME, "hegemony"), encoding="utf-8")
    surroundings.add()
    assert load.discover() == load.built_in()
    assert "rules" in load.read("hegemony")
    assert surroundings.told == [f"{found}: There is a built-in game of the id “hegemony”; this one is left out. Give it another id."]


SPOILED: dict[str, tuple[str, str, str]] = {
    "no TOML": ("rules/dusk.toml", "[[rules]]", "[[rules"),
    "an unknown key": ("rules/dusk.toml", 'kind = "procedure"', 'kin = "procedure"'),
    "a rule without a source": ("rules/dusk.toml", 'sources = ["ours"]', "sources = []"),
    "a number in a sentence": ("things.toml", "Count the lamps.", "Count 3 lamps."),
    "a placeholder without a figure": ("rules/dusk.toml", "{points} in the end", "{coins} in the end"),
    "a source that is the house": ("game.toml", 'id = "ours"', 'id = "house"'),
    "a translation of nothing": ("game.toml", '"light:text"', '"light:txt"'),
    "a step of no rule": ("things.toml", 'rule = "light"', 'rule = "dark"'),
}


@pytest.mark.parametrize("name", SPOILED)
def test_a_broken_one_is_refused_when_asked_for_and_left_out_of_lists(folder: Path, surroundings: Surroundings, name: str) -> None:
    file, before, after = SPOILED[name]
    text = (folder / file).read_text(encoding="utf-8")
    assert before in text
    (folder / file).write_text(text.replace(before, after), encoding="utf-8")
    surroundings.add()
    with pytest.raises(HelperError):
        load.load(GAME)
    answer: Any = reference.games()
    assert [game["id"] for game in answer["games"]] == list(load.built_in())
    assert surroundings.told
    assert all(said.startswith(f"{GAME}: ") for said in surroundings.told)
    told = list(surroundings.told)
    reference.languages()
    assert surroundings.told == told, "it is told once"


def test_a_package_that_cannot_be_imported_is_refused_with_its_reason(package: Path, surroundings: Surroundings) -> None:
    (package / "__init__.py").write_text("raise RuntimeError('no lamps')\n", encoding="utf-8")
    surroundings.add()
    with pytest.raises(Damaged) as refused:
        new(GAME, ["A", "B"])
    assert "no lamps" in Words().fault(refused.value.faults[0])
    answer: Any = reference.games()
    assert [game["id"] for game in answer["games"]] == list(load.built_in())


def test_packages_are_scanned_only_where_no_other_game_has_the_id(surroundings: Surroundings, monkeypatch: pytest.MonkeyPatch) -> None:
    surroundings.add()
    scanned: list[object] = []

    def scan(**more: object) -> list[object]:
        scanned.append(more)
        return []

    monkeypatch.setattr("importlib.metadata.entry_points", scan)
    game = load.built_in()[0]
    assert load.find_game(game) == game
    assert load.find_game(game[:5]) == game
    reference.rules(game)
    assert not scanned
    load.discover()
    assert len(scanned) == 1
    load.discover()
    assert len(scanned) == 1


def test_rules_of_a_broken_translation_are_told_with_the_nearest_sentence(folder: Path, surroundings: Surroundings) -> None:
    file = folder / "game.toml"
    file.write_text(file.read_text(encoding="utf-8").replace('"light:text"', '"light:txt"'), encoding="utf-8")
    surroundings.add()
    with pytest.raises(Damaged) as refused:
        load.load(GAME)
    assert re.search("Did you mean light:text", Words().fault(refused.value.faults[0]))
