"""The command `table`: the same words as everywhere, line by line, until somebody leaves."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator

import typer

from helper.cli.app import Commands
from helper.cli.arguments import hoist
from helper.cli.bound import _
from helper.cli.declaring import here, words_of
from helper.cli.terminal import Terminal
from helper.errors import Fault, HelperError, UnreadableInput
from helper.i18n import catalogs

app = typer.Typer()

LEAVE = ("quit", "exit")
PROMPT = "> "


@words_of(app, "table", _("Enter command after command, completed by Tab; “?” says what is allowed."), "helper table")
def table() -> None:
    """Read lines until the end, or until somebody leaves.

    Interrupting drops the line that somebody types; where lines are piped in, it ends the reading.
    """
    from helper.cli.running import INTERRUPTED

    gc.enable()
    terminal = here()
    asked = sys.stdin.isatty()
    if asked:
        terminal.write([terminal.say("Enter moves and commands, “?” for what is allowed, “quit” to leave.")])
        _complete(terminal)
    worst = 0
    for line in _lines(terminal, PROMPT if asked else ""):
        words = _split(line, terminal)
        if words[:1] and words[0].casefold() in LEAVE:
            break
        try:
            worst = max(worst, carry_out(words, terminal))
        except KeyboardInterrupt:
            _drop_line(terminal, asked)
        if worst == INTERRUPTED and not asked:
            break
    if worst and not asked:
        raise typer.Exit(worst)


def carry_out(words: list[str], terminal: Terminal) -> int:
    """Run one line and return its exit code; what is no command is a move."""
    from helper.cli.running import run

    if not words:
        return 0
    try:
        settings, rest = hoist(words)
        language = terminal.language if settings.lang is None else catalogs.choose(settings.lang)
        mine = terminal.settings
        settings = settings._replace(
            json=settings.json or mine.json,
            plain=settings.plain or mine.plain,
            yes=settings.yes or mine.yes,
            house=settings.house or mine.house,
        )
        spoken = Terminal(language, settings)
        if settings.house == mine.house:
            spoken.household = terminal.household
        else:
            spoken.add_household()
    except HelperError as error:
        return terminal.complain(error)
    if rest[:1] == ["?"]:
        rest[0] = "legal"
    elif rest and rest[0] not in Commands.modules and not rest[0].startswith("-"):
        rest.insert(0, "play")
    if not rest or rest[0] == "table":
        return 0
    try:
        return run(rest, spoken)
    finally:
        if terminal.household and spoken.household is not terminal.household:
            terminal.household.add()


def _lines(terminal: Terminal, prompt: str) -> Iterator[str]:
    while True:
        try:
            yield input(prompt) if prompt else _piped()
        except EOFError:
            return
        except UnicodeDecodeError as error:
            raise UnreadableInput(Fault("no_text")) from error
        except KeyboardInterrupt:
            _drop_line(terminal, bool(prompt))


def _drop_line(terminal: Terminal, asked: bool) -> None:
    """Begin a new line where somebody types; raises KeyboardInterrupt anew where nobody does."""
    if not asked:
        raise KeyboardInterrupt
    terminal.put("\n")


def _piped() -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def _split(line: str, terminal: Terminal) -> list[str]:
    import shlex

    try:
        return shlex.split(line, comments=True)
    except ValueError:
        terminal.complain(UnreadableInput(Fault("open_quote", {"given": line.strip()})))
        return []


def _complete(terminal: Terminal) -> None:
    """Complete words by Tab, where this system can."""
    try:
        import readline
    except ImportError:
        return
    found: list[str] = []

    def complete(begun: str, state: int) -> str | None:
        if state == 0:
            before = readline.get_line_buffer()[: readline.get_begidx()].split()
            found[:] = [
                word if word.endswith("=") else f"{word} "
                for word in following(before, terminal)
                if word.casefold().startswith(begun.casefold())
            ]
        return found[state] if state < len(found) else None

    readline.set_completer_delims(" \t\n")
    readline.set_completer(complete)
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in str(readline.__doc__) else "tab: complete")


def following(before: list[str], terminal: Terminal) -> list[str]:
    """Return the words that may follow those on the line."""
    from helper.store import Store
    from helper.table.suggesting import suggestions

    do = before[0] if before and before[0] in Commands.modules else "play"
    given = before[1:] if before and do == before[0] else before
    commands = [name for name in Commands.modules if name != "table"] if not before else []
    try:
        words = suggestions(Store().load()[1], do, given, terminal.language)
    except HelperError:
        words = []
    return [*commands, *(f'"{word}"' if " " in word else word for word in words if terminal.visible(word) == word)]
