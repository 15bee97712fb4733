"""The companion on a phone, alone: the built site, Python in a worker, records in the browser, without a network."""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, expect

from helper.definitions.load import load
from helper.i18n import catalogs
from helper.i18n.words import Words
from helper.store import Store
from helper.table import Stamp, calculate
from tests.browser import touching
from tests.browser.hosting import served
from tests.browser.seeing import SCHEMES, Found, Scheme, in_the_way, nothing_found, shown, sticking_out
from tests.browser.touching import choose, empty, hand_in, seen, tap, write

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
LUX, HEGEMONY = "capital-lux-2", "hegemony"
LANGUAGES = catalogs.languages()
ROUNDS = tomllib.loads((Path(__file__).parents[1] / "vectors" / "rounds.toml").read_text(encoding="utf-8"))["vectors"][:2]
TAXES = {
    "policies": "1C 2B 3A 4B 5C 6B 7B",
    "working.population": "3",
    "middle.employers": "2",
    "middle.companies": "2",
    "capitalist.companies": "3",
    "capitalist.revenue": "60",
}
UP = 60_000  # the first start of Python on a busy machine


class Phones:
    """Phones, each with a browser of its own, whose pages may neither complain nor ask anything of another place."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.faults: list[str] = []
        self.contexts: list[BrowserContext] = []

    def phone(self, width: int = PHONE["width"], scheme: Scheme = "light", workers: Literal["allow", "block"] = "block") -> BrowserContext:
        context = self.browser.new_context(
            viewport={"width": width, "height": PHONE["height"]},
            color_scheme=scheme,
            has_touch=True,
            service_workers=workers,
            accept_downloads=True,
        )
        self.contexts.append(context)
        return context

    def open(self, path: str, context: BrowserContext | None = None, **given: Any) -> Page:
        page = (context or self.phone(**given)).new_page()
        page.on("console", lambda message: self.faults.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda request: self.faults.append(f"foreign: {request.url}") if foreign(request.url, self.address) else None)
        page.goto(self.address + path)
        return page


def foreign(url: str, base: str) -> bool:
    return not url.startswith((base, "data:", "blob:"))


@pytest.fixture
def phones(browser: Browser, address: str) -> Iterator[Phones]:
    found = Phones(browser, address)
    yield found
    for context in found.contexts:
        context.close()
    assert found.faults == []


def at(game: str, view: str, lang: str = "en") -> str:
    return f"{lang}/{game}/companion/#{view}"


def view(page: Page, id: str) -> Any:
    return page.locator(f"[id='{id}']")


def cell(page: Page, within: str, name: str) -> Any:
    return view(page, within).locator(f"[name='{name}']")


def enter(page: Page, within: str, figures: dict[str, str]) -> None:
    """Type figures into the cells of a view, each in its own; what waits behind a line is opened first."""
    touching.enter(page, view(page, within), figures)


def sums(given: dict[str, Any]) -> dict[str, str]:
    """Return a round as somebody enters it who adds up what lies there: sums, and the highest cards of the Capital."""
    found: dict[str, str] = {}
    for path, value in given.items():
        if isinstance(value, list):
            path = re.sub(r"players\.([A-D])", lambda letter: f"players.P{ord(letter[1]) - 64}", path)
            found[f"{path}.sum"] = str(sum(value))
            if path.startswith("capital") and value:
                found[f"{path}.top"] = str(max(value))
        else:
            found[path] = str(value)
    return found


def work_out(page: Page, name: str) -> Any:
    """Send a calculator and return its answer, a new one where there was one before."""
    answer = view(page, f"out.calc.{name}")
    answer.evaluate("node => [...node.children].forEach(one => one.dataset.before = 'yes')")
    tap(view(page, f"calc.{name}").locator("button[type=submit]"))
    expect(answer.locator(":is(.steps, .grid, .fault):not([data-before] *, [data-before])").first).to_be_visible(timeout=UP)
    return answer


def seats(given: dict[str, Any]) -> list[str]:
    return sorted({path.split(".")[1] for path in given if path.startswith("players.")})


def clear(page: Page, within: str) -> None:
    """Empty the cells of a view, as somebody does who types the next round over the last one."""
    for control in view(page, within).locator("input:not([type=radio], [type=checkbox]):visible").all():
        if control.input_value():
            empty(page, control)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rounds_typed_in_by_hand_come_out_as_they_were_worked_out_by_hand(phones: Phones, lang: str) -> None:
    page = phones.open(at(LUX, "calc.round", lang))
    words = Words(lang, load(LUX))
    for number, one in enumerate(ROUNDS):
        given, then = one["given"], one["then"]
        clear(page, "calc.round")
        choose(view(page, "calc.round"), "~players", str(len(seats(given))))
        enter(page, "calc.round", sums(given))
        names = {seat: words.say("Player {n}", n=n) for n, seat in enumerate(seats(given), 1)}
        wanted = [(names[score["player"]], str(score["total"])) for score in then["scores"]]
        said = work_out(page, "round").inner_text()
        for name, total in wanted:
            assert any(name in line and total in line for line in said.splitlines()), (one["name"], name, total, said)
        winner = names[then["winners"][0]]
        assert winner in view(page, "out.calc.round").locator(".steps li").last.inner_text(), (number, one["name"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_taxes_typed_in_by_hand_are_those_of_the_example(phones: Phones, lang: str) -> None:
    page = phones.open(at(HEGEMONY, "calc.taxes", lang))
    enter(page, "calc.taxes", TAXES)
    said = work_out(page, "taxes").inner_text()
    steps: Any = calculate(HEGEMONY, "taxes", [f"{key}={value}" for key, value in TAXES.items()], lang)["steps"]
    assert len(steps) > 5
    for step in steps:
        assert step["text"] in said.replace("\xa0", " ") or step["text"].replace("\xa0", " ") in said


def test_a_round_of_three_players_takes_about_twenty_five_taps(phones: Phones) -> None:
    given = sums(ROUNDS[0]["given"])
    page = phones.open(at(LUX, "calc.round"))
    taps = 0
    seen(view(page, "calc.round").locator("label", has=page.locator("[name='~players'][value='3']"))).tap()
    seen(cell(page, "calc.round", "round")).tap()
    taps += 2
    for _ in range(40):
        name = page.evaluate("document.querySelector('.current').name")
        if page.evaluate("document.activeElement.type === 'submit'"):
            break
        value = given.get(name, "0" if name.endswith(".sum") else "")
        if not value:  # of a district with nothing in it there is no highest card
            seen(page.locator("[data-do=next]")).tap()
            taps += 1
            continue
        key = page.locator("#bar [data-key]", has_text=re.compile(f"^{value}$"))
        seen(key).tap()
        taps += 1
        if name == "players.P3.green.sum":
            break
    seen(view(page, "calc.round").locator("button[type=submit]")).tap()
    taps += 1
    expect(view(page, "out.calc.round").locator(".steps")).to_be_visible(timeout=UP)
    filled = page.evaluate("Object.fromEntries(new FormData(document.querySelector('[id=\"calc.round\"] form')))")
    assert {name: value for name, value in given.items() if value != "0"}.items() <= filled.items()
    assert taps <= 27, taps


def test_changing_the_language_keeps_the_view_and_what_was_entered(phones: Phones) -> None:
    page = phones.open(at(HEGEMONY, "calc.taxes"))
    enter(page, "calc.taxes", TAXES)
    tap(page.locator("a[hreflang=de]"))
    page.wait_for_url("**/de/hegemony/companion/**")
    expect(view(page, "calc.taxes")).to_be_visible()
    for name, value in TAXES.items():
        expect(cell(page, "calc.taxes", name).first).to_have_value(value)


def test_a_link_carries_the_figures_to_another_phone(phones: Phones) -> None:
    page = phones.open(at(HEGEMONY, "calc.taxes"))
    enter(page, "calc.taxes", TAXES)
    tap(view(page, "calc.taxes").locator("[data-share]"))
    link = view(page, "calc.taxes").locator("[data-share-link]").input_value()
    other = phones.open(link.removeprefix(phones.address))
    expect(view(other, "out.calc.taxes").locator(".steps")).to_be_visible(timeout=UP)
    for name, value in TAXES.items():
        expect(cell(other, "calc.taxes", name).first).to_have_value(value)


def test_a_link_fills_a_calculator_and_starts_nothing(phones: Phones) -> None:
    context = phones.phone()
    pages = [phones.open(at(LUX, fragment), context) for fragment in ("records?~players=2", "log?x=1", "score?x=1", "nothing?x")]
    for page in pages:
        expect(page.locator("[id='now']")).to_contain_text("No record is open", timeout=UP, use_inner_text=False)


def test_what_is_sent_before_the_engine_is_up_is_answered_when_it_is(phones: Phones) -> None:
    context = phones.phone()
    waiting: list[Any] = []
    context.route("**/*.wasm", lambda route: waiting.append(route))
    page = phones.open(at(LUX, "calc.final"), context)
    enter(page, "calc.final", {"players.P1.cards": "12", "players.P2.cards": "9"})
    tap(view(page, "calc.final").locator("button[type=submit]"))
    answer = view(page, "out.calc.final")
    expect(answer).to_contain_text(Words("en").say("The engine is starting; this is answered as soon as it is up."))
    for _ in range(100):
        if waiting:
            break
        page.wait_for_timeout(50)
    for route in waiting:
        route.continue_()
    expect(answer.locator(".steps")).to_be_visible(timeout=UP)


def test_an_engine_that_cannot_start_says_so(phones: Phones) -> None:
    context = phones.phone()
    context.route("**/*.wasm", lambda route: route.fulfill(status=404, body="gone"))
    page = phones.open(at(LUX, "calc.final"), context)
    enter(page, "calc.final", {"players.P1.cards": "12"})
    tap(view(page, "calc.final").locator("button[type=submit]"))
    expect(view(page, "out.calc.final")).to_contain_text("could not be started", timeout=UP)
    expect(cell(page, "calc.final", "players.P1.cards")).to_have_value("12")
    phones.faults.clear()  # the browser reports the missing file


def start(page: Page, *names: str, how: str = "full", view_: str = "record") -> None:
    page.goto(page.url.partition("#")[0] + "#records")
    form = view(page, "records").locator("form[data-ask=new]")
    choose(form, "~players", str(len(names)))
    for n, name in enumerate(names, 1):
        write(page, form.locator(f"[name='~name.P{n}']"), name)
    choose(form, "~start", how)
    tap(form.locator("button[type=submit]"))
    expect(view(page, "now").locator("h2").first).to_be_visible(timeout=UP)
    expect(view(page, "record")).to_be_visible()


def play(page: Page, move: str, card: str, seat: str = "") -> None:
    """Make a move of one card from its form."""
    entry = view(page, "now").locator(f"details[id^='open.move.{move}']").first
    if entry.get_attribute("open") is None:
        tap(entry.locator("summary").first)
    if seat and entry.locator(f"[name='~seat'][value='{seat}'][type=radio]").count():
        choose(entry, "~seat", seat)
    choose(entry, "card", card)
    tap(entry.locator("button[type=submit]"))


def count_of_entries(page: Page) -> int:
    return int(page.evaluate("document.querySelectorAll('#entries ol.log > li').length"))


def entries(page: Page, n: int) -> None:
    page.wait_for_function("n => document.querySelectorAll('#entries ol.log > li').length === n", arg=n, timeout=UP)


EVENING_SUMS = {
    **{f"capital.{district}.sum": value for district, value in zip(("blue", "pink", "yellow", "green"), "8978", strict=True)},
    **{f"capital.{district}.top": "5" for district in ("blue", "pink", "yellow", "green")},
    **{f"players.P1.{district}.sum": "7" for district in ("blue", "pink", "yellow", "green")},
    **{f"players.P2.{district}.sum": "6" for district in ("blue", "pink", "yellow", "green")},
}


def tell(page: Page, figures: dict[str, str]) -> None:
    before = count_of_entries(page)
    tap(view(page, "now").locator("button[data-ask=tell]").first)
    expect(view(page, "tell").locator("form")).to_be_visible(timeout=UP)
    enter(page, "tell", figures)
    tap(view(page, "tell").locator("button[type=submit]"))
    entries(page, before + 1)


def resolve(page: Page) -> None:
    before = count_of_entries(page)
    entry = view(page, "now").locator("details:has(form[data-ask=resolve])").first
    if entry.get_attribute("open") is None:
        tap(entry.locator("summary").first)
    tap(entry.locator("button[type=submit]"))
    tap(view(page, "said").locator("button[data-ask=resolve].main"), UP)
    entries(page, before + 1)


def test_an_evening_is_told_round_by_round_resolved_and_scored(phones: Phones) -> None:
    page = phones.open(at(LUX, "record"))
    start(page, "Anna", "Bert", how="figures")
    for number in range(1, 4):
        tell(page, EVENING_SUMS)
        resolve(page)
        entries(page, 2 * number)
    page.goto(page.url.partition("#")[0] + "#score")
    expect(view(page, "board").locator(".total").first).to_be_visible()
    expect(view(page, "board").locator("svg.chart")).to_be_visible()
    expect(view(page, "board")).to_contain_text("Anna")
    page.goto(page.url.partition("#")[0] + "#record")
    expect(view(page, "now").locator("button[data-ask=export]")).to_be_visible()


def test_a_page_that_was_put_away_comes_back_with_its_record_and_its_inputs(phones: Phones) -> None:
    context = phones.phone()
    page = phones.open(at(LUX, "record"), context)
    start(page, "Anna", "Bert")
    play(page, "play.base", "blue 5", "P1")
    entries(page, 1)
    page.goto(page.url.partition("#")[0] + "#calc.final")
    enter(page, "calc.final", {"players.P1.cards": "17"})
    page.close(run_before_unload=False)
    again = phones.open(at(LUX, "record"), context)
    entries(again, 1)
    again.goto(again.url.partition("#")[0] + "#calc.final")
    expect(cell(again, "calc.final", "players.P1.cards")).to_have_value("17")


def test_two_tabs_on_one_record_lose_nothing_and_see_each_other(phones: Phones) -> None:
    context = phones.phone()
    one = phones.open(at(LUX, "record"), context)
    start(one, "Anna", "Bert", how="figures")
    two = phones.open(at(LUX, "record"), context)
    expect(view(two, "now").locator("h2").first).to_be_visible(timeout=UP)
    for page, value in ((one, "4"), (two, "6")):
        tap(view(page, "now").locator("button[data-ask=tell]").first)
        expect(view(page, "tell").locator("form")).to_be_visible(timeout=UP)
        enter(page, "tell", {"capital.blue.sum": value})
    for page in (one, two):
        tap(view(page, "tell").locator("button[type=submit]"))
    for page in (one, two):
        page.bring_to_front()
        entries(page, 2)


def test_undo_withdraws_what_it_says_and_stands_apart_from_deleting(phones: Phones) -> None:
    page = phones.open(at(LUX, "record"))
    start(page, "Anna", "Bert")
    play(page, "play.base", "blue 5", "P1")
    entries(page, 1)
    page.goto(page.url.partition("#")[0] + "#log")
    undo = view(page, "entries").locator("button[data-ask=undo]")
    expect(undo).to_contain_text("Blue 5")
    assert view(page, "log").locator("button[data-ask=drop]").count() == 0
    tap(undo)
    expect(view(page, "entries").locator("del")).to_have_count(1)
    tap(view(page, "entries").locator("button[data-ask=redo]"))
    expect(view(page, "entries").locator("del")).to_have_count(0)


def test_a_correction_shows_before_and_after_and_is_made_once_that_was_seen(phones: Phones) -> None:
    page = phones.open(at(LUX, "record"))
    start(page, "Anna", "Bert")
    play(page, "play.base", "blue 5", "P1")
    entries(page, 1)
    page.goto(page.url.partition("#")[0] + "#log")
    tap(view(page, "entries").locator("button[data-ask=edit]"))
    expect(view(page, "edit.1").locator("[name=card]")).to_have_value("blue 5", timeout=UP)
    choose(view(page, "edit.1"), "card", "blue 6")
    tap(view(page, "edit.1").locator("button[type=submit]"))
    expect(view(page, "edited.1").locator(".change")).to_contain_text("Blue 6", timeout=UP)
    assert count_of_entries(page) == 1
    tap(view(page, "edited.1").locator("button[type=submit]"))
    expect(view(page, "entries").locator("ol.log")).to_contain_text("Blue 6", timeout=UP)


def test_a_record_goes_to_the_terminal_and_back_with_the_same_score(phones: Phones, tmp_path: Path) -> None:
    page = phones.open(at(LUX, "record"))
    start(page, "Anna", "Bert", how="figures")
    tell(page, EVENING_SUMS)
    page.goto(page.url.partition("#")[0] + "#records")
    with page.expect_download() as saving:
        tap(view(page, "records").locator("button[data-ask=export]"))
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    store = Store(tmp_path / "records.db")
    store.use(store.import_(file.read_text(encoding="utf-8")).id)
    scores: Any = store.ask({"do": "score"}, "en", Stamp("a", "b"))["scores"]
    page.goto(page.url.partition("#")[0] + "#score")
    totals = view(page, "board").locator(".total").all_inner_texts()
    assert sorted(totals) == sorted(str(one["total"]) for one in scores)
    back = tmp_path / "back.jsonl"
    back.write_text(store.export(), encoding="utf-8")
    other = phones.open(at(LUX, "records"))
    hand_in(other, view(other, "records").locator("input[type=file]"), back)
    entries(other, 1)
    other.goto(other.url.partition("#")[0] + "#score")
    expect(view(other, "board").locator(".total").first).to_be_visible()
    assert view(other, "board").locator(".total").all_inner_texts() == totals


def test_deleting_a_record_asks_first(phones: Phones) -> None:
    page = phones.open(at(LUX, "record"))
    start(page, "Anna", "Bert")
    page.goto(page.url.partition("#")[0] + "#records")
    asked: list[str] = []

    def answered(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss() if len(asked) == 1 else dialog.accept()

    page.on("dialog", answered)
    for left in (1, 0):
        tap(view(page, "shelf").locator("button[data-ask=drop]"))
        expect(view(page, "shelf").locator("button[data-ask=drop]")).to_have_count(left, timeout=UP)
    assert len(asked) == 2
    assert "Anna" in asked[0]


def test_after_one_visit_pages_search_and_calculators_work_without_a_network(phones: Phones) -> None:
    context = phones.phone(workers="allow")
    page = phones.open(at(LUX, "settings", "de"), context)
    expect(page.locator("[data-offline]")).to_be_visible(timeout=2 * UP)
    context.set_offline(True)
    other = phones.open(at(HEGEMONY, "calc.taxes", "de"), context)
    enter(other, "calc.taxes", TAXES)
    work_out(other, "taxes")
    other.goto(phones.address + "it/capital-lux-2/round/")
    expect(other.locator("h1")).to_be_visible()
    tap(other.locator("label.md-header__button[for=__search]"))
    field = other.locator("input.md-search__input")
    for _ in range(5):
        field.fill("")  # of the theme: it slides in, and is read out of reach on its way
        field.press_sequentially("limite", delay=30)
        if other.locator("a.md-search-result__link").first.is_visible():
            break
        other.wait_for_timeout(500)
    expect(other.locator("a.md-search-result__link").first).to_be_visible()


def test_a_new_build_is_offered_by_a_button_and_shown_by_one_press(phones: Phones, companion_site: Path, tmp_path: Path) -> None:
    site = tmp_path / companion_site.name
    shutil.copytree(companion_site, site, copy_function=os.link)
    with served(tmp_path) as address:
        phones.address = f"{address}{site.name}/"
        page = phones.open(at(LUX, "settings"), phones.phone(workers="allow"))
        expect(page.locator("[data-offline]")).to_be_visible(timeout=2 * UP)
        worker, shown = site / "sw.js", site / "en" / LUX / "companion" / "index.html"
        listed = worker.read_text(encoding="utf-8")
        replace(shown, shown.read_text(encoding="utf-8").replace("<h1>", "<h1>Brand new "))
        mark = re.search(rf'"en/{LUX}/companion/", ?"(\w+)"', listed)
        assert mark
        version = re.search(r'VERSION = "(\w+)"', listed)
        assert version
        replace(worker, listed.replace(mark[1], "f" * len(mark[1])).replace(version[1], "f" * len(version[1])))
        page.reload()
        expect(page.locator("h1")).not_to_contain_text("Brand new")
        button = page.locator("[data-update]")
        expect(button).to_be_visible(timeout=UP)
        tap(button)
        expect(page.locator("h1")).to_contain_text("Brand new", timeout=UP)
        page.context.close()


def replace(file: Path, text: str) -> None:
    """Write a file anew, and not into the one that it may be a link to."""
    file.unlink()
    file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_in_the_way_of_people_who_see_or_hear_otherwise(phones: Phones, lang: str) -> None:
    page = phones.open(at(LUX, "record", lang))
    start(page, "Anna", "Bert")
    play(page, "play.base", "blue 5", "P1")
    entries(page, 1)
    found: list[Found] = []
    for at_, width in enumerate((PHONE["width"], 1280)):
        scheme = SCHEMES[(LANGUAGES.index(lang) + at_) % 2]  # over all languages every width in light and dark
        how = shown(page, width, scheme)
        for id in ("record", "score", "log", "records", "settings", "calc.round", "check.setup"):
            page.goto(page.url.partition("#")[0] + f"#{id}")
            expect(view(page, id)).to_be_visible()
            found += in_the_way(page, f"{lang}, {id}, {how}")
    nothing_found(found)


TOO_SMALL = """() => {
    const targets = ["button", "summary", "select", ".tabs a", ".tiles a", "label:has([type=radio])",
        "input:not([type=hidden], [type=radio], [type=checkbox])"];
    return [...document.querySelectorAll(targets.join())]
        .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
        .map(one => one.outerHTML.slice(0, 90) + one.getBoundingClientRect().height);
}"""
OVERLAPPING = """() => {
    const kinds = "label, legend, summary, button";
    const texts = [...document.querySelectorAll(`[data-view]:not([hidden]) :is(${kinds}, h2, h3)`)]
        .filter(one => one.checkVisibility() && one.innerText.trim() && !one.querySelector(kinds));
    const boxes = texts.map(one => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return [one, range.getBoundingClientRect()];
    });
    const found = [];
    boxes.forEach(([one, a], at) => boxes.slice(at + 1, at + 12).forEach(([two, b]) => {
        const across = a.left < b.right - 1 && b.left < a.right - 1;
        const along = a.top < b.bottom - 1 && b.top < a.bottom - 1;
        if (across && along && !one.contains(two) && !two.contains(one)) found.push(one.innerText + ' | ' + two.innerText);
    }));
    return found;
}"""


@pytest.mark.parametrize("game", [LUX, HEGEMONY])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_on_the_narrowest_phone_nothing_sticks_out_overlaps_or_is_too_small_to_tap(phones: Phones, lang: str, game: str) -> None:
    page = phones.open(at(game, "record", lang), width=360)
    start(page, "Anna-Magdalena", "Bert")
    found: list[Found] = []
    for id in page.evaluate("[...document.querySelectorAll('[data-view]')].map(one => one.id)"):
        page.goto(page.url.partition("#")[0] + f"#{id}")
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        found += sticking_out(page, f"{lang}, {id}")
        found += [Found(f"{lang}, {id}", one, "too small to tap, less than 44 px high") for one in page.evaluate(TOO_SMALL)]
        found += [Found(f"{lang}, {id}", one, "two texts over each other") for one in page.evaluate(OVERLAPPING)]
    nothing_found(found)


HOSTILE = ("<img src=x onerror=alert(1)>", "x" * 200, "أنا هنا")


@pytest.mark.parametrize("game", [LUX, HEGEMONY])
def test_hostile_names_are_shown_as_they_are_and_do_nothing(phones: Phones, game: str) -> None:
    page = phones.open(at(game, "record"), width=360)
    page.on("dialog", lambda dialog: phones.faults.append(dialog.message))
    start(page, *HOSTILE)
    for id in ("record", "score", "log", "records"):
        page.goto(page.url.partition("#")[0] + f"#{id}")
        assert page.locator("main img").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, id


def test_keyboard_alone_is_enough_and_nothing_takes_the_focus_by_itself(phones: Phones) -> None:
    page = phones.open(at(LUX, "calc.final"))
    page.wait_for_timeout(300)
    assert page.evaluate("document.activeElement.matches('input, select, button')") is False
    cell(page, "calc.final", "players.P1.cards").focus()
    page.keyboard.type("-")
    page.keyboard.press("Backspace")
    page.keyboard.type("123")
    expect(cell(page, "calc.final", "players.P1.cards")).to_have_value("123")
    before = page.evaluate("[...document.querySelectorAll('body *')].map(one => one.getBoundingClientRect().top).join()")
    page.keyboard.press("Tab")
    assert page.evaluate("[...document.querySelectorAll('body *')].map(one => one.getBoundingClientRect().top).join()") == before
    page.keyboard.press("Enter")
    expect(view(page, "out.calc.final").locator(".steps")).to_be_visible(timeout=UP)


def test_numbers_can_be_negative_of_three_digits_or_nothing_by_taps_alone(phones: Phones) -> None:
    page = phones.open(at(HEGEMONY, "calc.final"))
    points = cell(page, "calc.final", "working.points")
    seen(points).tap()
    for key in ("1", "2", "3"):
        seen(page.locator("#bar [data-key]", has_text=re.compile(f"^{key}$"))).tap()
    seen(page.locator("[data-do=sign]")).tap()
    assert points.input_value() in ("-123", "−123")
    seen(page.locator("[data-do=minus]")).tap()
    assert points.input_value() in ("-124", "−124")
    for _ in range(4):
        seen(page.locator("[data-do=erase]")).tap()
    seen(page.locator("#bar [data-key]", has_text=re.compile("^0$"))).tap()
    expect(points).to_have_value("0")
    seen(page.locator("[data-do=next]")).tap()
    assert page.evaluate("document.querySelector('.current').name") != "working.points"


def test_figures_are_read_across_the_table(phones: Phones) -> None:
    page = phones.open(at(LUX, "record"))
    start(page, "Anna", "Bert", how="figures")
    tell(page, EVENING_SUMS)
    page.goto(page.url.partition("#")[0] + "#score")
    body = page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
    sizes = page.evaluate("[...document.querySelectorAll('#board .total')].map(one => parseFloat(getComputedStyle(one).fontSize))")
    assert sizes
    assert min(sizes) >= 1.5 * body
    page.goto(page.url.partition("#")[0] + "#record")
    cells = page.evaluate("[...document.querySelectorAll('#now td')].map(one => parseFloat(getComputedStyle(one).fontSize))")
    assert min(cells) >= 1.5 * body
    assert page.locator("#now svg.bar").count() >= 4


def test_the_screen_is_kept_on_where_the_phone_lets_us_and_nothing_breaks_where_it_does_not(phones: Phones) -> None:
    context = phones.phone()
    granted = "async () => ({released: false, release() { this.released = true; }})"
    context.add_init_script(f"Object.defineProperty(navigator, 'wakeLock', {{value: {{request: {granted}}}}});")
    page = phones.open(at(LUX, "settings"), context)
    button = page.locator("[data-awake]")
    tap(button)
    expect(button).to_have_attribute("aria-pressed", "true")
    tap(button)
    expect(button).to_have_attribute("aria-pressed", "false")
    other = phones.phone()
    other.add_init_script("Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => { throw new Error('no'); }}});")
    page = phones.open(at(LUX, "settings"), other)
    tap(page.locator("[data-awake]"))
    expect(page.locator("[data-awake]")).to_have_attribute("aria-pressed", "false")


def test_a_page_can_be_put_on_the_home_screen(phones: Phones, companion_site: Path) -> None:
    page = phones.open(at(LUX, "record", "de"))
    address = page.locator("link[rel=manifest]").get_attribute("href")
    assert address
    found = page.evaluate("address => fetch(address).then(answer => answer.json())", address)
    assert found["display"] == "standalone"
    assert found["lang"] == "de"
    for icon in found["icons"]:
        assert page.evaluate("async address => (await fetch(address)).status", icon["src"]) == 200


def test_where_nothing_can_be_kept_the_page_says_so_and_still_answers(phones: Phones) -> None:
    context = phones.phone()
    context.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
        "indexedDB.open = () => { throw new DOMException('denied', 'SecurityError'); };"
    )
    page = phones.open(at(LUX, "calc.final"), context)
    enter(page, "calc.final", {"players.P1.cards": "12"})
    work_out(page, "final")
    expect(page.locator("main, header").filter(has_text="keeps nothing here").first).to_be_visible()


def test_checklists_keep_their_ticks_until_all_are_taken_off(phones: Phones) -> None:
    context = phones.phone()
    page = phones.open(at(LUX, "check.setup"), context)
    box = view(page, "check.setup").locator("[type=checkbox]").first
    tap(view(page, "check.setup").locator("label:has([type=checkbox])").first)
    expect(box).to_be_checked()
    page.reload()
    expect(box).to_be_checked()
    tap(view(page, "check.setup").locator("button[type=reset]"))
    expect(box).not_to_be_checked()
    page.reload()
    expect(box).not_to_be_checked()


def test_without_a_script_or_from_a_disk_the_page_says_what_is_wrong(browser: Browser, phones: Phones, companion_site: Path) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(phones.address + at(LUX, "record"))
    expect(page.locator("#trouble")).to_contain_text("script")
    page.goto((companion_site / "en" / LUX / "companion" / "index.html").as_uri())
    expect(page.locator("#trouble")).to_be_visible()
    context.close()
    shown = phones.open(at(LUX, "record"))
    expect(shown.locator("#trouble")).to_be_empty()


def test_a_page_of_rules_loads_no_engine_and_little_else(phones: Phones) -> None:
    context = phones.phone()
    page = context.new_page()
    sizes: dict[str, int] = {}
    page.on("response", lambda response: sizes.update({response.url: len(response.body()) if response.ok else 0}))
    page.goto(phones.address + f"de/{LUX}/resolution/")
    page.wait_for_load_state("networkidle")
    assert not [url for url in sizes if "/companion/" in url]


def test_eight_tabs_open_at_once_all_answer(phones: Phones) -> None:
    context = phones.phone()
    pages = [phones.open(at(LUX, "record"), context) for _ in range(8)]
    for page in pages:
        expect(view(page, "now").locator("p").first).to_contain_text("No record is open", timeout=2 * UP)
