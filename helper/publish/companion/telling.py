"""Tell what lies on the table: a form for the figures of a section, and what is meant by a field that is left empty."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from helper.publish.companion.controls import hidden, highest, typed
from helper.publish.companion.correcting import as_typed
from helper.publish.companion.evening import EVERYTHING, Night
from helper.publish.companion.forms import Cell, cells, sections
from helper.publish.companion.markup import NOTHING, Html, tag, upper_first
from helper.table.showing import shown


def tell_form(night: Night, section: str) -> Html:
    """Return a form for the figures of a section, each with what is known of it."""
    sheet, figures = night.sheet, night.evening.position.figures
    inside = _inside(night, section)
    told = [one for one in inside if one.path in figures and not (night.hides and one.declared.score)]
    known = {one.path: shown(night.evening, night.speaker, one.path, figures[one.path]) for one in told}
    body = sections(sheet, f"tell.{section}", inside, known)
    box = tag("input", type="checkbox", name="~rest", value="yes", id=f"tell.{section}.rest")
    rest = tag("p", tag("label", box, tag("span", sheet.say("What is left empty is as shown"))), class_="field check") if known else NOTHING
    why = typed("tell", "~note", sheet.words.say("Why it is changed by hand (leave empty when the table shows it)"))
    note = tag("details", tag("summary", sheet.say("Change by hand")), why)
    button = tag("p", tag("button", sheet.say("Record it"), type="submit", class_="main"), class_="actions")
    asked = hidden("~section", section)
    return tag("form", asked, body, rest, note, button, data_ask="observe", data_keep=f"tell.{section}", data_out="said")


def highest_cards(night: Night, paths: Iterable[str]) -> Html:
    """Return a form for the highest card alone of districts that were told by their sums, where it decides."""
    sheet, wanted = night.sheet, list(paths)
    cells_ = [one for one in _inside(night, EVERYTHING) if one.path in wanted]
    shown = [highest(sheet, "top", one.declared, one.path, upper_first(one.label)) for one in cells_]
    said = tag("p", sheet.say("The highest card decides here. Tell it, then resolve again."), class_="due")
    button = tag("p", tag("button", sheet.say("Record it"), type="submit", class_="main"), class_="actions")
    return tag("form", said, tag("div", shown, class_="cells"), button, data_ask="observe", data_out="said")


def as_shown(night: Night, section: str, given: Iterable[str]) -> list[str]:
    """Return, as `key=value` words, the figures of a section that are known and shown, but for those given by path or by a part of it."""
    figures, told = night.evening.position.figures, set(given)
    words = []
    for one in _inside(night, section):
        if one.declared.aside or one.path not in figures or (night.hides and one.declared.score):
            continue
        if one.path in told or any(path.startswith(f"{one.path}.") for path in told):
            continue
        raw = night.evening.written(one.path, figures[one.path])
        parts = raw.items() if isinstance(raw, Mapping) else [("", raw)]
        words += [
            f"{one.path}.{part}={as_typed(value)}" if part else f"{one.path}={as_typed(value)}"
            for part, value in parts
            if value is not None
        ]
    return words


def _inside(night: Night, section: str) -> list[Cell]:
    inputs = [one for one in night.sheet.definition.inputs if one.record]
    every = cells(night.sheet, inputs, list(night.evening.header.seats))
    if section == EVERYTHING:
        return [one for one in every if one.section]
    return [one for one in every if section in (one.section, one.declared.section.strip("<>"))]
