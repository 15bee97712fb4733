"""Every condition of every move, from both sides and, where it can be, unknown: the table is conditions.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from helper.definitions.load import load
from helper.engine.move import Move
from helper.engine.verdict import Verdict
from helper.errors import Fault, Forbidden
from helper.games import rules_of
from helper.i18n.words import Words
from helper.table import Table, calculate
from helper.table.evening import Evening
from helper.table.handling import read_play
from helper.table.wording import Speaker
from tests.missing import ROOT, gaps, home, speaks
from tests.playing import GAME, played
from tests.rows import Row

FILE = Path(__file__).parent / "conditions.toml"
HERE = FILE.relative_to(ROOT).as_posix()
GAME_FOLDER = GAME.replace("-", "_")
TABLE: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))
CASES = [
    pytest.param(rule, case, id=f"{rule}: {case.get('setup')}: {case.get('move')}{case.get('options', '')}")
    for rule, cases in TABLE["moves"].items()
    for case in cases
]
DEFINITION = load(GAME)
MOVES = [rule.id for rule in DEFINITION.rules.values() if rule.move]
ENGINE = {
    rule: [
        f"{owner.id}:{condition.id}"
        for owner, condition in DEFINITION.conditions(DEFINITION.rules[rule])
        if condition.checked_by == "engine"
    ]
    for rule in MOVES
}
NEVER_UNTRUE_BUT_UNKNOWN = {"resolution.order:piles_known"}
"""Conditions that cannot fail: what they ask for is known or not."""
ONLY_WITH_A_HOUSE_FILE = {"solo.turn:robs_deck"}
"""What ROB's deck holds only a house file tells (test_solo.py)."""
CAN_BE_UNKNOWN = {
    "tile.cleric:card_there",
    "tile.cleric:lowest_card",
    "effect.move:card_at_place",
    "resolution.order:piles_known",
    "tile.merchant.payment:payment_whole",
}
"""Conditions that rest on districts. What nobody told of ROB's cards is told by naming it."""


def set_up(case: dict[str, Any]) -> Table:
    options = case.get("options", {})
    return played(lines_of(case), *(("Anna",) if "solo" in options else ("Anna", "Bert")), **options)


def lines_of(case: dict[str, Any]) -> list[str]:
    """Return the lines that a row is set up by."""
    if case["setup"] not in TABLE["setups"]:
        pytest.fail(f'The setup "{case["setup"]}" is not below [setups] in {HERE}. Write its lines there.', pytrace=False)
    lines: list[str] = TABLE["setups"][case["setup"]]
    return lines


def judge(at: Table, words: str) -> tuple[Move, Verdict, Evening]:
    evening = Evening(at.journal)
    move = read_play(evening, {"words": words.split()}, Speaker(evening.definition, "en", at.journal.header.seats))
    return move, evening.judge(evening.position, move), evening


def named(verdict: Verdict) -> list[str]:
    """Return the reasons as the table names them."""
    return sorted({f"{'?' if one.state == 'unknown' else ''}{one.rule}:{one.condition}" for one in verdict.reasons})


@pytest.mark.parametrize(("rule", "case"), CASES)
def test_a_move_is_judged_with_exactly_these_reasons_said_in_words_and_with_where_to_look(rule: str, case: dict[str, Any]) -> None:
    with Row(rule, lines_of(case), case["move"]) as row:
        at = set_up(case)
        row.position = at.journal
        move, verdict, evening = judge(at, case["move"])
        row.same("rule", rule, move.rule)
        row.same("verdict", case["verdict"], verdict.outcome)
        expected, found = case.get("reasons", []), named(verdict)
        row.same("reasons", expected, found)
        row.said(f"expected {one}{home(one.removeprefix('?'), GAME_FOLDER)}" for one in expected if one not in found)
        row.same("is a figure to look at named", any(one.state == "unknown" for one in verdict.reasons), bool(verdict.look_at))
        for look in verdict.look_at:
            row.holds(f"to look at, {look.path}: a record keeps it", bool(evening.declared(look.path).record))
            row.same(f"to look at, {look.path}: has an entry told it", look.path in evening.position.figures, look.last_told is not None)
        for language in ("en", "de", "it"):
            worded: Any = Speaker(evening.definition, language, at.journal.header.seats).verdict(verdict)
            row.filled(f"reasons, {language}", (reason["text"] for reason in worded["reasons"]))
            if language == "en":
                row.answered(worded)
                if "now" in case:
                    now = [reason["text"].partition(" Now: ")[2] for reason in worded["reasons"] if reason["state"] == "fails"]
                    row.same("what is so instead", case["now"], now)


def form(rule: str, verdict: str, reason: str = "", now: str = "") -> str:
    """Return how a row of a move is written in the table, with the reason it is to have."""
    move = DEFINITION.rules[rule].move if rule in DEFINITION.rules else None
    parts = [f'setup = "…", move = "{move.word.text if move else ""} …", verdict = "{verdict}"']
    parts += [f'reasons = ["{reason}"]'] if reason else []
    parts += [f'now = ["{now}"]'] if now else []
    return f'below [moves] "{rule}": {{ {", ".join(parts)} }}'


def test_every_condition_that_says_a_figure_of_the_table_says_the_right_one() -> None:
    said = {reason for cases in TABLE["moves"].values() for case in cases if "now" in case for reason in case.get("reasons", [])}
    in_any_move = {reason.partition(":")[2] for reason in said}
    figured = [
        f"{owner.id}:{condition.id}"
        for rule in MOVES
        for owner, condition in DEFINITION.conditions(DEFINITION.rules[rule])
        if condition.otherwise and "{" in condition.otherwise.text
    ]
    here = [one for one in figured if one.partition(":")[2] not in in_any_move]
    moves = {condition: rule for rule in MOVES for condition in ENGINE[rule]}
    rows = {one: form(moves.get(one, "…"), "illegal", one, "what it says after Now:") for one in here}
    speaks(gaps("condition", here, [], FILE, lambda id: f"one {rows[id]}.", 'row with what is so instead ("now")'))


@pytest.mark.parametrize("word", ["base", "capital"])
def test_who_may_not_choose_is_told_as_data_too(word: str) -> None:
    _, verdict, _ = judge(set_up({"setup": "alone", "options": {"solo": "yes"}}), f"rob {word} b5")
    assert [(reason.condition, reason.values) for reason in verdict.reasons] == [("a_person_plays", {"seat": "ROB"})]


@pytest.mark.parametrize("rule", MOVES)
def test_every_condition_of_a_move_is_in_the_table_from_both_sides(rule: str) -> None:
    cases = TABLE["moves"].get(rule, [])
    named = {reason for case in cases for reason in case.get("reasons", [])}
    fails = {reason for reason in named if not reason.startswith("?")}
    unknown = {reason.removeprefix("?") for reason in named - fails}
    holds = [rule] if any(case["verdict"] == "legal" and "reasons" not in case for case in cases) else []
    may_fail = [one for one in ENGINE[rule] if one not in NEVER_UNTRUE_BUT_UNKNOWN | ONLY_WITH_A_HOUSE_FILE]
    may_be_unknown = [one for one in ENGINE[rule] if one in CAN_BE_UNKNOWN]
    legal, fail, open_ = form(rule, "legal"), form(rule, "illegal", "{id}"), form(rule, "unknown", "?{id}")
    speaks(
        [
            *gaps("move", [rule], holds, FILE, f"one {legal}.", "row in which all its conditions hold"),
            *gaps("condition", may_fail, sorted(fails), FILE, f"one {fail}.", f"row of {rule} that fails by it"),
            *gaps("condition", may_be_unknown, sorted(unknown), FILE, f"one {open_}.", f"row of {rule} that cannot be judged by it"),
        ]
    )


def test_the_table_speaks_of_every_move_and_uses_every_setup() -> None:
    used = {case["setup"] for cases in (*TABLE["moves"].values(), TABLE["legal"]) for case in cases}
    unused = [f'The setup "{name}" in {HERE} is used by no row. Take it out.' for name in TABLE["setups"] if name not in used]
    speaks([*gaps("move", MOVES, TABLE["moves"], FILE, lambda rule: f"one {form(rule, 'legal')}."), *unused])
    assert used == set(TABLE["setups"])


def test_every_condition_of_a_move_resolves_to_a_predicate_and_every_predicate_is_used() -> None:
    used = {
        f"{owner.id}:{condition.id}"
        for rule in MOVES
        for owner, condition in DEFINITION.conditions(DEFINITION.rules[rule])
        if condition.checked_by == "engine"
    }
    written = {f"{rule}:{id}" for rule, code in rules_of(GAME).CODE.items() for id in code.conditions}
    folder = Path(f"helper/games/{GAME_FOLDER}")
    speaks(gaps("condition", used, written, folder, "a function that yields what fails, by @RULE.needs.", "code"))
    speaks(gaps("condition", written, used, folder, "[[rules.requires]] of it", "sentence"))


@pytest.mark.parametrize("case", TABLE["legal"], ids=lambda case: " ".join(map(str, [*case.values()][:-1])))
def test_the_moves_to_judge_are_those_that_somebody_may_think_of_now(case: dict[str, Any]) -> None:
    at = set_up(case)
    with Row("legal", at, f"which moves there are{' for ' + case['seat'] if 'seat' in case else ''}") as row:
        found: Any = at.ask("legal", **({"seat": case["seat"]} if "seat" in case else {}))
        moves = [(one["seat"], one["rule"], one["arguments"].get("district")) for one in found["moves"]]
        row.same("moves", case["moves"], [" ".join(part for part in move if part) for move in moves])


def test_a_card_from_the_hand_is_a_note_that_only_the_mover_can_vouch_for() -> None:
    for case in TABLE["moves"].get("play.base", []) + TABLE["moves"].get("play.capital", []):
        _, verdict, _ = judge(set_up(case), case["move"])
        assert [f"{note.rule}:{note.condition}" for note in verdict.notes] == ["turn.card:in_your_hand"]


SET_A = {"gold_on_limits": "yes", "set": "a"}
ALLOWED = "Gold is paid for a limit only with the option on and the Merchant in play."
WHOLE = "Gold paid for a limit covers the whole excess, and no more."
OFF, OWNED = f"{ALLOWED} A: gold may not be paid for limits in this game.", "Whoever pays gold for a limit has it."
PAYMENTS: list[tuple[str, dict[str, str], list[str], str, str]] = [
    ("the whole excess, owned", {"gold_on_limits": "yes", "yellow": "merchant"}, ["gold=2", "pays.blue=2"], "", ""),
    ("the whole excess, owned, set A", {"gold_on_limits": "yes", "set": "a"}, ["gold=3", "pays.blue=2"], "", ""),
    ("nothing paid", {}, ["gold=2", "pays.blue=0"], "", ""),
    ("the option is off", {"yellow": "merchant"}, ["gold=2", "pays.blue=2"], "payment_allowed", OFF),
    ("no Merchant", {"gold_on_limits": "yes"}, ["gold=2", "pays.blue=2"], "payment_allowed", OFF),
    ("another yellow tile", {**SET_A, "yellow": "yellow_b"}, ["gold=2", "pays.blue=2"], "payment_allowed", OFF),
    ("less than the excess", SET_A, ["gold=2", "pays.blue=1"], "payment_whole", f"{WHOLE} A, Blue: the excess is 2, 1 is paid."),
    ("more than the excess", SET_A, ["gold=3", "pays.blue=3"], "payment_whole", f"{WHOLE} A, Blue: the excess is 2, 3 is paid."),
    ("no excess at all", SET_A, ["gold=3", "pays.pink=1"], "payment_whole", f"{WHOLE} A, Pink: the excess is 0, 1 is paid."),
    ("not owned", SET_A, ["gold=1", "pays.blue=2"], "payment_owned", f"{OWNED} A: 1 gold, 2 to pay."),
]


@pytest.mark.parametrize(("options", "words", "failed", "said"), [pytest.param(*case[1:], id=case[0]) for case in PAYMENTS])
def test_gold_for_a_limit_is_refused_by_the_condition_that_fails(options: dict[str, str], words: list[str], failed: str, said: str) -> None:
    given = ["capital.blue=4", "players.A.blue=6", "players.B.blue=2", *(f"players.A.{word}" for word in words)]
    with Row("tile.merchant.payment", [f"{key}={value}" for key, value in options.items()], f"calc round {' '.join(given)}") as row:
        faults: tuple[Fault, ...] = ()
        try:
            assert calculate(GAME, "round", given, options=options)
        except Forbidden as refused:
            faults = refused.faults
        row.same("condition that fails", [failed] if failed else [], [fault.values["condition"] for fault in faults])
        row.same("said", [said] if failed else [], [Words("en", DEFINITION).fault(fault) for fault in faults])


def test_a_district_that_the_end_of_a_round_left_as_it_was_was_last_told_before() -> None:
    for district, entry in (("P1.blue", 1), ("capital.blue", 2)):
        _, verdict, _ = judge(set_up({"setup": "second_round"}), f"anna move b6 {district} deck")
        assert [look.last_told for look in verdict.look_at] == [entry]


def test_every_condition_belongs_to_a_move_and_those_of_the_payment_are_in_the_table_of_the_calculator() -> None:
    of_moves = {condition for conditions in ENGINE.values() for condition in conditions}
    every = {
        f"{rule.id}:{condition.id}" for rule in DEFINITION.rules.values() for condition in rule.requires if condition.checked_by == "engine"
    }
    nowhere = (
        f'The condition "{id}"{home(id, GAME_FOLDER)} belongs to no move: let a rule with a move share its rule, or say who checks it.'
        for id in sorted(every - of_moves)
    )
    payment = [f"tile.merchant.payment:{condition.id}" for condition in DEFINITION.rules["tile.merchant.payment"].requires]
    tried = [f"tile.merchant.payment:{case[3]}" for case in PAYMENTS if case[3]]
    write = 'one in PAYMENTS there: ("what is told", options, words of player A, "condition", "what is said").'
    speaks([*nowhere, *gaps("condition", payment, tried, Path(__file__), write)])
    assert of_moves == every


def test_a_payment_that_the_rules_refuse_counts_where_the_table_says_so() -> None:
    at = played(TABLE["setups"]["pays_two_of_one"])
    assert at.ask("resolve")["recorded"] is None
    answer: Any = at.ask("resolve", force=True)
    assert "Anna: pays 2 gold for the limit of Blue." in [step["text"] for step in answer["steps"]]
    assert answer["result"]["limits"]["P1"]["blue"] == 6
    assert (answer["result"]["busts"], answer["result"]["players"]["P1"]["gold"]) == ([], 0)


def test_gold_of_one_player_cannot_be_paid_twice() -> None:
    given = ["capital.blue=4", "capital.pink=2", "players.A.blue=6", "players.A.pink=4", "players.A.gold=3"]
    with pytest.raises(Forbidden) as refused:
        calculate(GAME, "round", [*given, "players.A.pays.blue=2", "players.A.pays.pink=2"], options={"set": "a", "gold_on_limits": "yes"})
    assert [fault.values["condition"] for fault in refused.value.faults] == ["payment_owned"]


@pytest.mark.parametrize(
    ("gold", "options", "said"),
    [
        (2, SET_A, ["Anna, Blue: 2 gold would keep it, told before the end of the round: P1.pays.blue=2."]),
        (1, SET_A, []),
        (2, {"set": "a"}, []),
        (2, {"gold_on_limits": "yes"}, []),
    ],
)
def test_who_could_have_kept_a_district_for_gold_is_told_how(gold: int, options: dict[str, str], said: list[str]) -> None:
    at = played([*TABLE["setups"]["all_told"], f"observe P1.blue=4,6 P1.gold={gold}"], **options)
    steps: Any = at.ask("resolve", dry_run=True)["steps"]
    assert [step["text"] for step in steps if step["rule"] == "tile.merchant.payment"] == said


def test_gold_from_a_tie_comes_too_late_for_a_limit() -> None:
    given = ["capital.blue=4", "capital.pink=2", "players.A.blue=4", "players.B.blue=4", "players.A.pink=3", "players.A.pays.pink=1"]
    with pytest.raises(Forbidden):
        calculate(GAME, "round", given, options={"set": "a", "gold_on_limits": "yes"})
