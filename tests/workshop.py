"""What is expensive to make, made once for all workers of a run: sites, archives, decks of cards."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

ROOT = Path(__file__).parents[1]
MADE, FAILED = ".made", ".failed"


class Workshop:
    """A folder shared by the workers of a run: whoever first asks for a thing makes it, the others wait and take it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self, name: str, maker: Callable[[Path], object]) -> Path:
        """Return the folder that `maker` filled, once in this run; what it failed with is told to all who ask."""
        folder = self.folder / name
        made, failed = (folder.with_name(name + ending) for ending in (MADE, FAILED))
        with FileLock(folder.with_name(name + ".lock")):
            if failed.exists():
                pytest.fail(failed.read_text(encoding="utf-8"), pytrace=False)
            if not made.exists():
                folder.mkdir(parents=True)
                try:
                    maker(folder)
                except Exception as error:
                    failed.write_text(f"{name} could not be made:\n{error}", encoding="utf-8")
                    raise
                made.touch()
        return folder


def build_site(folder: Path, *, offline: bool = False, companion: bool = False, **environment: str) -> str:
    """Build the site strictly, in a process of its own since languages are found once for each; return what it warned of."""
    given = f"{str(folder)!r}, strict=True, offline={offline}, companion={companion}"
    run = subprocess.run(
        [sys.executable, "-c", f"from helper.publish.build import build; build({given})"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH")))), **environment},
        timeout=300,
    )
    if run.returncode:
        raise RuntimeError(run.stderr)
    return run.stderr


def program(*names: str, package: str) -> str:
    """Return the path of the first of these programs that is here; where there is none, CI fails and others skip."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        missing = f"no {names[0]} here: apt-get install {package}"
        if os.environ.get("CI"):
            pytest.fail(f"{missing}; CI requires it", pytrace=False)
        pytest.skip(missing)
    return found
