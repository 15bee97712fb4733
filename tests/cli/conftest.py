"""Run commands: in this process where that is enough, in one of their own where language, streams or crashes matter."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from helper.cli import main
from tests.waiting import SECONDS

ROOT = Path(__file__).parents[2]
EXAMPLE = str(ROOT / "docs" / "examples" / "capital-lux-2-round.toml")


class Result(NamedTuple):
    """What a command printed, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Helper = Callable[..., Result]
Typing = Callable[..., Result]


class _Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HELPER_DATA", str(tmp_path / "kept"))
    monkeypatch.setenv("HELPER_CONFIG", str(tmp_path / "own"))
    monkeypatch.delenv("HELPER_GAMES", raising=False)
    monkeypatch.setenv("HELPER_LANG", "en")
    monkeypatch.setenv("LANGUAGE", "en")


@pytest.fixture
def helper(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Helper:
    """Run a command in this process."""

    def run(*argv: str, given: str = "") -> Result:
        monkeypatch.setattr(sys, "stdin", io.StringIO(given))
        capsys.readouterr()
        code = main(argv)
        return Result(code, *capsys.readouterr())

    return run


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


@pytest.fixture
def process() -> Helper:
    """Run a command in a process of its own."""

    def run(*argv: str, given: str = "", timeout: float = SECONDS, **environment: str) -> Result:
        found = subprocess.run(
            [sys.executable, "-m", "helper.cli", *argv],
            cwd=ROOT,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
            input=given.encode(),
            capture_output=True,
            timeout=timeout,
        )
        encoding = environment.get("PYTHONIOENCODING", "utf-8")
        return Result(found.returncode, found.stdout.decode(encoding), found.stderr.decode(encoding))

    return run


@pytest.fixture
def evening(helper: Helper) -> Helper:
    """Return a runner whose current record has three players, set A and the start cards told."""
    assert helper("new", "capital-lux-2", "Anna", "Bert", "Cleo", "--option", "set=a", "--name", "Friday").code == 0
    told = helper("observe", "capital.blue=3", "capital.pink=4,2", "capital.yellow=", "capital.green=", "emperor=Anna")
    assert told.code == 0, told.err
    return helper
