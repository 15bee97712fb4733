"""Strategies for what nobody should type, mail or send, and what must become of it: an answer, or an error in our words."""

from __future__ import annotations

import string
from collections.abc import Callable
from functools import cache

from hypothesis import strategies as st

from helper.definitions.load import load
from helper.definitions.schema import GameDefinition
from helper.errors import Fault, HelperError
from helper.games import rules_of
from helper.i18n.words import Words

GAMES = ("capital-lux-2", "hegemony")
LANGUAGES = ("en", "de", "it")
SEPARATORS = list(".,:;=+-_ /#*'\"\\!?&<>[]{}()|~^%$@\t\n\r\0")
# Digits of other scripts, raised and circled ones, signs that change their length when folded, halves of signs, marks of direction,
# line ends that are none in JSON, signs beyond the first plane, figures longer than Python turns into text.
ODD = ["²", "①", "٣", "൪", "Ⅷ", "½", "ß", "İ", "ı", "ﬁ", "ŉ", "\ud800", "\udfff", "\u202e", "\u2028", "\x85", "\ufeff", "\u200d", "🂡", "é"]
HUGE = ["9" * 5000, "-" + "9" * 5000, "1" * 400, "0" * 5000, "1e999", "1e-999", "nan", "inf", "-0", "0x10", "1_000", "+1", "٣" * 5000]


@cache
def vocabulary(game: str) -> list[str]:
    """Return words that a game knows, and seats."""
    definition = load(game)
    words = {word for kind in Words("de", definition).vocabulary().values() for word in kind}
    keys = {part for one in definition.inputs for part in one.key.split(".") if "<" not in part}
    return sorted(
        {*words, *keys, *definition.rules, "P1", "P2", "Anna", "Bert", "sum", "top", "as", "b5", "3B", "c2", "wy2+1", "m3", "4f8l"}
    )


def fragments(game: str) -> st.SearchStrategy[str]:
    """Return pieces of what could be typed."""
    return st.one_of(
        st.sampled_from(vocabulary(game)),
        st.sampled_from([*SEPARATORS, *ODD]),
        st.sampled_from(HUGE),
        st.text("0123456789", min_size=1, max_size=3),
        st.text(max_size=4),
        st.text(string.ascii_letters, min_size=1, max_size=3),
    )


def words(game: str) -> st.SearchStrategy[str]:
    """Return a word as it could be typed, of several pieces."""
    return st.lists(fragments(game), min_size=1, max_size=6).map("".join)


def keys(game: str) -> st.SearchStrategy[str]:
    """Return keys of figures, some of them real."""
    definition = load(game)
    real = [one.key for one in definition.inputs]
    return st.one_of(
        st.sampled_from(real).flatmap(lambda key: filled(definition, key)), st.lists(fragments(game), min_size=1, max_size=4).map(".".join)
    )


def filled(definition: GameDefinition, key: str) -> st.SearchStrategy[str]:
    """Return a key with its axes filled in."""
    parts = [
        st.sampled_from(["P1", "P2", "Anna"] if part == "<seat>" else list(definition.axes[part[1:-1]]))
        if part.startswith("<")
        else st.just(part)
        for part in key.split(".")
    ]
    return st.tuples(*parts).map(".".join)


def pairs(game: str) -> st.SearchStrategy[str]:
    """Return key=value words."""
    return st.one_of(st.tuples(keys(game), st.just("="), words(game)).map("".join), words(game))


def json_values(game: str) -> st.SearchStrategy[object]:
    """Return anything that JSON or TOML can hold."""
    leaves = st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), words(game), st.sampled_from([10**400, -(10**30), 10**9 + 1, "9" * 5000])
    )
    return st.recursive(leaves, lambda below: st.lists(below, max_size=4) | st.dictionaries(words(game), below, max_size=4), max_leaves=12)


def answered(game: str, call: Callable[[], object]) -> object:
    """Return an answer, None where there is an error in our own words; anything else that is raised fails the test."""
    faults: tuple[Fault, ...] = ()
    try:
        return call()
    except HelperError as error:
        faults = error.faults
    for language in LANGUAGES:
        words = Words(language, load(game))
        assert all(words.fault(fault) for fault in faults), faults
    return None


def types_of(game: str) -> list[str]:
    """Return the keys of every input of a game, one of each type."""
    definition = load(game)
    found = {one.type: one.key for one in definition.inputs}
    assert set(found) <= set(rules_of(game).TYPES)
    return sorted(found.values())
