"""Taking a record in on the phone: what was here already is named, and what cannot be followed marks the points."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import ROOT
from tests.publish.test_companion_record import Phone

pytestmark = pytest.mark.slow

SAID = {
    "en": ("was here already, with 2 entries: it is the same evening.", "Only the entries before entry 2 count here;"),
    "de": ("war schon hier (2 Einträge): Es ist derselbe Abend.", "Hier zählen nur die Einträge vor Eintrag 2:"),
    "it": ("era già qui, con 2 voci: è la stessa serata.", "Qui contano solo le voci prima della voce 2:"),
}


@pytest.mark.parametrize("lang", SAID)
def test_what_was_here_already_is_named_and_what_cannot_be_followed_marks_the_points(lang: str) -> None:
    phone = Phone("capital-lux-2", lang).new("José", "Jose")
    assert dict(phone.journal.header.seats) == {"P1": "José", "P2": "Jose"}
    for gold in ("3", "4"):
        phone.ask("observe", [("players.P1.gold", gold)])
    lines = list(phone.book)
    same, counts = SAID[lang]
    assert same in "".join(phone.ask("import", [("text", "\n".join(lines))])["put"].values())
    event = json.loads(lines[2])
    event["body"]["figures"] = {"players.P1.gold": "3, 4"}
    other = Phone("capital-lux-2", lang)
    reply = other.ask("import", [("text", "\n".join([*lines[:2], json.dumps(event)]))])
    assert same not in json.dumps(reply, ensure_ascii=False)
    other.ask("score", out="board")
    assert counts in other.shown["board"]


def test_a_record_whose_players_were_changed_is_shown_with_those_who_play_now_and_offers_no_form_for_the_change() -> None:
    phone = Phone("capital-lux-2")
    text = (ROOT / "tests" / "formats" / "changed.jsonl").read_text(encoding="utf-8")
    phone.ask("import", [("text", text)])
    phone.ask("record")
    phone.ask("score", out="board")
    shown = " ".join(phone.shown.values())
    for name in ("Anna", "José", "Cleo"):
        assert name in shown
    assert "Bert" not in phone.shown["board"]
    phone.ask("edit", [("~n", "4")])
    assert "Correct entry 4" in phone.shown["edit.4"]
    refused = json.dumps(phone.ask("edit", [("~n", "3")]), ensure_ascii=False)
    assert "Entry 3 changes who plays, or by which options" in refused
