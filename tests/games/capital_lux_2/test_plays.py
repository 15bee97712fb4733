"""What moves do to the table, and what is said of it: the table is plays.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from helper.definitions.load import load
from helper.errors import HelperError
from helper.i18n.words import Words
from tests.playing import GAME, do, figures, named_in, played, status

DEFINITION = load(GAME)
CASES: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "plays.toml").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_move_does_what_the_rules_say(case: dict[str, Any]) -> None:
    at = played(case["lines"], *case.get("names", ("Anna", "Bert")), **case.get("options", {}))
    if "refused" in case:
        with pytest.raises(HelperError) as refused:
            do(at, case["turn"])
        assert [Words("en", DEFINITION).fault(fault) for fault in refused.value.faults] == case["refused"]
    else:
        answer = do(at, case["turn"])
        assert answer["recorded"], answer
        for step in answer["steps"]:
            assert named_in(DEFINITION.rules[step["rule"]].outcome(step["outcome"]).text) <= set(step["values"]), step
        said = [step["text"] for step in answer["steps"]]
        assert said == case.get("says", said)
        assert said[-len(case.get("ends", said)) :] == case.get("ends", said)
    now = figures(at)
    for path, value in case.get("figures", {}).items():
        wanted = {"sum": value["sum"], "top": value.get("top")} if isinstance(value, dict) else value
        assert now.get(path) == (None if value == "untold" else wanted), path
    assert status(at)["to_move"] == (case.get("to_move", status(at)["to_move"]) or None)


@pytest.mark.parametrize(("card", "values"), [("y5", {"seat": "P1", "gold": 1}), ("g5", {"seat": "P1", "cards": 1})])
def test_what_a_power_gives_is_told_as_a_figure_too(card: str, values: dict[str, object]) -> None:
    at = played(["observe emperor=P1"], "Anna", "Bert", set="a")
    assert do(at, f"capital {card}")["steps"][-1]["values"] == values
