"""Workers: assigning, swapping, strikes, the demonstration: rules of `12_workers.toml`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from helper.definitions.schema import GameDefinition, Term
from helper.engine.bridge import Effects, Predicate, View, argument
from helper.engine.move import Move
from helper.engine.position import Position
from helper.engine.verdict import Unknown
from helper.games.hegemony.actions.turn import Apply, Values
from helper.games.hegemony.old_crews import check_unions, empty_incomplete, enter, leave
from helper.games.hegemony.old_draft import CLOSED, COLOUR, OF_OTHERS, OWNER_FIRST, TAKEN, Arriving, Leaving, arriving, leaving
from helper.games.hegemony.old_facts import (
    MIDDLE,
    STATE,
    WORKING,
    Read,
    card,
    companies,
    company,
    count,
    employed,
    open_slots,
    reading,
    role_of,
    seat_of,
    slots,
    unemployed,
)
from helper.games.hegemony.places import UNEMPLOYED, UNION
from helper.games.hegemony.values import UNSKILLED, Assignment, Swap, show

ASSIGN, SWAP, STRIKE, DEMONSTRATION = "assign_workers", "swap_workers", "strike", "demonstration"
REMOVAL = "demonstration_removal"


def _assignments(move: Move) -> tuple[Assignment, ...]:
    found = argument(move, "assignments")
    assert isinstance(found, tuple)
    return found


def _swaps(move: Move) -> tuple[Swap, ...]:
    found = argument(move, "swaps")
    assert isinstance(found, tuple)
    return found


def _targets(move: Move) -> tuple[str, ...]:
    found = argument(move, "targets")
    assert isinstance(found, tuple)
    return found


def _so_many_workers(view: View, move: Move) -> Values:
    named = sum(len(one.workers) for one in _assignments(move))
    if not 1 <= named <= view.definition.rules[ASSIGN].number("workers"):
        yield {"named": named}


def _leaving(view: View, move: Move) -> Leaving:
    return leaving(view.definition, view.read, role_of(view.position, move.seat), _assignments(move))


def _arriving(view: View, move: Move) -> Arriving:
    return arriving(view.definition, view.read, role_of(view.position, move.seat), _assignments(move))


def _workers_there(view: View, move: Move) -> Values:
    found = _leaving(view, move)
    for place, worker in found.missing:
        yield {"place": show(place), "worker": Term(worker), "seat": move.seat}
    if found.untold and not found.missing:
        raise Unknown(found.untold[0])


def _not_committed(view: View, move: Move) -> Values:
    for place in _leaving(view, move).committed:
        yield {"place": show(place)}


def _is_not(cause: str) -> Predicate:
    """Return the condition that no slot is closed for this cause; whatever is unknown of slots is said once, by the colour."""

    def broken(view: View, move: Move) -> Values:
        for one in _arriving(view, move).unfit:
            if one.cause == cause:
                yield {"place": show(one.place), "worker": Term(one.worker), "seat": move.seat}

    def known(view: View, move: Move) -> Values:
        try:
            yield from broken(view, move)
        except Unknown:
            return

    return broken if cause == COLOUR else known


def _complete_or_empty(view: View, move: Move) -> Values:
    for place, filled, wanted in _arriving(view, move).incomplete:
        yield {"place": show(place), "filled": filled, "slots": wanted}


def _not_where_they_stand(view: View, move: Move) -> Values:
    for one in _assignments(move):
        if one.source == one.target:
            yield {"place": show(one.target)}


def _union_has_members(view: View, move: Move) -> Values:
    members = view.definition.rules["unions"].number("members")
    for industry, joining in _unions(move).items():
        counted = employed(view.definition, view.read, industry) - _comes_from(view, joining[0], industry)
        if counted < members:
            yield {"industry": Term(industry), "counted": counted}


def _union_slot_free(view: View, move: Move) -> Values:
    for industry, joining in _unions(move).items():
        if view.read(f"unions.{industry}") or sum(len(one.workers) for one in joining) > 1:
            yield {"industry": Term(industry)}


def _unions(move: Move) -> dict[str, list[Assignment]]:
    """Return which assignments lead into a trade union, by industry."""
    found: dict[str, list[Assignment]] = {}
    for one in _assignments(move):
        head, _, industry = one.target.partition(".")
        if head == UNION and industry:
            found.setdefault(industry, []).append(one)
    return found


def _comes_from(view: View, one: Assignment, industry: str) -> int:
    """Return how many of those who go into a union work in its industry until then: only others count for it."""
    is_counted = one.source in view.definition.axes["company"] and card(view.definition, one.source)["industry"] == industry
    return len(one.workers) if is_counted else 0


def _assign(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    touched = []
    running = _running(definition, effects, move)
    for one in _assignments(move):
        leave(effects, role, one.workers, one.source)
        touched.append(one.source)
    for one in _assignments(move):
        enter(definition, effects, role, one.workers, one.target)
        workers = tuple(Term(worker) for worker in one.workers)
        effects.step(move.rule, "assigned", seat=move.seat, worker=workers, source=show(one.source), target=show(one.target))
    for place in touched:
        if place != UNEMPLOYED and "." not in place:
            empty_incomplete(definition, effects, place, move.rule, role)
    for place in running:
        effects.set(f"companies.{place}.committed", False)
        effects.step(move.rule, "not_committed", place=show(place))
    check_unions(definition, effects)


def _running(definition: GameDefinition, effects: Effects, move: Move) -> tuple[str, ...]:
    """Return the targets that run already with workers who are free: who takes a place there is not committed either."""
    found = []
    for place in dict.fromkeys(one.target for one in _assignments(move)):
        if "." not in place and place != UNEMPLOYED and card(definition, place)["owner"] != MIDDLE:
            standing, full = effects.read(f"companies.{place}.workers"), len(slots(definition, place).own)
            if isinstance(standing, tuple) and len(standing) == full and not effects.read(f"companies.{place}.committed"):
                found.append(place)
    return tuple(found)


def _skilled_in_unskilled_slot(view: View, move: Move) -> Values:
    role = role_of(view.position, move.seat)
    named: Counter[tuple[str, str]] = Counter()
    for one in _swaps(move):
        named[one.company, one.worker] += 1
        found = company(view.definition, view.read, one.company)
        own = slots(view.definition, one.company)
        standing: tuple[str, ...] = ()
        free = 0
        if found and found.crew == role:
            standing, free = found.workers, own.own.count(UNSKILLED)
        elif found and role == WORKING and own.employee:
            standing, free = found.employee, int(own.employee == UNSKILLED)
        needed = Counter(slot for slot in own.own if slot != UNSKILLED)
        in_unskilled = Counter(standing)[one.worker] - (needed[one.worker] if found and found.crew == role else 0)
        if one.worker == UNSKILLED or in_unskilled < named[one.company, one.worker] or not free:
            yield {"place": show(one.company), "worker": Term(one.worker), "seat": move.seat}


def _partner_unemployed(view: View, move: Move) -> Values:
    role = role_of(view.position, move.seat)
    for worker, wanted in Counter(one.partner for one in _swaps(move)).items():
        if count(view.read, f"{role}.unemployed.{worker}") < wanted:
            yield {"seat": move.seat, "worker": Term(worker)}


def _partner_reading(view: View, move: Move) -> Values:
    for one in _swaps(move):
        if one.partner != UNSKILLED and view.option(SWAP) == "sheet":
            yield {"worker": Term(one.partner)}


def _swap(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    for one in _swaps(move):
        wanted = slots(definition, one.company)
        what = "employee" if role == WORKING and wanted.employee else "workers"
        path = f"companies.{one.company}.{what}"
        standing = effects.read(path)
        if isinstance(standing, tuple) and one.worker in standing:
            at = standing.index(one.worker)
            effects.set(path, (*standing[:at], one.partner, *standing[at + 1 :]))
        effects.take(f"{role}.unemployed.{one.partner}", 1)
        effects.add(f"{role}.unemployed.{one.worker}", 1)
        worker, partner = Term(one.worker), Term(one.partner)
        effects.step(move.rule, "swapped", seat=move.seat, place=show(one.company), worker=worker, partner=partner)
    check_unions(definition, effects)


def _so_many_companies(view: View, move: Move) -> Values:
    targets = _targets(move)
    if not 1 <= len(set(targets)) == len(targets) <= view.definition.rules[STRIKE].number("companies"):
        yield {"named": len(targets)}


def _strikers(view: View, id: str) -> tuple[int, bool]:
    """Return how many Working Class workers stand in a company, and whether any of them is committed."""
    found = company(view.definition, view.read, id)
    if found is None:
        return 0, False
    own = bool(found.workers) and found.crew == WORKING
    committed = (own and found.is_committed) or bool(found.employee and found.is_employee_committed)
    return _strikers_in(view.definition, view.read, id), committed


def _strikers_in(definition: GameDefinition, read: Read, id: str) -> int:
    """Return how many Working Class workers stand in a company."""
    found = company(definition, read, id)
    return 0 if found is None else len(found.employee) + (len(found.workers) if found.crew == WORKING else 0)


def _own_workers_there(view: View, move: Move) -> Values:
    for id in _targets(move):
        if not _strikers(view, id)[0] or card(view.definition, id)["owner"] == WORKING:
            yield {"place": show(id)}


def _none_committed(view: View, move: Move) -> Values:
    for id in _targets(move):
        if _strikers(view, id)[1]:
            yield {"place": show(id)}


def _wage_below_highest(view: View, move: Move) -> Values:
    for id in _targets(move):
        level = view.count(f"companies.{id}.level")
        if level >= view.definition.rules[STRIKE].number("highest"):
            yield {"place": show(id), "level": level}


def _no_token_yet(view: View, move: Move) -> Values:
    for id in _targets(move):
        if view.read(f"companies.{id}.strike"):
            yield {"place": show(id)}


def _tokens_left(view: View, move: Move) -> Values:
    on_board = sum(one.has_strike for one in companies(view.definition, view.read))
    if on_board + len(_targets(move)) > view.definition.rules[STRIKE].number("tokens"):
        yield {"on_board": on_board}


def _public_only_with_state(view: View, move: Move) -> Values:
    for id in _targets(move):
        if card(view.definition, id)["owner"] == STATE and not seat_of(view.position, STATE):
            yield {"place": show(id)}


def _strike(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    for id in _targets(move):
        effects.set(f"companies.{id}.strike", True)
        effects.step(move.rule, "placed", place=show(id))


def _enough_unemployed(view: View, move: Move) -> Values:
    out, slots_open = unemployed(view.definition, view.position, view.read, WORKING), open_slots(view.definition, view.read)
    if out < slots_open + view.definition.rules[DEMONSTRATION].number("margin"):
        yield {"unemployed": out, "open_slots": slots_open}


def _token_free(view: View, move: Move) -> Values:
    if view.read("demonstration"):
        yield {}


def _demonstrate(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    effects.set("demonstration", True)
    read = reading(effects.position)
    try:
        out, slots_open = unemployed(definition, effects.position, read, WORKING), open_slots(definition, read)
    except Unknown:
        effects.step(move.rule, "placed_untold", seat=move.seat)
    else:
        effects.step(move.rule, "placed", seat=move.seat, unemployed=out, open_slots=slots_open)


def end_demonstration(definition: GameDefinition, effects: Effects, before: Position) -> None:
    """Take the token away where a move ended the condition of the demonstration; what counts besides is an option."""
    if effects.read("demonstration") is not True:
        effects.set("turn.built", None)
        return
    was_open = {id for id in definition.axes["company"] if before.figures.get(f"companies.{id}.open") is True}
    now_open = {id for id in definition.axes["company"] if effects.read(f"companies.{id}.open") is True}
    known = effects.read("turn.built")
    built = {*(known if isinstance(known, tuple) else ()), *(now_open - was_open)} & now_open
    effects.set("turn.built", tuple(sorted(built)) or None)
    read = reading(effects.position)
    by_condition = (effects.position.options.get(REMOVAL) or definition.options[REMOVAL].default) == "condition"
    try:
        if not by_condition and not any(_strikers_in(definition, read, id) for id in built):
            return
        out, slots_open = unemployed(definition, effects.position, read, WORKING), open_slots(definition, read)
    except Unknown:
        return
    if out < slots_open + definition.rules[DEMONSTRATION].number("margin"):
        effects.set("demonstration", False)
        effects.set("turn.built", None)
        effects.step(DEMONSTRATION, "ends", unemployed=out, open_slots=slots_open)


PREDICATES: Mapping[str, Predicate] = {
    "so_many_workers": _so_many_workers,
    "workers_there": _workers_there,
    "not_committed": _not_committed,
    "company_open": _is_not(CLOSED),
    "slots_of_your_class": _is_not(OF_OTHERS),
    "owner_works_there": _is_not(OWNER_FIRST),
    "slots_free": _is_not(TAKEN),
    "fits_slots": _is_not(COLOUR),
    "complete_or_empty": _complete_or_empty,
    "not_where_they_stand": _not_where_they_stand,
    "union_slot_free": _union_slot_free,
    "union_has_members": _union_has_members,
    "skilled_in_unskilled_slot": _skilled_in_unskilled_slot,
    "partner_unemployed": _partner_unemployed,
    "partner_reading": _partner_reading,
    "so_many_companies": _so_many_companies,
    "own_workers_there": _own_workers_there,
    "none_committed": _none_committed,
    "wage_below_highest": _wage_below_highest,
    "no_token_yet": _no_token_yet,
    "tokens_left": _tokens_left,
    "public_only_with_state": _public_only_with_state,
    "enough_unemployed": _enough_unemployed,
    "token_free": _token_free,
}
APPLY: Mapping[str, Apply] = {ASSIGN: _assign, SWAP: _swap, STRIKE: _strike, DEMONSTRATION: _demonstrate}
