"""What follows from the figures of a position: who plays what, populations, companies and their workers, money at hand.

Every fact reads through a function that raises `Unknown` where nobody told what it needs, so a predicate that asks for a
fact becomes unknown by itself and names what to look at. A fact answers from structure (companies, workers) where that is
known, else from the figure that was told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from helper.definitions.schema import GameDefinition, Table
from helper.engine.position import Position
from helper.engine.verdict import Unknown
from helper.frozen import Frozen, derived
from helper.games.hegemony.values import UNSKILLED

Read = Callable[[str], object]
WORKING, MIDDLE, CAPITALIST, STATE = "working", "middle", "capitalist", "state"
PRODUCES = {"media": "influence"}
FAVOURED = {WORKING: "A", MIDDLE: "B", CAPITALIST: "C"}
"""The section of the social policies that scores for a class at the end."""


def reading(position: Position) -> Read:
    """Return a reader of a position's figures that raises Unknown for those that nobody told."""

    def read(path: str) -> object:
        if path not in position.figures:
            raise Unknown(path)
        return position.figures[path]

    return read


def count(read: Read, path: str) -> int:
    """Return a figure that is a whole number."""
    value = read(path)
    assert isinstance(value, int)
    return value


def role_of(position: Position, seat: str | None) -> str:
    """Return what a seat plays."""
    return position.word(f"roles.{seat}")


def seat_of(position: Position, role: str) -> str | None:
    """Return the seat that plays a role, None where nobody does."""
    return next((seat for seat in position.seats if role_of(position, seat) == role), None)


def in_play(position: Position, role: str) -> bool:
    """Return whether anybody plays a role."""
    return seat_of(position, role) is not None


def settled(definition: GameDefinition, position: Position, option: str) -> str:
    """Return the reading of an option by which a record goes: its own, else the default."""
    return position.options.get(option) or definition.options[option].default


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


def section(read: Read, policy: str) -> str:
    """Return the section a policy stands at."""
    return str(read(f"policies.{policy}"))


def of_section(definition: GameDefinition, read: Read, policy: str, key: str) -> int:
    """Return a figure of the current section of a policy (the policy's own table)."""
    return cell(row(definition.tables[f"policy_{policy}"], section(read, policy)), key)


def figure(definition: GameDefinition, policy: str, section: str, key: str) -> int:
    """Return a figure of a section of a policy."""
    return cell(row(definition.tables[f"policy_{policy}"], section), key)


def population(definition: GameDefinition, read: Read, role: str) -> int:
    """Return the population of a class: by its workers where their number is known, else as told."""
    try:
        return cell(step(definition.tables["population"], count(read, f"{role}.workers")), "population")
    except Unknown:
        return count(read, f"{role}.population")


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


def product(definition: GameDefinition, id: str) -> str:
    """Return what a company makes: the good of its industry, or influence."""
    industry = str(card(definition, id)["industry"])
    return PRODUCES.get(industry, industry)


def slots(definition: GameDefinition, id: str) -> Slots:
    """Return the slots of a company, skilled ones first."""
    found = card(definition, id)
    kind = skilled(str(found["industry"]))
    own = (kind,) * cell(found, "skilled") + (UNSKILLED,) * cell(found, "unskilled")
    return Slots(own, {"skilled": kind, UNSKILLED: UNSKILLED}.get(str(found["employee"]), ""))


def fits_players(definition: GameDefinition, position: Position, id: str) -> bool:
    """Return whether a company card is used with as many players."""
    found = card(definition, id)
    return cell(found, "least") <= len(position.seats) <= cell(found, "most")


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


def no_marks() -> dict[str, object]:
    """Return the marks of a company that nobody has touched."""
    return {"committed": False, "employee": (), "employee_committed": False, "strike": False, "machinery": False}


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


def company(definition: GameDefinition, read: Read, id: str) -> Company | None:
    """Return a company on the board, or None where its card is not there.

    Raises Unknown for what nobody told of it; a mark (committed, strike) that nobody told counts as none only where the
    workers are told. Workers of the Capitalist Class or the State are of the class that was told, others of the owner.
    """
    if not read(f"companies.{id}.open"):
        return None
    found = card(definition, id)

    def told(what: str) -> object:
        try:
            return read(f"companies.{id}.{what}")
        except Unknown:
            return None

    workers = read(f"companies.{id}.workers") if slots(definition, id).own else ()
    owner = str(found["owner"])
    crew = str(told("crew") or (owner if owner in (MIDDLE, WORKING) else ""))
    if workers and not crew:
        raise Unknown(f"companies.{id}.crew")
    level, employee = told("level"), told("employee")
    return Company(
        id=id,
        owner=owner,
        level=level if isinstance(level, int) else None,
        crew=crew,
        workers=workers if isinstance(workers, tuple) else (),
        is_committed=told("committed") is True,
        employee=employee if isinstance(employee, tuple) else (),
        is_employee_committed=told("employee_committed") is True,
        has_strike=told("strike") is True,
    )


def companies(definition: GameDefinition, read: Read, owner: str = "") -> Iterator[Company]:
    """Yield the companies on the board, of one owner or of all; raises Unknown where the structure is not known."""
    for id in definition.axes["company"]:
        if not owner or card(definition, id)["owner"] == owner:
            found = company(definition, read, id)
            if found:
                yield found


def is_operational(definition: GameDefinition, found: Company) -> bool:
    """Return whether a company can produce: its own slots are full, or it has none."""
    return len(found.workers) == len(slots(definition, found.id).own)


def operational(definition: GameDefinition, read: Read, owner: str) -> int:
    """Return how many operational companies an owner has: counted where the structure is known, else as told."""
    try:
        return sum(is_operational(definition, one) for one in companies(definition, read, owner))
    except Unknown:
        return count(read, f"{owner}.companies")


def employers(definition: GameDefinition, read: Read) -> int:
    """Return how many companies of others employ the Middle Class: counted where the structure is known, else as told."""
    try:
        return sum(one.owner in (CAPITALIST, STATE) and one.crew == MIDDLE and bool(one.workers) for one in companies(definition, read))
    except Unknown:
        return count(read, "middle.employers")


def fully_operational(definition: GameDefinition, read: Read) -> int:
    """Return how many companies of the Middle Class have all the workers there is room for; as told without structure."""
    wanted = definition.rules["company.fully_operational"].number("workers")
    try:
        return sum(len(one.workers) + len(one.employee) >= wanted for one in companies(definition, read, MIDDLE))
    except Unknown:
        return count(read, "middle.full_companies")


def unemployed(definition: GameDefinition, position: Position, read: Read, role: str) -> int:
    """Return how many workers of a class are unemployed: as told, else as their kinds give it.

    Raises Unknown where nobody told either, and where both are told and contradict each other.
    """
    total, kinds = f"{role}.unemployed", [f"{role}.unemployed.{kind}" for kind in definition.axes["worker"]]
    if any(kind not in position.figures for kind in kinds):
        return count(read, total)
    given = sum(count(read, kind) for kind in kinds)
    if total in position.figures and count(read, total) != given:
        raise Unknown(total)
    return given


def open_slots(definition: GameDefinition, read: Read) -> int:
    """Return how many slots a Working Class worker could take now, of any skill; as told where the structure is not known.

    A company held by another class is not open; the employee slot of a Middle Class company only once its own worker
    is there.
    """
    try:
        total = 0
        for one in companies(definition, read):
            wanted = slots(definition, one.id)
            if one.owner == MIDDLE:
                total += bool(wanted.employee) and bool(one.workers) and not one.employee
            elif not one.workers:
                total += len(wanted.own)
        return total
    except Unknown:
        return count(read, "working.open_slots")


def employed(definition: GameDefinition, read: Read, industry: str) -> int:
    """Return how many workers of the Working Class work in companies of an industry, whoever owns them."""
    total = 0
    for id in definition.axes["company"]:
        one = company(definition, read, id) if card(definition, id)["industry"] == industry else None
        if one:
            total += len(one.employee) + (len(one.workers) if one.crew == WORKING else 0)
    return total


PURSES: Mapping[str, tuple[str, ...]] = {
    WORKING: ("working.money",),
    MIDDLE: ("middle.money",),
    CAPITALIST: ("capitalist.revenue", "capitalist.capital"),
    STATE: ("state.treasury",),
}


def cash(read: Read, role: str) -> int:
    """Return all the money of a role, in whichever purses."""
    return sum(count(read, purse) for purse in PURSES[role])
