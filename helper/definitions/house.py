"""A house file: what a group adds to a game, or has otherwise, in the schema of the game's own files.

It is data and never runs. What it holds is laid over the game's raw definition entry by entry; the whole is then read and
held against the same checks as the game itself, so a house file can be wrong in no way that a game cannot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from helper.definitions.build import OURS, build, is_gap
from helper.definitions.content import sound
from helper.definitions.fold import nearest
from helper.definitions.load import LISTS, Raw
from helper.definitions.schema import HOUSE, SOURCE, GameDefinition, Sentence
from helper.definitions.walk import sentences
from helper.errors import Damaged, Fault

FORMAT = 1
OWN = ("format", "game", "title", "language", "translations")
"""Keys that stand at the top of a house file, beside the lists of a game's files."""
PARTS = {
    "rules": ("requires", "outcomes", "reminders", "examples"),
    "checklists": ("steps",),
    "cards": ("parts",),
    "tables": ("columns",),
    "parts": ("rows",),
}
"""Lists of entries with ids inside an entry: they are joined by id as well."""
MAPPINGS = {"rules": ("values", "move"), "options": ("choices",)}
KEPT = {
    "rules": ("kind", "roles"),
    "options": ("kind", "players"),
    "tables": ("keys",),
    "requires": ("predicate",),
    "inputs": ("type", "forms", "used_by", "record"),
    "calculators": ("seats",),
}
"""What the game's Python relies on, so that no file may change it."""
CITED = ("rules", "tables", "options")
LAST = 10**6  # the place of the topic of house rules: behind all others
STEP_AFTER = "after"

Entry = Mapping[str, Any]
Made = dict[str, Any]


class House:
    """The content of a house file, compared by what it says; `name` is what its faults are placed by."""

    __slots__ = ("_written", "content", "name")

    def __init__(self, content: Mapping[str, object], name: str = "") -> None:
        self.content = content
        self.name = name
        self._written = repr(content)

    @property
    def game(self) -> str:
        """Return the game that it is for."""
        return str(self.content.get("game", ""))

    @property
    def says_something(self) -> bool:
        """Return whether it adds or changes anything, beside saying what it is."""
        return any(self.content.get(key) for key in (*LISTS, "translations"))

    @property
    def figures(self) -> frozenset[str]:
        """Return the names of the figures that its own sentences ask for."""
        import re

        return frozenset(name for names in re.findall(r"\{(\w+)\}|'by': '(\w+)'", self._written) for name in names if name)

    @property
    def mark(self) -> str:
        """Return a short mark that changes with the content."""
        from hashlib import sha256

        return sha256(self._written.encode()).hexdigest()[:8]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, House) and self._written == other._written

    def __hash__(self) -> int:
        return hash(self._written)


NO_HOUSE = House({})
"""The game as it is, whatever file the process uses."""


def read_house(content: Mapping[str, object], name: str = "") -> House:
    """Return a house file of what was read.

    Raises Damaged with every fault of what cannot be in any: a format that is not known, no game, nesting without end.
    """
    faults: list[Fault] = []
    found = sound(content, name, faults)
    if "format" not in found or "game" not in found:
        faults.extend(Fault("missing_key", {"key": key}, name) for key in ("format", "game") if key not in found)
    elif found["format"] != FORMAT:
        faults.append(Fault("wrong_format", {"given": found["format"], "known": FORMAT}, name))
    faults.extend(_wrong(key, str, found[key], name) for key in ("game", "title", "language") if not isinstance(found.get(key, ""), str))
    if faults:
        raise Damaged(*faults)
    return House(found, name)


def applied(raw: Raw, house: House) -> tuple[GameDefinition, list[Fault]]:
    """Return the definition of a game with a house file, and every fault of that file, each with its place."""
    from helper.definitions.lint import examined

    faults: list[Fault] = []
    whole = merged(raw, house, faults)
    before, _ = build(raw)
    definition, read = build(whole)
    written = {sentence.context: sentence for sentence in sentences(before)}
    contexts = frozenset(one.context for one in sentences(definition) if _is_new(one, written.get(one.context)))
    assert definition.house is not None
    definition = definition._replace(house=definition.house._replace(contexts=contexts))
    faults.extend((*read, *examined(definition, _predicates(raw))))
    return definition, [_placed(fault, house.name) for fault in faults]


def _is_new(sentence: Sentence, before: Sentence | None) -> bool:
    if sentence.context.startswith("helper/"):
        return False
    return before is None or (sentence.text, sentence.plural) != (before.text, before.plural)


def _placed(fault: Fault, name: str) -> Fault:
    """Return a fault with the file before its place: the game itself has none."""
    return fault if not name or fault.where.startswith(name) else fault._replace(where=f"{name} {fault.where}".strip())


def _predicates(raw: Raw) -> set[str]:
    """Return what the game's code can check: the conditions that it checks already."""
    rules: Any = raw.get("rules", [])
    conditions = [one for rule in rules for one in rule.get("requires", ()) if one.get("checked_by", "engine") == "engine"]
    return {str(one.get("predicate", one["id"])) for one in conditions}


def merged(raw: Raw, house: House, faults: list[Fault]) -> Raw:
    """Return the raw definition of a game with a house file laid over it; notes what does not fit, and leaves that out."""
    name = house.name
    for key in house.content:
        if key in OWN or key in LISTS:
            continue
        if key in raw or key in ("id", "version", "players"):
            faults.append(Fault("fixed_by_game", {"key": key}, name))
        else:
            faults.append(Fault("unknown_key", {"key": key, "nearest": nearest(key, (*OWN, *LISTS))}, name))
    whole: Raw = {**raw, HOUSE: {"title": house.content.get("title", ""), "language": house.content.get("language", SOURCE)}}
    figures = house.figures | {word for words in _axes(raw) for word in words}
    for key in LISTS:
        if key in house.content:
            whole[key] = _joined(key, raw.get(key, []), house.content[key], _Note(name, key, faults, figures))
    _add_source(whole, house)
    rules: Any = whole.get("rules", [])
    if any(rule.get("topic") == HOUSE for rule in rules if isinstance(rule, dict)):
        topics: Any = whole.get("topics", [])
        if not any(topic.get("id") == HOUSE for topic in topics):
            whole["topics"] = [*topics, {"id": HOUSE, "title": OURS[HOUSE]["topics"][1], "order": LAST}]
    _add_card(whole, raw)
    whole["translations"] = _translated(raw.get("translations", {}), house.content.get("translations", {}), name, faults)
    whole["version"] = f"{raw.get('version')}+{HOUSE}.{house.mark}"
    return whole


def _axes(raw: Raw) -> Iterable[Iterable[str]]:
    """Return the words of the game's axes: a figure may be called by one, such as a good of which there was none so far."""
    axes: Any = raw.get("axes", {})
    return axes.values() if isinstance(axes, dict) else ()


class _Note:
    """Notes faults of one list of a house file, each with file, list and entry. `figures` are those that a rule may have anew."""

    def __init__(self, name: str, list_name: str, faults: list[Fault], figures: frozenset[str]) -> None:
        self.name = name
        self.list = list_name
        self.faults = faults
        self.figures = figures

    def __call__(self, entry: object, code: str, /, **values: object) -> None:
        self.faults.append(Fault(code, values, " ".join(filter(None, (self.name, self.list, str(entry or ""))))))


def _add_source(whole: Raw, house: House) -> None:
    sources: Any = whole.get("sources", [])
    if not any(source.get("id") == HOUSE for source in sources):
        title = house.content.get("title") or OURS[HOUSE]["sources"][1]
        whole["sources"] = [*sources, {"id": HOUSE, "title": title, "_file": house.name}]


def _add_card(whole: Raw, raw: Raw) -> None:
    """Add a card of the rules that the house has beyond the game's, unless its own cards name them."""
    rules: Any = whole.get("rules", [])
    sets: Any = whole.get("cards", [])
    known: Any = raw.get("rules", [])
    new = [rule["id"] for rule in rules[len(known) :]]
    named = {str(id) for entry in sets for part in _listed(entry, "parts") for id in _listed(part, "rules")}
    missing = [id for id in new if id not in named]
    if sets and missing and not any(entry.get("id") == HOUSE for entry in sets):
        whole["cards"] = [
            *sets,
            {"id": HOUSE, "title": OURS[HOUSE]["cards"][1], "size": "a6", "parts": [{"id": "rules", "rules": missing}]},
        ]


def _listed(entry: object, key: str) -> list[Any]:
    found = entry.get(key) if isinstance(entry, dict) else None
    return found if isinstance(found, list) else []


def _translated(before: object, more: object, name: str, faults: list[Fault]) -> object:
    if not isinstance(more, dict) or not isinstance(before, dict):
        faults.append(_wrong("translations", dict, more, name))
        return before
    wrong = [language for language, said in more.items() if not isinstance(said, dict)]
    faults.extend(_wrong(f"translations.{language}", dict, more[language], name) for language in wrong)
    return {**before, **{key: {**before.get(key, {}), **said} for key, said in more.items() if key not in wrong}}


def _wrong(key: str, wanted: type, given: object, where: str) -> Fault:
    return Fault("wrong_type", {"key": key, "wanted": wanted.__name__, "given": type(given).__name__}, where)


def _joined(key: str, before: object, entries: object, note: _Note) -> object:
    """Return the entries of one list with those of the house: an id that is there is merged into, another added."""
    if not isinstance(before, list) or not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        note("", "wrong_type", key=key, wanted="list of tables", given=type(entries).__name__)
        return before
    id_key = "key" if key == "inputs" else "id"
    found: dict[str, Entry] = {str(entry.get(id_key)): entry for entry in before}
    seen: set[str] = set()
    for entry in entries:
        id = entry.get(id_key)
        if not isinstance(id, str) or not id:
            note(id, "missing_key", key=id_key)
        elif id in seen:
            note(id, "duplicate_id", id=id)
        else:
            seen.add(id)
            placed = {**entry, "_file": note.name}
            if key == "inputs" and id not in found and entry.get("type") not in {one.get("type") for one in before}:
                note(id, "dangling", key="type", given=entry.get("type"))
                continue
            made = _changed(key, found[id], placed, note) if id in found else _new(key, placed, note)
            if made is not None:
                found[id] = _cited(made) if key in CITED else made
    return list(found.values())


def _cited(entry: Entry) -> Entry:
    """Return an entry that names the house first among its sources."""
    sources = entry.get("sources", [])
    return {**entry, "sources": [HOUSE, *(one for one in sources if one != HOUSE)]} if isinstance(sources, list) else entry


def _new(key: str, entry: Entry, note: _Note) -> Entry | None:
    """Return an entry that the game does not have; what only Python could carry out is refused."""
    id = entry.get("id", entry.get("key"))
    if key == "calculators":
        note(id, "needs_python", key=key)
        return None
    if key == "rules":
        if "move" in entry:
            note(id, "needs_python", key="move")
        made: Made = {"topic": HOUSE, **{part: value for part, value in entry.items() if part != "move"}}
        if isinstance(conditions := entry.get("requires"), list):
            made["requires"] = [_asked(one) if isinstance(one, dict) else one for one in conditions]
        return made
    if key == "terms":
        return {"note": "", "box": "-", "also": "-", **entry}
    if key == "options":
        return {"sources": [HOUSE], **entry}
    return entry


def _asked(condition: Entry) -> Entry:
    """Return a condition of a house: where it does not say who can check it, the table looks it up."""
    return condition if "predicate" in condition else {"checked_by": "table", **condition}


def _changed(key: str, before: Entry, entry: Entry, note: _Note) -> Entry:
    """Return an entry of the game with what the house has otherwise."""
    id = entry.get("id", entry.get("key"))
    made: Made = dict(before)
    for part, value in entry.items():
        if part in KEPT.get(key, ()) and value != before.get(part):
            note(id, "fixed_by_game", key=part)
        elif part == "default" and key == "options" and before.get("kind") == "seats":
            note(id, "fixed_by_game", key=part)  # the number of players says it
        elif part == "choices" and isinstance(value, dict) and (new := [one for one in value if one not in before.get("choices", {})]):
            for one in new:
                note(id, "needs_python", key=f"choices.{one}")
        elif part == "move" and key == "rules":
            _move(made, value, note)
        elif part in MAPPINGS.get(key, ()) and isinstance(value, dict):
            made[part] = _figures(before.get(part, {}), value, id, note) if part == "values" else {**before.get(part, {}), **value}
        elif part in PARTS.get(key, ()) and isinstance(value, list):
            made[part] = _parts(part, before.get(part, []), value, id, note)
        elif part == "rows" and key == "tables" and isinstance(value, list):
            _rows(made, value, id, note)
        elif part == "note" and value == "":
            made.pop(part, None)  # an empty note takes the game's away
        else:
            made[part] = value
    if key == "rules" and "text" in entry and "status" not in entry:
        made["status"] = "agreed"  # the house says it, so nobody assumes it any more
    return made


def _move(made: Made, value: object, note: _Note) -> None:
    """Change the words of a move. What it takes is what the game's Python carries out."""
    before = made.get("move")
    if not isinstance(value, dict):
        note(made["id"], "wrong_type", key="move", wanted="dict", given=type(value).__name__)
    elif not before:
        note(made["id"], "needs_python", key="move")
    else:
        for part in ("parameters", "wraps"):
            if part in value and value[part] != before.get(part):
                note(made["id"], "fixed_by_game", key=f"move.{part}")
        made["move"] = {**before, **{part: said for part, said in value.items() if part not in ("parameters", "wraps")}}


def _figures(before: Entry, value: Entry, id: object, note: _Note) -> Entry:
    """Return the figures of a rule; one that the game reads stays of its kind, and a new one must be asked for somewhere."""
    made = dict(before)
    for name, figure in value.items():
        key = f"values.{name}"
        if name not in before and name not in note.figures:
            note(id, "unknown_key", key=key, nearest=nearest(name, before))
        elif name in before and (fault := _misfit(key, figure, before[name])):
            note(f"{id} {fault.where}".strip(), fault.code, **fault.values)
        else:
            made[name] = figure
    return made


def _misfit(key: str, figure: object, before: object) -> Fault | None:
    """Return why a figure is not of the same kind as another, all through; where one is counted, none is less than that."""
    if type(figure) is not type(before):
        return _wrong(key, type(before), figure, "")
    if isinstance(figure, int) and isinstance(before, int):
        least = min(before, 1)
        return Fault("out_of_range", {"given": figure, "low": least, "high": None}, key) if 0 <= least > figure else None
    if isinstance(figure, list) and isinstance(before, list):
        return next(filter(None, (_unlike_all(key, one, before) for one in figure)), None)
    if isinstance(figure, dict) and isinstance(before, dict):
        missing = next((name for name in before if name not in figure), None)
        if missing is not None:
            return Fault("missing_key", {"key": f"{key}.{missing}"})
        return next(filter(None, (_misfit(f"{key}.{name}", figure[name], one) for name, one in before.items())), None)
    return None


def _unlike_all(key: str, figure: object, others: list[Any]) -> Fault | None:
    """Return why a figure is like none of a list, None where it is like one."""
    faults = [_misfit(key, figure, other) for other in others]
    return faults[0] if faults and all(faults) else None


def _parts(part: str, before: object, entries: list[Any], id: object, note: _Note) -> object:
    """Return a list of entries with ids inside an entry, joined by id. A new step may say which one it comes `after`."""
    if not isinstance(before, list) or not all(isinstance(entry, dict) for entry in entries):
        note(id, "wrong_type", key=part, wanted="list of tables", given="list")
        return before
    found: dict[str, Entry] = {str(entry.get("id")): entry for entry in before}
    for entry in entries:
        own = entry.get("id")
        if not isinstance(own, str) or not own:
            note(id, "missing_key", key=f"{part}.id")
            continue
        if own in found:
            found[own] = _changed(part, found[own], entry, note)
            continue
        made = _asked(entry) if part == "requires" else {key: value for key, value in entry.items() if part != "steps" or key != STEP_AFTER}
        place = entry.get(STEP_AFTER) if part == "steps" else None
        if place is not None and place not in found:
            note(id, "dangling", key=STEP_AFTER, given=place)
        found = _inserted(found, own, made, str(place)) if place in found else {**found, own: made}
    return list(found.values())


def _inserted(found: Mapping[str, Entry], id: str, entry: Entry, place: str) -> dict[str, Entry]:
    """Return entries with another behind that of the id `place`."""
    made: dict[str, Entry] = {}
    for key, value in found.items():
        made[key] = value
        if key == place:
            made[id] = entry
    return made


def _rows(made: Made, rows: list[Any], id: object, note: _Note) -> None:
    """Join the rows of a table by what identifies them; what they cover is unknown no more."""
    if not all(isinstance(row, dict) and row for row in rows):
        note(id, "wrong_type", key="rows", wanted="list of tables", given="list")
        return
    before, rows = made.get("rows", []), [dict(row) for row in rows]
    columns = made.get("columns")
    for column in columns if isinstance(columns, list) else ():
        name = str(column.get("id")) if isinstance(column, dict) else ""
        kinds = {type(row[name]) for row in before if name in row}
        for row in rows:
            if name in row and kinds and type(row[name]) not in kinds:
                wanted = min(kind.__name__ for kind in kinds)
                note(id, "wrong_type", key=f"rows.{name}", wanted=wanted, given=type(row[name]).__name__)
                row[name] = next(one[name] for one in before if name in one)
    found = {_identity(row): row for row in before}
    found.update({_identity(row): row for row in rows})
    joined = list(found.values())
    if all(type(row.get("low")) is int for row in joined):
        joined.sort(key=lambda row: int(row["low"]))
        gaps = made.get("unknown", [])
        for row in rows if isinstance(gaps, list) and all(map(is_gap, gaps)) else ():
            high = row.get("high", row["low"] if "high" in row else 10**9)
            gaps = [part for gap in gaps for part in _without(gap, row["low"], high)] if type(high) is int else gaps
        made["unknown"] = gaps
    made["rows"] = joined


def _identity(row: Entry) -> tuple[str, str]:
    """Return what tells a row from others: where it begins, its id or key, else its first cell."""
    name = next((name for name in ("low", "id", "key") if name in row), next(iter(row)))
    return name, repr(row[name])


def _without(gap: Any, low: int, high: int) -> list[list[int]]:
    """Return what is left of a gap once `low` to `high` is known."""
    first, last = gap
    return [part for part in ([first, min(last, low - 1)], [max(first, high + 1), last]) if part[0] <= part[1]]
