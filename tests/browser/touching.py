"""Fingers of the tests: what a person sees is touched, and nothing else. Hidden, covered or keyless controls are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

_WHAT_IS_TOUCHED = """node => {
    node.scrollIntoView({ block: "center" });
    const { left, top, width, height } = node.getClientRects()[0];
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    const own = found && (node === found || node.contains(found) || found.closest("label")?.control === node);
    const typed = node.matches("input:not([type=radio], [type=checkbox])");
    if (node.disabled || typed && node.readOnly) return "it takes nothing now";
    if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return "nobody sees it";
    return own ? "" : `below ${found ? found.outerHTML.slice(0, 120) : "nothing"}`;
}"""


def seen(control: Locator, timeout: float | None = None) -> Locator:
    """Return a control that a person sees and can reach with a finger; fails naming what is in its way."""
    expect(control, "a control that is touched").to_be_visible(timeout=timeout)
    if wrong := control.evaluate(_WHAT_IS_TOUCHED):
        pytest.fail(f"{name_of(control)} cannot be touched: {wrong}", pytrace=False)
    return control


def tap(control: Locator, timeout: float | None = None) -> None:
    """Touch a control once, by a click: the taps that are made for a test count as double ones, however long is between them."""
    seen(control, timeout).click()


def choose(within: Locator, name: str, value: str) -> None:
    """Touch the word of a choice: the label of a button of a row, or the line of a list."""
    radio = within.locator(f"[name='{name}'][value='{value}'][type=radio]")
    if radio.count():
        tap(within.locator(f"label:has([name='{name}'][value='{value}'])").first)
    else:
        seen(within.locator(f"select[name='{name}']").first).select_option(value)


def write(page: Page, control: Locator, value: str) -> None:
    """Enter a value in a field as a person does: by the keys at the foot where the field calls no keyboard, else by that.

    Fails where neither is in sight.
    """
    unfold(control)
    if control.evaluate("node => node.tagName") == "SELECT":
        seen(control).select_option(value)
        return
    tap(control)
    if control.evaluate("node => node.inputMode") != "none":
        control.fill(value)
        return
    bar = page.locator("#bar")
    if not bar.is_visible():
        pytest.fail(f"{name_of(control)} calls no keyboard, and no keys are in sight", pytrace=False)
    picks = control.get_attribute("data-picks")
    if picks and value in picks.split():
        tap(bar.locator("[data-key]:not([disabled])").get_by_text(value, exact=True))
        return
    if picks:
        tap(bar.locator("[data-do=digits]"))
    for digit in value.removeprefix("-"):
        tap(bar.locator("[data-key]:not([disabled])").get_by_text(digit, exact=True))
    if value.startswith("-"):
        tap(bar.locator("[data-do=sign]"))
    assert control.input_value() == value, f"{name_of(control)} holds {control.input_value()!r}, typed was {value!r}"


def empty(page: Page, control: Locator) -> None:
    """Take out what stands in a field, key by key where it calls no keyboard."""
    tap(control)
    if control.evaluate("node => node.inputMode") != "none":
        control.fill("")
    while control.input_value():
        tap(page.locator("#bar [data-do=erase]"))


def hand_in(page: Page, control: Locator, file: Path) -> None:
    """Touch a field that takes a file, and choose one."""
    with page.expect_file_chooser() as asked:
        tap(control)
    asked.value.set_files(file)


def unfold(control: Locator) -> None:
    """Open what a control waits behind, from the outside in."""
    for closed in control.locator("xpath=ancestor::details[not(@open)]").all():
        tap(closed.locator("summary").first)


def enter(page: Page, within: Locator, figures: dict[str, str]) -> None:
    """Enter figures in the fields that are called so."""
    for name, value in figures.items():
        field = within.locator(f"[name='{name}']").first
        if field.get_attribute("type") == "radio":
            unfold(field)
            choose(within, name, value)
        else:
            write(page, field, value)


def name_of(control: Locator) -> str:
    """Return what a field is called by."""
    found: Any = control.evaluate("node => node.name || node.textContent.trim() || node.outerHTML.slice(0, 80)")
    return f"“{found}”"
