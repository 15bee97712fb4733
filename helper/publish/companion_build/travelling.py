"""Find the modules that travel into the browser: what the desk imports, and what that imports in turn.

A package that loads modules by name, such as that of the games, travels whole. A module that names a package other than
this one and the standard library stays behind: it serves a checkout.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

DESK = "helper.publish.companion.desk"
PACKAGE = Path(__file__).parent.parent.parent
HOLDER = PACKAGE.parent


def travelling(start: str = DESK, holder: Path = HOLDER) -> dict[str, Path]:
    """Return the files of the modules that travel, by their path inside the archive, such as `helper/table/reading.py`."""
    found: dict[str, Path] = {}
    waiting = _with_packages(start)
    seen = set(waiting)
    while waiting:
        name = waiting.pop()
        path = _file(name, holder)
        if path is None:
            continue
        imported = set(_imports(path, name))
        if any(one.partition(".")[0] not in sys.stdlib_module_names for one in imported if not one.startswith("helper")):
            continue
        found[path.relative_to(holder).as_posix()] = path
        if path.name == "__init__.py" and "importlib.import_module" in imported:
            imported.update(_module(file, holder) for file in path.parent.rglob("*.py"))
        for one in imported:
            further = [part for part in _with_packages(one) if part.startswith("helper") and part not in seen]
            seen.update(further)
            waiting.extend(further)
    return dict(sorted(found.items()))


def _imports(path: Path, name: str) -> Iterator[str]:
    """Yield the modules a file imports when it runs, wherever in it, and the names that it takes from them."""
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in _running(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join((*base, *(node.module or "").split("."))).strip(".")
            yield from (origin, *(f"{origin}.{alias.name}" for alias in node.names))


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """Yield every node but those that only a type checker reads."""
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and getattr(child.test, "id", getattr(child.test, "attr", "")) == "TYPE_CHECKING":
            for other in child.orelse:
                yield from _running(other)
        else:
            yield from _running(child)


def _file(name: str, holder: Path) -> Path | None:
    path = holder.joinpath(*name.split("."))
    return next((file for file in (path.with_name(f"{path.name}.py"), path / "__init__.py") if file.is_file()), None)


def _module(path: Path, holder: Path) -> str:
    parts = path.relative_to(holder).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _with_packages(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:length]) for length in range(1, len(parts) + 1)]
