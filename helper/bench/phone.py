"""Measure the companion as a phone has it: the built site in Chromium, against a page that starts bare Pyodide in a worker."""

from __future__ import annotations

import importlib.util
import shutil
import statistics
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlencode

from helper.bench.hosting import Sent, served, weighed
from helper.bench.sections import in_turn, limit, load, ratios, table
from helper.bench.slowed import SLICE, slowed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

Measured = TypeVar("Measured")

FIRST_PAIRS, LATER_PAIRS, SLOW_PAIRS = 5, 9, 3
TRIES = 6
SLOW = 4
ANSWERS = 20
PATIENCE = 180_000  # milliseconds
AS_SMALL, REFERENCE_KB = "0.8", "300"
VIEW, CHANGED = "calc.taxes", "working.population"
POLICIES = {"fiscal": "A", "labor": "C", "taxation": "B", "welfare_health": "A", "welfare_education": "B", "trade": "B", "immigration": "B"}
FIGURES = {
    **{f"policies.{policy}": section for policy, section in POLICIES.items()},
    CHANGED: "10",
    "middle.employers": "2",
    "middle.companies": "5",
    "capitalist.companies": "6",
    "capitalist.revenue": "60",
}
COMPANION = "site/de/hegemony/companion/"
REFERENCE = "site/de/capital-lux-2/resolution/"
BARE = "bare/index.html"
ENGINE = "site/companion"  # runtime, packs and worker

BARE_PAGE = """<!doctype html><title>bare</title><link rel=icon href="data:,"><p class=steps hidden></p><script type=module>
const worker = new Worker("worker.js", { type: "module" });
worker.onmessage = ({ data }) => { const out = document.querySelector("p"); out.textContent = data; out.hidden = false; };
worker.postMessage("1 + 1");
</script>"""
BARE_WORKER = """import { loadPyodide } from "./pyodide.mjs";
const engine = loadPyodide();
onmessage = async ({ data }) => postMessage(String((await engine).runPython(data)));
"""
# In the page itself, so that no message to the browser counts. A page warns where its engine failed.
WATCH = f"""window.answered = new Promise((done, fail) => {{
  const look = () => document.querySelector(".steps:not([hidden])") && done(performance.now());
  new MutationObserver(look).observe(document, {{ childList: true, subtree: true, attributes: true, attributeFilter: ["hidden"] }});
  console.warn = (...said) => fail(new Error(said.join(" ")));
  setTimeout(() => fail(new Error("nothing came")), {PATIENCE});
}})"""
AGAIN = """async ([view, name, values]) => {
  const form = document.getElementById(view).querySelector("form"), out = document.getElementById(form.dataset.out);
  const times = [];
  for (const value of values) {
    const before = out.querySelector(".steps");
    form.elements[name].value = value;
    const begun = performance.now();
    const shown = new Promise((done) => new MutationObserver((_, watching) => {
      const now = out.querySelector(".steps");
      if (now && now !== before) { watching.disconnect(); done(); }
    }).observe(out, { childList: true, subtree: true }));
    form.requestSubmit();
    await shown;
    times.push(performance.now() - begun);
  }
  return times;
}"""


class NoAnswer(Exception):
    """A page that was opened gave no answer; says why."""


class Visits:
    """Counts visits; one that gets no answer is noted, and made again."""

    def __init__(self) -> None:
        self.made = 0
        self.unanswered: list[str] = []

    def sure(self, visit: Callable[..., Measured]) -> Callable[..., Measured]:
        """Return a visit that is made until it is answered."""

        def until_answered(*given: Any) -> Measured:
            for _ in range(TRIES):
                self.made += 1
                try:
                    return visit(*given)
                except NoAnswer as error:
                    self.unanswered.append(str(error))
            raise NoAnswer(self.unanswered[-1])

        return until_answered

    def said(self) -> str:
        """Return a paragraph about those that were not answered, none where all were."""
        if not self.unanswered:
            return ""
        why = "; ".join(f"`{reason}`" for reason in dict.fromkeys(self.unanswered))
        return f"\n**{len(self.unanswered)} of {self.made} visits got no answer** and were made again: {why}.\n"


def missing() -> str:
    """Return what this part needs and does not find here; nothing where all is there."""
    programs = {"Chromium": chromium(), "Node": shutil.which("node"), "npm": shutil.which("npm")}
    absent = [name for name, path in programs.items() if not path]
    absent += [] if importlib.util.find_spec("playwright") else ["Playwright"]
    return ", ".join(absent)


def chromium() -> str | None:
    """Return the path of Debian's Chromium."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def section(place: Path) -> str:
    """Build the site, measure, and return the section of the page; one line where it cannot be measured here."""
    if absent := missing():
        return f"Not measured: this machine lacks {absent}."
    from playwright.sync_api import sync_playwright

    lay_out(place)
    sent: list[Path] = []
    with served(place, sent) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            return measured(browser, address, place, sent)
        finally:
            browser.close()


def lay_out(place: Path) -> None:
    """Put the site with the companion into a folder, and beside it the page of bare Pyodide."""
    from helper.publish.build import build
    from helper.publish.companion_build import runtime

    (place / "bare").mkdir(parents=True)
    build(place / "site", companion=True)
    for name in runtime.FILES:
        shutil.copyfile(runtime.runtime_folder() / name, place / "bare" / name)
    (place / BARE).write_text(BARE_PAGE, encoding="utf-8")
    (place / "bare" / "worker.js").write_text(BARE_WORKER, encoding="utf-8")


def measured(browser: Browser, address: str, place: Path, sent: list[Path]) -> str:
    """Measure everything and return the section."""
    ours, bare = f"{address}{COMPANION}#{VIEW}?{urlencode(FIGURES)}", f"{address}{BARE}"
    visits = Visits()
    first = visits.sure(partial(first_visit, browser))
    weigh = visits.sure(partial(weighed, engine=place / ENGINE, sent=sent))
    wire = [weigh("a reference page", partial(read_page, browser, address + REFERENCE))]
    wire.append(weigh("companion, until its first answer", partial(first_visit, browser, ours, keeps=False)))
    with browser.new_context() as mine, browser.new_context() as base:
        wire.append(weigh("companion, all that it keeps to work offline", partial(made_offline, mine, address)))
        later, later_bare = (partial(visits.sure(visit), *of) for of in ((mine, ours), (base, bare)))
        for _ in range(2):
            later(), later_bare()
        rows = [
            in_turn("first visit", "", partial(first, ours), partial(first, bare), FIRST_PAIRS),
            in_turn("later visit", AS_SMALL, later, later_bare, LATER_PAIRS),
            in_turn(f"first visit, {SLOW} × slower", "", partial(first, ours, SLOW), partial(first, bare, SLOW), SLOW_PAIRS),
            in_turn(f"later visit, {SLOW} × slower", AS_SMALL, partial(later, SLOW), partial(later_bare, SLOW), SLOW_PAIRS),
        ]
        answer = visits.sure(answer_time)(mine, ours)
    weights = [(one.what, f"{one.kilobytes:,.0f}", "–", str(one.files)) for one in wire]
    weights[0] = (*weights[0][:2], limit(wire[0].kilobytes, REFERENCE_KB, " KB") + no_engine(wire[0]), weights[0][3])
    return f"""\
Chromium {browser.version} without a window, the site on the same machine. From navigation to the first answer on the page: the tax
calculator of Hegemony in German, opened by a link with its figures, against a page that starts unmodified Pyodide in a worker and asks it
for `1 + 1`. On a later visit the service worker has everything, and the browser has kept the files of the bare page. Medians of
{FIRST_PAIRS} first visits, {LATER_PAIRS} later and {SLOW_PAIRS} slowed ones. *Slower*: the browser's processes that show pages, workers
included, stand still for {SLOW - 1} of {SLOW} slices of {SLICE * 1000:.0f} ms, since the throttle of the browser's own tools does not reach
workers. {load()}

{ratios("to the first answer|bare ms", rows)}
{visits.said()}
Over the wire go the files that are asked for, each packed with gzip (level 6) where that makes it smaller:

{table(("what", "KB", "budget", "files"), weights)}

Once the engine runs, the same calculator takes **{answer:.0f} ms** from sending the form to the answer on the page (median of {ANSWERS}).
"""


def no_engine(page: Sent) -> str:
    """Return whether a page asked for anything of the engine, beside its budget."""
    return ", **loads the engine**" if page.of_engine else ", no engine"


def visit(context: BrowserContext, url: str, slow: int = 1) -> float:
    """Open a page in a new tab and return how long its first answer took, in milliseconds."""
    with context.new_page() as page, slowed(slow):
        return opened(page, url)


def opened(page: Page, url: str) -> float:
    """Open a page and return how long its first answer took. Raises NoAnswer where there is none."""
    from playwright.sync_api import Error

    page.add_init_script(WATCH)
    page.goto(url, wait_until="commit", timeout=PATIENCE)
    try:
        return float(page.evaluate("answered"))
    except Error as error:
        raise NoAnswer(error.message.splitlines()[0].rpartition("Error: ")[2]) from error


def first_visit(browser: Browser, url: str, slow: int = 1, keeps: bool = True) -> float:
    """Open a page in a browser that knows nothing yet; `keeps`: whether it may keep the site for offline afterwards."""
    with browser.new_context(service_workers="allow" if keeps else "block") as context:
        return visit(context, url, slow)


def made_offline(context: BrowserContext, address: str) -> None:
    """Wait until the page says that it is ready for offline."""
    with context.new_page() as page:
        page.goto(f"{address}{COMPANION}#settings")
        page.wait_for_selector("[data-offline]", state="visible", timeout=PATIENCE)


def read_page(browser: Browser, url: str) -> None:
    """Open a page of the reference in a browser that knows nothing yet, until it asks for nothing more."""
    with browser.new_context() as context, context.new_page() as page:
        page.goto(url, wait_until="networkidle")


def answer_time(context: BrowserContext, url: str) -> float:
    """Return how long an answer takes once the engine runs: from sending the form to the steps on the page."""
    with context.new_page() as page:
        opened(page, url)
        page.wait_for_timeout(1000)  # until what a page does after its first answer is done
        values = [str(8 + number % 2) for number in range(ANSWERS)]
        times: list[float] = page.evaluate(AGAIN, [VIEW, CHANGED, values])
    return statistics.median(times)
