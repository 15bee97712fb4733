"""Buying, and using goods and services: rules `buy`, `use_health`, `use_education`, `use_luxury`."""

from __future__ import annotations

from helper.definitions.schema import Term
from helper.engine.play import Cause, Play
from helper.engine.position import Board
from helper.engine.rules import Values
from helper.engine.verdict import View
from helper.games.hegemony import figures as f
from helper.games.hegemony.crews import exchange, new_worker
from helper.games.hegemony.facts import MIDDLE, STATE, Slots, cash, cell, company, of_section, population, row, slots
from helper.games.hegemony.figures import CODE
from helper.games.hegemony.money import move_legitimacy, owe, pay, receive
from helper.games.hegemony.places import UNEMPLOYED, industry_of
from helper.games.hegemony.prices import SERVICES, price, sells, stock, tariff
from helper.games.hegemony.seating import in_play, role_of
from helper.games.hegemony.values import FOREIGN, UNSKILLED, Pair, show

BUY, ENOUGH = CODE.rule("buy"), CODE.rule("services.enough")
HEALTH, EDUCATION, LUXURY = CODE.rule("use_health"), CODE.rule("use_education"), CODE.rule("use_luxury")
USED = {HEALTH.id: "health", EDUCATION.id: "education", LUXURY.id: "luxury"}


@BUY.needs("so_many_sources")
def _so_many_sources(at: View) -> Values:
    sources = [one.id for one in at.given(f.PURCHASES)]
    if not 1 <= len(set(sources)) == len(sources) <= at.own("sources"):
        yield {"named": len(sources)}


@BUY.needs("within_population")
def _within_population(at: View) -> Values:
    people = population(at, at.role)
    purchases = at.given(f.PURCHASES)
    for one in purchases:
        if one.amount > people:
            yield {"amount": one.amount, "source": Term(one.id), "population": people}
    total = sum(one.amount for one in purchases)
    if at.role == MIDDLE and len(purchases) > 1 and at.option("middle_buying") == "sheet" and total > people:
        yield {"amount": total, "source": tuple(Term(one.id) for one in purchases), "population": people}


@BUY.needs("source_sells")
def _source_sells(at: View) -> Values:
    good = at.given(f.GOOD)
    for one in at.given(f.PURCHASES):
        if not sells(at, one.id, good, at.role):
            yield {"source": Term(one.id), "good": Term(good)}


@BUY.needs("source_has")
def _source_has(at: View) -> Values:
    good = at.given(f.GOOD)
    for one in at.given(f.PURCHASES):
        if one.id != FOREIGN:
            held = at[stock(one.id, good)]
            if held < one.amount:
                yield {"source": Term(one.id), "good": Term(good), "held": held, "amount": one.amount}


def _cost(at: Board, role: str, good: str, one: Pair) -> int:
    return 0 if one.id == role else one.amount * price(at, one.id, good)


@BUY.needs("cash_in_hand")
def _cash_in_hand(at: View) -> Values:
    good = at.given(f.GOOD)
    cost = sum(_cost(at, at.role, good, one) for one in at.given(f.PURCHASES))
    money = cash(at, at.role)
    if money < cost:
        yield {"seat": at.seat, "money": money, "cost": cost}


@BUY.does
def _buy(play: Play) -> None:
    role, good = role_of(play, play.move.seat), play.given(f.GOOD)
    target = f.INFLUENCE(role) if good == "influence" else f.GOODS(role, good)
    for one in play.given(f.PURCHASES):
        if one.id == role:
            bought = play.note("moved", seat=play.move.seat, amount=one.amount, good=Term(good)).take(f.STORAGE(role, good), one.amount)
        else:
            cost = play.fact(_cost, role, good, one)
            bought = play.note("bought", seat=play.move.seat, amount=one.amount, good=Term(good), source=Term(one.id), cost=cost)
            settle_purchase(bought, role, good, one, cost)
        bought.add(target, one.amount)


def settle_purchase(cause: Cause, role: str, good: str, one: Pair, cost: int | None, *, mandatory: bool = False) -> None:
    """Move the money and the goods of a purchase: the tariff goes to the treasury, the State scores for cheap services.

    A mandatory purchase is paid with loans where the money is short.
    """
    play = cause.play
    if mandatory and cost is not None:
        owe(cause, role, cost)
    else:
        pay(cause, role, cost)
    if one.id == FOREIGN:
        each = None if cost is None else play.fact(tariff, good)
        duty = None if each is None else one.amount * each
        (play.step(BUY.id, "tariff", amount=duty) if duty else cause).add(f.TREASURY, duty)
        return
    receive(cause, one.id, cost)
    cause.take(stock(one.id, good), one.amount)
    if one.id == STATE and in_play(play, STATE) and good in SERVICES:
        _state_reward(cause, role, good, one.amount)


def _state_reward(cause: Cause, role: str, good: str, amount: int) -> None:
    play, policy = cause.play, f"welfare_{good}"
    points, per = (play.fact(of_section, policy, key) for key in ("points_per_purchase", "sold_per_legitimacy"))
    if points is None or per is None:
        cause.forget(f.POINTS(STATE), f.LEGITIMACY(role))
        return
    if points and play.option("state_price_points") == "per_three":
        points *= amount // cell(row(play.table(f"policy_{policy}"), "A"), "sold_per_legitimacy")
    if points:
        play.step(BUY.id, "state_points", points=points).add(f.POINTS(STATE), points)
    if per and amount // per:
        move_legitimacy(play.step(BUY.id, "state_legitimacy", role=Term(role), amount=amount // per), role, amount // per)


@ENOUGH.needs("as_many_as_population")
def _as_many_as_population(at: View) -> Values:
    good = USED[at.move.rule]
    people, held = population(at, at.role), at[f.GOODS(at.role, good)]
    if held < people:
        yield {"seat": at.seat, "good": Term(good), "held": held, "population": people}


@EDUCATION.needs("worker_to_teach")
def _worker_to_teach(at: View) -> Values:
    """The worker stands there; a skilled one changes colour only where the option lets it."""
    place, worker, reading = at.given(f.WHERE), at.given(f.WORKER), at.option("education_skilled")
    there = False
    if place == UNEMPLOYED:
        there = at[f.UNEMPLOYED_KIND(at.role, worker)] > 0
    elif not industry_of(place):
        found, wanted = company(at, place), slots(at.definition, place)
        is_employee = _stands_as_employee(at.role, wanted)
        is_own = found is not None and (is_employee or found.crew == at.role)
        standing = () if found is None or not is_own else found.employee if is_employee else found.workers
        there = worker in standing
        if there and worker != UNSKILLED:
            own = (wanted.employee,) if is_employee else wanted.own
            in_free_slot = standing.count(worker) > own.count(worker)
            there = reading == "any" or (reading == "free_slot" and in_free_slot)
    if not there:
        yield {"place": show(place), "worker": Term(worker), "seat": at.seat}


def _stands_as_employee(role: str, wanted: Slots) -> bool:
    """Return whether a class stands in the employee slot of a company: the Working Class does, where there is one."""
    return bool(wanted.employee) and role != MIDDLE


@EDUCATION.needs("becomes_another")
def _becomes_another(at: View) -> Values:
    becomes = at.given(f.BECOMES)
    if becomes in (UNSKILLED, at.given(f.WORKER)):
        yield {"becomes": Term(becomes)}


@HEALTH.does
@EDUCATION.does
@LUXURY.does
def _use(play: Play) -> None:
    rule, good, role = play.rule(play.move.rule), USED[play.move.rule], role_of(play, play.move.seat)
    people, using = play.fact(population, role), play.under(rule.id, "used")
    if people is None:
        using.forget(f.GOODS(role, good))
    else:
        using.take(f.GOODS(role, good), people)
    points, extra = prosper(using, role), rule.values.get("points", 0)
    total = None if points is None or not isinstance(extra, int) else points + extra
    using.add(f.POINTS(role), total)
    play.note("used", seat=play.move.seat, amount=people, good=Term(good), space=play.get(f.PROSPERITY(role)), gained=total)
    if rule.id == HEALTH.id:
        for _ in range(rule.number("workers")):
            people = new_worker(play.under(rule.id, "worker"), role)
        play.note("worker", seat=play.move.seat, population=people)
    if rule.id == EDUCATION.id:
        _teach(play, role)


def prosper(cause: Cause, role: str) -> int | None:
    """Move a class on the prosperity track and return the points of the space reached; None where it is unknown."""
    play = cause.play
    space = play.get(f.PROSPERITY(role))
    if space is None:
        return None
    track = play.table("prosperity").rows
    reached = min(space + play.number("people.prosperity", "prosperity"), len(track) - 1)
    cause.set(f.PROSPERITY(role), reached)
    return cell(track[reached], role)


def _teach(play: Play, role: str) -> None:
    place, worker, becomes = (play.given(one) for one in (f.WHERE, f.WORKER, f.BECOMES))
    learned = play.note("learned", seat=play.move.seat, place=show(place), worker=Term(worker), becomes=Term(becomes))
    if place == UNEMPLOYED:
        learned.take(f.UNEMPLOYED_KIND(role, worker), 1).add(f.UNEMPLOYED_KIND(role, becomes), 1)
    else:
        is_employee = _stands_as_employee(role, slots(play.definition, place))
        exchange(learned, (f.EMPLOYEE if is_employee else f.STANDING)(place), worker, becomes)
