"""What a file of somebody else may hold: plain data, not too deep, no number beyond use, no sign that is not for reading."""

from __future__ import annotations

from collections.abc import Mapping

from helper.errors import Fault

DEEPEST = 12
LARGEST = 10**9
MOST = 50_000  # values
_UNSEEN = dict.fromkeys((*range(32), *range(127, 160)))
_SPACES = {ord(sign): " " for sign in "\t\n\r"}


def sound(content: Mapping[str, object], name: str, faults: list[Fault]) -> dict[str, object]:
    """Return a copy of what a file holds, line breaks in its texts as spaces; notes what cannot be and leaves it out."""
    counter = [0]
    found = {key: _sound(value, key, name, faults, 1, counter) for key, value in content.items() if _is_key(key, name, faults)}
    if counter[0] > MOST:
        faults.append(Fault("house_too_large", {"most": MOST}, name))
    return found


def _is_key(key: str, name: str, faults: list[Fault]) -> bool:
    """Return whether a key may stand; those that begin with an underscore are marks of our own."""
    fits = (key == "_file" or not key.startswith("_")) and key == key.translate(_UNSEEN)
    if not fits:
        faults.append(Fault("unknown_key", {"key": key.translate(_UNSEEN), "nearest": ""}, name))
    return fits


def _sound(value: object, key: str, name: str, faults: list[Fault], depth: int, counter: list[int]) -> object:
    counter[0] += 1
    if counter[0] > MOST:
        return None
    if depth > DEEPEST:
        faults.append(Fault("too_deep", {"key": key, "most": DEEPEST}, name))
        return None
    if isinstance(value, str):
        spaced = value.strip().translate(_SPACES)
        if spaced != spaced.translate(_UNSEEN):
            faults.append(Fault("unseen_sign", {"key": key}, name))
        return " ".join(spaced.translate(_UNSEEN).split(" "))
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, (int, float)):
        if not -LARGEST <= value <= LARGEST:
            faults.append(Fault("too_large_number", {"key": key, "most": LARGEST}, name))
            return 0
        return value
    if isinstance(value, Mapping):
        return {
            inner: _sound(part, f"{key}.{inner}", name, faults, depth + 1, counter)
            for inner, part in value.items()
            if _is_key(str(inner), name, faults)
        }
    if isinstance(value, list):
        return [_sound(part, key, name, faults, depth + 1, counter) for part in value]
    faults.append(Fault("wrong_type", {"key": key, "wanted": "str", "given": type(value).__name__}, name))
    return None
