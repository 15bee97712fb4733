"""Lay out an evening: verdicts, what is due, the status, the score, the log, corrections."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from helper.cli.layout import grid, heading, steps, wrapped
from helper.cli.terminal import Terminal
from helper.i18n.clock import local_clock
from helper.table.saying import altered, amended, corrected, doubted, doubtful, halted, marks, shifted, stopped, undeclared
from helper.table.wording import VERDICTS

Answer = Mapping[str, Any]

COLOURS = {"legal": "green", "illegal": "red", "unknown": "yellow", "disputed": "yellow"}


def verdict_word(terminal: Terminal, answer: Answer) -> str:
    """Return a verdict in words."""
    return terminal.mark(terminal.say(VERDICTS[answer["verdict"]]), COLOURS[answer["verdict"]])


def move_text(answer: Answer) -> str:
    """Return a move as it would be typed, with what a player may still give in capitals."""
    every = zip(answer["open"], answer["open_typed"], answer["open_labels"], strict=True)
    open_ones = [one for one in every if answer["seat"] or one[0] in answer["needs"]]
    left = [label.upper() if key in answer["needs"] else f"[{typed}={label.upper()}]" for key, typed, label in open_ones]
    return " ".join(filter(None, [answer["name"] or "", answer["word"], *answer["typed"], *left]))


def reason_lines(terminal: Terminal, answer: Answer, indent: int = 2) -> Iterator[str]:
    """Yield why a verdict is as it is, each reason with its rule; what is to be looked at for one reason stands together."""
    told = {figure["path"]: figure for figure in answer["look_at"]}
    for reason in answer["reasons"]:
        text, missing = reason["text"], reason["values"].get("paths", ())
        if any(told[path]["last_told"] for path in missing):
            look = "; ".join(_look_at(terminal, told[path]) for path in missing)
            text = terminal.say("Required: {condition} Look at: {figure}.", condition=reason["required"], figure=look)
        yield wrapped(terminal, f"{text} [{reason['cited']}]", indent)


def _look_at(terminal: Terminal, figure: Answer) -> str:
    if not figure["last_told"]:
        return str(figure["text"])
    return terminal.say("{figure} (last told by entry {n})", figure=figure["text"], n=figure["last_told"])


def played_lines(terminal: Terminal, answer: Answer, tried: bool) -> Iterator[str]:
    """Yield what became of a move: recorded, only tried, or refused and why."""
    refused = answer["verdict"] == "illegal" and not answer["steps"]
    if answer["verdict"] != "legal" or tried:
        yield terminal.say("{move}: {verdict}", move=move_text(answer), verdict=verdict_word(terminal, answer))
        yield from reason_lines(terminal, answer)
    if refused:
        yield terminal.say("Nothing was recorded. If the table says otherwise, add --force.")
        return
    for table in answer.get("grids", ()):
        yield from grid(terminal, table)
    if answer.get("result"):
        yield from steps(terminal, answer["steps"])
    else:
        yield from (wrapped(terminal, step["text"]) for step in answer["steps"])
    if tried:
        yield terminal.say("Only tried: nothing was recorded.")
        return
    yield terminal.say("Recorded as entry {n}.", n=answer["recorded"])
    yield from next_lines(terminal, answer)


def due_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield the decisions that are due, with what may be typed."""
    for due in answer["due"]:
        choices = ", ".join(f"{due['word']} {choice}" for choice in due["choices_shown"]) or f"{due['word']} {due['form']}"
        yield wrapped(terminal, terminal.say("To decide now: {what}: {choices}", what=due["text"], choices=choices))


def doubtful_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield which later entries do not fit since a correction, and why."""
    for first, *why in doubtful(terminal.words, answer):
        yield wrapped(terminal, first)
        yield from (wrapped(terminal, line, 2) for line in why)


def next_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield what comes next: decisions that are due, then whose turn it is, unless one of them stops that."""
    yield from due_lines(terminal, answer)
    if answer.get("to_move_name") and not any(due["mandatory"] for due in answer["due"]):
        yield terminal.say("Turn: {name}", name=answer["to_move_name"])
    elif answer.get("over"):
        yield terminal.say("The game is over; “helper score” shows the result.")
    elif answer.get("resolves"):
        yield terminal.say("Next: {what}; “helper resolve” carries it out.", what=answer["resolves"]["title"])
        yield from to_tell_lines(terminal, answer)
    elif not answer["due"] and not answer["next_step"]["to_tell"]:
        yield terminal.say("Nobody's turn; “helper legal” says what comes next.")
    elif not answer["due"]:
        yield terminal.say("Next: {what}.", what=answer["next_step"]["procedure"]["title"])
        yield from to_tell_lines(terminal, answer)


MOST_TOLD = 3
"""How many figures a line names; “helper status” lists all."""


def to_tell_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield what is to be told before the procedure that comes next, and the line that tells it."""
    figures = answer["next_step"]["to_tell"]
    if figures:
        named = "; ".join([*(str(one["text"]) for one in figures[:MOST_TOLD]), *(["…"] if len(figures) > MOST_TOLD else [])])
        line = terminal.say("Tell first ({figures}): “helper observe {key}=…”.", figures=named, key=figures[0]["key"])
        yield wrapped(terminal, line, 2)


def halted_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield which entries an answer leaves out, and why."""
    for place, line in enumerate(halted(terminal.words, answer)):
        yield wrapped(terminal, line, 2 if place else 0)


def legal_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield every move with its verdict and why."""
    yield from halted_lines(terminal, answer)
    for move in answer["moves"]:
        text = terminal.say("{move}: {verdict}", move=move_text(move), verdict=verdict_word(terminal, move))
        yield wrapped(terminal, f"{text} ({move['title']})", 0, 2)
        yield from reason_lines(terminal, move)


def status_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield where the evening stands."""
    yield heading(terminal, terminal.say("{title}, record “{name}”", title=answer["title"], name=answer["record"]))
    if answer["round"]:
        yield terminal.say("Round: {round} of {rounds}", round=answer["round"], rounds=answer["rounds"])
    yield from next_lines(terminal, answer)
    for table in answer["grids"]:
        yield from grid(terminal, table)
    yield from untold_lines(terminal, answer)
    if answer["house"]:
        yield terminal.say("House rules: {title}", title=answer["house"])
    if answer["house_faults"]:
        yield terminal.say("The house file of this record does not fit these rules, so it is left out:")
        yield from (f"  {text}" for text in answer["house_faults"])
    for changed in answer["changed"]:
        yield terminal.say("Entry {n} would come out otherwise by the rules of today.", n=changed["n"])
    yield from doubtful_lines(terminal, answer)
    yield from (wrapped(terminal, line) for line in undeclared(terminal.words, answer))
    if answer["stops_at"]:
        yield terminal.say("The record cannot be followed beyond entry {n}; correct or undo it.", n=answer["stops_at"])
        yield from (f"  {text}" for text in answer["stopped_by"])


def untold_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield what nobody told yet, with the word that tells it."""
    if not answer["untold"]:
        return
    yield terminal.say("Not told yet; “helper observe KEY=VALUE” does:")
    yield from (f"  {one['key']}: {one['text']}" for one in answer["untold"])


def score_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield who is ahead, line by line, and who wins and why."""
    yield from halted_lines(terminal, answer)
    if answer["as_final"]:
        yield terminal.say("As if the game ended now:")
    for score in sorted(answer["scores"], key=lambda one: one["rank"] or len(answer["scores"]) + 1):
        if score["untold"]:
            figures = "; ".join(f"{one['key']}: {one['text']}" for one in score["untold"])
            yield heading(terminal, terminal.say("{name}: points not known, tell {figures}", name=score["name"], figures=figures))
            continue
        total = terminal.words.say_n("{name}: {n} point", "{name}: {n} points", score["total"], name=score["name"])
        if answer["stops_at"]:
            total = terminal.say("{total}, before entry {n}", total=total, n=answer["stops_at"])
        yield heading(terminal, f"{score['rank']}. {total}")
        yield from (
            wrapped(terminal, line["text"] if terminal.pretty else f"{score['name']}: {line['text']}", 3) for line in score["lines"]
        )
    if answer["text"] and answer["stops_at"]:
        yield terminal.say("{total}, before entry {n}", total=answer["text"], n=answer["stops_at"])
    elif answer["text"]:
        yield answer["text"]
    elif not answer["final"]:
        yield terminal.say("The game is not over; --as-final says who would win now.")


def log_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield every entry, with what became of it."""
    for entry in answer["entries"]:
        became = marks(terminal.words, entry)
        marked = f" ({'; '.join(became)})" if became else ""
        yield wrapped(terminal, f"{entry['n']}. {local_clock(entry['at'])} {entry['text']}{marked}", 0, 3)
    if not answer["entries"]:
        yield terminal.say("Nothing is recorded yet.")


def told_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield what was told, and where the record had it otherwise."""
    yield from (f"{one['text']}: {one['value']}" for one in answer["figures"])
    yield from (wrapped(terminal, text, 2) for text in doubted(terminal.words, answer))
    yield terminal.say("Recorded as entry {n}.", n=answer["recorded"])


def amended_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield what an undo or redo did, and what is the last entry now."""
    yield wrapped(terminal, amended(terminal.words, answer))
    if answer["stands"] and "undone" in answer:
        stands: Answer = answer["stands"]
        yield wrapped(terminal, terminal.say("The last entry now: {n}, {text}", n=stands["n"], text=stands["text"]))
    yield from halted_lines(terminal, answer)
    yield from next_lines(terminal, answer)


def corrected_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield an entry before and after its correction, which totals change, what does not fit any more, what is to be decided then."""
    yield from (wrapped(terminal, line) for line in corrected(terminal.words, answer))
    yield from _shifted_lines(terminal, answer)


def changed_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield what a change of who plays, or by which options, says, and what follows from it."""
    yield wrapped(terminal, altered(terminal.words, answer))
    yield from _shifted_lines(terminal, answer)


def _shifted_lines(terminal: Terminal, answer: Answer) -> Iterator[str]:
    yield from shifted(terminal.words, answer)
    yield from doubtful_lines(terminal, answer)
    yield from due_lines(terminal, answer)
    for place, line in enumerate(stopped(terminal.words, answer)):
        yield f"  {line}" if place else line
