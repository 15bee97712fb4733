"""Records on a disk: journals in one SQLite file, safe with several processes at once."""

from helper.store.database import default_path
from helper.store.records import Created, Imported, Store, Stored, now

__all__ = ["Created", "Imported", "Store", "Stored", "default_path", "now"]
