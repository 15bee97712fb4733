"""Compile one language with Babel: for the wheel when it is built, for a checkout on first use.

A checkout keeps what it compiled in the user's cache, keyed by content. Files appear there whole or not at all, so any
number of processes may do this at once.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from helper.errors import Damaged, Fault
from helper.i18n.catalogs import DOMAIN, domain

if TYPE_CHECKING:
    from babel import Locale

FORMAT = "3"  # of what is kept: another number makes every checkout compile anew
# No catalog can word this one.
MISSING = "helper: translations in a checkout need Babel, so this is English; install it with: pip install -e '.[site]'"
_said: list[str] = []
_scratch: list[Path] = []


def compiled(lang: str, po: Path) -> Path | None:
    """Return a folder with the compiled catalog and symbols of `po`; None, said once, where Babel is missing."""
    content = po.read_bytes()
    key = hashlib.sha256(b"\0".join((FORMAT.encode(), lang.encode(), content))).hexdigest()[:20]
    name = Path("catalogs") / f"{lang}-{key}"
    kept = [base / name for base in (cache_folder(), *_scratch)]
    for folder in kept:
        if all(os.path.isfile(folder / file) for file in _names(lang)):
            return folder
    try:
        files = {**machine_catalogs(content, lang, str(po)), f"{lang}.json": symbol_file(lang)}
    except ImportError:
        if not _said:
            _said.append(MISSING)
            print(MISSING, file=sys.stderr)
        return None
    try:
        return _keep(kept[0], files)
    except OSError:
        if not _scratch:
            _scratch.append(_temporary())
        return _keep(_scratch[0] / name, files)


def machine_catalogs(content: bytes, lang: str, place: str) -> dict[str, bytes]:
    """Return the `.mo` files that the content of a `.po` file makes, by their path: one a game, and last the program's own.

    Fuzzy entries are left out. Raises Damaged where the content is no `.po`.
    """
    from datetime import UTC, datetime

    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    try:
        catalog = read_po(BytesIO(content), locale=str(locale_of(lang)), abort_invalid=True)
    except (PoFileError, UnicodeDecodeError, ValueError) as error:
        raise Damaged(Fault("bad_po", {"problem": str(error)}, place)) from error

    # Else each would tell when it was compiled, and would be another file each time.
    no_date = datetime(1980, 1, 1, tzinfo=UTC)

    def empty() -> Catalog:
        return Catalog(locale=str(locale_of(lang)), creation_date=no_date, revision_date=no_date)

    parts: dict[str, Catalog] = {}
    for message in catalog:
        is_whole = not message.pluralizable or all(message.string or ())  # gettext would answer with an empty text
        if message.id and is_whole:
            part = parts.setdefault(domain(message.context), empty())
            part.add(message.id, message.string, flags=message.flags, context=message.context)
    own = parts.pop(DOMAIN, empty())
    made: dict[str, bytes] = {}
    for name, part in [*sorted(parts.items()), (DOMAIN, own)]:
        buffer = BytesIO()
        write_mo(buffer, part, use_fuzzy=False)
        made[f"{lang}/LC_MESSAGES/{name}.mo"] = buffer.getvalue()
    return made


def symbol_file(lang: str) -> bytes:
    """Return the symbols of a language as JSON (`catalogs.Symbols`)."""
    locale = locale_of(lang)
    numbers = locale.number_symbols["latn"]
    lists = locale.list_patterns["standard"]
    name = locale.get_display_name(str(locale)) or lang
    symbols = {
        "name": (name[0].upper() + name[1:]) if str(locale) == lang.replace("-", "_") else f"{name} ({lang})",
        "direction": locale.text_direction,
        "decimal": numbers["decimal"],
        "group": numbers["group"],
        "minus": numbers["minusSign"],
        "grouping": list(locale.decimal_formats[None].grouping),
        "pair": lists["2"],
        "start": lists["start"],
        "middle": lists["middle"],
        "end": lists["end"],
    }
    return json.dumps(symbols, ensure_ascii=False, indent=1).encode()


def locale_of(lang: str) -> Locale:
    """Return what Babel knows of a language: the nearest it has, so that `en-XA` counts and writes as English does."""
    from babel import Locale, UnknownLocaleError

    parts = lang.replace("-", "_").split("_")
    for length in range(len(parts), 0, -1):
        try:
            return Locale.parse("_".join(parts[:length]))
        except (UnknownLocaleError, ValueError):
            continue
    return Locale.parse("en")


def _names(lang: str) -> tuple[str, str]:
    return f"{lang}/LC_MESSAGES/helper.mo", f"{lang}.json"


def cache_folder() -> Path:
    """Return where what was compiled or fetched is kept from one run to the next."""
    given = os.environ.get("HELPER_CACHE")
    if given:
        return Path(given)
    try:
        from platformdirs import user_cache_dir
    except ImportError:
        return Path.home() / ".cache" / "tabletop-helper"
    return Path(user_cache_dir("tabletop-helper"))


def _keep(folder: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, fresh = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(fresh, path)
    return folder


def _temporary() -> Path:
    import atexit
    import shutil

    folder = Path(tempfile.mkdtemp(prefix="tabletop-helper-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
