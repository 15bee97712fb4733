"""What a phone shows on a bad day: a record that is gone or cannot be read, a move that came too late, scores out of sight."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from helper.engine.journal import Journal
from helper.errors import Fault, HelperError
from helper.i18n.catalogs import languages
from helper.publish.companion.desk import answer, respond, respond_json
from helper.table import Stamp, handle
from helper.table.exchange import read, written
from tests.games.hegemony.sitting import played as hegemony
from tests.playing import played

GONE = {
    "en": "The record that was open here is not kept in this browser any more. If you saved it as a file, take it in again.",
    "de": "Die Aufzeichnung, die hier geöffnet war, ist in diesem Browser nicht mehr vorhanden. Wenn du sie als Datei gesichert hast, "
    "nimm sie wieder auf.",
    "it": "La registrazione che era aperta qui non è più conservata in questo browser. Se l'hai salvata come file, riprendila.",
}


def asked(ask: str, book: list[str], shelf: list[Any], lang: str = "en", game: str = "capital-lux-2", fields: Any = ()) -> dict[str, Any]:
    context = {"game": game, "language": lang, "rules": "../rules#{rule}"}
    stamp = ["a", "2026-01-01T20:00:00Z"]
    request = {"context": context, "ask": ask, "fields": list(fields), "me": [], "stamp": stamp, "book": book, "shelf": shelf, "open": "1"}
    found: dict[str, Any] = respond(request)
    return found


@pytest.mark.parametrize("lang", GONE)
def test_a_record_that_the_browser_lost_is_said_to_be_gone(lang: str) -> None:
    assert GONE[lang].replace("'", "&#x27;") in asked("record", [], [], lang)["put"]["now"].replace("&#39;", "&#x27;")
    assert GONE[lang][:30] not in asked("record", [], [["1", "{}", 0]], lang)["put"]["now"]


def lines_of_a_record() -> list[str]:
    return written(played(["anna capital b5"]).journal).splitlines()


DAMAGES: dict[str, Callable[[list[str]], list[str]]] = {
    "a newer header": lambda lines: [json.dumps({**json.loads(lines[0]), "format": 99}), *lines[1:]],
    "no header": lambda lines: ["{", *lines[1:]],
    "a damaged entry": lambda lines: [lines[0], "{"],
    "nested without end": lambda lines: ["[" * 100_000],
}


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_record_that_cannot_be_read_says_why_and_can_be_saved_and_deleted(damage: str, lang: str) -> None:
    book = DAMAGES[damage](lines_of_a_record())
    shelf = [["1", book[0], len(book) - 1]]
    put = asked("record", book, shelf, lang)["put"]
    assert {"now", "board", "entries", "whose", "shelf"} <= put.keys()
    assert 'class="fault"' in put["now"]
    assert 'data-ask="rescue"' in put["now"]
    assert 'data-ask="drop"' in put["now"]
    assert asked("rescue", book, shelf, lang)["save"] == ["record.jsonl", "\n".join(book) + "\n"]
    assert asked("drop", book, shelf, lang, fields=[["~record", "1"]])["drop"] == "1"
    assert asked("use", book, shelf, lang, fields=[["~record", "2"]])["use"] == "2"


def test_a_record_that_cannot_be_read_stays_on_the_shelf() -> None:
    good = lines_of_a_record()
    shelf = [["1", good[0], 1], ["2", "{", 3], ["3", good[0].replace('"format": 1', '"format": 99'), 3]]
    shown = asked("record", good, shelf)["put"]["shelf"]
    assert shown.count("A record that cannot be read") == 2
    assert '["~record", "2"]'.replace('"', "&quot;") in shown or '[["~record", "2"]]' in shown.replace("&quot;", '"')


def test_a_request_nested_without_end_is_an_answer_too() -> None:
    assert "put" in json.loads(respond_json("[" * 500_000))


class Served:
    """A record that several phones share."""

    may_write = True

    def __init__(self, journal: Journal, hides_scores: bool = False) -> None:
        self.kept, self.hides_scores = journal, hides_scores

    def refusal(self) -> Fault:
        return Fault("declined")

    def journal(self) -> Journal:
        return self.kept

    def ask(self, request: Any, language: str, stamp: Stamp) -> dict[str, object]:
        found = handle(self.kept, request, language, stamp)
        self.kept = self.kept._replace(events=(*self.kept.events, *found.append))
        return found.answer


def served(keeper: Served, ask: str, *fields: tuple[str, str], game: str = "capital-lux-2", lang: str = "en") -> dict[str, Any]:
    context = {"game": game, "language": lang, "rules": "../rules#{rule}"}
    stamp = [f"x{len(keeper.kept.events)}", "2026-01-01T21:00:00Z"]
    found: dict[str, Any] = answer({"context": context, "ask": ask, "fields": list(fields), "me": [["~me", "P2"]], "stamp": stamp}, keeper)
    return found


def test_a_phone_that_missed_what_others_did_is_told_and_shown_how_it_stands() -> None:
    keeper = Served(played(["anna capital b5", "bert base p2"]).journal)
    put = served(keeper, "undo", ("~target", "1"))["put"]
    assert "Entry 1 is not the last one" in put["said"]
    assert {"now", "entries", "board"} <= put.keys()
    assert served(keeper, "undo", ("~target", "2"))["put"]["said"].startswith("<")
    assert keeper.kept.events[-1].kind == "undo"


@pytest.mark.parametrize("sure", [(), (("~sure", "yes"),)])
def test_while_scores_are_out_of_sight_a_correction_names_no_figures(sure: tuple[tuple[str, str], ...]) -> None:
    keeper = Served(hegemony(["observe working.points=12 working.money=40"], start="figures").journal, hides_scores=True)
    form = served(keeper, "edit", ("~n", "1"), game="hegemony")["put"]["edit.1"]
    assert 'value="12"' not in form
    assert 'value="40"' in form
    put = served(keeper, "correct", ("~n", "1"), ("working.money", "41"), *sure, game="hegemony")["put"]
    assert not [part for at, part in put.items() if at in ("said", "edited.1") and "12" in part]


def test_while_scores_are_out_of_sight_a_figure_that_differs_is_not_told_by_how_much() -> None:
    keeper = Served(hegemony(["adjust working.points=12"], start="full").journal, hides_scores=True)
    put = served(keeper, "observe", ("working.points", "5"), game="hegemony")["put"]
    assert "difference" not in put["said"]
    open_to_all = Served(hegemony(["adjust working.points=12"], start="full").journal)
    assert "difference" in served(open_to_all, "observe", ("working.points", "5"), game="hegemony")["put"]["said"]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(
    ("ask", "fields"),
    [
        ("play", (("~words", "anna"), ("~words", "capital"), ("~words", "b5"))),
        ("play", (("~words", "nonsense"),)),
        ("observe", (("capital.blue", "9"),)),
        ("correct", (("~n", "7"), ("capital.blue", "3"))),
        ("resolve", ()),
    ],
)
def test_whatever_is_refused_at_a_shared_table_the_phone_asks_how_it_stands(
    ask: str, fields: tuple[tuple[str, str], ...], lang: str
) -> None:
    keeper = Served(played(["anna capital b5", "bert base p2"]).journal)
    found = served(keeper, ask, *fields, lang=lang)
    assert found["fresh"]
    assert "now" not in found["put"]  # what is half typed elsewhere stays
    assert len(keeper.kept.events) == 2


@pytest.mark.parametrize("lang", languages())
def test_an_undo_that_came_too_late_names_what_was_done_instead_and_by_whom(lang: str) -> None:
    keeper = Served(played(["anna capital b5"]).journal)
    served(keeper, "play", ("~words", "bert"), ("~words", "base"), ("~words", "p2"))
    said = served(keeper, "undo", ("~target", "1"), lang=lang)["put"]["said"]
    assert "2. Bert" in said
    assert "· Bert" in said


def test_a_note_full_of_brackets_is_kept_and_a_record_nested_too_deep_is_refused() -> None:
    journal = played(["anna capital b5"]).journal
    event = journal.events[0]
    rich = journal._replace(events=(event._replace(body={**event.body, "note": '[{"' * 40 + "\\"}),))
    assert read(written(rich)) == rich
    for text in ("[" * 500_000, '{"a":' * 500_000, written(journal) + '{"n": 2, "body": ' + "[" * 500_000):
        with pytest.raises(HelperError):
            read(text)
