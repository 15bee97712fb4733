"""Options of this test suite, and definitions that are read from disk once."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

import pytest
from hypothesis import settings

from helper.definitions import load
from helper.definitions.build import build
from helper.definitions.schema import GameDefinition
from helper.errors import Fault

settings.register_profile("tests", deadline=None, print_blob=True, derandomize="CI" in os.environ)
settings.load_profile("tests")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-records", action="store_true", help="rewrite tests/records/*.txt from what the program says now")


@pytest.fixture
def update_records(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-records"))


@pytest.fixture(scope="session", autouse=True)
def read_once() -> Iterator[None]:
    """Keep what is read of each game folder: a table asks for it at every request."""
    read = load.read
    kept: dict[tuple[object, str], load.Raw] = {}
    built: dict[int, tuple[GameDefinition, list[Fault]]] = {}

    def read_once(game: str) -> load.Raw:
        key = (load.GAMES, game)
        if key not in kept:
            kept[key] = read(game)
        return kept[key]

    def build_once(raw: Mapping[str, object], whole: bool = True) -> tuple[GameDefinition, list[Fault]]:
        if not any(raw is one for one in kept.values()):
            return build(raw)
        if id(raw) not in built:
            built[id(raw)] = build(raw)
        return built[id(raw)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(load, "read", read_once)
        patch.setattr(load, "build", build_once)
        yield
