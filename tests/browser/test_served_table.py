"""`helper serve` with real browsers: everybody sees the same record, nobody loses an entry, nobody else gets in."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from helper.store import Store
from tests.browser.seeing import in_the_way, nothing_found
from tests.browser.touching import choose, seen, tap, write

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
PHONE = {"width": 390, "height": 844}
SOON = 15_000  # a second is what people get; the machine of a test may be busy


class Table:
    """A table that is served from a process of its own, and a terminal beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {**os.environ, "HELPER_DATA": str(folder), "HELPER_LANG": "en", "PYTHONIOENCODING": "utf-8"}
        self.process: subprocess.Popen[str] | None = None
        self.said: dict[str, Any] = {}

    def helper(self, *words: str) -> str:
        run = subprocess.run(
            [sys.executable, "-m", "helper.cli", "--yes", *words],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        assert run.returncode == 0, run.stderr
        return run.stdout

    def serve(self, *words: str, port: int = 0) -> Table:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "helper.cli", "serve", "--json", "--port", str(port), *words],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        assert self.process.stdout
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.rstrip() == "}":
                break
        self.said = json.loads("".join(lines))
        return self

    def end(self) -> None:
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.communicate(timeout=30)
            self.process = None

    @property
    def count(self) -> int:
        return len(Store(self.folder / "records.db").load()[1].events)


Phones = Callable[..., Page]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    found = Table(tmp_path)
    found.helper("new", "capital-lux-2", "Anna", "Bert", "--name", "friday", "--start", "full")
    yield found
    found.end()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Phones]:
    """Open a page on a phone of its own, or in another tab of one; errors of scripts fail the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def opened(address: str, context: BrowserContext | None = None, width: int = PHONE["width"]) -> Page:
        if context is None:
            context = browser.new_context(viewport={"width": width, "height": PHONE["height"]}, has_touch=True)
            contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "request",
            lambda request: faults.append(request.url) if not request.url.startswith((address.partition("#")[0][:16], "data:")) else None,
        )
        page.goto(address)
        expect(part(page, "now").locator("h2").first).to_be_visible(timeout=SOON)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def part(page: Page, id: str) -> Any:
    return page.locator(f"[id='{id}']")


def play(page: Page, seat: str, card: str) -> None:
    entry = part(page, "now").locator("details[id^='open.move.play.base']").first
    if entry.get_attribute("open") is None:
        tap(entry.locator("summary").first)
    if entry.locator("[name='~seat'][type=radio]").count():
        choose(entry, "~seat", seat)
    choose(entry, "card", card)
    tap(entry.locator("button[type=submit]"))


def shows(page: Page, n: int) -> None:
    """Wait until the log of a page, which may be out of sight, has so many entries."""
    expect(page.locator("#entries ol.log > li")).to_have_count(n, timeout=SOON)


def test_a_move_on_one_phone_is_seen_on_another_and_in_the_terminal_and_the_other_way_round(table: Table, phone: Phones) -> None:
    table.serve()
    one = phone(table.said["join"])
    assert "join" not in one.url
    two = phone(table.said["url"] + "de/")
    play(one, "P1", "blue 5")
    shows(one, 1)
    shows(two, 1)
    assert "Blau 5" in (two.locator("#entries").text_content() or "")
    assert "blue 5" in table.helper("log").lower()
    table.helper("play", "bert", "base", "p3")
    begun = time.monotonic()
    shows(one, 2)
    shows(two, 2)
    assert time.monotonic() - begun < SOON / 1000


def test_who_has_no_code_looks_on_and_may_enter_once_the_code_is_typed(table: Table, phone: Phones) -> None:
    table.serve()
    page = phone(table.said["url"])
    assert part(page, "now").locator("form").count() == 0
    page.goto(page.url.partition("#")[0] + "#settings")
    form, said = page.locator("form[data-join]"), page.locator("[id='join.said']")
    write(page, form.locator("input"), "WRONG123")
    tap(form.locator("button"))
    expect(said.locator(".fault")).to_contain_text("This join code is not that of this table", timeout=SOON)
    write(page, form.locator("input"), f"{table.said['code'][:4].lower()}-{table.said['code'][4:]}")
    tap(form.locator("button"))
    expect(said).to_have_text("This phone may enter moves now.", timeout=SOON)
    page.goto(page.url.partition("#")[0] + "#record")
    expect(part(page, "now").locator("form").first).to_be_attached(timeout=SOON)
    play(page, "P1", "blue 5")
    shows(page, 1)


def test_two_phones_and_a_terminal_enter_at_once_and_nothing_is_lost_or_doubled(table: Table, phone: Phones) -> None:
    table.serve()
    pages = [phone(table.said["join"]), phone(table.said["join"])]
    for page, district in zip(pages, ("blue", "pink"), strict=True):
        tap(part(page, "now").locator("button[data-ask=tell]").first)
        expect(part(page, "tell").locator("form")).to_be_visible(timeout=SOON)
        write(page, part(page, "tell").locator(f"[name='capital.{district}.sum']"), "7")
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "helper.cli", "observe", f"capital.yellow={value}"],
            cwd=ROOT,
            env=table.environment,
            stdout=subprocess.DEVNULL,
        )
        for value in (3, 4, 5)
    ]
    for page in pages:
        tap(part(page, "tell").locator("button[type=submit]"))
    assert [one.wait(60) for one in running] == [0, 0, 0]
    for page in pages:
        shows(page, 5)
    assert table.count == 5


def test_two_undos_at_once_withdraw_one_entry_and_the_second_is_told(table: Table, phone: Phones) -> None:
    table.helper("play", "anna", "base", "b5")
    table.helper("play", "bert", "base", "p3")
    table.serve()
    pages = [phone(table.said["join"]), phone(table.said["join"])]
    for page in pages:
        page.goto(page.url.partition("#")[0] + "#log")
    at = time.time() * 1000 + 1000  # both before either has heard of the other
    press = "at => { const undo = document.querySelector('#entries [data-ask=undo]'); setTimeout(() => undo.click(), at - Date.now()); }"
    for page in pages:
        seen(page.locator("#entries [data-ask=undo]"))
        page.evaluate(press, at)
    for page in pages:  # the news may come before the answer
        expect(page.locator("#said")).to_contain_text("2", timeout=SOON)
        expect(page.locator("#entries del")).to_have_count(1, timeout=SOON)
    assert table.count == 3


def test_eight_tabs_of_one_browser_all_follow(table: Table, phone: Phones) -> None:
    table.serve()
    first = phone(table.said["join"])
    tabs = [first, *(phone(table.said["url"], first.context) for _ in range(7))]
    table.helper("play", "anna", "base", "b5")
    for tab in tabs:
        tab.bring_to_front()
        shows(tab, 1)


def test_a_server_that_was_restarted_is_found_again_and_what_was_typed_meanwhile_stays(table: Table, phone: Phones) -> None:
    table.serve()
    page = phone(table.said["join"])
    port = table.said["port"]
    table.end()
    page.goto(page.url.partition("#")[0] + "#calc.final")
    write(page, page.locator("[id='calc.final'] [name='players.P1.cards']"), "31")
    table.helper("play", "anna", "base", "b5")
    table.serve(port=port)
    page.goto(page.url.partition("#")[0] + "#record")
    shows(page, 1)
    expect(page.locator("[id='calc.final'] [name='players.P1.cards']")).to_have_value("31")
    play(page, "P2", "pink 3")
    shows(page, 2)


def test_a_server_that_is_gone_is_said_and_the_figures_stay(table: Table, phone: Phones) -> None:
    table.serve()
    page = phone(table.said["join"])
    page.goto(page.url.partition("#")[0] + "#calc.final")
    table.end()
    write(page, page.locator("[id='calc.final'] [name='players.P1.cards']"), "31")
    tap(page.locator("[id='calc.final'] button[type=submit]"))
    expect(part(page, "out.calc.final")).to_contain_text("does not answer", timeout=2 * SOON)
    expect(page.locator("[id='calc.final'] [name='players.P1.cards']")).to_have_value("31")


def test_scores_stay_out_of_sight_until_the_end_where_the_table_wants_that(table: Table, phone: Phones) -> None:
    table.helper("play", "anna", "base", "b5")
    table.serve("--hide-scores")
    page = phone(table.said["join"] + "")
    page.goto(page.url.partition("#")[0] + "#score")
    expect(part(page, "board")).to_contain_text("out of sight")
    assert page.locator("#board .total").count() == 0


def test_a_phone_that_knows_its_seat_sees_its_own_row_first(table: Table, phone: Phones) -> None:
    table.helper("play", "anna", "base", "b5")
    table.serve()
    page = phone(table.said["join"])
    page.goto(page.url.partition("#")[0] + "#record")
    choose(page.locator("form[data-me]"), "~me", "P2")
    expect(page.locator("#board section").first.locator("bdi").first).to_have_text("Bert", timeout=SOON)


def test_nothing_is_in_the_way_of_people_who_see_or_hear_otherwise(table: Table, phone: Phones) -> None:
    table.helper("play", "anna", "base", "b5")
    table.serve()
    page = phone(table.said["join"])
    for address in ("#record", "#settings", "#log", "#score"):
        page.goto(page.url.partition("#")[0] + address)
        nothing_found(in_the_way(page, address))


def test_the_rules_are_at_hand_without_the_site(table: Table, phone: Phones) -> None:
    table.helper("play", "anna", "base", "b5")
    table.serve()
    page = phone(table.said["join"] + "")
    page.goto(page.url.partition("#")[0] + "#score")
    link = page.locator("#board a.rule").first
    tap(link)
    expect(page.locator("article:target")).to_be_visible(timeout=SOON)


HOSTILE = ("<img src=x onerror=alert(1)>", "x" * 200, "أنا هنا")


def test_hostile_names_are_shown_as_they_are_and_do_nothing(tmp_path: Path, phone: Phones) -> None:
    table = Table(tmp_path)
    table.helper("new", "capital-lux-2", *HOSTILE, "--name", "<script>alert(1)</script>", "--start", "full")
    table.serve()
    try:
        page = phone(table.said["join"], width=360)
        assert page.locator("main img, main script").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    finally:
        table.end()


def test_a_vote_that_is_refused_stays_in_its_form_until_it_is_put_right(table: Table, phone: Phones) -> None:
    table.helper("new", "hegemony", "Anna=working", "Cleo=capitalist", "--name", "vote", "--start", "full")
    table.helper("adjust", "phase=elections", "bills.taxation.working=B")
    table.helper("resolve")
    before = table.count
    page = phone(table.serve().said["join"])
    entry = part(page, "now").locator("details[id^='open.move.immediate_vote']")
    tap(entry.locator("summary").first)
    tap(entry.get_by_role("button").first)
    tap(entry.get_by_role("button", name="See what happens"))
    said = part(page, "said")
    write(page, said.locator("select").first, "3")
    for place, values in enumerate((("working", "for", "2"), ("capitalist", "against", "1"), ("middle", "for", "2")), 1):
        for field, value in enumerate(values):
            write(page, said.locator(f'[name="ballot~{place}~{field}"]'), value)
    tap(said.get_by_role("button", name="Go on"))
    expect(said.locator(".verdict.illegal")).to_be_visible(timeout=SOON)
    write(page, said.locator('[name="ballot~3~1"]'), "")
    tap(said.get_by_role("button", name="Go on"))
    tap(said.get_by_role("button", name="Record it", exact=True), SOON)
    expect(said.locator(".done")).to_be_visible(timeout=SOON)
    assert table.count == before + 1
