"""What companies make and pay, in Production and by an Extra Shift. Rules `production.*`.

Covers strikes, the demonstration, output and wages of every company, and what trade unions bring; in a calculator, from the
companies that are told. Leaves out needs, the IMF and taxes.
"""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.schema import GameDefinition, Term
from helper.engine.effects import Effects
from helper.engine.position import Position
from helper.engine.verdict import Unknown
from helper.games.hegemony.actions.trade import forget_stored, store
from helper.games.hegemony.old_crews import stand_up
from helper.games.hegemony.old_facts import (
    CAPITALIST,
    MIDDLE,
    STATE,
    WORKING,
    Company,
    Read,
    card,
    cell,
    company,
    fits_players,
    in_play,
    is_operational,
    product,
    reading,
    row,
    unemployed,
)
from helper.games.hegemony.old_money import lose, owe, pay, receive
from helper.games.hegemony.values import Pair, show

COMPANIES, STRIKES, DEMONSTRATION, UNIONS = (f"production.{what}" for what in ("companies", "strikes", "demonstration", "unions"))
BACKWARDS = (STATE, CAPITALIST, MIDDLE, WORKING)
Arguments = Mapping[str, object]


def output(definition: GameDefinition, found: Company, *, with_employee: bool) -> int:
    """Return how much a company produces, with what an employee adds."""
    row = card(definition, found.id)
    return cell(row, "output") + (cell(row, "employee_bonus") if with_employee else 0)


def lies_at(role: str, good: str) -> str:
    """Return the path where a role keeps what its companies make."""
    if role == STATE:
        return f"state.services.{good}"
    if good == "influence":
        return f"{role}.influence"
    return f"{role}.goods.{good}" if role == WORKING else f"{role}.storage.{good}"


def forget_product(definition: GameDefinition, effects: Effects, rule: str, role: str, id: str) -> None:
    """Make unknown how much the owner has of what a company makes, where it is unknown how much that was."""
    good = product(definition, id)
    effects.step(rule, "produced", place=show(id), amount=None, good=Term(good))
    forget_stored(effects, role, lies_at(role, good), good)


def produce(definition: GameDefinition, effects: Effects, rule: str, role: str, id: str, amount: int, owner: object) -> None:
    """Put what a company produces where its owner keeps it, as far as there is room; influence of a class needs none."""
    good = product(definition, id)
    path = lies_at(role, good)
    effects.step(rule, "produced", place=show(id), amount=amount, good=Term(good))
    if role == WORKING or path == f"{role}.influence":
        effects.add(path, amount)
    else:
        store(definition, effects, rule, role, path, good, amount, owner)


def strikes(definition: GameDefinition, effects: Effects) -> frozenset[str]:
    """Resolve the strike tokens and return the companies whose crew does not work: those below the highest wage level."""
    rule, highest = definition.rules[STRIKES], definition.rules["strike"].number("highest")
    tokens = [id for id in definition.axes["company"] if effects.read(f"companies.{id}.strike") is True]
    held = [id for id in tokens if (effects.count(f"companies.{id}.level") or 0) < highest and _is_worked(definition, effects, id)]
    for id in tokens:
        effects.set(f"companies.{id}.strike", False)
        if id in held:
            effects.add("working.influence", rule.number("influence"))
            outcome = "held_middle" if card(definition, id)["owner"] == MIDDLE else "held"
            effects.step(STRIKES, outcome, place=show(id), influence=rule.number("influence"))
        else:
            effects.step(STRIKES, "ended" if _is_worked(definition, effects, id) else "gone", place=show(id))
    if not tokens:
        effects.step(STRIKES, "none")
    return frozenset(held)


def _is_worked(definition: GameDefinition, effects: Effects, id: str) -> bool:
    """Return whether those work in a company who could strike there, as far as that is known: an employee of the Middle Class."""
    try:
        found = company(definition, reading(effects.position), id)
    except Unknown:
        return True
    return found is not None and (bool(found.employee) if found.owner == MIDDLE else is_operational(definition, found))


def empty_spaces(definition: GameDefinition, read: Read, role: str) -> int:
    """Return how many company spaces of an owner hold no open company."""
    owned = sum(read(f"companies.{id}.open") is True for id in definition.axes["company"] if card(definition, id)["owner"] == role)
    return max(0, cell(row(definition.tables["limits"], role), "companies") - owned)


def losses(definition: GameDefinition, position: Position, read: Read, others: tuple[str, ...]) -> tuple[int, dict[str, int]]:
    """Return how many points the demonstration costs the others together, and how many each of them can lose at most.

    Raises Unknown for what nobody told of workers, unions or companies.
    """
    total = unemployed(definition, position, read, WORKING) + sum(
        read(f"unions.{industry}") is True for industry in definition.axes["industry"]
    )
    most = {role: empty_spaces(definition, read, role) for role in others}
    return min(total, sum(most.values())), most


def demonstration(definition: GameDefinition, effects: Effects, arguments: Arguments) -> None:
    """Resolve the demonstration: influence, and the loss that the Working Class splits among the others."""
    if effects.read("demonstration") is not True:
        effects.step(DEMONSTRATION, "none")
        return
    influence = definition.rules[DEMONSTRATION].number("influence")
    effects.set("demonstration", False)
    effects.add("working.influence", influence)
    effects.step(DEMONSTRATION, "gained", influence=influence)
    others = tuple(role for role in definition.roles if role != WORKING and in_play(effects.position, role))
    given = arguments.get("loss")
    split = {one.id: one.amount for one in given if isinstance(one, Pair)} if isinstance(given, tuple) else {}
    try:
        total, most = losses(definition, effects.position, reading(effects.position), others)
    except Unknown:
        if not split:
            effects.ask("loss", DEMONSTRATION, "split_untold")
        total, most = sum(split.values()), split
    if not split and (len(others) == 1 or total == sum(most.values())):
        split = most if total == sum(most.values()) else {others[0]: total}
    if sum(split.values()) != total or any(points > most.get(role, 0) for role, points in split.items()):
        effects.ask("loss", DEMONSTRATION, "split", points=total, rooms={Term(role): most[role] for role in others})
        return
    for role, points in split.items():
        lost = lose(definition, effects, role, points)
        effects.step(DEMONSTRATION, "lost" if points else "spared", role=Term(role), points=lost)


def companies(definition: GameDefinition, effects: Effects, stopped: frozenset[str]) -> None:
    """Let every company produce and pay its wage, owner after owner; then all workers stand up."""
    for owner in BACKWARDS:
        for id in definition.axes["company"]:
            if card(definition, id)["owner"] == owner and _may_be_there(definition, effects, id):
                _work(definition, effects, owner, id, id in stopped)
        if owner == WORKING:
            unions(definition, effects)
    effects.step(COMPANIES, "stand_up" if stand_up(definition, effects) else "none_committed")


def _may_be_there(definition: GameDefinition, effects: Effects, id: str) -> bool:
    is_open = effects.read(f"companies.{id}.open")
    owner = str(card(definition, id)["owner"])
    return is_open is True or (is_open is None and fits_players(definition, effects.position, id) and owner == STATE)


def _work(definition: GameDefinition, effects: Effects, owner: str, id: str, is_stopped: bool) -> None:
    """Let one company work; what nobody told of it makes unknown what depends on it."""
    if is_stopped and owner != MIDDLE:
        effects.step(COMPANIES, "idle", place=show(id))
        return
    try:
        found = company(definition, reading(effects.position), id)
    except Unknown:
        forget_product(definition, effects, COMPANIES, owner, id)
        _pay_wage(definition, effects, owner, id, "", None)
        return
    if found is None:
        return
    if not is_operational(definition, found):
        effects.step(COMPANIES, "idle", place=show(id))
        return
    works = bool(found.employee) and not is_stopped
    gear = cell(card(definition, id), "gear") if effects.read(f"companies.{id}.machinery") is True else 0
    produce(definition, effects, COMPANIES, owner, id, output(definition, found, with_employee=works) + gear, Term(owner))
    if found.workers and cell(card(definition, id), "l1") and (owner != MIDDLE or works):
        wage = None if found.level is None else cell(card(definition, id), f"l{found.level}")
        _pay_wage(definition, effects, owner, id, WORKING if owner == MIDDLE else found.crew, wage)


def _pay_wage(definition: GameDefinition, effects: Effects, owner: str, id: str, crew: str, wage: int | None) -> None:
    """Pay the wage of a company to whose workers stand there; where that is unknown, so is what both classes have."""
    if wage is None or not crew:
        pay(effects, owner, None)
        for role in (crew,) if crew else (WORKING, MIDDLE):
            receive(effects, role, None)
    else:
        owe(definition, effects, owner, wage)
        receive(effects, crew, wage)
    effects.step(COMPANIES, "paid", place=show(id), role=Term(owner), other=Term(crew) if crew else None, wage=wage)


def unions(definition: GameDefinition, effects: Effects) -> None:
    """Give the Working Class the influence of its trade unions."""
    each = definition.rules["people.union"].number("influence")
    standing = [effects.read(f"unions.{industry}") for industry in definition.axes["industry"]]
    formed = sum(one is True for one in standing)
    if None in standing:
        effects.add("working.influence", None)
        effects.step(UNIONS, "untold")
    elif formed:
        effects.add("working.influence", formed * each)
        effects.step(UNIONS, "gained", unions=formed, influence=formed * each)
    else:
        effects.step(UNIONS, "none")
