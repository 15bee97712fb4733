"""What cannot be right among the figures of a position: they contradict each other, or the box; the table may know better."""

from __future__ import annotations

from collections.abc import Iterator

from helper.definitions.schema import GameDefinition, Term
from helper.engine.position import Board, Glance, Position, known
from helper.engine.resolution import Step
from helper.games.hegemony import figures as f
from helper.games.hegemony.facts import (
    CAPITALIST,
    MIDDLE,
    STATE,
    WORKING,
    cell,
    companies,
    figure,
    fill,
    fits_players,
    owned_by,
    owner_of,
    pays_wage,
    population_of,
    row,
    slots,
)
from helper.games.hegemony.values import show


def doubts(definition: GameDefinition, position: Position) -> tuple[Step, ...]:
    """Return what contradicts among the workers, in companies and markets, and between the policies and the board."""
    at = Board(definition, position)
    found = [doubt for role in (WORKING, MIDDLE) for doubt in _of_workers(at, role)]
    found += [doubt for role in (MIDDLE, CAPITALIST) for doubt in _of_market(at, role)]
    return (*found, *_of_companies(at), *_of_fiscal_policy(at))


def _of_workers(at: Board, role: str) -> Iterator[Step]:
    """Yield a population that the workers do not give, unemployed workers that are more than all, or not their kinds."""
    workers, people, out = at.get(f.WORKERS(role)), at.get(f.POPULATION(role)), at.get(f.UNEMPLOYED(role))
    if workers is not None and people is not None:
        given = population_of(at.definition, workers)
        if given != people:
            yield Step("people.population", "differs", {"role": Term(role), "workers": workers, "population": given, "told": people})
    if workers is not None and out is not None:
        if out > workers:
            yield Step("people.population", "too_many", {"role": Term(role), "workers": workers, "unemployed": out})
        standing = known(_standing, at, role)
        if standing is not None and standing + out != workers:
            values = {"role": Term(role), "workers": workers, "employed": standing, "unemployed": out}
            yield Step("people.population", "elsewhere", values)
    kinds = known(_kinds, at, role)
    if out is not None and kinds is not None and kinds != out:
        yield Step("people.population", "kinds", {"role": Term(role), "unemployed": out, "told": kinds})


def _kinds(at: Board, role: str) -> int:
    """Return how many workers of a class are unemployed, as their kinds give it."""
    return sum(at.need(*(f.UNEMPLOYED_KIND(role, kind) for kind in at.axis("worker"))))


def _of_market(at: Glance, role: str) -> Iterator[Step]:
    """Yield what cannot be right about the cards in a market: too many, one twice, one of another owner, one that is on the board."""
    market, most = at.get(f.MARKET(role), ()), cell(row(at.table("limits"), role), "market")
    if len(market) > most:
        yield Step("company.limits", "market_full", {"role": Term(role), "cards": len(market), "most": most})
    for id in dict.fromkeys(market):
        values = {"place": show(id), "role": Term(role)}
        if market.count(id) > 1:
            yield Step("company.limits", "market_twice", values)
        if owner_of(at.definition, id) != role:
            yield Step("company.limits", "market_of_another", values)
        elif at.get(f.OPEN(id)):
            yield Step("company.limits", "market_and_board", values)


def _standing(at: Board, role: str) -> int:
    """Return how many workers of a class stand in companies and unions; raises Unknown where not all companies are told."""
    every = list(companies(at))
    own = sum(len(one.workers) for one in every if one.crew == role)
    if role != WORKING:
        return own
    unions = sum(at.get(f.UNION(industry), False) for industry in at.axis("industry"))
    return own + unions + sum(len(one.employee) for one in every)


def _of_companies(at: Glance) -> Iterator[Step]:
    """Yield workers that do not fill the slots they stand in, and a wage below the minimum of the Labor Market."""
    labor = at.get(f.POLICY("labor"))
    minimum = figure(at.definition, "labor", labor, "minimum_wage") if labor else 0
    too_low: list[object] = []
    for id in at.axis("company"):
        workers, level, own = at.get(f.STANDING(id)), at.get(f.LEVEL(id)), slots(at.definition, id).own
        if workers and not fill(own, workers):
            values = {"place": show(id), "worker": tuple(map(Term, workers)), "slots": tuple(map(Term, own)) or 0}
            yield Step("company.slots", "not_filled" if own else "none_there", values)
        if at.get(f.OPEN(id), True) and level is not None and level < minimum and pays_wage(at.definition, id):
            too_low.append(show(id))
    if too_low:
        yield Step("company.wages", "too_low", {"places": tuple(too_low), "minimum": minimum, "section": labor})


def _of_fiscal_policy(at: Glance) -> Iterator[Step]:
    """Yield that more or fewer public companies are open than Fiscal Policy gives, where all of them are told."""
    section, public = at.get(f.POLICY("fiscal")), [id for id in owned_by(at, STATE) if fits_players(at, id)]
    standing = [at.get(f.OPEN(id)) for id in public]
    wanted = figure(at.definition, "fiscal", section, "public_companies") if section else 0
    if section and at.seats and standing and None not in standing and standing.count(True) != wanted:
        yield Step("policy.fiscal", "differs", {"section": section, "companies": wanted, "told": standing.count(True)})
