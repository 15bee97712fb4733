"""Which languages tests hold to being whole; one that is begun is shown wherever the others are, and may be as thin as it likes.

A test that goes through `catalogs.languages()` must hold for a language of five sentences: it asks `Words.is_translated`, or what the
page marks. What can only be asked of a whole translation, or needs lines of its own beside the catalogs, goes through `SPOKEN`.
"""

from __future__ import annotations

COMPLETE = ("de", "it")
SPOKEN = ("en", *COMPLETE)
