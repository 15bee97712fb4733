"""What stands on printed cards: the definitions gathered card by card, worded in one language. Pure.

A card is groups of blocks. A group stays together where it can; a block is never taken apart. Every block is plain data for
the template, which knows no rule and no word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from helper.definitions.schema import PLAYER, ROUND, CardPart, CardSet, GameDefinition, Rule, Sentence, Table, is_house
from helper.frozen import Frozen
from helper.i18n.naming import cell, for_players, in_order, who
from helper.i18n.words import Words
from helper.publish.outline import mark
from helper.publish.tables import span
from helper.reference import fits_players

RESUME = "resume"
"""The set that prints a running record."""
Block = Mapping[str, object]
Group = tuple[Block, ...]
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+(?=\S)")


class Card(Frozen):
    """A card before it is laid out: its id, title and mark, the symbol of its role, and groups of blocks.

    `is_wide` where a grid to fill in needs the whole width.
    """

    id: str
    title: str
    mark: str
    symbol: str
    symbol_word: str
    is_wide: bool
    groups: tuple[Group, ...]


def cards(definition: GameDefinition, words: Words, chosen: Sequence[str] = (), parts: str = "") -> tuple[Card, ...]:
    """Return the cards of a game, all sets or those chosen by id; `parts`: of sets told apart, those parts whose ids end so."""
    sets = [entry for id, entry in definition.cards.items() if not chosen or id in chosen]
    return tuple(card for entry in sets for card in _cards(definition, words, entry, parts))


def _cards(definition: GameDefinition, words: Words, entry: CardSet, ending: str) -> Iterator[Card]:
    if not entry.apart:
        title = words.term(entry.role) if entry.role else words.sentence(entry.title)
        yield _card(definition, words, entry, title, entry.parts)
        return
    for part in entry.parts:
        if part.id.endswith(ending):
            rule = definition.rules[part.rules[0]]
            blocks: Group = ({"kind": "text", **_text(words.sentence(rule.text))}, *(block for group in _lines(part) for block in group))
            marked = _mark(words, rule)
            title = words.sentence(rule.title) + (f" ({marked})" if marked else "")
            yield Card(entry.id, title, "", "", "", False, (blocks,))


def _card(definition: GameDefinition, words: Words, entry: CardSet, title: str, parts: Sequence[CardPart]) -> Card:
    groups = tuple(group for part in parts for group in _part(definition, words, entry, part))
    role = words.term(entry.role) if entry.role else ""
    letter = mark(definition, words, entry.role) if entry.role else ""
    is_wide = any(part.blank for part in parts)
    return Card(entry.id, title, letter, entry.role, role, is_wide, groups)


def resumed(words: Words, title: str, status: Mapping[str, object]) -> Card:
    """Return the sheet of a running record from its status: its tables, then every figure that is known."""
    groups: list[Group] = []
    grids, told = status.get("grids"), status.get("told")
    for grid in grids if isinstance(grids, list) else ():
        rows = [[cell["text"] for cell in row] for row in grid["rows"]]
        groups.append(({"kind": "table", "title": grid["title"], "heads": [head["text"] for head in grid["columns"]], "rows": rows},))
    rows = [[text, value] for text, value in told] if isinstance(told, list) else []
    if rows:
        heads = [words.say("Figure"), words.say("Value")]
        groups.append(({"kind": "table", "title": words.say("What is known"), "heads": heads, "rows": rows},))
    return Card(RESUME, title, "", "", "", False, tuple(groups))


def _part(definition: GameDefinition, words: Words, entry: CardSet, part: CardPart) -> Iterator[Group]:
    """Yield the groups of a part, the heading with the first of them."""
    found = [
        *_steps(definition, words, entry, part),
        *(_action(words, entry, rule) for rule in _actions(definition, entry, part)),
        *(_rule(words, definition.rules[id]) for id in part.rules),
        *(group for id in part.tables for group in _table(definition, words, definition.tables[id])),
        *_blank(definition, words, part),
        *_lines(part),
    ]
    if part.overleaf:
        yield ({"kind": "overleaf"},)
    yield from _headed(words.sentence(part.title) if part.title else "", found)
    yield from _headed(words.say("Easily forgotten"), _reminders(definition, words, entry, part))


def _headed(heading: str, groups: Sequence[Group]) -> Iterator[Group]:
    """Yield groups, the heading with the first of them."""
    for place, group in enumerate(groups):
        yield ({"kind": "head", "text": heading}, *group) if heading and place == 0 else group


def _actions(definition: GameDefinition, entry: CardSet, part: CardPart) -> list[Rule]:
    return [rule for rule in in_order(definition) if part.actions and rule.kind == part.actions and entry.role in rule.roles]


def _action(words: Words, entry: CardSet, rule: Rule) -> Group:
    """Return an action: what it does, then what must hold for it alone."""
    own = [words.sentence(one.text) for one in rule.requires if not one.roles or entry.role in one.roles]
    return (*_rule(words, rule), *([{"kind": "conditions", "items": own}] if own else []))


def _rule(words: Words, rule: Rule) -> Group:
    """Return a rule: its title, then its text."""
    return ({"kind": "rule", "title": words.sentence(rule.title), "mark": _mark(words, rule), **_text(words.sentence(rule.text))},)


def _mark(words: Words, rule: Rule) -> str:
    """Return how a rule stands, where that is to be said: it is the group's own, or nobody's source but ours."""
    house = words.say("House rule") if is_house(rule) else ""
    return ", ".join(filter(None, (house, words.say("Assumed") if rule.status == "assumed" else "")))


def _text(text: str) -> Block:
    """Return a text, and its sentences: a card too small for the whole takes it sentence by sentence."""
    return {"text": text, "pieces": _SENTENCE_END.split(text)}


def _steps(definition: GameDefinition, words: Words, entry: CardSet, part: CardPart) -> list[Group]:
    """Return the steps of a checklist, numbered as they come; on a role's card its own, where the checklist names roles."""
    if not part.checklist:
        return []
    ours = words.say("House rule")
    counts = [int(players) for players, cast in definition.casts.items() if not entry.role or entry.role in cast]
    every = definition.checklists[part.checklist].steps
    is_told_by_role = bool(entry.role) and any(step.roles for step in every if step.who is None or entry.role in step.roles)
    mine = [step for step in every if not is_told_by_role or entry.role in step.roles]
    steps = [step for step in mine if not counts or any(fits_players(step.players, players) for players in counts)]
    return [
        (
            {
                "kind": "step",
                "number": number,
                "who": "" if entry.role and step.roles in ((), (entry.role,)) else who(words, step),
                **_text(words.sentence(step.text)),
                "players": ", ".join(filter(None, (for_players(words, step.players), ours if definition.is_from_house(step.text) else ""))),
            },
        )
        for number, step in enumerate(steps, 1)
    ]


def _reminders(definition: GameDefinition, words: Words, entry: CardSet, part: CardPart) -> list[Group]:
    """Return what people forget at some checklists; on a role's card what concerns this role by name, and was not said before."""
    earlier = {when for other in entry.parts[: entry.parts.index(part)] for when in other.reminders}
    counts = [int(players) for players, cast in definition.casts.items() if not entry.role or entry.role in cast]
    found: list[Sentence] = []
    for rule in in_order(definition):
        for reminder in rule.reminders:
            places = {when.rpartition(":")[2] for when in reminder.when}
            is_mine = not entry.role or entry.role in (reminder.roles or rule.roles)
            is_played = not counts or any(fits_players(reminder.players, players) for players in counts)
            if places & {*part.reminders} and not places & earlier and is_mine and is_played:
                found.append(reminder.text)
    return [({"kind": "forget", **_text(words.sentence(text))},) for text in found]


def _table(definition: GameDefinition, words: Words, table: Table) -> list[Group]:
    """Return a table under its heads; columns that say nothing are left out."""
    columns = [column for column in table.columns if any(row[column.id] not in (0, "", False, None) for row in table.rows)]
    heads = [words.sentence(table.axis) if table.axis else "", *(words.sentence(column.title) for column in columns)]
    rows = [[span(words, definition, row), *(words.value(cell(definition, row[column.id])) for column in columns)] for row in table.rows]
    title = words.sentence(table.title) + (" (" + words.say("House rule") + ")" if is_house(table) else "")
    return [({"kind": "table", "title": title, "heads": heads, "rows": rows},)]


def _blank(definition: GameDefinition, words: Words, part: CardPart) -> list[Group]:
    """Return a grid to fill in by hand."""
    if part.blank is None:
        return []
    axis = part.blank.axis
    if axis == ROUND:
        heads = [words.value(number) for number in range(1, definition.rounds + 1)]
    elif axis == PLAYER:
        heads = [""] * definition.players[1]
    else:
        heads = [words.term(word) for word in definition.axes[axis]]
    rows = [words.sentence(row) for row in part.blank.rows]
    return [({"kind": "blank", "heads": heads, "rows": rows},)]


def _lines(part: CardPart) -> list[Group]:
    """Return lines to write on."""
    return [({"kind": "lines", "lines": part.lines},)] if part.lines else []
