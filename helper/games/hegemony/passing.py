"""Discarding a card with nothing done: allowed only where no other Main Action is (rule `turn.no_passing`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from helper.engine.bridge import Predicate, View
from helper.engine.completion import best
from helper.engine.move import Move
from helper.engine.rules import Rules
from helper.engine.verdict import DISPUTED, ILLEGAL, LEGAL, Undecided, Unknown, Unsettled, Verdict, check
from helper.games.hegemony.completions import completions
from helper.games.hegemony.old_facts import role_of

MAIN = "basic_action"


def nothing_else(code: Rules) -> Predicate:
    """Return the predicate that yields a Basic Action of the class which is allowed; unknown where one may be, and none is for sure.

    What a card allows, to whichever class, is no way out: nobody but its holder knows it.
    """

    def predicate(view: View, move: Move) -> Iterator[Mapping[str, object]]:
        definition, position, role = view.definition, view.position, role_of(view.position, move.seat)

        def judge(one: Move) -> Verdict:
            return check(definition, code, position, one, view.fresh, role)

        unsure: list[Verdict] = []
        for rule in definition.rules.values():
            if rule.kind == MAIN and rule.move and role in rule.roles:
                other = Move(rule.id, move.seat, {})
                verdict = judge(other)
                if verdict.outcome != ILLEGAL:
                    verdict = best(completions(definition, position, other), judge) or verdict
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

    return predicate
