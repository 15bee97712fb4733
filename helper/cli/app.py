"""Every command, and the module that has it."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from helper.cli.bound import _
from helper.cli.declaring import LazyGroup, here


class Commands(LazyGroup):
    """All commands of `helper`."""

    modules = {
        "games": "look_up",
        "rules": "look_up",
        "search": "look_up",
        "calc": "calculating",
        "checklist": "look_up",
        "glossary": "look_up",
        **dict.fromkeys(("new", "play", "legal", "status", "resolve", "score", "observe", "adjust"), "evening"),
        **dict.fromkeys(("log", "undo", "redo", "correct", "change"), "history"),
        "table": "sitting",
        "record": "records",
        "house": "house",
        "check": "checking",
        "cards": "cards",
        "site": "site",
        "serve": "serving",
        "languages": "look_up",
    }


def _completes() -> bool:
    """Return whether this is about completion: its words are English only, and cost every other command time."""
    return "_HELPER_COMPLETE" in os.environ or any(word in ("--install-completion", "--show-completion") for word in sys.argv)


app = typer.Typer(
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=_completes(),
    options_metavar=_("[OPTIONS]"),
    subcommand_metavar=_("COMMAND [ARGS]..."),
)


def _say_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            found = version("tabletop-helper")
        except PackageNotFoundError:
            found = "0+checkout"
        here().show({"version": found}, [f"helper {found}"])
        raise typer.Exit


@app.callback(
    help=_(
        "A companion for board games at the table: what may I do now, what happens at the end of the round, who is ahead, and why.\n\n"
        "Answers are laid out for a screen; --plain gives one fact a line without columns or colours, --json gives data. Both may "
        "stand before or after the command, as may --lang and --yes."
    ),
    epilog="\b\n" + _("Example: {command}").format(command="helper rules capital-lux-2 limit --lang de"),
)
def everything(
    version: Annotated[bool, typer.Option("--version", help=_("Say which version this is."), is_eager=True, callback=_say_version)] = False,
) -> None:
    """Hold the options that stand before a command."""
