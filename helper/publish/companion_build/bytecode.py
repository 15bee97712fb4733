"""Compile Python by the very runtime that will run it, under Node; what was compiled once is kept in the user's cache."""

from __future__ import annotations

import hashlib
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from helper.errors import Fault, SurroundingsFailed
from helper.i18n.checkout import cache_folder
from helper.publish.companion_build.compiling import SAME_DATE
from helper.publish.companion_build.runtime import INTEGRITY, PATIENCE, keep, program, runtime_folder

HERE = Path(__file__).parent
RUNNER, COMPILER = HERE / "compile.mjs", HERE / "compiling.py"


def standard_library() -> bytes:
    """Return the whole standard library of the runtime as an archive of bytecode."""
    return _compiled((runtime_folder() / "python_stdlib.zip").read_bytes())


def modules(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return Python files by path as bytecode, each under its path with a `c` behind it."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in sorted(sources.items()):
            archive.writestr(zipfile.ZipInfo(name, SAME_DATE), content)
    with zipfile.ZipFile(BytesIO(_compiled(packed.getvalue()))) as made:
        return {name: made.read(name) for name in made.namelist()}


def _compiled(sources: bytes) -> bytes:
    key = hashlib.sha256()
    for part in (INTEGRITY.encode(), RUNNER.read_bytes(), COMPILER.read_bytes(), sources):
        key.update(hashlib.sha256(part).digest())
    kept = cache_folder() / "companion" / f"bytecode-{key.hexdigest()[:20]}.zip"
    if not kept.is_file():
        keep(kept, _run(sources))
    return kept.read_bytes()


def _run(sources: bytes) -> bytes:
    node, runtime = program("node"), runtime_folder()
    with tempfile.TemporaryDirectory(prefix="tabletop-helper-") as name:
        folder = Path(name)
        (folder / "sources.zip").write_bytes(sources)
        command = [node, str(RUNNER), str(runtime), str(COMPILER), str(folder)]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise SurroundingsFailed(Fault("cannot_compile", {"problem": str(error)})) from error
        made = folder / "made.zip"
        if run.returncode or not made.is_file():
            said = [line for line in run.stderr.splitlines() if line.strip()] or [f"node: {run.returncode}"]
            raise SurroundingsFailed(Fault("cannot_compile", {"problem": said[-1].strip()}))
        return made.read_bytes()
