"""Playing a card, into a base or into the Capital, and what the tile there does: rules `turn.card`, `play.*`, `tile.*`;
and general effects, for tiles whose text we do not know: rules `effect.*`.

Total on illegal moves too: the table is right, and a forced move must still leave a position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from helper.definitions.inputs import declared
from helper.definitions.schema import HOUSE, Term
from helper.engine.figures import Path
from helper.engine.play import Cause, Play
from helper.engine.position import Due
from helper.engine.rules import Values
from helper.engine.verdict import Unknown, View
from helper.errors import Fault
from helper.games.capital_lux_2.figures import (
    AMOUNT,
    BASE,
    CAPITAL,
    CHANGE,
    CODE,
    DISTRICT,
    DRAWN,
    EMPEROR,
    ENDING,
    FROM_PLACE,
    GIVEN_CARD,
    GOLD,
    HAND,
    HELD,
    HIDDEN,
    LAST,
    LAST_DISTRICT,
    NEXT,
    OWN_CHANGE,
    PLAYS,
    TAKEN,
    TO,
    TO_PLACE,
    WHOSE,
)
from helper.games.capital_lux_2.pile import PLACE, Card, Pile
from helper.games.capital_lux_2.position import ROB, alone, ending, hand, tile
from helper.games.capital_lux_2.resolve import colours
from helper.games.capital_lux_2.turn import come_to_an_end, pass_over, settle_due

CARD, INTO_BASE, INTO_CAPITAL = CODE.rule("turn.card"), CODE.rule("play.base"), CODE.rule("play.capital")
AGENT, REVEAL, CLERIC = CODE.rule("tile.agent"), CODE.rule("tile.agent.reveal"), CODE.rule("tile.cleric")


@CARD.needs("a_person_plays")
def _a_person_plays(at: View) -> Values:
    if at.move.seat == ROB and alone(at.options):
        yield {"seat": ROB}


@CARD.needs("holds_a_card")
def _holds_a_card(at: View) -> Values:
    if at.move.seat and at[HELD(at.move.seat)] == 0:
        yield {"seat": at.move.seat}


@CARD.needs("cards_exist", as_recorded=True)
def _cards_exist(at: View) -> Values:
    card = at.given(GIVEN_CARD)
    seen = colours(at.values()).get(card.colour, 0)
    if seen >= at.number("components.citizens", "per_colour"):
        yield {"colour": Term(card.colour), "seen": seen}


@INTO_BASE.needs("under_its_colour")
def _under_its_colour(at: View) -> Values:
    card, district = at.given(GIVEN_CARD), at.given(TO)
    if district != card.colour:
        yield {"card": card.term, "district": Term(district)}


@INTO_BASE.does
def _into_base(play: Play) -> None:
    stop = _lay(play, BASE(play.seat, play.given(TO)), "")
    come_to_an_end(play, stop)


@INTO_CAPITAL.does
def _into_capital(play: Play) -> None:
    district = play.given(GIVEN_CARD).colour
    stop = _lay(play, CAPITAL(district), district)
    _power(play, district)
    come_to_an_end(play, stop)


def _lay(play: Play, where: Path[Pile], capital: str) -> str:
    """Lay the card, and return who had brought on the last turns before."""
    card, seat = play.given(GIVEN_CARD), play.seat
    began = play[LAST] or play.get(EMPEROR)
    pass_over(play)
    stop = ending(play)
    play.set(LAST, seat)
    play.set(LAST_DISTRICT, capital)
    play.set(ENDING, stop)
    play.set(NEXT, "")
    play.set(PLAYS, play[PLAYS] + 1)
    played = play.note("played", seat=seat, card=card.term).take(HELD(seat), 1)
    out_of_hand(played, seat, card)
    lay(played, where, card)
    if not began and not alone(play.options):
        played.set(EMPEROR, seat)
    return stop


def lay(cause: Cause, where: Path[Pile], *cards: Card) -> None:
    """Lay cards in a district; one that nobody told stays untold."""
    lies = cause.play.get(where)
    if lies is not None:
        cause.set(where, lies.add(*cards))


def out_of_hand(cause: Cause, seat: str, card: Card) -> None:
    """Take a card out of a hand that was told; one in which nobody told it stays."""
    told = hand(cause.play, seat)
    if card in told:
        at = told.index(card)
        cause.set(HAND(seat), (*told[:at], *told[at + 1 :]))


def take_off(cause: Cause, where: Path[Pile], card: Card) -> None:
    """Take a card from a district; one that nobody told stays untold."""
    lies = cause.play.get(where)
    if lies is not None:
        cause.set(where, lies.without(card))


def _power(play: Play, district: str) -> None:
    lies = tile(play, district)
    if lies in _POWERS:
        _POWERS[lies](play)
        return
    rule = play.definition.rules.get(f"tile.{lies}")
    if rule and HOUSE in rule.sources:
        play.step("power.mandatory", "house_text", district=Term(district), text=rule.text)
    else:
        play.step("power.mandatory", "see_tile", district=Term(district))


def _play_agent(play: Play) -> None:
    choices = tuple(map(Term, play.axis("district")))
    play.due = (Due(AGENT.id, play.seat, Term("agent"), choices, True), *play.due)


def _play_cleric(play: Play) -> None:
    may_take_own = play.option("cleric_district") == "any"
    choices, lies = [], False
    for district in play.axis("district"):
        found = play.get(CAPITAL(district))
        if (district != play[LAST_DISTRICT] or may_take_own) and (found is None or not found.is_empty):
            choices.append(Term(district))
            lies = lies or found is not None
    if choices:
        play.due = (Due(CLERIC.id, play.seat, Term("cleric"), tuple(choices), lies), *play.due)
    else:
        play.step("power.mandatory", "impossible", tile=Term("cleric"))


def _play_merchant(play: Play) -> None:
    gold = play.number("tile.merchant", "gold")
    out = sum(play.get(GOLD(one), 0) for one in play.seats)
    if out + gold > play.number("components.gold", "supply"):
        play.step("power.mandatory", "impossible", tile=Term("merchant"))
        return
    play.step("tile.merchant", "gained", seat=play.seat, gold=gold).add(GOLD(play.seat), gold)


def _play_scholar(play: Play) -> None:
    cards = play.number("tile.scholar", "cards")
    play.step("tile.scholar", "drawn", seat=play.seat, cards=cards).add(HELD(play.seat), cards)


_POWERS: Mapping[str, Callable[[Play], None]] = {
    "agent": _play_agent,
    "cleric": _play_cleric,
    "merchant": _play_merchant,
    "scholar": _play_scholar,
}


@AGENT.needs("agent_played")
def _agent_played(at: View) -> Values:
    if not any(due.rule == at.move.rule and due.seat == at.move.seat for due in at.due):
        yield {}


@AGENT.does
def _place(play: Play) -> None:
    district = play.given(DISTRICT)
    play.note("placed", seat=play.move.seat, district=Term(district)).add(HIDDEN(district), 1)
    settle_due(play)
    come_to_an_end(play, play[ENDING])


@REVEAL.needs("modifier_there")
def _modifier_there(at: View) -> Values:
    district = at.given(DISTRICT)
    if at[HIDDEN(district)] == 0:
        yield {"district": Term(district)}


@REVEAL.does
def _reveal(play: Play) -> None:
    district, amount = play.given(DISTRICT), play.given(AMOUNT)
    play.note("revealed", district=Term(district), amount=amount).add(CHANGE(district), amount).set(HIDDEN(district), 0)


@CLERIC.needs("cleric_played")
def _cleric_played(at: View) -> Values:
    yield from _agent_played(at)


@CLERIC.needs("allowed_district")
def _allowed_district(at: View) -> Values:
    district = at.given(DISTRICT)
    own = next((colour for colour in at.axis("district") if tile(at, colour) == "cleric"), "")
    if district == own and at.option("cleric_district") == "others":
        yield {"district": Term(district)}


@CLERIC.needs("card_there")
def _card_there(at: View) -> Values:
    district = at.given(DISTRICT)
    if at[CAPITAL(district)].is_empty:
        yield {"district": Term(district)}


@CLERIC.needs("lowest_card")
def _lowest_card(at: View) -> Values:
    district = at.given(DISTRICT)
    found = at[CAPITAL(district)]
    if found.cards is None and not found.is_empty:
        raise Unknown(CAPITAL(district))
    taken = at.given(TAKEN)
    if found.lowest and found.cards and (taken.value != found.lowest.value or taken not in found.cards):
        yield {"district": Term(district), "lowest": found.lowest.term}


@CLERIC.does
def _take(play: Play) -> None:
    district, card = play.given(DISTRICT), play.named(TAKEN)
    if card is None:
        play.stop(Fault("missing_argument", {"name": declared(play.definition, TAKEN).label}, CAPITAL(district)))
        return
    taken = play.note("taken", seat=play.move.seat, card=card.term, district=Term(district))
    take_off(taken, CAPITAL(district), card)
    lay(taken, BASE(play.seat, card.colour), card)
    settle_due(play)
    come_to_an_end(play, play[ENDING])


# Effects of tiles whose text we do not know: rules `effect.*`.

ANY, MOVE, GOLD_CHANGES = CODE.rule("effect.any"), CODE.rule("effect.move"), CODE.rule("effect.gold")
DRAW, LIMIT, AGAIN = CODE.rule("effect.draw"), CODE.rule("effect.limit"), CODE.rule("effect.turn")


def _district(place: str) -> Path[Pile] | None:
    """Return the district that a place is; None for a hand, the deck, the discard pile."""
    owner, _, district = place.partition(".")
    return None if not district else CAPITAL(district) if owner == "capital" else BASE(owner, district)


@ANY.needs("after_capital_play")
def _after_capital_play(at: View) -> Values:
    if not at[LAST_DISTRICT]:
        yield {}


@MOVE.needs("card_at_place")
def _card_at_place(at: View) -> Values:
    card, place = at.given(GIVEN_CARD), at.given(FROM_PLACE)
    path = _district(place)
    if path:
        found = at[path]
        if found.cards is None and not found.is_empty:
            raise Unknown(path)
        if card not in (found.cards or ()):
            yield {"card": card.term, "place": PLACE.show(place)}


@MOVE.does
def _move_card(play: Play) -> None:
    """Move a card; a hand or a district that is not known stays as it is."""
    card, source, target = play.given(GIVEN_CARD), play.given(FROM_PLACE), play.given(TO_PLACE)
    show = PLACE.show
    moved = play.note("moved", card=card.term, from_place=show(source), to_place=show(target))
    if source in play.seats:
        moved.take(HELD(source), 1)
        out_of_hand(moved, source, card)
    elif path := _district(source):
        take_off(moved, path, card)
    if target in play.seats:
        moved.add(HELD(target), 1)
    elif path := _district(target):
        lay(moved, path, card)


@GOLD_CHANGES.needs("gold_there")
def _gold_there(at: View) -> Values:
    amount, whose = at.given(AMOUNT), str(at.named(WHOSE))
    gold = at[GOLD(whose)]
    if gold + amount < 0:
        yield {"seat": whose, "gold_owned": gold}


@GOLD_CHANGES.does
def _gold(play: Play) -> None:
    amount, whose = play.given(AMOUNT), play.given(WHOSE)
    play.note("changed", seat=whose, change=amount).take(GOLD(whose), -amount)


@DRAW.does
def _draw(play: Play) -> None:
    drawn, whose = play.given(DRAWN), play.given(WHOSE)
    play.note("drawn", seat=whose, cards=drawn).add(HELD(whose), drawn)


@LIMIT.does
def _limit(play: Play) -> None:
    district, amount, whose = play.given(DISTRICT), play.given(AMOUNT), play.named(WHOSE)
    if whose:
        play.note("changed_own", district=Term(district), amount=amount, seat=whose).add(OWN_CHANGE(whose, district), amount)
    else:
        play.note("changed", district=Term(district), amount=amount).add(CHANGE(district), amount)


@AGAIN.does
def _again(play: Play) -> None:
    whose = play.given(WHOSE)
    play.set(NEXT, whose)
    play.note("given", seat=whose)
