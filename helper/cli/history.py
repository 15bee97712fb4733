"""Commands about what was recorded: the log, undo and redo, corrections."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from helper.cli.asking import ask
from helper.cli.bound import _
from helper.cli.declaring import Whole, here, pairs, words_of
from helper.cli.evening import Force, Option
from helper.cli.showing_evening import amended_lines, changed_lines, corrected_lines, log_lines, played_lines

app = typer.Typer()


@words_of(app, "log", _("List every entry, also those withdrawn or corrected."), "helper log")
def log() -> None:
    """List the entries."""
    terminal = here()
    answer = ask(terminal, "log")
    terminal.show(answer, log_lines(terminal, answer))


@words_of(app, "undo", _("Withdraw the last entry; “redo” brings it back."), "helper undo")
def undo(
    entry: Annotated[
        int | None,
        typer.Argument(metavar=_("[ENTRY]"), click_type=Whole(), help=_("Only if this is the last entry; else nothing happens.")),
    ] = None,
) -> None:
    """Withdraw the last entry."""
    terminal = here()
    answer = ask(terminal, "undo", **({"target": entry} if entry is not None else {}))
    terminal.show(answer, amended_lines(terminal, answer))


@words_of(app, "redo", _("Bring back what was undone last."), "helper redo")
def redo() -> None:
    """Bring back what was undone."""
    terminal = here()
    answer = ask(terminal, "redo")
    terminal.show(answer, amended_lines(terminal, answer))


@words_of(app, "correct", _("Put an entry right; everything after it follows anew."), "helper correct 3 base b4")
def correct(
    entry: Annotated[int, typer.Argument(metavar=_("ENTRY"), click_type=Whole(), help=_("The number of the entry in the log."))],
    words: Annotated[list[str], typer.Argument(metavar=_("WORDS..."), help=_("The entry as it should be, without “play” or “observe”."))],
    force: Force = False,
) -> None:
    """Put an entry right, after showing what that changes."""
    terminal = here()
    request = {"n": entry, "words": words, "force": force}
    tried = ask(terminal, "correct", **request, dry_run=True)
    if tried["corrected"] is None:
        terminal.show(tried, played_lines(terminal, {**tried, "steps": []}, False))
        raise typer.Exit(1)
    lines = list(corrected_lines(terminal, tried))
    if not terminal.settings.json:
        terminal.write(lines)
        terminal.flush()
    if tried["earlier_round"] or (terminal.pretty and sys.stdin.isatty()):
        terminal.confirm(terminal.say("This changes entry {n}.", n=entry))
    answer = ask(terminal, "correct", **request)
    terminal.show(answer, [terminal.say("Recorded as entry {n}.", n=answer["recorded"])])


@words_of(
    app, "change", _("Change who plays, or by which options; all of the record follows anew."), "helper change Bert=Zoe --option set=b"
)
def change(
    seats: Annotated[
        list[str] | None,
        typer.Argument(
            metavar=_("[WHO=NAME]..."),
            help=_("Who is called or replaced how, as Bert=Zoe; the next seat for who joins, P4=Dora; - for a seat nobody plays any more."),
        ),
    ] = None,
    option: Option = None,
) -> None:
    """Change who plays, or by which options, after showing what that changes."""
    terminal = here()
    request = {"words": seats or [], "options": pairs(option or [], "--option")}
    tried = ask(terminal, "change", **request, dry_run=True)
    if not terminal.settings.json:
        terminal.write(changed_lines(terminal, tried))
        terminal.flush()
    if tried["totals"] or (terminal.pretty and sys.stdin.isatty()):
        terminal.confirm(terminal.say("This changes the record from its beginning."))
    answer = ask(terminal, "change", **request)
    terminal.show(answer, [terminal.say("Recorded as entry {n}.", n=answer["recorded"])])
