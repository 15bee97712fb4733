"""What a word means: which rules or checklist somebody names, and everything of a game that can be found."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from helper.definitions.fold import fold, nearest
from helper.definitions.schema import SOURCE, Checklist, GameDefinition, Rule, Sentence, Step, Term, TermEntry
from helper.errors import Fault, UnreadableInput
from helper.frozen import Frozen
from helper.i18n.finding import Findable, find, words_of
from helper.i18n.words import NONE, Words

TITLE, WORD, TEXT, BESIDE = 12, 8, 3, 2  # how much a find in each of them weighs


class Named(Frozen):
    """Something with rules that can be named: its id, its other names, and the ids of its rules."""

    id: str
    names: tuple[str, ...]
    rules: tuple[str, ...]


def who(words: Words, step: Step) -> str:
    """Return who does a step of a checklist, empty where it is nobody's in particular."""
    return words.sentence(step.who) if step.who else words.value(tuple(Term(role) for role in step.roles)) if step.roles else ""


def for_players(words: Words, counts: Collection[int]) -> str:
    """Return for how many players something is, empty where no count is named: it is for all."""
    if not counts:
        return ""
    low, high = min(counts), max(counts)
    return words.say_n("{n} player", "{n} players", low) if low == high else words.say("{low}–{high} players", low=low, high=high)


def in_order(definition: GameDefinition) -> list[Rule]:
    """Return every rule in reading order: topic by topic, and as written within one."""
    places = {topic.id: topic.order for topic in definition.topics}
    return sorted(definition.rules.values(), key=lambda rule: places.get(rule.topic, len(places)))


def rules_named(definition: GameDefinition, words: Words, name: str) -> list[Rule]:
    """Return the rules that `name` names: by id, title, a beginning that fits one thing, or a word of the game.

    Raises UnreadableInput where that is nothing, with the nearest name, or too much, with all that fit.
    """
    every = list(_named(definition, words))
    asked = fold(name.strip())
    exact = [entry for entry in every if asked == fold(entry.id)] or [entry for entry in every if asked in map(fold, entry.names)]
    if exact:
        chosen = {id for entry in exact for id in entry.rules}
        return [rule for rule in in_order(definition) if rule.id in chosen]
    begun: dict[tuple[str, ...], str] = {}
    for entry in every:
        if asked and entry.rules and any(fold(word).startswith(asked) for word in (entry.id, *entry.names)):
            begun.setdefault(entry.rules, entry.id if words.lang == SOURCE else entry.names[0])
    if len(begun) == 1:
        return [definition.rules[id] for id in next(iter(begun))]
    if asked in {fold(word) for term in definition.terms.values() for word in (term.id, *spellings(words, term))}:
        entries = [entry for entry, hit in findable(definition, words) if hit["kind"] == "rule"]
        hits = find(entries, name, synonyms(definition, words))
        if hits:
            return [definition.rules[hit.id.partition(" ")[2]] for hit in hits]
    if begun:
        raise UnreadableInput(Fault("ambiguous_word", {"given": name, "known": list(begun.values())}))
    close = nearest(name, [word for entry in every for word in (*([entry.id] if words.lang == SOURCE else []), *entry.names)])
    topics = _all_called(words, {topic.id: topic.title for topic in definition.topics})
    raise UnreadableInput(Fault("unknown_rule", {"given": name, "nearest": close, "known": topics}))


def role_named(definition: GameDefinition, words: Words, name: str) -> str:
    """Return the role that `name` names: by id, a word of it, or a beginning that fits only one; empty where it names none."""
    asked = fold(name.strip())
    spelled = {role: [fold(role), *map(fold, spellings(words, definition.terms[role]))] for role in definition.roles}
    found = [role for role, names in spelled.items() if asked in names]
    found = found or [role for role, names in spelled.items() if asked and any(word.startswith(asked) for word in names)]
    return found[0] if len(found) == 1 else ""


def checklist_named(definition: GameDefinition, words: Words, name: str) -> Checklist:
    """Return the checklist that `name` names: by id, title, or a beginning of either that fits only one."""
    return definition.checklists[one_named(words, name, {id: entry.title for id, entry in definition.checklists.items()}, "unknown_word")]


def one_named(words: Words, name: str, titles: Mapping[str, Sentence], unknown: str) -> str:
    """Return the id that `name` names: by itself, by its title, or by a beginning of either that fits only one.

    Raises UnreadableInput with what is called so, else, as the fault `unknown`, with the nearest and all there are.
    """
    asked = fold(name.strip())
    spelled = {id: (fold(id), fold(words.sentence(title))) for id, title in titles.items()}
    found = [id for id, names in spelled.items() if asked in names]
    found = found or [id for id, names in spelled.items() if asked and any(word.startswith(asked) for word in names)]
    if len(found) == 1:
        return found[0]
    if found:
        raise UnreadableInput(Fault("ambiguous_word", {"given": name, "known": _all_called(words, {id: titles[id] for id in found})}))
    close = nearest(name, [*(called(words, id, title) for id, title in titles.items()), *map(words.sentence, titles.values())])
    raise UnreadableInput(Fault(unknown, {"given": name, "nearest": close, "known": _all_called(words, titles)}))


def called(words: Words, id: str, title: Sentence) -> str:
    """Return what something is called where it is to be named: by its id in English, by its title in other languages."""
    return id if words.lang == SOURCE else words.sentence(title)


def _all_called(words: Words, titles: Mapping[str, Sentence]) -> object:
    """Return what several things are called: titles, which may hold commas, are divided by semicolons."""
    every = [called(words, id, title) for id, title in titles.items()]
    return every if words.lang == SOURCE else "; ".join(every)


def findable(definition: GameDefinition, words: Words) -> Iterator[tuple[Findable, dict[str, object]]]:
    """Yield everything that can be found, with what is answered for it."""
    say = words.sentence

    def entry(kind: str, id: str, title: str, text: str, topic: str, *others: tuple[str, int]) -> tuple[Findable, dict[str, object]]:
        hit: dict[str, object] = {"kind": kind, "id": id, "title": title, "text": text, "topic": topic}
        return Findable(f"{kind} {id}", ((title, TITLE), (text, TEXT), *others)), hit

    for rule in in_order(definition):
        beside = [rule.note, *(part.text for part in rule.requires), *(part.text for part in rule.reminders)]
        others = " ".join(say(sentence) for sentence in beside if sentence)
        yield entry("rule", rule.id, say(rule.title), say(rule.text), rule.topic, (others, BESIDE), (rule.id, BESIDE))
    for term in definition.terms.values():
        others = ", ".join(spellings(words, term)[1:])
        yield entry("term", term.id, say(term.sheet), others, "", (others, WORD))
    for checklist in definition.checklists.values():
        yield entry("checklist", checklist.id, say(checklist.title), " ".join(say(step.text) for step in checklist.steps), "")
    for table in definition.tables.values():
        cells = [words.value(cell(definition, row.get(column.id))) for row in table.rows for column in table.columns]
        heads = [say(sentence) for sentence in (table.axis, *(column.title for column in table.columns)) if sentence]
        yield entry("table", table.id, say(table.title), ", ".join((*heads, *cells)), table.topic)


def synonyms(definition: GameDefinition, words: Words) -> Mapping[str, list[str]]:
    """Return, for each word that people or the printed edition use, the words the pages use."""
    found: dict[str, list[str]] = {}
    for term in definition.terms.values():
        sheet, *others = spellings(words, term)
        for other in others:
            if words_of(other) != words_of(sheet):
                found.setdefault(" ".join(words_of(other)), []).append(sheet)
    return found


def spellings(words: Words, term: TermEntry) -> list[str]:
    """Return every word for a term: the sheet's first, then the printed edition's and others."""
    return [words.sentence(term.sheet), *(word for text in (term.box, term.also) for word in listed(words.sentence(text)))]


def listed(text: str) -> list[str]:
    """Return the words that stand in a text with commas between, none for a dash."""
    return [word for word in map(str.strip, text.split(",")) if word not in ("", NONE)]


def cell(definition: GameDefinition, value: object) -> object:
    """Return a cell of a table as a value to be worded: an id of the game's words is that word."""
    return Term(value) if isinstance(value, str) and value in definition.terms else value


def _named(definition: GameDefinition, words: Words) -> Iterator[Named]:
    every = in_order(definition)

    def among(id: str, names: Iterable[str], inside: set[str]) -> Named:
        return Named(id, tuple(names), tuple(rule.id for rule in every if rule.id in inside))

    for rule in every:
        moves = [words.sentence(rule.move.word)] if rule.move else []
        yield Named(rule.id, (words.sentence(rule.title), *moves), (rule.id,))
    for topic in definition.topics:
        yield among(topic.id, [words.sentence(topic.title)], {rule.id for rule in every if rule.topic == topic.id})
    for role in definition.roles:
        yield among(role, spellings(words, definition.terms[role]), {rule.id for rule in every if role in rule.roles})
    for entry in definition.checklists.values():
        reminded = {rule.id for rule in every for reminder in rule.reminders if entry.id in reminder.when}
        yield among(entry.id, [words.sentence(entry.title)], {step.rule for step in entry.steps} | reminded)
