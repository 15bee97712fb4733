"""How what is typed is kept and shown again, and what a form offers."""

from __future__ import annotations

from typing import Any

import pytest

from helper.engine.journal import Event
from helper.errors import UnreadableInput
from helper.games.hegemony.inputs import TYPES
from helper.i18n.words import Words
from helper.table.evening import Evening
from tests.games.hegemony.sitting import DEFINITION, played, table

UNTIL_CLEO = ["card", "card"]
# What was done, a move in words, how it is kept, how it is shown.
KEPT: list[tuple[list[str], str, dict[str, object], list[str]]] = [
    (
        [],
        "assign union.health:h clinic1:hu:college_1",
        {"assignments": ["union.health:worker_health:unemployed", "clinic_1:worker_health+unskilled:college_1"]},
        ["trade union, health, health worker and unemployed workers and Clinic 1, health worker and unskilled worker and College 1"],
    ),
    (
        ["propose 3 B now"],
        "vote wy2 m3 cn0+1",
        {"ballot": ["working:for:2:0", "middle:3", "capitalist:against:0:1"]},
        ["Working Class, for, 2 and 0, Middle Class, 3 and 0 and Capitalist Class, against, 0 and 1"],
    ),
    (
        ["adjust phase=scoring"],
        "scoring events=- agenda=1B,3C",
        {"events": [], "agenda": ["fiscalB", "taxationC"]},
        ["0", "Fiscal Policy, B and Taxation, C"],
    ),
    (
        UNTIL_CLEO,
        "build academy 2 working:eu",
        {"company": "academy", "level": 2, "crew": ["working:worker_education:unemployed", "working:unskilled:unemployed"]},
        [
            "Academy",
            "2",
            "Working Class, education worker and unemployed workers and Working Class, unskilled worker and unemployed workers",
        ],
    ),
    (
        [],
        "policy 1 B public=- crews=public_hospital2:-,public_university2:working,regional_tv_station2",
        {
            "policy": "fiscal",
            "section": "B",
            "public": [],
            "crews": ["public_hospital_2:-", "public_university_2:working", "regional_tv_station_2:-"],
        },
        ["0", "Public Hospital 2, Public University 2 and Working Class and Regional TV Station 2", "Fiscal Policy", "B"],
    ),
    ([], "assign clinic1:-:college1", {"assignments": ["clinic_1:-:college_1"]}, ["Clinic 1, 0 and College 1"]),
    (UNTIL_CLEO, "deal 7 zone", {"deal": "7", "into": "free_trade_zone"}, ["food 4, luxury 8 for 60 Vardis", "Free Trade Zone"]),
    (UNTIL_CLEO, "prices food:15 luxury:10", {"prices": ["food:15", "luxury:10"]}, ["food and 15 and luxury and 10"]),
    (UNTIL_CLEO, "wages clinic_1:3", {"wages": ["clinic_1:3"]}, ["Clinic 1 and 3"]),
]


@pytest.mark.parametrize(("done", "line", "kept", "shown"), KEPT)
def test_a_move_is_kept_with_ids_and_shown_in_words(done: list[str], line: str, kept: dict[str, object], shown: list[str]) -> None:
    answer: Any = played(done).ask("play", words=line.split(), dry_run=True)
    assert answer["arguments"] == kept
    assert answer["shown"] == shown


@pytest.mark.parametrize(
    ("done", "move", "given", "kept"),
    [
        (UNTIL_CLEO, "build", {"company": "academy", "level": "2", "crew": ""}, {"company": "academy", "level": 2, "crew": []}),
        (["adjust phase=scoring"], "scoring", {"events": "", "agenda": ""}, {"events": [], "agenda": []}),
    ],
)
def test_an_empty_field_of_a_form_stands_for_none(done: list[str], move: str, given: dict[str, str], kept: dict[str, object]) -> None:
    answer: Any = played(done).ask("play", move=move, arguments=given, dry_run=True)
    assert answer["arguments"] == kept


@pytest.mark.parametrize(
    ("path", "kept"),
    [("companies.clinic_1.workers", ["worker_health", "unskilled"]), ("companies.clinic_1.workers", []), ("market.middle", ["pharmacy"])],
)
def test_what_a_record_holds_is_read_from_it_as_it_was_told(path: str, kept: list[str]) -> None:
    assert Evening(table().journal).figure(path, kept) == tuple(kept)


@pytest.mark.parametrize(
    ("path", "kept"), [("companies.clinic_1.workers", "hu"), ("companies.clinic_1.workers", ["health"]), ("market.middle", ["zzz"])]
)
def test_what_no_record_holds_cannot_be_read_from_one(path: str, kept: object) -> None:
    with pytest.raises(UnreadableInput) as refused:
        Evening(table().journal).figure(path, kept)
    assert [(fault.code, fault.where) for fault in refused.value.faults] == [("unknown_word", path)]


CLASSES = {"working": "Working Class", "middle": "Middle Class", "capitalist": "Capitalist Class", "state": "State"}
GOODS = ("food", "luxury", "health", "education")
DEALS = ("food 6", "food 7", "food 8", "luxury 8", "luxury 10", "luxury 12")
BOTH = ("food 4, luxury 8", "food 5, luxury 6", "food 7, luxury 5", "food 8, luxury 4")
OFFERED: dict[str, dict[str, str]] = {
    "section": {"A": "A", "B": "B", "C": "C"},
    "role": CLASSES,
    "whose": {role: CLASSES[role] for role in ("working", "middle")},
    "side": {"for": "for", "against": "against"},
    "at_once": {"now": "now"},
    "into": {"storage": "storage", "free_trade_zone": "Free Trade Zone"},
    "good": {good: good for good in (*GOODS, "influence")},
    "deal": {str(number): brought for number, brought in enumerate((*DEALS, *BOTH), 1)},
    "source": {**CLASSES, "foreign_market": "Foreign Market"},
    "begin": {"produce": "produce", "needs": "needs", "imf": "IMF", "taxes": "taxes"},
}


@pytest.mark.parametrize("kind", OFFERED)
def test_a_form_offers_exactly_these(kind: str) -> None:
    offered = TYPES[kind].choices
    assert offered
    assert {key: Words("en", DEFINITION).value(value) for key, value in offered(DEFINITION)} == OFFERED[kind]


def test_a_form_offers_as_a_place_the_unemployed_every_union_and_every_company() -> None:
    offered = TYPES["where"].choices
    assert offered
    found = {key: Words("en", DEFINITION).value(value) for key, value in offered(DEFINITION)}
    unions = {f"union.{industry}": f"trade union, {industry}" for industry in (*GOODS, "media")}
    assert found.items() >= {"unemployed": "unemployed workers", **unions, "clinic_2": "Clinic 2", "hotel": "Hotel"}.items()
    assert set(found) == {"unemployed", *unions, *DEFINITION.axes["company"]}


ROW_BY_ROW = {
    "assignments": "where worker where",
    "swaps": "company worker worker",
    "crews": "company buyer",
    "losses": "role count",
    "crew": "buyer worker where",
    "purchases": "source count",
    "amounts": "good count",
    "prices": "good count",
    "wages": "company count",
    "ballot": "role side count count",
    "classes": "class",
    "companies": "company",
    "market": "company",
    "deals": "deal",
}


def test_a_form_asks_for_a_list_row_by_row_with_exactly_these_fields() -> None:
    assert {kind: " ".join(one.fields) for kind, one in TYPES.items() if one.fields} == ROW_BY_ROW


def test_a_record_that_names_one_of_two_companies_to_be_filled_is_replayed_as_before() -> None:
    told = [f"{role}.unemployed.{kind}=2" for role in ("working", "middle") for kind in ("unskilled", "worker_health", "worker_education")]
    at = played([f"observe {' '.join(told)} working.unemployed=6 middle.unemployed=6"])
    opened = ["public_hospital_2", "public_university_2", "regional_tv_station_2"]
    arguments = {"policy": "fiscal", "section": "B", "public": opened, "crews": ["public_hospital_2:working"]}
    body = {"rule": "turn.card_policy", "seat": "P1", "arguments": arguments}
    event = Event(len(at.journal.events) + 1, "old", "2025-01-01T20:00:00Z", "", "move", body, None, {})
    figures = Evening(at.journal._replace(events=(*at.journal.events, event))).position.figures
    assert [figures[f"companies.{id}.crew"] for id in opened] == ["working", "", ""]
