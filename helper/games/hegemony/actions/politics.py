"""Bills, immediate votes and pressure: rules `propose_bill`, `immediate_vote`, `political_pressure`."""

from __future__ import annotations

from collections import Counter

from helper.definitions.schema import Term
from helper.engine.play import Play, Procedure
from helper.engine.position import Due, known
from helper.engine.rules import Values
from helper.engine.verdict import Unknown, View
from helper.games.hegemony import elections, policies
from helper.games.hegemony import figures as f
from helper.games.hegemony.facts import STATE
from helper.games.hegemony.figures import CODE
from helper.games.hegemony.seating import in_play, role_of, roles_in_play
from helper.games.hegemony.values import FOR, NO_BILL, NOBODY, NOW, SECTIONS, Bill

PROPOSE, VOTE, PRESSURE = CODE.rule("propose_bill"), CODE.rule(elections.VOTE), CODE.rule("political_pressure")
BY_CARD = CODE.rule("turn.card_policy")
ELECTIONS, SCORING = "elections", "scoring"


@PROPOSE.needs("marker_free", as_recorded=True)
def _marker_free(at: View) -> Values:
    markers = [f.BILL(policy, at.role) for policy in at.axis("policy")]
    placed = sum(bool(at.get(marker)) for marker in markers)
    if placed >= at.own("markers"):
        yield {"seat": at.seat, "placed": placed}
    else:
        at.need(*markers)


@PROPOSE.needs("adjacent")
def _adjacent(at: View) -> Values:
    policy, wanted = at.given(f.GIVEN_POLICY), at.given(f.GIVEN_SECTION)
    current = at[f.POLICY(policy)]
    if abs(SECTIONS.index(current) - SECTIONS.index(wanted)) != 1:
        yield {"policy": Term(policy), "current": current, "section": wanted}


@PROPOSE.needs("no_bill_there", as_recorded=True)
def _no_bill_there(at: View) -> Values:
    policy = at.given(f.GIVEN_POLICY)
    placed = elections.bills_on(at, policy)
    owners = [role for role, section in placed.items() if section]
    if owners:
        reading, mine = at.option("bill_block"), placed.get(at.role)
        own = [at.role] if mine and (reading != "section" or mine == at.named(f.GIVEN_SECTION)) else []
        blocking = owners if reading == "printed" else own
        if blocking:
            yield {"policy": Term(policy), "owners": tuple(map(Term, blocking))}
            return
    at.need(*(f.BILL(policy, role) for role, section in placed.items() if section is None))


@PROPOSE.needs("influence_for_vote")
def _influence_for_vote(at: View) -> Values:
    if at.given(f.AT_ONCE) == NOW:
        held = at[f.INFLUENCE(at.role)]
        if held < at.own("influence"):
            yield {"seat": at.seat, "influence_held": held}


@PROPOSE.does
def _propose(play: Play) -> None:
    policy, wanted, role = play.given(f.GIVEN_POLICY), play.given(f.GIVEN_SECTION), role_of(play, play.move.seat)
    play.note("placed", seat=play.seat, policy=Term(policy), section=wanted).set(f.BILL(policy, role), wanted)
    if play.named(f.AT_ONCE) == NOW:
        play.set(f.VOTE_DUE, f"{policy}.{role}")
        play.due = (*play.due, Due(VOTE.id, play.seat, Term(policy), (), True))
        play.step(VOTE.id, "called", seat=play.seat).take(f.INFLUENCE(role), play.own("influence"))


@VOTE.needs("vote_due")
def _vote_due(at: View) -> Values:
    if not any(due.rule == VOTE.id for due in at.due):
        yield {}


@VOTE.needs("each_role_once")
def _each_role_once(at: View) -> Values:
    for role, times in Counter(one.role for one in at.given(f.BALLOT)).items():
        if times > 1:
            yield {"role": Term(role)}


@VOTE.needs("sides_of_those_in_play")
def _sides_of_those_in_play(at: View) -> Values:
    for one in at.given(f.BALLOT):
        if one.side != NOBODY and not in_play(at, one.role):
            yield {"role": Term(one.role)}


@VOTE.needs("cubes_with_a_side")
def _cubes_with_a_side(at: View) -> Values:
    for one in at.given(f.BALLOT):
        if one.side == NOBODY and in_play(at, one.role):
            yield {"role": Term(one.role)}


@VOTE.needs("proposer_is_for")
def _proposer_is_for(at: View) -> Values:
    _, _, proposer = at[f.VOTE_DUE].partition(".")
    for one in at.given(f.BALLOT):
        if one.role == proposer and one.side not in (FOR, NOBODY):
            yield {"role": Term(one.role)}


@VOTE.needs("no_more_cubes")
def _no_more_cubes(at: View) -> Values:
    cubes = sum(one.cubes for one in at.given(f.BALLOT))
    if cubes > at.number(elections.ELECTION, "cubes"):
        yield {"drawn": cubes}


@VOTE.needs("cubes_drawn")
def _cubes_drawn(at: View) -> Values:
    for one in at.given(f.BALLOT):
        if one.cubes:
            in_bag = 0 if one.role == STATE else at[f.BAG(one.role)] + _refilled(at, one.role)
            if one.cubes > in_bag:
                yield {"role": Term(one.role), "drawn": one.cubes, "in_bag": in_bag}


def _refilled(at: View, role: str) -> int:
    """Return how many cubes of a class a bag with too few gets before a vote."""
    filled = Procedure.of(at)
    elections.fill_small_bag(filled)
    return filled.get(f.BAG(role), 0) - at.get(f.BAG(role), 0)


@VOTE.needs("what_lies_there_first")
def _what_lies_there_first(at: View) -> Values:
    """Where a small bag is emptied before it is refilled, all its cubes are among those drawn."""
    lying = known(elections.in_the_bag, at)
    is_small = lying is not None and 0 < lying < at.number(elections.ELECTION, "cubes")
    if is_small and at.option("small_bag") == "draw_first":
        drawn = {one.role: one.cubes for one in at.given(f.BALLOT)}
        for role in at.axis("class"):
            in_bag = at[f.BAG(role)]
            if drawn.get(role, 0) < in_bag:
                yield {"role": Term(role), "drawn": drawn.get(role, 0), "in_bag": in_bag}


@VOTE.needs("all_drawn")
def _all_drawn(at: View) -> Values:
    """As many cubes are drawn as the rule says, or as there are; and everybody has taken a side who must."""
    drawn = {one.role: one.cubes for one in at.given(f.BALLOT)}
    silent = [role for role in roles_in_play(at) if role not in drawn and (role != STATE or at.get(f.INFLUENCE(STATE)) != 0)]
    if silent:
        raise Unknown(*map(f.INFLUENCE, silent))
    at.need(*map(f.BAG, at.axis("class")))
    filled = Procedure.of(at)
    elections.fill_small_bag(filled)
    lying, wanted = filled.fact(elections.in_the_bag), at.number(elections.ELECTION, "cubes")
    if lying is None:
        raise Unknown(*(f.BAG(role) for role in at.axis("class") if f.BAG(role) not in filled))
    if sum(drawn.values()) < min(wanted, lying):
        yield {"drawn": sum(drawn.values()), "cubes": min(wanted, lying)}


@VOTE.needs("influence_to_spend")
def _influence_to_spend(at: View) -> Values:
    for one in at.given(f.BALLOT):
        held = at[f.INFLUENCE(one.role)] if one.influence else 0
        if one.influence > held:
            yield {"role": Term(one.role), "influence_held": held, "spent": one.influence}


@VOTE.does
def _vote(play: Play) -> None:
    """Count the ballots of the vote that is due, return the marker, and change the policy where the bill passes."""
    policy, _, proposer = play[f.VOTE_DUE].partition(".")
    elections.fill_small_bag(play)
    sides = {one.role: one for one in play.given(f.BALLOT)}
    outcome = elections.count(play.definition, proposer, tuple(sides.values()))
    if not proposer:  # a vote that was forced though none is due
        outcome = outcome._replace(points={})
    play.due = tuple(due for due in play.due if due.rule != VOTE.id)
    play.set(f.VOTE_DUE, "")
    wanted = None
    if proposer:
        wanted = play.get(f.BILL(policy, proposer))
        play.under(elections.ELECTION, "passes" if outcome.passes else "fails").set(f.BILL(policy, proposer), NO_BILL)
    elections.carry_out(play, outcome)
    if outcome.passes and wanted:
        policies.change(play, Bill(policy, wanted))
    if play.get(f.PHASE) == ELECTIONS:
        elections.call_next(play)
        if not play.due:
            play.step(elections.ORDER, "over").set(f.PHASE, SCORING)


@BY_CARD.needs("another_section")
def _another_section(at: View) -> Values:
    policy, wanted = at.given(f.GIVEN_POLICY), at.given(f.GIVEN_SECTION)
    if at[f.POLICY(policy)] == wanted:
        yield {"policy": Term(policy), "current": wanted}


@BY_CARD.does
def _by_card(play: Play) -> None:
    play.note("moved", seat=play.move.seat)
    policies.change(play, Bill(play.given(f.GIVEN_POLICY), play.given(f.GIVEN_SECTION)))


@PRESSURE.needs("cubes_left")
def _cubes_left(at: View) -> Values:
    if at[f.BAG(at.role)] >= at.own("all_cubes"):
        yield {"seat": at.seat}


@PRESSURE.does
def _pressure(play: Play) -> None:
    bag = f.BAG(role_of(play, play.seat))
    cubes = min(play.own("cubes"), play.own("all_cubes") - play.get(bag, 0))
    play.note("added", seat=play.seat, cubes=cubes).add(bag, cubes)
