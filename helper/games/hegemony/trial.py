"""A trial run of an assignment: where everybody would stand afterwards, and what would be wrong with it. Total."""

from __future__ import annotations

from collections.abc import Sequence

from helper.engine.position import Board
from helper.frozen import Frozen
from helper.games.hegemony import figures as f
from helper.games.hegemony.facts import MIDDLE, WORKING, Company, Slots, company, fill, fits, skilled, slots
from helper.games.hegemony.places import UNEMPLOYED, industry_of
from helper.games.hegemony.values import Assignment


class Leaving(Frozen):
    """Who leaves by an assignment: workers that are not there, where to look for those of whom nobody told, committed places."""

    missing: tuple[tuple[str, str], ...]
    untold: tuple[str, ...]
    committed: tuple[str, ...]


CLOSED, OF_OTHERS, OWNER_FIRST, TAKEN, COLOUR = "closed", "of_others", "owner_first", "taken", "colour"


class Unfit(Frozen):
    """A worker that finds no slot, and why: CLOSED, OF_OTHERS, OWNER_FIRST, TAKEN or COLOUR."""

    place: str
    worker: str
    cause: str


class Arriving(Frozen):
    """Where an assignment leads: workers without a slot, half-filled companies (place, filled, slots)."""

    unfit: tuple[Unfit, ...]
    incomplete: tuple[tuple[str, int, int], ...]


class _Trial:
    """The places an assignment touches, as they change."""

    def __init__(self, at: Board, role: str) -> None:
        self.at, self.role = at, role
        self.places: dict[str, list[str]] = {}
        self.before: dict[str, Company | None] = {}

    def slots(self, id: str) -> Slots:
        return slots(self.at.definition, id)

    def is_employee(self, id: str) -> bool:
        """Return whether this class would stand in the employee slot there."""
        return self.role == WORKING and bool(self.slots(id).employee)

    def standing(self, id: str) -> list[str]:
        if id not in self.places:
            found = company(self.at, id)
            self.before[id] = found
            if found is None:
                self.places[id] = []
            elif self.is_employee(id):
                self.places[id] = list(found.employee)
            else:
                self.places[id] = list(found.workers) if found.crew == self.role else []
        return self.places[id]

    def is_committed(self, id: str) -> bool:
        """Return whether those of this class who stand in a company are committed."""
        found = self.before[id]
        assert found is not None
        if self.is_employee(id):
            return found.is_employee_committed
        return found.has_committed


def leaving(at: Board, role: str, assignments: tuple[Assignment, ...]) -> Leaving:
    """Return who leaves by these assignments. Raises Unknown where a company was not told."""
    return _left(_Trial(at, role), assignments)


def arriving(at: Board, role: str, assignments: tuple[Assignment, ...]) -> Arriving:
    """Return where these assignments lead; all leave before any arrives. Raises Unknown where a company was not told."""
    trial = _Trial(at, role)
    _left(trial, assignments)
    unfit = [fault for one in assignments for fault in _arrive(trial, one)]
    incomplete = [fault for one in assignments for fault in _half_filled(trial, one.target)]
    return Arriving(tuple(unfit), tuple(dict.fromkeys(incomplete)))


def _left(trial: _Trial, assignments: tuple[Assignment, ...]) -> Leaving:
    missing: list[tuple[str, str]] = []
    untold: list[str] = []
    committed: list[str] = []
    for one in assignments:
        if one.source == UNEMPLOYED:
            _leave_unemployment(trial, one, missing, untold)
        else:
            _leave(trial, one, missing, committed)
    return Leaving(tuple(missing), tuple(untold), tuple(committed))


def _leave_unemployment(trial: _Trial, one: Assignment, missing: list[tuple[str, str]], untold: list[str]) -> None:
    total_at = f.UNEMPLOYED(trial.role)
    taken = trial.places.setdefault(UNEMPLOYED, [])
    for worker in one.workers:
        taken.append(worker)
        of_kind = f.UNEMPLOYED_KIND(trial.role, worker)
        there, total = trial.at.get(of_kind), trial.at.get(total_at)
        if (total is not None and len(taken) > total) or (there is not None and taken.count(worker) > there):
            missing.append((one.source, worker))
        elif there is None:
            untold.append(total_at if total is None else of_kind)


def _leave(trial: _Trial, one: Assignment, missing: list[tuple[str, str]], committed: list[str]) -> None:
    if industry_of(one.source):
        committed.append(one.source)
        return
    standing = trial.standing(one.source)
    if standing and trial.is_committed(one.source):
        committed.append(one.source)
    for worker in one.workers:
        if worker in standing:
            standing.remove(worker)
        else:
            missing.append((one.source, worker))


def _arrive(trial: _Trial, one: Assignment) -> list[Unfit]:
    """Return the workers that find no slot; a full set of workers in an MC company's own slots, or its employee slot."""
    if industry_of(one.target) and trial.role == WORKING:
        return _unfit(one, COLOUR, [worker for worker in one.workers if worker != skilled(industry_of(one.target))])
    if industry_of(one.target) or one.target == UNEMPLOYED:
        return _unfit(one, OF_OTHERS)
    standing = trial.standing(one.target)
    found, wanted = trial.before[one.target], trial.slots(one.target)
    standing.extend(one.workers)
    if found is None:
        return _unfit(one, CLOSED)
    if trial.is_employee(one.target):
        return _arrive_as_employee(found, wanted, one, len(standing))
    if found.owner == MIDDLE and trial.role == WORKING:
        return _unfit(one, OF_OTHERS)
    if (found.workers and found.crew != trial.role) or len(standing) > len(wanted.own):
        return _unfit(one, TAKEN)
    open_slots = list(wanted.own)
    for worker in sorted(standing, key=lambda kind: kind not in open_slots):
        slot = next((free for free in open_slots if fits(free, worker)), None)
        if slot is None:
            return _unfit(one, COLOUR, [worker])
        open_slots.remove(slot)
    return []


def _arrive_as_employee(found: Company, wanted: Slots, one: Assignment, standing: int) -> list[Unfit]:
    if not found.workers:
        return _unfit(one, OWNER_FIRST)
    return _unfit(one, TAKEN) if standing > 1 else _unfit(one, COLOUR, [kind for kind in one.workers if not fits(wanted.employee, kind)])


def _unfit(one: Assignment, cause: str, workers: Sequence[str] | None = None) -> list[Unfit]:
    return [Unfit(one.target, worker, cause) for worker in (one.workers if workers is None else workers)]


def _half_filled(trial: _Trial, id: str) -> list[tuple[str, int, int]]:
    if trial.before.get(id) is None or trial.is_employee(id):
        return []
    standing, wanted = trial.places[id], trial.slots(id).own
    return [] if fill(wanted, tuple(standing)) or not standing else [(id, min(len(standing), len(wanted)), len(wanted))]
