"""Moving workers: out of companies and the unemployed, into slots, unions and back; populations and unions follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helper.definitions.schema import Term
from helper.engine.play import Cause, Play
from helper.engine.position import Glance
from helper.games.hegemony import figures as f
from helper.games.hegemony.facts import MIDDLE, WORKING, employed, owner_of, population_of, skilled, slots
from helper.games.hegemony.places import UNEMPLOYED, company_term, industry_of
from helper.games.hegemony.seating import in_play
from helper.games.hegemony.values import UNSKILLED

if TYPE_CHECKING:
    from helper.engine.figures import Path


def lay_off(cause: Cause, role: str, workers: tuple[str, ...]) -> None:
    """Put workers of a class among the unemployed."""
    cause.add(f.UNEMPLOYED(role), len(workers))
    for worker in workers:
        cause.add(f.UNEMPLOYED_KIND(role, worker), 1)


def hire(cause: Cause, role: str, workers: tuple[str, ...]) -> None:
    """Take workers of a class from the unemployed."""
    cause.take(f.UNEMPLOYED(role), len(workers))
    for worker in workers:
        cause.take(f.UNEMPLOYED_KIND(role, worker), 1)


def forget_unemployed(cause: Cause, roles: tuple[str, ...], workers: tuple[str, ...]) -> None:
    """Make unknown how many of these classes are unemployed, of these kinds and altogether."""
    for role in roles:
        cause.forget(f.UNEMPLOYED(role), *(f.UNEMPLOYED_KIND(role, worker) for worker in workers))


def exchange(cause: Cause, where: Path[tuple[str, ...]], worker: str, other: str) -> None:
    """Put a worker of another kind in the place of one who stands there, as far as that is known."""
    standing = cause.play.get(where)
    if standing and worker in standing:
        at = standing.index(worker)
        cause.set(where, (*standing[:at], other, *standing[at + 1 :]))


def _crews(at: Glance, company: str, role: str = "") -> tuple[str, ...]:
    """Return the classes that the own workers of a company may be of: one where that is told, or clear by the owner.

    Or by the `role` of one who stood with them.
    """
    owner = owner_of(at.definition, company)
    by_owner = owner if owner in (MIDDLE, WORKING) else "" if in_play(at, MIDDLE) else WORKING
    crew = at.get(f.CREW(company)) or by_owner or role
    return (crew,) if crew else (WORKING, MIDDLE)


def _lay_off_own(cause: Cause, crews: tuple[str, ...], workers: tuple[str, ...]) -> None:
    """Put the own workers of a company among the unemployed; where nobody told of which class they are, it is unknown of whom."""
    if len(crews) == 1:
        lay_off(cause, crews[0], workers)
    elif workers:
        forget_unemployed(cause, crews, workers)


def leave(cause: Cause, role: str, workers: tuple[str, ...], source: str) -> None:
    """Take workers of a class from a company, a union, or the unemployed."""
    if source == UNEMPLOYED:
        hire(cause, role, workers)
    elif industry_of(source):
        cause.set(f.UNION(industry_of(source)), False)
    else:
        for where in (f.STANDING(source), f.EMPLOYEE(source)):
            standing = cause.play.get(where)
            if standing and workers and set(workers) <= set(standing) and _is_whose(cause.play, where, source, role):
                left = list(standing)
                for worker in workers:
                    if worker in left:
                        left.remove(worker)
                cause.set(where, tuple(left))
                if not left:
                    _close_down(cause, source, is_employee=where == f.EMPLOYEE(source))
                return


def _close_down(cause: Cause, company: str, is_employee: bool = False) -> None:
    """Take off the marks of those who left a company, its crew or its employee: a strike there ends without influence."""
    cause.set((f.EMPLOYEE_COMMITTED if is_employee else f.COMMITTED)(company), False)
    if cause.play.get(f.STRIKE(company)):
        cause.set(f.STRIKE(company), False)


def _is_whose(at: Glance, where: str, company: str, role: str) -> bool:
    return role == WORKING if where == f.EMPLOYEE(company) else at.get(f.CREW(company), "") in ("", role)


def enter(cause: Cause, role: str, workers: tuple[str, ...], target: str) -> None:
    """Put workers of a class into a company, committed, or into a union."""
    if industry_of(target):
        cause.set(f.UNION(industry_of(target)), True)
        return
    wanted = slots(cause.play.definition, target)
    if wanted.employee and role == WORKING:
        cause.set(f.EMPLOYEE(target), workers).set(f.EMPLOYEE_COMMITTED(target), True)
        return
    standing = cause.play.get(f.STANDING(target))
    is_known = standing is not None or len(workers) == len(wanted.own)
    cause.set(f.STANDING(target), (*(standing or ()), *workers) if is_known else None)
    cause.set(f.CREW(target), role).set(f.COMMITTED(target), True)


def empty_incomplete(play: Play, company: str, rule: str, role: str) -> None:
    """Send whoever is left in a company that a worker of a role left half filled to the unemployed: no employee stays alone."""
    wanted, standing = slots(play.definition, company), play.get(f.STANDING(company))
    if standing is None or len(standing) >= len(wanted.own):
        return
    if standing:
        crews = _crews(play, company, role)
        left = play.step(rule, "left", place=company_term(company), worker=tuple(map(Term, standing)))
        _lay_off_own(left, crews, standing)
        left.set(f.STANDING(company), ())
        _close_down(left, company)
    employee = play.get(f.EMPLOYEE(company))
    if employee:
        left = play.step(rule, "left", place=company_term(company), worker=tuple(map(Term, employee)))
        lay_off(left, WORKING, employee)
        left.set(f.EMPLOYEE(company), ()).set(f.EMPLOYEE_COMMITTED(company), False)


def vacate(cause: Cause, company: str) -> None:
    """Send everybody in a company to the unemployed, committed or not, and take its marks off.

    Where nobody told who stood there, it is unknown how many are unemployed then.
    """
    play = cause.play
    standing, employee = play.get(f.STANDING(company)), play.get(f.EMPLOYEE(company))
    wanted, crews = slots(play.definition, company), _crews(play, company)
    if standing is not None:
        _lay_off_own(cause, crews, standing)
    elif wanted.own:
        classes = (*crews, WORKING) if wanted.employee and employee is None else crews
        forget_unemployed(cause, classes, play.axis("worker"))
    if employee is not None:
        lay_off(cause, WORKING, employee)
    for where in (f.STANDING(company), f.EMPLOYEE(company)):
        if where in play:
            cause.set(where, ())
    for mark in (f.COMMITTED(company), f.EMPLOYEE_COMMITTED(company), f.STRIKE(company)):
        if mark in play:
            cause.set(mark, False)


def stand_up(cause: Cause) -> bool:
    """Take off all that ends with the Production: commitments, strike tokens, the demonstration; return whether any was there."""
    play = cause.play
    marks = [f.DEMONSTRATION, *(mark(id) for id in play.axis("company") for mark in (f.COMMITTED, f.EMPLOYEE_COMMITTED, f.STRIKE))]
    found = [mark for mark in marks if play.get(mark, False)]
    for mark in found:
        cause.set(mark, False)
    return bool(found)


def check_unions(play: Play) -> None:
    """Dissolve unions whose industry has too few other workers of the Working Class left; its worker becomes unemployed."""
    members = play.number("unions", "members")
    for industry in play.axis("industry"):
        if play.get(f.UNION(industry), False):
            counted = play.fact(employed, industry)
            if counted is not None and counted < members:
                lost = play.step("unions", "lost", industry=Term(industry)).set(f.UNION(industry), False)
                lay_off(lost, WORKING, (skilled(industry),))


def new_worker(cause: Cause, role: str, worker: str = UNSKILLED) -> int | None:
    """Put a new worker of a class among the unemployed; return the population that follows, None where it is unknown."""
    cause.add(f.WORKERS(role), 1)
    lay_off(cause, role, (worker,))
    workers = cause.play.get(f.WORKERS(role))
    risen = None if workers is None else population_of(cause.play.definition, workers)
    cause.set(f.POPULATION(role), risen)
    return risen
