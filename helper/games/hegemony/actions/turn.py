"""Whose turn it is, and the card that every turn needs: rules `turn.*`."""

from __future__ import annotations

from helper.definitions.schema import Term
from helper.engine.play import Play
from helper.engine.rules import Values
from helper.engine.verdict import View, nothing_due
from helper.games.hegemony import figures as f
from helper.games.hegemony.figures import CODE
from helper.games.hegemony.turns import ACTION, free_taken, is_granted, to_move

ORDER, MAIN, FREE = CODE.rule("turn.order"), CODE.rule("turn.main_action"), CODE.rule("turn.free_action")
CARD = CODE.rule("turn.card_effect")
ORDER.needs("nothing_due")(nothing_due)


@ORDER.needs("action_phase")
def _action_phase(at: View) -> Values:
    phase = at.get(f.PHASE, "")
    if phase != ACTION and not is_granted(at, at.move):
        yield {"phase": Term(phase)}


@ORDER.needs("own_class")
def _own_class(at: View) -> Values:
    rule = at.rule(at.move.rule)
    if rule.roles and at.role not in rule.roles:
        yield {"action": rule.title, "roles": tuple(map(Term, rule.roles))}


@MAIN.needs("own_turn")
def _own_turn(at: View) -> Values:
    mover = to_move(at)
    if mover and at.move.seat != mover:
        yield {"seat": mover}


@MAIN.needs("turns_left")
def _turns_left(at: View) -> Values:
    most = at[f.MOST]
    if at.seat and at[f.HAD(at.seat)] >= most:
        yield {"seat": at.seat, "turns": most}


@FREE.needs("free_in_turn")
def _free_in_turn(at: View) -> Values:
    """The seat that just played may still take one, as long as the next has not begun; the last turn lasts till the phase ends."""
    if is_granted(at, at.move):
        return
    mover, last, begun = to_move(at), at[f.LAST], at[f.FREE_OF]
    just_played = at.move.seat == last and begun in ("", at.move.seat)
    if at.move.seat != mover and not just_played:
        yield {"seat": mover or last}


@FREE.needs("free_left")
def _free_left(at: View) -> Values:
    taken = free_taken(at, at.seat)
    if taken and not is_granted(at, at.move):
        yield {"seat": at.seat, "taken": at.rule(taken).title}


@CARD.does
def _card(play: Play) -> None:
    play.note("played", seat=play.move.seat)
