"""The phases after the Action phase, each carried out as one move: rules `production.order` to `final.order`.

What the table decides on the way comes as arguments of the move; what was not given is asked for. Where nobody told which
companies there are, Production begins with the taxes, and what comes before them is done at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from helper.definitions.schema import GameDefinition, Term
from helper.engine.bridge import Bridge, Predicate, View
from helper.engine.move import Move
from helper.engine.position import Position
from helper.engine.resolution import Step
from helper.errors import Fault, UnreadableInput
from helper.games.hegemony import elections, imf, needs, preparation, production, rounds, scoring, taxes
from helper.games.hegemony.actions.turn import Values
from helper.games.hegemony.old_crews import stand_up
from helper.games.hegemony.old_facts import MIDDLE, STATE, WORKING, companies, figure, in_play, role_of
from helper.games.hegemony.policies import SOCIAL
from helper.games.hegemony.position import FULL
from helper.games.hegemony.turns import ACTION, had, new_round, to_move
from helper.games.hegemony.values import UNSKILLED, Bill, Crew, Pair

PRODUCTION, ELECTIONS, SCORING, PREPARATION, FINAL = "production.order", elections.REFILL, "scoring.order", "prep.round", "final.order"
NEXT = "turn.next_phase"
PRODUCE, NEEDS, IMF, TAXES = STEPS = ("produce", "needs", "imf", "taxes")
COMES_TO = {
    "production": PRODUCTION,
    ACTION: PRODUCTION,
    "elections": ELECTIONS,
    "scoring": SCORING,
    "preparation": PREPARATION,
    "final": FINAL,
}
"""The procedure that each phase comes to."""
Phase = Callable[[GameDefinition, Bridge, Move], None]


def begins(definition: GameDefinition, position: Position, move: Move) -> str:
    """Return the step that a Production begins with: as given, else at the companies where any was told, else at the taxes."""
    told = any(f"companies.{id}.open" in position.figures for id in definition.axes["company"])
    return str(move.arguments.get("begin") or (PRODUCE if told else TAXES))


def _production(definition: GameDefinition, effects: Bridge, move: Move) -> None:
    first = STEPS.index(begins(definition, effects.position, move))
    if first:
        effects.step(PRODUCTION, "at_the_table")
        if stand_up(definition, effects):
            effects.step(NEXT, "stand_up")
    if first <= STEPS.index(PRODUCE):
        stopped = production.strikes(definition, effects)
        production.demonstration(definition, effects, move.arguments)
        production.companies(definition, effects, stopped)
    if first <= STEPS.index(NEEDS):
        needs.cover(definition, effects, move.arguments)
    before = move.arguments.get("before_imf")
    labor = str(before) if isinstance(before, str) and first > STEPS.index(IMF) else None
    if first <= STEPS.index(IMF):
        standing = effects.read("policies.labor")
        if imf.check(definition, effects, move.arguments) and isinstance(standing, str):
            labor = standing
    taxes.collect(definition, effects, labor)
    effects.set("phase", "elections")


def _elections(definition: GameDefinition, effects: Bridge, move: Move) -> None:
    play = effects.play
    if is_thin(effects.position) and not elections.pending(play) and move.arguments.get("bills") is not False:
        effects.ask("bills", elections.ORDER, "ask")
        return
    elections.begin(play)
    if not effects.position.due:
        effects.set("phase", "scoring")


def _scoring(definition: GameDefinition, effects: Bridge, move: Move) -> None:
    rounds.score(definition, effects, move.arguments)
    is_last = effects.position.number("round") >= effects.position.number("rounds")
    effects.set("phase", "final" if is_last else "preparation")


def _preparation(definition: GameDefinition, effects: Bridge, move: Move) -> None:
    number = effects.position.number("round") + 1
    effects.set("round", number)
    effects.step(PREPARATION, "begins", round=number)
    preparation.prepare(definition, effects, move.arguments)
    effects.position = new_round(definition, effects.position, followed=True)


def _final(definition: GameDefinition, effects: Bridge, move: Move) -> None:
    """End the game: every line of the final score, and who wins. Raises UnreadableInput naming what was not told."""
    standing = scoring.standing(definition, effects.position)
    untold = dict.fromkeys(path for sheet in standing.sheets for path in sheet.untold)
    if untold:
        raise UnreadableInput(*(Fault("tell_first", {"key": path}, path) for path in untold))
    effects.set("turn.over", True)
    effects.steps.extend(Step(line.rule, line.outcome, line.values) for sheet in standing.sheets for line in sheet.lines)
    for sheet in standing.sheets:
        effects.step(FINAL, "total", role=Term(role_of(effects.position, sheet.seat)), points=sheet.total)
    effects.step(FINAL, "over")
    if standing.verdict:
        effects.steps.append(standing.verdict)


def _next(definition: GameDefinition, effects: Bridge, move: Move) -> None:
    """Go on to the next Action phase; what the phases between changed, the table tells."""
    effects.leave_out(NEXT, "left_out", phases=left_out(effects.position))
    number = effects.position.number("round") + 1
    effects.set("round", number)
    effects.position = new_round(definition, effects.position._replace(due=()))
    effects.step(NEXT, "begun", round=number)
    if stand_up(definition, effects):
        effects.step(NEXT, "stand_up")


PHASES: Mapping[str, Phase] = {
    PRODUCTION: _production,
    ELECTIONS: _elections,
    SCORING: _scoring,
    PREPARATION: _preparation,
    FINAL: _final,
    NEXT: _next,
}


def is_thin(position: Position) -> bool:
    """Return whether a record holds figures only, so that what it does not hold may still lie on the table."""
    return position.word("start") != FULL


def due_phase(position: Position) -> str:
    """Return the procedure that the round has come to."""
    return COMES_TO[position.word("phase")]


def left_out(position: Position) -> tuple[Term, ...]:
    """Return the phases that a record passes over when it goes on to the next Action phase from where it stands."""
    phases = [phase for phase in COMES_TO if phase not in (ACTION, "final")]
    now = position.word("phase")
    return tuple(Term(phase) for phase in (phases[phases.index(now) :] if now in phases else phases))


def _phase_has_come(view: View, move: Move) -> Values:
    if due_phase(view.position) != move.rule:
        yield {"phase": Term(view.position.word("phase"))}


def _not_over(view: View, move: Move) -> Values:
    if view.position.figures.get("turn.over") is True:
        yield {}


def _another_round(view: View, move: Move) -> Values:
    number, last = view.position.number("round"), view.position.number("rounds")
    if number >= last:
        yield {"round": number}


def _all_had_their_turns(view: View, move: Move) -> Values:
    """Where a record of figures holds no turn of this round, only the table knows."""
    is_untold = is_thin(view.position) and not any(had(view.position, seat) for seat in view.position.seats)
    mover = None if is_untold else to_move(view.position)
    if mover:
        yield {"seat": mover}


def _companies_told(view: View, move: Move) -> Values:
    """Where Production begins with the companies, it must be known which are open, and who works in them."""
    if begins(view.definition, view.position, move) == PRODUCE:
        list(companies(view.definition, view.read))
    return iter(())


def _nobody_loses_too_much(view: View, move: Move) -> Values:
    for role, points, most in _split(view, move)[0]:
        if points > most:
            yield {"role": Term(role), "points": points, "most": most}


def _loss_made_up(view: View, move: Move) -> Values:
    split, total = _split(view, move)
    if split and sum(points for _, points, _ in split) != total:
        yield {"points": sum(points for _, points, _ in split), "total": total}


def _split(view: View, move: Move) -> tuple[list[tuple[str, int, int]], int]:
    """Return the split that was named (role, points, the most it can lose), and what the demonstration costs together."""
    given = move.arguments.get("loss")
    if not isinstance(given, tuple):
        return [], 0
    others = tuple(role for role in view.definition.roles if role != WORKING and in_play(view.position, role))
    total, most = production.losses(view.definition, view.position, view.read, others)
    return [(one.id, one.amount, most.get(one.id, 0)) for one in given if isinstance(one, Pair)], total


def _repay_loans_there(view: View, move: Move) -> Values:
    given = move.arguments.get("repay")
    if isinstance(given, int) and given > view.count("state.loans"):
        yield {"loans": view.count("state.loans"), "named": given}


def _events_open(view: View, move: Move) -> Values:
    if not move.arguments.get("events"):
        return
    if not in_play(view.position, STATE) or not view.count("state.events"):
        yield {}


def _agenda_fits(view: View, move: Move) -> Values:
    given = move.arguments.get("agenda")
    social = view.definition.axes["policy"][:SOCIAL]
    for one in given if isinstance(given, tuple) else ():
        if isinstance(one, Bill) and (one.policy not in social or not in_play(view.position, STATE)):
            yield {"policy": Term(one.policy)}


def _arrivals_fit(view: View, move: Move) -> Values:
    given = move.arguments.get("arrivals")
    if not isinstance(given, tuple):
        return
    coming = figure(view.definition, "immigration", str(view.read("policies.immigration")), "workers")
    for role in preparation.BUYERS:
        named = [one.worker for one in given if isinstance(one, Crew) and one.role == role]
        chosen = view.definition.rules["prep.workers"].number("middle_skilled") if role == MIDDLE else 0
        skilled = sum(worker != UNSKILLED for worker in named)
        if named and (len(named) != coming + chosen or skilled < chosen or not in_play(view.position, role)):
            yield {"role": Term(role), "named": len(named), "expected": coming + chosen, "skilled": chosen}


PREDICATES: Mapping[str, Predicate] = {
    "phase_has_come": _phase_has_come,
    "not_over": _not_over,
    "another_round": _another_round,
    "all_had_their_turns": _all_had_their_turns,
    "companies_told": _companies_told,
    "nobody_loses_too_much": _nobody_loses_too_much,
    "loss_made_up": _loss_made_up,
    "repay_loans_there": _repay_loans_there,
    "events_open": _events_open,
    "agenda_fits": _agenda_fits,
    "arrivals_fit": _arrivals_fit,
}
