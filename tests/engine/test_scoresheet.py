"""Places and totals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helper.engine.scoresheet import ScoreLine, Scoresheet, rank


def sheet(*points: int) -> Scoresheet:
    return Scoresheet("P1", tuple(ScoreLine("rule", "outcome", one) for one in points))


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ([], []),
        ([5], [1]),
        ([5, 3], [1, 2]),
        ([3, 5], [2, 1]),
        ([5, 5], [1, 1]),
        ([5, 5, 3], [1, 1, 3]),
        ([5, 3, 3], [1, 2, 2]),
        ([5, 3, 3, 1], [1, 2, 2, 4]),
        ([4, 4, 4, 4], [1, 1, 1, 1]),
        ([4, 4, 4, 5], [2, 2, 2, 1]),
        ([-1, 0, -1], [2, 1, 2]),
    ],
)
def test_equals_share_a_place_and_the_next_are_left_free(totals: list[int], places: list[int]) -> None:
    assert list(rank(tuple(map(sheet, totals)), lambda one: (one.total,))) == places


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 3)), max_size=6))
def test_a_place_counts_who_is_stronger(strengths: list[tuple[int, int]]) -> None:
    sheets = tuple(sheet(total) for total, _ in strengths)
    by_sheet = dict(zip(map(id, sheets), strengths, strict=True))
    places = rank(sheets, lambda one: by_sheet[id(one)])
    assert list(places) == [1 + sum(other > one for other in strengths) for one in strengths]


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ([None], [0]),
        ([None, None], [0, 0]),
        ([5, None], [1, 0]),
        ([None, 5, 3], [0, 1, 2]),
        ([3, None, 5, 3], [2, 0, 1, 2]),
        ([-1, None, -2], [1, 0, 2]),
    ],
)
def test_what_lacks_a_figure_has_no_place_and_takes_none_from_others(totals: list[int | None], places: list[int]) -> None:
    sheets = tuple(Scoresheet("P1", (), ("gold",)) if total is None else sheet(total) for total in totals)
    assert list(rank(sheets, lambda one: (one.total,))) == places


@given(st.lists(st.integers(-99, 99)))
def test_a_total_is_the_sum_of_its_lines(points: list[int]) -> None:
    assert sheet(*points).total == sum(points)
