"""Read house files, and say which of them counts for a game in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from helper.definitions import load
from helper.definitions.outside import Additions
from helper.errors import Damaged, Fault, HelperError, SurroundingsFailed, UnreadableInput
from helper.household.folders import Shelf, house_file

if TYPE_CHECKING:
    from helper.definitions.house import House

LARGEST = 1_000_000  # bytes

Tell = Callable[[HelperError], None]


def read_file(path: Path) -> House:
    """Return the house file at a path.

    Raises UnreadableInput where there is none, SurroundingsFailed where the disk does not give it, Damaged with every fault of
    what is no house file at all. Whether it fits its game shows when the game is loaded with it.
    """
    return read_text(text_of(path), path.name)


def read_text(text: str, name: str) -> House:
    """Return the house file that a text is; raises Damaged with every fault of what is none."""
    import tomllib

    from helper.definitions.house import read_house

    try:
        return read_house(tomllib.loads(text), name)
    except RecursionError as error:
        raise Damaged(Fault("too_deep", {"key": "[", "most": 12}, name)) from error
    except ValueError as error:  # also numbers that are too long to be read
        raise Damaged(Fault("bad_toml", {"problem": str(error)}, name)) from error


def text_of(path: Path) -> str:
    """Return the text of a house file; raises UnreadableInput, SurroundingsFailed or Damaged where it cannot be had."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except (FileNotFoundError, IsADirectoryError) as error:
        raise UnreadableInput(Fault("no_file", {"problem": error.strerror or str(error)}, str(path))) from error
    except OSError as error:
        raise SurroundingsFailed(Fault("no_file", {"problem": error.strerror or str(error)}, str(path))) from error
    if len(content) > LARGEST:
        raise Damaged(Fault("house_too_large", {"most": LARGEST}, path.name))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Damaged(Fault("no_text", {}, path.name)) from error


class Household:
    """The additions of one process. `named` is the house file that was asked for, else those of the configuration folder count.

    `tell` hears of what is left out because it is damaged: a house file nobody named, a game of somebody else.
    """

    def __init__(self, named: Path | None, tell: Tell) -> None:
        self.house = read_file(named) if named else None
        self.kept: dict[str, House | None] = {}
        self.shelf = Shelf(tell)
        self._told: set[str] = set()
        self._tell = tell

    def add(self) -> None:
        """Let this process use the additions."""
        load.add(Additions(self.house_of, self.shelf.folders, self.shelf.packages, self._left_out))

    def begin(self, house: House) -> None:
        """Use a house file for its game from now on, in the place of the one before."""
        if self.house is not None:
            self.house = house
        self.kept[house.game] = house
        self.add()

    def house_of(self, game: str) -> House | None:
        """Return the house file that counts for a game, None where there is none, or where one that nobody named is damaged."""
        if self.house is not None and self.house.game == game:
            return self.house
        if game not in self.kept:
            self.kept[game] = None  # while it is tried, the game is asked for again
            self.kept[game] = self._configured(game)
        return self.kept[game]

    def _configured(self, game: str) -> House | None:
        path = house_file(game)
        if not path.is_file():
            return None
        try:
            house = read_file(path)
            if house.game != game:
                raise Damaged(Fault("house_game", {"game": house.game, "wanted": game}, path.name))
            load.load(game, house)
        except HelperError as error:
            self._tell(error)
            return None
        return house if house.says_something else None

    def _left_out(self, game: str, error: HelperError) -> None:
        if game not in self._told:
            self._told.add(game)
            self._tell(type(error)(*(fault._replace(where=f"{game}: {fault.where}") for fault in error.faults)))
