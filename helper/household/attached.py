"""Say which house file counts for a game in this process, and which games there are from elsewhere.

Every command begins with this, so what reads files and looks through folders is imported only when there is something to read.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from helper.definitions import load
from helper.errors import Damaged, Fault, HelperError
from helper.household.places import house_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from helper.definitions.house import House
    from helper.definitions.outside import Games
    from helper.household.folders import Shelf

    Tell = Callable[[HelperError], None]


class Household:
    """The additions of one process. `named` is the house file that was asked for, else those of the configuration folder count.

    `tell` hears of what is left out because it is damaged: a house file nobody named, a game of somebody else.
    """

    def __init__(self, named: Path | None, tell: Tell) -> None:
        self.house = _read(named) if named else None
        self.kept: dict[str, House | None] = {}
        self._shelf: Shelf | None = None
        self._told: set[str] = set()
        self._tell = tell

    def add(self) -> None:
        """Let this process use the additions."""
        load.add(load.Additions(self.house_of, self._folders, self._packages, self._left_out))

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
        if not os.path.isfile(path):
            return None
        try:
            house = _read(path)
            if house.game != game:
                raise Damaged(Fault("house_game", {"game": house.game, "wanted": game}, path.name))
            load.load(game, house)
        except HelperError as error:
            self._tell(error)
            return None
        return house if house.says_something else None

    def _folders(self) -> Games:
        return self._games().folders()

    def _packages(self) -> Games:
        return self._games().packages()

    def _games(self) -> Shelf:
        if self._shelf is None:
            from helper.household.folders import Shelf

            self._shelf = Shelf(self._tell)
        return self._shelf

    def _left_out(self, game: str, error: HelperError) -> None:
        if game not in self._told:
            self._told.add(game)
            self._tell(type(error)(*(fault._replace(where=f"{game}: {fault.where}") for fault in error.faults)))


def _read(path: Path) -> House:
    from helper.household.files import read_file

    return read_file(path)
