"""Find the catalogs of each language, and choose a language.

An installed package carries compiled catalogs and number symbols. A checkout holds only `locales/*.po`; they are
compiled on first use into the user's cache (`checkout`). The environment's HELPER_LOCALES names another folder of
`.po` files to use instead of either.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from helper.errors import Fault, UnreadableInput
from helper.frozen import Frozen

DOMAIN = "helper"
SOURCE = "en"
PACKAGE = Path(__file__).parent.parent
INSTALLED = PACKAGE / "_locales"
CHECKOUT = PACKAGE.parent / "locales"
VARIABLES = ("HELPER_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")


class Symbols(Frozen):
    """How a language writes its name, its numbers and its lists. `grouping`: digits of the last group, and of the others."""

    name: str
    direction: str
    decimal: str
    group: str
    minus: str
    grouping: tuple[int, int]
    pair: str
    start: str
    middle: str
    end: str


ENGLISH = Symbols("English", "ltr", ".", ",", "-", (3, 3), "{0} and {1}", "{0}, {1}", "{0}, {1}", "{0} and {1}")

_added: dict[str, Path] = {}
_catalogs: dict[tuple[str, str, bool], gettext.NullTranslations] = {}
_symbols: dict[str, Symbols] = {}
_seen: set[tuple[Path, str]] = set()
"""Languages that were chosen by their own name, with the folder that has them: these need not be looked for again."""


class _Absent(gettext.NullTranslations):
    """Answers nothing, so that a message without a translation can be told from one translated by the same words."""

    def gettext(self, message: str) -> str:
        return ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return ""

    def pgettext(self, context: str, message: str) -> str:
        return ""

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return ""


def languages() -> tuple[str, ...]:
    """Return every language there is: English, then those with a catalog in alphabetical order."""
    folder, name = _home()
    found = set(_added)
    if os.path.isdir(folder):
        found.update(entry for entry in os.listdir(folder) if os.path.isfile(folder / entry / "LC_MESSAGES" / name))
    return (SOURCE, *sorted(found - {SOURCE}))


def choose(requested: str | None, environ: Mapping[str, str] | None = None) -> str:
    """Return the language to speak: `requested`, else the first of the environment's that exists, else English.

    Raises UnreadableInput where `requested` does not exist.
    """
    home = _home()[0]
    if requested is not None and (home, requested) in _seen:
        return requested
    known = languages()
    if requested is not None:
        for candidate in _candidates(requested):
            if candidate in known:
                if candidate == requested and candidate not in _added:
                    _seen.add((home, requested))
                return candidate
        from helper.definitions.fold import nearest

        raise UnreadableInput(Fault("unknown_language", {"given": requested, "nearest": nearest(requested, known), "known": list(known)}))
    for variable in VARIABLES:
        for wanted in (environ or {}).get(variable, "").split(":"):
            for candidate in _candidates(wanted):
                if candidate in known:
                    return candidate
    return SOURCE


def tag(lang: str) -> str:
    """Return the language tag that HTML and PDF want: `pt-BR` for `pt_BR`."""
    return lang.replace("_", "-")


def catalog(lang: str) -> gettext.NullTranslations:
    """Return the catalog of a language; what it does not hold comes back in English."""
    return _catalog(lang, exact=False)


def exact(lang: str, name: str = DOMAIN) -> gettext.NullTranslations:
    """Return a catalog of a language, the program's own or a game's; what it does not hold comes back as an empty text."""
    return _catalog(lang, exact=True, name=name)


def domain(context: str | None) -> str:
    """Return the catalog that holds a context: a game's sentences lie in one of their own, so that only they are read."""
    game, slash, _ = (context or "").partition("/")
    return game if slash and game != "helper" else DOMAIN


def symbols(lang: str) -> Symbols:
    """Return how a language writes numbers and lists."""
    if lang not in _symbols:
        folder = None if lang == SOURCE else compiled_folder(lang)
        _symbols[lang] = ENGLISH if folder is None else _read_symbols(folder / f"{lang}.json")
    return _symbols[lang]


def bind(lang: str) -> None:
    """Bind `lang` for the whole process, for the words of Typer and Click alone. Call it before importing either."""
    os.environ["LANGUAGE"] = lang
    folder = None if lang == SOURCE else compiled_folder(lang)
    if folder is not None:
        gettext.bindtextdomain(DOMAIN, str(folder))
        gettext.textdomain(DOMAIN)


def add(lang: str, po: Path) -> None:
    """Add a language from a `.po` file outside `locales`, or replace one."""
    _added[lang] = po
    for key in [key for key in _catalogs if key[0] == lang]:
        _catalogs.pop(key)
    _symbols.pop(lang, None)


def _home() -> tuple[Path, str]:
    """Return the folder of all languages, and the name that a catalog has in it."""
    given = os.environ.get("HELPER_LOCALES")
    if given:
        return Path(given), f"{DOMAIN}.po"
    if INSTALLED.is_dir():
        return INSTALLED, f"{DOMAIN}.mo"
    return CHECKOUT, f"{DOMAIN}.po"


def _candidates(wanted: str) -> Iterator[str]:
    """Yield the catalogs that would serve a wanted language, best first: `de_AT.UTF-8` is served by `de_AT` and `de`."""
    bare = wanted.split(".")[0].split("@")[0].strip()
    if bare.upper() in ("C", "POSIX"):
        yield SOURCE
    parts = bare.replace("-", "_").split("_")
    if not parts[0].isalpha():
        return
    language, rest = parts[0].lower(), [part.title() if len(part) == 4 else part.upper() for part in parts[1:]]
    for length in range(len(rest), 0, -1):
        yield "_".join((language, *rest[:length]))
        yield "-".join((language, *rest[:length]))
    yield language


def compiled_folder(lang: str) -> Path | None:
    """Return the folder with the compiled catalog and symbols of a language, None where it cannot be had."""
    home, name = _home()
    source = _added.get(lang, home / lang / "LC_MESSAGES" / name)
    if not os.path.isfile(source):
        return None
    if source.suffix == ".mo":
        return home
    from helper.i18n.checkout import compiled

    return compiled(lang, source)


def _catalog(lang: str, exact: bool, name: str = DOMAIN) -> gettext.NullTranslations:
    key = (lang, name, exact)
    if key not in _catalogs:
        folder = None if lang == SOURCE else compiled_folder(lang)
        path = folder / lang / "LC_MESSAGES" / f"{name}.mo" if folder else None
        if path is None or not os.path.isfile(path):
            _catalogs[key] = _Absent() if exact else gettext.NullTranslations()
        else:
            with path.open("rb") as file:
                found = gettext.GNUTranslations(file)
            if exact:
                found.add_fallback(_Absent())
            _catalogs[key] = found
    return _catalogs[key]


def _read_symbols(path: Path) -> Symbols:
    import json

    raw = json.loads(path.read_bytes())
    raw["grouping"] = tuple(raw["grouping"])
    return Symbols(**raw)
