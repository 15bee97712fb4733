"""Who may import whom (docs/architecture.md), how long a module may be, and what no module may name."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "helper"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "__pycache__" not in path.parts)
LONGEST = 500

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
    "games/capital_lux_2/__init__.py": {"importlib"},
}
"""Where definitions are loaded, or a game's own modules when they are asked for, and what that takes."""


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    """Yield every module that a file imports, wherever in it, with the names taken from it."""
    here = [PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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


OF_PARTS = [path for path in MODULES if part_of(path) in MAY_IMPORT]


@pytest.mark.parametrize("path", OF_PARTS, ids=named)
def test_a_module_imports_only_what_lies_below_it(path: Path) -> None:
    assert own(path) <= MAY_IMPORT[part_of(path)] | FOR_ALL


@pytest.mark.parametrize("path", [path for path in MODULES if part_of(path) in PURE], ids=named)
def test_what_play_rests_on_uses_the_standard_library_alone_and_neither_clock_nor_chance_nor_disk(path: Path) -> None:
    used = foreign(path)
    assert used <= set(sys.stdlib_module_names)
    assert not used & NO_SURROUNDINGS
    reading = {"json", "pathlib", "tomllib", "importlib", "io", "pickle", "shutil", "urllib"}
    assert used & reading <= LOADING.get(named(path), set())
    if named(path) not in LOADING:
        calls = {node.func.id for node in ast.walk(tree(path)) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
        assert not calls & {"open", "print", "input", "exec", "eval"}


@pytest.mark.parametrize("path", [path for path in MODULES if part_of(path) in (*PURE, *FOR_ALL, "table", "reference")], ids=named)
def test_what_runs_in_a_browser_needs_neither_babel_nor_a_folder_of_the_user(path: Path) -> None:
    assert not foreign(path) & {"babel", "platformdirs", "typer", "click", "sqlite3", "mkdocs"}


@pytest.mark.parametrize("path", [path for path in MODULES if part_of(path) not in ("games", *FOR_THE_CHECKOUT)], ids=named)
def test_no_module_outside_a_game_imports_its_code_by_name(path: Path) -> None:
    folders = {folder.parent.name for folder in (PACKAGE / "games").glob("*/game.toml")}
    assert folders
    for name in imports(path):
        assert not (name.startswith("helper.games.") and name.split(".")[2] in folders), name


@pytest.mark.parametrize("path", [path for path in MODULES if part_of(path) == "games" and path.parent.name != "games"], ids=named)
def test_no_game_imports_another(path: Path) -> None:
    for name in imports(path):
        assert not name.startswith("helper.games.") or name.split(".")[2] in {*path.parts, "Cell", "Grid", "Game"}, name


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_a_module_fits_on_a_few_screens(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


FOLDERS = sorted(folder.parent.name for folder in (PACKAGE / "games").glob("*/game.toml"))
NAMES = {word for folder in FOLDERS for word in (folder, folder.replace("_", "-"))}
BEGINNINGS = {folder.split("_")[0] for folder in FOLDERS}


def names_a_game(text: str) -> bool:
    """Return whether a text has the name of a game in it, or is a word or a path that one begins with, such as `capital.blue`."""
    whole = rf"(?<![a-z0-9])({'|'.join(map(re.escape, NAMES))})(?![a-z0-9])"
    return bool(re.search(whole, text.lower())) or text.lower().split(".")[0] in BEGINNINGS


@pytest.mark.parametrize("path", [path for path in MODULES if part_of(path) not in ("games", "bench")], ids=named)
def test_no_code_outside_the_games_names_one(path: Path) -> None:
    """Comments and docstrings may give an example; what is computed may not."""
    texts = [node for node in ast.walk(tree(path)) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    spoken = {id(node) for node in docstrings(tree(path))} | {id(node) for node in examples(tree(path))}
    assert not [text.value for text in texts if id(text) not in spoken and names_a_game(str(text.value))]
    assert not NAMES & {node.id for node in ast.walk(tree(path)) if isinstance(node, ast.Name)}


_TREES: dict[Path, ast.Module] = {}


def tree(path: Path) -> ast.Module:
    if path not in _TREES:
        _TREES[path] = ast.parse(path.read_text(encoding="utf-8"))
    return _TREES[path]


def docstrings(module: ast.Module) -> Iterator[ast.Constant]:
    """Yield texts that stand alone: docstrings, of constants too."""
    for node in ast.walk(module):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def examples(module: ast.Module) -> Iterator[ast.Constant]:
    """Yield texts of help that show how something is called: they begin with the program's name or say `like` or `such as`."""
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value.strip()
            if text.startswith(("helper ", "Example")) or " like " in text or " such as " in text:
                yield node


@pytest.mark.parametrize("text", ["capital.blue", "Capital", "see capital-lux-2", "helper.games.capital_lux_2", "Hegemony: 1"])
def test_the_name_of_a_game_is_seen(text: str) -> None:
    assert names_a_game(text)


def test_there_is_no_list_of_games_anywhere() -> None:
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
    assert {part_of(path) for path in MODULES} <= {*MAY_IMPORT, *FOR_THE_CHECKOUT, "__init__", "__main__"}
