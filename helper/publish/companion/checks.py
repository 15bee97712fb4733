"""Checklists to tick: the steps in order, with who and how much, and what people forget at each."""

from __future__ import annotations

from helper.definitions.schema import Checklist
from helper.i18n.naming import for_players, who
from helper.publish.companion.controls import buttons
from helper.publish.companion.forms import PLAYERS
from helper.publish.companion.markup import NOTHING, Html, tag, text
from helper.publish.companion.sheet import Sheet
from helper.reference import reminders_of


def checklist(sheet: Sheet, entry: Checklist) -> Html:
    """Return a checklist; where steps depend on the number of players, that is chosen first."""
    form = f"check.{entry.id}"
    at_step, at_end = reminders_of(sheet.definition, entry, entry.steps)
    limited = any(step.players for step in entry.steps) or any(
        one.players for rule in sheet.definition.rules.values() for one in rule.reminders
    )
    low, high = sheet.definition.players
    counts = [(str(n), str(n)) for n in range(low, high + 1)]
    many = buttons(form, PLAYERS, sheet.words.say("Players"), counts, str(high), data_chooses=True) if limited else NOTHING
    lines = []
    for place, step in enumerate(entry.steps):
        by = who(sheet.words, step)
        named = tag("strong", text(f"{by}: ")) if by else NOTHING
        box = tag("input", type="checkbox", name=step.id, id=f"{form}.{step.id}", value="x")
        label = tag("label", box, tag("span", named, sheet.sentence(step.text)))
        reminders = [tag("li", sheet.sentence(one)) for one in at_step.get(place, ())]
        beside = tag("ul", reminders, class_="reminders") if reminders else NOTHING
        chosen = " ".join(map(str, step.players)) or None
        count = tag("small", text(f" ({for_players(sheet.words, step.players)})")) if step.players else NOTHING
        lines.append(tag("li", label, count, sheet.rule_of(step.rule), beside, data_for=chosen))
    forgotten = [tag("li", sheet.sentence(one)) for one in at_end]
    end = tag("ul", forgotten, class_="reminders") if forgotten else NOTHING
    foot = tag("p", tag("button", sheet.say("Take all ticks off"), type="reset"), class_="actions")
    return tag("form", many, tag("ol", lines, class_="ticks"), end, foot, data_keep=form, data_scope=True)
