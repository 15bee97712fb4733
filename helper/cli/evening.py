"""Commands of an evening: start a record, play, ask what is allowed, tell what lies there, resolve, score."""

from __future__ import annotations

from typing import Annotated

import typer

from helper.cli.asking import ask, carried_out
from helper.cli.bound import _
from helper.cli.declaring import Game, here, pairs, words_of
from helper.cli.house_texts import typed_texts
from helper.cli.showing_evening import legal_lines, played_lines, score_lines, status_lines, told_lines, untold_lines
from helper.cli.terminal import Terminal

app = typer.Typer()

DryRun = Annotated[bool, typer.Option("--dry-run", help=_("Only say what would happen; record nothing."))]
Force = Annotated[bool, typer.Option("--force", help=_("Record it although the rules say no: the table is right."))]
Figures = Annotated[
    list[str], typer.Argument(metavar=_("KEY=VALUE..."), help=_("What lies there, such as capital.blue=5,3 or P1.blue.sum=8."))
]
Option = Annotated[list[str] | None, typer.Option("--option", metavar=_("OPTION=READING"), help=_("Settle an option of the game."))]
Reading = Annotated[str, typer.Option("--reading", metavar=_("READING"), help=_("Settle all disputed points by one reading."))]
Text = Annotated[
    list[str] | None,
    typer.Option("--text", metavar=_("RULE=SENTENCE"), help=_("The text of a rule, as of a tile from your box; your house file keeps it.")),
]
Start = Annotated[
    str,
    typer.Option("--start", metavar="figures|full", help=_("full: from the beginning, move by move; figures: in the middle of a game.")),
]


@words_of(app, "new", _("Start a record and make it the current one."), "helper new capital-lux-2 Anna Bert Cleo --option set=a")
def new(
    game: Game,
    seats: Annotated[
        list[str],
        typer.Argument(metavar=_("PLAYER..."), help=_("Who plays, in their order round the table; NAME=ROLE where the game has roles.")),
    ],
    option: Option = None,
    reading: Reading = "",
    start: Start = "",
    name: Annotated[str, typer.Option("--name", metavar=_("NAME"), help=_("What the record is called; else game and date."))] = "",
    text: Text = None,
) -> None:
    """Start a record."""
    from helper import table
    from helper.store import Store, now

    terminal = here()
    game = terminal.about(game)
    edit = typed_texts(terminal, game, text) if text else None
    journal = table.new(game, seats, pairs(option or [], "--option"), start, name, now(), reading, terminal.words.lang)
    status = table.handle(journal, {"do": "status"}, terminal.words.lang, table.Stamp("", "")).answer  # before anything is kept
    if edit:
        edit.write()
    created = Store().create(journal)
    lines = [terminal.say("A new record, “{name}”, is the current one.", name=created.name)]
    if created.replaced:
        lines.append(terminal.say("“{name}” was current before; it is kept as it is.", name=created.replaced))
    if edit:
        lines.append(terminal.say("The texts are kept in {file}.", file=edit.file))
    answer = {**status, "record": created.name, "id": created.id, "replaced": created.replaced}
    terminal.show(answer, [*lines, *untold_lines(terminal, status)])


@words_of(app, "play", _("Make a move, and record it if the rules allow it."), "helper play anna base b5")
def play(
    words: Annotated[
        list[str], typer.Argument(metavar=_("[PLAYER] MOVE [ARGUMENTS]"), help=_("“helper legal” lists the moves; beginnings are enough."))
    ],
    force: Force = False,
    dry_run: DryRun = False,
    draw: Annotated[bool, typer.Option("--draw", help=_("Draw what is turned up, from a deck that a house file tells."))] = False,
) -> None:
    """Make a move."""
    terminal = here()
    answer = carried_out(terminal, "play", words, force=force, dry_run=dry_run, draw=draw)
    _end(terminal, answer, dry_run)


@words_of(app, "resolve", _("Resolve what the round has come to, step by step."), "helper resolve --dry-run")
def resolve(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar=_("[KEY=VALUE]..."), help=_("Decisions of players, where it needs any; on a terminal it asks for them.")),
    ] = None,
    dry_run: DryRun = False,
    force: Force = False,
) -> None:
    """Resolve the round."""
    terminal = here()
    answer = carried_out(terminal, "resolve", words or [], force=force, dry_run=dry_run)
    _end(terminal, answer, dry_run)


def _end(terminal: Terminal, answer: dict[str, object], tried: bool) -> None:
    terminal.show(answer, played_lines(terminal, answer, tried))
    if answer["verdict"] == "illegal" and answer["recorded"] is None:
        raise typer.Exit(1)


@words_of(app, "legal", _("List what may be done now, and why not."), "helper legal anna")
def legal(
    seat: Annotated[str | None, typer.Argument(metavar=_("[PLAYER]"), help=_("Whose moves; else those of whose turn it is."))] = None,
    all: Annotated[bool, typer.Option("--all", help=_("The moves of every player."))] = False,
) -> None:
    """List the moves."""
    terminal = here()
    answer = ask(terminal, "legal", seat=seat, all=all)
    terminal.show(answer, legal_lines(terminal, answer))


@words_of(app, "status", _("Show where the evening stands, and what is not told yet."), "helper status")
def status() -> None:
    """Show the status."""
    terminal = here()
    answer = ask(terminal, "status")
    terminal.show(answer, status_lines(terminal, answer))


@words_of(app, "score", _("Show who is ahead, line by line."), "helper score --as-final")
def score(
    as_final: Annotated[bool, typer.Option("--as-final", help=_("Say who would win if the game ended now."))] = False,
) -> None:
    """Show the score."""
    terminal = here()
    answer = ask(terminal, "score", as_final=as_final)
    terminal.show(answer, score_lines(terminal, answer))


@words_of(app, "observe", _("Tell what lies on the table."), "helper observe capital.blue=5,3 P1.blue.sum=8")
def observe(figures: Figures) -> None:
    """Tell figures."""
    terminal = here()
    answer = ask(terminal, "observe", words=figures)
    terminal.show(answer, told_lines(terminal, answer))


@words_of(app, "adjust", _("Change a figure by hand, as by a house rule."), "helper adjust P1.gold=3 --note 'found under the board'")
def adjust(
    figures: Figures,
    note: Annotated[str, typer.Option("--note", metavar=_("TEXT"), help=_("Why; the log keeps it."))] = "",
) -> None:
    """Change figures by hand."""
    terminal = here()
    answer = ask(terminal, "adjust", words=figures, note=note)
    terminal.show(answer, told_lines(terminal, answer))
