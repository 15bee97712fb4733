"""Read definitions: TOML in a checkout, compiled JSON in a wheel, both into the same frozen values.

Faults are collected, never raised one at a time; `load` raises `Damaged` with all of them. What needs the whole
definition at once (references, figures in sentences, gaps in tables) is the business of `lint`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from helper.definitions.build import build
from helper.definitions.schema import GameDefinition
from helper.errors import Damaged, Fault, UnreadableInput

PACKAGE = Path(__file__).parent.parent
GAMES = PACKAGE / "games"
COMPILED = PACKAGE / "_compiled"
LISTS = ("topics", "rules", "terms", "sources", "options", "inputs", "calculators", "checklists", "tables", "cards")

Raw = dict[str, object]


def discover() -> tuple[str, ...]:
    """Return the ids of the games that are built in, in alphabetical order."""
    if COMPILED.is_dir():
        return tuple(sorted(path.name.removesuffix(".game.json") for path in COMPILED.glob("*.game.json")))
    return tuple(sorted(path.parent.name.replace("_", "-") for path in GAMES.glob("*/game.toml")))


def has_engine(game: str) -> bool:
    """Return whether a game has a module to play it with, beside its definition."""
    return any((GAMES / game.replace("-", "_")).glob("__init__.py*"))


def find_game(given: str) -> str:
    """Return the id of the game that `given` names: its id, or a beginning that only one game has.

    Raises UnreadableInput where several begin so; what no game begins with is returned as it is.
    """
    known = discover()
    begun = [id for id in known if given and id.startswith(given.strip().lower())]
    if given in known or not begun:
        return given
    if len(begun) > 1:
        raise UnreadableInput(Fault("ambiguous_game", {"given": given, "known": begun}))
    return begun[0]


def read(game: str) -> Raw:
    """Return the raw definition of a built-in game.

    Raises UnreadableInput, with the nearest name, where there is no such game.
    """
    if game.replace("-", "").isalnum():
        compiled = COMPILED / f"{game}.game.json"
        if compiled.is_file():
            raw: Raw = json.loads(compiled.read_bytes())
            return raw
        folder = GAMES / game.replace("-", "_")
        if (folder / "game.toml").is_file():
            return read_folder(folder)
    from helper.definitions.fold import nearest

    known = discover()
    raise UnreadableInput(Fault("unknown_game", {"given": game, "nearest": nearest(game, known), "known": list(known)}))


def read_folder(folder: Path) -> Raw:
    """Return the raw definition that the TOML files below `folder` make together.

    Lists of the same name are joined in the order of the file names, `game.toml` first. Raises Damaged where a file is
    no TOML, or where two files state the same key.
    """
    import tomllib

    faults: list[Fault] = []
    merged: Raw = {}
    files = sorted(folder.rglob("*.toml"), key=lambda path: (path.name != "game.toml", path.relative_to(folder)))
    for path in files:
        name = path.relative_to(folder).as_posix()
        try:
            content = tomllib.loads(path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            faults.append(Fault("bad_toml", {"problem": str(error)}, name))
            continue
        merge(merged, content, name, faults)
    if faults:
        raise Damaged(*faults)
    return merged


def merge(merged: Raw, content: Mapping[str, object], name: str, faults: list[Fault]) -> None:
    """Join the content of one file to what is merged so far, noting in each entry the file it came from."""
    topic = content.get("topic")
    for key, value in content.items():
        if key == "topic" and isinstance(value, dict):
            _entries(merged, "topics").append({"_file": name, **value})
        elif key in LISTS and isinstance(value, list):
            inherited = {"topic": topic.get("id", "")} if key in ("rules", "tables") and isinstance(topic, dict) else {}
            _entries(merged, key).extend({"_file": name, **inherited, **entry} for entry in value)
        elif key in merged:
            faults.append(Fault("key_twice", {"key": key}, name))
        else:
            merged[key] = value


def _entries(merged: Raw, key: str) -> list[object]:
    found = merged.setdefault(key, [])
    assert isinstance(found, list)
    return found


@cache
def load(game: str) -> GameDefinition:
    """Return the definition of a built-in game; it is read once, since nothing in it ever changes.

    Raises UnreadableInput for an unknown game, Damaged with every fault of a definition that cannot be read. A compiled
    one was read whole before it was shipped, so its entries are made as they are asked for.
    """
    definition, faults = build(read(game), whole=not COMPILED.is_dir())
    if faults:
        raise Damaged(*faults)
    return definition
