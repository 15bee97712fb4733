"""What holds however Hegemony is played: nothing is negative, nothing appears or vanishes unsaid, nobody bound moves."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helper.definitions.schema import GameDefinition, Term
from helper.engine.position import Board, Position
from helper.engine.resolution import Step as Told
from helper.games.hegemony.facts import MIDDLE, PURSES, WORKING, card, cell, fill, slots
from helper.games.hegemony.facts import step as step_of
from helper.games.hegemony.turns import is_granted
from helper.table import Table
from helper.table.evening import Evening
from tests.games.hegemony.random_play import GOODS, KINDS, Sitting, Step, is_open, standing
from tests.missing import gaps, speaks
from tests.playing import bytes_of, stamps
from tests.positions import number, word

pytestmark = pytest.mark.slow

GENERATOR = Path(__file__).with_name("random_play.py")
SEEDS = st.integers(0, 10**9)
PLAYERS = st.integers(2, 4)
TURNS = st.integers(1, 30)
SPENT = {
    ("build_company", "built"): "cost",
    ("build_company", "built_without_wage"): "cost",
    ("business_deal", "made"): "cost",
    ("lobby", "lobbied"): "cost",
    ("buy_storage", "bought"): "cost",
    ("pay_off_loan", "repaid"): "cost",
    ("policy.change", "more"): "cost",
    ("prep.interest", "paid"): "cost",
    ("prep.board_state_debt", "repaid"): "cost",
    ("imf.check", "repaid"): "cost",
}
"""What goes from a purse to the supply, by the step that says so."""
GAINED = {("export", "sold"): "money", ("sell_company", "sold"): "cost"}
LOANS = {("extra_tax", "loan"), ("loan.when", "taken")}


def workers_of(definition: GameDefinition, position: Position, role: str) -> Counter[str]:
    """Return all workers of a class, wherever they stand."""
    found = Counter({kind: number(position, f"{role}.unemployed.{kind}") for kind in KINDS})
    for id in definition.axes["company"]:
        if is_open(position, id):
            if position.figures.get(f"companies.{id}.crew") == role:
                found.update(standing(position, id))
            if role == WORKING:
                found.update(standing(position, id, "employee"))
    if role == WORKING:
        found.update(f"worker_{one}" for one in definition.axes["industry"] if position.figures.get(f"unions.{one}") is True)
    return found


def money(position: Position) -> int:
    """Return all money that is not in the supply: purses, treasury, and what lies as benefits."""
    purses = [purse for purses in PURSES.values() for purse in purses]
    return sum(number(position, path) for path in (*purses, *(f"benefits.{role}.money" for role in PURSES)))


def from_supply(definition: GameDefinition, steps: Iterable[Told]) -> int:
    """Return what came out of the supply, as the steps say."""
    total = 0
    for one in steps:
        key = (one.rule, one.outcome)
        values = {**definition.rules[one.rule].values, **one.values}
        if key in SPENT:
            total -= int(str(values[SPENT[key]]))
        elif key in GAINED:
            total += int(str(values[GAINED[key]]))
        elif key in LOANS:
            total += definition.rules["loan.terms"].number("amount") * int(str(one.values.get("loans", 1)))
        elif key in (("buy", "bought"), ("people.needs", "bought")) and one.values["source"] == Term("foreign_market"):
            total -= int(str(one.values["cost"]))
        elif key == ("policy.change", "closed"):
            place = one.values["place"]
            assert isinstance(place, Term)
            total += cell(card(definition, place.id if place.number is None else f"{place.id}_{place.number}"), "cost")
        elif key == ("buy", "tariff"):
            total += int(str(one.values["amount"]))
    return total


def check(definition: GameDefinition, step: Step) -> None:
    """Assert all that holds after a move."""
    before, after = step.before, step.applied.position
    said = (step.move, step.applied.steps)
    for path, value in after.figures.items():
        if isinstance(value, int) and not path.endswith(".points"):
            assert value >= 0, (path, said)
    check_tokens(definition, after)
    check_workers(definition, step)
    check_bound(definition, step)
    check_rooms(definition, before, after)
    gained, said_to = money(after) - money(before), from_supply(definition, step.applied.steps)
    paid_less = step.move.arguments.get("by_card") and gained > said_to  # a card may lower a cost that is not at hand
    assert gained == said_to or paid_less, said
    assert all(one.outcome in {outcome.id for outcome in definition.rules[one.rule].outcomes} for one in step.applied.steps)


def check_tokens(definition: GameDefinition, after: Position) -> None:
    """Assert that cubes, bill markers and tokens are no more than the box holds."""
    for role in definition.axes["class"]:
        assert 0 <= number(after, f"bag.{role}") <= definition.rules["political_pressure"].number("all_cubes")
        assert number(after, f"state.legitimacy.{role}") <= definition.rules["state.legitimacy"].number("highest")
    for role in definition.roles:
        placed = [policy for policy in definition.axes["policy"] if after.figures.get(f"bills.{policy}.{role}")]
        assert len(placed) <= definition.rules["propose_bill"].number("markers")
    strikes = [id for id in definition.axes["company"] if after.figures.get(f"companies.{id}.strike") is True]
    assert len(strikes) <= definition.rules["strike"].number("tokens")
    for owner, most in (("middle", 8), ("capitalist", 12)):
        assert sum(is_open(after, id) for id in definition.axes["company"] if card(definition, id)["owner"] == owner) <= most


def check_workers(definition: GameDefinition, step: Step) -> None:
    """Assert that nobody is lost or doubled, that populations follow, and that companies are full or empty."""
    before, after = step.before, step.applied.position
    for seat in after.seats:
        role = word(after, f"roles.{seat}")
        if role not in (WORKING, MIDDLE):
            continue
        was, now = workers_of(definition, before, role), workers_of(definition, after, role)
        if step.move.rule == "prep.round":
            arrived = [
                one.values["workers"] for one in step.applied.steps if one.values.get("role") == Term(role) and "workers" in one.values
            ]
            coming = sum(int(str(workers)) for workers in arrived)
            assert number(after, f"{role}.workers") - number(before, f"{role}.workers") == coming
            assert number(after, f"{role}.unemployed") - number(before, f"{role}.unemployed") == coming
            continue
        assert now.total() == number(after, f"{role}.workers"), (role, step.move, step.applied.steps)
        born = 1 if step.move.rule == "use_health" and step.move.seat == seat else 0
        assert now.total() - was.total() == born
        assert sum(((now - was) + (was - now)).values()) == {"use_health": 1, "use_education": 2}.get(step.move.rule, 0) * (
            step.move.seat == seat
        )
        assert number(after, f"{role}.unemployed") == sum(number(after, f"{role}.unemployed.{kind}") for kind in KINDS)
        rows = definition.tables["population"]
        if f"{role}.population" in after.figures:
            assert number(after, f"{role}.population") == step_of(rows, now.total())["population"]
    for id in definition.axes["company"]:
        if is_open(after, id):
            wanted, inside = slots(definition, id), standing(after, id)
            assert not inside or fill(wanted.own, inside), (id, inside, step.move)
            assert not standing(after, id, "employee") or inside, (id, step.move)


def check_bound(definition: GameDefinition, step: Step) -> None:
    """Assert that committed workers stay where they are and stay committed, whatever is done by others."""
    before, after = step.before, step.applied.position
    if definition.rules[step.move.rule].kind == "procedure" or step.move.rule == "immediate_vote":
        marks = [path for path, value in after.figures.items() if path.endswith(("committed", ".strike")) and value is True]
        assert not marks or step.move.rule != "production.order"
        return
    exchanged = step.move.rule in ("swap_workers", "use_education")
    for id in definition.axes["company"]:
        for mark, what in (("committed", "workers"), ("employee_committed", "employee")):
            if before.figures.get(f"companies.{id}.{mark}") is True:
                assert after.figures.get(f"companies.{id}.{mark}") is True, (id, step.move)
                assert is_open(after, id)
                was, now = standing(before, id, what), standing(after, id, what)
                assert len(was) == len(now) if exchanged else was == now, (id, step.move)


def check_rooms(definition: GameDefinition, before: Position, after: Position) -> None:
    """Assert that no storage overflows through a move."""
    for role in (MIDDLE, "capitalist"):
        for good in GOODS:
            path = f"{role}.storage.{good}"
            table = next(one for one in definition.tables["storage"].rows if one["key"] == good)
            tile = cell(table, "tile") if role != MIDDLE and after.figures.get(f"capitalist.tiles.{good}") else 0
            benefits = number(before, f"benefits.{role}.{good}")
            assert number(after, path) <= max(number(before, path), cell(table, role) + tile) + benefits


@settings(max_examples=40)
@given(SEEDS, PLAYERS, TURNS)
def test_random_play_keeps_the_books(seed: int, players: int, turns: int) -> None:
    sitting = Sitting(random.Random(seed), players)
    frees: Counter[tuple[object, object]] = Counter()
    for step in sitting.play(turns):
        check(sitting.definition, step)
        assert sitting.game.moves(sitting.definition, sitting.position, None)
        if sitting.definition.rules[step.move.rule].kind == "free_action" and not is_granted(
            Board(sitting.definition, step.before), step.move
        ):
            turn = number(step.before, f"turn.had.{step.move.seat}") + (word(step.before, "turn.last") != step.move.seat)
            frees[step.move.seat, (number(step.before, "round"), turn)] += 1
    assert not frees or max(frees.values()) == 1


@settings(max_examples=15)
@given(SEEDS, PLAYERS, st.integers(1, 12))
def test_every_prefix_of_a_random_record_replays_to_where_it_stood(seed: int, players: int, turns: int) -> None:
    sitting = Sitting(random.Random(seed), players)
    stages = {len(sitting.events) - 1: step.before.figures for step in sitting.play(turns)}
    stages[len(sitting.events)] = sitting.position.figures
    for end, wanted in stages.items():
        reached = Evening(sitting.journal._replace(events=sitting.journal.events[:end])).replay
        assert reached.stopped_by is None
        assert reached.position.figures == wanted


@settings(max_examples=8)
@given(SEEDS, PLAYERS, st.integers(1, 10))
def test_undo_of_any_move_of_a_random_record_brings_back_every_byte(seed: int, players: int, turns: int) -> None:
    sitting = Sitting(random.Random(seed), players)
    list(sitting.play(turns))
    events = sitting.journal.events
    for end in {len(events), random.Random(seed).randint(2, len(events))}:
        at = Table(sitting.journal._replace(events=events[:end]), stamps())
        shorter = Table(sitting.journal._replace(events=events[: end - 1]), stamps())
        after = bytes_of(at)
        assert at.ask("undo")["recorded"]
        assert bytes_of(at) == bytes_of(shorter)
        assert at.ask("redo")["recorded"]
        assert bytes_of(at) == after


@settings(max_examples=10)
@given(SEEDS, PLAYERS, st.integers(0, 10))
def test_what_the_list_calls_illegal_is_refused_and_changes_nothing(seed: int, players: int, turns: int) -> None:
    sitting = Sitting(random.Random(seed), players)
    list(sitting.play(turns))
    at = Table(sitting.journal, stamps())
    offered: list[dict[str, object]] = at.ask("legal", all=True)["moves"]  # type: ignore[assignment]
    assert offered
    for one in offered:
        if one["needs"]:
            continue
        answer = at.ask("play", move=one["move"], seat=one["seat"], arguments=one["arguments"], dry_run=True)
        assert answer["verdict"] == one["verdict"], one
        if one["verdict"] == "illegal":
            before = bytes_of(at)
            refused = at.ask("play", move=one["move"], seat=one["seat"], arguments=one["arguments"])
            assert refused["recorded"] is None
            assert refused["reasons"]
            assert bytes_of(at) == before
            break


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_generator_reaches_every_action_of_every_class(players: int) -> None:
    made: Counter[str] = Counter()
    for seed in range(12):
        sitting = Sitting(random.Random(seed), players)
        made.update(step.move.rule for step in sitting.play(40))
    roles = {word(sitting.position, f"roles.{seat}") for seat in sitting.position.seats}
    playable = {
        rule.id
        for rule in sitting.definition.rules.values()
        if rule.move and rule.kind in ("basic_action", "free_action") and roles & {*rule.roles}
    }
    rare = {"receive_benefits"} if players < 4 else set()
    write = f"what it is played with at a table of {players}, under {{id}} in `plausible`, so that some of its moves are not refused."
    speaks(gaps("action", playable - rare, playable & {*made}, GENERATOR, write, "move that was played in 12 evenings of 40 turns"))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_all_rounds_of_random_play_keep_the_books_and_come_to_an_end(players: int, seed: int) -> None:
    sitting = Sitting(random.Random(seed), players)
    done: Counter[str] = Counter()
    for step in sitting.play(10**6):
        check(sitting.definition, step)
        done[step.move.rule] += 1
    rounds = sitting.definition.rounds
    assert [done[rule] for rule in ("production.order", "election.refill", "scoring.order")] == [rounds] * 3
    assert (done["prep.round"], done["final.order"]) == (rounds - 1, 1)
    standing_now = sitting.game.score(sitting.definition, sitting.position, False)
    assert standing_now.final
    assert standing_now.winners
