"""Scoring at the end of a round: rules `scoring.*`."""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.schema import GameDefinition, Term
from helper.engine.effects import Effects
from helper.engine.verdict import Unknown
from helper.games.hegemony.actions.goods import prosper
from helper.games.hegemony.old_facts import MIDDLE, STATE, cell, fully_operational, in_play, reading, step
from helper.games.hegemony.old_money import move_legitimacy
from helper.games.hegemony.scoring import halved, matches
from helper.games.hegemony.values import Bill


def score(definition: GameDefinition, effects: Effects, arguments: Mapping[str, object]) -> None:
    """Score a round in the printed order; what nobody told makes the points that depend on it unknown.

    `events` in `arguments` names the classes with which open events cost legitimacy; `agenda` the sections on the State's card.
    """
    unions(definition, effects, arguments)
    if in_play(effects.position, MIDDLE):
        middle(definition, effects)
    wealth(definition, effects, arguments)
    if in_play(effects.position, STATE):
        events(definition, effects, arguments)
        legitimacy(definition, effects)
        agenda(definition, effects, arguments)


def unions(definition: GameDefinition, effects: Effects, arguments: Mapping[str, object]) -> None:
    """Score the trade unions; where it is not known which there are, their number is asked for."""
    standing = [effects.read(f"unions.{industry}") for industry in definition.axes["industry"]]
    given = arguments.get("unions")
    if None in standing and not isinstance(given, int):
        effects.ask("unions", "scoring.unions", "ask")
        return
    formed = given if isinstance(given, int) else sum(one is True for one in standing)
    points = formed * definition.rules["people.union"].number("points")
    effects.add("working.points", points)
    effects.step("scoring.unions", "points" if points else "none", unions=formed, points=points)


def middle(definition: GameDefinition, effects: Effects) -> None:
    """Raise the prosperity of the Middle Class where its full companies outnumber the value of its prosperity."""
    space = effects.count("middle.prosperity")
    try:
        full: int | None = fully_operational(definition, reading(effects.position))
    except Unknown:
        full = None
    if space is None or full is None:
        effects.set("middle.prosperity", None)
        effects.add("middle.points", None)
        effects.step("scoring.middle", "untold")
        return
    value = cell(definition.tables["prosperity"].rows[space], MIDDLE)
    if full > value:
        points = prosper(definition, effects, MIDDLE)
        effects.add("middle.points", points)
        reached = effects.count("middle.prosperity")
        effects.step("scoring.middle", "rises", companies=full, value=value, space=reached, points=points)
    else:
        effects.step("scoring.middle", "stays", companies=full, value=value)


def wealth(definition: GameDefinition, effects: Effects, arguments: Mapping[str, object]) -> None:
    """Move Revenue to Capital, then score its space and each space the marker moves right; where it stood is asked for."""
    revenue = effects.count("capitalist.revenue")
    effects.add("capitalist.capital", revenue)
    if revenue is None:
        effects.step("scoring.wealth", "untold")
    else:
        effects.step("scoring.wealth", "all_to_capital", revenue=revenue, capital=effects.count("capitalist.capital"))
    effects.set("capitalist.revenue", 0)
    capital, before = effects.count("capitalist.capital"), effects.count("capitalist.wealth")
    told = arguments.get("marker")
    before = told if before is None and isinstance(told, int) else before
    if capital is None:
        effects.set("capitalist.wealth", None)
        effects.add("capitalist.points", None)
        return
    level = cell(step(definition.tables["wealth"], capital), "level")
    effects.step("scoring.wealth", "level", capital=capital, level=level, points=level)
    effects.add("capitalist.points", level)
    if before is None:
        effects.ask("marker", "scoring.wealth", "ask")
        return
    spaces = max(0, level - before)
    if spaces:
        points = spaces * definition.rules["scoring.wealth"].number("new_space")
        effects.add("capitalist.points", points)
        effects.step("scoring.wealth", "moves", spaces=spaces, points=points)
    else:
        effects.step("scoring.wealth", "stays", previous=before)
    effects.set("capitalist.wealth", max(level, before))


def events(definition: GameDefinition, effects: Effects, arguments: Mapping[str, object]) -> None:
    """Take the legitimacy that open events cost: their cards say with whom."""
    still_open, given = effects.count("state.events"), arguments.get("events")
    if given is None and still_open != 0:
        effects.ask("events", "scoring.events", "ask", events=still_open)
    losers = [str(role) for role in given] if isinstance(given, tuple) else []
    for role in losers:
        move_legitimacy(definition, effects, role, -definition.rules["scoring.events"].number("loss"))
        effects.step("scoring.events", "lost", role=Term(role), legitimacy=effects.count(f"state.legitimacy.{role}"))
    if not losers:
        effects.step("scoring.events", "none")
    effects.set("state.events", 0)


def legitimacy(definition: GameDefinition, effects: Effects) -> None:
    """Score the lowest legitimacy values, divide all, then add what tokens bring."""
    rule, token = definition.rules["scoring.legitimacy"], definition.rules["state.legitimacy"].number("token")
    values = {role: effects.count(f"state.legitimacy.{role}") for role in definition.axes["class"]}
    known = [value for value in values.values() if value is not None]
    if len(known) < len(values):
        effects.add("state.points", None)
        effects.step("scoring.legitimacy", "untold")
    else:
        lowest = sorted(known)[: rule.number("counted")]
        effects.add("state.points", sum(lowest))
        effects.step("scoring.legitimacy", "scores", values=tuple(lowest), points=sum(lowest))
    for role, value in values.items():
        tokens = effects.count(f"tokens.{role}")
        effects.set(f"state.legitimacy.{role}", None if value is None or tokens is None else halved(value, rule.number("divisor")))
        if tokens:
            move_legitimacy(definition, effects, role, tokens * token)
        if value is not None:
            after = effects.count(f"state.legitimacy.{role}")
            effects.step("scoring.legitimacy", "after", role=Term(role), before=value, after=after)


def agenda(definition: GameDefinition, effects: Effects, arguments: Mapping[str, object]) -> None:
    """Score the policies that stand in the section on the State's agenda card."""
    given = arguments.get("agenda") or effects.read("state.agenda")
    if not isinstance(given, tuple):
        effects.ask("agenda", "scoring.agenda", "ask")
        return
    effects.set("state.agenda", given)
    sections = {policy: str(effects.read(f"policies.{policy}") or "") for policy in definition.axes["policy"]}
    wanted = tuple(one for one in given if isinstance(one, Bill))
    points = matches(wanted, sections) * definition.rules["scoring.agenda"].number("match")
    effects.add("state.points", points)
    effects.step("scoring.agenda", "points" if points else "none", policies=matches(wanted, sections), points=points)
