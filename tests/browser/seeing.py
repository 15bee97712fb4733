"""What is in the way of people who see, hear or touch otherwise: found on a page as it stands, and told in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


class Found(NamedTuple):
    """One thing in the way: on which page, shown how, at which element, and what is wrong there."""

    where: str
    at: str
    wrong: str


def in_the_way(page: Page, where: str, impacts: Iterable[str] = ("minor", "moderate", "serious", "critical")) -> Iterator[Found]:
    """Yield what axe finds, by which of its rules, and what would be right."""
    violations: list[dict[str, Any]] = Axe().run(page).response["violations"]
    for entry in violations:
        if entry["impact"] in impacts:
            for node in entry["nodes"]:
                right = " ".join(node["failureSummary"].split())
                yield Found(where, " ".join(map(str, node["target"])), f"{entry['help']} ({entry['id']}): {right}")


def sticking_out(page: Page, where: str) -> Iterator[Found]:
    """Yield the elements that reach beyond a screen that is narrower than its page."""
    wide, screen = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    if wide > screen:
        furthest = page.evaluate(
            "[...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > innerWidth + 1)"
            ".slice(0, 3).map(one => one.outerHTML.slice(0, 80))"
        )
        yield Found(where, "; ".join(furthest), f"{wide} px wide on a screen of {screen} px")


def nothing_found(found: Iterable[Found]) -> None:
    """Fail with everything that is in the way: what is wrong in the same way in many places once, with their number."""
    alike: dict[str, list[Found]] = {}
    for one in found:
        alike.setdefault(one.wrong, []).append(one)
    lines = []
    for wrong, places in alike.items():
        elements, wheres = (list(dict.fromkeys(values)) for values in ([one.at for one in places], [one.where for one in places]))
        more = f" and {len(wheres) - 2} more" if len(wheres) > 2 else ""
        lines.append(f"{len(places)} × {wrong}\n    at {', '.join(elements[:5])}\n    on {'; '.join(wheres[:2])}{more}")
    if lines:
        pytest.fail("\n".join(lines), pytrace=False)


def shown(page: Page, width: int, scheme: Scheme = "light") -> str:
    """Show a page at a width, light or dark, without loading it anew; return how it is shown."""
    size = page.viewport_size
    assert size
    page.set_viewport_size({"width": width, "height": size["height"]})
    page.emulate_media(color_scheme=scheme)
    return f"{width} px, {scheme}"
