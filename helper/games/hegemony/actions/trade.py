"""Trade of the owners: exports, business deals, storages, prices: the other rules of `13_goods.toml`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from helper.definitions.schema import GameDefinition, Term
from helper.engine.bridge import Effects, Predicate, View, argument
from helper.engine.move import Move
from helper.engine.verdict import Unknown
from helper.games.hegemony.actions.goods import pairs
from helper.games.hegemony.actions.turn import Apply, Values
from helper.games.hegemony.old_facts import CAPITALIST, MIDDLE, PURSES, Read, cash, cell, count, reading, role_of, row, section
from helper.games.hegemony.old_money import pay, receive
from helper.games.hegemony.old_prices import owner_holds, room
from helper.games.hegemony.openings import brings, lots
from helper.games.hegemony.values import ZONE, Pair

ZONED = ("food", "luxury")
EXPORT, DEAL, TILE, PRICES = "export", "business_deal", "buy_storage", "adjust_prices"


def transactions(definition: GameDefinition, number: int) -> dict[tuple[str, int], int]:
    """Return what an export card pays, by kind and amount."""
    return {(good, amount): money for good, amount, money in lots(definition, number)}


def _stock(read: Read, role: str, good: str) -> int:
    held = count(read, owner_holds(role, good))
    if role == CAPITALIST and good in ZONED:
        held += count(read, f"capitalist.zone.{good}")
    return held


def _at_least_a_transaction(view: View, move: Move) -> Values:
    if not pairs(move, "transactions"):
        yield {}


def _each_transaction_once(view: View, move: Move) -> Values:
    named = Counter((one.id, one.amount) for one in pairs(move, "transactions"))
    for (good, amount), times in named.items():
        if times > 1:
            yield {"amount": amount, "good": Term(good)}


def _on_the_card(view: View, move: Move) -> Values:
    known = transactions(view.definition, view.count("export_card"))
    for one in pairs(move, "transactions"):
        if (one.id, one.amount) not in known:
            yield {"amount": one.amount, "good": Term(one.id)}


def _goods_to_export(view: View, move: Move) -> Values:
    role = role_of(view.position, move.seat)
    wanted: Counter[str] = Counter()
    for one in pairs(move, "transactions"):
        wanted[one.id] += one.amount
    for good, amount in wanted.items():
        held = _stock(view.read, role, good)
        if held < amount:
            yield {"seat": move.seat, "good": Term(good), "held": held, "amount": amount}


def _kinds_of_the_middle_class(view: View, move: Move) -> Values:
    goods = [one.id for one in pairs(move, "transactions")]
    outside = [good for good in goods if good not in ("food", "luxury")] or (goods if len(set(goods)) > 1 else [])
    if outside and view.option("middle_export") == "sheet":
        yield {"good": Term(outside[0])}


def _kinds_of_the_state(view: View, move: Move) -> Values:
    for one in pairs(move, "transactions"):
        if one.id not in ("food", "luxury"):
            yield {"good": Term(one.id)}


def _either_kind_of_the_state(view: View, move: Move) -> Values:
    goods = dict.fromkeys(one.id for one in pairs(move, "transactions"))
    if len(goods) > 1 and view.option("state_export") == "sheet":
        yield {"good": tuple(Term(good) for good in goods)}


def _export(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    number = effects.count("export_card")
    known = {} if number is None else transactions(definition, number)
    done = pairs(move, "transactions")
    for one in done:
        money = known.get((one.id, one.amount))
        if money is None:
            effects.set(PURSES[role][0], None)
        else:
            receive(effects, role, money)
        _ship(effects, role, one)
        effects.step(move.rule, "sold", seat=move.seat, amount=one.amount, good=Term(one.id), money=money)
    if role == MIDDLE:
        points = len(done) * definition.rules[EXPORT].number("points")
        effects.add("middle.points", points)
        effects.step(move.rule, "points", seat=move.seat, points=points)


def _ship(effects: Effects, role: str, one: Pair) -> None:
    """Take exported goods: the Capitalist Class empties its zone first, whose goods cannot be sold otherwise."""
    left = one.amount
    zone = f"capitalist.zone.{one.id}"
    if role == CAPITALIST and one.id in ZONED:
        held = effects.count(zone)
        if held is None:
            effects.set(owner_holds(role, one.id), None)
            return
        taken = min(held, left)
        effects.take(zone, taken)
        left -= taken
    effects.take(owner_holds(role, one.id), left)


def _deal_open(view: View, move: Move) -> Values:
    deal, lying = str(argument(move, "deal")), view.read("deals")
    if isinstance(lying, tuple) and deal not in lying:
        goods, cost = brings(view.definition, deal)
        yield {"deal": deal, "goods": goods, "cost": cost}


def _deal_cost(definition: GameDefinition, read: Read, move: Move) -> tuple[int, int]:
    """Return the cost of a deal and its tariff; none where all goods go into the zone."""
    found = row(definition.tables["deals"], int(str(move.arguments["deal"])))
    duty = 0 if move.arguments.get("into") == ZONE else cell(found, f"tariff_{section(read, 'trade').lower()}")
    return cell(found, "cost"), duty


def _deal_paid(view: View, move: Move) -> Values:
    argument(move, "deal")
    cost, duty = _deal_cost(view.definition, view.read, move)
    money = cash(view.read, CAPITALIST)
    if money < cost + duty:
        yield {"seat": move.seat, "money": money, "cost": cost + duty}


def _deal(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    found = row(definition.tables["deals"], int(str(move.arguments["deal"])))
    into = "zone" if move.arguments.get("into") == ZONE else "storage"
    cost = cell(found, "cost")
    try:
        duty: int | None = _deal_cost(definition, reading(effects.position), move)[1]
    except Unknown:
        duty = None
    pay(effects, CAPITALIST, None if duty is None else cost + duty)
    effects.add("state.treasury", duty)
    goods = {good: cell(found, good) for good in ("food", "luxury") if cell(found, good)}
    effects.step(move.rule, "made", seat=move.seat, goods=tuple(Term(good, amount) for good, amount in goods.items()), cost=cost)
    if duty:
        effects.step(move.rule, "tariff", amount=duty)
    for good, amount in goods.items():
        store(definition, effects, move.rule, CAPITALIST, f"capitalist.{into}.{good}", good, amount, move.seat)
    lying = effects.read("deals")
    if isinstance(lying, tuple):
        at = lying.index(move.arguments["deal"]) if move.arguments["deal"] in lying else len(lying)
        effects.set("deals", (*lying[:at], *lying[at + 1 :]))


def store(definition: GameDefinition, effects: Effects, rule: str, role: str, path: str, good: str, amount: int, seat: object) -> None:
    """Put goods where they go, as far as there is room; the Free Trade Zone takes more of its kinds; the rest is lost.

    Of a business deal only where it may be split. Where nobody knows how many find room, what lies in the zone is unknown too.
    """
    left = amount - _put(definition, effects, role, path, good, amount)
    zone = _zone(role, path, good) if rule != DEAL or _may_split(definition, effects) else ""
    if effects.read(path) is None:
        effects.add(zone, None)
    if left and zone:
        moved = _put(definition, effects, role, zone, good, left)
        if moved:
            effects.step(rule, "into_zone", seat=seat, amount=moved, good=Term(good))
        left -= moved
    if left:
        effects.step(rule, "overflow", seat=seat, amount=left, good=Term(good))


def _zone(role: str, path: str, good: str) -> str:
    """Return where the Free Trade Zone keeps what finds no room there, empty where it takes nothing."""
    return f"capitalist.zone.{good}" if role == CAPITALIST and ".storage." in path and good in ZONED else ""


def forget_stored(effects: Effects, role: str, path: str, good: str) -> None:
    """Make unknown what lies where goods go, of which nobody knows how many there are, and what lies in the zone behind it."""
    effects.add(path, None)
    effects.add(_zone(role, path, good), None)


def _put(definition: GameDefinition, effects: Effects, role: str, path: str, good: str, amount: int) -> int:
    """Put goods where they go and return how many found room: all of them, where nobody told what lies there."""
    held = effects.count(path)
    if held is None:
        return amount
    try:
        most = room(definition, effects.position, role, path, good)
    except Unknown:
        effects.add(path, None)
        return amount
    kept = min(amount, max(0, most - held))
    effects.add(path, kept)
    return kept


def _may_split(definition: GameDefinition, effects: Effects) -> bool:
    return (effects.position.options.get("deal_split") or definition.options["deal_split"].default) != "whole"


def _kind_is_stored(view: View, move: Move) -> Values:
    good = str(argument(move, "good"))
    if good not in view.definition.axes["good"]:
        yield {"good": Term(good)}


def _no_tile_yet(view: View, move: Move) -> Values:
    good = str(argument(move, "good"))
    if view.read(f"capitalist.tiles.{good}"):
        yield {"good": Term(good)}


def _storage_paid(view: View, move: Move) -> Values:
    money, cost = cash(view.read, CAPITALIST), view.definition.rules[TILE].number("cost")
    if money < cost:
        yield {"seat": move.seat, "money": money}


def _tile(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    good, cost = str(move.arguments["good"]), definition.rules[TILE].number("cost")
    pay(effects, CAPITALIST, cost)
    effects.set(f"capitalist.tiles.{good}", True)
    effects.step(move.rule, "bought", seat=move.seat, good=Term(good))


def _printed_step(view: View, move: Move) -> Values:
    for one in pairs(move, "prices"):
        found = row(view.definition.tables["prices"], one.id)
        steps = [cell(found, key) for key in ("price_low", "price_middle", "price_high")]
        if one.amount not in steps:
            yield {"good": Term(one.id), "price": one.amount, "steps": steps}


def _adjust_prices(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    for one in pairs(move, "prices"):
        effects.set(f"{role}.prices.{one.id}", one.amount)
        effects.step(move.rule, "changed", seat=move.seat, good=Term(one.id), price=one.amount)


PREDICATES: Mapping[str, Predicate] = {
    "at_least_a_transaction": _at_least_a_transaction,
    "each_transaction_once": _each_transaction_once,
    "on_the_card": _on_the_card,
    "goods_to_export": _goods_to_export,
    "kinds_of_the_middle_class": _kinds_of_the_middle_class,
    "kinds_of_the_state": _kinds_of_the_state,
    "either_kind_of_the_state": _either_kind_of_the_state,
    "deal_open": _deal_open,
    "deal_paid": _deal_paid,
    "kind_is_stored": _kind_is_stored,
    "no_tile_yet": _no_tile_yet,
    "storage_paid": _storage_paid,
    "printed_step": _printed_step,
}
APPLY: Mapping[str, Apply] = {EXPORT: _export, DEAL: _deal, TILE: _tile, PRICES: _adjust_prices}
