"""Who may import whom (docs/architecture.md), how long a module may be, and what no module may name."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.missing import speaks
from tests.modules import MODULES, PACKAGE, nodes
from tests.rows import Row

LONGEST = 500
ROOT = PACKAGE.parent

PURE = ("definitions", "engine", "games")
FOR_ALL = {"errors", "frozen"}
MAY_IMPORT: dict[str, set[str]] = {
    "frozen": set(),
    "errors": set(),
    "definitions": {"definitions"},
    "engine": {"engine", "definitions"},
    "games": {"games", "engine", "definitions"},
    "i18n": {"i18n", "definitions"},
    "household": {"household", "definitions"},
    "reference": {"definitions", "i18n"},
    "table": {"table", "games", "engine", "definitions", "i18n"},
    "store": {"store", "table", "engine", "definitions"},
    "publish": {"publish", "household", "table", "reference", "games", "engine", "definitions", "i18n"},
    "serve": {"serve", "household", "store", "publish", "table", "reference", "engine", "definitions", "i18n"},
    "cli": {"cli", "household", "serve", "store", "publish", "table", "reference", "engine", "definitions", "i18n"},
}
"""What each part may import of this package beside what is for all.

`dev`, `bench` and `_hatch_build` serve the checkout and may import anything.
"""
FOR_THE_CHECKOUT = ("dev", "bench", "_hatch_build")

NO_SURROUNDINGS = {
    "datetime",
    "locale",
    "os",
    "random",
    "secrets",
    "socket",
    "sqlite3",
    "subprocess",
    "tempfile",
    "time",
    "uuid",
    "gettext",
}
LOADING = {
    "definitions/load.py": {"importlib", "json", "pathlib", "tomllib"},
    "definitions/outside.py": {"pathlib"},
    "definitions/toml_text.py": {"tomllib"},
    "games/__init__.py": {"importlib"},
    "games/face.py": {"importlib"},
}
"""Where definitions are loaded, or a game's own modules when they are asked for, and what that takes."""


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Return every module that a file imports, wherever in it, with the names taken from it."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    here = [PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts]
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = [*here[: len(here) - node.level], *(node.module or "").split(".")] if node.level else (node.module or "").split(".")
            module = ".".join(part for part in base if part)
            yield from (f"{module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in ("import_module", "__import__"):
            yield from (str(one.value) for one in node.args if isinstance(one, ast.Constant))


def own(path: Path) -> set[str]:
    """Return the parts of this package that a file imports."""
    return {name.split(".")[1] for name in imports(path) if name.startswith("helper.")}


def foreign(path: Path) -> set[str]:
    """Return the packages other than this one that a file imports."""
    return {name.split(".")[0] for name in imports(path)} - {"helper", "__future__"}


def named(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


FOLDERS = sorted(folder.parent.name for folder in (PACKAGE / "games").glob("*/game.toml"))
NAMES = {word for folder in FOLDERS for word in (folder, folder.replace("_", "-"))}
BEGINNINGS = {folder.split("_")[0] for folder in FOLDERS}
_NAME = re.compile(rf"(?<![a-z0-9])({'|'.join(map(re.escape, NAMES))})(?![a-z0-9])")


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_a_module_keeps_to_its_place(path: Path) -> None:
    """What it imports, what it uses, which game it names and how long it is."""
    part = part_of(path)
    with Row(f"helper/{named(path)}", ["who may import whom: docs/architecture.md, and MAY_IMPORT in tests/test_layers.py"]) as row:
        if part in MAY_IMPORT:
            row.same("imports of what does not lie below it", set(), own(path) - MAY_IMPORT[part] - FOR_ALL)
        if part in PURE:
            rests_on_nothing(row, path)
        if part in (*PURE, *FOR_ALL, "table", "reference"):
            needed = foreign(path) & {"babel", "platformdirs", "typer", "click", "sqlite3", "mkdocs"}
            row.same("imports that no browser has", set(), needed)
        games = [name.split(".")[2] for name in imports(path) if name.startswith("helper.games.")]
        if part not in ("games", *FOR_THE_CHECKOUT):
            row.same("imports of a game by its name", set(), {*games} & {*FOLDERS})
        if part == "games" and path.parent.name != "games":
            row.same("imports of another game", set(), {*games} - {*path.parts, "Cell", "Grid", "Game", "face"})
        if part not in ("games", "bench"):
            row.same("names of games in what is computed (comments and docstrings may give an example)", [], names_of_games(path))
        lines = len(path.read_text(encoding="utf-8").splitlines())
        row.holds("lines, that it may fit on a few screens", lines <= LONGEST, f"at most {LONGEST}", lines)


def rests_on_nothing(row: Row, path: Path) -> None:
    """See that play rests on the standard library alone, and on neither clock nor chance nor disk."""
    used = foreign(path)
    reading = {"json", "pathlib", "tomllib", "importlib", "io", "pickle", "shutil", "urllib"}
    row.same("imports beside the standard library", set(), used - set(sys.stdlib_module_names))
    row.same("imports of clock, chance or surroundings", set(), used & NO_SURROUNDINGS)
    row.same("imports that read files (LOADING in tests/test_layers.py)", set(), (used & reading) - LOADING.get(named(path), set()))
    if named(path) not in LOADING:
        calls = {node.func.id for node in nodes(path) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
        row.same("calls", set(), calls & {"open", "print", "input", "exec", "eval"})


def names_a_game(text: str) -> bool:
    """Return whether a text has the name of a game in it, or is a word or a path that one begins with, such as `capital.blue`."""
    return bool(_NAME.search(text.lower())) or text.lower().split(".")[0] in BEGINNINGS


def names_of_games(path: Path) -> list[str]:
    """Return what a module computes with that names a game: texts beside docstrings and examples, and names."""
    spoken = {id(node) for node in (*docstrings(path), *examples(path))}
    texts = [node for node in nodes(path) if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in spoken]
    found = [str(text.value) for text in texts if names_a_game(str(text.value))]
    return found + [node.id for node in nodes(path) if isinstance(node, ast.Name) and node.id in NAMES]


def docstrings(path: Path) -> Iterator[ast.Constant]:
    """Yield texts that stand alone: docstrings, of constants too."""
    for node in nodes(path):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def examples(path: Path) -> Iterator[ast.Constant]:
    """Yield texts of help that show how something is called: they begin with the program's name or say `like` or `such as`."""
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value.strip()
            if text.startswith(("helper ", "Example")) or " like " in text or " such as " in text:
                yield node


@pytest.mark.parametrize("text", ["capital.blue", "Capital", "see capital-lux-2", "helper.games.capital_lux_2", "Hegemony: 1"])
def test_the_name_of_a_game_is_seen(text: str) -> None:
    assert names_a_game(text)


def test_there_is_no_list_of_games_anywhere() -> None:
    assert FOLDERS
    from helper.definitions.load import GAMES, discover

    assert list(discover()) == sorted(folder.parent.name.replace("_", "-") for folder in GAMES.glob("*/game.toml"))
    assert NAMES


def test_importing_the_package_imports_nothing() -> None:
    show = "import sys; before = set(sys.modules); import helper; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {show}"], capture_output=True, text=True
    )
    assert done.stdout.split() == ["helper"], done.stderr


def test_a_game_is_played_without_any_part_above_the_table() -> None:
    code = (
        "import sys; from helper.table import Stamp, Table, new; "
        "from helper.definitions.load import discover; at = Table(new(discover()[0], ['A', 'B']), lambda: Stamp('x', 'now')); at.legal(); "
        "print(*sorted(name for name in sys.modules if name.startswith('helper.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    parts = {name.split(".")[1] for name in done.stdout.split()}
    assert "table" in parts, done.stderr
    assert parts <= MAY_IMPORT["table"] | FOR_ALL


def test_every_part_of_the_package_has_its_place_in_the_order() -> None:
    speaks(
        f"helper/{part} has no place in the order. Write what it may import: MAY_IMPORT in tests/test_layers.py, and docs/architecture.md."
        for part in sorted({part_of(path) for path in MODULES} - {*MAY_IMPORT, *FOR_THE_CHECKOUT, "__init__", "__main__"})
    )
