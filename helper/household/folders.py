"""Find games from elsewhere: in the configuration folder, in folders that the environment names, in installed packages."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from helper.definitions.load import is_built_in
from helper.definitions.outside import Games, Outside
from helper.errors import Damaged, Fault, HelperError
from helper.household.places import configuration

GAMES = "HELPER_GAMES"
GROUP = "helper.games"
GAME_FILE = "game.toml"


class Shelf:
    """Games from folders and packages, each looked for once; `tell` hears of those that are left out, and why."""

    def __init__(self, tell: Callable[[HelperError], None]) -> None:
        self._tell = tell
        self.folders = cache(self._folders)
        self.packages = cache(self._packages)

    def _folders(self) -> Games:
        found: dict[str, Outside] = {}
        for folder in _game_folders():
            self._take(found, _id_of(folder), Outside(folder), str(folder))
        return found

    def _packages(self) -> Games:
        from importlib.metadata import entry_points

        found: dict[str, Outside] = {}
        for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
            folder = _folder_of(point.module)
            if folder is None:
                problem = f"{GAME_FILE}: {os.strerror(errno.ENOENT)}"
                self._tell(Damaged(Fault("bad_package", {"module": point.value, "problem": problem}, point.name)))
            elif point.name not in self.folders():
                self._take(found, point.name, Outside(folder, point.module), point.value)
        return found

    def _take(self, found: dict[str, Outside], id: str, one: Outside, where: str) -> None:
        if is_built_in(id):
            self._tell(Damaged(Fault("built_in_game", {"given": id}, where)))
        elif id:
            found.setdefault(id, one)


def _game_folders() -> Iterator[Path]:
    """Yield every folder with a game: those that are named, those inside, and those in the configuration folder."""
    named = [Path(one) for one in os.environ.get(GAMES, "").split(os.pathsep) if one]
    for folder in (*named, configuration() / "games"):
        if os.path.isfile(folder / GAME_FILE):
            yield folder
            continue
        try:
            inside = sorted(os.listdir(folder))
        except OSError:
            continue
        yield from (folder / name for name in inside if os.path.isfile(folder / name / GAME_FILE))


def _id_of(folder: Path) -> str:
    """Return the id that a game states; where it cannot be read, the name of its folder."""
    from helper.definitions.toml_text import parse_toml

    try:
        found = parse_toml((folder / GAME_FILE).read_text(encoding="utf-8-sig")).get("id")
    except (OSError, ValueError, RecursionError):
        found = None
    return found if isinstance(found, str) and found else folder.resolve().name.lower().replace("_", "-")


def _folder_of(module: str) -> Path | None:
    """Return the folder of a package that holds a game, without importing it; None where it has none."""
    from importlib.util import find_spec

    try:
        spec = find_spec(module)
    except (ImportError, ValueError, AttributeError):
        return None
    folder = Path(spec.origin).parent if spec and spec.origin else None
    return folder if folder and os.path.isfile(folder / GAME_FILE) else None
