"""What moves do to the table, and what is said of it: the table is plays.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from helper.definitions.load import load
from helper.errors import HelperError
from helper.games.capital_lux_2.rob import TURN
from helper.i18n.words import Words
from tests.missing import gaps, speaks
from tests.playing import GAME, as_figures, do, figures, named_in, played, refusal_of, status
from tests.rows import Row

DEFINITION = load(GAME)
FILE = Path(__file__).parent / "plays.toml"
CASES: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["cases"]


WORDS = {
    rule.id: rule.move.word.text for rule in DEFINITION.rules.values() if rule.move and rule.kind != "procedure" and rule.id != TURN.id
}
"""The words of the moves of people; ROB's turn is in solo.toml."""


def rule_of(line: str) -> str:
    """Return the rule of the move that a line makes."""
    first = line.removeprefix("!").split()[:2]
    return next((rule for rule, word in WORDS.items() if word in first), first[0])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_move_does_what_the_rules_say(case: dict[str, Any]) -> None:
    with Row(rule_of(case["turn"]), case["lines"], f"{case['turn']}: {case['id']}") as row:
        at = played(case["lines"], *case.get("names", ("Anna", "Bert")), **case.get("options", {}))
        row.position = at.journal
        try:
            answer = do(at, case["turn"])
        except HelperError as refused:
            row.same("refused", case.get("refused", []), [Words("en", DEFINITION).fault(fault) for fault in refused.faults])
        else:
            row.answered(answer)
            row.same("refused", case.get("refused", []), [])
            row.holds("it is recorded", bool(answer["recorded"]) or "refused" in case, "an entry", refusal_of(answer))
            for step in answer["steps"]:
                wanted = named_in(DEFINITION.rules[step["rule"]].outcome(step["outcome"]).text)
                row.contains(f"figures of the step {step['rule']}:{step['outcome']}", wanted, step["values"])
            said = [step["text"] for step in answer["steps"]]
            row.same("steps", case.get("says", said), said)
            row.same("last steps", case.get("ends", said), said[-len(case.get("ends", said)) :])
        now = status(at)
        row.same("figures", *as_figures(case.get("figures", {}), now["figures"]))
        if "to_move" in case:
            row.same("to move", case["to_move"] or None, now["to_move"])


def test_every_move_is_played_in_the_table() -> None:
    there = {rule_of(line) for case in CASES for line in (*case["lines"], case["turn"])}
    write = 'one there: [[cases]] id = "…", lines = ["observe …"], turn = "its word …", says = ["…"], figures = { … }.'
    speaks(gaps("move", WORDS, [rule for rule in WORDS if rule in there], FILE, write))


@pytest.mark.parametrize(("card", "values"), [("y5", {"seat": "P1", "gold": 1}), ("g5", {"seat": "P1", "cards": 1})])
def test_what_a_power_gives_is_told_as_a_figure_too(card: str, values: dict[str, object]) -> None:
    at = played(["observe emperor=P1"], "Anna", "Bert", set="a")
    assert do(at, f"capital {card}")["steps"][-1]["values"] == values


def test_a_new_round_begins_as_if_nothing_had_been_played_before() -> None:
    told = "observe emperor=P1 P1.held=1 P2.held=1 capital.blue=5 capital.pink= capital.yellow=4 capital.green=2"
    changed = "observe capital.adjust.green=1 P1.adjust.blue=1"
    at = played([told, changed, "capital y2", "capital g2", "again whose=anna", "resolve"], "Anna", "Bert")
    now = status(at)
    assert (now["round"], now["to_move"], now["due"]) == (2, "P2", []), "neither the last player nor an extra turn counts any longer"
    fresh = {path: value for path, value in now["figures"].items() if {"adjust", "pays", "hidden", "held", "hand"} & {*path.split(".")}}
    assert fresh.pop("players.P1.held") == fresh.pop("players.P2.held") == 6
    assert fresh.pop("players.P1.hand") == fresh.pop("players.P2.hand") == []
    assert fresh.keys() >= {"capital.adjust.green", "capital.hidden.blue", "players.P1.adjust.blue", "players.P2.pays.green"}
    assert set(fresh.values()) == {0}
    assert not [path for path in now["figures"] if path.startswith("rob.")], "nobody plays alone"
    for words, condition in ((["resolve"], "something_played"), (["bert", "gold", "1"], "after_capital_play")):
        refused: Any = at.ask("play", words=words)
        assert (refused["recorded"], [reason["condition"] for reason in refused["reasons"]]) == (None, [condition])
    do(at, "base b2")
    assert status(at)["to_move"] == "P1", "nobody has brought on the last turns"


def test_after_the_last_round_nobody_holds_a_card() -> None:
    told = "observe round=3 emperor=P1 capital.blue=5 capital.pink= capital.yellow=4 capital.green=2 P1.blue=3"
    now = status(played([told, "resolve"], "Anna", "Bert"))
    assert (now["over"], now["to_move"], now["figures"]["players.P1.held"], now["figures"]["players.P2.held"]) == (True, None, 0, 0)


def test_in_a_round_that_is_followed_a_district_holds_though_nobody_told_it_since_the_last_one() -> None:
    told = "observe emperor=P1 capital.blue=5 capital.pink= capital.yellow=4 capital.green=2 P1.blue=3 P2.blue=3"
    at = played([told, "resolve"], "Anna", "Bert")
    assert figures(at)["capital.yellow"] == ["yellow 4"]
    do(at, "capital g3")
    answer = do(at, "move y4 capital.yellow deck")
    assert (answer["verdict"], figures(at)["capital.yellow"]) == ("legal", [])


def test_in_a_round_that_is_told_at_its_end_a_district_holds_once_it_was_told_since_it_began() -> None:
    untold: Any = played([], "Anna", "Bert").ask("resolve")
    assert [(reason["condition"], reason["state"]) for reason in untold["reasons"]] == [("something_played", "fails")]
    told = "observe emperor=P1 capital.blue=5 capital.pink= capital.yellow=4 capital.green=2 P1.blue=3 P2.blue=3"
    answer: Any = played([told, "resolve", "observe P1.blue=3"], "Anna", "Bert").ask("resolve")
    colours = ("blue", "pink", "yellow", "green")
    every = {f"{owner}.{colour}" for owner in ("capital", "players.P1", "players.P2") for colour in colours}
    assert (answer["verdict"], {one["path"] for one in answer["look_at"]}) == ("unknown", every - {"players.P1.blue"})
