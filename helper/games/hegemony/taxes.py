"""Taxes as the policies set them: the multiplier, and what each class pays. Rules `tax.*`.

Covers the formulas, for the calculators `policy` and `taxes`, and their payment in a record; after the IMF the old section of
Labor Market counts for income tax.
"""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.schema import GameDefinition, Term
from helper.engine.play import Play
from helper.engine.position import Glance
from helper.engine.resolution import Cell, Grid, Resolution, Step, Warned
from helper.frozen import Frozen
from helper.games.hegemony import figures as f
from helper.games.hegemony.facts import CAPITALIST, MIDDLE, WORKING, cell, employers, operational, population, row, step
from helper.games.hegemony.money import owe, pay
from helper.games.hegemony.seating import in_play

Sections = Mapping[str, str]
PAYERS: Mapping[str, tuple[str, ...]] = {CAPITALIST: ("employment", "corporate"), MIDDLE: ("income", "employment"), WORKING: ("income",)}
"""Who pays which taxes, in the order of Production."""
WELFARE = ("welfare_health", "welfare_education")
DECIDING = ("labor", "taxation", *WELFARE)
"""The policies that taxes go by."""


class Basis(Frozen):
    """What taxes are taken of, as far as it is known: people, companies that count, money."""

    population: int | None = None
    employers: int | None = None
    middle_companies: int | None = None
    capitalist_companies: int | None = None
    revenue: int | None = None
    capital: int | None = None


def told(at: Glance) -> Basis:
    """Return what taxes are taken of, as it was told."""
    companies = at.get(f.COMPANIES(MIDDLE)), at.get(f.COMPANIES(CAPITALIST))
    return Basis(at.get(f.POPULATION(WORKING)), at.get(f.EMPLOYERS), *companies, at.get(f.REVENUE), at.get(f.CAPITAL))


def multiplier(definition: GameDefinition, sections: Sections) -> int:
    """Return the Tax Multiplier: base and factor of Taxation, modifiers of both welfare policies."""
    taxation = row(definition.tables["policy_taxation"], sections["taxation"])
    modifiers = sum(cell(row(definition.tables[f"policy_{policy}"], sections[policy]), "modifier") for policy in WELFARE)
    return cell(taxation, "base") + cell(taxation, "factor") * modifiers


def calculate(definition: GameDefinition, sections: Sections, basis: Basis, labor_before: str | None = None) -> Resolution:
    """Answer the calculator `taxes`; a class of which nothing is told is left out.

    `labor_before` is the section of Labor Market before the IMF intervened, where it did. Where revenue and Capital are short,
    `revenue_after` is 0 and `short` says by how much.
    """
    factor, steps = multiplier(definition, sections), [_multiplier_step(definition, sections)]
    rates = {**sections, "labor": labor_before or sections["labor"]}
    paid = of_classes(definition, sections, basis)
    for role, own in of_classes(definition, rates, basis).items():
        if "income" in own:
            paid[role] = {**paid[role], "income": own["income"]}
    companies = {MIDDLE: basis.middle_companies, CAPITALIST: basis.capitalist_companies}
    result: dict[str, object] = {"tax_multiplier": factor}
    rate = income_rate(definition, rates)
    for role in reversed([role for role in definition.roles if role in paid]):
        own = dict(paid[role])
        values = {"role": Term(role), "rate": rate, "multiplier": factor}
        if "employment" in own:
            steps.append(Step("tax.employment", "pays", {**values, "tax": own["employment"], "companies": companies[role]}))
        if "corporate" in own:
            steps += _revenue(own, basis, values)
        if "income" in own:
            base = {"population": basis.population} if role == WORKING else {"employers": basis.employers}
            steps.append(Step(f"tax.income_{role}", "pays", {**values, **base, "tax": own["income"]}))
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


def _revenue(own: dict[str, int], basis: Basis, values: Mapping[str, object]) -> list[Step]:
    """Add to what the Capitalist Class pays what stays of its revenue, or what is missing after its Capital too."""
    left = (basis.revenue or 0) - own["employment"]
    own["revenue_after"] = max(0, left - own["corporate"])
    steps = [Step("tax.corporate", "pays", {**values, "tax": own["corporate"], "left": max(0, left), "after": own["revenue_after"]})]
    missing = own["corporate"] - left - (basis.capital or 0)
    if missing > 0:
        own["short"] = missing
        steps.append(Step("tax.corporate", "short", {**values, "short": missing}))
    return steps


def _basis(play: Play) -> Basis:
    """Return what taxes are taken of in a record, as far as it is known, of those who are played."""
    has_middle, has_capitalist = in_play(play, MIDDLE), in_play(play, CAPITALIST)
    return Basis(
        population=play.fact(population, WORKING) if in_play(play, WORKING) else None,
        employers=play.fact(employers) if has_middle else None,
        middle_companies=play.fact(operational, MIDDLE) if has_middle else None,
        capitalist_companies=play.fact(operational, CAPITALIST) if has_capitalist else None,
        revenue=play.get(f.REVENUE) if has_capitalist else None,
    )


def collect(play: Play, labor_before: str | None) -> None:
    """Let every class pay its taxes to the treasury; what nobody told makes the money of both unknown.

    `labor_before` is the section of Labor Market before the IMF intervened, where it did.
    """
    sections = {policy: section for policy in DECIDING if (section := play.get(f.POLICY(policy)))}
    payers = [role for role in PAYERS if in_play(play, role)]
    if len(sections) < len(DECIDING):
        _forget(play, payers)
        return
    answer = calculate(play.definition, sections, _basis(play), labor_before)
    play.steps.extend(
        step for step in answer.steps if (step.rule, step.outcome) not in (("tax.all", "treasury"), ("tax.corporate", "short"))
    )
    total: int | None = 0
    for role in payers:
        paid, due = answer.result.get(role), PAYERS[role]
        if not isinstance(paid, dict) or any(kind not in paid for kind in due):
            _forget(play, [role])
            total = None
            continue
        owed = sum(int(paid[kind]) for kind in due)
        paying = play.under("tax.all", "treasury")
        owe(paying, role, owed)
        paying.add(f.TREASURY, owed)
        total = None if total is None else total + owed
    if total is not None:
        play.step("tax.all", "treasury", amount=total)


def _forget(play: Play, payers: list[str]) -> None:
    """Make unknown what classes have whose taxes are unknown, and the treasury with it."""
    for role in payers:
        untold = play.step("tax.all", "untold", role=Term(role)).forget(f.TREASURY)
        pay(untold, role, None)


def income_rate(definition: GameDefinition, sections: Sections) -> int:
    """Return the rate of income tax, by Labor Market and Taxation."""
    return cell(row(definition.tables["income_tax"], sections["labor"]), sections["taxation"])


def corporate(definition: GameDefinition, sections: Sections, revenue: int) -> int:
    """Return the corporate tax on the revenue left after employment tax."""
    return cell(step(definition.tables["corporate_tax"], max(0, revenue)), sections["taxation"])


def of_classes(definition: GameDefinition, sections: Sections, basis: Basis) -> dict[str, dict[str, int]]:
    """Return what each class pays, as far as it is known what is taxed: a class of which nothing is known is left out."""
    rate, factor = income_rate(definition, sections), multiplier(definition, sections)
    found: dict[str, dict[str, int]] = {}
    if basis.population is not None:
        found[WORKING] = {"income": rate * basis.population}
    if basis.employers is not None or basis.middle_companies is not None:
        taxed = {"income": (rate, basis.employers), "employment": (factor, basis.middle_companies)}
        found[MIDDLE] = {key: each * number for key, (each, number) in taxed.items() if number is not None}
    if basis.capitalist_companies is not None:
        employment = factor * basis.capitalist_companies
        found[CAPITALIST] = {"employment": employment}
        if basis.revenue is not None:
            found[CAPITALIST]["corporate"] = corporate(definition, sections, basis.revenue - employment)
    return found
