"""The figures of Hegemony, and the arguments of its moves: every path that code names. (So far those of politics and elections.)

The `turn.` figures and what each seat plays are the companion's own: how many turns a seat has had, who played a card last, who took
which Free Action in the turn that is going on, the event that began it, what a changed policy lets a role set anew, the vote that is due.
"""

from __future__ import annotations

from helper.definitions import inputs
from helper.engine.figures import Figures
from helper.engine.rules import Rules
from helper.games.hegemony import values

CODE = Rules()
"""What the modules of the game write of its rules."""
FIGURES = Figures()
COUNT = FIGURES.kind(inputs.COUNT)
WORD = FIGURES.kind(values.POLICY, values.SECTION, values.PHASE, values.MARKER, values.AT_ONCE, values.ROLE, values.SIDE)
BALLOTS = FIGURES.kind(values.BALLOT)

ROUND = COUNT.one("round")
PHASE = WORD.one("phase")
POLICY = WORD.by("policies.<policy>")
BILL = WORD.by_two("bills.<policy>.<role>")
BAG = COUNT.by("bag.<class>")
INFLUENCE = COUNT.by("<role>.influence")
POINTS = COUNT.by("<role>.points")
LEGITIMACY = COUNT.by("state.legitimacy.<class>")

PLAYERS = COUNT.one("players")
PROPOSER = WORD.one("proposer")
SIDES = WORD.by("sides.<role>")
CUBES = COUNT.by("cubes.<class>")
SPENT = COUNT.by("influence.<role>")
VOTES_FOR = COUNT.one("votes.for")
VOTES_AGAINST = COUNT.one("votes.against")

ROLE = FIGURES.own_by("roles.<seat>", "")
VOTE_DUE = FIGURES.own("turn.vote", "")
LAST = FIGURES.own("turn.last", "")
HAD = FIGURES.own_by("turn.had.<seat>", 0)
BEGAN = FIGURES.own("turn.began", 0)
FREE_OF = FIGURES.own("turn.free_of", "")
FREE_RULE = FIGURES.own("turn.free_rule", "")
NOTHING: tuple[str, ...] = ()
GRANTED = FIGURES.own_by("turn.granted.<role>", NOTHING)

GIVEN_POLICY = WORD.argument("policy")
GIVEN_SECTION = WORD.argument("section")
AT_ONCE = WORD.argument("at_once")
BALLOT = BALLOTS.argument("ballot")
