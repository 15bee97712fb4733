"""The International Monetary Fund: the check, and what an intervention does. Rules `imf.*`."""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.schema import GameDefinition, Term
from helper.engine.effects import Effects
from helper.games.hegemony import policies
from helper.games.hegemony.old_facts import CAPITALIST, MIDDLE, STATE, figure, in_play, settled
from helper.games.hegemony.old_money import pay
from helper.games.hegemony.scoring import halved
from helper.games.hegemony.turns import grant
from helper.games.hegemony.values import NO_BILL, Bill

CHECK, INTERVENES = "imf.check", "imf.intervention"
ABOVE = "above"


def is_due(definition: GameDefinition, effects: Effects, loans: int) -> bool:
    """Return whether so many loans of the State bring the IMF; whether the number itself does is an option."""
    number = figure(definition, "fiscal", str(effects.read("policies.fiscal")), "imf_loans")
    return loans > number if settled(definition, effects.position, "imf_trigger") == ABOVE else loans >= number


def check(definition: GameDefinition, effects: Effects, arguments: Mapping[str, object]) -> bool:
    """Check the IMF and let it intervene; return whether it did.

    Whether the State pays off loans before is its own decision, `repay` in `arguments`.
    """
    loans = effects.count("state.loans")
    if loans is None or effects.read("policies.fiscal") is None:
        effects.step(CHECK, "untold")
        return False
    number = figure(definition, "fiscal", str(effects.read("policies.fiscal")), "imf_loans")
    if not is_due(definition, effects, loans):
        effects.step(CHECK, "quiet", loans=loans, number=number)
        return False
    late, money = definition.rules["loan.terms"].number("late"), effects.count("state.treasury")
    most = loans if money is None else min(loans, money // late)
    given = arguments.get("repay")
    if (given is None and most) or (isinstance(given, int) and given > most):
        effects.ask("repay", CHECK, "ask", loans=loans, number=number, money=money)
        return False
    paid = given if isinstance(given, int) else 0
    _repay(definition, effects, paid)
    if not is_due(definition, effects, loans - paid):
        effects.step(CHECK, "averted", loans=loans - paid)
        return False
    intervene(definition, effects, arguments)
    return True


def _repay(definition: GameDefinition, effects: Effects, loans: int) -> None:
    if loans:
        cost = loans * definition.rules["loan.terms"].number("late")
        pay(effects, STATE, cost)
        effects.take("state.loans", loans)
        effects.step(CHECK, "repaid", loans=loans, cost=cost)


def intervene(definition: GameDefinition, effects: Effects, arguments: Mapping[str, object]) -> None:
    """Discard the bills, move every policy where the IMF puts it, settle the loans, divide the legitimacy."""
    rule = definition.rules[INTERVENES]
    effects.step(INTERVENES, "begins")
    for policy in definition.axes["policy"]:
        for role in definition.roles:
            if effects.read(f"bills.{policy}.{role}"):
                effects.set(f"bills.{policy}.{role}", NO_BILL)
                effects.add(f"{role}.influence", rule.number("influence"))
                effects.step(INTERVENES, "bill", policy=Term(policy), role=Term(role), influence=rule.number("influence"))
    for row in definition.tables["policies"].rows:
        policy, section = str(row["key"]), str(row["after_imf"])
        if effects.read(f"policies.{policy}") == section:
            effects.step(INTERVENES, "stays", policy=Term(policy), section=section)
        else:
            policies.change(definition, effects, Bill(policy, section), arguments)
    for role in (MIDDLE, CAPITALIST):
        effects.position = grant(effects.position, role, definition.axes["good"])
    _settle_loans(definition, effects)
    if in_play(effects.position, STATE):
        for role in definition.axes["class"]:
            before = effects.count(f"state.legitimacy.{role}")
            if before is not None:
                effects.set(f"state.legitimacy.{role}", halved(before, rule.number("divisor")))
                after = effects.count(f"state.legitimacy.{role}")
                effects.step(INTERVENES, "legitimacy", role=Term(role), before=before, after=after)


def _settle_loans(definition: GameDefinition, effects: Effects) -> None:
    """Pay off the loans of the State as far as its treasury goes, and discard the others."""
    loans, money = effects.count("state.loans") or 0, effects.count("state.treasury")
    if money is None:
        effects.step(INTERVENES, "settled", loans=loans)
        effects.set("state.loans", 0)
        return
    _repay(definition, effects, min(loans, money // definition.rules["loan.terms"].number("late")))
    left = effects.count("state.loans")
    if left:
        effects.set("state.loans", 0)
        effects.step(INTERVENES, "discarded", loans=left)
