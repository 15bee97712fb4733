"""Moves of phones and of the terminal at once: nothing lost, nothing doubled, and everybody by their own name."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from html.parser import HTMLParser
from pathlib import Path

import pytest

from helper.publish.companion import desk, shell
from helper.store import Store
from helper.table import Stamp, new
from tests.serve.conftest import CODE, GAME, Running, Serve, fresh_id, note, tell

ROOT = Path(__file__).parents[2]
HOSTILE = ["<img src=x onerror=alert(1)>", "\"'><script>alert(1)</script>", "שלום עולם", "N" * 200, "</html>{{7*7}}"]


@pytest.fixture
def table(serve: Serve, record: str) -> Running:
    return serve(note)


@pytest.fixture
def real(serve: Serve, record: str) -> Running:
    """Serve with the desk and the page that are really used."""
    return serve(desk.answer, shell.document)


def by_of(store: Store) -> list[str]:
    return [event.by for event in store.load()[1].events]


def test_a_retry_is_recognised(table: Running) -> None:
    id = fresh_id()
    first = table.ask("observe", {"P1.gold": "7"}, stamp=id).json
    again = table.ask("observe", {"P1.gold": "7"}, stamp=id).json
    assert (first["recorded"], again["recorded"], again["again"]) == (2, 2, True)
    assert len(table.store.load()[1].events) == 2


def test_the_same_entry_sent_many_times_at_once_is_entered_once(table: Running) -> None:
    id = fresh_id()
    found: list[int] = []
    threads = [
        threading.Thread(target=lambda: found.append(table.ask("observe", {"P1.gold": "7"}, stamp=id).json["recorded"])) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [2] * 8
    assert len(table.store.load()[1].events) == 2


def test_phones_and_a_terminal_at_once_lose_and_double_nothing(table: Running) -> None:
    each = 8

    def phone(seat: str) -> None:
        for n in range(each):
            assert table.ask("observe", {f"{seat}.gold": str(n), "~by": seat}).json["recorded"]

    def terminal() -> None:
        for n in range(each):
            tell(table.store, f"P3.gold={n}")

    threads = [
        threading.Thread(target=phone, args=("P1",)),
        threading.Thread(target=phone, args=("P2",)),
        threading.Thread(target=terminal),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    events = table.store.load()[1].events
    assert [event.n for event in events] == list(range(1, 3 * each + 2))
    assert len({event.id for event in events}) == len(events)
    for by in ("P1", "P2"):
        told = [list(event.body["figures"].values()) for event in events if event.by == by]  # type: ignore[attr-defined]
        assert told == [[n] for n in range(each)]


def test_another_process_may_enter_at_the_same_time(table: Running) -> None:
    stream = table.stream()
    stream.number()
    code = (
        "import sys; from pathlib import Path; from helper.store import Store; from helper.table import Stamp; "
        "print(Store(Path(sys.argv[1])).ask({'do': 'observe', 'words': ['P1.gold=9']}, 'en', Stamp('feedbeef', ''))['recorded'])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(table.store.path)], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "2", done.stderr
    assert stream.number().endswith(".2")


def test_two_who_undo_at_once_undo_one_thing(table: Running) -> None:
    tell(table.store, "P1.gold=5")
    tell(table.store, "P1.gold=6")
    found: list[dict[str, object]] = []
    threads = [threading.Thread(target=lambda: found.append(table.ask("undo").json)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    undone = [one["undone"] for one in found if "undone" in one]
    assert undone in ([3], [3, 2], [2, 3])  # one after the other they may undo two; at once, one
    assert [one["fault"] for one in found if "fault" in one] in ([], [["undone_already"]])
    assert len(table.store.load()[1].events) == 3 + len(undone)


def test_the_time_is_ours_and_names_are_short_and_printable(table: Running) -> None:
    for by in ("P1", "", "x" * 500, "a\x00b\u202ec\nd", "\u200b", "Ünï שלום"):
        assert table.ask("observe", {"P1.gold": "7", "~by": by}).status == 200
    assert by_of(table.store)[1:] == ["P1", "phone", "x" * 40, "abcd", "phone", "Ünï שלום"]
    assert not [event for event in table.store.load()[1].events if event.at.startswith("2020")]


def test_what_has_no_id_cannot_be_entered_but_may_be_asked(table: Running) -> None:
    body = {"context": {"game": GAME, "language": "en"}, "ask": "observe", "fields": [["P1.gold", "7"]]}
    refused = table.post(json.dumps(body).encode(), X_Join=CODE).json
    assert refused["fault"] == ["web_unreadable"]
    assert table.post(json.dumps({**body, "ask": "status"}).encode(), X_Join=CODE).json["record"] == "Friday"


def test_the_record_that_is_served_stays_the_same(table: Running) -> None:
    table.store.create(new(GAME, ["X", "Y"], name="Other", created="2026-11-30T20:00:00Z"))
    assert table.ask("observe", {"P1.gold": "7"}).json["recorded"] == 2
    assert table.ask("status").json["record"] == "Friday"


def test_pages_of_another_game_see_no_record(table: Running, serve: Serve) -> None:
    assert table.ask("status", game="hegemony").json["fault"] == ["no_record"]
    assert table.ask("observe", {"P1.gold": "7"}, game="hegemony").json["fault"] == ["no_record"]


class Seen(HTMLParser):
    """What a browser would make of a fragment: its elements, attributes and text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.handlers: list[str] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.handlers += [name for name, _ in attrs if name.startswith("on") or name == "style"]

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_shown_as_it_is_and_does_nothing(serve: Serve, store: Store, name: str) -> None:
    store.create(new(GAME, [name[:60], "Bert"], {"set": "a"}, name=name, created="2026-11-29T20:00:00Z"))
    table = serve(desk.answer, shell.document)
    for language in ("en", "de"):
        answer = table.ask("record", language=language)
        assert answer.status == 200
        html = "".join(answer.json["put"].values())
        seen = Seen(html)
        assert name in seen.text
        assert not {"img", "script"} & set(seen.elements)
        assert seen.handlers == []
    page = table.get("/en/").text
    assert "<img" not in page
    assert "alert(1)" not in page


def test_a_hostile_device_name_is_escaped_in_the_log(real: Running) -> None:
    real.store.ask({"do": "observe", "words": ["P1.gold=3"]}, "en", Stamp(fresh_id(), "2026", "<img src=x onerror=alert(1)>"))
    seen = Seen("".join(real.ask("record").json["put"].values()))
    assert "img" not in seen.elements


def test_the_desk_answers_through_the_server(real: Running) -> None:
    shown = real.ask("record").json["put"]
    assert "Friday" in "".join(shown.values())
    said = "".join(real.ask("observe", {"P1.gold": "4"}, me="P1").json["put"].values())
    assert said
    assert len(real.store.load()[1].events) == 2
    assert by_of(real.store)[1] == "P1"
    refused = "".join(real.ask("observe", {"P1.gold": "5"}, code=None).json["put"].values())
    assert "alert" in refused
    assert len(real.store.load()[1].events) == 2


def test_the_real_page_is_served_in_every_language(real: Running) -> None:
    for language in ("en", "de", "it"):
        page = real.get(f"/{language}/")
        assert page.status == 200
        assert f'<html lang="{language}"' in page.text
        assert 'data-engine="http"' in page.text
        assert "<style" not in page.text
        assert " style=" not in page.text
        for address in [part.split('"')[0] for part in page.text.split("/assets/")[1:]]:
            assert real.get(f"/assets/{address}").status in (200, 404)
