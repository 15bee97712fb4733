"""Have Pyodide at hand: the pinned package of the npm registry, fetched once by npm into the user's cache, never committed."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path

from helper.errors import Fault, SurroundingsFailed
from helper.i18n.checkout import cache_folder

VERSION = "314.0.7"
PACKAGE = f"pyodide@{VERSION}"
INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
NOTICE = f"""\
The files in this folder are Pyodide {VERSION} (https://pyodide.org), under the Mozilla Public License 2.0, with CPython,
under the Python Software Foundation License. Sources: https://github.com/pyodide/pyodide at tag {VERSION}, and the npm
package {PACKAGE}. They are as published, but for names, and for the standard library, which is compiled to bytecode.
"""
PATIENCE = 300  # seconds
NODE = 20  # the oldest version that is tried


def runtime_folder() -> Path:
    """Return the folder with the files of the runtime; fetch them where they are not in the cache yet.

    Raises SurroundingsFailed without npm, or where it cannot fetch the package, or fetches another than the pinned one.
    """
    folder = cache_folder() / "companion" / f"pyodide-{VERSION}"
    if all((folder / name).is_file() for name in FILES):
        return folder
    files = unpacked(_fetched())
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        keep(folder / name, content)
    return folder


def unpacked(archive: bytes) -> dict[str, bytes]:
    """Return what the site needs of the package, by name. Raises SurroundingsFailed where it is not the pinned one."""
    found = f"sha512-{base64.b64encode(hashlib.sha512(archive).digest()).decode()}"
    if found != INTEGRITY:
        raise SurroundingsFailed(Fault("other_runtime", {"package": PACKAGE, "wanted": INTEGRITY, "found": found}))
    files = {}
    with tarfile.open(fileobj=BytesIO(archive), mode="r:gz") as packed:
        for name in FILES:
            member = packed.extractfile(f"package/{name}")
            assert member is not None, name
            files[name] = member.read()
    return files


def abi() -> dict[str, object]:
    """Return what the runtime asks of every package list before it starts, so that it need not fetch its own long one."""
    found: dict[str, object] = json.loads((runtime_folder() / "pyodide-lock.json").read_bytes())["info"]
    return found


def program(name: str) -> str:
    """Return the path of a program. Raises SurroundingsFailed where it is not installed."""
    found = shutil.which(name)
    if found is None:
        raise SurroundingsFailed(Fault("no_node", {"program": name, "version": NODE}))
    return found


def keep(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, so that any number of processes may do this at once."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, fresh = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(fresh, path)
    except OSError as error:
        raise SurroundingsFailed(Fault("cannot_write", {"problem": error.strerror or str(error)}, str(path))) from error


def _fetched() -> bytes:
    npm = program("npm")
    with tempfile.TemporaryDirectory(prefix="tabletop-helper-") as folder:
        command = [npm, "pack", PACKAGE, "--silent", "--ignore-scripts", "--pack-destination", folder]
        try:
            run = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=PATIENCE)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise SurroundingsFailed(Fault("no_runtime", {"package": PACKAGE, "problem": str(error)})) from error
        archives = list(Path(folder).glob("*.tgz"))
        if run.returncode or not archives:
            said = (run.stderr or run.stdout).strip().splitlines() or [f"npm: {run.returncode}"]
            raise SurroundingsFailed(Fault("no_runtime", {"package": PACKAGE, "problem": said[0]}))
        return archives[0].read_bytes()
