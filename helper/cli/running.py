"""Run a command and turn whatever ends it into an exit code: no traceback, no half sentence."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click
import typer

from helper.cli.app import app
from helper.cli.declaring import as_typed
from helper.cli.terminal import Terminal, Unheard, forget_output
from helper.errors import HelperError

INTERRUPTED = 130
UNREADABLE = 2
FAILED = 4


def run(words: Sequence[str], terminal: Terminal) -> int:
    """Run the command that `words` name and return its exit code."""
    try:
        code = _carried_out(words, terminal)
        terminal.flush()
    except Unheard as error:
        forget_output()
        return terminal.complain(error)
    return code


def _carried_out(words: Sequence[str], terminal: Terminal) -> int:
    command = typer.main.get_command(app)
    try:
        code = command.main(list(words), prog_name="helper", standalone_mode=False, obj=terminal)
        return code if isinstance(code, int) else 0
    except Unheard:
        raise
    except HelperError as error:
        return terminal.complain(error)
    except click.exceptions.NoArgsIsHelpError as error:
        terminal.write([error.ctx.get_help() if error.ctx else ""])
        return 0
    except click.ClickException as error:
        return _usage(error, terminal)
    except (click.Abort, KeyboardInterrupt):
        terminal.warn(terminal.say("Broken off; nothing was changed."))
        return INTERRUPTED
    except Exception as error:
        return _unexpected(error, terminal)


def _usage(error: click.ClickException, terminal: Terminal) -> int:
    context = getattr(error, "ctx", None)
    if context is not None:
        hint = terminal.say("Help: {command}", command=f"{context.command_path} --help")
        terminal.warn(f"{context.get_usage()}\n{hint}\n")
    terminal.warn(terminal.say("Error: {message}", message=as_typed(error.format_message())))
    return UNREADABLE


def _unexpected(error: Exception, terminal: Terminal) -> int:
    if os.environ.get("HELPER_DEBUG"):
        import traceback

        terminal.warn("".join(traceback.format_exception(error)))
    kind = f"{type(error).__name__}: {error}" if not isinstance(error, OSError) else str(error)
    terminal.warn(terminal.say("Error: {message}", message=terminal.say("This should not have happened: {problem}", problem=kind)))
    return FAILED
