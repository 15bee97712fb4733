"""A move of which nothing is named yet is allowed only where there is a way to complete it."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from helper.engine.move import Move
from helper.engine.verdict import Unknown
from helper.games.hegemony.ways import _WAYS
from helper.table.evening import Evening
from tests.games.hegemony.sitting import CASTS, DEFINITION, played, reasons, said_of
from tests.rows import Row

BILLS = "fiscal labor taxation welfare_health welfare_education trade immigration"

# Seat, rule, figures told before, verdict, reasons, and in English what is said of the first.
ROWS = [
    ("anna", "propose_bill", "", "legal", [], ""),
    (
        "anna",
        "propose_bill",
        " ".join(f"bills.{policy}.middle=B" for policy in BILLS.split()),
        "illegal",
        ["propose_bill:no_bill_there"],
        "Required: No bill lies on that policy. Now: nothing meets this.",
    ),
    ("anna", "propose_bill", " ".join(f"bills.{policy}.middle=B" for policy in BILLS.split()[1:]), "legal", [], ""),
    ("cleo", "export", "export_card=1", "illegal", ["export:goods_to_export"], ""),
    ("cleo", "export", "export_card=1 capitalist.zone.food=9", "legal", [], ""),
    ("cleo", "export", "capitalist.storage.food=0", "unknown", ["?export:on_the_card"], ""),
    ("dora", "export", "export_card=1 state.storage.food=9", "legal", [], ""),
    ("dora", "export", "export_card=1 state.storage.food=0 state.storage.luxury=0", "illegal", ["export:goods_to_export"], ""),
    ("anna", "swap_workers", "", "illegal", ["swap_workers:skilled_in_unskilled_slot"], ""),
    ("anna", "swap_workers", "companies.college_1.workers=ef working.unemployed.unskilled=1", "legal", [], ""),
    ("anna", "buy", "", "legal", [], ""),
    ("anna", "buy", "working.money=0", "illegal", ["buy:cash_in_hand"], ""),
    ("bert", "buy", "middle.money=0 middle.storage.food=1", "legal", [], ""),
    ("anna", "strike", "", "legal", [], ""),
    ("cleo", "business_deal", "deals=1 capitalist.revenue=0 capitalist.capital=0", "illegal", ["business_deal:deal_paid"], ""),
    ("cleo", "business_deal", "deals=- capitalist.capital=500", "illegal", ["business_deal:deal_open"], ""),
    ("cleo", "business_deal", "deals=1 capitalist.capital=500", "legal", [], ""),
    (
        "cleo",
        "build_company",
        "market.capitalist=hotel capitalist.revenue=0 capitalist.capital=0",
        "illegal",
        ["build_company:company_paid"],
        "",
    ),
    ("cleo", "build_company", "market.capitalist=hotel capitalist.capital=500", "legal", [], ""),
    ("cleo", "buy_storage", "capitalist.revenue=0 capitalist.capital=0", "illegal", ["buy_storage:storage_paid"], ""),
    ("dora", "meet_mps", "", "illegal", ["meet_mps:influence_to_give"], ""),
    ("dora", "meet_mps", "state.influence=2", "legal", [], ""),
    ("dora", "campaign", "state.services.influence=0", "illegal", ["campaign:media_influence_there"], ""),
]


def _at(seat: str, told: str, start: str) -> Any:
    turns = [name.split("=")[0].lower() for name in CASTS[4]].index(seat)
    return played([*["card"] * turns, *([f"adjust {told}"] if told else [])], 4, start)


@pytest.mark.parametrize(("seat", "rule", "told", "verdict", "wanted", "says"), ROWS)
def test_a_move_is_refused_where_every_way_to_complete_it_is(
    seat: str, rule: str, told: str, verdict: str, wanted: list[str], says: str
) -> None:
    at = _at(seat, told, "full")
    evening = Evening(at.journal)
    found = evening.judge(evening.position, Move(rule, evening.to_move(evening.position), {}))
    with Row(rule, at, f"{seat} {rule}") as row:
        texts = said_of(row, evening, found)
        row.same("verdict", verdict, found.outcome)
        row.same("reasons", wanted, reasons(found))
        if says:
            row.same("what is said", [says], texts["en"])


@pytest.mark.parametrize("rule", ["propose_bill", "buy", "strike"])
def test_with_figures_alone_what_may_be_possible_is_not_refused(rule: str) -> None:
    evening = Evening(_at("anna", "", "figures").journal)
    assert evening.judge(evening.position, Move(rule, "P1", {})).outcome != "illegal"


@pytest.mark.parametrize("start", ["full", "figures"])
def test_what_is_listed_as_refused_is_refused_in_every_way_that_is_typed(start: str) -> None:
    """Each completion that the engine tries is judged as if it had been typed: none may be allowed where the open move is refused."""
    at = _at("anna", "", start)
    evening = Evening(at.journal)
    for seat in evening.position.seats:
        for move in evening.game.moves(evening.definition, evening.position, seat):
            outcome = evening.judge(evening.position, move).outcome
            if outcome == "illegal":
                with contextlib.suppress(Unknown):
                    for way in evening.game.completions(evening.definition, evening.position, move):
                        assert evening.judge(evening.position, way).outcome != "legal"


NOT_TRIED = {"adjust_prices": "a price on its printed step may always be set"}
"""Actions whose ways are not tried, and why: `legal` calls them allowed with their arguments open."""


def test_every_action_that_wants_an_argument_has_its_ways_or_says_why_not() -> None:
    optional = {one.key: one.optional for one in DEFINITION.inputs}
    wanting = {
        rule.id
        for rule in DEFINITION.rules.values()
        if rule.move and rule.kind in ("basic_action", "free_action") and not all(optional[key] for key in rule.move.parameters)
    }
    assert wanting == {*_WAYS, *NOT_TRIED}
