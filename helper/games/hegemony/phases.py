"""The phases after the Action phase, each carried out as one move: rules `production.order` to `final.order`.

What the table decides on the way comes as arguments of the move; what was not given is asked for. Where nobody told which
companies there are, Production begins with the taxes, and what comes before them is done at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from helper.definitions.schema import Term
from helper.engine.figures import Argument
from helper.engine.play import Play
from helper.engine.position import Glance
from helper.engine.resolution import Step
from helper.engine.rules import Values
from helper.engine.verdict import View, nothing_due
from helper.errors import Fault
from helper.games.hegemony import elections, imf, needs, preparation, production, rounds, scoring, taxes
from helper.games.hegemony import figures as f
from helper.games.hegemony.crews import stand_up
from helper.games.hegemony.facts import MIDDLE, STATE, companies, of_section
from helper.games.hegemony.figures import CODE
from helper.games.hegemony.policies import SOCIAL
from helper.games.hegemony.position import FULL
from helper.games.hegemony.seating import in_play, role_of
from helper.games.hegemony.turns import ACTION, new_round, nothing_granted, to_move
from helper.games.hegemony.values import UNSKILLED

DUE = CODE.rule("phase.due")
PRODUCTION, ELECTIONS, SCORING = CODE.rule("production.order"), CODE.rule(elections.REFILL), CODE.rule("scoring.order")
PREPARATION, FINAL, NEXT = CODE.rule("prep.round"), CODE.rule("final.order"), CODE.rule("turn.next_phase")
PRODUCE, NEEDS, IMF, TAXES = STEPS = ("produce", "needs", "imf", "taxes")
COMES_TO = {
    "production": PRODUCTION.id,
    ACTION: PRODUCTION.id,
    "elections": ELECTIONS.id,
    "scoring": SCORING.id,
    "preparation": PREPARATION.id,
    "final": FINAL.id,
}
"""The procedure that each phase comes to."""
PROCEDURES = frozenset({*COMES_TO.values(), NEXT.id})
DUE.needs("nothing_due_now")(nothing_due)
NEXT.needs("no_decision_due")(nothing_due)


def ends_a_phase(carry_on: Callable[[Play], None]) -> Callable[[Play], None]:
    """Return the effect of a procedure between Action phases: nothing more is set anew, and nothing happens once the game is over."""

    def effect(play: Play) -> None:
        nothing_granted(play)
        if not play[f.OVER]:
            carry_on(play)
            if play.move.rule != NEXT.id:
                play.answers({"phase": play.get(f.PHASE), "round": play.get(f.ROUND)})

    return effect


def begins(at: Glance, given: Mapping[Argument[str], object] | Mapping[str, object]) -> str:
    """Return the step that a Production begins with: as given, else at the companies where any was told, else at the taxes."""
    told = any(f.OPEN(id) in at for id in at.axis("company"))
    return str(given.get(f.BEGIN) or (PRODUCE if told else TAXES))


@PRODUCTION.does
@ends_a_phase
def _production(play: Play) -> None:
    first = STEPS.index(begins(play, play.move.arguments))
    if first:
        play.step(PRODUCTION.id, "at_the_table")
        _stand_up(play)
    if first <= STEPS.index(PRODUCE):
        stopped = production.strikes(play)
        production.demonstration(play)
        production.companies(play, stopped)
    if first <= STEPS.index(NEEDS):
        needs.cover(play)
    labor = play.named(f.BEFORE_IMF) if first > STEPS.index(IMF) else None
    if first <= STEPS.index(IMF):
        standing = play.get(f.POLICY("labor"))
        labor = standing if imf.check(play) else None
    taxes.collect(play, labor)
    play.under(PRODUCTION.id, "at_the_table").set(f.PHASE, "elections")


def _stand_up(play: Play) -> None:
    if stand_up(play.under(NEXT.id, "stand_up")):
        play.step(NEXT.id, "stand_up")


@ELECTIONS.does
@ends_a_phase
def _elections(play: Play) -> None:
    if is_thin(play) and not elections.pending(play) and play.named(f.ANY_BILLS) is not False:
        play.ask(f.ANY_BILLS, elections.ORDER, "ask")
        return
    elections.begin(play)
    if not play.due:
        play.under(elections.ORDER, "skipped").set(f.PHASE, "scoring")


@SCORING.does
@ends_a_phase
def _scoring(play: Play) -> None:
    rounds.score(play)
    play.under(SCORING.id, "").set(f.PHASE, "final" if play.get(f.ROUND, 0) >= play[f.ROUNDS] else "preparation")


@PREPARATION.does
@ends_a_phase
def _preparation(play: Play) -> None:
    number = play.get(f.ROUND, 0) + 1
    begun = play.step(PREPARATION.id, "begins", round=number).set(f.ROUND, number)
    preparation.prepare(play)
    new_round(begun, followed=True)


@FINAL.does
@ends_a_phase
def _final(play: Play) -> None:
    """End the game: every line of the final score, and who wins; stops naming what was not told."""
    standing = play.fact(scoring.standing)
    assert standing is not None
    untold = dict.fromkeys(path for sheet in standing.sheets for path in sheet.untold)
    if untold:
        play.stop(*(Fault("tell_first", {"key": path}, path) for path in untold))
        return
    play.set(f.OVER, True)
    play.steps.extend(Step(line.rule, line.outcome, line.values) for sheet in standing.sheets for line in sheet.lines)
    for sheet in standing.sheets:
        play.step(FINAL.id, "total", role=Term(role_of(play, sheet.seat)), points=sheet.total)
    play.step(FINAL.id, "over")
    if standing.verdict:
        play.steps.append(standing.verdict)


@NEXT.does
@ends_a_phase
def _next(play: Play) -> None:
    """Go on to the next Action phase; what the phases between changed, the table tells."""
    play.leave_out(NEXT.id, "left_out", phases=left_out(play))
    number = play.get(f.ROUND, 0) + 1
    play.due = ()
    new_round(play.step(NEXT.id, "begun", round=number).set(f.ROUND, number))
    _stand_up(play)


def is_thin(at: Glance) -> bool:
    """Return whether a record holds figures only, so that what it does not hold may still lie on the table."""
    return at[f.START] != FULL


def due_phase(at: Glance) -> str:
    """Return the procedure that the round has come to."""
    return COMES_TO[at.get(f.PHASE, ACTION)]


def left_out(at: Glance) -> tuple[Term, ...]:
    """Return the phases that a record passes over when it goes on to the next Action phase from where it stands."""
    phases = [phase for phase in COMES_TO if phase not in (ACTION, "final")]
    now = at.get(f.PHASE)
    return tuple(map(Term, phases[phases.index(now) :] if now in phases else phases))


@DUE.needs("phase_has_come")
def _phase_has_come(at: View) -> Values:
    if due_phase(at) != at.move.rule:
        yield {"phase": Term(at.get(f.PHASE, ""))}


@DUE.needs("not_over")
def _not_over(at: View) -> Values:
    if at[f.OVER]:
        yield {}


@NEXT.needs("round_left")
@PREPARATION.needs("another_round")
def _another_round(at: View) -> Values:
    number = at.get(f.ROUND, 0)
    if number >= at[f.ROUNDS]:
        yield {"round": number}


@NEXT.needs("all_had_their_turns")
@PRODUCTION.needs("turns_over")
def _all_had_their_turns(at: View) -> Values:
    """Where a record of figures holds no turn of this round, only the table knows."""
    is_untold = is_thin(at) and not any(at[f.HAD(seat)] for seat in at.seats)
    mover = None if is_untold else to_move(at)
    if mover:
        yield {"seat": mover}


@PRODUCTION.needs("companies_told")
def _companies_told(at: View) -> Values:
    """Where Production begins with the companies, it must be known which are open, and who works in them."""
    if begins(at, at.move.arguments) == PRODUCE:
        list(companies(at))
    return iter(())


@PRODUCTION.needs("nobody_loses_too_much")
def _nobody_loses_too_much(at: View) -> Values:
    split = at.named(f.LOSS) or ()
    most = production.losses(at)[1] if split else {}
    for one in split:
        if one.amount > most.get(one.id, 0):
            yield {"role": Term(one.id), "points": one.amount, "most": most.get(one.id, 0)}


@PRODUCTION.needs("loss_made_up")
def _loss_made_up(at: View) -> Values:
    split = at.named(f.LOSS) or ()
    points = sum(one.amount for one in split)
    if split and points != production.losses(at)[0]:
        yield {"points": points, "total": production.losses(at)[0]}


@PRODUCTION.needs("repay_loans_there")
def _repay_loans_there(at: View) -> Values:
    given = at.named(f.REPAY)
    if given is not None and given > at[f.LOANS(STATE)]:
        yield {"loans": at[f.LOANS(STATE)], "named": given}


@SCORING.needs("events_open")
def _events_open(at: View) -> Values:
    if at.named(f.GIVEN_EVENTS) and (not in_play(at, STATE) or not at[f.EVENTS]):
        yield {}


@SCORING.needs("agenda_fits")
def _agenda_fits(at: View) -> Values:
    for one in at.named(f.GIVEN_AGENDA) or ():
        if one.policy not in at.axis("policy")[:SOCIAL] or not in_play(at, STATE):
            yield {"policy": Term(one.policy)}


@PREPARATION.needs("arrivals_fit")
def _arrivals_fit(at: View) -> Values:
    given = at.named(f.ARRIVALS)
    if given is None:
        return
    coming = of_section(at, "immigration", "workers")
    for role in preparation.BUYERS:
        named = [one.worker for one in given if one.role == role]
        chosen = at.number("prep.workers", "middle_skilled") if role == MIDDLE else 0
        skilled = sum(worker != UNSKILLED for worker in named)
        if named and (len(named) != coming + chosen or skilled < chosen or not in_play(at, role)):
            yield {"role": Term(role), "named": len(named), "expected": coming + chosen, "skilled": chosen}
