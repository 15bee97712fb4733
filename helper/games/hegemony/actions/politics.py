"""Bills, immediate votes and pressure: rules `propose_bill`, `immediate_vote`, `political_pressure`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from helper.definitions.schema import GameDefinition, Term
from helper.engine.effects import Effects
from helper.engine.move import Move
from helper.engine.position import Due
from helper.engine.verdict import Predicate, Unknown, View, argument
from helper.games.hegemony import elections, policies
from helper.games.hegemony.actions.turn import Apply, Values
from helper.games.hegemony.facts import STATE, in_play, markers_placed, role_of, section
from helper.games.hegemony.values import FOR, NOBODY, NOW, SECTIONS, Ballot, Bill

PROPOSE, VOTE, PRESSURE = "propose_bill", elections.VOTE, "political_pressure"
ELECTIONS, SCORING = "elections", "scoring"


def _marker_free(view: View, move: Move) -> Values:
    role = role_of(view.position, move.seat)
    placed = markers_placed(view.definition, view.position, role)
    if placed >= view.definition.rules[PROPOSE].number("markers"):
        yield {"seat": move.seat, "placed": placed}


def _adjacent(view: View, move: Move) -> Values:
    policy, wanted = str(argument(move, "policy")), str(argument(move, "section"))
    current = section(view.read, policy)
    if abs(SECTIONS.index(current) - SECTIONS.index(wanted)) != 1:
        yield {"policy": Term(policy), "current": current, "section": wanted}


def _no_bill_there(view: View, move: Move) -> Values:
    policy, role = str(argument(move, "policy")), role_of(view.position, move.seat)
    owners = [owner for owner in view.definition.roles if f"bills.{policy}.{owner}" in view.position.figures]
    if not owners:
        return
    reading = view.option("bill_block")
    on_section = [owner for owner in owners if view.position.figures[f"bills.{policy}.{owner}"] == move.arguments.get("section")]
    blocking = {"printed": owners, "sheet": [role] if role in owners else [], "section": [role] if role in on_section else []}
    if blocking[reading]:
        yield {"policy": Term(policy), "owners": tuple(Term(owner) for owner in blocking[reading])}


def _influence_for_vote(view: View, move: Move) -> Values:
    if argument(move, "at_once") == NOW:
        held = view.count(f"{role_of(view.position, move.seat)}.influence")
        if held < view.definition.rules[PROPOSE].number("influence"):
            yield {"seat": move.seat, "influence_held": held}


def _vote_due(view: View, move: Move) -> Values:
    if not any(due.rule == VOTE for due in view.position.due):
        yield {}


def _ballots(move: Move) -> tuple[Ballot, ...]:
    found = argument(move, "ballot")
    assert isinstance(found, tuple)
    return found


def _each_role_once(view: View, move: Move) -> Values:
    for role, times in Counter(one.role for one in _ballots(move)).items():
        if times > 1:
            yield {"role": Term(role)}


def _sides_of_those_in_play(view: View, move: Move) -> Values:
    for one in _ballots(move):
        if one.side != NOBODY and not in_play(view.position, one.role):
            yield {"role": Term(one.role)}


def _cubes_with_a_side(view: View, move: Move) -> Values:
    for one in _ballots(move):
        if one.side == NOBODY and in_play(view.position, one.role):
            yield {"role": Term(one.role)}


def _proposer_is_for(view: View, move: Move) -> Values:
    _, _, proposer = view.position.word("turn.vote").partition(".")
    for one in _ballots(move):
        if one.role == proposer and one.side not in (FOR, NOBODY):
            yield {"role": Term(one.role)}


def _cubes_drawn(view: View, move: Move) -> Values:
    for one in _ballots(move):
        if one.cubes:
            in_bag = 0 if one.role == STATE else view.count(f"bag.{one.role}") + _refilled(view, one.role)
            if one.cubes > in_bag:
                yield {"role": Term(one.role), "drawn": one.cubes, "in_bag": in_bag}


def _no_more_cubes(view: View, move: Move) -> Values:
    cubes = sum(one.cubes for one in _ballots(move))
    if cubes > view.definition.rules[elections.ELECTION].number("cubes"):
        yield {"drawn": cubes}


def _refilled(view: View, role: str) -> int:
    """Return how many cubes of a class a bag with too few gets before a vote."""
    effects = Effects(view.position)
    elections.fill_small_bag(view.definition, effects)
    return (effects.count(f"bag.{role}") or 0) - view.position.number(f"bag.{role}")


def _what_lies_there_first(view: View, move: Move) -> Values:
    """Where a small bag is emptied before it is refilled, all its cubes are among those drawn."""
    lying = elections.in_the_bag(view.definition, Effects(view.position))
    is_small = lying is not None and 0 < lying < view.definition.rules[elections.ELECTION].number("cubes")
    if is_small and view.option("small_bag") == "draw_first":
        drawn = {one.role: one.cubes for one in _ballots(move)}
        for role in view.definition.axes["class"]:
            in_bag = view.count(f"bag.{role}")
            if drawn.get(role, 0) < in_bag:
                yield {"role": Term(role), "drawn": drawn.get(role, 0), "in_bag": in_bag}


def _all_drawn(view: View, move: Move) -> Values:
    """As many cubes are drawn as the rule says, or as there are; and everybody has taken a side who must."""
    named = {one.role for one in _ballots(move)}
    for seat in view.position.seats:
        role = role_of(view.position, seat)
        if role not in named and (role != STATE or view.count("state.influence")):
            raise Unknown(f"{role}.influence")
    effects = Effects(view.position)
    elections.fill_small_bag(view.definition, effects)
    lying, wanted = elections.in_the_bag(view.definition, effects), view.definition.rules[elections.ELECTION].number("cubes")
    drawn = {one.role: one.cubes for one in _ballots(move)}
    for role in view.definition.axes["class"]:
        view.read(f"bag.{role}")
    if lying is None:
        raise Unknown(next(f"bag.{role}" for role in view.definition.axes["class"] if effects.count(f"bag.{role}") is None))
    if sum(drawn.values()) < min(wanted, lying):
        yield {"drawn": sum(drawn.values()), "cubes": min(wanted, lying)}


def _influence_to_spend(view: View, move: Move) -> Values:
    for one in _ballots(move):
        held = view.count(f"{one.role}.influence") if one.influence else 0
        if one.influence > held:
            yield {"role": Term(one.role), "influence_held": held, "spent": one.influence}


def _cubes_left(view: View, move: Move) -> Values:
    role = role_of(view.position, move.seat)
    if view.count(f"bag.{role}") >= view.definition.rules[PRESSURE].number("all_cubes"):
        yield {"seat": move.seat}


def _propose(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    policy, wanted = str(move.arguments["policy"]), str(move.arguments["section"])
    effects.set(f"bills.{policy}.{role}", wanted)
    effects.step(move.rule, "placed", seat=move.seat, policy=Term(policy), section=wanted)
    if move.arguments.get("at_once") == NOW:
        effects.take(f"{role}.influence", definition.rules[PROPOSE].number("influence"))
        effects.set("turn.vote", f"{policy}.{role}")
        due = Due(VOTE, move.seat or "", Term(policy), (), True)
        effects.position = effects.position._replace(due=(*effects.position.due, due))
        effects.step(VOTE, "called", seat=move.seat)


def _vote(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    """Count the ballots of the vote that is due, return the marker, and change the policy where the bill passes."""
    policy, _, proposer = effects.position.word("turn.vote").partition(".")
    elections.fill_small_bag(definition, effects)
    ballots = move.arguments.get("ballot")
    assert isinstance(ballots, tuple)
    sides = {one.role: one for one in ballots if isinstance(one, Ballot)}
    wanted = str(effects.read(f"bills.{policy}.{proposer}") or "")
    outcome = elections.count(definition, proposer, tuple(sides.values()))
    if not proposer:  # a vote that was forced though none is due
        outcome = outcome._replace(points={})
    effects.position = effects.position._replace(due=tuple(due for due in effects.position.due if due.rule != VOTE))
    effects.set(f"bills.{policy}.{proposer}", None)
    effects.set("turn.vote", None)
    elections.carry_out(definition, effects, outcome)
    if outcome.passes and wanted:
        policies.change(definition, effects, Bill(policy, wanted), move.arguments)
    if effects.position.word("phase") == ELECTIONS:
        elections.call_next(definition, effects)
        if not effects.position.due:
            effects.set("phase", SCORING)
            effects.step(elections.ORDER, "over")


def _another_section(view: View, move: Move) -> Values:
    policy, wanted = str(argument(move, "policy")), str(argument(move, "section"))
    if section(view.read, policy) == wanted:
        yield {"policy": Term(policy), "current": wanted}


def _by_card(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    effects.step(move.rule, "moved", seat=move.seat)
    policies.change(definition, effects, Bill(str(move.arguments["policy"]), str(move.arguments["section"])), move.arguments)


def _pressure(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    rule = definition.rules[PRESSURE]
    in_bag = effects.count(f"bag.{role}")
    cubes = rule.number("cubes") if in_bag is None else min(rule.number("cubes"), rule.number("all_cubes") - in_bag)
    effects.add(f"bag.{role}", cubes)
    effects.step(move.rule, "added", seat=move.seat, cubes=cubes)


PREDICATES: Mapping[str, Predicate] = {
    "marker_free": _marker_free,
    "another_section": _another_section,
    "adjacent": _adjacent,
    "no_bill_there": _no_bill_there,
    "influence_for_vote": _influence_for_vote,
    "vote_due": _vote_due,
    "each_role_once": _each_role_once,
    "sides_of_those_in_play": _sides_of_those_in_play,
    "cubes_with_a_side": _cubes_with_a_side,
    "proposer_is_for": _proposer_is_for,
    "cubes_drawn": _cubes_drawn,
    "no_more_cubes": _no_more_cubes,
    "all_drawn": _all_drawn,
    "what_lies_there_first": _what_lies_there_first,
    "influence_to_spend": _influence_to_spend,
    "cubes_left": _cubes_left,
}
APPLY: Mapping[str, Apply] = {PROPOSE: _propose, VOTE: _vote, PRESSURE: _pressure, "turn.card_policy": _by_card}
