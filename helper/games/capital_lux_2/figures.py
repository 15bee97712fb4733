"""The figures of an evening of Capital Lux 2, and the arguments of its moves: every path that code names.

The `turn.` figures are the companion's own: who played last and where, who brought on the last turns, who has an extra turn, how
many plays this round has seen, and the event that began it; whose base nobody told at the end of a round; of a game against ROB
whether the other side has a last turn, and the ROB cards turned up.
"""

from __future__ import annotations

from helper.definitions import inputs
from helper.engine.figures import Figures, Own
from helper.engine.rules import Rules
from helper.games.capital_lux_2 import pile

RobCard = tuple[str, bool, bool]

FIGURES = Figures()
CODE = Rules(FIGURES)
"""What the modules of the game write of its rules; `rules` has read them all."""
COUNT = FIGURES.kind(inputs.COUNT)
PILE = FIGURES.kind(pile.PILE)
CARD = FIGURES.kind(pile.CARD)
CARDS = FIGURES.kind(pile.CARDS)
VALUES = FIGURES.kind(pile.VALUES)
WORD = FIGURES.kind(inputs.SEAT, inputs.CHOICE, pile.DISTRICT, pile.PLACE)
MARK = FIGURES.kind(inputs.FLAG)

ROUND = COUNT.one("round")
EMPEROR = WORD.one("emperor")
CAPITAL = PILE.by("capital.<district>")
CHANGE = COUNT.by("capital.adjust.<district>")
HIDDEN = COUNT.by("capital.hidden.<district>")
BASE = PILE.by_two("players.<seat>.<district>")
OWN_CHANGE = COUNT.by_two("players.<seat>.adjust.<district>")
PAYS = COUNT.by_two("players.<seat>.pays.<district>")
HAND = CARDS.by("players.<seat>.hand")
HELD = COUNT.by("players.<seat>.held")
BONUS = VALUES.by("players.<seat>.bonus")
GOLD = COUNT.by("players.<seat>.gold")
CARDS_LEFT = COUNT.by("players.<seat>.cards")

ROBS_LEFT = CARD.one("rob.left")
ROBS_RIGHT = CARD.one("rob.right")
RESERVE = CARDS.one("rob.reserve")
RED = COUNT.one("rob.red")
ROBS_BASE = PILE.by("rob.base.<district>")

OVER = FIGURES.own("turn.over", False)
LAST = FIGURES.own("turn.last", "")
LAST_DISTRICT = FIGURES.own("turn.district", "")
ENDING = FIGURES.own("turn.ending", "")
NEXT = FIGURES.own("turn.next", "")
PLAYS = FIGURES.own("turn.plays", 0)
SINCE = FIGURES.own("turn.since", 0)
LAST_TURN = FIGURES.own("turn.last_turn", False)
PASSED_OVER = FIGURES.own_by("turn.passed_over.<seat>", False)
TURNED_UP: Own[tuple[RobCard, ...]] = FIGURES.own("turn.rob_cards", ())

GIVEN_CARD = CARD.argument("card")
GIVEN_CARDS = CARDS.argument("cards")
TO = WORD.argument("to")
DISTRICT = WORD.argument("district")
TAKEN = CARD.argument("taken")
AMOUNT = COUNT.argument("amount")
DRAWN = COUNT.argument("drawn")
FROM_PLACE = WORD.argument("from_place")
TO_PLACE = WORD.argument("to_place")
WHOSE = WORD.argument("whose")
SOURCE = WORD.argument("source")
IS_RED = MARK.argument("red")
HAS_SYMBOL = MARK.argument("symbol")
CITIZEN = CARD.argument("citizen")
GOES = WORD.argument("goes")
TAKES = CARD.argument("takes")
REFILL = CARD.argument("refill")
