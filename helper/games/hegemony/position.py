"""The standard set-up for each number of players, and what nobody has told yet. Rules `setup.*`.

What chance decides at set-up (colours of new workers, markets, deal, export card, events) stays unknown until it is told;
how many there are is known.
"""

from __future__ import annotations

from helper.definitions.schema import GameDefinition, copy_of
from helper.engine.journal import Header
from helper.engine.position import Position
from helper.games.hegemony.old_facts import (
    CAPITALIST,
    MIDDLE,
    PURSES,
    STATE,
    WORKING,
    card,
    cell,
    in_play,
    no_marks,
    role_of,
    slots,
    step,
)
from helper.games.hegemony.turns import new_round
from helper.games.hegemony.values import NO_BILL

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
