"""Whole evenings on a phone, by touch on what is visible alone. What the table does is data; one driver plays it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from helper.i18n import catalogs
from tests.browser.test_companion import UP, Phones, at, count_of_entries, view
from tests.browser.touching import choose, enter, seen, tap, write
from tests.languages import SPOKEN

pytestmark = pytest.mark.browser
EVENINGS = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted((Path(__file__).parent / "evenings").glob("*.toml"))
}
LANGUAGES = catalogs.languages()


@pytest.fixture
def phones(browser: Browser, address: str) -> Iterator[Phones]:
    found = Phones(browser, address)
    yield found
    for context in found.contexts:
        context.close()
    assert found.faults == []


class Driver:
    """Somebody at the table with a phone in the hand."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def start(self, evening: Mapping[str, Any]) -> None:
        """Start a record: how many play, who they are, how it begins."""
        tap(self.page.locator("a[href$='#records']").first)
        form = view(self.page, "records").locator("form[data-ask=new]")
        choose(form, "~players", str(len(evening["players"])))
        for n, name in enumerate(evening["players"], 1):
            write(self.page, form.locator(f"[name='~name.P{n}']"), name)
        for n, role in enumerate(evening.get("roles", ()), 1):
            choose(form, f"~role.P{n}", role)
        choose(form, "~start", evening["start"])
        enter(self.page, form, {f"~option.{id}": reading for id, reading in evening.get("options", {}).items()})
        tap(form.locator("button[type=submit]"))
        expect(view(self.page, "now").locator("h2").first).to_be_visible(timeout=UP)

    def tell(self, section: str, figures: dict[str, str]) -> None:
        """Tell figures of a section, or of all of them."""
        wanted = {"everything": "*"}.get(section, section)
        with self.recording():
            tap(view(self.page, "now").locator(f"button[data-ask=tell][data-with*='\"{wanted}\"']").first)
            form = view(self.page, "tell").locator("form")
            expect(form).to_be_visible(timeout=UP)
            enter(self.page, form, figures)
            tap(form.locator("button[type=submit]"))

    def move(self, step: Mapping[str, Any]) -> None:
        """Make a move of a class: open its line, enter what it takes, and record it."""
        entry = self._line(step["do"], step.get("who", ""), step.get("about", ""))
        with self.recording():
            self._answer(entry, step.get("with", {}))
            tap(entry.locator("button[type=submit]"))

    def hand_over(self, name: str) -> None:
        """Say whose phone this is, or with no name that it is everybody's."""
        tap(view(self.page, "record").locator("form[data-me] label").filter(has_text=name or "-").first)

    def decide(self, step: Mapping[str, Any]) -> None:
        """Press what somebody who has to decide decides."""
        with self.recording():
            tap(view(self.page, "now").locator(f".due button[data-with*='\"{step['decide']}\"']").first)

    def _line(self, rule: str, who: str, about: str) -> Locator:
        """Return the open line of a move: of the one whose name it bears, of what it is about, or the first."""
        lines: Locator = view(self.page, "now").locator(f"details[id^='open.move.{rule}.']")
        if about:
            lines = lines.filter(has=self.page.locator(f"[type=hidden][value='{about}']"))
        entry = lines.filter(has=self.page.locator("summary small", has_text=who)).first if who else lines.first
        expect(entry).to_be_visible(timeout=UP)
        entry = self.page.locator(f"[id='{entry.get_attribute('id')}']")  # the same line, wherever it comes to stand
        if entry.get_attribute("open") is None:
            tap(entry.locator("summary").first)
        if entry.locator("button[data-ask=form]").count():
            tap(entry.locator("button[data-ask=form]").first)
        expect(entry.locator("form button[type=submit]")).to_be_visible(timeout=UP)
        return entry

    def resolve(self, step: Mapping[str, Any]) -> None:
        """Resolve what the round has come to: answer what is asked, look at what happens, and record it."""
        said = view(self.page, "said")
        if "highest" in step:
            self._see()
            for path, value in step["highest"].items():
                write(self.page, said.locator(f"[name='{path}']"), value)
            with self.recording():
                tap(said.locator("form[data-ask=observe] button[type=submit]"))
        with self.recording():
            self._see()
            for answers in step.get("answers", ()):
                self._answer(said, answers)
                tap(said.locator("form:has(button[type=submit].main) button[type=submit].main").last)
            tap(self._sure(said))

    def _see(self) -> None:
        now = view(self.page, "now")
        key = now.locator("button[data-ask=resolve].main")
        if not key.count():
            entry = now.locator("details:has(form[data-ask=resolve]), details[id^='open.move.']:has(button[data-ask=form])").first
            if entry.get_attribute("open") is None:
                tap(entry.locator("summary").first)
            if entry.locator("button[data-ask=form]").count():
                tap(entry.locator("button[data-ask=form]").first)
            key = entry.locator("form[data-ask=resolve] button[type=submit]")
        tap(key.first)
        expect(view(self.page, "said").locator("button[type=submit].main, button[data-ask=resolve].main").first).to_be_visible(timeout=UP)

    def _answer(self, said: Locator, answers: Mapping[str, Any]) -> None:
        for key, lines in answers.items():
            if isinstance(lines, str):
                enter(self.page, said, {key: lines})
                continue
            if said.locator(f"select[name='{key}~lines']").count():
                seen(said.locator(f"select[name='{key}~lines']")).select_option(str(len(lines)))
            for n, line in enumerate(lines, 1):
                for place, value in enumerate(line):
                    field = said.locator(f"[name='{key}~{n}~{place}']:not([type=hidden])")
                    if field.count():
                        write(self.page, field.first, value)

    def _sure(self, said: Locator) -> Locator:
        sure = said.locator("button[data-ask=resolve]")
        expect(sure.first).to_be_visible(timeout=UP)
        return sure.last

    def recording(self) -> Recorded:
        """Return what waits until one entry more is recorded."""
        return Recorded(self.page)


class Recorded:
    """Waits until an entry is recorded."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.before = 0

    def __enter__(self) -> None:
        self.before = count_of_entries(self.page)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.page.wait_for_function("n => document.querySelectorAll('#entries ol.log > li').length > n", arg=self.before, timeout=UP)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_is_played_by_touch_on_what_is_visible(phones: Phones, name: str, lang: str) -> None:
    evening = EVENINGS[name]
    page = phones.open(at(evening["game"], "record", lang))
    somebody = Driver(page)
    somebody.start(evening)
    for step in evening["steps"]:
        if "tell" in step:
            somebody.tell(step["section"], step["tell"])
        elif "phone_of" in step:
            somebody.hand_over(step["phone_of"])
        elif "decide" in step:
            somebody.decide(step)
        elif step["do"] == "resolve":
            somebody.resolve(step)
        else:
            somebody.move(step)
    outcome = evening.get("outcome", {})
    assert not outcome or {*SPOKEN} <= {*outcome}, "how it ends is written for every whole language"
    if lang in outcome:
        tap(page.locator("a[href$='#score']").first)
        expect(seen(view(page, "board").locator(".big").first)).to_have_text(outcome[lang])
