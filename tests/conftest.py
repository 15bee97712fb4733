"""Options of this test suite, and definitions that are read from disk once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helper.definitions import load


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-records", action="store_true", help="rewrite tests/records/*.txt from what the program says now")


@pytest.fixture
def update_records(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-records"))


@pytest.fixture(scope="session", autouse=True)
def read_once() -> Iterator[None]:
    """Keep what is read of each game folder: a table asks for it at every request."""
    read, kept = load.read, dict[tuple[object, str], load.Raw]()

    def cached(game: str) -> load.Raw:
        key = (load.GAMES, game)
        if key not in kept:
            kept[key] = read(game)
        return kept[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(load, "read", cached)
        yield
