"""What a game's package offers (see `helper.games.Game`), each from the module that it lives in, loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from sys import modules


def lazy(package: str, homes: Mapping[str, tuple[str, ...]]) -> Callable[[str], object]:
    """Return the `__getattr__` of a package: what it offers by the module of it that each lives in. A name is looked up once."""
    home = {name: module for module, names in homes.items() for name in names}

    def offered(name: str) -> object:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(import_module(f"{package}.{home[name]}"), name)
        setattr(modules[package], name, found)
        return found

    return offered
