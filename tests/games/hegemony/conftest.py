"""What holds for every test of Hegemony: no sentence about an outcome says a dash for what nobody told."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from helper.definitions.schema import Sentence
from helper.i18n.words import Words

worded = Words.sentence


@pytest.fixture(autouse=True)
def _no_outcome_says_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    def sentence(self: Words, said: Sentence, values: Mapping[str, object] | None = None) -> str:
        if ":outcomes." in said.context:
            absent = [name for name, value in (values or {}).items() if value is None and f"{{{name}}}" in said.text]
            assert not absent, f"{said.context}: “{said.text}” has no {', '.join(absent)}; give the outcome a sentence under `untold`"
        return worded(self, said, values)

    monkeypatch.setattr(Words, "sentence", sentence)
