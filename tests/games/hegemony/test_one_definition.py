"""Every figure stands once: change it in the definition, and what the program answers changes with it.

An answer is what a procedure gives for figures or a position that do not change with the definition. Which questions read
a figure is seen while they are asked once, so a changed one is tried on these alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise, product
from time import perf_counter
from typing import NamedTuple

import pytest

from helper.definitions.inputs import InputReader, english, words_to_tree
from helper.definitions.schema import GameDefinition
from helper.engine.journal import Header
from helper.engine.move import Move
from helper.engine.play import Play
from helper.engine.position import Position
from helper.engine.verdict import check
from helper.errors import HelperError
from helper.games import rules_of
from helper.games.hegemony import imf, policies, production
from helper.games.hegemony.facts import CAPITALIST, MIDDLE, STATE, WORKING, card, cell, slots
from helper.games.hegemony.prices import SERVICES
from helper.games.hegemony.values import SECTIONS, Bill, Pair
from tests.games.hegemony import test_conditions, test_effects
from tests.games.hegemony.random_play import GOODS, PLAYED
from tests.games.hegemony.sitting import CASTS, DEFINITION, GAME, asked
from tests.missing import home as find
from tests.missing import speaks
from tests.positions import word

pytestmark = pytest.mark.slow

RULES = rules_of(GAME)
POLICIES, CLASSES, TABLES = DEFINITION.axes["policy"], DEFINITION.axes["class"], DEFINITION.tables
OWNERS = {str(row["id"]): str(row["owner"]) for row in TABLES["companies"].rows}
SEATS = {WORKING: "P1", MIDDLE: "P2", CAPITALIST: "P3", STATE: "P4"}
MANY = 500

Question = Callable[[GameDefinition], object]


class Figure(NamedTuple):
    """Where a figure stands: a value of a rule, or a cell in a row of a table."""

    home: str
    row: int | None
    name: str


class Unread(NamedTuple):
    """Figures that no answer depends on, and why; of a table in the rows where `where` holds."""

    home: str
    names: tuple[str, ...]
    why: str
    where: Callable[[Mapping[str, object]], bool] = lambda row: True


UNREAD = (
    Unread("policies", ("number",), "a policy is counted from its row"),
    Unread("tax_multiplier_track", ("key", "value"), "the printed track: the multiplier comes from its formula"),
    Unread("prosperity", ("key",), "a space is counted from its row"),
    Unread("prosperity", ("working",), "nobody rises to the first space", lambda row: row["key"] == 0),
    Unread("storage", ("zone",), "the zone takes no services", lambda row: row["key"] in SERVICES),
    Unread("limits", ("companies",), "the Working Class builds nothing", lambda row: row["key"] == WORKING),
    Unread("limits", ("market",), "they have no market", lambda row: row["key"] in (WORKING, STATE)),
    Unread("companies", ("copy",), "the id ends in it"),
    Unread("companies", ("row",), "only public companies lie in rows", lambda row: row["owner"] != STATE),
    Unread(
        "companies",
        ("least", "most"),
        "asked only of cards that lie there at the start",
        lambda row: row["owner"] != STATE and not row["starting"],
    ),
    Unread("companies", ("cost",), "never bought or closed", lambda row: row["owner"] == WORKING or row["most"] == 2),
    Unread("deals", ("copies",), "nobody counts the cards of the deck"),
    Unread("agendas", ("key",), "the sections on the card are told, not its number"),
)


def figures(changing: bool) -> Iterator[Figure]:
    """Yield every figure with which some answer is to change, or every other."""
    for rule in DEFINITION.rules.values():
        for name, value in rule.values.items():
            if is_figure(value) and changing is not (name in rule.shown_only or is_unread(rule.id, name, {})):
                yield Figure(rule.id, None, name)
    for table in TABLES.values():
        for number, row in enumerate(table.rows):
            for name, value in row.items():
                if is_figure(value) and changing is not is_unread(table.id, name, row):
                    yield Figure(table.id, number, name)


def is_figure(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_unread(home: str, name: str, row: Mapping[str, object]) -> bool:
    return any(one.home == home and name in one.names and one.where(row) for one in UNREAD)


def questions() -> Iterator[Question]:
    """Yield what is asked: about every row of every table first, then the moves of other tests."""
    yield from calculators()
    yield from told_rounds()
    yield from starts()
    yield from trade()
    yield from buildings()
    yield from public_companies()
    yield from phases()
    yield from cases()


def calculators() -> Iterator[Question]:
    readers = {
        name: InputReader(DEFINITION, [one for one in DEFINITION.inputs if name in one.used_by], RULES.TYPES, english(DEFINITION))
        for name in DEFINITION.calculators
    }
    for name, words in (*of_taxes(), *of_policies(), *of_tracks(), *of_companies(), *of_rounds(), *of_the_end()):
        yield calculating(name, readers[name], words)


def calculating(name: str, reader: InputReader, words: Iterable[str]) -> Question:
    reading = reader.read(words_to_tree(list(words)))
    return lambda definition: RULES.calculate(definition, name, reading, {})


Asking = Iterator[tuple[str, list[str]]]


def of_taxes() -> Asking:
    people = ["working.population=4", "middle.employers=2", "middle.companies=3", "capitalist.companies=2", "capitalist.revenue=90"]
    for labor, taxation, welfare in product(SECTIONS, repeat=3):
        yield "taxes", [f"labor={labor}", f"taxation={taxation}", f"health={welfare}", f"education={welfare}", *people]
    for row, taxation in product(TABLES["corporate_tax"].rows, SECTIONS):
        for revenue in (row["low"], row.get("high", row["low"])):
            given = [f"taxation={taxation}", "capitalist.companies=0", f"capitalist.revenue={revenue}"]
            yield "taxes", ["labor=B", "health=C", "education=C", *given]


def of_policies() -> Asking:
    for many, own, other in product(range(policies.SOCIAL + 1), SECTIONS, SECTIONS):
        if own != other:
            sections = [f"policies.{policy}={own if number < many else other}" for number, policy in enumerate(POLICIES)]
            yield "policy", [*sections, f"change=7{own}"]
    for level, section in zip((1, 2, 3), reversed(SECTIONS), strict=True):
        sections = [f"policies.{policy}={section}" for policy in POLICIES]
        levels = [f"companies.{id}.level={level}" for id in OWNERS]
        yield "policy", [*sections, "change=7A" if section != "A" else "change=7B", *levels]


def of_tracks() -> Asking:
    for table, key in (("population", "workers"), ("wealth", "capital")):
        for row in TABLES[table].rows:
            for value in (row["low"], row.get("high", row["low"])):
                yield table, [f"{key}={value}"]
    for row in TABLES["legitimacy"].rows:
        for value in (row["low"], row["high"]):
            values = [f"state.legitimacy.{role}={value}" for role in CLASSES]
            yield "legitimacy", [*values, "tokens.working=2"]
    for role in DEFINITION.axes["buyer"]:
        yield "prosperity", [f"track={role}", "space=0", "gains=10"]


def of_companies() -> Asking:
    """Every company with all that can be told of it, at each wage level."""
    for id, level in product(OWNERS, (1, 2, 3)):
        crew = {WORKING: WORKING, MIDDLE: MIDDLE}.get(OWNERS[id], WORKING)
        told = {"crew": crew, "workers": "+".join(slots(DEFINITION, id).own) or "-", "level": level, "employee": "unskilled"}
        yield "production", [f"companies.{id}.{what}={value}" for what, value in told.items()] + [f"companies.{id}.machinery=yes"]


def of_rounds() -> Asking:
    """Loans, the IMF, the bag, a vote, and what a Preparation brings."""
    for section in SECTIONS:
        sections = [f"policies.{policy}={section}" for policy in POLICIES]
        for loans in range(4):
            yield "imf", [*sections, f"state.loans={loans}", "repay=0"]
        people = [f"{role}.{what}" for role in (WORKING, MIDDLE) for what in ("workers=10", "prosperity=5", "loans=2", f"money={MANY}")]
        yield "preparation", [*sections, *people]
    for debtor in SEATS:
        yield "loans", [f"debtor={debtor}", "loans=2", "money=60"]
    for players in CASTS:
        counts = ["working.population=5", "middle.population=5", "middle.companies=3", "capitalist.companies=7"]
        yield "refill", [f"players={players}", *counts, *(f"bag.{role}=20" for role in CLASSES)]
    yield "election", ["proposer=working", "cubes.working=3", "cubes.middle=1", "sides.middle=for"]


def of_the_end() -> Asking:
    sections = [f"policies.{policy}=B" for policy in POLICIES]
    for money, loans in product((0, 61, MANY), (0, 2)):
        purses = [f"{role}.money={money}" for role in (WORKING, MIDDLE)] + [f"state.treasury={money}", "capitalist.points=1"]
        stocks = [f"{role}.storage.{good}=6" for role in (MIDDLE, CAPITALIST) for good in GOODS] + ["state.services.influence=6"]
        yield "final", [*sections, *purses, *stocks, *(f"{role}.loans={loans}" for role in SEATS)]


def told_rounds() -> Iterator[Question]:
    """Which round may be told."""

    def asking(number: int) -> Question:
        def ask(definition: GameDefinition) -> object:
            reader = InputReader(definition, [one for one in definition.inputs if one.key == "round"], RULES.TYPES, {})
            return reader.read({"round": number}).figures

        return ask

    for number in (DEFINITION.rounds, DEFINITION.rounds + 1):
        yield asking(number)


def header(players: int) -> Header:
    roles = {f"P{n}": seat.partition("=")[2] for n, seat in enumerate(CASTS[players], 1)}
    return Header(GAME, DEFINITION.version, {seat: seat for seat in roles}, roles, {}, "full")


def starts() -> Iterator[Question]:
    def asking(players: int) -> Question:
        return lambda definition: RULES.start(definition, header(players))

    for players in CASTS:
        yield asking(players)


def at_start(players: int = 4) -> Position:
    return RULES.start(DEFINITION, header(players))


def turn(role: str, told: Mapping[str, object], rule: str, **arguments: object) -> Question:
    """Ask for a move of a role whose turn it is."""
    order = list(SEATS.values())
    before = order[order.index(SEATS[role]) - 1]
    return judging(at_start().put({"turn.last": before, **told}), Move(rule, SEATS[role], arguments))


def trade() -> Iterator[Question]:
    stocks = {f"{role}.storage.{good}": 12 for role in SEATS for good in GOODS}
    for row in TABLES["export_cards"].rows:
        lots = tuple(Pair(good, cell(row, f"{good}_{lot}_amount")) for good in GOODS for lot in (1, 2))
        yield turn(CAPITALIST, {**stocks, "export_card": row["key"]}, "export", transactions=lots)
    for row, section in product(TABLES["deals"].rows, SECTIONS):
        deal, purse = str(row["key"]), {"capitalist.revenue": MANY, "policies.trade": section}
        yield turn(CAPITALIST, {**purse, "deals": (deal,)}, "business_deal", deal=deal)
    for good, section in product((*GOODS, "influence"), SECTIONS):
        told = {"policies.welfare_health": section, "policies.welfare_education": section, "working.money": MANY, **stocks}
        yield turn(WORKING, told, "buy", good=good, purchases=(Pair(STATE, 3),))
    for role in (MIDDLE, CAPITALIST):
        gifts = {f"benefits.{role}.{good}": 40 for good in GOODS}
        yield turn(role, {**gifts, **{f"{role}.tiles.{good}": True for good in GOODS}}, "receive_benefits")
        for step in ("price_low", "price_middle", "price_high"):
            prices = tuple(Pair(str(row["key"]), cell(row, step)) for row in TABLES["prices"].rows)
            yield turn(role, {}, "adjust_prices", prices=prices)


def buildings() -> Iterator[Question]:
    for id, owner in OWNERS.items():
        if owner in (MIDDLE, CAPITALIST):
            cost = cell(card(DEFINITION, id), "cost")
            purse = {"middle.money": cost, "capitalist.revenue": cost, "capitalist.capital": 0}
            yield turn(owner, {**purse, f"companies.{id}.open": False, f"market.{owner}": (id,)}, "build_company", company=id)


def following(position: Position, follow: Callable[[Play], object], **arguments: object) -> Question:
    """Ask what a procedure does on a position."""

    def ask(definition: GameDefinition) -> object:
        play = Play(definition, position, Move("", None, arguments))
        return follow(play), play.done()

    return ask


def public_companies() -> Iterator[Question]:
    public = [id for id, owner in OWNERS.items() if owner == STATE]

    def asking(players: int, was: str, now: str, chosen: tuple[str, ...] = ()) -> Question:
        position = at_start(players)
        standing = {f"companies.{id}.open": was != "C" or position.figures[f"companies.{id}.open"] for id in public}
        told = position.put({**standing, "policies.fiscal": was})
        return following(told, lambda play: policies.change(play, Bill("fiscal", now)), public=chosen)

    for players, (was, now) in product(CASTS, pairwise("ABCBA")):
        yield asking(players, was, now)
    for place in range(len(public) - 2):
        yield asking(4, "A", "B", tuple(public[place : place + 3]))


def phases() -> Iterator[Question]:
    bills = {f"bills.{policy}.working": "B" for policy in POLICIES}
    troubled = at_start().put({**bills, "state.loans": 5, **{f"state.legitimacy.{role}": 7 for role in CLASSES}})
    yield following(troubled, imf.check, public=(), crews=(), repay=0)
    crowd = at_start().put({"demonstration": True, "working.unemployed": 99})
    yield following(crowd, production.demonstration)
    crews = {f"companies.{id}.{what}": value for id, owner in OWNERS.items() if owner == MIDDLE for what, value in manned(id).items()}
    full = at_start().put({**crews, **{f"middle.storage.{good}": 7 for good in GOODS}})
    yield following(full, lambda play: production.companies(play, frozenset()))
    struck = at_start().put({"companies.supermarket_1.strike": True, "unions.media": True})
    yield following(struck, production.strikes)
    yield following(struck, production.unions)
    agenda = tuple(Bill(policy, "B") for policy in POLICIES[: policies.SOCIAL])
    scored = Move("scoring.order", None, {"events": (WORKING,), "agenda": agenda})
    yield judging(struck.put({"phase": "scoring", **{f"state.legitimacy.{role}": 7 for role in CLASSES}}), scored)
    yield judging(at_start().put({"phase": "preparation"}), Move("prep.round", None, {}))


def manned(id: str) -> dict[str, object]:
    return {"open": True, "crew": MIDDLE, "workers": slots(DEFINITION, id).own, "level": 1, "employee": ()}


def cases() -> Iterator[Question]:
    effects = [case for rule in test_effects.TABLE.values() for case in rule]
    refused = [case for rule in test_conditions.TABLE.values() for case in rule if case["verdict"] == "illegal"]
    for case in (*effects, *refused):
        move, evening = asked(test_conditions.prepared(case), test_conditions.named(case))
        yield judging(evening.position, move)


def judging(position: Position, move: Move) -> Question:
    """Ask for the verdict on a move, and what it changes."""

    def ask(definition: GameDefinition) -> object:
        role = word(position, f"roles.{move.seat}")
        verdict = check(definition, RULES.CODE, position, RULES.draft(definition, position, move), RULES.fresh, role)
        return verdict, RULES.apply(definition, position, move) if verdict.outcome in PLAYED else None

    return ask


def answer(question: Question, definition: GameDefinition) -> object:
    """Return an answer; that there is none is an answer too."""
    try:
        return question(definition)
    except HelperError as error:
        return [fault.code for fault in error.faults]
    except (LookupError, AssertionError, ZeroDivisionError) as error:
        return type(error)


class Watched(Mapping[str, object]):
    """Figures of a rule or a row, noting in `seen` which of them are read; a row that is read was found by its key.

    Rows are found in an index that is made once: whoever reads another cell of a row depends on its key too.
    """

    def __init__(self, home: str, row: int | None, found: Mapping[str, object], seen: set[Figure]) -> None:
        self.home, self.row, self.found, self.seen = home, row, found, seen

    def __getitem__(self, name: str) -> object:
        self.seen.add(Figure(self.home, self.row, name))
        if self.row is not None and "key" in self.found:
            self.seen.add(Figure(self.home, self.row, "key"))
        return self.found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)


def watched(seen: set[Figure]) -> GameDefinition:
    rules = {id: rule._replace(values=Watched(id, None, rule.values, seen)) for id, rule in DEFINITION.rules.items()}
    tables = {
        id: table._replace(rows=tuple(Watched(id, number, row, seen) for number, row in enumerate(table.rows)))
        for id, table in TABLES.items()
    }
    return DEFINITION._replace(rules=rules, tables=tables)


class Asked(NamedTuple):
    """A question, its answer as the definition stands, the figures read for it, and how long it took."""

    question: Question
    before: object
    read: frozenset[Figure]
    seconds: float


@pytest.fixture(scope="module")
def battery() -> list[Asked]:
    """Return all that is asked, quick questions first."""
    seen: set[Figure] = set()
    definition, found = watched(seen), []
    for question in questions():
        seen.clear()
        began = perf_counter()
        before = answer(question, definition)
        assert not isinstance(before, type), "every question has an answer as the definition stands"
        found.append(Asked(question, before, frozenset(seen), perf_counter() - began))
    return sorted(found, key=lambda one: one.seconds)


def changed(figure: Figure, more: int) -> GameDefinition:
    """Return the definition with so much more at a figure."""
    rules, tables = dict(DEFINITION.rules), dict(TABLES)
    if figure.row is None:
        rule = rules[figure.home]
        rules[rule.id] = rule._replace(values={**rule.values, figure.name: rule.number(figure.name) + more})
    else:
        table = tables[figure.home]
        rows = list(table.rows)
        rows[figure.row] = {**rows[figure.row], figure.name: cell(rows[figure.row], figure.name) + more}
        tables[table.id] = table._replace(rows=tuple(rows))
    return DEFINITION._replace(rules=rules, tables=tables, rounds=rules["game.rounds"].number("rounds"))


def is_noticed(figure: Figure, those: list[Asked], by: tuple[int, ...]) -> bool:
    for more in by:
        definition = changed(figure, more)
        if any(answer(one.question, definition) != one.before for one in those):
            return True
    return False


@pytest.mark.parametrize("home", dict.fromkeys(figure.home for figure in figures(changing=True)))
def test_some_answer_changes_with_every_figure(home: str, battery: list[Asked]) -> None:
    unnoticed = []
    for figure in figures(changing=True):
        if figure.home == home:
            reading = [one for one in battery if figure in one.read] or battery
            if not is_noticed(figure, reading, (1, -1, 4)):
                unnoticed.append(
                    f"No answer changes with {told_of(figure)}: let the code read it, or ask here what depends on it; where nothing "
                    "does, name it in shown_only of its rule, or in UNREAD with why."
                )
    speaks(unnoticed)


def told_of(figure: Figure) -> str:
    """Return a figure as it stands in the definition, and where."""
    if figure.row is None:
        return f"{figure.name} = {DEFINITION.rules[figure.home].values[figure.name]} of the rule {figure.home}{find(figure.home, GAME)}"
    row = TABLES[figure.home].rows[figure.row]
    named = next((f"{column} = {row[column]}" for column in ("id", "key", "low") if column in row), "")
    return f"{figure.name} = {row[figure.name]} of the table {figure.home}{find(figure.home, GAME)}, in row {figure.row + 1}: {named}"


def test_a_figure_that_is_only_shown_changes_no_answer(battery: list[Asked]) -> None:
    speaks(
        f"An answer changes with {told_of(figure)}, which is said to be only shown or unread: take it out of shown_only or UNREAD."
        for figure in figures(changing=False)
        if is_noticed(figure, [one for one in battery if figure in one.read], (7,))
    )


@pytest.mark.parametrize("one", UNREAD, ids=lambda one: f"{one.home}.{one.names[0]}")
def test_what_is_named_as_unread_is_there(one: Unread) -> None:
    assert {figure.name for figure in figures(changing=False) if figure.home == one.home} >= {*one.names}
