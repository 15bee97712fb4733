"""Commands that look something up: games, rules, search, checklists, words and languages. They load no record."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from helper import reference
from helper.cli.bound import _
from helper.cli.declaring import Game, Whole, here, words_of
from helper.cli.showing_rules import checklist_lines, found_lines, game_lines, language_lines, rule_lines, term_lines, version_lines

app = typer.Typer()


@words_of(app, "games", _("List the games."), "helper games")
def games() -> None:
    """List the games."""
    terminal = here()
    answer: Any = reference.games(terminal.language)
    terminal.show(answer, game_lines(terminal, answer))


@words_of(app, "languages", _("List the languages, and how much of each is translated."), "helper languages")
def languages() -> None:
    """List the languages."""
    terminal = here()
    answer: Any = reference.languages()
    terminal.show(answer, language_lines(terminal, answer))


@words_of(app, "rules", _("Show the rules of a game, or those of one topic, role or phase."), "helper rules capital-lux-2 resolution.limit")
def rules(
    game: Game,
    of: Annotated[
        list[str] | None,
        typer.Argument(metavar=_("[RULE | TOPIC | ROLE | PHASE]"), help=_("An id, a title, a word of the game, or the beginning of one.")),
    ] = None,
    version: Annotated[bool, typer.Option("--version", help=_("Say only which edition and version of the rules this is."))] = False,
) -> None:
    """Show rules."""
    terminal = here()
    game = terminal.about(game)
    answer: Any
    if version:
        answer = next(one for one in _games(terminal.language) if one["id"] == game)
        return terminal.show(answer, version_lines(terminal, answer))
    answer = reference.rules(game, terminal.language, " ".join(of) if of else None)
    return terminal.show(answer, rule_lines(terminal, answer))


@words_of(app, "search", _("Find rules, words, checklists and tables in which every word occurs."), "helper search capital-lux-2 tied gold")
def search(
    game: Game,
    words: Annotated[list[str], typer.Argument(metavar=_("WORDS..."), help=_("What to look for; also in other forms of the words."))],
) -> None:
    """Find something."""
    terminal = here()
    game = terminal.about(game)
    answer: Any = reference.search(game, " ".join(words), terminal.language)
    terminal.show(answer, found_lines(terminal, answer))


@words_of(
    app, "checklist", _("Show a checklist step by step; without a name, list them."), "helper checklist capital-lux-2 setup --players 3"
)
def checklist(
    game: Game,
    name: Annotated[
        list[str] | None, typer.Argument(metavar=_("[CHECKLIST]"), help=_("Set-up, a phase, scoring …; the beginning is enough."))
    ] = None,
    players: Annotated[
        int | None,
        typer.Option("--players", click_type=Whole(), metavar=_("NUMBER"), help=_("Leave out what does not apply to so many players.")),
    ] = None,
) -> None:
    """Show a checklist."""
    terminal = here()
    game = terminal.about(game)
    answer: Any = reference.checklist(game, " ".join(name) if name else None, terminal.language, players)
    terminal.show(answer, checklist_lines(terminal, answer))


@words_of(app, "glossary", _("Show the words of a game: ours, those in the box, and others."), "helper glossary capital-lux-2")
def glossary(game: Game) -> None:
    """Show the words of a game."""
    terminal = here()
    game = terminal.about(game)
    answer: Any = reference.glossary(game, terminal.language)
    terminal.show(answer, term_lines(terminal, answer))


def _games(language: str) -> list[dict[str, Any]]:
    found: Any = reference.games(language)["games"]
    return list(found)
