"""Cards and what lies in one district: the cards themselves, or only their sum and the highest of them."""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.inputs import BASE_TYPES, Ask, Choice, InputType
from helper.definitions.names import find_seat
from helper.definitions.schema import GameDefinition, Phrase, Term
from helper.errors import UnreadableInput
from helper.frozen import Frozen

CITIZENS = "components.citizens"
LONGEST = 9
"""No figure that is typed has more digits; what is longer is a slip of the hand, not a number."""


class Card(Frozen):
    """A citizen card; its colour is the printed one, whatever district it lies in."""

    colour: str
    value: int

    @property
    def term(self) -> Term:
        """Return the card as a word of the game."""
        return Term(self.colour, self.value)


class Pile(Frozen):
    """A district: `cards` where they are known, else None with their sum, and the highest value where it was told."""

    cards: tuple[Card, ...] | None
    told_sum: int = 0
    told_top: int | None = None

    @property
    def sum(self) -> int:
        """Return the values added up."""
        return self.told_sum if self.cards is None else sum(card.value for card in self.cards)

    @property
    def is_empty(self) -> bool:
        """Return whether nothing lies here."""
        return self.sum == 0

    @property
    def top(self) -> int | None:
        """Return the highest value; None where nothing lies here or nobody told it."""
        if self.cards is None:
            return self.told_top
        return max((card.value for card in self.cards), default=None)

    @property
    def lowest(self) -> Card | None:
        """Return the lowest card; None where nothing lies here or only a sum is known."""
        return min(self.cards, key=lambda card: card.value) if self.cards else None

    def add(self, *cards: Card) -> Pile:
        """Return the pile with cards laid on."""
        if self.cards is not None:
            return Pile((*self.cards, *cards))
        top = max([self.told_top, *(card.value for card in cards)]) if self.told_top is not None else None
        return Pile(None, self.told_sum + sum(card.value for card in cards), top)

    def without(self, card: Card) -> Pile:
        """Return the pile without one such card, or as it is where the card does not lie in it.

        Of a pile told by its sum the highest stays known only where what is left beside it surely makes cards.
        """
        if self.cards is not None:
            at = next((place for place, lying in enumerate(self.cards) if lying == card), None)
            return self if at is None else Pile((*self.cards[:at], *self.cards[at + 1 :]))
        left, top = max(0, self.told_sum - card.value), self.told_top
        is_sure = top is not None and card.value != top and (left == top or left >= 2 * top)
        return Pile(None, left, top if is_sure else None)

    def without_top(self) -> Pile:
        """Return the pile without its highest card, which is known; of a pile told by its sum the next highest is not."""
        if self.cards:
            return self.without(max(self.cards, key=lambda card: card.value))
        assert self.told_top is not None
        return Pile(None, self.told_sum - self.told_top)


EMPTY = Pile(())


def read_card(raw: object, ask: Ask, colour: str | None = None) -> Card:
    """Read `blue 5`, `b5`, or `5` where the district gives the colour.

    Raises UnreadableInput for an unknown colour, or a value that no citizen card has.
    """
    text = str(raw).strip() if isinstance(raw, (int, str)) and not isinstance(raw, bool) else ""
    digits = len(text)
    while digits > 0 and (text[digits - 1].isdigit() or (text[digits - 1] in "-−" and digits < len(text))):
        digits -= 1
    word, figure = text[:digits].strip(" -_:"), text[digits:].replace("−", "-")
    if not figure.removeprefix("-").isdecimal() or len(figure) > LONGEST:
        raise ask.fail("no_card", given=raw)
    value = int(figure)
    citizens = ask.definition.rules[CITIZENS]
    low, high = citizens.number("lowest"), citizens.number("highest")
    if not low <= value <= high:
        code = "no_such_value_but_sum" if ask.declared.type == "pile" and value > 0 else "no_such_value"
        raise ask.fail(code, given=value, low=low, high=high, key=ask.path)
    if not word and colour is None:
        raise ask.fail("no_colour", given=raw, example=Term(ask.definition.axes["district"][0], value))
    return Card(ask.word("district", word, ask.definition.axes["district"]) if word else str(colour), value)


def read_cards(raw: object, ask: Ask, colour: str | None = None) -> tuple[Card, ...]:
    """Read a list of cards, or a single one, or none (`-`, a word for it, or an empty text)."""
    if ask.is_none(raw) or raw in (0, "0"):
        return ()
    if isinstance(raw, str) and "," in raw:
        raw = [part for part in raw.split(",") if part.strip()]
    return tuple(read_card(one, ask, colour) for one in (raw if isinstance(raw, (list, tuple)) else [raw]))


def read_pile(raw: object, ask: Ask) -> Pile:
    """Read a district: cards, or `{sum, top}`, where the highest may be left out.

    The highest card alone belongs to the sum that was told before. Raises UnreadableInput for a sum that no cards make, or that
    its highest card contradicts.
    """
    if not isinstance(raw, Mapping):
        return Pile(read_cards(raw, ask, ask.path.rpartition(".")[2]))
    given: dict[str, object] = {}
    for key, value in raw.items():
        part = ask.word("word", key, ("sum", "top"))
        if part in given:
            raise ask.fail("figure_twice", key=f"{ask.path}.{part}")
        given[part] = value
    total, top = (_whole(given.get(key), ask) for key in ("sum", "top"))
    lies = ask.table.get(ask.path)
    if total is None and top and isinstance(lies, Pile) and lies.cards is None:
        total = lies.told_sum
    if total is None:
        raise ask.fail("no_pile", given=", ".join(map(str, raw)))
    citizens = ask.definition.rules[CITIZENS]
    low, high = citizens.number("lowest"), citizens.number("highest")
    if total > high * citizens.number("cards") or not makes_sum(total, low, high):
        raise ask.fail("no_cards_make", given=total)
    if top and not (low <= top <= high and top <= total and makes_sum(total - top, low, top)):
        raise ask.fail("no_cards_make_top", given=total, top=top)
    if top == 0 and total:
        raise ask.fail("no_cards_make_top", given=total, top=top)
    return Pile(None, total, top or None)


def makes_sum(total: int, low: int, top: int) -> bool:
    """Return whether cards of values `low` to `top` can make `total`: as many as `low` allows hold it at `top` each."""
    return total <= total // low * top


def _whole(raw: object, ask: Ask) -> int | None:
    if raw is None or raw == "":
        return None
    text = "" if isinstance(raw, bool) or not isinstance(raw, (int, str)) else str(raw).replace("−", "-").replace("–", "-").strip()
    if not text.removeprefix("-").isdecimal() or len(text) > LONGEST:
        raise ask.fail("no_number", given=raw)
    if text.startswith("-"):
        raise ask.fail("out_of_range", given=raw, low=0, high=None)
    return int(text)


def write_card(value: object) -> object:
    """Write a card with its colour."""
    assert isinstance(value, Card)
    return f"{value.colour} {value.value}"


def write_cards(value: object) -> object:
    """Write cards with their colours."""
    assert isinstance(value, tuple)
    return [write_card(card) for card in value]


def write_pile(value: object, district: str = "") -> object:
    """Write a district: cards of its own colour as numbers, others with their colour; or the sum form."""
    assert isinstance(value, Pile)
    if value.cards is None:
        return {"sum": value.told_sum, "top": value.told_top}
    return [card.value if card.colour == district else write_card(card) for card in value.cards]


def read_values(raw: object, ask: Ask) -> tuple[int, ...]:
    """Read the values of bonus cards."""
    return tuple(card.value for card in read_cards(raw, ask, ask.definition.axes["district"][0]))


def write_values(value: object) -> object:
    """Write the values of bonus cards."""
    assert isinstance(value, tuple)
    return list(value)


def read_district(raw: object, ask: Ask) -> str:
    """Read a district by its colour."""
    return ask.word("district", raw, ask.definition.axes["district"])


def read_place(raw: object, ask: Ask) -> str:
    """Read a place: `deck`, `discard`, a player (their hand), `capital.blue`, or `P1.blue` for a base.

    Raises UnreadableInput naming all of these for what is none of them.
    """
    text = str(raw).strip()
    owner, dot, district = text.partition(".")
    districts = ask.definition.axes["district"]
    try:
        place = ask.word("place", owner, ("capital", "deck", "discard"))
    except UnreadableInput:
        try:
            place = find_seat(owner, ask.seats, ask.path)
        except UnreadableInput as error:
            if error.faults[0].code == "ambiguous_seat":
                raise
            place = ""
    if not place or (place == "capital" and not district):
        named = {"deck": Term("deck"), "discard": Term("discard"), "capital": Term("capital"), "district": Term(districts[0])}
        raise ask.fail("no_place", given=text, **named, name=next(iter(ask.seats.values())))
    if place == "capital" or (dot and place in ask.seats):
        return f"{place}.{ask.word('district', district, districts)}"
    return place


def _show_place(place: object) -> object:
    owner, dot, district = str(place).partition(".")
    whose: object = Term(owner) if owner in ("capital", "deck", "discard") else owner
    return Phrase((whose, Term(district))) if dot else whose


def _show_cards(value: object) -> object:
    return tuple(card.term for card in value) if isinstance(value, tuple) else ()


def _show_pile(value: object) -> object:
    assert isinstance(value, Pile)
    return value.sum if value.cards is None else tuple(card.term for card in value.cards) or 0


def _every_card(definition: GameDefinition) -> list[Choice]:
    citizens = definition.rules[CITIZENS]
    values = range(citizens.number("lowest"), citizens.number("highest") + 1)
    cards = [Card(colour, value) for colour in definition.axes["district"] for value in values]
    return [(str(write_card(card)), card.term) for card in cards]


def _parts(definition: GameDefinition) -> dict[str, tuple[int, int]]:
    """Return the least and the most that a sum and a highest card can be."""
    citizens = definition.rules[CITIZENS]
    highest = citizens.number("highest")
    return {"sum": (0, highest * citizens.number("cards")), "top": (citizens.number("lowest"), highest)}


CARD = InputType(read_card, write_card, lambda value: value.term if isinstance(value, Card) else None, choices=_every_card)
CARDS = InputType(read_cards, write_cards, _show_cards, many=True)
PILE = InputType(read_pile, write_pile, _show_pile, lambda value: value.sum if isinstance(value, Pile) else None, parts=_parts)
VALUES = InputType(read_values, write_values, measure=lambda value: sum(value) if isinstance(value, tuple) else None, many=True)
DISTRICT = InputType(read_district, show=lambda value: Term(str(value)))
PLACE = InputType(read_place, show=_show_place)
TYPES = {**BASE_TYPES, "card": CARD, "cards": CARDS, "pile": PILE, "values": VALUES, "district": DISTRICT, "place": PLACE}
