"""The standard set-up for each number of players, and what nobody has told yet. Rules `setup.*`.

What chance decides at set-up (colours of new workers, markets, deal, export card, events) stays unknown until it is told;
how many there are is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from helper.definitions.schema import GameDefinition, copy_of
from helper.engine.journal import Header
from helper.engine.move import Move
from helper.engine.play import Cause, Play
from helper.engine.position import Board, Glance, Position
from helper.errors import Fault, UnreadableInput
from helper.games.hegemony import figures as f
from helper.games.hegemony.facts import CAPITALIST, MIDDLE, PURSES, STATE, WORKING, card, cell, fits_players, slots, step, unmark
from helper.games.hegemony.prices import IMPORTED
from helper.games.hegemony.seating import in_play, roles_in_play
from helper.games.hegemony.turns import new_round
from helper.games.hegemony.values import NO_BILL, NOBODY

if TYPE_CHECKING:
    from helper.engine.figures import Readable

FULL = "full"
BOARD, SERVICES, STATE_SETUP = "setup.board", "setup.services", "setup.state"


def start(definition: GameDefinition, header: Header) -> Position:
    """Return the position that set-up makes; with `figures`, only the seats and the turns are known."""
    play = Play(definition, Position(tuple(header.seats), header.options, {}, {}))
    for seat, role in header.roles.items():
        play.set(f.ROLE(seat), role)
    chosen = header.options.get("rounds", "")
    play.set(f.ROUNDS, int(chosen) if chosen.isdecimal() else definition.rounds)
    play.set(f.START, header.start)
    laid = play.under(BOARD, "").set(f.ROUND, 1)
    if header.start == FULL:
        _lay_out(laid)
    new_round(laid)
    return play.done().position


def _lay_out(cause: Cause) -> None:
    """Lay out the standard set-up for those who play."""
    play, board = cause.play, cause.play.rule(BOARD)
    roles, classes = roles_in_play(play), play.axis("class")
    for row in play.table("policies").rows:
        cause.set(f.POLICY(str(row["key"])), str(row["start"]))
    for role in roles:
        cause.set(f.POINTS(role), board.number("points"))
        for policy in play.axis("policy"):
            cause.set(f.BILL(policy, role), NO_BILL)
    for role in classes:
        cause.set(f.BAG(role), board.number("cubes"))
    for role in dict.fromkeys((*roles, STATE)):
        cause.set(f.LOANS(role), 0)
    for good in IMPORTED:
        cause.set(f.STORAGE(STATE, good), 0)
    cause.set(f.TREASURY, board.number("treasury")).set(f.DEMONSTRATION, False)
    for industry in play.axis("industry"):
        cause.set(f.UNION(industry), False)
    size = "few" if len(play.seats) == play.definition.players[0] else "many"
    for service in play.axis("service"):
        cause.set(f.SERVICES(service), play.number(SERVICES, f"{size}_{service}"))
    _companies(cause)
    for role in (WORKING, MIDDLE):
        if role in roles:
            _class(cause, role)
    _capitalist(cause)
    if STATE in roles:
        state = play.rule(STATE_SETUP)
        cause.set(f.INFLUENCE(STATE), state.number("influence")).set(f.EVENTS, state.number("events"))
        for role in classes:
            cause.set(f.LEGITIMACY(role), state.number("legitimacy")).set(f.TOKENS(role), 0)
            for item in play.axis("item"):
                cause.set(f.BENEFITS(role, item), 0)


def _companies(cause: Cause) -> None:
    """Open the companies, each at its wage, with whom stands in it."""
    play, players = cause.play, len(cause.play.seats)
    crews = {row["key"]: str(row["role"]) for row in play.table("setup_workers").rows if cell(row, "least") <= players <= cell(row, "most")}
    for id in play.axis("company"):
        is_open = bool(card(play.definition, id)["starting"]) and fits_players(play, id)
        cause.set(f.OPEN(id), is_open)
        if is_open:
            crew = crews.get(copy_of(id), NOBODY)
            unmark(cause, id).set(f.STANDING(id), slots(play.definition, id).own if crew else ())
            cause.set(f.CREW(id), crew).set(f.LEVEL(id), play.number("setup.wages", "level"))


def _class(cause: Cause, role: str) -> None:
    """Give the Working or the Middle Class its money, workers, goods and track; who of its workers has no company is unemployed."""
    play, rule = cause.play, cause.play.rule(f"setup.{role}")
    employed = sum(len(play.get(f.STANDING(id), ())) for id in play.axis("company") if play.get(f.CREW(id)) == role)
    for figure, key in ((f.MONEY, "money"), (f.INFLUENCE, "influence"), (f.PROSPERITY, "prosperity"), (f.WORKERS, "workers")):
        cause.set(figure(role), rule.number(key))
    cause.set(f.UNEMPLOYED(role), rule.number("workers") - employed)
    for good in play.axis("good"):
        cause.set(f.GOODS(role, good), 0)
    if role == MIDDLE:
        _stock(cause, MIDDLE)


def _capitalist(cause: Cause) -> None:
    rule = cause.play.rule("setup.capitalist")
    cause.set(f.REVENUE, rule.number("revenue")).set(f.CAPITAL, rule.number("capital"))
    cause.set(f.INFLUENCE(CAPITALIST), rule.number("influence"))
    cause.set(f.WEALTH, cell(step(cause.play.table("wealth"), rule.number("capital")), "level"))
    _stock(cause, CAPITALIST)
    for good in cause.play.axis("good"):
        cause.set(f.TILE(CAPITALIST, good), False).set(f.ZONE(good), 0)


def _stock(cause: Cause, role: str) -> None:
    """Lay what a class has into its storages, and set its prices: all at the middle step."""
    rule = cause.play.rule(f"setup.{role}")
    for row in cause.play.table("prices").rows:
        good = str(row["key"])
        held = rule.values.get(good, 0)
        cause.set(f.STORAGE(role, good), held if isinstance(held, int) else 0).set(f.PRICE(role, good), cell(row, "price_middle"))


def fresh(position: Position, path: str) -> bool:
    """Return whether a figure holds now.

    In a full record all do that were told or followed since the Action phase began, for the phases between are told, not
    followed; with figures those told since the last main action. Round and phase follow from play.
    """
    if path in (f.ROUND, f.PHASE):
        return True
    since = f.PHASE_BEGAN if f.START.kept_in(position) == FULL else f.BEGAN
    return position.told.get(path, 0) >= since.kept_in(position)


def seated(definition: GameDefinition, names: Mapping[str, str], options: Mapping[str, str]) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return names and options as they are: nobody but the players sits at the table."""
    return names, options


def drawn(definition: GameDefinition, position: Position, move: Move, chance: int) -> Move:
    """Raise UnreadableInput: no move of this game is drawn by the program."""
    raise UnreadableInput(Fault("nothing_to_draw"))


def untold(definition: GameDefinition, position: Position) -> tuple[str, ...]:
    """Return what nobody has told yet: what chance decided at set-up; in a record of figures, what taxes and scores go by.

    Nothing is wanted once the game is over.
    """
    at = Board(definition, position)
    wanted = () if at[f.OVER] else _by_chance(at) if at[f.START] == FULL else _for_scores(at)
    return tuple(path for path in wanted if path not in at)


def _by_chance(at: Glance) -> list[Readable[object]]:
    """Return the figures that chance decides."""
    roles = roles_in_play(at)
    wanted: list[Readable[object]] = [
        f.UNEMPLOYED_KIND(role, kind) for role in (WORKING, MIDDLE) if role in roles for kind in at.axis("worker")
    ]
    wanted += [f.MARKET(role) for role in (MIDDLE, CAPITALIST) if role in roles]
    return [*wanted, f.DEALS, f.EXPORT_CARD, *((f.AGENDA,) if in_play(at, STATE) else ())]


def _for_scores(at: Glance) -> list[Readable[object]]:
    """Return the figures that a record of figures needs to tell taxes and scores."""
    wanted: list[Readable[object]] = [*map(f.POLICY, at.axis("policy"))]
    for seat in at.seats:
        role = at[f.ROLE(seat)]
        wanted += [f.POINTS(role), *PURSES[role], f.LOANS(role)]
        wanted += [f.POPULATION(role)] if role in (WORKING, MIDDLE) else []
        wanted += [f.COMPANIES(role)] if role in (MIDDLE, CAPITALIST) else []
        wanted += [f.EMPLOYERS] if role == MIDDLE else []
    return wanted
