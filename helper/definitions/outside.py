"""A game that is not built in, and where it is."""

# Named tuples would compile postponed annotations at every start: here they are not postponed.
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple


class Outside(NamedTuple):
    """A game from elsewhere: its folder, and the module of the package that plays it, empty where it is a mere folder."""

    folder: Path
    module: str = ""


Games = Mapping[str, Outside]
