"""What there is to read of a game, and in which groups: one answer for home page, navigation and tiles.

A game with few topics has its rules in one group. One with many has them in groups: what players do, how it works, and
what happens round by round, all told from the definition: topics with actions of a role, topics between checklists.
"""

from __future__ import annotations

from helper.definitions.schema import GameDefinition, Rule, Topic
from helper.frozen import Frozen
from helper.i18n.words import Words
from helper.publish.changes import changing_axis
from helper.publish.writer import checklist_page, place_page, role_page, rules_of, topic_page

MANY_TOPICS = 12  # from here on they come in groups
ACTIONS = ("basic_action", "free_action", "passive")


class Entry(Frozen):
    """A page: its title, its file, and the mark of the role that it is about, if any."""

    title: str
    path: str
    mark: str = ""


class Group(Frozen):
    """Pages that belong together; `first` ones are offered on the first page of a language too."""

    title: str
    entries: tuple[Entry, ...]
    first: bool = False


def sections(definition: GameDefinition, words: Words) -> list[Group]:
    """Return what there is to read of a game, group by group, what is looked up most first."""
    say = words.say
    many = len(definition.topics) >= MANY_TOPICS
    steps = tuple(Entry(words.sentence(entry.title), checklist_page(entry.id)) for entry in definition.checklists.values())
    groups = [Group(say("Who may do what"), roles(definition, words), True), Group(say("Step by step"), steps, True)]
    groups.append(Group(changes_title(definition, words), changes(definition, words), True))
    if many:
        groups.extend(Group(title, _topics(words, topics)) for title, topics in _grouped(definition, words))
    else:
        groups.append(Group(say("Rules"), _topics(words, definition.topics), not groups[0].entries))
    more = [Entry(say("Tables"), "tables.md")] if definition.tables else []
    more += [Entry(say("What people forget"), "forgotten.md"), Entry(say("Glossary"), "glossary.md")]
    more += [Entry(say("Sources and open points"), "sources.md"), Entry(say("State of the translations"), "translation.md")]
    return [group for group in (*groups, Group(say("To look up"), tuple(more))) if group.entries]


def acting_roles(definition: GameDefinition) -> tuple[str, ...]:
    """Return the roles that have actions of their own."""
    acting = {role for rule in definition.rules.values() if rule.kind in ACTIONS for role in rule.roles}
    return tuple(role for role in definition.roles if role in acting)


def roles(definition: GameDefinition, words: Words) -> tuple[Entry, ...]:
    """Return the pages of the roles that have actions of their own."""
    return tuple(Entry(words.term(role), role_page(role), mark(definition, words, role)) for role in acting_roles(definition))


def changes(definition: GameDefinition, words: Words) -> tuple[Entry, ...]:
    """Return the pages of what can change, such as policies, each with its number."""
    axis = changing_axis(definition)
    places = definition.axes[axis] if axis else ()
    return tuple(Entry(numbered(words, place, number), place_page(axis, place)) for number, place in enumerate(places, 1))


def numbered(words: Words, place: str, number: int) -> str:
    """Return the word for a place with its number before it."""
    return words.say("{number}: {name}", number=number, name=words.term(place))


def changes_title(definition: GameDefinition, words: Words) -> str:
    """Return the title of the topic that tells of the changes."""
    axis = changing_axis(definition)
    first = f"{axis}.{definition.axes[axis][0]}" if axis else ""
    topic = next((one for one in definition.topics if first and one.id == definition.rules[first].topic), None)
    return words.sentence(topic.title) if topic else ""


def mark(definition: GameDefinition, words: Words, role: str) -> str:
    """Return the letters that stand for a role, empty where it has none."""
    entry = definition.terms.get(role)
    return words.sentence(entry.mark) if entry and entry.mark else ""


def is_action(rule: Rule) -> bool:
    """Return whether a rule is something that a role may do or has."""
    return rule.kind in ACTIONS and bool(rule.roles)


def _topics(words: Words, topics: tuple[Topic, ...]) -> tuple[Entry, ...]:
    return tuple(Entry(words.sentence(topic.title), topic_page(topic.id)) for topic in topics)


def _grouped(definition: GameDefinition, words: Words) -> list[tuple[str, tuple[Topic, ...]]]:
    """Return the topics before the actions, with actions, beside them, and from the first to the last phase after them."""
    say = words.say
    topics = sorted(definition.topics, key=lambda topic: topic.order)
    acting = [topic for topic in topics if any(rule.kind in ACTIONS for rule in rules_of(definition, topic.id))]
    first = topics.index(acting[0]) if acting else 0
    rest = [topic for topic in topics[first:] if topic not in acting]
    phased = [place for place, topic in enumerate(rest) if topic.id in definition.checklists]
    start = phased[0] if phased else len(rest)
    return [
        (say("To begin with"), tuple(topics[:first])),
        (say("Actions by subject"), tuple(acting)),
        (say("How it works"), tuple(rest[:start])),
        (say("Round by round"), tuple(rest[start:])),
    ]
