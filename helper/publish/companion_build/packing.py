"""Pack what travels into the browser: the code, the definitions of the games, each language's catalogs; a container each.

A container is the length of its index as four bytes, little end first, the index as JSON, then the files one behind the
other, all of it as gzip, since not every host compresses. The worker writes the files into the runtime's memory.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from helper.definitions.load import house_of, read
from helper.i18n import catalogs
from helper.i18n.faults import raw
from helper.publish import symbol
from helper.publish.companion_build import bytecode
from helper.publish.companion_build.travelling import travelling

SYMBOLS = "helper/publish/symbol.py"


def packs(games: Iterable[str], languages: Iterable[str]) -> dict[str, bytes]:
    """Return every container by its file name."""
    return {
        "code.pack": packed(code()),
        "games.pack": packed(definitions(games)),
        **{f"{lang}.pack": packed(words(lang)) for lang in languages},
    }


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return files as one container."""
    index = as_json([[name, len(content)] for name, content in files.items()])
    return gzip.compress(b"".join((len(index).to_bytes(4, "little"), index, *files.values())), mtime=0)


def unpacked(container: bytes) -> dict[str, bytes]:
    """Return the files of a container."""
    container = gzip.decompress(container)
    start = 4 + int.from_bytes(container[:4], "little")
    files = {}
    for name, size in json.loads(container[4:start]):
        files[name] = container[start : start + size]
        start += size
    return files


def code() -> dict[str, bytes]:
    """Return our package as bytecode, the sentences of faults, and the symbols where they are used."""
    sources = travelling()
    files = bytecode.modules({name: path.read_bytes() for name, path in sources.items()})
    files["helper/_compiled/faults.json"] = as_json(raw())
    if SYMBOLS in sources:
        root = symbol.FOLDER.parent.parent.parent
        files.update({path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(symbol.FOLDER.rglob("*.svg"))})
    return files


def definitions(games: Iterable[str]) -> dict[str, bytes]:
    """Return the definitions of games as a wheel carries them, each with the house file that it was built with.

    The house file travels as it is and is merged there: a record begun in the browser then keeps it, and one that keeps
    another, or none, is played by its own rules.
    """
    found: dict[str, bytes] = {}
    for game in games:
        found[f"helper/_compiled/{game}.game.json"] = as_json(read(game))
        house = house_of(game)
        if house is not None:
            found[f"helper/_compiled/{game}.house.json"] = as_json(house.content)
    return found


def words(lang: str) -> dict[str, bytes]:
    """Return the catalogs and symbols of a language as a wheel carries them; nothing for English, which needs none."""
    folder = None if lang == catalogs.SOURCE else catalogs.compiled_folder(lang)
    if folder is None:
        return {}
    paths = [*sorted(Path(folder, lang, "LC_MESSAGES").glob("*.mo")), folder / f"{lang}.json"]
    return {f"helper/_locales/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in paths}


def as_json(value: object) -> bytes:
    """Return a value as JSON with nothing in it that need not be."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
