"""The command `calc`: a calculator without a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from helper.cli.bound import _
from helper.cli.declaring import Game, here, pairs, words_of
from helper.cli.layout import grid, heading, steps, wrapped
from helper.cli.terminal import Terminal
from helper.errors import Fault, SurroundingsFailed, UnreadableInput

app = typer.Typer()

MOST_BYTES = 1 << 18


@words_of(
    app,
    "calc",
    _("Answer a calculator from a file or from words; without a name, list them."),
    "helper calc capital-lux-2 round round=3 capital.blue=5,3 players.P1.blue.sum=8",
)
def calc(
    game: Game,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar=_("[CALCULATOR] [KEY=VALUE]..."), help=_("The calculator, and what it asks for; a comma makes a list of cards.")
        ),
    ] = None,
    file: Annotated[Path | None, typer.Option("--file", metavar=_("FILE"), help=_("Read a TOML file with the same keys."))] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar=_("OPTION=READING"), help=_("Settle an option of the game."))
    ] = None,
) -> None:
    """Answer a calculator."""
    from helper import table

    terminal = here()
    game = terminal.about(game)
    named, given = _named(words or [])
    answer: Any
    if named is None:
        answer = table.calculators(game, terminal.language)
        return terminal.show(answer, calculator_lines(terminal, answer))
    inputs = read_inputs(file, given)
    answer = table.calculate(game, named, inputs, terminal.language, pairs(option or [], "--option"))
    return terminal.show(answer, answer_lines(terminal, answer))


def _named(words: list[str]) -> tuple[str | None, list[str]]:
    if words and "=" not in words[0]:
        return words[0], words[1:]
    if words:
        raise UnreadableInput(Fault("no_calculator", {"given": words[0]}))
    return None, []


def read_inputs(file: Path | None, words: list[str]) -> Mapping[str, object]:
    """Return what a file and words say together; raises UnreadableInput for a key in both."""
    from helper.definitions.inputs import words_to_tree

    inputs = read_toml(file) if file else {}
    join(inputs, words_to_tree(words))
    return inputs


def read_toml(file: Path) -> dict[str, object]:
    """Return the content of a TOML file; raises SurroundingsFailed or UnreadableInput where it cannot be had or read."""
    from helper.definitions.toml_text import parse_toml

    try:
        with file.open("rb") as opened:
            text = opened.read(MOST_BYTES + 1).decode("utf-8-sig")
        if len(text) > MOST_BYTES:
            raise RecursionError
        return parse_toml(text.replace("\r\n", "\n"))
    except (FileNotFoundError, IsADirectoryError) as error:
        raise UnreadableInput(Fault("no_file", {"problem": error.strerror or str(error)}, str(file))) from error
    except OSError as error:
        raise SurroundingsFailed(Fault("no_file", {"problem": error.strerror or str(error)}, str(file))) from error
    except RecursionError as error:
        raise UnreadableInput(Fault("too_long", {}, str(file))) from error
    except ValueError as error:
        raise UnreadableInput(Fault("bad_toml", {"problem": str(error)}, str(file))) from error


def join(into: dict[str, object], more: Mapping[str, object], above: str = "") -> None:
    """Add nested inputs to others; raises UnreadableInput for a key that both hold."""
    for key, value in more.items():
        held = into.get(key)
        if isinstance(held, dict) and isinstance(value, Mapping):
            join(held, value, f"{above}{key}.")
        elif key in into:
            raise UnreadableInput(Fault("key_in_both", {"key": f"{above}{key}"}))
        else:
            into[key] = value


def calculator_lines(terminal: Terminal, answer: Mapping[str, Any]) -> Iterator[str]:
    """Yield the calculators of a game, each with what it asks for."""
    for one in answer["calculators"]:
        yield heading(terminal, one["called"] if one["called"] == one["title"] else f"{one['called']}: {one['title']}")
        yield wrapped(terminal, one["text"], 2)
        for input in one["inputs"]:
            optional = " " + terminal.say("(may be left out)") if input["optional"] else ""
            yield f"  {input['typed']}: {input['label']}{optional}"


def answer_lines(terminal: Terminal, answer: Mapping[str, Any]) -> Iterator[str]:
    """Yield an answer: its tables, its steps in order, and what to know beside them."""
    for table in answer.get("grids", ()):
        yield from grid(terminal, table)
    yield from steps(terminal, answer["steps"])
    for warning in answer["warnings"]:
        yield wrapped(terminal, terminal.say("Note: {note}", note=warning))
