"""Companies and wages: rules of `14_companies.toml`."""

from __future__ import annotations

from collections import Counter

from helper.definitions.schema import Term
from helper.engine.play import Play
from helper.engine.position import Board
from helper.engine.rules import Values
from helper.engine.verdict import View
from helper.games.hegemony import figures as f
from helper.games.hegemony.crews import check_unions, empty_incomplete, leave, vacate
from helper.games.hegemony.facts import (
    CAPITALIST,
    MIDDLE,
    WORKING,
    Company,
    card,
    cash,
    cell,
    company,
    fill,
    if_open,
    is_operational,
    of_section,
    owned_by,
    owner_of,
    pays_wage,
    row,
    slots,
    unmark,
    wage_of,
)
from helper.games.hegemony.figures import CODE
from helper.games.hegemony.money import pay, receive
from helper.games.hegemony.places import BUILD, UNEMPLOYED
from helper.games.hegemony.production import forget_product, output, produce
from helper.games.hegemony.seating import role_of
from helper.games.hegemony.turns import WAGES, is_granted
from helper.games.hegemony.values import UNSKILLED, Crew, show

BUILDING, SALE, SHIFT = CODE.rule(BUILD), CODE.rule("sell_company"), CODE.rule("extra_shift")
PAY, BONUS = CODE.rule(WAGES), CODE.rule("give_bonus")
ANY = "any"


def _crew(at: View) -> tuple[Crew, ...]:
    return at.named(f.GIVEN_CREW) or ()


def _found(at: View) -> Company | None:
    return company(at, at.given(f.COMPANY))


@BUILDING.needs("in_the_market")
def _in_the_market(at: View) -> Values:
    id = at.given(f.COMPANY)
    if owner_of(at.definition, id) != at.role or id not in at[f.MARKET(at.role)]:
        yield {"place": show(id), "seat": at.seat}


@BUILDING.needs("not_built_yet")
def _not_built_yet(at: View) -> Values:
    """A card that lies in a market is on no board: one of which nobody told is not asked about."""
    id = at.given(f.COMPANY)
    if at.get(f.OPEN(id), False):
        yield {"place": show(id)}


@BUILDING.needs("room_on_the_board")
def _room_on_the_board(at: View) -> Values:
    most = cell(row(at.table("limits"), at.role), "companies")
    owned = sum(at[f.OPEN(id)] for id in owned_by(at, at.role))
    if owned >= most:
        yield {"seat": at.seat, "owned": owned, "most": most}


@BUILDING.needs("company_paid")
def _company_paid(at: View) -> Values:
    cost, money = cell(card(at.definition, at.given(f.COMPANY)), "cost"), cash(at, at.role)
    if money < cost:
        yield {"seat": at.seat, "money": money, "cost": cost}


def _minimum(at: Board) -> int:
    return of_section(at, "labor", "minimum_wage")


@BUILDING.needs("wage_allowed")
def _wage_allowed(at: View) -> Values:
    level, minimum = at.given(f.GIVEN_LEVEL), _minimum(at)
    if level < minimum and pays_wage(at.definition, at.given(f.COMPANY)):
        yield {"level": level, "minimum": minimum}


@BUILDING.needs("crew_complete")
def _crew_complete(at: View) -> Values:
    """All slots or none, by one class; the Middle Class must fill its own, with one employee at most."""
    id = at.given(f.COMPANY)
    wanted, (own, employees) = slots(at.definition, id), _apart(at.role, _crew(at))
    fits = fill(wanted.own, tuple(one.worker for one in own)) if own else at.role != MIDDLE or not wanted.own
    alike = len({one.role for one in own}) < 2
    if not fits or not alike or any(wanted.employee not in (UNSKILLED, one.worker) for one in employees) or len(employees) > 1:
        may_hire = at.role == MIDDLE and wanted.employee
        yield {"place": show(id), "worker": tuple(Term(slot) for slot in (*wanted.own, *((wanted.employee,) if may_hire else ())))}


def _apart(role: str, crew: tuple[Crew, ...]) -> tuple[list[Crew], list[Crew]]:
    """Return the workers that stand in a company's own slots, and its employees."""
    own = [one for one in crew if role == CAPITALIST or one.role == MIDDLE]
    return own, [one for one in crew if role == MIDDLE and one.role == WORKING]


@BUILDING.needs("crew_available")
def _crew_available(at: View) -> Values:
    """Each worker where it is taken from, and free; an employee comes from the unemployed."""
    crew = _crew(at)
    for one in _apart(at.role, crew)[1]:
        if one.source != UNEMPLOYED:
            yield {"place": show(UNEMPLOYED), "worker": Term(one.worker)}
    for (owner, worker, source), wanted in Counter(crew).items():
        if source == UNEMPLOYED:
            if at[f.UNEMPLOYED_KIND(owner, worker)] < wanted:
                yield {"place": show(source), "worker": Term(worker)}
            continue
        found = company(at, source)
        if at.role != MIDDLE or found is None or found.crew != owner or found.has_committed or found.workers.count(worker) < wanted:
            yield {"place": show(source), "worker": Term(worker)}


@BUILDING.needs("unskilled_first")
def _unskilled_first(at: View) -> Values:
    """A new company takes skilled workers from the unemployed into unskilled slots only where no unskilled one is left."""
    id = at.given(f.COMPANY)
    wanted, hired = slots(at.definition, id), [one for one in _crew(at) if at.role == CAPITALIST or one.role == WORKING]
    own = Counter(slot for slot in wanted.own if slot != UNSKILLED) if at.role == CAPITALIST else Counter({wanted.employee: 1})
    above = Counter(one.worker for one in hired) - own
    taken = sum(one.worker == UNSKILLED for one in hired)
    skilled_ones = [worker for worker in above if worker != UNSKILLED]
    if skilled_ones and at[f.UNEMPLOYED_KIND(hired[0].role, UNSKILLED)] > taken:
        yield {"place": show(id), "worker": tuple(map(Term, skilled_ones))}


@BUILDING.does
def _build(play: Play) -> None:
    id, level, crew = play.given(f.COMPANY), play.named(f.GIVEN_LEVEL), play.named(f.GIVEN_CREW) or ()
    role, cost, wanted = role_of(play, play.move.seat), cell(card(play.definition, id), "cost"), slots(play.definition, id)
    if pays_wage(play.definition, id):
        built = play.note("built", seat=play.move.seat, place=show(id), cost=cost, level=level)
        if level is not None:
            built.set(f.LEVEL(id), level)
    else:
        built = play.note("built_without_wage", seat=play.move.seat, place=show(id), cost=cost)
    pay(built, role, cost)
    market = play.get(f.MARKET(role))
    if market is not None:
        built.set(f.MARKET(role), tuple(one for one in market if one != id))
    unmark(built, id).set(f.OPEN(id), True).set(f.STANDING(id), ()).set(f.CREW(id), role if role == MIDDLE else WORKING)
    built.add(f.COMPANIES(role), 1 if crew or not wanted.own else 0)
    for one in crew:
        leave(built, one.role, (one.worker,), one.source)
    own, employees = _apart(role, crew)
    if crew:
        crewed = play.note("crewed", place=show(id), workers=tuple(Term(one.worker) for one in (*own, *employees)))
        if own:
            crewed.set(f.STANDING(id), tuple(one.worker for one in own)).set(f.CREW(id), own[0].role).set(f.COMMITTED(id), True)
        if employees:
            crewed.set(f.EMPLOYEE(id), tuple(one.worker for one in employees)).set(f.EMPLOYEE_COMMITTED(id), True)
    for source, owner in dict.fromkeys((one.source, one.role) for one in crew):
        if source != UNEMPLOYED:
            empty_incomplete(play, source, "assign_workers", owner)
    check_unions(play)


@SALE.needs("own_company")
@SHIFT.needs("own_company_for_shift")
@BONUS.needs("own_company_for_bonus")
def _own_company(at: View) -> Values:
    id = at.given(f.COMPANY)
    if owner_of(at.definition, id) != at.role or not at[f.OPEN(id)]:
        yield {"place": show(id), "seat": at.seat}


@SALE.needs("nobody_committed")
def _nobody_committed(at: View) -> Values:
    found = _found(at)
    if found and found.has_committed:
        yield {"place": show(found.id)}


@SALE.does
def _sell(play: Play) -> None:
    id, role = play.given(f.COMPANY), role_of(play, play.move.seat)
    cost = cell(card(play.definition, id), "cost")
    sold = play.note("sold", seat=play.move.seat, place=show(id), cost=cost)
    standing = play.get(f.STANDING(id)) if slots(play.definition, id).own else (UNSKILLED,)
    vacate(sold, id)
    sold.set(f.OPEN(id), False).add(f.COMPANIES(role), None if standing is None else -1 if standing else 0)
    receive(sold, role, cost)
    check_unions(play)


@SHIFT.needs("free_workers_there")
def _free_workers_there(at: View) -> Values:
    found = _found(at)
    if found is None or not found.workers or found.is_committed:
        yield {"place": show(at.given(f.COMPANY))}


def _works(found: Company) -> bool:
    """Return whether an Extra Shift takes the employee along: one who is free and does not strike."""
    return bool(found.employee) and not found.is_employee_committed and not found.has_strike


def _shift_wage(at: Board, found: Company) -> int:
    """Return what an Extra Shift costs: the wage of an employee who works in it. Raises Unknown where its level was not told."""
    return wage_of(at.definition, found.id, at[f.LEVEL(found.id)]) if _works(found) else 0


@SHIFT.needs("employee_paid")
def _employee_paid(at: View) -> Values:
    found = _found(at)
    cost = _shift_wage(at, found) if found else 0
    if cost:
        money = cash(at, at.role)
        if money < cost:
            yield {"seat": at.seat, "money": money, "cost": cost}


@SHIFT.does
def _shift(play: Play) -> None:
    id = play.given(f.COMPANY)
    there = play.fact(if_open, id)
    if there is None:
        unknown = forget_product(play, SHIFT.id, MIDDLE, id)
        pay(unknown, MIDDLE, None)
        receive(unknown, WORKING, None)
        unknown.set(f.COMMITTED(id), True)
    for found in there or ():
        amount = output(play.definition, found, with_employee=_works(found))
        if _works(found):
            cost = play.fact(_shift_wage, found)
            paid = play.note("paid", seat=play.move.seat, cost=cost)
            pay(paid, MIDDLE, cost)
            receive(paid, WORKING, cost)
            paid.set(f.EMPLOYEE_COMMITTED(id), True)
        produce(play, SHIFT.id, MIDDLE, id, amount, play.move.seat).set(f.COMMITTED(id), True)


@PAY.needs("own_companies")
def _own_companies(at: View) -> Values:
    for one in at.given(f.WAGES):
        if owner_of(at.definition, one.id) != at.role or not at[f.OPEN(one.id)]:
            yield {"place": show(one.id), "seat": at.seat}


@PAY.needs("pay_a_wage")
def _pay_a_wage(at: View) -> Values:
    for one in at.given(f.WAGES):
        if not pays_wage(at.definition, one.id):
            yield {"place": show(one.id)}


@PAY.needs("not_below_minimum")
def _not_below_minimum(at: View) -> Values:
    minimum = _minimum(at)
    for one in at.given(f.WAGES):
        if one.amount < minimum:
            yield {"place": show(one.id), "level": one.amount, "minimum": minimum}


@PAY.needs("not_lowered_when_committed")
def _not_lowered_when_committed(at: View) -> Values:
    for one in at.given(f.WAGES):
        found = company(at, one.id)
        if found and _are_paid_committed(found) and one.amount < at[f.LEVEL(one.id)]:
            yield {"place": show(one.id)}


def _are_paid_committed(found: Company) -> bool:
    """Return whether those whom the wage is paid to are committed: the employee of a Middle Class company, else the crew."""
    return bool(found.employee) and found.is_employee_committed if found.owner == MIDDLE else bool(found.workers) and found.is_committed


@PAY.does
def _wages(play: Play) -> None:
    commits_any, highest = play.option("commit_on_raise") == ANY, play.number("strike", "highest")
    for one in play.given(f.WAGES):
        before = play.get(f.LEVEL(one.id))
        play.note("changed", place=show(one.id), level=one.amount).set(f.LEVEL(one.id), one.amount)
        is_raise = before is not None and one.amount > before and not is_granted(play, play.move)
        if is_raise and (commits_any or one.amount == highest):
            is_middle = owner_of(play.definition, one.id) == MIDDLE
            if play.get((f.EMPLOYEE if is_middle else f.STANDING)(one.id)):
                mark = (f.EMPLOYEE_COMMITTED if is_middle else f.COMMITTED)(one.id)
                play.note("committed", place=show(one.id)).set(mark, True)
        if one.amount == highest and play.get(f.STRIKE(one.id)):
            play.note("strike_ends", place=show(one.id))


@BONUS.needs("workers_to_reward")
def _workers_to_reward(at: View) -> Values:
    found = _found(at)
    if found is None or not found.workers or not is_operational(at.definition, found):
        yield {"place": show(at.given(f.COMPANY))}


@BONUS.needs("bonus_paid")
def _bonus_paid(at: View) -> Values:
    cost, money = at.own("bonus"), cash(at, CAPITALIST)
    if money < cost:
        yield {"seat": at.seat, "money": money, "cost": cost}


@BONUS.does
def _bonus(play: Play) -> None:
    id, cost = play.given(f.COMPANY), play.own("bonus")
    crew = play.get(f.CREW(id))
    given = play.note("given", seat=play.move.seat, role=Term(crew) if crew else None, place=show(id))
    pay(given, CAPITALIST, cost)
    for one in (WORKING, MIDDLE):
        if crew in (None, one):
            receive(given, one, cost if crew else None)
    given.set(f.COMMITTED(id), True)
