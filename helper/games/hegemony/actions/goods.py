"""Buying, and using goods and services: rules `buy`, `use_health`, `use_education`, `use_luxury`."""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.schema import GameDefinition, Term
from helper.engine.bridge import Effects, Predicate, View, argument
from helper.engine.move import Move
from helper.engine.verdict import Unknown
from helper.games.hegemony.actions.turn import Apply, Values
from helper.games.hegemony.old_crews import new_worker
from helper.games.hegemony.old_facts import (
    MIDDLE,
    STATE,
    Read,
    Slots,
    cash,
    cell,
    company,
    count,
    of_section,
    population,
    reading,
    role_of,
    row,
    seat_of,
    slots,
)
from helper.games.hegemony.old_money import move_legitimacy, owe, pay, receive
from helper.games.hegemony.old_prices import has, owner_holds, price, sells, tariff
from helper.games.hegemony.places import UNEMPLOYED
from helper.games.hegemony.values import FOREIGN, UNSKILLED, Pair, show

BUY = "buy"
USED = {"use_health": "health", "use_education": "education", "use_luxury": "luxury"}


def pairs(move: Move, key: str) -> tuple[Pair, ...]:
    """Return an argument that is a list of words with numbers."""
    found = argument(move, key)
    assert isinstance(found, tuple)
    return found


def _so_many_sources(view: View, move: Move) -> Values:
    sources = [one.id for one in pairs(move, "purchases")]
    if not 1 <= len(set(sources)) == len(sources) <= view.definition.rules[BUY].number("sources"):
        yield {"named": len(sources)}


def _within_population(view: View, move: Move) -> Values:
    people = population(view.definition, view.read, role_of(view.position, move.seat))
    purchases = pairs(move, "purchases")
    for one in purchases:
        if one.amount > people:
            yield {"amount": one.amount, "source": Term(one.id), "population": people}
    total = sum(one.amount for one in purchases)
    by_sheet = role_of(view.position, move.seat) == MIDDLE and len(purchases) > 1 and view.option("middle_buying") == "sheet"
    if by_sheet and total > people:
        yield {"amount": total, "source": tuple(Term(one.id) for one in purchases), "population": people}


def _source_sells(view: View, move: Move) -> Values:
    good = str(argument(move, "good"))
    for one in pairs(move, "purchases"):
        if not sells(view.position, one.id, good, role_of(view.position, move.seat)):
            yield {"source": Term(one.id), "good": Term(good)}


def _source_has(view: View, move: Move) -> Values:
    good = str(argument(move, "good"))
    for one in pairs(move, "purchases"):
        if one.id != FOREIGN:
            held = has(view.read, one.id, good)
            if held < one.amount:
                yield {"source": Term(one.id), "good": Term(good), "held": held, "amount": one.amount}


def _cost(definition: GameDefinition, read: Read, role: str, good: str, one: Pair) -> int:
    return 0 if one.id == role else one.amount * price(definition, read, one.id, good)


def _cash_in_hand(view: View, move: Move) -> Values:
    role, good = role_of(view.position, move.seat), str(argument(move, "good"))
    cost = sum(_cost(view.definition, view.read, role, good, one) for one in pairs(move, "purchases"))
    money = cash(view.read, role)
    if money < cost:
        yield {"seat": move.seat, "money": money, "cost": cost}


def _buy(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    good = str(move.arguments["good"])
    for one in pairs(move, "purchases"):
        read = reading(effects.position)
        target = f"{role}.influence" if good == "influence" else f"{role}.goods.{good}"
        values = {"seat": move.seat, "amount": one.amount, "good": Term(good)}
        if one.id == role:
            effects.take(f"{role}.storage.{good}", one.amount)
            effects.step(move.rule, "moved", **values)
        else:
            try:
                cost: int | None = _cost(definition, read, role, good, one)
            except Unknown:
                cost = None
            effects.step(move.rule, "bought", **values, source=Term(one.id), cost=cost)
            settle_purchase(definition, effects, role, good, one, cost)
        effects.add(target, one.amount)


def settle_purchase(
    definition: GameDefinition, effects: Effects, role: str, good: str, one: Pair, cost: int | None, *, mandatory: bool = False
) -> None:
    """Move the money and the goods of a purchase: the tariff goes to the treasury, the State scores for cheap services.

    A mandatory purchase is paid with loans where the money is short.
    """
    read = reading(effects.position)
    if mandatory and cost is not None:
        owe(definition, effects, role, cost)
    else:
        pay(effects, role, cost)
    if one.id == FOREIGN:
        duty = None if cost is None else one.amount * tariff(definition, read, good)
        effects.add("state.treasury", duty)
        if duty:
            effects.step(BUY, "tariff", amount=duty)
        return
    receive(effects, one.id, cost)
    effects.take(owner_holds(one.id, good), one.amount)
    if one.id == STATE and seat_of(effects.position, STATE):
        _state_reward(definition, effects, role, good, one.amount)


def _state_reward(definition: GameDefinition, effects: Effects, role: str, good: str, amount: int) -> None:
    if good not in ("health", "education"):
        return
    try:
        read = reading(effects.position)
        points = of_section(definition, read, f"welfare_{good}", "points_per_purchase")
        per = of_section(definition, read, f"welfare_{good}", "sold_per_legitimacy")
    except Unknown:
        effects.add("state.points", None)
        effects.add(f"state.legitimacy.{role}", None)
        return
    reading_of = effects.position.options.get("state_price_points") or definition.options["state_price_points"].default
    if points and reading_of == "per_three":
        points *= amount // cell(row(definition.tables[f"policy_welfare_{good}"], "A"), "sold_per_legitimacy")
    if points:
        effects.add("state.points", points)
        effects.step(BUY, "state_points", points=points)
    if per and amount // per:
        move_legitimacy(definition, effects, role, amount // per)
        effects.step(BUY, "state_legitimacy", role=Term(role), amount=amount // per)


def _as_many_as_population(view: View, move: Move) -> Values:
    role, good = role_of(view.position, move.seat), USED[move.rule]
    people, held = population(view.definition, view.read, role), view.count(f"{role}.goods.{good}")
    if held < people:
        yield {"seat": move.seat, "good": Term(good), "held": held, "population": people}


def _worker_to_teach(view: View, move: Move) -> Values:
    """The worker stands there; a skilled one changes colour only where the option lets it."""
    role, place, worker = role_of(view.position, move.seat), str(argument(move, "where")), str(argument(move, "worker"))
    reading_of = view.option("education_skilled")
    there = False
    if place == UNEMPLOYED:
        there = count(view.read, f"{role}.unemployed.{worker}") > 0
    elif "." not in place:
        found, wanted = company(view.definition, view.read, place), slots(view.definition, place)
        what = _standing_as(role, wanted)
        is_own = found is not None and (what == "employee" or found.crew == role)
        standing = () if found is None or not is_own else found.employee if what == "employee" else found.workers
        there = worker in standing
        if there and worker != UNSKILLED:
            own = wanted.own if what == "workers" else (wanted.employee,)
            in_free_slot = standing.count(worker) > own.count(worker)
            there = reading_of == "any" or (reading_of == "free_slot" and in_free_slot)
    if not there:
        yield {"place": show(place), "worker": Term(worker), "seat": move.seat}


def _standing_as(role: str, wanted: Slots) -> str:
    """Return which slots of a company a class stands in: the Working Class in those of an employee, where there are any."""
    return "employee" if wanted.employee and role != MIDDLE else "workers"


def _becomes_another(view: View, move: Move) -> Values:
    becomes = str(argument(move, "becomes"))
    if becomes in (UNSKILLED, argument(move, "worker")):
        yield {"becomes": Term(becomes)}


def _use(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    rule, good = definition.rules[move.rule], USED[move.rule]
    read = reading(effects.position)
    try:
        people: int | None = population(definition, read, role)
    except Unknown:
        people = None
    if people is None:
        effects.set(f"{role}.goods.{good}", None)
    else:
        effects.take(f"{role}.goods.{good}", people)
    points = prosper(definition, effects, role)
    extra = rule.values.get("points", 0)
    total = None if points is None or not isinstance(extra, int) else points + extra
    effects.add(f"{role}.points", total)
    space = effects.count(f"{role}.prosperity")
    effects.step(move.rule, "used", seat=move.seat, amount=people, good=Term(good), space=space, gained=total)
    if move.rule == "use_health":
        for _ in range(rule.number("workers")):
            people = new_worker(definition, effects, role)
        effects.step(move.rule, "worker", seat=move.seat, population=people)
    if move.rule == "use_education":
        _teach(definition, effects, move, role)


def prosper(definition: GameDefinition, effects: Effects, role: str) -> int | None:
    """Move a class on the prosperity track and return the points of the space reached; None where it is unknown."""
    space = effects.count(f"{role}.prosperity")
    if space is None:
        return None
    track = definition.tables["prosperity"].rows
    reached = min(space + definition.rules["people.prosperity"].number("prosperity"), len(track) - 1)
    effects.set(f"{role}.prosperity", reached)
    return cell(track[reached], role)


def _teach(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    place, worker, becomes = (str(move.arguments[key]) for key in ("where", "worker", "becomes"))
    if place == UNEMPLOYED:
        effects.take(f"{role}.unemployed.{worker}", 1)
        effects.add(f"{role}.unemployed.{becomes}", 1)
    else:
        path = f"companies.{place}.{_standing_as(role, slots(definition, place))}"
        standing = effects.read(path)
        if isinstance(standing, tuple) and worker in standing:
            at = standing.index(worker)
            effects.set(path, (*standing[:at], becomes, *standing[at + 1 :]))
    effects.step(move.rule, "learned", seat=move.seat, place=show(place), worker=Term(worker), becomes=Term(becomes))


PREDICATES: Mapping[str, Predicate] = {
    "so_many_sources": _so_many_sources,
    "within_population": _within_population,
    "source_sells": _source_sells,
    "source_has": _source_has,
    "cash_in_hand": _cash_in_hand,
    "as_many_as_population": _as_many_as_population,
    "worker_to_teach": _worker_to_teach,
    "becomes_another": _becomes_another,
}
APPLY: Mapping[str, Apply] = {
    BUY: _buy,
    **dict.fromkeys(USED, _use),
}
