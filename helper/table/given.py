"""What a caller of the façade hands over: plain data, or it is said which part is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from helper.errors import Fault, UnreadableInput


def text(given: object, key: str) -> str:
    """Return a text; raises UnreadableInput where it is none."""
    if not isinstance(given, str):
        raise _unlike(key)
    return given


def texts(given: object, key: str) -> list[str]:
    """Return a list of texts; raises UnreadableInput where it is none, as a single text is none."""
    if not isinstance(given, Sequence) or isinstance(given, (str, bytes)) or not all(isinstance(one, str) for one in given):
        raise _unlike(key)
    return list(given)


def texts_by_name(given: object, key: str) -> dict[str, str]:
    """Return texts by name, none where nothing is given; raises UnreadableInput where they are something else."""
    if given is None:
        return {}
    if not isinstance(given, Mapping) or not all(isinstance(one, str) for pair in given.items() for one in pair):
        raise _unlike(key)
    return dict(given)


def _unlike(key: str) -> UnreadableInput:
    return UnreadableInput(Fault("bad_request", {"key": key}))
