"""All combinations of power tiles: each starts, is played through a round of random cards, and resolves without contradiction."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from helper.definitions.load import load
from tests.playing import GAME, do, figures, played, status, table
from tests.rows import Row

DEFINITION = load(GAME)
DISTRICTS = DEFINITION.axes["district"]
TILES = [[one for one in DEFINITION.options[district].choices if one != "untold"] for district in DISTRICTS]
COMBINATIONS = list(itertools.product(*TILES))
EFFECTS = ("move {card} deck {seat}", "gold 1", "draw 1", "limit {district} -1", "again")


def test_there_are_as_many_combinations_as_the_box_allows() -> None:
    components = DEFINITION.rules["components.tiles"]
    assert len(COMBINATIONS) == components.number("per_colour") ** len(DISTRICTS) == len(set(COMBINATIONS))


@pytest.mark.parametrize("number", range(16), ids=lambda number: f"combinations {number * 16 + 1} to {number * 16 + 16}")
def test_every_combination_of_tiles_plays_a_round_and_resolves(number: int) -> None:
    for place, tiles in enumerate(COMBINATIONS[number * 16 : number * 16 + 16], number * 16):
        play_a_round(random.Random(place), dict(zip(DISTRICTS, tiles, strict=True)))


def play_a_round(chance: random.Random, tiles: dict[str, str]) -> None:
    deck = [f"{colour[0]}{value}" for colour in DISTRICTS for value in range(2, 7) for _ in range(5)]
    chance.shuffle(deck)
    at = table("Anna", "Bert", **tiles)
    lying: dict[str, list[str]] = {district: [] for district in DISTRICTS}
    for _ in range(3):
        start = deck.pop()
        lying[next(one for one in DISTRICTS if one[0] == start[0])].append(start)
    assert do(at, "observe emperor=P1 " + " ".join(f"capital.{one}={','.join(cards)}" for one, cards in lying.items()))["recorded"]
    while (mover := (now := status(at))["to_move"]) is not None:
        due = now["due"]
        if due:
            line = f"{due[0]['word']} {chance.choice(due[0]['choices'])}"
            answer = do(at, line)
            assert answer["verdict"] == "legal", (tiles, line, answer["reasons"])
            continue
        word = chance.choice(["base", "capital"])
        answer = do(at, f"{mover} {word} {deck.pop()}")
        assert answer["verdict"] == "legal", (tiles, answer["reasons"])
        outcomes = [step["outcome"] for step in answer["steps"] if step["rule"] == "power.mandatory"]
        if outcomes == ["see_tile"] and chance.random() < 0.8:
            effect = chance.choice(EFFECTS).format(card=deck.pop(), seat=mover, district=chance.choice(DISTRICTS))
            told = do(at, f"{mover} {effect}")
            assert told["verdict"] == "legal", (tiles, effect, told["reasons"])
    before = figures(at)
    for district in DISTRICTS:
        if before[f"capital.hidden.{district}"]:
            assert do(at, f"reveal {district} {chance.choice([4, 2, -1, -3])}")["verdict"] == "legal"
    for seat in at.journal.header.seats:
        held = before[f"players.{seat}.held"]
        if held:
            assert do(at, f"{seat} leftover " + " ".join(deck.pop() for _ in range(held)))["verdict"] == "legal"
    before = figures(at)
    with Row("resolution.limit", at, "resolve") as row:
        answer = at.ask("resolve")
        row.answered(answer)
        row.same("verdict", "legal", answer["verdict"])
        result: Any = answer["result"]
        for seat, limits in result["limits"].items():
            for district, limit in limits.items():
                capital = sum(int(card.split()[1]) for card in before[f"capital.{district}"])
                changes = before[f"capital.adjust.{district}"] + before[f"players.{seat}.adjust.{district}"]
                row.same("limits", {f"limits.{seat}.{district}": capital + changes}, {f"limits.{seat}.{district}": limit})
                left = sum(card if isinstance(card, int) else int(card.split()[1]) for card in result["players"][seat]["bases"][district])
                row.holds(f"players.{seat}.{district} is within its limit", left <= max(limit, 0), f"at most {max(limit, 0)}", left)
        row.same("round", 2, status(at)["round"])


def test_the_merchant_takes_nothing_once_all_gold_is_out() -> None:
    supply = DEFINITION.rules["components.gold"].number("supply")
    at = played([f"observe emperor=P1 capital.yellow=4 P1.gold={supply - 1} P2.gold=0"], "Anna", "Bert", set="a")
    assert [step["outcome"] for step in do(at, "capital y2")["steps"]] == ["played", "gained"]
    answer = do(at, "capital y3")
    assert [step["outcome"] for step in answer["steps"]] == ["played", "impossible"]
    assert figures(at)["players.P2.gold"] == 0
