"""Who leaves and enters which place, and what goes with them; typed from the facts. Whole actions: effects.toml."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from helper.engine.play import Cause, Play
from helper.games.hegemony import figures as f
from helper.games.hegemony.crews import check_unions, empty_incomplete, enter, leave, stand_up, vacate
from helper.games.hegemony.money import lose, owe, pay, pay_or_borrow
from helper.table.evening import Evening
from tests.games.hegemony.sitting import DEFINITION
from tests.games.hegemony.test_phases import prepared

Figures = dict[str, object]


def begun(told: str = "", start: str = "full", **options: str) -> Play:
    """Return a play at the table of four players after what was told."""
    return Play(DEFINITION, Evening(prepared({"told": told, "start": start, "options": options}).journal).position)


def under(play: Play) -> Cause:
    """Return something to change the table under that no sentence says."""
    return play.under("", "")


def lying(play: Play) -> Figures:
    """Return the figures as they stand."""
    return dict(play.done().position.figures)


def changes(play: Play, act: Callable[[], object]) -> Figures:
    """Return every figure that an act changes, None for one that is unknown then."""
    before = lying(play)
    act()
    after = lying(play)
    return {path: after.get(path) for path in sorted({*before, *after}) if before.get(path) != after.get(path)}


LEAVING: list[tuple[str, str, str, tuple[str, ...], str, Figures]] = [
    ("the worker of a union", "unions.health=yes", "working", ("worker_health",), "union.health", {"unions.health": False}),
    (
        "an employee, while the owner's own workers stay as they are",
        "companies.doctors_office_1.employee=u companies.doctors_office_1.committed=yes",
        "working",
        ("unskilled",),
        "doctors_office_1",
        {"companies.doctors_office_1.employee": ()},
    ),
    ("nobody of another class", "", "middle", ("unskilled",), "college_1", {}),
    ("no employee of another class", "companies.doctors_office_1.employee=u", "middle", ("unskilled",), "doctors_office_1", {}),
    (
        "whoever stands where nobody told of which class",
        "companies.clinic_1.workers=hu",
        "working",
        ("unskilled",),
        "clinic_1",
        {"companies.clinic_1.workers": ("worker_health",)},
    ),
    (
        "one of two: the company is not closed yet, somebody else may come",
        "companies.college_1.strike=yes",
        "working",
        ("unskilled",),
        "college_1",
        {"companies.college_1.workers": ("worker_education",)},
    ),
    (
        "the last, and no strike token stays",
        "companies.college_1.strike=yes companies.college_1.committed=yes",
        "working",
        ("worker_education", "unskilled"),
        "college_1",
        {"companies.college_1.workers": (), "companies.college_1.strike": False, "companies.college_1.committed": False},
    ),
]


@pytest.mark.parametrize(("why", "told", "role", "workers", "source", "wanted"), LEAVING, ids=[one[0] for one in LEAVING])
def test_who_leaves_a_place(why: str, told: str, role: str, workers: tuple[str, ...], source: str, wanted: Figures) -> None:
    play = begun(told)
    assert changes(play, lambda: leave(under(play), role, workers, source)) == wanted, why


def test_where_nobody_told_who_stands_there_leaving_changes_nothing() -> None:
    play = begun(start="figures")
    assert not changes(play, lambda: leave(under(play), "working", ("unskilled",), "clinic_1"))


ENTERING: list[tuple[str, tuple[str, ...], str, Figures]] = [
    ("working", ("worker_food",), "union.food", {"unions.food": True}),
    (
        "working",
        ("unskilled",),
        "doctors_office_1",
        {"companies.doctors_office_1.employee": ("unskilled",), "companies.doctors_office_1.employee_committed": True},
    ),
    (
        "middle",
        ("worker_health", "unskilled"),
        "clinic_1",
        {
            "companies.clinic_1.workers": ("worker_health", "unskilled"),
            "companies.clinic_1.crew": "middle",
            "companies.clinic_1.committed": True,
        },
    ),
]


@pytest.mark.parametrize(("role", "workers", "target", "wanted"), ENTERING, ids=[one[2] for one in ENTERING])
def test_who_enters_a_place(role: str, workers: tuple[str, ...], target: str, wanted: Figures) -> None:
    play = begun()
    assert changes(play, lambda: enter(under(play), role, workers, target)) == wanted


def test_where_nobody_works_any_more_and_no_employee_stood_only_those_who_did_are_said_to_go() -> None:
    play = begun()
    assert not changes(play, lambda: empty_incomplete(play, "clinic_1", "assign_workers", "working"))
    play = begun("companies.shopping_mall_1.workers=l")
    changed = changes(play, lambda: empty_incomplete(play, "shopping_mall_1", "assign_workers", "working"))
    assert changed == {"companies.shopping_mall_1.workers": (), "middle.unemployed": 4}
    said: Any = [(step.rule, step.outcome, [term.id for term in step.values["worker"]]) for step in play.steps]  # type: ignore[attr-defined]
    assert said == [("assign_workers", "left", ["worker_luxury"])]


def test_a_company_that_is_given_up_holds_nobody_and_no_mark() -> None:
    place = "companies.doctors_office_1"
    play = begun(f"{place}.employee=u {place}.employee_committed=yes {place}.committed=yes {place}.strike=yes")
    wanted: Figures = {f"{place}.{mark}": False for mark in ("employee_committed", "committed", "strike")}
    wanted |= {f"{place}.workers": (), f"{place}.employee": (), "working.unemployed": 4, "middle.unemployed": 4}
    assert changes(play, lambda: vacate(under(play), "doctors_office_1")) == wanted


@pytest.mark.parametrize(
    "path",
    ["demonstration", "companies.college_1.committed", "companies.doctors_office_1.employee_committed", "companies.college_1.strike"],
)
def test_everybody_stands_up_and_every_token_goes(path: str) -> None:
    play = begun(f"{path}=yes")
    assert changes(play, lambda: stand_up(under(play))) == {path: False}
    assert stand_up(under(play)) is False
    assert stand_up(under(begun(f"{path}=yes"))) is True


def test_a_union_stays_with_4_others_in_its_industry_and_goes_with_3() -> None:
    # University Hospital 3, and the employee of the doctor's office.
    held = begun("unions.health=yes companies.doctors_office_1.employee=u")
    assert not changes(held, lambda: check_unions(held))
    lost = begun("unions.health=yes")
    assert changes(lost, lambda: check_unions(lost)) == {"unions.health": False, "working.unemployed": 4}


def test_a_company_of_another_industry_of_which_nobody_knows_keeps_no_union() -> None:
    play = begun("unions.food=yes unions.health=yes")
    under(play).forget(f.STANDING("supermarket_1"))
    assert changes(play, lambda: check_unions(play)) == {"unions.health": False, "working.unemployed": 4}


# What is paid, from which purse, and with which loans: 10 V of revenue, 9 V of capital.

RICH = "capitalist.revenue=10 capitalist.capital=9"


@pytest.mark.parametrize(
    ("cost", "first", "revenue", "capital"),
    [(4, {}, 6, 9), (15, {}, 0, 4), (4, {"capital_first": True}, 10, 5), (12, {"capital_first": True}, 7, 0)],
)
def test_revenue_pays_before_capital_unless_capital_comes_first(cost: int, first: dict[str, bool], revenue: int, capital: int) -> None:
    play = begun(RICH)
    pay(under(play), "capitalist", cost, **first)
    assert (lying(play).get("capitalist.revenue"), lying(play).get("capitalist.capital")) == (revenue, capital)


@pytest.mark.parametrize(
    ("cost", "loans", "revenue", "capital"), [(19, 0, 0, 0), (20, 1, 0, 49), (69, 1, 0, 0), (70, 2, 0, 49), (5, 0, 5, 9)]
)
def test_what_must_be_paid_is_paid_with_as_few_loans_of_50_as_it_takes(cost: int, loans: int, revenue: int, capital: int) -> None:
    play = begun(RICH)
    assert pay_or_borrow(under(play), "capitalist", cost) == loans
    assert [lying(play).get(f"capitalist.{what}") for what in ("loans", "revenue", "capital")] == [loans, revenue, capital]


def test_in_a_phase_the_revenue_pays_first_too_and_loans_are_said() -> None:
    play = begun(RICH)
    owe(under(play), "capitalist", 4)
    assert (lying(play).get("capitalist.revenue"), lying(play).get("capitalist.capital"), play.steps) == (6, 9, [])
    owe(under(play), "capitalist", 100)
    assert [(step.rule, step.outcome, step.values["loans"]) for step in play.steps] == [("loan.when", "taken", 2)]


def test_no_loan_is_taken_where_nobody_knows_the_money() -> None:
    play = begun("capitalist.revenue=10", start="figures")
    assert pay_or_borrow(under(play), "capitalist", 20) == 0


@pytest.mark.parametrize(
    ("option", "before", "lost"), [("below", 1, 3), ("floor", 1, 1), ("floor", 0, 0), ("floor", -2, 0), ("floor", 5, 3)]
)
def test_points_fall_below_nothing_only_where_that_is_the_option(option: str, before: int, lost: int) -> None:
    play = begun(f"working.points={before}", negative_points=option)
    assert lose(under(play), "working", 3) == lost
    assert lying(play).get("working.points") == before - lost
