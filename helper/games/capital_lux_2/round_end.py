"""The end of a round: cards left in hand, gold paid for limits, and resolving it; rules `round.leftover`, `resolution.order`."""

from __future__ import annotations

from helper.definitions.schema import Term
from helper.engine.play import Play, Procedure
from helper.engine.rules import Values
from helper.engine.verdict import View
from helper.games.capital_lux_2 import rob
from helper.games.capital_lux_2.figures import (
    BASE,
    CAPITAL,
    CODE,
    EMPEROR,
    GIVEN_CARDS,
    HAND,
    HELD,
    HIDDEN,
    OVER,
    PASSED_OVER,
    PLAYS,
    ROUND,
)
from helper.games.capital_lux_2.plays import REVEAL
from helper.games.capital_lux_2.position import (
    ROB,
    after,
    hands_that_differ,
    is_passed_over,
    new_round,
    passed_over,
    piles,
    to_move,
    told_this_round,
)
from helper.games.capital_lux_2.resolve import PAYMENT, answer, gold_short, limit_grid, refused_payments, settle, standing
from helper.games.capital_lux_2.turn import RESOLVE

LEFTOVER, RESOLUTION, PAYING = CODE.rule("round.leftover"), CODE.rule(RESOLVE), CODE.rule(PAYMENT)


@LEFTOVER.needs("turns_over")
@REVEAL.needs("turns_over_for_reveal")
@RESOLUTION.needs("all_turns_over")
def _turns_over(at: View) -> Values:
    mover = to_move(at)
    if at[PLAYS] and mover:
        yield {"seat": mover}


@LEFTOVER.needs("so_many_held")
def _so_many_held(at: View) -> Values:
    cards, held = at.given(GIVEN_CARDS), at[HELD(str(at.move.seat))]
    if at[PLAYS] and len(cards) != held:
        yield {"seat": at.move.seat, "held": held, "named": len(cards)}


@LEFTOVER.does
def _leave(play: Play) -> None:
    cards, seat = play.given(GIVEN_CARDS), play.seat
    entered = play.note("entered", seat=seat, cards=tuple(card.term for card in cards))
    entered.set(HAND(seat), cards).set(HELD(seat), len(cards))


@RESOLUTION.needs("something_played")
def _something_played(at: View) -> Values:
    if not at[PLAYS] and not any(told_this_round(at, path) for path in piles(at)):
        yield {}


@RESOLUTION.needs("hands_empty")
def _hands_empty(at: View) -> Values:
    for seat, held, named in hands_that_differ(at):
        yield {"seat": seat, "held": held, "named": named}


@RESOLUTION.needs("modifiers_revealed")
def _modifiers_revealed(at: View) -> Values:
    for district in at.axis("district"):
        if at[HIDDEN(district)]:
            yield {"district": Term(district)}


@RESOLUTION.needs("piles_known")
def _piles_known(at: View) -> Values:
    at.confirm(*piles(at))
    yield from ()


def _refused(at: View, condition: str) -> Values:
    """Yield the payments that fail a condition of paying for a limit, judged once every card lies."""
    if any(_turns_over(at)) or any(_hands_empty(at)):
        return
    yield from (values for failed, values in refused_payments(at) if failed == condition)


@PAYING.needs("payment_allowed")
def _payment_allowed(at: View) -> Values:
    yield from _refused(at, "payment_allowed")


@PAYING.needs("payment_whole")
def _payment_whole(at: View) -> Values:
    for values in _refused(at, "payment_whole"):
        at.need(CAPITAL(str(values["district"])), BASE(str(values["seat"]), str(values["district"])))
        yield values


@PAYING.needs("payment_owned")
def _payment_owned(at: View) -> Values:
    yield from _refused(at, "payment_owned")


@RESOLUTION.resolves
def _resolve(play: Procedure) -> None:
    robs = rob.leftover(play)
    marks = {seat: is_passed_over(play, seat) for seat in play.seats}
    play.at.need(*piles(play))
    if robs:
        play.under("solo.leftover", "entered").set(HAND(ROB), robs)
    settled = settle(play)
    number = play[ROUND]
    is_last = number >= play.definition.rounds
    for seat, is_marked in marks.items():
        play.set(PASSED_OVER(seat), is_marked)
    result = standing(play.at, is_last, passed_over(play))
    play.steps += gold_short(play)
    if is_last:
        play.set(OVER, True)
        begun = play.step("game.rounds", "over")
    else:
        emperor = play.get(EMPEROR)
        if emperor:
            play.step("resolution.emperor", "moves", seat=after(play, emperor)).set(EMPEROR, after(play, emperor))
        begun = play.step("game.rounds", "next", round=number + 1).set(ROUND, number + 1)
    if result.verdict:
        play.steps.append(result.verdict)
    play.answers(answer(play.at, settled, result), limit_grid(play, settled))
    play.due = ()
    new_round(begun.forget(*rob.entered(play)))
