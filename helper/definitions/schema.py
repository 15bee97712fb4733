"""What a rule is: the frozen values that every surface speaks from.

A `Sentence` knows its own place in the catalogs and the figures it may name, so no surface ever has to look either up.
"""

from __future__ import annotations

from collections.abc import Mapping

from helper.frozen import Frozen


class Term(Frozen):
    """A word of the game: an id in JSON, worded per language; with a number beside it, such as a card's value."""

    id: str
    number: int | None = None

    def __str__(self) -> str:
        return self.id if self.number is None else f"{self.id} {self.number}"


class Key(str):
    """The key of a figure, or a segment of one, as an id: worded as it is typed in the reader's language."""

    __slots__ = ()


SOURCE = "en"
"""The language that sentences are written in unless their definition names another."""
HOUSE = "house"
"""The source that a group's own file is."""
NAME_OF_HOUSE = "helper/name:house"
"""The place of how a group calls itself: a name, the same in every language."""
ROUND = "round"
"""The axis of a grid whose columns are the rounds of the game."""
PLAYER = "player"
"""The axis of a grid with a column for each player."""
WHOSE = "whose"
"""The parameter that names a player."""


class Phrase(tuple[object, ...]):
    """Words that belong together, such as a place and the district there; said one after another, never as a list."""

    __slots__ = ()


def copy_of(id: str) -> str:
    """Return the term that an id with the number of a copy behind it (`hotel_2`) stands for, or the id itself."""
    name, _, copy = id.rpartition("_")
    return name if name and copy.isdecimal() else id


class Sentence(Frozen):
    """One translatable English sentence.

    `context` is its place in the catalogs, `values` the figures of its rule (and of the rules it `uses`) that its
    placeholders may name beside those given when it is worded. `plural` and `by`: the other form and the value that
    chooses between the two.
    """

    context: str
    text: str
    values: Mapping[str, object] = {}
    plural: str = ""
    by: str = ""
    note: str = ""


class Condition(Frozen):
    """What must hold for a move. `checked_by`: engine, table (anybody can look it up) or mover (a secret).

    `lifted_by` names the parameter by which it may not hold: then a failure is unknown, something to look at.
    """

    id: str
    text: Sentence
    otherwise: Sentence | None
    checked_by: str
    predicate: str
    after: tuple[str, ...]
    roles: tuple[str, ...]
    lifted_by: str


class Outcome(Frozen):
    """What a procedure may do under a rule: steps and score lines are worded here; `untold` where nobody told what it speaks of."""

    id: str
    text: Sentence
    roles: tuple[str, ...]
    silent: bool
    untold: Sentence | None = None

    def said(self, values: Mapping[str, object]) -> Sentence:
        """Return the sentence for these values: that for what is not known, where there is one and any of them is not."""
        return self.untold if self.untold and None in values.values() else self.text


class Reminder(Frozen):
    """What people forget. `when` names the checklists that show it; `players` limits it to those counts.

    `roles` says whom it concerns, where that is not all whom its rule concerns.
    """

    id: str
    when: tuple[str, ...]
    text: Sentence
    players: tuple[int, ...]
    roles: tuple[str, ...]


class Example(Frozen):
    """A case that is printed and run: a calculator with inputs, or a move on a table, and what must come out."""

    id: str
    calculator: str
    move: str
    given: Mapping[str, object]
    options: Mapping[str, str]
    then: Mapping[str, object]
    why: Sentence


class MoveForm(Frozen):
    """How a rule is played as a move: its word, its short form, and the keys of its parameters in order.

    `wraps` names the parameter that another move gets which is played by way of this one (`card as propose 3 B`).
    What is the `last_resort` is offered last, and not at all while it is forbidden.
    """

    word: Sentence
    short: str
    parameters: tuple[str, ...]
    wraps: str
    last_resort: bool = False


class Rule(Frozen):
    """One rule of a game, the unit of everything."""

    id: str
    topic: str
    kind: str
    roles: tuple[str, ...]
    title: Sentence
    text: Sentence
    note: Sentence | None
    values: Mapping[str, object]
    shown_only: tuple[str, ...]
    shares: tuple[str, ...]
    see: tuple[str, ...]
    tables: tuple[str, ...]
    requires: tuple[Condition, ...]
    outcomes: tuple[Outcome, ...]
    reminders: tuple[Reminder, ...]
    examples: tuple[Example, ...]
    sources: tuple[str, ...]
    status: str
    option: str
    move: MoveForm | None

    def outcome(self, id: str) -> Outcome:
        """Return the outcome `id`; raises KeyError where the rule has none such."""
        for outcome in self.outcomes:
            if outcome.id == id:
                return outcome
        raise KeyError(f"{self.id}:{id}")

    def number(self, name: str) -> int:
        """Return the whole number that the rule states under `name`."""
        value = self.values[name]
        if not isinstance(value, int):
            raise TypeError(f"{self.id}.{name} is no number")
        return value


class Topic(Frozen):
    """A page of rules: what belongs together."""

    id: str
    title: Sentence
    intro: Sentence | None
    order: int


class TermEntry(Frozen):
    """A word of the game in three registers (`-` where there is none), with its short form for entry."""

    id: str
    kind: str
    sheet: Sentence
    box: Sentence
    also: Sentence
    short: Sentence | None
    mark: Sentence | None


class Source(Frozen):
    """Where a rule comes from."""

    id: str
    title: Sentence
    binding: bool


class Option(Frozen):
    """A choice that a record or a house settles, with its default and the sources behind each reading.

    `kind`: `table` for what is chosen when a game begins, `seats` for what the number of players says already; else it is
    about what the sources say. `players` limits it to those counts.
    """

    id: str
    title: Sentence
    default: str
    choices: Mapping[str, Sentence]
    sources: tuple[str, ...]
    kind: str
    players: tuple[int, ...]

    @property
    def is_reading(self) -> bool:
        """Return whether it is about what the sources say, not about what is chosen when a game begins."""
        return self.kind not in ("table", "seats")


class Input(Frozen):
    """One figure or parameter, declared once for files, words, `observe`, moves, forms, completion and errors.

    `key` is a path pattern such as `players.<seat>.gold`; what stands in angle brackets is an axis. `used_by` names
    the calculators that read it; `record` says whether a record keeps it as a figure.

    In a form it stands in its `section`: a word of the game, or one section for each value of an axis of the key (`<seat>`);
    `aside` puts away what is seldom told, `score` marks what tells who is ahead. `picks` are the values that a tap fills in,
    `forms` the parts that it may be told by. `word` is what its key is typed by, where the key is one word and no term of the game.
    """

    key: str
    type: str
    label: Sentence
    aliases: tuple[str, ...]
    used_by: tuple[str, ...]
    record: bool
    low: int | None
    high: int | None
    default: object
    choices: tuple[str, ...]
    picks: tuple[int, ...]
    forms: tuple[str, ...]
    section: str
    aside: bool
    score: bool
    optional: bool
    word: Sentence | None = None


class Calculator(Frozen):
    """A question that is answered from flat inputs, without a record."""

    id: str
    title: Sentence
    text: Sentence
    rules: tuple[str, ...]
    seats: tuple[int, int]


class Step(Frozen):
    """One step of a checklist; `players` limits it to those counts, `rule` is what stands behind it.

    Who does it: `roles`, or in other words `who`; neither where it is nobody's in particular.
    """

    id: str
    roles: tuple[str, ...]
    who: Sentence | None
    text: Sentence
    rule: str
    players: tuple[int, ...]


class Checklist(Frozen):
    """Ordered steps for set-up, preparation or a phase."""

    id: str
    title: Sentence
    steps: tuple[Step, ...]


class Blank(Frozen):
    """A grid to fill in by hand: a label for each row, and what the columns are: words of an axis, or the rounds."""

    rows: tuple[Sentence, ...]
    axis: str


class CardPart(Frozen):
    """A part of a printed card, under a heading of its own if it has one; what it gathers, in this order.

    `rules` with their sentences; `actions` of a kind, with their conditions; steps of a `checklist`; what people forget at
    `reminders` (checklists); `tables`; a `blank` grid; `lines` to write on. Of a role's card only what concerns that role.
    `overleaf` begins another face.
    """

    id: str
    title: Sentence | None
    rules: tuple[str, ...]
    actions: str
    checklist: str
    reminders: tuple[str, ...]
    tables: tuple[str, ...]
    blank: Blank | None
    lines: int
    overleaf: bool


class CardSet(Frozen):
    """What is printed together, on a card or as many as it needs: `size` is the one that suits it, `role` whose aid it is.

    `apart`: every part is a card of its own, under the title of its first rule.
    """

    id: str
    title: Sentence
    role: str
    size: str
    apart: bool
    parts: tuple[CardPart, ...]


class Column(Frozen):
    """A column of a table; `direction` (up, down or none) and `range`, where there is one, are what lint holds its figures to."""

    id: str
    title: Sentence
    direction: str
    range: tuple[int, int] | None


class Table(Frozen):
    """Looked-up figures: rows by exact key, or by steps `low`..`high` with the gaps that sources leave.

    `keys` are all that rows may have, where code looks them up by these.
    """

    id: str
    topic: str
    title: Sentence
    axis: Sentence | None
    columns: tuple[Column, ...]
    rows: tuple[Mapping[str, object], ...]
    keys: tuple[str, ...]
    unknown: tuple[tuple[int, int], ...]
    sources: tuple[str, ...]
    status: str


class HouseRules(Frozen):
    """What a group's own file adds to a game: how they call it, the language it is written in, the places of its sentences."""

    title: str
    language: str
    contexts: frozenset[str]


Translation = str | tuple[str, ...]
"""A sentence in another language; where a figure chooses, its forms in the order of that language's catalog."""


class GameDefinition(Frozen):
    """All that is known of one game. `casts` names the roles that are played by each number of players.

    `start` is how a record begins unless asked otherwise: `full`, from set-up on, or with `figures` that are told.
    `language`: the one it is written in. `translations`: by language and place, for what has no catalog.
    """

    id: str
    title: Sentence
    version: str
    date: str
    edition: Sentence
    players: tuple[int, int]
    rounds: int
    axes: Mapping[str, tuple[str, ...]]
    roles: tuple[str, ...]
    casts: Mapping[str, tuple[str, ...]]
    start: str
    topics: tuple[Topic, ...]
    rules: Mapping[str, Rule]
    terms: Mapping[str, TermEntry]
    sources: Mapping[str, Source]
    options: Mapping[str, Option]
    inputs: tuple[Input, ...]
    calculators: Mapping[str, Calculator]
    checklists: Mapping[str, Checklist]
    tables: Mapping[str, Table]
    cards: Mapping[str, CardSet]
    language: str = SOURCE
    translations: Mapping[str, Mapping[str, Translation]] = {}
    house: HouseRules | None = None

    @property
    def parameters(self) -> frozenset[str]:
        """Return the keys of all that moves take: their parameters, and the player that they are about."""
        return frozenset({WHOSE, *(key for rule in self.rules.values() if rule.move for key in rule.move.parameters)})

    def typed(self, rule: Rule) -> tuple[str, ...]:
        """Return the parameters that are typed with a move; not the marks that it gets by way of another (`wraps`)."""
        marks = {one.move.wraps for one in self.rules.values() if one.move}
        return tuple(key for key in rule.move.parameters if key not in marks) if rule.move else ()

    def is_from_house(self, sentence: Sentence) -> bool:
        """Return whether a group's own file says a sentence."""
        return self.house is not None and sentence.context in self.house.contexts

    def conditions(self, rule: Rule, role: str = "") -> tuple[tuple[Rule, Condition], ...]:
        """Return every condition that holds for `rule`, shared ones first, each with the rule that defines it."""
        found: list[tuple[Rule, Condition]] = []
        for shared in rule.shares:
            found.extend(self.conditions(self.rules[shared], role))
        found.extend((rule, condition) for condition in rule.requires if not condition.roles or role in condition.roles)
        return tuple(found)


def is_house(entry: Rule | Table | Option) -> bool:
    """Return whether a group's own file made or changed an entry."""
    return HOUSE in entry.sources
