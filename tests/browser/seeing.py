"""What is in the way of people who see, hear or touch otherwise: found on a page as it stands, and told in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


def in_the_way(page: Page, where: str, impacts: Iterable[str] = ("minor", "moderate", "serious", "critical")) -> Iterator[str]:
    """Yield what axe finds: where, by which of its rules, at which element, and what would be right."""
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    for entry in found:
        if entry["impact"] in impacts:
            for node in entry["nodes"]:
                right = " ".join(node["failureSummary"].split())
                yield f"{where}: {entry['help']} ({entry['id']}) at {' '.join(map(str, node['target']))}: {right}"


def sticking_out(page: Page, where: str) -> Iterator[str]:
    """Yield that a page is wider than its screen, with the elements that reach furthest."""
    wide, screen = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    if wide > screen:
        furthest = page.evaluate(
            "[...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > innerWidth + 1)"
            ".slice(0, 3).map(one => one.outerHTML.slice(0, 80))"
        )
        yield f"{where}: {wide} px wide on a screen of {screen} px: {'; '.join(furthest)}"


def shown(page: Page, width: int, scheme: Scheme = "light") -> str:
    """Show a page at a width, light or dark, without loading it anew; return how it is shown."""
    size = page.viewport_size
    assert size
    page.set_viewport_size({"width": width, "height": size["height"]})
    page.emulate_media(color_scheme=scheme)
    return f"{width} px, {scheme}"
