"""One evening: a journal with the game it records, folded when it is needed. Pure; knows no language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from helper.definitions.fold import fold
from helper.definitions.inputs import SEATED, Ask, InputReader, Vocabulary, declarations, declared, read_value
from helper.definitions.load import load
from helper.definitions.names import spellings
from helper.definitions.schema import GameDefinition, Input, Term
from helper.engine.completion import completed
from helper.engine.journal import CHANGE, Entry, Header, Journal, entries
from helper.engine.move import Applied, Move, changed
from helper.engine.position import Position
from helper.engine.replay import Played, Replay, replay
from helper.engine.verdict import Verdict, check
from helper.errors import Damaged, Fault, UnreadableInput
from helper.frozen import derived
from helper.games import Game, rules_of
from helper.table.reading import missing

IDS_ONLY: Vocabulary = {}
MOST_TABLES = 64
"""How many tables of a game have the paths kept that were read for them."""

Paths = dict[tuple[str, bool], Input]


@derived
def _tables(definition: GameDefinition) -> dict[tuple[tuple[str, str], ...], Paths]:
    """Keep the paths that were read, by who sits at the table: every request reads its record anew, and most paths are the same."""
    return {}


def _paths(definition: GameDefinition, header: Header) -> Paths:
    kept, table = _tables(definition), tuple(header.seats.items())
    if table not in kept and len(kept) >= MOST_TABLES:
        kept.clear()
    return kept.setdefault(table, {})


def rules_for(header: Header) -> tuple[GameDefinition, tuple[Fault, ...]]:
    """Return the rules that a record is played by, with the house file that it keeps; without one, as the process has them.

    A house file that does not hold any more is left out, and its faults are returned: an evening is never lost for it.
    Raises UnreadableInput for a game that does not exist.
    """
    if not header.house:
        return load(header.game), ()
    from helper.definitions.house import NO_HOUSE, read_house

    try:
        house = read_house(header.house)
        if house.game != header.game:
            raise UnreadableInput(Fault("house_game", {"game": house.game, "wanted": header.game}))
        return load(header.game, house), ()
    except (Damaged, UnreadableInput) as error:
        return load(header.game, NO_HOUSE), error.faults


def _check_roles(definition: GameDefinition, header: Header) -> None:
    """Raise UnreadableInput where a header from elsewhere seats others than those who play: no set-up follows from that."""
    cast = definition.casts.get(str(len(header.seats)), ())
    if definition.casts and (header.roles.keys() != header.seats.keys() or sorted(header.roles.values()) != sorted(cast)):
        known = cast or dict.fromkeys(role for roles in definition.casts.values() for role in roles)
        raise UnreadableInput(Fault("wrong_roles", {"known": [Term(role) for role in known]}))


class Evening:
    """A journal and what follows from it; what `earlier` had of the same record already is not worked out again.

    Raises UnreadableInput for a game that does not exist, or roles that are not those of its table.
    """

    def __init__(self, journal: Journal, earlier: Evening | None = None) -> None:
        self.journal = journal
        self.header = journal.now
        self.definition, self.house_faults = rules_for(journal.header)
        _check_roles(self.definition, self.header)
        self._declared: dict[str, Input] = {}
        self._known: dict[str, bool] = {}
        self._read = _paths(self.definition, self.header)
        self.game: Game = rules_of(journal.header.game)
        self._played: tuple[Played, ...] = ()
        if earlier and earlier.definition is self.definition and earlier.game is self.game and earlier.header == self.header:
            self._declared, self._read, self._played = earlier._declared, earlier._read, earlier.replay.played

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The entries as the amendments leave them."""
        return entries(self.journal.events)

    @cached_property
    def numbered(self) -> Mapping[int, Entry]:
        """The entries by their numbers."""
        return {one.event.n: one for one in self.entries}

    @cached_property
    def played(self) -> Mapping[int, Played]:
        """What was carried out, by the numbers of the entries."""
        return {one.entry.event.n: one for one in self.replay.played}

    @cached_property
    def replay(self) -> Replay:
        """Where the journal leads."""
        found = self.fold()
        self._played = found.played
        return found

    @property
    def position(self) -> Position:
        """What lies on the table now; the next event will carry the number `now`."""
        return self.replay.position._replace(now=len(self.journal.events) + 1)

    def to_move(self, position: Position) -> str | None:
        """Return who has to do something: who owes a decision, else whose turn it is."""
        owing = next((due.seat for due in position.due if due.mandatory), None)
        return owing or self.game.to_move(self.definition, position)

    @cached_property
    def _ids(self) -> InputReader:
        return self.reader(IDS_ONLY)

    def reader(self, words: Vocabulary) -> InputReader:
        """Return the reader for this game's parameters and for the figures a record keeps."""
        parameters = self.definition.parameters
        inputs = [one for one in self.definition.inputs if one.record or one.key in parameters]
        header = self.header
        return InputReader(self.definition, inputs, self.game.TYPES, self._spoken(words), header.seats, header.roles, self._table(words))

    def figure_reader(self, words: Vocabulary, *, changes: bool = False) -> InputReader:
        """Return the reader for the figures a record keeps, and nothing else; with `changes` a sign before a count changes it."""
        inputs = [one for one in self.definition.inputs if one.record]
        seats, table = self.header.seats, self._table(words)
        return InputReader(self.definition, inputs, self.game.TYPES, self._spoken(words), seats, table=table, changes=changes)

    def _spoken(self, words: Vocabulary) -> Vocabulary:
        """Return the words of those at the table, who say a name or a seat for the role that it plays; the words of a game go first."""
        header = self.header
        if not words or not header.roles:
            return words
        seated = {**spellings(header.seats), **{fold(seat): seat for seat in header.seats}}
        return {SEATED: {word: header.roles[seat] for word, seat in seated.items() if seat in header.roles}, **words}

    def _table(self, words: Vocabulary) -> Mapping[str, object]:
        """Return what typed words are read by; a journal holds ids, and is read before there is a position."""
        return self.position.figures if words else {}

    def fold(self, before: int | None = None) -> Replay:
        """Return where the journal leads, up to the entry numbered `before`."""
        first = self.game.start(self.definition, self.header)
        return replay(first, self.entries, self.carry_out, before, self._played)

    def carry_out(self, position: Position, entry: Entry) -> Applied:
        """Carry out one entry; raises Damaged or UnreadableInput where its body cannot be read by these rules."""
        if entry.event.kind == CHANGE:
            return Applied(position)  # of the header, by which all of the record is played
        if entry.event.kind != "move":
            figures = entry.body.get("figures")
            if not isinstance(figures, dict):
                raise Damaged(Fault("bad_event", {"n": entry.event.n}))
            told = {path: self.figure(path, raw) for path, raw in figures.items() if self.knows(path)}
            changes = [changed(path, position.figures.get(path), value, "", entry.event.kind) for path, value in told.items()]
            return Applied(position.put(told), (), None, (), (), tuple(changes), (), ())
        move = self.move(entry.body)
        applied = self.game.apply(self.definition, position, move)
        if applied.stopped_by:
            raise UnreadableInput(*applied.stopped_by)
        return applied

    def knows(self, path: str) -> bool:
        """Return whether these rules declare a figure; what they do not is kept in the record, named, and left out."""
        if path not in self._known:
            self._known[path] = self._ids.declares(path)
        return self._known[path]

    @property
    def undeclared(self) -> list[tuple[int, str]]:
        """The figures that entries tell and that these rules do not declare, each with the number of the entry."""
        return [
            (entry.event.n, path)
            for entry in self.entries
            if entry.counts and isinstance(figures := entry.body.get("figures"), dict)
            for path in figures
            if not self.knows(path)
        ]

    def move(self, body: Mapping[str, object]) -> Move:
        """Return the move that an entry holds; raises Damaged where its rule does not exist or is no move."""
        rule = self.definition.rules.get(str(body.get("rule")))
        given, seat = body.get("arguments"), body.get("seat")
        if rule is None or rule.move is None or not isinstance(given, dict) or seat not in (None, *self.header.seats):
            raise Damaged(Fault("bad_event", {"n": str(body.get("rule"))}))
        known = {key: value for key, value in given.items() if key in rule.move.parameters}
        arguments = {key: self._ids.one(key, value) for key, value in known.items()}
        if missing(self._ids, rule, arguments) or (seat is None and rule.kind != "procedure"):
            raise Damaged(Fault("bad_event", {"n": rule.id}))
        return Move(rule.id, str(seat) if seat else None, arguments)

    def figure(self, path: str, raw: object) -> object:
        """Return the value of a figure as it stands in a journal; raises UnreadableInput where there is none such.

        A path that was read once is a figure's own, and is not taken apart again: an evening has few paths and many events.
        """
        kept = path, isinstance(raw, Mapping)  # parts of a figure may be figures of their own
        if kept in self._read:
            one, ids = self._read[kept], self._ids
            return read_value(ids.types[one.type], raw, Ask(path, one, self.definition, ids.seats, ids.words))
        tree: object = raw
        for part in reversed(path.split(".")):
            tree = {part: tree}
        assert isinstance(tree, dict)
        figures = self._ids.read(tree).figures
        if path not in figures:
            raise Damaged(Fault("bad_event", {"n": path}))
        self._read[kept] = self.declared(path)
        return figures[path]

    def declared(self, path: str) -> Input:
        """Return how a figure is declared."""
        if path not in self._declared:
            self._declared[path] = declared(self.definition, path)
        return self._declared[path]

    def written(self, path: str, value: object) -> object:
        """Return a figure as JSON, with ids only."""
        return self.game.TYPES[self.declared(path).type].write(value)

    def written_move(self, move: Move) -> dict[str, object]:
        """Return a move as the body of an event."""
        return {"rule": move.rule, "seat": move.seat, "arguments": self.written_arguments(move)}

    def written_arguments(self, move: Move) -> dict[str, object]:
        """Return the arguments of a move with ids alone."""
        return {key: self.game.TYPES[self._ids.parameter(key).type].write(value) for key, value in move.arguments.items()}

    def judge(self, position: Position, move: Move) -> Verdict:
        """Return the verdict on a move, with what the game fills in for arguments left out."""
        role = self.header.roles.get(move.seat or "", "")

        def judge(one: Move) -> Verdict:
            drafted = self.game.draft(self.definition, position, one)
            return check(self.definition, self.game.CODE, position, drafted, self.game.fresh, role)

        rule = self.definition.rules[move.rule]
        if not missing(self._ids, rule, move.arguments):
            return judge(move)
        order = [(whose.id, condition.id) for whose, condition in self.definition.conditions(rule, role)]
        return completed(judge(move), self.game.completions(self.definition, position, move), judge, order)

    def figures(self, position: Position) -> dict[str, object]:
        """Return every declared figure of a position as JSON, in the order of its paths."""
        return {path: self.written(path, position.figures[path]) for path in sorted(position.figures) if self._is_kept(path)}

    def _is_kept(self, path: str) -> bool:
        return any(one.record for one in declarations(self.definition, path))


def taken_in(journal: Journal) -> Evening:
    """Return the evening of a record from elsewhere.

    Raises UnreadableInput, naming the field, where its header settles an option that there is not, or in a way that there is not,
    or lacks a seat that its entries speak of. Entries that cannot be read are no hindrance: they are told of where they stand.
    """
    evening = Evening(journal)
    header, options = evening.header, evening.definition.options
    faults = [
        Fault("not_allowed", {"key": f"options.{id}", "given": reading, "known": list(options[id].choices)})
        for id, reading in header.options.items()
        if id in options and reading not in options[id].choices
    ]
    faults.extend(Fault("dangling", {"key": "options", "given": id}) for id in header.options if id not in options)
    named = dict.fromkeys(seat for event in journal.events for seat in seats_of(evening.definition, event.body))
    faults.extend(Fault("dangling", {"key": "seats", "given": seat}) for seat in named if seat not in header.seats)
    if faults:
        raise UnreadableInput(*faults)
    return evening


def seats_of(definition: GameDefinition, body: Mapping[str, object]) -> Iterator[str]:
    """Yield the seats that an entry speaks of: who moves, and whose figures are told."""
    if isinstance(seat := body.get("seat"), str):
        yield seat
    figures = body.get("figures")
    for path in figures if isinstance(figures, dict) else ():
        for one in declarations(definition, path):
            yield from (part for want, part in zip(one.key.split("."), path.split("."), strict=True) if want == "<seat>")
