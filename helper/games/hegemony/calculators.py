"""Calculators that follow a phase: what happens to the figures that are told, by the same code that a record uses.

What is not told stays out of the answer; where a decision is not told, the answer takes the plainest course and its steps say so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from helper.definitions.inputs import Reading
from helper.definitions.schema import GameDefinition, Term
from helper.engine.move import Move
from helper.engine.play import Play, Procedure
from helper.engine.position import Board, Glance, Position
from helper.engine.resolution import Resolution, Step, Warned
from helper.errors import Fault, UnreadableInput
from helper.games.hegemony import elections, imf, needs, policies, preparation, production, scoring, taxes
from helper.games.hegemony import figures as f
from helper.games.hegemony.contradictions import doubts
from helper.games.hegemony.facts import CAPITALIST, MIDDLE, STATE, WORKING, cell, of_section, owner_of, pays_wage, slots
from helper.games.hegemony.scoring import debts, needed
from helper.games.hegemony.values import NOBODY, show

Options = Mapping[str, str]


def calculate(definition: GameDefinition, name: str, reading: Reading, options: Options) -> Resolution:
    """Answer a calculator; raises UnreadableInput for figures that it needs and that are not told, or that contradict each other."""
    at = Board(definition, Position((), options, reading.figures, {}))
    sections: dict[str, object] = {f.POLICY(policy): section for policy, section in policies.told_sections(at).items()}
    told = {**reading.figures, **sections}
    position = Position((), options, told, {})
    wrong = doubts(definition, position)
    if wrong:
        raise UnreadableInput(*(Fault("doubted", {"rule": one.rule, "outcome": one.outcome, "values": one.values}) for one in wrong))
    return CALCULATORS[name](Board(definition, position), reading.figures)


def _taxes(at: Board, told: Mapping[str, object]) -> Resolution:
    return taxes.calculate(at.definition, policies.read_sections(at, taxes.DECIDING), taxes.told(at), at.get(f.LABOR_BEFORE_IMF))


def _roles(definition: GameDefinition, told: Mapping[str, object]) -> tuple[str, ...]:
    """Return the roles that any figure was told of."""
    heads = {path.partition(".")[0] for path in told}
    return tuple(role for role in definition.roles if role in heads)


def _cast(at: Board, told: tuple[str, ...]) -> tuple[str, ...]:
    """Return who plays: all roles of as many players as are told, else the roles that figures were `told` of."""
    players = at.get(f.PLAYERS)
    return told if players is None else at.definition.casts[str(players)]


def _following(at: Board, roles: tuple[str, ...], arguments: Mapping[str, object]) -> Play:
    """Return a play at a table of these figures, in which these roles are played, each by a seat of its own name."""
    laid, played = Procedure.of(at).done().position, {f.ROLE(role).path: role for role in roles}
    return Play(at.definition, laid._replace(seats=roles, figures={**laid.figures, **played}), Move("", None, arguments))


STATE_PLAYED = Warned("glance.board_state:assumed")
"""That the State was taken to be played, where the answer goes by that and nobody told how many play."""


def _answer(play: Play, result: Mapping[str, object], taken: tuple[Warned, ...] = ()) -> Resolution:
    """Return the answer of a phase that was followed: what changed, with the steps; a decision not told is a warning.

    Raises UnreadableInput for a decision that was told and cannot be.
    """
    before = play.before.figures
    impossible = [one.parameter for one in play.questions if one.parameter in before]
    if impossible:
        raise UnreadableInput(*(Fault("cannot_be", {"key": key}, key) for key in impossible))
    applied = play.done()
    after = applied.position.figures
    changed = {
        path: {"before": before.get(path), "after": after.get(path)}
        for path in sorted({*before, *after})
        if before.get(path) != after.get(path) and isinstance(after.get(path, 0), (int, str))
    }
    warned = tuple(Warned(f"{one.step.rule}:{one.step.outcome}", one.step.values) for one in applied.questions)
    return Resolution({**result, "changes": changed}, applied.steps, (*warned, *taken))


def needs_of(at: Board, told: Mapping[str, object]) -> Resolution:
    """Answer the calculator `needs`; food that no purchase names comes from the Foreign Market.

    Raises UnreadableInput where no population is told.
    """
    buyers = [role for role in needs.PURCHASES if f.POPULATION(role) in at]
    if not buyers:
        needed(at, f.POPULATION(WORKING))
    needed(at, f.POLICY("trade"))
    those = tuple(role for role in _roles(at.definition, told) if role in buyers or role not in needs.PURCHASES or role == MIDDLE)
    played = tuple(role for role in at.definition.roles if role in (*those, *buyers))
    laid = Procedure.of(at)
    for role in buyers:
        for food in needs.own_food(role):
            laid.under("", "").set(food, at.get(food, 0))
    play = _following(
        Board(at.definition, laid.done().position), _cast(at, played), {**dict.fromkeys(needs.PURCHASES.values(), ()), **told}
    )
    needs.cover(play)
    result: dict[str, object] = {}
    for role in buyers:
        bought = [one.values for one in play.steps if one.outcome == "bought" and one.values["role"] == Term(role)]
        own = next(one.values for one in play.steps if one.outcome == "own" and one.values["role"] == Term(role))
        costs = [one["cost"] for one in bought]
        result[role] = {
            "needed": own["needed"],
            "own": own["amount"],
            "bought": [{"source": str(one["source"]), "amount": one["amount"], "cost": one["cost"]} for one in bought],
            "cost": sum(cost for cost in costs if isinstance(cost, int)) if None not in costs else None,
        }
    result["tariff"] = sum(int(str(one.values["amount"])) for one in play.steps if one.outcome == "tariff")
    return _answer(play, result)


def production_of(at: Board, told: Mapping[str, object]) -> Resolution:
    """Answer the calculator `production` for the companies that are told.

    A company of which anything is told is on the board; where its workers are not told but whose they are, it is full. Where
    neither is, the answer says how it was taken. Raises UnreadableInput where no company is told, or a wage level that is paid.
    """
    ids = [id for id in at.axis("company") if any(mark(id) in at for mark in f.OF_COMPANY)]
    if not ids:
        needed(at, f.CREW(at.axis("company")[0]))
    laid = Procedure.of(at)
    for id in at.axis("company"):
        if id in ids:
            _fill(laid, at, id)
        else:
            laid.under("", "").set(f.OPEN(id), False)
    for industry in at.axis("industry"):
        laid.under("", "").set(f.UNION(industry), at.get(f.UNION(industry), False))
    full = Board(at.definition, laid.done().position)
    working = {full[f.CREW(id)] for id in ids} | {owner_of(at.definition, id) for id in ids}
    played = tuple(role for role in at.definition.roles if role in (*working, *_roles(at.definition, told)))
    play = _following(full, _cast(at, played), told)
    stopped = production.strikes(play)
    production.demonstration(play)
    production.companies(play, stopped)
    pays, receives = Counter[str](), Counter[str]()
    for one in play.steps:
        if one.rule == production.COMPANIES and one.outcome == "paid":
            wage = int(str(one.values["wage"]))
            pays[str(one.values["role"])] += wage
            receives[str(one.values["other"])] += wage
    made = [one.values for one in play.steps if one.rule == production.COMPANIES and one.outcome == "produced"]
    goods = [{"amount": one["amount"], "good": str(one["good"])} for one in made]
    result = {"made": goods, "wages": {"paid": dict(pays), "received": dict(receives)}}
    return _answer(play, result, _taken(at, full, ids))


def _taken(at: Glance, full: Board, ids: list[str]) -> tuple[Warned, ...]:
    """Return which companies were taken to be full, and which empty, since nobody told who stands there."""
    places: dict[str, list[object]] = {"full": [], "empty": []}
    for id in ids:
        is_told = f.STANDING(id) in at or f.CREW(id) in at
        if not is_told and full[f.OPEN(id)] and slots(at.definition, id).own:
            places["full" if full[f.STANDING(id)] else "empty"].append(show(id))
    return tuple(Warned(f"company.operational:taken_as_{state}", {"places": tuple(found)}) for state, found in places.items() if found)


def _fill(laid: Play, at: Board, id: str) -> None:
    """Lay what was not told of a company; raises UnreadableInput for whose workers are told of, or the level of a wage that is paid."""
    owner, own, cause = owner_of(at.definition, id), slots(at.definition, id).own, laid.under("", "")
    if f.STANDING(id) in at and owner not in (MIDDLE, WORKING):
        needed(at, f.CREW(id))
    crew = at.get(f.CREW(id), owner if owner in (MIDDLE, WORKING) else NOBODY)
    workers = at.get(f.STANDING(id), own if crew else ())
    cause.set(f.OPEN(id), at.get(f.OPEN(id), True)).set(f.CREW(id), crew).set(f.STANDING(id), workers)
    cause.set(f.EMPLOYEE(id), at.get(f.EMPLOYEE(id), ()))
    for mark in (f.COMMITTED, f.EMPLOYEE_COMMITTED, f.STRIKE, f.MACHINERY):
        cause.set(mark(id), at.get(mark(id), False))
    is_paid = pays_wage(at.definition, id) and bool(workers) and (owner != MIDDLE or bool(at.get(f.EMPLOYEE(id))))
    if is_paid and f.LEVEL(id) not in at:
        minimum = of_section(at, "labor", "minimum_wage") if f.POLICY("labor") in at else needed(at, f.LEVEL(id))
        cause.set(f.LEVEL(id), minimum)


def imf_of(at: Board, told: Mapping[str, object]) -> Resolution:
    """Answer the calculator `imf`; raises UnreadableInput where the loans of the State or Fiscal Policy are not told."""
    needed(at, imf.LOANS)
    needed(at, f.POLICY("fiscal"))
    roles = _cast(at, at.definition.casts[str(at.definition.players[1])])
    asked, play = _following(at, roles, told), _following(at, roles, {f.REPAY: 0, **told})
    imf.check(asked)
    intervenes = imf.check(play)
    play.questions = asked.questions
    result: dict[str, object] = {"intervenes": intervenes, "loans": play.get(imf.LOANS), "treasury": play.get(f.TREASURY)}
    result["policies"] = {policy: play.get(f.POLICY(policy)) for policy in at.axis("policy")} if intervenes else None
    return _answer(play, result, (STATE_PLAYED,) if intervenes and f.PLAYERS not in at else ())


def refill_of(at: Board, told: Mapping[str, object]) -> Resolution:
    """Answer the calculator `refill`, and what a bag that runs out gets; a class whose figures are not told is left out.

    Raises UnreadableInput where nothing is told that decides anything.
    """
    cast = _cast(at, _roles(at.definition, told))
    roles = at.definition.roles if STATE in cast else cast
    play, again = _following(at, roles, told), _following(at, roles, told)
    elections.refill(play, elections.REFILL)
    if all(f.LEGITIMACY(role) in at for role in at.axis("class")):
        elections.state_influence(play)
    play.steps = [one for one in play.steps if one.outcome != "untold"]
    influence = next((one.values["influence"] for one in play.steps if one.outcome == "state"), None)
    elections.refill(again, elections.SMALL_BAG, at.number(elections.SMALL_BAG, "times"))
    if not play.steps:
        needed(at, f.POPULATION(WORKING))
    return _answer(play, {"cubes": _cubes(play), "when_empty": _cubes(again), "state_influence": influence})


def _cubes(play: Play) -> dict[str, object]:
    """Return how many cubes of each class were put into the bag, as far as known."""
    return {str(one.values["role"]): one.values["cubes"] for one in play.steps if "cubes" in one.values}


def preparation_of(at: Board, told: Mapping[str, object]) -> Resolution:
    """Answer the calculator `preparation` for every role that a figure is told of; raises UnreadableInput where none is."""
    roles = _roles(at.definition, told)
    if not roles:
        needed(at, f.WORKERS(WORKING))
    play = _following(at, _cast(at, roles), {})
    if any(f.LOANS(role) in at for role in at.definition.roles):
        preparation.interest(play)
        preparation.board_state_debt(play)
    preparation.prosperity(play)
    immigrants, deals = play.fact(of_section, "immigration", "workers"), play.fact(of_section, "trade", "deals")
    if immigrants is not None:
        preparation.arrivals(play)
    play.steps = [one for one in play.steps if one.outcome != "untold" and None not in one.values.values()]
    if deals is not None:
        play.step("prep.deals", "opened", deals=deals)
    in_debt = STATE in roles and bool(at.get(f.LOANS(STATE))) and f.PLAYERS not in at
    return _answer(play, {"immigrants": immigrants, "deals": deals}, (STATE_PLAYED,) if in_debt else ())


def loans_of(at: Board, told: Mapping[str, object]) -> Resolution:
    """Answer the calculator `loans`; raises UnreadableInput where the debtor or the loans are not told."""
    role, loans, money = needed(at, f.DEBTOR), needed(at, f.TOLD_LOANS), at.get(f.TOLD_MONEY)
    terms, term = at.rule("loan.terms"), Term(role)
    interest, early = loans * terms.number("interest"), loans * at.number("pay_off_loan", "cost")
    steps = [Step("prep.interest", "paid" if loans else "none", {"role": term, "loans": loans, "cost": interest})]
    steps.append(Step("loan.terms", "pay_off", {"role": term, "cost": early}))
    result: dict[str, object] = {"interest": interest, "pay_off": early, "pay_off_late": None, "end": None}
    if role != CAPITALIST:
        late = loans * terms.number("late")
        result["pay_off_late"] = late
        steps.append(Step("loan.terms", "pay_off_late", {"role": term, "cost": late}))
    if role == CAPITALIST or money is not None:
        paid, points = debts(at.definition, role, money or 0, loans)
        result["end"] = {"paid": paid, "points": points, "money_left": None if money is None else money - paid}
        if role == CAPITALIST:
            steps.append(Step("final.debts_capitalist", "lost", {"role": term, "loans": loans, "points": points}))
        else:
            steps.append(Step("final.debts", "paid" if loans else "none", {"role": term, "paid": paid, "points": points}))
    return Resolution(result, tuple(steps))


def prosperity_of(at: Board, told: Mapping[str, object]) -> Resolution:
    """Answer the calculator `prosperity`; raises UnreadableInput where the class or its space is not told."""
    role, space, track = needed(at, f.TRACK), needed(at, f.SPACE), at.table("prosperity").rows
    steps, points, reached = [], 0, space
    for _ in range(at.get(f.GAINS, 1)):
        reached = min(reached + at.number("people.prosperity", "prosperity"), len(track) - 1)
        value = cell(track[reached], role)
        points += value
        steps.append(Step("people.prosperity", "rises", {"role": Term(role), "space": reached, "points": value}))
    fallen = max(0, reached - at.number("people.prosperity_drop", role))
    steps.append(Step("people.prosperity_drop", "falls", {"role": Term(role), "before": reached, "space": fallen}))
    return Resolution({"space": reached, "points": points, "after_preparation": fallen}, tuple(steps))


CALCULATORS: Mapping[str, Callable[[Board, Mapping[str, object]], Resolution]] = {
    "policy": lambda at, told: policies.calculate(at),
    "election": lambda at, told: elections.calculate(at),
    "taxes": _taxes,
    "population": lambda at, told: scoring.population(at),
    "wealth": lambda at, told: scoring.wealth(at),
    "legitimacy": lambda at, told: scoring.legitimacy(at),
    "final": lambda at, told: scoring.final(at, _roles(at.definition, told)),
    "needs": needs_of,
    "production": production_of,
    "imf": imf_of,
    "refill": refill_of,
    "preparation": preparation_of,
    "loans": loans_of,
    "prosperity": prosperity_of,
}
