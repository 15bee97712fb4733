"""Figures that contradict each other are doubted when they are told; the table may know better, so they are recorded."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.hegemony.sitting import played
from tests.playing import do
from tests.rows import Row

DOUBTED = [
    (
        "observe policies.fiscal=B",
        ["Public companies open: 3. Fiscal Policy at B gives 6."],
    ),
    (
        "observe policies.labor=A companies.supermarket_1.open=no companies.shopping_mall_1.level=3 companies.college_1.level=3",
        [
            "With the Labor Market at A the wage level is at least 3, but lower in: Clinic 1, Convenience Store 1, Doctor's Office 1, "
            "University Hospital, Technical University and National Public Broadcasting."
        ],
    ),
    (
        "observe companies.automated_grain_farm.open=yes companies.automated_grain_farm.workers=u",
        ["Automated Grain Farm has no slots, but unskilled worker is told to stand there."],
    ),
    ("observe companies.supermarket_1.workers=fu", []),
    ("observe policies.fiscal=C policies.labor=B", []),
]


@pytest.mark.parametrize(("line", "doubts"), DOUBTED)
def test_policies_and_companies_that_contradict_each_other_are_doubted(line: str, doubts: list[str]) -> None:
    at = played([])
    with Row("company.wages", at, line) as row:
        answer: Any = do(at, line)
        row.holds("recorded", bool(answer["recorded"]), "recorded", "refused")
        of_people = ("Working Class", "Middle Class")
        row.same("doubts", doubts, [one for one in answer["doubts"] if not one.startswith(of_people)])


def test_with_figures_alone_what_nobody_told_is_no_contradiction() -> None:
    answer: Any = do(played([], start="figures"), "observe policies.fiscal=A policies.labor=A companies.clinic_1.open=yes")
    assert answer["doubts"] == []
