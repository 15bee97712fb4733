"""A vote on a bill, for the calculator and for the record: rule `election`.

Covers sides, cubes drawn, influence spent, ties, points of the proposer and of supporters. The refill of the bag belongs to
the Elections phase. Drawing cubes is the players' business: what came out of the bag is entered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from helper.definitions.inputs import Reading
from helper.definitions.schema import GameDefinition, Term
from helper.engine.effects import Effects
from helper.engine.resolution import Resolution, Step
from helper.errors import Fault, UnreadableInput
from helper.games.hegemony.facts import seat_of
from helper.games.hegemony.values import AGAINST, FOR, Ballot

ELECTION = "election"


class Outcome(NamedTuple):
    """How a vote ended: the votes of each side, points and influence spent per role, cubes drawn per role."""

    passes: bool
    votes_for: int
    votes_against: int
    points: Mapping[str, int]
    ballots: tuple[Ballot, ...]


def count(definition: GameDefinition, proposer: str, ballots: tuple[Ballot, ...], votes: tuple[int, int] = (0, 0)) -> Outcome:
    """Count a vote. `votes` are votes for and against whose roles are not told.

    A bill passes with at least as many votes for as against. Points: the proposer of a bill that passed, and every other
    role of the winning side that contributed a vote.
    """
    rule = definition.rules[ELECTION]
    votes_for = votes[0] + sum(one.cubes + one.influence for one in ballots if one.side == FOR)
    votes_against = votes[1] + sum(one.cubes + one.influence for one in ballots if one.side == AGAINST)
    passes = votes_for >= votes_against
    points: dict[str, int] = {}
    if passes:
        points[proposer] = rule.number("proposer")
        for one in ballots:
            if one.role != proposer and one.side == FOR and one.cubes + one.influence:
                points[one.role] = rule.number("supporter")
    return Outcome(passes, votes_for, votes_against, points, ballots)


def steps(outcome: Outcome, names: Mapping[str, object]) -> tuple[Step, ...]:
    """Return the steps of a vote; `names` says what each role is called in them."""
    totals = {"votes_for": outcome.votes_for, "votes_against": outcome.votes_against}
    found = [Step(ELECTION, "passes" if outcome.passes else "fails", totals)]
    found += [Step(ELECTION, "spent", {"seat": names[one.role], "influence": one.influence}) for one in outcome.ballots if one.influence]
    found += [Step(ELECTION, "points", {"seat": names[role], "points": points}) for role, points in outcome.points.items()]
    return tuple(found)


def carry_out(definition: GameDefinition, effects: Effects, outcome: Outcome) -> None:
    """Change points, influence and the bag by a vote: cubes of the winning side leave the bag, the others return to it."""

    winning = FOR if outcome.passes else AGAINST
    for one in outcome.ballots:
        effects.take(f"{one.role}.influence", one.influence)
        if one.side == winning:
            effects.take(f"bag.{one.role}", one.cubes)
    for role, points in outcome.points.items():
        effects.add(f"{role}.points", points)
    names = {role: seat_of(effects.position, role) or Term(role) for role in definition.roles}
    effects.steps.extend(steps(outcome, names))


def calculate(definition: GameDefinition, reading: Reading) -> Resolution:
    """Answer the calculator `election` from votes, or from cubes, influence and sides per role.

    Raises UnreadableInput where the proposer is not told, or a role brings votes without a side.
    """

    figures = reading.figures
    proposer = figures.get("proposer")
    if not isinstance(proposer, str):
        raise UnreadableInput(Fault("tell_first", {"key": "proposer"}, "proposer"))
    ballots = []
    for role in definition.roles:
        cubes, influence = figures.get(f"cubes.{role}", 0), figures.get(f"influence.{role}", 0)
        assert isinstance(cubes, int)
        assert isinstance(influence, int)
        side = figures.get(f"sides.{role}", FOR if role == proposer else None)
        if side is None and (cubes or influence):
            raise UnreadableInput(Fault("tell_first", {"key": f"sides.{role}"}, f"sides.{role}"))
        if side is not None:
            ballots.append(Ballot(role, str(side), cubes, influence))
    told = tuple(value if isinstance(value, int) else 0 for value in (figures.get("votes.for"), figures.get("votes.against")))
    outcome = count(definition, proposer, tuple(ballots), (told[0], told[1]))
    result = {
        "passes": outcome.passes,
        "votes_for": outcome.votes_for,
        "votes_against": outcome.votes_against,
        "points": dict(outcome.points),
    }
    return Resolution(result, steps(outcome, {role: Term(role) for role in definition.roles}))
