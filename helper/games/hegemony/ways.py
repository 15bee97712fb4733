"""The smallest ways to complete an action: one purchase, one bill, one worker. Where none of them is allowed, no larger one is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, product

from helper.definitions.schema import GameDefinition
from helper.engine.move import Move
from helper.engine.position import Board, Position
from helper.games.hegemony import figures as f
from helper.games.hegemony.actions.trade import transactions
from helper.games.hegemony.facts import MIDDLE, STATE, WORKING, Company, companies, owner_of, slots
from helper.games.hegemony.places import UNEMPLOYED
from helper.games.hegemony.prices import IMPORTED
from helper.games.hegemony.seating import role_of
from helper.games.hegemony.values import FOREIGN, SECTIONS, UNSKILLED, ZONE, Assignment, Crew, Pair, Swap

Ways = Iterator[Mapping[str, object]]
_Worker = tuple[str, str]
"""A kind of worker and where one of it is to be taken from."""


def completions(definition: GameDefinition, position: Position, move: Move) -> Iterator[Move]:
    """Yield the smallest ways to complete a move; none where nothing of it is open. Raises Unknown where they follow from the untold."""
    yield from ways(Board(definition, position), move)


def ways(at: Board, move: Move) -> Iterator[Move]:
    """Yield the smallest ways to complete a move, as `completions` does."""
    found = _WAYS.get(move.rule)
    for way in found(at, role_of(at, move.seat)) if found else ():
        if not any(key in move.arguments and move.arguments[key] != value for key, value in way.items()):
            yield move._replace(arguments={**way, **move.arguments})


def _bills(at: Board, role: str) -> Ways:
    for policy, section in product(at.axis("policy"), SECTIONS):
        yield {f.GIVEN_POLICY: policy, f.GIVEN_SECTION: section}


def _swaps(at: Board, role: str) -> Ways:
    skilled = [worker for worker in at.axis("worker") if worker != UNSKILLED]
    for one in companies(at):
        for worker, partner in product(skilled, at.axis("worker")):
            if worker in (*one.workers, *one.employee):
                yield {f.SWAPS: (Swap(one.id, worker, partner),)}
    yield {f.SWAPS: (Swap(at.axis("company")[0], skilled[0], UNSKILLED),)}


def _strikes(at: Board, role: str) -> Ways:
    for company in at.axis("company"):
        yield {f.TARGETS: (company,)}


def _purchases(at: Board, role: str) -> Ways:
    for good, source in product(at.axis("ware"), (*at.definition.roles, FOREIGN)):
        yield {f.GOOD: good, f.PURCHASES: (Pair(source, 1),)}


def _exports(at: Board, role: str) -> Ways:
    for good, amount in transactions(at.definition, at[f.EXPORT_CARD]):
        if role != STATE or good in IMPORTED:
            yield {f.TRANSACTIONS: (Pair(good, amount),)}


def _deals(at: Board, role: str) -> Ways:
    lying = at[f.DEALS]
    deals = [str(row["key"]) for row in at.table("deals").rows]
    for deal in sorted(deals, key=lambda one: one not in lying):
        yield {f.DEAL: deal, f.INTO: ZONE}


def _storages(at: Board, role: str) -> Ways:
    for good in at.axis("good"):
        yield {f.GOOD: good}


def _companies(at: Board, role: str) -> Ways:
    for company in at.axis("company"):
        if owner_of(at.definition, company) == role:
            yield {f.COMPANY: company}


def _wages(at: Board, role: str) -> Ways:
    for way, level in product(_companies(at, role), (3, 2, 1)):
        yield {f.WAGES: (Pair(str(way[f.COMPANY]), level),)}


def _lessons(at: Board, role: str) -> Ways:
    pool = [(worker, UNEMPLOYED) for worker in at.axis("worker")]
    pool += [(worker, one.id) for one in companies(at) for worker in (*one.workers, *one.employee)]
    for (worker, place), becomes in product(dict.fromkeys(pool), at.axis("worker")):
        yield {f.WHERE: place, f.WORKER: worker, f.BECOMES: becomes}


def _classes(at: Board, role: str) -> Ways:
    for one in at.axis("class"):
        yield {f.CLASS: one}


def _campaigns(at: Board, role: str) -> Ways:
    yield {f.GIVEN_INFLUENCE: 1}


def _assignments(at: Board, role: str) -> Ways:
    """Where nobody is free, no assignment is possible; where somebody is, it is for the table to find the place."""
    if not _free(at, role):
        yield {f.ASSIGNMENTS: (Assignment(at.axis("company")[0], (UNSKILLED,), UNEMPLOYED),)}


def _built(at: Board, role: str) -> Ways:
    market = at[f.MARKET(role)]
    free = _free(at, role) if role == MIDDLE else []
    for company in market:
        needed = len(slots(at.definition, company).own) if role == MIDDLE else 0
        for chosen in dict.fromkeys(combinations(free, needed)):
            yield {f.COMPANY: company, f.GIVEN_CREW: tuple(Crew(role, worker, source) for worker, source in chosen)}
        if needed > len(free):
            yield {f.COMPANY: company, f.GIVEN_CREW: (Crew(role, UNSKILLED, UNEMPLOYED),) * needed}
    if not market:
        yield from _companies(at, role)


def _free(at: Board, role: str) -> list[_Worker]:
    """Return the workers of a class that are not committed, and where each is; the unemployed first."""
    free = [(worker, UNEMPLOYED) for worker in at.axis("worker") for _ in range(at[f.UNEMPLOYED_KIND(role, worker)])]
    for one in companies(at):
        free.extend((worker, one.id) for worker in _free_in(one, role))
    return free


def _free_in(one: Company, role: str) -> tuple[str, ...]:
    own = one.workers if one.crew == role and not one.is_committed else ()
    return (*own, *(one.employee if role == WORKING and not one.is_employee_committed else ()))


_WAYS: Mapping[str, Callable[[Board, str], Ways]] = {
    "propose_bill": _bills,
    "turn.card_policy": _bills,
    "assign_workers": _assignments,
    "swap_workers": _swaps,
    "strike": _strikes,
    "buy": _purchases,
    "use_education": _lessons,
    "export": _exports,
    "business_deal": _deals,
    "buy_storage": _storages,
    "build_company": _built,
    "sell_company": _companies,
    "extra_shift": _companies,
    "give_bonus": _companies,
    "adjust_wages": _wages,
    "meet_mps": _classes,
    "campaign": _campaigns,
}
