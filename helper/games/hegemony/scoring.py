"""Points: wealth, legitimacy, debts, and the end of the game. Rules `scoring.*`, `final.*`.

Covers what the calculators answer from figures, and the final score of a record. Scoring at the end of a round is in `rounds`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from helper.definitions.inputs import Reading
from helper.definitions.schema import GameDefinition, Term
from helper.engine.position import Position
from helper.engine.resolution import Resolution, Step
from helper.engine.scoresheet import ScoreLine, Scoresheet, Standing, rank
from helper.errors import Fault, UnreadableInput
from helper.frozen import Frozen
from helper.games.hegemony.old_facts import CAPITALIST, FAVOURED, MIDDLE, PURSES, STATE, WORKING, cell, role_of, step
from helper.games.hegemony.old_money import FLOOR
from helper.games.hegemony.policies import SOCIAL, end_points, read_sections
from helper.games.hegemony.values import Bill

OPEN = "open"
"""How a tie stands that cannot be broken before something is told."""

Figures = Mapping[str, object]
Sections = Mapping[str, str]


def _told(figures: Figures, path: str) -> int | None:
    value = figures.get(path)
    return value if isinstance(value, int) else None


def _needed(figures: Figures, path: str) -> int:
    value = _told(figures, path)
    if value is None:
        raise UnreadableInput(Fault("tell_first", {"key": path}, path))
    return value


def population(definition: GameDefinition, reading: Reading) -> Resolution:
    """Answer the calculator `population`; raises UnreadableInput where the workers are not told."""
    workers = _needed(reading.figures, "workers")
    found = cell(step(definition.tables["population"], workers), "population")
    return Resolution({"population": found}, (Step("people.population", "is", {"workers": workers, "population": found}),))


def wealth(definition: GameDefinition, reading: Reading) -> Resolution:
    """Answer the calculator `wealth`: the level of the Capital, and points for each space the marker moves right.

    Raises UnreadableInput where the Capital is not told.
    """
    capital, previous = _needed(reading.figures, "capital"), _told(reading.figures, "previous")
    level = cell(step(definition.tables["wealth"], capital), "level")
    each = definition.rules["scoring.wealth"].number("new_space")
    spaces = max(0, level - (level if previous is None else previous))
    steps = [Step("scoring.wealth", "level", {"capital": capital, "level": level, "points": level})]
    if spaces:
        steps.append(Step("scoring.wealth", "moves", {"spaces": spaces, "points": spaces * each}))
    elif previous is not None:
        steps.append(Step("scoring.wealth", "stays", {"previous": max(previous, level)}))
    marker = level if previous is None else max(level, previous)
    return Resolution({"level": level, "marker": marker, "new_spaces": spaces, "points": level + spaces * each}, tuple(steps))


def legitimacy(definition: GameDefinition, reading: Reading) -> Resolution:
    """Answer the calculator `legitimacy`: points of the lowest values, what is left of each, influence before elections.

    Raises UnreadableInput where a value is not told.
    """
    rule, tokens = definition.rules["scoring.legitimacy"], definition.rules["state.legitimacy"].number("token")
    values = {role: _needed(reading.figures, f"state.legitimacy.{role}") for role in definition.axes["class"]}
    lowest = sorted(values.values())[: rule.number("counted")]
    highest = definition.rules["state.legitimacy"].number("highest")
    after = {
        role: min(highest, halved(value, rule.number("divisor")) + tokens * (_told(reading.figures, f"tokens.{role}") or 0))
        for role, value in values.items()
    }
    influence = cell(step(definition.tables["legitimacy"], min(values.values())), "influence")
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


def goods(definition: GameDefinition, role: str, figures: Figures) -> dict[str, tuple[int, int]]:
    """Return amount and points of each kind that a role has left: storage and zone of one kind are added first."""
    rates = definition.rules["final.goods"]
    held: dict[str, int] = {}
    for good in definition.axes["good"]:
        held[good] = (_told(figures, f"{role}.storage.{good}") or 0) + (_told(figures, f"{role}.zone.{good}") or 0)
    for service in definition.axes["service"] if role == STATE else ():
        held[service] = held.get(service, 0) + (_told(figures, f"state.services.{service}") or 0)
    return {good: (amount, amount // rates.number(good)) for good, amount in held.items() if amount}


def money_points(definition: GameDefinition, role: str, money: int) -> int:
    """Return the points for the money that a role has left; the Capitalist Class's scores as wealth, round by round."""
    rule = definition.rules["final.money"]
    points = money // rule.number(role)
    return min(points, rule.number("working_most")) if role == WORKING else points


def own_policies(definition: GameDefinition, role: str, sections: Sections, figures: Figures) -> int:
    """Return how many of the policies from Fiscal Policy to Education stand in a role's own section, or on its agenda."""
    social = definition.axes["policy"][:SOCIAL]
    agenda = figures.get("state.agenda")
    if role == STATE:
        return matches(tuple(one for one in agenda if isinstance(one, Bill)), sections) if isinstance(agenda, tuple) else 0
    return sum(sections[policy] == FAVOURED[role] for policy in social)


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


def ending(definition: GameDefinition, roles: Sequence[str], figures: Figures, sections: Sections, options: Sections) -> Ending:
    """Return how the game ends for these roles; what is not among the figures counts as nothing."""
    floor = _reading(definition, options, "negative_points") == FLOOR
    rows = tuple(_row(definition, role, sections, figures, floor) for role in roles)
    best = max(row.total for row in rows)
    level = [row.role for row in rows if row.total == best]
    tied, tie_break = _by_policies(definition, level, sections, figures)
    if tie_break or len(tied) == 1:
        return Ending(rows, tuple(tied), tie_break)
    cubes = _cubes(definition, tied, figures, _reading(definition, options, "tie_cubes"))
    untold = tuple(f"bag.{role}" for role in tied if cubes[role] is None)
    if untold:
        return Ending(rows, (), OPEN, tuple(tied), untold)
    most = max(count or 0 for count in cubes.values())
    leading = tuple(role for role in tied if cubes[role] == most)
    return Ending(rows, leading, "more_cubes" if len(leading) == 1 else "shared")


def _reading(definition: GameDefinition, options: Sections, option: str) -> str:
    return options.get(option) or definition.options[option].default


def final(definition: GameDefinition, reading: Reading, options: Sections) -> Resolution:
    """Answer the calculator `final` for every role that a figure was told of; a tie that nobody can break yet stays open.

    Raises UnreadableInput where a policy is not told, or no role is.
    """
    figures, sections = reading.figures, read_sections(definition, reading.figures)
    roles = [role for role in definition.roles if any(path.startswith(f"{role}.") for path in figures)]
    if not roles:
        raise UnreadableInput(Fault("tell_first", {"key": f"{WORKING}.points"}, f"{WORKING}.points"))
    found = ending(definition, roles, figures, sections, options)
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


def _row(definition: GameDefinition, role: str, sections: Sections, figures: Figures, floor: bool) -> Row:
    term = Term(role)
    purse = "state.treasury" if role == STATE else f"{role}.money"
    money, loans = _told(figures, purse) or 0, _told(figures, f"{role}.loans") or 0
    track = _told(figures, f"{role}.points") or 0
    paid, owed = debts(definition, role, money, loans)
    owed = max(owed, -max(0, track)) if floor else owed
    left = money - paid
    lines = [ScoreLine("final.order", "track", track, {"role": term, "points": track})]
    if role == CAPITALIST:
        lines.append(ScoreLine("final.debts_capitalist", "lost", owed, {"role": term, "loans": loans, "points": owed}))
    else:
        lines.append(ScoreLine("final.debts", "paid" if loans else "none", owed, {"role": term, "paid": paid, "points": owed}))
    if role != STATE:
        points = end_points(definition, sections)[role]
        counted = own_policies(definition, role, sections, figures)
        lines.append(ScoreLine("final.policies", "points", points, {"role": term, "policies": counted, "points": points}))
    if role != CAPITALIST:
        points = money_points(definition, role, left)
        lines.append(ScoreLine("final.money", "points", points, {"role": term, "money": left, "points": points}))
    for good, (amount, points) in goods(definition, role, figures).items():
        values = {"role": term, "amount": amount, "good": Term(good), "points": points}
        lines.append(ScoreLine("final.goods", "points", points, values))
    return Row(role, tuple(lines), left)


def _by_policies(definition: GameDefinition, level: list[str], sections: Sections, figures: Figures) -> tuple[list[str], str | None]:
    """Return who is still level among roles with equal points, and what broke the tie: policies, the State, or nothing yet."""
    if len(level) == 1:
        return level, None
    counted = {role: own_policies(definition, role, sections, figures) for role in level}
    most = [role for role in level if counted[role] == max(counted.values())]
    if len(most) == 1:
        return most, "more_policies"
    return ([STATE], "state") if STATE in most else (most, None)


def _cubes(definition: GameDefinition, roles: Sequence[str], figures: Figures, reading: str) -> dict[str, int | None]:
    """Return the voting cubes by which each role breaks a tie, None where nobody told what lies in the bag and it counts."""
    all_cubes = definition.rules["political_pressure"].number("all_cubes")
    in_bag = {role: _told(figures, f"bag.{role}") for role in roles}
    counted: dict[str, int | None] = dict.fromkeys(roles, all_cubes)
    if reading in ("bag", "supply"):
        counted = {role: bag if bag is None or reading == "bag" else all_cubes - bag for role, bag in in_bag.items()}
    return counted


def untold_at_the_end(definition: GameDefinition, position: Position) -> dict[str, list[str]]:
    """Return the figures that the final score of each role in play needs and that nobody told."""
    found: dict[str, list[str]] = {}
    for seat in position.seats:
        role = role_of(position, seat)
        wanted = [f"policies.{policy}" for policy in definition.axes["policy"][:SOCIAL]]
        wanted += [f"{role}.points", f"{role}.loans"]
        wanted += list(PURSES[role]) if role != CAPITALIST else []
        goods_of = definition.axes["good"] if role in (MIDDLE, CAPITALIST) else ("food", "luxury") if role == STATE else ()
        wanted += [f"{role}.storage.{good}" for good in goods_of]
        wanted += [f"capitalist.zone.{good}" for good in ("food", "luxury")] if role == CAPITALIST else []
        wanted += [f"state.services.{service}" for service in definition.axes["service"]] if role == STATE else []
        found[role] = [path for path in wanted if path not in position.figures]
    return found


def standing(definition: GameDefinition, position: Position) -> Standing:
    """Return the final score of a record; a role of which something was not told has no total, and then nobody wins yet."""
    absent = untold_at_the_end(definition, position)
    seats = {role_of(position, seat): seat for seat in position.seats}
    sections = {policy: position.word(f"policies.{policy}") for policy in definition.axes["policy"]}
    roles = [role for role in definition.roles if role in seats]
    found = ending(definition, roles, position.figures, sections, position.options)
    sheets = tuple(Scoresheet(seats[row.role], row.lines, tuple(absent[row.role])) for row in found.rows)
    if any(absent.values()):
        return Standing(sheets, rank(sheets, lambda one: (one.total,)), True)
    places = tuple(found.place(row) for row in found.rows)
    winners = tuple(seats[role] for role in found.winners)
    return Standing(sheets, places, True, winners, found.tie_break, found.verdict(seats))
