"""Options of this test suite, and definitions other than the real ones."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from helper.definitions.load import load

settings.register_profile("tests", deadline=None, print_blob=True, derandomize="CI" in os.environ)
settings.load_profile("tests")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-records", action="store_true", help="rewrite tests/records/*.txt from what the program says now")


@pytest.fixture
def update_records(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-records"))


@pytest.fixture
def other_definitions(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Let definitions be read anew, for a test that changes where they come from; afterwards they are the real ones again."""
    load.cache_clear()
    yield monkeypatch
    monkeypatch.undo()
    load.cache_clear()
