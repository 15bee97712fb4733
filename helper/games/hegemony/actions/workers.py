"""Workers: assigning, swapping, strikes, the demonstration: rules of `12_workers.toml`."""

from __future__ import annotations

from collections import Counter

from helper.definitions.schema import Term
from helper.engine.play import Play
from helper.engine.position import Board
from helper.engine.rules import Condition, Values
from helper.engine.verdict import Unknown, View
from helper.games.hegemony import figures as f
from helper.games.hegemony.crews import check_unions, empty_incomplete, enter, exchange, leave
from helper.games.hegemony.facts import (
    MIDDLE,
    STATE,
    WORKING,
    card,
    companies,
    company,
    employed,
    open_slots,
    owner_of,
    slots,
    unemployed,
)
from helper.games.hegemony.figures import CODE
from helper.games.hegemony.places import industry_of
from helper.games.hegemony.seating import in_play, role_of
from helper.games.hegemony.trial import CLOSED, COLOUR, OF_OTHERS, OWNER_FIRST, TAKEN, Arriving, Leaving, arriving, leaving
from helper.games.hegemony.values import UNSKILLED, Assignment, show

ASSIGN, SWAP = CODE.rule("assign_workers"), CODE.rule("swap_workers")
STRIKE, DEMONSTRATION = CODE.rule("strike"), CODE.rule("demonstration")
REMOVAL = "demonstration_removal"


@ASSIGN.needs("so_many_workers")
def _so_many_workers(at: View) -> Values:
    named = sum(len(one.workers) for one in at.given(f.ASSIGNMENTS))
    if not 1 <= named <= at.own("workers"):
        yield {"named": named}


def _leaving(at: View) -> Leaving:
    return leaving(at, at.role, at.given(f.ASSIGNMENTS))


def _arriving(at: View) -> Arriving:
    return arriving(at, at.role, at.given(f.ASSIGNMENTS))


@ASSIGN.needs("workers_there")
def _workers_there(at: View) -> Values:
    found = _leaving(at)
    for place, worker in found.missing:
        yield {"place": show(place), "worker": Term(worker), "seat": at.seat}
    if found.untold and not found.missing:
        raise Unknown(*found.untold)


@ASSIGN.needs("not_committed")
def _not_committed(at: View) -> Values:
    for place in _leaving(at).committed:
        yield {"place": show(place)}


def _is_not(cause: str) -> Condition:
    """Return the condition that no slot is closed for this cause; whatever is unknown of slots is said once, by the colour."""

    def broken(at: View) -> Values:
        for one in _arriving(at).unfit:
            if one.cause == cause:
                yield {"place": show(one.place), "worker": Term(one.worker), "seat": at.seat}

    def known(at: View) -> Values:
        try:
            yield from broken(at)
        except Unknown:
            return

    return broken if cause == COLOUR else known


ASSIGN.needs("company_open")(_is_not(CLOSED))
ASSIGN.needs("slots_of_your_class")(_is_not(OF_OTHERS))
ASSIGN.needs("owner_works_there")(_is_not(OWNER_FIRST))
ASSIGN.needs("slots_free")(_is_not(TAKEN))
ASSIGN.needs("fits_slots")(_is_not(COLOUR))


@ASSIGN.needs("complete_or_empty")
def _complete_or_empty(at: View) -> Values:
    for place, filled, wanted in _arriving(at).incomplete:
        yield {"place": show(place), "filled": filled, "slots": wanted}


@ASSIGN.needs("not_where_they_stand")
def _not_where_they_stand(at: View) -> Values:
    for one in at.given(f.ASSIGNMENTS):
        if one.source == one.target:
            yield {"place": show(one.target)}


@ASSIGN.needs("union_slot_free")
def _union_slot_free(at: View) -> Values:
    for industry, joining in _unions(at).items():
        if at[f.UNION(industry)] or sum(len(one.workers) for one in joining) > 1:
            yield {"industry": Term(industry)}


@ASSIGN.needs("union_has_members")
def _union_has_members(at: View) -> Values:
    for industry, joining in _unions(at).items():
        counted = employed(at, industry) - _comes_from(at, joining[0], industry)
        if counted < at.number("unions", "members"):
            yield {"industry": Term(industry), "counted": counted}


def _unions(at: View) -> dict[str, list[Assignment]]:
    """Return which assignments lead into a trade union, by industry."""
    found: dict[str, list[Assignment]] = {}
    for one in at.given(f.ASSIGNMENTS):
        if industry_of(one.target):
            found.setdefault(industry_of(one.target), []).append(one)
    return found


def _comes_from(at: View, one: Assignment, industry: str) -> int:
    """Return how many of those who go into a union work in its industry until then: only others count for it."""
    is_counted = one.source in at.axis("company") and card(at.definition, one.source)["industry"] == industry
    return len(one.workers) if is_counted else 0


@ASSIGN.does
def _assign(play: Play) -> None:
    role, assignments = role_of(play, play.move.seat), play.given(f.ASSIGNMENTS)
    running = _running(play)
    for one in assignments:
        leave(play.under(ASSIGN.id, "assigned"), role, one.workers, one.source)
    for one in assignments:
        workers = tuple(map(Term, one.workers))
        assigned = play.note("assigned", seat=play.move.seat, worker=workers, source=show(one.source), target=show(one.target))
        enter(assigned, role, one.workers, one.target)
    for one in assignments:
        if one.source in play.axis("company"):
            empty_incomplete(play, one.source, ASSIGN.id, role)
    for place in running:
        play.note("not_committed", place=show(place)).set(f.COMMITTED(place), False)
    check_unions(play)


def _running(play: Play) -> tuple[str, ...]:
    """Return the targets that run already with workers who are free: who takes a place there is not committed either."""
    found = []
    for place in dict.fromkeys(one.target for one in play.given(f.ASSIGNMENTS)):
        if place in play.axis("company") and owner_of(play.definition, place) != MIDDLE:
            standing, full = play.get(f.STANDING(place)), len(slots(play.definition, place).own)
            if standing is not None and len(standing) == full and not play.get(f.COMMITTED(place), False):
                found.append(place)
    return tuple(found)


@SWAP.needs("skilled_in_unskilled_slot")
def _skilled_in_unskilled_slot(at: View) -> Values:
    named: Counter[tuple[str, str]] = Counter()
    for one in at.given(f.SWAPS):
        named[one.company, one.worker] += 1
        found = company(at, one.company)
        own = slots(at.definition, one.company)
        standing: tuple[str, ...] = ()
        free = 0
        if found and found.crew == at.role:
            standing, free = found.workers, own.own.count(UNSKILLED)
        elif found and at.role == WORKING and own.employee:
            standing, free = found.employee, int(own.employee == UNSKILLED)
        needed = Counter(slot for slot in own.own if slot != UNSKILLED)
        in_unskilled = Counter(standing)[one.worker] - (needed[one.worker] if found and found.crew == at.role else 0)
        if one.worker == UNSKILLED or in_unskilled < named[one.company, one.worker] or not free:
            yield {"place": show(one.company), "worker": Term(one.worker), "seat": at.seat}


@SWAP.needs("partner_unemployed")
def _partner_unemployed(at: View) -> Values:
    for worker, wanted in Counter(one.partner for one in at.given(f.SWAPS)).items():
        if at[f.UNEMPLOYED_KIND(at.role, worker)] < wanted:
            yield {"seat": at.seat, "worker": Term(worker)}


@SWAP.needs("partner_reading")
def _partner_reading(at: View) -> Values:
    for one in at.given(f.SWAPS):
        if one.partner != UNSKILLED and at.option(SWAP.id) == "sheet":
            yield {"worker": Term(one.partner)}


@SWAP.does
def _swap(play: Play) -> None:
    role = role_of(play, play.move.seat)
    for one in play.given(f.SWAPS):
        worker, partner = Term(one.worker), Term(one.partner)
        swapped = play.note("swapped", seat=play.move.seat, place=show(one.company), worker=worker, partner=partner)
        is_employee = role == WORKING and slots(play.definition, one.company).employee
        exchange(swapped, (f.EMPLOYEE if is_employee else f.STANDING)(one.company), one.worker, one.partner)
        swapped.take(f.UNEMPLOYED_KIND(role, one.partner), 1).add(f.UNEMPLOYED_KIND(role, one.worker), 1)
    check_unions(play)


@STRIKE.needs("so_many_companies")
def _so_many_companies(at: View) -> Values:
    targets = at.given(f.TARGETS)
    if not 1 <= len(set(targets)) == len(targets) <= at.own("companies"):
        yield {"named": len(targets)}


def _strikers(at: Board, id: str) -> int:
    """Return how many Working Class workers stand in a company."""
    found = company(at, id)
    return 0 if found is None else len(found.employee) + (len(found.workers) if found.crew == WORKING else 0)


def _anybody_works(at: Board, ids: set[str]) -> bool:
    """Return whether a Working Class worker stands in any of these companies."""
    return any(_strikers(at, id) for id in sorted(ids))


@STRIKE.needs("own_workers_there")
def _own_workers_there(at: View) -> Values:
    for id in at.given(f.TARGETS):
        if not _strikers(at, id) or owner_of(at.definition, id) == WORKING:
            yield {"place": show(id)}


@STRIKE.needs("none_committed")
def _none_committed(at: View) -> Values:
    for id in at.given(f.TARGETS):
        found = company(at, id)
        if found:
            own = bool(found.workers) and found.crew == WORKING and found.is_committed
            if own or (found.employee and found.is_employee_committed):
                yield {"place": show(id)}


@STRIKE.needs("wage_below_highest")
def _wage_below_highest(at: View) -> Values:
    for id in at.given(f.TARGETS):
        level = at[f.LEVEL(id)]
        if level >= at.own("highest"):
            yield {"place": show(id), "level": level}


@STRIKE.needs("no_token_yet")
def _no_token_yet(at: View) -> Values:
    for id in at.given(f.TARGETS):
        if at[f.STRIKE(id)]:
            yield {"place": show(id)}


@STRIKE.needs("tokens_left")
def _tokens_left(at: View) -> Values:
    on_board = sum(one.has_strike for one in companies(at))
    if on_board + len(at.given(f.TARGETS)) > at.own("tokens"):
        yield {"on_board": on_board}


@STRIKE.needs("public_only_with_state")
def _public_only_with_state(at: View) -> Values:
    for id in at.given(f.TARGETS):
        if owner_of(at.definition, id) == STATE and not in_play(at, STATE):
            yield {"place": show(id)}


@STRIKE.does
def _strike(play: Play) -> None:
    for id in play.given(f.TARGETS):
        play.note("placed", place=show(id)).set(f.STRIKE(id), True)


@DEMONSTRATION.needs("enough_unemployed")
def _enough_unemployed(at: View) -> Values:
    out, slots_open = unemployed(at, WORKING), open_slots(at)
    if out < slots_open + at.own("margin"):
        yield {"unemployed": out, "open_slots": slots_open}


@DEMONSTRATION.needs("token_free")
def _token_free(at: View) -> Values:
    if at[f.DEMONSTRATION]:
        yield {}


@DEMONSTRATION.does
def _demonstrate(play: Play) -> None:
    out, slots_open = play.fact(unemployed, WORKING), play.fact(open_slots)
    if out is None or slots_open is None:
        placed = play.note("placed_untold", seat=play.move.seat)
    else:
        placed = play.note("placed", seat=play.move.seat, unemployed=out, open_slots=slots_open)
    placed.set(f.DEMONSTRATION, True)


def end_demonstration(play: Play) -> None:
    """Take the token away where a move ended the condition of the demonstration; what counts besides is an option."""
    if not play.get(f.DEMONSTRATION, False):
        play.set(f.BUILT, ())
        return
    was = Board(play.definition, play.before)
    was_open, now_open = ({id for id in play.axis("company") if at.get(f.OPEN(id), False)} for at in (was, play))
    built = {*play[f.BUILT], *(now_open - was_open)} & now_open
    play.set(f.BUILT, tuple(sorted(built)))
    if play.option(REMOVAL) != "condition" and not play.fact(_anybody_works, built):
        return
    out, slots_open = play.fact(unemployed, WORKING), play.fact(open_slots)
    if out is not None and slots_open is not None and out < slots_open + play.number(DEMONSTRATION.id, "margin"):
        play.step(DEMONSTRATION.id, "ends", unemployed=out, open_slots=slots_open).set(f.DEMONSTRATION, False)
        play.set(f.BUILT, ())
