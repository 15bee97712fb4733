"""What a further language costs the build of the site: the same site in more and more languages."""

from __future__ import annotations

import shutil
import statistics
from collections.abc import Callable, Iterable
from pathlib import Path

from helper.bench.sections import table
from helper.i18n.catalogs import CHECKOUT

COUNTS = (1, 3, 6)
# Italian stands in for languages of as many plural forms: a catalog that is whole, under other names.
STAND_INS = ("es", "fr", "pt")
LANGUAGES = ("de", "it", *STAND_INS)


def section(build: Callable[[Path, int], float], place: Path, times: int) -> str:
    """Return the times of the build with so many languages; `build` takes a folder of catalogs and a number, and returns seconds."""
    folders = {count: catalogs(place / f"locales{count}", LANGUAGES[: count - 1]) for count in COUNTS}
    spent: dict[int, list[float]] = {count: [] for count in COUNTS}
    for number in range(times):
        for count, folder in folders.items():
            spent[count].append(build(folder, number))
    found = {count: statistics.median(every) for count, every in spent.items()}
    rows = [(str(count), f"{seconds:.1f}", f"{seconds / count:.2f}") for count, seconds in found.items()]
    return table(("languages", "s", "s for each"), rows)


def catalogs(folder: Path, languages: Iterable[str]) -> Path:
    """Return a folder with the catalogs of some languages beside English."""
    folder.mkdir(parents=True)
    for language in languages:
        source = CHECKOUT / ("it" if language in STAND_INS else language)
        shutil.copytree(source, folder / language)
    return folder
