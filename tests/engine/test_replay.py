"""The fold goes as far as it can, and says what stopped it."""

from __future__ import annotations

import pytest

from helper.engine.journal import Entry, Event
from helper.engine.move import Applied
from helper.engine.position import Position
from helper.engine.replay import Played, replay
from helper.engine.resolution import Step
from helper.errors import Damaged, Fault
from tests.positions import number

FIRST = Position(("P1",), {}, {"sum": 0}, {"sum": 0})


def entry(n: int, add: int, counts: bool = True) -> Entry:
    event = Event(n, f"e{n}", "", "", "move", {"add": add})
    return Entry(event, event.body, counts, None, {})


def carry_out(position: Position, one: Entry) -> Applied:
    add = one.body["add"]
    assert isinstance(add, int)
    if add < 0:
        raise Damaged(Fault("bad_event", {"n": one.event.n}))
    return Applied(position.put({"sum": number(position, "sum") + add}))


@pytest.mark.parametrize(
    ("adds", "total", "accepted", "stopped"),
    [([], 0, 0, None), ([1, 2, 3], 6, 3, None), ([1, -1, 3], 1, 1, 2), ([-1], 0, 0, 1), ([1, 2, -1], 3, 2, 3)],
)
def test_a_replay_reaches_the_last_entry_that_can_be_carried_out(adds: list[int], total: int, accepted: int, stopped: int | None) -> None:
    reached = replay(FIRST, tuple(entry(n, add) for n, add in enumerate(adds, 1)), carry_out)
    assert (number(reached.position, "sum"), reached.accepted, reached.stopped_at) == (total, accepted, stopped)
    assert (reached.stopped_by is None) == (stopped is None)


def test_entries_that_do_not_count_are_passed_over_even_where_they_could_not_be_carried_out() -> None:
    reached = replay(FIRST, (entry(1, 1), entry(2, -1, counts=False), entry(3, 2)), carry_out)
    assert (number(reached.position, "sum"), reached.accepted, reached.stopped_at) == (3, 2, None)


@pytest.mark.parametrize(("before", "total"), [(1, 0), (2, 1), (3, 3), (4, 6), (None, 6)])
def test_a_replay_up_to_an_entry_leaves_it_and_all_later_ones_out(before: int | None, total: int) -> None:
    reached = replay(FIRST, tuple(entry(n, n) for n in (1, 2, 3)), carry_out, before)
    assert number(reached.position, "sum") == total


def test_a_figure_remembers_the_entry_that_touched_it_last() -> None:
    assert replay(FIRST, (entry(4, 1), entry(9, 1)), carry_out).position.told == {"sum": 9}
    assert FIRST.told == {"sum": 0}, "positions are never changed in place"


def test_what_was_played_holds_each_entry_with_its_steps_and_the_result_of_a_procedure() -> None:
    def told(position: Position, one: Entry) -> Applied:
        result = {"total": 3} if one.event.n == 3 else None
        return carry_out(position, one)._replace(steps=(Step("rule", f"outcome {one.event.n}"),), result=result)

    first, passed_over, last, refused = (
        entry(n, add, counts) for n, add, counts in ((1, 1, True), (2, 1, False), (3, 2, True), (4, -1, True))
    )
    reached = [Position(("P1",), {}, {"sum": total}, {"sum": n}, now=n) for n, total in ((1, 1), (3, 3))]
    expected = (
        Played(first, (Step("rule", "outcome 1"),), None, reached[0]),
        Played(last, (Step("rule", "outcome 3"),), {"total": 3}, reached[1]),
    )
    assert replay(FIRST, (first, passed_over, last), told).played == expected
    stopped = replay(FIRST, (first, passed_over, last, refused), told)
    assert stopped.played == expected
    assert isinstance(stopped.stopped_by, Damaged)


@pytest.mark.parametrize(
    ("were", "again"),
    [
        ([1, 2, 3, 4], []),
        ([1, 2], [3, 4]),
        ([1, 5, 3, 4], [2, 3, 4]),
        ([5, 2, 3, 4], [1, 2, 3, 4]),
        ([1, 2, 3, 4, 5, 6], []),
        ([2, 3, 4], [1, 2, 3, 4]),
    ],
)
def test_what_was_played_before_is_not_carried_out_again_up_to_the_first_entry_that_is_another(were: list[int], again: list[int]) -> None:
    told: list[int] = []

    def noting(position: Position, one: Entry) -> Applied:
        told.append(number(position, "sum"))
        return carry_out(position, one)

    earlier = replay(FIRST, tuple(entry(n, add) for n, add in enumerate(were, 1)), carry_out).played
    now = tuple(entry(n, n) for n in (1, 2, 3, 4))
    assert replay(FIRST, now, noting, None, earlier) == replay(FIRST, now, carry_out)
    assert told == [n * (n - 1) // 2 for n in again]
