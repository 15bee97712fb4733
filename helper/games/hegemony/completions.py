"""The smallest ways to complete an action: one purchase, one bill, one worker. Where none of them is allowed, no larger one is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, product

from helper.definitions.schema import GameDefinition
from helper.engine.move import Move
from helper.engine.position import Position
from helper.games.hegemony.actions.trade import ZONED, transactions
from helper.games.hegemony.old_facts import MIDDLE, STATE, WORKING, Company, Read, card, companies, count, reading, role_of, slots
from helper.games.hegemony.places import UNEMPLOYED
from helper.games.hegemony.values import FOREIGN, SECTIONS, UNSKILLED, Assignment, Crew, Pair, Swap

Ways = Iterator[Mapping[str, object]]
_Worker = tuple[str, str]
"""A kind of worker and where one of it is to be taken from."""


def completions(definition: GameDefinition, position: Position, move: Move) -> Iterator[Move]:
    """Yield the smallest ways to complete a move; none where nothing of it is open. Raises Unknown where they follow from the untold."""
    ways = _WAYS.get(move.rule)
    if ways is None:
        return
    for way in ways(definition, reading(position), role_of(position, move.seat)):
        if not any(key in move.arguments and move.arguments[key] != value for key, value in way.items()):
            yield move._replace(arguments={**way, **move.arguments})


def _bills(definition: GameDefinition, read: Read, role: str) -> Ways:
    for policy, section in product(definition.axes["policy"], SECTIONS):
        yield {"policy": policy, "section": section}


def _swaps(definition: GameDefinition, read: Read, role: str) -> Ways:
    skilled = [worker for worker in definition.axes["worker"] if worker != UNSKILLED]
    for one in companies(definition, read):
        for worker, partner in product(skilled, definition.axes["worker"]):
            if worker in (*one.workers, *one.employee):
                yield {"swaps": (Swap(one.id, worker, partner),)}
    yield {"swaps": (Swap(definition.axes["company"][0], skilled[0], UNSKILLED),)}


def _strikes(definition: GameDefinition, read: Read, role: str) -> Ways:
    for company in definition.axes["company"]:
        yield {"targets": (company,)}


def _purchases(definition: GameDefinition, read: Read, role: str) -> Ways:
    for good, source in product(definition.axes["ware"], (*definition.roles, FOREIGN)):
        yield {"good": good, "purchases": (Pair(source, 1),)}


def _exports(definition: GameDefinition, read: Read, role: str) -> Ways:
    for good, amount in transactions(definition, count(read, "export_card")):
        if role != STATE or good in ZONED:
            yield {"transactions": (Pair(good, amount),)}


def _deals(definition: GameDefinition, read: Read, role: str) -> Ways:
    lying = read("deals")
    deals = [str(row["key"]) for row in definition.tables["deals"].rows]
    for deal in sorted(deals, key=lambda one: not isinstance(lying, tuple) or one not in lying):
        yield {"deal": deal, "into": "free_trade_zone"}


def _storages(definition: GameDefinition, read: Read, role: str) -> Ways:
    for good in definition.axes["good"]:
        yield {"good": good}


def _companies(definition: GameDefinition, read: Read, role: str) -> Ways:
    for company in definition.axes["company"]:
        if card(definition, company)["owner"] == role:
            yield {"company": company}


def _wages(definition: GameDefinition, read: Read, role: str) -> Ways:
    for way, level in product(_companies(definition, read, role), (3, 2, 1)):
        yield {"wages": (Pair(str(way["company"]), level),)}


def _lessons(definition: GameDefinition, read: Read, role: str) -> Ways:
    pool = [(worker, UNEMPLOYED) for worker in definition.axes["worker"]]
    pool += [(worker, one.id) for one in companies(definition, read) for worker in (*one.workers, *one.employee)]
    for (worker, place), becomes in product(dict.fromkeys(pool), definition.axes["worker"]):
        yield {"where": place, "worker": worker, "becomes": becomes}


def _classes(definition: GameDefinition, read: Read, role: str) -> Ways:
    for one in definition.axes["class"]:
        yield {"class": one}


def _campaigns(definition: GameDefinition, read: Read, role: str) -> Ways:
    yield {"influence": 1}


def _assignments(definition: GameDefinition, read: Read, role: str) -> Ways:
    """Where nobody is free, no assignment is possible; where somebody is, it is for the table to find the place."""
    if not _free(definition, read, role):
        yield {"assignments": (Assignment(definition.axes["company"][0], (UNSKILLED,), UNEMPLOYED),)}


def _built(definition: GameDefinition, read: Read, role: str) -> Ways:
    market = read(f"market.{role}")
    free = _free(definition, read, role) if role == MIDDLE else []
    for company in market if isinstance(market, tuple) else ():
        needed = len(slots(definition, company).own) if role == MIDDLE else 0
        for chosen in dict.fromkeys(combinations(free, needed)):
            yield {"company": company, "crew": tuple(Crew(role, worker, source) for worker, source in chosen)}
        if needed > len(free):
            yield {"company": company, "crew": (Crew(role, UNSKILLED, UNEMPLOYED),) * needed}
    if not market:
        yield from _companies(definition, read, role)


def _free(definition: GameDefinition, read: Read, role: str) -> list[_Worker]:
    """Return the workers of a class that are not committed, and where each is; the unemployed first."""
    free = [(worker, UNEMPLOYED) for worker in definition.axes["worker"] for _ in range(count(read, f"{role}.unemployed.{worker}"))]
    for one in companies(definition, read):
        free.extend((worker, one.id) for worker in _free_in(one, role))
    return free


def _free_in(one: Company, role: str) -> tuple[str, ...]:
    own = one.workers if one.crew == role and not one.is_committed else ()
    return (*own, *(one.employee if role == WORKING and not one.is_employee_committed else ()))


_WAYS: Mapping[str, Callable[[GameDefinition, Read, str], Ways]] = {
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
