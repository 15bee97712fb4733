"""Preparing the next round: interest, prosperity, cards, new workers. Rules `prep.*`.

What chance decides (colours of immigrants, markets, deals, export card, events, agenda) becomes unknown until it is told;
how many there are is known.
"""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.schema import GameDefinition, Term
from helper.engine.effects import Effects
from helper.engine.verdict import Unknown
from helper.games.hegemony.old_crews import new_worker
from helper.games.hegemony.old_facts import CAPITALIST, MIDDLE, STATE, WORKING, cell, figure, in_play, population, reading, row
from helper.games.hegemony.old_money import owe, pay
from helper.games.hegemony.values import UNSKILLED, Crew

BUYERS = (WORKING, MIDDLE)


def prepare(definition: GameDefinition, effects: Effects, arguments: Mapping[str, object]) -> None:
    """Carry out the Preparation of the round that the round marker has come to."""
    interest(definition, effects)
    board_state_debt(definition, effects)
    prosperity(definition, effects)
    cards(definition, effects)
    arrivals(definition, effects, arguments)


def interest(definition: GameDefinition, effects: Effects) -> None:
    """Let everybody pay interest, the State too where nobody plays it; what nobody told of loans makes the money unknown."""
    each = definition.rules["loan.terms"].number("interest")
    for role in definition.roles:
        if role != STATE and not in_play(effects.position, role):
            continue
        loans = effects.count(f"{role}.loans")
        if loans is None:
            pay(effects, role, None)
            effects.step("prep.interest", "untold", role=Term(role))
        elif loans:
            owe(definition, effects, role, loans * each, capital_first=True)
            effects.step("prep.interest", "paid", role=Term(role), loans=loans, cost=loans * each)
        else:
            effects.step("prep.interest", "none", role=Term(role))


def board_state_debt(definition: GameDefinition, effects: Effects) -> None:
    """Pay off loans of a State that nobody plays, as long as its treasury holds more than a loan costs."""
    if in_play(effects.position, STATE):
        return
    cost = definition.rules["pay_off_loan"].number("cost")
    while (effects.count("state.loans") or 0) > 0 and (effects.count("state.treasury") or 0) > cost:
        pay(effects, STATE, cost)
        effects.take("state.loans", 1)
        effects.step("prep.board_state_debt", "repaid", cost=cost)


def prosperity(definition: GameDefinition, effects: Effects) -> None:
    """Move prosperity down its track, by spaces; no points are lost."""
    for role in BUYERS:
        if in_play(effects.position, role):
            before = effects.count(f"{role}.prosperity")
            effects.take(f"{role}.prosperity", definition.rules["people.prosperity_drop"].number(role))
            space = effects.count(f"{role}.prosperity")
            outcome = "stays" if space == before == 0 else "falls"
            effects.step("people.prosperity_drop", outcome, role=Term(role), before=before, space=space)


def cards(definition: GameDefinition, effects: Effects) -> None:
    """Open new cards: what they are is unknown until it is told."""
    if in_play(effects.position, STATE):
        rule = definition.rules["prep.state_cards"]
        effects.set("state.events", rule.number("events"))
        effects.set("state.agenda", None)
        effects.step("prep.state_cards", "opened", events=rule.number("events"), agendas=rule.number("agendas"))
    effects.step("prep.cards", "drawn", turns=definition.rules["turn.length"].number("turns"))
    for role in (MIDDLE, CAPITALIST):
        if in_play(effects.position, role):
            effects.set(f"market.{role}", None)
            market = cell(row(definition.tables["limits"], role), "market")
            effects.step("prep.market", "refilled", role=Term(role), market=market)
    section = str(effects.read("policies.trade") or "")
    deals = figure(definition, "trade", section, "deals") if section else None
    effects.set("deals", () if deals == 0 else None)
    effects.set("export_card", None)
    effects.step("prep.deals", "opened", deals=deals)


def arrivals(definition: GameDefinition, effects: Effects, arguments: Mapping[str, object]) -> None:
    """Add the new workers and the immigrants of each class; colours that nobody tells make those of the unemployed unknown."""
    given, rule = arguments.get("arrivals"), definition.rules["prep.workers"]
    told = [one for one in given if isinstance(one, Crew)] if isinstance(given, tuple) else []
    section = str(effects.read("policies.immigration") or "")
    immigrants = figure(definition, "immigration", section, "workers") if section else None
    for role in BUYERS:
        if not in_play(effects.position, role):
            continue
        try:
            before: int | None = population(definition, reading(effects.position), role)
        except Unknown:
            before = None
        unskilled = rule.number(f"{role}_unskilled")
        chosen = rule.number("middle_skilled") if role == MIDDLE else 0
        for _ in range(unskilled):
            new_worker(definition, effects, role)
        effects.step("prep.workers", "unskilled", role=Term(role), workers=unskilled)
        coming = None if immigrants is None else chosen + immigrants
        named = [one.worker for one in told if one.role == role]
        if named and coming == len(named):
            for worker in named:
                new_worker(definition, effects, role, worker)
        elif coming != 0:
            _uncoloured(definition, effects, role, coming)
        if chosen:
            effects.step("prep.workers", "chosen", role=Term(role), workers=chosen)
        effects.step("prep.immigration", "arrive", role=Term(role), workers=immigrants)
        now = effects.count(f"{role}.population")
        outcome = "stays" if before == now and now is not None else "population"
        effects.step("prep.immigration", outcome, role=Term(role), before=before, population=now)


def _uncoloured(definition: GameDefinition, effects: Effects, role: str, workers: int | None) -> None:
    """Add workers whose colours nobody told."""
    if workers is None:
        effects.add(f"{role}.workers", None)
        effects.add(f"{role}.unemployed", None)
        effects.set(f"{role}.population", None)
    for _ in range(workers or 0):
        new_worker(definition, effects, role)
    for kind in (UNSKILLED, *(kind for kind in definition.axes["worker"] if kind != UNSKILLED)):
        effects.set(f"{role}.unemployed.{kind}", None)
