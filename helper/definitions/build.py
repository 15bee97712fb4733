"""Turn one raw definition into frozen values, noting every fault on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from helper.definitions.lazy import Lazy
from helper.definitions.reader import EMPTY, Reader
from helper.definitions.schema import (
    HOUSE,
    NAME_OF_HOUSE,
    SOURCE,
    Blank,
    Calculator,
    CardPart,
    CardSet,
    Checklist,
    Column,
    Condition,
    Example,
    GameDefinition,
    HouseRules,
    Input,
    MoveForm,
    Option,
    Outcome,
    Reminder,
    Rule,
    Sentence,
    Source,
    Step,
    Table,
    TermEntry,
    Topic,
    Translation,
)
from helper.errors import Fault

FORMAT = 1
STATUSES = ("agreed", "disputed", "assumed")
CARD_SIZES = ("poker", "a6", "a5", "page")
CHECKERS = ("engine", "table", "mover")
OURS = {HOUSE: {"topics": ("house_rules", "House rules"), "sources": ("house", "The house"), "cards": ("house_rules", "House rules")}}
"""What the topic, the source and the card of a group's own file are called unless it says: by their word in `faults.toml`."""

Entry = TypeVar("Entry")


def build(raw: Mapping[str, object], whole: bool = True) -> tuple[GameDefinition, list[Fault]]:
    """Return the definition that `raw` describes, and every fault seen while reading it.

    Without `whole` an entry is read when it is asked for, and its faults are not among those returned: for definitions
    that were found sound when they were compiled.
    """
    faults: list[Fault] = []
    game = raw.get("id")
    top = Reader(raw, f"{game}/game:", faults, "game.toml")
    if top.number("format") != FORMAT:
        top.fault("wrong_format", given=raw.get("format"), known=FORMAT)
    figures = {str(rule.get("id", "")): _figures(rule) for rule in top.entries("rules")}

    def each(key: str, make: Callable[[Reader], Entry], place: Callable[[str], str]) -> Mapping[str, Entry]:
        kept: dict[str, tuple[int, Mapping[str, object]]] = {}
        for position, entry in enumerate(top.entries(key)):
            id = str(entry.get("id", ""))
            if id in kept:
                top.fault("duplicate_id", id=id)
            kept[id] = (position, entry)

        def made(numbered: tuple[int, Mapping[str, object]]) -> Entry:
            position, entry = numbered
            where = f"{game}/{place(str(entry.get('id', '')))}"
            reader = Reader(entry, where, faults, f"{key}[{position}]", _values(entry, figures))
            if key == "rules":
                _used(reader, figures)
            found = make(reader)
            reader.done()
            return found

        entries = Lazy(kept, made)
        return dict(entries) if whole else entries

    axes = {name: _axis(words, top) for name, words in top.mapping("axes").items()}
    axes.setdefault("role", top.texts("roles"))
    inputs = []
    for position, entry in enumerate(top.entries("inputs")):
        reader = Reader(entry, f"{game}/input:{entry.get('key')}.", faults, f"inputs[{position}]")
        inputs.append(_input(reader))
        reader.done()
    _once(top, top.entries("inputs"), "key")
    definition = GameDefinition(
        id=top.text("id"),
        title=top.sentence("title"),
        version=top.text("version"),
        date=top.text("date"),
        edition=top.sentence("edition"),
        players=top.pair("players"),
        rounds=_rounds(figures),
        axes=axes,
        roles=top.texts("roles"),
        casts={players: _axis(roles, top) for players, roles in top.mapping("casts").items()},
        start=top.one_of("start", ("full", "figures"), "full"),
        topics=tuple(sorted(each("topics", _topic, lambda id: f"topic:{id}.").values(), key=lambda topic: topic.order)),
        rules=each("rules", _rule, lambda id: f"{id}:"),
        terms=each("terms", _term, lambda id: f"term:{id}."),
        sources=each("sources", _source, lambda id: f"source:{id}."),
        options=each("options", _option, lambda id: f"option:{id}."),
        inputs=tuple(inputs),
        calculators=each("calculators", _calculator, lambda id: f"calculator:{id}."),
        checklists=each("checklists", lambda reader: _checklist(reader, figures), lambda id: f"checklist:{id}."),
        tables=each("tables", _table, lambda id: f"table:{id}."),
        cards=each("cards", lambda reader: _cards(reader, figures), lambda id: f"card:{id}."),
        language=top.text("language", SOURCE),
        translations=_translations(top),
        house=_house(top),
    )
    top.done()
    return definition, faults


def _axis(words: object, top: Reader) -> tuple[str, ...]:
    """Return the words of an axis: a list, or `{table, column}` for those that a table lists."""
    if isinstance(words, dict):
        tables, column = {str(table.get("id")): table.get("rows", []) for table in top.entries("tables")}, str(words.get("column"))
        rows = tables.get(str(words.get("table")))
        if rows is None:
            _dangles(top, "table", words.get("table"), tables)
        cells = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
        if any(column not in row for row in cells):
            _dangles(top, "column", words.get("column"), dict.fromkeys(key for row in cells for key in row))
        return tuple(str(row[column]) for row in cells if column in row)
    return tuple(str(word) for word in words) if isinstance(words, list) else ()


def _translations(top: Reader) -> Mapping[str, Mapping[str, Translation]]:
    """Return translations by language and whole context; what is neither a text nor a list of forms is a fault."""
    found: dict[str, dict[str, Translation]] = {}
    for language, entries in top.mapping("translations").items():
        if not isinstance(entries, dict):
            top.fault("wrong_type", key=f"translations.{language}", wanted="dict", given=type(entries).__name__)
            continue
        for field, said in entries.items():
            forms = tuple(said) if isinstance(said, list) else (said,)
            if not forms or not all(isinstance(form, str) for form in forms):
                top.fault("wrong_type", key=f"translations.{language}.{field}", wanted="sentence", given=type(said).__name__)
                continue
            found.setdefault(language.replace("-", "_"), {})[f"{top.raw.get('id')}/{field}"] = said if isinstance(said, str) else forms
    return found


def _house(top: Reader) -> HouseRules | None:
    raw = top.mapping(HOUSE)
    if not raw:
        return None
    part = Reader(raw, top.place, top.faults, HOUSE)
    found = HouseRules(part.text("title", ""), part.text("language", SOURCE), frozenset(part.texts("contexts")))
    part.done()
    return found


def _dangles(reader: Reader, key: str, given: object, known: Iterable[str]) -> None:
    """Note a name that stands for nothing, with the nearest of those that do for something."""
    from helper.definitions.fold import nearest

    reader.fault("dangling", key=key, given=given, nearest=nearest(str(given), known))


def _used(reader: Reader, figures: Mapping[str, Mapping[str, object]]) -> None:
    """Note the rules that an entry `uses` and that do not exist."""
    for rule in reader.texts("uses"):
        if rule not in figures:
            _dangles(reader, "uses", rule, figures)


def _ours(reader: Reader, list_name: str, title: Sentence) -> Sentence:
    """Return a title; where a group's file gives none of its own, the program's, which every language has.

    How a group calls itself is a name, and is no sentence of any language.
    """
    word, text = OURS.get(str(reader.raw.get("id")), {}).get(list_name, ("", ""))
    if word and title.text == text:
        return title._replace(context=f"helper/word:{word}")
    return title._replace(context=NAME_OF_HOUSE) if word and list_name == "sources" else title


def _rounds(figures: Mapping[str, Mapping[str, object]]) -> int:
    """Return how many rounds the rule `game.rounds` states, the one place where that figure stands."""
    rounds = figures.get("game.rounds", EMPTY).get("rounds", 0)
    return rounds if isinstance(rounds, int) else 0


def _figures(rule: Mapping[str, object]) -> Mapping[str, object]:
    values = rule.get("values", EMPTY)
    return values if isinstance(values, dict) else EMPTY


def _values(entry: Mapping[str, object], figures: Mapping[str, Mapping[str, object]]) -> Mapping[str, object]:
    """Return the figures that the sentences of an entry may name: its own, over those of the rules it uses."""
    uses = entry.get("uses", [])
    found: dict[str, object] = {}
    for rule in uses if isinstance(uses, list) else []:
        found.update(figures.get(str(rule), EMPTY))
    return {**found, **_figures(entry)}


def _topic(reader: Reader) -> Topic:
    return Topic(
        reader.text("id"), _ours(reader, "topics", reader.sentence("title")), reader.maybe_sentence("intro"), reader.number("order")
    )


def _rule(reader: Reader) -> Rule:
    return Rule(
        id=reader.text("id"),
        topic=reader.text("topic"),
        kind=reader.text("kind", "rule"),
        roles=reader.texts("roles"),
        title=reader.sentence("title"),
        text=reader.sentence("text"),
        note=reader.maybe_sentence("note"),
        values=reader.mapping("values"),
        shown_only=reader.texts("shown_only"),
        shares=reader.texts("shares"),
        see=reader.texts("see"),
        tables=reader.texts("tables"),
        requires=_parts(reader, "requires", _condition),
        outcomes=_parts(reader, "outcomes", _outcome),
        reminders=_parts(reader, "reminders", _reminder),
        examples=_parts(reader, "examples", _example),
        sources=reader.texts("sources"),
        status=reader.one_of("status", STATUSES, "agreed"),
        option=reader.text("option", ""),
        move=_move(reader),
    )


def _parts(reader: Reader, key: str, make: Callable[[Reader], Entry]) -> tuple[Entry, ...]:
    entries = reader.entries(key)
    if not entries:
        return ()
    found = []
    for position, entry in enumerate(entries):
        part = Reader(entry, f"{reader.place}{key}.{entry.get('id')}", reader.faults, f"{key}[{position}]", reader.values)
        part.where = f"{reader.where} {part.where}"
        found.append(make(part))
        part.done()
    _once(reader, entries)
    return tuple(found)


def _once(reader: Reader, entries: Sequence[Mapping[str, object]], key: str = "id") -> None:
    """Note the ids that several parts of an entry have."""
    ids = [str(entry.get(key)) for entry in entries]
    for id in sorted({id for id in ids if ids.count(id) > 1}):
        reader.fault("duplicate_id", id=id)


def _condition(reader: Reader) -> Condition:
    id = reader.text("id")
    return Condition(
        id=id,
        text=reader.sentence("text", ""),
        otherwise=reader.maybe_sentence("otherwise", ".otherwise"),
        checked_by=reader.one_of("checked_by", CHECKERS, "engine"),
        predicate=reader.text("predicate", id),
        after=reader.texts("after"),
        roles=reader.texts("roles"),
        lifted_by=reader.text("lifted_by", ""),
    )


def _outcome(reader: Reader) -> Outcome:
    id, text, untold = reader.text("id"), reader.sentence("text", ""), reader.maybe_sentence("untold", ".untold")
    return Outcome(id, text, reader.texts("roles"), reader.flag("silent"), untold)


def _reminder(reader: Reader) -> Reminder:
    return Reminder(reader.text("id"), reader.texts("when"), reader.sentence("text", ""), reader.numbers("players"), reader.texts("roles"))


def _example(reader: Reader) -> Example:
    return Example(
        id=reader.text("id"),
        calculator=reader.text("calculator", ""),
        move=reader.text("move", ""),
        given=reader.mapping("given"),
        options={key: str(value) for key, value in reader.mapping("options").items()},
        then=reader.mapping("then"),
        why=reader.sentence("why", ""),
    )


def _move(reader: Reader) -> MoveForm | None:
    raw = reader.mapping("move")
    if not raw:
        return None
    part = Reader(raw, f"{reader.place}move.", reader.faults, "move")
    part.where = f"{reader.where} move"
    form = MoveForm(
        part.sentence("word"), part.text("short", ""), part.texts("parameters"), part.text("wraps", ""), part.flag("last_resort")
    )
    part.done()
    return form


def _term(reader: Reader) -> TermEntry:
    note = reader.text("note")
    return TermEntry(
        id=reader.text("id"),
        kind=reader.text("kind", "word"),
        sheet=reader.sentence("sheet", note=note),
        box=reader.sentence("box", note=f"The printed edition's word, - where unknown. {note}"),
        also=reader.sentence("also", note=f"Other words people use, with commas between, - for none. {note}"),
        short=reader.maybe_sentence("short", note=f"Short form for typing. {note}"),
        mark=reader.maybe_sentence("mark", note=f"A letter that marks it beside its colour. {note}"),
    )


def _source(reader: Reader) -> Source:
    return Source(reader.text("id"), _ours(reader, "sources", reader.sentence("title")), reader.flag("binding"))


def _option(reader: Reader) -> Option:
    part = Reader(reader.mapping("choices"), f"{reader.place}choices.", reader.faults, "choices")
    choices = {key: part.sentence(key) for key in reader.mapping("choices")}
    return Option(
        id=reader.text("id"),
        title=reader.sentence("title"),
        default=reader.text("default"),
        choices=choices,
        sources=reader.texts("sources"),
        kind=reader.text("kind", "rule"),
        players=reader.numbers("players"),
    )


def _input(reader: Reader) -> Input:
    return Input(
        key=reader.text("key"),
        type=reader.text("type"),
        label=reader.sentence("label"),
        aliases=reader.texts("aliases"),
        used_by=reader.texts("used_by"),
        record=reader.flag("record"),
        low=reader.maybe_number("low"),
        high=reader.maybe_number("high"),
        default=reader.anything("default"),
        choices=reader.texts("choices"),
        picks=reader.numbers("picks"),
        forms=reader.texts("forms"),
        section=reader.text("section", ""),
        aside=reader.flag("aside"),
        score=reader.flag("score"),
        optional=reader.flag("optional"),
        word=reader.maybe_sentence("word"),
    )


def _calculator(reader: Reader) -> Calculator:
    return Calculator(reader.text("id"), reader.sentence("title"), reader.sentence("text"), reader.texts("rules"), reader.pair("seats"))


def _checklist(reader: Reader, figures: Mapping[str, Mapping[str, object]]) -> Checklist:
    steps = []
    for position, entry in enumerate(reader.entries("steps")):
        rule = entry.get("rule", "")
        values = {**figures.get(str(rule), EMPTY), **_values(entry, figures)}
        step = Reader(entry, f"{reader.place}steps.{entry.get('id')}", reader.faults, f"steps[{position}]", values)
        step.where = f"{reader.where} {step.where}"
        _used(step, figures)
        steps.append(
            Step(
                id=step.text("id"),
                roles=step.texts("roles"),
                who=step.maybe_sentence("who", ".who"),
                text=step.sentence("text", ""),
                rule=step.text("rule"),
                players=step.numbers("players"),
            )
        )
        step.done()
    _once(reader, reader.entries("steps"))
    return Checklist(reader.text("id"), reader.sentence("title"), tuple(steps))


def _cards(reader: Reader, figures: Mapping[str, Mapping[str, object]]) -> CardSet:
    parts = []
    for position, entry in enumerate(reader.entries("parts")):
        part = Reader(entry, f"{reader.place}parts.{entry.get('id')}.", reader.faults, f"parts[{position}]")
        part.where = f"{reader.where} {part.where}"
        rows = part.entries("rows")
        blank = Blank(tuple(_row_label(part, row, figures) for row in rows), part.text("axis", "")) if rows else None
        parts.append(
            CardPart(
                id=part.text("id"),
                title=part.maybe_sentence("title"),
                rules=part.texts("rules"),
                actions=part.text("actions", ""),
                checklist=part.text("checklist", ""),
                reminders=part.texts("reminders"),
                tables=part.texts("tables"),
                blank=blank,
                lines=part.number("lines", 0),
                overleaf=part.flag("overleaf"),
            )
        )
        part.done()
    _once(reader, reader.entries("parts"))
    size = reader.one_of("size", CARD_SIZES, "poker")
    title = _ours(reader, "cards", reader.sentence("title"))
    return CardSet(reader.text("id"), title, reader.text("role", ""), size, reader.flag("apart"), tuple(parts))


def _row_label(part: Reader, entry: Mapping[str, object], figures: Mapping[str, Mapping[str, object]]) -> Sentence:
    row = Reader(entry, f"{part.place}rows.{entry.get('id')}", part.faults, f"rows {entry.get('id')}", _values(entry, figures))
    _used(row, figures)
    row.text("id")
    label = row.sentence("text", "")
    row.done()
    return label


def _table(reader: Reader) -> Table:
    columns = []
    for position, entry in enumerate(reader.entries("columns")):
        column = Reader(entry, f"{reader.place}columns.{entry.get('id')}.", reader.faults, f"columns[{position}]")
        direction = column.one_of("direction", ("up", "down", ""), "")
        columns.append(Column(column.text("id"), column.sentence("title"), direction, column.pair("range") if "range" in entry else None))
        column.done()
    return Table(
        id=reader.text("id"),
        topic=reader.text("topic", ""),
        title=reader.sentence("title"),
        axis=reader.maybe_sentence("axis"),
        columns=tuple(columns),
        rows=tuple(reader.entries("rows")),
        keys=reader.texts("keys"),
        unknown=_gaps(reader),
        sources=reader.texts("sources"),
        status=reader.one_of("status", STATUSES, "agreed"),
    )


def _gaps(reader: Reader) -> tuple[tuple[int, int], ...]:
    """Return the gaps of a table, each from its first figure to its last."""
    gaps = reader.anything("unknown")
    found = gaps if isinstance(gaps, list) else []
    if gaps is not None and not (isinstance(gaps, list) and all(is_gap(gap) for gap in found)):
        reader.fault("wrong_type", key="unknown", wanted="two numbers", given=type(gaps).__name__)
        return ()
    return tuple((gap[0], gap[1]) for gap in found)


def is_gap(gap: object) -> bool:
    """Return whether something is two whole numbers."""
    return isinstance(gap, list) and len(gap) == 2 and all(type(number) is int for number in gap)
