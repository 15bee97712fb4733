"""What a game's package offers is what the protocol asks for, and no module of the package stands in the place of it."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import pytest

from helper.definitions.code import lacking, offers
from helper.definitions.load import built_in, has_engine, load
from helper.games import Game, module, rules_of

PLAYED = [game for game in built_in() if has_engine(game)]


@pytest.mark.parametrize("game", PLAYED)
def test_a_game_offers_all_that_the_protocol_asks_for_whatever_was_loaded_before(game: str) -> None:
    package = import_module(module(game))
    assert rules_of(game).CODE, "the whole game is loaded"
    modules = [name for name in offers(Game) if isinstance(getattr(package, name), ModuleType)]
    assert modules == [], "a module of the package is called like what it offers: rename the module"
    assert lacking(package, Game, {}) == []


@pytest.mark.parametrize("game", PLAYED)
def test_code_and_definition_name_the_same_rules_conditions_effects_and_figures(game: str) -> None:
    definition, rules = load(game), rules_of(game)
    assert rules.CODE.unmatched(definition) == []
    assert rules.CODE.figures.unknown(definition, rules.TYPES) == []
    assert [one.key for one in definition.inputs if one.key not in rules.CODE.figures.keys] == [], "declared, and no code names it"


def test_what_a_game_does_not_offer_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="nothing_such"):
        _ = import_module(module(PLAYED[0])).nothing_such
