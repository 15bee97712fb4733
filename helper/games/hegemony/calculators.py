"""Calculators that follow a phase: what happens to the figures that are told, by the same code that a record uses.

What is not told stays out of the answer; where a decision is not told, the answer takes the plainest course and its steps say so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from helper.definitions.inputs import Reading
from helper.definitions.schema import GameDefinition, Term
from helper.engine.bridge import Bridge, Effects
from helper.engine.play import Play
from helper.engine.position import Position
from helper.engine.resolution import Resolution, Step, Warned
from helper.errors import Fault, UnreadableInput
from helper.games.hegemony import elections, imf, needs, preparation, production
from helper.games.hegemony.old_facts import CAPITALIST, MIDDLE, STATE, WORKING, card, cell, figure, no_marks, slots
from helper.games.hegemony.policies import told_sections
from helper.games.hegemony.scoring import debts
from helper.games.hegemony.values import show

Options = Mapping[str, str]
Figures = dict[str, object]


def _needed(figures: Mapping[str, object], path: str) -> object:
    if path not in figures:
        raise UnreadableInput(Fault("tell_first", {"key": path}, path))
    return figures[path]


def _flat(definition: GameDefinition, reading: Reading) -> Figures:
    """Return figures with the policies that were told together under their own paths."""
    sections = {f"policies.{policy}": section for policy, section in told_sections(definition, reading.figures).items()}
    return {**reading.figures, **sections}


def _position(figures: Figures, roles: tuple[str, ...], options: Options) -> Position:
    """Return a position of these figures, in which these roles are played, each by a seat of its own name."""
    played = {f"roles.{role}": role for role in roles}
    return Position(roles, options, {**figures, **played}, {})


def _roles(definition: GameDefinition, figures: Figures) -> tuple[str, ...]:
    """Return the roles that any figure was told of."""
    return tuple(role for role in definition.roles if any(path.startswith(f"{role}.") for path in figures))


def _cast(definition: GameDefinition, figures: Figures, told: tuple[str, ...]) -> tuple[str, ...]:
    """Return who plays: all roles of as many players as are told, else the roles that figures were `told` of."""
    players = figures.get("players")
    return definition.casts[str(players)] if isinstance(players, int) else told


STATE_PLAYED = Warned("glance.board_state:assumed")
"""That the State was taken to be played, where the answer goes by that and nobody told how many play."""


def _answer(effects: Effects, before: Position, result: Mapping[str, object], taken: tuple[Warned, ...] = ()) -> Resolution:
    """Return the answer of a phase that was followed: what changed, with the steps; a decision not told is a warning.

    Raises UnreadableInput for a decision that was told and cannot be.
    """
    impossible = [one.parameter for one in effects.questions if one.parameter in before.figures]
    if impossible:
        raise UnreadableInput(*(Fault("cannot_be", {"key": key}, key) for key in impossible))
    after = effects.position.figures
    changed = {
        path: {"before": before.figures.get(path), "after": after.get(path)}
        for path in sorted({*before.figures, *after})
        if before.figures.get(path) != after.get(path) and isinstance(after.get(path, 0), (int, str))
    }
    warned = tuple(Warned(f"{one.step.rule}:{one.step.outcome}", one.step.values) for one in effects.questions)
    return Resolution({**result, "changes": changed}, tuple(effects.steps), (*warned, *taken))


def needs_of(definition: GameDefinition, reading: Reading, options: Options) -> Resolution:
    """Answer the calculator `needs`; food that no purchase names comes from the Foreign Market.

    Raises UnreadableInput where no population is told.
    """
    figures = _flat(definition, reading)
    buyers = [role for role in needs.PURCHASES if f"{role}.population" in figures]
    if not buyers:
        _needed(figures, f"{WORKING}.population")
    for role in buyers:
        figures = {**dict.fromkeys(needs.own_food(role), 0), **figures}
    _needed(figures, "policies.trade")
    told = tuple(role for role in _roles(definition, figures) if role in buyers or role not in needs.PURCHASES or role == MIDDLE)
    roles = _cast(definition, figures, told)
    before = _position(figures, roles, options)
    effects = Effects(before)
    needs.cover(definition, effects, {**dict.fromkeys(needs.PURCHASES.values(), ()), **reading.figures})
    result: dict[str, object] = {}
    for role in buyers:
        bought = [one.values for one in effects.steps if one.outcome == "bought" and one.values["role"] == Term(role)]
        own = next(one.values for one in effects.steps if one.outcome == "own" and one.values["role"] == Term(role))
        costs = [one["cost"] for one in bought]
        result[role] = {
            "needed": own["needed"],
            "own": own["amount"],
            "bought": [{"source": str(one["source"]), "amount": one["amount"], "cost": one["cost"]} for one in bought],
            "cost": sum(cost for cost in costs if isinstance(cost, int)) if None not in costs else None,
        }
    result["tariff"] = sum(int(str(one.values["amount"])) for one in effects.steps if one.outcome == "tariff")
    return _answer(effects, before, result)


def production_of(definition: GameDefinition, reading: Reading, options: Options) -> Resolution:
    """Answer the calculator `production` for the companies that are told.

    A company of which anything is told is on the board; where its workers are not told but whose they are, it is full. Where
    neither is, the answer says how it was taken. Raises UnreadableInput where no company is told, or a wage level that is paid.
    """
    figures = _flat(definition, reading)
    told = {path.split(".")[1] for path in figures if path.startswith("companies.")}
    if not told:
        _needed(figures, f"companies.{definition.axes['company'][0]}.crew")
    minimum = figure(definition, "labor", str(figures["policies.labor"]), "minimum_wage") if "policies.labor" in figures else None
    crews: set[str] = set()
    for id in definition.axes["company"]:
        if id in told:
            figures = {**_company(definition, figures, id, minimum), **figures}
            crews.add(str(figures[f"companies.{id}.crew"]))
        else:
            figures[f"companies.{id}.open"] = False
    for industry in definition.axes["industry"]:
        figures.setdefault(f"unions.{industry}", False)
    taken = _taken(definition, reading.figures, figures, told)
    owners = {str(card(definition, id)["owner"]) for id in told}
    told_of = tuple(role for role in definition.roles if role in crews | owners or role in _roles(definition, figures))
    roles = _cast(definition, figures, told_of)
    before = _position(figures, roles, options)
    effects = Effects(before)
    stopped = production.strikes(definition, effects)
    production.demonstration(definition, effects, reading.figures)
    production.companies(definition, effects, stopped)
    pays, receives = Counter[str](), Counter[str]()
    for one in effects.steps:
        if one.rule == production.COMPANIES and one.outcome == "paid":
            wage = int(str(one.values["wage"]))
            pays[str(one.values["role"])] += wage
            receives[str(one.values["other"])] += wage
    made = [one.values for one in effects.steps if one.rule == production.COMPANIES and one.outcome == "produced"]
    goods = [{"amount": one["amount"], "good": str(one["good"])} for one in made]
    return _answer(effects, before, {"made": goods, "wages": {"paid": dict(pays), "received": dict(receives)}}, taken)


def _taken(definition: GameDefinition, told: Mapping[str, object], figures: Figures, ids: set[str]) -> tuple[Warned, ...]:
    """Return which companies were taken to be full, and which empty, since nobody told who stands there."""
    places: dict[str, list[object]] = {"full": [], "empty": []}
    for id in definition.axes["company"]:
        is_told = any(f"companies.{id}.{what}" in told for what in ("workers", "crew"))
        if id in ids and not is_told and figures[f"companies.{id}.open"] and slots(definition, id).own:
            places["full" if figures[f"companies.{id}.workers"] else "empty"].append(show(id))
    return tuple(Warned(f"company.operational:taken_as_{state}", {"places": tuple(found)}) for state, found in places.items() if found)


def _company(definition: GameDefinition, figures: Figures, id: str, minimum: int | None) -> Figures:
    """Return the figures of a company that were not told."""
    found, own = card(definition, id), slots(definition, id).own
    if f"companies.{id}.workers" in figures and found["owner"] not in (MIDDLE, WORKING):
        _needed(figures, f"companies.{id}.crew")
    crew = figures.get(f"companies.{id}.crew", MIDDLE if found["owner"] == MIDDLE else WORKING if found["owner"] == WORKING else "")
    workers = figures.get(f"companies.{id}.workers", own if crew else ())
    marks: Figures = {**no_marks(), "open": True, "crew": crew, "workers": workers}
    is_paid = bool(cell(found, "l1")) and bool(workers) and (found["owner"] != MIDDLE or bool(figures.get(f"companies.{id}.employee")))
    if is_paid and f"companies.{id}.level" not in figures:
        marks["level"] = minimum if minimum is not None else _needed(figures, f"companies.{id}.level")
    return {f"companies.{id}.{what}": value for what, value in marks.items()}


def imf_of(definition: GameDefinition, reading: Reading, options: Options) -> Resolution:
    """Answer the calculator `imf`; raises UnreadableInput where the loans of the State or Fiscal Policy are not told."""
    figures = _flat(definition, reading)
    for path in ("state.loans", "policies.fiscal"):
        _needed(figures, path)
    before = _position(figures, _cast(definition, figures, definition.casts[str(definition.players[1])]), options)
    effects, asked = Effects(before), Effects(before)
    imf.check(definition, asked, reading.figures)
    intervenes = imf.check(definition, effects, {"repay": 0, **reading.figures})
    effects.questions = asked.questions
    after = effects.position.figures
    result: dict[str, object] = {"intervenes": intervenes, "loans": after.get("state.loans"), "treasury": after.get("state.treasury")}
    result["policies"] = {policy: after.get(f"policies.{policy}") for policy in definition.axes["policy"]} if intervenes else None
    return _answer(effects, before, result, (STATE_PLAYED,) if intervenes and "players" not in figures else ())


def refill_of(definition: GameDefinition, reading: Reading, options: Options) -> Resolution:
    """Answer the calculator `refill`, and what a bag that runs out gets; a class whose figures are not told is left out.

    Raises UnreadableInput where nothing is told that decides anything.
    """
    figures = _flat(definition, reading)
    roles = _cast(definition, figures, _roles(definition, figures))
    roles = definition.roles if STATE in roles else roles
    before = _position(figures, roles, options)
    effects, again = Bridge(Play(definition, before)), Bridge(Play(definition, before))
    elections.refill(effects.play, elections.REFILL)
    if all(f"state.legitimacy.{role}" in figures for role in definition.axes["class"]):
        elections.state_influence(effects.play)
    effects.steps = [one for one in effects.steps if one.outcome != "untold"]
    cubes = _cubes(effects)
    influence = next((one.values["influence"] for one in effects.steps if one.outcome == "state"), None)
    elections.refill(again.play, elections.SMALL_BAG, definition.rules[elections.SMALL_BAG].number("times"))
    if not effects.steps:
        _needed(figures, f"{WORKING}.population")
    return _answer(effects, before, {"cubes": cubes, "when_empty": _cubes(again), "state_influence": influence})


def _cubes(effects: Effects) -> dict[str, object]:
    """Return how many cubes of each class were put into the bag, as far as known."""
    return {str(one.values["role"]): one.values["cubes"] for one in effects.steps if "cubes" in one.values}


def preparation_of(definition: GameDefinition, reading: Reading, options: Options) -> Resolution:
    """Answer the calculator `preparation` for every role that a figure is told of; raises UnreadableInput where none is."""
    figures = _flat(definition, reading)
    roles = _roles(definition, figures)
    if not roles:
        _needed(figures, f"{WORKING}.workers")
    before = _position(figures, _cast(definition, figures, roles), options)
    effects = Effects(before)
    if any(path.endswith(".loans") for path in figures):
        preparation.interest(definition, effects)
        preparation.board_state_debt(definition, effects)
    preparation.prosperity(definition, effects)
    if "policies.immigration" in figures:
        preparation.arrivals(definition, effects, {})
    effects.steps = [one for one in effects.steps if one.outcome != "untold" and None not in one.values.values()]
    immigrants = (
        figure(definition, "immigration", str(figures["policies.immigration"]), "workers") if "policies.immigration" in figures else None
    )
    deals = figure(definition, "trade", str(figures["policies.trade"]), "deals") if "policies.trade" in figures else None
    if deals is not None:
        effects.step("prep.deals", "opened", deals=deals)
    in_debt = STATE in roles and bool(figures.get("state.loans")) and "players" not in figures
    return _answer(effects, before, {"immigrants": immigrants, "deals": deals}, (STATE_PLAYED,) if in_debt else ())


def loans_of(definition: GameDefinition, reading: Reading, options: Options) -> Resolution:
    """Answer the calculator `loans`; raises UnreadableInput where the debtor or the loans are not told."""
    role, loans = str(_needed(reading.figures, "debtor")), _needed(reading.figures, "loans")
    assert isinstance(loans, int)
    terms = definition.rules["loan.terms"]
    term, money = Term(role), reading.figures.get("money")
    interest, early = loans * terms.number("interest"), loans * definition.rules["pay_off_loan"].number("cost")
    steps = [Step("prep.interest", "paid" if loans else "none", {"role": term, "loans": loans, "cost": interest})]
    steps.append(Step("loan.terms", "pay_off", {"role": term, "cost": early}))
    result: dict[str, object] = {"interest": interest, "pay_off": early, "pay_off_late": None, "end": None}
    if role != CAPITALIST:
        late = loans * terms.number("late")
        result["pay_off_late"] = late
        steps.append(Step("loan.terms", "pay_off_late", {"role": term, "cost": late}))
    if role == CAPITALIST or isinstance(money, int):
        paid, points = debts(definition, role, money if isinstance(money, int) else 0, loans)
        left = money - paid if isinstance(money, int) else None
        result["end"] = {"paid": paid, "points": points, "money_left": left}
        if role == CAPITALIST:
            steps.append(Step("final.debts_capitalist", "lost", {"role": term, "loans": loans, "points": points}))
        else:
            steps.append(Step("final.debts", "paid" if loans else "none", {"role": term, "paid": paid, "points": points}))
    return Resolution(result, tuple(steps))


def prosperity_of(definition: GameDefinition, reading: Reading, options: Options) -> Resolution:
    """Answer the calculator `prosperity`; raises UnreadableInput where the class or its space is not told."""
    role, space = str(_needed(reading.figures, "track")), _needed(reading.figures, "space")
    gains = reading.figures.get("gains", 1)
    assert isinstance(space, int)
    assert isinstance(gains, int)
    track = definition.tables["prosperity"].rows
    steps, points, reached = [], 0, space
    for _ in range(gains):
        reached = min(reached + definition.rules["people.prosperity"].number("prosperity"), len(track) - 1)
        value = cell(track[reached], role)
        points += value
        steps.append(Step("people.prosperity", "rises", {"role": Term(role), "space": reached, "points": value}))
    fallen = max(0, reached - definition.rules["people.prosperity_drop"].number(role))
    steps.append(Step("people.prosperity_drop", "falls", {"role": Term(role), "before": reached, "space": fallen}))
    return Resolution({"space": reached, "points": points, "after_preparation": fallen}, tuple(steps))


CALCULATORS: Mapping[str, Callable[[GameDefinition, Reading, Options], Resolution]] = {
    "needs": needs_of,
    "production": production_of,
    "imf": imf_of,
    "refill": refill_of,
    "preparation": preparation_of,
    "loans": loans_of,
    "prosperity": prosperity_of,
}
