"""Decisions that are asked for on a terminal."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest

from helper.cli import main
from tests.cli.conftest import Helper, Result

Typing = Callable[..., Result]


class _Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def typing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Typing:
    """Run a command whose questions are answered on a terminal, line by line."""

    def run(*argv: str, typed: tuple[str, ...]) -> Result:
        monkeypatch.setattr(sys, "stdin", _Screen("".join(f"{line}\n" for line in typed)))
        capsys.readouterr()
        code = main(argv)
        found = capsys.readouterr()
        return Result(code, " ".join(found.out.split()), found.err)

    return run


@pytest.mark.parametrize("words", [(), ("working_food=capitalist:5",)])
def test_an_answer_that_was_refused_is_replaced_by_the_next(helper: Helper, typing: Typing, words: tuple[str, ...]) -> None:
    helper("new", "hegemony", "Anna=working", "Cleo=capitalist", "--start", "full")
    helper("adjust", "phase=production", "demonstration=yes")
    found = typing("resolve", *words, typed=("capitalist:5", "capitalist:1"))
    assert found.code == 0, found.err
    assert "Working Class: 1 × food from Capitalist Class, 12 Vardis." in found.out
