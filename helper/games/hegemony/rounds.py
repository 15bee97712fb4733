"""Scoring at the end of a round: rules `scoring.*`."""

from __future__ import annotations

from helper.definitions.schema import Term
from helper.engine.play import Play
from helper.games.hegemony import figures as f
from helper.games.hegemony.actions.goods import prosper
from helper.games.hegemony.facts import CAPITALIST, MIDDLE, STATE, WORKING, cell, fully_operational, step
from helper.games.hegemony.money import move_legitimacy
from helper.games.hegemony.scoring import halved, matches
from helper.games.hegemony.seating import in_play

UNIONS, MIDDLE_CLASS, WEALTH = "scoring.unions", "scoring.middle", "scoring.wealth"
EVENTS, LEGITIMACY, AGENDA = "scoring.events", "scoring.legitimacy", "scoring.agenda"


def score(play: Play) -> None:
    """Score a round in the printed order; what nobody told makes the points that depend on it unknown.

    The argument `events` names the classes with which open events cost legitimacy; `agenda` the sections on the State's card.
    """
    unions(play)
    if in_play(play, MIDDLE):
        middle(play)
    wealth(play)
    if in_play(play, STATE):
        events(play)
        legitimacy(play)
        agenda(play)


def unions(play: Play) -> None:
    """Score the trade unions; where it is not known which there are, their number is asked for."""
    standing, given = [play.get(f.UNION(industry)) for industry in play.axis("industry")], play.named(f.GIVEN_UNIONS)
    if None in standing and given is None:
        play.ask(f.GIVEN_UNIONS, UNIONS, "ask")
        return
    formed = sum(bool(one) for one in standing) if given is None else given
    points = formed * play.number("people.union", "points")
    play.step(UNIONS, "points" if points else "none", unions=formed, points=points).add(f.POINTS(WORKING), points)


def middle(play: Play) -> None:
    """Raise the prosperity of the Middle Class where its full companies outnumber the value of its prosperity."""
    space, full = play.get(f.PROSPERITY(MIDDLE)), play.fact(fully_operational)
    if space is None or full is None:
        play.step(MIDDLE_CLASS, "untold").forget(f.PROSPERITY(MIDDLE), f.POINTS(MIDDLE))
        return
    value = cell(play.table("prosperity").rows[space], MIDDLE)
    if full > value:
        rising = play.under(MIDDLE_CLASS, "rises")
        points = prosper(rising, MIDDLE)
        rising.add(f.POINTS(MIDDLE), points)
        play.step(MIDDLE_CLASS, "rises", companies=full, value=value, space=play.get(f.PROSPERITY(MIDDLE)), points=points)
    else:
        play.step(MIDDLE_CLASS, "stays", companies=full, value=value)


def wealth(play: Play) -> None:
    """Move Revenue to Capital, then score its space and each space the marker moves right; where it stood is asked for."""
    revenue, moved = play.get(f.REVENUE), play.under(WEALTH, "all_to_capital")
    moved.add(f.CAPITAL, revenue).set(f.REVENUE, 0)
    capital = play.get(f.CAPITAL)
    if revenue is None:
        play.step(WEALTH, "untold")
    else:
        play.step(WEALTH, "all_to_capital", revenue=revenue, capital=capital)
    if capital is None:
        moved.forget(f.WEALTH, f.POINTS(CAPITALIST))
        return
    level = cell(step(play.table("wealth"), capital), "level")
    play.step(WEALTH, "level", capital=capital, level=level, points=level).add(f.POINTS(CAPITALIST), level)
    known = play.get(f.WEALTH)
    before = play.named(f.GIVEN_MARKER) if known is None else known
    if before is None:
        play.ask(f.GIVEN_MARKER, WEALTH, "ask")
        return
    spaces = max(0, level - before)
    if spaces:
        points = spaces * play.number(WEALTH, "new_space")
        marked = play.step(WEALTH, "moves", spaces=spaces, points=points).add(f.POINTS(CAPITALIST), points)
    else:
        marked = play.step(WEALTH, "stays", previous=before)
    marked.set(f.WEALTH, max(level, before))


def events(play: Play) -> None:
    """Take the legitimacy that open events cost: their cards say with whom."""
    still_open, given = play.get(f.EVENTS), play.named(f.GIVEN_EVENTS)
    if given is None and still_open != 0:
        play.ask(f.GIVEN_EVENTS, EVENTS, "ask", events=still_open)
    for role in given or ():
        move_legitimacy(play.under(EVENTS, "lost"), role, -play.number(EVENTS, "loss"))
        play.step(EVENTS, "lost", role=Term(role), legitimacy=play.get(f.LEGITIMACY(role)))
    if not given:
        play.step(EVENTS, "none")
    play.under(EVENTS, "none").set(f.EVENTS, 0)


def legitimacy(play: Play) -> None:
    """Score the lowest legitimacy values, divide all, then add what tokens bring."""
    rule, token = play.rule(LEGITIMACY), play.number("state.legitimacy", "token")
    values = {role: play.get(f.LEGITIMACY(role)) for role in play.axis("class")}
    known = [value for value in values.values() if value is not None]
    if len(known) < len(values):
        play.step(LEGITIMACY, "untold").add(f.POINTS(STATE), None)
    else:
        lowest = sorted(known)[: rule.number("counted")]
        play.step(LEGITIMACY, "scores", values=tuple(lowest), points=sum(lowest)).add(f.POINTS(STATE), sum(lowest))
    for role, value in values.items():
        tokens, divided = play.get(f.TOKENS(role)), play.under(LEGITIMACY, "after")
        divided.set(f.LEGITIMACY(role), None if value is None or tokens is None else halved(value, rule.number("divisor")))
        if tokens:
            move_legitimacy(divided, role, tokens * token)
        if value is not None:
            play.step(LEGITIMACY, "after", role=Term(role), before=value, after=play.get(f.LEGITIMACY(role)))


def agenda(play: Play) -> None:
    """Score the policies that stand in the section on the State's agenda card."""
    given = play.named(f.GIVEN_AGENDA) or play.get(f.AGENDA)
    if given is None:
        play.ask(f.GIVEN_AGENDA, AGENDA, "ask")
        return
    fitting = matches(given, {policy: play.get(f.POLICY(policy), "") for policy in play.axis("policy")})
    points = fitting * play.number(AGENDA, "match")
    scored = play.step(AGENDA, "points" if points else "none", policies=fitting, points=points)
    scored.set(f.AGENDA, given).add(f.POINTS(STATE), points)
