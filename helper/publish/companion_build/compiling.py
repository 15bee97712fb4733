"""Compile sources to bytecode. Runs inside Pyodide under Node (`compile.mjs`), so that the bytecode is of its Python."""

import ast
import importlib.util
import marshal
import zipfile
from pathlib import Path

SAME_DATE = (1980, 1, 1, 0, 0, 0)
NO_SOURCE = bytes(12)  # where a cache names date and size of the source
DOCUMENTED = ("pyodide/", "_pyodide/")  # it reads its own docstrings at the start


def bytecode(source: bytes, name: str) -> bytes:
    """Return what a `.pyc` of a source holds that stands without its source; docstrings, an eighth of it, are left out."""
    tree = ast.parse(source)
    for node in ast.walk(tree) if not name.startswith(DOCUMENTED) else ():
        if (
            isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
            and ast.get_docstring(node, False) is not None
        ):
            node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), node.body[0])]
    return importlib.util.MAGIC_NUMBER + NO_SOURCE + marshal.dumps(compile(tree, name, "exec", dont_inherit=True))


def compile_all(sources: Path, made: Path) -> None:
    """Write an archive with every Python file of another as bytecode, and everything else as it is."""
    with zipfile.ZipFile(sources) as given, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(name for name in given.namelist() if not name.endswith("/")):
            content = given.read(name)
            if name.endswith(".py"):
                name, content = f"{name}c", bytecode(content, name)
            entry = zipfile.ZipInfo(name, SAME_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)


if __name__ == "__main__":
    compile_all(Path("/work/sources.zip"), Path("/work/made.zip"))
