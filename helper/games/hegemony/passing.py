"""Discarding a card with nothing done: allowed only where no other Main Action is (rule `turn.no_passing`)."""

from __future__ import annotations

from helper.engine.completion import best
from helper.engine.move import Move
from helper.engine.play import Play
from helper.engine.rules import Values
from helper.engine.verdict import DISPUTED, ILLEGAL, LEGAL, Undecided, Unknown, Unsettled, Verdict, View
from helper.games.hegemony.figures import CODE
from helper.games.hegemony.turns import MAIN
from helper.games.hegemony.ways import ways

PASSING = CODE.rule("turn.no_passing")


@PASSING.needs("nothing_else")
def _nothing_else(at: View) -> Values:
    """Yield a Basic Action of the class which is allowed; unknown where one may be, and none is for sure.

    What a card allows, to whichever class, is no way out: nobody but its holder knows it.
    """
    unsure: list[Verdict] = []
    for rule in at.definition.rules.values():
        if rule.kind == MAIN and rule.move and at.role in rule.roles:
            other = Move(rule.id, at.move.seat, {})
            verdict = at.judge(CODE, other)
            if verdict.outcome != ILLEGAL:
                verdict = best(ways(at, other), lambda one: at.judge(CODE, one)) or verdict
            if verdict.outcome == LEGAL:
                yield {"action": rule.title}
                return
            if verdict.outcome != ILLEGAL:
                unsure.append(verdict)
    for verdict in unsure:
        if verdict.look_at:
            raise Unknown(*(one.path for one in verdict.look_at))
        for reason in verdict.reasons:
            if reason.state == DISPUTED:
                raise Unsettled(str(reason.values["option"]))
    if unsure:
        raise Undecided


@PASSING.does
def _discard(play: Play) -> None:
    play.note("discarded", seat=play.move.seat)
