"""All rules of a game on one page, for where the reference site is not at hand."""

from __future__ import annotations

from helper.definitions.schema import GameDefinition, Rule, is_house
from helper.games import types_of
from helper.i18n.words import Words
from helper.publish.companion.markup import NOTHING, Html, joined, tag, text, upper_first
from helper.publish.companion.sheet import Sheet
from helper.publish.companion.shell import Place, head


def rules_page(definition: GameDefinition, words: Words, place: Place) -> str:
    """Return the page: topic by topic, each rule with its conditions and what people forget, under its id as anchor."""
    sheet = Sheet(definition, words, types_of(definition.id))
    title = words.say("{title}: rules", title=words.sentence(definition.title))
    parts = []
    for topic in sorted(definition.topics, key=lambda one: one.order):
        inside = [rule for rule in definition.rules.values() if rule.topic == topic.id]
        parts.append(tag("section", tag("h2", sheet.sentence(topic.title)), [_rule(sheet, rule) for rule in inside], id=topic.id))
    back = tag("p", tag("a", sheet.say("Back to the table"), href=_table(place)))
    body = tag("body", tag("header", tag("h1", text(title)), back), tag("main", parts), class_="reading")
    return f"<!doctype html>\n{tag('html', head(place, title), body, lang=words.tag, dir=words.direction)}\n"


def _table(place: Place) -> str:
    """Return where the page of the game stands, as seen from its rules."""
    return place.reference.rpartition("/")[0] + "/" if place.reference else "./"


def _rule(sheet: Sheet, rule: Rule) -> Html:
    conditions: list[Html] = []
    for role in rule.roles or ("",):
        for _, one in sheet.definition.conditions(rule, role):
            line = tag("li", sheet.sentence(one.text))
            if line not in conditions:
                conditions.append(line)
    played = ", ".join(upper_first(sheet.words.term(role)) for role in rule.roles)
    forgotten = [tag("li", sheet.sentence(one.text)) for one in rule.reminders]
    return tag(
        "article",
        tag("h3", sheet.sentence(rule.title)),
        tag("p", tag("small", text(played))) if played else NOTHING,
        tag("p", tag("small", sheet.say("House rule")), class_="house") if is_house(rule) else NOTHING,
        tag("p", sheet.sentence(rule.text)),
        tag("p", sheet.sentence(rule.note), class_="note") if rule.note else NOTHING,
        joined((tag("strong", sheet.say("What must hold")), tag("ul", conditions))) if conditions else NOTHING,
        joined((tag("strong", sheet.say("Easily forgotten")), tag("ul", forgotten, class_="reminders"))) if forgotten else NOTHING,
        id=rule.id,
    )
