"""Votes on bills, for the calculators and for the record: rules `election`, `election.*`.

Covers the refill of the bag, the order of the votes, sides, cubes drawn, influence spent, ties, points of the proposer and of
supporters. Drawing cubes is the players' business: what came out of the bag is entered.
"""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.inputs import Reading
from helper.definitions.schema import GameDefinition, Term
from helper.engine.effects import Effects
from helper.engine.position import Due
from helper.engine.resolution import Resolution, Step, Warned
from helper.engine.verdict import Unknown
from helper.errors import Fault, UnreadableInput
from helper.frozen import Frozen
from helper.games.hegemony.facts import MIDDLE, STATE, cell, in_play, operational, population, reading, row, seat_of, step
from helper.games.hegemony.values import AGAINST, FOR, NOBODY, SECTIONS, Ballot

ELECTION, VOTE = "election", "immediate_vote"
REFILL, SMALL_BAG, ORDER = "election.refill", "election.small_bag", "election.order"


class Outcome(Frozen):
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
        if one.side in (winning, NOBODY):
            effects.take(f"bag.{one.role}", one.cubes)
    for role, points in outcome.points.items():
        effects.add(f"{role}.points", points)
    names = {role: seat_of(effects.position, role) or Term(role) for role in definition.roles}
    effects.steps.extend(steps(outcome, names))


def added(definition: GameDefinition, effects: Effects, role: str) -> int | None:
    """Return how many cubes a class puts into the bag before the votes; None where what they go by is unknown.

    A Middle Class that nobody plays adds a fixed number.
    """
    rule, read = definition.rules[REFILL], reading(effects.position)
    if role == MIDDLE and not in_play(effects.position, MIDDLE):
        return rule.number("absent") if len(effects.position.seats) == definition.players[0] else 0
    counts = row(definition.tables["votes"], role)
    try:
        figures = [population(definition, read, role)] if counts["population"] else []
        figures += [operational(definition, read, role)] if counts["companies"] else []
    except Unknown:
        return None
    return -(-max(figures) // rule.number("divisor"))


def refill(definition: GameDefinition, effects: Effects, rule: str, times: int = 1) -> None:
    """Put cubes into the bag, of each class no more than it has; the State's influence comes with the Elections alone."""
    all_cubes = definition.rules["political_pressure"].number("all_cubes")
    for role in definition.axes["class"]:
        path = f"bag.{role}"
        cubes, in_bag = added(definition, effects, role), effects.count(path)
        if cubes is not None:
            cubes = min(cubes * times, all_cubes - (in_bag or 0))
        effects.add(path, cubes)
        if cubes is None:
            effects.step(rule, "untold", role=Term(role))
        elif cubes or in_play(effects.position, role):
            lie = {} if in_bag is None else {"in_bag": effects.count(path)}
            effects.step(rule, "cubes" if lie else "put", role=Term(role), cubes=cubes, **lie)


def state_influence(definition: GameDefinition, effects: Effects) -> None:
    """Give the State personal influence by its lowest legitimacy."""
    if not in_play(effects.position, STATE):
        return
    values = [effects.count(f"state.legitimacy.{role}") for role in definition.axes["class"]]
    known = [value for value in values if value is not None]
    gained = cell(step(definition.tables["legitimacy"], min(known)), "influence") if len(known) == len(values) else None
    effects.add("state.influence", gained)
    effects.step(REFILL, "state", legitimacy=min(known) if gained is not None else None, influence=gained)


def in_the_bag(definition: GameDefinition, effects: Effects) -> int | None:
    """Return how many cubes lie in the bag, None where it is unknown."""
    counts = [effects.count(f"bag.{role}") for role in definition.axes["class"]]
    return None if None in counts else sum(one or 0 for one in counts)


def fill_small_bag(definition: GameDefinition, effects: Effects) -> None:
    """Refill a bag that holds too few cubes for a vote; the State gets no influence by it."""
    lying = in_the_bag(definition, effects)
    if lying is not None and lying < definition.rules[ELECTION].number("cubes"):
        effects.step(SMALL_BAG, "few", in_bag=lying)
        refill(definition, effects, SMALL_BAG, definition.rules[SMALL_BAG].number("times"))


def begin(definition: GameDefinition, effects: Effects) -> None:
    """Begin the Elections: refill the bag where a bill is on the table, and call the first vote."""
    if not pending(definition, effects):
        effects.step(ORDER, "skipped")
        return
    refill(definition, effects, REFILL)
    state_influence(definition, effects)
    call_next(definition, effects)


def pending(definition: GameDefinition, effects: Effects) -> list[tuple[str, str, str]]:
    """Return the bills on the table (policy, owner, section), in the order of the policies, then of status."""
    placed = [(policy, role, effects.read(f"bills.{policy}.{role}")) for policy in definition.axes["policy"] for role in definition.roles]
    return [(policy, role, str(section)) for policy, role, section in placed if section]


def call_next(definition: GameDefinition, effects: Effects) -> None:
    """Make the next vote due; a bill whose section is no longer next to the present one goes back without a vote."""
    for policy, owner, wanted in pending(definition, effects):
        current = effects.read(f"policies.{policy}")
        if isinstance(current, str) and abs(SECTIONS.index(current) - SECTIONS.index(wanted)) != 1:
            effects.set(f"bills.{policy}.{owner}", None)
            effects.step(ORDER, "lapses", policy=Term(policy), role=Term(owner), current=current, section=wanted)
            continue
        effects.set("turn.vote", f"{policy}.{owner}")
        due = Due(VOTE, seat_of(effects.position, owner) or effects.position.seats[0], Term(policy), (), True)
        effects.position = effects.position._replace(due=(*effects.position.due, due))
        effects.step(ORDER, "next", policy=Term(policy), role=Term(owner), section=wanted)
        return


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
        if side is None and role == MIDDLE and cubes and figures.get("players") == definition.players[0]:
            side = NOBODY
        if side is None and (cubes or influence):
            raise UnreadableInput(Fault("tell_first", {"key": f"sides.{role}"}, f"sides.{role}"))
        if side is not None:
            ballots.append(Ballot(role, str(side), cubes, influence))
    drawn, wanted = sum(one.cubes for one in ballots), definition.rules[ELECTION].number("cubes")
    if drawn > wanted:
        raise UnreadableInput(Fault("out_of_range", {"given": drawn, "low": 0, "high": wanted}, "cubes"))
    if any(one.role == proposer and one.side != FOR for one in ballots):
        raise UnreadableInput(Fault("not_allowed", {"key": f"sides.{proposer}", "given": AGAINST, "known": [FOR]}, f"sides.{proposer}"))
    told = tuple(value if isinstance(value, int) else 0 for value in (figures.get("votes.for"), figures.get("votes.against")))
    outcome = count(definition, proposer, tuple(ballots), (told[0], told[1]))
    result = {
        "passes": outcome.passes,
        "votes_for": outcome.votes_for,
        "votes_against": outcome.votes_against,
        "points": dict(outcome.points),
    }
    found = steps(outcome, {role: Term(role) for role in definition.roles})
    few = (Warned("election.draw:few", {"drawn": drawn}),) if 0 < drawn < wanted else ()
    return Resolution(result, found, few)
