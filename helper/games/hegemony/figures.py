"""The figures of Hegemony, and the arguments of its moves: every path that code names.

The `turn.` figures and what each seat plays are the companion's own: how many turns a seat has had and who plays in which order, who
played a card last, who took which Free Action in the turn that is going on, the event that began it and the phase, what a changed
policy lets a role set anew, the vote that is due, the companies built since a demonstration; how long the game is, and how it started.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helper.definitions import inputs as common
from helper.engine.figures import Figures, Own
from helper.engine.rules import Rules
from helper.games.hegemony import inputs, places

if TYPE_CHECKING:
    from collections.abc import Callable

    from helper.engine.figures import Readable

FIGURES = Figures()
CODE = Rules(FIGURES)
"""What the modules of the game write of its rules."""
COUNT = FIGURES.kind(common.COUNT, inputs.EXPORT_CARD)
MARK = FIGURES.kind(common.FLAG, inputs.BILLS)
WORD = FIGURES.kind(
    common.SEAT,
    inputs.POLICY,
    inputs.SECTION,
    inputs.PHASE,
    inputs.MARKER,
    inputs.AT_ONCE,
    inputs.ROLE,
    inputs.BUYER,
    inputs.CLASS,
    inputs.WHOSE,
    inputs.SIDE,
    inputs.INTO,
    inputs.GOOD,
    inputs.WORKER,
    inputs.COMPANY,
    inputs.DEAL,
    inputs.WHERE,
    inputs.BEGIN,
)
WORDS = FIGURES.kind(inputs.WORKERS, inputs.COMPANIES, inputs.MARKET, inputs.DEALS, inputs.CLASSES)
BILLS = FIGURES.kind(inputs.POLICIES, inputs.AGENDA)
PAIRS = FIGURES.kind(inputs.PURCHASES, inputs.AMOUNTS, inputs.PRICES, inputs.WAGES, inputs.LOSSES)

ROUND = COUNT.one("round")
PHASE = WORD.one("phase")
POLICY = WORD.by("policies.<policy>")
POLICIES = BILLS.one("policies")
BILL = WORD.by_two("bills.<policy>.<role>")
BAG = COUNT.by("bag.<class>")

INFLUENCE = COUNT.by("<role>.influence")
POINTS = COUNT.by("<role>.points")
LOANS = COUNT.by("<role>.loans")
MONEY = COUNT.by("<buyer>.money")
REVENUE = COUNT.one("capitalist.revenue")
CAPITAL = COUNT.one("capitalist.capital")
TREASURY = COUNT.one("state.treasury")

WORKERS = COUNT.by("<buyer>.workers")
POPULATION = COUNT.by("<buyer>.population")
UNEMPLOYED = COUNT.by("<buyer>.unemployed")
UNEMPLOYED_KIND = COUNT.by_two("<buyer>.unemployed.<worker>")
OPEN_SLOTS = COUNT.one("working.open_slots")
UNION = MARK.by("unions.<industry>")
DEMONSTRATION = MARK.one("demonstration")
PROSPERITY = COUNT.by("<buyer>.prosperity")
GOODS = COUNT.by_two("<buyer>.goods.<ware>")

STORAGE = COUNT.by_two("<owner>.storage.<good>")
ZONE = COUNT.by("capitalist.zone.<good>")
TILE = MARK.by_two("<seller>.tiles.<good>")
PRICE = COUNT.by_two("<seller>.prices.<good>")
SERVICES = COUNT.by("state.services.<service>")
LEGITIMACY = COUNT.by("state.legitimacy.<class>")
EVENTS = COUNT.one("state.events")
BENEFITS = COUNT.by_two("benefits.<class>.<item>")
TOKENS = COUNT.by("tokens.<class>")
AGENDA = BILLS.one("state.agenda")
COMPANIES = COUNT.by("<builder>.companies")
EMPLOYERS = COUNT.one("middle.employers")
FULL_COMPANIES = COUNT.one("middle.full_companies")
WEALTH = COUNT.one("capitalist.wealth")
MARKET = WORDS.by(places.MARKET)
DEALS = WORDS.one("deals")
EXPORT_CARD = COUNT.one("export_card")

OPEN = MARK.by(places.OPEN)
LEVEL = COUNT.by("companies.<company>.level")
CREW = WORD.by("companies.<company>.crew")
STANDING = WORDS.by("companies.<company>.workers")
COMMITTED = MARK.by("companies.<company>.committed")
EMPLOYEE = WORDS.by("companies.<company>.employee")
EMPLOYEE_COMMITTED = MARK.by("companies.<company>.employee_committed")
STRIKE = MARK.by("companies.<company>.strike")
MACHINERY = MARK.by("companies.<company>.machinery")
OF_COMPANY: tuple[Callable[[str], Readable[object]], ...] = (
    OPEN,
    LEVEL,
    CREW,
    STANDING,
    COMMITTED,
    EMPLOYEE,
    EMPLOYEE_COMMITTED,
    STRIKE,
    MACHINERY,
)
"""All that may be told of a company."""

PLAYERS = COUNT.one("players")
PROPOSER = WORD.one("proposer")
SIDES = WORD.by("sides.<role>")
CUBES = COUNT.by("cubes.<class>")
SPENT = COUNT.by("influence.<role>")
VOTES_FOR = COUNT.one("votes.for")
VOTES_AGAINST = COUNT.one("votes.against")
CHANGE = FIGURES.kind(inputs.BILL).one("change")
LABOR_BEFORE_IMF = WORD.one("labor_before_imf")
TOLD_WORKERS = COUNT.one("workers")
TOLD_CAPITAL = COUNT.one("capital")
PREVIOUS = COUNT.one("previous")
TRACK = WORD.one("track")
SPACE = COUNT.one("space")
GAINS = COUNT.one("gains")
DEBTOR = WORD.one("debtor")
TOLD_LOANS = COUNT.one("loans")
TOLD_MONEY = COUNT.one("money")

ROLE = FIGURES.own_by("roles.<seat>", "")
ROUNDS = FIGURES.own("rounds", 0)
START = FIGURES.own("start", "")
OVER = FIGURES.own("turn.over", False)
NOTHING: tuple[str, ...] = ()
ORDER = FIGURES.own("turn.order", NOTHING)
MOST = FIGURES.own("turn.most", 0)
VOTE_DUE = FIGURES.own("turn.vote", "")
LAST = FIGURES.own("turn.last", "")
HAD = FIGURES.own_by("turn.had.<seat>", 0)
BEGAN = FIGURES.own("turn.began", 0)
PHASE_BEGAN = FIGURES.own("turn.phase_began", 0)
FREE_OF = FIGURES.own("turn.free_of", "")
FREE_RULE = FIGURES.own("turn.free_rule", "")
GRANTED = FIGURES.own_by("turn.granted.<role>", NOTHING)
BUILT: Own[tuple[str, ...]] = FIGURES.own("turn.built", NOTHING)

GIVEN_POLICY = WORD.argument("policy")
GIVEN_SECTION = WORD.argument("section")
AT_ONCE = WORD.argument("at_once")
BALLOT = FIGURES.kind(inputs.BALLOT).argument("ballot")
ASSIGNMENTS = FIGURES.kind(inputs.ASSIGNMENTS).argument("assignments")
SWAPS = FIGURES.kind(inputs.SWAPS).argument("swaps")
TARGETS = WORDS.argument("targets")
GOOD = WORD.argument("good")
PURCHASES = PAIRS.argument("purchases")
TRANSACTIONS = PAIRS.argument("transactions")
DEAL = WORD.argument("deal")
INTO = WORD.argument("into")
PRICES = PAIRS.argument("prices")
WAGES = PAIRS.argument("wages")
COMPANY = WORD.argument("company")
GIVEN_LEVEL = COUNT.argument("level")
GIVEN_CREW = FIGURES.kind(inputs.CREW).argument("crew")
ARRIVALS = FIGURES.kind(inputs.CREW).argument("arrivals")
WHERE = WORD.argument("where")
WORKER = WORD.argument("worker")
BECOMES = WORD.argument("becomes")
LOSERS = WORDS.argument("losers")
CLASS = WORD.argument("class")
GIVEN_INFLUENCE = COUNT.argument("influence")
WHOSE = WORD.argument("whose")
BY_CARD = MARK.argument("by_card")
BEGIN = WORD.argument("begin")
LOSS = PAIRS.argument("loss")
MIDDLE_FOOD = PAIRS.argument("middle_food")
WORKING_FOOD = PAIRS.argument("working_food")
REPAY = COUNT.argument("repay")
PUBLIC = WORDS.argument("public")
PLACEMENTS = FIGURES.kind(inputs.CREWS).argument("crews")
BEFORE_IMF = WORD.argument("before_imf")
GIVEN_EVENTS = WORDS.argument("events")
GIVEN_AGENDA = BILLS.argument("agenda")
GIVEN_UNIONS = COUNT.argument("unions")
GIVEN_MARKER = COUNT.argument("marker")
ANY_BILLS = MARK.argument("bills")
