"""Lay text out: columns and wrapped lines for a screen, one fact a line for everything else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from helper.cli.terminal import Terminal

GAP = "  "
UNSAID = ("", "-")


def wrapped(terminal: Terminal, text: str, indent: int = 0, hanging: int = 0) -> str:
    """Return a text broken into lines that fit a screen; elsewhere it stays one line."""
    if not terminal.pretty:
        return " " * indent + " ".join(text.split())
    import textwrap

    return textwrap.fill(text, terminal.width, initial_indent=" " * indent, subsequent_indent=" " * (indent + hanging))


def columns(rows: Sequence[Sequence[str]], numbers: bool = False) -> list[str]:
    """Return rows as lines with aligned columns; with `numbers` all columns but the first end at one place."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)] if rows else []
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if numbers and place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(GAP.join(cells).rstrip())
    return lines


def grid(terminal: Terminal, shown: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a small table: its title and columns on a screen, else one fact a line."""
    title = str(shown["title"])
    heads = [str(cell["text"]) for cell in shown["columns"]]
    rows = [[str(cell["text"]) for cell in row] for row in shown["rows"]]
    if terminal.pretty:
        yield heading(terminal, title)
        yield from (f"  {line}" for line in columns([heads, *rows], numbers=True))
        return
    for row in rows:
        about = [title] if row[0] == title else [title, row[0]]
        for head, cell in zip(heads[1:], row[1:], strict=True):
            yield f"{', '.join([*about, *([head] if head not in UNSAID else [])])}: {cell}"


def steps(terminal: Terminal, found: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield numbered steps; those that changed nothing are folded into one line at the end."""
    told = [step for step in found if not step.get("silent")]
    for number, step in enumerate(told, 1):
        yield wrapped(terminal, f"{number}. {step['text']}", 2, len(str(number)) + 2)
    silent = len(found) - len(told)
    if silent:
        yield wrapped(
            terminal,
            terminal.words.say_n("{n} step changed nothing (--json lists it).", "{n} steps changed nothing (--json lists them).", silent),
            2,
        )


def heading(terminal: Terminal, text: str) -> str:
    """Return a heading."""
    return terminal.mark(text, "", bold=True)


def separated(blocks: Iterable[Iterable[str]], terminal: Terminal) -> Iterator[str]:
    """Yield the lines of all blocks, on a screen with an empty line between."""
    first = True
    for block in blocks:
        lines = list(block)
        if lines and not first and terminal.pretty:
            yield ""
        first = first and not lines
        yield from lines
