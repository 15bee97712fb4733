"""How figures, arguments and values are typed in the reader's language: by words that are read back as the same, else by ids."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from helper.definitions.branches import SEAT, Branch, root_of
from helper.definitions.fold import fold
from helper.definitions.inputs import KEY
from helper.definitions.schema import SOURCE, GameDefinition, Input, copy_of
from helper.i18n.naming import spellings
from helper.i18n.words import Words

PLAYERS = "players."
_ONE_WORD = re.compile(r"[\w-]+")
_TOKEN = re.compile(r"[^\W\d]\w*")


def typed_key(words: Words, path: str, names: Mapping[str, str] | None = None) -> str:
    """Return the key of a figure as it is typed in the reader's language; `names` are those of who sits where.

    A path that is none of the game's, or a segment that no word of this language would be read as, stays as it is.
    """
    definition = words.definition
    if words.lang == SOURCE or definition is None:
        return path
    branch = root_of(definition, figures_of(definition))
    parts: list[str] = []
    for id in path.split("."):
        if not (id in branch.known or branch.has_seats):
            return _typed(words, path)
        parts.append(_segment(words, definition, branch, id) if id in branch.known else _plain((names or {}).get(id, id)) or id)
        branch = branch.under(id if id in branch.known else SEAT)
    key = ".".join(parts)
    return key.removeprefix(f"{parts[0]}.") if names and len(parts) > 1 and path.startswith(PLAYERS) else key


def figures_of(definition: GameDefinition) -> list[Input]:
    """Return the inputs that are figures of a record or of a calculator, not arguments of moves alone."""
    return [one for one in definition.inputs if one.record or one.used_by]


def typed_pattern(words: Words, pattern: str) -> str:
    """Return the pattern of keys as they are typed in the reader's language, with a dot for each axis that has no word of its own."""
    if words.lang == SOURCE:
        return pattern
    return ".".join(f"<{_axis(words, part[1:-1])}>" if part.startswith("<") else _typed(words, part) for part in pattern.split("."))


def _axis(words: Words, axis: str) -> str:
    """Return what stands for an axis in a pattern: its word, who it is where it runs over people, else an ellipsis."""
    assert words.definition
    who = axis == SEAT[1:-1] or set(words.definition.axes.get(axis, ())) <= set(words.definition.roles)
    word = words.say("Who").lower() if who else _typed(words, axis)
    return word if word != axis else "…"


def typed_argument(words: Words, key: str) -> str:
    """Return the key of an argument of a move as it is typed in the reader's language."""
    return _typed(words, key) if words.lang != SOURCE else key


def typed_value(words: Words, value: object) -> str:
    """Return a value that is written with ids, as it is typed in the reader's language: each word of the game by its own."""
    if words.lang == SOURCE:
        return str(value)
    return _TOKEN.sub(lambda token: _typed(words, token[0]), str(value))


def is_argument(words: Words, given: str, key: str) -> bool:
    """Return whether `given` names the argument `key`: by its id or by a word of this language."""
    return given == key or any(found.get(fold(given)) == key for found in words.vocabulary().values())


def _typed(words: Words, id: str) -> str:
    """Return one word for a word of the game, with the number of a copy behind it; the id where it has none such."""
    terms = words.definition.terms if words.definition else {}
    name = id if id in terms else copy_of(id)
    kinds = [KEY, terms[name].kind] if name in terms else [KEY]
    for word in _candidates(words, name):
        if name in {words.vocabulary().get(kind, {}).get(fold(word)) for kind in kinds}:
            return word + id.removeprefix(name)
    return id


def _segment(words: Words, definition: GameDefinition, branch: Branch, id: str) -> str:
    name = id if id in definition.terms else copy_of(id)
    for word in _candidates(words, name):
        read = {found[fold(word)] for found in words.vocabulary().values() if fold(word) in found}
        if {one for one in read if one in branch.known or one == name} == {name} and word not in branch.known - {id}:
            return word + id.removeprefix(name)
    return id


def _candidates(words: Words, id: str) -> Iterator[str]:
    """Yield the words for a word of the game, or a key, that need no quotes where they are typed, the sheet's first."""
    term = words.definition.terms.get(id) if words.definition else None
    declared = root_of(words.definition, words.definition.inputs).single.get(id) if words.definition and not term else None
    own = [words.sentence(declared.word)] if declared and declared.word else []
    for word in spellings(words, term) if term else own:
        if joined := _one_word(word):
            yield joined


def _plain(name: str) -> str:
    """Return a name that needs no quotes where it is typed; nothing for another."""
    return name if _ONE_WORD.fullmatch(name) else ""


def _one_word(word: str) -> str:
    """Return a word as one, in small letters; nothing where it holds a sign that divides what is typed."""
    joined = "_".join(word.lower().split())
    return joined if _ONE_WORD.fullmatch(joined) else ""
