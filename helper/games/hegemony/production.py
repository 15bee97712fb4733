"""What companies make and pay, in Production and by an Extra Shift. Rules `production.*`.

Covers strikes, the demonstration, output and wages of every company, and what trade unions bring; in a calculator, from the
companies that are told. Leaves out needs, the IMF and taxes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helper.definitions.schema import GameDefinition, Term
from helper.engine.play import Cause, Play
from helper.engine.position import Board
from helper.games.hegemony import figures as f
from helper.games.hegemony.crews import stand_up
from helper.games.hegemony.facts import (
    CAPITALIST,
    MIDDLE,
    STATE,
    WORKING,
    Company,
    card,
    cell,
    fits_players,
    if_open,
    is_operational,
    owned_by,
    owner_of,
    pays_wage,
    product,
    row,
    unemployed,
    wage_of,
)
from helper.games.hegemony.money import lose, owe, pay, receive
from helper.games.hegemony.seating import in_play
from helper.games.hegemony.storage import forget_stored, store
from helper.games.hegemony.values import show

if TYPE_CHECKING:
    from helper.engine.figures import Path

COMPANIES, STRIKES, DEMONSTRATION, UNIONS = "production.companies", "production.strikes", "production.demonstration", "production.unions"
BACKWARDS = (STATE, CAPITALIST, MIDDLE, WORKING)


def output(definition: GameDefinition, found: Company, *, with_employee: bool) -> int:
    """Return how much a company produces, with what an employee adds."""
    row = card(definition, found.id)
    return cell(row, "output") + (cell(row, "employee_bonus") if with_employee else 0)


def lies_at(role: str, good: str) -> Path[int]:
    """Return where a role keeps what its companies make."""
    if role == STATE:
        return f.SERVICES(good)
    if good == "influence":
        return f.INFLUENCE(role)
    return f.GOODS(role, good) if role == WORKING else f.STORAGE(role, good)


def forget_product(play: Play, rule: str, role: str, id: str) -> Cause:
    """Make unknown how much the owner has of what a company makes, where it is unknown how much that was."""
    good = product(play.definition, id)
    produced = play.step(rule, "produced", place=show(id), amount=None, good=Term(good))
    forget_stored(produced, role, lies_at(role, good), good)
    return produced


def produce(play: Play, rule: str, role: str, id: str, amount: int, owner: object) -> Cause:
    """Put what a company produces where its owner keeps it, as far as there is room; influence of a class needs none."""
    good = product(play.definition, id)
    where = lies_at(role, good)
    produced = play.step(rule, "produced", place=show(id), amount=amount, good=Term(good))
    if role == WORKING or where == f.INFLUENCE(role):
        produced.add(where, amount)
    else:
        store(produced, role, where, good, amount, owner)
    return produced


def strikes(play: Play) -> frozenset[str]:
    """Resolve the strike tokens and return the companies whose crew does not work: those below the highest wage level."""
    influence, highest = play.number(STRIKES, "influence"), play.number("strike", "highest")
    tokens = [id for id in play.axis("company") if play.get(f.STRIKE(id), False)]
    held = [id for id in tokens if play.get(f.LEVEL(id), 0) < highest and _is_worked(play, id)]
    for id in tokens:
        if id in held:
            outcome = "held_middle" if owner_of(play.definition, id) == MIDDLE else "held"
            resolved = play.step(STRIKES, outcome, place=show(id), influence=influence).add(f.INFLUENCE(WORKING), influence)
        else:
            resolved = play.step(STRIKES, "ended" if _is_worked(play, id) else "gone", place=show(id))
        resolved.set(f.STRIKE(id), False)
    if not tokens:
        play.step(STRIKES, "none")
    return frozenset(held)


def _is_worked(play: Play, id: str) -> bool:
    """Return whether those work in a company who could strike there, as far as that is known: an employee of the Middle Class."""
    there = play.fact(if_open, id)
    if there is None:
        return True
    return any(bool(one.employee) if one.owner == MIDDLE else is_operational(play.definition, one) for one in there)


def empty_spaces(at: Board, role: str) -> int:
    """Return how many company spaces of an owner hold no open company."""
    owned = sum(at[f.OPEN(id)] for id in owned_by(at, role))
    return max(0, cell(row(at.table("limits"), role), "companies") - owned)


def others(at: Play | Board) -> tuple[str, ...]:
    """Return who loses points by a demonstration."""
    return tuple(role for role in at.definition.roles if role != WORKING and in_play(at, role))


def losses(at: Board) -> tuple[int, dict[str, int]]:
    """Return how many points the demonstration costs the others together, and how many each of them can lose at most.

    Raises Unknown for what nobody told of workers, unions or companies.
    """
    total = unemployed(at, WORKING) + sum(at.need(*map(f.UNION, at.axis("industry"))))
    most = {role: empty_spaces(at, role) for role in others(at)}
    return min(total, sum(most.values())), most


def demonstration(play: Play) -> None:
    """Resolve the demonstration: influence, and the loss that the Working Class splits among the others."""
    if not play.get(f.DEMONSTRATION, False):
        play.step(DEMONSTRATION, "none")
        return
    influence = play.number(DEMONSTRATION, "influence")
    play.step(DEMONSTRATION, "gained", influence=influence).set(f.DEMONSTRATION, False).add(f.INFLUENCE(WORKING), influence)
    split = {one.id: one.amount for one in play.named(f.LOSS) or ()}
    found = play.fact(losses)
    if found is None and not split:
        play.ask(f.LOSS, DEMONSTRATION, "split_untold")
    total, most = found or (sum(split.values()), split)
    if not split and (len(others(play)) == 1 or total == sum(most.values())):
        split = most if total == sum(most.values()) else {others(play)[0]: total}
    if sum(split.values()) != total or any(points > most.get(role, 0) for role, points in split.items()):
        play.ask(f.LOSS, DEMONSTRATION, "split", points=total, rooms={Term(role): most[role] for role in others(play)})
        return
    for role, points in split.items():
        lost = lose(play.under(DEMONSTRATION, "lost"), role, points)
        play.step(DEMONSTRATION, "lost" if points else "spared", role=Term(role), points=lost)


def companies(play: Play, stopped: frozenset[str]) -> None:
    """Let every company produce and pay its wage, owner after owner; then all workers stand up."""
    for owner in BACKWARDS:
        for id in owned_by(play, owner):
            if _may_be_there(play, owner, id):
                _work(play, owner, id, id in stopped)
        if owner == WORKING:
            unions(play)
    play.step(COMPANIES, "stand_up" if stand_up(play.under(COMPANIES, "stand_up")) else "none_committed")


def _may_be_there(play: Play, owner: str, id: str) -> bool:
    is_open = play.get(f.OPEN(id))
    return bool(is_open) or (is_open is None and fits_players(play, id) and owner == STATE)


def _work(play: Play, owner: str, id: str, is_stopped: bool) -> None:
    """Let one company work; what nobody told of it makes unknown what depends on it."""
    if is_stopped and owner != MIDDLE:
        play.step(COMPANIES, "idle", place=show(id))
        return
    there = play.fact(if_open, id)
    if there is None:
        forget_product(play, COMPANIES, owner, id)
        _pay_wage(play, owner, id, "", None)
    for found in there or ():
        if not is_operational(play.definition, found):
            play.step(COMPANIES, "idle", place=show(id))
            return
        works = bool(found.employee) and not is_stopped
        gear = cell(card(play.definition, id), "gear") if play.get(f.MACHINERY(id), False) else 0
        produce(play, COMPANIES, owner, id, output(play.definition, found, with_employee=works) + gear, Term(owner))
        if found.workers and pays_wage(play.definition, id) and (owner != MIDDLE or works):
            wage = None if found.level is None else wage_of(play.definition, id, found.level)
            _pay_wage(play, owner, id, WORKING if owner == MIDDLE else found.crew, wage)


def _pay_wage(play: Play, owner: str, id: str, crew: str, wage: int | None) -> None:
    """Pay the wage of a company to whose workers stand there; where that is unknown, so is what both classes have."""
    paying = play.under(COMPANIES, "paid")
    if wage is None or not crew:
        pay(paying, owner, None)
        for role in (crew,) if crew else (WORKING, MIDDLE):
            receive(paying, role, None)
    else:
        owe(paying, owner, wage)
        receive(paying, crew, wage)
    play.step(COMPANIES, "paid", place=show(id), role=Term(owner), other=Term(crew) if crew else None, wage=wage)


def unions(play: Play) -> None:
    """Give the Working Class the influence of its trade unions."""
    standing = [play.get(f.UNION(industry)) for industry in play.axis("industry")]
    formed = sum(bool(one) for one in standing)
    influence = formed * play.number("people.union", "influence")
    if None in standing:
        play.step(UNIONS, "untold").add(f.INFLUENCE(WORKING), None)
    elif formed:
        play.step(UNIONS, "gained", unions=formed, influence=influence).add(f.INFLUENCE(WORKING), influence)
    else:
        play.step(UNIONS, "none")
