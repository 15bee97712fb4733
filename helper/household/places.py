"""Where a group's own files lie. Every command asks this, so it imports as little as it can."""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "tabletop-helper"
CONFIG = "HELPER_CONFIG"


def configuration() -> Path:
    """Return the folder of the group's own files: the one that the environment's HELPER_CONFIG names, else the user's own."""
    given = os.environ.get(CONFIG)
    if given:
        return Path(given)
    if sys.platform == "linux" and "ANDROID_DATA" not in os.environ:  # what platformdirs says here, without its import
        return Path(os.environ.get("XDG_CONFIG_HOME", "").strip() or os.path.expanduser("~/.config")) / NAME
    from platformdirs import user_config_dir

    return Path(user_config_dir(NAME, appauthor=False))


def house_file(game: str) -> Path:
    """Return where the house file of a game lies unless another is named."""
    return configuration() / "house" / f"{game}.toml"
