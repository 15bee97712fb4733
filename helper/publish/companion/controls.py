"""Controls to enter one figure or one argument with: a cell for numbers, choices, lines of a list, or a text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from helper.definitions.inputs import choices
from helper.definitions.numbers import bounds
from helper.definitions.schema import Input
from helper.i18n.words import NONE
from helper.publish.companion.markup import NOTHING, Html, joined, tag, text, upper_first
from helper.publish.companion.sheet import Sheet

SEAT = "seat"
FEW = 4  # choices that stand side by side; more are a list to open
MOST_PICKS = 14  # as many keys as the bar has
MOST_LINES = 8
BETWEEN = "~"  # what stands between the key of a list, the number of a line and that of a field
LINES = "lines"


def control(sheet: Sheet, form: str, declared: Input, path: str, label: str, value: str = "") -> Html:
    """Return what `path` is entered with, under its label. `form` tells apart what stands in several forms of a page."""
    kind = sheet.types[declared.type]
    if declared.forms and kind.parts:
        return _parts(sheet, form, declared, path, label)
    if kind.fields:
        return _list(sheet, form, declared, path, label)
    offered = _offered(sheet, declared)
    if offered:
        return choice(form, path, label, offered, value)
    if declared.type == "count":
        low, high = bounds(sheet.definition, declared)
        return cell(form, path, label, low, high, declared.picks, value)
    return typed(form, path, label, value)


def cell(
    form: str, path: str, label: str, low: int | None, high: int | None, picks: Sequence[int] = (), value: str = "", small: bool = False
) -> Html:
    """Return a cell for a number, entered by the bar at the foot or typed."""
    if not picks and low is not None and high is not None and high - low < MOST_PICKS:
        picks = range(low, high + 1)
    entry = tag(
        "input",
        id=f"{form}.{path}",
        name=path,
        value=value or None,
        inputmode="none",
        autocomplete="off",
        enterkeyhint="next",
        data_cell=True,
        data_low=low,
        data_high=high,
        data_picks=" ".join(map(str, picks)) or None,
    )
    return _field(form, path, label, entry, "small" if small else "")


def choice(form: str, path: str, label: str, offered: Sequence[tuple[str, str]], value: str = "") -> Html:
    """Return values to choose from, each with its word; nothing chosen is a choice too."""
    every = (("", NONE), *offered)
    if len(offered) > FEW:
        return _field(form, path, label, select(form, path, every, value))
    return buttons(form, path, label, every, value)


def buttons(form: str, path: str, label: str, offered: Sequence[tuple[str, str]], value: str = "", **more: object) -> Html:
    """Return values to choose from side by side, one of them chosen."""
    shown = [
        tag(
            "label",
            tag("input", type="radio", name=path, id=f"{form}.{path}.{one}", value=one, checked=one == value, **more),
            tag("span", text(word)),
        )
        for one, word in offered
    ]
    return tag("fieldset", tag("legend", text(label)), tag("div", shown, class_="segments"), class_="field choice")


def select(form: str, path: str, offered: Iterable[tuple[str, str]], value: str = "", **more: object) -> Html:
    """Return a list to choose from."""
    shown = [tag("option", text(word), value=one, selected=one == value) for one, word in offered]
    return tag("select", shown, id=f"{form}.{path}", name=path, **more)


def typed(form: str, path: str, label: str, value: str = "") -> Html:
    """Return a line to type in."""
    entry = tag("input", id=f"{form}.{path}", name=path, value=value or None, autocomplete="off", autocapitalize="none", spellcheck="false")
    return _field(form, path, label, entry)


def hidden(path: str, value: object) -> Html:
    """Return a value that goes with a form unseen."""
    return tag("input", type="hidden", name=path, value=value)


def _field(form: str, path: str, label: str, entry: Html, classes: str = "") -> Html:
    name = tag("label", text(label), for_=f"{form}.{path}")
    return tag("div", name, entry, class_=f"field {classes}".strip())


def _offered(sheet: Sheet, declared: Input) -> list[tuple[str, str]]:
    if declared.type == SEAT:
        return [(seat, sheet.name(seat)) for seat in sheet.names]
    return [(id, sheet.words.value(shown)) for id, shown in choices(sheet.definition, sheet.types, declared)]


def _parts(sheet: Sheet, form: str, declared: Input, path: str, label: str) -> Html:
    """Return a cell for each part that a value may be told by, side by side; of several ways to tell it the one with most parts."""
    measure = sheet.types[declared.type].parts
    limits = measure(sheet.definition) if measure else {}
    names = max((ways for ways in _ways(declared) if set(ways) <= set(limits)), key=len)
    shown = [
        cell(
            form,
            f"{path}.{part}",
            label if place == 0 else upper_first(sheet.words.term(part)),
            *limits[part],
            declared.picks if place == 0 else (),
            small=place > 0,
        )
        for place, part in enumerate(names)
    ]
    return tag("div", shown, class_="parts", role="group", aria_label=label) if len(shown) > 1 else joined(shown)


def highest(sheet: Sheet, form: str, declared: Input, path: str, label: str) -> Html:
    """Return a cell for the last part alone of a value that is told by several, such as the highest card beside a sum."""
    measure = sheet.types[declared.type].parts
    limits = measure(sheet.definition) if measure else {}
    part = max((ways for ways in _ways(declared) if set(ways) <= set(limits)), key=len)[-1]
    low, high = limits[part]
    return cell(form, f"{path}.{part}", f"{label}: {sheet.words.term(part)}", max(1, low), high)


def whole(sheet: Sheet, form: str, declared: Input, path: str, label: str) -> Html:
    """Return a line to type the whole of a value in that is else told by its parts; nothing where it has none."""
    measure = sheet.types[declared.type].parts
    if not declared.forms or not measure:
        return NOTHING
    limits = measure(sheet.definition)
    ways = [ways for ways in _ways(declared) if not set(ways) <= set(limits)]
    return joined(typed(form, path, f"{label}: {sheet.words.term(way[0])}") for way in ways)


def _ways(declared: Input) -> list[list[str]]:
    return [way.split("_") for way in declared.forms]


def _list(sheet: Sheet, form: str, declared: Input, path: str, label: str) -> Html:
    """Return lines of fields; how many lines is chosen."""
    heading, _, names = label.rpartition(", ") if ":" in label else (label, "", label)
    counted = [(str(n), str(n)) for n in range(MOST_LINES + 1)]
    chooser = select(
        form,
        f"{path}{BETWEEN}{LINES}",
        counted,
        "1",
        data_chooses=True,
        aria_label=sheet.words.say("Lines of “{name}”", name=heading or names),
    )
    lines = []
    for line in range(1, MOST_LINES + 1):
        fields = [
            _field_of_list(sheet, form, declared, f"{path}{BETWEEN}{line}{BETWEEN}{place}", kind, _part(names, place))
            for place, kind in enumerate(sheet.types[declared.type].fields)
        ]
        lines.append(tag("div", fields, class_="line", data_for=" ".join(str(n) for n in range(line, MOST_LINES + 1)), hidden=line > 1))
    return tag("fieldset", tag("legend", text(label.replace(":", ", "))), chooser, lines, class_="field list", data_scope=True)


def of_one(sheet: Sheet, form: str, declared: Input, line: int, about: str, label: str) -> Html:
    """Return what is entered of a single thing in a list, in a line of its own whose first field is the thing."""
    first, last = (f"{declared.key}{BETWEEN}{line}{BETWEEN}{place}" for place in (0, 1))
    kind = sheet.types[declared.type].fields[1]
    return joined((hidden(first, about), _field_of_list(sheet, form, declared, last, kind, upper_first(_part(label, 1)))))


def _part(names: str, place: int) -> str:
    """Return what the field at a place is called: the labels of lists name their fields with colons between."""
    parts = names.split(":")
    return parts[min(place, len(parts) - 1)].strip()


def _field_of_list(sheet: Sheet, form: str, declared: Input, path: str, kind: str, label: str) -> Html:
    one = declared._replace(type=kind, choices=(), forms=(), low=0, high=None, picks=())
    if kind == "count":
        return cell(form, path, label, 0, None)
    offered = _offered(sheet, one)
    if not offered:
        return typed(form, path, label)
    return _field(form, path, label, select(form, path, (("", NONE), *offered)))
