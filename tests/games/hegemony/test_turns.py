"""Whose turn it is, one card a turn, at most one Free Action before or after it, and what never depends on the action."""

from __future__ import annotations

from typing import Any

import pytest

from helper.engine.position import Board, Position
from helper.errors import UnreadableInput
from helper.games.hegemony import figures as f
from helper.games.hegemony.position import fresh
from helper.games.hegemony.turns import may_set_anew
from helper.table import Stamp, Table, new
from helper.table.evening import Evening
from tests.games.hegemony.sitting import CASTS, DEFINITION, GAME, judged, judges, played, reasons, said_of, table
from tests.games.hegemony.test_conditions import ACTIONS, FILE, SEATS, TABLE, form, named, prepared, written
from tests.missing import gaps, speaks
from tests.playing import do, stamps
from tests.rows import Row

TURNS = 5
ORDER = ("anna", "bert", "cleo", "dora")
ROLE = {"anna": "working", "bert": "middle", "cleo": "capitalist", "dora": "state"}
OF_A_CLASS = [rule for rule in ACTIONS if rule != "immediate_vote"]
MAIN = [rule for rule in OF_A_CLASS if DEFINITION.rules[rule].kind == "basic_action"]
FREE = [rule for rule in OF_A_CLASS if DEFINITION.rules[rule].kind == "free_action"]
FREE_CASES = [case for rule in FREE for case in TABLE.get(rule, []) if case["verdict"] == "legal" and case.get("players", 4) == 4]


def granted(position: Position, role: str) -> tuple[str, ...]:
    """Return what a role may set anew for nothing."""
    return Board(DEFINITION, position)[f.GRANTED(role)]


def to_move(at: Table) -> str:
    name: Any = at.ask("status")["to_move_name"]
    return str(name or "").lower()


def good(rule: str, turn: str = "") -> dict[str, Any]:
    """Return a case of the table in which an action is not refused, at a table of four."""
    verdicts = ("legal", "unknown") if rule == "event_action" else ("legal",)
    found = [case for case in TABLE.get(rule, []) if case["verdict"] in verdicts and case.get("players", 4) == 4]
    fitting = [case for case in found if not turn or case["turn"] == turn]
    if rule not in TABLE:
        speaks(gaps("action", [rule], [], FILE, form))
    if not fitting:
        speaks(gaps("action", [rule], [], FILE, written(rule, verdicts[-1]), f"row at a table of four that is {' or '.join(verdicts)}"))
    return fitting[0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_has_five_turns_in_the_order_of_status(players: int) -> None:
    at = table(players)
    for _ in range(TURNS):
        for seat in SEATS[players]:
            assert to_move(at) == seat
            assert do(at, "card")["recorded"]
    assert to_move(at) == ""


def test_the_order_is_that_of_status_wherever_people_sit() -> None:
    at = Table(new(GAME, list(reversed(CASTS[4]))), stamps())
    for seat in ORDER:
        assert to_move(at) == seat
        do(at, "card")


def test_after_a_turn_out_of_order_it_goes_on_from_there_and_nobody_is_left_out() -> None:
    at = table(4)
    assert do(at, "!cleo card")["recorded"]
    for seat in ("dora", "anna", "bert"):
        assert to_move(at) == seat
        assert do(at, "card")["recorded"]


@pytest.mark.parametrize("rule", MAIN)
def test_a_main_action_waits_for_its_turn(rule: str) -> None:
    case = good(rule)
    at = prepared(case)
    _, verdict, _ = judged(at, named(case))
    assert "turn.main_action:own_turn" not in reasons(verdict)
    do(at, "card")
    assert "turn.main_action:own_turn" in reasons(judged(at, named(case))[1])


@pytest.mark.parametrize("rule", MAIN)
def test_a_main_action_takes_the_turn(rule: str) -> None:
    case = good(rule)
    at = prepared(case)
    assert do(at, named(case))["recorded"]
    assert "turn.main_action:own_turn" in reasons(judged(at, f"{case['turn']} card")[1])
    assert to_move(at) == ORDER[(ORDER.index(case["turn"]) + 1) % 4]


@pytest.mark.parametrize("rule", [*MAIN, "turn.no_passing", "turn.card_effect"])
def test_after_five_turns_nobody_has_a_main_action(rule: str) -> None:
    at = played(["card"] * TURNS * 4)
    case = good(rule) if rule in ACTIONS else {"turn": "anna", "move": {"turn.no_passing": "discard"}.get(rule, "card")}
    _, verdict, _ = judged(at, named(case))
    assert verdict.outcome == "illegal"
    assert "turn.main_action:turns_left" in reasons(verdict)
    assert "turn.main_action:own_turn" not in reasons(verdict)


@pytest.mark.parametrize("rule", OF_A_CLASS)
def test_no_action_outside_the_action_phase(rule: str) -> None:
    case = good(rule)
    at = prepared(case)
    do(at, "adjust phase=production")
    with Row(rule, at, named(case)) as row:
        _, verdict, evening = judged(at, named(case))
        row.said(said_of(row, evening, verdict)["en"])
        found = {one for one in reasons(verdict) if not one.startswith("?")}
        row.same("reasons", {"turn.order:action_phase"}, found)


@pytest.mark.parametrize("rule", OF_A_CLASS)
def test_an_action_of_another_class_is_refused_for_that_alone(rule: str) -> None:
    case = good(rule)
    others = [seat for seat in ORDER if ROLE[seat] not in DEFINITION.rules[rule].roles]
    for seat in others:
        at = played(["card"] * ORDER.index(seat))
        with Row(rule, at, f"{seat} {case['move']}") as row:
            judges(row, at, f"{seat} {case['move']}", {"verdict": "illegal", "reasons": ["turn.order:own_class"]})


@pytest.mark.parametrize("rule", OF_A_CLASS)
def test_a_vote_that_is_due_comes_first(rule: str) -> None:
    case = good(rule)
    at = played(["card"] * ORDER.index(case["turn"]))
    do(at, "propose 7 A now")
    assert "turn.order:nothing_due" in reasons(judged(at, named(case))[1])
    do(at, f"vote {ROLE[case['turn']]}:for")
    assert "turn.order:nothing_due" not in reasons(judged(at, named(case))[1])


def test_out_of_turn_and_of_another_class_stand_beside_each_other_and_beside_the_reasons_of_the_move() -> None:
    at = played([])
    assert reasons(judged(at, "bert propose 3 C")[1]) == ["propose_bill:adjacent", "turn.main_action:own_turn"]
    assert reasons(judged(at, "cleo demonstration")[1]) == ["turn.main_action:own_turn", "turn.order:own_class"]
    assert reasons(judged(at, "dora luxury")[1]) == ["turn.free_action:free_in_turn", "turn.order:own_class"]


@pytest.mark.parametrize("case", [pytest.param(case, id=" ".join(str(part) for part in case.values())) for case in FREE_CASES])
def test_a_free_action_is_taken_once_before_or_after_the_card(case: dict[str, Any]) -> None:
    free, card = named(case), f"{case['turn']} card"
    for first in ([free], [card, free], [free, card]):
        at = prepared(case)
        for line in first:
            assert do(at, line)["recorded"], (line, first)
        again = reasons(judged(at, f"{case['turn']} prices food:9" if case["turn"] in ("bert", "cleo") else f"{case['turn']} repay")[1])
        assert "turn.free_action:free_left" in again
    assert "turn.free_action:free_left" not in reasons(judged(prepared(case), free)[1])


def test_a_free_action_after_the_card_belongs_to_who_just_played_where_who_is_to_move_may_not_take_it() -> None:
    at = played(["card", "card"])
    assert do(at, "wages convenience1:3")["seat"] == "P2"
    assert to_move(at) == "cleo"
    assert do(at, "prices food:9")["seat"] == "P3"
    assert do(at, "card")["seat"] == "P3"


@pytest.mark.parametrize(
    ("before", "line", "seat"),
    [
        (["card", "card"], "wages supermarket1:3 college1:3", "P3"),
        (["card", "card"], "prices food:15", "P3"),
        (["card", "card"], "wages convenience1:3", "P2"),
        (["card", "card", "adjust middle.goods.health=9"], "health", "P2"),
        (["card", "card", "adjust middle.loans=1 middle.money=60"], "repay", "P2"),
        (["card", "card", "adjust middle.loans=1 middle.money=60 capitalist.loans=1"], "repay", "P3"),
        (["card", "card"], "repay", "P3"),
        (["card", "card"], "wages university_hospital:3", "P3"),
    ],
)
def test_a_free_action_without_a_name_is_that_of_who_is_to_move_unless_only_who_just_played_may_take_it(
    before: list[str], line: str, seat: str
) -> None:
    assert do(played(before), line)["seat"] == seat


def test_after_the_free_action_of_who_just_played_the_next_is_that_of_the_next_turn() -> None:
    at = played(["card", "card", "bert prices food:9"])
    assert do(at, "prices food:9")["seat"] == "P3"


def test_a_vote_that_is_due_is_all_that_is_listed_and_what_the_round_has_come_to() -> None:
    at = played(["propose 3 B now"])
    moves: Any = at.legal()["moves"]
    assert [(one["seat"], one["rule"], one["arguments"]) for one in moves] == [(None, "immediate_vote", {})]
    assert at.ask("resolve", words=["wy2"])["rule"] == "immediate_vote"


def test_a_vote_takes_no_free_action_from_whoever_speaks_for_the_table() -> None:
    at = played(["adjust working.loans=1 working.money=50", "propose 3 B now", "anna vote wy2 my2 cy1"])
    assert judged(at, "anna repay")[1].outcome == "legal"


def test_who_just_played_is_too_late_once_the_next_has_begun() -> None:
    for began in ("cleo prices food:9", "cleo card"):
        at = played(["card", "card", began])
        assert reasons(judged(at, "bert prices food:15")[1]) == ["turn.free_action:free_in_turn"]


def test_nobody_takes_a_free_action_in_the_turn_of_another() -> None:
    at = played([])
    for seat in ("bert", "cleo"):
        assert reasons(judged(at, f"{seat} prices food:15")[1]) == ["turn.free_action:free_in_turn"]


def test_a_new_turn_brings_a_new_free_action() -> None:
    at = played(["card", "bert prices food:9", *["card"] * 4])
    assert to_move(at) == "bert"
    assert judged(at, "bert prices food:15")[1].outcome == "legal"
    assert do(at, "bert prices food:15")["recorded"]
    assert reasons(judged(at, "bert prices food:9")[1]) == ["turn.free_action:free_left"]


def test_a_second_turn_in_a_row_that_is_forced_brings_a_new_free_action_too() -> None:
    at = played(["card", "card", "card", "cleo prices food:9", "!cleo card"])
    assert judged(at, "cleo prices food:15")[1].outcome == "legal"


def test_after_the_last_turn_of_the_round_only_who_had_it_may_still_take_a_free_action() -> None:
    at = played([*["card"] * TURNS * 4, "adjust state.loans=1 working.loans=1 working.money=50"])
    assert judged(at, "dora repay")[1].outcome == "legal"
    refused = judged(at, "anna repay")[1]
    assert reasons(refused) == ["turn.free_action:free_in_turn"]
    assert refused.reasons[0].values == {"seat": "P4"}
    moves: Any = at.legal()["moves"]
    assert {(one["seat"], one["rule"]) for one in moves} == {(None, "production.order"), ("P4", "pay_off_loan"), ("P4", "adjust_wages")}
    do(at, "dora repay")
    moves = at.legal()["moves"]
    assert [(one["seat"], one["rule"]) for one in moves] == [(None, "production.order")]


def test_the_next_phase_begins_when_all_had_their_turns_and_not_before() -> None:
    at = played(["card"] * (TURNS * 4 - 1))
    assert reasons(judged(at, "next")[1]) == ["turn.next_phase:all_had_their_turns"]
    assert at.ask("resolve")["recorded"] is None
    do(at, "card")
    assert do(at, "next")["recorded"]
    status: Any = at.ask("status")
    assert status["figures"]["round"] == 2
    assert to_move(at) == "anna"
    assert reasons(judged(at, "next")[1]) == ["turn.next_phase:all_had_their_turns"]


def test_with_the_next_phase_commitments_and_tokens_are_gone() -> None:
    at = played(
        [*["card"] * TURNS * 4, "adjust companies.college_1.committed=yes companies.college_1.strike=yes demonstration=yes", "next"]
    )
    figures: Any = at.ask("status")["figures"]
    assert not figures["companies.college_1.committed"]
    assert not figures["companies.college_1.strike"]
    assert not figures["demonstration"]


def test_a_free_action_of_the_last_turn_does_not_count_in_the_next_phase() -> None:
    at = played([*["card"] * (TURNS * 2), "cleo prices food:9", "next"], 2)
    assert reasons(judged(at, "cleo prices food:15")[1]) == ["turn.free_action:free_in_turn"]
    do(at, "card")
    assert judged(at, "cleo prices food:15")[1].outcome == "legal"


LIFTED = [f"{rule}:{condition.id}" for rule in OF_A_CLASS for condition in DEFINITION.rules[rule].requires if condition.lifted_by]


@pytest.mark.parametrize("lifted", LIFTED)
def test_by_card_a_limit_is_something_to_look_up_on_the_card(lifted: str) -> None:
    rule = lifted.partition(":")[0]
    failing = [case for case in TABLE.get(rule, []) if case.get("reasons") == [lifted]]
    if not failing:
        speaks(gaps("condition", [lifted], [], FILE, written(rule, "illegal", lifted), "row that fails by it alone"))
    case = failing[0]
    at, move = prepared(case), f"{case['turn']} card as {case['move']}"
    with Row(rule, at, move) as row:
        judges(row, at, move, {"verdict": "unknown", "reasons": [f"?{lifted}"]})


def test_by_card_all_other_conditions_hold_as_ever() -> None:
    at = played([])
    assert reasons(judged(at, "card as propose 3 C")[1]) == ["propose_bill:adjacent"]
    assert reasons(judged(at, "bert card as propose 3 B")[1]) == ["turn.main_action:own_turn"]
    assert do(at, "card as propose 3 B")["recorded"]
    assert to_move(at) == "bert"


NOTHING_LEFT = (
    "adjust bills.fiscal.state=B bills.labor.state=A bills.trade.state=A state.events=0 state.influence=0 state.services.influence=0",
    "adjust state.legitimacy.working=1 state.legitimacy.middle=1 state.legitimacy.capitalist=1",
    "adjust export_card=1 state.storage.food=0 state.storage.luxury=0",
)
"""What leaves the State no Basic Action at all."""


def test_passing_is_forbidden_while_another_main_action_is_possible_and_then_not_even_offered() -> None:
    at = played([])
    for seat in ORDER:
        _, verdict, _ = judged(at, f"{seat} discard")
        assert (verdict.outcome, reasons(verdict)) == ("illegal", ["turn.no_passing:nothing_else"])
        answer = at.ask("play", words=["discard"])
        assert answer["recorded"] is None
        assert "turn.no_passing" not in [one["rule"] for one in at.legal(seat=seat)["moves"]]  # type: ignore[attr-defined]
        do(at, "card")


def test_who_can_do_nothing_else_may_discard_a_card() -> None:
    at = played([*["card"] * 3, *NOTHING_LEFT])
    _, verdict, _ = judged(at, "discard")
    assert (verdict.outcome, reasons(verdict)) == ("legal", [])
    assert at.legal()["moves"][-1]["rule"] == "turn.no_passing"  # type: ignore[index]
    assert do(at, "discard")["recorded"]


@pytest.mark.parametrize("back", ["adjust state.events=1", "adjust state.services.influence=1", "adjust state.storage.food=9"])
def test_one_way_out_is_enough_to_forbid_passing(back: str) -> None:
    at = played([*["card"] * 3, *NOTHING_LEFT, back])
    _, verdict, _ = judged(at, "discard")
    assert verdict.outcome == ("unknown" if "events" in back else "illegal")


def test_whether_passing_is_allowed_is_unknown_where_nobody_told_what_else_is_possible() -> None:
    at = played([], start="figures")
    _, verdict, _ = judged(at, "discard")
    assert (verdict.outcome, reasons(verdict)) == ("unknown", ["?turn.no_passing:nothing_else"])
    assert [one.path for one in verdict.look_at]


ACTIONS_OF = {"anna": (6, 6), "bert": (8, 8), "cleo": (7, 6), "dora": (6, 2)}


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("seat", ORDER)
def test_all_actions_of_the_class_are_listed_whosever_turn_it_is(seat: str, turns: int) -> None:
    at = played(["card"] * turns)
    moves: Any = at.legal(seat=seat)["moves"]
    rules = [DEFINITION.rules[one["rule"]] for one in moves if one["name"].lower() == seat]
    assert len(rules) == len(moves)
    of_class = [rule for rule in rules if rule.roles]
    counted = tuple(sum(rule.kind == kind for rule in of_class) for kind in ("basic_action", "free_action"))
    with Row("turn.main_action", at, f"what {seat} may do") as row:
        row.said(f"{rule.title.text} ({rule.kind})" for rule in of_class)
        row.same("basic and free actions, as ACTIONS_OF counts those of the player aids", ACTIONS_OF[seat], counted)
    assert {rule.id for rule in rules if not rule.roles} - {"turn.no_passing"} == {"turn.card_effect", "turn.card_policy"}
    if turns == ORDER.index(seat):
        assert at.legal()["moves"] == moves


@pytest.mark.parametrize(("before", "points"), [([], 0), (["propose 2 A now", "vote working:for"], 3)])
def test_a_vote_that_is_forced_though_none_is_due_scores_for_nobody(before: list[str], points: int) -> None:
    at = played([*before, "!vote working:for:2 capitalist:against:1"])
    figures: Any = at.ask("status")["figures"]
    assert (figures["working.points"], figures["bag.working"]) == (points, 6)


def test_a_free_action_is_not_had_by_a_card() -> None:
    at = Table(new("hegemony", ["P1", "P2", "P3", "P4"], start="full"), lambda: Stamp("x", ""))
    with pytest.raises(UnreadableInput) as refused:
        at.play("card", "as", "health")
    assert [fault.code for fault in refused.value.faults] == ["not_by_card"]


def test_a_card_moves_a_policy_with_all_that_follows_and_takes_the_turn() -> None:
    at = played(["policy 2 A"])
    figures: Any = at.ask("status")["figures"]
    assert (figures["policies.labor"], figures["companies.college_1.level"], figures["working.points"]) == ("A", 3, 0)
    assert to_move(at) == "bert"
    assert reasons(judged(at, "policy 2 A")[1]) == ["turn.card_policy:another_section"]


def test_after_a_changed_policy_its_prices_are_set_anew_for_nothing_until_play_goes_on() -> None:
    at = played(["policy 6 C"])
    assert judged(at, "cleo prices food:15")[1].outcome == "legal"
    assert reasons(judged(at, "cleo prices health:5")[1]) == ["turn.free_action:free_in_turn"]
    assert do(at, "cleo prices food:15")["recorded"]
    assert reasons(judged(at, "cleo prices food:12")[1]) == ["turn.free_action:free_in_turn"]
    assert judged(at, "cleo prices luxury:5")[1].outcome == "legal"
    assert granted(Evening(at.journal).position, "middle") == ("food", "luxury")
    do(at, "bert card")
    assert granted(Evening(at.journal).position, "middle") == ()
    assert do(at, "cleo repay")["recorded"] is None
    assert judged(at, "cleo prices luxury:5")[1].outcome == "legal", "its Free Action, for it is its turn"
    assert reasons(judged(at, "bert prices luxury:5")[1]) == []


@pytest.mark.parametrize(
    ("lines", "move", "says"),
    [
        (["adjust phase=production"], "anna pressure", ["Required: It is the Action phase. Now: It is the phase: Production."]),
        (
            ["card"] * 2,
            "cleo assign clinic1:h",
            ["Required: The action is one of your class. Now: Assign Workers belongs to: Working Class and Middle Class."],
        ),
        (["propose 7 A now"], "bert pressure", ["Required: No decision is still open. Now: First: Immigration, by Anna."]),
        ([], "bert pressure", ["Required: It is your turn. Now: It is the turn of Anna."]),
        (
            ["card"] * 20,
            "anna pressure",
            ["Required: You still have a turn this round. Now: Anna has had all 5 turns of this round."],
        ),
        (
            ["card"] * 3,
            "bert prices food:15",
            ["Required: It is your turn, or you have just had your Main Action. Now: It is the turn of Dora."],
        ),
        (
            ["card", "prices food:15"],
            "bert prices food:12",
            ["Required: At most 1 Free Action a turn. Now: Bert has already taken it: Adjust Prices."],
        ),
        (
            ["policy 2 A"],
            "bert policy 2 A",
            ["Required: The policy stands in another section now. Now: Labor Market: stands in A already."],
        ),
    ],
)
def test_out_of_turn_an_action_is_refused_in_exactly_these_words(lines: list[str], move: str, says: list[str]) -> None:
    at = played(lines)
    with Row(GAME, at, move) as row:
        refused = do(at, move)
        row.subject = refused["rule"]
        row.answered(refused)
        row.same("recorded", None, refused["recorded"])
        row.same("says", says, [reason["text"] for reason in refused["reasons"]])


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("!discard", "Anna: discards a card with nothing done."),
        ("card", "Anna: plays a card for its effect."),
        ("policy 2 C", "Anna: plays a card that moves a policy."),
    ],
)
def test_what_a_card_does_is_said_in_exactly_these_words(line: str, says: str) -> None:
    assert do(played([]), line)["steps"][0]["text"] == says


OWNERS, ALL_OWNERS = ("middle", "capitalist"), ("middle", "capitalist", "state")


@pytest.mark.parametrize(
    ("change", "roles", "what"),
    [
        ("2 C", ALL_OWNERS, ("wages",)),
        ("3 B", (), ()),
        ("4 A", OWNERS, ("health",)),
        ("5 B", OWNERS, ("education",)),
        ("6 C", OWNERS, ("food", "luxury")),
        ("7 A", (), ()),
    ],
)
def test_a_changed_policy_lets_owners_set_anew_what_it_concerns(change: str, roles: tuple[str, ...], what: tuple[str, ...]) -> None:
    position = Evening(played([f"policy {change}"]).journal).position
    assert {role: granted(position, role) for role in ROLE.values()} == {role: what if role in roles else () for role in ROLE.values()}
    action = "adjust_wages" if what == ("wages",) else "adjust_prices"
    listed = [may_set_anew(Board(DEFINITION, position), seat) for seat in position.seats]
    assert listed == [(action,) if role in roles else () for role in ROLE.values()]


def test_after_the_imf_owners_may_set_anew_the_wages_where_it_moved_them_and_every_price() -> None:
    figures = "phase=production state.loans=1 state.treasury=54"
    for told, wages in (("policies=1C,2B,3A,4B,5C,6B,7B", ("wages",)), ("policies=1C,2C,3A,4B,5C,6B,7B", ())):
        at = played([f"adjust {figures} {told}", "production begin=imf"])
        position = Evening(at.journal).position
        found = {role: set(granted(position, role)) for role in ROLE.values()}
        may = {*wages, *DEFINITION.axes["good"]}
        assert found == {"working": set(), "middle": may, "capitalist": may, "state": {*wages}}


def test_a_price_that_may_be_set_anew_is_listed_as_allowed_before_it_is_named() -> None:
    at = played(["policy 6 C"])
    moves: Any = at.ask("legal", seat="P3")["moves"]
    assert [one["verdict"] for one in moves if one["rule"] == "adjust_prices"] == ["legal"]
    assert reasons(judged(at, "cleo prices health:5")[1]) == ["turn.free_action:free_in_turn"]


def test_a_changed_policy_lets_nobody_set_anew_who_does_not_play() -> None:
    position = Evening(played(["policy 6 C"], 2).journal).position
    assert (granted(position, "middle"), granted(position, "capitalist")) == ((), ("food", "luxury"))


def test_wages_set_anew_after_the_labor_market_changed_commit_nobody() -> None:
    at = played(["policy 2 C", "cleo wages college1:3"])
    figures: Any = at.ask("status")["figures"]
    assert (figures["companies.college_1.level"], figures["companies.college_1.committed"]) == (3, False)
    position = Evening(at.journal).position
    assert [granted(position, role) for role in ROLE.values()] == [(), ("wages",), (), ("wages",)], "once, and others still may"


def test_in_elections_prices_can_be_set_anew_too_and_are_listed() -> None:
    at = played(["propose 6 C", *["card"] * (TURNS * 4 - 1), "adjust working.goods.food=9", "production", "elections"])
    do(at, "vote wy2 my1 cy2 sy")
    rules = {(one["seat"], one["rule"]) for one in at.ask("legal")["moves"]}  # type: ignore[attr-defined]
    assert {("P2", "adjust_prices"), ("P3", "adjust_prices"), (None, "scoring.order")} <= rules
    assert do(at, "cleo prices food:9 luxury:5")["recorded"]
    do(at, "scoring events=- agenda=1C")
    assert judged(at, "bert prices food:9")[1].outcome == "illegal"


@pytest.mark.parametrize(("start", "holds"), [("figures", False), ("full", True)])
def test_with_figures_alone_what_was_told_holds_until_the_next_card(start: str, holds: bool) -> None:
    at = played(["adjust working.money=50"], 4, start)
    assert fresh(Evening(at.journal).position, "working.money")
    assert do(at, "card")["recorded"]
    assert fresh(Evening(at.journal).position, "working.money") is holds
    do(at, "adjust working.money=50")
    assert fresh(Evening(at.journal).position, "working.money")


@pytest.mark.parametrize("start", ["figures", "full"])
def test_what_was_told_before_the_next_phase_no_longer_holds_in_it(start: str) -> None:
    at = played([*["card"] * TURNS * 4, "adjust working.money=50"], 4, start)
    assert fresh(Evening(at.journal).position, "working.money")
    assert do(at, "next")["recorded"]
    assert not fresh(Evening(at.journal).position, "working.money")
