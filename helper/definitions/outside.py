"""What the edge adds to the built-in games: house files, and games from folders and packages.

The edge registers where they come from; what is registered is asked only when a game is loaded or games are listed.
"""

# Named tuples would compile postponed annotations at every start: here they are not postponed.
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from helper.definitions.house import House
    from helper.errors import HelperError


class Outside(NamedTuple):
    """A game that is not built in: its folder, and the module of the package that plays it, empty where it is a mere folder."""

    folder: "Path"
    module: str = ""


Games = Mapping[str, Outside]


def _no_games() -> Games:
    return {}


def _no_house(game: str) -> "House | None":
    return None


def _silent(game: str, error: "HelperError") -> None:
    return None


class Additions(NamedTuple):
    """Where additions come from. `house` gives the file that counts for a game; `tell` hears of a game that cannot be listed.

    `packages` are asked only where no built-in game and no folder has the id.
    """

    house: "Callable[[str], House | None]" = _no_house
    folders: Callable[[], Games] = _no_games
    packages: Callable[[], Games] = _no_games
    tell: "Callable[[str, HelperError], None]" = _silent
