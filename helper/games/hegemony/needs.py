"""Covering needs: food by population, own food before bought food. Rule `people.needs`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from helper.definitions.schema import Term
from helper.engine.play import Play
from helper.engine.position import Glance
from helper.games.hegemony import figures as f
from helper.games.hegemony.actions.goods import settle_purchase
from helper.games.hegemony.facts import MIDDLE, WORKING, population
from helper.games.hegemony.prices import price, sells
from helper.games.hegemony.seating import in_play
from helper.games.hegemony.values import FOREIGN, Pair

if TYPE_CHECKING:
    from helper.engine.figures import Argument, Path

NEEDS = "people.needs"
FOOD = "food"
PURCHASES: Mapping[str, Argument[tuple[Pair, ...]]] = {MIDDLE: f.MIDDLE_FOOD, WORKING: f.WORKING_FOOD}


def cover(play: Play) -> None:
    """Cover the needs of Middle and Working Class; where there is a choice of sellers, the buyer names them."""
    for role in PURCHASES:
        if in_play(play, role):
            _cover(play, role)


def own_food(role: str) -> tuple[Path[int], ...]:
    """Return where a class keeps food of its own, what it can use for nothing else first."""
    return (f.GOODS(role, FOOD), f.STORAGE(role, FOOD)) if role == MIDDLE else (f.GOODS(role, FOOD),)


def sellers(at: Glance, role: str) -> tuple[str, ...]:
    """Return whose food a class can buy, besides the Foreign Market, as far as the stocks are known."""
    return tuple(one for one in at.definition.roles if one != role and sells(at, one, FOOD, role) and at.get(f.STORAGE(one, FOOD), 0))


def _cover(play: Play, role: str) -> None:
    key, given = PURCHASES[role], play.named(PURCHASES[role])
    needed, own = play.fact(population, role), own_food(role)
    held = [play.get(path) for path in own]
    if needed is None or None in held:
        play.step(NEEDS, "untold", role=Term(role)).forget(*own)
        if given is None or not all(_can_sell(play, role, one) for one in given):
            play.ask(key, NEEDS, "ask_untold", role=Term(role))
        else:
            _settle(play, role, given)
        return
    missing, eating = needed, play.under(NEEDS, "own")
    for path, amount in zip(own, held, strict=True):
        used = min(missing, amount or 0)
        eating.take(path, used)
        missing -= used
    play.step(NEEDS, "own", role=Term(role), needed=needed, amount=needed - missing)
    if missing:
        _buy(play, role, missing, given)


def _buy(play: Play, role: str, missing: int, given: tuple[Pair, ...] | None) -> None:
    """Buy what is missing from the sellers named; what they leave open comes from the Foreign Market, which always sells.

    Where nobody was named although there is a choice, or more than they have or is missing, it is asked for, and nothing
    is bought.
    """
    key, named, choices = PURCHASES[role], given or (), sellers(play, role)
    offers = {Term(one): play.fact(price, one, FOOD) for one in (*choices, FOREIGN)}
    wrong = next((one for one in named if not _can_sell(play, role, one)), None)
    if wrong or sum(one.amount for one in named) > missing:
        source = Term(wrong.id) if wrong else tuple(Term(one.id) for one in named)
        play.ask(key, NEEDS, "ask_again", role=Term(role), missing=missing, source=source, offers=offers)
        return
    if given is None and choices:
        play.ask(key, NEEDS, "ask", role=Term(role), missing=missing, offers=offers)
        return
    rest = missing - sum(one.amount for one in named)
    _settle(play, role, (*named, *((Pair(FOREIGN, rest),) if rest > 0 else ())))


def _settle(play: Play, role: str, purchases: tuple[Pair, ...]) -> None:
    """Pay for food that was bought, and take it from who sold it."""
    for one in purchases:
        each = play.fact(price, one.id, FOOD)
        cost = None if each is None else one.amount * each
        bought = play.step(NEEDS, "bought", role=Term(role), amount=one.amount, source=Term(one.id), cost=cost)
        settle_purchase(bought, role, FOOD, one, cost, mandatory=True)


def _can_sell(at: Glance, role: str, one: Pair) -> bool:
    """Return whether a source sells that much food to a class; a stock that nobody told may hold it."""
    if not sells(at, one.id, FOOD, role) or one.id == role:
        return False
    return one.id == FOREIGN or at.get(f.STORAGE(one.id, FOOD), one.amount) >= one.amount
