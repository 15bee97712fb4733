"""The page of all commands, from their own help; `python -m helper.dev write` keeps it."""

from __future__ import annotations

from collections.abc import Iterator

import click
import typer

HEAD = """# Commands

Made from the help of the commands themselves. `--lang`, `--json`, `--plain`, `--house` and `--yes` may stand before or
after any of them. Words of a game, roles and keys are accepted in the language of `--lang`, as ids, or as any beginning that fits only
one.

Exit codes: 0 done, or legal, unknown, disputed; 1 the rules say no; 2 the input cannot be read; 3 a record or definition is
damaged; 4 the surroundings failed; 130 interrupted or declined. Ctrl-C is how `serve` ends, and 0 then. At a terminal it only drops
the line that is typed into `table`.
"""
WIDTH = 96


def page() -> str:
    """Return the page in Markdown, in English whatever language is bound."""
    from helper.cli.app import app

    group = typer.main.get_command(app)
    assert isinstance(group, click.Group)
    return "\n".join([HEAD, *_commands(group, click.Context(group, info_name="helper"), 2)])


def _commands(group: click.Group, context: click.Context, level: int) -> Iterator[str]:
    for name in sorted(group.list_commands(context)):
        command = group.get_command(context, name)
        if command is None:
            continue
        below = click.Context(command, info_name=name, parent=context, terminal_width=WIDTH, max_content_width=WIDTH)
        yield f"{'#' * level} helper {below.command_path.partition(' ')[2]}\n"
        yield f"```text\n{command.get_help(below)}\n```\n"
        if isinstance(command, click.Group):
            yield from _commands(command, below, level + 1)
