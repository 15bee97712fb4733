"""Word a rule for one role: what a shared rule says of another of its roles is left out."""

from __future__ import annotations

import re

from helper.definitions.schema import GameDefinition, Option, Rule, Sentence
from helper.i18n.words import Words

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_CLAUSE = re.compile(r"(?<=;)\s+")


def text_for(definition: GameDefinition, words: Words, rule: Rule, role: str) -> str:
    """Return the text of a rule without the clauses that begin with another role that shares it.

    The English clauses decide; a language that breaks its sentences elsewhere is given the whole text.
    """
    return without(definition, words, rule.text, set(rule.roles) - {role})


def without(definition: GameDefinition, words: Words, sentence: Sentence, others: set[str]) -> str:
    """Return a sentence in words without the clauses that begin with one of `others`."""
    whole = words.sentence(sentence)
    english, spoken = _SENTENCE.split(Words("en", definition).sentence(sentence)), _SENTENCE.split(whole)
    if not others or len(english) != len(spoken):
        return whole
    kept = [text for told, said in zip(english, spoken, strict=True) if (text := _kept(definition, told, said, others))]
    return " ".join(kept) or whole


def _kept(definition: GameDefinition, english: str, spoken: str, others: set[str]) -> str:
    told, said = _CLAUSE.split(english), _CLAUSE.split(spoken)
    wanted = [not begins_with(definition, clause, others) for clause in told]
    if all(wanted) or not any(wanted):
        return spoken if all(wanted) else ""
    if len(told) != len(said):
        return spoken
    text = "; ".join(clause.rstrip(";") for clause, keep in zip(said, wanted, strict=True) if keep)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def begins_with(definition: GameDefinition, clause: str, roles: set[str]) -> bool:
    """Return whether an English clause begins with one of `roles`."""
    bare = clause.removeprefix("The ").removeprefix("the ")
    return any(bare.startswith(definition.terms[role].sheet.text) for role in roles if role in definition.terms)


def concerns(definition: GameDefinition, option: Option, role: str) -> bool:
    """Return whether an option is about a role: one of those that its title names, or any where it names none."""
    named = [one for one in definition.roles if one in definition.terms and definition.terms[one].sheet.text in option.title.text]
    return role in named or not named
