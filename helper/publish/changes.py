"""What follows when something of a game changes, such as a policy: worked out once by the game's own calculator.

A game has such changes where an axis has, for each of its places, a table `<axis>_<place>` with a row for each section
and a rule `<axis>.<place>`, and the axis has a calculator of its own name that is asked for the `change` and for where
everything stands. Everything else stands as at the start: the column `start` of the table of that name in the plural.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from helper.definitions.schema import GameDefinition, Input
from helper.engine.resolution import Resolution, Step
from helper.errors import HelperError
from helper.frozen import Frozen

UNIT = 1  # of each figure that an answer multiplies


class Change(Frozen):
    """One change by one section: from where to where, what follows at once, and each figure before and after by its path."""

    before: str
    after: str
    steps: tuple[Step, ...]
    figures: tuple[tuple[tuple[str, ...], object, object], ...]


class Changes(Frozen):
    """Every change of a game by place, and the figures that were taken as one each."""

    of: Mapping[str, tuple[Change, ...]]
    units: tuple[str, ...]


NONE = Changes({}, ())


def changing_axis(definition: GameDefinition) -> str:
    """Return the axis whose places change, empty where a game has none such."""
    for axis, places in definition.axes.items():
        if axis in definition.calculators and places and all(_is_whole(definition, axis, place) for place in places):
            return axis
    return ""


def place_of(definition: GameDefinition, rule: str) -> tuple[str, str]:
    """Return the axis and the place that a rule is about, empty where it is about no place that changes."""
    axis, _, place = rule.partition(".")
    return (axis, place) if place and axis == changing_axis(definition) and place in definition.axes[axis] else ("", "")


def start_of(definition: GameDefinition, place: str) -> Mapping[str, object]:
    """Return the row that says where a place stands at the start, an empty one where no table says it."""
    axis = changing_axis(definition)
    table = definition.tables.get(_plural(axis))
    return next((row for row in table.rows if row["key"] == place), {}) if table else {}


def changes_of(definition: GameDefinition) -> Changes:
    """Return every change by one section. Without an engine that answers there are none."""
    axis = changing_axis(definition)
    if not axis:
        return NONE
    places = definition.axes[axis]
    at_start = {place: str(start_of(definition, place).get("start", "")) for place in places}
    units = [one for one in definition.inputs if _is_unit(one, axis)]
    found: dict[str, tuple[Change, ...]] = {}
    try:
        ask = _asking(definition, axis)
        for number, place in enumerate(places, 1):
            letters = [str(row["key"]) for row in definition.tables[f"{axis}_{place}"].rows]
            pairs = [pair for one, other in zip(letters, letters[1:], strict=False) for pair in ((one, other), (other, one))]
            made = []
            for before, after in pairs:
                given: dict[str, object] = {f"{_plural(axis)}.{key}": letter for key, letter in {**at_start, place: before}.items()}
                given |= {path: UNIT for one in units for path in _paths(definition, one)}
                answer = ask({**given, "change": f"{number}{after}"})
                made.append(Change(before, after, answer.steps, tuple(_differences(answer.result))))
            found[place] = tuple(made)
    except (HelperError, ImportError):
        return NONE
    return Changes(found, tuple(path for one in units for path in _paths(definition, one)))


def _is_whole(definition: GameDefinition, axis: str, place: str) -> bool:
    return f"{axis}_{place}" in definition.tables and f"{axis}.{place}" in definition.rules


def _is_unit(one: Input, axis: str) -> bool:
    return axis in one.used_by and one.type == "count" and one.low in (0, UNIT) and one.high is not None and one.key.count(".") == 1


def _plural(axis: str) -> str:
    return f"{axis[:-1]}ies" if axis.endswith("y") else f"{axis}s"


def _paths(definition: GameDefinition, one: Input) -> list[str]:
    """Return the paths that an input stands for, one for each place of its axes."""
    paths = [""]
    for part in one.key.split("."):
        values = definition.axes[part[1:-1]] if part.startswith("<") else (part,)
        paths = [f"{path}.{value}" if path else value for path in paths for value in values]
    return paths


def _asking(definition: GameDefinition, name: str) -> Callable[[Mapping[str, object]], Resolution]:
    """Return what answers the calculator `name`."""
    from helper.definitions.inputs import InputReader, english
    from helper.games import rules_of
    from helper.table.calculating import nested

    rules = rules_of(definition.id)
    inputs = [one for one in definition.inputs if name in one.used_by]
    reader = InputReader(definition, inputs, rules.TYPES, english(definition))
    return lambda given: rules.calculate(definition, name, reader.read(nested(given)), {})


def _differences(result: Mapping[str, object]) -> Iterator[tuple[tuple[str, ...], object, object]]:
    """Yield every figure that the change changes, by its path, as it was and as it is then; sections are none."""
    before, after = dict(_flat(result.get("before"))), dict(_flat(result.get("after")))
    for path, was in before.items():
        if path in after and after[path] != was and not isinstance(was, str):
            yield path, was, after[path]


def _flat(value: object, above: Sequence[str] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _flat(part, (*above, str(key)))
    elif value is not None:
        yield tuple(above), value
