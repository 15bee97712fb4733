"""Calculators of the phases: shapes, boundaries and bad input; every figure was computed by hand from the facts."""

from __future__ import annotations

from typing import Any

import pytest

from helper.table import calculate
from tests.games.hegemony.sitting import DEFINITION, asking, played, unanswered
from tests.playing import do

START = "policies=1C 2B 3A 4B 5C 6B 7B"
SIX = "policies=1B 2B 3A 4B 5C 6B 7B"
Answer = dict[str, Any]


def answer(name: str, words: list[str], **options: str) -> Answer:
    found: Answer = calculate("hegemony", name, words, options=options)
    return found


def changes(found: Answer) -> dict[str, Any]:
    return {path: one["after"] for path, one in found["result"]["changes"].items()}


def said(found: Answer) -> list[str]:
    return [f"{step['rule']}:{step['outcome']}" for step in found["steps"]]


def wage(paid: dict[str, int], received: dict[str, int]) -> dict[str, Any]:
    return {"wages": {"paid": paid, "received": received}}


def import_of(amount: int, cost: int) -> dict[str, Any]:
    return {"source": "foreign_market", "amount": amount, "cost": cost}


# Name, what is told, the result without its changes, the changes.
SHAPES: list[tuple[str, list[str], dict[str, Any], dict[str, Any]]] = [
    (
        "needs",  # 4 - 1, imported at 15, of which 5 of tariff each
        [START, "working.population=4", "working.goods.food=1", "working.money=100", "state.treasury=10"],
        {"working": {"needed": 4, "own": 1, "bought": [import_of(3, 45)], "cost": 45}, "tariff": 15},
        {"working.goods.food": 0, "working.money": 55, "state.treasury": 25},
    ),
    (
        "needs",  # 2 at 9, the rest imported at 15
        [
            START,
            "working.population=4",
            "working.money=100",
            "capitalist.storage.food=2",
            "capitalist.prices.food=9",
            "capitalist.revenue=7",
            "working_food=capitalist:2",
        ],
        {
            "working": {"needed": 4, "own": 0, "bought": [{"source": "capitalist", "amount": 2, "cost": 18}, import_of(2, 30)], "cost": 48},
            "tariff": 10,
        },
        {"capitalist.revenue": 25, "capitalist.storage.food": 0, "working.money": 52},
    ),
    (
        "needs",  # own food in both places; 20 in 6A; 5 + 50 - 20
        ["policies.trade=A", "middle.population=3", "middle.storage.food=1", "middle.goods.food=1", "middle.money=5"],
        {"middle": {"needed": 3, "own": 2, "bought": [import_of(1, 20)], "cost": 20}, "tariff": 10},
        {"middle.goods.food": 0, "middle.storage.food": 0, "middle.money": 35},
    ),
    (
        "needs",  # both classes; the Middle Class first
        [
            "policies.trade=C",
            "working.population=3",
            "middle.population=4",
            "middle.storage.food=9",
            "middle.prices.food=12",
            "working_food=middle:3",
            "middle.money=0",
            "working.money=36",
        ],
        {
            "middle": {"needed": 4, "own": 4, "bought": [], "cost": 0},
            "working": {"needed": 3, "own": 0, "bought": [{"source": "middle", "amount": 3, "cost": 36}], "cost": 36},
            "tariff": 0,
        },
        {"middle.storage.food": 2, "middle.money": 36, "working.money": 0},
    ),
    (
        "needs",  # more than enough
        ["policies.trade=C", "working.population=3", "working.goods.food=5"],
        {"working": {"needed": 3, "own": 3, "bought": [], "cost": 0}, "tariff": 0},
        {"working.goods.food": 2},
    ),
    *(
        (
            "needs",  # nobody is named, although there is a choice: the Foreign Market
            ["policies.trade=C", "working.population=3", "working.money=99", "capitalist.storage.food=3", f"working_food={nobody}"],
            {"working": {"needed": 3, "own": 0, "bought": [import_of(3, 30)], "cost": 30}, "tariff": 0},
            {"working.money": 69},
        )
        for nobody in ("", "-")
    ),
    (
        "needs",  # at a price that nobody told
        ["policies.trade=C", "working.population=3", "working.money=99", "capitalist.storage.food=3", "working_food=capitalist:2"],
        {
            "working": {
                "needed": 3,
                "own": 0,
                "bought": [{"source": "capitalist", "amount": 2, "cost": None}, import_of(1, 10)],
                "cost": None,
            },
            "tariff": 0,
        },
        {"capitalist.storage.food": 1, "working.money": None},
    ),
    (
        "production",  # nobody is paid, so no wage level need be known
        [f"companies.{id}.open=yes" for id in ("clinic_1", "automated_grain_farm", "cooperative_farm_1", "convenience_store_1")],
        {"made": [{"amount": 2, "good": "food"}] * 3} | wage({}, {}),
        {},
    ),
    (
        "production",  # 4 food and the gear's 1; the employee's 1 on top of 2
        [
            START,
            "companies.supermarket_1.crew=working",
            "companies.supermarket_1.machinery=yes",
            "companies.convenience_store_1.employee=u",
        ],
        {"made": [{"amount": 5, "good": "food"}, {"amount": 3, "good": "food"}]} | wage({"capitalist": 20, "middle": 8}, {"working": 28}),
        {},
    ),
    (
        "production",  # wages of the level that is told, whose ever the crew
        [
            "companies.college_1.crew=middle",
            "companies.college_1.level=3",
            "middle.money=1",
            "capitalist.revenue=20",
            "capitalist.capital=15",
        ],
        {"made": [{"amount": 6, "good": "education"}]} | wage({"capitalist": 30}, {"middle": 30}),
        {"middle.money": 31, "capitalist.revenue": 0, "capitalist.capital": 5},
    ),
    (
        "production",  # automated, cooperative, two own workers: no wage; empty: nothing
        [
            START,
            "companies.automated_dairy_farm.open=yes",
            "companies.cooperative_farm_1.open=yes",
            "companies.pharmacy.workers=hu",
            "companies.clinic_1.open=yes",
        ],
        {"made": [{"amount": 3, "good": "food"}, {"amount": 4, "good": "health"}, {"amount": 2, "good": "food"}]} | wage({}, {}),
        {},
    ),
    (
        "production",  # two companies of one owner pay twice
        [START, "companies.clinic_1.crew=working", "companies.college_1.crew=working"],
        {"made": [{"amount": 6, "good": "education"}, {"amount": 6, "good": "health"}]} | wage({"capitalist": 40}, {"working": 40}),
        {},
    ),
    (
        "production",  # nobody stands in it, so no wage level need be known
        ["companies.clinic_1.crew=working", "companies.clinic_1.workers="],
        {"made": []} | wage({}, {}),
        {},
    ),
    (
        "production",  # a strike stops it below the highest level
        [START, "companies.supermarket_1.crew=working", "companies.supermarket_1.strike=yes"],
        {"made": []} | wage({}, {}),
        {"companies.supermarket_1.strike": False},
    ),
    (
        "production",  # not on it: 25
        [START, "companies.supermarket_1.crew=working", "companies.supermarket_1.strike=yes", "companies.supermarket_1.level=3"],
        {"made": [{"amount": 4, "good": "food"}]} | wage({"capitalist": 25}, {"working": 25}),
        {"companies.supermarket_1.strike": False},
    ),
    (
        "production",  # a public company, paid by the treasury, with a loan: 10 + 50 - 30
        [START, "companies.university_hospital.crew=working", "state.treasury=10"],
        {"made": [{"amount": 6, "good": "health"}]} | wage({"state": 30}, {"working": 30}),
        {"state.treasury": 30},
    ),
    ("imf", ["policies.fiscal=B", "state.loans=1"], {"intervenes": False, "loans": 1, "treasury": None, "policies": None}, {}),
    (
        "imf",
        [START, "state.loans=1", "state.treasury=60", "repay=1"],
        {"intervenes": False, "loans": 0, "treasury": 5, "policies": None},
        {"state.loans": 0, "state.treasury": 5},
    ),
    (
        "imf",  # 60 pays one of three; halved, rounded up
        [
            START,
            "state.loans=3",
            "state.treasury=60",
            "repay=0",
            "state.legitimacy.working=5",
            "state.legitimacy.middle=4",
            "state.legitimacy.capitalist=1",
        ],
        {
            "intervenes": True,
            "loans": 0,
            "treasury": 5,
            "policies": dict(zip(DEFINITION.axes["policy"], "CCABCBB", strict=True)),
        },
        {"policies.labor": "C", "state.loans": 0, "state.treasury": 5, "state.legitimacy.working": 3, "state.legitimacy.middle": 2},
    ),
    (
        "imf",  # how much of them the State pays off, nobody knows; none are left
        ["policies=1C 2C 3A 4B 5C 6B 7B", "state.loans=2", "repay=0"],
        {
            "intervenes": True,
            "loans": 0,
            "treasury": None,
            "policies": dict(zip(DEFINITION.axes["policy"], "CCABCBB", strict=True)),
        },
        {"state.loans": 0},
    ),
    (
        "refill",  # 5 and 3 by halves, the higher of 3 and 5, 3 companies; influence by the lowest legitimacy
        [
            "working.population=5",
            "middle.population=3",
            "middle.companies=5",
            "capitalist.companies=3",
            "state.legitimacy.working=2",
            "state.legitimacy.middle=5",
            "state.legitimacy.capitalist=9",
            "bag.working=10",
            "bag.middle=0",
            "bag.capitalist=0",
        ],
        {
            "cubes": {"working": 3, "middle": 3, "capitalist": 2},
            "when_empty": {"working": 6, "middle": 6, "capitalist": 4},
            "state_influence": 1,
        },
        {"bag.working": 13, "bag.middle": 3, "bag.capitalist": 2},
    ),
    (
        "refill",  # two players; 25 cubes at most
        ["players=2", "working.population=3", "capitalist.companies=2", "bag.working=24", "bag.middle=8", "bag.capitalist=8"],
        {"cubes": {"working": 1, "middle": 5, "capitalist": 1}, "when_empty": {"working": 1, "middle": 10, "capitalist": 2}}
        | {"state_influence": None},
        {"bag.working": 25, "bag.middle": 13, "bag.capitalist": 9},
    ),
    (
        "refill",  # with two players the Middle Class adds 5, and twice as many where the bag runs out
        ["players=2", "working.population=3"],
        {"cubes": {"working": 2, "middle": 5}, "when_empty": {"working": 4, "middle": 10}, "state_influence": None},
        {},
    ),
    (
        "refill",  # with three it is played, and nobody told its cubes
        ["players=3", "working.population=3"],
        {"cubes": {"working": 2}, "when_empty": {"working": 4}, "state_influence": None},
        {},
    ),
    (
        "preparation",  # 12 + 2 + 1 = 15 workers: 5
        ["working.workers=12", "working.loans=2", "working.money=30", "working.prosperity=3", "policies.immigration=B", "policies.trade=C"],
        {"immigrants": 1, "deals": 2},
        {"working.workers": 15, "working.population": 5, "working.money": 20, "working.prosperity": 2},
    ),
    (
        "preparation",  # from the Capital, then the Revenue; 1 V short: a loan into the Capital
        [
            "middle.workers=10",
            "middle.prosperity=1",
            "policies.immigration=C",
            "capitalist.loans=1",
            "capitalist.capital=3",
            "capitalist.revenue=1",
        ],
        {"immigrants": 2, "deals": None},
        {
            "middle.workers": 14,
            "middle.population": 4,
            "middle.prosperity": 0,
            "capitalist.capital": 49,
            "capitalist.revenue": 0,
            "capitalist.loans": 2,
        },
    ),
]
ANSWERED = {*(shape[0] for shape in SHAPES), "prosperity", "loans"}
"""Calculators whose figures are typed here."""


@pytest.mark.parametrize(("name", "words", "result", "changed"), SHAPES, ids=[f"{one[0]} {' '.join(one[1])}" for one in SHAPES])
def test_a_calculator_of_a_phase_answers_with_exactly_these_figures(
    name: str, words: list[str], result: dict[str, Any], changed: dict[str, Any]
) -> None:
    with asking(name, words) as row:
        found = answer(name, words)
        row.answered(found)
        row.same("result", result, {key: value for key, value in found["result"].items() if key != "changes"})
        row.same("change of", changed, changes(found))
        row.same("warnings but for what was taken to be so", [], [one for one in found["warnings"] if not one.startswith("Taken as ")])
        row.holds("steps", bool(found["steps"]), "at least one", "none")
        row.filled("a step", [step["text"] for step in found["steps"]], never="{")
        row.same("rules that are not there", [], [step["rule"] for step in found["steps"] if step["rule"] not in DEFINITION.rules])


# Class, space, how often it rises: space, points, space after the Preparation that follows. Working 0…10; Middle 0 1 2 3 4 5 5 6 6 7 7.
PROSPERITY = [
    ("working", 0, 1, 1, 1, 0),
    ("working", 9, 1, 10, 10, 9),
    ("working", 10, 1, 10, 10, 9),
    ("working", 8, 4, 10, 39, 9),
    ("middle", 5, 1, 6, 5, 4),
    ("middle", 5, 2, 7, 11, 5),
    ("middle", 9, 2, 10, 14, 8),
    ("middle", 1, 0, 1, 0, 0),
    ("middle", 2, 1, 3, 3, 1),
    ("middle", 7, 1, 8, 6, 6),
]


@pytest.mark.parametrize(("role", "space", "gains", "reached", "points", "after"), PROSPERITY)
def test_prosperity_scores_the_value_of_each_space_and_falls_by_spaces(
    role: str, space: int, gains: int, reached: int, points: int, after: int
) -> None:
    words = [f"track={role}", f"space={space}", f"gains={gains}"]
    with asking("prosperity", words) as row:
        found = answer("prosperity", words)
        row.answered(found)
        row.same("result", {"space": reached, "points": points, "after_preparation": after}, found["result"])
        row.same("steps", ["people.prosperity:rises"] * gains + ["people.prosperity_drop:falls"], said(found))


# Who owes, loans, money: interest, paying off, late; paid at the end, VP, money left.
LOANS = [
    ("working", 1, 38, 5, 50, 55, 35, -4, 3),
    ("working", 1, 55, 5, 50, 55, 55, 0, 0),
    ("working", 1, 54, 5, 50, 55, 50, -1, 4),
    ("middle", 2, 4, 10, 100, 110, 0, -22, 4),
    ("state", 2, 300, 10, 100, 110, 110, 0, 190),
    ("state", 0, 9, 0, 0, 0, 0, 0, 9),
    ("capitalist", 3, 500, 15, 150, None, 0, -15, 500),
]


@pytest.mark.parametrize(("role", "loans", "money", "interest", "early", "late", "paid", "points", "left"), LOANS)
def test_loans_cost_interest_each_round_and_points_at_the_end(
    role: str, loans: int, money: int, interest: int, early: int, late: int | None, paid: int, points: int, left: int
) -> None:
    words = [f"debtor={role}", f"loans={loans}", f"money={money}"]
    with asking("loans", words) as row:
        found = answer("loans", words)
        row.answered(found)
        end = {"paid": paid, "points": points, "money_left": left}
        row.same("result", {"interest": interest, "pay_off": early, "pay_off_late": late, "end": end}, found["result"])
        rules = {"prep.interest", "loan.terms", f"final.debts{'_capitalist' if role == 'capitalist' else ''}"}
        row.same("rules of the steps", rules, {step["rule"] for step in found["steps"]})


@pytest.mark.parametrize(
    ("fiscal", "loans", "at", "above"),
    [
        ("A", 1, False, False),
        ("A", 2, True, False),
        ("A", 3, True, True),
        ("B", 1, False, False),
        ("B", 2, True, False),
        ("B", 3, True, True),
        ("C", 0, False, False),
        ("C", 1, True, False),
        ("C", 2, True, True),
    ],
)
def test_the_imf_comes_at_the_number_of_the_section_or_above_it(fiscal: str, loans: int, at: bool, above: bool) -> None:
    words = [f"policies.fiscal={fiscal}", f"state.loans={loans}", "state.treasury=0"]
    with asking("imf", words) as row:
        row.answered(answer("imf", words))
        row.same("intervenes", at, answer("imf", words)["result"]["intervenes"])
        for reading, comes in (("at", at), ("above", above)):
            row.same(f"intervenes, read as {reading}", comes, answer("imf", words, imf_trigger=reading)["result"]["intervenes"])


def refills(words: list[str], wanted: dict[str, Any]) -> None:
    """Find these parts of what the calculator of the bag answers."""
    with asking("refill", words) as row:
        found = answer("refill", words)
        row.answered(found)
        row.same("result", wanted, {key: found["result"][key] for key in wanted})


@pytest.mark.parametrize(("population", "cubes"), [(3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5), (10, 5)])
def test_cubes_by_population_are_rounded_up(population: int, cubes: int) -> None:
    refills([f"working.population={population}"], {"cubes": {"working": cubes}})


@pytest.mark.parametrize(("companies", "cubes"), [(0, 0), (1, 1), (2, 1), (3, 2), (11, 6), (12, 6)])
def test_cubes_by_companies_are_rounded_up(companies: int, cubes: int) -> None:
    words = [f"capitalist.companies={companies}"]
    with asking("refill", words) as row:
        found = answer("refill", words)
        row.answered(found)
        row.same("cubes", cubes, found["result"]["cubes"].get("capitalist", 0))


@pytest.mark.parametrize(("lowest", "influence"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3), (8, 4), (9, 4), (10, 5)])
def test_influence_of_the_state_follows_its_lowest_legitimacy(lowest: int, influence: int) -> None:
    values = ["state.legitimacy.working=10", f"state.legitimacy.middle={lowest}", "state.legitimacy.capitalist=10"]
    refills(values, {"state_influence": influence})


@pytest.mark.parametrize(("section", "workers", "deals"), [("A", 0, 0), ("B", 1, 1), ("C", 2, 2)])
def test_immigrants_and_deals_follow_their_policies(section: str, workers: int, deals: int) -> None:
    words = ["working.workers=20", "middle.workers=20", f"policies.immigration={section}", f"policies.trade={section}"]
    with asking("preparation", words) as row:
        found = answer("preparation", words)
        row.answered(found)
        row.same("immigrants", workers, found["result"]["immigrants"])
        row.same("deals", deals, found["result"]["deals"])
        for role in ("working", "middle"):
            row.same(f"{role}.workers", 22 + workers, changes(found)[f"{role}.workers"])


BAD = [
    ("needs", []),
    ("needs", ["working.population=3"]),
    ("needs", ["policies.trade=A"]),
    ("needs", ["policies.trade=A", "working.population=0"]),
    ("needs", ["policies.trade=A", "working.population=11"]),
    ("needs", ["policies.trade=D", "working.population=3"]),
    ("needs", ["policies.trade=A", "working.population=3", "working.goods.food=-1"]),
    ("needs", ["policies.trade=A", "working.population=3", "working_food=capitalist"]),
    ("needs", ["policies.trade=A", "working.population=3", "working_food=capitalist:-2"]),
    ("production", []),
    ("production", [START]),
    ("production", ["companies.supermarket_1.crew=working"]),
    ("production", ["companies.supermarket_1.crew=state", "companies.supermarket_1.level=1"]),
    ("production", ["companies.supermarket_1.crew=working", "companies.supermarket_1.level=4"]),
    ("production", ["companies.nowhere.crew=working", START]),
    ("imf", []),
    ("imf", ["state.loans=1"]),
    ("imf", ["policies.fiscal=A"]),
    ("imf", ["policies.fiscal=A", "state.loans=-1"]),
    ("imf", ["policies=1A 1B", "state.loans=1"]),
    ("imf", ["policies.fiscal=A", "state.loans=2", "state.treasury=200", "repay=-1"]),
    ("refill", []),
    ("refill", ["players=4"]),
    ("refill", ["bag.working=3"]),
    ("refill", ["working.population=2.5"]),
    ("refill", ["bag.working=26", "working.population=3"]),
    ("refill", ["players=5", "working.population=3"]),
    ("loans", []),
    ("loans", ["debtor=working"]),
    ("loans", ["loans=2"]),
    ("loans", ["debtor=bank", "loans=2"]),
    ("loans", ["debtor=working", "loans=-1"]),
    ("loans", ["debtor=working", "loans=1", "money=-5"]),
    ("prosperity", []),
    ("prosperity", ["track=middle"]),
    ("prosperity", ["space=3"]),
    ("prosperity", ["track=capitalist", "space=1"]),
    ("prosperity", ["track=middle", "space=11"]),
    ("prosperity", ["track=middle", "space=1", "gains=-1"]),
    ("preparation", []),
    ("preparation", ["policies.immigration=B"]),
    ("preparation", ["working.workers=-1"]),
    # Amounts that no table can show.
    ("needs", [START, "working.population=3", "capitalist.storage.food=9", "capitalist.prices.food=12", "working_food=capitalist:4"]),
    ("needs", [START, "working.population=3", "capitalist.storage.food=1", "capitalist.prices.food=12", "working_food=capitalist:3"]),
    ("needs", [START, "working.population=3", "working_food=working:3"]),
    ("imf", [START, "state.loans=1", "state.treasury=200", "repay=2"]),
    ("imf", [START, "state.loans=3", "state.treasury=60", "repay=2"]),
    (
        "production",
        [START, "companies.supermarket_1.crew=working", "demonstration=yes", "working.unemployed=4", "loss=capitalist:9"],
    ),
]


@pytest.mark.parametrize(("name", "words"), BAD, ids=[f"{name} {' '.join(words)}" for name, words in BAD])
def test_what_a_calculator_cannot_answer_is_refused(name: str, words: list[str]) -> None:
    with asking(name, words) as row:
        row.holds("cannot be answered", bool(unanswered(row, name, words)), "a refusal", "an answer")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("needs", ["policies.trade=A", "middle.population=3", "middle.money=59"]),
        ("production", [START, "companies.university_hospital.crew=working", "state.treasury=29"]),
        ("preparation", ["middle.loans=1", "middle.money=4"]),
    ],
)
def test_a_loan_that_is_forced_is_among_the_steps(name: str, words: list[str]) -> None:
    purse, _, money = words[-1].partition("=")
    for told, taken in ((words, True), ([*words[:-1], f"{purse}={int(money) + 1}"], False)):
        with asking(name, told) as row:
            found = answer(name, told)
            row.answered(found)
            row.same("a loan is taken", taken, "loan.when:taken" in said(found))


def test_a_decision_that_is_left_open_is_a_warning() -> None:
    found = answer("imf", [START, "state.loans=1", "state.treasury=60", "players=4"])
    assert len(found["warnings"]) == 1
    assert found["result"]["intervenes"] is True


def test_whole_rows_of_public_companies_bring_their_cost_back_when_the_imf_comes() -> None:
    """Without a State player a row of three closes for 60 V: 20 + 60 - 55."""
    for players in (2, 3):
        found = answer("imf", [SIX, "state.loans=2", "state.treasury=20", f"players={players}", "repay=0"])
        assert found["result"]["treasury"] == 25


PAIRS = {
    "taxes": "working.population=3 middle.employers=2 middle.companies=2 capitalist.companies=3 capitalist.revenue=120",
    "refill": "working.population=3 middle.population=3 middle.companies=2 capitalist.companies=3 "
    "bag.working=8 bag.middle=8 bag.capitalist=8 state.legitimacy.working=2 state.legitimacy.middle=2 state.legitimacy.capitalist=2",
    "needs": "working.population=3 middle.population=3 middle.storage.food=1 working.money=30 middle.money=40 state.treasury=120",
}
MOVES = {
    "taxes": ("production", "production begin=taxes"),
    "refill": ("elections", "elections"),
    "needs": ("production", "production begin=needs middle_food=foreign_market:2 working_food=foreign_market:3"),
}


@pytest.mark.parametrize("name", PAIRS)
def test_a_calculator_and_a_record_say_the_same_steps(name: str) -> None:
    phase, move = MOVES[name]
    at = played([f"adjust phase={phase} capitalist.storage.food=0 bills.taxation.working=B"])
    words = [*([START] if name != "refill" else []), *PAIRS[name].split()]
    with asking(name, words) as row:
        in_record = [step["text"] for step in do(at, move)["steps"]]
        in_calculator = [step["text"] for step in answer(name, words)["steps"]]
        row.contains("steps of the record", in_calculator, in_record)
