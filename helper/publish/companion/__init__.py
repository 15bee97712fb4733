"""The companion on the phone: the page, its forms and its answers, as HTML.

Functions of the standard library alone, and pure but for reading the files beside the script: the same code writes the page when
the site is built, answers in the browser, and answers for `helper serve`. The script of the page carries values here and HTML
back; it knows nothing of any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

ASSETS = Path(__file__).parent / "assets"
APART = ("companion.js", "worker.js", "sw.js")  # the script itself, and those that run apart from the page


def scripts(files: Iterable[str]) -> tuple[str, ...]:
    """Return which of the files beside the script it begins with, to be fetched together with it."""
    return tuple(sorted(name for name in files if name.endswith(".js") and name not in APART))


def assets(folder: Path = ASSETS) -> Mapping[str, bytes]:
    """Return the files of the page by name, scripts without their comments and their indentation."""
    return {path.name: _shipped(path) for path in sorted(folder.iterdir()) if path.is_file()}


def _shipped(path: Path) -> bytes:
    content = path.read_bytes()
    if path.suffix != ".js":
        return content
    lines = (line.strip() for line in content.splitlines())
    return b"\n".join(line for line in lines if line and not line.startswith(b"//")) + b"\n"
