"""What the conditions of the moves test, by the name each condition gives. Each yields the values of its failures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from helper.definitions.schema import Term
from helper.engine.move import Move
from helper.engine.verdict import Predicate, Unknown, View, argument, in_turn, nothing_due
from helper.games.capital_lux_2 import rob
from helper.games.capital_lux_2.pile import TYPES, Card, Pile
from helper.games.capital_lux_2.position import ROB, alone, hands_that_differ, piles, tile, to_move, told_this_round, turns_left
from helper.games.capital_lux_2.resolve import colours, refused_payments

Values = Iterator[Mapping[str, object]]


def _running(view: View, move: Move) -> Values:
    if view.position.figures.get("turn.over"):
        yield {}


def _turns_remain(view: View, move: Move) -> Values:
    if not turns_left(view.position):
        yield {}


def _turns_over(view: View, move: Move) -> Values:
    mover = to_move(view.position)
    if view.position.number("turn.plays") and mover:
        yield {"seat": mover}


def _holds_a_card(view: View, move: Move) -> Values:
    if move.seat and view.count(f"players.{move.seat}.held") == 0:
        yield {"seat": move.seat}


def _cards_exist(view: View, move: Move) -> Values:
    card = argument(move, "card")
    assert isinstance(card, Card)
    seen = colours(view.position.figures).get(card.colour, 0)
    if seen >= view.definition.rules["components.citizens"].number("per_colour"):
        yield {"colour": Term(card.colour), "seen": seen}


def _under_its_colour(view: View, move: Move) -> Values:
    card, district = argument(move, "card"), argument(move, "to")
    assert isinstance(card, Card)
    if district != card.colour:
        yield {"card": card.term, "district": Term(str(district))}


def _so_many_held(view: View, move: Move) -> Values:
    cards = argument(move, "cards")
    assert isinstance(cards, tuple)
    held = view.count(f"players.{move.seat}.held")
    if view.position.number("turn.plays") and len(cards) != held:
        yield {"seat": move.seat, "held": held, "named": len(cards)}


def _answers_due(view: View, move: Move) -> Values:
    if not any(due.rule == move.rule and due.seat == move.seat for due in view.position.due):
        yield {}


def _modifier_there(view: View, move: Move) -> Values:
    district = str(argument(move, "district"))
    if view.count(f"capital.hidden.{district}") == 0:
        yield {"district": Term(district)}


def _allowed_district(view: View, move: Move) -> Values:
    district = str(argument(move, "district"))
    own = next(
        (colour for colour in view.definition.axes["district"] if tile(view.definition, view.position.options, colour) == "cleric"), ""
    )
    if district == own and view.option("cleric_district") == "others":
        yield {"district": Term(district)}


def _card_there(view: View, move: Move) -> Values:
    district = str(argument(move, "district"))
    found = view.read(f"capital.{district}")
    assert isinstance(found, Pile)
    if found.is_empty:
        yield {"district": Term(district)}


def _lowest_card(view: View, move: Move) -> Values:
    district = str(argument(move, "district"))
    found = view.read(f"capital.{district}")
    assert isinstance(found, Pile)
    if found.cards is None and not found.is_empty:
        raise Unknown(f"capital.{district}")
    taken = argument(move, "taken")
    assert isinstance(taken, Card)
    if found.lowest and found.cards and (taken.value != found.lowest.value or taken not in found.cards):
        yield {"district": Term(district), "lowest": found.lowest.term}


def _after_capital_play(view: View, move: Move) -> Values:
    if not view.position.word("turn.district"):
        yield {}


def _card_at_place(view: View, move: Move) -> Values:
    card, place = argument(move, "card"), str(argument(move, "from_place"))
    assert isinstance(card, Card)
    if "." in place:
        path = place if place.startswith("capital.") else f"players.{place}"
        found = view.read(path)
        assert isinstance(found, Pile)
        if found.cards is None and not found.is_empty:
            raise Unknown(path)
        if card not in (found.cards or ()):
            yield {"card": card.term, "place": TYPES["place"].show(place)}


def _gold_there(view: View, move: Move) -> Values:
    amount, whose = argument(move, "amount"), move.arguments.get("whose")
    assert isinstance(amount, int)
    gold = view.count(f"players.{whose}.gold")
    if gold + amount < 0:
        yield {"seat": whose, "gold_owned": gold}


def _something_played(view: View, move: Move) -> Values:
    position = view.position
    told = any(told_this_round(position, path) for path, _ in piles(view.definition, position))
    if not told and not position.number("turn.plays"):
        yield {}


def _hands_empty(view: View, move: Move) -> Values:
    for seat, held, named in hands_that_differ(view.position):
        yield {"seat": seat, "held": held, "named": named}


def _modifiers_revealed(view: View, move: Move) -> Values:
    for district in view.definition.axes["district"]:
        if view.count(f"capital.hidden.{district}"):
            yield {"district": Term(district)}


def _payment(condition: str) -> Predicate:
    """Return the predicate of a condition of paying for a limit, judged once every card lies."""

    def predicate(view: View, move: Move) -> Values:
        position = view.position
        if any(_turns_over(view, move)) or any(_hands_empty(view, move)):
            return
        for failed, values in refused_payments(view.definition, position.figures, position.seats, position.options):
            if failed == condition:
                if condition == "payment_whole":
                    view.read(f"capital.{values['district']}")
                    view.read(f"players.{values['seat']}.{values['district']}")
                yield values

    return predicate


def _a_person_plays(view: View, move: Move) -> Values:
    if move.seat == ROB and alone(view.position.options):
        yield {"seat": ROB}


def _plays_alone(view: View, move: Move) -> Values:
    if not alone(view.position.options):
        yield {}


def _robs_turn(view: View, move: Move) -> Values:
    if move.seat not in (None, ROB):
        yield {"seat": move.seat}


def _robs_card(view: View, move: Move) -> Values:
    source, named = str(argument(move, "source")), argument(move, "citizen")
    lies = view.position.figures.get(f"rob.{source}")  # where nobody told it, naming the card tells it
    if isinstance(lies, Card) and named != lies:
        yield {"source": Term(source), "card": lies.term}


def _robs_district(view: View, move: Move) -> Values:
    told = argument(move, "goes")
    argument(move, "source")
    card = rob.played(view.position, move.arguments)
    sums = rob.fits(view.definition, view.position, card) if card else None
    if card and sums and told != rob.by_limit(sums):
        yield {"district": Term(card.colour), "sum": sums[0], "limit": sums[1]}


def _robs_lowest(view: View, move: Move) -> Values:
    taken = argument(move, "takes")
    argument(move, "source")
    card = rob.played(view.position, move.arguments)
    if card is None or rob.goes(view.definition, view.position, card, move.arguments) != rob.CAPITAL:
        return
    district = f"capital.{card.colour}"
    lies = view.position.figures.get(district)
    after = view.position.put({district: lies.add(card)}) if isinstance(lies, Pile) else view.position
    choices = rob.lowest(view.definition, after, card)
    if choices is not None and taken not in [one for _, one in choices]:
        yield {"lowest": tuple(one.term for _, one in choices)}


def _robs_take(view: View, move: Move) -> Values:
    argument(move, "takes")
    argument(move, "source")
    card = rob.played(view.position, move.arguments)
    into_the_base = card and rob.goes(view.definition, view.position, card, move.arguments) == rob.BASE
    if not move.arguments.get("symbol") or into_the_base:
        yield {}


def _robs_refill(view: View, move: Move) -> Values:
    argument(move, "refill")
    if argument(move, "source") == rob.PILE:
        yield {}


def _robs_reserve(view: View, move: Move) -> Values:
    card = argument(move, "refill")
    assert isinstance(card, Card)
    if view.option("rob_refill") == "reserve":
        reserve = view.position.figures.get(rob.RESERVE)
        if isinstance(reserve, tuple) and card not in reserve:
            yield {"card": card.term}


def _robs_deck(view: View, move: Move) -> Values:
    argument(move, "source")
    left = rob.deck(view.definition, view.position)
    if left and rob.turn_of(move.arguments) not in left:
        yield {}


def _piles_known(view: View, move: Move) -> Values:
    for path, _ in piles(view.definition, view.position):
        view.confirm(path)
    yield from ()


PREDICATES: Mapping[str, Predicate] = {
    "running": _running,
    "no_decision_due": nothing_due,
    "in_turn": in_turn(to_move),
    "turns_left": _turns_remain,
    "turns_over": _turns_over,
    "holds_a_card": _holds_a_card,
    "cards_exist": _cards_exist,
    "under_its_colour": _under_its_colour,
    "so_many_held": _so_many_held,
    "agent_played": _answers_due,
    "cleric_played": _answers_due,
    "modifier_there": _modifier_there,
    "allowed_district": _allowed_district,
    "card_there": _card_there,
    "lowest_card": _lowest_card,
    "after_capital_play": _after_capital_play,
    "card_at_place": _card_at_place,
    "gold_there": _gold_there,
    "something_played": _something_played,
    "hands_empty": _hands_empty,
    "modifiers_revealed": _modifiers_revealed,
    "piles_known": _piles_known,
    **{condition: _payment(condition) for condition in ("payment_allowed", "payment_whole", "payment_owned")},
    "a_person_plays": _a_person_plays,
    "plays_alone": _plays_alone,
    "robs_turn": _robs_turn,
    "robs_card": _robs_card,
    "robs_district": _robs_district,
    "robs_lowest": _robs_lowest,
    "robs_take": _robs_take,
    "robs_refill": _robs_refill,
    "robs_reserve": _robs_reserve,
    "robs_deck": _robs_deck,
}
