"""Forms: of a calculator, of a move, of figures to tell, of a new record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from helper.definitions.schema import Calculator, Input
from helper.frozen import Frozen
from helper.publish.companion.controls import SEAT, buttons, cell, choice, control, hidden, typed, whole
from helper.publish.companion.markup import NOTHING, Html, joined, tag, text, upper_first
from helper.publish.companion.sheet import Sheet

MANY = 12  # values of an axis from which on those wanted are chosen first
PLAYERS = "~players"
NAME = "~name."
OPTION = "~option."


class Cell(Frozen):
    """A figure to enter: how it is declared, its path, the section that it stands in, and the seat that it is about."""

    declared: Input
    path: str
    section: str
    seat: str
    label: str


def cells(sheet: Sheet, inputs: Iterable[Input], seats: Sequence[str]) -> list[Cell]:
    """Return every figure that inputs stand for, in the order in which they are declared."""
    found = []
    for declared in inputs:
        parts = declared.key.split(".")
        axes = [part[1:-1] if part.startswith("<") else "" for part in parts]
        values = [
            (seats if axis == SEAT else sheet.definition.axes[axis]) if axis else (part,) for axis, part in zip(axes, parts, strict=True)
        ]
        for path in product(*values):
            at = dict(
                zip((f"<{axis}>" for axis in axes if axis), (part for axis, part in zip(axes, path, strict=True) if axis), strict=True)
            )
            section = at.get(declared.section, declared.section)
            others = [value for axis, value in at.items() if axis != declared.section]
            said = [sheet.name(value) if value in seats else sheet.words.term(value) for value in others]
            label = ", ".join([sheet.words.sentence(declared.label), *said])
            found.append(Cell(declared, ".".join(path), section, at.get(f"<{SEAT}>", ""), label))
    return found


def calculator_form(sheet: Sheet, calculator: Calculator) -> Html:
    """Return the form of a calculator, usable without an engine; its answer goes into the element below it."""
    form = f"calc.{calculator.id}"
    inputs = [one for one in sheet.definition.inputs if calculator.id in one.used_by]
    least, most = calculator.seats
    seated = any(f"<{SEAT}>" in one.key for one in inputs)
    seats = [f"P{n}" for n in range(1, most + 1)] if seated else []
    unnamed = sheet._replace(names={seat: sheet.words.say("Player {n}", n=n) for n, seat in enumerate(seats, 1)})
    body = [_seats(unnamed, form, least, seats)] if seated else []
    body += sections(unnamed, form, cells(unnamed, inputs, seats))
    body.append(_options(sheet, form, calculator))
    foot = tag(
        "p",
        tag("button", sheet.say("Work it out"), type="submit", class_="main"),
        tag("button", sheet.say("Empty the form"), type="reset"),
        class_="actions",
    )
    asked = hidden("~calculator", calculator.id)
    output = tag("div", id=f"out.{form}", class_="answer", role="region", aria_live="polite", aria_label=sheet.words.say("Answer"))
    written = tag("form", asked, body, foot, data_ask="calc", data_keep=form, data_out=f"out.{form}", data_scope=seated)
    return joined((written, output))


def sections(sheet: Sheet, form: str, every: Sequence[Cell], known: dict[str, str] | None = None) -> list[Html]:
    """Return figures section by section; what is seldom told waits behind a line, a long list of sections behind a choice."""
    grouped: dict[str, list[Cell]] = {}
    for one in every:
        grouped.setdefault(one.section, []).append(one)
    long = {value for axis, values in sheet.definition.axes.items() if len(values) > MANY for value in values}
    found = [_section(sheet, form, section, inside, known) for section, inside in grouped.items() if section not in long]
    rows = {section: inside for section, inside in grouped.items() if section in long}
    if rows:
        found.append(_chosen(sheet, form, rows, known))
    return found


def _section(sheet: Sheet, form: str, section: str, inside: Sequence[Cell], known: dict[str, str] | None) -> Html:
    shown = [_control(sheet, form, one, known) for one in inside if not one.declared.aside]
    aside = [_seated(sheet, one, whole(sheet, form, one.declared, one.path, upper_first(one.label)), known) for one in inside]
    aside = [one for one in aside if one] + [_control(sheet, form, one, known) for one in inside if one.declared.aside]
    if aside:
        summary = tag("summary", sheet.say("More"))
        shown.append(tag("details", summary, tag("div", aside, class_="cells"), id=f"{form}.more.{section}"))
    title = text(sheet.name(section)) if section in sheet.names else sheet.title(section) if section else NOTHING
    legend = tag("legend", title) if title else NOTHING
    seat = section if section in sheet.names else ""
    return tag(
        "fieldset", legend, tag("div", shown, class_="cells"), class_="section", data_for=_from(sheet, seat) if known is None else None
    )


def _from(sheet: Sheet, seat: str) -> str | None:
    """Return the numbers of players with which a seat is taken, for a form where that number is chosen."""
    seats = list(sheet.names)
    return " ".join(str(n) for n in range(seats.index(seat) + 1, len(seats) + 1)) if seat in seats else None


def _control(sheet: Sheet, form: str, one: Cell, known: dict[str, str] | None) -> Html:
    label = one.label if not known or one.path not in known else f"{one.label} ({known[one.path]})"
    return _seated(sheet, one, control(sheet, form, one.declared, one.path, upper_first(label)), known)


def _seated(sheet: Sheet, one: Cell, made: Html, known: dict[str, str] | None) -> Html:
    """Return what is shown only when the seat that it is about is taken, in a form where the number of players is chosen."""
    numbers = _from(sheet, one.seat) if known is None else None
    return tag("div", made, data_for=numbers, class_="seated") if made and numbers and one.section != one.seat else made


def _chosen(sheet: Sheet, form: str, rows: dict[str, list[Cell]], known: dict[str, str] | None) -> Html:
    """Return sections of which those wanted are added one after another."""
    names = [(section, sheet.words.term(section)) for section in rows]
    first = tag("option", sheet.say("Add…"), value="")
    offered = [first, *(tag("option", text(name), value=id) for id, name in names)]
    title = sheet.words.sentence(next(iter(rows.values()))[0].declared.label)
    adds = tag("select", offered, data_adds=True, aria_label=sheet.words.say("Add…") + " " + title)
    chooser = tag("input", type="hidden", name="~rows", value="", data_chooses=True)
    shown = []
    for section, inside in rows.items():
        takes = tag(
            "button",
            text("×"),
            type="button",
            data_drops=section,
            aria_label=sheet.words.say("Take {name} out", name=sheet.words.term(section)),
        )
        shown.append(tag("div", _section(sheet, form, section, inside, known), takes, class_="row", data_for=section, hidden=True))
    return tag("div", chooser, shown, adds, class_="rows", data_scope=True)


def _seats(sheet: Sheet, form: str, least: int, seats: Sequence[str]) -> Html:
    """Return how many play, and what they are called."""
    counts = [(str(n), str(n)) for n in range(max(1, least), len(seats) + 1)]
    usual = str(min(2, len(seats)))
    many = buttons(form, PLAYERS, sheet.words.say("Players"), counts, usual, data_chooses=True)
    named = [tag("div", typed(form, f"{NAME}{seat}", sheet.name(seat)), data_for=_from(sheet, seat)) for seat in seats]
    names = tag("details", tag("summary", sheet.say("Names")), tag("div", named, class_="cells"), id=f"{form}.names")
    return tag("div", many, names, class_="section")


def _options(sheet: Sheet, form: str, calculator: Calculator) -> Html:
    """Return the options that the rules of a calculator leave to the table."""
    wanted = {sheet.definition.rules[rule].option for rule in calculator.rules}
    return options(sheet, form, [id for id in sheet.definition.options if id in wanted])


def options(sheet: Sheet, form: str, ids: Sequence[str]) -> Html:
    """Return options with their readings, behind a line."""
    shown = []
    for id in ids:
        option = sheet.definition.options[id]
        if option.kind == "seats":
            continue  # the number of players says it
        offered = [(one, sheet.words.sentence(said)) for one, said in option.choices.items()]
        shown.append(
            tag(
                "fieldset",
                tag("legend", sheet.sentence(option.title)),
                _readings(form, f"{OPTION}{id}", offered, option.default),
                class_="field",
                data_for=" ".join(map(str, option.players)) or None,
            )
        )
    return tag("details", tag("summary", sheet.say("Options")), shown, id=f"{form}.options") if shown else NOTHING


def _readings(form: str, path: str, offered: Sequence[tuple[str, str]], default: str) -> Html:
    lines = [
        tag(
            "label",
            tag("input", type="radio", name=path, id=f"{form}.{path}.{id}", value=id, checked=id == default),
            tag("span", text(said)),
        )
        for id, said in offered
    ]
    return tag("div", lines, class_="readings")


def argument_controls(sheet: Sheet, form: str, keys: Iterable[str]) -> Html:
    """Return what the arguments of a move are entered with."""
    parameters = sheet.definition.parameters
    declared = {one.key: one for one in sheet.definition.inputs if one.key in parameters}
    shown = [control(sheet, form, declared[key], key, upper_first(sheet.words.sentence(declared[key].label))) for key in keys]
    return tag("div", shown, class_="cells") if shown else NOTHING


def new_record_form(sheet: Sheet) -> Html:
    """Return the form that starts a record: who plays what, the options, how it begins."""
    definition = sheet.definition
    low, high = definition.players
    usual, form = str(max(2, low)), "new"
    many = buttons(form, PLAYERS, sheet.words.say("Players"), [(str(n), str(n)) for n in range(low, high + 1)], usual, data_chooses=True)
    seats = []
    for place in range(1, high + 1):
        label = sheet.words.say("Player {n}", n=place)
        fields = [typed(form, f"{NAME}P{place}", label)]
        if definition.casts:
            roles = [(role, sheet.words.term(role)) for role in definition.roles]
            fields.append(choice(form, f"~role.P{place}", sheet.words.say("Plays"), roles))
        seats.append(tag("div", fields, class_="section", data_for=" ".join(str(n) for n in range(max(place, low), high + 1))))
    starts = [
        ("full", sheet.words.say("From set-up on, move by move")),
        ("figures", sheet.words.say("Round by round: only figures are told")),
    ]
    begin = tag("fieldset", tag("legend", sheet.say("How it begins")), _readings(form, "~start", starts, definition.start), class_="field")
    title = typed(form, "~title", sheet.words.say("What it is called"))
    foot = tag("p", tag("button", sheet.say("Start"), type="submit", class_="main"), class_="actions")
    return tag(
        "form",
        many,
        seats,
        begin,
        options(sheet, form, list(definition.options)),
        title,
        foot,
        data_ask="new",
        data_keep=form,
        data_out="said",
        data_scope=True,
    )


__all__ = ["argument_controls", "calculator_form", "cell", "cells", "new_record_form", "options", "sections"]
