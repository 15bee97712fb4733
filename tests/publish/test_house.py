"""A house file on every page: site, cards, phone, the packs of the browser, the served table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helper.definitions import load
from helper.definitions.house import NO_HOUSE, House, read_house
from helper.errors import HelperError
from helper.household.attached import Household
from helper.i18n import catalogs
from helper.i18n.words import Words
from helper.publish.cards.contents import cards
from helper.publish.companion import desk
from helper.publish.companion.rules_page import rules_page
from helper.publish.companion.shell import Place
from helper.publish.companion_build.packing import definitions
from helper.publish.site import shelves, tree
from helper.serve.pages import Pages
from helper.table import Stamp, handle, new
from helper.table.exchange import read, written

GAME = "capital-lux-2"
LANGUAGES = catalogs.languages()
MARKS = {"en": "House rule"}
FILE = f"""
format = 1
game = "{GAME}"

[[rules]]
id = "final.gold"
values = {{ gold_value = 77 }}

[[rules]]
id = "tile.blue_b"
text = "Take 66 gold."

[[tables]]
id = "rating"
rows = [{{ low = 7, high = 30, label = "fine" }}]

[[checklists]]
id = "setup"
steps = [{{ id = "bases", text = "Take a base of 55." }}]
"""


def failed(error: HelperError) -> None:
    raise error


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Let this process use a house file that was named."""
    monkeypatch.setenv("HELPER_CONFIG", str(tmp_path))
    file = tmp_path / "ours.toml"
    file.write_text(FILE, encoding="utf-8")
    household = Household(file, failed)
    household.add()
    assert household.house
    yield household.house
    load.add(None)


def section(page: str, id: str) -> str:
    return page.partition(f"{{ #{id} }}")[2].partition("</section>")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_site_shows_and_marks_what_the_house_has_otherwise(house: House, language: str) -> None:
    pages = tree(shelves([language]))
    mark = Words(language).say("House rule")
    gold = section(pages[f"{language}/{GAME}/final.md"], "final.gold")
    assert "77" in gold
    assert mark in gold
    assert mark not in section(pages[f"{language}/{GAME}/final.md"], "final.score")
    assert "66" in section(pages[f"{language}/{GAME}/powers.md"], "tile.blue_b")
    assert mark in section(pages[f"{language}/{GAME}/tables.md"], "table.rating")
    steps = pages[f"{language}/{GAME}/steps-setup.md"]
    assert "55" in steps
    assert steps.count(mark) == 1
    assert load.load(GAME).version in pages[f"{language}/{GAME}/final.md"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cards_show_and_mark_it(house: House, language: str) -> None:
    definition = load.load(GAME)
    words = Words(language, definition)
    found = cards(definition, words)
    mark = words.say("House rule")
    blue = next(card for card in found if "66" in str(card.groups))
    assert mark in blue.title
    steps = [block for card in found for group in card.groups for block in group if "55" in str(block.get("text"))]
    assert [block["players"] for block in steps] == [mark]
    before = Words(language, load.load(GAME, NO_HOUSE))
    assert mark not in str(cards(load.load(GAME, NO_HOUSE), before))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_phone_shows_and_marks_it_and_works_it_out(house: House, language: str) -> None:
    definition = load.load(GAME)
    page = rules_page(definition, Words(language, definition), Place("http", "/", ()))
    gold = page.partition('id="final.gold"')[2].partition("</article>")[0]
    assert "77" in gold
    assert Words(language).say("House rule") in gold
    fields = [["~calculator", "round"], ["~seats", "2"], ["round", "3"], ["players.P1.gold", "2"]]
    answer: Any = desk.respond({"ask": "calc", "context": {"game": GAME, "language": language}, "fields": fields})
    assert "154" in str(answer["put"])


def test_the_packs_of_the_browser_carry_the_house_file_and_a_record_begun_there_keeps_it(
    house: House, tmp_path: Path, other_definitions: pytest.MonkeyPatch
) -> None:
    packed = definitions([GAME])
    assert json.loads(packed[f"helper/_compiled/{GAME}.house.json"]) == house.content
    for name, content in packed.items():
        (tmp_path / Path(name).name).write_bytes(content)
    load.add(None)
    assert "house" not in load.load(GAME).version
    other_definitions.setattr(load, "COMPILED", tmp_path)
    load.load.cache_clear()
    assert load.load(GAME).rules["final.gold"].number("gold_value") == 77
    assert new(GAME, ["A", "B"]).header.house == house.content


def test_without_a_house_file_the_packs_are_as_before() -> None:
    assert list(definitions([GAME])) == [f"helper/_compiled/{GAME}.game.json"]


def test_the_phone_plays_a_record_by_the_house_file_that_it_keeps(house: House) -> None:
    journal = new(GAME, ["Anna", "Bert"])
    load.add(None)
    lines = written(journal).splitlines()
    assert read("\n".join(lines)).header.house == house.content
    request: dict[str, object] = {
        "ask": "observe",
        "context": {"game": GAME, "language": "en"},
        "book": lines,
        "fields": [["players.P1.gold", "1"]],
        "stamp": ["ab12cd34", "now"],
    }
    answer: Any = desk.respond(request)
    lines += answer["add"]
    scored: Any = desk.respond({**request, "ask": "score", "book": lines, "fields": []})
    assert "77" in str(scored)


def test_a_record_of_another_house_than_the_process_has_is_played_by_its_own(house: House) -> None:
    own = read_house({"format": 1, "game": GAME, "rules": [{"id": "final.gold", "values": {"gold_value": 11}}]})
    journal = new(GAME, ["Anna", "Bert"])
    journal = journal._replace(header=journal.header._replace(house=own.content))
    told = handle(journal, {"do": "observe", "words": ["P1.gold=1"]}, "en", Stamp("x", "now"))
    journal = journal._replace(events=told.append)
    answer: Any = handle(journal, {"do": "score"}, "en", Stamp("", "")).answer
    assert answer["scores"][0]["total"] == 11


def test_the_served_pages_are_those_of_the_house(house: House) -> None:
    page = Pages(GAME).page(f"/en/{GAME}/rules")
    assert page is not None
    assert "Take 66 gold." in page.body.decode()
