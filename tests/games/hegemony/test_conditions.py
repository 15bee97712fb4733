"""Every condition of every action, from both sides and, where it can be, unknown: the table is conditions.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from helper.engine.verdict import Verdict
from helper.games import rules_of
from helper.table import Table
from helper.table.evening import Evening
from helper.table.wording import Speaker
from tests.games.hegemony.sitting import DEFINITION, GAME, judged, played, reasons

TABLE: dict[str, list[dict[str, Any]]] = tomllib.loads((Path(__file__).parent / "conditions.toml").read_text(encoding="utf-8"))
SEATS = {4: ("anna", "bert", "cleo", "dora"), 3: ("anna", "bert", "cleo"), 2: ("anna", "cleo")}
CASES = [
    pytest.param(rule, case, id=f"{rule}: {' '.join(str(part) for key, part in case.items() if key not in ('says', 'look'))}")
    for rule, cases in TABLE.items()
    for case in cases
]
SAID = [pytest.param(case, id=f"{rule}: {' '.join(case['says'])}") for rule, cases in TABLE.items() for case in cases if "says" in case]
ACTIONS = [rule.id for rule in DEFINITION.rules.values() if rule.move and (rule.roles or rule.id == "immediate_vote")]
OF_THE_TURN = ("turn.order", "turn.main_action", "turn.free_action")


def conditions(rule: str, checked_by: str = "engine") -> set[str]:
    """Return the conditions of an action apart from those of the turn."""
    return {
        f"{owner.id}:{condition.id}"
        for role in ("", *DEFINITION.roles)
        for owner, condition in DEFINITION.conditions(DEFINITION.rules[rule], role)
        if owner.id not in OF_THE_TURN and condition.checked_by == checked_by
    }


NEVER_UNKNOWN = {
    "immediate_vote:what_lies_there_first",
    "propose_bill:marker_free",
    "propose_bill:no_bill_there",
    "immediate_vote:vote_due",
    "immediate_vote:each_role_once",
    "immediate_vote:no_more_cubes",
    "assign_workers:not_where_they_stand",
    "swap_workers:partner_reading",
    "buy:source_sells",
    "use_education:becomes_another",
    "export:at_least_a_transaction",
    "export:kinds_of_the_middle_class",
    "export:kinds_of_the_state",
    "export:either_kind_of_the_state",
    "buy_storage:kind_is_stored",
    "adjust_prices:printed_step",
    "adjust_wages:pay_a_wage",
    "receive_benefits:state_is_played",
    "build_company:crew_complete",
}
"""Conditions that rest on bills, seats, words and options alone: a record always knows them."""


def prepared(case: dict[str, Any]) -> Table:
    """Return the table of a case: whose turn it is, what was told, and what was done before."""
    players = case.get("players", 4)
    lines = ["discard"] * SEATS[players].index(case["turn"])
    totals = [word for word in case.get("told", "").split() if ".unemployed=" in word]
    others = [word for word in case.get("told", "").split() if word not in totals]
    lines += [f"adjust {' '.join(words)}" for words in (totals, others) if words]
    return played([*lines, *case.get("first", [])], players, case.get("start", "full"), **case.get("options", {}))


def named(case: dict[str, Any]) -> str:
    """Return the move of a case, said by whoever makes it."""
    move: str = case["move"]
    return move if move.split()[0] in (*SEATS[4], "vote") else f"{case['turn']} {move}"


def judge(case: dict[str, Any]) -> tuple[str, Verdict, Evening]:
    return judged(prepared(case), named(case))


@pytest.mark.parametrize(("rule", "case"), CASES)
def test_an_action_is_judged_with_exactly_these_reasons(rule: str, case: dict[str, Any]) -> None:
    found, verdict, _ = judge(case)
    assert (found, verdict.outcome, reasons(verdict)) == (rule, case["verdict"], sorted(case.get("reasons", [])))


@pytest.mark.parametrize(("rule", "case"), CASES)
def test_what_is_unknown_names_where_to_look(rule: str, case: dict[str, Any]) -> None:
    _, verdict, evening = judge(case)
    assert all(one.state == "unknown" for one in verdict.notes)
    by_path = [one for one in verdict.reasons if one.state == "unknown" and "path" in one.values]
    assert bool(verdict.look_at) or not by_path
    for look in verdict.look_at:
        assert evening.declared(look.path).record
        assert (look.last_told is not None) == (look.path in evening.position.figures)
    if "look" in case:
        assert [look.path for look in verdict.look_at] == case["look"].split()


@pytest.mark.parametrize(("rule", "case"), CASES)
def test_every_reason_is_said_in_words_that_are_all_filled_in(rule: str, case: dict[str, Any]) -> None:
    _, verdict, evening = judge(case)
    header = evening.journal.header
    for language in ("en", "de", "it"):
        said: Any = Speaker(evening.definition, language, header.seats, header.roles).verdict(verdict)["reasons"]
        assert len(said) == len(verdict.reasons)
        for reason in said:
            assert reason["text"]
            assert "{" not in reason["text"], reason["text"]


@pytest.mark.parametrize("case", SAID)
def test_a_refusal_says_exactly_this(case: dict[str, Any]) -> None:
    _, verdict, evening = judge(case)
    header = evening.journal.header
    said: Any = Speaker(evening.definition, "en", header.seats, header.roles).verdict(verdict)["reasons"]
    assert [reason["text"] for reason in said] == case["says"]


@pytest.mark.parametrize("rule", ACTIONS)
def test_every_refusal_of_an_action_is_in_the_table_word_for_word(rule: str) -> None:
    said = {reason for case in TABLE[rule] if "says" in case for reason in case["reasons"]}
    assert said >= conditions(rule)


@pytest.mark.parametrize("rule", ACTIONS)
def test_every_condition_of_an_action_is_in_the_table_from_both_sides(rule: str) -> None:
    cases = TABLE[rule]
    named = {reason for case in cases for reason in case.get("reasons", [])}
    fails = {reason for reason in named if reason[0] not in "?~"}
    unknown = {reason.removeprefix("?") for reason in named if reason.startswith("?")}
    assert fails == conditions(rule)
    assert unknown - conditions(rule, "table") >= conditions(rule) - NEVER_UNKNOWN
    if not conditions(rule, "table"):
        assert any(case["verdict"] == "legal" for case in cases), "all its conditions hold at least once"


@pytest.mark.parametrize("rule", [rule for rule in ACTIONS if rule != "immediate_vote"])
def test_an_action_is_in_the_table_for_each_class_that_has_it(rule: str) -> None:
    turns = {"working": "anna", "middle": "bert", "capitalist": "cleo", "state": "dora"}
    for verdicts in ({"legal", "unknown"}, {"illegal"}):
        seats = {case["turn"] for case in TABLE[rule] if case["verdict"] in verdicts}
        assert seats >= {turns[role] for role in DEFINITION.rules[rule].roles}


def test_the_table_speaks_of_every_action() -> None:
    assert set(TABLE) == set(ACTIONS)


def test_every_condition_of_a_move_resolves_to_a_predicate_and_every_predicate_is_used() -> None:
    used = {condition.predicate for rule in DEFINITION.rules.values() for condition in rule.requires if condition.checked_by == "engine"}
    assert used == set(rules_of(GAME).PREDICATES)
