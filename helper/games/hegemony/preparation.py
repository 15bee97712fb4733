"""Preparing the next round: interest, prosperity, cards, new workers. Rules `prep.*`.

What chance decides (colours of immigrants, markets, deals, export card, events, agenda) becomes unknown until it is told;
how many there are is known.
"""

from __future__ import annotations

from helper.definitions.schema import Term
from helper.engine.play import Play
from helper.games.hegemony import figures as f
from helper.games.hegemony.crews import new_worker
from helper.games.hegemony.facts import CAPITALIST, MIDDLE, STATE, WORKING, cell, of_section, population, row
from helper.games.hegemony.money import owe, pay
from helper.games.hegemony.seating import in_play

BUYERS = (WORKING, MIDDLE)
INTEREST, WORKERS, IMMIGRATION = "prep.interest", "prep.workers", "prep.immigration"


def prepare(play: Play) -> None:
    """Carry out the Preparation of the round that the round marker has come to."""
    interest(play)
    board_state_debt(play)
    prosperity(play)
    cards(play)
    arrivals(play)


def interest(play: Play) -> None:
    """Let everybody pay interest, the State too where nobody plays it; what nobody told of loans makes the money unknown."""
    each = play.number("loan.terms", "interest")
    for role in play.definition.roles:
        if role != STATE and not in_play(play, role):
            continue
        loans = play.get(f.LOANS(role))
        if loans is None:
            pay(play.step(INTEREST, "untold", role=Term(role)), role, None)
        elif loans:
            owe(play.under(INTEREST, "paid"), role, loans * each, capital_first=True)
            play.step(INTEREST, "paid", role=Term(role), loans=loans, cost=loans * each)
        else:
            play.step(INTEREST, "none", role=Term(role))


def board_state_debt(play: Play) -> None:
    """Pay off loans of a State that nobody plays, as long as its treasury holds more than a loan costs."""
    if in_play(play, STATE):
        return
    cost = play.number("pay_off_loan", "cost")
    while play.get(f.LOANS(STATE), 0) > 0 and play.get(f.TREASURY, 0) > cost:
        repaid = play.step("prep.board_state_debt", "repaid", cost=cost)
        pay(repaid, STATE, cost)
        repaid.take(f.LOANS(STATE), 1)


def prosperity(play: Play) -> None:
    """Move prosperity down its track, by spaces; no points are lost."""
    for role in BUYERS:
        if in_play(play, role):
            before, drop = play.get(f.PROSPERITY(role)), play.number("people.prosperity_drop", role)
            space = None if before is None else max(0, before - drop)
            outcome = "stays" if space == before == 0 else "falls"
            play.step("people.prosperity_drop", outcome, role=Term(role), before=before, space=space).take(f.PROSPERITY(role), drop)


def cards(play: Play) -> None:
    """Open new cards: what they are is unknown until it is told."""
    if in_play(play, STATE):
        rule = play.rule("prep.state_cards")
        opened = play.step("prep.state_cards", "opened", events=rule.number("events"), agendas=rule.number("agendas"))
        opened.set(f.EVENTS, rule.number("events")).forget(f.AGENDA)
    play.step("prep.cards", "drawn", turns=play.number("turn.length", "turns"))
    for role in (MIDDLE, CAPITALIST):
        if in_play(play, role):
            market = cell(row(play.table("limits"), role), "market")
            play.step("prep.market", "refilled", role=Term(role), market=market).forget(f.MARKET(role))
    deals = play.fact(of_section, "trade", "deals")
    play.step("prep.deals", "opened", deals=deals).set(f.DEALS, () if deals == 0 else None).forget(f.EXPORT_CARD)


def arrivals(play: Play) -> None:
    """Add the new workers and the immigrants of each class; colours that nobody tells make those of the unemployed unknown."""
    told, rule, immigrants = play.named(f.ARRIVALS) or (), play.rule(WORKERS), play.fact(of_section, "immigration", "workers")
    for role in BUYERS:
        if not in_play(play, role):
            continue
        before, unskilled = play.fact(population, role), rule.number(f"{role}_unskilled")
        chosen = rule.number("middle_skilled") if role == MIDDLE else 0
        added = play.step(WORKERS, "unskilled", role=Term(role), workers=unskilled)
        for _ in range(unskilled):
            new_worker(added, role)
        coming = None if immigrants is None else chosen + immigrants
        named = [one.worker for one in told if one.role == role]
        if named and coming == len(named):
            for worker in named:
                new_worker(play.under(IMMIGRATION, "arrive"), role, worker)
        elif coming != 0:
            _uncoloured(play, role, coming)
        if chosen:
            play.step(WORKERS, "chosen", role=Term(role), workers=chosen)
        play.step(IMMIGRATION, "arrive", role=Term(role), workers=immigrants)
        now = play.get(f.POPULATION(role))
        outcome = "stays" if before == now and now is not None else "population"
        play.step(IMMIGRATION, outcome, role=Term(role), before=before, population=now)


def _uncoloured(play: Play, role: str, workers: int | None) -> None:
    """Add workers whose colours nobody told."""
    arriving = play.under(IMMIGRATION, "arrive")
    if workers is None:
        arriving.forget(f.WORKERS(role), f.UNEMPLOYED(role), f.POPULATION(role))
    for _ in range(workers or 0):
        new_worker(arriving, role)
    arriving.forget(*(f.UNEMPLOYED_KIND(role, kind) for kind in play.axis("worker")))
