"""ROB, the opponent of whoever plays alone: what he does with a ROB card, and what chance may turn up for him.

Rules `solo.*`. Where sources are silent an option decides. Works on flat figures, so the calculator `rob-turn` and a record
share it: `players.ROB.<district>` is his base, `rob.left`, `rob.right` and `rob.reserve` are his open cards.
"""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.inputs import Reading, declared
from helper.definitions.schema import GameDefinition, Phrase, Term
from helper.engine.effects import Effects
from helper.engine.move import Move
from helper.engine.position import Position
from helper.engine.resolution import Resolution
from helper.errors import Fault, Forbidden, UnreadableInput
from helper.games.capital_lux_2.pile import EMPTY, Card, Pile, write_card
from helper.games.capital_lux_2.position import ROB, ROBS_CARDS, alone, limit_of, pile, reading

TURN = "solo.turn"
DECK = "rob_deck"
BASE, CAPITAL, PILE = "base", "capital", "deck"
RESERVE = "rob.reserve"
KINDS = {"plain": (False, False), "red": (True, False), "symbol": (False, True), "both": (True, True)}
"""The columns of the table of ROB cards: which are red, which have the bonus symbol."""

Lowest = tuple[tuple[str, Card], ...]


def turn(definition: GameDefinition, position: Position, arguments: Mapping[str, object]) -> tuple[Effects, dict[str, object]]:
    """Carry out a turn of ROB. What nobody told is asked for.

    Returns the changes with their steps and questions, and what the calculator answers of them.
    """
    effects = Effects(position)
    source = str(arguments["source"])
    effects.step(TURN, "turned", parts=turned(arguments))
    answer: dict[str, object] = {"card": None, "goes": None, "takes": None, "refill": None}
    card = played(position, arguments)
    if card is None:
        effects.ask("citizen", TURN, "which_card", source=Term(source))
    else:
        answer["card"] = write_card(card)
        effects.step(TURN, "plays", seat=ROB, card=card.term)
        _put(definition, effects, card, arguments, answer)
    if source != PILE:
        _refill(definition, effects, source, arguments, answer)
    _count(definition, effects, arguments, answer)
    return effects, answer


def turned(arguments: Mapping[str, object]) -> Phrase:
    """Return what a ROB card says, as words."""
    marks = [Term(mark) for mark in ("red", "symbol") if arguments.get(mark)]
    return Phrase((Term(str(arguments["source"])), *marks))


def played(position: Position, arguments: Mapping[str, object]) -> Card | None:
    """Return the card that ROB plays: the one named, else the one that lies where the ROB card points; None where nobody told it."""
    named = arguments.get("citizen")
    lies = position.figures.get(f"rob.{arguments['source']}")
    found = named or lies
    return found if isinstance(found, Card) else None


def fits(definition: GameDefinition, position: Position, card: Card) -> tuple[int, int] | None:
    """Return the sum of ROB's base with a card, and the limit there; None where either is not known (`solo.where`)."""
    base, capital = (pile(position, f"{owner}.{card.colour}") for owner in (f"players.{ROB}", CAPITAL))
    if base is None or capital is None:
        return None
    return base.sum + card.value, limit_of(definition, capital, position.figures, card.colour, ROB)


def by_limit(sums: tuple[int, int]) -> str:
    """Return where a card goes whose sum and limit these are: `base` up to the limit, else `capital`."""
    return BASE if sums[0] <= sums[1] else CAPITAL


def goes(definition: GameDefinition, position: Position, card: Card, arguments: Mapping[str, object]) -> str:
    """Return `base` or `capital`: as the table shows, else as the limit has it; empty where nobody can know."""
    told, sums = arguments.get("goes"), fits(definition, position, card)
    return str(told) if told else "" if sums is None else by_limit(sums)


def _put(definition: GameDefinition, effects: Effects, card: Card, arguments: Mapping[str, object], answer: dict[str, object]) -> None:
    position, district = effects.position, card.colour
    where, sums = goes(definition, position, card, arguments), fits(definition, position, card)
    answer["goes"] = where or None
    if not where:
        effects.ask("goes", TURN, "goes_where", card=card.term, district=Term(district))
        return
    if sums:
        answer.update({"sum": sums[0], "limit": sums[1]})
    if sums and where == by_limit(sums):
        effects.step("solo.where", where, district=Term(district), sum=sums[0], limit=sums[1])
    else:
        effects.step("solo.where", f"{where}_told", district=Term(district))
    path = f"players.{ROB}.{district}" if where == BASE else f"capital.{district}"
    lies = position.figures.get(path)
    if isinstance(lies, Pile):
        effects.set(path, lies.add(card))
    if not arguments.get("symbol"):
        return
    if where == BASE:
        effects.step("solo.bonus_symbol", "into_the_base")
        return
    _take(definition, effects, card, arguments, answer)


def lowest(definition: GameDefinition, position: Position, card: Card) -> Lowest | None:
    """Return the cards that ROB may take for the bonus symbol after playing `card` into the Capital: the lowest, each with its district.

    None where they are not known: a district was told by its sum alone, or not at all.
    """
    is_own_alone = reading(definition, position.options, "rob_takes_from") == "district"
    may_take_own = reading(definition, position.options, "rob_takes_own") == "any"
    found: list[tuple[str, Card]] = []
    for district in (card.colour,) if is_own_alone else definition.axes["district"]:
        lies = pile(position, f"capital.{district}")
        if lies is None or (lies.cards is None and not lies.is_empty):
            return None
        cards = lies if district != card.colour or may_take_own else lies.without(card)
        found.extend((district, one) for one in cards.cards or ())
    least = min((one.value for _, one in found), default=0)
    return tuple(dict.fromkeys((district, one) for district, one in found if one.value == least))


def chosen(position: Position, choices: Lowest | None, taken: object) -> tuple[str, Card] | None:
    """Return the district and the card that ROB takes: the one named, else the only lowest; None where that is not decided."""
    if isinstance(taken, Card):
        lying = [pair for pair in choices or () if pair[1] == taken]
        return lying[0] if lying else (_district_of(position, taken), taken)
    return choices[0] if choices and len(choices) == 1 else None


def _district_of(position: Position, card: Card) -> str:
    """Return the Capital district that a card lies in, its own where nobody can see."""
    for path, lies in position.figures.items():
        owner, _, district = path.partition(".")
        if owner == CAPITAL and isinstance(lies, Pile) and card in (lies.cards or ()):
            return district
    return card.colour


def _take(definition: GameDefinition, effects: Effects, card: Card, arguments: Mapping[str, object], answer: dict[str, object]) -> None:
    choices = lowest(definition, effects.position, card)
    if choices == () and "takes" not in arguments:
        effects.step("solo.bonus_symbol", "none")
        return
    found = chosen(effects.position, choices, arguments.get("takes"))
    if found is None:
        if choices:
            effects.ask("takes", TURN, "takes_one_of", cards=tuple(one.term for _, one in choices))
        else:
            effects.ask("takes", TURN, "takes_which")
        return
    district, taken = found
    answer["takes"] = {"card": write_card(taken), "district": district}
    source, to_pile = f"capital.{district}", reading(definition, effects.position.options, "rob_takes_to") == "pile"
    lies = effects.read(source)
    if isinstance(lies, Pile):
        effects.set(source, lies.without(taken))
    if to_pile:
        won = effects.read(f"players.{ROB}.bonus")
        effects.set(f"players.{ROB}.bonus", (*(won if isinstance(won, tuple) else ()), taken.value))
    else:
        base = effects.read(f"players.{ROB}.{district}")
        if isinstance(base, Pile):
            effects.set(f"players.{ROB}.{district}", base.add(taken))
    effects.step("solo.bonus_symbol.goes", "pile" if to_pile else "base", card=taken.term, district=Term(district))


def _refill(definition: GameDefinition, effects: Effects, source: str, arguments: Mapping[str, object], answer: dict[str, object]) -> None:
    place, card, reserve = f"rob.{source}", arguments.get("refill"), effects.read(RESERVE)
    from_pile = reading(definition, effects.position.options, "rob_refill") == "pile"
    lying = reserve if isinstance(reserve, tuple) and not from_pile else None
    if card is None and lying:
        card = lying[0]
    effects.set(place, card)
    if isinstance(card, Card):
        answer["refill"] = write_card(card)
        effects.step("solo.refill", "pile" if from_pile else "reserve", source=Term(source), card=card.term)
        if lying and card in lying:
            at = lying.index(card)
            effects.set(RESERVE, (*lying[:at], *lying[at + 1 :]))
    else:
        effects.step("solo.refill", "empty" if lying == () else "tell", source=Term(source))


def _count(definition: GameDefinition, effects: Effects, arguments: Mapping[str, object], answer: dict[str, object]) -> None:
    red = effects.position.number("rob.red") + bool(arguments.get("red"))
    last = definition.rules["solo.round_end"].number("red")
    effects.set("rob.red", red)
    answer.update({"red": red, "round_ends": red >= last})
    if arguments.get("red"):
        effects.step("solo.round_end", "red" if red >= last else "counted", open=red, red=last)


def drawn(definition: GameDefinition, position: Position, move: Move, chance: int) -> Move:
    """Return a turn of ROB with a ROB card that `chance` turns up from those that are left in his deck.

    Raises UnreadableInput for another move, and where the deck is not known: what it holds is for the house file to say.
    """
    if move.rule != TURN:
        raise UnreadableInput(Fault("nothing_to_draw"))
    left = deck(definition, position)
    if left is None:
        raise UnreadableInput(Fault("no_deck", {"table": DECK}))
    cards = left or deck(definition, position, shuffled=True) or ()  # drawn through: shuffled anew
    source, red, symbol = cards[chance % len(cards)]
    return move._replace(arguments={**move.arguments, "source": source, "red": red, "symbol": symbol})


RobCard = tuple[str, bool, bool]


def deck(definition: GameDefinition, position: Position, shuffled: bool = False) -> tuple[RobCard, ...] | None:
    """Return the ROB cards that are left to turn up, all of them once `shuffled`; None where nobody told what the deck holds."""
    cards: list[RobCard] = []
    for row in definition.tables[DECK].rows:
        for kind, (red, symbol) in KINDS.items():
            count = row[kind]
            cards += [(str(row["key"]), red, symbol)] * (count if isinstance(count, int) else 0)
    if not cards:
        return None
    for card in () if shuffled else turned_up(position):
        if card in cards:
            cards.remove(card)
    return tuple(cards)


def turned_up(position: Position) -> tuple[RobCard, ...]:
    """Return the ROB cards that were turned up since they were last shuffled."""
    found = position.figures.get("turn.rob_cards")
    return found if isinstance(found, tuple) else ()


def turned_up_with(definition: GameDefinition, position: Position, arguments: Mapping[str, object]) -> tuple[RobCard, ...]:
    """Return the ROB cards that lie open once another is turned up; of a deck that was drawn through, that one alone."""
    before = () if deck(definition, position) == () else turned_up(position)
    return (*before, turn_of(arguments))


def turn_of(arguments: Mapping[str, object]) -> RobCard:
    """Return the ROB card of a turn."""
    return str(arguments.get("source")), bool(arguments.get("red")), bool(arguments.get("symbol"))


def entered(definition: GameDefinition, position: Position) -> tuple[str, ...]:
    """Return the figures of ROB's open cards that go into his base at the end of a round (`solo.leftover`)."""
    wanted = reading(definition, position.options, "rob_leftover") if alone(position.options) else ""
    return {"hand": ROBS_CARDS[:2], "hand_and_reserve": ROBS_CARDS}.get(wanted, ())


def leftover(definition: GameDefinition, position: Position) -> tuple[Card, ...]:
    """Return ROB's cards that go into his base; raises UnreadableInput where they are wanted and nobody told them."""
    cards: list[Card] = []
    for path in entered(definition, position):
        found = position.figures.get(path)
        if found is None and position.figures.get(RESERVE) == ():
            continue  # the place stayed free
        if found is None:
            raise UnreadableInput(Fault("tell_first", {"key": path}, path))
        cards += [found] if isinstance(found, Card) else list(found) if isinstance(found, tuple) else []
    return tuple(cards)


def calculate(definition: GameDefinition, given: Reading, options: Mapping[str, str]) -> Resolution:
    """Answer the calculator `rob-turn`; what is left out of the table is empty.

    Raises UnreadableInput without the ROB card, Forbidden where the turn cannot be so.
    """
    districts = definition.axes["district"]
    figures: dict[str, object] = {f"capital.{district}": EMPTY for district in districts}
    figures.update(given.figures)
    for district in districts:
        figures[f"players.{ROB}.{district}"] = given.figures.get(f"rob.base.{district}", EMPTY)
    if "source" not in figures:
        raise UnreadableInput(Fault("missing_argument", {"name": declared(definition, "source").label}, "source"))
    position = Position((ROB,), {**options, "solo": "yes"}, figures, {})
    arguments = {key: value for key, value in figures.items() if key in definition.typed(definition.rules[TURN])}
    _judge(definition, position, arguments)
    effects, answer = turn(definition, position, arguments)
    return Resolution(answer, tuple(effects.steps), questions=tuple((one.parameter, one.step) for one in effects.questions))


def _judge(definition: GameDefinition, position: Position, arguments: Mapping[str, object]) -> None:
    """Raise Forbidden where a turn cannot be so, as a record would refuse it."""
    from helper.engine.verdict import FAILS, check
    from helper.games.capital_lux_2.predicates import PREDICATES

    verdict = check(definition, PREDICATES, position, Move(TURN, ROB, arguments), lambda *_: True)
    failed = [one for one in verdict.reasons if one.state == FAILS]
    if failed:
        raise Forbidden(*(Fault("condition", {"rule": one.rule, "condition": one.condition, "values": one.values}) for one in failed))
