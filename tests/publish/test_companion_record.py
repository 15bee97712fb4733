"""A record on the phone: a page that brings its record along, played through the forms it shows, without a browser."""

from __future__ import annotations

import itertools
import json
import random
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from helper.definitions.load import discover, has_engine, load
from helper.engine.journal import Journal
from helper.errors import Fault
from helper.i18n.catalogs import languages
from helper.publish.companion.desk import answer, respond
from helper.store import Store
from helper.table import Stamp, handle
from helper.table.exchange import read
from tests.publish.companion_page import Element, Page

pytestmark = pytest.mark.slow

GAMES = [id for id in discover() if has_engine(id)]
HOSTILE = ("<img src=x onerror=alert(1)>", "x" * 200, "abc عربي", 'Anna & "Bert"')
BROKEN = "This should not have happened"


class Phone:
    """A page with its record, as the script keeps it: lines that it does not look into."""

    def __init__(self, game: str, language: str = "en", me: str = "") -> None:
        self.context = {"game": game, "language": language, "rules": "rules#{rule}"}
        self.me = [["~me", me]] if me else []
        self.book: list[str] = []
        self.shown: dict[str, str] = {}
        self._count = itertools.count(1)

    def ask(self, ask: str, fields: list[tuple[str, str]] | None = None, stamp: str = "", out: str = "") -> dict[str, Any]:
        n = next(self._count)
        reply: dict[str, Any] = respond(
            {
                "context": self.context,
                "ask": ask,
                "fields": [list(pair) for pair in fields or []],
                "me": self.me,
                "stamp": [stamp or f"id-{n}", f"2026-01-01T20:{n // 60:02d}:{n % 60:02d}Z"],
                "book": self.book,
                "shelf": [["1", self.book[0], len(self.book) - 1]] if self.book else [],
                "open": "1",
                "out": out,
            }
        )
        if "add" in reply:
            self.book += reply["add"]
        if "make" in reply:
            self.book = list(reply["make"])
        self.shown.update(reply.get("put", {}))
        assert BROKEN not in json.dumps(reply), reply
        return reply

    def new(self, *names: str, **own: str) -> Phone:
        fields = [("~players", str(len(names))), *((f"~name.P{n}", name) for n, name in enumerate(names, 1))]
        reply = self.ask("new", [*fields, *((f"~{key}", value) for key, value in own.items())])
        assert "make" in reply, reply
        self.ask("record")
        return self

    def press(self, button: Element) -> dict[str, Any]:
        return self.ask(button.get("data-ask"), [tuple(pair) for pair in json.loads(button.get("data-with"))])

    def part(self, id: str) -> Element:
        return Page(self.shown[id]).root

    @property
    def journal(self) -> Journal:
        return read("\n".join(self.book))

    def status(self) -> Mapping[str, Any]:
        return handle(self.journal, {"do": "status"}, "en", Stamp("", "")).answer


def filled(form: Element, chance: random.Random) -> list[tuple[str, str]]:
    """Return the fields of a form as somebody might fill it in: any value that is offered, numbers within what is said."""
    fields = []
    radios: dict[str, list[str]] = {}
    for one in form.all("input", "select"):
        name = one.get("name")
        if not name:
            continue
        if one.get("type") == "radio":
            radios.setdefault(name, []).append(one.get("value"))
        elif one.get("type") == "hidden":
            fields.append((name, one.get("value")))
        elif one.name == "select":
            fields.append((name, chance.choice([option.get("value") for option in one.all("option")])))
        elif one.has("data-cell"):
            low, high = int(one.get("data-low") or 0), int(one.get("data-high") or 9)
            fields.append((name, str(chance.randint(low, min(high, low + 9))) if chance.random() < 0.8 else ""))
        else:
            fields.append((name, chance.choice(["", "", "blue 5", "u", "-3", "x"])))
    fields += [(name, chance.choice(values)) for name, values in radios.items()]
    return [(name, value) for name, value in fields if "~" not in name[1:] or name.split("~")[1] == "1"]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_entered_by_the_forms_shown_is_answered_and_the_record_stays_whole(game: str, seed: int) -> None:
    chance = random.Random(seed)
    low, high = load(game).players
    count = chance.randint(max(2, low), high)
    phone = Phone(game, chance.choice(languages()), f"P{count}").new(
        *[f"N{n}" for n in range(count)], start=chance.choice(("full", "figures"))
    )
    recorded = 0
    for _ in range(30):
        for part in ("now", "said", "tell", "entries", "board", *(id for id in phone.shown if id.startswith("edit"))):
            if part not in phone.shown or chance.random() < 0.4:
                continue
            shown = phone.part(part)
            forms = [one for one in shown.all("form") if one.get("data-ask")]
            buttons = [one for one in shown.all("button") if one.get("data-ask")]
            before = len(phone.book)
            if forms and (not buttons or chance.random() < 0.6):
                form = chance.choice(forms)
                phone.ask(form.get("data-ask"), filled(form, chance))
            elif buttons:
                phone.press(chance.choice(buttons))
            recorded += len(phone.book) - before
    assert recorded > 3
    assert phone.journal.events
    assert phone.status()["stops_at"] is None or phone.status()["stopped_by"]


def the(root: Element, name: str, ask: str, **fields: str) -> Element:
    """Return the form or button that asks this, with these fields in it."""
    for one in root.all(name):
        sent = dict(json.loads(one.get("data-with") or "[]")) | {
            part.get("name"): part.get("value") for part in one.all("input") if part.get("type") == "hidden"
        }
        if one.get("data-ask") == ask and all(sent.get(f"~{key}") == value for key, value in fields.items()):
            return one
    raise AssertionError(f"nothing asks {ask} {fields}: {root.text}")


ROUND = [
    *((f"capital.{district}.sum", value) for district, value in zip(("blue", "pink", "yellow", "green"), "8978", strict=True)),
    *((f"capital.{district}.top", "5") for district in ("blue", "pink", "yellow", "green")),
    *(
        (f"players.{seat}.{district}.sum", value)
        for seat, value in (("P1", "8"), ("P2", "7"))
        for district in ("blue", "pink", "yellow", "green")
    ),
]


def told() -> Phone:
    phone = Phone(GAMES[0]).new("Anna", "Bert", start="figures")
    reply = phone.ask("observe", ROUND)
    assert "add" in reply, reply
    return phone


def test_a_round_told_by_sums_is_shown_before_it_is_recorded_and_then_scored() -> None:
    phone = told()
    before = list(phone.book)
    phone.ask("resolve")
    assert phone.book == before
    preview = phone.part("said")
    assert preview.all("ol")
    phone.press(the(preview, "button", "resolve"))
    assert len(phone.book) == len(before) + 1
    score = handle(phone.journal, {"do": "score"}, "en", Stamp("", "")).answer
    scores: Any = score["scores"]
    totals = [one.text for one in phone.part("board").all("span") if one.get("class") == "total"]
    assert totals == [str(one["total"]) for one in sorted(scores, key=lambda one: one["rank"])]


def test_the_log_tells_the_time_by_the_clock_of_whoever_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = told()
    hour = json.loads(phone.book[-1])["at"][11:13]
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        phone.ask("record")
        assert f"{(int(hour) + 1) % 24:02d}:" in phone.part("entries").text
    finally:
        monkeypatch.undo()
        time.tzset()


def test_what_is_left_empty_is_as_shown_only_where_that_is_ticked() -> None:
    phone = told()
    phone.ask("resolve", [("~sure", "yes")])
    given = [("~section", "*"), *(pair for pair in ROUND if pair[0] != "players.P2.green.sum")]
    phone.ask("tell", [("~section", "*")])
    phone.ask("observe", [*given, ("~rest", "yes")])
    entry = json.loads(phone.book[-1])["body"]["figures"]
    assert "players.P2.green" in entry
    assert entry["capital.blue"] == {"sum": 8, "top": 5}
    phone.ask("undo")
    phone.ask("observe", given)
    assert "players.P2.green" not in json.loads(phone.book[-1])["body"]["figures"]


def test_a_refused_move_says_why_and_can_be_recorded_all_the_same() -> None:
    phone = Phone(GAMES[0]).new("Anna", "Bert", start="full")
    phone.ask("play", [("~move", "play.base"), ("~seat", "P1"), ("card", "blue 5")])
    before = list(phone.book)
    phone.ask("play", [("~move", "play.base"), ("~seat", "P1"), ("card", "blue 5")])
    assert phone.book == before
    said = phone.part("said")
    assert any(one.get("class") == "verdict illegal" for one in said.all("p"))
    assert [one.text for one in said.all("li")]
    phone.press(the(said, "button", "play"))
    assert json.loads(phone.book[-1])["witness"]["verdict"] == "illegal"


@pytest.mark.parametrize(
    ("language", "move", "said"),
    [
        ("en", "play.base", "Name also: Card."),
        ("de", "play.base", "Gib auch an: Karte."),
        ("it", "play.base", "Indica anche: Carta."),
        ("de", "tile.agent.reveal", "Gib auch an: Bezirk und Änderung."),
    ],
)
def test_what_a_move_still_needs_is_named_by_its_label(language: str, move: str, said: str) -> None:
    phone = Phone("capital-lux-2", language).new("Anna", "Bert", start="full")
    phone.ask("play", [("~move", move), ("~seat", "P1")])
    assert phone.part("said").text == said


def test_undo_says_what_it_withdraws_and_withdraws_nothing_else() -> None:
    phone = Phone(GAMES[0]).new("Anna", "Bert", start="full")
    phone.ask("play", [("~move", "play.base"), ("~seat", "P1"), ("card", "blue 5")])
    phone.ask("play", [("~move", "play.base"), ("~seat", "P2"), ("card", "pink 3")])
    button = the(phone.part("entries"), "button", "undo", target="2")
    assert "Pink 3" in button.text
    phone.press(button)
    length = len(phone.book)
    phone.press(button)
    assert len(phone.book) == length
    assert phone.part("said").all("div")[0].get("class") == "fault"
    phone.press(the(phone.part("entries"), "button", "redo", target="3"))
    assert len(phone.book) == length + 1


def test_a_correction_opens_the_old_figures_shows_what_changes_and_asks_once() -> None:
    phone = told()
    phone.press(the(phone.part("entries"), "button", "edit", n="1"))
    form = the(phone.part("edit.1"), "form", "correct", n="1")
    cells = {one.get("name"): one.get("value") for one in form.all("input") if one.has("data-cell")}
    assert cells["capital.blue.sum"] == "8"
    before = list(phone.book)
    fields = [("~n", "1"), *ROUND[:-1], (ROUND[-1][0], "4")]
    phone.ask("correct", fields)
    assert phone.book == before
    changed = phone.part("edited.1")
    assert "Bert" in changed.text
    confirm = the(changed, "form", "correct", n="1", sure="yes")
    phone.ask("correct", filled(confirm, random.Random(0)))
    assert len(phone.book) == len(before) + 1
    assert phone.status()["figures"]["players.P2.green"] == {"sum": 4, "top": None}


@pytest.mark.parametrize("ask", ["play", "observe", "resolve", "undo", "correct"])
def test_a_request_sent_again_because_no_answer_came_is_recorded_once_and_says_so(ask: str) -> None:
    phone = told()
    fields = {
        "play": [("~move", "play.base"), ("~seat", "P1"), ("card", "blue 5")],
        "observe": [("players.P1.gold", "3")],
        "resolve": [("~sure", "yes")],
        "undo": [("~target", "1")],
        "correct": [("~n", "1"), *ROUND[:-1], (ROUND[-1][0], "4"), ("~sure", "yes")],
    }[ask]
    if ask == "play":
        phone = Phone(GAMES[0]).new("Anna", "Bert", start="full")
    first = phone.ask(ask, fields, stamp="retry")
    assert "add" in first, first
    again = phone.ask(ask, fields, stamp="retry")
    assert "add" not in again
    assert str(len(phone.book) - 1) in Page(again["put"]["said"]).root.text


HIDDEN = {"capital-lux-2": "players.P1.gold", "hegemony": "working.points"}


@pytest.mark.parametrize("game", GAMES)
def test_hidden_scores_are_in_no_part_of_any_reply(game: str) -> None:
    phone = Phone(game).new("Anna", "Bert", start="full")
    scoring = [one.key for one in load(game).inputs if one.score]
    if scoring:
        phone.ask("observe", [(HIDDEN[game], "77")])
    phone.ask("record")
    seen = Reading(phone.journal, hides=True)
    for ask, fields in (("record", []), ("score", []), ("score", [["~final", "yes"]]), ("tell", [["~section", "*"]]), ("export", [])):
        reply: Any = answer({"context": phone.context, "ask": ask, "fields": fields}, seen)
        assert "77" not in json.dumps(reply), ask
        assert "save" not in reply
        assert "total" not in json.dumps(reply)
    if scoring:
        assert "77" in phone.shown["now"] + phone.shown["entries"]


def test_names_of_fields_and_addresses_from_outside_neither_keep_the_desk_busy_nor_lead_to_files(tmp_path: Path) -> None:
    calculator = next(iter(load(GAMES[0]).calculators))
    context = {"game": GAMES[0], "language": "en", "rules": "{rule:>99999999}"}
    for name in ("a~1~999999999999", "a~99999999~1", "cards~1~" + "9" * 200):
        reply: Any = respond({"context": context, "ask": "calc", "fields": [["~calculator", calculator], [name, "x"]]})
        assert len(json.dumps(reply)) < 5_000
    (tmp_path / "evil.svg").write_text("<svg onload=x>evil</svg>")
    seat = str(tmp_path / "evil").replace(".", "")
    reply = respond({"context": context, "ask": "calc", "fields": [["~calculator", "final"], [f"players.{seat}.cards", "12"]]})
    assert "onload" not in json.dumps(reply)
    assert seat in Page(reply["put"]["out.calc.final"]).root.text


def test_what_the_phone_saves_the_terminal_reads_with_the_same_score_and_the_other_way_round(tmp_path: Path) -> None:
    phone = told()
    phone.press(the(phone.part("now"), "button", "tell", section="*")) if phone.part("now").all("button") else None
    name, saved = phone.ask("export")["save"]
    store = Store(tmp_path / "records.db")
    store.use(store.import_(saved).id)
    assert name.endswith(".jsonl")
    assert store.ask({"do": "score"}, "en", Stamp("s", "t")) == handle(phone.journal, {"do": "score"}, "en", Stamp("", "")).answer
    other = Phone(GAMES[0])
    other.ask("import", [("text", store.export())])
    assert other.journal.events == phone.journal.events


def test_a_file_that_is_no_record_or_one_of_another_game_is_refused_and_nothing_is_lost() -> None:
    phone = told()
    before = list(phone.book)
    other = Phone(GAMES[-1]).new("Anna", "Bert")
    alone = json.dumps({**json.loads(phone.book[0]), "seats": {"P9": "Anna"}})
    for given in ("", "nonsense", "{}", "\n".join(other.book), "\n".join([*phone.book, "{broken"]), "\n".join([alone, *phone.book[1:]])):
        reply = phone.ask("import", [("text", given)])
        assert "make" not in reply
        assert "alert" in phone.shown["said"] or "alert" in json.dumps(reply["put"])
    assert phone.book == before


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_text_everywhere(game: str, name: str) -> None:
    phone = Phone(game, me="P1").new(name, "Bert", start="full")
    phone.ask("tell", [("~section", "*")])
    for part, html in phone.shown.items():
        assert not Page(html).root.all("img"), part
        assert "<img" not in html
    assert name in phone.part("now").text.replace("  ", " ") or name in phone.part("whose").text


def test_of_two_copies_of_one_record_only_that_which_is_open_is_said_to_be() -> None:
    phone = told()
    shelf = [["1", phone.book[0], 1], ["2", phone.book[0], 0]]
    reply: Any = respond({"context": phone.context, "ask": "record", "fields": [], "book": phone.book, "shelf": shelf, "open": "2"})
    lines = Page(reply["put"]["shelf"]).root.all("li")
    asked = [[button.get("data-ask") for button in line.all("button")] for line in lines]
    assert asked == [["use", "drop"], ["drop"]]


class Reading:
    """Keeps a record for somebody who looks on."""

    may_write = False

    def __init__(self, journal: Journal, hides: bool) -> None:
        self._journal, self.hides_scores = journal, hides

    def journal(self) -> Journal:
        return self._journal

    def refusal(self) -> Fault:
        return Fault("join_needed")

    def ask(self, request: Mapping[str, object], language: str, stamp: Stamp) -> dict[str, object]:
        return handle(self._journal, request, language, stamp).answer


@pytest.mark.parametrize("ask", ["play", "resolve", "observe", "undo", "redo", "correct"])
def test_who_looks_on_sees_everything_and_enters_nothing(ask: str) -> None:
    phone = told()
    keeper = Reading(phone.journal, hides=False)
    reply: Any = answer({"context": phone.context, "ask": "record", "fields": []}, keeper)
    assert not [one for one in Page(reply["put"]["now"]).root.all("form", "button") if one.get("data-ask") not in ("", "score")]
    refused: Any = answer({"context": phone.context, "ask": ask, "fields": []}, keeper)
    assert "alert" in refused["put"]["said"]


def test_scores_stay_out_of_sight_until_the_end_where_the_table_wants_that() -> None:
    phone = told()
    phone.ask("resolve", [("~sure", "yes")])
    shown: Any = answer({"context": phone.context, "ask": "record", "fields": []}, Reading(phone.journal, hides=True))
    assert "total" not in shown["put"]["board"]
    final: Any = answer({"context": phone.context, "ask": "score", "fields": [["~final", "yes"]]}, Reading(phone.journal, hides=True))
    assert "total" not in final["put"]["board"]


def test_ones_own_row_comes_first_and_is_marked() -> None:
    phone = told()
    phone.me = [["~me", "P2"]]
    phone.ask("record")
    scores = phone.part("board").all("section")
    assert scores[0].all("bdi")[0].text == "Bert"
    assert "own" in scores[0].get("class")
    heads = [[cell.text for cell in table.all("th") if cell.get("scope") == "col"] for table in phone.part("now").all("table")]
    assert all(head.index("Bert") < head.index("Anna") for head in heads if "Bert" in head)


@pytest.mark.parametrize("game", GAMES)
def test_points_by_round_are_drawn_and_told_in_a_table(game: str) -> None:
    phone = told() if game == GAMES[0] else Phone(game).new("Anna", "Bert", start="full")
    phone.ask("resolve", [("~sure", "yes"), ("~force", "yes")])
    if "figure" in phone.shown["board"]:
        assert phone.part("board").all("svg")
        assert phone.part("board").all("figure")[0].all("table")
    else:
        assert game != GAMES[0]
