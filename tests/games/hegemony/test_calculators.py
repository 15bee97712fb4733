"""Taxes, population, wealth, legitimacy and the end of the game, at every boundary of the printed tables."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from helper.definitions.load import load
from helper.games.hegemony import scoring, taxes
from helper.table import calculate
from tests.games.hegemony.sitting import asking, unanswered
from tests.rows import Row

VECTORS = tomllib.loads((Path(__file__).parents[2] / "vectors" / "hegemony.toml").read_text(encoding="utf-8"))["test_vector"]
START = "policies=1C 2B 3A 4B 5C 6B 7B"
ANSWERED = {"policy", "taxes", "population", "wealth", "legitimacy", "final", "election"}
"""Calculators whose figures are typed here."""


def answer(name: str, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = calculate("hegemony", name, list(words))
    return found


def result(name: str, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = answer(name, *words)["result"]
    return found


def vector(one: dict[str, Any]) -> object:
    definition = load("hegemony")
    sections = dict.fromkeys(definition.axes["policy"], "C")
    for key, policy in (("p2", "labor"), ("p3", "taxation"), ("p4", "welfare_health"), ("p5", "welfare_education")):
        sections[policy] = one.get(key, sections[policy])
    match one["kind"]:
        case "tax_multiplier":
            return taxes.multiplier(definition, sections)
        case "income_tax_working":
            return taxes.of_classes(definition, sections, taxes.Basis(population=one["population"]))["working"]["income"]
        case "income_tax_middle":
            return taxes.of_classes(definition, sections, taxes.Basis(employers=one["employers"]))["middle"]["income"]
        case "corporate_tax":
            return taxes.corporate(definition, sections, one["revenue"])
        case "wealth_level":
            return result("wealth", f"capital={one['capital']}")["level"]
        case "population":
            return result("population", f"workers={one['workers']}")["population"]
        case "state_influence":
            values = [f"state.legitimacy.{role}={one['lowest_legitimacy']}" for role in ("working", "middle", "capitalist")]
            return result("legitimacy", *values)["election_influence"]
        case "game_end_loan":
            return scoring.debts(definition, "working", one["money"], one["loans"])
    raise AssertionError(one)


RULES = {
    "tax_multiplier": "tax.multiplier",
    "income_tax_working": "tax.income_working",
    "income_tax_middle": "tax.income_middle",
    "corporate_tax": "tax.corporate",
    "wealth_level": "scoring.wealth",
    "population": "people.population",
    "state_influence": "election.refill",
    "game_end_loan": "final.debts",
}


@pytest.mark.parametrize("one", VECTORS, ids=lambda one: one["kind"])
def test_the_vectors_of_the_facts_hold(one: dict[str, Any]) -> None:
    told = [f"{key}={value}" for key, value in one.items() if key != "kind" and not key.startswith("expect")]
    with Row(RULES[one["kind"]], told, one["kind"]) as row:
        wanted = (one["expect_paid"], one["expect_vp"]) if one["kind"] == "game_end_loan" else one["expect"]
        row.same("result", wanted, vector(one))


def gives(name: str, words: Sequence[str], wanted: Mapping[str, Any]) -> None:
    """Find these parts of what a calculator answers, and say its steps where they differ."""
    with asking(name, words) as row:
        found = answer(name, *words)
        row.answered(found)
        row.same("result", wanted, {key: found["result"].get(key) for key in wanted})


def test_there_are_as_many_vectors_as_the_facts_give() -> None:
    assert len(VECTORS) == 21


# Typed from the printed aids, apart from the definitions.
CORPORATE = [(5, 1, 2, 2), (10, 5, 5, 4), (25, 12, 10, 7), (50, 24, 15, 10), (100, 40, 30, 20), (200, 100, 70, 40), (300, 160, 120, 60)]
WEALTH = [10, 25, 50, 75, 100, 125, 150, 175, 200, 250, 300, 350, 400, 450, 500]
POPULATION = [12, 15, 18, 21, 24, 27, 30]
MULTIPLIER = {"A": (3, 5, 7, 9, 11), "B": (2, 3, 4, 5, 6), "C": (1, 1, 1, 1, 1)}


@pytest.mark.parametrize("column", [1, 2, 3])
@pytest.mark.parametrize("line", range(len(CORPORATE)))
def test_corporate_tax_below_on_and_above_each_boundary(line: int, column: int) -> None:
    section = "ABC"[column - 1]
    low, tax = CORPORATE[line][0], CORPORATE[line][column]
    before = CORPORATE[line - 1][column] if line else 0
    with Row("tax.corporate", [f"Taxation stands at {section}."], "corporate tax") as row:
        for revenue, wanted in ((low - 1, before), (low, tax), (low + 1, tax)):
            row.same(f"tax on a revenue of {revenue}", wanted, taxes.corporate(load("hegemony"), {"taxation": section}, revenue))


@pytest.mark.parametrize(("level", "capital"), list(enumerate(WEALTH, 1)))
def test_wealth_below_on_and_above_each_threshold(level: int, capital: int) -> None:
    for off, wanted in ((-1, level - 1), (0, level), (1, level)):
        gives("wealth", [f"capital={capital + off}"], {"level": wanted})


@pytest.mark.parametrize(("population", "workers"), list(enumerate(POPULATION, 4)))
def test_population_below_on_and_above_each_boundary(population: int, workers: int) -> None:
    for off, wanted in ((-1, population - 1), (0, population), (1, population)):
        gives("population", [f"workers={workers + off}"], {"population": wanted})


@pytest.mark.parametrize("taxation", "ABC")
@pytest.mark.parametrize("health", "ABC")
@pytest.mark.parametrize("education", "ABC")
def test_every_cell_of_the_multiplier(taxation: str, health: str, education: str) -> None:
    welfare = {"A": 2, "B": 1, "C": 0}
    words = ["labor=B", f"taxation={taxation}", f"health={health}", f"education={education}"]
    gives("taxes", words, {"tax_multiplier": MULTIPLIER[taxation][welfare[health] + welfare[education]]})


def test_the_shape_of_the_answer_for_taxes() -> None:
    figures = ["working.population=3", "middle.employers=2", "middle.companies=2", "capitalist.companies=3", "capitalist.revenue=60"]
    assert result("taxes", START, *figures) == {
        "tax_multiplier": 5,
        "working": {"income": 12},
        "middle": {"income": 8, "employment": 10},
        "capitalist": {"employment": 15, "corporate": 12, "revenue_after": 33},
        "treasury": 57,
    }


def test_a_policy_means_this_before_and_after() -> None:
    told = ["working.population=3", "middle.employers=2", "capitalist.companies=3", "companies.college_1.level=2"]
    found = result("policy", START, "change=6A", *told)
    before: dict[str, Any] = {
        "policies": dict(zip(load("hegemony").axes["policy"], "CBABCBB", strict=True)),
        "tax_multiplier": 5,
        "taxes": {"working": {"income": 12}, "middle": {"income": 8}, "capitalist": {"employment": 15}},
        "prices": {"public_health": 5, "public_education": 10, "import_food": 15, "import_luxury": 9},
        "tariffs": {"food": 5, "luxury": 3},
        "minimum_wage": 2,
        "wages": {"college_1": 20},
        "public_companies": 3,
        "business_deals": 1,
        "new_workers": 1,
        "end_points": {"working": 1, "middle": 3, "capitalist": 4},
    }
    assert found["before"] == before
    assert found["after"] == before | {
        "policies": {**before["policies"], "trade": "A"},
        "prices": {**before["prices"], "import_food": 20, "import_luxury": 12},
        "tariffs": {"food": 10, "luxury": 6},
        "business_deals": 0,
    }
    assert [(one["rule"], one["outcome"]) for one in found["at_once"]] == [
        ("policy.change", outcome) for outcome in ("moved", "import", "import", "may_reprice", "deals")
    ]
    assert found["at_once"][1]["values"] == {"good": "food", "before": 15, "now": 20, "tariff": 10}


def test_policies_are_told_by_number_or_by_name_in_any_order() -> None:
    named = "policies=tradeB fiscalC laborB taxationA welfare_healthB welfare_educationC immigrationB"
    for told in (named, named.replace(" ", ",")):
        assert result("taxes", told, "working.population=3") == result("taxes", START, "working.population=3")


def test_a_class_left_out_is_left_out_of_the_answer() -> None:
    assert result("taxes", START, "working.population=4") == {"tax_multiplier": 5, "working": {"income": 16}, "treasury": 16}


def test_income_tax_after_the_imf_looks_at_the_old_labor_market() -> None:
    after = "policies=1C 2C 3A 4B 5C 6B 7B"
    assert result("taxes", after, "working.population=3")["working"] == {"income": 3}
    assert result("taxes", after, "labor_before_imf=A", "working.population=3")["working"] == {"income": 21}


def test_what_is_short_is_named_after_capital_too() -> None:
    found = answer("taxes", START, "capitalist.companies=3", "capitalist.revenue=6", "capitalist.capital=4")
    assert found["result"]["capitalist"] == {"employment": 15, "corporate": 0, "revenue_after": 0, "short": 5}
    assert found["warnings"]
    covered = answer("taxes", START, "capitalist.companies=3", "capitalist.revenue=6", "capitalist.capital=9")
    assert "short" not in covered["result"]["capitalist"]
    assert not covered["warnings"]


@given(
    some.tuples(*(some.sampled_from("ABC") for _ in range(7))),
    some.integers(1, 10),
    some.integers(0, 12),
    some.integers(0, 8),
    some.integers(0, 12),
    some.integers(0, 600),
)
def test_taxes_paid_are_taxes_received(sections: tuple[str, ...], people: int, employers: int, own: int, firms: int, revenue: int) -> None:
    policies = "policies=" + " ".join(f"{number}{section}" for number, section in enumerate(sections, 1))
    figures = [f"working.population={people}", f"middle.employers={employers}", f"middle.companies={own}"]
    found = result("taxes", policies, *figures, f"capitalist.companies={firms}", f"capitalist.revenue={revenue}")
    paid = sum(found[role].get(kind, 0) for role in ("working", "middle", "capitalist") for kind in ("income", "employment", "corporate"))
    assert paid == found["treasury"]


def test_the_marker_of_wealth_never_moves_left() -> None:
    assert result("wealth", "capital=60") == {"level": 3, "marker": 3, "new_spaces": 0, "points": 3}
    assert result("wealth", "capital=60", "previous=5") == {"level": 3, "marker": 5, "new_spaces": 0, "points": 3}
    assert result("wealth", "capital=60", "previous=1") == {"level": 3, "marker": 3, "new_spaces": 2, "points": 9}


def test_legitimacy_scores_the_lowest_then_halves_then_adds_tokens() -> None:
    values = ["state.legitimacy.working=3", "state.legitimacy.middle=5", "state.legitimacy.capitalist=2", "tokens.working=1"]
    assert result("legitimacy", *values) == {"points": 5, "after": {"working": 3, "middle": 3, "capitalist": 1}, "election_influence": 1}


def test_a_vote_told_by_its_sums_alone() -> None:
    found = answer("election", "proposer=middle", "votes.for=1", "votes.against=4")
    assert found["result"] == {"passes": False, "votes_for": 1, "votes_against": 4, "points": {}}
    assert found["warnings"] == []


FINAL = [START, "working.points=40", "working.money=38", "working.loans=1", "capitalist.points=44", "capitalist.loans=1"]


def test_the_end_of_the_game_line_by_line() -> None:
    scores = {row["role"]: row for row in result("final", *FINAL, "capitalist.storage.food=3", "capitalist.zone.food=1")["scores"]}
    assert scores["working"] | {"rank": 0} == {
        "role": "working",
        "track": 40,
        "debts": -4,
        "policies": 1,
        "money": 0,
        "goods": 0,
        "money_left": 3,
        "total": 37,
        "rank": 0,
    }
    assert (scores["capitalist"]["debts"], scores["capitalist"]["goods"], scores["capitalist"]["total"]) == (-5, 2, 45)


def test_the_end_of_the_game_of_four() -> None:
    told = (
        "working.points=10 working.money=38 working.loans=1 middle.points=8 middle.money=47 middle.storage.food=5 middle.storage.luxury=4 "
        "middle.storage.health=3 capitalist.points=20 capitalist.loans=1 capitalist.storage.food=3 capitalist.zone.food=2 "
        "capitalist.storage.luxury=2 capitalist.zone.luxury=4 capitalist.storage.health=2 capitalist.storage.education=7 state.points=9 "
        "state.treasury=95 state.services.health=7 state.services.education=3 state.services.influence=4 state.storage.food=3"
    )
    columns = ("role", "track", "debts", "policies", "money", "goods", "money_left", "total", "rank")
    rows = [
        ("working", 10, -4, 1, 0, 0, 3, 7, 4),
        ("middle", 8, 0, 3, 3, 4, 47, 18, 2),
        ("capitalist", 20, -5, 4, 0, 6, 0, 25, 1),
        ("state", 9, 0, 0, 3, 5, 95, 17, 3),
    ]
    scores = [dict(zip(columns, row, strict=True)) for row in rows]
    assert result("final", START, *told.split()) == {"scores": scores, "winners": ["capitalist"], "tie_break": None}


def test_what_the_state_keeps_of_a_service_in_two_places_is_added_first() -> None:
    assert result("final", START, "state.storage.health=1", "state.services.health=2")["scores"][0]["goods"] == 1


@pytest.mark.parametrize(("money", "points"), [(9, 0), (10, 1), (149, 14), (150, 15), (500, 15)])
def test_money_of_the_working_class_scores_up_to_its_most(money: int, points: int) -> None:
    words = [START, f"working.money={money}"]
    with asking("final", words) as row:
        found = answer("final", *words)
        row.answered(found)
        row.same("points for money", points, found["result"]["scores"][0]["money"])


def test_money_of_the_middle_class_scores_without_end() -> None:
    assert result("final", START, "middle.money=240")["scores"][0]["money"] == 16


def test_more_policies_in_the_own_section_break_a_tie() -> None:
    found = result("final", START, "working.points=5", "capitalist.points=2")
    assert [row["total"] for row in found["scores"]] == [6, 6]
    assert (found["winners"], found["tie_break"]) == (["capitalist"], "more_policies")
    assert [row["rank"] for row in found["scores"]] == [2, 1]


def test_one_unknown_that_only_breaks_a_tie_hides_nothing_else() -> None:
    found = calculate(
        "hegemony", "final", "policies=1A,2A,3B,4C,5C,6B,7B working.points=50 middle.points=30 capitalist.points=50 state.points=20".split()
    )
    result: Any = found["result"]
    assert [one["total"] for one in result["scores"]] == [54, 31, 54, 20]
    assert [one["rank"] for one in result["scores"]] == [1, 3, 1, 4]
    assert (result["winners"], result["tie_break"]) == ([], "open")
    assert found["steps"][-1]["text"].startswith("Level with 54 VP, and in their policies too: Working Class and Capitalist Class.")  # type: ignore[index]


def test_the_state_wins_a_tie_that_policies_leave() -> None:
    found = result("final", START, "capitalist.points=0", "state.points=4", "state.agenda=1C 2B")
    assert (found["winners"], found["tie_break"]) == (["state"], "state")


def test_a_state_whose_agenda_nobody_told_has_no_policy_to_win_a_tie_by() -> None:
    found = result("final", START, "working.points=3", "state.points=4")
    assert (found["winners"], found["tie_break"]) == (["working"], "more_policies")


def test_cubes_break_the_next_tie_and_else_the_victory_is_shared() -> None:
    even = ["policies=1A 2A 3B 4B 5C 6B 7B", "working.points=0", "middle.points=1"]
    more = result("final", *even, "bag.working=3", "bag.middle=4")
    assert (more["winners"], more["tie_break"]) == (["middle"], "more_cubes")
    assert result("final", *even, "bag.working=0", "bag.middle=1")["winners"] == ["middle"]
    shared = result("final", *even, "bag.working=3", "bag.middle=3")
    assert (shared["winners"], shared["tie_break"]) == (["working", "middle"], "shared")
    assert [row["rank"] for row in shared["scores"]] == [1, 1]


CANNOT_BE = [
    ("taxes", ["policies=1C 2B 2C"]),
    ("taxes", ["policies=1C 2B"]),
    ("taxes", [START, "working.population=0"]),
    ("taxes", [START, "capitalist.revenue=-1"]),
    ("wealth", []),
    ("population", ["workers=x"]),
    ("legitimacy", ["state.legitimacy.working=3"]),
    ("legitimacy", ["state.legitimacy.working=11"]),
    ("final", [START]),
]


@pytest.mark.parametrize(("name", "words"), CANNOT_BE)
def test_what_cannot_be_is_refused(name: str, words: list[str]) -> None:
    with asking(name, words) as row:
        row.holds("cannot be answered", bool(unanswered(row, name, words)), "a refusal", "an answer")
