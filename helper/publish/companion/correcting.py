"""Put an entry right: the old figures in their place, what changes with the new ones, then one question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from helper.definitions.inputs import declared
from helper.engine.journal import Entry
from helper.publish.companion.answers import Answer, notes, verdict
from helper.publish.companion.controls import cell, choice, control, hidden, typed
from helper.publish.companion.evening import Night
from helper.publish.companion.markup import Html, joined, tag, text, upper_first
from helper.table.saying import corrected, doubtful, shifted, stopped

FORM = "correct"


def edit_form(night: Night, entry: Entry) -> Html:
    """Return an entry as it stands, to be put right; while scores stay out of sight, without those."""
    sheet, n = night.sheet, entry.event.n
    fields = [hidden("~n", n)]
    if entry.event.kind == "move":
        move = night.evening.move(entry.body)
        rule = sheet.definition.rules[move.rule]
        fields.append(hidden("~move", move.rule))
        if move.seat:
            fields.append(choice(FORM, "~seat", sheet.words.say("Who"), [(seat, sheet.name(seat)) for seat in night.seats], move.seat))
        given = entry.body.get("arguments")
        assert isinstance(given, Mapping)
        for key in rule.move.parameters if rule.move else ():
            label = sheet.words.sentence(night.evening.declared(key).label)
            fields.append(_control(night, key, upper_first(label), given.get(key)))
    else:
        figures = entry.body.get("figures")
        assert isinstance(figures, Mapping)
        seen = {path: None if night.hides and night.evening.declared(path).score else raw for path, raw in figures.items()}
        fields += [_control(night, path, upper_first(night.speaker.figure(path)), raw) for path, raw in seen.items()]
    foot = tag("p", tag("button", sheet.say("See what changes"), type="submit", class_="main"), class_="actions")
    title = tag("h3", sheet.say("Correct entry {n}", n=n))
    return tag("form", title, tag("div", fields, class_="cells"), foot, data_ask="correct", data_out=f"edited.{n}")


def _control(night: Night, path: str, label: str, raw: object) -> Html:
    """Return what a value is entered with, holding what it is now."""
    one = declared(night.sheet.definition, path) if "." in path else night.evening.declared(path)
    if isinstance(raw, Mapping):
        shown = {part for way in one.forms for part in way.split("_")}
        parts = [
            cell(FORM, f"{path}.{part}", f"{label}: {night.sheet.words.term(part)}", 0, None, value=as_typed(value))
            for part, value in raw.items()
            if value is not None or part in shown
        ]
        return joined(parts)
    kind = night.sheet.types[one.type]
    if kind.parts or kind.fields:
        return typed(FORM, path, label, as_typed(raw))
    return control(night.sheet, FORM, one, path, label, as_typed(raw))


def as_typed(raw: object) -> str:
    """Return a value as it would be typed."""
    if isinstance(raw, bool):
        return "yes" if raw else "no"
    if isinstance(raw, (list, tuple)):
        return ",".join(map(str, raw)) or "-"
    return "" if raw is None else str(raw)


def confirm(night: Night, n: str, tried: Answer, fields: Sequence[tuple[str, str]]) -> Html:
    """Return an entry before and after its correction, which totals change and who leads then; and the question."""
    sheet = night.sheet
    if tried["corrected"] is None:
        again = [hidden(name, value) for name, value in (*fields, ("~force", "yes"))]
        button = tag("button", sheet.say("Record it although the rules say no"), type="submit")
        return joined(
            (verdict(sheet, tried), tag("form", again, tag("p", button, class_="actions"), data_ask="correct", data_out=f"edited.{n}"))
        )
    if night.hides:
        lines = [night.text_of(night.evening.numbered[tried["corrected"]].event)]
    else:
        lines = [*corrected(sheet.words, tried), *shifted(sheet.words, tried)]
    unfit = [line for lines in doubtful(sheet.words, tried) for line in lines]
    sent = [hidden(name, value) for name, value in (*fields, ("~sure", "yes"))]
    button = tag("button", sheet.say("Change entry {n}", n=tried["corrected"]), type="submit", class_="main")
    form = tag("form", sent, tag("p", button, class_="actions"), data_ask="correct", data_out=f"edited.{n}")
    return joined(
        (tag("div", [tag("p", text(line)) for line in lines], class_="change"), notes(stopped(sheet.words, tried)), notes(unfit), form)
    )
