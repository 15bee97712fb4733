"""`helper check` says what is wrong with a game of somebody else: what, in which line, and the nearest right word, in every language."""

from __future__ import annotations

import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helper.cli import main
from helper.definitions import load
from tests.languages import SPOKEN
from tests.rows import Row

HERE = Path(__file__).parent
GAME = "lamplighters"
MODULE = "lamplighters_of_an_author"
FAULTS: list[dict[str, Any]] = tomllib.loads((HERE / "faults_of_authors.toml").read_text(encoding="utf-8"))["faults"]
DAMAGED = 3


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Have an empty home, with a place for packages; afterwards nothing of them is left in this process."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.setenv("HELPER_CONFIG", str(tmp_path / "own"))
    monkeypatch.delenv("HELPER_GAMES", raising=False)
    monkeypatch.syspath_prepend(str(site))
    yield tmp_path
    load.add(None)
    _forget()


def _forget() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == MODULE]:
        sys.modules.pop(name)


def package(home: Path) -> Path:
    """Return the folder of the example game as an installed package."""
    folder = home / "site" / MODULE
    shutil.copytree(HERE / GAME, folder)
    shutil.copy(HERE / "lamplighters_module.py", folder / "__init__.py")
    said = home / "site" / "lamplighters-1.0.dist-info"
    said.mkdir()
    (said / "METADATA").write_text("Metadata-Version: 2.1\nName: lamplighters\nVersion: 1.0\n", encoding="utf-8")
    (said / "entry_points.txt").write_text(f"[helper.games]\n{GAME} = {MODULE}\n", encoding="utf-8")
    return folder


def mere_folder(home: Path) -> Path:
    """Return the folder of the example game without Python."""
    folder = home / "games" / "lamps"
    shutil.copytree(HERE / GAME, folder)
    return folder


def edit(folder: Path, file: str, before: str, after: str) -> int:
    """Change a file in one place, and return the line of that place."""
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(before) == 1, f"{before} stands {text.count(before)} times in {file}"
    (folder / file).write_text(text.replace(before, after), encoding="utf-8")
    return text[: text.index(before)].count("\n") + 1


def check(folder: Path, capsys: pytest.CaptureFixture[str], language: str = "en") -> tuple[int, list[str]]:
    """Return how `helper check` ends and its lines, without the folder before each."""
    _forget()
    load.load.cache_clear()
    capsys.readouterr()
    code = main(["--lang", language, "check", str(folder)])
    shown = capsys.readouterr()
    assert not shown.err, shown.err
    return code, [line.removeprefix(f"{folder}: ") for line in shown.out.splitlines()]


@pytest.mark.parametrize("fault", FAULTS, ids=[fault["name"].replace(" ", "_") for fault in FAULTS])
def test_a_fault_of_an_author_is_named_with_its_line(fault: dict[str, Any], home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = mere_folder(home) if fault.get("folder") else package(home)
    line = str(edit(folder, fault["file"], fault["before"], fault["after"]))
    with Row(fault["name"], [fault["file"], fault["before"], fault["after"]], "helper check") as row:
        code, lines = check(folder, capsys)
        row.same("exit code", DAMAGED, code)
        row.same("said", [one.replace("{line}", line) for one in fault["said"]], lines)
        for language in SPOKEN[1:]:
            code, others = check(folder, capsys, language)
            row.same(f"exit code ({language})", DAMAGED, code)
            row.same(f"places ({language})", [place(line) for line in lines], [place(line) for line in others])
            row.holds(f"translated ({language})", not {*lines} & {*others}, "none in English", others)


def place(line: str) -> str:
    return line.partition(": ")[0]


def test_there_are_faults_of_many_kinds() -> None:
    assert len({fault["name"] for fault in FAULTS}) == len(FAULTS)
    assert len({line for fault in FAULTS for line in fault["said"]}) >= 40


@pytest.mark.parametrize("made", [package, mere_folder])
def test_a_game_without_a_fault_is_readable(made: Any, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = check(made(home), capsys)
    assert (code, lines) == (0, ["readable: definitions of lamplighters, rules: 3"])


def test_python_that_no_package_offers_is_left_alone_and_that_is_said(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = mere_folder(home)
    (folder / "__init__.py").write_text("raise SystemExit('never run')\n", encoding="utf-8")
    code, lines = check(folder, capsys)
    assert code == 0
    assert "its Python is left alone, since no installed package offers this folder as a game" in lines[0]


def test_a_folder_without_a_game_is_said_to_be_one(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = check(home / "site", capsys)
    assert (code, lines) == (2, ["There is no game.toml in this folder, so it holds no game."])


@pytest.mark.parametrize("game", load.built_in())
def test_the_built_in_games_are_held_to_the_same(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = check(load.GAMES / game.replace("-", "_"), capsys)
    assert code == 0, lines
