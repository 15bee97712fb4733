"""What follows from the figures of a table: populations, companies and their workers, sections of policies, money at hand.

A fact that takes a `Board` raises `Unknown` where nobody told what it needs, so a condition that asks for it becomes unknown by itself
and names what to look at. A fact answers from structure (companies, workers) where that is known, else from the figure that was told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from helper.definitions.schema import GameDefinition, Table
from helper.engine.position import Board, Glance, Unknown
from helper.frozen import Frozen, derived
from helper.games.hegemony import figures as f
from helper.games.hegemony.values import UNSKILLED

if TYPE_CHECKING:
    from helper.engine.figures import Path
    from helper.engine.play import Cause

WORKING, MIDDLE, CAPITALIST, STATE = "working", "middle", "capitalist", "state"
PRODUCES = {"media": "influence"}
FAVOURED = {WORKING: "A", MIDDLE: "B", CAPITALIST: "C"}
"""The section of the social policies that scores for a class at the end."""
PURSES: Mapping[str, tuple[Path[int], ...]] = {
    WORKING: (f.MONEY(WORKING),),
    MIDDLE: (f.MONEY(MIDDLE),),
    CAPITALIST: (f.REVENUE, f.CAPITAL),
    STATE: (f.TREASURY,),
}
"""Where a role keeps its money, in the order in which it pays."""

Rows = dict[object, Mapping[str, object]]


def _no_rows(table: Table) -> dict[str, Rows]:
    return {}


_indexes = derived(_no_rows, most=1024)


def row(table: Table, value: object, key: str = "key") -> Mapping[str, object]:
    """Return the row of a table whose column `key` holds `value`; raises KeyError where there is none."""
    indexes = _indexes(table)
    if key not in indexes:
        indexes[key] = {one[key]: one for one in reversed(table.rows) if key in one}
    try:
        return indexes[key][value]
    except KeyError:
        raise KeyError(f"{table.id}.{key}={value}") from None


def step(table: Table, value: int) -> Mapping[str, object]:
    """Return the row of a table of steps that `value` falls into; the last row is open above."""
    for one in table.rows:
        low, high = one["low"], one.get("high")
        assert isinstance(low, int)
        if low <= value and (not isinstance(high, int) or value <= high):
            return one
    raise KeyError(f"{table.id}: {value}")


def cell(found: Mapping[str, object], key: str) -> int:
    """Return a cell that is a whole number."""
    value = found[key]
    assert isinstance(value, int)
    return value


def figure(definition: GameDefinition, policy: str, section: str, key: str) -> int:
    """Return a figure of a section of a policy."""
    return cell(row(definition.tables[f"policy_{policy}"], section), key)


def of_section(at: Board, policy: str, key: str) -> int:
    """Return a figure of the section that a policy stands at (the policy's own table)."""
    return figure(at.definition, policy, at[f.POLICY(policy)], key)


def population_of(definition: GameDefinition, workers: int) -> int:
    """Return the population that so many workers make."""
    return cell(step(definition.tables["population"], workers), "population")


def population(at: Board, role: str) -> int:
    """Return the population of a class: by its workers where their number is known, else as told."""
    workers = at.get(f.WORKERS(role))
    return at[f.POPULATION(role)] if workers is None else population_of(at.definition, workers)


class Slots(Frozen):
    """What a company card asks for, by kind of worker: its own slots, and the employee slot of a Middle Class company."""

    own: tuple[str, ...]
    employee: str


def skilled(industry: str) -> str:
    """Return the kind of worker that is skilled in an industry."""
    return f"worker_{industry}"


@derived
def _cards(definition: GameDefinition) -> dict[object, Mapping[str, object]]:
    return {one["id"]: one for one in reversed(definition.tables["companies"].rows)}


def card(definition: GameDefinition, id: str) -> Mapping[str, object]:
    """Return the row of a company card; raises KeyError where there is none."""
    return _cards(definition)[id]


def owner_of(definition: GameDefinition, id: str) -> str:
    """Return whose company it is."""
    return str(card(definition, id)["owner"])


def owned_by(at: Glance, owner: str) -> tuple[str, ...]:
    """Return all company cards of an owner, on the board or not."""
    return tuple(id for id in at.axis("company") if owner_of(at.definition, id) == owner)


def product(definition: GameDefinition, id: str) -> str:
    """Return what a company makes: the good of its industry, or influence."""
    industry = str(card(definition, id)["industry"])
    return PRODUCES.get(industry, industry)


def pays_wage(definition: GameDefinition, id: str) -> bool:
    """Return whether a company pays a wage: an automated one does not, nor one that the Middle Class runs by itself."""
    return bool(cell(card(definition, id), "l1"))


def wage_of(definition: GameDefinition, id: str, level: int) -> int:
    """Return the wage of a company at a level."""
    return cell(card(definition, id), f"l{level}")


def slots(definition: GameDefinition, id: str) -> Slots:
    """Return the slots of a company, skilled ones first."""
    found = card(definition, id)
    kind = skilled(str(found["industry"]))
    own = (kind,) * cell(found, "skilled") + (UNSKILLED,) * cell(found, "unskilled")
    return Slots(own, {"skilled": kind, UNSKILLED: UNSKILLED}.get(str(found["employee"]), ""))


def fits_players(at: Glance, id: str) -> bool:
    """Return whether a company card is used with as many players."""
    found = card(at.definition, id)
    return cell(found, "least") <= len(at.seats) <= cell(found, "most")


def fits(slot: str, worker: str) -> bool:
    """Return whether a slot takes a worker: an unskilled one takes anybody, a skilled one its own colour."""
    return slot in (UNSKILLED, worker)


def fill(wanted: tuple[str, ...], workers: tuple[str, ...]) -> bool:
    """Return whether workers fill slots exactly, each in one that takes it."""
    coloured = [slot for slot in wanted if slot != UNSKILLED]
    left = list(workers)
    for slot in coloured:
        if slot not in left:
            return False
        left.remove(slot)
    return len(left) == len(wanted) - len(coloured)


def unmark(cause: Cause, id: str) -> Cause:
    """Take every mark off a company: nobody has touched it, and it has no employee."""
    cause.set(f.COMMITTED(id), False).set(f.EMPLOYEE(id), ()).set(f.EMPLOYEE_COMMITTED(id), False)
    return cause.set(f.STRIKE(id), False).set(f.MACHINERY(id), False)


class Company(Frozen):
    """A company on the board as it stands."""

    id: str
    owner: str
    level: int | None
    crew: str
    workers: tuple[str, ...]
    is_committed: bool
    employee: tuple[str, ...]
    is_employee_committed: bool
    has_strike: bool

    @property
    def has_committed(self) -> bool:
        """Return whether anybody in it is committed."""
        return (self.is_committed and bool(self.workers)) or (self.is_employee_committed and bool(self.employee))


def company(at: Board, id: str) -> Company | None:
    """Return a company on the board, or None where its card is not there.

    Raises Unknown for what nobody told of it; a mark (committed, strike) that nobody told counts as none only where the
    workers are told. Workers of the Capitalist Class or the State are of the class that was told, others of the owner.
    """
    if not at[f.OPEN(id)]:
        return None
    owner = owner_of(at.definition, id)
    workers = at[f.STANDING(id)] if slots(at.definition, id).own else ()
    crew = at.get(f.CREW(id)) or (owner if owner in (MIDDLE, WORKING) else "")
    if workers and not crew:
        raise Unknown(f.CREW(id))
    return Company(
        id=id,
        owner=owner,
        level=at.get(f.LEVEL(id)),
        crew=crew,
        workers=workers,
        is_committed=at.get(f.COMMITTED(id), False),
        employee=at.get(f.EMPLOYEE(id), ()),
        is_employee_committed=at.get(f.EMPLOYEE_COMMITTED(id), False),
        has_strike=at.get(f.STRIKE(id), False),
    )


def if_open(at: Board, id: str) -> tuple[Company, ...]:
    """Return a company alone, or nothing where its card is not on the board: an effect asks by it, for whom None is unknown."""
    found = company(at, id)
    return (found,) if found else ()


def companies(at: Board, owner: str = "") -> Iterator[Company]:
    """Yield the companies on the board, of one owner or of all; raises Unknown where the structure is not known."""
    for id in owned_by(at, owner) if owner else at.axis("company"):
        found = company(at, id)
        if found:
            yield found


def is_operational(definition: GameDefinition, found: Company) -> bool:
    """Return whether a company can produce: its own slots are full, or it has none."""
    return len(found.workers) == len(slots(definition, found.id).own)


def operational(at: Board, owner: str) -> int:
    """Return how many operational companies an owner has: counted where the structure is known, else as told."""
    try:
        return sum(is_operational(at.definition, one) for one in companies(at, owner))
    except Unknown:
        return at[f.COMPANIES(owner)]


def employers(at: Board) -> int:
    """Return how many companies of others employ the Middle Class: counted where the structure is known, else as told."""
    try:
        return sum(one.owner in (CAPITALIST, STATE) and one.crew == MIDDLE and bool(one.workers) for one in companies(at))
    except Unknown:
        return at[f.EMPLOYERS]


def fully_operational(at: Board) -> int:
    """Return how many companies of the Middle Class have all the workers there is room for; as told without structure."""
    wanted = at.number("company.fully_operational", "workers")
    try:
        return sum(len(one.workers) + len(one.employee) >= wanted for one in companies(at, MIDDLE))
    except Unknown:
        return at[f.FULL_COMPANIES]


def unemployed(at: Board, role: str) -> int:
    """Return how many workers of a class are unemployed: as told, else as their kinds give it.

    Raises Unknown where nobody told either, and where both are told and contradict each other.
    """
    total, kinds = f.UNEMPLOYED(role), [f.UNEMPLOYED_KIND(role, kind) for kind in at.axis("worker")]
    if any(kind not in at for kind in kinds):
        return at[total]
    given = sum(at.need(*kinds))
    if total in at and at[total] != given:
        raise Unknown(total)
    return given


def open_slots(at: Board) -> int:
    """Return how many slots a Working Class worker could take now, of any skill; as told where the structure is not known.

    A company held by another class is not open; the employee slot of a Middle Class company only once its own worker
    is there.
    """
    try:
        total = 0
        for one in companies(at):
            wanted = slots(at.definition, one.id)
            if one.owner == MIDDLE:
                total += bool(wanted.employee) and bool(one.workers) and not one.employee
            elif not one.workers:
                total += len(wanted.own)
        return total
    except Unknown:
        return at[f.OPEN_SLOTS]


def employed(at: Board, industry: str) -> int:
    """Return how many workers of the Working Class work in companies of an industry, whoever owns them."""
    total = 0
    for id in at.axis("company"):
        one = company(at, id) if card(at.definition, id)["industry"] == industry else None
        if one:
            total += len(one.employee) + (len(one.workers) if one.crew == WORKING else 0)
    return total


def cash(at: Board, role: str) -> int:
    """Return all the money of a role, in whichever purses."""
    return sum(at.need(*PURSES[role]))
