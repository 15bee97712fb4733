"""A turn is typed in a few keys, in every language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from helper.engine.move import Move
from helper.errors import Fault, UnreadableInput
from helper.i18n.words import Words
from helper.table import Table, new
from helper.table.evening import Evening
from helper.table.handling import read_play
from helper.table.wording import Speaker
from tests.games.hegemony.sitting import DEFINITION, GAME, LANGUAGES, asked, figures, table
from tests.languages import SPOKEN
from tests.missing import gaps, speaks
from tests.playing import do, stamps
from tests.rows import Row

FILE = Path(__file__).with_name("short_forms.toml")
TABLE: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))
FORMS: list[dict[str, Any]] = TABLE["forms"]
SEATS = ("P1=working", "P2=middle", "P3=capitalist", "P4=state")
NOT_TYPED_IN_A_TURN = {"turn.no_passing"}


def keys(line: str) -> int:
    """Return how many keys a line takes, with the Enter key."""
    return len(line) + 1


def read(line: str, language: str) -> Move:
    """Return the move that a line is read as at the start of an evening."""
    evening = Evening(new("hegemony", SEATS, {}, "full"))
    header = evening.journal.header
    speaker = Speaker(evening.definition, language, header.seats, header.roles)
    return read_play(evening, {"words": line.split()}, speaker)


@pytest.mark.parametrize("form", FORMS, ids=[f"{number}-{form['rule']}" for number, form in enumerate(FORMS)])
def test_a_form_is_as_short_as_it_says_and_means_the_same_in_every_language(form: dict[str, Any]) -> None:
    speaks(without(form, SPOKEN))
    meant = read(form["en"], "en")
    for language in [*SPOKEN, *sorted(form.keys() & {*LANGUAGES} - {*SPOKEN})]:
        with Row(form["rule"], ["the start of an evening of four"], f"{form[language]} (in {language})") as row:
            row.holds("keys", keys(form[language]) <= form["keys"], f"at most {form['keys']}", keys(form[language]))
            move = read(form[language], language)
            row.same("rule", form["rule"], move.rule)
            row.same("move", meant._replace(seat=None), move._replace(seat=None))


def without(form: dict[str, Any], languages: Iterable[str]) -> list[str]:
    """Return a sentence for each language that a form is not written in."""
    return gaps("language", languages, form.keys() & {*languages}, FILE, '{id} = "…" into it.', f"line in the form of {form['rule']}")


@pytest.mark.parametrize("language", SPOKEN)
def test_a_turn_takes_few_keys_on_average(language: str) -> None:
    speaks(sentence for form in FORMS for sentence in without(form, [language]))
    assert sum(keys(form[language]) for form in FORMS) / len(FORMS) <= TABLE["average"]


def test_every_action_has_a_form() -> None:
    definition = Evening(new("hegemony", SEATS, {}, "full")).definition
    actions = {rule.id for rule in definition.rules.values() if rule.move and rule.kind in ("basic_action", "free_action")}
    lines = " ".join(f'{language} = "…"' for language in SPOKEN)
    write = f'[[forms]] rule = "{{id}}" keys = the most it may take, {lines}.'
    speaks(gaps("action", actions - NOT_TYPED_IN_A_TURN, [form["rule"] for form in FORMS], FILE, write, "form"))


def test_the_words_for_moves_and_their_short_forms_are_apart() -> None:
    definition = Evening(new("hegemony", SEATS, {}, "full")).definition
    shorts = [rule.move.short for rule in definition.rules.values() if rule.move]
    assert len(set(shorts)) == len(shorts)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("v wy2 mn1+1 cy sn0+2", "vote w:for:2 m:against:1:1 c:for s:against:0:2"),
        ("bu l c2 f2", "buy luxury capitalist:2 foreign_market:2"),
        ("wa su23", "wages supermarket_2:3"),
        ("wa su3", "wages supermarket_1:3"),
        ("bld jew m:lh", "build jewelry_store middle:worker_luxury,middle:worker_health"),
        ("bo uh", "bonus university_hospital"),
        ("as npb:mu:u", "assign national_public_broadcasting:worker_media+unskilled:unemployed"),
        ("de 4f8l z", "deal 7 free_trade_zone"),
        ("ca as lo", "card as lobby"),
        ("wa shopping_mall#2:3", "wages shopping_mall_2:3"),
        ("wa Shopping_Mall_2:3", "wages shopping_mall_2:3"),
        ("as cli:h+u+u", "assign clinic_1:huu"),
        ("as tec:eu un.e:e:cli", "assign technical_university:worker_education+unskilled union.education:worker_education:clinic_1"),
        ("bo uh1", "bonus university_hospital"),
        ("bu f c9999", "buy food capitalist:9999"),
        ("bld jew m:l:cli2 w:u", "build jewelry_store middle:worker_luxury:clinic_2,working:unskilled:unemployed"),
        ("bld jew m:lh,", "build jewelry_store middle:lh"),
        ("de 6f", "deal 1"),
        ("de 8×l z", "deal 4 free_trade_zone"),
        ("de 5xf6xl", "deal 8"),
        ("v m3 c:2 wy", "vote middle:3 capitalist:2 working:for:0:0"),
        ("v middle::3 capitalist:-:2 w::0:0 st::1", "vote middle:3 capitalist:2 working:0 state:1"),
        ("v w:y m:n:2 s:n:0:3", "vote working:for:0:0 middle:against:2:0 state:against:0:3"),
        ("p Immigration c", "propose 7 C"),
        ("me Work", "meet working"),
    ],
)
def test_what_is_typed_short_is_what_is_typed_in_full(short: str, long: str) -> None:
    with Row(GAME, ["the start of an evening of four"], short) as row:
        row.same("read as", read(long, "en"), read(short, "en"))


IN_GERMAN = [
    ("as gewerkschaft.gesundheit:g gewerkschaft.medien:m:klinik#2", "assign union.health:h union.media:m:clinic_2"),
    ("as einkaufszentrum_2:lu:Klinik_2", "assign shopping_mall_2:lu:clinic_2"),
    ("bld ra 2 mittelschicht:ng arbeiter:u:arbeitslose", "build radio_station 2 middle:fh working:u:unemployed"),
    ("me arbeiter", "meet working"),
    ("ta arbeiter kapitalisten", "tax working capitalist"),
    ("p besteuerung b", "propose taxation B"),
    ("p 3 b sofort", "propose 3 B now"),
    ("v arbeiter:ja:2 staat:nein:0:1 mittelschicht:3", "vote working:for:2 state:against:0:1 middle:3"),
    ("bu luxus kapitalisten:2 ausland:2", "buy luxury capitalist:2 foreign_market:2"),
    ("bu nahrung staat2", "buy food state:2"),
    ("pr nahrung:15 gesundheit5", "prices food:15 health:5"),
    ("ex nahrung8 luxus6", "export food:8 luxury:6"),
    ("de 4nahrung8luxus zone", "deal 7 free_trade_zone"),
    ("de 8l lager", "deal 4 storage"),
    ("ue arbeitslose ungelernt gesundheitsarbeiter", "education unemployed unskilled worker_health"),
    ("ue klinik u g", "education clinic_1 unskilled worker_health"),
    ("sw klinik:gesundheitsarbeiter:ungelernt", "swap clinic_1:worker_health:unskilled"),
    ("wa einkaufszentrum23", "wages shopping_mall_2:3"),
    ("bo einkaufszentrum", "bonus shopping_mall_1"),
    ("sto nahrung", "storage food"),
    ("v arbeiter:ja crews=public_hospital_2:arbeiter", "vote working:for crews=public_hospital_2:working"),
    ("production loss=kapitalisten:4", "production loss=capitalist:4"),
]


@pytest.mark.parametrize(("german", "english"), IN_GERMAN)
def test_words_of_a_language_stand_for_the_same_things(german: str, english: str) -> None:
    with Row(GAME, ["the start of an evening of four"], f"{german} (in de)") as row:
        row.same("read as", read(english, "en"), read(german, "de"))


@pytest.mark.parametrize(("line", "key"), [("bld jew -", "crew"), ("as -", "assignments"), ("bu f -", "purchases"), ("ta -", "losers")])
def test_a_dash_stands_for_none_where_none_can_be(line: str, key: str) -> None:
    assert read(line, "en").arguments[key] == ()


UNREADABLE = {
    "no_pair": "sw -|wa -|pr -|v -|bu f c|bu f c:|as cli|as cli:h:u:u|as cli::u|sw cli:h|sw cli:h:u:f|bld jew m|bld jew m:l:u:u|wa su:1:2|"
    "v w|v w:for:1:2:3|v m::|v m::2:1|v m::2:0:0|v w:for::0|v ::2|v m-1|v wy crews=public_hospital_2:w:u|production loss=m|ex l",
    "unknown_word": "bld zzz|de 3f|as cli:zz|as cli:ux|as cli3:hu|as cli0:hu|as cliX:hu|as cli:hu:unemployedX|bo uh2|bo uhX|bld jew s:lh|"
    "as un.x:h|as zz.food:h|v wx2|v m:-|v zy2|ex q3|ue u q h|de 99|de 0f|de f|de 16f|de 8l q|ta s|me s",
    "ambiguous_word": "bo a",
    "out_of_range": "p 8 a|p 0 a|wa su4|wa su1:12",
    "not_allowed": "p 3 d|scoring agenda=3d",
    "no_amount": "wa su0|bu f c0|bu f c10000|ex l0",
    "no_number": "v w:for:x",
    "figure_twice": "pr f15 f12|wa sm2 sm3|wa sm2 shopping_mall_1:3",
}


@pytest.mark.parametrize(("line", "code"), [(line, code) for code, lines in UNREADABLE.items() for line in lines.split("|")])
def test_what_names_nothing_or_no_such_thing_cannot_be_read(line: str, code: str) -> None:
    with Row(GAME, ["the start of an evening of four"], line) as row:
        row.same("codes", [code], [fault.code for fault in unread(line)])


def unread(line: str) -> tuple[Fault, ...]:
    """Return the faults with which a line cannot be read; none where it can."""
    try:
        read(line, "en")
    except UnreadableInput as refused:
        return refused.faults
    return ()


def test_what_is_too_high_is_answered_with_how_far_it_goes() -> None:
    for line, low, high in (("p 8 a", 1, 7), ("wa su4", 1, 3)):
        with pytest.raises(UnreadableInput) as refused:
            read(line, "en")
        assert (refused.value.faults[0].values["low"], refused.value.faults[0].values["high"]) == (low, high)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("as cli", "“cli” is not complete; its parts are divided by “:”, as in Company:worker:from where."),
        ("v w", "“w” is not complete; its parts are divided by “:”, as in Class:side:cubes:influence."),
        ("bu f c0", "“0” is no amount; it is a whole number of at least one."),
        ("wa su", "“su” is not complete; its parts are divided by “:”, as in Company:level."),
        ("pr f", "“f” is not complete; its parts are divided by “:”, as in Kind:price."),
        ("sw -", "“-” is not complete; its parts are divided by “:”, as in Company:worker:partner."),
        ("wa -,-", "“- and -” is not complete; its parts are divided by “:”, as in Company:level."),
        ("v -", "“-” is not complete; its parts are divided by “:”, as in Class:side:cubes:influence."),
        ("v w:for:1:y", "“w:for:1:y” is not a whole number."),
        ("wa su1:12", "12 is out of range; it goes from 1 to 3."),
        ("p 8 a", "Policy: 8 is out of range; it goes from 1 to 7."),
        ("p 3 d", "Section: “Section” cannot be “d”; it is one of A, B and C."),
        ("pr f15 f12", "“food” is given twice; give it once."),
        ("wa sm2 shopping_mall_1:3", "“Shopping Mall 1” is given twice; give it once."),
    ],
)
def test_what_cannot_be_read_is_refused_in_exactly_these_words(line: str, said: str) -> None:
    with Row(GAME, ["the start of an evening of four"], line) as row:
        row.same("says", [said], [Words("en", DEFINITION).fault(fault) for fault in unread(line)])


def test_a_deal_that_there_is_not_is_answered_with_what_stands_on_those_there_are() -> None:
    [said] = [Words("en", DEFINITION).fault(fault) for fault in unread("de 3f")]
    assert said.startswith("Business deal: “3f” is not known here; it is one of food 6 for 40 Vardis, food 7 for 50 Vardis, ")
    assert said.endswith(" and food 8, luxury 4 for 75 Vardis.")


def test_a_copy_of_a_company_that_there_is_not_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnreadableInput) as refused:
        read("as cli3:hu", "en")
    assert refused.value.faults[0].values == {"given": "cli3", "nearest": "", "known": ["clinic_1", "clinic_2"]}


@pytest.mark.parametrize(
    ("named", "by_role"),
    [
        ("buy food Cleo:2", "buy food capitalist:2"),
        ("bu f P3:2", "buy food capitalist:2"),
        ("meet Anna", "meet working"),
        ("tax Anna,bert", "tax working,middle"),
        ("production loss=P2:3,cleo:1", "production loss=middle:3,capitalist:1"),
        ("vote Anna:for:2 P2:against", "vote working:for:2 middle:against"),
        ("build hotel 2 Anna:u Anna:u Anna:u", "build hotel 2 working:u working:u working:u"),
    ],
)
def test_who_plays_a_role_may_be_named_for_it(named: str, by_role: str) -> None:
    assert asked(table(), named)[0] == asked(table(), by_role)[0]


@pytest.mark.parametrize(
    ("named", "path", "value"),
    [
        ("Dora.points=6", "state.points", 6),
        ("P3.revenue=90", "capitalist.revenue", 90),
        ("an.unemployed.unskilled=2", "working.unemployed.unskilled", 2),
        ("market.Cleo=hotel", "market.capitalist", ["hotel"]),
        ("companies.college_1.crew=Bert", "companies.college_1.crew", "middle"),
    ],
)
@pytest.mark.parametrize("telling", ["observe", "adjust"])
def test_figures_of_a_role_may_be_told_by_who_plays_it(telling: str, named: str, path: str, value: object) -> None:
    at = table()
    assert do(at, f"{telling} {named}")["recorded"]
    assert figures(at)[path] == value


def test_a_figure_told_of_a_player_and_of_its_role_is_told_twice() -> None:
    with pytest.raises(UnreadableInput) as refused:
        do(table(), "observe Dora.points=6 state.points=7")
    assert [fault.code for fault in refused.value.faults] == ["figure_twice"]


def test_a_word_of_the_game_goes_before_the_name_of_a_player() -> None:
    at = Table(new(GAME, ["State=working", "Capitalist=middle", "Cleo=capitalist", "Dora=state"], {}, "full"), stamps())
    do(at, "observe state.treasury=50 capitalist.revenue=7")
    assert (figures(at)["state.treasury"], figures(at)["capitalist.revenue"]) == (50, 7)
    bought = asked(at, "state buy food capitalist:1")[0]
    assert bought == asked(at, "dora buy food cleo:1")[0]


def test_where_workers_go_is_answered_with_the_unions_too() -> None:
    unions = {f"union.{industry}" for industry in DEFINITION.axes["industry"]}
    for line in ("as union:u", "as media:m", "as cli:hu:zz", "ue union u m"):
        with pytest.raises(UnreadableInput) as refused:
            read(line, "en")
        assert unions <= {*refused.value.faults[0].values["known"]}, line  # type: ignore[misc]
