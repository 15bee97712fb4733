"""Random play of Hegemony: moves with plausible arguments, of which those that are not refused are carried out.

A sitting begins with the full set-up and with all that chance decides told, so that hardly a verdict is unknown.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from helper.definitions.load import load
from helper.definitions.schema import GameDefinition, Term
from helper.engine.journal import Event, Journal
from helper.engine.move import Applied, Move, Question
from helper.engine.play import Play
from helper.engine.position import Position
from helper.games.hegemony.elections import fill_small_bag
from helper.games.hegemony.facts import CAPITALIST, MIDDLE, STATE, WORKING, card, fits, row, slots
from helper.games.hegemony.figures import BAG
from helper.games.hegemony.places import UNEMPLOYED
from helper.table import new
from helper.table.evening import Evening
from tests.positions import number, word

SEATS = {
    2: ("W=working", "C=capitalist"),
    3: ("W=working", "M=middle", "C=capitalist"),
    4: ("W=working", "M=middle", "C=capitalist", "S=state"),
}
GOODS = ("food", "luxury", "health", "education")
KINDS = ("unskilled", "worker_food", "worker_luxury", "worker_health", "worker_education", "worker_media")
PLAYED = ("legal", "unknown")
OPEN = {id: f"companies.{id}.open" for id in load("hegemony").axes["company"]}


class Step(NamedTuple):
    """A move that was carried out: where it was made, what it was, what it gave."""

    before: Position
    move: Move
    applied: Applied


class Sitting:
    """A record in the making, folded step by step rather than anew for every move."""

    def __init__(self, chance: random.Random, players: int) -> None:
        options = {"middle_export": "printed", "swap_workers": chance.choice(["printed", "sheet"])}
        options["commit_on_raise"] = chance.choice(["any", "to_l3"])
        self.chance = chance
        self.evening = Evening(new("hegemony", SEATS[players], options, "full"))
        self.game, self.definition = self.evening.game, self.evening.definition
        self.first = self.game.start(self.definition, self.evening.journal.header)
        self.position = self.first
        self.events: list[Event] = []
        self._add("observe", {"figures": told(chance, self.definition, self.first)})

    @property
    def journal(self) -> Journal:
        """The record so far."""
        return self.evening.journal._replace(events=tuple(self.events))

    def _add(self, kind: str, body: Mapping[str, object]) -> Event:
        n = len(self.events) + 1
        self.events.append(Event(n, f"e{n}", "2026-01-01T20:00:00Z", "table", kind, body))
        if kind == "observe":
            figures = body["figures"]
            assert isinstance(figures, dict)
            changes = {path: self.evening.figure(path, raw) for path, raw in figures.items()}
            self.position = self.position._replace(now=n).put(changes)
        return self.events[-1]

    def attempt(self, rule: str, seat: str | None, arguments: Mapping[str, object]) -> tuple[Move, str]:
        """Return a move, and the verdict on it."""
        move = self.evening.move({"rule": rule, "seat": seat, "arguments": arguments})
        return move, self.evening.judge(self.position._replace(now=len(self.events) + 1), move).outcome

    def make(self, move: Move) -> Step:
        """Carry out a move and record it."""
        self._add("move", self.evening.written_move(move))
        before = self.position._replace(now=len(self.events))
        applied = self.game.apply(self.definition, before, move)
        self.position = applied.position
        return Step(before, move, applied)

    def play(self, turns: int) -> Iterator[Step]:
        """Yield the moves of as many turns: in each a Main Action, often a Free Action, and the votes that fall due."""
        for _ in range(turns):
            seat = self.game.to_move(self.definition, self.position)
            while seat is None and self.position.figures.get("turn.over") is not True:
                yield self.make(phase(self.chance, self.evening, self.position))
                seat = self.game.to_move(self.definition, self.position)
                if seat:
                    self._add("observe", {"figures": opened(self.chance, self.definition, self.position)})
            if seat is None:
                return
            if self.chance.random() < 0.4:
                yield from self._one(seat, "free_action", 12)
            yield from self._one(seat, "basic_action", 40)
            if self.position.due:
                yield self.make(vote(self.chance, self.evening, self.position))
            if self.chance.random() < 0.4:
                yield from self._one(seat, "free_action", 12)

    def _one(self, seat: str, kind: str, attempts: int) -> Iterator[Step]:
        role = word(self.position, f"roles.{seat}")
        rules = [rule for rule in self.definition.rules.values() if rule.move and rule.kind == kind and role in rule.roles]
        for _ in range(attempts):
            rule = self.chance.choice(rules)
            arguments = plausible(self.chance, self.definition, self.position, rule.id, role)
            if rule.move and "by_card" in rule.move.parameters and self.chance.random() < 0.1:
                arguments = {**arguments, "by_card": True}
            move, outcome = self.attempt(rule.id, seat, arguments)
            if outcome in PLAYED:
                yield self.make(move)
                return
        if kind == "basic_action":
            yield self.make(Move("turn.no_passing", seat, {}))


def told(chance: random.Random, definition: GameDefinition, position: Position) -> dict[str, object]:
    """Return what a table tells after the set-up: what chance decided, and stocks that let much be done."""
    roles = [word(position, f"roles.{seat}") for seat in position.seats]
    found: dict[str, object] = {"deals": chance.sample([str(n) for n in range(1, 11)], 2), "export_card": chance.randint(1, 16)}
    for role in (WORKING, MIDDLE):
        if role in roles:
            out = chance.choices(KINDS, k=number(position, f"{role}.unemployed"))
            found |= {f"{role}.unemployed.{kind}": out.count(kind) for kind in KINDS}
            found |= {f"{role}.goods.{good}": chance.randint(0, 6) for good in GOODS}
            found |= {
                f"{role}.money": chance.randint(0, 150),
                f"{role}.loans": chance.randint(0, 2),
                f"{role}.influence": chance.randint(0, 6),
            }
            found[f"{role}.prosperity"] = chance.randint(0, 10)
    for role, size in ((MIDDLE, 3), (CAPITALIST, 4)):
        if role in roles:
            cards = [
                id for id in definition.axes["company"] if card(definition, id)["owner"] == role and not card(definition, id)["starting"]
            ]
            found[f"market.{role}"] = chance.sample(cards, size)
            found |= {f"{role}.storage.{good}": chance.randint(0, 8) for good in GOODS}
    found |= {"capitalist.capital": chance.randint(0, 100), "capitalist.influence": chance.randint(0, 5)}
    found |= {f"capitalist.zone.{good}": chance.randint(0, 8) for good in ("food", "luxury")}
    if STATE in roles:
        found |= {f"benefits.{role}.{item}": chance.randint(0, 2) for role in roles[:3] for item in definition.axes["item"]}
        found |= {f"state.legitimacy.{role}": chance.randint(1, 10) for role in roles[:3]}
        found |= {"state.influence": chance.randint(0, 4), "state.storage.food": chance.randint(0, 6)}
    found |= {f"policies.{row['key']}": chance.choice("ABC") for row in definition.tables["policies"].rows if row["key"] != "fiscal"}
    return found


def phase(chance: random.Random, evening: Evening, position: Position) -> Move:
    """Return the procedure that the round has come to, with an answer to every question it asks."""
    move = evening.game.resolves(position)
    return vote(chance, evening, position) if move.rule == "immediate_vote" else decided(chance, evening, position, move)


def decided(chance: random.Random, evening: Evening, position: Position, move: Move) -> Move:
    """Return a move with an answer to every question that it asks."""
    for _ in range(20):
        questions = evening.game.apply(evening.definition, position, move).questions
        if not questions:
            return move
        given = evening.written_move(move)["arguments"]
        assert isinstance(given, dict)
        asked = questions[0]
        answers = {asked.parameter: answered(chance, position, asked)}
        if asked.about:
            kept, more = given.get(asked.parameter, []), answers[asked.parameter]
            assert isinstance(more, list)
            answers[asked.parameter] = [*kept, *more]
        move = evening.move({"rule": move.rule, "seat": None, "arguments": {**given, **answers}})
    raise AssertionError(move)


def answered(chance: random.Random, position: Position, asked: Question) -> object:
    """Return what a table might answer to a question."""
    values: Any = asked.step.values
    if asked.parameter in ("working_food", "middle_food"):
        sources = [str(one) for one in values.get("offers", {"foreign_market": 0})]
        missing = int(values.get("missing", 3))
        source = chance.choice(sources)
        held = missing if source == "foreign_market" else number(position, f"{source}.storage.food")
        return [f"{source}:{min(held, missing)}"] if held else []
    if asked.parameter == "loss":
        rooms, left, split = dict(values["rooms"]), int(values["points"]), []
        for role, most in rooms.items():
            split.append(f"{role}:{min(most, left)}")
            left -= min(most, left)
        return split
    if asked.parameter == "public":
        return chance.sample([place_id(one) for one in values["places"]], int(values["wanted"]))
    if asked.parameter == "crews":
        return [f"{asked.about}:{chance.choice([*values['roles'], '-'])}"]
    if asked.parameter == "agenda":
        return [f"{number}{chance.choice('ABC')}" for number in range(1, 6)]
    if asked.parameter == "events":
        return chance.sample(["working", "middle", "capitalist"], chance.randint(0, 2))
    return chance.randint(0, int(values["loans"]))


def place_id(term: Term) -> str:
    """Return the id of a company card that a word with the number of its copy stands for."""
    return str(term) if term.number is None else f"{term.id}_{term.number}"


def opened(chance: random.Random, definition: GameDefinition, position: Position) -> dict[str, object]:
    """Return what a table tells after a Preparation: the cards that were opened, the colours of who arrived."""
    found: dict[str, object] = {"export_card": chance.randint(1, 16)}
    if "deals" not in position.figures:
        found["deals"] = chance.sample([str(n) for n in range(1, 11)], 1)
    for role, size in ((MIDDLE, 3), (CAPITALIST, 4)):
        if role in [word(position, f"roles.{seat}") for seat in position.seats]:
            cards = [id for id in definition.axes["company"] if card(definition, id)["owner"] == role and not is_open(position, id)]
            found[f"market.{role}"] = chance.sample(cards, min(size, len(cards)))
    for role in (WORKING, MIDDLE):
        if f"{role}.unemployed" in position.figures and f"{role}.unemployed.unskilled" not in position.figures:
            out = chance.choices(KINDS, k=number(position, f"{role}.unemployed"))
            found |= {f"{role}.unemployed.{kind}": out.count(kind) for kind in KINDS}
    return found


def vote(chance: random.Random, evening: Evening, position: Position) -> Move:
    """Return the vote that is due: every role on a side, cubes drawn from the bag, some influence."""
    definition, roles = evening.definition, [word(position, f"roles.{seat}") for seat in position.seats]
    proposer = word(position, "turn.vote").partition(".")[2]
    play = Play(definition, position)
    fill_small_bag(play)
    lying = [role for role in definition.axes["class"] for _ in range(number(position, f"bag.{role}"))]
    bag = [role for role in definition.axes["class"] for _ in range(play.get(BAG(role), 0))]
    few = 0 < len(lying) < 5
    drawn = [*lying, *chance.sample(bag, 5 - len(lying))] if few else chance.sample(bag, min(5, len(bag)))
    ballots = [f"middle:{drawn.count(MIDDLE)}"] if MIDDLE not in roles and MIDDLE in drawn else []
    for role in roles:
        side = "for" if role == proposer else chance.choice(["for", "against"])
        ballots.append(f"{role}:{side}:{drawn.count(role)}:{chance.randint(0, number(position, f'{role}.influence'))}")
    found = evening.move({"rule": "immediate_vote", "seat": None, "arguments": {"ballot": ballots}})
    return decided(chance, evening, position, found)


def is_open(position: Position, id: str) -> bool:
    """Return whether a company lies on the board."""
    return position.figures.get(OPEN[id]) is True


def standing(position: Position, id: str, what: str = "workers") -> tuple[str, ...]:
    """Return who stands in a company."""
    found = position.figures.get(f"companies.{id}.{what}")
    return found if isinstance(found, tuple) else ()


def pool(definition: GameDefinition, position: Position, role: str) -> list[tuple[str, str]]:
    """Return all workers of a class that may be worth moving, with where they stand; committed ones too."""
    found = [(kind, UNEMPLOYED) for kind in KINDS for _ in range(number(position, f"{role}.unemployed.{kind}"))]
    for id in definition.axes["company"]:
        if is_open(position, id) and position.figures.get(f"companies.{id}.crew") == role:
            found += [(kind, id) for kind in standing(position, id)]
        if role == WORKING:
            found += [(kind, id) for kind in standing(position, id, "employee")]
    return found


def crewed(chance: random.Random, wanted: tuple[str, ...], workers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return workers for slots, each one that fits where there is one."""
    left, found = list(workers), []
    chance.shuffle(left)
    if chance.random() < 0.7:
        left.sort(key=lambda one: one[1] != UNEMPLOYED)
    for slot in wanted:
        fitting = [one for one in left if fits(slot, one[0])]
        if fitting:
            found.append(fitting[0])
            left.remove(fitting[0])
    return found


def plausible(chance: random.Random, definition: GameDefinition, position: Position, rule: str, role: str) -> dict[str, object]:
    """Return arguments for a move that might be legal."""
    companies = [id for id in definition.axes["company"] if is_open(position, id)]
    mine = [id for id in companies if card(definition, id)["owner"] == role]
    if rule == "propose_bill":
        policy = chance.choice(definition.axes["policy"])
        at_once = {"at_once": "now"} if chance.random() < 0.5 else {}
        return {"policy": policy, "section": chance.choice("ABC"), **at_once}
    if rule == "assign_workers":
        return {"assignments": assignment(chance, definition, position, role, companies)}
    if rule == "buy":
        good, sources = chance.choice([*GOODS, "influence"]), ["foreign_market", *definition.roles]
        named = chance.sample(sources, chance.randint(1, 2))
        return {"good": good, "purchases": [f"{source}:{chance.randint(1, 4)}" for source in named]}
    if rule == "strike":
        return {"targets": chance.sample(companies, chance.randint(1, 2))}
    if rule == "build_company":
        return building(chance, definition, position, role)
    if rule in ("sell_company", "extra_shift", "give_bonus"):
        return {"company": chance.choice(mine or companies)}
    if rule == "export":
        found = row(definition.tables["export_cards"], number(position, "export_card"))
        lots = [f"{good}:{found[f'{good}_{lot}_amount']}" for good in GOODS for lot in (1, 2)]
        return {"transactions": chance.sample(lots, chance.randint(1, 3))}
    if rule == "business_deal":
        deals = position.figures.get("deals")
        known = deals if isinstance(deals, tuple) and deals else ("1",)
        return {"deal": chance.choice(known), **({"into": chance.choice(["storage", "free_trade_zone"])} if chance.random() < 0.7 else {})}
    if rule == "swap_workers":
        return {"swaps": swapping(chance, definition, position, role)}
    if rule == "use_education":
        kind, place = chance.choice(pool(definition, position, role))
        return {"where": place, "worker": kind, "becomes": chance.choice(KINDS)}
    if rule == "adjust_wages":
        named = chance.sample(mine, min(len(mine), chance.randint(1, 3)))
        return {"wages": [f"{id}:{chance.randint(1, 3)}" for id in named or companies[:1]]}
    if rule == "adjust_prices":
        steps = {good: row(definition.tables["prices"], good) for good in chance.sample(GOODS, 2)}
        return {"prices": [f"{good}:{chance.choice([one['price_low'], one['price_high'], 11])}" for good, one in steps.items()]}
    small: dict[str, dict[str, object]] = {
        "meet_mps": {"class": chance.choice(definition.axes["class"])},
        "extra_tax": {"losers": chance.sample(definition.axes["class"], 2)} if chance.random() < 0.7 else {},
        "campaign": {"influence": chance.randint(1, 4)},
        "buy_storage": {"good": chance.choice(GOODS)},
    }
    return small.get(rule, {})


def assignment(chance: random.Random, definition: GameDefinition, position: Position, role: str, companies: list[str]) -> list[str]:
    """Return an assignment: a crew for a company or a worker for a union, sometimes with a replacement where it came from."""
    workers = pool(definition, position, role)
    if role == WORKING and chance.random() < 0.15:
        industry = chance.choice(definition.axes["industry"])
        found = [one for one in workers if one[0] == f"worker_{industry}"] or workers
        return [f"union.{industry}:{found[0][0]}:{found[0][1]}"]
    target = chance.choice([id for id in companies if not standing(position, id)] or companies if chance.random() < 0.8 else companies)
    wanted = slots(definition, target)
    needed = (wanted.employee,) if role == WORKING and wanted.employee else wanted.own
    if standing(position, target) and not wanted.employee:
        needed = needed[-1:]
    chosen = crewed(chance, needed, [one for one in workers if one[1] != target])
    found_lines = [f"{target}:{kind}:{source}" for kind, source in chosen]
    if standing(position, target) and not wanted.employee and chosen:
        other = chance.choice([id for id in companies if id != target])
        found_lines.append(f"{other}:{standing(position, target)[-1]}:{target}")
    elif chosen and chosen[0][1] != UNEMPLOYED and chance.random() < 0.6:
        kind, source = chosen[-1]
        found_lines += [
            f"{source}:{other}:{place}" for other, place in crewed(chance, (kind,), [one for one in workers if one[1] == UNEMPLOYED])
        ]
    return found_lines or [f"{target}:unskilled:{UNEMPLOYED}"]


def building(chance: random.Random, definition: GameDefinition, position: Position, role: str) -> dict[str, object]:
    """Return a company of the market, a wage, and a crew for it."""
    market = position.figures.get(f"market.{role}")
    known = market if isinstance(market, tuple) and market else definition.axes["company"]
    id = chance.choice(known)
    wanted = slots(definition, id)
    crew: list[str] = []
    if role == MIDDLE:
        crew = [f"{MIDDLE}:{kind}:{source}" for kind, source in crewed(chance, wanted.own, pool(definition, position, MIDDLE))]
        if wanted.employee and chance.random() < 0.6:
            hired = crewed(chance, (wanted.employee,), [one for one in pool(definition, position, WORKING) if one[1] == UNEMPLOYED])
            crew += [f"{WORKING}:{kind}:{source}" for kind, source in hired]
    elif chance.random() < 0.6:
        other = chance.choice([one for one in (WORKING, MIDDLE) if f"{one}.workers" in position.figures])
        jobless = [one for one in pool(definition, position, other) if one[1] == UNEMPLOYED]
        crew = [f"{other}:{kind}:{source}" for kind, source in crewed(chance, wanted.own, jobless)]
    return {"company": id, "level": chance.randint(1, 3), **({"crew": crew} if crew else {})}


def swapping(chance: random.Random, definition: GameDefinition, position: Position, role: str) -> list[str]:
    """Return swaps of skilled workers in companies for unemployed ones."""
    workers = pool(definition, position, role)
    inside = [one for one in workers if one[1] != UNEMPLOYED and one[0] != "unskilled"]
    outside = [kind for kind, place in workers if place == UNEMPLOYED]
    chosen = chance.sample(inside, min(len(inside), chance.randint(1, 2)))
    found = [f"{place}:{kind}:{chance.choice(outside or ['unskilled'])}" for kind, place in chosen]
    return found or ["clinic_1:worker_health:unskilled"]
