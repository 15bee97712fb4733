"""Measure the budgets: interleaved pairs, medians, on an installed wheel with its bytecode compiled.

`python -m helper.dev bench` builds the wheel, installs it in a fresh environment, runs every row and writes
`docs/performance.md`; `bench phone serving` measures these parts alone and leaves the other sections as they are. Ratios are
between two programs run in turn, so a busy machine slows both; no test asserts a time.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from itertools import cycle
from pathlib import Path

from helper.bench.sections import Row, in_turn, limit, machine, merged, ratios, table

ROOT = Path(__file__).parents[2]
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
EMPTY_BY_TYPER = BARE.replace('typer.echo(f"hello {name}")', EMPTY)
FOLDS = {"status": ["status"], "legal": ["legal"], "score": ["score"]}
LENGTHS = (10, 100, 1_000, 10_000, 100_000)


class Bench:
    """A folder to measure in; the wheel is built and installed when a part first needs it."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.environment = {**os.environ, "HELPER_DATA": str(place / "data"), "HELPER_LANG": "en"}
        self.environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self.run = partial(timed, environment=self.environment, place=place)

    @cached_property
    def python(self) -> Path:
        """The Python of a fresh environment with the wheel."""
        return installed(self.place)

    @property
    def helper(self) -> Path:
        """The program that the wheel installed."""
        return self.python.parent / "helper"

    def bare(self, program: str = BARE) -> list[str]:
        """Return the command line of a bare program."""
        return [str(self.python), "-c", program, "hello"]


def main(arguments: Sequence[str] = ()) -> int:
    """Measure the parts that are named, or all, and write their sections of the page; with `--print`, only print them."""
    parser = argparse.ArgumentParser(prog="python -m helper.dev bench", description="Measure what docs/performance.md reports.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"measure these alone: {', '.join(PARTS)}")
    parser.add_argument("--print", action="store_true", help="print the sections, write nothing")
    chosen = parser.parse_args(arguments)
    if unknown := [name for name in chosen.parts if name not in PARTS]:
        parser.error(f"no part is called {', '.join(unknown)}; there are {', '.join(PARTS)}")
    before = PAGE.read_text(encoding="utf-8") if chosen.parts and PAGE.is_file() else ""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        fresh = {heading: measure(bench) for name, (heading, measure) in PARTS.items() if not chosen.parts or name in chosen.parts}
    order = [heading for heading, _ in PARTS.values()]
    if chosen.print:
        print(merged("", fresh, order, preface()))
    else:
        PAGE.write_text(merged(before, fresh, order, "" if before else preface()), encoding="utf-8")
        print(f"written: {PAGE.relative_to(ROOT)}")
    return 0


def commands(bench: Bench) -> str:
    """Measure whole processes against a bare program of the same kind."""
    base, helper, run = bench.bare(), str(bench.helper), bench.run
    rows = [pair(f"`{name}`", "1.25", [helper, *words], base, run) for name, words in LOOK_UPS.items()]
    play_a_round(bench.helper, bench.environment, bench.place)
    rows += [pair(f"`{name}`, a record of 20 entries", "1.5", [helper, *words], base, run) for name, words in FOLDS.items()]
    floor = statistics.median(run([str(bench.python), "-c", "pass"]) for _ in range(PAIRS))
    return f"""\
Whole processes against a bare Typer program of two commands; `python -c pass` takes {floor:.0f} ms here.

{ratios("command|bare ms", rows)}
"""


def long_records(bench: Bench) -> str:
    """Measure how the time to work out where a record stands grows with its length."""
    times = [(length, fold(bench.python, length, bench.environment, bench.place)) for length in LENGTHS]
    rows = [(f"{length:,}", f"{spent:.1f}", f"{spent / length * 1000:.0f}") for length, spent in times]
    return f"""\
`status` in process, the journal already read. The budget is 1 s for 10,000 events, and time that grows with length.

{table(("events", "ms", "µs an event"), rows)}
"""


def answers(bench: Bench) -> str:
    """Measure how many answers the calculators give in one process."""
    from helper.bench.answers import section

    return section(bench.python, bench.environment, bench.place)


def site(bench: Bench) -> str:
    """Measure the build of the site against the same pages written by hand."""
    from helper.bench.languages import section

    mine, base = site_times(bench.environment, bench.place)
    helper = [sys.executable, "-m", "helper.cli", "site", "build", "--no-cards", "-o"]
    known = {**bench.environment, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT)}

    def build(folder: Path, number: int) -> float:
        target = bench.place / f"{folder.name}-{number}"
        return timed([*helper, str(target)], {**known, "HELPER_LOCALES": str(folder)}, ROOT) / 1000

    return f"""\
All languages with search, against the same pages as Markdown files without our plugin (medians of {SITE_PAIRS}):
{mine:.1f} s against {base:.1f} s, ratio **{mine / base:.2f}** (budget {limit(mine / base, "1.15")}).

The same site in fewer and in more languages (Italian stands in for the last three). A further language may cost no more than its share:

{section(build, bench.place, SITE_PAIRS)}
"""


def cards(bench: Bench) -> str:
    """Measure a printed sheet against an empty document, set by a bare program of the same kind, and by Python alone."""
    sheet, alone = [str(bench.helper), *CARD], [str(bench.python), "-c", EMPTY]
    by_typer = pair("a sheet, against the empty document of a bare Typer program", "2", sheet, bench.bare(EMPTY_BY_TYPER), bench.run)
    by_python = pair("a sheet, against the empty document of Python alone", "2", sheet, alone, bench.run)
    floor = pair("a bare Typer program that prints nothing, against the same", "", bench.bare(), alone, bench.run)
    return f"""\
A sheet (`helper {" ".join(CARD)}`), the whole process, against an empty document that Typst sets:

{ratios("whole process|bare ms", [by_typer, by_python, floor])}

The last row is what Typer alone takes of the budget against Python alone; no program that uses it can hold that one. Against a program
of its own kind, as the other commands are measured, the sheet itself is what counts.
"""


def on_a_phone(bench: Bench) -> str:
    """Measure the companion in a browser against bare Pyodide."""
    from helper.bench.phone import section

    return section(bench.place / "phone")


def served(bench: Bench) -> str:
    """Measure the served table with several clients."""
    from helper.bench.serving import section

    return section(bench.helper, bench.environment, bench.place)


# By the name to ask for: the heading on the page, and what measures it.
PARTS: dict[str, tuple[str, Callable[[Bench], str]]] = {
    "commands": ("Start-up", commands),
    "records": ("A long record", long_records),
    "answers": ("Calculators", answers),
    "site": ("Site", site),
    "cards": ("Cards", cards),
    "phone": ("Phone", on_a_phone),
    "serving": ("The served table", served),
}


def preface() -> str:
    """Return what stands above the sections."""
    return f"""\
# Performance

Measured by `python -m helper.dev bench` (needs the extra `test`): the built wheel in a fresh environment, bytecode
compiled, each row run in turn with what it is held against, medians of {PAIRS} where nothing else is said. Ratios count; the
machine was {machine()}. `bench {" ".join(tuple(PARTS)[-2:])}` measures these parts
alone; the parts are {", ".join(PARTS)}.
"""


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
    subprocess.run(command, env=environment, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - begun) * 1000


def pair(what: str, budget: str, mine: list[str], base: list[str], run: Callable[[list[str]], float]) -> Row:
    """Return how two commands compare that are run in turn, after a first time that does not count."""
    run(mine), run(base)
    return in_turn(what, budget, partial(run, mine), partial(run, base), PAIRS)


def play_a_round(helper: Path, environment: dict[str, str], place: Path) -> None:
    """Start a record and make twenty entries in it."""
    commands = [["new", "capital-lux-2", "Anna", "Bert"]]
    cards = [f"{colour}{value}" for value in (2, 3, 4, 5) for colour in ("blue", "pink", "yellow")]
    commands += [["play", seat, "base", card] for seat, card in zip(cycle(("anna", "bert")), cards, strict=False)]
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


def fold(python: Path, length: int, environment: dict[str, str], place: Path) -> float:
    """Return how long `status` takes in process on a record of `length` events, in milliseconds; the median of three."""
    command = [str(python), "-c", FOLD, str(length)]
    found = [subprocess.run(command, env=environment, cwd=place, capture_output=True, text=True, check=True) for _ in range(3)]
    return statistics.median(float(one.stdout) for one in found)


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
        mine.append(
            timed([*helper, "site", "build", "--no-cards", "-o", str(place / f"site{number}")], {**quiet, "PYTHONPATH": str(ROOT)}, ROOT)
        )
        base.append(
            timed([sys.executable, "-m", "mkdocs", "build", "-q", "-f", str(config), "-d", str(place / f"hand{number}")], quiet, place)
        )
    return statistics.median(mine) / 1000, statistics.median(base) / 1000
