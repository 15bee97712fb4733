"""Taxes as the policies set them: the multiplier, and what each class pays. Rules `tax.*`.

Covers the formulas, for the calculators `policy` and `taxes`, and their payment in a record; after the IMF the old section of
Labor Market counts for income tax.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

from helper.definitions.schema import GameDefinition, Term
from helper.engine.effects import Effects
from helper.engine.resolution import Cell, Grid, Resolution, Step, Warned
from helper.engine.verdict import Unknown
from helper.games.hegemony.old_facts import (
    CAPITALIST,
    MIDDLE,
    WORKING,
    cell,
    count,
    employers,
    in_play,
    operational,
    population,
    reading,
    row,
    step,
)
from helper.games.hegemony.old_money import owe, pay

Sections = Mapping[str, str]
PAYERS: Mapping[str, tuple[str, ...]] = {CAPITALIST: ("employment", "corporate"), MIDDLE: ("income", "employment"), WORKING: ("income",)}
"""Who pays which taxes, in the order of Production."""
WELFARE = ("welfare_health", "welfare_education")


def multiplier(definition: GameDefinition, sections: Sections) -> int:
    """Return the Tax Multiplier: base and factor of Taxation, modifiers of both welfare policies."""
    taxation = row(definition.tables["policy_taxation"], sections["taxation"])
    modifiers = sum(cell(row(definition.tables[f"policy_{policy}"], sections[policy]), "modifier") for policy in WELFARE)
    return cell(taxation, "base") + cell(taxation, "factor") * modifiers


def calculate(definition: GameDefinition, sections: Sections, figures: Mapping[str, object]) -> Resolution:
    """Answer the calculator `taxes`; a class of which nothing is told is left out.

    Where revenue and Capital are short, `revenue_after` is 0 and `short` says by how much.
    """
    factor, steps = multiplier(definition, sections), [_multiplier_step(definition, sections)]
    before = figures.get("labor_before_imf")
    rates = {**sections, "labor": before} if isinstance(before, str) else sections
    paid = {**of_classes(definition, sections, figures)}
    for role, own in of_classes(definition, rates, figures).items():
        if "income" in own:
            paid[role] = {**paid[role], "income": own["income"]}
    result: dict[str, object] = {"tax_multiplier": factor}
    rate = income_rate(definition, rates)
    for role in reversed([role for role in definition.roles if role in paid]):
        own = dict(paid[role])
        values = {"role": Term(role), "rate": rate, "multiplier": factor}
        if "employment" in own:
            companies = figures[f"{role}.companies"]
            steps.append(Step("tax.employment", "pays", {**values, "tax": own["employment"], "companies": companies}))
        if "corporate" in own:
            steps += _revenue(own, figures, values)
        if "income" in own:
            base = "population" if role == WORKING else "employers"
            told = {base: figures[f"{role}.{base}"], "tax": own["income"]}
            steps.append(Step(f"tax.income_{role}", "pays", {**values, **told}))
        result[role] = own
    total = sum(amount for own in paid.values() for amount in own.values())
    steps.append(Step("tax.all", "treasury", {"amount": total}))
    short = result.get(CAPITALIST)
    warned = (Warned("loan.when:warning"),) if isinstance(short, dict) and short.get("short") else ()
    ordered = {key: result[key] for key in ("tax_multiplier", *definition.roles) if key in result}
    return Resolution({**ordered, "treasury": total}, tuple(steps), warned, (_table(paid),))


def _table(paid: Mapping[str, Mapping[str, int]]) -> Grid:
    """Return what each class pays of each tax, and what the treasury gets, of each and in all."""
    kinds = ("income", "employment", "corporate")
    rows: list[tuple[Cell, ...]] = []
    for role in [role for role in reversed(list(PAYERS)) if role in paid]:
        due = [paid[role].get(kind) for kind in kinds]
        rows.append((Term(role), *due, sum(one for one in due if one)))
    sums = [sum(own.get(kind, 0) for own in paid.values()) for kind in kinds]
    rows.append((Term("treasury"), *sums, sum(sums)))
    return Grid(Term("taxes"), (None, *(Term(f"{kind}_tax") for kind in kinds), Term("treasury")), tuple(rows))


def _multiplier_step(definition: GameDefinition, sections: Sections) -> Step:
    taxation = row(definition.tables["policy_taxation"], sections["taxation"])
    modifiers = sum(cell(row(definition.tables[f"policy_{policy}"], sections[policy]), "modifier") for policy in WELFARE)
    values = {
        "multiplier": multiplier(definition, sections),
        "base": taxation["base"],
        "factor": taxation["factor"],
        "modifiers": modifiers,
    }
    return Step("tax.multiplier", "is", values)


def _revenue(own: dict[str, int], figures: Mapping[str, object], values: Mapping[str, object]) -> list[Step]:
    """Add to what the Capitalist Class pays what stays of its revenue, or what is missing after its Capital too."""
    revenue, capital = figures["capitalist.revenue"], figures.get("capitalist.capital", 0)
    assert isinstance(revenue, int)
    assert isinstance(capital, int)
    left = revenue - own["employment"]
    own["revenue_after"] = max(0, left - own["corporate"])
    steps = [Step("tax.corporate", "pays", {**values, "tax": own["corporate"], "left": max(0, left), "after": own["revenue_after"]})]
    missing = own["corporate"] - left - capital
    if missing > 0:
        own["short"] = missing
        steps.append(Step("tax.corporate", "short", {**values, "short": missing}))
    return steps


def figures_of(definition: GameDefinition, effects: Effects) -> dict[str, object]:
    """Return what taxes go by, as far as it is known: populations, companies that count, revenue."""
    position = effects.position
    read = reading(position)
    sources: dict[str, tuple[str, Callable[[], int]]] = {
        "working.population": (WORKING, lambda: population(definition, read, WORKING)),
        "middle.employers": (MIDDLE, lambda: employers(definition, read)),
        "middle.companies": (MIDDLE, lambda: operational(definition, read, MIDDLE)),
        "capitalist.companies": (CAPITALIST, lambda: operational(definition, read, CAPITALIST)),
        "capitalist.revenue": (CAPITALIST, lambda: count(read, "capitalist.revenue")),
    }
    found: dict[str, object] = {}
    for path, (role, ask) in sources.items():
        if in_play(position, role):
            with suppress(Unknown):
                found[path] = ask()
    return found


def collect(definition: GameDefinition, effects: Effects, labor_before: str | None) -> None:
    """Let every class pay its taxes to the treasury; what nobody told makes the money of both unknown.

    `labor_before` is the section of Labor Market before the IMF intervened, where it did.
    """
    sections = {policy: str(effects.read(f"policies.{policy}") or "") for policy in ("labor", "taxation", *WELFARE)}
    payers = [role for role in PAYERS if in_play(effects.position, role)]
    if not all(sections.values()):
        _forget(effects, payers)
        return
    figures = {**figures_of(definition, effects), "labor_before_imf": labor_before}
    answer = calculate(definition, sections, figures)
    effects.steps.extend(
        step for step in answer.steps if (step.rule, step.outcome) not in (("tax.all", "treasury"), ("tax.corporate", "short"))
    )
    total: int | None = 0
    for role in payers:
        paid = answer.result.get(role)
        due = PAYERS[role]
        if not isinstance(paid, dict) or any(kind not in paid for kind in due):
            _forget(effects, [role])
            total = None
            continue
        owed = sum(int(paid[kind]) for kind in due)
        owe(definition, effects, role, owed)
        effects.add("state.treasury", owed)
        total = None if total is None else total + owed
    if total is not None:
        effects.step("tax.all", "treasury", amount=total)


def _forget(effects: Effects, payers: list[str]) -> None:
    """Make unknown what classes have whose taxes are unknown, and the treasury with it."""
    for role in payers:
        pay(effects, role, None)
        effects.add("state.treasury", None)
        effects.step("tax.all", "untold", role=Term(role))


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
