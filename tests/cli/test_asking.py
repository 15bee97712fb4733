"""Decisions that are asked for on a terminal."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Helper, Typing

PUBLIC = "public_hospital_2,public_university_2,regional_tv_station_2"
TOLD = (
    *(f"{role}.unemployed.worker_{kind}=0" for role in ("working", "middle") for kind in ("food", "luxury", "media")),
    *(
        "working.unemployed=3",
        "working.unemployed.unskilled=2",
        "working.unemployed.worker_health=1",
        "working.unemployed.worker_education=0",
    ),
    *("middle.unemployed=3", "middle.unemployed.unskilled=1", "middle.unemployed.worker_health=0", "middle.unemployed.worker_education=2"),
)
PLACED = {
    "hospital": "Public Hospital 2: Working Class places health worker and unskilled worker, committed.",
    "university": "Public University 2: Middle Class places education worker and unskilled worker, committed.",
}


@pytest.mark.parametrize("words", [(), ("working_food=capitalist:5",)])
def test_an_answer_that_was_refused_is_replaced_by_the_next(helper: Helper, typing: Typing, words: tuple[str, ...]) -> None:
    helper("new", "hegemony", "Anna=working", "Cleo=capitalist", "--start", "full")
    helper("adjust", "phase=production", "demonstration=yes")
    found = typing("resolve", *words, typed=("capitalist:5", "capitalist:1"))
    assert found.code == 0, found.err
    assert "Working Class: 1 × food from Capitalist Class, 12 Vardis." in found.out


@pytest.mark.parametrize(
    ("words", "typed", "placed"),
    [
        ([], (PUBLIC, "public_hospital_2:working", "public_university_2:middle"), ["hospital", "university"]),
        ([], (PUBLIC, "working", "-"), ["hospital"]),
        ([], (PUBLIC, "-", "-"), []),
        ([], (PUBLIC, "public_university_2:middle,public_hospital_2:working"), ["hospital", "university"]),
        ([], (PUBLIC, "middle", "working", "hotel:middle", "working", "middle"), ["hospital", "university"]),
        ([f"public={PUBLIC}", "crews=public_hospital_2:working"], ("-", "middle"), ["university"]),
    ],
)
def test_each_company_that_can_be_filled_is_asked_for(
    helper: Helper, typing: Typing, words: list[str], typed: tuple[str, ...], placed: list[str]
) -> None:
    helper("new", "hegemony", "Anna=working", "Bert=middle", "Cleo=capitalist", "Dora=state", "--start", "full")
    helper("observe", *TOLD)
    found = typing("play", "anna", "policy", "1", "B", *words, typed=typed)
    assert found.code == 0, found.err
    assert [name for name, said in PLACED.items() if said in found.out] == placed


@pytest.mark.parametrize(
    ("lang", "key", "typed", "answered"),
    [
        ("en", "working_food=", ("capitalist:1",), "Working Class: 1 × food from Capitalist Class, 12 Vardis."),
        ("de", "nahrung_der_arbeiterschicht=", ("kapitalistenklasse:1",), "kauft 1 × Nahrung für 12"),
        ("it", "cibo_della_classe_operaia=", ("classe_capitalista:1",), "1 × Cibo per 12"),
    ],
)
def test_a_decision_is_asked_for_by_a_word_of_the_reader(
    helper: Helper, typing: Typing, lang: str, key: str, typed: tuple[str, ...], answered: str
) -> None:
    helper("new", "hegemony", "Anna=working", "Cleo=capitalist", "--start", "full")
    helper("adjust", "phase=production", "demonstration=yes")
    found = typing("--lang", lang, "resolve", typed=typed)
    assert found.code == 0, found.err
    assert key in found.err
    assert answered in found.out


@pytest.mark.parametrize(
    ("lang", "given", "wrong", "right", "answered"),
    [
        ("de", "nahrung_der_arbeiterschicht", "kapitalistenklasse:5", "kapitalistenklasse:1", "kauft 1 × Nahrung für 12"),
        ("it", "cibo_della_classe_operaia", "classe_capitalista:5", "classe_capitalista:1", "1 × Cibo per 12"),
    ],
)
def test_an_argument_is_taken_by_a_word_of_the_reader_and_asked_again_where_it_was_no_answer(
    helper: Helper, typing: Typing, lang: str, given: str, wrong: str, right: str, answered: str
) -> None:
    helper("new", "hegemony", "Anna=working", "Cleo=capitalist", "--start", "full")
    helper("adjust", "phase=production", "demonstration=yes")
    refused = helper("--lang", lang, "resolve")
    assert refused.code == 2
    assert f"{given}=…" in refused.err
    found = typing("--lang", lang, "resolve", f"{given}={wrong}", typed=(right,))
    assert found.code == 0, found.err
    assert answered in found.out


TIED = ("state.legitimacy.working=2", "state.legitimacy.middle=2", "state.legitimacy.capitalist=2")


def test_a_dry_run_asks_what_the_move_asks(helper: Helper, typing: Typing) -> None:
    helper("new", "hegemony", "Anna=working", "Bert=middle", "Cleo=capitalist", "Dora=state", "--start", "full")
    for _ in range(3):
        helper("play", "card")
    helper("adjust", *TIED)
    tried, done = helper("play", "tax", "--dry-run"), helper("play", "tax")
    assert (tried.code, tried.out, tried.err) == (done.code, done.out, done.err)
    assert tried.code == 2
    asked = typing("play", "tax", "--dry-run", typed=("working,middle",))
    assert asked.code == 0, asked.err
    assert "Working Class: legitimacy falls to 1." in asked.out
    assert "Capitalist Class: legitimacy" not in asked.out
