"""What differs between two definitions of one game, entry by entry: what a house file adds, and what it has otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from helper.definitions.schema import HOUSE, GameDefinition, Sentence
from helper.frozen import Frozen

LISTS = ("rules", "options", "tables", "terms", "checklists", "cards", "sources", "calculators", "topics", "inputs")
APART = ("id", "context", "sources", "values_of")  # said elsewhere, or the same as before


class Difference(Frozen):
    """An entry that is new (no field), or a field of one that is otherwise: as it was and as it is, None where it was not there."""

    list: str
    id: str
    field: str = ""
    before: object = None
    after: object = None


def differences(before: GameDefinition, after: GameDefinition) -> list[Difference]:
    """Return what differs, list by list; the house as a source and as a heading is no difference of its own."""
    found: list[Difference] = []
    for name in LISTS:
        old, new = _entries(before, name), _entries(after, name)
        for id, entry in new.items():
            if id == HOUSE and name in ("sources", "topics", "cards"):
                continue
            if id not in old:
                found.append(Difference(name, id))
            elif old[id] != entry:
                was, now = dict(_flat(old[id])), dict(_flat(entry))
                fields = [field for field in dict.fromkeys((*was, *now)) if was.get(field) != now.get(field)]
                found.extend(Difference(name, id, field, was.get(field), now.get(field)) for field in fields)
    return found


def _entries(definition: GameDefinition, name: str) -> Mapping[str, object]:
    found = getattr(definition, name)
    return found if isinstance(found, Mapping) else {getattr(entry, "id", "") or entry.key: entry for entry in found}


def _flat(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Yield every figure and text of an entry by its path."""
    if isinstance(value, Sentence):
        yield path, f"{value.text} / {value.plural}" if value.plural else value.text
    elif hasattr(value, "_fields"):
        for field in value._fields:
            if field not in APART:
                yield from _flat(getattr(value, field), _below(path, field))
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _flat(part, _below(path, str(key)))
    elif isinstance(value, (tuple, list)) and value and all(hasattr(part, "id") or isinstance(part, Mapping) for part in value):
        for part in value:
            yield from _flat(part, _below(path, _name(part)))
    elif value not in (None, (), "", {}):
        yield path, value


def _name(part: object) -> str:
    if isinstance(part, Mapping):
        return str(next((part[key] for key in ("low", "id", "key") if key in part), next(iter(part.values()), "")))
    return str(getattr(part, "id", ""))


def _below(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
