"""Moving workers: out of companies and the unemployed, into slots, unions and back; populations and unions follow."""

from __future__ import annotations

from helper.definitions.schema import GameDefinition, Term
from helper.engine.effects import Effects
from helper.engine.verdict import Unknown
from helper.games.hegemony.old_facts import MIDDLE, WORKING, card, cell, employed, in_play, reading, skilled, slots, step
from helper.games.hegemony.places import UNEMPLOYED, UNION, company_term
from helper.games.hegemony.values import UNSKILLED


def lay_off(effects: Effects, role: str, workers: tuple[str, ...]) -> None:
    """Put workers of a class among the unemployed."""
    effects.add(f"{role}.unemployed", len(workers))
    for worker in workers:
        effects.add(f"{role}.unemployed.{worker}", 1)


def _crews(definition: GameDefinition, effects: Effects, company: str, role: str = "") -> tuple[str, ...]:
    """Return the classes that the own workers of a company may be of: one where that is told, or clear by the owner.

    Or by the `role` of one who stood with them.
    """
    owner = str(card(definition, company)["owner"])
    by_owner = owner if owner in (MIDDLE, WORKING) else "" if in_play(effects.position, MIDDLE) else WORKING
    crew = str(effects.read(f"companies.{company}.crew") or by_owner or role)
    return (crew,) if crew else (WORKING, MIDDLE)


def _lay_off_own(effects: Effects, crews: tuple[str, ...], workers: tuple[str, ...]) -> None:
    """Put the own workers of a company among the unemployed; where nobody told of which class they are, it is unknown of whom."""
    if len(crews) == 1:
        lay_off(effects, crews[0], workers)
    elif workers:
        _forget_unemployed(effects, crews, workers)


def _forget_unemployed(effects: Effects, roles: tuple[str, ...], workers: tuple[str, ...]) -> None:
    """Make unknown how many of these classes are unemployed, of these kinds and altogether."""
    for role in roles:
        for path in (f"{role}.unemployed", *(f"{role}.unemployed.{worker}" for worker in workers)):
            effects.add(path, None)


def hire(effects: Effects, role: str, workers: tuple[str, ...]) -> None:
    """Take workers of a class from the unemployed."""
    effects.take(f"{role}.unemployed", len(workers))
    for worker in workers:
        effects.take(f"{role}.unemployed.{worker}", 1)


def leave(effects: Effects, role: str, workers: tuple[str, ...], source: str) -> None:
    """Take workers of a class from a company, a union, or the unemployed."""
    head, dot, industry = source.partition(".")
    if source == UNEMPLOYED:
        hire(effects, role, workers)
    elif dot and head == UNION:
        effects.set(f"unions.{industry}", False)
    else:
        for what in ("workers", "employee"):
            path = f"companies.{source}.{what}"
            standing = effects.read(path)
            if isinstance(standing, tuple) and workers and set(workers) <= set(standing) and _is_whose(effects, source, what, role):
                left = list(standing)
                for worker in workers:
                    if worker in left:
                        left.remove(worker)
                effects.set(path, tuple(left))
                if not left:
                    _close_down(effects, source, employee=what == "employee")
                return


def _close_down(effects: Effects, company: str, employee: bool = False) -> None:
    """Take off the marks of those who left a company, its crew or its employee: a strike there ends without influence."""
    effects.set(f"companies.{company}.{'employee_committed' if employee else 'committed'}", False)
    if effects.read(f"companies.{company}.strike") is True:
        effects.set(f"companies.{company}.strike", False)


def _is_whose(effects: Effects, company: str, what: str, role: str) -> bool:
    crew = effects.read(f"companies.{company}.crew")
    return role == WORKING if what == "employee" else crew in (None, "", role)


def enter(definition: GameDefinition, effects: Effects, role: str, workers: tuple[str, ...], target: str) -> None:
    """Put workers of a class into a company, committed, or into a union."""
    head, dot, industry = target.partition(".")
    if dot and head == UNION:
        effects.set(f"unions.{industry}", True)
        return
    wanted = slots(definition, target)
    if wanted.employee and role == WORKING:
        effects.set(f"companies.{target}.employee", workers)
        effects.set(f"companies.{target}.employee_committed", True)
        return
    path = f"companies.{target}.workers"
    standing = effects.read(path)
    is_known = isinstance(standing, tuple) or len(workers) == len(wanted.own)
    effects.set(path, (*(standing if isinstance(standing, tuple) else ()), *workers) if is_known else None)
    effects.set(f"companies.{target}.crew", role)
    effects.set(f"companies.{target}.committed", True)


def empty_incomplete(definition: GameDefinition, effects: Effects, company: str, rule: str, role: str) -> None:
    """Send whoever is left in a company that a worker of a role left half filled to the unemployed: no employee stays alone."""
    wanted, standing = slots(definition, company), effects.read(f"companies.{company}.workers")
    if not isinstance(standing, tuple) or len(standing) >= len(wanted.own):
        return
    if standing:
        _lay_off_own(effects, _crews(definition, effects, company, role), standing)
        effects.set(f"companies.{company}.workers", ())
        _close_down(effects, company)
        effects.step(rule, "left", place=company_term(company), worker=tuple(Term(worker) for worker in standing))
    employee = effects.read(f"companies.{company}.employee")
    if isinstance(employee, tuple) and employee:
        lay_off(effects, WORKING, employee)
        effects.set(f"companies.{company}.employee", ())
        effects.set(f"companies.{company}.employee_committed", False)
        effects.step(rule, "left", place=company_term(company), worker=tuple(Term(worker) for worker in employee))


def vacate(definition: GameDefinition, effects: Effects, company: str) -> None:
    """Send everybody in a company to the unemployed, committed or not, and take its marks off.

    Where nobody told who stood there, it is unknown how many are unemployed then.
    """
    standing, employee = effects.read(f"companies.{company}.workers"), effects.read(f"companies.{company}.employee")
    wanted, crews = slots(definition, company), _crews(definition, effects, company)
    if isinstance(standing, tuple):
        _lay_off_own(effects, crews, standing)
    elif wanted.own:
        classes = (*crews, WORKING) if wanted.employee and employee is None else crews
        _forget_unemployed(effects, classes, definition.axes["worker"])
    if isinstance(employee, tuple):
        lay_off(effects, WORKING, employee)
    for what, value in (("workers", ()), ("employee", ()), ("committed", False), ("employee_committed", False), ("strike", False)):
        if effects.read(f"companies.{company}.{what}") is not None:
            effects.set(f"companies.{company}.{what}", value)


def stand_up(definition: GameDefinition, effects: Effects) -> bool:
    """Take off all that ends with the Production: commitments, strike tokens, the demonstration; return whether any was there."""
    marks = ("committed", "employee_committed", "strike")
    paths = ["demonstration", *(f"companies.{id}.{mark}" for id in definition.axes["company"] for mark in marks)]
    found = [path for path in paths if effects.read(path) is True]
    for path in found:
        effects.set(path, False)
    return bool(found)


def check_unions(definition: GameDefinition, effects: Effects) -> None:
    """Dissolve unions whose industry has too few other workers of the Working Class left; its worker becomes unemployed."""
    members = definition.rules["unions"].number("members")
    for industry in definition.axes["industry"]:
        if effects.read(f"unions.{industry}") is True:
            try:
                counted = employed(definition, reading(effects.position), industry)
            except Unknown:
                continue
            if counted < members:
                effects.set(f"unions.{industry}", False)
                lay_off(effects, WORKING, (skilled(industry),))
                effects.step("unions", "lost", industry=Term(industry))


def new_worker(definition: GameDefinition, effects: Effects, role: str, worker: str = UNSKILLED) -> int | None:
    """Put a new worker of a class among the unemployed; return the population that follows, None where it is unknown."""
    effects.add(f"{role}.workers", 1)
    lay_off(effects, role, (worker,))
    workers = effects.count(f"{role}.workers")
    if workers is None:
        effects.set(f"{role}.population", None)
        return None
    risen = cell(step(definition.tables["population"], workers), "population")
    effects.set(f"{role}.population", risen)
    return risen
