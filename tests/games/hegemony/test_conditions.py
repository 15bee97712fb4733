"""Every condition of every action, from both sides and, where it can be, unknown: the table is conditions.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from helper.games import rules_of
from helper.table import Table
from tests.games.hegemony.sitting import DEFINITION, GAME, judges, played
from tests.missing import gaps, speaks
from tests.rows import Row

FILE = Path(__file__).with_name("conditions.toml")
TABLE: dict[str, list[dict[str, Any]]] = tomllib.loads(FILE.read_text(encoding="utf-8"))
SEATS = {4: ("anna", "bert", "cleo", "dora"), 3: ("anna", "bert", "cleo"), 2: ("anna", "cleo")}
CASES = [
    pytest.param(rule, case, id=f"{rule}: {' '.join(str(part) for key, part in case.items() if key not in ('says', 'look'))}")
    for rule, cases in TABLE.items()
    for case in cases
]
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
    "immediate_vote:sides_of_those_in_play",
    "immediate_vote:cubes_with_a_side",
    "immediate_vote:proposer_is_for",
    "immediate_vote:no_more_cubes",
    "assign_workers:company_open",
    "assign_workers:slots_of_your_class",
    "assign_workers:owner_works_there",
    "assign_workers:slots_free",
    "assign_workers:not_where_they_stand",
    "swap_workers:partner_reading",
    "buy:source_sells",
    "use_education:becomes_another",
    "export:at_least_a_transaction",
    "export:each_transaction_once",
    "export:kinds_of_the_middle_class",
    "export:kinds_of_the_state",
    "export:either_kind_of_the_state",
    "buy_storage:kind_is_stored",
    "adjust_prices:printed_step",
    "adjust_wages:pay_a_wage",
    "receive_benefits:state_is_played",
    "build_company:crew_complete",
}
"""Conditions that rest on bills, seats, words and options alone: a record always knows them; what is unknown of slots their colour says."""


def prepared(case: dict[str, Any]) -> Table:
    """Return the table of a case: whose turn it is, what was told, and what was done before."""
    players = case.get("players", 4)
    lines = ["card"] * SEATS[players].index(case["turn"])
    totals = [word for word in case.get("told", "").split() if ".unemployed=" in word]
    others = [word for word in case.get("told", "").split() if word not in totals]
    lines += [f"adjust {' '.join(words)}" for words in (totals, others) if words]
    return played([*lines, *case.get("first", [])], players, case.get("start", "full"), **case.get("options", {}))


def named(case: dict[str, Any]) -> str:
    """Return the move of a case, said by whoever makes it."""
    move: str = case["move"]
    return move if move.split()[0] in (*SEATS[4], "vote") else f"{case['turn']} {move}"


@pytest.mark.parametrize(("rule", "case"), CASES)
def test_an_action_is_judged_with_exactly_these_reasons_and_says_them_in_words(rule: str, case: dict[str, Any]) -> None:
    at, move = prepared(case), named(case)
    with Row(rule, at, move) as row:
        verdict, evening, texts = judges(row, at, move, case)
        row.same("notes that are not unknown", [], [one.condition for one in verdict.notes if one.state != "unknown"])
        by_path = [one.values["path"] for one in verdict.reasons if one.state == "unknown" and "path" in one.values]
        row.holds("where to look for what is unknown", bool(verdict.look_at) or not by_path, by_path, "nothing")
        for look in verdict.look_at:
            row.holds(f"{look.path} is kept by a record", evening.declared(look.path).record)
            row.same(f"{look.path} was told", look.path in evening.position.figures, look.last_told is not None)
        if "look" in case:
            row.same("look at", case["look"].split(), [look.path for look in verdict.look_at])
        if "says" in case:
            row.same("says", case["says"], texts)


ROLES = dict(zip(SEATS[4], DEFINITION.roles, strict=True))


def written(rule: str, verdict: str, reason: str = "", more: str = "") -> str:
    """Return how a row of an action is written."""
    found = DEFINITION.rules[rule]
    turn = next((seat for seat, role in ROLES.items() if role in found.roles), SEATS[4][0])
    word = found.move.word.text if found.move else rule
    reasons = f', reasons = ["{reason}"]' if reason else ""
    return f'{{ turn = "{turn}", told = "…", move = "{word} …", verdict = "{verdict}"{reasons}{more} }}'


def form(rule: str) -> str:
    """Return what is to be written for an action that has no row."""
    must = sorted(conditions(rule))
    parts = [f"at least one that is legal: {written(rule, 'legal')}"]
    if must:
        fails, unknown = (
            written(rule, "illegal", must[0], ', says = ["Required: …"]'),
            written(rule, "unknown", f"?{must[0]}", ', look = "…"'),
        )
        parts.append(f"for each of its conditions ({', '.join(must)}) one that fails: {fails}, and one that is unknown: {unknown}")
    return f"{rule} = [ rows ]; {'; '.join(parts)}."


@pytest.mark.parametrize("rule", ACTIONS)
def test_an_action_has_rows_for_each_of_its_conditions_from_both_sides_and_for_each_class(rule: str) -> None:
    cases = TABLE.get(rule, [])
    if not cases:
        speaks(gaps("action", [rule], [], FILE, form))
    named = {reason for case in cases for reason in case.get("reasons", [])}
    fails = {reason for reason in named if reason[0] not in "?~"}
    unknown = {reason.removeprefix("?") for reason in named if reason.startswith("?")} - conditions(rule, "table")
    says = {reason for case in cases if "says" in case for reason in case["reasons"]}
    must, may_be_unknown = conditions(rule), conditions(rule) - NEVER_UNKNOWN
    found = [
        *gaps("condition", must, fails, FILE, lambda id: f"into {rule} = [ … ]: {written(rule, 'illegal', id)}", "row that fails by it"),
        *gaps(
            "condition",
            must,
            says & must,
            FILE,
            lambda id: f"what it says into such a row: {written(rule, 'illegal', id, ', says = […]')}",
            "row that fails by it in exact words",
        ),
        *gaps(
            "condition",
            may_be_unknown,
            unknown & may_be_unknown,
            FILE,
            lambda id: f"into {rule} = [ … ]: {written(rule, 'unknown', '?' + id)}, or name it in NEVER_UNKNOWN, with why.",
            "row in which it is unknown",
        ),
    ]
    legal = any(case["verdict"] == "legal" for case in cases)
    if not legal and not conditions(rule, "table"):
        found += gaps("action", [rule], [], FILE, written(rule, "legal"), "row in which all its conditions hold")
    for verdicts in (("legal", "unknown"), ("illegal",)) if rule != "immediate_vote" else ():
        seats = {ROLES[case["turn"]] for case in cases if case["verdict"] in verdicts}
        lacks = f"row of {rule} in which it is {' or '.join(verdicts)}"
        roles = DEFINITION.rules[rule].roles
        found += gaps("class", roles, seats & {*roles}, FILE, f"one with the turn of {{id}} into {rule} = [ … ]", lacks)
    speaks(found)


def test_the_table_speaks_of_actions_alone() -> None:
    speaks(gaps("action", TABLE.keys() & {*ACTIONS}, TABLE, FILE, ""))


def test_every_condition_of_a_move_resolves_to_a_predicate_and_every_predicate_is_used() -> None:
    code = rules_of(GAME).CODE
    told = {f"{rule.id}:{one.id}" for rule in DEFINITION.rules.values() for one in rule.requires if one.checked_by == "engine"}
    written, folder = {f"{id}:{name}" for id, rule in code.items() for name in rule.conditions}, Path("helper/games/hegemony")
    speaks(gaps("condition", told, written, folder, "a function of it, by @RULE.needs.", "code"))
    speaks(gaps("condition", written, told, folder, "[[rules.requires]] of it", "sentence"))
