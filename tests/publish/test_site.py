"""The built site: one strict build, every language, every link good, nothing of the machinery to be seen."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest

from helper.definitions.load import discover, load
from helper.errors import SurroundingsFailed
from helper.i18n import catalogs
from helper.publish import build
from helper.publish.search_index import enriched, parts, shared_endings, without_stubs

LANGUAGES = catalogs.languages()
GAMES = discover()
BASE = "https://example.org/table/"
SITEMAPS = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
pytestmark = pytest.mark.slow


class Reader(HTMLParser):
    """Take from a page what tests look at: links, anchors, visible text, and the language and direction it names."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.requests: list[str] = []
        self.alternates: dict[str, str] = {}
        self.ids: set[str] = set()
        self.text: list[str] = []
        self.lang = self.direction = ""
        self.hidden = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        self.ids.add(found.get("id", ""))
        if tag == "html":
            self.lang = found.get("lang", "")
        if tag == "body":
            self.direction = found.get("dir", "")
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag == "link" and "hreflang" in found:
            self.alternates[found["hreflang"]] = found["href"]
        elif tag == "link" and found.get("rel") in ("stylesheet", "icon", "preconnect"):
            self.requests.append(found["href"])
        if "src" in found:
            self.requests.append(found["src"])
        self.hidden += tag in ("script", "style")

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.text.append(data)


@cache
def read(path: Path) -> Reader:
    return Reader(path.read_text(encoding="utf-8"))


def html(site: Path, below: str = "") -> list[Path]:
    return sorted((site / below).rglob("*.html"))


def to_read(site: Path, below: str = "") -> list[Path]:
    """Return the pages to read, apart from the one to play with (`test_companion_build`)."""
    return [path for path in html(site, below) if "companion" not in path.relative_to(site).parts]


def text_of(path: Path) -> str:
    return " ".join("".join(read(path).text).split())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_can_be_linked_to_in_every_language(site: Path, lang: str) -> None:
    for game in GAMES:
        for rule in load(game).rules.values():
            assert rule.id in read(site / lang / game / rule.topic / "index.html").ids


def test_every_link_and_anchor_inside_resolves(site: Path) -> None:
    broken = []
    for path in html(site):
        here = "/" + path.relative_to(site).as_posix()
        if here == "/404.html":
            continue
        for link in read(path).links:
            if urlsplit(link).scheme:
                continue
            target, anchor = urldefrag(urljoin(here, link))
            file = site / unquote(target).lstrip("/")
            file = file / "index.html" if file.is_dir() else file
            if not file.is_file() or (anchor and unquote(anchor) not in read(file).ids):
                broken.append((here, link))
    assert broken == []


def test_nothing_is_asked_of_another_place(site: Path) -> None:
    for path in html(site):
        assert [link for link in read(path).requests if urlsplit(link).netloc not in ("", "example.org")] == [], path


def test_pages_name_their_language_and_their_twins(site: Path) -> None:
    pages = [path.relative_to(site / "en") for path in to_read(site, "en") if "project" not in path.parts]
    for lang in LANGUAGES:
        for page in pages:
            reader = read(site / lang / page)
            assert reader.lang == catalogs.tag(lang)
            assert reader.direction == catalogs.symbols(lang).direction
            inside = page.as_posix().removesuffix("index.html")
            expected = {catalogs.tag(other): f"{BASE}{other}/{inside}" for other in LANGUAGES}
            assert {tag: link for tag, link in reader.alternates.items() if tag != "x-default"} == expected
            assert "x-default" in reader.alternates


def test_no_page_for_players_shows_a_key_or_a_placeholder(site: Path) -> None:
    for path in html(site):
        if "project" in path.relative_to(site).parts:
            continue
        text = text_of(path)
        assert not re.search(r"\{\w*\}", text), path
        assert not re.search(r"\w\.md\b|\]\(", text), path
        for game in GAMES:
            assert f"{game}/" not in text, path
        assert not re.search(r"\b[a-z]\w*\.(?:requires|outcomes|reminders|sheet|also)\b", text), path


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang in ("de", "it")])
def test_the_two_letters_that_mean_toilet_are_nowhere(site: Path, lang: str) -> None:
    for path in html(site, lang):
        assert not re.search(r"\bWC\b", text_of(path)), path


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_language_has_a_search_index_of_its_own(site: Path, lang: str) -> None:
    index = json.loads((site / lang / "search" / "search_index.json").read_bytes())
    assert index["config"]["lang"] == [lang]
    for doc in index["docs"]:
        page = urldefrag(doc["location"])[0]
        assert (site / lang / page / "index.html").is_file(), page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_language_has_a_sitemap_with_the_twins_of_its_pages(site: Path, lang: str) -> None:
    tree = ElementTree.parse(site / lang / "sitemap.xml").getroot()
    places = [entry.text or "" for entry in tree.iter(f"{SITEMAPS}loc")]
    assert all(place.startswith(f"{BASE}{lang}/") for place in places)
    assert len(places) == len(to_read(site, lang))


def test_the_sitemap_at_the_top_names_those_of_the_languages(site: Path) -> None:
    tree = ElementTree.parse(site / "sitemap.xml").getroot()
    assert [entry.text for entry in tree.iter(f"{SITEMAPS}loc")] == [f"{BASE}{lang}/sitemap.xml" for lang in LANGUAGES]


def test_the_page_at_the_top_offers_every_language(site: Path) -> None:
    reader = read(site / "index.html")
    assert all(f"{lang}/" in reader.links for lang in LANGUAGES)
    assert all(catalogs.symbols(lang).name in text_of(site / "index.html") for lang in LANGUAGES)


def test_pages_of_the_project_are_english_only(site: Path) -> None:
    assert not [path for lang in LANGUAGES[1:] for path in html(site, f"{lang}/project")]


def test_a_reference_page_is_light(site: Path) -> None:
    assert max(path.stat().st_size for path in to_read(site)) < 150_000


def test_the_copy_for_disk_links_files_and_carries_its_search(offline_site: Path) -> None:
    for lang in LANGUAGES:
        assert (offline_site / lang / "search" / "search_index.js").read_text(encoding="utf-8").startswith("var __index = ")
    for path in html(offline_site):
        for link in read(path).links:
            target = urldefrag(link)[0]
            assert urlsplit(link).scheme or not target or target.endswith(".html"), (path, link)


def test_pseudo_languages_build_and_the_mirrored_one_runs_from_right_to_left(pseudo_site: Path) -> None:
    mirrored = read(pseudo_site / "site" / "ar-XB" / "capital-lux-2" / "steps-round-end" / "index.html")
    assert (mirrored.lang, mirrored.direction) == ("ar-XB", "rtl")
    assert read(pseudo_site / "site" / "en-XA" / "index.html").direction == "ltr"


def test_whatever_is_not_bracketed_in_the_accented_language_cannot_be_translated(pseudo_site: Path) -> None:
    page = (pseudo_site / "site" / "en-XA" / "capital-lux-2" / "resolution" / "index.html").read_text(encoding="utf-8")
    article = page.partition("<article")[2].partition("</article>")[0]
    assert "untranslated" not in article
    for english in ("What must hold", "Easily forgotten", "Sources:", "Example:"):
        assert english not in article


def test_a_language_that_theme_and_search_lack_builds_with_a_warning(pseudo_site: Path) -> None:
    said = (pseudo_site / "said").read_text(encoding="utf-8")
    assert "rm: the theme has no words" in said
    assert "rm: the search knows no endings" in said
    assert read(pseudo_site / "site" / "rm" / "index.html").lang == "rm"
    page = pseudo_site / "site" / "rm" / "capital-lux-2" / "resolution" / "index.html"
    assert 'class="banner"' in page.read_text(encoding="utf-8")


def test_outside_a_checkout_nothing_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "CHECKOUT", tmp_path)
    with pytest.raises(SurroundingsFailed) as caught:
        build.build(tmp_path / "site")
    assert caught.value.faults[0].code == "no_checkout"


def test_without_the_extra_the_command_that_installs_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "find_spec", lambda name: None)
    with pytest.raises(SurroundingsFailed) as caught:
        build.build(tmp_path / "site")
    assert caught.value.faults[0].code == "missing_extra"
    assert "site" in str(caught.value.faults[0].values["command"])


def test_sections_that_the_search_leaves_out_leave_nothing_behind(site: Path) -> None:
    docs = json.loads((site / "de" / "search" / "search_index.json").read_bytes())["docs"]
    found = [doc["location"].partition("#")[2] for doc in docs if doc["location"].startswith("hegemony/role-middle/")]
    assert found == ["", "turn", "basic_action", "free_action", "more"]
    kept = [{"location": "a/", "title": "A", "text": ""}, {"location": "a/#b", "title": "B", "text": ""}]
    assert without_stubs([*kept, {"location": "a/#c", "title": "A", "text": ""}]) == kept


def test_search_learns_umlauts_compounds_and_other_words() -> None:
    docs = [{"location": "a", "title": "Körperschaftsteuer", "text": "<p>Goldmarker</p>"}, {"location": "b", "title": "Steuer", "text": ""}]
    found = enriched(docs, [("goldmarker", ["Münze"])])
    assert set(found[0]["tags"]) == {"koerperschaftsteuer", "steuer", "münze"}
    assert "tags" not in found[1]
    assert parts("haus", {"aus"}) == []
    shared = shared_endings({"machtplättchen", "aktionsplättchen", "kraftplättchen", "limitprüfung"})
    assert "plättchen" in shared
    assert "lättchen" not in shared
