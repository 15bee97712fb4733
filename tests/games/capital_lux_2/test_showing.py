"""What a record shows of where it stands: tables, points, whose move it is."""

from __future__ import annotations

from typing import Any

import pytest

from helper.definitions.load import load
from helper.errors import UnreadableInput
from helper.games import rules_of
from helper.i18n.words import Words
from tests.playing import GAME, do, played, status, table

TOLD = "observe emperor=P1 capital.blue=5,2 capital.pink.sum=9 capital.adjust.pink=-3 P1.blue=3 P1.adjust.blue=1 P2.pink.sum=8 P2.gold=2"


def shown(found: dict[str, Any]) -> dict[str, list[list[str]]]:
    """Return the tables of an answer as texts, the heading of each first."""
    return {grid["id"]: [[cell["text"] for cell in row] for row in (grid["columns"], *grid["rows"])] for grid in found["grids"]}


def test_status_shows_limits_sums_the_room_that_is_left_and_what_everybody_has() -> None:
    at = played([f"{TOLD} P2.bonus=4,2", "base b2"], "Anna", "Bert")
    found = status(at)
    assert shown(found) == {
        "sum": [
            ["district", "limit", "Anna", "Bert"],
            ["Blue", "7", "5", "0"],
            ["Pink", "6", "0", "8"],
            ["Yellow", "-", "0", "0"],
            ["Green", "-", "0", "0"],
        ],
        "room": [
            ["district", "Anna", "Bert"],
            ["Blue", "3", "7"],
            ["Pink", "6", "-2"],
            ["Yellow", "-", "-"],
            ["Green", "-", "-"],
        ],
        "players": [["players", "cards in hand", "gold", "bonus"], ["Anna", "5", "0", "0"], ["Bert", "6", "2", "6"]],
    }
    assert [grid.get("against") for grid in found["grids"]] == [1, None, None], "sums are measured by the limit"


def test_alone_status_shows_robs_cards_too_and_that_he_holds_none_in_secret() -> None:
    at = played(["observe rob.left=b3 rob.right=y6 rob.reserve=g6,p2 rob.red=1 ROB.gold=1"], "Anna")
    found = shown(status(at))
    assert found["players"] == [["players", "cards in hand", "gold", "bonus"], ["Anna", "6", "0", "0"], ["ROB", "-", "1", "0"]]
    assert found["rob"] == [["ROB", "left", "right", "reserve", "red"], ["ROB", "Blue 3", "Yellow 6", "Green 6, Pink 2", "1"]]
    assert shown(status(table("Anna")))["rob"][1] == ["ROB", "-", "-", "-", "0"]
    grid = next(one for one in status(at)["grids"] if one["id"] == "rob")
    assert (grid["columns"][0]["value"], grid["rows"][0][0]["value"]) == ("rob", "rob"), "a word of the game"


def test_the_points_are_said_line_by_line_and_a_winner_only_at_the_end() -> None:
    at = played(["observe P1.blue=3,2 P1.bonus=4 P1.gold=2 P2.blue=6,6"], "Anna", "Bert")
    before: Any = at.ask("score")
    anna = before["scores"][0]
    assert [line["text"] for line in anna["lines"]] == ["Cards in the base: 5", "Bonus cards: 4", "Gold: 2 × 2 = 4"]
    assert [line["points"] for line in anna["lines"]] == [5, 4, 4]
    assert (before["final"], before["winners"]) == (False, [])


CAPITAL = [f"capital.{district}" for district in ("blue", "pink", "yellow", "green")]
ROBS = ["rob.left", "rob.right", "rob.reserve"]
EMPTY = "observe capital.blue= capital.pink= capital.yellow= capital.green= P1.blue=2"


@pytest.mark.parametrize(
    ("lines", "names", "untold"),
    [
        ([], ["Anna", "Bert"], ["emperor", *CAPITAL]),
        (["observe emperor=P1 capital.pink=2"], ["Anna", "Bert"], ["capital.blue", "capital.yellow", "capital.green"]),
        ([], ["Anna"], [*ROBS, *CAPITAL]),
        (["observe rob.left=b3 rob.reserve=g6"], ["Anna"], ["rob.right", *CAPITAL]),
        (["observe rob.reserve="], ["Anna"], CAPITAL),
        ([EMPTY, "resolve"], ["Anna", "Bert"], ["emperor"]),
        ([f"{EMPTY} round=3", "resolve"], ["Anna", "Bert"], []),
    ],
)
def test_status_names_what_chance_decided_and_nobody_told(lines: list[str], names: list[str], untold: list[str]) -> None:
    assert [one["path"] for one in status(played(lines, *names))["untold"]] == untold


def test_a_game_has_no_other_functions_than_its_own() -> None:
    with pytest.raises(AttributeError, match=r"^module 'helper\.games\.capital_lux_2' has no attribute 'cheat'$"):
        _ = rules_of(GAME).cheat  # type: ignore[attr-defined]


def test_the_end_of_a_round_shows_the_limits_that_counted() -> None:
    at = played(["observe capital.blue=5 capital.pink= capital.yellow=3 capital.green= capital.adjust.pink=2 P1.blue=2"], "Anna", "Bert")
    assert shown(at.ask("resolve", sure=True))["limit"] == [["", "Blue", "Pink", "Yellow", "Green"], ["limit", "5", "2", "3", "0"]]


def test_whoever_leads_has_won_once_the_game_is_over_or_is_taken_to_be() -> None:
    lines = [f"{EMPTY} round=3 P2.blue=", "resolve"]
    over: Any = played(lines, "Anna", "Bert").ask("score")
    assert (over["final"], over["winners"]) == (True, ["P1", "P2"])
    at = played(["observe P1.blue=3 P2.blue=2"], "Anna", "Bert")
    asked: Any = at.ask("score", as_final=True)
    assert (asked["final"], asked["winners"]) == (True, ["P1"])
    assert at.ask("score")["final"] is False


TOLD_CAPITAL = "observe emperor=P1 capital.blue=3 capital.pink=2 capital.yellow= capital.green=4"


@pytest.mark.parametrize(
    ("told", "card", "due"),
    [
        (TOLD_CAPITAL, "b3", ("agent", "Anna, Agent", ["blue", "pink", "yellow", "green"], True)),
        (TOLD_CAPITAL, "p3", ("cleric", "Anna, Cleric", ["blue", "green"], True)),
        ("observe emperor=P1 capital.blue=", "p3", ("cleric", "Anna, Cleric", ["yellow", "green"], False)),
        ("observe emperor=P1 capital.green.sum=9", "p3", ("cleric", "Anna, Cleric", ["blue", "yellow", "green"], True)),
    ],
)
def test_status_names_the_tile_that_waits_for_a_district(told: str, card: str, due: tuple[str, str, list[str], bool]) -> None:
    found = status(played([told, f"capital {card}"], "Anna", "Bert", set="a"))["due"]
    assert [(one["name"], one["text"], one["choices"], one["mandatory"]) for one in found] == [due]


BLUES = ",".join(["2"] * 20)


@pytest.mark.parametrize(
    ("told", "doubts"),
    [
        (f"capital.blue={BLUES} P1.blue=3,4,5,6,2", []),
        (f"capital.blue={BLUES} P1.blue=3,4,5,6,2,2", ["Blue: cards told: 26, in the box: 25."]),
        (f"capital.pink={BLUES} P2.pink=3,4,5 P1.hand=p2,p3,p4", ["Pink: cards told: 26, in the box: 25."]),
        ("P1.gold=15 P2.gold=5", []),
        ("P1.gold=15 P2.gold=6", ["Gold: 21 out, 20 in the box. Note what is owed."]),
    ],
)
def test_more_cards_or_gold_than_the_box_holds_are_recorded_and_doubted(told: str, doubts: list[str]) -> None:
    answer = do(table("Anna", "Bert"), f"observe {told}")
    assert (bool(answer["recorded"]), answer["doubts"]) == (True, doubts)


def test_more_gold_than_the_box_holds_is_warned_of_when_a_round_ends() -> None:
    bases = " ".join(f"{seat}.{district}=" for seat in ("P1", "P2") for district in ("pink", "yellow", "green"))
    at = played(
        [f"observe capital.blue=5 capital.pink=3 capital.yellow=4 capital.green=5 P1.blue=4 P2.blue=4 {bases} P1.gold=19 P2.gold=1"]
    )
    assert "Gold: 22 out, 20 in the box. Note what is owed." in [step["text"] for step in do(at, "resolve")["steps"]]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("base 5", "Card: “5” has no colour; write it before the value, as Blue 5."),
        ("base green 7", "Card: No card has the value 7; values go from 2 to 6."),
        ("base green x", "Card: “green” is no card; give its value, or its colour and its value."),
        (
            "move b5 capital discard",
            "From: “capital” is no place. Places are pile, discard, a district of the Capital as Capital.Blue, "
            "a player's hand as Anna, and a base as Anna.Blue.",
        ),
    ],
)
def test_what_is_no_card_and_no_place_is_told_what_would_be_one(words: str, said: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        do(table("Anna", "Bert"), words)
    assert Words("en", load(GAME)).fault(refused.value.faults[0]) == said
