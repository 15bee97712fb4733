"""English sentences that hold a number read right with any number: by plural forms, or by wording that has none.

Which words are counted nobody lists: it is what sentences with plural forms change between their forms, and the glossary.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from helper.definitions.load import load
from helper.definitions.schema import GameDefinition, Sentence, Term
from helper.definitions.walk import sentences
from helper.i18n.catalog_files import Message, all_messages, fault_sentences
from helper.i18n.words import Words
from tests.missing import speaks
from tests.rows import Row

GAMES = ("capital-lux-2", "hegemony")
_NAME = re.compile(r"\{(\w+)\}")
_COUNTED = re.compile(r"\{(\w+)\}((?: [A-Za-z-]+){1,3})")
_WORD = re.compile(r"[a-z]+")
_PLACEHOLDER = re.compile(r"\{\w+\}")
_PLURAL_VERBS = {"are", "were", "have", "lie", "come", "find"}
_AUXILIARIES = {"would", "will", "can", "may", "must"}
_NO_VERBS = {"its", "his", "as", "this"}


@cache
def every_sentence() -> dict[str, tuple[GameDefinition, Sentence]]:
    """Return the sentences of the games by their place."""
    return {one.context: (game, one) for game in map(load, GAMES) for one in sentences(game)}


@cache
def counted() -> frozenset[str]:
    """Return every noun in the plural that some sentence counts, or that the glossary has beside its singular."""
    found: set[str] = set()
    for message in all_messages():
        if message.plural:
            one, other = (set(_WORD.findall(_PLACEHOLDER.sub("", text).casefold())) for text in (message.text, message.plural))
            found |= {word for word in other - one if _singulars(word) & one}
    for game in map(load, GAMES):
        words = {word for term in game.terms.values() for text in (term.sheet, term.also) for word in _WORD.findall(text.text.casefold())}
        found |= {word for word in words if _singulars(word) & words}
    return frozenset(found)


def _singulars(plural: str) -> set[str]:
    ends = (("ies", "y"), ("es", ""), ("s", ""))
    return {plural.removesuffix(end) + instead for end, instead in ends if plural.endswith(end) and len(plural) > len(end) + 1}


def numbers_that_read_wrong(text: str, game: GameDefinition | None = None, values: object = None) -> Iterator[str]:
    """Yield the places of a sentence without plural forms that are wrong with 1, or (a noun in the singular) with more.

    Right are the end of a span (“{low} to {high} players”), and what is no number: a name stands before its verb, and so does
    the number of a round or a level. Where several figures of the rule stand in a sentence gettext chooses by one of them alone:
    there a figure that is more than one in the box may stand.
    """
    figures = {name: figure for name, figure in values.items() if isinstance(figure, int)} if isinstance(values, dict) else {}
    several = sum(name in figures for name in set(_NAME.findall(text))) > 1
    for found in _COUNTED.finditer(text):
        name, words = found[1], found[2].casefold().split()
        if name == words[0] and name not in counted():  # a kind of goods, called by its own name
            continue
        if name in figures and any(_singulars(word) & set(words[:2]) for word in counted()):
            yield found.group()
        place = next((n for n, word in enumerate(words) if word in counted() or word in _PLURAL_VERBS), None)
        if place is None or any((word.endswith("s") and word not in _NO_VERBS) or word in _AUXILIARIES for word in words[:place]):
            continue
        if text[: found.start()].endswith(("} to ", "}–")) or (words[place] in _PLURAL_VERBS and text[: found.start()].endswith("s of ")):
            continue
        figure = figures.get(name, 1)
        if figure > 1 and (several or (words[place] == "players" and game and figure in range(game.players[0], game.players[-1] + 1))):
            continue
        yield found.group()


def told() -> Iterator[tuple[str, Message]]:
    for message in all_messages():
        if not message.plural and not any(comment.startswith("Said by") for comment in message.comments):
            yield message.context or "the program", message


def test_a_sentence_with_a_number_has_plural_forms_or_reads_right_with_any_number() -> None:
    missing = []
    for where, message in told():
        game, sentence = every_sentence().get(where, (None, None))
        for part in numbers_that_read_wrong(message.text, game, dict(sentence.values) if sentence else None):
            missing.append(
                f"“{part}” in “{message.text}” ({where}) reads wrong with 1. Write {{ one = …, other = …, by = … }} (in code: ngettext, "
                "say_n), or word it with the number at the end: “Cards told: {told}”."
            )
    speaks(missing)


@pytest.mark.parametrize(
    ("text", "reads_wrong"),
    [
        ("The State cannot pay off {loans} of its loans: they are discarded.", True),
        ("In the Preparation: {now} further workers for each of Working and Middle Class, instead of {before}.", True),
        ("{seat} wins with {points} points.", True),
        ("{seat}: {amount} × {good} find no room and are lost.", True),
        ("{named} are named.", True),
        ("{cubes} cubes into the bag", True),
        ("({players} players)", True),
        ("Workers named: {named}.", False),
        ("{low} to {high} players", False),
        ("{seat} wins: as many points as {others}, but less gold.", False),
        ("Round {round} begins.", False),
        ("{seat} holds no card: the round ends.", False),
        ("{seat}: {amount} × {good} for {money} Vardis.", False),
    ],
)
def test_the_check_finds_what_reads_wrong_with_one_and_leaves_the_rest(text: str, reads_wrong: bool) -> None:
    assert bool(list(numbers_that_read_wrong(text))) is reads_wrong


def test_plural_forms_are_chosen_by_what_the_sentence_holds() -> None:
    """A number that only chooses and is not said, as in “the only turn”, is said in the other form."""
    chosen = [one for _, one in every_sentence().values() if one.plural] + [one for one in fault_sentences() if one.plural]
    assert [one.context for one in chosen if f"{{{one.by}}}" not in one.plural] == []


SAID = tomllib.loads((Path(__file__).parent / "plurals.toml").read_text(encoding="utf-8"))["said"]


def _value(given: object) -> object:
    """Return a value of the table: a word of the game, a list of such, or as it stands."""
    if isinstance(given, dict):
        return Term(given["term"])
    return tuple(map(_value, given)) if isinstance(given, list) else given


@pytest.mark.parametrize("case", SAID, ids=[case["where"] for case in SAID])
def test_one_is_said_as_one_and_two_as_two_in_three_languages(case: dict[str, Any]) -> None:
    game, sentence = every_sentence()[case["where"]]
    with Row(case["where"], [f"{case['values']}"]) as row:
        for lang in ("en", "de", "it"):
            row.same(lang, case[lang], Words(lang, game).sentence(sentence, {key: _value(one) for key, one in case["values"].items()}))
