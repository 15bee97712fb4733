"""Hegemony: Lead Your Class to Victory, from set-up to the final score (see `helper.games.Game`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from helper.definitions.inputs import Reading
from helper.definitions.schema import GameDefinition, Term
from helper.engine.bridge import Bridge, adopt
from helper.engine.move import Applied, Move
from helper.engine.play import Play, carry_out
from helper.engine.position import Position
from helper.engine.resolution import Cell, Grid, Resolution
from helper.engine.scoresheet import ScoreLine, Scoresheet, Standing, rank
from helper.errors import Fault, UnreadableInput
from helper.games.hegemony import elections, passing, phases, policies, scoring, taxes, turns
from helper.games.hegemony import figures as f
from helper.games.hegemony.actions import companies, goods, state, trade, turn, workers
from helper.games.hegemony.actions import politics as politics
from helper.games.hegemony.actions.turn import Apply
from helper.games.hegemony.calculators import CALCULATORS
from helper.games.hegemony.completions import completions
from helper.games.hegemony.doubts import doubts
from helper.games.hegemony.figures import CODE
from helper.games.hegemony.old_facts import PURSES, figure, role_of
from helper.games.hegemony.places import BUILD
from helper.games.hegemony.position import FULL, start, untold
from helper.games.hegemony.turns import ACTION, free_played, is_granted, main_played, may_set_anew, nothing_granted, used
from helper.games.hegemony.values import TYPES

__all__ = [
    "CODE",
    "TYPES",
    "apply",
    "calculate",
    "completions",
    "doubts",
    "draft",
    "drawn",
    "fresh",
    "moves",
    "overview",
    "resolves",
    "score",
    "seated",
    "start",
    "to_move",
    "untold",
    "whose",
]

_MODULES = (turn, workers, goods, trade, companies, state)
"""Those of the shape before; `politics` writes its rules into `CODE` itself."""
for _module in (*_MODULES, phases):
    adopt(CODE, _module.PREDICATES)
adopt(CODE, {"nothing_else": passing.nothing_else(CODE)})
_APPLY: Mapping[str, Apply] = {rule: apply for module in _MODULES for rule, apply in module.APPLY.items()}
MAIN, FREE = passing.MAIN, "free_action"


def fresh(position: Position, path: str) -> bool:
    """Return whether a figure holds now.

    In a full record all do that were told or followed since the Action phase began, for the phases between are told, not
    followed; with figures those told since the last main action.
    """
    since = "turn.phase_began" if position.word("start") == FULL else "turn.began"
    return position.told.get(path, 0) >= position.number(since)


def to_move(definition: GameDefinition, position: Position) -> str | None:
    """Return whose turn it is; None when all have had theirs."""
    return turns.to_move(position)


def draft(definition: GameDefinition, position: Position, move: Move) -> Move:
    """Return the move with what may be left out: a new company's wage is the minimum, a deal goes into the storage."""
    filled = dict(move.arguments)
    if move.rule == BUILD and "level" not in filled and position.word("policies.labor"):
        minimum = figure(definition, "labor", position.word("policies.labor"), "minimum_wage")
        filled["level"] = minimum
    return move._replace(arguments=filled)


def moves(definition: GameDefinition, position: Position, seat: str | None) -> tuple[Move, ...]:
    """Return the actions of a seat: due votes first, then all Basic and Free Actions of its class, the last resort last."""
    votes = tuple(Move(due.rule, None, {}) for due in position.due)
    if votes:
        return votes
    who = seat or turns.to_move(position)
    if who is None:
        last = position.word("turn.last")
        late = [rule.id for rule in definition.rules.values() if rule.move and whose(definition, position, rule.id)]
        anew = [Move(rule, seat, {}) for seat in position.seats for rule in may_set_anew(position, seat)]
        return (resolves(position), *(Move(rule, last, {}) for rule in late), *anew)
    role = role_of(position, who)
    playable = [rule for rule in definition.rules.values() if rule.move and rule.kind in (MAIN, FREE)]
    found = [Move(rule.id, who, {}) for rule in playable if not rule.roles or role in rule.roles]
    last_resorts = {rule.id for rule in playable if rule.move and rule.move.last_resort}
    return tuple(sorted(found, key=lambda one: one.rule in last_resorts))


def seated(definition: GameDefinition, names: Mapping[str, str], options: Mapping[str, str]) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return names and options as they are: nobody but the players sits at the table."""
    return names, options


def drawn(definition: GameDefinition, position: Position, move: Move, chance: int) -> Move:
    """Raise UnreadableInput: no move of this game is drawn by the program."""
    raise UnreadableInput(Fault("nothing_to_draw"))


def whose(definition: GameDefinition, position: Position, rule: str) -> str | None:
    """Return who just played, for a Free Action that it may still take in that turn, as who is to move may in its own."""
    last = position.word("turn.last")
    is_free = definition.rules[rule].kind == FREE and not position.word("turn.free_of") and position.word("phase") == ACTION
    return last if last and is_free and role_of(position, last) in definition.rules[rule].roles else None


def apply(definition: GameDefinition, position: Position, move: Move) -> Applied:
    """Carry out a move: its effects, and the turn or the Free Action that it takes. Never raises."""
    play = Play(definition, position, draft(definition, position, move))
    return carry_out(play, _phase if move.rule in phases.PHASES else _action)


def _phase(play: Play) -> None:
    nothing_granted(play)
    if play.before.figures.get("turn.over") is True:
        return
    phases.PHASES[play.move.rule](play.definition, Bridge(play), play.move)
    if play.move.rule != phases.NEXT:
        play.answers({"phase": play.get(f.PHASE), "round": play.get(f.ROUND)})


def _action(play: Play) -> None:
    move, kind, before = play.move, play.definition.rules[play.move.rule].kind, play.before
    if kind == MAIN:
        nothing_granted(play)
    effects = Bridge(play)
    effect = CODE[move.rule].effect if move.rule in CODE else None
    if effect:
        effect(play)
    else:
        _APPLY[move.rule](play.definition, effects, move, role_of(before, move.seat))
    if kind == MAIN and move.seat:
        main_played(play, move.seat)
    elif kind == FREE and is_granted(before, move):
        used(play)
    elif kind == FREE and move.seat:
        free_played(play, move.seat, move.rule)
    workers.end_demonstration(play.definition, effects, before)


def resolves(position: Position) -> Move:
    """Return what the round has come to: a vote that is due, else the phase that follows."""
    vote = next((due.rule for due in position.due), None)
    return Move(vote or phases.due_phase(position), None, {})


def calculate(definition: GameDefinition, name: str, reading: Reading, options: Mapping[str, str]) -> Resolution:
    """Answer a calculator; raises UnreadableInput for figures that it needs and that are not told, or that contradict each other."""
    told = {**reading.figures, **{f"policies.{policy}": at for policy, at in policies.told_sections(definition, reading.figures).items()}}
    wrong = doubts(definition, Position((), options, told, {}))
    if wrong:
        raise UnreadableInput(*(Fault("doubted", {"rule": one.rule, "outcome": one.outcome, "values": one.values}) for one in wrong))
    return _CALCULATORS[name](definition, reading, options)


def _taxes(definition: GameDefinition, reading: Reading, options: Mapping[str, str]) -> Resolution:
    wanted = ("labor", "taxation", *taxes.WELFARE)
    return taxes.calculate(definition, policies.read_sections(definition, reading.figures, wanted), reading.figures)


Answer = Callable[[GameDefinition, Reading], Resolution]


def _without_options(answer: Answer) -> Callable[[GameDefinition, Reading, Mapping[str, str]], Resolution]:
    return lambda definition, reading, options: answer(definition, reading)


_CALCULATORS: Mapping[str, Callable[[GameDefinition, Reading, Mapping[str, str]], Resolution]] = {
    "policy": _without_options(policies.calculate),
    "election": _without_options(elections.calculate),
    "taxes": _taxes,
    "population": _without_options(scoring.population),
    "wealth": _without_options(scoring.wealth),
    "legitimacy": _without_options(scoring.legitimacy),
    "final": scoring.final,
    **CALCULATORS,
}


def score(definition: GameDefinition, position: Position, as_final: bool) -> Standing:
    """Return the points on the track, as they were told or followed; at the end, or as if it were, the final score."""
    if as_final or position.figures.get("turn.over") is True:
        return scoring.standing(definition, position)
    sheets = tuple(_on_the_track(position, seat, f"{role_of(position, seat)}.points") for seat in position.seats)
    return Standing(sheets, rank(sheets, lambda one: (one.total,)))


def overview(definition: GameDefinition, position: Position) -> tuple[Grid, ...]:
    """Return policies with their bills, then what each class holds."""
    rows: list[tuple[Cell, ...]] = []
    for number, policy in enumerate(definition.axes["policy"], 1):
        placed = [position.word(f"bills.{policy}.{role}") for role in definition.roles]
        bills = [section for section in placed if section]
        rows.append((Term(policy), number, position.word(f"policies.{policy}") or None, " ".join(bills)))
    held: list[tuple[Cell, ...]] = []
    for seat in position.seats:
        role = role_of(position, seat)
        money = [position.figures.get(purse) for purse in PURSES[role]]
        cells = [sum(int(str(one)) for one in money) if None not in money else None]
        cells += [_known(position, f"{role}.{what}") for what in ("influence", "loans", "points", "unemployed")]
        held.append((Term(role), *cells))
    columns = (Term("players"), Term("money"), Term("influence"), Term("loans"), Term("victory_points"), Term("unemployed"))
    return (
        Grid(Term("policies"), (Term("policy"), None, Term("section"), Term("bill")), tuple(rows)),
        Grid(Term("players"), columns, tuple(held), scores=(columns.index(Term("victory_points")),)),
    )


def _on_the_track(position: Position, seat: str, path: str) -> Scoresheet:
    """Return the points of a seat on the track, or that nobody told them."""
    if path not in position.figures:
        return Scoresheet(seat, (), (path,))
    points = position.number(path)
    return Scoresheet(seat, (ScoreLine("score.track", "points", points, {"points": points}),))


def _known(position: Position, path: str) -> int | None:
    value = position.figures.get(path)
    return value if isinstance(value, int) else None
