"""Walk a definition: every sentence in it, in the order it is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from helper.definitions.schema import Sentence


def sentences(value: object) -> Iterator[Sentence]:
    """Yield every sentence of a definition, or of any part of one."""
    if isinstance(value, Sentence):
        if value.text:
            yield value
    elif isinstance(value, Mapping):
        for entry in value.values():
            yield from sentences(entry)
    elif isinstance(value, (tuple, list)):
        for entry in value:
            yield from sentences(entry)
