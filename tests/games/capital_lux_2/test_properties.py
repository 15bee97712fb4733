"""What holds for every round there can be: random tables, resolved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helper.definitions.load import load
from helper.table import Table, calculate
from helper.table.calculating import nested
from tests.playing import GAME, do, played, status

pytestmark = pytest.mark.slow

DISTRICTS = ("blue", "pink", "yellow", "green")
DEFINITION = load(GAME)
NAMES = ("Anna", "Bert", "Cleo", "Dora")
CARDS = st.sampled_from([f"{district} {value}" for district in DISTRICTS for value in range(2, 7)])


@st.composite
def rounds(draw: st.DrawFn, modified: bool = True) -> dict[str, Any]:
    """Draw a table with one to four players: cards in any district, bonus cards, gold, changes of limits."""
    figures: dict[str, Any] = {"round": draw(st.integers(1, 3))}
    seats = NAMES[: draw(st.integers(1, 4))]
    for district in DISTRICTS:
        figures[f"capital.{district}"] = draw(st.lists(CARDS, max_size=5))
        for seat in seats:
            figures[f"players.{seat}.{district}"] = draw(st.lists(CARDS, max_size=4))
    for seat in seats:
        figures[f"players.{seat}.hand"] = draw(st.lists(CARDS, max_size=2))
        figures[f"players.{seat}.bonus"] = draw(st.lists(st.integers(2, 6), max_size=3))
        figures[f"players.{seat}.gold"] = draw(st.integers(0, 8))
    if modified:
        for key in draw(st.lists(st.sampled_from([*DISTRICTS, *(f"{seat}.{one}" for seat in seats for one in DISTRICTS)]), unique=True)):
            path = f"capital.adjust.{key}" if "." not in key else f"players.{key.partition('.')[0]}.adjust.{key.partition('.')[2]}"
            figures[path] = draw(st.integers(-9, 9))
    return figures


def resolved(figures: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = calculate(GAME, "round", nested(figures))
    return answer


def seats_of(figures: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys(path.split(".")[1] for path in figures if path.startswith("players.")))


def of_colour(cards: Sequence[object], district: str) -> Counter[str]:
    return Counter(f"{district} {card}" if isinstance(card, int) else str(card) for card in cards)


@st.composite
def plausible(draw: st.DrawFn, modified: bool = True) -> dict[str, Any]:
    """Draw a table with no more cards of a colour than the box holds."""
    figures = draw(rounds(modified))
    counted: Counter[str] = Counter()
    kept: dict[str, Any] = {}
    for path, value in figures.items():
        if isinstance(value, list) and not path.endswith(".bonus"):
            kept[path] = []
            for card in value:
                colour = card.split()[0]
                if counted[colour] < DEFINITION.rules["components.citizens"].number("per_colour"):
                    counted[colour] += 1
                    kept[path].append(card)
        else:
            kept[path] = value
    return kept


@given(plausible())
def test_a_total_is_the_sum_of_its_parts_and_of_what_lies_there(figures: dict[str, Any]) -> None:
    result = resolved(figures)["result"]
    value = DEFINITION.rules["final.gold"].number("gold_value")
    for row in result["scores"]:
        after = result["players"][row["player"]]
        lying = [card for one in DISTRICTS for card in of_colour(after["bases"][one], one).elements()]
        assert row["cards"] == sum(int(card.split()[1]) for card in lying)
        assert row["bonus"] == sum(after["bonus"])
        assert row["gold"] == after["gold"]
        assert row["gold_points"] == value * row["gold"]
        assert row["total"] == row["cards"] + row["bonus"] + row["gold_points"]


@given(plausible(), st.randoms(use_true_random=False))
def test_players_in_another_order_get_the_same_answer_in_that_order(figures: dict[str, Any], chance: Any) -> None:
    seats = seats_of(figures)
    other = chance.sample(seats, len(seats))
    swapped = {path: value for path, value in figures.items() if not path.startswith("players.")}
    for seat in other:
        swapped.update({path: value for path, value in figures.items() if path.startswith(f"players.{seat}.")})
    one, two = resolved(figures)["result"], resolved(swapped)["result"]
    assert two["limits"] == one["limits"]
    assert two["players"] == one["players"]
    assert two["capital"] == one["capital"]
    assert [row["player"] for row in two["scores"]] == other
    assert sorted(two["scores"], key=lambda row: row["player"]) == sorted(one["scores"], key=lambda row: row["player"])
    assert sorted(two["winners"]) == sorted(one["winners"])
    assert (two["tie_break"], two["final"]) == (one["tie_break"], one["final"])
    for before, after in zip(one["bonuses"], two["bonuses"], strict=True):
        assert {**before, "tied": sorted(before.get("tied", []))} == {**after, "tied": sorted(after.get("tied", []))}


@given(plausible(), st.permutations(NAMES))
def test_players_with_other_names_get_the_same_answer_under_those_names(figures: dict[str, Any], names: list[str]) -> None:
    new = dict(zip(NAMES, (f"{name} the other" for name in names), strict=True))
    renamed = {".".join(new.get(part, part) for part in path.split(".")): value for path, value in figures.items()}
    one, two = resolved(figures)["result"], resolved(renamed)["result"]
    assert [{**row, "player": new[row["player"]]} for row in one["scores"]] == two["scores"]
    assert [new[name] for name in one["winners"]] == two["winners"]


@given(plausible())
def test_no_card_of_a_district_is_lost_or_made(figures: dict[str, Any]) -> None:
    result = resolved(figures)["result"]
    for district in DISTRICTS:
        before = of_colour(figures[f"capital.{district}"], district)
        after = of_colour(result["capital"][district], district)
        bonus = next(one for one in result["bonuses"] if one["district"] == district)
        gone = bonus.get("card") or bonus.get("discarded")
        assert not after - before
        left = list((before - after).elements())
        assert [int(card.split()[1]) for card in left] == ([gone] if gone else [])
        assert gone is None or gone == max(int(card.split()[1]) for card in before.elements())
        for seat in seats_of(figures):
            mine = of_colour(figures[f"players.{seat}.{district}"], district)
            mine += Counter(card for card in figures[f"players.{seat}.hand"] if card.startswith(f"{district} "))
            kept = of_colour(result["players"][seat]["bases"][district], district)
            bust = [one for one in result["busts"] if (one["player"], one["district"]) == (seat, district)]
            discarded = of_colour(bust[0]["cards"], district) if bust else Counter()
            assert kept + discarded == mine


@given(plausible())
def test_a_bonus_comes_from_the_capital_and_from_nowhere_else(figures: dict[str, Any]) -> None:
    result = resolved(figures)["result"]
    for seat in seats_of(figures):
        won = [one["card"] for one in result["bonuses"] if one.get("winner") == seat and one["card"]]
        assert result["players"][seat]["bonus"] == figures[f"players.{seat}.bonus"] + won
        tied = sum(one["gold"] for one in result["bonuses"] if seat in one.get("tied", []))
        assert result["players"][seat]["gold"] == figures[f"players.{seat}.gold"] + tied


@given(plausible())
def test_no_base_is_above_its_limit_afterwards_and_only_the_highest_lead(figures: dict[str, Any]) -> None:
    result = resolved(figures)["result"]
    for district in DISTRICTS:
        sums = {}
        for seat in seats_of(figures):
            cards = of_colour(result["players"][seat]["bases"][district], district)
            sums[seat] = sum(int(card.split()[1]) for card in cards.elements())
            assert not sums[seat] or sums[seat] <= result["limits"][seat][district]
        bonus = next(one for one in result["bonuses"] if one["district"] == district)
        leaders = [seat for seat in sums if sums[seat] == max(sums.values()) and sums[seat] >= 1]
        assert leaders == (bonus.get("tied") or ([bonus["winner"]] if bonus["winner"] else []))
        assert ("tied" in bonus) == (len(leaders) > 1)


@given(plausible())
def test_ranks_follow_points_then_less_gold_and_shared_places_leave_gaps(figures: dict[str, Any]) -> None:
    result = resolved(figures)["result"]
    keys = {row["player"]: (-row["total"], row["gold"]) for row in result["scores"]}
    for row in result["scores"]:
        place = 1 + sum(other < keys[row["player"]] for other in keys.values())
        assert row["rank"] == place, f"{row['player']} is {row['rank']} instead of {place}, by points and less gold: {result['scores']}"
    first = [row["player"] for row in result["scores"] if row["rank"] == 1]
    assert result["winners"] == (first if result["final"] else [])


@given(plausible())
def test_the_steps_follow_the_order_of_the_rules_and_none_is_left_out(figures: dict[str, Any]) -> None:
    answer = resolved(figures)
    seats = seats_of(figures)
    stages = {"round.leftover": 0, "resolution.modifiers": 1, "resolution.limit": 2, "resolution.bonus": 3, "resolution.tie": 3}
    order = [stages.get(step["rule"], 4) for step in answer["steps"]]
    assert order == sorted(order)
    checked = [(step["values"]["district"], step["values"]["seat"]) for step in answer["steps"] if step["rule"] == "resolution.limit"]
    assert checked == [(district, seat) for district in DISTRICTS for seat in seats]
    given_out = [step["values"]["district"] for step in answer["steps"] if step["rule"] in ("resolution.bonus", "resolution.tie")]
    assert given_out == list(DISTRICTS)
    lost = [(s["values"]["seat"], s["values"]["district"]) for s in answer["steps"] if s["outcome"] == "lost"]
    assert lost == [(bust["player"], bust["district"]) for bust in answer["result"]["busts"]]
    assert [step["values"]["points"] for step in answer["steps"] if step["rule"] == "final.score"] == [
        row["total"] for row in answer["result"]["scores"]
    ]


def recorded(figures: dict[str, Any]) -> Table:
    """Return a table that was told the same figures."""
    seats = seats_of(figures)
    at = played([], *seats)
    ids = {seat: f"P{n}" for n, seat in enumerate(seats, 1)}
    told = {".".join(ids.get(part, part) for part in path.split(".")): value for path, value in figures.items()}
    assert at.ask("observe", figures=nested(told))["recorded"] == 1
    return at


@given(plausible().filter(lambda figures: len(seats_of(figures)) > 1))
def test_a_record_that_is_told_the_same_figures_resolves_to_the_same_answer(figures: dict[str, Any]) -> None:
    at = recorded(figures)
    answer: Any = at.ask("resolve")
    wanted = resolved(figures)
    ids = {seat: f"P{n}" for n, seat in enumerate(seats_of(figures), 1)}
    names = {id: seat for seat, id in ids.items()}
    assert [(row["total"], row["rank"]) for row in answer["result"]["scores"]] == [
        (row["total"], row["rank"]) for row in wanted["result"]["scores"]
    ]
    assert answer["result"]["capital"] == wanted["result"]["capital"]
    assert {names[id]: one for id, one in answer["result"]["players"].items()} == wanted["result"]["players"]
    assert answer["result"]["final"] == wanted["result"]["final"]
    assert [names[id] for id in answer["result"]["winners"]] == wanted["result"]["winners"]
    texts = [step["text"] for step in answer["steps"] if step["rule"] in ("resolution.limit", "resolution.bonus", "resolution.tie")]
    assert texts == [s["text"] for s in wanted["steps"] if s["rule"] in ("resolution.limit", "resolution.bonus", "resolution.tie")]


@given(plausible().filter(lambda figures: len(seats_of(figures)) > 1))
def test_a_round_is_not_resolved_twice(figures: dict[str, Any]) -> None:
    at = recorded(figures)
    assert at.ask("resolve")["recorded"] == 2
    before = status(at)
    again: Any = at.ask("resolve")
    assert (again["recorded"], again["verdict"]) == (None, "illegal")
    assert {reason["condition"] for reason in again["reasons"]} <= {"something_played", "running"}
    assert status(at) == before
    assert do(at, "undo")["undone"] == 2
    assert at.ask("resolve")["recorded"] == 4
