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


def produce(definition: GameDefinition, effects: Effects, rule: str, role: str, id: str, amount: int, seat: str | None) -> None:
    """Put what a company produces into its owner's storage, as far as there is room; influence needs none."""
    industry = str(card(definition, id)["industry"])
    good = PRODUCES.get(industry, industry)
    effects.step(rule, "produced", place=show(id), amount=amount, good=Term(good))
    if good == "influence":
        effects.add(f"{role}.influence", amount)
    else:
        store(definition, effects, rule, role, f"{role}.storage.{good}", good, amount, seat)
