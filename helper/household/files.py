"""Read house files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from helper.errors import Damaged, Fault, SurroundingsFailed, UnreadableInput

if TYPE_CHECKING:
    from helper.definitions.house import House

LARGEST = 1_000_000  # bytes


def read_file(path: Path) -> House:
    """Return the house file at a path.

    Raises UnreadableInput where there is none, SurroundingsFailed where the disk does not give it, Damaged with every fault of
    what is no house file at all. Whether it fits its game shows when the game is loaded with it.
    """
    return read_text(text_of(path), path.name)


def read_text(text: str, name: str) -> House:
    """Return the house file that a text is; raises Damaged with every fault of what is none."""
    from helper.definitions.house import read_house
    from helper.definitions.toml_text import parse_toml

    try:
        return read_house(parse_toml(text), name)
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
