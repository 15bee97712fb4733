"""Write an example of a rule: what lies on the table, by the labels of the inputs, what is asked, and what comes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from helper.definitions.schema import Example, GameDefinition, Input, Rule, Term
from helper.i18n.naming import cell
from helper.i18n.words import Words
from helper.publish.markdown import block, bullets, labelled, plain, table
from helper.publish.writer import Book, Writer
from helper.table.wording import VERDICTS

if TYPE_CHECKING:
    from helper.engine.resolution import Step

Axes = Mapping[str, str]


def example(book: Book, writer: Writer, rule: Rule, shown: Example) -> str:
    """Return an example as a part that opens; its head says why it comes out as it does."""
    words = book.words
    given = [(key, *declared(book.definition, key), value) for key, value in shown.given.items()]
    lines = [
        f"{plain(_label(words, entry, axes))}: {plain(_value(book, value))}"
        for _, entry, axes, value in given
        if entry and not _column(book, axes)
    ]
    if shown.move:
        lines.append(labelled(writer.say("Move"), plain(_move(book, rule, shown.move))))
    lines.extend(_options(book, writer, shown))
    verdict = shown.then.get("verdict")
    if isinstance(verdict, str):
        named = labelled(writer.say("Verdict"), writer.say(VERDICTS[verdict]))
        lines.append(f"**{named}**")
    reasons = shown.then.get("reasons")
    texts = {condition.id: condition.text for _, condition in book.definition.conditions(rule)}
    for reason in reasons if isinstance(reasons, list) else []:
        if reason in texts:
            lines.append(labelled(writer.say("What fails"), writer.line(texts[reason])))
    summary = labelled(escape(words.say("Example")), writer.html(shown.why))
    steps = _steps(book, writer, book.held[rule.id, shown.id])
    return block("details", "example", [f"<summary>{summary}</summary>", *_grids(book, given), bullets(lines), *steps])


def _steps(book: Book, writer: Writer, steps: Sequence[Step]) -> list[str]:
    """Return what happens in a worked example, step by step; what changes nothing is left out."""
    said = [(book.definition.rules[step.rule].outcome(step.outcome), step.values) for step in steps]
    lines = [f"1. {writer.marked(one.text, plain(book.words.sentence(one.text, values)))}" for one, values in said if not one.silent]
    return [block("div", "worked", ["\n".join(lines)])] if lines else []


def declared(definition: GameDefinition, key: str) -> tuple[Input | None, Axes]:
    """Return the input that a key belongs to, with what stands in the key for each of its axes."""
    parts = key.split(".")
    for entry in definition.inputs:
        for pattern in (entry.key, *entry.aliases):
            axes = _match(definition, pattern.split("."), parts)
            if axes is not None:
                return entry, axes
    return None, {}


def _match(definition: GameDefinition, pattern: list[str], parts: list[str]) -> Axes | None:
    if len(pattern) != len(parts):
        return None
    axes = {}
    for wanted, part in zip(pattern, parts, strict=True):
        if wanted.startswith("<"):
            allowed = definition.axes.get(wanted[1:-1], ())
            if allowed and part not in allowed:
                return None
            axes[wanted[1:-1]] = part
        elif wanted != part:
            return None
    return axes


def _column(book: Book, axes: Axes) -> str:
    """Return the axis that makes the columns of the table: one whose places the game names, such as its districts."""
    return next((axis for axis in axes if book.definition.axes.get(axis)), "")


def _label(words: Words, entry: Input, axes: Axes, without: str = "") -> str:
    others = [value for axis, value in axes.items() if axis != without]
    return " · ".join(
        (words.sentence(entry.label), *(words.value(cell(words.definition, value)) if words.definition else value for value in others))
    )


def _grids(book: Book, given: Sequence[tuple[str, Input | None, Axes, object]]) -> list[str]:
    """Return the figures that stand somewhere, a table for each axis that makes the columns."""
    inside: dict[str, list[tuple[Input, Axes, object]]] = {}
    for _, entry, axes, value in given:
        if entry and (axis := _column(book, axes)):
            inside.setdefault(axis, []).append((entry, axes, value))
    return [_grid(book, axis, figures) for axis, figures in inside.items()]


def _grid(book: Book, axis: str, figures: Sequence[tuple[Input, Axes, object]]) -> str:
    places = [place for place in book.definition.axes[axis] if any(axes[axis] == place for _, axes, _ in figures)]
    rows: dict[str, dict[str, str]] = {}
    for entry, axes, value in figures:
        rows.setdefault(_label(book.words, entry, axes, axis), {})[axes[axis]] = _value(book, value)
    heads = ["", *(escape(book.words.term(place)) for place in places)]
    return table("", heads, [({}, [escape(label), *(escape(cells.get(place, "")) for place in places)]) for label, cells in rows.items()])


def _value(book: Book, value: object) -> str:
    words = book.words
    if isinstance(value, str):
        name, _, number = value.partition(" ")
        known = name in book.definition.terms
        return words.value(Term(name, int(number)) if known and number.isdigit() else Term(name) if known and not number else value)
    if isinstance(value, Mapping):
        return ", ".join(f"{words.term(str(key))} {_value(book, entry)}" for key, entry in value.items() if entry is not None)
    if isinstance(value, (list, tuple)):
        return ", ".join(_value(book, entry) for entry in value) or words.say("none")
    return words.value(value)


def _move(book: Book, rule: Rule, typed: str) -> str:
    """Return a typed move in words: its own word first, then words of the game and figures."""
    first, *others = typed.split()
    forms = {other.move.word.text: other.move.word for other in (rule, *book.definition.rules.values()) if other.move}
    said = book.words.sentence(forms[first]) if first in forms else first
    return " ".join((said, *(_value(book, other) for other in others)))


def _options(book: Book, writer: Writer, shown: Example) -> list[str]:
    lines = []
    for id, choice in shown.options.items():
        option = book.definition.options.get(id)
        if option and choice in option.choices:
            lines.append(f"{writer.line(option.title)} – {writer.line(option.choices[choice])}")
    return lines
