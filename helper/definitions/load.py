"""Read definitions: TOML in a checkout, compiled JSON in a wheel, both into the same frozen values.

Faults are collected, never raised one at a time; `load` raises `Damaged` with all of them. What needs the whole
definition at once (references, figures in sentences, gaps in tables) is the business of `lint`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from helper.definitions.build import build
from helper.definitions.schema import HOUSE, GameDefinition
from helper.errors import Damaged, Fault, HelperError, UnreadableInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from helper.definitions.house import House
    from helper.definitions.outside import Games, Outside

PACKAGE = Path(__file__).parent.parent
GAMES = PACKAGE / "games"
COMPILED = PACKAGE / "_compiled"
LONGEST_ID = 100
LISTS = ("topics", "rules", "terms", "sources", "options", "inputs", "calculators", "checklists", "tables", "cards")

Raw = dict[str, object]


class Additions:
    """What the edge adds to the built-in games. It is asked only when a game is loaded, or games are listed.

    `house` gives the file that counts for a game, `folders` and `packages` the games there; packages are asked only where no
    built-in game and no folder has the id. `tell` hears of a game that is damaged and left out of a list.
    """

    def __init__(
        self,
        house: Callable[[str], House | None] = lambda game: None,
        folders: Callable[[], Games] = dict,
        packages: Callable[[], Games] = dict,
        tell: Callable[[str, HelperError], None] = lambda game, error: None,
    ) -> None:
        self.house = house
        self.folders = folders
        self.packages = packages
        self.tell = tell


_NONE = Additions()
_additions = _NONE


def add(additions: Additions | None) -> None:
    """Add house files and games of elsewhere for this process, in the place of those added before; None takes them away."""
    global _additions
    _additions = additions or _NONE
    load.forget_additions()


def has_additions() -> bool:
    """Return whether anything was added to this process."""
    return _additions is not _NONE


def discover() -> tuple[str, ...]:
    """Return the ids of all games, built in or from elsewhere, in alphabetical order."""
    return tuple(sorted({*built_in(), *_additions.folders(), *_additions.packages()}))


def every() -> list[GameDefinition]:
    """Return the definitions of all games; one from elsewhere that is damaged is left out, and told of."""
    found = []
    for game in discover():
        try:
            definition = load(game)
            has_engine(game)  # a package that cannot be imported is damaged too
            found.append(definition)
        except HelperError as error:
            if is_built_in(game):
                raise
            _additions.tell(game, error)
    return found


def outside(game: str) -> Outside | None:
    """Return where a game from elsewhere is, None where it is built in or not known. Packages are looked for last."""
    if is_built_in(game):
        return None
    return _additions.folders().get(game) or _additions.packages().get(game)


def built_in() -> tuple[str, ...]:
    """Return the ids of the games that are built in, in alphabetical order."""
    if COMPILED.is_dir():
        return tuple(sorted(path.name.removesuffix(".game.json") for path in COMPILED.glob("*.game.json")))
    return tuple(sorted(path.parent.name.replace("_", "-") for path in GAMES.glob("*/game.toml")))


def is_built_in(game: str) -> bool:
    """Return whether a game of that id is built in."""
    if not _is_id(game):
        return False
    return (COMPILED / f"{game}.game.json").is_file() or (GAMES / game.replace("-", "_") / "game.toml").is_file()


def has_engine(game: str) -> bool:
    """Return whether a game has a module to play it with, beside its definition."""
    elsewhere = outside(game)
    if elsewhere:
        return bool(elsewhere.module) and _plays(elsewhere.module)
    return any((GAMES / game.replace("-", "_")).glob("__init__.py*"))


def game_in(folder: Path) -> str:
    """Return the game that is played by the Python of a folder: of a built-in game or of a package; empty where there is none."""
    places = {game: GAMES / game.replace("-", "_") for game in built_in()}
    places.update({game: one.folder for game, one in _additions.packages().items() if not is_built_in(game)})
    there = (game for game, place in places.items() if place.resolve() == folder.resolve())
    return next((game for game in there if (folder / "__init__.py").is_file()), "")


def find_game(given: str) -> str:
    """Return the id of the game that `given` names: its id, or a beginning that only one game has.

    Raises UnreadableInput where several begin so; what no game begins with is returned as it is.
    """
    if is_built_in(given):
        return given
    begun = _begun(given, (*built_in(), *_additions.folders())) or _begun(given, _additions.packages())
    if given in begun or not begun:
        return given
    if len(begun) > 1:
        raise UnreadableInput(Fault("ambiguous_game", {"given": given, "known": begun}))
    return begun[0]


def _begun(given: str, known: Iterable[str]) -> list[str]:
    wanted = given.strip().lower()
    return sorted({id for id in known if wanted and id.startswith(wanted)})


def _is_id(game: str) -> bool:
    """Return whether a text can be the id of a game, and so a part of a path."""
    return len(game) <= LONGEST_ID and game.isascii() and game.replace("-", "").isalnum()


def read(game: str) -> Raw:
    """Return the raw definition of a game.

    Raises UnreadableInput, with the nearest name, where there is no such game.
    """
    if _is_id(game):
        compiled = COMPILED / f"{game}.game.json"
        if compiled.is_file():
            raw: Raw = json.loads(compiled.read_bytes())
            return raw
        folder = GAMES / game.replace("-", "_")
        if (folder / "game.toml").is_file():
            return read_folder(folder)
    elsewhere = outside(game)
    if elsewhere:
        return read_folder(elsewhere.folder)
    from helper.definitions.fold import nearest

    known = discover()
    raise UnreadableInput(Fault("unknown_game", {"given": game, "nearest": nearest(game, known), "known": list(known)}))


def read_folder(folder: Path) -> Raw:
    """Return the raw definition that the TOML files below `folder` make together.

    Lists of the same name are joined in the order of the file names, `game.toml` first. Raises Damaged where a file is
    no TOML, or where two files state the same key.
    """
    from helper.definitions.toml_text import parse_toml

    faults: list[Fault] = []
    merged: Raw = {}
    files = sorted(folder.rglob("*.toml"), key=lambda path: (path.name != "game.toml", path.relative_to(folder)))
    for path in files:
        name = path.relative_to(folder).as_posix()
        try:
            content = parse_toml(path.read_text(encoding="utf-8-sig"))
        except (ValueError, RecursionError, OSError) as error:
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
            placed = {"_file": name, **inherited}
            _entries(merged, key).extend({**placed, **entry} if isinstance(entry, dict) else entry for entry in value)
        elif key in merged:
            faults.append(Fault("key_twice", {"key": key}, name))
        else:
            merged[key] = value


def _entries(merged: Raw, key: str) -> list[object]:
    found = merged.setdefault(key, [])
    assert isinstance(found, list)
    return found


class _Loader:
    """Makes each definition once, since nothing in it ever changes; what depends on no addition outlives those."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, House | None], GameDefinition] = {}
        self._as_it_is: dict[str, GameDefinition] = {}

    def __call__(self, game: str, house: House | None = None) -> GameDefinition:
        """Return the definition of a game with a house file, by default the one that this process uses for it, if any.

        Raises UnreadableInput for an unknown game, Damaged with every fault of a definition or a house file that cannot be
        read. A compiled one was read whole before it was shipped, so its entries are made as they are asked for; one from
        elsewhere is held against every check.
        """
        found = self._found.get((game, house))
        if found is None:
            found = self._found[game, house] = self._loaded(game, house)
        return found

    def cache_clear(self) -> None:
        """Let every definition be read anew."""
        self.forget_additions()
        self._as_it_is.clear()

    def forget_additions(self) -> None:
        """Let everything be read anew that house files and games of elsewhere have a part in."""
        self._found.clear()

    def _loaded(self, game: str, house: House | None) -> GameDefinition:
        if house is None:
            used = house_of(game)
            if used is not None:
                return self(game, used)
        if outside(game) is not None:
            raw, definition = _from_elsewhere(game)
            return definition if house is None or not house.content else _with_house(raw, house)
        definition = self._built_in(game)
        return definition if house is None or not house.content else _with_house(read(game), house)

    def _built_in(self, game: str) -> GameDefinition:
        if game not in self._as_it_is:
            self._as_it_is[game] = _faultless(*build(read(game), whole=not COMPILED.is_dir()))
        return self._as_it_is[game]


load = _Loader()


def house_of(game: str) -> House | None:
    """Return the house file that this process uses for a game, None where it uses none."""
    if not _is_id(game):
        return None
    packed = COMPILED / f"{game}.house.json"  # beside the definitions that travel into a browser
    if packed.is_file():
        from helper.definitions.house import House

        return House(json.loads(packed.read_bytes()))
    return _additions.house(game)


def _faultless(definition: GameDefinition, faults: list[Fault]) -> GameDefinition:
    if faults:
        raise Damaged(*faults)
    return definition


def _with_house(raw: Raw, house: House) -> GameDefinition:
    from helper.definitions.house import applied

    return _faultless(*applied(raw, house))


def _from_elsewhere(game: str) -> tuple[Raw, GameDefinition]:
    from helper.definitions.content import sound

    faults: list[Fault] = []
    raw = sound(read(game), "", faults)
    return raw, _faultless(_checked(game, raw, faults), faults)


def _checked(game: str, raw: Raw, faults: list[Fault]) -> GameDefinition:
    """Return the definition of a game from elsewhere, noting every fault of it: nobody compiled it."""
    from helper.definitions.lint import examined

    definition, read = build(raw)
    faults.extend((*read, *examined(definition)))
    if definition.id != game:
        faults.append(Fault("other_id", {"given": definition.id, "wanted": game}, "game.toml"))
    if HOUSE in definition.sources or HOUSE in raw:
        faults.append(Fault("reserved", {"given": HOUSE}, "game.toml"))
    return definition


def _plays(module: str) -> bool:
    """Return whether the module of a package offers a game to play; raises Damaged where it cannot be imported."""
    from importlib import import_module

    try:
        return hasattr(import_module(module), "start")
    except Exception as error:  # code of others fails in its own ways
        raise Damaged(Fault("bad_package", {"module": module, "problem": f"{type(error).__name__}: {error}"})) from error
