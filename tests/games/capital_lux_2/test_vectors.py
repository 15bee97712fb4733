"""The calculators against answers worked out by hand: tests/vectors/*.toml."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import pytest

from helper.definitions.load import load
from helper.engine.position import Board, Position
from helper.engine.resolution import Step
from helper.engine.scoresheet import ScoreLine
from helper.errors import Fault, UnreadableInput
from helper.games.capital_lux_2.pile import Card, Pile
from helper.games.capital_lux_2.resolve import gold_short, sheet
from helper.i18n import catalogs
from helper.i18n.words import Words
from helper.table import calculate
from helper.table.calculating import nested
from tests.missing import gaps, speaks
from tests.playing import GAME, differing, named_in
from tests.rows import Row

DEFINITION = load(GAME)
FOLDER = Path(__file__).parents[2] / "vectors"
DISTRICTS = ("blue", "pink", "yellow", "green")


def rows(file: str, key: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((FOLDER / file).read_text(encoding="utf-8"))[key]
    return found


VECTORS, REFUSALS = rows("rounds.toml", "vectors"), rows("refusals.toml", "refusals")


def by_name(every: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(one, id=one["name"]) for one in every]


@pytest.mark.parametrize("every", [VECTORS, REFUSALS], ids=["rounds.toml", "refusals.toml"])
def test_every_row_has_a_name_of_its_own(every: list[dict[str, Any]]) -> None:
    twice = [name for name, times in Counter(one["name"] for one in every).items() if times > 1]
    speaks(f'Two rows of tests/vectors are called "{name}". Give one of them another name.' for name in twice)


def test_every_calculator_is_worked_out_by_hand_and_refuses_what_cannot_be() -> None:
    alone = tomllib.loads((Path(__file__).parent / "solo.toml").read_text(encoding="utf-8"))["cases"]
    worked = {one.get("calculator", "round") for one in VECTORS} | {"rob-turn" for one in alone if "result" in one}
    refuses = {one.get("calculator", "round") for one in REFUSALS}
    given = '[[vectors]] name = "…", calculator = "{id}", given = { … }, [vectors.then] with its figures.'
    refused = '[[refusals]] name = "…", calculator = "{id}", words = ["…"], faults = ["place code"], says = ["…"].'
    speaks(
        [
            *gaps("calculator", DEFINITION.calculators, sorted(worked), FOLDER / "rounds.toml", given),
            *gaps("calculator", DEFINITION.calculators, sorted(refuses), FOLDER / "refusals.toml", refused),
        ]
    )


def ask(vector: Mapping[str, Any], inputs: Any, language: str = "en") -> dict[str, Any]:
    return calculate(GAME, vector.get("calculator", "round"), inputs, language, vector.get("options"))


def words_of(given: Mapping[str, Any]) -> list[str]:
    return [f"{path}={','.join(map(str, value)) if isinstance(value, list) else value}" for path, value in given.items()]


def sums_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same figures with every district told by its sum, in the Capital with the highest card."""
    found: dict[str, Any] = {}
    for path, value in given.items():
        if path.rpartition(".")[2] in DISTRICTS and isinstance(value, list):
            found[path] = {"sum": sum(value)}
            if path.startswith("capital.") and value:
                found[path]["top"] = max(value)
        else:
            found[path] = value
    return found


@pytest.mark.parametrize("vector", by_name(VECTORS))
def test_the_answer_is_the_one_worked_out_by_hand(vector: dict[str, Any]) -> None:
    given = words_of(vector["given"])
    options = [f"option {key}={value}" for key, value in vector.get("options", {}).items()]
    with Row(f"calc {vector.get('calculator', 'round')}", [*options, *given], vector["name"]) as row:
        answer = ask(vector, nested(vector["given"]))
        texts = [*(step["text"] for step in answer["steps"]), *answer["warnings"]]
        row.said([*(f"{step['text']} ({step['rule']})" for step in answer["steps"]), *answer["warnings"]])
        row.same("result", *differing(vector["then"], answer["result"]))
        if "warns" in vector:
            row.same("warnings of gold", vector["warns"], sum("Gold" in one for one in answer["warnings"]))
        for text in vector.get("says", []):
            row.holds("says", text in texts, text, next(iter(get_close_matches(text, texts, 1)), "nothing like it"))
        row.filled("steps and warnings", texts)
        for step in answer["steps"]:
            wanted = named_in(DEFINITION.rules[step["rule"]].outcome(step["outcome"]).text)
            row.contains(f"figures of the step {step['rule']}:{step['outcome']}", wanted, step["values"])
        shown = {grid["id"]: [[cell["text"] for cell in row] for row in (grid["columns"], *grid["rows"])] for grid in answer["grids"]}
        for id, wanted in vector.get("tables", {}).items():
            row.same(f"table {id}", dict(enumerate(wanted)), dict(enumerate(shown.get(id, []))))
        if "final" in answer["result"]:  # of calculators that score
            row.same("final", vector.get("calculator") == "final" or vector["given"].get("round") == 3, answer["result"]["final"])
        fractions: list[str] = []
        json.loads(json.dumps(answer["result"]), parse_float=fractions.append)
        row.same("figures that are no whole numbers", [], fractions)
        bonuses(row, vector, answer["result"])
        by_words = ask(vector, given)
        for part in answer:
            row.same(f"{part}, told in words", answer[part], by_words.get(part))
        if vector.get("sums"):
            by_sums(row, vector, answer["result"])


BONUSES = ({"district", "winner"}, {"district", "winner", "card"}, {"district", "tied", "gold", "discarded"})


def bonuses(row: Row, vector: dict[str, Any], result: dict[str, Any]) -> None:
    """Compare the bonuses: each names whoever takes it or nobody, and no more than the row says."""
    for bonus, wanted in zip(result.get("bonuses", []), vector["then"].get("bonuses", []), strict="bonuses" in vector["then"]):
        row.holds(f"bonus {wanted['district']}: its parts", bonus.keys() in BONUSES, "those of one that is won, taken or tied", list(bonus))
        beside = {key: value for key, value in bonus.items() if key not in wanted and value is not None}
        row.holds(f"bonus {wanted['district']}: nobody else", beside in ({}, {"gold": 1}), "nothing beside", beside)


def by_sums(row: Row, vector: dict[str, Any], by_cards: dict[str, Any]) -> None:
    """Ask the same with sums: limits, discards, winners and points are those of the cards."""
    told_sums = ask(vector, nested(sums_of(vector["given"])))["result"]
    for part in ("limits", "bonuses", "scores", "final", "winners", "tie_break"):
        row.same(f"{part}, told by sums", by_cards[part], told_sums[part])
    row.same("busts, told by sums", [{**bust, "cards": None} for bust in by_cards["busts"]], told_sums["busts"])
    for district in DISTRICTS:
        left, told = by_cards["capital"][district], told_sums["capital"][district]
        wanted = {"sum": sum(left), "top": told["top"]} if isinstance(told, dict) else left
        row.same(f"capital.{district}, told by sums", wanted, told)
        if isinstance(told, dict) and vector["given"].get(f"capital.{district}") != left:
            row.same(f"capital.{district}, told by sums: the next highest card, which is never guessed", None, told["top"])


@pytest.mark.parametrize("refusal", by_name(REFUSALS))
def test_what_cannot_be_is_refused_with_every_fault_named_and_said(refusal: dict[str, Any]) -> None:
    with Row(f"calc {refusal.get('calculator', 'round')}", refusal["words"] or ["nothing told"], refusal["name"]) as row:
        faults: tuple[Fault, ...] = ()
        try:
            row.answered(ask(refusal, refusal["words"]))
        except UnreadableInput as refused:
            faults = refused.faults
        said = sorted(Words("en", DEFINITION).fault(fault) for fault in faults)
        row.said(said)
        row.same("faults", refusal["faults"], sorted(f"{fault.where} {fault.code}" for fault in faults))
        if "nearest" in refusal:
            row.contains("nearest word", [refusal["nearest"]], [fault.values.get("nearest") for fault in faults])
        row.same("said", refusal.get("says", said), said)
        for language in catalogs.languages():
            for fault in faults:
                text = Words(language).fault(fault)
                row.holds(f"said in {language}: all filled in", "{" not in text.replace("{sum", "") and "=None" not in text, True, text)


def test_what_is_left_out_is_empty_and_said_so() -> None:
    full = ["round=1", *(f"capital.{one}=" for one in DISTRICTS), *(f"players.A.{one}=" for one in DISTRICTS)]
    assert calculate(GAME, "round", full)["warnings"] == []
    for at, word in enumerate(full):
        answer = calculate(GAME, "round", [*full[:at], *full[at + 1 :], "players.A.gold=0"])
        assert len(answer["warnings"]) == 1, word  # type: ignore[arg-type]
        assert answer["result"] == calculate(GAME, "round", [*full[:at], *full[at + 1 :], "players.A.gold=0", word])["result"]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_legal_number_of_players_gets_an_answer(players: int) -> None:
    names = ["Anna", "Bert", "Cleo", "Dora"][:players]
    answer: Any = calculate(GAME, "round", {"round": 3, "capital": {"blue": [6]}, "players": {name: {"blue": [2]} for name in names}})
    assert [row["player"] for row in answer["result"]["scores"]] == names
    assert answer["result"]["winners"] == names


LIMITS = [(sum_, limit) for limit in (0, 2, 3, 6, 8) for sum_ in (0, 2, 3, 4, 5, 6, 7, 8, 9)]


@pytest.mark.parametrize(("total", "limit"), LIMITS)
def test_only_a_sum_above_the_limit_is_lost(total: int, limit: int) -> None:
    given = {"capital": {"blue": {"sum": limit, "top": 2 if limit in (2, 6, 8) else limit}}, "players": {"A": {"blue": {"sum": total}}}}
    with Row("resolution.limit", [f"Capital, Blue: {limit}"], f"A has {total} in Blue") as row:
        whole = calculate(GAME, "round", given)
        row.answered(whole)
        answer: Any = whole["result"]
        row.same("lost", [total] if total > limit else [], [bust["sum"] for bust in answer["busts"]])
        row.same("cards that count", 0 if total > limit else total, answer["scores"][0]["cards"])
        row.same("winner of the bonus", "A" if 0 < total <= limit else None, answer["bonuses"][0].get("winner"))


@pytest.mark.parametrize("change", range(-6, 7))
@pytest.mark.parametrize("key", ["adjust.blue", "capital.adjust.blue", "players.A.adjust.blue"])
def test_a_change_of_a_limit_is_added_to_it(key: str, change: int) -> None:
    given = ["capital.blue=3,2", f"{key}={change}", "players.A.blue=5", "players.B.blue=2"]
    with Row("resolution.modifiers", given, "calc round") as row:
        whole = calculate(GAME, "round", given)
        row.answered(whole)
        answer: Any = whole["result"]
        row.same("limit of A in Blue", 5 + change, answer["limits"]["A"]["blue"])
        row.same("limit of B in Blue", 5 if key.startswith("players") else 5 + change, answer["limits"]["B"]["blue"])
        row.same("does A lose 5 in Blue", change < 0, "A" in [bust["player"] for bust in answer["busts"]])


def test_the_highest_card_may_be_left_out_where_no_bonus_needs_it() -> None:
    answer: Any = calculate(GAME, "round", ["capital.blue.sum=8", "capital.pink.sum=5", "capital.pink.top=3", "players.A.pink.sum=2"])[
        "result"
    ]
    assert answer["capital"]["blue"] == {"sum": 8, "top": None}
    assert answer["capital"]["pink"] == {"sum": 2, "top": None}
    assert answer["players"]["A"]["bases"]["pink"] == {"sum": 2, "top": None}


def test_numbers_and_their_words_with_any_minus_sign_are_the_same() -> None:
    signs = [calculate(GAME, "round", ["capital.blue=5", f"adjust.blue={sign}2", "players.A.blue=3"]) for sign in "-−–"]
    assert signs[0] == signs[1] == signs[2]


SPOKEN = {
    "de": [
        "Runde=3",
        "Hauptstadt.blau=5,3",
        "Hauptstadt.rosa.Summe=2",
        "spieler.A.Blau.summe=8",
        "spieler.A.Hand=grün 2",
        "spieler.B.gelb=gelb 2",
    ],
    "it": ["round=3", "capital.blu=5,3", "capital.rosa.somma=2", "players.A.blu.somma=8", "players.A.hand=verde 2", "players.B.giallo=2"],
}


@pytest.mark.parametrize("language", sorted(SPOKEN))
def test_words_of_the_language_are_understood(language: str) -> None:
    if language not in catalogs.languages():
        pytest.skip(f"there is no catalog for {language}")
    english = ["round=3", "capital.blue=5,3", "capital.pink.sum=2", "players.A.blue.sum=8", "players.A.hand=green 2", "players.B.yellow=2"]
    assert calculate(GAME, "round", SPOKEN[language], language)["result"] == calculate(GAME, "round", english)["result"]


@pytest.mark.parametrize(("gold", "warned"), [((15, 6), True), ((15, 5), False), ((0, 21), True), ((0, 0), False)])
def test_more_gold_than_the_box_holds_is_warned_of_with_both_figures(gold: tuple[int, int], warned: bool) -> None:
    table = {f"players.{seat}.gold": one for seat, one in zip(("P1", "P2"), gold, strict=True)}
    wanted = (Step("components.gold", "short", {"given": 21, "supply": 20}),) if warned else ()
    assert gold_short(Board(DEFINITION, Position(("P1", "P2"), {}, table, {}))) == wanted


def test_points_are_told_as_data_too() -> None:
    base = Pile((Card("blue", 5), Card("blue", 3)))
    table = {"players.P1.blue": base, "players.P1.bonus": (6, 4), "players.P1.gold": 3, "players.P2.gold": 9}
    assert sheet(Board(DEFINITION, Position(("P1", "P2"), {}, table, {})), "P1").lines == (
        ScoreLine("final.cards", "points", 8, {"points": 8}),
        ScoreLine("final.bonus", "points", 10, {"points": 10}),
        ScoreLine("final.gold", "points", 6, {"gold": 3, "gold_value": 2, "points": 6}),
    )


@pytest.mark.parametrize(("base", "left"), [("blue=6", []), ("blue.sum=6", {"sum": 0, "top": None})])
def test_a_base_that_is_lost_holds_nothing_and_stays_told_as_it_was(base: str, left: object) -> None:
    answer: Any = calculate(GAME, "round", ["capital.blue=3,2", f"players.A.{base}"])["result"]
    assert answer["busts"] == [
        {"player": "A", "district": "blue", "sum": 6, "limit": 5, "cards": [6] if isinstance(left, list) else None},
    ]
    assert answer["players"]["A"]["bases"]["blue"] == left
