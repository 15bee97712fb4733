"""Write a file whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from helper.errors import Fault, SurroundingsFailed


def write_whole(file: Path, content: str | bytes) -> None:
    """Write a file by putting a finished one into its place; raises SurroundingsFailed where that cannot be.

    What is no file, as a terminal or a pipe, is written to and stays.
    """
    written = content.encode("utf-8") if isinstance(content, str) else content
    # The name of the file may be as long as names can be.
    fresh = file.parent / f".helper-{os.getpid()}.part"
    try:
        if os.path.exists(file) and not os.path.isfile(file):
            file.write_bytes(written)
        else:
            fresh.write_bytes(written)
            os.replace(fresh, file)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise SurroundingsFailed(Fault("cannot_write", {"problem": error.strerror or str(error)}, str(file))) from error
