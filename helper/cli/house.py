"""Commands about house files: begin one, check it, show which of them counts and what it changes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from helper.cli.bound import _
from helper.cli.declaring import Game, group, here, words_of
from helper.cli.layout import wrapped
from helper.cli.terminal import Terminal
from helper.definitions.differences import differences
from helper.definitions.house import NO_HOUSE, House
from helper.definitions.load import discover, load
from helper.errors import Fault, HelperError, SurroundingsFailed, UnreadableInput
from helper.household.files import read_file
from helper.household.places import house_file

app = group("house", _("House files: what your group plays otherwise, or knows from its own box."))

Answer = dict[str, Any]


@words_of(app, "new", _("Begin a house file for a game: an example of everything, commented out."), "helper house new capital-lux-2")
def new(
    game: Game,
    file: Annotated[Path | None, typer.Argument(metavar=_("[FILE]"), help=_("Where to; else where it counts by itself."))] = None,
) -> None:
    """Begin a house file."""
    from helper.household.example import example

    terminal = here()
    game = terminal.about(game)
    own = house_file(game)
    target = file or own
    write_new(target, example(load(game, NO_HOUSE), terminal.words.lang))
    then = f"helper house check {target}" if target == own else f"helper --house {target} rules {game}"
    lines = [
        terminal.say("Written: {file}", file=target),
        terminal.say("Everything in it is an example: take away the “# ” before what you want, and change it."),
        terminal.say("It counts for this game from now on.") if target == own else terminal.say("It counts where --house names it."),
        terminal.say("Then: {command}", command=then),
    ]
    terminal.show({"game": game, "file": str(target)}, lines)


def write_new(target: Path, text: str) -> None:
    """Write a file that is not there yet; raises UnreadableInput where it is, SurroundingsFailed where it cannot be written."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError as error:
        raise UnreadableInput(Fault("house_exists", {"file": str(target)})) from error
    except OSError as error:
        raise SurroundingsFailed(Fault("cannot_write", {"problem": error.strerror or str(error)}, str(target))) from error


@words_of(app, "check", _("Say everything that is wrong with house files, or what they change."), "helper house check my-tiles.toml")
def check(files: Annotated[list[Path], typer.Argument(metavar=_("FILE..."), help=_("House files."))]) -> None:
    """Check house files."""
    terminal = here()
    answers: list[Answer] = []
    lines: list[str] = []
    worst = 0
    for file in files:
        answer, code = checked(terminal, file)
        answers.append(answer)
        worst = max(worst, code)
        lines.extend(answer["faults"] or _told(terminal, answer))
    terminal.show({"files": answers}, lines)
    if worst:
        raise typer.Exit(worst)


def checked(terminal: Terminal, file: Path) -> tuple[Answer, int]:
    """Return what a house file changes, or every fault of it with the exit code that this means."""
    answer: Answer = {"file": str(file), "game": None, "title": None, "faults": [], "added": [], "changed": [], "translated": []}
    try:
        house = read_file(file)
        answer["game"], answer["title"] = house.game, house.content.get("title")
        answer.update(changes(house))
    except HelperError as error:
        answer["faults"] = [terminal.words.fault(fault) for fault in error.faults]
        return answer, error.exit_code
    return answer, 0


def changes(house: House) -> Answer:
    """Return what a house file adds to its game, has otherwise, and translates; raises Damaged where it does not fit."""
    base, own = load(house.game, NO_HOUSE), load(house.game, house)
    found = differences(base, own)
    start = len(base.id) + 1
    translated = [
        {"language": language, "sentence": context[start:]}
        for language, entries in own.translations.items()
        for context in entries
        if entries[context] != base.translations.get(language, {}).get(context)
    ]
    return {
        "added": [{"list": one.list, "id": one.id} for one in found if not one.field],
        "changed": [one._asdict() for one in found if one.field],
        "translated": translated,
    }


@words_of(app, "show", _("Show which house file counts for a game, and what it changes."), "helper house show capital-lux-2")
def show(game: Annotated[str | None, typer.Argument(metavar=_("[GAME]"), help=_("Only of this game."))] = None) -> None:
    """Show which house file counts."""
    terminal = here()
    chosen = [terminal.about(game)] if game else list(discover())
    answers: list[Answer] = []
    lines: list[str] = []
    worst = 0
    for one in chosen:
        file = _counts(terminal, one)
        if file is None:
            answers.append({"game": one, "file": None})
            lines.append(terminal.say("{game}: no house file; “helper house new {game}” begins one.", game=one))
            continue
        answer, code = checked(terminal, file)
        answers.append({**answer, "game": one})
        worst = max(worst, code)
        lines.extend(answer["faults"] or _told(terminal, answer))
    terminal.show({"games": answers}, lines)
    if worst:
        raise typer.Exit(worst)


def _counts(terminal: Terminal, game: str) -> Path | None:
    """Return the house file that counts for a game: the one that was named, else that of the configuration folder."""
    household = terminal.household
    if household and household.house and terminal.settings.house and household.house.game == game:
        return Path(terminal.settings.house)
    own = house_file(game)
    return own if os.path.isfile(own) else None


def _told(terminal: Terminal, answer: Answer) -> Iterator[str]:
    """Yield what a house file changes, one fact a line."""
    say = terminal.say
    yield say("{file}: house rules for {game}", file=answer["file"], game=answer["game"])
    for one in answer["added"]:
        yield wrapped(terminal, say("Added: {name}", name=f"{one['list']} {one['id']}"), 2)
    for one in answer["changed"]:
        name = f"{one['list']} {one['id']} {one['field']}"
        yield wrapped(terminal, say("Changed: {name}: {before} → {after}", name=name, before=one["before"], after=one["after"]), 2)
    for one in answer["translated"]:
        yield wrapped(terminal, say("Translated ({language}): {name}", language=one["language"], name=one["sentence"]), 2)
    if not any(answer[key] for key in ("added", "changed", "translated")):
        yield "  " + say("It changes nothing yet.")
