"""Options, people and names change during an evening: an amendment of the header, kept in the log, taken back like any entry."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Helper

CHANGED = {
    "en": ("Changed: P2: Zoe", "P3: nobody sits here any more"),
    "de": ("Geändert: P2: Zoe", "P3: Hier sitzt niemand mehr"),
    "it": ("Cambiato: P2: Zoe", "P3: qui non siede più nessuno"),
}


def seats(helper: Helper) -> dict[str, str]:
    found: dict[str, str] = helper("status", "--json").json["seats"]
    return found


@pytest.fixture
def two(helper: Helper) -> Helper:
    assert helper("new", "capital-lux-2", "Anna", "Bert", "--option", "set=a", "--name", "Friday").code == 0
    assert helper("observe", "P1.blue.sum=5", "P2.gold=2", "emperor=Anna").code == 0
    return helper


@pytest.mark.parametrize("lang", CHANGED)
@pytest.mark.parametrize("who", ["Bert", "P2", "ber"])
def test_somebody_is_replaced_and_plays_on(two: Helper, who: str, lang: str) -> None:
    found = two("change", f"{who}=Zoe", "--lang", lang)
    assert found.code == 0, found.err
    assert CHANGED[lang][0] in found.out
    assert seats(two) == {"P1": "Anna", "P2": "Zoe"}
    assert [one["name"] for one in two("score", "--json").json["scores"]] == ["Anna", "Zoe"]
    assert "P2: Zoe" in two("log", "--lang", lang).out
    assert two("record", "list", "--json").json["records"][0]["seats"] == ["Anna", "Zoe"]
    assert two("legal", "zoe", "--json").json["seat"] == "P2"
    assert two("legal", "bert").code == 2


@pytest.mark.parametrize("lang", CHANGED)
def test_somebody_joins_and_leaves_before_anything_is_told_of_them(two: Helper, lang: str) -> None:
    assert two("change", "P3=Cleo", "--lang", lang).code == 0
    assert seats(two) == {"P1": "Anna", "P2": "Bert", "P3": "Cleo"}
    found = two("change", "Cleo=-", "--lang", lang)
    assert CHANGED[lang][1] in found.out
    assert seats(two) == {"P1": "Anna", "P2": "Bert"}


def test_a_change_is_undone_and_done_again_with_the_names_of_each(two: Helper) -> None:
    two("change", "Bert=Zoe")
    two("play", "base", "b5")
    two("undo")
    assert "Turn: Zoe" not in two("undo").out
    assert seats(two) == {"P1": "Anna", "P2": "Bert"}
    assert "(withdrawn by 5)" in two("log").out
    assert "P2: Zoe" in two("redo").out
    assert seats(two)["P2"] == "Zoe"


def test_an_option_that_is_changed_counts_from_the_beginning_and_the_difference_is_shown_first(helper: Helper) -> None:
    helper("new", "capital-lux-2", "Anna", "Bert", "--option", "set=a")
    assert helper("status", "--json").json["options"]["set"] == "a"
    found = helper("change", "--option", "set=b")
    assert found.code == 0, found.err
    assert found.out.splitlines()[0].startswith("Changed: The set of power tiles in use = b: ")
    assert helper("status", "--json").json["options"]["set"] == "b"


def test_a_number_told_outside_an_option_can_be_set_later(helper: Helper) -> None:
    helper("new", "hegemony", "Anna=working", "Cleo=capitalist", "--option", "rounds=3")
    assert helper("status", "--json").json["rounds"] == 3
    assert helper("change", "--option", "rounds=all").code == 0
    assert helper("status", "--json").json["rounds"] == 5
    log = helper("log").out
    assert "all: " in log


def test_where_a_game_has_roles_who_joins_takes_one(helper: Helper) -> None:
    helper("new", "hegemony", "Anna=working", "Bert=middle", "Cleo=capitalist")
    assert "Changed: P4: Dora, State" in helper("change", "P4=Dora=state").out
    assert helper("change", "P4=Dora=working").code == 2
    assert helper("change", "P1=Anna=middle", "P2=Bert=working").code == 0
    assert helper("observe", "anna.loans=1", "--json").json["figures"][0]["path"] == "middle.loans"
    assert helper("change", "P4=A=B").code == 0
    assert seats(helper)["P4"] == "A=B"


REFUSED = {
    "en": {
        "Anna=-": "“Anna” stands in the record, as in entry 1: say who plays on there, as P1=NAME.",
        "Bert=Bert": "That is so already; nothing was changed.",
        "Bert=Anna": "“Anna” is given twice",
        "Zoe=Bert": "Nobody called “Zoe” sits here",
        "P4=Dora": "Nobody called “P4” sits here",
        "Bert": "is not of the form key=value",
        "Bert=a\u202eb": "U+202E",
    },
    "de": {
        "Anna=-": "„Anna“ steht in der Aufzeichnung, etwa in Eintrag 1: Sag, wer dort weiterspielt, als P1=NAME.",
        "Bert=Bert": "Das ist schon so; nichts wurde geändert.",
    },
    "it": {
        "Anna=-": "«Anna» figura nella registrazione, come nella voce 1: indica chi continua a giocare lì, come P1=NOME.",
        "Bert=Bert": "È già così; non è stato cambiato nulla.",
    },
}


@pytest.mark.parametrize(("lang", "word"), [(lang, word) for lang, words in REFUSED.items() for word in words])
def test_what_cannot_be_changed_is_refused_and_changes_nothing(two: Helper, lang: str, word: str) -> None:
    before = two("record", "export").out
    found = two("change", word, "--lang", lang)
    assert (found.code in (1, 2), found.out) == (True, "")
    assert REFUSED[lang][word] in found.err
    assert two("record", "export").out == before


@pytest.mark.parametrize("words", [["--option", "set=z"], ["--option", "sets=a"], ["P3=Cleo", "P3=Dora"], []])
def test_what_there_is_not_is_refused(two: Helper, words: list[str]) -> None:
    assert two("change", *words).code == 2
    assert len(two("log", "--json").json["entries"]) == 1


def test_a_change_is_not_corrected_but_changed_once_more(two: Helper) -> None:
    two("change", "Bert=Zoe")
    found = two("correct", "2", "P2=Bert")
    assert found.code == 1
    assert "Entry 2 changes who plays, or by which options; change that once more, or undo it." in found.err


def test_a_changed_record_travels_and_says_that_older_programs_cannot_read_it(process: Helper) -> None:
    process("new", "capital-lux-2", "Anna", "Bert", "--name", "Friday")
    before = process("record", "export").out
    assert json.loads(before.splitlines()[0])["format"] == 1
    process("change", "Bert=José")
    text = process("record", "export").out
    assert json.loads(text.splitlines()[0])["format"] == 2
    assert json.loads(text.splitlines()[1])["body"] == {"seats": {"P2": "José"}}
    taken = process("record", "import", "-", "--name", "again", "--json", given=text)
    assert taken.json["again"] == "Friday"
    process("record", "use", "again")
    assert process("status", "--json").json["seats"] == {"P1": "Anna", "P2": "José"}


@pytest.mark.parametrize("body", [{}, {"seats": 3}, {"seats": {"P1": 3}}, {"options": {"set": ["a"]}}, {"seats": {"P9": None}}])
def test_a_change_from_elsewhere_that_says_nothing_changes_nothing(process: Helper, body: object) -> None:
    process("new", "capital-lux-2", "Anna", "Bert", "--option", "set=a", "--name", "Friday")
    process("change", "Bert=Zoe")
    lines = process("record", "export").out.splitlines()
    lines[1] = json.dumps({**json.loads(lines[1]), "body": body})
    taken = process("record", "import", "-", "--name", "odd", given="\n".join(lines))
    assert taken.code in (0, 2), taken.err
    if taken.code == 0:
        process("record", "use", "odd")
        for words in (["status"], ["log"], ["score"], ["legal"]):
            assert process(*words).code == 0
