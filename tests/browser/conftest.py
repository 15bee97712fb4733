"""A real browser, and the built site served as a plain folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.hosting import served
from tests.workshop import program


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    # The shell draws pages as the whole browser does, in a third of its time: it has no window of its own to draw.
    path = program("chromium-headless-shell", "chromium", "chromium-browser", package="chromium-headless-shell")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="session")
def address(companion_site: Path) -> Iterator[str]:
    """Serve the site with the companion below a path of its own, as many hosts do."""
    with served(companion_site.parent) as found:
        yield f"{found}{companion_site.name}/"


@pytest.fixture(scope="session")
def on_disk(offline_site: Path) -> str:
    return offline_site.as_uri() + "/"
