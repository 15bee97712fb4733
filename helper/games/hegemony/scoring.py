"""Points: wealth, legitimacy, debts, and the end of the game. Rules `scoring.*`, `final.*`.

Covers what the calculators answer from figures, and the final score of a record. Scoring at the end of a round is in `rounds`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from helper.definitions.schema import GameDefinition, Term
from helper.engine.position import Board, Glance
from helper.engine.resolution import Resolution, Step
from helper.engine.scoresheet import ScoreLine, Scoresheet, Standing, rank
from helper.errors import Fault, UnreadableInput
from helper.frozen import Frozen
from helper.games.hegemony import figures as f
from helper.games.hegemony.facts import CAPITALIST, FAVOURED, PURSES, STATE, WORKING, cell, population_of, step
from helper.games.hegemony.money import FLOOR
from helper.games.hegemony.policies import SOCIAL, end_points, read_sections
from helper.games.hegemony.prices import IMPORTED, SERVICES, stock
from helper.games.hegemony.seating import roles_in_play, seat_of
from helper.games.hegemony.values import Bill

if TYPE_CHECKING:
    from helper.engine.figures import Path, Readable, T

OPEN = "open"
"""How a tie stands that cannot be broken before something is told."""

Sections = Mapping[str, str]


def needed(at: Board, figure: Readable[T]) -> T:
    """Return a figure that a calculator cannot do without; raises UnreadableInput where it is not told."""
    value = at.get(figure)
    if value is None:
        raise UnreadableInput(Fault("tell_first", {"key": figure}, figure))
    return value


def population(at: Board) -> Resolution:
    """Answer the calculator `population`; raises UnreadableInput where the workers are not told."""
    workers = needed(at, f.TOLD_WORKERS)
    found = population_of(at.definition, workers)
    return Resolution({"population": found}, (Step("people.population", "is", {"workers": workers, "population": found}),))


def wealth(at: Board) -> Resolution:
    """Answer the calculator `wealth`: the level of the Capital, and points for each space the marker moves right.

    Raises UnreadableInput where the Capital is not told.
    """
    capital, previous = needed(at, f.TOLD_CAPITAL), at.get(f.PREVIOUS)
    level = cell(step(at.table("wealth"), capital), "level")
    each = at.number("scoring.wealth", "new_space")
    spaces = max(0, level - (level if previous is None else previous))
    steps = [Step("scoring.wealth", "level", {"capital": capital, "level": level, "points": level})]
    if spaces:
        steps.append(Step("scoring.wealth", "moves", {"spaces": spaces, "points": spaces * each}))
    elif previous is not None:
        steps.append(Step("scoring.wealth", "stays", {"previous": max(previous, level)}))
    marker = level if previous is None else max(level, previous)
    return Resolution({"level": level, "marker": marker, "new_spaces": spaces, "points": level + spaces * each}, tuple(steps))


def legitimacy(at: Board) -> Resolution:
    """Answer the calculator `legitimacy`: points of the lowest values, what is left of each, influence before elections.

    Raises UnreadableInput where a value is not told.
    """
    rule, track = at.rule("scoring.legitimacy"), at.rule("state.legitimacy")
    values = {role: needed(at, f.LEGITIMACY(role)) for role in at.axis("class")}
    lowest = sorted(values.values())[: rule.number("counted")]
    after = {
        role: min(track.number("highest"), halved(value, rule.number("divisor")) + track.number("token") * at.get(f.TOKENS(role), 0))
        for role, value in values.items()
    }
    influence = cell(step(at.table("legitimacy"), min(values.values())), "influence")
    steps = [Step("scoring.legitimacy", "scores", {"values": tuple(lowest), "points": sum(lowest)})]
    steps += [Step("scoring.legitimacy", "after", {"role": Term(role), "before": values[role], "after": after[role]}) for role in values]
    return Resolution({"points": sum(lowest), "after": after, "election_influence": influence}, tuple(steps))


def halved(value: int, divisor: int) -> int:
    """Return a legitimacy divided, rounded up."""
    return -(-value // divisor)


def matches(agenda: tuple[Bill, ...], sections: Sections) -> int:
    """Return how many policies stand where an agenda card wants them."""
    return sum(sections.get(one.policy) == one.section for one in agenda)


def debts(definition: GameDefinition, role: str, money: int, loans: int) -> tuple[int, int]:
    """Return what a role pays of its debts at the end, and the points that the rest costs.

    The Capitalist Class pays nothing and loses points for each loan; the others pay in steps as far as their money goes.
    """
    if role == CAPITALIST:
        return 0, -loans * definition.rules["final.debts_capitalist"].number("penalty")
    rule = definition.rules["final.debts"]
    size, owed = rule.number("step"), loans * definition.rules["loan.terms"].number("late")
    paid = min(owed, money // size * size)
    return paid, -((owed - paid) // size) * rule.number("penalty")


def goods(at: Glance, role: str) -> dict[str, tuple[int, int]]:
    """Return amount and points of each kind that a role has left: storage and zone of one kind are added first."""
    held = {good: sum(at.get(place, 0) for place in _places(role, good)) for good in (*at.axis("good"), *at.axis("service"))}
    return {good: (amount, amount // at.number("final.goods", good)) for good, amount in held.items() if amount}


def _places(role: str, good: str) -> tuple[Path[int], ...]:
    """Return where what scores at the end may lie: a storage, the Free Trade Zone, the public services."""
    if role == WORKING or (good == "influence" and role != STATE):
        return ()
    if role == STATE and good in SERVICES:
        return stock(role, good), f.STORAGE(role, good)
    return (stock(role, good), f.ZONE(good)) if role == CAPITALIST and good in IMPORTED else (stock(role, good),)


def money_points(definition: GameDefinition, role: str, money: int) -> int:
    """Return the points for the money that a role has left; the Capitalist Class's scores as wealth, round by round."""
    rule = definition.rules["final.money"]
    points = money // rule.number(role)
    return min(points, rule.number("working_most")) if role == WORKING else points


def own_policies(definition: GameDefinition, role: str, sections: Sections, agenda: tuple[Bill, ...]) -> int:
    """Return how many of the policies from Fiscal Policy to Education stand in a role's own section, or on its agenda."""
    if role == STATE:
        return matches(agenda, sections)
    return sum(sections[policy] == FAVOURED[role] for policy in definition.axes["policy"][:SOCIAL])


class Row(Frozen):
    """What a role has at the end, line by line; `money_left` is what its debts leave."""

    role: str
    lines: tuple[ScoreLine, ...]
    money_left: int

    @property
    def total(self) -> int:
        """Return the sum of the lines."""
        return sum(line.points for line in self.lines)

    def under(self, *rules: str) -> int:
        """Return the points of the lines under some rules."""
        return sum(line.points for line in self.lines if line.rule in rules)


class Ending(Frozen):
    """How the game ends: a row for each role, who wins, and what broke the tie.

    Where nobody told what breaks it, nobody wins yet: `level` are those among whom it is open, `untold` what would tell.
    """

    rows: tuple[Row, ...]
    winners: tuple[str, ...]
    tie_break: str | None
    level: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()

    def place(self, row: Row) -> int:
        """Return a role's place: equals share one, and who lost a tie for the victory comes after those who won it."""
        ahead = sum(other.total > row.total for other in self.rows)
        lost = row.role not in (*self.winners, *self.level) and row.total == max(other.total for other in self.rows)
        return ahead + 1 + (len(self.winners or self.level) if lost else 0)

    def verdict(self, names: Mapping[str, object]) -> Step:
        """Return the sentence about who wins and why."""
        winners = tuple(names[role] for role in self.winners or self.level)
        best = max(row.total for row in self.rows)
        return Step("final.tie_break", self.tie_break or "wins", {"role": winners[0], "roles": winners, "points": best})


def ending(at: Glance, roles: Sequence[str], sections: Sections) -> Ending:
    """Return how the game ends for these roles; what nobody told counts as nothing."""
    rows = tuple(_row(at, role, sections) for role in roles)
    best = max(row.total for row in rows)
    level = [row.role for row in rows if row.total == best]
    tied, tie_break = _by_policies(at, level, sections)
    if tie_break or len(tied) == 1:
        return Ending(rows, tuple(tied), tie_break)
    cubes = _cubes(at, tied)
    untold = tuple(f.BAG(role) for role in tied if cubes[role] is None)
    if untold:
        return Ending(rows, (), OPEN, tuple(tied), untold)
    most = max(count or 0 for count in cubes.values())
    leading = tuple(role for role in tied if cubes[role] == most)
    return Ending(rows, leading, "more_cubes" if len(leading) == 1 else "shared")


def final(at: Board, roles: tuple[str, ...]) -> Resolution:
    """Answer the calculator `final` for the roles that a figure was told of; a tie that nobody can break yet stays open.

    Raises UnreadableInput where a policy is not told, or no role is.
    """
    sections = read_sections(at)
    if not roles:
        needed(at, f.POINTS(WORKING))
    found = ending(at, roles, sections)
    steps = [
        step
        for row in found.rows
        for step in (
            *(Step(line.rule, line.outcome, line.values) for line in row.lines),
            Step("final.order", "total", {"role": Term(row.role), "points": row.total}),
        )
    ]
    steps.append(found.verdict({role: Term(role) for role in roles}))
    scores = [
        {
            "role": row.role,
            "track": row.under("final.order"),
            "debts": row.under("final.debts", "final.debts_capitalist"),
            "policies": row.under("final.policies"),
            "money": row.under("final.money"),
            "goods": row.under("final.goods"),
            "money_left": row.money_left,
            "total": row.total,
            "rank": found.place(row),
        }
        for row in found.rows
    ]
    return Resolution({"scores": scores, "winners": list(found.winners), "tie_break": found.tie_break}, tuple(steps))


def _row(at: Glance, role: str, sections: Sections) -> Row:
    term, purse = Term(role), f.TREASURY if role == STATE else f.MONEY(role)
    money, loans, track = 0 if role == CAPITALIST else at.get(purse, 0), at.get(f.LOANS(role), 0), at.get(f.POINTS(role), 0)
    paid, owed = debts(at.definition, role, money, loans)
    owed = max(owed, -max(0, track)) if at.option("negative_points") == FLOOR else owed
    left = money - paid
    lines = [ScoreLine("final.order", "track", track, {"role": term, "points": track})]
    if role == CAPITALIST:
        lines.append(ScoreLine("final.debts_capitalist", "lost", owed, {"role": term, "loans": loans, "points": owed}))
    else:
        lines.append(ScoreLine("final.debts", "paid" if loans else "none", owed, {"role": term, "paid": paid, "points": owed}))
    if role != STATE:
        points = end_points(at.definition, sections)[role]
        counted = own_policies(at.definition, role, sections, ())
        lines.append(ScoreLine("final.policies", "points", points, {"role": term, "policies": counted, "points": points}))
    if role != CAPITALIST:
        points = money_points(at.definition, role, left)
        lines.append(ScoreLine("final.money", "points", points, {"role": term, "money": left, "points": points}))
    for good, (amount, points) in goods(at, role).items():
        values = {"role": term, "amount": amount, "good": Term(good), "points": points}
        lines.append(ScoreLine("final.goods", "points", points, values))
    return Row(role, tuple(lines), left)


def _by_policies(at: Glance, level: list[str], sections: Sections) -> tuple[list[str], str | None]:
    """Return who is still level among roles with equal points, and what broke the tie: policies, the State, or nothing yet."""
    if len(level) == 1:
        return level, None
    counted = {role: own_policies(at.definition, role, sections, at.get(f.AGENDA, ())) for role in level}
    most = [role for role in level if counted[role] == max(counted.values())]
    if len(most) == 1:
        return most, "more_policies"
    return ([STATE], "state") if STATE in most else (most, None)


def _cubes(at: Glance, roles: Sequence[str]) -> dict[str, int | None]:
    """Return the voting cubes by which each role breaks a tie, None where nobody told what lies in the bag and it counts."""
    reading, all_cubes = at.option("tie_cubes"), at.number("political_pressure", "all_cubes")
    in_bag = {role: at.get(f.BAG(role)) for role in roles}
    if reading == "bag":
        return in_bag
    counts_supply = reading == "supply"
    return {role: (None if bag is None else all_cubes - bag) if counts_supply else all_cubes for role, bag in in_bag.items()}


def untold_at_the_end(at: Glance, role: str) -> tuple[str, ...]:
    """Return the figures that the final score of a role needs and that nobody told."""
    wanted: list[Readable[object]] = [*map(f.POLICY, at.axis("policy")[:SOCIAL]), f.POINTS(role), f.LOANS(role)]
    wanted += PURSES[role] if role != CAPITALIST else ()
    wanted += [stock(role, good) for good in (*at.axis("good"), *at.axis("service")) if _places(role, good)]
    wanted += map(f.ZONE, IMPORTED) if role == CAPITALIST else ()
    return tuple(dict.fromkeys(path for path in wanted if path not in at))


def standing(at: Board) -> Standing:
    """Return the final score of a record; a role of which something was not told has no total, and then nobody wins yet."""
    roles = roles_in_play(at)
    seats = {role: str(seat_of(at, role)) for role in roles}
    absent = {role: untold_at_the_end(at, role) for role in roles}
    found = ending(at, roles, {policy: at.get(f.POLICY(policy), "") for policy in at.axis("policy")})
    sheets = tuple(Scoresheet(seats[row.role], row.lines, absent[row.role]) for row in found.rows)
    if any(absent.values()):
        return Standing(sheets, rank(sheets, lambda one: (one.total,)), True)
    places = tuple(found.place(row) for row in found.rows)
    winners = tuple(seats[role] for role in found.winners)
    return Standing(sheets, places, True, winners, found.tie_break, found.verdict(seats))
