"""The fingers of the tests refuse what no person could use; the engine outlives a file that is nothing but brackets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_companion import PHONE, UP, Phones, at, view
from tests.browser.touching import hand_in, seen, tap, write

pytestmark = pytest.mark.browser

UNUSABLE = {
    "hidden": "<input hidden>",
    "not displayed": "<div style='display: none'><input></div>",
    "transparent": "<div style='opacity: 0'><input></div>",
    "untouchable": "<div><input style='pointer-events: none'></div>",
    "disabled": "<input disabled>",
    "only to be read": "<input readonly>",
    "cut off": "<div style='height: 40px; overflow: clip'><p style='height: 300px'></p><input></div>",
    "below another": "<div style='position: relative'><input><div style='position: absolute; inset: 0'>over</div></div>",
}


@pytest.fixture
def blank(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, has_touch=True)  # type: ignore[arg-type]
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("why", UNUSABLE)
def test_what_no_person_can_use_is_refused(blank: Page, why: str) -> None:
    blank.set_content(f"<main style='padding: 50px'>{UNUSABLE[why]}</main>")
    expect.set_options(timeout=500)
    try:
        with pytest.raises((AssertionError, pytest.fail.Exception)):
            seen(blank.locator("input"))
    finally:
        expect.set_options(timeout=5000)


def test_a_field_that_calls_no_keyboard_is_refused_where_no_keys_are_in_sight(blank: Page) -> None:
    blank.set_content("<input inputmode='none'><footer id='bar' hidden></footer>")
    with pytest.raises(pytest.fail.Exception, match="no keys are in sight"):
        write(blank, blank.locator("input"), "3")
    blank.set_content("<input>")
    write(blank, blank.locator("input"), "3")
    assert blank.locator("input").input_value() == "3"


@pytest.fixture
def phones(browser: Browser, address: str) -> Iterator[Phones]:
    found = Phones(browser, address)
    yield found
    for context in found.contexts:
        context.close()
    assert found.faults == []


def test_a_file_of_nothing_but_brackets_is_refused_and_the_engine_goes_on(phones: Phones, tmp_path: Path) -> None:
    file = tmp_path / "brackets.jsonl"
    file.write_text("[" * 500_000, encoding="utf-8")
    page = phones.open(at("capital-lux-2", "records"))
    expect(view(page, "now")).to_contain_text("No record is open", timeout=UP, use_inner_text=False)
    hand_in(page, page.locator("#import"), file)
    expect(view(page, "said").locator(".fault")).to_be_visible(timeout=UP)
    tap(view(page, "records").locator("form[data-ask=new] button[type=submit]"))
    expect(view(page, "now").locator("h2").first).to_be_visible(timeout=UP)
