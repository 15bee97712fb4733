"""Every fault of a definition at once: what a single entry cannot know of itself.

Covers dangling references, rules without a source, placeholders without a figure, figures written into sentences, figures
stated twice under one name that differ, tables with a gap, an overlap or a wrong direction, inputs of unknown axes. What names
nothing is told with the nearest that there is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from helper.definitions.build import build
from helper.definitions.schema import (
    NAME_OF_HOUSE,
    PLAYER,
    ROUND,
    Condition,
    Example,
    GameDefinition,
    Outcome,
    Reminder,
    Rule,
    Sentence,
    Table,
    copy_of,
)
from helper.definitions.walk import sentences
from helper.errors import Fault

NUMBER_WORDS = "two three four five six seven eight nine ten eleven twelve dozen hundred twice thrice".split()
_NUMBER = re.compile(rf"\d|\b(?:{'|'.join(NUMBER_WORDS)})\b", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_BRACES = re.compile(r"\{\w+\}")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*")
_GAME_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LANGUAGE = re.compile(r"[a-z]{2,3}([_-][A-Za-z0-9]+)*")


def lint(raw: Mapping[str, object], predicates: Iterable[str] | None = None, types: Iterable[str] | None = None) -> list[Fault]:
    """Return every fault of a raw definition, in the order of its parts; none for a sound one.

    `predicates` and `types` are the names a game's module offers; without them conditions and inputs are not held against it.
    """
    definition, faults = build(raw)
    return [*faults, *examined(definition, predicates, types)]


def examined(definition: GameDefinition, predicates: Iterable[str] | None = None, types: Iterable[str] | None = None) -> list[Fault]:
    """Return every fault of a definition that was read without one: what a single entry cannot know of itself."""
    faults: list[Fault] = list(_ids(definition))
    offered = None if predicates is None else set(predicates)
    for rule in definition.rules.values():
        faults.extend(_rule(definition, rule))
        if offered is not None:
            faults.extend(_predicates(rule, offered))
    if types is not None:
        faults.extend(_types(definition, set(types)))
    faults.extend(_references(definition))
    for table in definition.tables.values():
        faults.extend(_table(definition, table))
    for sentence in sentences(definition):
        faults.extend(_sentence(definition, sentence))
    faults.extend(_translations(definition))
    return faults


def _ids(definition: GameDefinition) -> Iterator[Fault]:
    """Yield ids that could be no anchor, no name of a file, or nothing that is typed."""
    if not _GAME_ID.fullmatch(definition.id):
        yield Fault("bad_id", {"given": definition.id}, "id")
    for language in (definition.language, definition.house.language if definition.house else definition.language):
        if not _LANGUAGE.fullmatch(language):
            yield Fault("bad_id", {"given": language}, "language")
    named = (*definition.rules, *definition.options, *definition.calculators, *definition.checklists, *definition.tables)
    for id in (*named, *definition.terms, *definition.sources, *definition.cards, *(topic.id for topic in definition.topics)):
        if not _ID.fullmatch(id):
            yield Fault("bad_id", {"given": id}, id)


def _translations(definition: GameDefinition) -> Iterator[Fault]:
    """Yield translations of nothing, and those that name a figure or a value that their sentence does not have."""
    if not definition.translations:
        return
    known = {sentence.context: sentence for sentence in sentences(definition)}
    start = len(definition.id) + 1
    for language, entries in definition.translations.items():
        if not _LANGUAGE.fullmatch(language):
            yield Fault("bad_id", {"given": language}, "translations")
        for context, said in entries.items():
            where = f"translations.{language} {context[start:]}"
            sentence = known.get(context)
            if sentence is None:
                from helper.definitions.fold import nearest

                near = nearest(context[start:], [one[start:] for one in known])
                yield Fault("unknown_sentence", {"given": context[start:], "nearest": near}, where)
                continue
            if not isinstance(said, str) and not sentence.plural:
                yield Fault("wrong_type", {"key": context[start:], "wanted": "str", "given": "list"}, where)
            names = {*_PLACEHOLDER.findall(f"{sentence.text} {sentence.plural}"), *sentence.values}
            for form in (said,) if isinstance(said, str) else said:
                for name in sorted({*_PLACEHOLDER.findall(form)} - names):
                    yield _no_figure(name, names, where)


def _dangling(key: str, given: object, known: Iterable[str], where: str) -> Fault:
    """Return the fault of a name that stands for nothing, with the nearest of those that do for something."""
    from helper.definitions.fold import nearest

    return Fault("dangling", {"key": key, "given": given, "nearest": nearest(str(given), filter(None, known))}, where)


def _unknown(key: str, given: Iterable[str], known: Iterable[str], where: str) -> Iterator[Fault]:
    there = set(known)
    return (_dangling(key, one, there, where) for one in given if one not in there)


def _rule(definition: GameDefinition, rule: Rule) -> Iterator[Fault]:
    if not rule.sources:
        yield Fault("no_source", {"id": rule.id}, rule.id)
    for key, known in (
        ("sources", set(definition.sources)),
        ("shares", set(definition.rules)),
        ("see", set(definition.rules)),
        ("tables", set(definition.tables)),
        ("topic", {topic.id for topic in definition.topics}),
        ("roles", set(definition.roles)),
        ("option", {"", *definition.options}),
    ):
        named = getattr(rule, key)
        for id in (named,) if isinstance(named, str) else named:
            if id not in known:
                yield _dangling(key, id, known, rule.id)
    if _shares_itself(definition, rule):
        yield Fault("shares_itself", {"id": rule.id}, rule.id)
    yield from _unknown("shown_only", rule.shown_only, rule.values, rule.id)
    parts: tuple[Condition | Outcome | Reminder, ...] = (*rule.requires, *rule.outcomes, *rule.reminders)
    for part in parts:
        yield from _unknown("roles", part.roles, definition.roles, f"{rule.id}:{part.id}")
    for reminder in rule.reminders:
        yield from _unknown("when", reminder.when, definition.checklists, f"{rule.id}:{reminder.id}")
    for example in rule.examples:
        yield from _example(definition, rule, example)
    keys = {one.key for one in definition.inputs}
    if rule.move:
        yield from _unknown("parameters", rule.move.parameters, keys, rule.id)
        yield from _unknown("wraps", filter(None, [rule.move.wraps]), keys, rule.id)
    for condition in rule.requires:
        yield from _unknown("lifted_by", filter(None, [condition.lifted_by]), keys, f"{rule.id}:{condition.id}")
    known_conditions = {condition.id for _, condition in definition.conditions(rule)} if _shares_exist(definition, rule) else set()
    for condition in rule.requires:
        for id in condition.after:
            if known_conditions and id not in known_conditions:
                yield _dangling("after", id, known_conditions, f"{rule.id}:{condition.id}")


OF_A_MOVE = ("seats", "seat", "start")
"""What an example of a move says of its table beside figures and arguments."""


def _example(definition: GameDefinition, rule: Rule, example: Example) -> Iterator[Fault]:
    where = f"{rule.id}:{example.id}"
    if bool(example.calculator) == bool(example.move):
        yield Fault("example_kind", {"id": example.id}, rule.id)
    yield from _unknown("calculator", filter(None, [example.calculator]), definition.calculators, where)
    for id, reading in example.options.items():
        option = definition.options.get(id)
        yield from _unknown("options", [id], definition.options, where)
        yield from _unknown(id, [reading], option.choices, where) if option else ()
    keys = [key for one in definition.inputs for key in (one.key, *one.aliases)]
    for path in example.given:
        if not (example.move and path in OF_A_MOVE) and not any(_meets(path, key) for key in keys):
            yield _dangling("given", path, keys, where)


def _meets(path: str, key: str) -> bool:
    """Return whether a path follows the key of an input, or a part of it from its beginning, or goes on behind it."""
    return all(want == part or want.startswith("<") for want, part in zip(key.split("."), path.split("."), strict=False))


def _types(definition: GameDefinition, known: set[str]) -> Iterator[Fault]:
    for one in definition.inputs:
        yield from _unknown("type", [one.type], known, one.key)


def _shares_exist(definition: GameDefinition, rule: Rule, above: tuple[str, ...] = ()) -> bool:
    """Return whether all rules that a rule shares exist, and none shares itself in a circle."""
    if rule.id in above:
        return False
    return all(id in definition.rules and _shares_exist(definition, definition.rules[id], (*above, rule.id)) for id in rule.shares)


def _shares_itself(definition: GameDefinition, rule: Rule) -> bool:
    waiting, seen = list(rule.shares), set[str]()
    while waiting:
        id = waiting.pop()
        if id == rule.id:
            return True
        if id not in seen and id in definition.rules:
            seen.add(id)
            waiting.extend(definition.rules[id].shares)
    return False


def _predicates(rule: Rule, known: set[str]) -> Iterator[Fault]:
    from helper.definitions.fold import nearest

    for condition in rule.requires:
        if condition.checked_by == "engine" and condition.predicate not in known:
            near = nearest(condition.predicate, known)
            yield Fault("no_predicate", {"id": condition.predicate, "nearest": near}, f"{rule.id}:{condition.id}")


def _references(definition: GameDefinition) -> Iterator[Fault]:
    for checklist in definition.checklists.values():
        for step in checklist.steps:
            yield from _unknown("rule", [step.rule], definition.rules, f"{checklist.id}:{step.id}")
            yield from _unknown("roles", step.roles, definition.roles, f"{checklist.id}:{step.id}")
    for entry in definition.cards.values():
        for part in entry.parts:
            for key, known in (
                ("rules", {*definition.rules}),
                ("tables", {*definition.tables}),
                ("reminders", {*definition.checklists}),
                ("checklist", {"", *definition.checklists}),
                ("actions", {"", *(rule.kind for rule in definition.rules.values())}),
            ):
                named = getattr(part, key)
                for id in (named,) if isinstance(named, str) else named:
                    if id not in known:
                        yield _dangling(key, id, known, f"{entry.id}:{part.id}")
            if part.blank:
                yield from _unknown("axis", [part.blank.axis], ("", PLAYER, ROUND, *definition.axes), f"{entry.id}:{part.id}")
        yield from _unknown("role", [entry.role], ("", *definition.roles), entry.id)
    for calculator in definition.calculators.values():
        yield from _unknown("rules", calculator.rules, definition.rules, calculator.id)
    for option in definition.options.values():
        yield from _unknown("default", filter(None, [option.default]), option.choices, option.id)
        yield from _unknown("sources", option.sources, definition.sources, option.id)
    for one in definition.inputs:
        yield from _unknown("axes", re.findall(r"<(\w+)>", one.key), definition.axes, one.key)
        yield from _unknown("used_by", one.used_by, definition.calculators, one.key)
        yield from _unknown("section", filter(None, [one.section]), (*definition.terms, *one.key.split(".")), one.key)
    for axis, words in definition.axes.items():
        for word in words:
            if word not in definition.terms and copy_of(word) not in definition.terms:
                yield _dangling("axes", word, definition.terms, axis)
    for players, roles in definition.casts.items():
        yield from _unknown("casts", roles, definition.roles, f"casts {players}")


def _table(definition: GameDefinition, table: Table) -> Iterator[Fault]:
    yield from _unknown("sources", table.sources, definition.sources, table.id)
    if not table.sources:
        yield Fault("no_source", {"id": table.id}, table.id)
    spans = sorted([(_bound(row, "low"), _bound(row, "high")) for row in table.rows if "low" in row] + list(table.unknown))
    for (_, before), (low, _) in zip(spans, spans[1:], strict=False):
        if low > before + 1:
            yield Fault("table_gap", {"low": before + 1, "high": low - 1}, table.id)
        elif low <= before:
            yield Fault("table_overlap", {"low": low, "high": before}, table.id)
    for row in table.rows:
        if table.keys and row.get("key") not in table.keys:
            yield _dangling("key", row.get("key"), table.keys, table.id)
    for column in table.columns:
        for cell in (row.get(column.id) for row in table.rows) if column.range else ():
            low, high = column.range or (0, 0)
            if type(cell) is not int or not low <= cell <= high:
                yield Fault("out_of_range", {"given": cell, "low": low, "high": high}, f"{table.id}:{column.id}")
        cells = [row.get(column.id) for row in table.rows]
        if any(cell is None for cell in cells):
            yield Fault("table_cell", {"key": column.id}, table.id)
        figures = [cell for cell in cells if isinstance(cell, int)]
        ordered = sorted(figures, reverse=column.direction == "down")
        if column.direction and figures != ordered:
            yield Fault("table_direction", {"key": column.id, "wanted": column.direction}, table.id)


def _bound(row: Mapping[str, object], key: str) -> int:
    value = row.get(key)
    return value if isinstance(value, int) else 10**9


def _sentence(definition: GameDefinition, sentence: Sentence) -> Iterator[Fault]:
    place = sentence.context
    if place in (f"{definition.id}/game:title", NAME_OF_HOUSE):
        return
    for text in filter(None, (sentence.text, sentence.plural)):
        found = _NUMBER.search(_BRACES.sub("", text))
        if found and not definition.is_from_house(sentence):  # a group types what its tiles say, as they say it
            yield Fault("number_in_sentence", {"given": found.group()}, place)
        if _is_filled_by_its_rule(place):
            for name in _PLACEHOLDER.findall(text):
                if name not in sentence.values:
                    yield _no_figure(name, sentence.values, place)
    if sentence.by and sentence.by not in sentence.values and _is_filled_by_its_rule(place):
        yield _no_figure(sentence.by, sentence.values, place)


def _no_figure(name: str, known: Iterable[str], where: str) -> Fault:
    from helper.definitions.fold import nearest

    return Fault("no_figure_for", {"given": name, "nearest": nearest(name, known)}, where)


def _is_filled_by_its_rule(context: str) -> bool:
    """Return whether a sentence has only the figures of its rule; outcomes and refusals are filled when play is judged."""
    field = context.partition("/")[2]
    return ":outcomes." not in field and not field.endswith(".otherwise")
