"""Under every test of a game lies a strict table."""

from __future__ import annotations

import pytest

from tests import strict


@pytest.fixture(autouse=True)
def strict_table(monkeypatch: pytest.MonkeyPatch) -> None:
    strict.lay(monkeypatch)
