"""The standard set-up for each number of players, and what nobody has told yet. Rules `setup.*`.

What chance decides at set-up (colours of new workers, markets, deal, export card, events) stays unknown until it is told;
how many there are is known.
"""

from __future__ import annotations

from collections.abc import Iterator

from helper.definitions.schema import GameDefinition, Term, copy_of
from helper.engine.journal import Header
from helper.engine.position import Position
from helper.engine.resolution import Step
from helper.engine.verdict import Unknown
from helper.games.hegemony.facts import (
    CAPITALIST,
    MIDDLE,
    PURSES,
    STATE,
    WORKING,
    card,
    cell,
    companies,
    in_play,
    no_marks,
    reading,
    role_of,
    row,
    slots,
    step,
)
from helper.games.hegemony.turns import new_round
from helper.games.hegemony.values import NO_BILL, show

FULL = "full"


def start(definition: GameDefinition, header: Header) -> Position:
    """Return the position that set-up makes; with `figures`, only the seats and the turns are known."""
    figures: dict[str, object] = {f"roles.{seat}": role for seat, role in header.roles.items()}
    chosen = header.options.get("rounds", "")
    figures |= {"round": 1, "rounds": int(chosen) if chosen.isdecimal() else definition.rounds, "start": header.start}
    if header.start == FULL:
        figures |= full(definition, len(header.seats), set(header.roles.values()))
    position = Position(tuple(header.seats), header.options, figures, dict.fromkeys(figures, 0))
    return new_round(definition, position)


def full(definition: GameDefinition, players: int, roles: set[str]) -> dict[str, object]:
    """Return the figures of the standard set-up for a number of players."""
    board, rules = definition.rules["setup.board"], definition.rules
    found: dict[str, object] = {f"policies.{row['key']}": row["start"] for row in definition.tables["policies"].rows}
    found |= {f"bills.{policy}.{role}": NO_BILL for policy in definition.axes["policy"] for role in roles}
    found |= {f"bag.{role}": board.number("cubes") for role in definition.axes["class"]}
    found |= {f"{role}.points": board.number("points") for role in roles}
    found |= {f"{role}.loans": 0 for role in (*roles, STATE)}
    found |= {f"state.storage.{good}": 0 for good in ("food", "luxury")}
    found |= {"state.treasury": board.number("treasury"), "demonstration": False}
    found |= {f"unions.{industry}": False for industry in definition.axes["industry"]}
    size = "few" if players == 2 else "many"
    services = rules["setup.services"]
    found |= {f"state.services.{service}": services.number(f"{size}_{service}") for service in definition.axes["service"]}
    found |= _companies(definition, players)
    for role in (WORKING, MIDDLE):
        if role in roles:
            found |= _class(definition, found, role)
    found |= _capitalist(definition)
    if STATE in roles:
        state = rules["setup.state"]
        found |= {f"state.legitimacy.{role}": state.number("legitimacy") for role in definition.axes["class"]}
        found |= {"state.influence": state.number("influence"), "state.events": state.number("events")}
        found |= {f"tokens.{role}": 0 for role in definition.axes["class"]}
        found |= {f"benefits.{role}.{item}": 0 for role in definition.axes["class"] for item in definition.axes["item"]}
    return found


def _companies(definition: GameDefinition, players: int) -> dict[str, object]:
    """Return which companies are open, at which wage, with whom in them."""
    level = definition.rules["setup.wages"].number("level")
    crews = [row for row in definition.tables["setup_workers"].rows if cell(row, "least") <= players <= cell(row, "most")]
    found: dict[str, object] = {}
    for id in definition.axes["company"]:
        one = card(definition, id)
        is_open = bool(one["starting"]) and cell(one, "least") <= players <= cell(one, "most")
        found[f"companies.{id}.open"] = is_open
        if not is_open:
            continue
        crew = next((one for one in crews if one["key"] == copy_of(id)), None)
        workers = slots(definition, id).own if crew else ()
        marks = {**no_marks(), "workers": workers, "crew": str(crew["role"]) if crew else "", "level": level}
        found |= {f"companies.{id}.{what}": value for what, value in marks.items()}
    return found


def _class(definition: GameDefinition, figures: dict[str, object], role: str) -> dict[str, object]:
    """Return money, workers, goods and track of the Working or the Middle Class; who of its workers has no company."""
    rule = definition.rules[f"setup.{role}"]
    crews = [
        value for path, value in figures.items() if path.endswith(".workers") and figures.get(path.replace(".workers", ".crew")) == role
    ]
    employed = sum(len(workers) for workers in crews if isinstance(workers, tuple))
    total = rule.number("workers")
    found: dict[str, object] = {f"{role}.{what}": rule.number(what) for what in ("money", "influence", "prosperity", "workers")}
    found[f"{role}.unemployed"] = total - employed
    found |= {f"{role}.goods.{ware}": 0 for ware in definition.axes["ware"] if ware != "influence"}
    if role == MIDDLE:
        found |= _stock(definition, MIDDLE)
    return found


def _capitalist(definition: GameDefinition) -> dict[str, object]:
    rule = definition.rules["setup.capitalist"]
    found: dict[str, object] = {f"capitalist.{what}": rule.number(what) for what in ("revenue", "capital", "influence")}
    found["capitalist.wealth"] = cell(step(definition.tables["wealth"], rule.number("capital")), "level")
    found |= _stock(definition, CAPITALIST)
    for good in definition.axes["good"]:
        found[f"capitalist.tiles.{good}"] = False
        found[f"capitalist.zone.{good}"] = 0
    return found


def _stock(definition: GameDefinition, role: str) -> dict[str, object]:
    """Return what lies in the storages, and the prices: all at the middle step."""
    rule = definition.rules[f"setup.{role}"]
    found: dict[str, object] = {}
    for one in definition.tables["prices"].rows:
        good = str(one["key"])
        found[f"{role}.storage.{good}"] = rule.values.get(good, 0)
        found[f"{role}.prices.{good}"] = one["price_middle"]
    return found


def untold(definition: GameDefinition, position: Position) -> tuple[str, ...]:
    """Return what nobody has told yet: what chance decided at set-up; in a record of figures, what taxes and scores go by.

    Nothing is wanted once the game is over.
    """
    if position.figures.get("turn.over") is True:
        return ()
    if position.word("start") != FULL:
        return tuple(path for path in _thin(definition, position) if path not in position.figures)
    roles = {str(value) for path, value in position.figures.items() if path.startswith("roles.")}
    wanted = [f"{role}.unemployed.{worker}" for role in (WORKING, MIDDLE) if role in roles for worker in definition.axes["worker"]]
    wanted += [f"market.{role}" for role in (MIDDLE, CAPITALIST) if role in roles] + ["deals", "export_card"]
    wanted += ["state.agenda"] if in_play(position, STATE) else []
    return tuple(path for path in wanted if path not in position.figures)


def doubts(definition: GameDefinition, position: Position) -> tuple[Step, ...]:
    """Return populations that the workers do not give, unemployed workers that are more than all or not their kinds, odd markets."""
    found: list[Step] = []
    for role in (WORKING, MIDDLE):
        told = position.figures
        workers, people, out = (told.get(f"{role}.{what}") for what in ("workers", "population", "unemployed"))
        if isinstance(workers, int) and isinstance(people, int):
            given = cell(step(definition.tables["population"], workers), "population")
            if given != people:
                found.append(
                    Step("people.population", "differs", {"role": Term(role), "workers": workers, "population": given, "told": people})
                )
        if isinstance(workers, int) and isinstance(out, int) and out > workers:
            found.append(Step("people.population", "too_many", {"role": Term(role), "workers": workers, "unemployed": out}))
        standing = _standing(definition, position, role)
        if isinstance(workers, int) and isinstance(out, int) and standing is not None and standing + out != workers:
            values = {"role": Term(role), "workers": workers, "employed": standing, "unemployed": out}
            found.append(Step("people.population", "elsewhere", values))
        kinds = [told.get(f"{role}.unemployed.{kind}") for kind in definition.axes["worker"]]
        named = [kind for kind in kinds if isinstance(kind, int)]
        if isinstance(out, int) and len(named) == len(kinds) and sum(named) != out:
            found.append(Step("people.population", "kinds", {"role": Term(role), "unemployed": out, "told": sum(named)}))
    return (*found, *(doubt for role in (MIDDLE, CAPITALIST) for doubt in _doubts_of_market(definition, position, role)))


def _doubts_of_market(definition: GameDefinition, position: Position, role: str) -> Iterator[Step]:
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


def _thin(definition: GameDefinition, position: Position) -> list[str]:
    """Return the figures that a record of figures needs to tell taxes and scores."""
    wanted = [f"policies.{policy}" for policy in definition.axes["policy"]]
    for seat in position.seats:
        role = role_of(position, seat)
        wanted += [f"{role}.points", *PURSES[role], f"{role}.loans"]
        wanted += [f"{role}.population"] if role in (WORKING, MIDDLE) else []
        wanted += [f"{role}.companies"] if role in (MIDDLE, CAPITALIST) else []
        wanted += ["middle.employers"] if role == MIDDLE else []
    return wanted
