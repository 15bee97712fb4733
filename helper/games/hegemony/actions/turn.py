"""Whose turn it is, the card that every turn needs, and discarding one with nothing done: rules `turn.*`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from helper.definitions.schema import GameDefinition, Term
from helper.engine.bridge import Effects, Predicate, View, in_turn, nothing_due
from helper.engine.move import Move
from helper.games.hegemony.old_facts import role_of
from helper.games.hegemony.turns import ACTION, free_taken, had, is_granted, to_move

Values = Iterator[Mapping[str, object]]
Apply = Callable[[GameDefinition, Effects, Move, str], None]


def _action_phase(view: View, move: Move) -> Values:
    phase = view.position.word("phase")
    if phase != ACTION and not is_granted(view.position, move):
        yield {"phase": Term(phase)}


def _own_class(view: View, move: Move) -> Values:
    rule = view.definition.rules[move.rule]
    if rule.roles and role_of(view.position, move.seat) not in rule.roles:
        yield {"action": rule.title, "roles": tuple(Term(role) for role in rule.roles)}


def _turns_left(view: View, move: Move) -> Values:
    most = view.position.number("turn.most")
    if move.seat and had(view.position, move.seat) >= most:
        yield {"seat": move.seat, "turns": most}


def _free_in_turn(view: View, move: Move) -> Values:
    """The seat that just played may still take one, as long as the next has not begun; the last turn lasts till the phase ends."""
    position, mover = view.position, to_move(view.position)
    begun = position.word("turn.free_of")
    if is_granted(position, move):
        return
    is_next = move.seat == mover
    just_played = move.seat == position.word("turn.last") and begun in ("", move.seat)
    if not is_next and not just_played:
        yield {"seat": mover or position.word("turn.last")}


def _free_left(view: View, move: Move) -> Values:
    taken = free_taken(view.position, move.seat or "")
    if taken and not is_granted(view.position, move):
        yield {"seat": move.seat, "taken": view.definition.rules[taken].title}


def _discard(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    effects.step(move.rule, "discarded", seat=move.seat)


def _card(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    effects.step(move.rule, "played", seat=move.seat)


PREDICATES: Mapping[str, Predicate] = {
    "action_phase": _action_phase,
    "own_class": _own_class,
    "nothing_due": nothing_due,
    "own_turn": in_turn(to_move),
    "turns_left": _turns_left,
    "free_in_turn": _free_in_turn,
    "free_left": _free_left,
}
APPLY: Mapping[str, Apply] = {"turn.no_passing": _discard, "turn.card_effect": _card}
