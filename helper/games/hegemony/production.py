"""What a company produces, and where it goes. For now that of a single company, which an Extra Shift needs."""

from __future__ import annotations

from helper.definitions.schema import GameDefinition, Term
from helper.engine.effects import Effects
from helper.games.hegemony.actions.trade import store
from helper.games.hegemony.facts import Company, card, cell
from helper.games.hegemony.values import show

PRODUCES = {"media": "influence"}


def output(definition: GameDefinition, found: Company, *, with_employee: bool) -> int:
    """Return how much a company produces, with what an employee adds."""
    row = card(definition, found.id)
    return cell(row, "output") + (cell(row, "employee_bonus") if with_employee else 0)


def _good(definition: GameDefinition, id: str) -> str:
    industry = str(card(definition, id)["industry"])
    return PRODUCES.get(industry, industry)


def forget_product(definition: GameDefinition, effects: Effects, rule: str, role: str, id: str) -> None:
    """Make unknown how much the owner has of what a company makes, where it is unknown how much that was."""
    good = _good(definition, id)
    effects.step(rule, "produced", place=show(id), amount=None, good=Term(good))
    effects.add(f"{role}.influence" if good == "influence" else f"{role}.storage.{good}", None)


def produce(definition: GameDefinition, effects: Effects, rule: str, role: str, id: str, amount: int, seat: str | None) -> None:
    """Put what a company produces into its owner's storage, as far as there is room; influence needs none."""
    good = _good(definition, id)
    effects.step(rule, "produced", place=show(id), amount=amount, good=Term(good))
    if good == "influence":
        effects.add(f"{role}.influence", amount)
    else:
        store(definition, effects, rule, role, f"{role}.storage.{good}", good, amount, seat)
