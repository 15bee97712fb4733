"""The command `cards`: print reference cards, player aids, sheets to fill in, and a running record."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from helper.cli.bound import _
from helper.cli.declaring import Game, here, words_of
from helper.cli.layout import wrapped
from helper.cli.terminal import Terminal
from helper.cli.writing import write_whole

if TYPE_CHECKING:
    from helper.publish.cards.printing import Print
    from helper.publish.cards.typesetting import Lost, Tells

app = typer.Typer()


Output = Annotated[Path | None, typer.Option("--output", "-o", metavar=_("FILE"), help=_("Where to; else a name of its own, here."))]
Sets = Annotated[list[str] | None, typer.Option("--set", metavar=_("SET"), help=_("Only this set; “resume” is the current record."))]
TILES = "tiles"
PDF = b"%PDF"
PIPED = "-"
EXAMPLE = "helper cards hegemony --size a6 -o cards.pdf"


@words_of(app, "cards", _("Print reference cards, player aids and sheets to fill in, as a PDF."), EXAMPLE)
def cards(
    game: Game,
    output: Output = None,
    paper: Annotated[str, typer.Option("--paper", metavar="a4|letter", help=_("The paper."))] = "a4",
    size: Annotated[str, typer.Option("--size", metavar="poker|a6|a5|page", help=_("The size of all cards; else what suits each."))] = "",
    chosen: Sets = None,
    tiles: Annotated[str, typer.Option("--tiles", metavar="A|B|C|D", help=_("Only power tiles, of this letter."))] = "",
    ink: Annotated[str, typer.Option("--ink", metavar="full|saving", help=_("How much ink."))] = "full",
    duplex: Annotated[bool, typer.Option("--duplex", help=_("Backs on the back of the sheet."))] = False,
    flip: Annotated[str, typer.Option("--flip", metavar="long|short", help=_("Over which edge the sheet is turned."))] = "long",
    all_languages: Annotated[bool, typer.Option("--all-languages", help=_("A file for each language."))] = False,
    list_sets: Annotated[bool, typer.Option("--list", help=_("Only list the sets."))] = False,
) -> None:
    """Print cards."""
    from helper.i18n.catalogs import languages
    from helper.publish.cards.printing import sets

    terminal = here()
    game = terminal.about(game)
    if list_sets:
        found = sets(game, terminal.words.lang)
        names = [" – ".join(str(one[key]) for key in ("role_name", "title") if one[key]) for one in found]
        lines = [f"{one['id']}: {name} ({one['size']})" for one, name in zip(found, names, strict=True)]
        terminal.show({"game": game, "sets": found}, lines)
        return
    how = _how(paper, size, ink, duplex, flip)
    _fit(chosen or [], tiles, output, all_languages)
    lost: dict[str, Sequence[str]] = {}
    if str(output) == PIPED:
        terminal.put(_made(game, terminal.words.lang, chosen or [], how, tiles, lost.update))
        _warn(terminal, lost)
        return
    wanted = languages() if all_languages else [terminal.words.lang]
    targets = {language: _target(game, language, output, all_languages) for language in wanted}
    for target in targets.values():
        _spare(terminal, target)
    written = []
    for language, target in targets.items():
        write_whole(target, _made(game, language, chosen or [], how, tiles, lost.update))
        written.append(str(target))
    terminal.show({"game": game, "files": written}, [terminal.say("Written: {file}", file=file) for file in written])
    _warn(terminal, lost)


def _warn(terminal: Terminal, lost: Lost) -> None:
    """Say for which signs boxes are printed."""
    from helper.publish.cards.typesetting import lost_lines

    for line in lost_lines(terminal.words, lost):
        terminal.warn(wrapped(terminal, line))


def _how(paper: str, size: str, ink: str, duplex: bool, flip: str) -> Print:
    """Return how to print; raises UnreadableInput for a paper, size, ink or edge that is not known."""
    from helper.definitions.inputs import find
    from helper.publish.cards.printing import Print
    from helper.publish.cards.sheets import PAGE, PAPERS, SIZES

    sizes = (*SIZES, PAGE)
    return Print(
        paper=find(paper, "", PAPERS, {}, "--paper"),
        size=find(size, "", sizes, {}, "--size") if size else "",
        ink=find(ink, "", ("full", "saving"), {}, "--ink"),
        duplex=duplex,
        flip=find(flip, "", ("long", "short"), {}, "--flip"),
    )


def _fit(chosen: list[str], tiles: str, output: Path | None, all_languages: bool) -> None:
    """Raise UnreadableInput where one option would leave another out."""
    from helper.errors import Fault, UnreadableInput
    from helper.publish.cards.contents import RESUME

    alone = "--tiles" if tiles else f"--set {RESUME}" if RESUME in chosen else ""
    others = [f"--set {one}" for one in chosen if tiles or one != RESUME]
    if str(output) == PIPED and all_languages:
        alone, others = "--output -", ["--all-languages"]
    if alone and others:
        raise UnreadableInput(Fault("not_together", {"option": alone, "other": others[0]}))


def _target(game: str, language: str, output: Path | None, all_languages: bool) -> Path:
    if output is None:
        return Path(f"{game}-{language}.pdf")
    return output.with_stem(f"{output.stem}-{language}") if all_languages else output


def _spare(terminal: Terminal, target: Path) -> None:
    """Ask before a file is written over that is no PDF, and so was not printed before."""
    if not os.path.isfile(target):
        return
    with suppress(OSError), target.open("rb") as file:
        if file.read(len(PDF)) == PDF:
            return
    terminal.confirm(terminal.say("This writes over {file}.", file=target))


def _made(game: str, language: str, chosen: list[str], how: Print, tiles: str, tells: Tells) -> bytes:
    from helper.publish.cards.contents import RESUME
    from helper.publish.cards.printing import printed

    if RESUME in chosen:
        return _resumed(game, language, how, tells)
    if tiles:
        return printed(game, language, [TILES], how, f"_{_letter(game, tiles)}", tells)
    return printed(game, language, chosen, how, tells=tells)


def _letter(game: str, given: str) -> str:
    """Return the letter of power tiles that is given; raises UnreadableInput where there is none such."""
    from helper.definitions.inputs import find
    from helper.definitions.load import load
    from helper.errors import Fault, UnreadableInput

    entry = load(game).cards.get(TILES)
    if entry is None:
        raise UnreadableInput(Fault("no_tiles", {"game": game}, "--tiles"))
    letters = dict.fromkeys(part.id.rpartition("_")[2] for part in entry.parts)
    return find(given, "", letters, {}, "--tiles")


def _resumed(game: str, language: str, how: Print, tells: Tells) -> bytes:
    """Return the sheet of the current record; raises UnreadableInput where it is one of another game."""
    from helper.errors import Fault, UnreadableInput
    from helper.i18n.words import Words
    from helper.publish.cards.contents import resumed
    from helper.publish.cards.printing import laid_out
    from helper.store import Store
    from helper.table import known
    from helper.table.evening import rules_for

    _, journal = Store().load()
    if journal.header.game != game:
        raise UnreadableInput(Fault("record_of_other", {"game": journal.header.game, "wanted": game}, "--set resume"))
    definition, _ = rules_for(journal.header)
    words = Words(language, definition)
    sheet = resumed(words, journal.header.name, known(journal, language))
    return laid_out(definition, words, [sheet], how, tells, journal.now.seats)
