"""Points: wealth, legitimacy, debts, and the end of the game. Rules `scoring.*`, `final.*`.

Covers what the calculators answer from figures. Leaves out unions, events and agenda of a round, which the record adds.
"""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.inputs import Reading
from helper.definitions.schema import GameDefinition, Term
from helper.engine.resolution import Resolution, Step
from helper.errors import Fault, UnreadableInput
from helper.games.hegemony.facts import CAPITALIST, MIDDLE, STATE, WORKING, cell, step
from helper.games.hegemony.policies import SOCIAL, end_points, read_sections
from helper.games.hegemony.values import Bill

Figures = Mapping[str, object]
FAVOURED = {WORKING: "A", MIDDLE: "B", CAPITALIST: "C"}


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
    halved = {
        role: -(-value // rule.number("divisor")) + tokens * (_told(reading.figures, f"tokens.{role}") or 0)
        for role, value in values.items()
    }
    influence = cell(step(definition.tables["legitimacy"], min(values.values())), "influence")
    steps = [Step("scoring.legitimacy", "scores", {"values": tuple(lowest), "points": sum(lowest)})]
    steps += [Step("scoring.legitimacy", "after", {"role": Term(role), "before": values[role], "after": halved[role]}) for role in values]
    return Resolution({"points": sum(lowest), "after": halved, "election_influence": influence}, tuple(steps))


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
    for good in definition.axes["good"] if role != WORKING else ():
        held[good] = (_told(figures, f"{role}.storage.{good}") or 0) + (_told(figures, f"{role}.zone.{good}") or 0)
    for service in definition.axes["service"] if role == STATE else ():
        held[service] = held.get(service, 0) + (_told(figures, f"state.services.{service}") or 0)
    return {good: (amount, amount // rates.number(good)) for good, amount in held.items() if amount}


def money_points(definition: GameDefinition, role: str, money: int) -> int:
    """Return the points for the money that a role has left."""
    rule = definition.rules["final.money"]
    if role == CAPITALIST:
        return 0
    points = money // rule.number(role)
    return min(points, rule.number("working_most")) if role == WORKING else points


def own_policies(definition: GameDefinition, role: str, sections: Mapping[str, str], figures: Figures) -> int:
    """Return how many of the policies from Fiscal Policy to Education stand in a role's own section, or on its agenda."""
    social = definition.axes["policy"][:SOCIAL]
    agenda = figures.get("state.agenda")
    if role == STATE:
        return sum(sections[one.policy] == one.section for one in agenda if isinstance(one, Bill)) if isinstance(agenda, tuple) else 0
    return sum(sections[policy] == FAVOURED[role] for policy in social)


def final(definition: GameDefinition, reading: Reading) -> Resolution:
    """Answer the calculator `final` for every role that a figure was told of.

    Raises UnreadableInput where a policy is not told, or no role is.
    """
    figures, sections = reading.figures, read_sections(definition, reading.figures)
    roles = [role for role in definition.roles if any(path.startswith(f"{role}.") for path in figures)]
    if not roles:
        raise UnreadableInput(Fault("tell_first", {"key": "<role>.points"}, "<role>.points"))
    steps: list[Step] = []
    rows = [_row(definition, role, sections, figures, steps) for role in roles]
    best = max(row["total"] for row in rows)
    level = [role for role, found in zip(roles, rows, strict=True) if found["total"] == best]
    winners, tie_break = _winners(definition, level, sections, figures)
    outcome = tie_break or "wins"
    names = tuple(Term(role) for role in winners)
    steps.append(Step("final.tie_break", outcome, {"role": names[0], "roles": names, "points": best}))
    scores = [
        {"role": role, **found, "rank": _place(role, found["total"], rows, winners, best)} for role, found in zip(roles, rows, strict=True)
    ]
    return Resolution({"scores": scores, "winners": winners, "tie_break": tie_break}, tuple(steps))


def _place(role: str, total: int, rows: list[dict[str, int]], winners: list[str], best: int) -> int:
    """Return a role's place: equals share one, and who lost a tie for the victory comes after those who won it."""
    ahead = sum(other["total"] > total for other in rows)
    return ahead + 1 + (len(winners) if total == best and role not in winners else 0)


def _row(definition: GameDefinition, role: str, sections: Mapping[str, str], figures: Figures, steps: list[Step]) -> dict[str, int]:
    term = Term(role)
    purse = "state.treasury" if role == STATE else f"{role}.money"
    money, loans = _told(figures, purse) or 0, _told(figures, f"{role}.loans") or 0
    track = _told(figures, f"{role}.points") or 0
    paid, owed = debts(definition, role, money, loans)
    policies = 0 if role == STATE else end_points(definition, sections)[role]
    left, kinds = money - paid, goods(definition, role, figures)
    steps.append(Step("final.order", "track", {"role": term, "points": track}))
    if role == CAPITALIST:
        steps.append(Step("final.debts_capitalist", "lost", {"role": term, "loans": loans, "points": owed}))
    else:
        steps.append(Step("final.debts", "paid" if loans else "none", {"role": term, "paid": paid, "points": owed}))
    if role != STATE:
        counted = own_policies(definition, role, sections, figures)
        steps.append(Step("final.policies", "points", {"role": term, "policies": counted, "points": policies}))
    if role != CAPITALIST:
        steps.append(Step("final.money", "points", {"role": term, "money": left, "points": money_points(definition, role, left)}))
    for good, (amount, points) in kinds.items():
        steps.append(Step("final.goods", "points", {"role": term, "amount": amount, "good": Term(good), "points": points}))
    found = {
        "track": track,
        "debts": owed,
        "policies": policies,
        "money": money_points(definition, role, left),
        "goods": sum(points for _, points in kinds.values()),
    }
    total = sum(found.values())
    steps.append(Step("final.order", "total", {"role": term, "points": total}))
    return {**found, "money_left": left, "total": total}


def _winners(definition: GameDefinition, level: list[str], sections: Mapping[str, str], figures: Figures) -> tuple[list[str], str | None]:
    """Return who wins among roles with equal points, and what broke the tie: policies, the State, cubes, or nothing."""
    if len(level) == 1:
        return level, None
    counted = {role: own_policies(definition, role, sections, figures) for role in level}
    most = [role for role in level if counted[role] == max(counted.values())]
    if len(most) == 1:
        return most, "more_policies"
    if STATE in most:
        return [STATE], "state"
    cubes = {role: _told(figures, f"bag.{role}") or 0 for role in most}
    leading = [role for role in most if cubes[role] == max(cubes.values())]
    return (leading, "more_cubes") if len(leading) == 1 else (leading, "shared")
