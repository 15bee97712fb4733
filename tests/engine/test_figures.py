"""Figures that code names are those that `inputs.toml` declares, and rules in code those of the definition."""

from __future__ import annotations

from importlib import import_module

import pytest

from helper.definitions import inputs
from helper.definitions.load import load
from helper.engine.figures import Figures
from helper.engine.move import Change, Move
from helper.engine.play import Play, Procedure
from helper.engine.position import Board, Position, Unknown, known
from helper.engine.rules import Rules, Values
from helper.engine.verdict import View
from helper.games import rules_of

GAMES = ("capital-lux-2", "hegemony")


@pytest.mark.parametrize("game", GAMES)
def test_every_figure_that_code_names_is_declared_as_such(game: str) -> None:
    figures = import_module(f"helper.games.{game.replace('-', '_')}.figures").FIGURES
    assert figures.unknown(load(game), rules_of(game).TYPES) == []


def test_every_rule_in_code_is_one_of_the_definition_and_the_other_way_round() -> None:
    assert rules_of("capital-lux-2").CODE.unmatched(load("capital-lux-2")) == []


@pytest.mark.parametrize("game", GAMES)
def test_only_procedures_are_done_as_a_whole_or_not_at_all(game: str) -> None:
    definition = load(game)
    whole = [rule.id for rule in rules_of(game).CODE.values() if rule.play is Procedure]
    assert {definition.rules[id].kind for id in whole} <= {"procedure"}


@pytest.mark.parametrize("key", ["players.<seat>.glod", "emperor"])
def test_a_figure_that_is_not_declared_so_is_found(key: str) -> None:
    figures = Figures()
    kind = figures.kind(inputs.COUNT)
    assert kind.by(key) if "<" in key else kind.one(key)
    assert figures.unknown(load("capital-lux-2"), rules_of("capital-lux-2").TYPES) == [key]


def test_what_the_companion_keeps_for_itself_is_no_figure_of_the_table() -> None:
    figures = Figures()
    assert figures.own("round", 0) == "round"
    assert figures.unknown(load("capital-lux-2"), rules_of("capital-lux-2").TYPES) == ["round"]


def test_paths_have_as_many_axes_as_their_keys_and_each_key_is_declared_once() -> None:
    count = Figures().kind(inputs.COUNT)
    assert count.by("bag.<class>")("working") == "bag.working"
    assert count.by_two("<owner>.storage.<good>")("state", "food") == "state.storage.food"
    for key in ("bag.<class>", "other.<class>"):
        with pytest.raises(ValueError, match="declared twice, or not by"):
            count.one(key)


def test_what_nobody_told_is_unknown_nothing_or_what_else_is_to_be_taken() -> None:
    figures = Figures()
    count = figures.kind(inputs.COUNT)
    gold, loans, bonds, last = count.one("gold"), count.one("loans"), count.one("bonds"), figures.own("last", "nobody")
    at = Board(load("hegemony"), Position(("P1",), {}, {"gold": 4}, {}))
    assert (at[gold], at.get(gold), gold in at) == (4, 4, True)
    assert (at.get(loans), at.get(loans, 7), loans in at) == (None, 7, False)
    assert (at[last], at.get(last)) == ("nobody", "nobody")
    assert known(lambda at: at[gold] + at[loans], at) is None
    with pytest.raises(Unknown) as met:
        at.need(gold, loans, bonds)
    assert met.value.paths == ("loans", "bonds")


def test_a_play_sees_its_changes_cites_them_and_leaves_the_position_it_began_with() -> None:
    count = Figures().kind(inputs.COUNT)
    gold, loans = count.one("gold"), count.one("loans")
    before = Position(("P1",), {}, {"gold": 4}, {"gold": 2}, now=7)
    play = Play(load("hegemony"), before, Move("buy", "P1", {}))
    play.note("bought", amount=3).add(gold, 3).add(loans, 3)
    assert (play.get(gold), play.get(loans), play.fact(lambda at: at[gold] + at[loans])) == (7, None, None)
    play.step("tax", "paid").take(gold, 9)
    applied = play.done()
    assert applied.position == Position(("P1",), {}, {"gold": 0}, {"gold": 7}, now=7)
    assert applied.changes == (Change("gold", 4, 7, "buy", "bought"), Change("gold", 7, 0, "tax", "paid"))
    assert applied.missing == ("loans",)
    assert before.figures == {"gold": 4}


def _nothing(at: View) -> Values:
    yield from ()


def test_a_rule_a_condition_and_an_effect_are_written_once() -> None:
    code = Rules()
    rule = code.rule("light")
    rule.needs("oil")(_nothing)
    rule.does(lambda play: None)
    code.rule("night").needs("oil")(_nothing)
    for twice in (lambda: code.rule("light"), lambda: rule.needs("oil")(_nothing), lambda: rule.resolves(lambda play: None)):
        with pytest.raises(ValueError, match=r"light.* written twice"):
            twice()


def test_a_house_may_name_a_condition_by_a_name_that_stands_for_one_alone() -> None:
    code = Rules()
    code.rule("light").needs("oil")(_nothing)
    code.rule("night").needs("oil")(_nothing)
    assert code.names == {"oil"}
    code.rule("dusk").needs("oil")(lambda at: iter(()))
    assert code.names == set()
