"""ROB, the opponent of whoever plays alone: what he does with a ROB card, and what chance may turn up for him.

Rules `solo.*`. Where sources are silent an option decides. A record and the calculator `rob-turn` share it.
"""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.schema import GameDefinition, Phrase, Term
from helper.engine.figures import Path
from helper.engine.move import Move
from helper.engine.play import Play, Procedure
from helper.engine.position import Board, Glance, Position
from helper.engine.rules import Values
from helper.engine.verdict import View
from helper.errors import Fault, UnreadableInput
from helper.games.capital_lux_2.figures import (
    BASE,
    BONUS,
    CAPITAL,
    CITIZEN,
    CODE,
    ENDING,
    GOES,
    HAS_SYMBOL,
    IS_RED,
    LAST,
    LAST_DISTRICT,
    NEXT,
    PLAYS,
    RED,
    REFILL,
    RESERVE,
    ROBS_LEFT,
    ROBS_RIGHT,
    SOURCE,
    TAKES,
    TURNED_UP,
    RobCard,
)
from helper.games.capital_lux_2.pile import Card, write_card
from helper.games.capital_lux_2.plays import lay, take_off
from helper.games.capital_lux_2.position import ROB, alone, ending, limit_of
from helper.games.capital_lux_2.turn import ROBS_TURN, come_to_an_end, pass_over

TURN = CODE.rule(ROBS_TURN)
DECK = "rob_deck"
TO_BASE, TO_CAPITAL, FROM_DECK = "base", "capital", "deck"
OPEN: Mapping[str, Path[Card]] = {"left": ROBS_LEFT, "right": ROBS_RIGHT}
KINDS = {"plain": (False, False), "red": (True, False), "symbol": (False, True), "both": (True, True)}
"""The columns of the table of ROB cards: which are red, which have the bonus symbol."""

Lowest = tuple[tuple[str, Card], ...]
Answer = dict[str, object]


@TURN.needs("plays_alone")
def _plays_alone(at: View) -> Values:
    if not alone(at.options):
        yield {}


@TURN.needs("robs_turn")
def _robs_turn(at: View) -> Values:
    if at.move.seat not in (None, ROB):
        yield {"seat": at.move.seat}


@TURN.needs("robs_card")
def _robs_card(at: View) -> Values:
    source, citizen = at.given(SOURCE), at.given(CITIZEN)
    lies = _lies(at, source)  # where nobody told it, naming the card tells it
    if lies and citizen != lies:
        yield {"source": Term(source), "card": lies.term}


@TURN.needs("robs_district", as_recorded=True)
def _robs_district(at: View) -> Values:
    told = at.given(GOES)
    card = played(at, at.given(SOURCE), at.named(CITIZEN))
    sums = fits(at, card) if card else None
    if card and sums and told != by_limit(sums):
        yield {"district": Term(card.colour), "sum": sums[0], "limit": sums[1]}


@TURN.needs("robs_lowest", as_recorded=True)
def _robs_lowest(at: View) -> Values:
    taken = at.given(TAKES)
    card = played(at, at.given(SOURCE), at.named(CITIZEN))
    if card is None or goes(at, card, at.named(GOES)) != TO_CAPITAL:
        return
    after = Procedure.of(at)
    lay(after.under("solo.where", TO_CAPITAL), CAPITAL(card.colour), card)
    choices = lowest(after, card)
    if choices is not None and taken not in [one for _, one in choices]:
        yield {"lowest": tuple(one.term for _, one in choices)}


@TURN.needs("robs_take", as_recorded=True)
def _robs_take(at: View) -> Values:
    at.given(TAKES)
    card = played(at, at.given(SOURCE), at.named(CITIZEN))
    into_the_base = card and goes(at, card, at.named(GOES)) == TO_BASE
    if not at.named(HAS_SYMBOL) or into_the_base:
        yield {}


@TURN.needs("robs_refill")
def _robs_refill(at: View) -> Values:
    at.given(REFILL)
    if at.given(SOURCE) == FROM_DECK:
        yield {}


@TURN.needs("robs_reserve")
def _robs_reserve(at: View) -> Values:
    card = at.given(REFILL)
    reserve = at.get(RESERVE)
    if at.option("rob_refill") == "reserve" and reserve is not None and card not in reserve:
        yield {"card": card.term}


@TURN.needs("robs_deck")
def _robs_deck(at: View) -> Values:
    at.given(SOURCE)
    left = deck(at)
    if left and turn_of(at.move.arguments) not in left:
        yield {}


@TURN.does
def _turn(play: Play) -> None:
    """Carry out a turn in a record: no power, whatever he plays."""
    stop, who, cards = ending(play), ROB if alone(play.options) else play.seat, turned_up_with(play, play.move.arguments)
    pass_over(play)
    answer = turn(play)
    play.set(LAST, who)
    play.set(LAST_DISTRICT, "")
    play.set(ENDING, stop or (who if answer["round_ends"] else ""))
    play.set(NEXT, "")
    play.set(PLAYS, play[PLAYS] + 1)
    play.set(TURNED_UP, cards)
    come_to_an_end(play, stop)


def turn(play: Play) -> Answer:
    """Carry out a turn of ROB, and return what the calculator answers of it. What nobody told is asked for."""
    source = play.given(SOURCE)
    play.note("turned", parts=turned(play.move.arguments))
    answer: Answer = {"card": None, "goes": None, "takes": None, "refill": None}
    card = played(play, source, play.named(CITIZEN))
    if card is None:
        play.ask(CITIZEN, play.move.rule, "which_card", source=Term(source))
    else:
        answer["card"] = write_card(card)
        play.note("plays", seat=ROB, card=card.term)
        _put(play, card, answer)
    if source in OPEN:
        _refill(play, source, answer)
    _count(play, answer)
    return answer


def _lies(at: Glance, source: str) -> Card | None:
    """Return the card that lies where a ROB card points; none for the deck, or where nobody told it."""
    return at.get(OPEN[source]) if source in OPEN else None


def turned(arguments: Mapping[str, object]) -> Phrase:
    """Return what a ROB card says, as words."""
    marks = [Term(mark) for mark in (IS_RED, HAS_SYMBOL) if arguments.get(mark)]
    return Phrase((Term(str(arguments[SOURCE])), *marks))


def played(at: Glance, source: str, citizen: Card | None) -> Card | None:
    """Return the card that ROB plays: the one named, else the one that lies where the ROB card points; None where nobody told it."""
    return citizen or _lies(at, source)


def fits(at: Glance, card: Card) -> tuple[int, int] | None:
    """Return the sum of ROB's base with a card, and the limit there; None where either is not known (`solo.where`)."""
    base, capital = at.get(BASE(ROB, card.colour)), at.get(CAPITAL(card.colour))
    if base is None or capital is None:
        return None
    return base.sum + card.value, limit_of(at, capital, card.colour, ROB)


def by_limit(sums: tuple[int, int]) -> str:
    """Return where a card goes whose sum and limit these are: `base` up to the limit, else `capital`."""
    return TO_BASE if sums[0] <= sums[1] else TO_CAPITAL


def goes(at: Glance, card: Card, told: str | None) -> str:
    """Return `base` or `capital`: as the table shows, else as the limit has it; empty where nobody can know."""
    sums = fits(at, card)
    return told or ("" if sums is None else by_limit(sums))


def _put(play: Play, card: Card, answer: Answer) -> None:
    district = card.colour
    where, sums = goes(play, card, play.named(GOES)), fits(play, card)
    answer["goes"] = where or None
    if not where:
        play.ask(GOES, play.move.rule, "goes_where", card=card.term, district=Term(district))
        return
    if sums:
        answer.update({"sum": sums[0], "limit": sums[1]})
    if sums and where == by_limit(sums):
        said = play.step("solo.where", where, district=Term(district), sum=sums[0], limit=sums[1])
    else:
        said = play.step("solo.where", f"{where}_told", district=Term(district))
    lay(said, BASE(ROB, district) if where == TO_BASE else CAPITAL(district), card)
    if play.named(HAS_SYMBOL) and where == TO_BASE:
        play.step("solo.bonus_symbol", "into_the_base")
    elif play.named(HAS_SYMBOL):
        _take(play, card, answer)


def lowest(at: Glance, card: Card) -> Lowest | None:
    """Return the cards that ROB may take for the bonus symbol after playing `card` into the Capital: the lowest, each with its district.

    None where they are not known: a district was told by its sum alone, or not at all.
    """
    is_own_alone = at.option("rob_takes_from") == "district"
    may_take_own = at.option("rob_takes_own") == "any"
    found: list[tuple[str, Card]] = []
    for district in (card.colour,) if is_own_alone else at.axis("district"):
        lies = at.get(CAPITAL(district))
        if lies is None or (lies.cards is None and not lies.is_empty):
            return None
        cards = lies if district != card.colour or may_take_own else lies.without(card)
        found.extend((district, one) for one in cards.cards or ())
    least = min((one.value for _, one in found), default=0)
    return tuple(dict.fromkeys((district, one) for district, one in found if one.value == least))


def chosen(at: Glance, choices: Lowest | None, taken: Card | None) -> tuple[str, Card] | None:
    """Return the district and the card that ROB takes: the one named, else the only lowest; None where that is not decided."""
    if taken:
        lying = [pair for pair in choices or () if pair[1] == taken]
        return lying[0] if lying else (_district_of(at, taken), taken)
    return choices[0] if choices and len(choices) == 1 else None


def _district_of(at: Glance, card: Card) -> str:
    """Return the Capital district that a card lies in, its own where nobody can see."""
    lying = {district: at.get(CAPITAL(district)) for district in at.axis("district")}
    return next((district for district, lies in lying.items() if lies and card in (lies.cards or ())), card.colour)


def _take(play: Play, card: Card, answer: Answer) -> None:
    choices, named_card = lowest(play, card), play.named(TAKES)
    if choices == () and named_card is None:
        play.step("solo.bonus_symbol", "none")
        return
    found = chosen(play, choices, named_card)
    if found is None:
        if choices:
            play.ask(TAKES, play.move.rule, "takes_one_of", cards=tuple(one.term for _, one in choices))
        else:
            play.ask(TAKES, play.move.rule, "takes_which")
        return
    district, taken = found
    answer["takes"] = {"card": write_card(taken), "district": district}
    to_pile = play.option("rob_takes_to") == "pile"
    said = play.step("solo.bonus_symbol.goes", "pile" if to_pile else "base", card=taken.term, district=Term(district))
    take_off(said, CAPITAL(district), taken)
    if to_pile:
        said.set(BONUS(ROB), (*play.get(BONUS(ROB), ()), taken.value))
    else:
        lay(said, BASE(ROB, district), taken)


def _refill(play: Play, source: str, answer: Answer) -> None:
    from_pile = play.option("rob_refill") == "pile"
    lying = None if from_pile else play.get(RESERVE)
    card = play.named(REFILL) or (lying[0] if lying else None)
    if card is None:
        play.step("solo.refill", "empty" if lying == () else "tell", source=Term(source)).set(OPEN[source], None)
        return
    answer["refill"] = write_card(card)
    said = play.step("solo.refill", "pile" if from_pile else "reserve", source=Term(source), card=card.term).set(OPEN[source], card)
    if lying and card in lying:
        at = lying.index(card)
        said.set(RESERVE, (*lying[:at], *lying[at + 1 :]))


def _count(play: Play, answer: Answer) -> None:
    is_red = bool(play.named(IS_RED))
    red, last = play.get(RED, 0) + is_red, play.number("solo.round_end", "red")
    answer.update({"red": red, "round_ends": red >= last})
    if is_red:
        play.step("solo.round_end", "red" if red >= last else "counted", open=red, red=last).set(RED, red)


def drawn(definition: GameDefinition, position: Position, move: Move, chance: int) -> Move:
    """Return a turn of ROB with a ROB card that `chance` turns up from those that are left in his deck.

    Raises UnreadableInput for another move, and where the deck is not known: what it holds is for the house file to say.
    """
    if move.rule != ROBS_TURN:
        raise UnreadableInput(Fault("nothing_to_draw"))
    at = Board(definition, position)
    left = deck(at)
    if left is None:
        raise UnreadableInput(Fault("no_deck", {"table": DECK}))
    cards = left or deck(at, shuffled=True) or ()  # drawn through: shuffled anew
    source, red, symbol = cards[chance % len(cards)]
    return move._replace(arguments={**move.arguments, SOURCE: source, IS_RED: red, HAS_SYMBOL: symbol})


def deck(at: Glance, shuffled: bool = False) -> tuple[RobCard, ...] | None:
    """Return the ROB cards that are left to turn up, all of them once `shuffled`; None where nobody told what the deck holds."""
    cards: list[RobCard] = []
    for row in at.definition.tables[DECK].rows:
        for kind, (red, symbol) in KINDS.items():
            count = row[kind]
            cards += [(str(row["key"]), red, symbol)] * (count if isinstance(count, int) else 0)
    if not cards:
        return None
    for card in () if shuffled else at[TURNED_UP]:
        if card in cards:
            cards.remove(card)
    return tuple(cards)


def turned_up_with(at: Glance, arguments: Mapping[str, object]) -> tuple[RobCard, ...]:
    """Return the ROB cards that lie open once another is turned up; of a deck that was drawn through, that one alone."""
    before = () if deck(at) == () else at[TURNED_UP]
    return (*before, turn_of(arguments))


def turn_of(arguments: Mapping[str, object]) -> RobCard:
    """Return the ROB card of a turn."""
    return str(arguments.get(SOURCE)), bool(arguments.get(IS_RED)), bool(arguments.get(HAS_SYMBOL))


def entered(at: Glance) -> tuple[Path[Card] | Path[tuple[Card, ...]], ...]:
    """Return the figures of ROB's open cards that go into his base at the end of a round (`solo.leftover`)."""
    hand = (ROBS_LEFT, ROBS_RIGHT)
    wanted = at.option("rob_leftover") if alone(at.options) else ""
    return {"hand": hand, "hand_and_reserve": (*hand, RESERVE)}.get(wanted, ())


def leftover(at: Glance) -> tuple[Card, ...]:
    """Return ROB's cards that go into his base; raises UnreadableInput where they are wanted and nobody told them."""
    wanted, reserve = entered(at), at.get(RESERVE)
    cards: list[Card] = []
    for path in OPEN.values() if wanted else ():
        found = at.get(path)
        if found:
            cards.append(found)
        elif reserve != ():  # else the place stayed free
            raise UnreadableInput(Fault("tell_first", {"key": path}, path))
    if RESERVE in wanted:
        if reserve is None:
            raise UnreadableInput(Fault("tell_first", {"key": RESERVE}, RESERVE))
        cards += reserve
    return tuple(cards)
