"""Answers as HTML: tables with bars, steps with their rules, verdicts with their reasons, and what went wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from helper.definitions.schema import Term
from helper.errors import Fault, HelperError
from helper.frozen import Frozen
from helper.i18n.words import Words
from helper.publish.companion.bars import bar
from helper.publish.companion.markup import NOTHING, Html, joined, tag, text, upper_first
from helper.publish.companion.sheet import Sheet
from helper.publish.symbol import symbol
from helper.table.wording import VERDICTS, Speaker

Answer = Mapping[str, Any]

MARKS = {"legal": "✓", "illegal": "✗", "unknown": "?", "disputed": "⚖"}


def calculated(sheet: Sheet, answer: Answer) -> Html:
    """Return the answer of a calculator: what to mind, tables, steps."""
    return joined((notes(answer["warnings"]), *(grid(sheet, one) for one in answer["grids"]), steps(sheet, answer["steps"])))


def notes(said: Iterable[str]) -> Html:
    """Return what the reader should know beside an answer."""
    lines = [tag("p", text(one)) for one in said]
    return tag("div", lines, class_="notes") if lines else NOTHING


def steps(sheet: Sheet, every: Sequence[Answer]) -> Html:
    """Return steps in order, each with its rule; those that changed nothing are pale."""
    lines = []
    before = ""
    for step in every:
        to = sheet.rule_of(step["rule"]) if step["rule"] != before else NOTHING
        before = step["rule"]
        lines.append(tag("li", tag("span", text(step["text"])), to, class_="silent" if step.get("silent") else None))
    return tag("ol", lines, class_="steps") if lines else NOTHING


def grid(sheet: Sheet, found: Answer) -> Html:
    """Return a small table; where it has a column to measure against, a bar in each cell behind it."""
    against = found.get("against", 0)
    heads = [tag("th", _named(sheet, one, True), scope="col") if one["value"] else tag("td") for one in found["columns"]]
    rows = []
    for first, *cells in found["rows"]:
        limit = cells[against - 1]["value"] if against else None
        shown = [tag("td", _cell(sheet, one, limit if place > against - 1 else None, bool(against))) for place, one in enumerate(cells)]
        rows.append(tag("tr", tag("th", _named(sheet, first), scope="row"), shown))
    table = tag("table", tag("caption", text(upper_first(found["title"]))), tag("thead", tag("tr", heads)), tag("tbody", rows))
    return tag("div", table, class_="grid", role="group", tabindex="0", aria_label=upper_first(found["title"]))


def _named(sheet: Sheet, cell: Answer, is_head: bool = False) -> Html:
    mark = Html(symbol(sheet.definition.id, cell["value"])) if isinstance(cell["value"], str) else NOTHING
    return joined((mark, tag("bdi", text(upper_first(cell["text"]) if is_head else cell["text"]))))


def _cell(sheet: Sheet, cell: Answer, limit: object, measured: bool) -> Html:
    value = cell["value"]
    number = tag("bdi", text(cell["text"]))
    if measured and isinstance(value, int) and isinstance(limit, int):
        return joined((number, bar(value, limit)))
    return number


def verdict(sheet: Sheet, answer: Answer) -> Html:
    """Return a verdict with its mark, its word, every reason, and what only the mover can know."""
    mark = tag("span", text(MARKS[answer["verdict"]]), aria_hidden="true")
    word = tag("p", mark, text(" "), sheet.say(VERDICTS[answer["verdict"]]), class_=f"verdict {answer['verdict']}")
    lines = [tag("li", text(one["text"]), sheet.rule_of(one["rule"])) for one in answer["reasons"]]
    lines += [tag("li", text(one), class_="silent") for one in answer["notes"]]
    return joined((word, tag("ul", lines, class_="reasons") if lines else NOTHING))


def fault(sheet: Sheet, error: HelperError) -> Html:
    """Return what is wrong, in the reader's words: figures by their labels, ids by the words of the game."""
    lines = [tag("p", text(_fault(sheet, one))) for one in error.faults]
    return tag("div", lines, class_="fault", role="alert")


def fault_in(words: Words, error: HelperError) -> Html:
    """Return what is wrong where no game is known."""
    return tag("div", [tag("p", text(words.fault(one))) for one in error.faults], class_="fault", role="alert")


def _fault(sheet: Sheet, one: Fault) -> str:
    terms = sheet.definition.terms

    def worded(value: object) -> object:
        if isinstance(value, Mapping):
            return {key: worded(part) for key, part in value.items()}
        if isinstance(value, str):
            return sheet.names.get(value) or (Term(value) if value in terms else value)
        if isinstance(value, (list, tuple)) and not isinstance(value, Frozen):
            return [worded(part) for part in value]
        return value

    values = {key: _key(sheet, value) if key == "key" else worded(value) for key, value in one.values.items()}
    if one.code == "no_pair":  # a list: nobody types colons into a form
        return sheet.words.say("A line is not complete. Its parts: {parts}.", parts=sheet.words.value(values["key"]).replace(":", ", "))
    return sheet.words.fault(one._replace(values=values, where=_label(sheet, one.where)))


def _key(sheet: Sheet, value: object) -> object:
    """Return what is named as a key: a path by its label; a label or a word of the game is worded as it is."""
    return _label(sheet, value) if isinstance(value, str) else value


def _label(sheet: Sheet, path: str) -> str:
    """Return what a figure or a parameter is called; what is neither stays as it is."""
    try:
        return Speaker(sheet.definition, sheet.words.lang, sheet.names, sheet.roles).figure(path)
    except HelperError:
        return path


def breakdown(words: Words, error: Exception) -> Html:
    """Return what to say of an error of our own."""
    said = words.say("This should not have happened: {problem}", problem=f"{type(error).__name__}: {error}")
    return tag("div", tag("p", text(said)), class_="fault", role="alert")


def done_note(words: Words, said: str) -> Html:
    """Return a line that says what was done."""
    return tag("p", text(said), class_="done")
