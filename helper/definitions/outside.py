"""A game that is not built in, and where it is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from helper.frozen import Frozen


class Outside(Frozen):
    """A game from elsewhere: its folder, and the module of the package that plays it, empty where it is a mere folder."""

    folder: Path
    module: str = ""


Games = Mapping[str, Outside]
