"""May this move be made now? Every reason, as data; worded only at the edge.

A condition is ordinary code that reads figures through a `View` and yields the values of each failure. Reading a figure
that nobody told makes its condition unknown and names what to look at; a failure that rests on a figure told earlier is
unknown too, for the table may have changed since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from helper.definitions.schema import Condition, GameDefinition, Rule
from helper.engine.move import Move, given, named
from helper.engine.move import Open as Open
from helper.engine.position import Board, Position
from helper.engine.position import Unknown as Unknown
from helper.frozen import Frozen

if TYPE_CHECKING:
    from helper.engine.figures import Argument, Readable, T
    from helper.engine.rules import Rules, Values

LEGAL, ILLEGAL, UNKNOWN, DISPUTED = "legal", "illegal", "unknown", "disputed"
FAILS = "fails"


class Reason(Frozen):
    """A condition that fails, is unknown, or is disputed, with what was seen; or that no way to complete a move meets."""

    rule: str
    condition: str
    state: str
    values: Mapping[str, object] = {}
    by_no_way: bool = False

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the figures that nobody told and that the condition rests on."""
        found = self.values.get("paths", ())
        assert isinstance(found, tuple)
        return found


class LookAt(Frozen):
    """A figure to look at on the table; `last_told` is the number of the event that last told it, if any."""

    path: str
    last_told: int | None = None


class Verdict(Frozen):
    """The answer with all its reasons; `notes` are conditions that only the mover can know."""

    outcome: str
    reasons: tuple[Reason, ...] = ()
    look_at: tuple[LookAt, ...] = ()
    notes: tuple[Reason, ...] = ()


class Unsettled(Exception):
    """A verdict depends on an option that the record has not settled."""

    def __init__(self, option: str) -> None:
        super().__init__(option)
        self.option = option


class Undecided(Exception):
    """Only the table can tell whether a condition holds."""


class Watched(dict[str, object]):
    """The figures that a condition has read so far, whichever way: each is fetched when it is read first."""

    def __init__(self, figures: Mapping[str, object]) -> None:
        self._figures = figures

    def __missing__(self, path: str) -> object:
        found = self[path] = self._figures[path]
        return found

    def __contains__(self, path: object) -> bool:
        return path in self._figures and self[str(path)] is not None

    def get(self, path: str, otherwise: object = None) -> object:
        """Return a figure, or something else where nobody told it."""
        return self[path] if path in self._figures else otherwise

    def values(self) -> Iterable[object]:  # type: ignore[override]
        """Return every figure."""
        return map(self.__getitem__, self._figures)

    def copy(self) -> dict[str, object]:
        """Return the same figures, to be changed on trial under the same eyes."""
        return Tried(self, self._figures)


class Tried(dict[str, object]):
    """The figures of a trial: what it did not change itself is read from those that a condition reads."""

    def __init__(self, watched: Watched, figures: Mapping[str, object]) -> None:
        super().__init__(figures)
        self._watched, self._changed = watched, set[str]()

    def __getitem__(self, path: str) -> object:
        return super().__getitem__(path) if path in self._changed else self._watched[path]

    def get(self, path: str, otherwise: object = None) -> object:
        """Return a figure, or something else where it is not known."""
        return self[path] if super().__contains__(path) else otherwise

    def values(self) -> Iterable[object]:  # type: ignore[override]
        """Return every figure."""
        return map(self.__getitem__, self)

    def __setitem__(self, path: str, value: object) -> None:
        self._changed.add(path)
        super().__setitem__(path, value)


class View(Board):
    """What conditions see: figures that are known, options that are settled, arguments that are given."""

    def __init__(
        self, definition: GameDefinition, position: Position, fresh: Callable[[Position, str], bool], move: Move, role: str = ""
    ) -> None:
        super().__init__(definition, position)
        self._position, self._laid = position, self._figures
        self.move = move
        self.role = role
        self._fresh = fresh
        self.looking_at(move.rule)

    def looking_at(self, rule: str, as_recorded: bool = False) -> None:
        """Begin with another condition, of a rule: nothing was read yet."""
        self._rule = rule
        self.unconfirmed: list[str] = []
        self._figures = self._laid if as_recorded else Watched(self._laid)

    @property
    def stale(self) -> set[str]:
        """Return the figures of the table that were read and may have changed since they were told."""
        if not isinstance(self._figures, Watched):
            return set()
        return {path for path in self._figures if not self._is_fresh(path)}

    def _is_fresh(self, path: str) -> bool:
        return self._fresh(self._position, path)

    def judge(self, code: Rules, other: Move) -> Verdict:
        """Return the verdict on another move of the same seat."""
        return check(self.definition, code, self._position, other, self._fresh, self.role)

    @property
    def seat(self) -> str:
        """Return who makes the move, empty where nobody is named."""
        return self.move.seat or ""

    def own(self, key: str) -> int:
        """Return a number that the rule of the condition states."""
        return self.definition.rules[self._rule].number(key)

    def given(self, argument: Argument[T]) -> T:
        """Return an argument of the move; raises Open where it is not given."""
        return given(self.move, argument)

    def named(self, argument: Argument[T]) -> T | None:
        """Return an argument of the move, or nothing where it is not given."""
        return named(self.move, argument)

    def confirm(self, *figures: Readable[object]) -> None:
        """Ask for figures that must be known as they are now; makes the condition unknown where they are not."""
        for path in figures:
            if path not in self._position.figures or not self._is_fresh(path):
                self.unconfirmed.append(path)

    def option(self, id: str) -> str:
        """Return the reading of an option; raises Unsettled where the record has not settled it."""
        reading = super().option(id)
        if not reading:
            raise Unsettled(id)
        return reading


def nothing_due(at: View) -> Values:
    """Yield each decision that somebody must take before anything else is done."""
    for due in at.due:
        if due.mandatory:
            yield {"due": due.name, "seat": due.seat}


def check(
    definition: GameDefinition,
    code: Rules,
    position: Position,
    move: Move,
    fresh: Callable[[Position, str], bool],
    role: str = "",
) -> Verdict:
    """Judge a move by every condition of its rule, shared ones first.

    Conditions that need an argument which is still open are left out. A condition named in another's `after` silences
    it by failing; where a rule belongs to other roles, only the conditions it shares are judged.
    """
    reasons: list[Reason] = []
    notes: list[Reason] = []
    look_at: dict[str, LookAt] = {}
    failed: set[str] = set()
    own = definition.rules[move.rule]
    view = View(definition, position, fresh, move, role)
    for rule, condition in definition.conditions(own, role):
        if rule is own and own.roles and role not in own.roles:
            continue
        if condition.checked_by == "mover":
            notes.append(Reason(rule.id, condition.id, UNKNOWN))
        elif condition.checked_by == "table":
            reasons.append(Reason(rule.id, condition.id, UNKNOWN))
        elif not failed.intersection(condition.after):
            run, as_recorded = code.found(rule.id, condition)
            view.looking_at(rule.id, as_recorded)
            found = _judge(view, run, rule, condition)
            if condition.lifted_by and move.arguments.get(condition.lifted_by):
                found = [reason._replace(state=UNKNOWN) for reason in found]
            if any(reason.state == FAILS for reason in found):
                failed.add(condition.id)
            reasons.extend(found)
            if any(reason.state == UNKNOWN for reason in found):
                paths = [*view.stale, *(path for reason in found for path in reason.missing)]
                look_at.update({path: LookAt(path, position.told.get(path)) for path in sorted(paths)})
    states = {reason.state for reason in reasons}
    outcome = ILLEGAL if FAILS in states else DISPUTED if DISPUTED in states else UNKNOWN if UNKNOWN in states else LEGAL
    return Verdict(outcome, tuple(reasons), tuple(look_at.values()), tuple(notes))


def _judge(view: View, code: Callable[[View], Values], rule: Rule, condition: Condition) -> list[Reason]:
    """Return the reasons of one condition: what failed before something unknown was met still fails."""
    failures: list[Mapping[str, object]] = []
    asked: list[str] = []
    try:
        for values in code(view):
            failures.append(values)
    except Open:
        return []
    except Unknown as unknown:
        asked += unknown.paths
    except Undecided:
        return [Reason(rule.id, condition.id, UNKNOWN)]
    except Unsettled as unsettled:
        return [Reason(rule.id, condition.id, DISPUTED, {"option": unsettled.option})]
    state = UNKNOWN if failures and view.stale else FAILS
    found = [Reason(rule.id, condition.id, state, values) for values in failures]
    missing = tuple(dict.fromkeys((*asked, *view.unconfirmed)))
    return [*found, *([Reason(rule.id, condition.id, UNKNOWN, {"paths": missing})] if missing else ())]
