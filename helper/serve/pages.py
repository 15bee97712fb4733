"""What lies under which address: the page of each game and language, and the few files that pages need."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from helper.definitions.load import discover, has_engine, load
from helper.definitions.load import every as every_game
from helper.definitions.schema import GameDefinition
from helper.frozen import Frozen
from helper.i18n import catalogs
from helper.i18n.words import Words
from helper.publish.companion import assets as files
from helper.publish.companion import scripts

if TYPE_CHECKING:
    from helper.publish.companion.shell import Place

ASK = "/ask"
LIVE = "/live"
ASSETS = "/assets/"
HTML = "text/html; charset=utf-8"
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
}
ICON = "icon.svg"
RULES = "rules"
ONLY_OFFLINE = ("worker.js", "sw.js")
MOST_LANGUAGES = 20
WORTH_PACKING = 1400
TEXTS = ("text/", "application/json", "image/svg")

Document = Callable[[GameDefinition, Words, "Place"], str]


class Page(Frozen):
    """What is sent for an address, as it is and packed.

    `lasts` where the address changes with the content, so that it may be kept for good.
    """

    kind: str
    body: bytes
    packed: bytes | None
    lasts: bool = False


def page_of(kind: str, body: bytes, lasts: bool = False) -> Page:
    """Return a page, packed too where that makes it smaller."""
    return Page(kind, body, packed(kind, body, best=True), lasts)


def packed(kind: str, body: bytes, best: bool = False) -> bytes | None:
    """Return a body packed with gzip, None where it is not worth it: eight phones share one wireless network."""
    if len(body) < WORTH_PACKING or not kind.startswith(TEXTS):
        return None
    return gzip.compress(body, 9 if best else 1, mtime=0)


class Pages:
    """All pages and files of one table: those of the game on record, and calculators of the others."""

    def __init__(self, game: str | None, document: Document | None = None, assets: Path | None = None) -> None:
        self.game = game
        self._document = document or _shell()
        # What pages may ask for. No other address reads a disk.
        kept = files(assets) if assets else files()
        self._files = {name: body for name, body in kept.items() if Path(name).suffix in KINDS and name not in ONLY_OFFLINE}
        self._build = hashlib.sha256(b"".join(name.encode() + body for name, body in sorted(self._files.items()))).hexdigest()[:16]
        self._made: dict[tuple[str, str], Page] = {}
        self._by_address = {self._asset(name): page_of(KINDS[Path(name).suffix], body, True) for name, body in self._files.items()}
        self._languages = catalogs.languages()

    def language_of(self, path: str) -> str | None:
        """Return the language that an address begins with, None where it begins with none."""
        first = path.split("/")[1] if path.startswith("/") else ""
        return first if first in self._languages else None

    def front(self, wanted: str) -> str:
        """Return the address of the page in the language that a browser wants most, of those there are."""
        return _page_address(preferred(wanted))

    def page(self, path: str) -> Page | None:
        """Return what lies under an address, None where nothing does."""
        if path in self._by_address:
            return self._by_address[path]
        language = self.language_of(path)
        rest = path.split("/")[2:]
        if language is not None and len(rest) == 2 and rest[0] in discover() and rest[1] == RULES:
            return self._rules(language, rest[0])
        if language is None or len(rest) not in (1, 2) or rest[-1]:
            return None
        if len(rest) == 1:
            return self._of_game(language, self.game) if self.game else self._list(language)
        return self._of_game(language, rest[0]) if rest[0] in discover() else None

    def _of_game(self, language: str, game: str) -> Page:
        if not has_engine(game):
            return self._rules(language, game)  # nothing to be worked out, but rules to read
        key = (language, game)
        if key not in self._made:
            definition = load(game)
            self._made[key] = page_of(HTML, self._document(definition, Words(language, definition), self._place(language, game)).encode())
        return self._made[key]

    def _rules(self, language: str, game: str) -> Page:
        """Return all rules of a game on one page: the reference site is not at hand here."""
        from helper.publish.companion.rules_page import rules_page

        key = (language, f"{game}/{RULES}")
        if key not in self._made:
            definition = load(game)
            self._made[key] = page_of(HTML, rules_page(definition, Words(language, definition), self._place(language, game)).encode())
        return self._made[key]

    def _place(self, language: str, game: str) -> Place:
        from helper.publish.companion.shell import Place

        inside = "" if game == self.game else game
        return Place(
            engine="http",
            assets=f"{ASSETS}{self._build}/",
            modules=scripts(self._files),
            scope="/",
            languages=tuple((catalogs.tag(one), catalogs.symbols(one).name, _page_address(one, inside)) for one in self._languages),
            icon=self._asset(ICON) if ICON in self._files else "",
            rules=f"/{language}/{game}/{RULES}#{{rule}}",
            reference=f"/{language}/{game}/{RULES}",
            live=LIVE if game == self.game else "",
            ask=ASK,
        )

    def _list(self, language: str) -> Page:
        """Return the page of a table without a record: which games there are."""
        from helper.publish.companion.shell import Place
        from helper.serve.listing import listing

        words = Words(language)
        games = [(_page_address(language, one.id), Words(language, one).sentence(one.title)) for one in every_game()]
        others = [(_page_address(one), catalogs.tag(one), catalogs.symbols(one).name) for one in self._languages]
        return page_of(HTML, listing(words, games, others, Place("http", f"{ASSETS}{self._build}/", ())).encode())

    def _asset(self, name: str) -> str:
        return f"{ASSETS}{self._build}/{name}"


def preferred(wanted: str) -> str:
    """Return the language of ours that suits an Accept-Language header best."""
    ranked = []
    for place, part in enumerate(wanted[:1000].split(",")[:MOST_LANGUAGES]):
        name, _, weight = part.partition(";")
        ranked.append((-_weight(weight), place, name.strip()))
    return catalogs.choose(None, {"LANGUAGE": ":".join(name for weight, _, name in sorted(ranked) if weight < 0)})


def _weight(given: str) -> float:
    key, _, value = given.strip().partition("=")
    try:
        return min(1.0, float(value)) if key.strip() == "q" else 1.0
    except ValueError:
        return 0.0


def _page_address(language: str, game: str = "") -> str:
    return f"/{language}/{game}{'/' if game else ''}"


def _shell() -> Document:
    from helper.publish.companion.shell import document

    return document
