"""What each action changes, to the last coin and token: the table is effects.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from helper.table import Table
from helper.table.evening import Evening
from helper.table.reading import read_figures
from tests.games.hegemony.sitting import figures, played
from tests.games.hegemony.test_conditions import ACTIONS, named, prepared
from tests.playing import do

TABLE: dict[str, list[dict[str, Any]]] = tomllib.loads((Path(__file__).parent / "effects.toml").read_text(encoding="utf-8"))
CASES = [
    pytest.param(rule, case, id=f"{rule}: {' '.join(str(part) for key, part in case.items() if key not in ('then', 'says'))}")
    for rule, cases in TABLE.items()
    for case in cases
]
GONE = "?"


LETTERS = {"u": "unskilled", **{industry[0]: f"worker_{industry}" for industry in ("food", "luxury", "health", "education", "media")}}


def wanted(at: Table, words: str) -> dict[str, object]:
    """Return the figures that `key=value` words tell, as JSON; `?` for one that is gone."""
    evening = Evening(at.journal)
    reader = evening.reader({"worker": LETTERS})
    found: dict[str, object] = {}
    for word in words.split():
        path, _, value = word.partition("=")
        given = {} if value == GONE else read_figures(reader, [word])
        found |= {key: evening.written(key, one) for key, one in given.items()} or {path: GONE}
    return found


@pytest.mark.parametrize(("rule", "case"), CASES)
def test_an_action_changes_exactly_these_figures(rule: str, case: dict[str, Any]) -> None:
    at = prepared(case)
    before = figures(at)
    answer = do(at, named(case))
    assert answer["recorded"], answer
    assert answer["rule"] == rule
    after = figures(at)
    changed = {path: after.get(path, GONE) for path in sorted({*before, *after}) if before.get(path) != after.get(path)}
    assert changed == wanted(at, case["then"])
    if "says" in case:
        assert [step["text"] for step in answer["steps"]] == case["says"]


@pytest.mark.parametrize(("rule", "case"), CASES)
def test_undo_brings_every_figure_back(rule: str, case: dict[str, Any]) -> None:
    at = prepared(case)
    before = figures(at)
    do(at, named(case))
    do(at, "undo")
    assert figures(at) == before


@pytest.mark.parametrize(("rule", "case"), CASES)
def test_every_step_is_said_in_words_that_are_all_filled_in(rule: str, case: dict[str, Any]) -> None:
    at = prepared(case)
    do(at, named(case))
    for language in ("en", "de", "it"):
        at.language = language
        entries: Any = at.ask("log")["entries"]
        assert entries[-1]["steps"]
        for step in entries[-1]["steps"]:
            assert step["text"]
            assert "{" not in step["text"], step["text"]
            assert "None" not in step["text"], step["text"]


def test_the_table_speaks_of_every_action() -> None:
    assert set(TABLE) == set(ACTIONS)


def test_a_card_discarded_or_played_for_its_effect_changes_nothing() -> None:
    for line, said in (("discard", "Anna: discards a card with nothing done."), ("card", "Anna: plays a card for its effect.")):
        at = played([])
        before = figures(at)
        answer = do(at, line)
        assert answer["recorded"]
        assert [step["text"] for step in answer["steps"]] == [said]
        assert figures(at) == before


def test_a_deal_that_does_not_lie_open_is_forced_and_takes_none_away() -> None:
    at = played(["discard", "discard", "adjust deals=1,7", "!deal 2"])
    assert figures(at)["deals"] == ["1", "7"]


def test_a_purchase_that_is_forced_without_the_money_takes_no_loan() -> None:
    after = figures(played(["adjust working.money=3", "!buy luxury capitalist:2"]))
    assert (after["working.money"], after["working.loans"], after["working.goods.luxury"]) == (0, 0, 2)


def test_who_is_taken_out_of_a_union_by_force_leaves_its_slot_empty() -> None:
    after = figures(played(["adjust unions.health=yes working.unemployed.unskilled=3", "!assign clinic1:h:union.health clinic1:u"]))
    assert (after["unions.health"], after["companies.clinic_1.workers"]) == (False, ["worker_health", "unskilled"])
    assert after["working.unemployed.unskilled"] == 2


def test_whoever_is_put_by_force_into_a_full_company_that_is_committed_leaves_it_committed() -> None:
    after = figures(played(["adjust companies.college_1.committed=yes working.unemployed.unskilled=3", "!assign college1:u"]))
    assert after["companies.college_1.committed"] is True


def test_a_company_of_the_middle_class_that_is_built_by_force_without_workers_is_its_own() -> None:
    after = figures(played(["discard", "adjust market.middle=game_store", "!build game_store 2"]))
    assert (after["companies.game_store.crew"], after["companies.game_store.workers"]) == ("middle", [])
    assert after["companies.game_store.committed"] is False
