"""Ask the current record: where commands of an evening meet the store."""

from __future__ import annotations

import os
import sys
from typing import Any

from helper.cli.terminal import Terminal
from helper.engine.journal import Journal
from helper.errors import Fault, HelperError, UnreadableInput
from helper.store import Store, now
from helper.table import Stamp

OPEN = "decide_first"


def decided(terminal: Terminal, do: str, words: list[str], **request: object) -> dict[str, Any]:
    """Return the answer to a request, asking on a terminal for each decision that it leaves open, as long as there are any.

    Raises UnreadableInput naming the arguments to give where nobody can be asked.
    """
    given = list(words)
    while True:
        try:
            return ask(terminal, do, words=given, **request)
        except UnreadableInput as error:
            fault = error.faults[0]
            if fault.code != OPEN or not sys.stdin.isatty():
                raise
            given.append(f"{fault.values['key']}={_prompt(terminal, do, given, fault, request)}")


def _prompt(terminal: Terminal, do: str, given: list[str], fault: Fault, request: dict[str, object]) -> str:
    """Return what is typed as the answer to a question; what cannot be read is asked again."""
    import click

    key = fault.values["key"]
    while True:
        typed = click.prompt(f"{fault.values['question']}\n{key}", err=True, prompt_suffix="=").replace(" ", ",")
        try:
            tried = ask(terminal, do, words=[*given, f"{key}={typed}"], **{**request, "dry_run": True})
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
