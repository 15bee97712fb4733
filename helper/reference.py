"""The rules to read: plain data for every surface, in the language asked for.

`game` is a game's id, a unique beginning of one, or a definition already loaded (such as one with a house file). Everything
returned is made of dictionaries, lists, texts and numbers alone; words of a game come worded, ids stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from helper.definitions.fold import fold, nearest
from helper.definitions.load import every as every_game
from helper.definitions.load import find_game, has_engine, load
from helper.definitions.schema import Checklist, Condition, GameDefinition, Rule, Sentence, Step, Table, is_house
from helper.errors import Fault, UnreadableInput
from helper.i18n import catalogs
from helper.i18n.finding import find, unknown_words
from helper.i18n.naming import cell, checklist_named, findable, in_order, listed, role_named, rules_named, synonyms, who
from helper.i18n.words import NONE, Words

Answer = dict[str, object]
Game = str | GameDefinition


def games(language: str = "en") -> Answer:
    """Return every game there is, with its edition and the version of its rules."""
    return {"games": [_game(definition, language) for definition in every_game()]}


def languages() -> Answer:
    """Return every language, with how many sentences of games and errors there are and how many of them it has."""
    from helper.i18n.faults import sentences
    from helper.i18n.messages import messages

    every = [sentence for definition in every_game() for sentence in messages(definition)] + list(sentences().values())
    return {
        "languages": [
            {
                "id": lang,
                "name": catalogs.symbols(lang).name,
                "messages": len(every),
                "translated": sum(map(Words(lang).is_translated, every)),
            }
            for lang in catalogs.languages()
        ]
    }


def rules(game: Game, language: str = "en", of: str | None = None) -> Answer:
    """Return the rules of a game, those of one topic, role or checklist, or one rule.

    `of`: an id, a title or word of the game in `language`, or a beginning that fits only one of them. Of a role, only
    the conditions that hold for it are given. Raises UnreadableInput, with the nearest name or with all that fit, where it
    names nothing or too much.
    """
    definition, words = _open(game, language)
    chosen = in_order(definition) if of is None else rules_named(definition, words, of)
    role = "" if of is None else role_named(definition, words, of)
    return {"game": definition.id, "rules": [_rule(definition, words, rule, role) for rule in chosen]}


def search(game: Game, words: str, language: str = "en") -> Answer:
    """Return the rules, words, checklists and tables of a game in which every one of `words` occurs, best first."""
    definition, speech = _open(game, language)
    answers = {entry.id: (entry, hit) for entry, hit in findable(definition, speech)}
    entries = [entry for entry, _ in answers.values()]
    hits: list[Answer] = [{**answers[found.id][1], "score": found.score} for found in find(entries, words, synonyms(definition, speech))]
    answer: Answer = {"game": definition.id, "query": words, "hits": hits}
    if not hits:
        missing, known = unknown_words(entries, words)
        answer["nearest"] = next(filter(None, (_nearest(word, known) for word in missing)), "")
    return answer


def checklist(game: Game, name: str | None = None, language: str = "en", players: int | None = None) -> Answer:
    """Return the steps of a checklist in order, with what people forget; without a name, which checklists there are.

    Raises UnreadableInput where there is no such checklist, or so many players cannot play.
    """
    definition, words = _open(game, language)
    if name is None:
        listed = [{"id": entry.id, "title": words.sentence(entry.title)} for entry in definition.checklists.values()]
        return {"game": definition.id, "checklists": listed}
    low, high = definition.players
    if players is not None and not low <= players <= high:
        raise UnreadableInput(Fault("out_of_range", {"key": "players", "given": players, "low": low, "high": high}))
    found = checklist_named(definition, words, name)
    steps = [step for step in found.steps if fits_players(step.players, players)]
    at_step, at_end = reminders_of(definition, found, steps, players)
    return {
        "game": definition.id,
        "checklist": found.id,
        "title": words.sentence(found.title),
        "players": players,
        "steps": [
            {
                "id": step.id,
                "who": who(words, step) or None,
                "text": words.sentence(step.text),
                "rule": step.rule,
                "players": list(step.players),
                "house": definition.is_from_house(step.text),
                "reminders": [words.sentence(reminder) for reminder in at_step.get(place, ())],
                "untranslated": _untranslated(words, (step.who, step.text)),
            }
            for place, step in enumerate(steps)
        ],
        "reminders": [words.sentence(reminder) for reminder in at_end],
    }


def glossary(game: Game, language: str = "en") -> Answer:
    """Return the words of a game: the sheet's, the printed edition's (None where unknown) and others that people use."""
    definition, words = _open(game, language)
    return {
        "game": definition.id,
        "terms": [
            {
                "id": entry.id,
                "kind": entry.kind,
                "sheet": words.sentence(entry.sheet),
                "box": _known(words.sentence(entry.box)),
                "also": listed(words.sentence(entry.also)),
                "short": words.sentence(entry.short) if entry.short else None,
                "mark": words.sentence(entry.mark) if entry.mark else None,
                "untranslated": not words.is_translated(entry.sheet),
            }
            for entry in definition.terms.values()
        ],
    }


def tables(game: Game, language: str = "en") -> Answer:
    """Return the tables of a game, each row with its key or its first and last figure, and its cells in words."""
    definition, words = _open(game, language)
    return {"game": definition.id, "tables": [_table(definition, words, table) for table in definition.tables.values()]}


def sources(game: Game, language: str = "en") -> Answer:
    """Return the sources of a game, what stays open or disputed, and which rules are assumed."""
    definition, words = _open(game, language)
    every = list(definition.rules.values())
    return {
        "game": definition.id,
        "sources": [
            {
                "id": source.id,
                "title": words.sentence(source.title),
                "binding": source.binding,
                "rules": [rule.id for rule in every if source.id in rule.sources],
            }
            for source in definition.sources.values()
        ],
        "options": [
            {
                "id": option.id,
                "title": words.sentence(option.title),
                "kind": option.kind,
                "default": option.default,
                "choices": [{"id": id, "text": words.sentence(text)} for id, text in option.choices.items()],
                "sources": list(option.sources),
                "house": is_house(option),
                "rules": [rule.id for rule in every if rule.option == option.id],
            }
            for option in definition.options.values()
        ],
        "disputed": [rule.id for rule in every if rule.status == "disputed"],
        "assumed": [rule.id for rule in every if rule.status == "assumed"],
    }


def reminders_of(
    definition: GameDefinition, checklist: Checklist, steps: Sequence[Step], players: int | None = None
) -> tuple[dict[int, list[Sentence]], list[Sentence]]:
    """Return what people forget at a checklist: by the first step that follows its rule, or a rule that names it; and what is left.

    A step is passed over that is meant for other numbers of players than what is forgotten there.
    """
    at_step: dict[int, list[Sentence]] = {}
    at_end: list[Sentence] = []
    for rule in in_order(definition):
        follows = [place for place, step in enumerate(steps) if step.rule == rule.id]
        follows = follows or [place for place, step in enumerate(steps) if rule.id in definition.rules[step.rule].see]
        for reminder in rule.reminders:
            if not any(when.rpartition(":")[2] == checklist.id for when in reminder.when) or not fits_players(reminder.players, players):
                continue
            beside = [place for place in follows if _meet(steps[place].players, reminder.players)]
            beside.sort(key=lambda place: bool(reminder.players) and not steps[place].players)
            (at_step.setdefault(beside[0], []) if beside else at_end).append(reminder.text)
    return at_step, at_end


def _meet(some: Sequence[int], others: Sequence[int]) -> bool:
    """Return whether limits to some numbers of players have one in common; no limit has all."""
    return not some or not others or not {*some}.isdisjoint(others)


def fits_players(limited: Sequence[int], players: int | None) -> bool:
    """Return whether what is limited to some numbers of players, if it is, belongs to a game of so many, if that is known."""
    return players is None or not limited or players in limited


def _open(game: Game, language: str) -> tuple[GameDefinition, Words]:
    if isinstance(game, str):
        game = load(find_game(game))
    return game, Words(language, game)


def _game(definition: GameDefinition, language: str) -> Answer:
    words = Words(language, definition)
    return {
        "id": definition.id,
        "title": words.sentence(definition.title),
        "players": list(definition.players),
        "version": definition.version,
        "edition": words.sentence(definition.edition),
        "date": definition.date,
        "has_engine": has_engine(definition.id),
    }


def _rule(definition: GameDefinition, words: Words, rule: Rule, role: str = "") -> Answer:
    conditions: list[tuple[Rule, Condition]] = []
    for one in (role,) if role else rule.roles or ("",):
        conditions.extend(pair for pair in definition.conditions(rule, one) if pair not in conditions)
    spoken = [rule.title, rule.text, rule.note, *(condition.text for _, condition in conditions)]
    return {
        "id": rule.id,
        "kind": rule.kind,
        "topic": rule.topic,
        "roles": list(rule.roles),
        "title": words.sentence(rule.title),
        "text": words.sentence(rule.text),
        "note": words.sentence(rule.note) if rule.note else None,
        "requires": [
            {
                "id": condition.id,
                "text": words.sentence(condition.text),
                "checked_by": condition.checked_by,
                "rule": owner.id,
                "rule_title": words.sentence(owner.title),
            }
            for owner, condition in conditions
        ],
        "values": dict(rule.values),
        "sources": list(rule.sources),
        "source_titles": [words.sentence(definition.sources[id].title) for id in rule.sources],
        "status": rule.status,
        "house": is_house(rule),
        "reminders": [words.sentence(reminder.text) for reminder in rule.reminders],
        "untranslated": _untranslated(words, (*spoken, *(reminder.text for reminder in rule.reminders))),
    }


def _table(definition: GameDefinition, words: Words, table: Table) -> Answer:
    return {
        "id": table.id,
        "topic": table.topic,
        "title": words.sentence(table.title),
        "axis": words.sentence(table.axis) if table.axis else None,
        "columns": [{"id": column.id, "title": words.sentence(column.title)} for column in table.columns],
        "rows": [{**row, "cells": [words.value(cell(definition, row.get(column.id))) for column in table.columns]} for row in table.rows],
        "unknown": [list(gap) for gap in table.unknown],
        "sources": list(table.sources),
        "status": table.status,
        "house": is_house(table),
    }


def _nearest(word: str, known: set[str]) -> str:
    begun = sorted(other for other in known if fold(other)[:1] == fold(word)[:1])
    return nearest(word, begun) or nearest(word, sorted(known))


def _known(text: str) -> str | None:
    return None if text.strip() in ("", NONE) else text


def _untranslated(words: Words, sentences: Iterable[Sentence | None]) -> bool:
    return not all(words.is_translated(sentence) for sentence in sentences if sentence is not None)
