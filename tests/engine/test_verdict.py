"""How a move is judged, with a game made up for it: one rule, some conditions, a few figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from helper.definitions import inputs
from helper.definitions.build import build
from helper.definitions.schema import GameDefinition, Term
from helper.engine.figures import Figures
from helper.engine.move import Move
from helper.engine.position import Due, Position
from helper.engine.rules import Condition, Rules
from helper.engine.verdict import LookAt, Open, Reason, Unknown, Unsettled, Verdict, View, check, nothing_due

Failures = Iterator[Mapping[str, object]]

FIGURES = Figures()
COUNT = FIGURES.kind(inputs.COUNT)
POT, BANK, NEVER_TOLD, OTHER = (COUNT.one(key) for key in ("pot", "bank", "never told", "other"))
HOW = FIGURES.kind(inputs.CHOICE).argument("how")


def condition(id: str, **more: object) -> dict[str, object]:
    return {"id": id, "text": f"{id} holds.", **more}


def game(*conditions: dict[str, object], shared: tuple[dict[str, object], ...] = (), roles: tuple[str, ...] = ()) -> GameDefinition:
    rule = {"title": "x", "text": "x", "sources": ["book"], "topic": "all"}
    raw: dict[str, object] = {
        "format": 1,
        "id": "made-up",
        "title": "Made up",
        "version": "1",
        "date": "2026-01-01",
        "edition": "first",
        "players": [1, 2],
        "options": [
            {"id": "open", "title": "Open", "default": "", "choices": {"one": "One", "other": "Other"}},
            {"id": "settled", "title": "Settled", "default": "one", "choices": {"one": "One", "other": "Other"}},
        ],
        "rules": [
            {"id": "shared", **rule, "requires": list(shared)},
            {
                "id": "move",
                **rule,
                "roles": list(roles),
                "requires": list(conditions),
                "shares": ["shared"],
                "move": {"word": "move", "parameters": ["how"]},
            },
        ],
    }
    definition, faults = build(raw)
    assert not faults
    return definition


def judged(
    definition: GameDefinition,
    conditions: Mapping[str, Condition],
    figures: Mapping[str, object] | None = None,
    fresh: Callable[[Position, str], bool] = lambda position, path: True,
    options: Mapping[str, str] | None = None,
    role: str = "",
    arguments: Mapping[str, object] | None = None,
) -> Verdict:
    known = figures or {}
    position = Position(("P1",), options or {}, known, dict.fromkeys(known, 7))
    code = Rules()
    code.rule("by name").conditions.update(conditions)
    return check(definition, code, position, Move("move", "P1", arguments or {}), fresh, role)


def holds(view: View) -> Failures:
    yield from ()


def fails(view: View) -> Failures:
    yield {"seen": 1}


def at_least_three(view: View) -> Failures:
    if view[POT] < 3:
        yield {"pot": view[POT]}


def settled(view: View) -> Failures:
    if view.option("settled") != "one":
        yield {}


def unsettled(view: View) -> Failures:
    if view.option("open") != "one":
        yield {}


def only_well(view: View) -> Failures:
    if view.given(HOW) != "well":
        yield {"how": view.given(HOW)}


def states(verdict: Verdict) -> list[tuple[str, str]]:
    return [(reason.condition, reason.state) for reason in verdict.reasons]


def test_a_move_without_a_failure_is_legal() -> None:
    verdict = judged(game(condition("a"), condition("b")), {"a": holds, "b": holds})
    assert (verdict.outcome, verdict.reasons, verdict.look_at, verdict.notes) == ("legal", (), (), ())


def test_every_failure_is_named_shared_conditions_first() -> None:
    verdict = judged(game(condition("a"), condition("b"), shared=(condition("c"),)), {"a": fails, "b": fails, "c": fails})
    assert verdict.outcome == "illegal"
    assert [(reason.rule, reason.condition) for reason in verdict.reasons] == [("shared", "c"), ("move", "a"), ("move", "b")]
    assert verdict.reasons[0].values == {"seen": 1}


def test_one_condition_may_fail_several_times() -> None:
    def twice(view: View) -> Failures:
        yield {"seat": "P1"}
        yield {"seat": "P2"}

    assert states(judged(game(condition("a")), {"a": twice})) == [("a", "fails"), ("a", "fails")]


def test_a_failure_silences_only_what_names_it() -> None:
    definition = game(condition("a"), condition("b", after=["a"]), condition("c"))
    assert states(judged(definition, {"a": fails, "b": fails, "c": fails})) == [("a", "fails"), ("c", "fails")]
    assert states(judged(definition, {"a": holds, "b": fails, "c": fails})) == [("b", "fails"), ("c", "fails")]


def test_what_is_unknown_silences_nothing() -> None:
    definition = game(condition("a"), condition("b", after=["a"]))
    assert states(judged(definition, {"a": at_least_three, "b": fails})) == [("a", "unknown"), ("b", "fails")]


@pytest.mark.parametrize(
    ("figures", "outcome"),
    [({}, "unknown"), ({"pot": 2}, "illegal"), ({"pot": 3}, "legal"), ({"pot": 0}, "illegal")],
)
def test_a_figure_that_nobody_told_is_unknown_and_never_nothing(figures: dict[str, object], outcome: str) -> None:
    verdict = judged(game(condition("a", predicate="enough")), {"enough": at_least_three}, figures)
    assert verdict.outcome == outcome
    assert [look.path for look in verdict.look_at] == (["pot"] if outcome == "unknown" else [])


@pytest.mark.parametrize(("pot", "outcome", "told"), [(2, "unknown", [("pot", 7)]), (3, "legal", [])])
def test_a_refusal_that_rests_on_a_figure_told_earlier_is_unknown(pot: int, outcome: str, told: list[Any]) -> None:
    verdict = judged(game(condition("a")), {"a": at_least_three}, {"pot": pot}, lambda position, path: False)
    assert verdict.outcome == outcome
    assert [(look.path, look.last_told) for look in verdict.look_at] == told


def test_a_figure_that_must_be_confirmed_is_unknown_where_it_is_old_or_was_never_told() -> None:
    def confirmed(view: View) -> Failures:
        view.confirm(POT, OTHER)
        yield from ()

    definition = game(condition("a"))
    assert judged(definition, {"a": confirmed}, {"pot": 1, "other": 1}).outcome == "legal"
    verdict = judged(definition, {"a": confirmed}, {"pot": 1}, lambda position, path: path != "pot")
    assert states(verdict) == [("a", "unknown")]
    assert [(look.path, look.last_told) for look in verdict.look_at] == [("other", None), ("pot", 7)]


@pytest.mark.parametrize(
    ("arguments", "outcome"), [({}, "legal"), ({"how": "well"}, "legal"), ({"how": "badly"}, "illegal"), ({"how": ""}, "illegal")]
)
def test_a_condition_waits_for_an_argument_that_is_open(arguments: dict[str, object], outcome: str) -> None:
    assert judged(game(condition("a")), {"a": only_well}, arguments=arguments).outcome == outcome


@pytest.mark.parametrize(
    ("options", "outcome"), [({}, "disputed"), ({"open": "one"}, "legal"), ({"open": "other"}, "illegal"), ({"open": ""}, "disputed")]
)
def test_a_reading_that_nobody_settled_makes_the_move_disputed(options: dict[str, str], outcome: str) -> None:
    verdict = judged(game(condition("a")), {"a": unsettled}, options=options)
    assert verdict.outcome == outcome
    assert judged(game(condition("a")), {"a": settled}, options=options).outcome == "legal"
    if outcome == "disputed":
        assert verdict.reasons[0].values == {"option": "open"}


def test_the_worst_outcome_counts() -> None:
    every = {"a": holds, "b": at_least_three, "c": unsettled, "d": fails}
    for conditions, outcome in (("a", "legal"), ("ab", "unknown"), ("abc", "disputed"), ("abcd", "illegal"), ("bd", "illegal")):
        assert judged(game(*map(condition, conditions)), every).outcome == outcome


def test_what_only_the_mover_knows_is_a_note_and_what_anybody_can_look_up_is_unknown() -> None:
    mover = judged(game(condition("a", checked_by="mover")), {})
    assert (mover.outcome, mover.reasons) == ("legal", ())
    assert [note.condition for note in mover.notes] == ["a"]
    assert states(judged(game(condition("a", checked_by="table")), {})) == [("a", "unknown")]
    assert judged(game(condition("a", checked_by="table")), {}).outcome == "unknown"


def test_a_condition_holds_for_its_roles_only() -> None:
    definition = game(condition("a", roles=["king"]), condition("b"))
    assert states(judged(definition, {"a": fails, "b": fails}, role="king")) == [("a", "fails"), ("b", "fails")]
    assert states(judged(definition, {"a": fails, "b": fails}, role="queen")) == [("b", "fails")]


def test_several_conditions_may_share_a_predicate_by_name() -> None:
    assert states(judged(game(condition("a", predicate="x"), condition("b", predicate="x")), {"x": fails})) == [
        ("a", "fails"),
        ("b", "fails"),
    ]


def only(path: str) -> Callable[[Position, str], bool]:
    """Return what says that one figure alone is fresh; it looks at the position that it is given."""
    return lambda position, asked: asked == path and asked in position.figures


def test_reading_gives_the_figure_and_notes_it_only_where_it_was_told_earlier() -> None:
    view = View(game(), Position(("P1",), {}, {"pot": 3, "bank": 5}, {}), only("pot"), Move("move", "P1", {}))
    assert (view[POT], view.stale) == (3, set())
    assert (view[BANK], view.stale) == (5, {"bank"})
    with pytest.raises(Unknown) as met:
        view[NEVER_TOLD]
    assert (met.value.paths, str(met.value)) == (("never told",), "never told")
    assert (view.stale, view.unconfirmed) == ({"bank"}, [])


def test_confirming_asks_for_what_is_old_or_was_never_told_and_makes_nothing_stale() -> None:
    view = View(game(), Position(("P1",), {}, {"pot": 3, "bank": 5}, {}), only("pot"), Move("move", "P1", {}))
    view.confirm(POT, BANK, NEVER_TOLD)
    assert (view.unconfirmed, view.stale) == (["bank", "never told"], set())


def test_a_figure_that_was_never_told_is_asked_for_even_where_all_that_is_told_counts_as_fresh() -> None:
    view = View(game(), Position(("P1",), {}, {}, {}), lambda position, path: True, Move("move", "P1", {}))
    view.confirm(POT)
    assert view.unconfirmed == ["pot"]


def test_each_decision_that_must_be_taken_first_is_named_and_those_that_may_be_declined_are_not() -> None:
    vote, gift, bid = (
        Due("rule", seat, Term(name), (), must) for seat, name, must in (("P1", "vote", True), ("P2", "gift", False), ("P2", "bid", True))
    )
    position = Position(("P1", "P2"), {}, {}, {})
    for due, failures in (
        ((), []),
        ((gift,), []),
        ((vote, gift, bid), [{"due": Term("vote"), "seat": "P1"}, {"due": Term("bid"), "seat": "P2"}]),
        ((gift, bid), [{"due": Term("bid"), "seat": "P2"}]),
    ):
        view = View(game(), position._replace(due=due), lambda position, path: True, Move("move", "P1", {}))
        assert list(nothing_due(view)) == failures


@pytest.mark.parametrize(("role", "expected"), [("king", ["c", "a"]), ("queen", ["c"]), ("", ["c"])])
def test_where_a_rule_belongs_to_other_roles_only_what_it_shares_is_judged(role: str, expected: list[str]) -> None:
    definition = game(condition("a"), shared=(condition("c"),), roles=("king",))
    verdict = judged(definition, {"a": fails, "c": fails}, role=role)
    assert [reason.condition for reason in verdict.reasons] == expected


def test_a_role_that_does_not_matter_to_the_rule_changes_nothing() -> None:
    definition = game(condition("a"), condition("b"))
    assert states(judged(definition, {"a": fails, "b": fails}, role="queen")) == [("a", "fails"), ("b", "fails")]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, [("a", "fails"), ("c", "fails")]),
        ({"how": ""}, [("a", "fails"), ("c", "fails")]),
        ({"why": "yes"}, [("a", "fails"), ("c", "fails")]),
        ({"how": "well"}, [("a", "unknown"), ("b", "fails"), ("c", "fails")]),
    ],
)
def test_a_failure_that_an_argument_lifts_is_unknown_and_silences_nothing(
    arguments: dict[str, object], expected: list[tuple[str, str]]
) -> None:
    definition = game(condition("a", lifted_by="how"), condition("b", after=["a"]), condition("c"))
    verdict = judged(definition, {"a": fails, "b": fails, "c": fails}, arguments=arguments)
    assert states(verdict) == expected
    assert verdict.reasons[0].values == {"seen": 1}, "what was seen is still said"


def test_every_reason_says_rule_condition_state_and_what_was_seen() -> None:
    verdict = judged(
        game(
            condition("a"),
            condition("b"),
            condition("c"),
            condition("d", checked_by="table"),
            condition("e", checked_by="mover"),
        ),
        {"a": fails, "b": at_least_three, "c": unsettled},
    )
    assert verdict.reasons == (
        Reason("move", "a", "fails", {"seen": 1}),
        Reason("move", "b", "unknown", {"paths": ("pot",)}),
        Reason("move", "c", "disputed", {"option": "open"}),
        Reason("move", "d", "unknown"),
    )
    assert verdict.notes == (Reason("move", "e", "unknown"),)


def test_what_failed_before_something_unknown_was_met_still_fails() -> None:
    def first_fails_then_reads(view: View) -> Failures:
        yield {"seen": 1}
        yield {"pot": view[POT]}

    verdict = judged(game(condition("a")), {"a": first_fails_then_reads})
    assert verdict.reasons == (Reason("move", "a", "fails", {"seen": 1}), Reason("move", "a", "unknown", {"paths": ("pot",)}))
    assert (verdict.outcome, verdict.look_at) == ("illegal", (LookAt("pot"),))


def test_each_figure_to_look_at_is_named_once_with_the_event_that_told_it_last() -> None:
    def compares(view: View) -> Failures:
        if view[POT] < view[BANK]:
            yield {}

    definition = game(condition("a", predicate="x"), condition("b", predicate="x"), condition("c", predicate="y"))
    verdict = judged(definition, {"x": compares, "y": at_least_three}, {"pot": 2, "bank": 5}, only("bank"))
    assert states(verdict) == [("a", "unknown"), ("b", "unknown"), ("c", "unknown")]
    assert verdict.look_at == (LookAt("pot", 7),)
    assert judged(definition, {"x": compares, "y": at_least_three}, {"pot": 2}).look_at == (LookAt("bank"),)


def test_an_option_that_was_not_settled_is_read_as_its_default_and_a_settled_one_as_it_was() -> None:
    seen: list[str] = []

    def reads(view: View) -> Failures:
        seen.append(view.option("settled"))
        yield from ()

    for options in ({}, {"settled": "other"}, {"open": "other"}):
        judged(game(condition("a")), {"a": reads}, options=options)
    assert seen == ["one", "other", "one"]


def test_what_is_not_settled_or_still_open_is_named() -> None:
    view = View(game(), Position(("P1",), {}, {}, {}), only("pot"), Move("move", "P1", {}))
    with pytest.raises(Unsettled) as unsettled:
        view.option("open")
    assert (unsettled.value.option, str(unsettled.value)) == ("open", "open")
    with pytest.raises(Open, match=r"^how$"):
        View(game(), Position(("P1",), {}, {}, {}), only("pot"), Move("move", "P1", {"why": "yes"})).given(HOW)
