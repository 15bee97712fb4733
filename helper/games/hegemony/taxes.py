"""Taxes as the policies set them: the multiplier, and what each class pays. Rules `tax.*`.

Covers the formulas, for the calculator `policy` and later for the production phase. Leaves out who pays when, loans, and
the section of Labor Market that counts after the IMF.
"""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.schema import GameDefinition
from helper.games.hegemony.facts import CAPITALIST, MIDDLE, WORKING, cell, row, step

Sections = Mapping[str, str]
WELFARE = ("welfare_health", "welfare_education")


def multiplier(definition: GameDefinition, sections: Sections) -> int:
    """Return the Tax Multiplier: base and factor of Taxation, modifiers of both welfare policies."""
    taxation = row(definition.tables["policy_taxation"], sections["taxation"])
    modifiers = sum(cell(row(definition.tables[f"policy_{policy}"], sections[policy]), "modifier") for policy in WELFARE)
    return cell(taxation, "base") + cell(taxation, "factor") * modifiers


def income_rate(definition: GameDefinition, sections: Sections) -> int:
    """Return the rate of income tax, by Labor Market and Taxation."""
    return cell(row(definition.tables["income_tax"], sections["labor"]), sections["taxation"])


def corporate(definition: GameDefinition, sections: Sections, revenue: int) -> int:
    """Return the corporate tax on the revenue left after employment tax."""
    return cell(step(definition.tables["corporate_tax"], max(0, revenue)), sections["taxation"])


def of_classes(definition: GameDefinition, sections: Sections, figures: Mapping[str, object]) -> dict[str, dict[str, int]]:
    """Return what each class pays, as far as the figures say: a class without its figures is left out."""

    def told(path: str) -> int | None:
        value = figures.get(path)
        return value if isinstance(value, int) else None

    rate, factor = income_rate(definition, sections), multiplier(definition, sections)
    found: dict[str, dict[str, int]] = {}
    population, employers = told("working.population"), told("middle.employers")
    own, companies, revenue = told("middle.companies"), told("capitalist.companies"), told("capitalist.revenue")
    if population is not None:
        found[WORKING] = {"income": rate * population}
    if employers is not None or own is not None:
        middle = {"income": None if employers is None else rate * employers, "employment": None if own is None else factor * own}
        found[MIDDLE] = {key: value for key, value in middle.items() if value is not None}
    if companies is not None:
        employment = factor * companies
        found[CAPITALIST] = {"employment": employment}
        if revenue is not None:
            found[CAPITALIST]["corporate"] = corporate(definition, sections, revenue - employment)
    return found
