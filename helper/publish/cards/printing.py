"""Print cards: one PDF for a game, a language, a paper and a size, by Typst. The same every time it is made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from helper.definitions.inputs import find
from helper.definitions.load import load
from helper.definitions.schema import GameDefinition
from helper.frozen import Frozen
from helper.i18n.words import Words
from helper.publish.cards.contents import Card, cards
from helper.publish.cards.sheets import MARK, MARK_GAP, PAGE, RULER, RULER_ROOM, marks, sheet
from helper.publish.cards.typesetting import Lost, Tells, typeset

FONTS = ("Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Math")
POINTS = {"poker": (8.5, 8, 7.5, 7)}
"""Sizes of text, the one that is liked best first, down to the smallest that can be read."""
NOBODY: Mapping[str, str] = {}
RESUME_SIZE = "a5"
OTHER_POINTS = (9.5, 9, 8.5, 8)
PADDING = {"poker": 3.0}
OTHER_PADDING = 4.0
COLUMNS, GUTTER = {"a5": 2, PAGE: 2}, 4.0
"""How many columns a card has where nothing needs its whole width, and the space between them."""


class Print(Frozen):
    """How cards are printed: paper, the size of all (empty: the one that suits each set), ink, both sides, over which edge."""

    paper: str = "a4"
    size: str = ""
    ink: str = "full"
    duplex: bool = False
    flip: str = "long"


def sets(game: str, language: str) -> list[dict[str, object]]:
    """Return the sets of cards of a game: id, title, whose aid it is, the size that suits it."""
    definition = load(game)
    words = Words(language, definition)
    return [
        {
            "id": id,
            "title": words.sentence(entry.title),
            "role": entry.role or None,
            "role_name": words.term(entry.role) if entry.role else None,
            "size": entry.size,
        }
        for id, entry in definition.cards.items()
    ]


def untold(lost: Lost) -> None:
    """Tell nobody."""


def printed(game: str, language: str, chosen: Sequence[str], how: Print, parts: str = "", tells: Tells = untold) -> bytes:
    """Return a PDF of cards: all sets, or those chosen; of sets told apart, the parts whose ids end in `parts`.

    `tells` hears of signs that no font has: a box stands for each.

    Raises UnreadableInput for a set that does not exist, SurroundingsFailed where Typst is missing or cannot set a card.
    """
    definition = load(game)
    words = Words(language, definition)
    wanted = [find(id, "", definition.cards, {}, "--set") for id in chosen]
    return laid_out(definition, words, cards(definition, words, wanted, parts), how, tells)


def laid_out(
    definition: GameDefinition, words: Words, found: Sequence[Card], how: Print, tells: Tells = untold, names: Mapping[str, str] = NOBODY
) -> bytes:
    """Return a PDF of these cards; `tells` hears of signs that no font has, `names` are those of the seats."""
    jobs = [_job(words, size, group, how) for size, group in _by_size(definition, found, how.size)]
    named = words.say("Reference cards")
    data = {
        "title": f"{words.sentence(definition.title)}: {named}",
        "lang": words.tag.partition("-")[0],
        "dir": words.direction,
        "fonts": FONTS,
        "ink": how.ink,
        "symbols": definition.id.replace("-", "_"),
        "jobs": jobs,
    }
    return typeset(data, tells, names)


def _by_size(definition: GameDefinition, found: Sequence[Card], size: str) -> Iterator[tuple[str, list[Card]]]:
    """Yield the cards of each size, one after another: all in one, where a size is asked for."""
    wanted: dict[str, list[Card]] = {}
    for card in found:
        own = definition.cards[card.id].size if card.id in definition.cards else RESUME_SIZE
        wanted.setdefault(size or own, []).append(card)
    yield from wanted.items()


def _job(words: Words, size: str, group: Sequence[Card], how: Print) -> dict[str, object]:
    """Return the sheets of cards of one size, as the template takes them."""
    place = sheet(how.paper, size)
    box = place.places[0]
    padding = PADDING.get(size, OTHER_PADDING)
    has_room = size != PAGE
    below = max(one.y + one.height for one in place.places)
    ruler = {"y": below + MARK + MARK_GAP + RULER_ROOM / 2, "length": RULER, "label": words.say("{n} mm", n=int(RULER))}
    return {
        "page": {"width": place.width, "height": place.height},
        "places": [one._asdict() for one in place.places],
        "behind": [one._asdict() for one in place.behind(how.flip)],
        "marks": [one._asdict() for one in marks(place.places)] if has_room else [],
        "ruler": ruler if has_room else None,
        "framed": has_room,
        "padding": padding,
        "inside": {"width": box.width - 2 * padding, "height": box.height - 2 * padding},
        "columns": COLUMNS.get(size, 1),
        "gutter": GUTTER,
        "sizes": POINTS.get(size, OTHER_POINTS),
        "duplex": how.duplex,
        "cards": [card._asdict() for card in group],
    }
