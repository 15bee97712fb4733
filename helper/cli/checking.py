"""The command `check`: whether a file can be read, and every fault in it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from helper.cli.bound import _
from helper.cli.calculating import read_toml
from helper.cli.declaring import here, words_of
from helper.cli.records import read_text
from helper.cli.terminal import Terminal
from helper.errors import Damaged, Fault, HelperError, UnreadableInput

app = typer.Typer()


@words_of(
    app, "check", _("Say whether a file can be read, with every fault: figures, a record, a game's folder."), "helper check round.toml"
)
def check(
    files: Annotated[
        list[Path], typer.Argument(metavar=_("FILE..."), help=_("A calculator's TOML, an exported record, or a folder of definitions."))
    ],
) -> None:
    """Check files."""
    terminal = here()
    answers: list[dict[str, object]] = []
    lines: list[str] = []
    worst = 0
    for file in files:
        try:
            text = check_one(terminal, file)
            faults: list[str] = []
        except HelperError as error:
            worst = max(worst, error.exit_code)
            text, faults = "", [terminal.game_words().fault(fault) for fault in error.faults]
        answers.append({"file": str(file), "readable": not faults, "text": text, "faults": faults})
        lines.extend(f"{file}: {line}" for line in faults or [text])
    terminal.show({"files": answers}, lines)
    if worst:
        raise typer.Exit(worst)


def check_one(terminal: Terminal, file: Path) -> str:
    """Return what a file is; raises UnreadableInput or Damaged with every fault where it cannot be read."""
    terminal.game = ""
    if os.path.isdir(file):  # which a name too long for any file does not break
        return _folder(terminal, file)
    if file.suffix == ".toml":
        content = read_toml(file)
        return _house(terminal, file) if "game" in content and "format" in content else _figures(terminal, content)
    return _record(terminal, read_text(file))


def _house(terminal: Terminal, file: Path) -> str:
    from helper.definitions.load import load
    from helper.household.files import read_file

    house = read_file(file)
    load(house.game, house)
    return terminal.say("readable: a house file for {game}; “helper house check” says what it changes", game=house.game)


def _folder(terminal: Terminal, folder: Path) -> str:
    from helper.definitions.content import sound
    from helper.definitions.lines import placed
    from helper.definitions.load import game_in, read_folder
    from helper.table.soundness import faults_of

    if not os.path.isfile(folder / "game.toml"):
        raise UnreadableInput(Fault("no_game_here"))
    raw, faults, played = read_folder(folder), list[Fault](), game_in(folder)
    content, python = sound(raw, "", faults), texts_of(folder, "py")
    faults.extend(faults_of(content, python, played))
    if faults:
        texts = texts_of(folder, "toml")
        raise Damaged(*(placed(texts, str(content.get("id")), fault) for fault in faults))
    rules: Any = raw.get("rules", [])
    text = terminal.say("readable: definitions of {game}, rules: {count}", game=raw.get("id"), count=len(rules))
    if python and not played:
        text += "; " + terminal.say("its Python is left alone, since no installed package offers this folder as a game")
    return text


def texts_of(folder: Path, suffix: str) -> dict[str, str]:
    """Return the texts of a folder's files of one kind, by their names in it."""
    paths = sorted(folder.rglob(f"*.{suffix}"))
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8-sig", errors="replace") for path in paths}


def _figures(terminal: Terminal, inputs: dict[str, object]) -> str:
    """Try every calculator of every game: a file does not say which it is for.

    Raises what the one says that knows most of the file's own keys, and has least to say of the rest.
    """
    from helper import table
    from helper.definitions.load import every, has_engine

    nearest: HelperError | None = None
    furthest = (0, 0)
    for definition in every():
        game = definition.id
        calculators: Any = table.calculators(game)["calculators"] if has_engine(game) else []
        for one in calculators:
            try:
                table.calculate(game, one["id"], inputs, terminal.language)
                return terminal.say("readable: figures for “helper calc {game} {name}”", game=game, name=one["id"])
            except HelperError as error:
                off = (sum(not fault.where for fault in error.faults), len(error.faults))
                if nearest is None or off < furthest:
                    nearest, furthest, terminal.game = error, off, game
    raise nearest or UnreadableInput(Fault("no_record_here"))


def _record(terminal: Terminal, text: str) -> str:
    from helper.table import Stamp, handle
    from helper.table.evening import taken_in
    from helper.table.exchange import read

    journal = read(text)
    terminal.game = journal.header.game
    taken_in(journal)
    status = handle(journal, {"do": "status"}, terminal.language, Stamp("", "")).answer
    if status["stops_at"]:
        raise Damaged(Fault("record_stops", {"n": status["stops_at"]}))
    return terminal.say("readable: a record of {title}, entries: {count}", title=status["title"], count=len(journal.events))
