"""The phases after the Action phase: what each requires, what each changes, in which order; the table is phases.toml."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from helper.definitions.schema import Term
from helper.engine.position import Due
from helper.errors import HelperError, UnreadableInput
from helper.table import Table
from helper.table.evening import Evening
from tests.games.hegemony.sitting import DEFINITION, LANGUAGES, figures, judged, judges, logs, played, refused_by, table
from tests.games.hegemony.test_effects import GONE, wanted
from tests.missing import gaps, speaks
from tests.playing import bytes_of, do, stamps
from tests.rows import Row

Case = dict[str, Any]
FILE = Path(__file__).with_name("phases.toml")
READ: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))
BASES: dict[str, dict[str, str]] = READ["bases"]
VOTE = "immediate_vote"
PHASES = [rule.id for rule in DEFINITION.rules.values() if rule.move and rule.kind == "procedure" and rule.id != VOTE]
POLICIES = DEFINITION.axes["policy"]


def cases(part: str) -> list[Any]:
    """Return the cases of a part of the table, each named by what it says."""
    return [
        pytest.param(rule, case, id=f"{rule}: {case.get('why') or ' '.join(str(value) for value in case.values())}")
        for rule, found in READ[part].items()
        for case in found
    ]


def prepared(case: Case) -> Table:
    """Return the table of a case: what was told, the phase that has come, and what was done before."""
    told = {
        word.partition("=")[0]: word for word in (BASES.get(case.get("as", ""), {}).get("told", "") + " " + case.get("told", "")).split()
    }
    totals = [word for path, word in told.items() if path.endswith(".unemployed")]
    others = [word for path, word in told.items() if not path.endswith(".unemployed")]
    phase = [f"phase={case['phase']}"] if "phase" in case else []
    lines = [f"adjust {' '.join(words)}" for words in (totals, others, phase) if words]
    return played([*lines, *case.get("first", [])], case.get("players", 4), case.get("start", "full"), **case.get("options", {}))


def outcomes(answer: dict[str, Any]) -> list[str]:
    """Return the steps of an answer as rule and outcome, the same one after another once."""
    named = [f"{step['rule']}:{step['outcome']}" for step in answer["steps"]]
    return [one for at, one in enumerate(named) if not at or named[at - 1] != one]


# What each phase requires.


@pytest.mark.parametrize(("rule", "case"), cases("judged"))
def test_a_phase_is_judged_with_exactly_these_reasons_and_changes_nothing_where_it_is_illegal(rule: str, case: Case) -> None:
    at, move = prepared(case), case["move"]
    with Row(rule, at, move) as row:
        judges(row, at, move, case)
        if case["verdict"] == "illegal":
            events = at.journal.events
            row.same("recorded", None, do(at, move)["recorded"])
            row.holds("the record is as before", at.journal.events == events)


NEVER_FAILS = {"production.order:companies_told"}
"""Which companies there are is only ever unknown: there is nothing that it could contradict."""
MAY_BE_UNKNOWN = {
    "production.order": {"companies_told", "nobody_loses_too_much", "loss_made_up", "repay_loans_there"},
    "prep.round": {"arrivals_fit"},
    "scoring.order": {"events_open"},
}


@pytest.mark.parametrize("rule", [*PHASES, VOTE])
def test_a_phase_is_in_the_table_with_each_of_its_conditions_from_both_sides(rule: str) -> None:
    move = DEFINITION.rules[rule].move
    line = f'phase = "…", told = "…", move = "{move.word.text if move else rule} …"'
    judged_rows, changing = READ["judged"].get(rule, []), READ["changes"].get(rule, [])
    legal = f'"{rule}" = [ {{ {line}, verdict = "legal" }} ] under [judged], and a row for each of its conditions.'
    found = gaps("phase", [rule], [rule] if judged_rows else [], FILE, legal, "row under [judged]")
    found += gaps(
        "phase",
        [rule],
        [rule] if changing else [],
        FILE,
        f'"{rule}" = [ {{ why = "…", {line}, then = "every figure that changes" }} ] under [changes].',
        "row under [changes]",
    )
    if rule in PHASES and judged_rows:
        of_rule = {
            f"{owner.id}:{condition.id}"
            for role in ("", *DEFINITION.roles)
            for owner, condition in DEFINITION.conditions(DEFINITION.rules[rule], role)
        }
        named = {reason for case in judged_rows for reason in case.get("reasons", [])}
        fails, unknown = {one for one in named if one[0] != "?"}, {one[1:] for one in named if one[0] == "?"}
        may_be_unknown = {f"{rule}:{one}" for one in MAY_BE_UNKNOWN.get(rule, set())}
        row = f'one to "{rule}" under [judged]: {{ {line}, verdict = '
        write = row + '"illegal", reasons = ["{id}"] }, or name it in NEVER_FAILS, with why.'
        found += gaps("condition", of_rule - NEVER_FAILS, fails, FILE, write, "row that fails by it")
        write = row + '"unknown", reasons = ["?{id}"] }, and name it in MAY_BE_UNKNOWN.'
        found += gaps("condition", may_be_unknown, unknown, FILE, write, "row in which it is unknown")
        legal_rows = [rule] if any(case["verdict"] == "legal" for case in judged_rows) else []
        found += gaps("phase", [rule], legal_rows, FILE, legal, "row in which all its conditions hold")
    speaks(found)


@pytest.mark.parametrize("part", ["judged", "changes"])
def test_the_table_speaks_of_phases_and_of_the_votes_in_elections_alone(part: str) -> None:
    speaks(gaps("phase", READ[part].keys() & {*PHASES, VOTE}, READ[part], FILE, "", f"row under [{part}]"))


# What each phase changes.


def expected(at: Table, words: str) -> dict[str, object]:
    """Return the figures that words tell, those of an agenda too."""
    agenda = [word for word in words.split() if word.startswith("state.agenda=")]
    told = wanted(at, " ".join(word for word in words.split() if word not in agenda))
    for word in agenda:
        sections = [one for one in word.partition("=")[2].split(",") if one != GONE]
        told["state.agenda"] = [f"{POLICIES[int(one[0]) - 1]}{one[1]}" for one in sections] or GONE
    return told


def stands(at: Table) -> dict[str, object]:
    """Return where a table stands, without the length of its record."""
    position = Evening(at.journal).position
    told = {f"entry that told {path}": number for path, number in position.told.items()}
    return {**position.figures, **told, "due": position.due, "options": position.options}


@pytest.mark.parametrize(("rule", "case"), cases("changes"))
def test_a_phase_changes_exactly_these_figures_says_it_in_words_and_is_tried_undone_redone_and_resolved(rule: str, case: Case) -> None:
    at, move, words = prepared(case), case["move"], case["move"].split()
    first = case is READ["changes"][rule][0]
    with Row(rule, at, move) as row:
        journal, before, standing = at.journal, figures(at), stands(at)
        said = bytes_of(at) if first else ""
        tried = at.ask("play", words=words, dry_run=True)
        row.same("recorded when it is only tried", None, tried["recorded"])
        row.same("where the table stands when it is only tried", standing, stands(at))
        answer = do(at, move)
        row.answered(answer)
        row.holds("recorded", bool(answer["recorded"]), "yes", "refused")
        row.same("rule", rule, answer["rule"])
        told = expected(at, BASES.get(case.get("as", ""), {}).get("then", "")) | expected(at, case["then"])
        row.changes(before, told, figures(at))
        row.same("steps when it is only tried", answer["steps"], tried["steps"])
        logs(row, at, answer["steps"])
        after = stands(at)
        row.holds("what the table says changes", not first or bytes_of(at) != said)
        do(at, "undo")
        row.same("figures after undo", before, figures(at))
        row.same("where the table stands after undo", standing, stands(at))
        if first:
            undone = bytes_of(at)
            row.same("what the table says after undo", json.loads(said), json.loads(undone))
            row.holds("every byte of it is as before", undone == said)
        do(at, "redo")
        row.same("where the table stands after redo", after, stands(at))
        if rule != "turn.next_phase":
            other = Table(journal, stamps("other"))
            row.same("rule that is resolved", rule, other.ask("resolve", words=words[1:], sure=True)["rule"])
            row.same("where the table stands after resolving", after, stands(other))


# Decisions, and what cannot be.


@pytest.mark.parametrize(("rule", "case"), cases("asked"))
def test_a_decision_that_is_due_is_asked_for_and_nothing_is_recorded(rule: str, case: Case) -> None:
    at, move = prepared(case), case["move"]
    with Row(rule, at, move) as row:
        events, faults = at.journal.events, refused_by(row, at, move)
        row.same("codes", ["decide_first"] * len(case["keys"]), [fault.code for fault in faults])
        row.same("keys", case["keys"], [fault.values.get("key") for fault in faults])
        row.filled("a question", [str(fault.values.get("question", "")) for fault in faults], never="{")
        row.holds("the record is as before", at.journal.events == events)
        questions: Any = at.ask("play", words=move.split(), dry_run=True)["questions"]
        row.same("keys when it is only tried", case["keys"], [one["key"] for one in questions])


@pytest.mark.parametrize(("kind", "case"), cases("absurd"))
def test_what_cannot_be_is_refused_and_changes_nothing(kind: str, case: Case) -> None:
    at = prepared(case)
    with Row(kind, at, case["move"]) as row:
        events = at.journal.events
        try:
            answer = do(at, case["move"])
        except HelperError:
            answer = {"recorded": None}
        row.answered(answer)
        row.same("recorded", None, answer["recorded"])
        row.holds("the record is as before", at.journal.events == events)


@pytest.mark.parametrize(("players", "owner", "seat"), [(4, "state", "P4"), (3, "middle", "P2"), (3, "state", "P1")])
def test_the_vote_on_a_bill_is_due_from_its_owner_else_from_the_first_seat(players: int, owner: str, seat: str) -> None:
    at = played([f"adjust phase=elections bills.trade.{owner}=C", "elections"], players)
    assert Evening(at.journal).position.due == (Due(VOTE, seat, Term("trade"), (), True),)


# The order of the steps, and steps that change nothing.

EVERYTHING = (
    "working.goods.food=1 demonstration=yes unions.health=yes companies.college_1.strike=yes companies.cooperative_farm_1.open=yes "
    "companies.cooperative_farm_1.workers=uuu companies.cooperative_farm_1.crew=working companies.convenience_store_1.employee=u "
    "companies.supermarket_1.committed=yes state.loans=1 state.treasury=300 bills.labor.working=C"
)
"""A Production in which every step does something."""


def test_the_steps_of_production_come_in_the_printed_order_and_owners_in_the_reverse_of_turn_order() -> None:
    at = played([f"adjust {EVERYTHING}", "adjust phase=production"])
    answer = do(at, "production loss=capitalist:4 repay=0")
    assert [one for one in outcomes(answer) if not one.startswith(("policy.", "imf.", "tax."))] == [
        "production.strikes:held",
        "production.demonstration:gained",
        "production.demonstration:lost",
        *["production.companies:produced", "production.companies:paid"] * 2,
        "production.companies:idle",
        *["production.companies:produced", "production.companies:paid"] * 2,
        "production.companies:idle",
        *["production.companies:produced", "production.companies:paid"],
        "production.companies:produced",
        "production.unions:gained",
        "production.companies:stand_up",
        "people.needs:own",
    ]
    rules = [one.partition(":")[0] for one in outcomes(answer)]
    phases = [rule for rule in rules if rule.startswith(("production.", "people.", "imf.", "tax."))]
    steps = [rule for at, rule in enumerate(phases) if not at or phases[at - 1] != rule]
    assert steps[steps.index("people.needs") :] == [
        "people.needs",
        "imf.intervention",
        "imf.check",
        "imf.intervention",
        "tax.multiplier",
        "tax.employment",
        "tax.corporate",
        "tax.employment",
        "tax.income_middle",
        "tax.income_working",
        "tax.all",
    ]
    made = [step["text"].partition(":")[0] for step in answer["steps"] if step["outcome"] == "produced"]
    assert made == [
        "University Hospital",
        "Technical University",
        "Supermarket 1",
        "Shopping Mall 1",
        "Convenience Store 1",
        "Doctor's Office 1",
        "Cooperative Farm 1",
    ]


ORDERS: dict[str, tuple[Case, str]] = {
    "a quiet Production": (
        {"phase": "production", "as": "round", "players": 3, "move": "production"},
        "production.strikes production.demonstration production.companies production.unions production.companies people.needs imf.check "
        "tax.multiplier tax.employment tax.corporate tax.employment tax.income_middle tax.income_working tax.all",
    ),
    "Elections without a bill": ({"phase": "elections", "move": "elections"}, "election.order"),
    "Elections": (
        {"phase": "elections", "told": "bills.labor.working=A bills.trade.middle=C bills.taxation.state=C", "move": "elections"},
        "election.refill election.order",
    ),
    "Scoring": (
        {"phase": "scoring", "as": "scored", "move": "scoring events=working agenda=1C"},
        "scoring.unions scoring.middle scoring.wealth scoring.events scoring.legitimacy scoring.agenda",
    ),
    "Scoring where nothing scores": (
        {"phase": "scoring", "told": "capitalist.revenue=0 state.events=0", "move": "scoring agenda=1A"},
        "scoring.unions scoring.middle scoring.wealth scoring.events scoring.legitimacy scoring.agenda",
    ),
    "Preparation": (
        {"phase": "preparation", "move": "preparation"},
        "prep.round prep.interest people.prosperity_drop prep.state_cards prep.cards prep.market prep.deals "
        "prep.workers prep.immigration prep.workers prep.immigration",
    ),
    "Preparation with debts of the board's State": (
        {"phase": "preparation", "players": 2, "told": "state.loans=1 state.treasury=90", "move": "preparation"},
        "prep.round prep.interest prep.board_state_debt people.prosperity_drop prep.cards prep.market prep.deals "
        "prep.workers prep.immigration",
    ),
}


@pytest.mark.parametrize("name", ORDERS)
def test_the_order_of_the_steps_is_the_printed_order_and_steps_without_effect_are_among_them(name: str) -> None:
    case, order = ORDERS[name]
    at = prepared(case)
    with Row(order.split()[0], at, case["move"]) as row:
        answer = do(at, case["move"])
        row.answered(answer)
        row.holds("recorded", bool(answer["recorded"]), "yes", "refused")
        rules = [one.partition(":")[0] for one in outcomes(answer)]
        row.same("steps", order.split(), [rule for number, rule in enumerate(rules) if not number or rules[number - 1] != rule])


QUIET = {"as": "round", "phase": "production", "move": "production"}
SILENT: list[tuple[Case, str]] = [
    (QUIET, "production.strikes:none production.demonstration:none production.companies:idle production.unions:none"),
    (QUIET, "production.companies:none_committed imf.check:quiet"),
    (QUIET | {"told": "companies.college_1.strike=yes"}, "production.companies:none_committed"),
    (
        {"as": "round", "phase": "production", "told": "demonstration=yes", "move": "production loss=middle:0,capitalist:3,state:0"},
        "production.demonstration:spared production.companies:none_committed",
    ),
    (
        {"phase": "elections", "told": "bills.taxation.working=B state.legitimacy.working=1 bag.working=25", "move": "elections"},
        "election.refill:cubes election.refill:state",
    ),
    (
        {"phase": "scoring", "told": "capitalist.wealth=9", "move": "scoring events=- agenda=1A"},
        "scoring.unions:none scoring.middle:stays scoring.wealth:stays scoring.events:none scoring.agenda:none",
    ),
    ({"phase": "preparation", "move": "preparation"}, "prep.interest:none people.prosperity_drop:stays"),
    ({"phase": "preparation", "told": "policies.immigration=A", "move": "preparation"}, "prep.immigration:arrive"),
    ({"phase": "production", "told": "state.loans=1 state.treasury=0", "move": "production begin=imf"}, "imf.intervention:stays"),
]


@pytest.mark.parametrize(("case", "steps"), SILENT)
def test_a_step_without_effect_is_in_the_answer_and_in_the_log(case: Case, steps: str) -> None:
    at = prepared(case)
    with Row(steps.partition(":")[0], at, case["move"]) as row:
        answer = do(at, case["move"])
        row.answered(answer)
        row.holds("recorded", bool(answer["recorded"]), "yes", "refused")
        row.contains("steps", steps.split(), outcomes(answer))
        entries: Any = at.ask("log")["entries"]
        row.same("steps in the log", [step["text"] for step in answer["steps"]], [step["text"] for step in entries[-1]["steps"]])


def test_votes_are_called_in_the_order_of_the_policies_whoever_owns_the_bills() -> None:
    at = played(["adjust bills.immigration.working=A bills.fiscal.state=B bills.trade.middle=A bills.welfare_health.capitalist=C"])
    do(at, "adjust phase=elections")
    called = []
    do(at, "elections")
    for owner in ("state", "capitalist", "middle", "working"):
        due: Any = at.ask("status")["due"]
        called.append([one["name"] for one in due])
        answer = do(at, f"vote {owner}:for {'working' if owner != 'working' else 'middle'}:against:1")
        assert answer["recorded"], answer
    assert called == [["fiscal"], ["welfare_health"], ["trade"], ["immigration"]]
    assert figures(at)["phase"] == "scoring"
    assert {value for key, value in figures(at).items() if key.startswith("bills.")} == {"-"}


# A round and its boundaries, and points that are given once.

ROUND = ("production working_food=capitalist:3", "elections", "scoring events=- agenda=1C,2B,3A,4B,5C", "preparation")


def after_actions(players: int = 4, **options: str) -> Table:
    return played(["card"] * 5 * players, players, **options)


def status(at: Table) -> dict[str, Any]:
    found: dict[str, Any] = at.ask("status")
    return found


def test_a_round_ends_and_the_next_begins_where_the_phases_say() -> None:
    at = after_actions()
    found = []
    for move in ("", *ROUND):
        if move:
            assert do(at, move)["recorded"]
        now = status(at)
        found.append((now["figures"]["phase"], now["figures"]["round"], now["to_move_name"]))
    assert found == [
        ("action", 1, None),
        ("elections", 1, None),
        ("scoring", 1, None),
        ("preparation", 1, None),
        ("action", 2, "Anna"),
    ]
    turns = []
    for _ in range(20):
        turns.append(status(at)["to_move_name"])
        assert do(at, "card")["recorded"]
    assert turns == ["Anna", "Bert", "Cleo", "Dora"] * 5
    assert status(at)["to_move_name"] is None
    assert status(at)["figures"]["round"] == 2


@pytest.mark.parametrize("rounds", [3, 4, 5])
def test_the_game_ends_after_the_last_round_and_not_before(rounds: int) -> None:
    at = played([], 2, **({} if rounds == 5 else {"rounds": str(rounds)}))
    for number in range(1, rounds + 1):
        assert figures(at)["round"] == number
        do(at, f"adjust phase=production working.goods.food=10 working.workers={figures(at)['working.workers']}")
        for move in ("production", "elections", "scoring"):
            assert do(at, move)["recorded"], (number, move)
        last = number == rounds
        assert figures(at)["phase"] == ("final" if last else "preparation")
        assert (do(at, "preparation")["recorded"] is None) is last
    assert do(at, "end")["recorded"]
    for move in ("production", "elections", "scoring", "preparation", "end", "next", "card", "anna propose 3 B"):
        assert do(at, move)["recorded"] is None, move
    score: Any = at.ask("score")
    assert score["text"]


def test_resolving_again_is_the_next_phase_and_never_the_same_points_twice() -> None:
    at = after_actions(2)
    do(at, "adjust working.goods.food=3 unions.health=yes")
    found = []
    for _ in range(4):
        answer: Any = at.ask("resolve")
        assert answer["recorded"]
        found.append((answer["rule"], figures(at)["working.points"], figures(at)["capitalist.points"], figures(at)["working.influence"]))
    # 120 - 40 - 10 = 70: 24; 46 of Capital is space 2: 2 + 2 × 3.
    assert found == [
        ("production.order", 0, 0, 2),
        ("election.refill", 0, 0, 2),
        ("scoring.order", 2, 8, 2),
        ("prep.round", 2, 8, 2),
    ]
    again: Any = at.ask("resolve")
    assert again["recorded"] is None
    assert again["verdict"] == "illegal"


@pytest.mark.parametrize("move", ROUND)
def test_a_phase_that_was_carried_out_is_refused_the_second_time(move: str) -> None:
    at = after_actions()
    for one in ROUND[: ROUND.index(move) + 1]:
        do(at, one)
    before = bytes_of(at)
    again = do(at, move)
    assert (again["recorded"], again["verdict"]) == (None, "illegal")
    assert bytes_of(at) == before


def test_a_vote_that_was_counted_is_refused_the_second_time() -> None:
    at = played(["adjust phase=elections bills.taxation.working=B", "elections", "vote working:for:5"])
    before = bytes_of(at)
    assert do(at, "vote working:for:5")["recorded"] is None
    assert bytes_of(at) == before


def test_a_retry_of_a_phase_with_the_same_stamp_is_recognised() -> None:
    at = after_actions(2)
    do(at, "adjust working.goods.food=3")
    stamp = at.stamp()
    at.stamp = lambda: stamp
    first: Any = at.ask("resolve")
    before = bytes_of(at)
    again: Any = at.ask("resolve")
    assert again["recorded"] == first["recorded"]
    assert bytes_of(at) == before


def test_figures_of_a_phase_hold_in_the_next_round() -> None:
    at = after_actions()
    for move in ROUND:
        do(at, move)
    assert judged(at, "buy food capitalist:3")[1].outcome == "illegal"  # 1 + 4 - 3 = 2 food are left
    assert judged(at, "buy food capitalist:2")[1].outcome == "legal"


# Taxes paid are taxes received.

PURSES = ("working.money", "middle.money", "capitalist.revenue", "capitalist.capital")
SECTION = some.sampled_from("ABC")


@settings(max_examples=40)
@given(some.data())
def test_taxes_paid_are_taxes_received_in_a_record(data: some.DataObject) -> None:
    players = data.draw(some.sampled_from([2, 3, 4]))
    told = {f"policies.{policy}": data.draw(SECTION) for policy in ("labor", "taxation", "welfare_health", "welfare_education", "trade")}
    money = {
        path: data.draw(some.integers(0, 400)) for path in ("working.money", "capitalist.revenue", "capitalist.capital", "state.treasury")
    }
    if players > 2:
        money["middle.money"] = data.draw(some.integers(0, 100))
    full = data.draw(some.booleans())
    if not full:
        told["policies.fiscal"], told["policies.immigration"] = "C", "B"
        money |= {"working.population": data.draw(some.integers(3, 10)), "capitalist.companies": data.draw(some.integers(0, 12))}
        money |= {"working.loans": 0, "capitalist.loans": 0}
        if players > 2:
            money |= {"middle.employers": data.draw(some.integers(0, 15)), "middle.companies": data.draw(some.integers(0, 8))}
            money["middle.loans"] = 0
    else:
        told |= {f"companies.{id}.workers": "" for id in ("supermarket_1", "college_1") if data.draw(some.booleans())}
        money |= {"working.workers": data.draw(some.integers(3, 40))}
    at = played(
        [f"adjust {' '.join(f'{key}={value}' for key, value in (told | money).items())} phase=production"],
        players,
        "full" if full else "figures",
    )
    before = figures(at)
    answer = do(at, "production begin=taxes")
    assert answer["recorded"]
    after = figures(at)
    purses = [path for path in PURSES if path in before]
    borrowed = 50 * sum(after[path] - before[path] for path in after if path.endswith(".loans"))
    paid = sum(before[path] - after[path] for path in purses) + borrowed
    received = after["state.treasury"] - before["state.treasury"]
    assert paid == received >= 0
    assert answer["steps"][-1]["text"].count(str(received))
    assert all(after[path] >= 0 for path in purses)


# The end: final score and every tie-break.

FINAL = "round=5 phase=final"


def ended(told: str, players: int = 4, agenda: str = "1A", **options: str) -> Table:
    """Return a table at which the game has ended with these figures."""
    last = "adjust round=5 phase=scoring", f"scoring events=- agenda={agenda}" if players == 4 else "scoring"
    return played([*last, f"adjust {told}", "end"], players, **options)


def scored(at: Table) -> dict[str, tuple[int, int]]:
    """Return total and rank of each player by the first letter of the name."""
    score: Any = at.ask("score")
    return {row["name"][0]: (row["total"], row["rank"]) for row in score["scores"]}


def test_the_final_score_adds_debts_policies_money_and_goods() -> None:
    at = ended(
        "working.points=10 working.money=38 working.loans=1 middle.points=8 middle.money=47 middle.storage.food=5 middle.storage.luxury=4 "
        "middle.storage.health=3 middle.storage.education=2 middle.goods.food=9 capitalist.points=20 capitalist.loans=1 "
        "capitalist.revenue=500 capitalist.storage.food=3 capitalist.zone.food=2 capitalist.storage.luxury=2 capitalist.zone.luxury=4 "
        "capitalist.storage.health=2 capitalist.storage.education=7 state.points=9 state.treasury=95 state.services.health=7 "
        "state.services.education=3 state.services.influence=4 state.storage.food=3 state.storage.luxury=2 state.influence=9"
    )
    # 1C 2B 3A 4B 5C: one A, two B, two C: 1, 3 and 4 VP.
    # Working: 10 - 4 (35 of 55 paid) + 1 + 0 for 3 V. Middle: 8 + 3 + 3 for 47 V + 2 + 1 + 1 + 0.
    # Capitalist: 20 - 5 + 4 + 2 (5 food) + 2 (6 luxury) + 0 + 2. State: 9 + 3 for 95 V + 1 + 0 + 2 + 1 + 1.
    assert scored(at) == {"A": (7, 4), "B": (18, 2), "C": (25, 1), "D": (17, 3)}


BROKE = (
    "working.points=0 middle.points=0 capitalist.points=0 state.points=0 working.money=0 middle.money=0 middle.storage.food=0 "
    "middle.storage.health=0 state.treasury=0 state.services.health=0 state.services.education=0 state.services.influence=0 "
    "capitalist.storage.food=0 capitalist.storage.luxury=0 capitalist.storage.education=0"
)

TIES: list[tuple[str, int, dict[str, str], str, dict[str, tuple[int, int]], str]] = [
    # 1C 2B 3A 4B 5C: Working 1 VP, Middle 3, Capitalist 4.
    ("a clear victory", 4, {}, "working.points=9", {"A": (10, 1), "C": (4, 2), "B": (3, 3), "D": (0, 4)}, "Anna"),
    (
        "more policies in the own section",
        4,
        {"agenda": "1A"},
        "working.points=9 capitalist.points=6",
        {"A": (10, 2), "C": (10, 1), "B": (3, 3), "D": (0, 4)},
        "Cleo",
    ),
    (
        "the State by its agenda",
        4,
        {"agenda": "1C,2B,3A,4A,5A"},
        "middle.points=7 state.points=10",
        {"B": (10, 2), "D": (10, 1), "C": (4, 3), "A": (1, 4)},
        "Dora",
    ),
    (
        "the State, tied for policies too",
        4,
        {"agenda": "1C,2B,3B,4A,5A"},
        "middle.points=7 state.points=10",
        {"B": (10, 2), "D": (10, 1), "C": (4, 3), "A": (1, 4)},
        "Dora",
    ),
    (
        "not the State with fewer policies",
        4,
        {"agenda": "1C,2A,3B,4A,5A"},
        "middle.points=7 state.points=10",
        {"B": (10, 1), "D": (10, 2), "C": (4, 3), "A": (1, 4)},
        "Bert",
    ),
    (
        "more cubes in the bag",
        4,
        {"agenda": "1A"},
        "middle.points=7 capitalist.points=6 bag.middle=3 bag.capitalist=4",
        {"B": (10, 2), "C": (10, 1), "A": (1, 3), "D": (0, 4)},
        "Cleo",
    ),
    (
        "more cubes in the supply",
        4,
        {"tie_cubes": "supply"},
        "middle.points=7 capitalist.points=6 bag.middle=3 bag.capitalist=4",
        {"B": (10, 1), "C": (10, 2), "A": (1, 3), "D": (0, 4)},
        "Bert",
    ),
    (
        "all cubes are as many",
        4,
        {"tie_cubes": "all"},
        "middle.points=7 capitalist.points=6 bag.middle=3 bag.capitalist=4",
        {"B": (10, 1), "C": (10, 1), "A": (1, 3), "D": (0, 4)},
        "",
    ),
    (
        "shared",
        4,
        {"agenda": "1A"},
        "middle.points=7 capitalist.points=6 bag.middle=4 bag.capitalist=4",
        {"B": (10, 1), "C": (10, 1), "A": (1, 3), "D": (0, 4)},
        "",
    ),
    (
        "three level, one ahead by policies: the two others share the place after",
        3,
        {},
        "policies.fiscal=A policies.labor=A working.points=0 middle.points=7 capitalist.points=11",
        # 1A 2A 3A 4B 5C: three A 8 VP, one B 1 VP, one C 1 VP: 8, 8, 12.
        {"A": (8, 2), "B": (8, 2), "C": (12, 1)},
        "Cleo",
    ),
    (
        "all three level, the first by policies",
        3,
        {},
        "policies.fiscal=A policies.labor=A working.points=4 middle.points=11 capitalist.points=11",
        {"A": (12, 1), "B": (12, 2), "C": (12, 2)},
        "Anna",
    ),
    (
        "all four level: the State and the Middle Class lead in policies, the State wins",
        4,
        {"agenda": "1C,2B,3B,4A,5A"},
        "working.points=9 middle.points=7 capitalist.points=6 state.points=10",
        {"A": (10, 2), "B": (10, 2), "C": (10, 2), "D": (10, 1)},
        "Dora",
    ),
    (
        "three share",
        3,
        {},
        "policies.fiscal=A policies.labor=B policies.taxation=C policies.welfare_health=B policies.welfare_education=A "
        "policies.labor=B working.points=5 middle.points=6 capitalist.points=0",
        # 1A 2B 3C 4B 5A: two A 4, two B 3, one C 1.
        {"A": (9, 1), "B": (9, 1), "C": (1, 3)},
        "",
    ),
    ("two players share", 2, {}, "policies.fiscal=B working.points=4 capitalist.points=4", {"A": (5, 1), "C": (5, 1)}, ""),
]


def _seated(word: str, players: int) -> bool:
    return players == 4 or not word.startswith("state.points" if players == 3 else ("state.points", "middle."))


@pytest.mark.parametrize(("name", "players", "options", "told", "ranks", "winner"), TIES)
def test_places_and_the_winner_with_and_without_a_tie(
    name: str, players: int, options: dict[str, str], told: str, ranks: dict[str, tuple[int, int]], winner: str
) -> None:
    poor = [word for word in BROKE.split() if _seated(word, players)]
    words = {word.partition("=")[0]: word for word in (*poor, *told.split())}
    at = ended(" ".join(words.values()), players, **options)
    with Row("final.tie_break", at, name) as row:
        score: Any = at.ask("score")
        row.said(f"{one['name']}: {line['text']}" for one in score["scores"] for line in one["lines"])
        row.same("total and place of each", ranks, scored(at))
        row.same("final", True, score["final"])
        best = [one["name"] for one in score["scores"] if one["rank"] == 1]
        row.same("winners", [winner] if winner else best, best)
        row.holds("shared", bool(winner) or len(best) > 1, "more than one winner", best)
        for language in LANGUAGES:
            at.language = language
            said = str(at.ask("score")["text"])
            row.filled(f"who wins in {language}", [said], never="{")
            row.holds(f"names in {language}", score["tie_break"] == "state" or all(one in said for one in best), best, said)


@pytest.mark.parametrize(
    ("option", "before", "points"), [("below", 0, -4), ("floor", 0, 0), ("below", 3, -1), ("floor", 3, 0), ("floor", 5, 1)]
)
def test_debts_take_points_below_nothing_or_stop_there(option: str, before: int, points: int) -> None:
    at = ended(f"working.money=35 working.loans=1 working.points={before} policies.taxation=B", negative_points=option)
    assert scored(at)["A"][0] == points


NEEDED = {
    "working": "points loans money",
    "middle": "points loans money storage.food storage.luxury storage.health storage.education",
    "capitalist": "points loans storage.food storage.luxury storage.health storage.education zone.food zone.luxury",
    "state": "points loans treasury storage.food storage.luxury services.health services.education services.influence",
}
"""What the final score goes by, besides the first five policies."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_the_final_score_goes_by_is_named_where_nobody_told_it(players: int) -> None:
    at = played([f"adjust {FINAL}"], players, "figures")
    with pytest.raises(UnreadableInput) as refused:
        do(at, "end")
    roles = [role for role in NEEDED if players == 4 or role in ("working", "capitalist") or (players == 3 and role == "middle")]
    wanted = [
        *(f"policies.{policy}" for policy in POLICIES[:5]),
        *(f"{role}.{figure}" for role in roles for figure in NEEDED[role].split()),
    ]
    assert [(fault.code, fault.values, fault.where) for fault in refused.value.faults] == [
        ("tell_first", {"key": one}, one) for one in wanted
    ]


def test_a_tie_whose_cubes_nobody_told_is_not_decided_by_those_of_another() -> None:
    figures_told: dict[str, object] = {"policies": "1C,2B,3A,4B,5C,6B,7B", "middle.points": 7, "capitalist.points": 6, "working.points": 0}
    figures_told |= {f"{role}.loans": 0 for role in ("working", "middle", "capitalist")} | {"working.money": 0, "middle.money": 0}
    figures_told |= {f"{role}.storage.{good}": 0 for role in ("middle", "capitalist") for good in ("food", "luxury", "health", "education")}
    figures_told |= {"capitalist.zone.food": 0, "capitalist.zone.luxury": 0}
    words = " ".join(f"{path}={value}" for path, value in figures_told.items())
    at = played([f"adjust {FINAL} {words} bag.middle=1"], 3, "figures")
    assert do(at, "end")["recorded"]
    score: Any = at.ask("score")
    assert (score["final"], score["winners"], score["tie_break"]) == (True, [], "open")
    assert [one["rank"] for one in score["scores"]] == [3, 1, 1]
    do(at, "observe bag.capitalist=2")
    told: Any = at.ask("score")
    assert (told["winners"], told["tie_break"]) == (["P3"], "more_cubes")


def test_a_final_score_of_which_something_is_not_told_says_so_for_that_role_alone() -> None:
    at = played([f"adjust {FINAL} policies=1C,2B,3A,4B,5C,6B,7B working.points=5 working.loans=0 working.money=0"], 2, "figures")
    score: Any = at.ask("score", as_final=True)
    assert [(one["total"] is None, bool(one["untold"])) for one in score["scores"]] == [(False, False), (True, True)]
    assert score["winners"] == []
    with pytest.raises(UnreadableInput) as refused:
        do(at, "end")
    assert {str(fault.where).partition(".")[0] for fault in refused.value.faults} == {"capitalist"}


def test_an_agenda_that_a_record_lists_as_untold_can_be_told() -> None:
    at = played(["adjust state.agenda=1C,2B,3A,4B,5C"])
    assert figures(at)["state.agenda"] == [f"{POLICIES[at]}{section}" for at, section in enumerate("CBABC")]


def test_once_the_game_is_over_nothing_is_wanted_that_nobody_told() -> None:
    at = played(["adjust phase=final round=5"], 2)
    assert "deals" in {one["path"] for one in status(at)["untold"]}
    do(at, "final")
    assert status(at)["untold"] == []


def test_where_all_is_told_twice_the_record_is_the_same() -> None:
    one, other = (played([], 4) for _ in range(2))
    for at in (one, other):
        do(at, "adjust phase=production working.goods.food=3")
        do(at, "production")
    assert json.dumps(figures(one)) == json.dumps(figures(other))
    assert Evening(one.journal).position == Evening(other.journal).position
    assert table().journal.events == ()


def test_a_phase_answers_with_the_phase_and_the_round_that_it_leads_to() -> None:
    at = played(["adjust phase=production working.goods.food=3"], 2)
    found = [do(at, move)["result"] for move in ("production", "elections", "scoring", "preparation")]
    assert [(one["phase"], one["round"]) for one in found] == [("elections", 1), ("scoring", 1), ("preparation", 1), ("action", 2)]
    assert "phase" not in (do(at, "!next").get("result") or {})


def test_a_phase_that_is_forced_after_the_end_changes_nothing() -> None:
    at = played(["adjust phase=final round=5 demonstration=yes", "final"], 2)
    before = figures(at)
    answer = do(at, "!production")
    assert (bool(answer["recorded"]), answer["verdict"], answer["steps"]) == (True, "illegal", [])
    assert figures(at) == before
