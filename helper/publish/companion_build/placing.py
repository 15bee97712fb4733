"""Where everything of the companion lies in the site: a page for each game and language, and two folders named by content.

Shell, worker and packs share one folder, so that an open page never mixes two builds; the runtime has its own, which stays
where it is when only ours changes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from helper.definitions.load import has_engine, is_built_in
from helper.publish import companion
from helper.publish.companion.shell import Place, document
from helper.publish.companion_build import bytecode
from helper.publish.companion_build.packing import as_json, packs
from helper.publish.companion_build.runtime import NOTICE, VERSION, abi, runtime_folder

if TYPE_CHECKING:
    from helper.definitions.schema import GameDefinition
    from helper.i18n.words import Words
    from helper.publish.site import Shelf

SERVICE_WORKER = "sw.js"  # at the top of the site, since it cares for all of it
FOLDER = "companion"
TO_TOP = "../../../"  # from a page of the companion
RUNTIME_IN_WORKER = '"../runtime/"'
ICON_SIZES = (192, 512)
COLOURS = {"theme_color": "#37474f", "background_color": "#ffffff"}

Files = dict[str, bytes]


def built(shelves: Sequence[Shelf], folders: bool = True) -> Files:
    """Return every file of the companion by its path in the site; `folders`: whether a page is the index of a folder.

    Raises SurroundingsFailed where the runtime cannot be had.
    """
    python = runtime()
    runtime_at = f"{FOLDER}/pyodide-{VERSION}-{mark_of(python)}/"
    playable = {definition.id: definition for shelf in shelves[:1] for definition, _ in shelf.games if travels(definition.id)}
    shell = shell_and_packs(f"../{runtime_at.removeprefix(f'{FOLDER}/')}", playable, [shelf.lang for shelf in shelves])
    build = mark_of(shell)
    shell_at = f"{FOLDER}/{build}/"
    found = {f"{runtime_at}{name}": content for name, content in python.items()}
    found.update({f"{shell_at}{name}": content for name, content in shell.items()})
    for shelf in shelves:
        for definition, words in shelf.games:
            if definition.id in playable:
                place = place_of(definition.id, shelves, shell_at, build, folders)
                found[page_of(shelf.lang, definition.id)] = document(definition, words, place).encode()
                found[f"{shelf.lang}/{definition.id}/companion/manifest.json"] = manifest(definition, words, shell_at)
    return found


def travels(game: str) -> bool:
    """Return whether a game can be played in a browser: the Python of other packages does not go there."""
    return is_built_in(game) and has_engine(game)


def page_of(lang: str, game: str) -> str:
    """Return the path of a page in the site."""
    return f"{lang}/{game}/companion/index.html"


def runtime() -> Files:
    """Return the files of the runtime's folder. Modules end in `.js`, since not every host knows `.mjs`."""
    folder = runtime_folder()
    return {
        "pyodide.js": _without_map((folder / "pyodide.mjs").read_bytes()),
        "pyodide.asm.js": (folder / "pyodide.asm.mjs").read_bytes(),
        "pyodide.asm.wasm": (folder / "pyodide.asm.wasm").read_bytes(),
        "python_stdlib.zip": bytecode.standard_library(),
        "lock.json": as_json(abi()),
        "NOTICE.txt": NOTICE.encode(),
    }


def shell_and_packs(runtime_from_here: str, games: Mapping[str, object], languages: Sequence[str]) -> Files:
    """Return the files of the shell's folder: script, style, worker, icons and packs."""
    found = {name: content for name, content in companion.assets().items() if name != SERVICE_WORKER}
    worker = found["worker.js"].decode()
    assert RUNTIME_IN_WORKER in worker
    found["worker.js"] = worker.replace(RUNTIME_IN_WORKER, json.dumps(runtime_from_here)).encode()
    return {**found, **packs(games, languages)}


def place_of(game: str, shelves: Sequence[Shelf], shell_at: str, build: str, folders: bool) -> Place:
    """Return what a page must know of where it stands."""
    index = "" if folders else "index.html"
    return Place(
        engine="worker",
        assets=f"{TO_TOP}{shell_at}",
        modules=companion.scripts(companion.assets()),
        languages=tuple((one.words.tag, one.words.symbols.name, f"{TO_TOP}{one.lang}/{game}/companion/{index}") for one in shelves),
        sw=f"{TO_TOP}{SERVICE_WORKER}",
        scope=TO_TOP,
        rules="../{topic}/#{rule}" if folders else "../{topic}.html#{rule}",
        reference=f"../{index}",
        manifest="manifest.json",
        icon=f"{TO_TOP}{shell_at}icon.svg",
    )


def manifest(definition: GameDefinition, words: Words, shell_at: str) -> bytes:
    """Return what a phone asks about a page that is put on its home screen."""
    title = words.sentence(definition.title)
    icons = [{"src": f"{TO_TOP}{shell_at}icon.svg", "sizes": "any", "type": "image/svg+xml"}]
    for size in ICON_SIZES:
        address, sizes = f"{TO_TOP}{shell_at}icon-{size}.png", f"{size}x{size}"
        icons.append({"src": address, "sizes": sizes, "type": "image/png", "purpose": "any maskable"})
    return as_json(
        {
            "name": words.say("{title}: at the table", title=title),
            "short_name": title,
            "lang": words.tag,
            "dir": words.direction,
            "start_url": "./",
            "scope": TO_TOP,
            "display": "standalone",
            **COLOURS,
            "icons": icons,
        }
    )


def mark_of(files: Mapping[str, bytes]) -> str:
    """Return a short mark that changes if and only if a name or a content does."""
    mark = hashlib.sha256()
    for name, content in sorted(files.items()):
        mark.update(hashlib.sha256(name.encode()).digest() + hashlib.sha256(content).digest())
    return mark.hexdigest()[:12]


def _without_map(script: bytes) -> bytes:
    return script.partition(b"//# sourceMappingURL=")[0]
