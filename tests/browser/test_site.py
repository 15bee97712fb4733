"""The site as people use it: on a phone, in their language, in the dark, from disk, on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser, Page, expect

from helper.definitions.load import load
from helper.i18n import catalogs
from helper.i18n.words import Words
from tests.browser.seeing import SCHEMES, Scheme, in_the_way, nothing_found, shown, sticking_out

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
GAME = load("capital-lux-2")
HEGEMONY = load("hegemony")
LANGUAGES = catalogs.languages()
Open = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[Open]:
    """Open a page that may neither complain nor ask anything of another place."""
    faults: list[str] = []
    contexts = []

    def opened(path: str, width: int = PHONE["width"], scheme: Scheme = "light", base: str = address) -> Page:
        context = browser.new_context(viewport={"width": width, "height": PHONE["height"]}, color_scheme=scheme, service_workers="block")
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        # What a tap on a link breaks off has not failed.
        page.on("requestfailed", lambda request: faults.append(f"failed: {request.url}") if request.failure != "net::ERR_ABORTED" else None)
        page.on("request", lambda request: faults.append(f"foreign: {request.url}") if foreign(request.url, base) else None)
        page.goto(base + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def foreign(url: str, base: str) -> bool:
    return not url.startswith((base, "data:", "blob:"))


def search(page: Page, words: str) -> Page:
    """Type into the search; on a phone it must be opened first, and what is typed before its worker is ready is lost."""
    page.locator("label.md-header__button[for=__search]").click()
    field = page.locator("input.md-search__input")
    expect(field).to_be_visible()
    first = page.locator("a.md-search-result__link").first
    for _ in range(5):
        field.fill("")
        field.press_sequentially(words)
        try:
            expect(first).to_be_visible(timeout=2000)
            break
        except AssertionError:
            continue
    return page


def title_of(lang: str, rule: str) -> str:
    return Words(lang, GAME).sentence(GAME.rules[rule].title)


def test_the_end_of_a_round_is_two_taps_from_the_start(open_page: Open) -> None:
    page = open_page("")
    page.locator("article").get_by_role("link", name="English").click()
    page.locator(".tiles a[href$='steps-round-end/']").first.click()
    expect(page.locator("h1")).to_contain_text("The end of a round")
    expect(page.locator(".steps ol > li").first).to_be_visible()


def test_from_the_page_of_a_language_it_is_two_taps_by_way_of_the_game(open_page: Open) -> None:
    page = open_page("en/")
    page.locator("article h2").get_by_role("link", name="Capital Lux 2: Generations").click()
    page.locator(".tiles a[href$='steps-round-end/']").first.click()
    expect(page.locator(".steps ol > li").first).to_be_visible()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("role", HEGEMONY.roles)
def test_what_a_class_can_do_is_two_taps_from_the_start(open_page: Open, lang: str, role: str) -> None:
    page = open_page("")
    page.locator("article").get_by_role("link", name=catalogs.symbols(lang).name).click()
    page.locator(f".tiles a[href$='role-{role}/']").first.click()
    words = Words(lang, HEGEMONY)
    expect(page.locator("h1")).to_contain_text(words.term(role))
    mark = HEGEMONY.terms[role].mark
    assert mark
    expect(page.locator("h1 .badge")).to_have_text(words.sentence(mark))
    expect(page.locator(".jump a").first).to_be_in_viewport()
    page.locator(".jump a").last.click()
    expect(page.locator("section.rule h3:target")).to_be_in_viewport()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_by_way_of_the_game_it_is_two_taps_from_the_page_of_a_language(open_page: Open, lang: str) -> None:
    page = open_page(f"{lang}/")
    page.locator("article h2 a[href$='hegemony/']").first.click()
    page.locator(".tiles a[href$='role-middle/']").first.click()
    expect(page.locator("h1")).to_contain_text(Words(lang, HEGEMONY).term("middle"))


def test_a_wide_table_scrolls_in_its_box_and_keeps_its_first_column(open_page: Open) -> None:
    page = open_page("de/hegemony/tables/", width=360)
    box = page.locator("section:has(#table\\.companies) .table").first
    name = box.locator("tbody th").first
    before = name.bounding_box()
    assert box.evaluate("node => node.scrollWidth > node.clientWidth")
    box.evaluate("node => { node.scrollLeft = 120 }")
    after = name.bounding_box()
    assert before
    assert after
    assert abs(before["x"] - after["x"]) <= 1
    assert before["width"] < 360 / 2
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_changing_the_language_keeps_the_page(open_page: Open, lang: str) -> None:
    page = open_page("en/capital-lux-2/resolution/")
    page.locator(".md-select button").focus()
    page.locator(f".md-select__link[hreflang={catalogs.tag(lang)}]").click()
    page.wait_for_url(f"**/{lang}/capital-lux-2/resolution/")
    assert page.locator("html").get_attribute("lang") == catalogs.tag(lang)
    assert page.locator("body").get_attribute("dir") == catalogs.symbols(lang).direction


@pytest.mark.parametrize("lang", LANGUAGES)
def test_search_finds_in_the_language_of_the_page_alone(open_page: Open, lang: str) -> None:
    page = search(open_page(f"{lang}/capital-lux-2/"), title_of(lang, "resolution.limit"))
    links = page.locator("a.md-search-result__link")
    assert all(f"/{lang}/" in str(link.evaluate("node => node.href")) for link in links.all())
    assert any("#resolution.limit" in str(link.get_attribute("href")) for link in links.all())


def test_search_finds_the_last_part_of_a_compound_and_umlauts_written_out(open_page: Open) -> None:
    for words in ("plättchen", "plaettchen", "machtplaettchen"):
        page = search(open_page("de/capital-lux-2/"), words)
        assert page.locator("a.md-search-result__link").count() > 0, words
        assert not any(tags.is_visible() for tags in page.locator(".md-search-result .md-tags").all())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_search_works_in_a_copy_on_disk(open_page: Open, on_disk: str, lang: str) -> None:
    page = search(open_page(f"{lang}/capital-lux-2/index.html", base=on_disk), title_of(lang, "resolution.limit"))
    links = page.locator("a.md-search-result__link")
    assert links.count() > 0
    assert all(f"/{lang}/" in str(link.evaluate("node => node.href")) for link in links.all())


def test_a_copy_on_disk_can_be_walked(open_page: Open, on_disk: str) -> None:
    page = open_page("index.html", base=on_disk)
    page.locator("article").get_by_role("link", name="English").click()
    page.locator(".tiles a[href$='steps-round-end.html']").first.click()
    expect(page.locator(".steps ol > li").first).to_be_visible()


SEEN = (
    "",
    "en/",
    "de/",
    "de/capital-lux-2/",
    "en/capital-lux-2/resolution/",
    "de/capital-lux-2/resolution/",
    "de/capital-lux-2/glossary/",
    "it/capital-lux-2/steps-setup/",
    "it/capital-lux-2/steps-round-end/",
    "en/capital-lux-2/sources/",
    "de/hegemony/",
    "de/hegemony/role-middle/",
    "it/hegemony/role-capitalist/",
    "it/hegemony/policy-labor/",
    "it/hegemony/policy-taxation/",
    "en/hegemony/tables/",
    "de/hegemony/tables/",
    "de/hegemony/sources/",
    "en/hegemony/forgotten/",
)
"""Pages of every kind, among them those with the longest words, the widest tables and the most links."""
BY_AXE = (
    "",
    "de/",
    "de/capital-lux-2/",
    "en/capital-lux-2/resolution/",
    "it/capital-lux-2/steps-round-end/",
    "en/capital-lux-2/sources/",
    "de/hegemony/role-middle/",
    "it/hegemony/policy-taxation/",
    "en/hegemony/tables/",
    "de/hegemony/sources/",
)
"""One of each template: what axe finds on one of its pages it finds on all."""


@pytest.mark.parametrize("path", SEEN)
def test_nothing_sticks_out_and_nothing_is_in_the_way_at_any_width_light_or_dark(open_page: Open, path: str) -> None:
    page = open_page(path)
    expect(page.locator("h1").first).to_be_visible()
    found = [one for width in (360, 390, 640) for one in sticking_out(page, f"{path}, {shown(page, width)}")]
    if path in BY_AXE:
        page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
        for width, scheme in product((390, 1280), SCHEMES):
            found += in_the_way(page, f"{path}, {shown(page, width, scheme)}", ("serious", "critical"))
    nothing_found(found)


def test_every_page_that_axe_looks_at_is_seen() -> None:
    assert set(BY_AXE) <= set(SEEN)


def test_at_twice_the_letter_size_everything_stays_in_reach(open_page: Open) -> None:
    page = open_page("de/capital-lux-2/resolution/", width=640)
    page.evaluate("document.documentElement.style.fontSize = '250%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 640
    expect(page.locator("section.rule h2").first).to_be_visible()


def test_what_is_printed_from_the_dark_is_dark_on_white(open_page: Open) -> None:
    page = open_page("en/capital-lux-2/resolution/", scheme="dark")
    assert brightness(page, "body", "backgroundColor") < 60
    page.emulate_media(media="print", color_scheme="dark")
    assert brightness(page, "body", "backgroundColor") == 255
    for selector in ("section.rule p", ".conditions li", ".reminders li", "h1", "section.rule h2"):
        assert brightness(page, selector, "color") < 80, selector
    for selector in ("section.rule", ".conditions", ".reminders"):
        assert brightness(page, selector, "backgroundColor") > 200, selector


def test_figures_in_a_rule_are_larger_than_its_words(open_page: Open) -> None:
    page = open_page("en/capital-lux-2/final/")
    size = "node => parseFloat(getComputedStyle(node).fontSize)"
    figure, words = (page.locator(selector).first.evaluate(size) for selector in (".rule > p strong", ".rule > p"))
    assert figure > words


def test_a_rule_that_is_linked_to_stands_out(open_page: Open) -> None:
    page = open_page("en/capital-lux-2/resolution/#resolution.tie")
    expect(page.locator("[id='resolution.tie']")).to_be_in_viewport()


def brightness(page: Page, selector: str, name: str) -> float:
    colour: str = page.locator(selector).first.evaluate(f"node => getComputedStyle(node).{name}")
    parts = [float(part) for part in colour[colour.index("(") + 1 : -1].split(",")]
    return 255 if len(parts) == 4 and parts[3] == 0 else sum(parts[:3]) / 3
