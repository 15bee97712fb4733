"""How commands are declared: words of the reader's language, negative numbers as values, no option twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Annotated, Any, TypeVar

import click
import typer
from typer.core import TyperCommand, TyperGroup

from helper.cli.bound import _
from helper.cli.terminal import Terminal
from helper.errors import Fault, UnreadableInput

Function = TypeVar("Function", bound=Callable[..., Any])
_MINUS = "−"
UNCUT = 1000

EVERYWHERE = [
    click.Option(["--lang"], metavar=_("LANGUAGE"), expose_value=False, help=_("Speak this language; “helper languages” lists them.")),
    click.Option(["--json"], is_flag=True, expose_value=False, help=_("Answer in JSON, with ids that stay the same.")),
    click.Option(["--plain"], is_flag=True, expose_value=False, help=_("Plain text, one fact a line, no colour; as when piped.")),
    click.Option(["--house"], metavar=_("FILE"), expose_value=False, help=_("Play by this house file; “helper house” makes one.")),
    click.Option(["--yes"], is_flag=True, expose_value=False, help=_("Ask nothing before deleting or changing.")),
]
"""Shown with every command. They are taken out of the command line before Click sees it."""


def _game_ids() -> list[str]:
    from helper.definitions.load import discover

    return list(discover())


Game = Annotated[
    str,
    typer.Argument(metavar=_("GAME"), autocompletion=_game_ids, help=_("The id of the game, or its beginning; “helper games” lists them.")),
]


def here() -> Terminal:
    """Return the terminal of the command that runs."""
    found = click.get_current_context().find_root().obj
    assert isinstance(found, Terminal)
    return found


def words_of(app: typer.Typer, name: str, help: str, example: str) -> Callable[[Function], Function]:
    """Declare a command: its name, what it does in one line, and an example."""
    return app.command(
        name, cls=LineCommand, help=help, epilog="\b\n" + _("Example: {command}").format(command=example), options_metavar=_("[OPTIONS]")
    )


class Spoken(click.Command):
    """What every command of ours has: its help whole and on our own streams, and the options that stand everywhere."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters, with those that every command has."""
        *own, last = super().get_params(ctx)
        return [*own, *EVERYWHERE, last] if last.name == "help" else [*own, last, *EVERYWHERE]

    def get_short_help_str(self, limit: int = 0) -> str:
        """Return what the command does, never cut short."""
        return super().get_short_help_str(UNCUT)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option that shows the help. Click would write UTF-8 to a terminal that cannot show it."""
        option = super().get_help_option(ctx)
        if option:
            option.callback = _show_help
        return option


def _show_help(ctx: click.Context, option: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        here().write([ctx.get_help()])
        ctx.exit()


class Whole(click.types.IntParamType):
    """A whole number. What is none is refused in our own words: those of Click name its types in English."""

    def __init__(self, low: int | None = None, high: int | None = None) -> None:
        self.low = low
        self.high = high

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; raises UnreadableInput for what is none, or is out of range."""
        given = as_typed(str(value))
        where = param.opts[0] if isinstance(param, click.Option) else param.human_readable_name.strip("[]") if param else ""
        if not given.removeprefix("-").isdecimal():
            raise UnreadableInput(Fault("no_number", {"given": given}, where))
        number = int(given)
        if (self.low is not None and number < self.low) or (self.high is not None and number > self.high):
            raise UnreadableInput(Fault("out_of_range", {"given": number, "low": self.low, "high": self.high}, where))
        return number


class LineCommand(Spoken, TyperCommand):
    """A command that takes `-5` for a value, and no option twice."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of the command line.

        Raises UnreadableInput for an option given twice.
        """
        options = [one for one in self.params if isinstance(one, click.Option)]
        names = {name: one for one in options for name in one.opts}
        seen: set[str] = set()
        guarded: list[str] = []
        takes_next = False
        for place, word in enumerate(args):
            if word == "--":
                guarded.extend(args[place:])
                break
            option = None if takes_next else names.get(word.partition("=")[0])
            if option and option.name and not option.multiple:
                if option.name in seen:
                    raise UnreadableInput(Fault("option_twice", {"option": word.partition("=")[0]}))
                seen.add(option.name)
            # The typographic minus is no option to Click; it is turned back below.
            guarded.append(_MINUS + word[1:] if not takes_next and word[0:1] == "-" and word[1:2].isdigit() else word)
            takes_next = bool(option) and not (option and option.is_flag) and "=" not in word
        left = super().parse_args(ctx, guarded)
        ctx.params = {key: _restored(value) for key, value in ctx.params.items()}
        return left


class Group(Spoken, TyperGroup):
    """Commands below a name; an unknown one is answered with the nearest."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names.

        Raises NoSuchCommand, with the nearest names.
        """
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise click.exceptions.NoSuchCommand(args[0], possibilities=self.list_commands(ctx), ctx=ctx)
        return super().resolve_command(ctx, args)


class LazyGroup(Group):
    """Commands whose modules are imported only when they are called, or listed in a help."""

    modules: dict[str, str] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands, in the order in which people need them."""
        return list(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, importing the module that has it; None where there is no such command."""
        if cmd_name not in self.modules:
            return None
        if cmd_name not in self.commands:
            module = import_module(f"helper.cli.{self.modules[cmd_name]}")
            inside: typer.Typer = module.app
            found = [one for one in inside.registered_commands if one.name == cmd_name]
            if found:
                self.commands[cmd_name] = typer.main.get_command_from_info(found[0], pretty_exceptions_short=False, rich_markup_mode=None)
            else:
                self.commands[cmd_name] = typer.main.get_command(inside)
        return self.commands[cmd_name]


def group(name: str | None, help: str) -> typer.Typer:
    """Return an empty Typer application for commands below a name."""
    return typer.Typer(
        name=name,
        cls=Group,
        help=help,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        options_metavar=_("[OPTIONS]"),
        subcommand_metavar=_("COMMAND [ARGS]..."),
    )


def pairs(given: Sequence[str], option: str) -> dict[str, str]:
    """Return what `key=value` options say; raises UnreadableInput for one without `=` or a key given twice."""
    found: dict[str, str] = {}
    for word in given:
        key, equals, value = word.partition("=")
        if not equals or not key.strip():
            raise UnreadableInput(Fault("no_key", {"given": word}, option))
        if key.strip() in found:
            raise UnreadableInput(Fault("key_twice", {"key": key.strip()}, option))
        found[key.strip()] = value.strip()
    return found


def as_typed(message: str) -> str:
    """Return a message of Click with negative numbers as they were typed."""
    return message.replace(_MINUS, "-")


def _restored(value: object) -> object:
    if isinstance(value, str) and value.startswith(_MINUS) and value[1:2].isdigit():
        return "-" + value[1:]
    return (
        [_restored(one) for one in value]
        if isinstance(value, list)
        else tuple(map(_restored, value))
        if isinstance(value, tuple)
        else value
    )
