"""Companies and wages: rules of `14_companies.toml`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from helper.definitions.schema import GameDefinition, Term
from helper.engine.bridge import Effects, Predicate, View, argument
from helper.engine.move import Move
from helper.engine.verdict import Unknown
from helper.games.hegemony.actions.turn import Apply, Values
from helper.games.hegemony.old_crews import check_unions, empty_incomplete, leave, vacate
from helper.games.hegemony.old_facts import (
    CAPITALIST,
    MIDDLE,
    WORKING,
    Company,
    Read,
    card,
    cash,
    cell,
    company,
    count,
    fill,
    is_operational,
    no_marks,
    of_section,
    reading,
    role_of,
    row,
    slots,
)
from helper.games.hegemony.old_money import pay, receive
from helper.games.hegemony.places import BUILD, UNEMPLOYED
from helper.games.hegemony.production import forget_product, output, produce
from helper.games.hegemony.turns import is_granted
from helper.games.hegemony.values import UNSKILLED, Crew, Pair, show

SELL, SHIFT, WAGES, BONUS = "sell_company", "extra_shift", "adjust_wages", "give_bonus"
ANY = "any"


def _id(move: Move) -> str:
    return str(argument(move, "company"))


def _crew(move: Move) -> tuple[Crew, ...]:
    found = move.arguments.get("crew", ())
    assert isinstance(found, tuple)
    return found


def _raises(move: Move) -> tuple[Pair, ...]:
    found = argument(move, "wages")
    assert isinstance(found, tuple)
    return found


def _found(view: View, move: Move) -> Company | None:
    return company(view.definition, view.read, _id(move))


def _in_the_market(view: View, move: Move) -> Values:
    id, role = _id(move), role_of(view.position, move.seat)
    if card(view.definition, id)["owner"] != role:
        yield {"place": show(id), "seat": move.seat}
        return
    market = view.read(f"market.{role}")
    if isinstance(market, tuple) and id not in market:
        yield {"place": show(id), "seat": move.seat}


def _not_built_yet(view: View, move: Move) -> Values:
    """A card that lies in a market is on no board: one of which nobody told is not asked about."""
    path = f"companies.{_id(move)}.open"
    if path in view.position.figures and view.read(path):
        yield {"place": show(_id(move))}


def _room_on_the_board(view: View, move: Move) -> Values:
    role = role_of(view.position, move.seat)
    most = cell(row(view.definition.tables["limits"], role), "companies")
    owned = sum(
        view.read(f"companies.{id}.open") is True for id in view.definition.axes["company"] if card(view.definition, id)["owner"] == role
    )
    if owned >= most:
        yield {"seat": move.seat, "owned": owned, "most": most}


def _company_paid(view: View, move: Move) -> Values:
    cost, money = cell(card(view.definition, _id(move)), "cost"), cash(view.read, role_of(view.position, move.seat))
    if money < cost:
        yield {"seat": move.seat, "money": money, "cost": cost}


def _minimum(view: View) -> int:
    return of_section(view.definition, view.read, "labor", "minimum_wage")


def pays_wage(definition: GameDefinition, id: str) -> bool:
    """Return whether a company pays a wage: an automated one does not, nor one that the Middle Class runs by itself."""
    return bool(cell(card(definition, id), "l1"))


def _wage_allowed(view: View, move: Move) -> Values:
    level, minimum = argument(move, "level"), _minimum(view)
    assert isinstance(level, int)
    if level < minimum and pays_wage(view.definition, _id(move)):
        yield {"level": level, "minimum": minimum}


def _crew_complete(view: View, move: Move) -> Values:
    """All slots or none, by one class; the Middle Class must fill its own, with one employee at most."""
    id, role, crew = _id(move), role_of(view.position, move.seat), _crew(move)
    wanted = slots(view.definition, id)
    own, employees = _apart(role, crew)
    fits = fill(wanted.own, tuple(one.worker for one in own)) if own else role != MIDDLE or not wanted.own
    alike = len({one.role for one in own}) < 2
    if not fits or not alike or any(wanted.employee not in (UNSKILLED, one.worker) for one in employees) or len(employees) > 1:
        may_hire = role == MIDDLE and wanted.employee
        yield {"place": show(id), "worker": tuple(Term(slot) for slot in (*wanted.own, *((wanted.employee,) if may_hire else ())))}


def _apart(role: str, crew: tuple[Crew, ...]) -> tuple[list[Crew], list[Crew]]:
    """Return the workers that stand in a company's own slots, and its employees."""
    own = [one for one in crew if role == CAPITALIST or one.role == MIDDLE]
    return own, [one for one in crew if role == MIDDLE and one.role == WORKING]


def _crew_available(view: View, move: Move) -> Values:
    """Each worker where it is taken from, and free; an employee comes from the unemployed."""
    role, crew = role_of(view.position, move.seat), _crew(move)
    for one in _apart(role, crew)[1]:
        if one.source != UNEMPLOYED:
            yield {"place": show(UNEMPLOYED), "worker": Term(one.worker)}
    yield from _there(view, crew, role)


def _there(view: View, crew: tuple[Crew, ...], role: str) -> Values:
    for (owner, worker, source), wanted in Counter(crew).items():
        if source == UNEMPLOYED:
            if count(view.read, f"{owner}.unemployed.{worker}") < wanted:
                yield {"place": show(source), "worker": Term(worker)}
            continue
        found = company(view.definition, view.read, source)
        if role != MIDDLE or found is None or found.crew != owner or found.has_committed or found.workers.count(worker) < wanted:
            yield {"place": show(source), "worker": Term(worker)}


def _unskilled_first(view: View, move: Move) -> Values:
    """A new company takes skilled workers from the unemployed into unskilled slots only where no unskilled one is left."""
    id, role = _id(move), role_of(view.position, move.seat)
    wanted, hired = slots(view.definition, id), [one for one in _crew(move) if role == CAPITALIST or one.role == WORKING]
    own = Counter(slot for slot in wanted.own if slot != UNSKILLED) if role == CAPITALIST else Counter({wanted.employee: 1})
    above = Counter(one.worker for one in hired) - own
    taken = sum(one.worker == UNSKILLED for one in hired)
    skilled_ones = [worker for worker in above if worker != UNSKILLED]
    if skilled_ones and count(view.read, f"{hired[0].role}.unemployed.{UNSKILLED}") > taken:
        yield {"place": show(id), "worker": tuple(Term(worker) for worker in skilled_ones)}


def _build(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    id, level, crew = str(move.arguments["company"]), move.arguments.get("level"), _crew(move)
    cost, wanted = cell(card(definition, id), "cost"), slots(definition, id)
    pay(effects, role, cost)
    market = effects.read(f"market.{role}")
    if isinstance(market, tuple):
        effects.set(f"market.{role}", tuple(one for one in market if one != id))
    marks = {**no_marks(), "open": True, "workers": (), "crew": role if role == MIDDLE else WORKING}
    for what, value in marks.items():
        effects.set(f"companies.{id}.{what}", value)
    has_wage = pays_wage(definition, id)
    if has_wage and level is not None:
        effects.set(f"companies.{id}.level", level)
    effects.add(f"{role}.companies", 1 if crew or not wanted.own else 0)
    if has_wage:
        effects.step(move.rule, "built", seat=move.seat, place=show(id), cost=cost, level=level)
    else:
        effects.step(move.rule, "built_without_wage", seat=move.seat, place=show(id), cost=cost)
    sources = []
    for one in crew:
        leave(effects, one.role, (one.worker,), one.source)
        sources.append((one.source, one.role))
    own = tuple(one.worker for one in crew if role == CAPITALIST or one.role == MIDDLE)
    employee = tuple(one.worker for one in crew if role == MIDDLE and one.role == WORKING)
    if own:
        effects.set(f"companies.{id}.workers", own)
        effects.set(f"companies.{id}.crew", crew[0].role if role == CAPITALIST else MIDDLE)
        effects.set(f"companies.{id}.committed", True)
    if employee:
        effects.set(f"companies.{id}.employee", employee)
        effects.set(f"companies.{id}.employee_committed", True)
    if crew:
        effects.step(move.rule, "crewed", place=show(id), workers=tuple(Term(worker) for worker in (*own, *employee)))
    for source, owner in dict.fromkeys(sources):
        if source != UNEMPLOYED:
            empty_incomplete(definition, effects, source, "assign_workers", owner)
    check_unions(definition, effects)


def _own_company(view: View, move: Move) -> Values:
    id, role = _id(move), role_of(view.position, move.seat)
    if card(view.definition, id)["owner"] != role or not view.read(f"companies.{id}.open"):
        yield {"place": show(id), "seat": move.seat}


def _nobody_committed(view: View, move: Move) -> Values:
    found = _found(view, move)
    if found and found.has_committed:
        yield {"place": show(found.id)}


def _sell(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    id = str(move.arguments["company"])
    cost = cell(card(definition, id), "cost")
    standing = effects.read(f"companies.{id}.workers") if slots(definition, id).own else True
    vacate(definition, effects, id)
    effects.set(f"companies.{id}.open", False)
    effects.add(f"{role}.companies", None if standing is None else -1 if standing else 0)
    receive(effects, role, cost)
    effects.step(move.rule, "sold", seat=move.seat, place=show(id), cost=cost)
    check_unions(definition, effects)


def _free_workers_there(view: View, move: Move) -> Values:
    found = _found(view, move)
    if found is None or not found.workers or found.is_committed:
        yield {"place": show(_id(move))}


def _works(found: Company) -> bool:
    """Return whether an Extra Shift takes the employee along: one who is free and does not strike."""
    return bool(found.employee) and not found.is_employee_committed and not found.has_strike


def _shift_wage(definition: GameDefinition, read: Read, found: Company) -> int:
    """Return what an Extra Shift costs: the wage of an employee who works in it. Raises Unknown where its level was not told."""
    return cell(card(definition, found.id), f"l{count(read, f'companies.{found.id}.level')}") if _works(found) else 0


def _employee_paid(view: View, move: Move) -> Values:
    found = _found(view, move)
    cost = _shift_wage(view.definition, view.read, found) if found else 0
    if cost:
        money = cash(view.read, role_of(view.position, move.seat))
        if money < cost:
            yield {"seat": move.seat, "money": money, "cost": cost}


def _shift(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    id, read = str(move.arguments["company"]), reading(effects.position)
    try:
        found = company(definition, read, id)
    except Unknown:
        forget_product(definition, effects, move.rule, MIDDLE, id)
        pay(effects, MIDDLE, None)
        receive(effects, WORKING, None)
        effects.set(f"companies.{id}.committed", True)
        return
    if found is None:
        return
    amount = output(definition, found, with_employee=_works(found))
    if _works(found):
        try:
            cost: int | None = _shift_wage(definition, read, found)
        except Unknown:
            cost = None
        pay(effects, MIDDLE, cost)
        receive(effects, WORKING, cost)
        effects.step(move.rule, "paid", seat=move.seat, cost=cost)
        effects.set(f"companies.{id}.employee_committed", True)
    effects.set(f"companies.{id}.committed", True)
    produce(definition, effects, move.rule, MIDDLE, id, amount, move.seat)


def _own_companies(view: View, move: Move) -> Values:
    role = role_of(view.position, move.seat)
    for one in _raises(move):
        if card(view.definition, one.id)["owner"] != role or not view.read(f"companies.{one.id}.open"):
            yield {"place": show(one.id), "seat": move.seat}


def _pay_a_wage(view: View, move: Move) -> Values:
    for one in _raises(move):
        if not pays_wage(view.definition, one.id):
            yield {"place": show(one.id)}


def _not_below_minimum(view: View, move: Move) -> Values:
    minimum = _minimum(view)
    for one in _raises(move):
        if one.amount < minimum:
            yield {"place": show(one.id), "level": one.amount, "minimum": minimum}


def _not_lowered_when_committed(view: View, move: Move) -> Values:
    for one in _raises(move):
        found = company(view.definition, view.read, one.id)
        if found and _are_paid_committed(found) and one.amount < view.count(f"companies.{one.id}.level"):
            yield {"place": show(one.id)}


def _are_paid_committed(found: Company) -> bool:
    """Return whether those whom the wage is paid to are committed: the employee of a Middle Class company, else the crew."""
    return bool(found.employee) and found.is_employee_committed if found.owner == MIDDLE else bool(found.workers) and found.is_committed


def _wages(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    reading_of = effects.position.options.get("commit_on_raise") or definition.options["commit_on_raise"].default
    highest = definition.rules["strike"].number("highest")
    for one in _raises(move):
        before = effects.count(f"companies.{one.id}.level")
        effects.set(f"companies.{one.id}.level", one.amount)
        effects.step(move.rule, "changed", place=show(one.id), level=one.amount)
        is_raise = before is not None and one.amount > before and not is_granted(effects.position, move)
        if is_raise and (reading_of == ANY or one.amount == highest):
            what = "employee" if card(definition, one.id)["owner"] == MIDDLE else "workers"
            mark = "employee_committed" if what == "employee" else "committed"
            if effects.read(f"companies.{one.id}.{what}"):
                effects.set(f"companies.{one.id}.{mark}", True)
                effects.step(move.rule, "committed", place=show(one.id))
        if one.amount == highest and effects.read(f"companies.{one.id}.strike"):
            effects.step(move.rule, "strike_ends", place=show(one.id))


def _workers_to_reward(view: View, move: Move) -> Values:
    found = _found(view, move)
    if found is None or not found.workers or not is_operational(view.definition, found):
        yield {"place": show(_id(move))}


def _bonus_paid(view: View, move: Move) -> Values:
    cost, money = view.definition.rules[BONUS].number("bonus"), cash(view.read, CAPITALIST)
    if money < cost:
        yield {"seat": move.seat, "money": money, "cost": cost}


def _bonus(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    id, cost = str(move.arguments["company"]), definition.rules[BONUS].number("bonus")
    crew = effects.read(f"companies.{id}.crew")
    pay(effects, CAPITALIST, cost)
    for one in (WORKING, MIDDLE):
        if crew in (None, one):
            receive(effects, one, cost if crew else None)
    effects.set(f"companies.{id}.committed", True)
    effects.step(move.rule, "given", seat=move.seat, role=Term(str(crew)) if crew else None, place=show(id))


PREDICATES: Mapping[str, Predicate] = {
    "in_the_market": _in_the_market,
    "not_built_yet": _not_built_yet,
    "room_on_the_board": _room_on_the_board,
    "company_paid": _company_paid,
    "wage_allowed": _wage_allowed,
    "crew_complete": _crew_complete,
    "crew_available": _crew_available,
    "unskilled_first": _unskilled_first,
    "own_company": _own_company,
    "nobody_committed": _nobody_committed,
    "free_workers_there": _free_workers_there,
    "employee_paid": _employee_paid,
    "own_companies": _own_companies,
    "pay_a_wage": _pay_a_wage,
    "not_below_minimum": _not_below_minimum,
    "not_lowered_when_committed": _not_lowered_when_committed,
    "workers_to_reward": _workers_to_reward,
    "bonus_paid": _bonus_paid,
}
APPLY: Mapping[str, Apply] = {BUILD: _build, SELL: _sell, SHIFT: _shift, WAGES: _wages, BONUS: _bonus}
