"""Public companies open and close with Fiscal Policy: rules `policy.fiscal`, `policy.fiscal_crew`.

Without a State player whole rows do; with it the State chooses. Workers of companies that close are unemployed, committed or
not; unemployed workers may fill those that open; services that no longer fit are lost.
"""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.schema import GameDefinition, Term
from helper.engine.effects import Effects
from helper.engine.verdict import Unknown
from helper.games.hegemony.old_crews import check_unions, enter, hire, vacate
from helper.games.hegemony.old_facts import (
    MIDDLE,
    STATE,
    WORKING,
    card,
    cell,
    count,
    figure,
    fits_players,
    in_play,
    reading,
    slots,
)
from helper.games.hegemony.old_money import owe
from helper.games.hegemony.old_prices import service_room
from helper.games.hegemony.values import NOBODY, UNSKILLED, Placement, show

CHANGE, CREW = "policy.change", "policy.fiscal_crew"
Arguments = Mapping[str, object]


def opening_cost(definition: GameDefinition, was: int, now: int) -> int:
    """Return what the treasury pays for public companies that open: all beyond the first row cost the same."""
    later = [one for one in definition.tables["companies"].rows if one["owner"] == STATE and cell(one, "row") > 1]
    return max(0, now - was) * cell(later[0], "cost")


def resize(definition: GameDefinition, effects: Effects, was: str, now: str, arguments: Arguments) -> None:
    """Open or close public companies after Fiscal Policy moved from one section to another."""
    before, after = (figure(definition, "fiscal", section, "public_companies") for section in (was, now))
    cost = opening_cost(definition, before, after)
    if cost:
        owe(definition, effects, STATE, cost)
    public = [
        id for id in definition.axes["company"] if card(definition, id)["owner"] == STATE and fits_players(definition, effects.position, id)
    ]
    chosen = _chosen(definition, effects, public, before, after, arguments)
    if chosen is None:
        _left_to_the_state(definition, effects, public, after < before)
        return
    for id in chosen:
        if effects.read(f"companies.{id}.open") is None:
            effects.add("state.treasury", 0 if after > before else cell(card(definition, id), "cost"))
        elif after > before:
            _open(definition, effects, id)
        else:
            vacate(definition, effects, id)
            effects.set(f"companies.{id}.open", False)
            effects.add("state.treasury", cell(card(definition, id), "cost"))
            effects.step(CHANGE, "closed", place=show(id))
    check_unions(definition, effects)
    if after > before:
        opened = [id for id in chosen if effects.read(f"companies.{id}.open") is True]
        crews = _named(opened, arguments)
        for id in opened:
            _staff(definition, effects, id, crews)
    else:
        _discard_services(definition, effects)


def _chosen(
    definition: GameDefinition, effects: Effects, public: list[str], before: int, after: int, arguments: Arguments
) -> list[str] | None:
    """Return which companies open or close: as the State says, else whole rows; None where that cannot be known.

    Where there is a choice and the State has not made it, it is asked.
    """
    opens = after > before
    standing = [effects.read(f"companies.{id}.open") for id in public]
    candidates = [id for id, is_open in zip(public, standing, strict=True) if is_open is not opens]
    wanted = abs(after - before)
    if not in_play(effects.position, STATE):
        size = figure(definition, "fiscal", "C", "public_companies")
        low, high = sorted((before, after))
        return [id for id in candidates if low < cell(card(definition, id), "row") * size <= high]
    if None in standing:
        return None
    if len(candidates) == wanted:
        return candidates
    given = arguments.get("public")
    if isinstance(given, tuple) and len(set(given)) == wanted and set(given) <= set(candidates):
        return [str(id) for id in given]
    outcome = "which_open" if opens else "which_close"
    effects.ask("public", CHANGE, outcome, wanted=wanted, places=tuple(show(id) for id in candidates))
    return None


def _left_to_the_state(definition: GameDefinition, effects: Effects, public: list[str], closes: bool) -> None:
    """Forget what depends on the companies that the State chooses: with those that close, also who loses their work there."""
    if closes:
        effects.set("state.treasury", None)
        working = [id for id in public if effects.read(f"companies.{id}.workers")]
        for role in {str(effects.read(f"companies.{id}.crew")) for id in working}:
            for path in (f"{role}.unemployed", *(f"{role}.unemployed.{kind}" for kind in definition.axes["worker"])):
                effects.set(path, None)
        for industry in {str(card(definition, id)["industry"]) for id in working}:
            if effects.read(f"unions.{industry}") is True:
                effects.set(f"unions.{industry}", None)
        if working:
            effects.step(CHANGE, "laid_off")
    for id in public:
        if cell(card(definition, id), "row") > 1 or closes:
            effects.set(f"companies.{id}.open", None)


def _open(definition: GameDefinition, effects: Effects, id: str) -> None:
    labor = effects.read("policies.labor")
    minimum = figure(definition, "labor", str(labor), "minimum_wage") if labor else None
    marks = {"open": True, "workers": (), "crew": "", "committed": False, "strike": False, "level": minimum}
    for what, value in marks.items():
        effects.set(f"companies.{id}.{what}", value)
    effects.step(CHANGE, "opened", place=show(id))


def _named(opened: list[str], arguments: Arguments) -> dict[str, str]:
    """Return whose workers go into which of the companies that opened, as far as the table says; a list of nothing is nobody's in any."""
    given = arguments.get("crews")
    if given == ():
        return dict.fromkeys(opened, NOBODY)
    found = {one.company: one.role for one in given if isinstance(one, Placement)} if isinstance(given, tuple) else {}
    return found if found.keys() <= set(opened) else {}


def _staff(definition: GameDefinition, effects: Effects, id: str, named: Mapping[str, str]) -> None:
    """Place unemployed workers in a company that opened, where a class can fill all its slots.

    Who decides is asked, and asked again where a class is named that cannot; that it is nobody's is an answer.
    """
    fitting, untold = {}, set()
    for role in (WORKING, MIDDLE):
        if in_play(effects.position, role):
            try:
                workers = crew_for(definition, effects, role, id)
            except Unknown:
                effects.step(CREW, "look", role=Term(role), place=show(id))
                untold.add(role)
                continue
            if workers:
                fitting[role] = workers
    chosen = next(iter(fitting), None)
    if in_play(effects.position, STATE) or len(fitting) + len(untold) > 1 or named.get(id) == NOBODY:
        chosen = named.get(id)
        if fitting and chosen not in (NOBODY, *fitting, *untold):
            effects.ask("crews", CREW, "who", about=id, place=show(id), roles=tuple(Term(role) for role in fitting))
            return
    if chosen in fitting:
        hire(effects, chosen, fitting[chosen])
        enter(definition, effects, chosen, fitting[chosen], id)
        effects.step(CREW, "placed", role=Term(chosen), place=show(id), workers=tuple(Term(worker) for worker in fitting[chosen]))


def crew_for(definition: GameDefinition, effects: Effects, role: str, id: str) -> tuple[str, ...]:
    """Return unemployed workers of a class that fill all slots of a company, unskilled first where the slot is; none else.

    Raises Unknown where their colours were not told.
    """
    read, wanted = reading(effects.position), slots(definition, id).own
    if effects.count(f"{role}.unemployed") is not None and (effects.count(f"{role}.unemployed") or 0) < len(wanted):
        return ()
    kinds = (UNSKILLED, *(kind for kind in definition.axes["worker"] if kind != UNSKILLED))
    found: list[str] = []
    for slot in sorted(wanted, key=lambda one: one == UNSKILLED):
        fitting = (slot,) if slot != UNSKILLED else kinds
        taken = next((kind for kind in fitting if count(read, f"{role}.unemployed.{kind}") > found.count(kind)), None)
        if taken is None:
            return ()
        found.append(taken)
    return tuple(found)


def _discard_services(definition: GameDefinition, effects: Effects) -> None:
    """Discard services that no longer fit."""
    for service in definition.axes["service"]:
        path = f"state.services.{service}"
        held = effects.count(path)
        try:
            most = service_room(definition, effects.position, service)
        except Unknown:
            continue
        if held is not None and held > most:
            effects.set(path, most)
            effects.step(CHANGE, "discarded", amount=held - most, good=Term(service))
