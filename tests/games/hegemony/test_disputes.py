"""Readings that differ: a dispute is named and refuses nothing until it is settled; an ambiguity follows its default."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from helper.errors import UnreadableInput
from helper.i18n.words import Words
from helper.table import Table, new
from tests.games.hegemony.sitting import CASTS, DEFINITION, GAME, figures, judged, judges, played, reasons, said_of
from tests.missing import gaps, speaks
from tests.playing import do, stamps
from tests.rows import Row

UNSETTLED = {id for id, option in DEFINITION.options.items() if not option.default}
DISPUTES: dict[str, tuple[list[str], str, str, dict[str, str]]] = {
    "middle_export": (
        ["card", "adjust export_card=1 middle.storage.health=2"],
        "bert export health:2",
        "export:kinds_of_the_middle_class",
        {"printed": "legal", "sheet": "illegal"},
    ),
    "swap_workers": (
        ["adjust companies.college_1.workers=ef working.unemployed.worker_media=1"],
        "anna swap college1:f:m",
        "swap_workers:partner_reading",
        {"printed": "legal", "sheet": "illegal"},
    ),
}
"""A table, a move that depends on the reading, its condition, and the verdict of each reading."""
SETTLED: dict[str, tuple[list[str], str, dict[str, str]]] = {
    "bill_block": (
        ["adjust bills.taxation.middle=B"],
        "anna propose 3 B",
        {"": "illegal", "printed": "illegal", "sheet": "legal", "section": "legal"},
    ),
    "bill_block of one's own": (
        ["adjust bills.labor.working=A"],
        "anna propose 2 C",
        {"": "illegal", "printed": "illegal", "sheet": "illegal", "section": "legal"},
    ),
    "bill_block on the section": (
        ["adjust bills.labor.working=A"],
        "anna propose 2 A",
        {"": "illegal", "printed": "illegal", "sheet": "illegal", "section": "illegal"},
    ),
    "state_export": (
        [*["card"] * 3, "adjust export_card=1 state.storage.food=3 state.storage.luxury=4"],
        "dora export food:3 luxury:4",
        {"": "legal", "printed": "legal", "sheet": "illegal"},
    ),
    "middle_buying": (
        ["card", "adjust middle.money=100 middle.storage.food=2"],
        "bert buy food foreign:3 middle:1",
        {"": "legal", "printed": "legal", "sheet": "illegal"},
    ),
    "education_skilled": (
        ["adjust working.goods.education=3 companies.college_1.workers=ee"],
        "anna education college1 e m",
        {"": "legal", "free_slot": "legal", "unemployed": "illegal", "any": "legal"},
    ),
    "education_skilled in its own slot": (
        ["adjust working.goods.education=3"],
        "anna education college1 e m",
        {"": "illegal", "free_slot": "illegal", "unemployed": "illegal", "any": "legal"},
    ),
}
"""A table, a move, and the verdict of each reading; without one the default holds."""


@pytest.mark.parametrize("id", sorted(DISPUTES))
def test_a_dispute_names_both_readings_and_refuses_nothing(id: str) -> None:
    lines, move, condition, _ = DISPUTES[id]
    at = played(lines)
    with Row(condition.partition(":")[0], at, move) as row:
        _, verdict, evening = judged(at, move)
        row.same("verdict", "disputed", verdict.outcome)
        row.same("reasons", [f"~{condition}"], reasons(verdict))
        row.same("values of the reason", {"option": id}, verdict.reasons[0].values)
        for language, said in said_of(row, evening, verdict).items():
            words = Words(language, DEFINITION)
            for choice in DEFINITION.options[id].choices.values():
                row.holds(f"a reading in {language}", words.sentence(choice) in said[0], words.sentence(choice), said[0])
        done = do(at, move)
        row.answered(done)
        row.holds("recorded", bool(done["recorded"]), "yes", "refused")
        row.same("verdict of what is recorded", "disputed", done["verdict"])


@pytest.mark.parametrize(("id", "reading"), [(id, reading) for id in sorted(DISPUTES) for reading in DISPUTES[id][3]])
def test_once_settled_a_reading_allows_or_refuses(id: str, reading: str) -> None:
    lines, move, condition, verdicts = DISPUTES[id]
    by_option = Table(new(GAME, CASTS[4], {id: reading}, "full"), stamps())
    by_reading = Table(new(GAME, CASTS[4], {}, "full", reading=reading), stamps())
    for at in (by_option, by_reading):
        for line in lines:
            do(at, line)
        wanted = verdicts[reading]
        with Row(condition.partition(":")[0], at, move) as row:
            judges(row, at, move, {"verdict": wanted, "reasons": [] if wanted == "legal" else [condition]})


@pytest.mark.parametrize("id", sorted(DISPUTES))
def test_a_move_that_both_readings_allow_is_not_disputed(id: str) -> None:
    allowed = {
        "middle_export": (["card", "adjust export_card=1 middle.storage.food=3"], "bert export food:3"),
        "swap_workers": (["adjust companies.college_1.workers=ef working.unemployed.unskilled=1"], "anna swap college1:f:u"),
    }
    lines, move = allowed[id]
    assert judged(played(lines), move)[1].outcome == "legal"


def test_a_move_that_fails_otherwise_is_refused_whatever_the_reading() -> None:
    at = played(["card", "adjust export_card=1 middle.storage.health=1"])
    _, verdict, _ = judged(at, "bert export health:2")
    assert (verdict.outcome, reasons(verdict)) == ("illegal", ["export:goods_to_export", "~export:kinds_of_the_middle_class"])


def test_exactly_the_disputes_where_the_sheets_contradict_the_printed_material_are_left_open() -> None:
    write = '"{id}": (lines, move, condition, {reading: verdict}).'
    speaks(gaps("open dispute", UNSETTLED, DISPUTES, Path(__file__), write, "row in DISPUTES"))
    assert {id for id, option in DEFINITION.options.items() if option.kind == "dispute" and option.default} == {
        "bill_block",
        "state_export",
        "middle_buying",
    }


OPTIONS = [pytest.param(id, reading, id=f"{id}={reading}") for id, option in DEFINITION.options.items() for reading in option.choices]


@pytest.mark.parametrize(("id", "reading"), OPTIONS)
def test_every_reading_of_every_option_is_tried_somewhere(id: str, reading: str) -> None:
    """The default is tried by whatever names the option; any other reading stands where a test or row names both."""
    found = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*") if path.suffix in (".py", ".toml")]
    by_default = reading == DEFINITION.options[id].default
    tried = any(re.search(rf"\b{id}\b", text) and (by_default or f'"{reading}"' in text) for text in found)
    row = f'a test here or a row in effects.toml, phases.toml: options = {{ {id} = "{reading}" }}, with what it changes.'
    speaks(gaps("option", [id], [id] if tried else [], Path(__file__), row, f'test of the reading "{reading}"'))


@pytest.mark.parametrize(("id", "reading"), [(id, reading) for id in SETTLED for reading in SETTLED[id][2]])
def test_an_option_with_a_default_follows_it_until_another_reading_is_chosen(id: str, reading: str) -> None:
    lines, move, verdicts = SETTLED[id]
    at = played(lines, 4, "full", **({id.split()[0]: reading} if reading else {}))
    rule = judged(at, move)[0]
    with Row(rule, at, move) as row:
        _, verdict, evening = judged(at, move)
        row.said(said_of(row, evening, verdict)["en"])
        row.same("verdict", verdicts[reading], verdict.outcome)


@pytest.mark.parametrize("id", sorted(SETTLED))
def test_every_reading_of_an_option_is_tried(id: str) -> None:
    option = DEFINITION.options[id.split()[0]]
    assert set(SETTLED[id][2]) - {""} == set(option.choices)
    assert SETTLED[id][2][""] == SETTLED[id][2][option.default]


@pytest.mark.parametrize(("reading", "committed"), [("", True), ("any", True), ("to_l3", False)])
def test_which_raise_commits_is_an_option(reading: str, committed: bool) -> None:
    lines = ["card", "card", "adjust policies.labor=C companies.college_1.level=1", "cleo wages college1:2"]
    at = played(lines, 4, "full", **({"commit_on_raise": reading} if reading else {}))
    with Row("adjust_wages", at) as row:
        row.same("companies.college_1.committed", committed, bool(figures(at)["companies.college_1.committed"]))


@pytest.mark.parametrize(("reading", "amount", "points"), [("", 2, 1), ("flat", 2, 1), ("per_three", 2, 0), ("per_three", 3, 1)])
def test_what_the_state_scores_at_the_middle_price_is_an_option(reading: str, amount: int, points: int) -> None:
    at = played([f"buy health state:{amount}"], 4, "full", **({"state_price_points": reading} if reading else {}))
    with Row("buy", at) as row:
        row.same("state.points", points, figures(at)["state.points"])


@pytest.mark.parametrize(("reading", "zone"), [("", 4), ("full_tariff", 4), ("whole", 0)])
def test_whether_a_deal_is_split_is_an_option(reading: str, zone: int) -> None:
    lines = ["card", "card", "adjust deals=1 capitalist.storage.food=6", "deal 1"]
    at = played(lines, 4, "full", **({"deal_split": reading} if reading else {}))
    with Row("business_deal", at) as row:
        row.same("capitalist.zone.food", zone, figures(at)["capitalist.zone.food"])
        row.same("state.treasury", 126, figures(at)["state.treasury"])


DEMONSTRATED = [
    "adjust working.unemployed=9",
    "adjust working.unemployed.unskilled=9 market.capitalist=hotel,fast_food_chain",
    "demonstration",
]
ASSIGNED = [*DEMONSTRATED, *["card"] * 3, "assign convenience1:u doctors_office1:u"]
BUILT = [*DEMONSTRATED, "card", "build hotel 2 working:u,working:u,working:u"]
FILLED_LATER = [*DEMONSTRATED, "card", "build hotel 2", "card", "assign hotel:uuu"]
DEMONSTRATED_ANEW = [
    *(*DEMONSTRATED, "card", "build hotel 2", "adjust demonstration=no", "card", "!demonstration"),
    *("card", "card", "card", "assign hotel:uuu"),
]
"""The hotel was built while the token lay there another time."""
BUILT_AND_SOLD = [*DEMONSTRATED, "card", "build hotel 2", "card", "card", "card", "sell hotel"]


@pytest.mark.parametrize(
    ("reading", "lines", "lies"),
    [
        ("", DEMONSTRATED, True),
        ("", ASSIGNED, True),
        ("condition", [*DEMONSTRATED, *["card"] * 3, "assign national_public_broadcasting:muu"], True),
        ("", BUILT, False),
        ("built_and_filled", BUILT, False),
        ("condition", BUILT, False),
        ("", [*DEMONSTRATED, "card", "build hotel 2"], True),
        ("condition", [*DEMONSTRATED, "card", "build hotel 2"], False),
        ("", FILLED_LATER, False),
        ("", DEMONSTRATED_ANEW, True),
        ("", BUILT_AND_SOLD, True),
        ("", [*BUILT, "!anna demonstration"], True),
    ],
)
def test_when_the_token_of_a_demonstration_goes_is_an_option(reading: str, lines: list[str], lies: bool) -> None:
    told = ["adjust working.unemployed.worker_media=1"] if any("broadcasting" in line for line in lines) else []
    at = played([*told, *lines], 4, "full", **({"demonstration_removal": reading} if reading else {}))
    with Row("demonstration", at) as row:
        row.same("the token lies there", lies, bool(figures(at)["demonstration"]))


@pytest.mark.parametrize("options", [{"middle_export": "perhaps"}, {"perhaps": "printed"}])
def test_a_reading_or_option_that_does_not_exist_cannot_be_read(options: dict[str, str]) -> None:
    with pytest.raises(UnreadableInput):
        new(GAME, CASTS[4], options, "full")
    with pytest.raises(UnreadableInput):
        new(GAME, CASTS[4], {}, "full", reading="perhaps")


def test_an_option_named_goes_before_the_reading_of_all() -> None:
    header = new(GAME, CASTS[4], {"middle_export": "sheet"}, "full", reading="printed").header
    assert header.options["middle_export"] == "sheet"
    assert header.options["swap_workers"] == "printed"


def test_points_that_nobody_settles_are_something_for_the_table() -> None:
    found = {f"{rule.id}:{one.id}" for rule in DEFINITION.rules.values() for one in rule.requires if one.checked_by == "table"}
    assert found == {"event_action:task_doable"}
