"""Paying and receiving: which purse, in which order; forced loans; what goes to whom; legitimacy."""

from __future__ import annotations

from helper.definitions.schema import GameDefinition, Term
from helper.engine.effects import Effects
from helper.games.hegemony.old_facts import PURSES, settled

LOANS = "loan.terms"
FLOOR = "floor"


def pay(effects: Effects, role: str, cost: int | None, *, capital_first: bool = False) -> None:
    """Take money from a role: the Capitalist Class from its revenue first, or from its capital first.

    Where a purse or the cost is unknown, what came from it is unknown too, and so are the purses after it.
    """
    purses = tuple(reversed(PURSES[role])) if capital_first else PURSES[role]
    left = cost
    for purse in purses:
        held = effects.count(purse)
        if held is None or left is None:
            effects.add(purse, None)
            left = None
            continue
        taken = min(held, left)
        effects.add(purse, -taken)
        left -= taken
        if not left:
            return


def receive(effects: Effects, role: str, amount: int | None) -> None:
    """Give money to a role: income of the Capitalist Class is revenue. An unknown amount makes its purse unknown."""
    effects.add(PURSES[role][0], amount)


def move_legitimacy(definition: GameDefinition, effects: Effects, role: str, steps: int) -> None:
    """Move a legitimacy marker of the State, within its track."""
    path = f"state.legitimacy.{role}"
    before = effects.count(path)
    if before is not None:
        track = definition.rules["state.legitimacy"]
        effects.set(path, min(track.number("highest"), max(track.number("lowest"), before + steps)))


def pay_or_borrow(definition: GameDefinition, effects: Effects, role: str, cost: int, *, capital_first: bool = False) -> int:
    """Take a mandatory payment, with as many loans as it needs once all purses are empty; return how many were taken."""
    held = [effects.count(purse) for purse in PURSES[role]]
    short = 0 if None in held else max(0, cost - sum(money for money in held if money is not None))
    pay(effects, role, cost - short, capital_first=capital_first)
    if not short:
        return 0
    amount = definition.rules[LOANS].number("amount")
    taken = -(-short // amount)
    effects.add(f"{role}.loans", taken)
    effects.add(PURSES[role][-1], taken * amount - short)
    return taken


def owe(definition: GameDefinition, effects: Effects, role: str, cost: int, *, capital_first: bool = False) -> None:
    """Take a mandatory payment in a phase, and say which loans it needs."""
    loans = pay_or_borrow(definition, effects, role, cost, capital_first=capital_first)
    if loans:
        effects.step("loan.when", "taken", role=Term(role), loans=loans)


def lose(definition: GameDefinition, effects: Effects, role: str, points: int) -> int:
    """Take points from a role and return how many: whether they may fall below nothing is an option."""
    before = effects.count(f"{role}.points")
    if settled(definition, effects.position, "negative_points") == FLOOR and before is not None:
        points = min(points, max(0, before))
    effects.add(f"{role}.points", -points)
    return points
