"""A turn is typed in a few keys, in every language."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from helper.engine.move import Move
from helper.errors import UnreadableInput
from helper.i18n import catalogs
from helper.table import new
from helper.table.evening import Evening
from helper.table.handling import read_play
from helper.table.wording import Speaker

TABLE: dict[str, Any] = tomllib.loads(Path(__file__).with_name("short_forms.toml").read_text(encoding="utf-8"))
FORMS: list[dict[str, Any]] = TABLE["forms"]
LANGUAGES = [language for language in ("en", "de", "it") if language in catalogs.languages()]
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
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_is_as_short_as_it_says_and_means_the_same_in_every_language(form: dict[str, Any], language: str) -> None:
    assert keys(form[language]) <= form["keys"]
    move = read(form[language], language)
    assert move.rule == form["rule"]
    assert move._replace(seat=None) == read(form["en"], "en")._replace(seat=None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_takes_few_keys_on_average(language: str) -> None:
    assert sum(keys(form[language]) for form in FORMS) / len(FORMS) <= TABLE["average"]


def test_every_action_has_a_form() -> None:
    definition = Evening(new("hegemony", SEATS, {}, "full")).definition
    actions = {rule.id for rule in definition.rules.values() if rule.move and rule.kind in ("basic_action", "free_action")}
    assert actions - NOT_TYPED_IN_A_TURN == {form["rule"] for form in FORMS}


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
        ("p Immigration c", "propose 7 C"),
        ("me Work", "meet working"),
    ],
)
def test_what_is_typed_short_is_what_is_typed_in_full(short: str, long: str) -> None:
    assert read(short, "en") == read(long, "en")


@pytest.mark.parametrize(
    "line",
    [
        "sw -",
        "wa -",
        "pr -",
        "v -",
        "bld zzz",
        "p 8 a",
        "p 3 d",
        "de 3f",
        "wa su4",
        "wa su0",
        "bu f c0",
        "bo a",
        "as cli:zz",
        "as cli:ux",
        "p 0 a",
        "p 2",
    ],
)
def test_what_names_nothing_or_no_such_thing_cannot_be_read(line: str) -> None:
    with pytest.raises(UnreadableInput):
        read(line, "en")
