"""What each action changes, to the last coin and token: the table is effects.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from helper.table import Table
from helper.table.evening import Evening
from helper.table.reading import read_figures
from tests.games.hegemony.sitting import DEFINITION, figures, logs, played
from tests.games.hegemony.test_conditions import ACTIONS, named, prepared
from tests.missing import gaps, speaks
from tests.playing import do
from tests.rows import Row

FILE = Path(__file__).with_name("effects.toml")
TABLE: dict[str, list[dict[str, Any]]] = tomllib.loads(FILE.read_text(encoding="utf-8"))
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
def test_an_action_changes_exactly_these_figures_says_it_in_words_and_is_undone(rule: str, case: dict[str, Any]) -> None:
    at, move = prepared(case), named(case)
    with Row(rule, at, move) as row:
        before = figures(at)
        answer = do(at, move)
        row.answered(answer)
        row.holds("recorded", bool(answer["recorded"]), "yes", "refused")
        row.same("rule", rule, answer["rule"])
        told = wanted(at, case["then"])
        row.changes(before, told, figures(at))
        row.same("figures in `then` that are as before", [], [path for path, value in told.items() if before.get(path, GONE) == value])
        if "says" in case:
            row.same("says", case["says"], [step["text"] for step in answer["steps"]])
        logs(row, at, answer["steps"])
        do(at, "undo")
        row.same("after undo", before, figures(at))


def test_the_table_speaks_of_every_action() -> None:
    def write(rule: str) -> str:
        word = form.word.text if (form := DEFINITION.rules[rule].move) else rule
        return f'{rule} = [ {{ turn = "…", told = "…", move = "{word} …", then = "every figure that changes", says = ["each step"] }} ].'

    speaks(gaps("action", ACTIONS, TABLE, FILE, write))


def test_a_card_discarded_or_played_for_its_effect_changes_nothing() -> None:
    for line, said in (("!discard", "Anna: discards a card with nothing done."), ("card", "Anna: plays a card for its effect.")):
        at = played([])
        before = figures(at)
        answer = do(at, line)
        assert answer["recorded"]
        assert [step["text"] for step in answer["steps"]] == [said]
        assert figures(at) == before


def test_a_deal_that_does_not_lie_open_is_forced_and_takes_none_away() -> None:
    at = played(["card", "card", "adjust deals=1,7", "!deal 2"])
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
    after = figures(played(["card", "adjust market.middle=game_store", "!build game_store 2"]))
    assert (after["companies.game_store.crew"], after["companies.game_store.workers"]) == ("middle", [])
    assert after["companies.game_store.committed"] is False
