"""Public companies open and close with Fiscal Policy: rules `policy.fiscal`, `policy.fiscal_crew`.

Without a State player whole rows do; with it the State chooses. Workers of companies that close are unemployed, committed or
not; unemployed workers may fill those that open; services that no longer fit are lost.
"""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.schema import GameDefinition, Term
from helper.engine.play import Play
from helper.engine.position import Board
from helper.games.hegemony import figures as f
from helper.games.hegemony.crews import check_unions, enter, forget_unemployed, hire, vacate
from helper.games.hegemony.facts import MIDDLE, STATE, WORKING, card, cell, figure, fits_players, of_section, owned_by, slots
from helper.games.hegemony.money import owe
from helper.games.hegemony.prices import service_room
from helper.games.hegemony.seating import in_play
from helper.games.hegemony.values import NOBODY, UNSKILLED, show

CHANGE, CREW = "policy.change", "policy.fiscal_crew"


def opening_cost(definition: GameDefinition, was: int, now: int) -> int:
    """Return what the treasury pays for public companies that open: all beyond the first row cost the same."""
    later = [one for one in definition.tables["companies"].rows if one["owner"] == STATE and cell(one, "row") > 1]
    return max(0, now - was) * cell(later[0], "cost")


def resize(play: Play, was: str, now: str) -> None:
    """Open or close public companies after Fiscal Policy moved from one section to another."""
    before, after = (figure(play.definition, "fiscal", section, "public_companies") for section in (was, now))
    cost = opening_cost(play.definition, before, after)
    if cost:
        owe(play.under(CHANGE, "more"), STATE, cost)
    public = [id for id in owned_by(play, STATE) if fits_players(play, id)]
    chosen = _chosen(play, public, before, after)
    if chosen is None:
        _left_to_the_state(play, public, after < before)
        return
    for id in chosen:
        if f.OPEN(id) not in play:
            play.under(CHANGE, "closed").add(f.TREASURY, 0 if after > before else _cost(play, id))
        elif after > before:
            _open(play, id)
        else:
            closed = play.step(CHANGE, "closed", place=show(id))
            vacate(closed, id)
            closed.set(f.OPEN(id), False).add(f.TREASURY, _cost(play, id))
    check_unions(play)
    if after > before:
        opened = [id for id in chosen if play.get(f.OPEN(id))]
        crews = _named(play, opened)
        for id in opened:
            _staff(play, id, crews)
    else:
        _discard_services(play)


def _cost(play: Play, id: str) -> int:
    return cell(card(play.definition, id), "cost")


def _chosen(play: Play, public: list[str], before: int, after: int) -> list[str] | None:
    """Return which companies open or close: as the State says, else whole rows; None where that cannot be known.

    Where there is a choice and the State has not made it, it is asked.
    """
    opens = after > before
    standing = [play.get(f.OPEN(id)) for id in public]
    candidates = [id for id, is_open in zip(public, standing, strict=True) if is_open is not opens]
    wanted = abs(after - before)
    if not in_play(play, STATE):
        size = figure(play.definition, "fiscal", "C", "public_companies")
        low, high = sorted((before, after))
        return [id for id in candidates if low < cell(card(play.definition, id), "row") * size <= high]
    if None in standing:
        return None
    if len(candidates) == wanted:
        return candidates
    given = play.named(f.PUBLIC) or ()
    if len(set(given)) == wanted and set(given) <= set(candidates):
        return list(given)
    play.ask(f.PUBLIC, CHANGE, "which_open" if opens else "which_close", wanted=wanted, places=tuple(map(show, candidates)))
    return None


def _left_to_the_state(play: Play, public: list[str], closes: bool) -> None:
    """Forget what depends on the companies that the State chooses: with those that close, also who loses their work there."""
    leaving = play.under(CHANGE, "laid_off" if closes else "choose")
    if closes:
        leaving.forget(f.TREASURY)
        working = [id for id in public if play.get(f.STANDING(id))]
        forget_unemployed(leaving, tuple({crew for id in working if (crew := play.get(f.CREW(id)))}), play.axis("worker"))
        for industry in {str(card(play.definition, id)["industry"]) for id in working}:
            if play.get(f.UNION(industry)):
                leaving.forget(f.UNION(industry))
        if working:
            play.step(CHANGE, "laid_off")
    leaving.forget(*(f.OPEN(id) for id in public if closes or cell(card(play.definition, id), "row") > 1))


def _open(play: Play, id: str) -> None:
    minimum = play.fact(of_section, "labor", "minimum_wage")
    opened = play.step(CHANGE, "opened", place=show(id)).set(f.OPEN(id), True).set(f.STANDING(id), ()).set(f.CREW(id), NOBODY)
    opened.set(f.COMMITTED(id), False).set(f.STRIKE(id), False).set(f.LEVEL(id), minimum)


def _named(play: Play, opened: list[str]) -> dict[str, str]:
    """Return whose workers go into which of the companies that opened, as far as the table says; a list of nothing is nobody's in any."""
    given = play.named(f.PLACEMENTS)
    if given == ():
        return dict.fromkeys(opened, NOBODY)
    found = {one.company: one.role for one in given or ()}
    return found if found.keys() <= set(opened) else {}


def _staff(play: Play, id: str, named: Mapping[str, str]) -> None:
    """Place unemployed workers in a company that opened, where a class can fill all its slots.

    Who decides is asked, and asked again where a class is named that cannot; that it is nobody's is an answer.
    """
    fitting, untold = {}, set()
    for role in (WORKING, MIDDLE):
        if in_play(play, role):
            workers = play.fact(crew_for, role, id)
            if workers is None:
                play.step(CREW, "look", role=Term(role), place=show(id))
                untold.add(role)
            elif workers:
                fitting[role] = workers
    chosen = next(iter(fitting), None)
    if in_play(play, STATE) or len(fitting) + len(untold) > 1 or named.get(id) == NOBODY:
        chosen = named.get(id)
        if fitting and chosen not in (NOBODY, *fitting, *untold):
            play.ask(f.PLACEMENTS, CREW, "who", about=id, place=show(id), roles=tuple(map(Term, fitting)))
            return
    if chosen in fitting:
        placed = play.step(CREW, "placed", role=Term(chosen), place=show(id), workers=tuple(map(Term, fitting[chosen])))
        hire(placed, chosen, fitting[chosen])
        enter(placed, chosen, fitting[chosen], id)


def crew_for(at: Board, role: str, id: str) -> tuple[str, ...]:
    """Return unemployed workers of a class that fill all slots of a company, unskilled first where the slot is; none else.

    Raises Unknown where their colours were not told.
    """
    wanted = slots(at.definition, id).own
    if at.get(f.UNEMPLOYED(role), len(wanted)) < len(wanted):
        return ()
    kinds = (UNSKILLED, *(kind for kind in at.axis("worker") if kind != UNSKILLED))
    found: list[str] = []
    for slot in sorted(wanted, key=lambda one: one == UNSKILLED):
        fitting = (slot,) if slot != UNSKILLED else kinds
        taken = next((kind for kind in fitting if at[f.UNEMPLOYED_KIND(role, kind)] > found.count(kind)), None)
        if taken is None:
            return ()
        found.append(taken)
    return tuple(found)


def _discard_services(play: Play) -> None:
    """Discard services that no longer fit."""
    for service in play.axis("service"):
        held, most = play.get(f.SERVICES(service)), play.fact(service_room, service)
        if held is not None and most is not None and held > most:
            play.step(CHANGE, "discarded", amount=held - most, good=Term(service)).set(f.SERVICES(service), most)
