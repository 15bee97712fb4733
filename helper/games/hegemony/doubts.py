"""What cannot be right among the figures of a position: they contradict each other, or the box; the table may know better."""

from __future__ import annotations

from collections.abc import Iterator

from helper.definitions.schema import GameDefinition, Term
from helper.engine.position import Position
from helper.engine.resolution import Step
from helper.engine.verdict import Unknown
from helper.games.hegemony.old_facts import (
    CAPITALIST,
    MIDDLE,
    STATE,
    WORKING,
    card,
    cell,
    companies,
    figure,
    fill,
    fits_players,
    reading,
    row,
    slots,
    step,
)
from helper.games.hegemony.values import show


def doubts(definition: GameDefinition, position: Position) -> tuple[Step, ...]:
    """Return what contradicts among the workers, in companies and markets, and between the policies and the board."""
    found = [doubt for role in (WORKING, MIDDLE) for doubt in _of_workers(definition, position, role)]
    found += [doubt for role in (MIDDLE, CAPITALIST) for doubt in _of_market(definition, position, role)]
    return (*found, *_of_companies(definition, position), *_of_fiscal_policy(definition, position))


def _of_workers(definition: GameDefinition, position: Position, role: str) -> Iterator[Step]:
    """Yield a population that the workers do not give, unemployed workers that are more than all, or not their kinds."""
    told = position.figures
    workers, people, out = (told.get(f"{role}.{what}") for what in ("workers", "population", "unemployed"))
    if isinstance(workers, int) and isinstance(people, int):
        given = cell(step(definition.tables["population"], workers), "population")
        if given != people:
            yield Step("people.population", "differs", {"role": Term(role), "workers": workers, "population": given, "told": people})
    if isinstance(workers, int) and isinstance(out, int):
        if out > workers:
            yield Step("people.population", "too_many", {"role": Term(role), "workers": workers, "unemployed": out})
        standing = _standing(definition, position, role)
        if standing is not None and standing + out != workers:
            values = {"role": Term(role), "workers": workers, "employed": standing, "unemployed": out}
            yield Step("people.population", "elsewhere", values)
    kinds = [told.get(f"{role}.unemployed.{kind}") for kind in definition.axes["worker"]]
    named = [kind for kind in kinds if isinstance(kind, int)]
    if isinstance(out, int) and len(named) == len(kinds) and sum(named) != out:
        yield Step("people.population", "kinds", {"role": Term(role), "unemployed": out, "told": sum(named)})


def _of_market(definition: GameDefinition, position: Position, role: str) -> Iterator[Step]:
    """Yield what cannot be right about the cards in a market: too many, one twice, one of another owner, one that is on the board."""
    told = position.figures.get(f"market.{role}")
    market = told if isinstance(told, tuple) else ()
    most = cell(row(definition.tables["limits"], role), "market")
    if len(market) > most:
        yield Step("company.limits", "market_full", {"role": Term(role), "cards": len(market), "most": most})
    for id in dict.fromkeys(market):
        values = {"place": show(id), "role": Term(role)}
        if market.count(id) > 1:
            yield Step("company.limits", "market_twice", values)
        if card(definition, id)["owner"] != role:
            yield Step("company.limits", "market_of_another", values)
        elif position.figures.get(f"companies.{id}.open") is True:
            yield Step("company.limits", "market_and_board", values)


def _standing(definition: GameDefinition, position: Position, role: str) -> int | None:
    """Return how many workers of a class stand in companies and unions; None where not all companies are told."""
    try:
        every = list(companies(definition, reading(position)))
    except Unknown:
        return None
    own = sum(len(one.workers) for one in every if one.crew == role)
    unions = [position.figures.get(f"unions.{industry}") for industry in definition.axes["industry"]]
    return own if role != WORKING else own + sum(len(one.employee) for one in every) + sum(one is True for one in unions)


def _of_companies(definition: GameDefinition, position: Position) -> Iterator[Step]:
    """Yield workers that do not fill the slots they stand in, and a wage below the minimum of the Labor Market."""
    told, labor = position.figures, position.word("policies.labor")
    minimum = figure(definition, "labor", labor, "minimum_wage") if labor else 0
    too_low: list[object] = []
    for id in definition.axes["company"]:
        workers, level = told.get(f"companies.{id}.workers"), told.get(f"companies.{id}.level")
        own = slots(definition, id).own
        if isinstance(workers, tuple) and workers and not fill(own, workers):
            values = {"place": show(id), "worker": tuple(Term(one) for one in workers), "slots": tuple(Term(slot) for slot in own) or 0}
            yield Step("company.slots", "not_filled" if own else "none_there", values)
        is_there = told.get(f"companies.{id}.open", True) is True
        if is_there and isinstance(level, int) and level < minimum and cell(card(definition, id), "l1"):
            too_low.append(show(id))
    if too_low:
        yield Step("company.wages", "too_low", {"places": tuple(too_low), "minimum": minimum, "section": labor})


def _of_fiscal_policy(definition: GameDefinition, position: Position) -> Iterator[Step]:
    """Yield that more or fewer public companies are open than Fiscal Policy gives, where all of them are told."""
    section, players = position.word("policies.fiscal"), len(position.seats)
    public = [id for id in definition.axes["company"] if card(definition, id)["owner"] == STATE and fits_players(definition, position, id)]
    standing = [position.figures.get(f"companies.{id}.open") for id in public]
    wanted = figure(definition, "fiscal", section, "public_companies") if section else 0
    if section and players and standing and None not in standing and standing.count(True) != wanted:
        yield Step("policy.fiscal", "differs", {"section": section, "companies": wanted, "told": standing.count(True)})
