"""Votes on bills, for the calculators and for the record: rules `election`, `election.*`.

Covers the refill of the bag, the order of the votes, sides, cubes drawn, influence spent, ties, points of the proposer and of
supporters. Drawing cubes is the players' business: what came out of the bag is entered.
"""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.schema import GameDefinition, Term
from helper.engine.play import Play
from helper.engine.position import Board, Due, Glance, Position
from helper.engine.resolution import Resolution, Warned
from helper.errors import Fault, UnreadableInput
from helper.frozen import Frozen
from helper.games.hegemony import figures as f
from helper.games.hegemony.facts import MIDDLE, STATE, cell, operational, population, row, step
from helper.games.hegemony.seating import in_play, roles_in_play, seat_of
from helper.games.hegemony.values import AGAINST, FOR, NO_BILL, NOBODY, SECTIONS, Ballot

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


def carry_out(play: Play, outcome: Outcome) -> None:
    """Change points, influence and the bag by a vote: cubes of the winning side leave the bag, the others return to it."""
    names = {role: seat_of(play, role) or Term(role) for role in play.definition.roles}
    winning, result = (FOR, "passes") if outcome.passes else (AGAINST, "fails")
    counted = play.step(ELECTION, result, votes_for=outcome.votes_for, votes_against=outcome.votes_against)
    for one in outcome.ballots:
        if one.side in (winning, NOBODY) and one.role in play.axis("class"):
            counted.take(f.BAG(one.role), one.cubes)
    for one in outcome.ballots:
        if one.influence:
            play.step(ELECTION, "spent", seat=names[one.role], influence=one.influence).take(f.INFLUENCE(one.role), one.influence)
    for role, points in outcome.points.items():
        play.step(ELECTION, "points", seat=names[role], points=points).add(f.POINTS(role), points)


def added(at: Board, role: str) -> int:
    """Return how many cubes a class puts into the bag before the votes; raises Unknown where nobody told what they go by.

    A Middle Class that nobody plays adds a fixed number.
    """
    if role == MIDDLE and not in_play(at, MIDDLE):
        return at.number(REFILL, "absent") if len(at.seats) == at.definition.players[0] else 0
    counts = row(at.table("votes"), role)
    figures = [population(at, role)] if counts["population"] else []
    figures += [operational(at, role)] if counts["companies"] else []
    return -(-max(figures) // at.number(REFILL, "divisor"))


def refill(play: Play, rule: str, times: int = 1) -> None:
    """Put cubes into the bag, of each class no more than it has; the State's influence comes with the Elections alone."""
    all_cubes = play.number("political_pressure", "all_cubes")
    for role in play.axis("class"):
        cubes, in_bag = play.fact(added, role), play.get(f.BAG(role))
        if cubes is None:
            play.step(rule, "untold", role=Term(role)).add(f.BAG(role), None)
            continue
        cubes = min(cubes * times, all_cubes - (in_bag or 0))
        if in_bag is not None and (cubes or in_play(play, role)):
            play.step(rule, "cubes", role=Term(role), cubes=cubes, in_bag=in_bag + cubes).add(f.BAG(role), cubes)
        elif in_bag is None and (cubes or in_play(play, role)):
            play.step(rule, "put", role=Term(role), cubes=cubes)


def state_influence(play: Play) -> None:
    """Give the State personal influence by its lowest legitimacy."""
    if not in_play(play, STATE):
        return
    lowest = play.fact(_lowest_legitimacy)
    gained = None if lowest is None else cell(step(play.table("legitimacy"), lowest), "influence")
    play.step(REFILL, "state", legitimacy=lowest, influence=gained).add(f.INFLUENCE(STATE), gained)


def _lowest_legitimacy(at: Board) -> int:
    return min(at.need(*map(f.LEGITIMACY, at.axis("class"))))


def in_the_bag(at: Board) -> int:
    """Return how many cubes lie in the bag; raises Unknown where nobody told."""
    return sum(at.need(*map(f.BAG, at.axis("class"))))


def fill_small_bag(play: Play) -> None:
    """Refill a bag that holds too few cubes for a vote; the State gets no influence by it."""
    lying = play.fact(in_the_bag)
    if lying is not None and lying < play.number(ELECTION, "cubes"):
        play.step(SMALL_BAG, "few", in_bag=lying)
        refill(play, SMALL_BAG, play.number(SMALL_BAG, "times"))


def begin(play: Play) -> None:
    """Begin the Elections: refill the bag where a bill is on the table, and call the first vote."""
    if not pending(play):
        play.step(ORDER, "skipped")
        return
    refill(play, REFILL)
    state_influence(play)
    call_next(play)


def bills_on(at: Glance, policy: str) -> dict[str, str | None]:
    """Return the bill marker of each role on a policy, None where nobody told it; who is not in play has none unless it is told."""
    played = roles_in_play(at)
    return {role: at.get(f.BILL(policy, role)) if role in played else at.get(f.BILL(policy, role), NO_BILL) for role in at.definition.roles}


def pending(at: Glance) -> list[tuple[str, str, str]]:
    """Return the bills that are known to lie on the table (policy, owner, section), in the order of the policies, then of status."""
    placed = ((policy, role, section) for policy in at.axis("policy") for role, section in bills_on(at, policy).items())
    return [(policy, role, section) for policy, role, section in placed if section]


def call_next(play: Play) -> None:
    """Make the next vote due; a bill whose section is no longer next to the present one goes back without a vote."""
    for policy, owner, wanted in pending(play):
        current = play.get(f.POLICY(policy))
        if current and abs(SECTIONS.index(current) - SECTIONS.index(wanted)) != 1:
            lapsed = play.step(ORDER, "lapses", policy=Term(policy), role=Term(owner), current=current, section=wanted)
            lapsed.set(f.BILL(policy, owner), NO_BILL)
            continue
        play.set(f.VOTE_DUE, f"{policy}.{owner}")
        play.due = (*play.due, Due(VOTE, seat_of(play, owner) or play.seats[0], Term(policy), (), True))
        play.step(ORDER, "next", policy=Term(policy), role=Term(owner), section=wanted)
        return


def calculate(at: Board) -> Resolution:
    """Answer the calculator `election` from votes, or from cubes, influence and sides per role.

    Raises UnreadableInput where the proposer is not told, or a role brings votes without a side.
    """
    definition = at.definition
    proposer = at.get(f.PROPOSER)
    if proposer is None:
        raise UnreadableInput(Fault("tell_first", {"key": f.PROPOSER}, f.PROPOSER))
    ballots = []
    for role in definition.roles:
        cubes = at.get(f.CUBES(role), 0) if role in at.axis("class") else 0
        influence = at.get(f.SPENT(role), 0)
        side = at.get(f.SIDES(role)) or (FOR if role == proposer else None)
        if side is None and role == MIDDLE and cubes and at.get(f.PLAYERS) == definition.players[0]:
            side = NOBODY
        if side is None and (cubes or influence):
            raise UnreadableInput(Fault("tell_first", {"key": f.SIDES(role)}, f.SIDES(role)))
        if side is not None:
            ballots.append(Ballot(role, side, cubes, influence))
    drawn, wanted = sum(one.cubes for one in ballots), at.number(ELECTION, "cubes")
    if drawn > wanted:
        raise UnreadableInput(Fault("out_of_range", {"given": drawn, "low": 0, "high": wanted}, "cubes"))
    if any(one.role == proposer and one.side != FOR for one in ballots):
        where = f.SIDES(proposer)
        raise UnreadableInput(Fault("not_allowed", {"key": where, "given": AGAINST, "known": [FOR]}, where))
    told = at.get(f.VOTES_FOR, 0), at.get(f.VOTES_AGAINST, 0)
    outcome = count(definition, proposer, tuple(ballots), told)
    result = {
        "passes": outcome.passes,
        "votes_for": outcome.votes_for,
        "votes_against": outcome.votes_against,
        "points": dict(outcome.points),
    }
    play = Play(definition, Position((), {}, {}, {}))
    carry_out(play, outcome)
    few = (Warned("election.draw:few", {"drawn": drawn}),) if 0 < drawn < wanted else ()
    return Resolution(result, tuple(play.steps), few)
