"""Who sells what, at what price, and how much of it finds room; typed from the facts, apart from the definitions."""

from __future__ import annotations

import pytest

from helper.engine.position import Board, Unknown
from helper.games.hegemony import figures as f
from helper.games.hegemony.prices import price, room, sells, stock, tariff
from helper.table.evening import Evening
from tests.games.hegemony.sitting import DEFINITION, played, table

GOODS = ("food", "luxury", "health", "education", "influence")
TRADED, SERVED = ("food", "luxury", "health", "education"), ("health", "education", "influence")
SELLS = {
    ("foreign_market", "working"): ("food", "luxury"),
    ("foreign_market", "middle"): ("food", "luxury"),
    ("working", "working"): (),
    ("working", "middle"): (),
    ("middle", "working"): TRADED,
    ("middle", "middle"): TRADED,
    ("capitalist", "working"): TRADED,
    ("capitalist", "middle"): TRADED,
    ("state", "working"): GOODS,
    ("state", "middle"): GOODS,
}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("source", "buyer"), SELLS)
def test_a_source_sells_exactly_these_kinds(source: str, buyer: str, players: int) -> None:
    if buyer == "middle" and players == 2:
        return
    at = Board(DEFINITION, Evening(table(players).journal).position)
    wanted = () if source == "middle" and players == 2 else SELLS[source, buyer]
    assert tuple(good for good in GOODS if sells(at, source, good, buyer)) == wanted


def test_the_capitalist_class_does_not_sell_to_itself() -> None:
    at = Board(DEFINITION, Evening(table(4).journal).position)
    assert not any(sells(at, "capitalist", good, "capitalist") for good in GOODS)


@pytest.mark.parametrize("good", GOODS)
def test_public_services_lie_with_the_state_and_all_other_goods_in_a_storage(good: str) -> None:
    assert stock("state", good) == (f"state.services.{good}" if good in SERVED else f"state.storage.{good}")
    assert stock("capitalist", good) == f"capitalist.storage.{good}"


@pytest.mark.parametrize(("section", "food", "luxury"), [("A", 10, 6), ("B", 5, 3), ("C", 0, 0)])
def test_imported_goods_cost_10_and_6_and_the_tariff(section: str, food: int, luxury: int) -> None:
    at = Board(DEFINITION, Evening(played([f"adjust policies.trade={section}"]).journal).position)
    assert [tariff(at, good) for good in ("food", "luxury")] == [food, luxury]
    assert [price(at, "foreign_market", good) for good in ("food", "luxury")] == [10 + food, 6 + luxury]


@pytest.mark.parametrize(("section", "cost"), [("A", 0), ("B", 5), ("C", 10)])
def test_the_state_sells_services_by_its_policies_and_the_rest_at_fixed_prices(section: str, cost: int) -> None:
    told = f"adjust policies.welfare_health={section} policies.welfare_education=B capitalist.prices.food=15 state.services.health=3"
    at = Board(DEFINITION, Evening(played([told]).journal).position)
    assert [price(at, "state", good) for good in GOODS] == [12, 8, cost, 5, 10]
    assert [price(at, "capitalist", good) for good in GOODS[:4]] == [15, 8, 8, 8]
    assert (at[stock("state", "health")], at[stock("capitalist", "luxury")]) == (3, 2)


ROOMS: list[tuple[str, dict[str, str], str, tuple[int, ...]]] = [
    ("", {}, "capitalist.storage", (8, 12, 12, 12)),
    ("capitalist.tiles", {}, "capitalist.storage", (16, 24, 24, 24)),
    ("", {}, "middle.storage", (8, 8, 8, 8)),
    ("middle.tiles", {}, "middle.storage", (16, 16, 16, 16)),
    ("middle.tiles", {"middle_tile": "tile"}, "middle.storage", (16, 20, 20, 20)),
]


@pytest.mark.parametrize(("tiles", "options", "place", "wanted"), ROOMS)
def test_a_storage_holds_so_much_and_with_a_tile_more(tiles: str, options: dict[str, str], place: str, wanted: tuple[int, ...]) -> None:
    told = " ".join(f"{tiles}.{good}=yes" for good in TRADED) if tiles else "working.points=0"
    at = Board(DEFINITION, Evening(played([f"adjust {told}"], 4, "full", **options).journal).position)
    role = place.partition(".")[0]
    assert tuple(room(at, role, f.STORAGE(role, good), good) for good in TRADED) == wanted


def test_the_zone_holds_8_food_and_12_luxury_whatever_tiles_lie_there_and_services_what_is_made_and_6() -> None:
    told = "adjust companies.public_hospital_2.open=yes capitalist.tiles.food=yes capitalist.tiles.luxury=yes"
    at = Board(DEFINITION, Evening(played([told]).journal).position)
    assert [room(at, "capitalist", f.ZONE(good), good) for good in ("food", "luxury")] == [8, 12]
    assert [room(at, "state", f.SERVICES(good), good) for good in SERVED] == [16, 12, 10]


@pytest.mark.parametrize(
    ("players", "told", "wanted"),
    [
        (2, "public_hospital_1=yes public_hospital_2=no public_hospital_3=no", 10),
        (3, "university_hospital=yes public_hospital_2=no public_hospital_3=no", 12),
        (4, "university_hospital=yes public_hospital_2=yes public_hospital_3=yes", 20),
    ],
)
def test_a_company_that_is_not_in_the_game_needs_no_telling(players: int, told: str, wanted: int) -> None:
    companies = [word.replace("=", ".open=") for word in told.split()]
    lines = [f"observe companies.{word}" for word in companies]
    for count in range(len(lines)):
        at = Board(DEFINITION, Evening(played(lines[:count], players, "figures").journal).position)
        with pytest.raises(Unknown):
            room(at, "state", f.SERVICES("health"), "health")
    at = Board(DEFINITION, Evening(played(lines, players, "figures").journal).position)
    assert room(at, "state", f.SERVICES("health"), "health") == wanted


def test_a_tile_that_nobody_told_is_unknown_but_for_the_middle_class() -> None:
    at = Board(DEFINITION, Evening(table(4, "figures").journal).position)
    assert room(at, "middle", f.STORAGE("middle", "food"), "food") == 8
    with pytest.raises(Unknown):
        room(at, "capitalist", f.STORAGE("capitalist", "food"), "food")
