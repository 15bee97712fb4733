"""Taking records in: what of them cannot be followed is said there and at every total, and what was here already is named."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Helper

BAD = "36, 42"
WHY = {"en": "is not a whole number.", "de": "ist keine ganze Zahl.", "it": "non è un numero intero."}
SAID = {
    "en": ("The record cannot be followed beyond entry 2", "Only the entries before entry 2 count here;", "30 points, before entry 2"),
    "de": ("Weiter als bis Eintrag 2", "Hier zählen nur die Einträge vor Eintrag 2:", "30 Punkte, vor Eintrag 2"),
    "it": (
        "La registrazione non si può seguire oltre la voce 2",
        "Qui contano solo le voci prima della voce 2:",
        "30 punti, prima della voce 2",
    ),
}


@pytest.fixture
def exported(process: Helper) -> str:
    """An evening of three entries: points of all, then of the Middle Class, then of the Capitalist Class."""
    assert process("new", "hegemony", "Anna=working", "Bert=middle", "Cleo=capitalist", "--name", "Friday").code == 0
    for told in (["working.points=20", "middle.points=30", "capitalist.points=25"], ["middle.points=36"], ["capitalist.points=60"]):
        assert process("observe", *told).code == 0
    return process("record", "export").out


@pytest.fixture
def with_a_bad_cell(exported: str) -> str:
    lines = exported.splitlines()
    event = json.loads(lines[2])
    event["body"]["figures"] = {"middle.points": BAD}
    return "\n".join([*lines[:2], json.dumps(event), *lines[3:]])


@pytest.mark.parametrize("lang", SAID)
def test_a_bad_cell_is_said_when_it_is_taken_in_and_marks_every_total(process: Helper, with_a_bad_cell: str, lang: str) -> None:
    stops, counts, total = SAID[lang]
    taken = process("record", "import", "-", "--name", "bad", "--lang", lang, given=with_a_bad_cell)
    assert taken.code == 0
    for said in (stops, BAD, WHY[lang]):
        assert said in taken.out
    process("record", "use", "bad")
    score = process("score", "--lang", lang).out
    for said in (counts, BAD, WHY[lang], total):
        assert said in score
    assert score.count(total[total.index(",") :]) == 3
    assert counts in process("legal", "--lang", lang).out
    assert counts in process("undo", "--lang", lang).out


def test_answers_in_json_name_the_entry_that_cannot_be_followed(process: Helper, with_a_bad_cell: str) -> None:
    taken = process("record", "import", "-", "--name", "bad", "--json", given=with_a_bad_cell).json
    why = ["middle.points: “36, 42” is not a whole number."]
    assert (taken["stops_at"], taken["stopped_by"]) == (2, why)
    process("record", "use", "bad")
    for words in (["score"], ["legal"], ["status"], ["score", "--as-final"]):
        found = process(*words, "--json")
        if found.code == 0:
            assert (found.json["stops_at"], found.json["stopped_by"]) == (2, why)
    assert [one["left_out"] for one in process("log", "--json").json["entries"]] == [None, 2, 2]
    log = process("log").out
    assert "is not a whole number. (cannot be followed)" in log
    assert "(does not count, as entry 2 cannot be followed)" in log


def test_once_it_is_corrected_nothing_is_marked_any_more(process: Helper, with_a_bad_cell: str) -> None:
    process("record", "import", "-", "--name", "bad", given=with_a_bad_cell)
    process("record", "use", "bad")
    assert process("correct", "2", "middle.points=42", "--yes").code == 0
    score = process("score").out
    assert "before entry" not in score
    assert "1. Cleo: 60 points" in score
    assert "2. Bert: 42 points" in score
    assert "cannot be followed" not in process("log").out


AGAIN = {
    "en": (
        "It is the same as the record “Friday”, which was here already.",
        "So the record “Friday” began, which was here already and has 3 entries.",
        "It goes on from the record “half”, which was here already and has 1 entry.",
    ),
    "de": (
        "Sie ist dieselbe wie die Aufzeichnung „Friday“, die schon hier war.",
        "So begann die Aufzeichnung „Friday“, die schon hier war: 3 Einträge.",
        "Sie setzt die Aufzeichnung „half“ fort, die schon hier war: 1 Eintrag.",
    ),
    "it": (
        "È la stessa della registrazione «Friday», che era già qui.",
        "Così cominciava la registrazione «Friday», che era già qui: 3 voci.",
        "Continua la registrazione «half», che era già qui: 1 voce.",
    ),
}


@pytest.mark.parametrize("lang", AGAIN)
def test_what_was_here_already_is_named(process: Helper, exported: str, lang: str) -> None:
    same, earlier, later = AGAIN[lang]
    taken = process("record", "import", "-", "--lang", lang, given=exported)
    assert taken.code == 0
    assert same in taken.out
    half = "\n".join(exported.splitlines()[:2])
    assert earlier in process("record", "import", "-", "--name", "half", "--lang", lang, given=half).out
    for name in ("Friday", "Friday-2"):
        process("record", "delete", name, "--yes")
    assert later in process("record", "import", "-", "--lang", lang, given=exported).out


def test_what_was_not_here_is_said_to_be_no_other(process: Helper, exported: str) -> None:
    lines = exported.splitlines()
    header = json.loads(lines[0])
    for changed in ({**header, "seats": {**header["seats"], "P1": "Zoe"}}, {**header, "created": "2020-01-01T00:00:00Z"}):
        taken = process("record", "import", "-", "--json", given="\n".join([json.dumps(changed), *lines[1:]]))
        assert taken.json["again"] is None
    other = [*lines[:-1], lines[-1].replace('"capitalist.points": 60', '"capitalist.points": 61')]
    assert process("record", "import", "-", "--json", given="\n".join(other)).json["again"] is None
