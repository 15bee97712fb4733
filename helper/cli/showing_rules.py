"""Lay out what was looked up: rules, finds, checklists, words, games and languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from helper.cli.layout import columns, heading, separated, wrapped
from helper.cli.terminal import Terminal
from helper.definitions.schema import SOURCE
from helper.i18n.naming import for_players

Answer = Mapping[str, Any]


def game_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield the games."""
    for game in answer["games"]:
        low, high = game["players"]
        about = [
            terminal.say("players: {low} to {high}", low=low, high=high),
            terminal.say("can be recorded") if game["has_engine"] else terminal.say("rules only"),
        ]
        yield f"{game['id']}: {game['title']}; {'; '.join(about)}"


def version_lines(terminal: Terminal, game: Answer) -> Iterator[str]:
    """Yield which edition, version and date the rules of a game have."""
    yield game["title"]
    yield terminal.say("Edition: {edition}", edition=game["edition"])
    yield terminal.say("Rules: version {version} of {date}", version=game["version"], date=game["date"])


def language_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield the languages and how much of each is translated."""
    rows = []
    for one in answer["languages"]:
        words = terminal.say("sentences: {translated} of {messages}", translated=one["translated"], messages=one["messages"])
        rows.append([one["id"], one["name"], words])
    yield from columns(rows) if terminal.pretty else (f"{id}: {name}, {words}" for id, name, words in rows)


def rule_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield rules, each with what it requires, what people forget, and where it is from.

    Among several rules, what they share is said by the name of the rule that says it.
    """
    several = len(answer["rules"]) > 1
    yield from separated((_rule(terminal, rule, several) for rule in answer["rules"]), terminal)


def _with_id(terminal: Terminal, title: str, id: str, kind: str = "") -> str:
    """Return a title with what it is, and with the id that it is looked up by; where ids are no words, the title does that."""
    beside = ": ".join(filter(None, (kind, id if terminal.language == SOURCE else "")))
    return f"{title} [{beside}]" if beside else title


def _rule(terminal: Terminal, rule: Answer, several: bool) -> Iterator[str]:
    yield heading(terminal, _with_id(terminal, rule["title"], rule["id"]))
    facts = [rule["text"]]
    told = [one for one in rule["requires"] if not several or one["rule"] == rule["id"]]
    facts += [terminal.say("Required: {condition}", condition=one["text"]) for one in told]
    shared = list(dict.fromkeys(one["rule_title"] for one in rule["requires"] if one not in told))
    facts += [terminal.say("Required as well: {rules}", rules=shared)] if shared else []
    facts += [terminal.say("Note: {note}", note=rule["note"])] if rule["note"] else []
    facts += [terminal.say("Easily forgotten: {reminder}", reminder=one) for one in rule["reminders"]]
    if rule["house"]:
        facts.append(terminal.say("House rule"))
    if rule["status"] == "assumed":
        facts.append(terminal.say("Assumed: the sources are silent here."))
    elif rule["status"] == "disputed":
        facts.append(terminal.say("Disputed: the sources differ here."))
    facts.append(terminal.say("Source: {sources}", sources="; ".join(rule["source_titles"])))
    if rule["untranslated"]:
        facts.append(terminal.say("Not translated yet."))
    for fact in facts:
        yield wrapped(terminal, fact, 2)


def found_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield what was found, best first; where nothing was, the nearest word."""
    if not answer["hits"]:
        yield terminal.say("Nothing found for “{query}”.", query=answer["query"])
        if answer.get("nearest"):
            yield terminal.say("Did you mean {nearest}?", nearest=answer["nearest"])
        return
    kinds = {"rule": "", "term": terminal.say("word"), "checklist": terminal.say("checklist"), "table": terminal.say("table")}
    for hit in answer["hits"]:
        kind = kinds.get(hit["kind"], hit["kind"])
        if terminal.pretty:
            yield heading(terminal, _with_id(terminal, hit["title"], hit["id"], kind))
            if hit["text"]:
                yield wrapped(terminal, hit["text"], 2)
        else:
            named = " ".join(filter(None, (kind, hit["id"] if terminal.language == SOURCE else "")))
            yield ": ".join(filter(None, (named, hit["title"], hit["text"])))


def checklist_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield the steps of a checklist, or which checklists there are."""
    if "checklists" in answer:
        rows = [[one["id"], one["title"]] if terminal.language == SOURCE else [one["title"]] for one in answer["checklists"]]
        yield from columns(rows) if terminal.pretty else map(": ".join, rows)
        return
    yield heading(terminal, answer["title"])
    for number, step in enumerate(answer["steps"], 1):
        who = f"{step['who']}: " if step["who"] else ""
        counts = ""
        if step["players"] and answer["players"] is None:
            counts = f" ({for_players(terminal.words, step['players'])})"
        ours = " (" + terminal.say("House rule") + ")" if step["house"] else ""
        yield wrapped(terminal, f"{number}. {who}{step['text']}{counts}{ours}", 2, 3)
        for reminder in step["reminders"]:
            yield wrapped(terminal, terminal.say("Easily forgotten: {reminder}", reminder=reminder), 5)
    for reminder in answer["reminders"]:
        yield wrapped(terminal, terminal.say("Easily forgotten: {reminder}", reminder=reminder), 2)


def term_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield the words of a game."""
    for term in answer["terms"]:
        others = [terminal.say("in the box: {word}", word=term["box"])] if term["box"] else []
        others += [terminal.say("also: {words}", words=term["also"])] if term["also"] else []
        yield wrapped(terminal, _with_id(terminal, term["sheet"], term["id"]) + (f" – {'; '.join(others)}" if others else ""), 0, 2)
