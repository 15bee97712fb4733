"""May this move be made now? Every reason, as data; worded only at the edge.

A predicate is ordinary code that reads figures through a `View` and yields the values of each failure. Reading a figure
that nobody told makes its condition unknown and names what to look at; a failure that rests on a figure told earlier is
unknown too, for the table may have changed since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from helper.definitions.schema import Condition, GameDefinition, Rule
from helper.engine.move import Move
from helper.engine.position import Position
from helper.frozen import Frozen

LEGAL, ILLEGAL, UNKNOWN, DISPUTED = "legal", "illegal", "unknown", "disputed"
FAILS = "fails"


class Reason(Frozen):
    """A condition that fails, is unknown, or is disputed, with what was seen; or that no way to complete a move meets."""

    rule: str
    condition: str
    state: str
    values: Mapping[str, object] = {}
    by_no_way: bool = False


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


class Unknown(Exception):
    """A figure was read that nobody told."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


class Unsettled(Exception):
    """A verdict depends on an option that the record has not settled."""

    def __init__(self, option: str) -> None:
        super().__init__(option)
        self.option = option


class Undecided(Exception):
    """Only the table can tell whether a condition holds."""


class Open(Exception):
    """An argument was read that is still open."""


class View:
    """What predicates see: figures that are known, options that are settled, arguments that are given."""

    def __init__(self, definition: GameDefinition, position: Position, fresh: Callable[[Position, str], bool]) -> None:
        self.definition = definition
        self.position = position
        self.fresh = fresh
        self.stale: set[str] = set()
        self.unconfirmed: list[str] = []

    def confirm(self, path: str) -> None:
        """Ask for a figure that must be known as it is now; makes the condition unknown where it is not."""
        if path not in self.position.figures or not self.fresh(self.position, path):
            self.unconfirmed.append(path)

    def read(self, path: str) -> object:
        """Return a figure; raises Unknown where nobody told it, and notes it where it was told earlier."""
        if path not in self.position.figures:
            raise Unknown(path)
        if not self.fresh(self.position, path):
            self.stale.add(path)
        return self.position.figures[path]

    def count(self, path: str) -> int:
        """Return a figure that is a whole number; raises Unknown as `read` does."""
        value = self.read(path)
        assert isinstance(value, int)
        return value

    def option(self, id: str) -> str:
        """Return the reading of an option; raises Unsettled where the record has not settled it."""
        reading = self.position.options.get(id) or self.definition.options[id].default
        if not reading:
            raise Unsettled(id)
        return reading


def argument(move: Move, key: str) -> object:
    """Return an argument of a move; raises Open where it is not given."""
    if key not in move.arguments:
        raise Open(key)
    return move.arguments[key]


Predicate = Callable[[View, Move], Iterable[Mapping[str, object]]]


def nothing_due(view: View, move: Move) -> Iterator[Mapping[str, object]]:
    """Yield each decision that somebody must take before anything else is done."""
    for due in view.position.due:
        if due.mandatory:
            yield {"due": due.name, "seat": due.seat}


def in_turn(to_move: Callable[[Position], str | None]) -> Predicate:
    """Return the predicate that yields whose turn it is where another seat moves; where nobody's is, anyone may."""

    def predicate(view: View, move: Move) -> Iterator[Mapping[str, object]]:
        mover = to_move(view.position)
        if mover and move.seat != mover:
            yield {"seat": mover}

    return predicate


def check(
    definition: GameDefinition,
    predicates: Mapping[str, Predicate],
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
    for rule, condition in definition.conditions(own, role):
        if rule is own and own.roles and role not in own.roles:
            continue
        if condition.checked_by == "mover":
            notes.append(Reason(rule.id, condition.id, UNKNOWN))
        elif condition.checked_by == "table":
            reasons.append(Reason(rule.id, condition.id, UNKNOWN))
        elif not failed.intersection(condition.after):
            view = View(definition, position, fresh)
            found = _judge(view, predicates[condition.predicate], rule, condition, move)
            if condition.lifted_by and move.arguments.get(condition.lifted_by):
                found = [reason._replace(state=UNKNOWN) for reason in found]
            if any(reason.state == FAILS for reason in found):
                failed.add(condition.id)
            reasons.extend(found)
            if any(reason.state == UNKNOWN for reason in found):
                paths = [*view.stale, *(str(reason.values["path"]) for reason in found if "path" in reason.values)]
                look_at.update({path: LookAt(path, position.told.get(path)) for path in sorted(paths)})
    states = {reason.state for reason in reasons}
    outcome = ILLEGAL if FAILS in states else DISPUTED if DISPUTED in states else UNKNOWN if UNKNOWN in states else LEGAL
    return Verdict(outcome, tuple(reasons), tuple(look_at.values()), tuple(notes))


def _judge(view: View, predicate: Predicate, rule: Rule, condition: Condition, move: Move) -> list[Reason]:
    """Return the reasons of one condition: what failed before something unknown was met still fails."""
    failures: list[Mapping[str, object]] = []
    asked: list[str] = []
    try:
        for values in predicate(view, move):
            failures.append(values)
    except Open:
        return []
    except Unknown as unknown:
        asked.append(unknown.path)
    except Undecided:
        return [Reason(rule.id, condition.id, UNKNOWN)]
    except Unsettled as unsettled:
        return [Reason(rule.id, condition.id, DISPUTED, {"option": unsettled.option})]
    state = UNKNOWN if view.stale else FAILS
    found = [Reason(rule.id, condition.id, state, values) for values in failures]
    return [*found, *(Reason(rule.id, condition.id, UNKNOWN, {"path": path}) for path in (*asked, *view.unconfirmed))]
