"""Paying and receiving: which purse, in which order; forced loans; what goes to whom; legitimacy."""

from __future__ import annotations

from helper.definitions.schema import Term
from helper.engine.play import Cause
from helper.games.hegemony import figures as f
from helper.games.hegemony.facts import PURSES

LOANS = "loan.terms"
FLOOR = "floor"


def pay(cause: Cause, role: str, cost: int | None, *, capital_first: bool = False) -> None:
    """Take money from a role: the Capitalist Class from its revenue first, or from its capital first.

    Where a purse or the cost is unknown, what came from it is unknown too, and so are the purses after it.
    """
    left = cost
    for purse in reversed(PURSES[role]) if capital_first else PURSES[role]:
        held = cause.play.get(purse)
        if held is None or left is None:
            cause.forget(purse)
            left = None
            continue
        taken = min(held, left)
        cause.add(purse, -taken)
        left -= taken
        if not left:
            return


def receive(cause: Cause, role: str, amount: int | None) -> None:
    """Give money to a role: income of the Capitalist Class is revenue. An unknown amount makes its purse unknown."""
    cause.add(PURSES[role][0], amount)


def move_legitimacy(cause: Cause, role: str, steps: int) -> None:
    """Move a legitimacy marker of the State, within its track."""
    before = cause.play.get(f.LEGITIMACY(role))
    if before is not None:
        track = cause.play.rule("state.legitimacy")
        cause.set(f.LEGITIMACY(role), min(track.number("highest"), max(track.number("lowest"), before + steps)))


def pay_or_borrow(cause: Cause, role: str, cost: int, *, capital_first: bool = False) -> int:
    """Take a mandatory payment, with as many loans as it needs once all purses are empty; return how many were taken."""
    held = [cause.play.get(purse) for purse in PURSES[role]]
    short = 0 if None in held else max(0, cost - sum(money for money in held if money is not None))
    pay(cause, role, cost - short, capital_first=capital_first)
    if not short:
        return 0
    amount = cause.play.number(LOANS, "amount")
    taken = -(-short // amount)
    cause.add(f.LOANS(role), taken).add(PURSES[role][-1], taken * amount - short)
    return taken


def owe(cause: Cause, role: str, cost: int, *, capital_first: bool = False) -> None:
    """Take a mandatory payment in a phase, and say which loans it needs."""
    loans = pay_or_borrow(cause, role, cost, capital_first=capital_first)
    if loans:
        cause.play.step("loan.when", "taken", role=Term(role), loans=loans)


def lose(cause: Cause, role: str, points: int) -> int:
    """Take points from a role and return how many: whether they may fall below nothing is an option."""
    before = cause.play.get(f.POINTS(role))
    if cause.play.option("negative_points") == FLOOR and before is not None:
        points = min(points, max(0, before))
    cause.add(f.POINTS(role), -points)
    return points
