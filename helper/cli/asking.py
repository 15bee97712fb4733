"""Ask the current record: where commands of an evening meet the store."""

from __future__ import annotations

import os
import sys
from typing import Any

from helper.cli.showing_evening import reason_lines
from helper.cli.terminal import Terminal
from helper.engine.journal import Journal
from helper.errors import Fault, HelperError, UnreadableInput
from helper.i18n.keys import is_argument, typed_argument
from helper.store import Store, now
from helper.table import Stamp

OPEN = "decide_first"


def decided(terminal: Terminal, do: str, words: list[str], **request: object) -> dict[str, Any]:
    """Return the answer to a request, asking on a terminal for each decision that it leaves open, as long as there are any.

    Raises UnreadableInput naming the arguments to give where nobody can be asked.
    """
    given = list(words)
    answers: dict[str, list[str]] = {}
    were_open: dict[str, int] = {}
    while True:
        try:
            return _whole(ask(terminal, do, words=[*given, *_told(answers)], **request))
        except UnreadableInput as error:
            fault = error.faults[0]
            if fault.code != OPEN or not sys.stdin.isatty():
                raise
            key = str(fault.values["key"])
            left = [word for word in given if not ("=" in word and is_argument(terminal.game_words(), word.partition("=")[0], key))]
            if left != given:
                given = left  # was no answer: else it would be given twice
                continue
            are_open = [one.values["key"] for one in error.faults].count(key)
            kept = answers.get(key, [])
            if are_open >= were_open.get(key, are_open):
                kept = kept[:-1]  # settled nothing, so that the next answer takes its place
            were_open[key], answers[key] = are_open, kept
            kept.append(_prompt(terminal, do, [*given, *_told({**answers, key: []})], kept, fault, request))


def _whole(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer of which nothing is left open; raises UnreadableInput for one that was only tried, and leaves something open."""
    if answer.get("questions"):
        raise UnreadableInput(*(Fault(OPEN, {**one, "question": one["text"]}) for one in answer["questions"]))
    return answer


def carried_out(terminal: Terminal, do: str, words: list[str], **request: object) -> dict[str, Any]:
    """Return the answer to a move, asking first whether a procedure that rests on what nobody told is to be carried out all the same.

    Raises UnreadableInput naming what is missing and the line that tells it where nobody can be asked, Declined where the answer is no.
    """
    answer = decided(terminal, do, words, **request)
    if answer.get("unsure") and not request.get("dry_run") and not request.get("force"):
        keys = [figure["key"] for figure in answer["look_at"]]
        line = " ".join(["helper observe", *(f"{key}=…" for key in keys)])
        lines = [*reason_lines(terminal, answer, 0), *(step["text"] for step in answer["left_out"])]
        terminal.confirm("\n".join([*lines, *([terminal.say("Tell it first: {line}", line=line)] if keys else [])]))
        answer = decided(terminal, do, words, sure=True, **request)
    return answer


def _told(answers: dict[str, list[str]]) -> list[str]:
    return [f"{key}={','.join(every)}" for key, every in answers.items() if every]


def _prompt(terminal: Terminal, do: str, given: list[str], kept: list[str], fault: Fault, request: dict[str, object]) -> str:
    """Return what is typed as the answer to a question, beside those `kept` to others of its key; what cannot be read is asked again.

    Where a question is about one thing of a list, the thing need not be typed.
    """
    import click

    key, about = str(fault.values["key"]), fault.values.get("about")
    asked = f"{fault.values['question']}\n{typed_argument(terminal.game_words(), key)}"
    while True:
        typed = click.prompt(terminal.visible(asked), err=True, prompt_suffix="=").replace(" ", ",")
        if about and ":" not in typed:
            typed = f"{about}:{typed}"
        try:
            tried = ask(terminal, do, words=[*given, *_told({key: [*kept, typed]})], **{**request, "dry_run": True})
        except UnreadableInput as error:
            terminal.complain(error)
            continue
        if tried["verdict"] == "illegal" and not request.get("force"):
            for reason in tried["reasons"]:
                terminal.warn(reason["text"])
            continue
        return str(typed)


def fits_record(terminal: Terminal, journal: Journal) -> None:
    """Raise UnreadableInput where the house file that was named is not the one a record is played by."""
    terminal.fits_house(journal.header.game)
    house = terminal.household.house if terminal.household else None
    if house is not None and journal.header.house and journal.header.house != house.content:
        raise UnreadableInput(Fault("house_pinned"))


def ask(terminal: Terminal, do: str, **request: object) -> dict[str, Any]:
    """Return the answer of the current record to a request; what it records is on the disk then."""
    store = Store()
    try:
        if terminal.settings.house is not None:
            fits_record(terminal, store.load()[1])
        return store.ask({"do": do, **request}, terminal.language, Stamp(os.urandom(8).hex(), now(), "terminal"))
    except HelperError:
        terminal.game = store.game
        raise
