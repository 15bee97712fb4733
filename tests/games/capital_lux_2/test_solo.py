"""Playing alone against ROB: every branch of his turn, who plays when, both readings of every point our sources leave open."""

from __future__ import annotations

import copy
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helper.definitions import load
from helper.definitions.build import build
from helper.definitions.house import House
from helper.definitions.load import read
from helper.engine.position import Board, Position
from helper.engine.resolution import Step
from helper.errors import Damaged, Fault, HelperError
from helper.games.capital_lux_2.pile import Card
from helper.games.capital_lux_2.position import ROB
from helper.games.capital_lux_2.showing import doubts
from helper.i18n.words import Words
from helper.table import Table, calculate, new
from helper.table.calculating import nested
from tests.missing import gaps, speaks
from tests.playing import GAME, as_figures, do, figures, named_in, stamps, status, table
from tests.rows import Row

FILE = Path(__file__).parent / "solo.toml"
CASES: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))
DEFINITION = load.load(GAME)
READ = re.compile(r"capital\.(?!hidden)|rob\.")
"""What of a record the calculator reads."""


def texts(refused: pytest.ExceptionInfo[HelperError]) -> list[str]:
    """Return what a refusal says, in English."""
    return [Words("en", DEFINITION).fault(fault) for fault in refused.value.faults]


def alone(told: str = "", **options: str) -> Table:
    """Return a table of one player where the cases' cards lie, and what is told beside them."""
    at = table("Anna", **options)
    keys = {word.partition("=")[0].split(".sum")[0].split(".top")[0] for word in told.split()}
    lying = [word for word in CASES["table"].split() if word.partition("=")[0] not in keys]
    assert do(at, " ".join(["observe", *lying, *told.split()]))["recorded"]
    return at


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: case["id"])
def test_rob_does_what_his_card_says_in_a_record_and_in_the_calculator(case: dict[str, Any]) -> None:
    with Row("solo.turn", [case.get("told", "nothing told")], f"{case['turn']}: {case['id']}") as row:
        at = table("Anna", **case.get("options", {})) if case.get("untold") else alone(case.get("told", ""), **case.get("options", {}))
        row.position = at.journal
        if "asks" in case:
            asked(row, at, case)
            return
        before = figures(at)
        answer = do(at, case["turn"])
        row.answered(answer)
        row.same("steps", case["steps"], [f"{step['rule']}:{step['outcome']}" for step in answer["steps"]])
        for step in answer["steps"]:
            wanted = named_in(DEFINITION.rules[step["rule"]].outcome(step["outcome"]).text)
            row.contains(f"figures of the step {step['rule']}:{step['outcome']}", wanted, step["values"])
        said = [step["text"] for step in answer["steps"]]
        row.filled("steps in words", said)
        row.same("said", case.get("says", said), said)
        now = status(at)
        row.same("figures", *as_figures(case.get("figures", {}), now["figures"]))
        row.same("to move", case.get("to_move", "P1") or None, now["to_move"])
        if is_calculated(case):
            calculated(row, before, answer, case)
        else:
            row.same("result, of a row that the calculator is not asked", None, case.get("result"))


def asked(row: Row, at: Table, case: dict[str, Any]) -> None:
    """Ask what is not told: nothing is recorded, and the question names the parameter that answers it."""
    before = status(at)
    faults: tuple[Fault, ...] = ()
    try:
        row.answered(do(at, case["turn"]))
    except HelperError as refused:
        faults = refused.faults
    row.same("asks for", [("decide_first", case["asks"])], [(fault.code, fault.values.get("key")) for fault in faults])
    row.same("status after it was asked", before, status(at))
    tried: Any = at.ask("play", words=case["turn"].split(), dry_run=True)
    questions = tried.get("questions", [])
    row.same("asks for, when it is only tried", [case["asks"]], [one["key"] for one in questions])
    said = [one["text"] for one in questions]
    row.filled("question", said)
    row.same("asked", case.get("says", said), said)


def calculated(row: Row, lying: dict[str, Any], answer: dict[str, Any], case: dict[str, Any]) -> None:
    """Ask the calculator the same turn: it says the same steps."""
    words = case["turn"].split()[1:]
    source = {"top": "deck"}.get(words[0], words[0])
    inputs: dict[str, Any] = {path: value for path, value in lying.items() if READ.match(path)}
    inputs.update({f"rob.base.{one}": lying[f"players.ROB.{one}"] for one in DEFINITION.axes["district"]})
    inputs.update({"source": source, "red": "red" in words, "symbol": "bonus" in words})
    for word in words[1:]:
        key, equals, value = word.partition("=")
        inputs.update({key: value} if equals else {"citizen": word} if word not in ("red", "bonus") else {})
    told: Any = calculate(GAME, "rob-turn", nested(inputs), options=case.get("options", {}))
    last = ("solo.last_turn:one_more",)
    wanted = [step["text"] for step in answer["steps"] if f"{step['rule']}:{step['outcome']}" not in last]
    row.same("calculator: steps as the record has them", wanted, [step["text"] for step in told["steps"]])
    if "result" in case:
        row.same("calculator", {"card": None, "goes": None, "takes": None, "refill": None, **case["result"]}, told["result"])


@pytest.mark.parametrize(
    ("line", "arguments"),
    [
        ("rob r", {"source": "right"}),
        ("rob l", {"source": "left"}),
        ("ro l", {"source": "left"}),
        ("rob rob r", {"source": "right"}),
        ("rob left red", {"source": "left", "red": True}),
        ("rob left bonus red", {"source": "left", "red": True, "symbol": True}),
        ("rob top g5 red bonus", {"source": "deck", "red": True, "symbol": True, "citizen": "green 5"}),
        ("rob top bonus g5", {"source": "deck", "symbol": True, "citizen": "green 5"}),
        ("rob deck red=no g5", {"source": "deck", "red": False, "citizen": "green 5"}),
    ],
)
def test_a_rob_card_is_entered_in_a_few_keys_and_in_any_order(line: str, arguments: dict[str, object]) -> None:
    at = alone("capital.blue=2,2")
    assert do(at, line)["recorded"]
    assert at.journal.events[-1].body["arguments"] == arguments


TURN = (
    "solo.turn",
    "solo.where",
    "solo.bonus_symbol",
    "solo.bonus_symbol.goes",
    "solo.refill",
    "solo.round_end",
    "solo.last_turn",
)
QUESTIONS = {"solo.turn:which_card", "solo.turn:goes_where", "solo.turn:takes_which", "solo.turn:takes_one_of"}


def test_every_outcome_of_robs_turn_is_in_the_table_and_in_words_where_it_says_a_figure() -> None:
    outcomes = {f"{rule}:{one.id}": one.text.text for rule in TURN for one in DEFINITION.rules[rule].outcomes}
    outcomes.pop("solo.round_end:hand")  # it is your turn then
    steps = [(step, "says" in case) for case in CASES["cases"] for step in case.get("steps", [])]
    write = 'one there: [[cases]] id = "…", told = "…", turn = "rob …", steps = ["…", "{id}"], says = ["…"], figures = { … }.'
    stepped = [step for step in outcomes if step not in QUESTIONS]
    figured = [step for step in stepped if "{" in outcomes[step]]
    speaks(
        [
            *gaps("outcome", stepped, dict.fromkeys(step for step, _ in steps if step in outcomes), FILE, write),
            *gaps("outcome", figured, [id for id in figured if (id, True) in steps], FILE, write, "row that says it in words (says)"),
        ]
    )
    assert outcomes.keys() >= QUESTIONS, "each question is an outcome of his turn"
    assert sum("asks" in case and "says" in case for case in CASES["cases"]) == len(QUESTIONS), (
        f"each question is said in a row of {FILE.name}"
    )


def is_calculated(case: dict[str, Any]) -> bool:
    """Return whether the calculator can be asked the same: it knows no hand of yours, no last turn, and forces nothing."""
    if case.get("untold") or "asks" in case or case.get("to_move") or case["turn"].startswith("!"):
        return False
    return not re.search("P1.held|ROB.adjust", case.get("told", ""))


def test_whoever_plays_alone_sits_down_with_rob_whether_asked_or_not() -> None:
    for options in ({}, {"solo": "yes"}):
        header = new(GAME, ["Anna"], options).header
        assert dict(header.seats) == {"P1": "Anna", "ROB": "ROB"}
        assert header.options["solo"] == "yes"
    assert "ROB" not in new(GAME, ["Anna", "Bert"]).header.seats


@pytest.mark.parametrize(
    ("names", "options", "code", "said"),
    [
        (["Anna", "Bert"], {"solo": "yes"}, "alone_only", "Only a single player sits against ROB; named: 2."),
        (["rob"], {}, "name_is_seat", "“rob” names a seat; take another name."),
    ],
)
def test_a_number_of_players_that_does_not_go_with_rob_is_refused(names: list[str], options: dict[str, str], code: str, said: str) -> None:
    with pytest.raises(HelperError) as refused:
        new(GAME, names, options)
    assert {fault.code for fault in refused.value.faults} == {code}
    assert not said or texts(refused) == [said]


def test_rob_begins_every_round_and_then_both_take_turns() -> None:
    at = alone()
    assert status(at)["to_move"] == "ROB"
    do(at, "rob left")
    assert status(at)["to_move"] == "P1"
    do(at, "base p2")
    assert status(at)["to_move"] == "ROB"
    do(at, "observe P1.held=0")
    assert status(at)["to_move"] is None, "you hold no card at the end of your turn"
    assert do(at, "!resolve")["recorded"]
    now = status(at)
    assert (now["round"], now["to_move"]) == (2, "ROB")


@pytest.mark.parametrize(("reading", "mover", "steps"), [("none", None, ["hand"]), ("one", "ROB", ["hand", "one_more"])])
def test_your_last_card_ends_the_round_and_the_option_gives_rob_one_more_turn(reading: str, mover: str | None, steps: list[str]) -> None:
    at = alone("P1.held=1", rob_last_turn=reading)
    do(at, "rob left")
    answer = do(at, "base p2")
    assert [step["outcome"] for step in answer["steps"] if step["rule"].startswith("solo.")] == steps
    assert status(at)["to_move"] == mover
    if mover:
        do(at, "rob right")
        assert status(at)["to_move"] is None


def resolved(**options: str) -> tuple[Table, dict[str, Any]]:
    """Return a table after a round of one turn each, and the answer of its end. ROB's blue base holds 9 against a limit of 7."""
    at = alone("P1.held=1 ROB.blue=6 ROB.pink=3 P1.pink=2 P1.yellow=4", **options)
    do(at, "rob top g2 goes=capital")
    do(at, "base p2")
    answer: Any = at.ask("resolve", force=True)
    return at, answer


@pytest.mark.parametrize(
    ("reading", "entered", "said"),
    [
        ("discarded", [], ""),
        ("hand", ["blue 3", "yellow 6"], "Blue 3 and Yellow 6"),
        ("hand_and_reserve", ["blue 3", "yellow 6", "green 6", "pink 2"], "Blue 3, Yellow 6, Green 6 and Pink 2"),
    ],
)
def test_what_is_left_of_robs_cards_goes_where_the_option_says(reading: str, entered: list[str], said: str) -> None:
    _, answer = resolved(rob_leftover=reading)
    found = [step for step in answer["steps"] if step["rule"] == "solo.leftover"]
    assert [step["values"] for step in found] == ([{"seat": "ROB", "cards": entered}] if entered else [])
    assert [step["text"] for step in found] == ([f"ROB: {said} from his hand and reserve into his base."] if entered else [])
    lost = {(bust["player"], bust["district"]): bust["sum"] for bust in answer["result"]["busts"]}
    assert lost.get(("ROB", "blue")) == (9 if entered else None)
    assert lost.get(("ROB", "yellow")) == (6 if entered else None)


def test_what_is_left_of_robs_cards_must_be_told_where_it_counts() -> None:
    at = alone(rob_leftover="hand_and_reserve")
    do(at, "rob top g2")
    do(at, "observe P1.held=0")
    rest = alone("P1.held=1", rob_leftover="hand", rob_refill="pile")
    do(rest, "rob left")
    do(rest, "base p2")
    with pytest.raises(HelperError) as refused:
        rest.ask("resolve")
    assert [(fault.code, fault.where) for fault in refused.value.faults] == [("tell_first", "rob.left")]
    assert texts(refused) == ["rob.left: Nobody told what lies here; tell it first, as rob.left=…"]


def test_a_place_of_robs_hand_that_stayed_free_is_no_card_to_tell() -> None:
    at = alone("P1.held=1 rob.reserve=", rob_leftover="hand")
    do(at, "rob left")
    do(at, "base p2")
    answer: Any = at.ask("resolve")
    assert [step["values"]["cards"] for step in answer["steps"] if step["rule"] == "solo.leftover"] == [["yellow 6"]]


@pytest.mark.parametrize("reading", ["yes", "no"])
def test_rob_is_resolved_like_a_player_unless_the_option_says_no(reading: str) -> None:
    _, answer = resolved(rob_resolved=reading)
    result = answer["result"]
    bonuses = {one["district"]: one.get("winner") for one in result["bonuses"]}
    assert set(result["limits"]) == ({"P1", "ROB"} if reading == "yes" else {"P1"})
    assert bonuses["blue"] == ("ROB" if reading == "yes" else None)
    assert [row["player"] for row in result["scores"]] == ["P1", "ROB"]
    said = [step["text"] for step in answer["steps"] if step["rule"] == "solo.resolution"]
    assert said == ([] if reading == "yes" else ["ROB: neither limits nor bonus, by an option of this record."])


@pytest.mark.parametrize(("reading", "left", "untold"), [("anew", None, True), ("stay", "blue 3", False)])
def test_robs_cards_are_laid_out_anew_or_stay_as_the_option_says(reading: str, left: str | None, untold: bool) -> None:
    at, _ = resolved(rob_new_round=reading)
    now = status(at)
    assert now["figures"].get("rob.left") == left
    assert now["figures"]["rob.red"] == 0, "red cards are counted anew in each round"
    assert any(one["path"] == "rob.left" for one in now["untold"]) == untold


def final(you: int, rob: int, gold: int = 0, robs_gold: int = 0) -> dict[str, Any]:
    words = [f"players.A.cards={you}", f"players.ROB.cards={rob}", f"players.A.gold={gold}", f"players.ROB.gold={robs_gold}"]
    answer: dict[str, Any] = calculate(GAME, "final", words, options={"solo": "yes"})
    return answer


@pytest.mark.parametrize(
    ("points", "winners", "tie_break", "difference", "rating", "said"),
    [
        ((21, 20), ["A"], None, 1, "decent", "A wins, 1 point ahead of ROB: decent."),
        ((26, 20), ["A"], None, 6, "decent", "A wins, 6 points ahead of ROB: decent."),
        ((27, 20), ["A"], None, 7, None, "A wins, 7 points ahead of ROB."),
        ((50, 20), ["A"], None, 30, None, "A wins, 30 points ahead of ROB."),
        ((51, 20), ["A"], None, 31, "world_class", "A wins, 31 points ahead of ROB: world class."),
        ((99, 20), ["A"], None, 79, "world_class", "A wins, 79 points ahead of ROB: world class."),
        ((20, 21), ["ROB"], None, -1, None, "ROB wins, 1 point ahead of A."),
        ((20, 18, 0, 1), ["A"], "fewer_gold", 0, "decent", "A wins: as many points as ROB, but less gold. Rating: decent."),
        ((18, 20, 1, 0), ["ROB"], "fewer_gold", 0, None, "ROB wins: as many points as A, but less gold."),
        ((20, 20, 1, 1), [], "level", 0, None, "Nobody wins: equal points and equal gold."),
    ],
)
def test_a_win_alone_is_rated_only_where_a_band_is_known(
    points: tuple[int, ...], winners: list[str], tie_break: str | None, difference: int, rating: str | None, said: str
) -> None:
    told = [f"{name} {points[n]} points in cards, {points[n + 2] if len(points) > 2 else 0} gold" for n, name in enumerate(("A", "ROB"))]
    with Row("solo.win", told, "calc final") as row:
        answer = final(*points)
        row.answered(answer)
        wanted = {"final": True, "winners": winners, "tie_break": tie_break, "solo": {"difference": difference, "rating": rating}}
        row.same("result", wanted, {key: answer["result"].get(key) for key in wanted})
        row.same("said", said, answer["steps"][-1]["text"])


def with_tables(monkeypatch: pytest.MonkeyPatch, **rows: list[dict[str, object]]) -> None:
    """Let the game's tables hold other rows, as a house file makes them."""
    raw: dict[str, Any] = copy.deepcopy(read(GAME))
    for one in raw["tables"]:
        if one["id"] in rows:
            one["rows"] = rows[one["id"]]
            one["unknown"] = []
    made = build(raw)
    monkeypatch.setattr(load, "build", lambda given, whole=True: made)
    load.load.cache_clear()


DECK: list[dict[str, object]] = [
    {"key": "left", "plain": 0, "red": 2, "symbol": 0, "both": 0},
    {"key": "right", "plain": 0, "red": 0, "symbol": 1, "both": 1},
    {"key": "deck", "plain": 1, "red": 0, "symbol": 0, "both": 0},
]


def test_a_band_of_the_house_is_said_in_its_own_words(other_definitions: pytest.MonkeyPatch) -> None:
    with_tables(other_definitions, rating=[{"low": 0, "high": 9, "label": "Fine work"}, {"low": 10, "label": "world_class"}])
    assert final(29, 20)["steps"][-1]["text"] == "A wins, 9 points ahead of ROB: Fine work."
    assert final(30, 20)["steps"][-1]["text"] == "A wins, 10 points ahead of ROB: world class."


def test_nothing_is_drawn_from_a_deck_that_nobody_told() -> None:
    at = alone()
    with pytest.raises(HelperError) as refused:
        at.ask("play", words=["rob"], draw=True)
    assert [fault.code for fault in refused.value.faults] == ["no_deck"]
    assert "rows of the table “rob_deck”" in texts(refused)[0]
    with pytest.raises(HelperError) as refused:
        at.ask("play", words=["base", "b5"], draw=True)
    assert [fault.code for fault in refused.value.faults] == ["nothing_to_draw"]


def test_a_draw_is_the_same_until_it_is_recorded(other_definitions: pytest.MonkeyPatch) -> None:
    with_tables(other_definitions, rob_deck=DECK)
    drawn = set()
    for name in "abcdefghijklmnop":
        at = Table(new(GAME, ["Anna"]), stamps(name))
        do(at, " ".join(["observe", CASES["table"]]))
        tried: Any = [at.ask("play", words=["rob"], draw=True, dry_run=True)["arguments"] for _ in range(3)]
        assert tried[0] == tried[1] == tried[2]
        drawn.add((tried[0]["source"], tried[0]["red"]))
    assert len(drawn) > 2, "another record draws otherwise"


@settings(max_examples=25)
@given(st.lists(st.integers(0, 2**64 - 1), min_size=10, max_size=10))
def test_a_deck_is_drawn_through_before_a_card_comes_twice(chances: list[int]) -> None:
    raw: dict[str, Any] = copy.deepcopy(read(GAME))
    next(one for one in raw["tables"] if one["id"] == "rob_deck")["rows"] = DECK
    definition, faults = build(raw)
    assert not faults
    from helper.engine.move import Move
    from helper.games.capital_lux_2 import rob

    position = Position((), {"solo": "yes"}, {}, {})
    seen = []
    for chance in chances:
        arguments = rob.drawn(definition, position, Move(rob.TURN.id, "ROB", {}), chance).arguments
        seen.append(rob.turn_of(arguments))
        position = position.put({"turn.rob_cards": rob.turned_up_with(Board(definition, position), arguments)})
    full = Counter({("left", True, False): 2, ("right", False, True): 1, ("right", True, True): 1, ("deck", False, False): 1})
    assert Counter(seen[:5]) == Counter(seen[5:]) == full


def test_a_draw_is_recorded_as_what_it_gave(other_definitions: pytest.MonkeyPatch) -> None:
    with_tables(other_definitions, rob_deck=DECK[:1])
    at = alone()
    answer: Any = at.ask("play", words=["rob"], draw=True)
    assert answer["recorded"] == 2
    assert at.journal.events[-1].body["arguments"] == {"source": "left", "red": True, "symbol": False}
    do(at, "base p2")
    again: Any = at.ask("play", words=["rob", "right"])
    assert [one["condition"] for one in again["reasons"]] == ["robs_deck"]
    assert again["recorded"] is None
    assert do(at, "rob left red")["recorded"]


@pytest.mark.parametrize(("reading", "reasons"), [("anew", []), ("stay", ["robs_deck"])])
def test_robs_deck_is_shuffled_for_each_round_unless_his_cards_stay(
    reading: str, reasons: list[str], other_definitions: pytest.MonkeyPatch
) -> None:
    with_tables(other_definitions, rob_deck=[{**DECK[0], "red": 1}, DECK[1]])
    at = alone("P1.held=1", rob_new_round=reading)
    do(at, "rob left red")
    do(at, "base p2")
    assert do(at, "resolve")["recorded"]
    assert figures(at)["rob.red"] == 0, "the red card of the first round lies open no longer"
    do(at, "observe rob.left=b3")
    again: Any = do(at, "rob left red")
    assert [one["condition"] for one in again["reasons"]] == reasons


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ({"plain": 1, "red": 0, "symbol": 0, "both": 0}, "dangling"),
        ({"key": "middle", "plain": 1, "red": 0, "symbol": 0, "both": 0}, "dangling"),
        ({"key": "left", "plain": "many", "red": 0, "symbol": 0, "both": 0}, "out_of_range"),
        ({"key": "left", "plain": -1, "red": 0, "symbol": 0, "both": 0}, "out_of_range"),
        ({"key": "left", "plain": 10**9, "red": 0, "symbol": 0, "both": 0}, "out_of_range"),
    ],
)
def test_a_deck_that_cannot_be_is_named_when_the_file_is_read(row: dict[str, object], code: str) -> None:
    with pytest.raises(Damaged) as refused:
        load.load(GAME, House({"format": 1, "game": GAME, "tables": [{"id": "rob_deck", "rows": [row]}]}))
    assert [fault.code for fault in refused.value.faults] == [code]


def test_a_deck_of_no_card_at_all_is_none(other_definitions: pytest.MonkeyPatch) -> None:
    with_tables(other_definitions, rob_deck=[{"key": "left", "plain": 0, "red": 0, "symbol": 0, "both": 0}])
    at = alone()
    with pytest.raises(HelperError) as refused:
        at.ask("play", words=["rob"], draw=True)
    assert [fault.code for fault in refused.value.faults] == ["no_deck"]
    assert do(at, "rob left")["recorded"]


def housed(*entries: dict[str, object], **options: str) -> Table:
    """Return a table whose record keeps a house file with these options and rules."""
    lists: dict[str, list[dict[str, object]]] = {}
    for entry in entries:
        lists.setdefault("options" if "default" in entry else "rules", []).append(entry)
    journal = new(GAME, ["Anna", "Bert"], options)
    return Table(journal._replace(header=journal.header._replace(house={"format": 1, "game": GAME, **lists})), stamps())


def test_what_the_house_settles_counts_as_if_the_record_had_said_it() -> None:
    at = housed({"id": "set", "default": "a"})
    assert [step["outcome"] for step in do(at, "anna capital g3")["steps"]] == ["played", "drawn"]
    house = House({"format": 1, "game": GAME, "options": [{"id": "gold_on_limits", "default": "yes"}]})
    words = ["capital.blue=4", "players.A.blue=6", "players.A.gold=2", "players.A.pays.blue=2", "players.B.blue=2"]
    definition = load.load(GAME, house)
    answer: Any = calculate(definition, "round", words, options={"yellow": "merchant"})
    assert answer["result"]["busts"] == []
    with pytest.raises(HelperError):
        calculate(definition, "round", words, options={"yellow": "merchant", "gold_on_limits": "no"})


def test_the_limit_that_is_shown_is_the_one_that_counts() -> None:
    at = housed({"id": "resolution.limit", "values": {"empty": 3}})
    do(at, "observe emperor=P1 capital.blue= capital.pink= capital.yellow= capital.green= P1.blue=3")
    grids = {one["id"]: one for one in status(at)["grids"]}
    assert [cell["value"] for cell in grids["sum"]["rows"][0]] == ["blue", 3, 3, 0]
    assert [cell["value"] for cell in grids["room"]["rows"][0]] == ["blue", 0, 3]
    answer: Any = at.ask("resolve", force=True)
    assert answer["result"]["busts"] == []


def test_cards_of_rob_that_entered_his_base_are_gone_from_his_hand() -> None:
    at, _ = resolved(rob_leftover="hand", rob_new_round="stay")
    now = figures(at)
    assert "rob.left" not in now
    assert "rob.right" not in now
    assert now["rob.reserve"] == ["green 6", "pink 2"]
    at, _ = resolved(rob_leftover="hand_and_reserve", rob_new_round="stay")
    assert "rob.reserve" not in figures(at)


@pytest.mark.parametrize("names", [("A", "B", "ROB"), ("A",), ("ROB",)])
def test_a_final_score_alone_is_one_of_two(names: tuple[str, ...]) -> None:
    with pytest.raises(HelperError) as refused:
        calculate(GAME, "final", [f"players.{name}.cards=3" for name in names], options={"solo": "yes"})
    assert [fault.code for fault in refused.value.faults] == ["alone_only"]


def test_the_second_of_two_is_rob_where_nobody_is_called_so() -> None:
    one, two = (
        calculate(GAME, "final", [f"players.A.cards={3}", f"players.{rob}.cards=2", f"players.{rob}.gold=1"], options={"solo": "yes"})
        for rob in ("ROB", "Bert")
    )
    assert one == two


ASKED = ["source=right", "symbol=yes", "rob.right=y6", "capital.blue=5,2", "capital.yellow=2", "capital.green=2"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["source=deck"], "decide_first", "Which card does ROB play (pile)?"),
        (ASKED, "decide_first", "Lowest in the Capital: Blue 2, Yellow 2 and Green 2. Which of them does ROB take?"),
        (["source=right", "rob.right=y6", "citizen=b2"], "condition", ""),
        ([*ASKED, "takes=b5"], "condition", ""),
        (["source=left", "rob.left=y6", "takes=b5"], "condition", ""),
        (["source=deck", "citizen=y6", "refill=b5"], "condition", ""),
        (["rob.left=y6"], "missing_argument", ""),
    ],
)
def test_the_calculator_asks_and_refuses_as_a_record_does(words: list[str], code: str, said: str) -> None:
    with pytest.raises(HelperError) as refused:
        calculate(GAME, "rob-turn", words)
    assert [fault.code for fault in refused.value.faults] == [code]
    assert refused.value.faults[0].values.get("question", "") == said
    worded = Words("en", DEFINITION).fault(refused.value.faults[0])
    assert "{" not in worded
    assert code not in worded


def test_a_rob_card_that_is_turned_up_is_robs_whoever_is_to_move() -> None:
    at = alone()
    do(at, "rob left")
    answer = do(at, "rob right")
    assert (answer["recorded"], [reason["condition"] for reason in answer["reasons"]]) == (None, ["in_turn"])
    assert do(at, "!rob right")["recorded"]
    assert at.journal.events[-1].body["seat"] == "ROB"


def test_a_place_that_stays_free_is_no_card_to_tell() -> None:
    at = alone("rob.reserve=")
    do(at, "rob right")
    assert not [one["path"] for one in status(at)["untold"] if one["path"].startswith("rob.")]


def test_more_cards_than_robs_reserve_has_are_doubted() -> None:
    at = alone()
    assert do(at, "observe rob.reserve=b2,b3,b4,b5,b6")["doubts"] == []
    answer = do(at, "observe rob.reserve=b2,b3,b4,b5,b6,p2")
    assert answer["doubts"] == ["ROB's reserve: 6 cards are told, and it is laid out with 5."]
    told = Position(("P1", ROB), {"solo": "yes"}, {"rob.reserve": (Card("blue", 2),) * 6}, {})
    assert doubts(DEFINITION, told) == (Step("solo.setup", "too_many", {"told": 6, "reserve": 5}),)


def test_the_sentence_of_a_tile_that_the_house_typed_is_said_when_its_power_is_due() -> None:
    house = {"format": 1, "game": GAME, "rules": [{"id": "tile.blue_b", "text": "Take 2 gold."}]}
    journal = new(GAME, ["Anna", "Bert"], {"blue": "blue_b"})
    at = Table(journal._replace(header=journal.header._replace(house=House(house).content)), stamps())
    assert [step["text"] for step in do(at, "anna capital b5")["steps"]] == [
        "Anna: Blue 5 into the Capital.",
        "Blue: Take 2 gold. Enter what it does.",
    ]
    assert do(at, "gold 2")["verdict"] == "legal"


def test_status_shows_robs_open_cards() -> None:
    grid = next(one for one in status(alone())["grids"] if one["id"] == "rob")
    assert [cell["text"] for cell in grid["rows"][0]] == ["ROB", "Blue 3", "Yellow 6", "Green 6, Pink 2", "0"]


SOURCES = st.sampled_from(["left", "right", "top"])
READINGS = {id: list(option.choices) for id, option in DEFINITION.options.items() if id.startswith("rob_")}


@settings(max_examples=25)
@given(
    st.fixed_dictionaries({id: st.sampled_from(choices) for id, choices in READINGS.items()}),
    st.lists(st.tuples(SOURCES, st.booleans(), st.booleans()), min_size=30, max_size=30),
    st.randoms(use_true_random=False),
)
def test_a_whole_evening_against_rob_ends_whatever_is_turned_up(
    options: dict[str, str], turns: list[tuple[str, bool, bool]], chance: Any
) -> None:
    deck = [f"{colour}{value}" for colour in "bpyg" for value in range(2, 7) for _ in range(5)]
    chance.shuffle(deck)
    at = table("Anna", **options)

    def card() -> str:
        return str(deck.pop())

    do(at, "observe " + " ".join(f"capital.{one}=" for one in DEFINITION.axes["district"]))
    for number in range(1, 4):
        reserve = ",".join(card() for _ in range(5))
        do(at, f"observe rob.left={card()} rob.right={card()} rob.reserve={reserve}")
        while (mover := (now := status(at))["to_move"]) is not None:
            if mover == "ROB":
                source, red, symbol = turns[len(at.journal.events) % len(turns)]
                words = ["rob", source, *(["red"] if red else []), *(["bonus"] if symbol else [])]
                words += [f"citizen={card()}"] if source == "top" or f"rob.{source}" not in now["figures"] else []
                tried: Any = at.ask("play", words=words, dry_run=True)
                for question in tried.get("questions", []):
                    assert question["key"] == "takes"
                    told = question["text"]
                    words.append("takes=" + told.split(": ")[1].split(",")[0].split(" and ")[0].split(".")[0].replace(" ", "").lower())
                answer = do(at, " ".join(words))
            else:
                answer = do(at, f"{'base' if chance.random() < 0.7 else 'capital'} {card()}")
            assert answer["verdict"] == "legal", answer["reasons"]
        held = now["figures"]["players.P1.held"]
        if held:
            assert do(at, "leftover " + " ".join(card() for _ in range(held)))["recorded"]
        for path in ("rob.left", "rob.right"):
            if path not in now["figures"]:
                do(at, f"observe {path}={card()}")
        answer = do(at, "resolve")
        assert answer["verdict"] == "legal", answer["reasons"]
        assert status(at)["round"] == min(number + 1, 3)
    score: Any = at.ask("score")
    assert score["final"]
    totals = {row["seat"]: row["total"] for row in score["scores"]}
    assert score["winners"] == ([] if score["tie_break"] == "level" else [max(totals, key=lambda seat: totals[seat])]) or score["tie_break"]
