"""Covering needs: food by population, own food before bought food. Rule `people.needs`."""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.schema import GameDefinition, Term
from helper.engine.effects import Effects
from helper.engine.verdict import Unknown
from helper.games.hegemony.actions.goods import settle_purchase
from helper.games.hegemony.old_facts import MIDDLE, WORKING, in_play, population, reading
from helper.games.hegemony.old_prices import price, sells
from helper.games.hegemony.values import FOREIGN, Pair

NEEDS = "people.needs"
FOOD = "food"
PURCHASES = {MIDDLE: "middle_food", WORKING: "working_food"}


def cover(definition: GameDefinition, effects: Effects, arguments: Mapping[str, object]) -> None:
    """Cover the needs of Middle and Working Class; where there is a choice of sellers, the buyer names them in `arguments`."""
    for role, key in PURCHASES.items():
        if in_play(effects.position, role):
            _cover(definition, effects, role, key, arguments.get(key))


def own_food(role: str) -> tuple[str, ...]:
    """Return where a class keeps food of its own, what it can use for nothing else first."""
    return (f"{role}.goods.{FOOD}", f"{role}.storage.{FOOD}") if role == MIDDLE else (f"{role}.goods.{FOOD}",)


def sellers(definition: GameDefinition, effects: Effects, role: str) -> tuple[str, ...]:
    """Return whose food a class can buy, besides the Foreign Market, as far as the stocks are known."""
    found = [one for one in definition.roles if sells(effects.position, one, FOOD, role) and one != role]
    return tuple(one for one in found if effects.count(f"{one}.storage.{FOOD}"))


def _cover(definition: GameDefinition, effects: Effects, role: str, key: str, given: object) -> None:
    term, read = Term(role), reading(effects.position)
    try:
        needed: int | None = population(definition, read, role)
    except Unknown:
        needed = None
    held = [effects.count(path) for path in own_food(role)]
    if needed is None or None in held:
        for path in own_food(role):
            effects.add(path, None)
        effects.step(NEEDS, "untold", role=term)
        named = _named(given)
        if given is None or not all(_can_sell(effects, role, one) for one in named):
            effects.ask(key, NEEDS, "ask_untold", role=term)
        else:
            _settle(definition, effects, role, named)
        return
    missing = needed
    for path, amount in zip(own_food(role), held, strict=True):
        used = min(missing, amount or 0)
        effects.take(path, used)
        missing -= used
    effects.step(NEEDS, "own", role=term, needed=needed, amount=needed - missing)
    if missing:
        _buy(definition, effects, role, key, missing, given)


def _buy(definition: GameDefinition, effects: Effects, role: str, key: str, missing: int, given: object) -> None:
    """Buy what is missing from the sellers named; what they leave open comes from the Foreign Market, which always sells.

    Where nobody was named although there is a choice, or more than they have or is missing, it is asked for, and nothing
    is bought.
    """
    named = _named(given)
    choices = sellers(definition, effects, role)
    offers = {Term(one): _price(definition, effects, one) for one in (*choices, FOREIGN)}
    wrong = next((one for one in named if not _can_sell(effects, role, one)), None)
    if wrong or sum(one.amount for one in named) > missing:
        source = Term(wrong.id) if wrong else tuple(Term(one.id) for one in named)
        effects.ask(key, NEEDS, "ask_again", role=Term(role), missing=missing, source=source, offers=offers)
        return
    if given is None and choices:
        effects.ask(key, NEEDS, "ask", role=Term(role), missing=missing, offers=offers)
        return
    rest = missing - sum(one.amount for one in named)
    _settle(definition, effects, role, [*named, *([Pair(FOREIGN, rest)] if rest > 0 else [])])


def _named(given: object) -> list[Pair]:
    """Return the sellers that were named, each with how much food it sells."""
    return [one for one in given if isinstance(one, Pair)] if isinstance(given, tuple) else []


def _settle(definition: GameDefinition, effects: Effects, role: str, purchases: list[Pair]) -> None:
    """Pay for food that was bought, and take it from who sold it."""
    for one in purchases:
        each = _price(definition, effects, one.id)
        cost = None if each is None else one.amount * each
        effects.step(NEEDS, "bought", role=Term(role), amount=one.amount, source=Term(one.id), cost=cost)
        settle_purchase(definition, effects, role, FOOD, one, cost, mandatory=True)


def _can_sell(effects: Effects, role: str, one: Pair) -> bool:
    """Return whether a source sells that much food to a class; a stock that nobody told may hold it."""
    if not sells(effects.position, one.id, FOOD, role) or one.id == role:
        return False
    held = effects.count(f"{one.id}.storage.{FOOD}")
    return one.id == FOREIGN or held is None or held >= one.amount


def _price(definition: GameDefinition, effects: Effects, source: str) -> int | None:
    try:
        return price(definition, reading(effects.position), source, FOOD)
    except Unknown:
        return None
