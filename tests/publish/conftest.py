"""The site in languages that nobody speaks, built once for all tests that look at it."""

from __future__ import annotations

from pathlib import Path

import pytest

from helper.i18n.catalog_files import all_messages
from helper.i18n.pseudo import pseudo_po, write_pseudo
from tests.workshop import Workshop, build_site


@pytest.fixture(scope="session")
def pseudo_site(workshop: Workshop) -> Path:
    """Return a folder with the site in the pseudo-languages and in one that neither theme nor search knows, and what the build said."""

    def made(folder: Path) -> None:
        listed = list(all_messages())
        locales = folder / "locales"
        write_pseudo(locales, listed)
        unknown = locales / "rm" / "LC_MESSAGES" / "helper.po"
        unknown.parent.mkdir(parents=True)
        unknown.write_text(pseudo_po(listed[:3], "rm"), encoding="utf-8")
        said = build_site(folder / "site", HELPER_LOCALES=str(locales), HELPER_CACHE=str(folder / "cache"))
        (folder / "said").write_text(said, encoding="utf-8")

    return workshop.make("pseudo", made)
