"""What a table shows at a glance: policies with their bills, and what each class holds."""

from __future__ import annotations

from typing import Any

import pytest

from helper.errors import UnreadableInput
from helper.table import Table
from tests.games.hegemony.sitting import played, table

POLICIES = ("Fiscal Policy", "Labor Market", "Taxation", "Health and Benefits", "Education policy", "Foreign Trade", "Immigration")
HELD = "players | money | influence | loans | VP | unemployed workers"


def shown(at: Table) -> list[list[str]]:
    """Return the grids of a table, each with its title and its lines."""
    status: Any = at.ask("status")
    lines = [(grid["columns"], *grid["rows"]) for grid in status["grids"]]
    return [
        [grid["title"], *(" | ".join(cell["text"] for cell in line) for line in one)]
        for grid, one in zip(status["grids"], lines, strict=True)
    ]


def policies(sections: str, bills: dict[int, str]) -> list[str]:
    """Return the lines of the policies, numbered from 1, with these sections and bills."""
    numbered = enumerate(zip(POLICIES, sections, strict=True), 1)
    lines = [f"{policy} | {number} | {section} | {bills.get(number, '')}" for number, (policy, section) in numbered]
    return ["policies", "policy | - | section | bill", *lines]


def test_policies_bills_money_and_points_are_seen_at_a_glance() -> None:
    told = "adjust working.loans=2 middle.points=7 capitalist.capital=30 capitalist.influence=4 state.treasury=95 middle.unemployed=5"
    assert shown(played([told, "propose 3 B", "bert propose 4 A"])) == [
        policies("CBABCBB", {3: "B", 4: "A"}),
        [
            "players",
            HELD,
            "Working Class | 30 | 1 | 2 | 0 | 3",
            "Middle Class | 40 | 1 | 0 | 7 | 5",
            "Capitalist Class | 150 | 4 | 0 | 0 | -",
            "State | 95 | 1 | 0 | 0 | -",
        ],
    ]


def test_two_bills_that_were_forced_onto_one_policy_are_both_seen() -> None:
    assert shown(played(["propose 3 B", "!bert propose 3 A"]))[0] == policies("CBABCBB", {3: "B A"})


def test_of_what_each_class_holds_the_points_are_marked() -> None:
    status: Any = table().ask("status")
    marked = [[grid["columns"][number]["text"] for number in grid.get("scores", ())] for grid in status["grids"]]
    assert marked == [[], ["VP"]]


def test_what_nobody_told_is_seen_as_open() -> None:
    at = played(["observe policies.fiscal=B working.money=5 capitalist.revenue=3"], 2, "figures")
    assert shown(at) == [
        policies("B------", {}),
        ["players", HELD, "Working Class | 5 | - | - | - | -", "Capitalist Class | - | - | - | - | -"],
    ]


def test_points_on_the_track_tell_who_is_ahead_before_the_end() -> None:
    found: Any = played(["adjust working.points=3 middle.points=7 state.points=7"]).ask("score")
    rows = [(one["name"], one["total"], one["rank"], [line["text"] for line in one["lines"]]) for one in found["scores"]]
    assert rows == [
        ("Anna", 3, 3, ["VP on the track: 3"]),
        ("Bert", 7, 1, ["VP on the track: 7"]),
        ("Cleo", 0, 4, ["VP on the track: 0"]),
        ("Dora", 7, 1, ["VP on the track: 7"]),
    ]


def test_points_that_nobody_told_are_asked_for() -> None:
    found: Any = played(["observe working.points=3"], 2, "figures").ask("score")
    rows = [(one["name"], one["total"], one["rank"], [look["path"] for look in one["untold"]]) for one in found["scores"]]
    assert rows == [("Anna", 3, 1, []), ("Cleo", None, None, ["capitalist.points"])]


def test_no_move_is_drawn_by_the_program() -> None:
    with pytest.raises(UnreadableInput) as refused:
        table().ask("play", words=["card"], draw=True)
    assert [fault.code for fault in refused.value.faults] == ["nothing_to_draw"]
