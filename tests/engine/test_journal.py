"""Amendments: every history of undo, redo and corrections against a slow definition of what counts."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helper.engine.journal import CORRECT, REDO, UNDO, Event, Header, Journal, append, entries, last_that_counts, last_undone

DOINGS = st.lists(st.sampled_from(["move", "observe", UNDO, REDO, "correct first", "correct last"]), max_size=14)


class Model(NamedTuple):
    """The same as people would tell it: a stack of what was done, and one of what was undone."""

    done: tuple[Event, ...] = ()
    undone: tuple[Event, ...] = ()


def history(doings: list[str]) -> tuple[tuple[Event, ...], Model]:
    """Return the events that these doings append, and what people would say stands."""
    events: tuple[Event, ...] = ()
    model = Model()
    for doing in doings:
        n = len(events) + 1
        if doing == UNDO:
            target = last_that_counts(events)
            assert target == (model.done[-1] if model.done else None)
            if target:
                events += (Event(n, f"e{n}", "", "", UNDO, target=target.n),)
                model = Model(model.done[:-1], (*model.undone, model.done[-1]))
        elif doing == REDO:
            undo = last_undone(events)
            assert bool(undo) == bool(model.undone)
            if undo:
                events += (Event(n, f"e{n}", "", "", REDO, target=undo.n),)
                model = Model((*model.done, model.undone[-1]), model.undone[:-1])
        elif doing.startswith("correct"):
            known = [event for event in events if event.kind in ("move", "observe")]
            if known:
                aim = known[0 if doing.endswith("first") else -1]
                events += (Event(n, f"e{n}", "", "", CORRECT, {"v": n}, aim.n),)
                model = Model((*model.done, events[-1]))
        else:
            events += (Event(n, f"e{n}", "", "", doing, {"v": n}),)
            model = Model((*model.done, events[-1]))
    return events, model


@given(DOINGS)
def test_what_counts_is_what_people_would_say_stands(doings: list[str]) -> None:
    events, model = history(doings)
    bodies = {event.n: event.body for event in model.done if event.kind != CORRECT}
    for event in model.done:
        if event.kind == CORRECT and event.target in bodies:
            bodies[event.target] = event.body
    found = entries(events)
    assert {entry.event.n: entry.body for entry in found if entry.counts} == bodies
    assert [entry.event for entry in found] == [event for event in events if event.kind in ("move", "observe")]


@given(DOINGS)
def test_an_entry_that_differs_names_the_event_that_did_it(doings: list[str]) -> None:
    events, _ = history(doings)
    for entry in entries(events):
        amendment = next((event for event in events if event.n == entry.amended_by), None)
        if not entry.counts:
            assert amendment is not None
            assert (amendment.kind, amendment.target) == (UNDO, entry.event.n)
        elif amendment is None:
            assert entry.body == entry.event.body
        else:
            assert (amendment.kind, amendment.target, amendment.body) == (CORRECT, entry.event.n, entry.body)


@given(DOINGS)
def test_writing_and_reading_an_event_gives_the_same_event(doings: list[str]) -> None:
    for event in history(doings)[0]:
        assert Event(**event.to_json()) == event  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("doings", "undone", "counting"),
    [
        ("", None, None),
        ("move", None, 1),
        ("move undo", 2, None),
        ("move undo redo", None, 1),
        ("move undo redo undo", 4, None),
        ("move undo move", None, 3),
        ("move move undo undo", 4, None),
        ("move move undo undo redo", 3, 1),
        ("move move undo undo redo redo", None, 2),
        ("move move undo undo redo undo", 6, None),
        ("move move undo undo redo undo redo", 3, 1),
        ("move move undo undo redo move", None, 6),
        ("move move undo redo undo", 5, 1),
        ("move observe observe undo undo undo redo redo", 4, 2),
    ],
)
def test_redo_withdraws_the_last_undo_that_still_holds_and_nothing_after_a_new_entry(
    doings: str, undone: int | None, counting: int | None
) -> None:
    events, _ = history(doings.split())
    redone, next_undone = last_undone(events), last_that_counts(events)
    assert (redone and redone.n, next_undone and next_undone.n) == (undone, counting)


HEADER = Header("game", "1", {"P1": "Anna"}, {}, {}, "full")


def test_writing_and_reading_a_header_gives_the_same_header() -> None:
    assert Header(**HEADER.to_json()) == HEADER  # type: ignore[arg-type]


@pytest.mark.parametrize("house", [{}, {"text": "rules"}])
def test_a_header_says_all_it_is_pinned_to_and_a_house_file_only_where_there_is_one(house: dict[str, object]) -> None:
    pinned = {"game": "game", "version": "1", "seats": {"P1": "Anna"}, "roles": {}, "options": {}, "start": "full"}
    header = HEADER._replace(house=house)
    assert header.to_json() == {**pinned, "format": 1, "name": "", "created": "", **({"house": house} if house else {})}
    assert Header(**header.to_json()) == header  # type: ignore[arg-type]


@pytest.mark.parametrize("retries", [0, 1, 3])
def test_an_event_that_is_sent_again_is_appended_once(retries: int) -> None:
    first, second = Event(1, "a", "", "", "move"), Event(2, "b", "", "", "move")
    journal = append(Journal(HEADER), first, *[first] * 0)
    for _ in range(retries):
        journal = append(journal, first)
    assert append(journal, second).events == (first, second)


def test_an_undone_correction_gives_way_to_the_one_before_it() -> None:
    events = (
        Event(1, "a", "", "", "move", {"v": 1}),
        Event(2, "b", "", "", CORRECT, {"v": 2}, 1),
        Event(3, "c", "", "", CORRECT, {"v": 3}, 1),
        Event(4, "d", "", "", UNDO, target=3),
    )
    assert [(entry.body, entry.amended_by) for entry in entries(events)] == [({"v": 2}, 2)]
    assert last_that_counts(events) == events[1]


def test_the_witness_is_that_of_the_body_that_counts() -> None:
    events = (
        Event(1, "a", "", "", "move", {"v": 1}, witness={"verdict": "illegal"}),
        Event(2, "b", "", "", CORRECT, {"v": 2}, 1, {"verdict": "legal"}),
        Event(3, "c", "", "", UNDO, target=2),
    )
    assert [entry.witness for end in (1, 2, 3) for entry in entries(events[:end])] == [
        {"verdict": "illegal"},
        {"verdict": "legal"},
        {"verdict": "illegal"},
    ]
