"""A thin adapter to MkDocs: one build makes every language from generated pages.

It touches the insides of the theme: language, direction and alternates of each page, the base of its search; tests/browser guards that.
"""

from __future__ import annotations

import logging
import os
import re
from functools import partial
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config.base import Config
from mkdocs.config.config_options import Type
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from helper.definitions.load import has_additions, has_engine, house_of, load
from helper.errors import HelperError
from helper.household.attached import Household
from helper.i18n import catalogs
from helper.i18n.words import Words
from helper.publish.search_index import Place, split
from helper.publish.site import Shelf, chapters, holding, shelves, tree
from helper.publish.writer import cards_file

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.utils.templates import TemplateContext

    from helper.publish.writer import Held

log = logging.getLogger("mkdocs.plugins.helper")
# Not below "mkdocs": a language that theme or search lacks must not make a strict build fail.
advice = logging.getLogger("helper.publish")

PROJECT = "en/project"
KEPT = "assets/"  # what is not a page about the project
FIRST = ("index.md", "contributing.md", "architecture.md")  # where somebody new to the project begins
THEME_LANGUAGES = "partials/languages"
STEMMERS = "assets/javascripts/lunr/min"
XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"
NO_STEMMER = "en"
# Languages whose stemmer has another name, or that a neighbour's stemmer serves.
STEMMER_OF = {"nb": "no", "nn": "no", "uk": "ru", "be": "ru"}


class Settings(Config):  # type: ignore[no-untyped-call]
    """Languages and games are found; only what is made beside the pages is set."""

    cards = Type(bool, default=False)
    companion = Type(bool, default=False)
    house = Type(str, default="")


class SitePlugin(BasePlugin[Settings]):  # type: ignore[no-untyped-call]
    """Generate the pages of every game in every language."""

    def on_config(self, config: MkDocsConfig) -> None:
        """Choose the theme's words and the stemmer of each language, and say where there are none."""
        load.cache_clear()  # the development server builds again when a definition changes
        if self.config.house or not has_additions():
            Household(Path(self.config.house) if self.config.house else None, _left_out).add()
        self.shelves = {shelf.lang: shelf for shelf in shelves()}
        for definition, _ in self.shelves[catalogs.SOURCE].games:
            if house := house_of(definition.id):
                advice.warning("%s: built with the house file %s", definition.id, house.name)
        self.theme_words: dict[str, str] = {}
        self.stemmers: dict[str, str] = {}
        for lang in self.shelves:
            theme = _served(lang, lambda code: _in_theme(config, f"{THEME_LANGUAGES}/{code}.html"))
            stemmer = _served(lang, lambda code: code == "en" or _in_theme(config, f"{STEMMERS}/lunr.{STEMMER_OF.get(code, code)}.min.js"))
            if not theme:
                advice.warning("%s: the theme has no words in this language; its own few come in English", lang)
            if not stemmer:
                advice.warning("%s: the search knows no endings of words in this language; it finds words as they are written", lang)
            self.theme_words[lang] = theme or "en"
            self.stemmers[lang] = STEMMER_OF.get(stemmer, stemmer) or NO_STEMMER
        self.navigations: dict[str, Navigation] = {}
        self.writing = ""

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Put the contributors' pages below /en/project/ and add every generated page."""
        project = [file for file in files if not file.src_uri.startswith(KEPT) and file.src_dir == config.docs_dir]
        for file in project:
            files.remove(file)
            if file.abs_src_path:
                files.append(File.generated(config, f"{PROJECT}/{file.src_uri}", abs_src_path=file.abs_src_path))
        about = next((path for name in FIRST if files.get_file_from_path(path := f"{PROJECT}/{name}")), "")
        beside = self._printed() if self.config.cards else {}
        if self.config.companion:
            from helper.publish.companion_build.placing import built, travels

            log.info("Packing the companion")
            for definition, _ in self.shelves["en"].games:
                if has_engine(definition.id) and not travels(definition.id):
                    advice.warning("%s: its Python does not travel into a browser; “helper serve” has its page", definition.id)
            beside.update(built(list(self.shelves.values()), config.use_directory_urls))
        written: dict[str, str | bytes] = {**tree(list(self.shelves.values()), self._held(), about, set(beside)), **beside}
        for path, content in written.items():
            files.append(File.generated(config, path, content=content))
        return files

    def _printed(self) -> dict[str, bytes]:
        """Print the cards of every game in every language, as many at once as there are cores, and return them by path."""
        from concurrent.futures import ThreadPoolExecutor

        from helper.publish.cards.printing import Print, printed
        from helper.publish.cards.typesetting import Lost, lost_lines

        lost: dict[str, Lost] = {}
        wanted = [(definition.id, lang) for lang, shelf in self.shelves.items() for definition, _ in shelf.games if definition.cards]

        def made(game: str, lang: str) -> tuple[str, bytes]:
            log.info("Printing cards: %s, %s", game, self.shelves[lang].words.symbols.name)
            return f"{lang}/{game}/{cards_file(game, lang)}", printed(
                game, lang, (), Print(), tells=partial(lost.setdefault, f"{game}, {lang}")
            )

        with ThreadPoolExecutor(os.cpu_count()) as workers:
            found = dict(workers.map(made, *zip(*wanted, strict=True)))
        for place, signs in lost.items():
            for line in lost_lines(self.shelves["en"].words, signs):
                advice.warning("%s: %s", place, line)
        return found

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Make a navigation for each language; the pages without one show the first."""
        for lang, shelf in self.shelves.items():
            self.navigations[lang] = _navigation(shelf, files)
        for page in nav.pages:
            if page.file.src_uri == "index.md":
                page.previous_page = page.next_page = None
        return self.navigations["en"]

    def on_page_context(self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation) -> TemplateContext:
        """Set language, navigation and the links to the same page in other languages."""
        lang = self._language(page.file)
        shelf = self.shelves[lang]
        say = shelf.words.say
        if lang != self.writing:
            self.writing = lang
            log.info("Writing pages: %s", shelf.words.symbols.name)
        config.theme["language"] = self.theme_words[lang]
        config.theme["direction"] = shelf.words.direction
        config.theme["palette"] = _palette(say("Follow the device"), say("Light"), say("Dark"))
        config.copyright = escape(say("All wording is our own; the games belong to their authors and publishers."))
        inside = page.url.removeprefix(f"{lang}/") if page.url.startswith(f"{lang}/") else ""
        shared = not page.file.src_uri.startswith(f"{PROJECT}/")
        links = []
        for other in self.shelves.values():
            index = "" if config.use_directory_urls else "index.html"
            target = f"{other.lang}/{inside if shared and inside else index}"
            links.append({"lang": other.words.tag, "name": other.words.symbols.name, "link": target, "absolute": _absolute(config, target)})
        config.extra["alternate"] = links
        top = "./" if config.use_directory_urls else "index.html"
        default = {"lang": "x-default", "link": top, "absolute": _absolute(config, "")} if not inside else {**links[0], "lang": "x-default"}
        config.extra["hreflang"] = [*links, default] if shared else []
        context["nav"] = self.navigations[lang]
        return context

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Name the language of the page, and let its search look below the folder of the language."""
        lang = self._language(page.file)
        tag = escape(self.shelves[lang].words.tag)
        output = re.sub(r'<html lang="[^"]*"', f'<html lang="{tag}"', output, count=1)
        hint = escape(self.shelves[lang].words.say("Link to this place"))
        output = output.replace('title="Permanent link"', f'title="{hint}"')
        if page.file.src_uri == "index.md":
            return output
        base = get_relative_url(f"{lang}/", page.url).rstrip("/")
        return re.sub(
            r'(<script id="__config" type="application/json">\{"annotate": [^,]*, "base": )"[^"]*"', rf'\1"{base}"', output, count=1
        )

    @event_priority(-110)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write search index and sitemap of each language, after every other plugin has written; last what keeps all of it offline."""
        site = Path(config.site_dir)
        if (site / "search" / "search_index.json").is_file():
            split(site, [Place(shelf, self.stemmers[lang]) for lang, shelf in self.shelves.items()], not config.use_directory_urls)
        for lang in self.shelves:
            (site / lang / "sitemap.xml").write_text(self._sitemap(lang, config), encoding="utf-8")
        (site / "sitemap.xml.gz").unlink(missing_ok=True)
        (site / "sitemap.xml").write_text(self._all_sitemaps(config), encoding="utf-8")
        if self.config.companion:
            from helper.publish.companion_build.offline import write_service_worker

            write_service_worker(site, set(self.stemmers.values()))
        config.theme["language"] = "en"

    def _held(self) -> dict[str, Held] | None:
        try:
            from helper.table import worked
        except ImportError:
            return None
        held, broken = holding((definition for definition, _ in self.shelves["en"].games), worked)
        for name in broken:
            log.warning("left off, because it does not hold: example %s", name)
        return held

    def _language(self, file: File) -> str:
        first = file.src_uri.partition("/")[0]
        return first if first in self.shelves else "en"

    def _all_sitemaps(self, config: MkDocsConfig) -> str:
        lines = "".join(f"<sitemap><loc>{_address(config, f'{lang}/sitemap.xml')}</loc></sitemap>\n" for lang in self.shelves)
        return f'{XML}<sitemapindex xmlns="{SITEMAPS}">\n{lines}</sitemapindex>\n'

    def _sitemap(self, lang: str, config: MkDocsConfig) -> str:
        lines = []
        for page in self.navigations[lang].pages:
            inside = page.url.removeprefix(f"{lang}/")
            alternates = ""
            if not page.file.src_uri.startswith(f"{PROJECT}/"):
                alternates = "".join(
                    f'<xhtml:link rel="alternate" hreflang="{other.words.tag}" href="{_address(config, f"{other.lang}/{inside}")}"/>'
                    for other in self.shelves.values()
                )
            lines.append(f"<url><loc>{_address(config, page.url)}</loc>{alternates}</url>\n")
        return f'{XML}<urlset xmlns="{SITEMAPS}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n{"".join(lines)}</urlset>\n'


def _navigation(shelf: Shelf, files: Files) -> Navigation:
    order: list[Page] = []

    def at(path: str, title: str = "") -> Page:
        file = files.get_file_from_path(path)
        page = file.page if file else None
        assert page is not None, path
        if title:
            page.title = title
        order.append(page)
        return page

    items: list[Any] = [at(f"{shelf.lang}/index.md")]
    for chapter in chapters(shelf):
        children: list[Any] = [at(chapter.first)]
        for title, entries in chapter.entries:
            children.append(Section(title, [at(path, name) for name, path in entries]))
        items.append(Section(chapter.title, children))
    about = [file for file in files.documentation_pages() if file.src_uri.startswith(f"{PROJECT}/")] if shelf.lang == "en" else []
    if about:
        about.sort(key=lambda file: (not file.src_uri.endswith("/index.md"), file.src_uri))
        items.append(Section("About this project", [at(file.src_uri) for file in about]))
    for item in items:
        _adopt(item, None)
    for before, after in pairwise(order):
        before.next_page, after.previous_page = after, before
    order[0].previous_page = order[-1].next_page = None
    navigation = Navigation(items, order)
    navigation.homepage = order[0]
    return navigation


def _adopt(item: Any, parent: Section | None) -> None:
    item.parent = parent
    for child in item.children or ():
        _adopt(child, item)


def _palette(device: str, light: str, dark: str) -> list[dict[str, Any]]:
    colours = {"primary": "custom", "accent": "custom"}
    return [
        {"media": "(prefers-color-scheme)", "scheme": "default", **colours, "toggle": {"icon": "material/brightness-auto", "name": light}},
        {
            "media": "(prefers-color-scheme: light)",
            "scheme": "default",
            **colours,
            "toggle": {"icon": "material/brightness-7", "name": dark},
        },
        {
            "media": "(prefers-color-scheme: dark)",
            "scheme": "slate",
            **colours,
            "toggle": {"icon": "material/brightness-4", "name": device},
        },
    ]


def _left_out(error: HelperError) -> None:
    words = Words()
    for fault in error.faults:
        advice.warning("left out: %s", words.fault(fault))


def _served(lang: str, exists: Any) -> str:
    """Return the nearest that exists: the language itself, with ever less behind its name, or an empty text."""
    parts = lang.replace("_", "-").split("-")
    return next((code for length in range(len(parts), 0, -1) if exists(code := "-".join(parts[:length]))), "")


def _in_theme(config: MkDocsConfig, path: str) -> bool:
    return any(os.path.isfile(os.path.join(folder, path)) for folder in config.theme.dirs)


def _absolute(config: MkDocsConfig, target: str) -> str:
    return f"{config.site_url.rstrip('/')}/{target}" if config.site_url else ""


def _address(config: MkDocsConfig, url: str) -> str:
    return escape(_absolute(config, url) or f"/{url}")
