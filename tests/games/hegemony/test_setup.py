"""The standard set-up for 2, 3 and 4 players, and the companies against a second, independent list."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from helper.definitions.schema import copy_of
from helper.games.hegemony.position import untold
from helper.table.evening import Evening
from tests.games.hegemony.sitting import DEFINITION, GAME, figures, judged, played, table
from tests.missing import gaps, speaks
from tests.playing import do
from tests.rows import Row

FILE = Path(__file__).with_name("second_list.toml")
SECOND: dict[str, list[dict[str, Any]]] = tomllib.loads(FILE.read_text(encoding="utf-8"))
ROWS = DEFINITION.tables["companies"].rows
GOODS = ("food", "luxury", "health", "education")
PRINTED = [pytest.param(owner, card, id=card["name"]) for owner, cards in SECOND.items() for card in cards]

START: dict[str, Any] = {
    "round": 1,
    "phase": "action",
    "policies.fiscal": "C",
    "policies.labor": "B",
    "policies.taxation": "A",
    "policies.welfare_health": "B",
    "policies.welfare_education": "C",
    "policies.trade": "B",
    "policies.immigration": "B",
    "state.treasury": 120,
    "state.loans": 0,
    "bag.working": 8,
    "bag.middle": 8,
    "bag.capitalist": 8,
    "working.money": 30,
    "working.influence": 1,
    "working.loans": 0,
    "working.points": 0,
    "working.prosperity": 0,
    "working.workers": 10,
    "capitalist.revenue": 120,
    "capitalist.capital": 0,
    "capitalist.wealth": 0,
    "capitalist.influence": 1,
    "capitalist.loans": 0,
    "capitalist.points": 0,
    "capitalist.storage.food": 1,
    "capitalist.storage.luxury": 2,
    "capitalist.storage.health": 0,
    "capitalist.storage.education": 2,
    **{f"capitalist.zone.{good}": 0 for good in GOODS},
    **{f"capitalist.tiles.{good}": False for good in GOODS},
    **{f"capitalist.prices.{good}": 12 if good == "food" else 8 for good in GOODS},
    **{f"working.goods.{good}": 0 for good in GOODS},
    "demonstration": False,
    **{f"unions.{industry}": False for industry in (*GOODS, "media")},
}
WITH_MIDDLE: dict[str, Any] = {
    "middle.money": 40,
    "middle.influence": 1,
    "middle.loans": 0,
    "middle.points": 0,
    "middle.prosperity": 0,
    "middle.workers": 10,
    "middle.storage.food": 1,
    "middle.storage.luxury": 0,
    "middle.storage.health": 1,
    "middle.storage.education": 0,
    **{f"middle.prices.{good}": 12 if good == "food" else 8 for good in GOODS},
    **{f"middle.goods.{good}": 0 for good in GOODS},
}
WITH_STATE: dict[str, Any] = {
    "state.influence": 1,
    "state.points": 0,
    "state.events": 2,
    **{f"tokens.{role}": 0 for role in ("working", "middle", "capitalist")},
    **{f"state.legitimacy.{role}": 2 for role in ("working", "middle", "capitalist")},
}
PLAYERS: dict[int, dict[str, Any]] = {
    2: {**START, "state.services.health": 5, "state.services.education": 5, "state.services.influence": 3},
    3: {**START, **WITH_MIDDLE, "state.services.health": 6, "state.services.education": 6, "state.services.influence": 4},
    4: {**START, **WITH_MIDDLE, **WITH_STATE, "state.services.health": 6, "state.services.education": 6, "state.services.influence": 4},
}
CAPITALIST = {"supermarket_1", "shopping_mall_1", "college_1", "clinic_1"}
ROW_OF_MANY = {"university_hospital", "technical_university", "national_public_broadcasting"}
OPEN = {
    2: CAPITALIST | {"public_hospital_1", "public_university_1", "regional_tv_station_1"},
    3: CAPITALIST | ROW_OF_MANY | {"convenience_store_1", "doctors_office_1"},
    4: CAPITALIST | ROW_OF_MANY | {"convenience_store_1", "doctors_office_1"},
}
OF_MANY = {
    "working": {"supermarket_1": "fu", "college_1": "eu", "university_hospital": "huu"},
    "middle": {"technical_university": "euu", "shopping_mall_1": "lu", "convenience_store_1": "f", "doctors_office_1": "h"},
}
CREWS: dict[int, dict[str, dict[str, str]]] = {
    2: {"working": {"supermarket_1": "fu", "shopping_mall_1": "lu", "public_hospital_1": "hu", "public_university_1": "eu"}},
    3: OF_MANY,
    4: OF_MANY,
}
LETTER = {"u": "unskilled", "f": "worker_food", "l": "worker_luxury", "h": "worker_health", "e": "worker_education", "m": "worker_media"}
OUT = {2: {"working": 2}, 3: {"working": 3, "middle": 3}, 4: {"working": 3, "middle": 3}}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_money_goods_and_policies_at_the_start(players: int) -> None:
    found = figures(table(players))
    with Row("setup", [f"the full set-up for {players}"]) as row:
        row.same("at the start", PLAYERS[players], {path: found.get(path) for path in PLAYERS[players]})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_else_is_known_at_the_start_but_companies_and_empty_spaces(players: int) -> None:
    found = figures(table(players))
    others = {path: value for path, value in found.items() if path not in PLAYERS[players] and not path.startswith("companies.")}
    empty = {path for path, value in others.items() if value == 0 and path.startswith(("benefits.", "state.storage."))}
    empty |= {path for path, value in others.items() if value == "-" and path.startswith("bills.")}
    assert set(others) - empty == {f"{role}.unemployed" for role in OUT[players]}
    assert any(path.startswith("benefits.") for path in empty) is (players == 4)
    assert not any(path.startswith("middle.") for path in others) or players > 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_open_companies_stand_at_the_middle_wage_with_their_workers(players: int) -> None:
    found = figures(table(players))
    is_open = {id for id in DEFINITION.axes["company"] if found[f"companies.{id}.open"]}
    crews = {id: (role, crew) for role, each in CREWS[players].items() for id, crew in each.items()}
    with Row("setup", [f"the full set-up for {players}"]) as row:
        row.same("open companies", OPEN[players], is_open)
        for id in is_open:
            role, crew = crews.get(id, ("", ""))
            wanted: dict[str, object] = {"level": 2, "workers": [LETTER[letter] for letter in crew], "employee": []}
            wanted |= {"crew": role} if crew else {}
            row.same(f"companies.{id}", wanted, {what: found[f"companies.{id}.{what}"] for what in wanted})
            marks = ("committed", "employee_committed", "strike", "machinery")
            row.same(f"marks of companies.{id}", [], [mark for mark in marks if found[f"companies.{id}.{mark}"]])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_class_begins_with_ten_workers(players: int) -> None:
    found = figures(table(players))
    for role, crews in CREWS[players].items():
        assert sum(len(crew) for crew in crews.values()) + found[f"{role}.unemployed"] == found[f"{role}.workers"] == 10
        assert found[f"{role}.unemployed"] == OUT[players][role]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_chance_decides_is_named_as_untold_and_can_be_told(players: int) -> None:
    at = table(players)
    roles = set(OUT[players])
    markets = {"market.capitalist"} | ({"market.middle"} if players > 2 else set())
    evening = Evening(at.journal)
    left = set(untold(evening.definition, evening.position))
    assert left == {f"{role}.unemployed.{kind}" for role in roles for kind in LETTER.values()} | markets | {"deals", "export_card"} | (
        {"state.agenda"} if players == 4 else set()
    )
    for path in sorted(left):
        value = {
            "deals": "1",
            "export_card": "1",
            "market.capitalist": "hotel,academy,stadium,tv_station",
            "market.middle": "pharmacy",
            "state.agenda": "1A,2B",
        }
        assert do(at, f"observe {path}={value.get(path, '0')}")["recorded"]
    evening = Evening(at.journal)
    assert not untold(evening.definition, evening.position)


@pytest.mark.parametrize("nobody", ["", "-", "0"])
def test_a_company_is_told_empty_by_nothing_a_dash_or_a_nought(nobody: str) -> None:
    at = table()
    assert do(at, f"observe companies.supermarket_1.workers={nobody}")["recorded"]
    assert figures(at)["companies.supermarket_1.workers"] == []


@pytest.mark.parametrize(
    ("language", "word", "crew"), [("en", "w", "working"), ("de", "mittelstand", "middle"), ("en", "-", ""), ("en", "", "")]
)
def test_whose_workers_stand_in_a_company_is_told_by_a_word_or_by_a_dash_for_nobody(language: str, word: str, crew: str) -> None:
    at = table()
    at.language = language
    assert do(at, f"observe companies.supermarket_1.crew={word}")["recorded"]
    assert figures(at)["companies.supermarket_1.crew"] == crew


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_record_of_figures_knows_only_the_turn(players: int) -> None:
    assert set(figures(table(players, "figures"))) == {"round", "phase"}


@pytest.mark.parametrize(("first", "entry"), [([], 0), (["observe policies.taxation=A"], 1)])
def test_what_the_set_up_gives_was_told_by_no_entry(first: list[str], entry: int) -> None:
    at = played([*first, *["card"] * 20, "next"])
    looked = judged(at, "propose 3 C")[1].look_at
    assert [(one.path, one.last_told) for one in looked] == [("policies.taxation", entry)]


def rows(name: str) -> list[Any]:
    """Return the rows of all copies of a card by its English name."""
    return [row for row in ROWS if DEFINITION.terms[copy_of(str(row["id"]))].sheet.text == name]


@pytest.mark.parametrize(("owner", "card"), PRINTED)
def test_each_company_is_as_in_the_second_list(owner: str, card: dict[str, Any]) -> None:
    found = rows(card["name"])
    ids = ", ".join(str(one["id"]) for one in found)
    with Row("companies", [f"{card['name']}, {owner}: {ids}; {FILE.name} is what is expected"]) as test:
        if owner == "state":
            printed = Counter((row["row"], row["least"], row["most"]) for row in found)
            test.same("rows and players", Counter(tuple(one) for one in card["rows"]), printed)
        else:
            test.same("cards", card["cards"], len(found))
            test.same("starting cards", card.get("starting", 0), sum(bool(row["starting"]) for row in found))
        wanted = {
            "owner": owner,
            "cost": card.get("cost", 0),
            "industry": card["industry"],
            "skilled": card["crew"].count("s"),
            "unskilled": card["crew"].count("u"),
            "employee": {"s": "skilled", "u": "unskilled"}.get(card.get("employee", ""), ""),
            "output": card["output"],
            "employee_bonus": card.get("bonus", 0),
            "gear": card.get("gear", 0),
            **dict(zip(("l1", "l2", "l3"), card.get("wages") or [0, 0, 0], strict=True)),
            "automated": not card["crew"],
        }
        for row in found:
            test.same(str(row["id"]), wanted, {key: row[key] for key in wanted})


def test_no_company_is_in_one_list_only() -> None:
    names = [DEFINITION.terms[copy_of(str(row["id"]))].sheet.text for row in ROWS]
    listed = [card["name"] for cards in SECOND.values() for card in cards]
    write = '{ name = "{id}", cards = …, cost = …, industry = "…", crew = "su", output = …, wages = [lowest, middle, highest] } under its '
    write += "owner, typed from the printed card and not from helper/games/hegemony/tables."
    speaks(gaps("company", names, listed, FILE, write))
    assert len({row["id"] for row in ROWS}) == len(ROWS)


def test_so_many_cards_of_each_owner() -> None:
    assert Counter(row["owner"] for row in ROWS if row["row"] != 1 or row["least"] != 2) == Counter(
        {"capitalist": 28, "middle": 17, "state": 9, "working": 2}
    )


@pytest.mark.parametrize("row", [pytest.param(row, id=str(row["id"])) for row in ROWS])
def test_wages_rise_from_level_to_level(row: dict[str, Any]) -> None:
    wages = [row["l1"], row["l2"], row["l3"]]
    assert wages == [0, 0, 0] or wages[0] < wages[1] < wages[2]
    has_no_wage = row["automated"] or row["owner"] == "working" or (row["owner"] == "middle" and not row["employee"])
    assert (wages == [0, 0, 0]) is has_no_wage


def test_the_wage_paid_is_that_of_the_level() -> None:
    for level, wage in ((1, 6), (2, 8), (3, 10)):
        at = table()
        do(at, "card")
        do(at, f"adjust companies.convenience_store_1.employee=u companies.convenience_store_1.level={level}")
        do(at, "shift convenience1")
        assert figures(at)["middle.money"] == 40 - wage


@pytest.mark.parametrize(
    ("start", "told", "doubts"),
    [
        ("figures", "working.workers=12 working.population=4", []),
        ("figures", "working.workers=12 working.population=5", ["Working Class: 12 workers give population 4, not 5."]),
        ("figures", "middle.workers=10 middle.unemployed=11", ["Middle Class: 11 unemployed of 10 workers in all."]),
        ("figures", "middle.workers=10 middle.unemployed=10", []),
        ("figures", "working.unemployed=3", []),
        ("figures", "working.workers=10 working.unemployed=3", []),
        ("full", "working.unemployed=3 middle.unemployed=3", []),
        ("full", "working.unemployed=4", ["Working Class: 10 workers in all, but 7 in companies and unions and 4 unemployed."]),
        ("full", "middle.unemployed=2", ["Middle Class: 10 workers in all, but 7 in companies and unions and 2 unemployed."]),
        ("full", "unions.food=yes", ["Working Class: 10 workers in all, but 8 in companies and unions and 3 unemployed."]),
        (
            "full",
            "companies.convenience_store_1.employee=u",
            ["Working Class: 10 workers in all, but 8 in companies and unions and 3 unemployed."],
        ),
        ("full", "market.capitalist=college,hotel,stadium,academy market.middle=pharmacy,convenience,game_store", []),
        ("figures", "market.capitalist=college,supermarket_1", []),
        (
            "full",
            "market.capitalist=college,hotel,stadium,academy,hospital",
            ["Capitalist Class: 5 cards in the market, which holds 4."],
        ),
        ("full", "market.middle=pharmacy,doctors,convenience,game_store", ["Middle Class: 4 cards in the market, which holds 3."]),
        ("full", "market.capitalist=college,college", ["College 2: named more than once in the market of Capitalist Class."]),
        ("full", "market.capitalist=pharmacy", ["Pharmacy: in the market of Capitalist Class, but the card of another owner."]),
        ("full", "market.middle=public_hospital", ["Public Hospital 1: in the market of Middle Class, but the card of another owner."]),
        ("full", "market.capitalist=college_1", ["College 1: in the market of Capitalist Class, but on the board too."]),
    ],
)
def test_figures_that_cannot_be_right_together_are_recorded_and_doubted(start: str, told: str, doubts: list[str]) -> None:
    at = table(4, start)
    with Row(GAME, at, f"observe {told}") as row:
        answer = do(at, f"observe {told}")
        row.holds("recorded", bool(answer["recorded"]))
        row.same("doubts", doubts, answer["doubts"])


def test_a_market_that_is_corrected_is_read_by_the_board_as_it_was_then() -> None:
    at = played(["card", "card", "observe market.capitalist=hotel", "!build college"])
    do(at, "correct 3 market.capitalist=hotel,college")
    assert figures(at)["market.capitalist"] == ["hotel"]
    assert figures(at)["companies.college_1.workers"] == ["worker_education", "unskilled"]


@pytest.mark.parametrize(("unskilled", "doubts"), [(2, []), (3, ["Working Class: 2 unemployed in all, but the kinds add up to 3."])])
def test_kinds_of_unemployed_that_do_not_add_up_are_doubted(unskilled: int, doubts: list[str]) -> None:
    told = [f"working.unemployed.{kind}={unskilled if letter == 'u' else 0}" for letter, kind in LETTER.items()]
    assert do(table(2), f"observe {' '.join(told)}")["doubts"] == doubts


# What taxes and scores go by: of every class, then of each.
OF_FIGURES = {
    "working": {"points", "money", "loans", "population"},
    "middle": {"points", "money", "loans", "population", "companies", "employers"},
    "capitalist": {"points", "revenue", "capital", "loans", "companies"},
    "state": {"points", "treasury", "loans"},
}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_record_of_figures_needs_for_taxes_and_scores_is_named_as_untold(players: int) -> None:
    evening = Evening(table(players, "figures").journal)
    roles = evening.journal.header.roles.values()
    wanted = {f"{role}.{what}" for role in roles for what in OF_FIGURES[role]}
    assert set(untold(evening.definition, evening.position)) == {path for path in START if path.startswith("policies.")} | wanted
    at = table(players, "figures")
    do(at, "observe working.points=3 policies.fiscal=B")
    left = set(untold(evening.definition, Evening(at.journal).position))
    assert {"working.points", "policies.fiscal"} == set(untold(evening.definition, evening.position)) - left
