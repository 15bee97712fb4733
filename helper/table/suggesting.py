"""What may be typed next: for completion, in the language of whoever types."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from helper.engine.journal import Journal
from helper.errors import HelperError
from helper.table.evening import Evening
from helper.table.reading import find_move, moves
from helper.table.wording import Speaker


def suggestions(journal: Journal, do: str, words: Sequence[str], language: str = "en") -> list[str]:
    """Return the words that may follow `words` in a request to `play`, to look at what is `legal`, or to `observe` or `adjust`."""
    evening = Evening(journal)
    speaker = Speaker(evening.definition, language, evening.header.seats, evening.header.roles)
    seats = list(evening.header.seats.values())
    if do in ("observe", "adjust"):
        return list(_keys(evening, speaker))
    if do == "legal":
        return seats if not words else []
    return list(_move(evening, speaker, words, seats)) if do == "play" else []


def _keys(evening: Evening, speaker: Speaker) -> Iterator[str]:
    for one in evening.definition.inputs:
        if one.record:
            parts = [part[1:-1] if part.startswith("<") else "" for part in one.key.split(".")]
            seats = tuple(evening.header.seats)
            values = [
                (seats if axis == "seat" else evening.definition.axes[axis]) if axis else (part,)
                for axis, part in zip(parts, one.key.split("."), strict=True)
            ]
            yield from (speaker.key(".".join(path)).removeprefix("players.") + "=" for path in product(*values))


def _move(evening: Evening, speaker: Speaker, words: Sequence[str], seats: list[str]) -> Iterator[str]:
    rest = list(words)
    if rest and _is_seat(evening, rest[0]):
        rest.pop(0)
    elif not rest:
        yield from seats
    if not rest:
        yield from (speaker.move_word(rule.id) for rule in moves(evening.definition))
        return
    try:
        rule = find_move(evening.definition, speaker.words.vocabulary(), rest[0])
    except HelperError:
        return
    types = {one.key: one.type for one in evening.definition.inputs}
    for key in (rule.move.parameters if rule.move else ())[len(rest) - 1 :][:1]:
        if types[key] == "seat":
            yield from seats
        yield from (speaker.words.term(id) for id in evening.definition.axes.get(types[key], ()))


def _is_seat(evening: Evening, word: str) -> bool:
    try:
        evening.reader({}).seat(word)
    except HelperError:
        return False
    return True
