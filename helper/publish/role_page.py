"""The page of a role: its turn, and everything it may do, written out in full with what must hold for this role alone.

Nothing is told as being like something above: a shared action stands on the page of each role, without what it says of
the others. What must hold for every action is told once, at the top.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from helper.definitions.schema import Condition, Option, Rule, is_house
from helper.i18n.naming import in_order
from helper.publish.gloss import glosses
from helper.publish.markdown import block, bullets, head, label, labelled, legible, link, plain
from helper.publish.outline import ACTIONS, is_action, mark
from helper.publish.role_text import concerns, text_for
from helper.publish.rule_card import badge, condition_line, marks_line, reminders
from helper.publish.sources_page import readings
from helper.publish.symbol import symbol
from helper.publish.writer import Book, Writer, checklist_page, finished, topic_page

Pair = tuple[Rule, Condition]


def role_page_of(book: Book, role: str) -> str:
    """Return the page of a role: the turn on top, then every action of each kind, then what else is about it."""
    writer = book.writer()
    actions = {kind: actions_of(book, role, kind) for kind in ACTIONS}
    every = [rule for kind in ACTIONS[:2] for rule in actions[kind]]
    widely = _shared_widely(book, every)
    titles = _kind_titles(book)
    body = [_played(book, role), _jump(book, writer, actions, titles), _turn(book, writer, role, every, widely)]
    for kind, rules in actions.items():
        if rules:
            body.append(head(plain(titles[kind]), kind))
            body.extend(_action(book, writer, rule, role, widely) for rule in rules)
    body.append(_more(book, writer, role))
    name = book.words.term(role)
    return finished(book, writer, name, body, before=badge(mark(book.definition, book.words, role), symbol(book.definition.id, role)))


def actions_of(book: Book, role: str, kind: str) -> list[Rule]:
    """Return the actions of a kind that a role has, in reading order."""
    return [rule for rule in in_order(book.definition) if rule.kind == kind and role in rule.roles]


def _kind_titles(book: Book) -> dict[str, str]:
    say = book.words.say
    return {"basic_action": say("Basic Actions"), "free_action": say("Free Actions"), "passive": say("Passive benefits")}


def _played(book: Book, role: str) -> str:
    counts = [int(players) for players, cast in book.definition.casts.items() if role in cast]
    if not counts or len(counts) == len(book.definition.casts):
        return ""
    low, high = min(counts), max(counts)
    words = book.words
    exactly = words.say_n("Only with {n} player", "Only with {n} players", low)
    said = exactly if low == high else words.say("Only with {low} to {high} players", low=low, high=high)
    return f'<p class="players">{plain(said)}</p>'


def _jump(book: Book, writer: Writer, actions: dict[str, list[Rule]], titles: dict[str, str]) -> str:
    parts: list[str] = []
    for kind, rules in actions.items():
        if rules:
            links = " ".join(link(writer.line(rule.title), f"#{rule.id}") for rule in rules)
            parts.extend((label(plain(titles[kind])), links))
    return block("div", "jump", parts, data_search_exclude="") if parts else ""


def _shared_widely(book: Book, actions: Sequence[Rule]) -> list[Rule]:
    """Return the rules whose conditions hold for all actions of a kind, told once at the top."""
    found: dict[str, Rule] = {}
    for _, listed in groupby(actions, key=lambda rule: rule.kind):
        sets = [{origin.id: origin for origin, _ in book.definition.conditions(rule) if origin is not rule} for rule in listed]
        common = set.intersection(*map(set, sets)) if sets else set()
        found.update({id: sets[0][id] for id in sets[0] if id in common} if sets else {})
    return list(found.values())


def _turn(book: Book, writer: Writer, role: str, actions: Sequence[Rule], widely: Sequence[Rule]) -> str:
    """Return the turn in short: how it goes, whatever its role, and what must hold for every action."""
    if not widely:
        return ""
    topic = widely[0].topic
    told = [rule for rule in in_order(book.definition) if rule.topic == topic and rule.kind != "procedure" and not is_action(rule)]
    told = [rule for rule in told if rule in widely or rule.move or rule.reminders]
    lines = [labelled(link(f"**{writer.line(rule.title)}**", book.to_rule(rule.id)), writer.rule_line(rule.text)) for rule in told]
    holding = [
        condition_line(book, writer, rule, condition)
        for rule in widely
        for condition in rule.requires
        if not condition.roles or role in condition.roles
    ]
    wider = writer.say("What must hold for every action, and what is easily forgotten")
    summary = f"<summary>{wider}</summary>"
    forgotten = reminders(writer, [reminder.text for rule in told for reminder in rule.reminders])
    steps = book.definition.checklists.get(topic)
    parts = [
        head(writer.say("Your turn"), "turn"),
        block("div", "brief", [bullets(lines)]),
        block("div", "conditions", [block("details", "general", [summary, bullets(holding), forgotten])]),
        labelled(writer.say("Step by step"), link(writer.line(steps.title), checklist_page(topic))) if steps else "",
    ]
    return "\n\n".join(filter(None, parts))


def _action(book: Book, writer: Writer, rule: Rule, role: str, widely: Sequence[Rule]) -> str:
    beside = [
        other for other in book.definition.rules.values() if rule.id in other.see and role in other.roles and other.kind not in ACTIONS
    ]
    text = text_for(book.definition, book.words, rule, role)
    pairs = [pair for pair in book.definition.conditions(rule, role) if pair[0] not in widely]
    told = [origin for origin in dict.fromkeys(origin.id for origin, _ in pairs) if origin != rule.id]
    options = [option for other in (rule, *beside) if (option := _option(book, other, role))]
    settled = all(option.kind != "dispute" for option in options)
    status = "agreed" if rule.status == "disputed" and settled else "disputed" if not settled else rule.status
    says = [
        writer.marked(rule.text, legible(text)),
        *(writer.rule_line(book.definition.rules[id].text) for id in told),
        *(_beside(book, writer, other) for other in beside),
    ]
    more = [
        _conditions(book, writer, pairs),
        *(readings(book, writer, option) for option in options),
        reminders(writer, [reminder.text for other in (rule, *beside) for reminder in other.reminders]),
        *(_note(writer, other) for other in (rule, *beside)),
    ]
    words = glosses(book, writer, "\n".join((*says, *more)))
    parts = [head(writer.line(rule.title), rule.id, 3), marks_line(writer, status, is_house(rule)), *says, words, *more]
    see = [link(writer.line(other.title), book.to_rule(other.id)) for id in rule.see if (other := book.definition.rules[id]) not in beside]
    examples = link(writer.say("the rule with its examples") if rule.examples else writer.say("the rule"), book.to_rule(rule.id))
    foot = labelled(writer.say("See also"), " · ".join([*see, examples]))
    return block("section", f"rule rule-{status}", [*parts, block("div", "beside", [foot])], data_search_exclude="")


def _beside(book: Book, writer: Writer, rule: Rule) -> str:
    return labelled(link(writer.line(rule.title), book.to_rule(rule.id)), writer.rule_line(rule.text))


def _note(writer: Writer, rule: Rule) -> str:
    return block("div", "note", [labelled(writer.say("Note"), writer.rule_line(rule.note))]) if rule.note else ""


def _option(book: Book, rule: Rule, role: str) -> Option | None:
    option = book.definition.options.get(rule.option)
    return option if option and concerns(book.definition, option, role) else None


def _conditions(book: Book, writer: Writer, pairs: Sequence[Pair]) -> str:
    """Return what must hold; which roles a condition is for goes unsaid, for they all are this one's."""
    if not pairs:
        return ""
    lines = [condition_line(book, writer, rule, condition._replace(roles=())) for rule, condition in pairs]
    return block("div", "conditions", [label(writer.say("What must hold")), bullets(lines)])


def _more(book: Book, writer: Writer, role: str) -> str:
    """Return links to everything else that is about a role, topic by topic."""
    lines = []
    for topic in sorted(book.definition.topics, key=lambda topic: topic.order):
        rules = [rule for rule in in_order(book.definition) if rule.topic == topic.id and role in rule.roles and rule.kind not in ACTIONS]
        if rules:
            links = " · ".join(link(writer.line(rule.title), book.to_rule(rule.id)) for rule in rules)
            lines.append(labelled(link(f"**{writer.line(topic.title)}**", topic_page(topic.id)), links))
    if not lines:
        return ""
    return head(writer.say("More for this role"), "more") + "\n\n" + block("div", "brief", [bullets(lines)], data_search_exclude="")
