"""One reader for every figure and parameter, wherever it comes from: files, words, forms, moves, records.

What is read is nested (`{"capital": {"blue": [3, 5]}}`) or words (`capital.blue=3,5`); what comes out is flat
(`{"capital.blue": …}`), with every fault collected. Keys and words are accepted as ids, in the reader's language, or as
any prefix that is unique among both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from helper.definitions import branches
from helper.definitions.branches import Branch, Pattern, root_of
from helper.definitions.fold import fold, nearest
from helper.definitions.names import TYPED, as_kept, find_seat, no_one
from helper.definitions.numbers import number
from helper.definitions.schema import GameDefinition, Input, Key, Term, copy_of
from helper.errors import Fault, UnreadableInput
from helper.frozen import Frozen, Generic, derived

if TYPE_CHECKING:
    from typing import TypeVar

    V = TypeVar("V", covariant=True)
else:
    V = object

Vocabulary = Mapping[str, Mapping[str, str]]
"""Per kind of word, the folded words that are accepted and the id each stands for."""

SEATED = "seated"
"""The kind of the names of those who sit at a table: each stands for the role that it plays."""
NONE = "none"
"""The kind of the words for none."""
KEY = "key"
"""The kind of the words that keys are typed by which are no terms."""
SHORT = 2
"""Of so many letters words are short forms, which nobody means by something longer."""
DASHES = ("", "-", "–", "−")


def english(definition: GameDefinition) -> Vocabulary:
    """Return the ids and English words of a game's terms and moves, per kind."""
    found: dict[str, dict[str, str]] = {}
    for term in definition.terms.values():
        words = found.setdefault(term.kind, {})
        texts = [term.id, term.sheet.text, term.box.text, *term.also.text.split(","), term.short.text if term.short else "-"]
        words.update({fold(text.strip()): term.id for text in reversed(texts) if text.strip() not in ("", "-")})
    return found


class Reading(Frozen):
    """What was read: values by path, the seats in the order they were named, and the paths left out."""

    figures: Mapping[str, object]
    seats: tuple[str, ...]
    left_out: tuple[str, ...] = ()


class Ask(Frozen):
    """What a type needs to read one value: where it stands, how it is declared, who sits where, and the words.

    `rule` is the move that it is an argument of; `table` the figures of a record, where somebody at its table typed the value.
    """

    path: str
    declared: Input
    definition: GameDefinition
    seats: Mapping[str, str]
    words: Vocabulary
    rule: str = ""
    table: Mapping[str, object] = {}
    changes: bool = False

    def fail(self, code: str, **values: object) -> UnreadableInput:
        """Return the error that says what is wrong with this value."""
        return UnreadableInput(Fault(code, values, self.path))

    def word(self, kind: str | tuple[str, ...], given: object, allowed: Iterable[str]) -> str:
        """Return the id that `given` stands for among `allowed`, by the words of a kind or of several; who plays it names a role.

        Raises UnreadableInput naming the candidates where a prefix fits several, and the nearest where none fits.
        """
        kinds = (kind,) if isinstance(kind, str) else kind
        return find(str(given), (SEATED, *kinds) if "role" in kinds else kinds, allowed, self.words, self.path)

    def is_none(self, given: object) -> bool:
        """Return whether a value says that there is none: empty, a dash, or a word for it."""
        return given is None or (isinstance(given, str) and (given.strip() in DASHES or fold(given.strip()) in self.words.get(NONE, {})))


Choice = tuple[str, object]
"""A value as it is typed, and what is worded to whoever chooses it."""

Read = Callable[[object, Ask], object]
Write = Callable[[object], object]


def identity(value: object) -> object:
    """Return a value that is its own written, shown or measured form."""
    return value


class InputType(Frozen, Generic[V]):
    """How values of one type are read (from JSON, TOML or words) and written back as JSON with ids only.

    `show` gives what is worded to a reader, `measure` the number that a difference is taken of, or None. A type of
    `many` takes all the words that are left. `spread` gives the figures below it that a record keeps in its place.
    `contents` gives what is worded instead, by the tables of a game, where a value is the mere number of a row.

    For a form: `choices` are all the values there are, where they are few; `parts` the lowest and highest number of each part
    that it may be told by; `fields` the types of what is joined by colons in each entry of a list.
    """

    read: Callable[[object, Ask], V]
    write: Write = identity
    show: Write = identity
    measure: Callable[[object], int | None] = lambda value: value if isinstance(value, int) else None
    many: bool = False
    spread: Callable[[object, GameDefinition], Mapping[str, object]] | None = None
    choices: Callable[[GameDefinition], Sequence[Choice]] | None = None
    parts: Callable[[GameDefinition], Mapping[str, tuple[int, int]]] | None = None
    fields: tuple[str, ...] = ()
    contents: Callable[[GameDefinition, object], object] | None = None


def find(given: str, kind: str | tuple[str, ...], allowed: Iterable[str], words: Vocabulary, where: str = "") -> str:
    """Return the id among `allowed` that `given` names: a word or an id exactly, else a prefix unique in both.

    Raises UnreadableInput where several fit or none does.
    """
    known = list(allowed)
    folded = fold(given.strip())
    table = {fold(id): id for id in known}
    kinds = (kind,) if isinstance(kind, str) else kind
    local = {word: id for one in kinds for word, id in words.get(one, {}).items() if id in known}
    typed = f"{TYPED}{as_kept(given)}"
    if typed in local:
        return local[typed]
    if folded in local:
        return local[folded]
    if folded in table:
        return table[folded]
    candidates = sorted({id for word, id in [*table.items(), *local.items()] if folded and word.startswith(folded)})
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        raise UnreadableInput(Fault("ambiguous_word", {"given": given, "known": candidates}, where))
    near = nearest(given, [*known, *(word.partition(" ")[0] for word in local if len(word) > SHORT and not word.startswith(TYPED))])
    said = {word: id for one in kinds if one != SEATED for word, id in words.get(one, {}).items() if id in known}
    raise UnreadableInput(Fault("unknown_word", {"given": given, "nearest": said.get(near, near), "known": known}, where))


def choices(definition: GameDefinition, types: Mapping[str, InputType[object]], declared: Input) -> tuple[Choice, ...]:
    """Return the values that an input may have, where they are few enough to choose from; none where they are not."""
    if declared.choices:
        return tuple((one, Term(one)) for one in declared.choices)
    offered = types[declared.type].choices
    if offered:
        return tuple(offered(definition))
    return tuple((one, Term(one)) for one in definition.axes.get(declared.type, ()))


def seat(raw: object, ask: Ask) -> str:
    """Read a player, by seat or by name."""
    return find_seat(str(raw), ask.seats, ask.path)


LONGEST = 2000
DEEPEST = 4
GREATEST = 10**18


def read_value(kind: InputType[object], raw: object, ask: Ask) -> object:
    """Return a value as its type reads it; raises UnreadableInput, also for more than anybody types or any box holds."""
    if _length(raw, DEEPEST) > LONGEST:
        raise ask.fail("too_long")
    return kind.read(raw, ask)


def _length(raw: object, depth: int) -> int:
    """Return how many signs a value has, too many where it is nested deeper or greater than any."""
    if isinstance(raw, str):
        return len(raw)
    if isinstance(raw, (list, tuple, Mapping)):
        if not depth or len(raw) > LONGEST:
            return LONGEST + 1
        below = raw.values() if isinstance(raw, Mapping) else raw
        return sum(1 + _length(one, depth - 1) for one in below) + (sum(map(len, map(str, raw))) if isinstance(raw, Mapping) else 0)
    return LONGEST + 1 if isinstance(raw, int) and abs(raw) > GREATEST else 1


def flag(raw: object, ask: Ask) -> bool:
    """Read yes or no; or its own name (`red`), which says that it is so."""
    if isinstance(raw, bool):
        return raw
    own = ask.path.rpartition(".")[2]
    try:
        return ask.word(("flag", "mark"), raw, ("yes", "no", "true", "false", "1", "0", own)) in ("yes", "true", "1", own)
    except UnreadableInput as error:
        raise UnreadableInput(*(one._replace(values={**one.values, "known": ["yes", "no", own]}) for one in error.faults)) from None


def choice(raw: object, ask: Ask) -> str:
    """Read one of the words that the input declares."""
    return ask.word(tuple(ask.words), raw, ask.declared.choices)


CHOICE = InputType(choice, show=lambda value: Term(str(value)))
COUNT = InputType(number)
FLAG = InputType(flag, choices=lambda definition: [("yes", True), ("no", False)])
SEAT = InputType(seat)
BASE_TYPES: Mapping[str, InputType[object]] = {"choice": CHOICE, "count": COUNT, "flag": FLAG, "seat": SEAT}


AXIS = "<"


def fits(pattern: tuple[str, ...], path: str) -> bool:
    """Return whether a path follows a key pattern."""
    parts = path.split(".")
    return len(parts) == len(pattern) and all(want == part or want.startswith("<") for want, part in zip(pattern, parts, strict=True))


def declared(definition: GameDefinition, path: str) -> Input:
    """Return the declaration of a figure, the most literal one first; raises UnreadableInput where there is none."""
    fitting = declarations(definition, path)
    if not fitting:
        raise UnreadableInput(Fault("unknown_key", {"key": path, "nearest": ""}))
    return min(fitting, key=lambda one: one.key.count("<"))


def declarations(definition: GameDefinition, path: str) -> list[Input]:
    """Return every declaration that a path follows."""
    return _declarations(definition.inputs).of(path)


MOST_PATHS = 10_000


class _Declarations:
    """Finds declarations by how many parts their keys have and by the first part; keeps what it found, for it is asked at every figure."""

    def __init__(self, inputs: tuple[Input, ...]) -> None:
        self.index: dict[tuple[int, str], list[tuple[tuple[str, ...], Input]]] = {}
        self.found: dict[str, list[Input]] = {}
        for one in inputs:
            parts = tuple(one.key.split("."))
            self.index.setdefault((len(parts), AXIS if parts[0].startswith("<") else parts[0]), []).append((parts, one))

    def of(self, path: str) -> list[Input]:
        if path not in self.found:
            parts = path.split(".")
            candidates = (*self.index.get((len(parts), parts[0]), ()), *self.index.get((len(parts), AXIS), ()))
            if len(self.found) >= MOST_PATHS:
                self.found.clear()
            self.found[path] = [one for pattern, one in candidates if fits(pattern, path)]
        return self.found[path]


_declarations = derived(_Declarations)


OWN = ""
"""What the value of a key is called beside the keys below it."""


def words_to_tree(words: Iterable[str]) -> dict[str, object]:
    """Return the nested form of `key=value` words; a comma makes a list.

    Where a key and keys below it are both given, the value of the key itself stands below it under `OWN`.
    Raises UnreadableInput for a word without `=` and for a key given twice.
    """
    tree: dict[str, object] = {}
    for word in words:
        key, equals, value = word.partition("=")
        parts = [part.strip() for part in key.split(".")]
        if not equals or not all(parts):
            raise UnreadableInput(Fault("no_key", {"given": word}))
        branch = tree
        for part in parts[:-1]:
            below = branch.setdefault(part, {})
            if not isinstance(below, dict):
                below = branch[part] = {OWN: below}
            branch = below
        last, there = parts[-1], branch.get(parts[-1])
        if isinstance(there, dict) and OWN not in there:
            branch, last = there, OWN
        elif last in branch:
            raise UnreadableInput(Fault("key_twice", {"key": key}))
        branch[last] = [part.strip() for part in value.split(",") if part.strip()] if "," in value else value.strip()
    return tree


def _role_words(role: str, words: Vocabulary) -> list[str]:
    return [role, *(word for word, id in words.get("role", {}).items() if id == role)]


def _of_copies(words: Vocabulary, known: Iterable[str]) -> dict[str, str]:
    """Return the words for ids that are copies of a word of the game, each with the number of the copy behind it."""
    copies: dict[str, list[str]] = {}
    for id in known:
        if copy_of(id) != id:
            copies.setdefault(copy_of(id), []).append(id)
    if not copies:
        return {}
    named = ((word, id) for spelled in words.values() for word, id in spelled.items() if id in copies)
    return {word + fold(copy.removeprefix(id)): copy for word, id in named for copy in copies[id]}


class InputReader:
    """Reads nested input against the declarations of a game.

    `inputs` are the declarations that count here; `types` the base types and the game's own. `seats` maps the seats of a
    record to names; None means that any name makes a seat (a calculator). `table` are the figures of the record.
    """

    def __init__(
        self,
        definition: GameDefinition,
        inputs: Iterable[Input],
        types: Mapping[str, InputType[object]],
        words: Vocabulary,
        seats: Mapping[str, str] | None = None,
        roles: Mapping[str, str] | None = None,
        table: Mapping[str, object] | None = None,
        changes: bool = False,
    ) -> None:
        self.definition = definition
        self.types = types
        self.words = words
        self.fixed = seats
        self.table = table or {}
        self.changes = changes
        self.roles = {word: seat for seat, role in (roles or {}).items() for word in _role_words(role, words)}
        self.seats: dict[str, str] = dict(seats or {})
        self.root = root_of(definition, inputs)

    def read(self, tree: Mapping[str, object]) -> Reading:
        """Return the figures of `tree`.

        Raises UnreadableInput with every fault: unknown key (with the nearest), a value that cannot be read, a figure
        given twice.
        """
        figures: dict[str, object] = {}
        faults: list[Fault] = []
        self._walk(tree, (), self.root, figures, faults)
        if faults:
            raise UnreadableInput(*faults)
        return Reading(figures, tuple(self.seats))

    def seat(self, given: str) -> str:
        """Return the seat that `given` names: its id, a name, or what it plays.

        Raises UnreadableInput where none does, and where somebody is called what another plays.
        """
        playing = self.roles.get(fold(given.strip()))
        called = [id for id, name in self.seats.items() if playing and as_kept(name) == as_kept(given)]
        if playing and set(called) - {playing}:
            raise no_one("ambiguous_seat", given, {id: self.seats[id] for id in (playing, *called)})
        return playing or find_seat(given, self.seats)

    def one(self, key: str, raw: object, rule: str = "") -> object:
        """Return the value of one parameter, of a move by its rule; raises UnreadableInput where it cannot be read."""
        declared = self.parameter(key)
        return read_value(self.types[declared.type], raw, self._ask(key, declared, rule))

    def declares(self, path: str) -> bool:
        """Return whether a path with ids alone is one of a figure that is declared."""
        branch = self.root
        for part in path.split("."):
            if part not in branch.known and not (branch.has_seats and part in self.seats):
                return False
            branch = branch.under(part if part in branch.known else branches.SEAT)
        return branch.ended is not None

    def _ask(self, path: str, declared: Input, rule: str = "") -> Ask:
        return Ask(path, declared, self.definition, self.seats, self.words, rule, self.table, self.changes)

    def parameter(self, key: str) -> Input:
        """Return the declaration of a parameter of moves."""
        return self.root.single[key]

    def first_keys(self) -> set[str]:
        """Return what a key may begin with, apart from axes."""
        return {pattern.parts[0] for pattern in self.root.deeper}

    def _walk(
        self,
        tree: Mapping[str, object],
        path: tuple[str, ...],
        branch: Branch,
        figures: dict[str, object],
        faults: list[Fault],
    ) -> None:
        for key, raw in tree.items():
            try:
                segment, below = self._segment(str(key), path, branch)
            except UnreadableInput as error:
                faults.extend(error.faults)
                continue
            here = (*path, segment)
            if isinstance(raw, Mapping) and OWN in raw and below.ended:
                self._read_one(below.ended, here, raw[OWN], figures, faults)
                raw = {key: value for key, value in raw.items() if key != OWN}
            if isinstance(raw, Mapping) and below.deeper:
                self._walk(raw, here, below, figures, faults)
            elif below.ended:
                self._read_one(below.ended, here, raw, figures, faults)
            else:
                faults.append(Fault("key_too_short", {"key": Key(".".join(here))}))

    def _read_one(self, pattern: Pattern, here: tuple[str, ...], raw: object, figures: dict[str, object], faults: list[Fault]) -> None:
        path, declared = pattern.path(here), pattern.declared
        if path in figures:
            faults.append(Fault("figure_twice", {"key": path}))
            return
        try:
            kind = self.types[declared.type]
            value = read_value(kind, raw, self._ask(path, declared))
            if kind.spread and self.fixed is not None:
                figures.update({f"{path}.{below}": one for below, one in kind.spread(value, self.definition).items()})
            else:
                figures[path] = value
        except UnreadableInput as error:
            faults.extend(error.faults)

    def _segment(self, key: str, path: tuple[str, ...], branch: Branch) -> tuple[str, Branch]:
        """Return the id of one segment of a key, and the branch below it."""
        if key in branch.known:
            return key, branch.under(key)
        if branch.has_seats:
            try:
                seat = as_kept(key) if self.fixed is None else find_seat(key, self.seats, ".".join(path))
            except UnreadableInput:
                if not branch.known:
                    raise
            else:
                self.seats.setdefault(seat, seat)
                return seat, branch.under(branches.SEAT)
        local = {word: id for words in self.words.values() for word, id in words.items() if id in branch.known}
        local.update(_of_copies(self.words, branch.known))
        try:
            found = find(key, "", branch.candidates, {"": local}, ".".join(path))
        except UnreadableInput as error:
            raise UnreadableInput(*map(_of_keys, error.faults)) from None
        return found, branch.under(found)


def _of_keys(fault: Fault) -> Fault:
    """Return what is wrong with a segment of a key: what might stand there is typed, not said."""
    known, near = fault.values["known"], fault.values.get("nearest", "")
    assert isinstance(known, list)
    return fault._replace(values={**fault.values, "known": [Key(one) for one in known], "nearest": near and Key(near)})
