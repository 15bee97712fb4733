"""Tables for a phone: worded cells, few columns, and nothing lost."""

from __future__ import annotations

import re
from functools import cache

import pytest

from helper.definitions.load import discover, load
from helper.definitions.schema import Table
from helper.i18n import catalogs
from helper.i18n.words import Words
from helper.publish.pages import pages
from helper.publish.tables import WIDE, folded, own_names

GAME = load("hegemony")
LANGUAGES = catalogs.languages()
NOT_PRINTED = ("de", "it")
"""Languages in which no printed names of the companies are known to us."""
CELL = re.compile(r"<t[hd](?: [^>]*)?>(.*?)</t[hd]>")


@cache
def every(lang: str) -> dict[str, str]:
    return pages(GAME, Words(lang, GAME))


def card(id: str, lang: str = "en") -> str:
    text = every(lang)["hegemony/tables.md"]
    return text.partition(f"{{ #table.{id} }}")[2].partition("</section>")[0]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", discover())
def test_no_cell_shows_an_id(game: str, lang: str) -> None:
    definition = load(game)
    ids = {id for id in (*definition.terms, *definition.axes.get("company", ())) if "_" in id} | {"True", "False", "None"}
    for path, text in pages(definition, Words(lang, definition)).items():
        for cell in CELL.findall(text):
            assert cell not in ids, (path, cell)


def test_export_cards_have_a_column_for_each_good_and_both_lots_in_a_cell() -> None:
    text = card("export_cards")
    heads = CELL.findall(text.partition("</thead>")[0])
    assert heads == ["Card", "food", "luxury", "health", "education"]
    assert "3\u2009→\u200925<br>7\u2009→\u200955" in text
    assert text.count("<tr>") == 1 + len(GAME.tables["export_cards"].rows)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_companies_stand_owner_by_owner_with_every_figure_in_few_columns(lang: str) -> None:
    text = card("companies", lang)
    words = Words(lang, GAME)
    assert [words.term(role) in text for role in GAME.roles]
    assert text.count('class="badge"') == len({row["owner"] for row in GAME.tables["companies"].rows})
    assert text.count('<th scope="row">') == len(GAME.tables["companies"].rows)
    assert max(part.count('<th scope="col">') for part in text.split("</thead>")) <= 12
    for row in GAME.tables["companies"].rows:
        if row["l1"] and row["owner"] != "working":
            assert f"{row['l1']} / {row['l2']} / {row['l3']}" in text


def test_columns_share_a_cell_only_where_their_ids_say_so() -> None:
    def shown(table: Table) -> list[list[str]]:
        return [[column.id for column in one.columns] for one in folded(GAME, table.columns)]

    assert ["l1", "l2", "l3"] in shown(GAME.tables["companies"])
    assert ["cost"] in shown(GAME.tables["companies"])
    assert ["tariff_a", "tariff_b", "tariff_c"] in shown(GAME.tables["deals"])
    assert all(len(one) == 1 for one in shown(GAME.tables["prices"]))


def test_wide_tables_are_marked_and_small_ones_are_not() -> None:
    assert "table-wide" in card("companies")
    assert "table-wide" not in card("income_tax")
    assert len(GAME.tables["income_tax"].columns) <= WIDE


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_of_our_own_are_marked_in_glossary_and_tables(lang: str) -> None:
    words = Words(lang, GAME)
    text = every(lang)["hegemony/glossary.md"]
    ours = own_names(GAME, words)
    companies = {term.id for term in GAME.terms.values() if term.kind == "company"}
    assert ours == {id for id in companies if words.sentence(GAME.terms[id].box) == "-"}
    assert ours == companies or lang not in NOT_PRINTED
    assert text.count("mark-assumed") == len(ours)
    assert (words.say("The names in this language are our own rendering.") in card("companies", lang)) == bool(ours)
    text = re.sub(r'<span lang="en"[^>]*>(.*?)</span>', r"\1", text)  # the mark of what is not translated
    for role in GAME.roles:
        mark = GAME.terms[role].mark
        assert mark
        assert f'aria-hidden="true">{words.sentence(mark)}</span> {words.term(role)}' in text
