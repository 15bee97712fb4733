"""One reader for every figure and parameter, wherever it comes from: files, words, forms, moves, records.

What is read is nested (`{"capital": {"blue": [3, 5]}}`) or words (`capital.blue=3,5`); what comes out is flat
(`{"capital.blue": …}`), with every fault collected. Keys and words are accepted as ids, in the reader's language, or as
any prefix that is unique among both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from helper.definitions.fold import fold, nearest
from helper.definitions.schema import GameDefinition, Input
from helper.errors import Fault, UnreadableInput

Vocabulary = Mapping[str, Mapping[str, str]]
"""Per kind of word, the folded words that are accepted and the id each stands for."""


def english(definition: GameDefinition) -> Vocabulary:
    """Return the ids and English words of a game's terms and moves, per kind."""
    found: dict[str, dict[str, str]] = {}
    for term in definition.terms.values():
        words = found.setdefault(term.kind, {})
        texts = [term.id, term.sheet.text, term.box.text, *term.also.text.split(","), term.short.text if term.short else "-"]
        words.update({fold(text.strip()): term.id for text in reversed(texts) if text.strip() not in ("", "-")})
    return found


class Reading(NamedTuple):
    """What was read: values by path, the seats in the order they were named, and the paths left out."""

    figures: Mapping[str, object]
    seats: tuple[str, ...]
    left_out: tuple[str, ...] = ()


class Ask(NamedTuple):
    """What a type needs to read one value: where it stands, how it is declared, who sits where, and the words."""

    path: str
    declared: Input
    definition: GameDefinition
    seats: Mapping[str, str]
    words: Vocabulary

    def fail(self, code: str, **values: object) -> UnreadableInput:
        """Return the error that says what is wrong with this value."""
        return UnreadableInput(Fault(code, values, self.path))

    def word(self, kind: str, given: object, allowed: Iterable[str]) -> str:
        """Return the id that `given` stands for among `allowed`.

        Raises UnreadableInput naming the candidates where a prefix fits several, and the nearest where none fits.
        """
        return find(str(given), kind, allowed, self.words, self.path)


Read = Callable[[object, Ask], object]
Write = Callable[[object], object]


def identity(value: object) -> object:
    """Return a value that is its own written, shown or measured form."""
    return value


class InputType(NamedTuple):
    """How values of one type are read (from JSON, TOML or words) and written back as JSON with ids only.

    `show` gives what is worded to a reader, `measure` the number that a difference is taken of, or None.
    """

    read: Read
    write: Write = identity
    show: Write = identity
    measure: Callable[[object], int | None] = lambda value: value if isinstance(value, int) else None


def find(given: str, kind: str, allowed: Iterable[str], words: Vocabulary, where: str = "") -> str:
    """Return the id among `allowed` that `given` names: a word or an id exactly, else a prefix unique in both.

    Raises UnreadableInput where several fit or none does.
    """
    known = list(allowed)
    folded = fold(given.strip())
    table = {fold(id): id for id in known}
    local = {word: id for word, id in words.get(kind, {}).items() if id in known}
    if folded in local:
        return local[folded]
    if folded in table:
        return table[folded]
    candidates = sorted({id for word, id in [*table.items(), *local.items()] if folded and word.startswith(folded)})
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        raise UnreadableInput(Fault("ambiguous_word", {"given": given, "known": candidates}, where))
    near = nearest(given, [*known, *local])
    raise UnreadableInput(Fault("unknown_word", {"given": given, "nearest": near, "known": known}, where))


def number(raw: object, ask: Ask) -> int:
    """Read a whole number, written with any minus sign, within the declared range."""
    if isinstance(raw, bool) or not isinstance(raw, (int, str)):
        raise ask.fail("no_number", given=raw)
    try:
        value = int(str(raw).replace("−", "-").replace("–", "-").strip()) if isinstance(raw, str) else raw
    except ValueError:
        raise ask.fail("no_number", given=raw) from None
    low, high = ask.declared.low, ask.declared.high
    if (low is not None and value < low) or (high is not None and value > high) or abs(value) > 10**9:
        raise ask.fail("out_of_range", given=value, low=low, high=high)
    return value


def seat(raw: object, ask: Ask) -> str:
    """Read a player, by seat or by name."""
    return find_seat(str(raw), ask.seats, ask.path)


def find_seat(given: str, seats: Mapping[str, str], where: str = "") -> str:
    """Return the seat that `given` names: its id (P1), the name of who sits there, or a unique prefix of that name."""
    folded = fold(given.strip())
    for id, name in seats.items():
        if folded in (fold(id), fold(name)):
            return id
    near = [id for id, name in seats.items() if folded and fold(name).startswith(folded)]
    if len(near) == 1:
        return near[0]
    known = [id if id == name else f"{id} ({name})" for id, name in seats.items()]
    raise UnreadableInput(Fault("unknown_seat", {"given": given, "known": known}, where))


BASE_TYPES: Mapping[str, InputType] = {"count": InputType(number), "seat": InputType(seat)}


def words_to_tree(words: Iterable[str]) -> dict[str, object]:
    """Return the nested form of `key=value` words; a comma makes a list.

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
                raise UnreadableInput(Fault("key_twice", {"key": key}))
            branch = below
        if parts[-1] in branch:
            raise UnreadableInput(Fault("key_twice", {"key": key}))
        branch[parts[-1]] = [part.strip() for part in value.split(",") if part.strip()] if "," in value else value.strip()
    return tree


def _role_words(role: str, words: Vocabulary) -> list[str]:
    return [role, *(word for word, id in words.get("role", {}).items() if id == role)]


class InputReader:
    """Reads nested input against the declarations of a game.

    `inputs` are the declarations that count here; `types` the base types and the game's own. `seats` maps the seats of a
    record to names; None means that any name makes a seat (a calculator).
    """

    def __init__(
        self,
        definition: GameDefinition,
        inputs: Iterable[Input],
        types: Mapping[str, InputType],
        words: Vocabulary,
        seats: Mapping[str, str] | None = None,
        roles: Mapping[str, str] | None = None,
    ) -> None:
        self.definition = definition
        self.types = types
        self.words = words
        self.fixed = seats
        self.roles = {word: seat for seat, role in (roles or {}).items() for word in _role_words(role, words)}
        self.seats: dict[str, str] = dict(seats or {})
        self.patterns: list[tuple[tuple[str, ...], Input]] = []
        for declared in inputs:
            for key in (declared.key, *declared.aliases):
                self.patterns.append((tuple(key.split(".")), declared))

    def read(self, tree: Mapping[str, object]) -> Reading:
        """Return the figures of `tree`.

        Raises UnreadableInput with every fault: unknown key (with the nearest), a value that cannot be read, a figure
        given twice.
        """
        figures: dict[str, object] = {}
        faults: list[Fault] = []
        self._walk(tree, (), self.patterns, figures, faults)
        if faults:
            raise UnreadableInput(*faults)
        return Reading(figures, tuple(self.seats))

    def seat(self, given: str) -> str:
        """Return the seat that `given` names: its id, a name, or what it plays; raises UnreadableInput where none does."""
        return self.roles.get(fold(given.strip())) or find_seat(given, self.seats)

    def one(self, key: str, raw: object) -> object:
        """Return the value of one parameter; raises UnreadableInput where it cannot be read."""
        declared = next(declared for pattern, declared in self.patterns if pattern == (key,))
        return self.types[declared.type].read(raw, Ask(key, declared, self.definition, self.seats, self.words))

    def _walk(
        self,
        tree: Mapping[str, object],
        path: tuple[str, ...],
        patterns: list[tuple[tuple[str, ...], Input]],
        figures: dict[str, object],
        faults: list[Fault],
    ) -> None:
        depth = len(path)
        for key, raw in tree.items():
            try:
                segment, below = self._segment(str(key), path, patterns)
            except UnreadableInput as error:
                faults.extend(error.faults)
                continue
            here = (*path, segment)
            ended = [declared for pattern, declared in below if len(pattern) == depth + 1]
            if isinstance(raw, Mapping) and any(len(pattern) > depth + 1 for pattern, _ in below):
                self._walk(raw, here, below, figures, faults)
            elif ended:
                self._read_one(ended[0], here, raw, figures, faults)
            else:
                faults.append(Fault("key_too_short", {"key": ".".join(here)}))

    def _read_one(self, declared: Input, here: tuple[str, ...], raw: object, figures: dict[str, object], faults: list[Fault]) -> None:
        path = ".".join(here)
        for alias in declared.aliases:
            if len(here) == alias.count(".") + 1 and here[0] == alias.split(".")[0]:
                path = ".".join([*declared.key.split(".")[: -alias.count(".")], *here[1:]])
        if path in figures:
            faults.append(Fault("figure_twice", {"key": path}))
            return
        try:
            figures[path] = self.types[declared.type].read(raw, Ask(path, declared, self.definition, self.seats, self.words))
        except UnreadableInput as error:
            faults.extend(error.faults)

    def _segment(
        self, key: str, path: tuple[str, ...], patterns: list[tuple[tuple[str, ...], Input]]
    ) -> tuple[str, list[tuple[tuple[str, ...], Input]]]:
        """Return the id of one segment of a key, and the patterns that remain below it."""
        depth = len(path)
        where = ".".join(path)
        options = {pattern[depth] for pattern, _ in patterns if len(pattern) > depth}
        literals = sorted(option for option in options if not option.startswith("<"))
        axes = sorted(option[1:-1] for option in options if option.startswith("<"))

        def below(segment: str) -> list[tuple[tuple[str, ...], Input]]:
            return [(pattern, declared) for pattern, declared in patterns if len(pattern) > depth and pattern[depth] == segment]

        if key in literals:
            return key, below(key)
        known = [word for axis in axes if axis != "seat" for word in self.definition.axes[axis]]
        candidates = [*literals, *known]
        kinds = ["word", "place", *(axis for axis in axes if axis != "seat")]
        local = {word: id for kind in kinds for word, id in self.words.get(kind, {}).items() if id in candidates}
        if "seat" in axes:
            try:
                return (key if self.fixed is None else find_seat(key, self.seats, where)), self._seat(key, below("<seat>"))
            except UnreadableInput:
                if not candidates:
                    raise
        found = find(key, "", candidates, {"": local}, where)
        if found in literals:
            return found, below(found)
        axis = next(axis for axis in axes if axis != "seat" and found in self.definition.axes[axis])
        return found, below(f"<{axis}>")

    def _seat(self, key: str, below: list[tuple[tuple[str, ...], Input]]) -> list[tuple[tuple[str, ...], Input]]:
        if self.fixed is None:
            self.seats.setdefault(key, key)
        return below
