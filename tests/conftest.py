"""Options of this test suite."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-records", action="store_true", help="rewrite tests/records/*.txt from what the program says now")


@pytest.fixture
def update_records(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-records"))
