"""Notice that anybody, in this process or another, has written to a file of records."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from helper.errors import HelperError
from helper.store.database import opened


class Watch:
    """A connection kept open that is asked again and again whether something changed. For one thread alone.

    `replaced` counts how often another file was put into the place of the one that was watched.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.replaced = 0
        self._held = contextlib.ExitStack()
        self._db: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None
        self._version: object = None

    def changed(self) -> bool:
        """Return whether anything was written since this was asked last; a file that cannot be read now has not changed."""
        try:
            file = os.stat(self.path)
            if self._db is None or self._file != (file.st_dev, file.st_ino):
                self.replaced += self._file not in (None, (file.st_dev, file.st_ino))
                self._open()
                return True
            before, self._version = self._version, self._asked("PRAGMA data_version")
            return self._version != before
        except (OSError, sqlite3.Error, HelperError):
            self.close()
            return False

    def length(self, record: str) -> int | None:
        """Return how many events a record has, None where there is no such record or it cannot be read now."""
        query = "SELECT (SELECT count(*) FROM event WHERE record = record.id) FROM record WHERE id = ?"
        try:
            found = self._asked(query, record)
        except sqlite3.Error:
            self.close()
            return None
        return found if isinstance(found, int) else None

    def close(self) -> None:
        """Let go of the file; `changed` opens it again."""
        self._db = None
        with contextlib.suppress(sqlite3.Error, HelperError):
            self._held.close()

    def _open(self) -> None:
        self.close()
        self._db = self._held.enter_context(opened(self.path))
        file = os.stat(self.path)
        self._file = (file.st_dev, file.st_ino)
        self._version = self._asked("PRAGMA data_version")

    def _asked(self, query: str, *values: str) -> object:
        found = self._db.execute(query, values).fetchone() if self._db else None
        return found[0] if found else None
