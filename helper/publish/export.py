"""Write the whole site as a folder of Markdown, for any other generator."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from helper.errors import Fault, SurroundingsFailed
from helper.publish.site import shelves, tree


def export(directory: Path | str, languages: Iterable[str] | None = None) -> list[Path]:
    """Write every page below `directory`, in all languages or those named, and return the paths in order.

    Raises UnreadableInput for an unknown language, SurroundingsFailed where the folder cannot be written.
    """
    written = []
    pages = tree(shelves(languages))
    try:
        for name, text in sorted(pages.items()):
            path = Path(directory) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            written.append(path)
    except OSError as error:
        raise SurroundingsFailed(
            Fault("cannot_write", {"problem": error.strerror or str(error)}, str(error.filename or directory))
        ) from error
    return written
