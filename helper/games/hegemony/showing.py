"""What a record shows of a position: whose a move is, which there are, what a round has come to, who is ahead, a status's tables."""

from __future__ import annotations

from helper.definitions.schema import GameDefinition, Term
from helper.engine.move import Move
from helper.engine.position import Board, Glance, Position
from helper.engine.resolution import Cell, Grid
from helper.engine.scoresheet import ScoreLine, Scoresheet, Standing, rank
from helper.games.hegemony import figures as f
from helper.games.hegemony import scoring, turns
from helper.games.hegemony.facts import PURSES, cash, figure
from helper.games.hegemony.phases import COMES_TO
from helper.games.hegemony.places import BUILD
from helper.games.hegemony.seating import role_of
from helper.games.hegemony.turns import FREE, MAIN


def to_move(definition: GameDefinition, position: Position) -> str | None:
    """Return whose turn it is; None when all have had theirs."""
    return turns.to_move(Board(definition, position))


def draft(definition: GameDefinition, position: Position, move: Move) -> Move:
    """Return the move with what may be left out: a new company's wage is the minimum, a deal goes into the storage."""
    labor = Board(definition, position).get(f.POLICY("labor"))
    if move.rule != BUILD or not labor or f.GIVEN_LEVEL in move.arguments:
        return move
    return move._replace(arguments={**move.arguments, f.GIVEN_LEVEL: figure(definition, "labor", labor, "minimum_wage")})


def moves(definition: GameDefinition, position: Position, seat: str | None) -> tuple[Move, ...]:
    """Return the actions of a seat: due votes first, then all Basic and Free Actions of its class, the last resort last."""
    at = Board(definition, position)
    votes = tuple(Move(due.rule, None, {}) for due in at.due)
    if votes:
        return votes
    who = seat or turns.to_move(at)
    if who is None:
        late = [rule.id for rule in definition.rules.values() if rule.move and _is_late(at, rule.id)]
        anew = [Move(rule, seat, {}) for seat in at.seats for rule in turns.may_set_anew(at, seat)]
        return (resolves(position), *(Move(rule, at[f.LAST], {}) for rule in late), *anew)
    role = role_of(at, who)
    playable = [rule for rule in definition.rules.values() if rule.move and rule.kind in (MAIN, FREE)]
    found = [Move(rule.id, who, {}) for rule in playable if not rule.roles or role in rule.roles]
    last_resorts = {rule.id for rule in playable if rule.move and rule.move.last_resort}
    return tuple(sorted(found, key=lambda one: one.rule in last_resorts))


def whose(definition: GameDefinition, position: Position, rule: str) -> str | None:
    """Return who just played, for a Free Action that it may still take in that turn, as who is to move may in its own."""
    at = Board(definition, position)
    return at[f.LAST] if _is_late(at, rule) else None


def _is_late(at: Glance, rule: str) -> bool:
    """Return whether who just played may still take this Free Action in that turn."""
    last, found = at[f.LAST], at.rule(rule)
    is_open = bool(last) and not at[f.FREE_OF] and at.get(f.PHASE) == turns.ACTION
    return is_open and found.kind == FREE and role_of(at, last) in found.roles


def resolves(position: Position) -> Move:
    """Return what the round has come to: a vote that is due, else the phase that follows."""
    vote = next((due.rule for due in position.due), None)
    phase = position.figures.get(f.PHASE, turns.ACTION)
    return Move(vote or COMES_TO[str(phase)], None, {})


def score(definition: GameDefinition, position: Position, as_final: bool) -> Standing:
    """Return the points on the track, as they were told or followed; at the end, or as if it were, the final score."""
    at = Board(definition, position)
    if as_final or at[f.OVER]:
        return scoring.standing(at)
    sheets = tuple(_on_the_track(at, seat) for seat in at.seats)
    return Standing(sheets, rank(sheets, lambda one: (one.total,)))


def _on_the_track(at: Glance, seat: str) -> Scoresheet:
    """Return the points of a seat on the track, or that nobody told them."""
    path = f.POINTS(role_of(at, seat))
    points = at.get(path)
    lines = () if points is None else (ScoreLine("score.track", "points", points, {"points": points}),)
    return Scoresheet(seat, lines, (path,) if points is None else ())


def overview(definition: GameDefinition, position: Position) -> tuple[Grid, ...]:
    """Return policies with their bills, then what each class holds."""
    at = Board(definition, position)
    rows: list[tuple[Cell, ...]] = []
    for number, policy in enumerate(at.axis("policy"), 1):
        bills = [section for role in definition.roles if (section := at.get(f.BILL(policy, role)))]
        rows.append((Term(policy), number, at.get(f.POLICY(policy)), " ".join(bills)))
    held: list[tuple[Cell, ...]] = []
    for seat in at.seats:
        role = role_of(at, seat)
        money = cash(at, role) if all(purse in at for purse in PURSES[role]) else None
        out = at.get(f.UNEMPLOYED(role)) if role in at.axis("buyer") else None
        held.append((Term(role), money, at.get(f.INFLUENCE(role)), at.get(f.LOANS(role)), at.get(f.POINTS(role)), out))
    columns = (Term("players"), Term("money"), Term("influence"), Term("loans"), Term("victory_points"), Term("unemployed"))
    return (
        Grid(Term("policies"), (Term("policy"), None, Term("section"), Term("bill")), tuple(rows)),
        Grid(Term("players"), columns, tuple(held), scores=(columns.index(Term("victory_points")),)),
    )
