"""Measure the budgets: interleaved pairs, medians, on an installed wheel with its bytecode compiled.

`python -m helper.dev bench` builds the wheel, installs it in a fresh environment, runs every row and writes
`docs/performance.md`. Ratios are between two programs run in turn, so a busy machine slows both; no test asserts a time.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "performance.md"
PAIRS = 15
SITE_PAIRS = 3
BARE = """
import typer
app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
@app.command()
def hello(name: str = "you") -> None:
    typer.echo(f"hello {name}")
@app.command()
def other() -> None: ...
app()
"""
LOOK_UPS = {
    "rules": ["rules", "capital-lux-2", "resolution.limit"],
    "search": ["search", "capital-lux-2", "limit"],
    "calc": ["calc", "capital-lux-2", "round", "round=3", "capital.blue=5,3", "players.A.blue=6,2", "players.B.blue=4"],
    "checklist": ["checklist", "capital-lux-2", "round-end"],
}
CARD = ("cards", "capital-lux-2", "--set", "reference", "-o", "sheet.pdf")
EMPTY = "import typst; typst.compile(b'-')"
FOLDS = {"status": ["status"], "legal": ["legal"], "score": ["score"]}
LENGTHS = (10, 100, 1_000, 10_000)


class Row(NamedTuple):
    """One measured row: what, against what, the ratio, the budget, and the medians in milliseconds."""

    what: str
    ratio: float
    budget: str
    mine: float
    base: float


def main(arguments: Sequence[str] = ()) -> int:
    """Measure everything and write the page; with `--print`, only print it."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        python = installed(place)
        helper = python.parent / "helper"
        bare = place / "bare.py"
        bare.write_text(BARE, encoding="utf-8")
        base = [str(python), str(bare), "hello"]
        environment = {**os.environ, "HELPER_DATA": str(place / "data"), "HELPER_LANG": "en"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        run = partial(timed, environment=environment, place=place)
        rows = [pair(f"`{name}`", "1.25", [str(helper), *words], base, run) for name, words in LOOK_UPS.items()]
        play_a_round(helper, environment, place)
        rows += [pair(f"`{name}`, a record of 20 entries", "1.5", [str(helper), *words], base, run) for name, words in FOLDS.items()]
        floor = statistics.median(run([str(python), "-c", "pass"]) for _ in range(PAIRS))
        records = [(length, *fold(python, length, environment, place)) for length in LENGTHS]
        card = pair("`cards`, a sheet", "2", [str(helper), *CARD], [str(python), "-c", EMPTY], run)
        site = site_times(environment, place)
    text = page(rows, floor, records, site, card)
    if "--print" in arguments:
        print(text)
    else:
        PAGE.write_text(text, encoding="utf-8")
        print(f"written: {PAGE.relative_to(ROOT)}")
    return 0


def installed(place: Path) -> Path:
    """Return the Python of a fresh environment with the built wheel, bytecode compiled."""
    quiet = {"check": True, "stdout": subprocess.DEVNULL}
    subprocess.run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", place / "dist", ROOT], **quiet)  # type: ignore[call-overload]
    subprocess.run([sys.executable, "-m", "venv", place / "venv"], **quiet)  # type: ignore[call-overload]
    python = place / "venv" / "bin" / "python"
    wheel = next((place / "dist").glob("*.whl"))
    subprocess.run([python, "-m", "pip", "install", "-q", f"{wheel}[cards]"], **quiet)  # type: ignore[call-overload]
    subprocess.run([python, "-m", "compileall", "-q", place / "venv" / "lib"], stdout=subprocess.DEVNULL, check=False)
    return python


def timed(command: Sequence[str], environment: dict[str, str], place: Path) -> float:
    """Return how long a command takes, in milliseconds."""
    begun = time.perf_counter()
    subprocess.run(command, env=environment, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return (time.perf_counter() - begun) * 1000


def pair(what: str, budget: str, mine: list[str], base: list[str], run: Callable[[list[str]], float]) -> Row:
    """Return the medians of two commands run in turn, and the median of their ratios."""
    run(mine), run(base)
    times = [(run(mine), run(base)) for _ in range(PAIRS)]
    ratio = statistics.median(one / other for one, other in times)
    return Row(what, ratio, f"≤ {budget}", *(statistics.median(column) for column in zip(*times, strict=True)))


def play_a_round(helper: Path, environment: dict[str, str], place: Path) -> None:
    """Start a record and make twenty entries in it."""
    commands = [["new", "capital-lux-2", "Anna", "Bert"]]
    commands += [["play", "base", f"{colour}{value}"] for value in (2, 3, 4, 5, 6) for colour in ("blue", "pink")]
    commands += [["observe", f"capital.{colour}=3,4"] for colour in ("blue", "pink", "yellow", "green")] * 2
    for words in commands:
        timed([str(helper), "--yes", *words], environment, place)


FOLD = """
import sys, time
from helper.engine.journal import Event, Journal
from helper.table import Stamp, handle, new
length = int(sys.argv[1])
journal = new("capital-lux-2", ["Anna", "Bert", "Cleo"])
figures = lambda n: {"figures": {f"players.P{n % 3 + 1}.blue": [2 + n % 5, 3]}}
events = tuple(Event(n, f"e{n}", "2026-01-01T20:00:00Z", "", "observe", figures(n)) for n in range(1, length + 1))
journal = journal._replace(events=events)
begun = time.perf_counter()
handle(journal, {"do": "status"}, "en", Stamp("x", ""))
print((time.perf_counter() - begun) * 1000)
"""


def fold(python: Path, length: int, environment: dict[str, str], place: Path) -> tuple[float]:
    """Return how long `status` takes in process on a record of `length` events, in milliseconds; the median of three."""
    command = [str(python), "-c", FOLD, str(length)]
    found = [subprocess.run(command, env=environment, cwd=place, capture_output=True, text=True, check=True) for _ in range(3)]
    return (statistics.median(float(one.stdout) for one in found),)


def site_times(environment: dict[str, str], place: Path) -> tuple[float, float]:
    """Return the medians, in seconds, of building the site and of building the same pages written by hand."""
    export = place / "pages"
    helper = [sys.executable, "-m", "helper.cli"]
    subprocess.run([*helper, "site", "export", str(export)], cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    config = place / "mkdocs.yml"
    features = "  features: [navigation.footer, navigation.indexes, navigation.top, search.highlight, search.suggest, toc.follow]\n"
    extensions = "markdown_extensions: [admonition, attr_list, md_in_html, tables, {toc: {permalink: true}}]\n"
    config.write_text(
        f"site_name: by hand\ndocs_dir: {export}\ntheme:\n  name: material\n  font: false\n{features}plugins: [search]\n{extensions}",
        encoding="utf-8",
    )
    quiet = {**environment, "NO_MKDOCS_2_WARNING": "1"}
    mine, base = [], []
    for number in range(SITE_PAIRS):
        mine.append(timed([*helper, "site", "build", "-o", str(place / f"site{number}")], {**quiet, "PYTHONPATH": str(ROOT)}, ROOT))
        base.append(
            timed([sys.executable, "-m", "mkdocs", "build", "-q", "-f", str(config), "-d", str(place / f"hand{number}")], quiet, place)
        )
    return statistics.median(mine) / 1000, statistics.median(base) / 1000


def page(rows: list[Row], floor: float, records: list[tuple[int, float]], site: tuple[float, float], card: Row) -> str:
    """Return the page of measured figures."""
    start = "\n".join(f"| {row.what} | **{row.ratio:.2f}** | {row.budget} | {row.mine:.0f} | {row.base:.0f} |" for row in rows)
    folds = "\n".join(f"| {length:,} | {milliseconds:.1f} | {milliseconds / length * 1000:.0f} |" for length, milliseconds in records)
    return f"""# Performance

Measured by `python -m helper.dev bench` (needs the extra `test`): the built wheel in a fresh environment, bytecode
compiled, each row run in turn with what it is held against, medians of {PAIRS}. Ratios count; the machine was {machine()}.

## Start-up

Whole processes against a bare Typer program of two commands; `python -c pass` takes {floor:.0f} ms here.

| command | ratio | budget | ms | bare ms |
| --- | --- | --- | --- | --- |
{start}

## A long record

`status` in process, the journal already read. The budget is 1 s for 10,000 events, and time that grows with length.

| events | ms | µs an event |
| --- | --- | --- |
{folds}

## Site

All languages with search, against the same pages as Markdown files without our plugin (medians of {SITE_PAIRS}):
{site[0]:.1f} s against {site[1]:.1f} s, ratio **{site[0] / site[1]:.2f}** (budget ≤ 1.15).

## Cards

A sheet (`helper {" ".join(CARD)}`), the whole process, against an empty document that Typst sets in Python:
{card.mine:.0f} ms against {card.base:.0f} ms, ratio **{card.ratio:.2f}** (budget {card.budget}).
"""


def machine() -> str:
    """Return what it was measured on."""
    version = ".".join(map(str, sys.version_info[:3]))
    return f"one with {os.cpu_count()} cores and Python {version}"
