"""Trade of the owners: exports, business deals, storages, prices: the other rules of `13_goods.toml`."""

from __future__ import annotations

from collections import Counter

from helper.definitions.schema import GameDefinition, Term
from helper.engine.play import Cause, Play
from helper.engine.position import Board
from helper.engine.rules import Values
from helper.engine.verdict import View
from helper.games.hegemony import figures as f
from helper.games.hegemony import storage
from helper.games.hegemony.facts import CAPITALIST, MIDDLE, PURSES, cash, cell, row
from helper.games.hegemony.figures import CODE
from helper.games.hegemony.money import pay, receive
from helper.games.hegemony.openings import brings, lots
from helper.games.hegemony.prices import IMPORTED, stock
from helper.games.hegemony.seating import role_of
from helper.games.hegemony.turns import PRICES
from helper.games.hegemony.values import ZONE, Pair

EXPORT, DEAL = CODE.rule("export"), CODE.rule(storage.DEAL)
TILE, REPRICING = CODE.rule("buy_storage"), CODE.rule(PRICES)


def transactions(definition: GameDefinition, number: int) -> dict[tuple[str, int], int]:
    """Return what an export card pays, by kind and amount."""
    return {(good, amount): money for good, amount, money in lots(definition, number)}


def _held(at: Board, role: str, good: str) -> int:
    """Return how much of a kind may be exported; the Capitalist Class's zone counts."""
    return sum(at.need(stock(role, good), *((f.ZONE(good),) if role == CAPITALIST and good in IMPORTED else ())))


@EXPORT.needs("at_least_a_transaction")
def _at_least_a_transaction(at: View) -> Values:
    if not at.given(f.TRANSACTIONS):
        yield {}


@EXPORT.needs("each_transaction_once")
def _each_transaction_once(at: View) -> Values:
    for one, times in Counter(at.given(f.TRANSACTIONS)).items():
        if times > 1:
            yield {"amount": one.amount, "good": Term(one.id)}


@EXPORT.needs("on_the_card")
def _on_the_card(at: View) -> Values:
    known = transactions(at.definition, at[f.EXPORT_CARD])
    for one in at.given(f.TRANSACTIONS):
        if (one.id, one.amount) not in known:
            yield {"amount": one.amount, "good": Term(one.id)}


@EXPORT.needs("goods_to_export")
def _goods_to_export(at: View) -> Values:
    wanted: Counter[str] = Counter()
    for one in at.given(f.TRANSACTIONS):
        wanted[one.id] += one.amount
    for good, amount in wanted.items():
        held = _held(at, at.role, good)
        if held < amount:
            yield {"seat": at.seat, "good": Term(good), "held": held, "amount": amount}


@EXPORT.needs("kinds_of_the_middle_class")
def _kinds_of_the_middle_class(at: View) -> Values:
    goods = [one.id for one in at.given(f.TRANSACTIONS)]
    outside = [good for good in goods if good not in IMPORTED] or (goods if len(set(goods)) > 1 else [])
    if outside and at.option("middle_export") == "sheet":
        yield {"good": Term(outside[0])}


@EXPORT.needs("kinds_of_the_state")
def _kinds_of_the_state(at: View) -> Values:
    for one in at.given(f.TRANSACTIONS):
        if one.id not in IMPORTED:
            yield {"good": Term(one.id)}


@EXPORT.needs("either_kind_of_the_state")
def _either_kind_of_the_state(at: View) -> Values:
    goods = dict.fromkeys(one.id for one in at.given(f.TRANSACTIONS))
    if len(goods) > 1 and at.option("state_export") == "sheet":
        yield {"good": tuple(map(Term, goods))}


@EXPORT.does
def _export(play: Play) -> None:
    role, done, number = role_of(play, play.move.seat), play.given(f.TRANSACTIONS), play.get(f.EXPORT_CARD)
    known = {} if number is None else transactions(play.definition, number)
    for one in done:
        money = known.get((one.id, one.amount))
        sold = play.note("sold", seat=play.move.seat, amount=one.amount, good=Term(one.id), money=money)
        if money is None:
            sold.forget(PURSES[role][0])
        else:
            receive(sold, role, money)
        _ship(sold, role, one)
    if role == MIDDLE:
        points = len(done) * play.own("points")
        play.note("points", seat=play.move.seat, points=points).add(f.POINTS(MIDDLE), points)


def _ship(cause: Cause, role: str, one: Pair) -> None:
    """Take exported goods: the Capitalist Class empties its zone first, whose goods cannot be sold otherwise."""
    left = one.amount
    if role == CAPITALIST and one.id in IMPORTED:
        held = cause.play.get(f.ZONE(one.id))
        if held is None:
            cause.forget(stock(role, one.id))
            return
        taken = min(held, left)
        cause.take(f.ZONE(one.id), taken)
        left -= taken
    cause.take(stock(role, one.id), left)


@DEAL.needs("deal_open")
def _deal_open(at: View) -> Values:
    deal, lying = at.given(f.DEAL), at[f.DEALS]
    if deal not in lying:
        goods, cost = brings(at.definition, deal)
        yield {"deal": deal, "goods": goods, "cost": cost}


def _duty(at: Board, deal: str, into: str | None) -> int:
    """Return the tariff on a deal; none where all goods go into the zone."""
    return 0 if into == ZONE else cell(row(at.table("deals"), int(deal)), f"tariff_{at[f.POLICY('trade')].lower()}")


@DEAL.needs("deal_paid")
def _deal_paid(at: View) -> Values:
    deal = at.given(f.DEAL)
    cost = cell(row(at.table("deals"), int(deal)), "cost") + _duty(at, deal, at.named(f.INTO))
    money = cash(at, CAPITALIST)
    if money < cost:
        yield {"seat": at.seat, "money": money, "cost": cost}


@DEAL.does
def _deal(play: Play) -> None:
    deal, into = play.given(f.DEAL), play.named(f.INTO)
    found, duty = row(play.table("deals"), int(deal)), play.fact(_duty, deal, into)
    cost, goods = cell(found, "cost"), {good: cell(found, good) for good in IMPORTED if cell(found, good)}
    made = play.note("made", seat=play.move.seat, goods=tuple(Term(good, amount) for good, amount in goods.items()), cost=cost)
    pay(made, CAPITALIST, None if duty is None else cost + duty)
    (play.note("tariff", amount=duty) if duty else made).add(f.TREASURY, duty)
    for good, amount in goods.items():
        storage.store(made, CAPITALIST, f.ZONE(good) if into == ZONE else f.STORAGE(CAPITALIST, good), good, amount, play.move.seat)
    lying = play.get(f.DEALS)
    if lying is not None:
        at = lying.index(deal) if deal in lying else len(lying)
        made.set(f.DEALS, (*lying[:at], *lying[at + 1 :]))


@TILE.needs("kind_is_stored")
def _kind_is_stored(at: View) -> Values:
    good = at.given(f.GOOD)
    if good not in at.axis("good"):
        yield {"good": Term(good)}


@TILE.needs("no_tile_yet")
def _no_tile_yet(at: View) -> Values:
    good = at.given(f.GOOD)
    if good in at.axis("good") and at[f.TILE(CAPITALIST, good)]:
        yield {"good": Term(good)}


@TILE.needs("storage_paid")
def _storage_paid(at: View) -> Values:
    money = cash(at, CAPITALIST)
    if money < at.own("cost"):
        yield {"seat": at.seat, "money": money}


@TILE.does
def _tile(play: Play) -> None:
    good = play.given(f.GOOD)
    bought = play.note("bought", seat=play.move.seat, good=Term(good))
    pay(bought, CAPITALIST, play.own("cost"))
    if good in play.axis("good"):
        bought.set(f.TILE(CAPITALIST, good), True)


@REPRICING.needs("printed_step")
def _printed_step(at: View) -> Values:
    for one in at.given(f.PRICES):
        found = row(at.table("prices"), one.id)
        steps = [cell(found, key) for key in ("price_low", "price_middle", "price_high")]
        if one.amount not in steps:
            yield {"good": Term(one.id), "price": one.amount, "steps": steps}


@REPRICING.does
def _adjust_prices(play: Play) -> None:
    role = role_of(play, play.move.seat)
    for one in play.given(f.PRICES):
        play.note("changed", seat=play.move.seat, good=Term(one.id), price=one.amount).set(f.PRICE(role, one.id), one.amount)
