"""Every move of the tables, on its position with each figure taken away in turn: an answer, never an exception."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from helper.engine.changes import differences, ledger
from helper.engine.move import Applied, Move
from helper.engine.next import TELL, next_step, try_out
from helper.errors import HelperError
from helper.games import rules_of
from helper.table import Table
from helper.table.evening import Evening
from helper.table.handling import read_play
from helper.table.wording import Speaker
from tests.games.capital_lux_2 import test_plays as lux
from tests.games.hegemony import test_conditions as actions
from tests.games.hegemony import test_effects as effects
from tests.games.hegemony import test_phases as phases
from tests.playing import played


def tables() -> Iterator[tuple[Table, str]]:
    for case in lux.CASES:
        yield played(case["lines"], *case.get("names", ("Anna", "Bert")), **case.get("options", {})), case["turn"]
    for rule in effects.TABLE.values():
        for case in rule:
            yield actions.prepared(case), actions.named(case)
    for part in (part for part in phases.READ if part != "bases"):
        for found in phases.READ[part].values():
            for case in found:
                yield phases.prepared(case), case["move"]


def moves() -> Iterator[tuple[Evening, Move]]:
    for at, line in tables():
        evening, header = Evening(at.journal), at.journal.header
        words = line.removeprefix("!").split()
        if words[0] in ("observe", "adjust", "undo", "redo", "correct"):
            continue
        try:
            move = read_play(evening, {"words": words, "force": True}, Speaker(evening.definition, "en", header.seats, header.roles))
        except HelperError:
            continue
        yield evening, move


def without_header(figures: Iterable[str]) -> list[str]:
    """Return the figures that somebody tells, or play brings: not who plays what, which the header of a record says."""
    return [path for path in figures if not path.startswith("roles.")]


@pytest.fixture(scope="module")
def every_move() -> list[tuple[Evening, Move]]:
    """Return the moves whose rules are written in this shape."""
    written = {id: {rule.id for rule in rules_of(id).CODE.values() if rule.effect} for id in ("capital-lux-2", "hegemony")}
    return [(evening, move) for evening, move in moves() if move.rule in written[evening.definition.id]]


def test_a_move_is_answered_whatever_figure_nobody_told(every_move: list[tuple[Evening, Move]]) -> None:
    raised: dict[str, str] = {}
    tried = 0
    for evening, move in every_move:
        position = evening.position
        for path in without_header(position.figures):
            tried += 1
            try:
                applied = evening.game.apply(evening.definition, position.forget(path), move)
            except Exception as error:
                raised[f"{evening.definition.id} {move.rule} without {path}"] = repr(error)
                continue
            assert isinstance(applied, Applied)
            assert not applied.stopped_by or applied.position.figures.keys() == position.figures.keys() - {path}
    assert not raised
    assert tried > 10_000


def test_without_any_figure_at_all_a_move_is_answered(every_move: list[tuple[Evening, Move]]) -> None:
    for evening, move in every_move:
        seated = {path: value for path, value in evening.position.figures.items() if path.startswith("roles.")}
        bare = evening.position._replace(figures=seated, told={})
        assert isinstance(evening.game.apply(evening.definition, bare, move), Applied)


def test_what_changes_on_the_table_is_cited_and_is_all_that_changed(every_move: list[tuple[Evening, Move]]) -> None:
    for evening, move in every_move:
        position = evening.position
        applied = evening.game.apply(evening.definition, position, move)
        after = applied.position.figures
        seen = {
            path: (position.figures.get(path), after.get(path))
            for path in {*position.figures, *after}
            if not path.startswith(("turn.", "roles.")) and position.figures.get(path) != after.get(path)
        }
        assert {path: pair for path, pair in differences(applied.changes).items() if not path.startswith("turn.")} == seen
        for change in applied.changes:
            rule = evening.definition.rules[change.rule]
            if change.outcome:  # none where a module of the shape before changed it
                assert rule.outcome(change.outcome)


def test_an_effect_of_this_shape_names_the_outcome_of_every_change(every_move: list[tuple[Evening, Move]]) -> None:
    for evening, move in every_move:
        if evening.definition.id == "capital-lux-2":
            applied = evening.game.apply(evening.definition, evening.position, move)
            assert all(change.outcome for change in applied.changes), (move, applied.changes)


def test_a_dry_run_names_all_that_is_still_to_tell_at_once() -> None:
    evening = Evening(played([], "Anna", "Bert").journal)
    found = next_step(evening.game, evening.definition, evening.position)
    assert found.kind == TELL
    assert {*found.to_tell} >= {"emperor", *(f"capital.{one}" for one in evening.definition.axes["district"])}


def test_a_thin_record_asks_for_everything_that_a_phase_goes_by() -> None:
    case: dict[str, Any] = {"turn": "anna", "start": "figures"}
    evening = Evening(actions.prepared(case).journal)
    position = evening.position.put({"phase": "elections"})
    found = next_step(evening.game, evening.definition, position)
    assert (found.kind, found.rule) == (TELL, "election.refill")
    assert {one for one in found.to_tell if one.startswith("bills.")} == {
        f"bills.{policy}.{role}" for policy in evening.definition.axes["policy"] for role in evening.definition.roles
    }
    tried = try_out(evening.game, evening.definition, position, Move("election.refill", None, {"bills": False}))
    assert not tried.applied.stopped_by


def test_a_ledger_says_of_every_change_of_a_number_which_entry_and_rule_brought_it() -> None:
    lines = ["observe emperor=P1 P1.gold=2", "capital y5", "base b2", "adjust P1.gold=7"]
    evening = Evening(played(lines, "Anna", "Bert", set="a").journal)
    first = evening.game.start(evening.definition, evening.journal.header)
    found = ledger(first, evening.entries, evening.carry_out, "players.P1.gold")
    assert [(line.n, line.rule, line.outcome, line.amount) for line in found] == [
        (1, "", "observe", 2),
        (2, "tile.merchant", "gained", 1),
        (4, "", "adjust", 4),
    ]
    assert sum(line.amount or 0 for line in found) == evening.position.figures["players.P1.gold"]
