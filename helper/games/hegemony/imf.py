"""The International Monetary Fund: the check, and what an intervention does. Rules `imf.*`."""

from __future__ import annotations

from helper.definitions.schema import Term
from helper.engine.play import Play
from helper.games.hegemony import figures as f
from helper.games.hegemony import policies
from helper.games.hegemony.facts import CAPITALIST, MIDDLE, STATE, of_section
from helper.games.hegemony.money import pay
from helper.games.hegemony.scoring import halved
from helper.games.hegemony.seating import in_play
from helper.games.hegemony.turns import grant
from helper.games.hegemony.values import NO_BILL, Bill

CHECK, INTERVENES, LOANS = "imf.check", "imf.intervention", f.LOANS(STATE)
ABOVE = "above"


def check(play: Play) -> bool:
    """Check the IMF and let it intervene; return whether it did.

    Whether the State pays off loans before is its own decision, the argument `repay`.
    """
    loans, number = play.get(LOANS), play.fact(of_section, "fiscal", "imf_loans")
    if loans is None or number is None:
        play.step(CHECK, "untold")
        return False
    if not _is_due(play, loans, number):
        play.step(CHECK, "quiet", loans=loans, number=number)
        return False
    late, money = play.number("loan.terms", "late"), play.get(f.TREASURY)
    most, given = loans if money is None else min(loans, money // late), play.named(f.REPAY)
    if most if given is None else given > most:
        play.ask(f.REPAY, CHECK, "ask", loans=loans, number=number, money=money)
        return False
    paid = given or 0
    _repay(play, paid)
    if not _is_due(play, loans - paid, number):
        play.step(CHECK, "averted", loans=loans - paid)
        return False
    intervene(play)
    return True


def _is_due(play: Play, loans: int, number: int) -> bool:
    """Return whether so many loans of the State bring the IMF; whether the number itself does is an option."""
    return loans > number if play.option("imf_trigger") == ABOVE else loans >= number


def _repay(play: Play, loans: int) -> None:
    if loans:
        cost = loans * play.number("loan.terms", "late")
        repaid = play.step(CHECK, "repaid", loans=loans, cost=cost)
        pay(repaid, STATE, cost)
        repaid.take(LOANS, loans)


def intervene(play: Play) -> None:
    """Discard the bills, move every policy where the IMF puts it, settle the loans, divide the legitimacy."""
    rule = play.rule(INTERVENES)
    influence = rule.number("influence")
    play.step(INTERVENES, "begins")
    for policy in play.axis("policy"):
        for role in play.definition.roles:
            if play.get(f.BILL(policy, role)):
                returned = play.step(INTERVENES, "bill", policy=Term(policy), role=Term(role), influence=influence)
                returned.set(f.BILL(policy, role), NO_BILL).add(f.INFLUENCE(role), influence)
    for row in play.table("policies").rows:
        policy, section = str(row["key"]), str(row["after_imf"])
        if play.get(f.POLICY(policy)) == section:
            play.step(INTERVENES, "stays", policy=Term(policy), section=section)
        else:
            policies.change(play, Bill(policy, section))
    for role in (MIDDLE, CAPITALIST):
        grant(play, role, play.axis("good"))
    _settle_loans(play)
    if in_play(play, STATE):
        for role in play.axis("class"):
            before = play.get(f.LEGITIMACY(role))
            if before is not None:
                after = halved(before, rule.number("divisor"))
                divided = play.step(INTERVENES, "legitimacy", role=Term(role), before=before, after=after)
                divided.set(f.LEGITIMACY(role), after)


def _settle_loans(play: Play) -> None:
    """Pay off the loans of the State as far as its treasury goes, and discard the others."""
    loans, money = play.get(LOANS, 0), play.get(f.TREASURY)
    if money is None:
        play.step(INTERVENES, "settled", loans=loans).set(LOANS, 0)
        return
    _repay(play, min(loans, money // play.number("loan.terms", "late")))
    left = play.get(LOANS)
    if left:
        play.step(INTERVENES, "discarded", loans=left).set(LOANS, 0)
