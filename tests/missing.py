"""What the rules have and no test speaks of: a sentence each, that says where it is written and what to write where.

A table of tests is asked in tests, never while they are collected: take its rows with `table.get(rule, [])`, collect sentences with
`gaps`, add others of your own, and let `speaks` tell all of them at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def gaps(
    kind: str, there: Iterable[str], written: Iterable[str], file: Path, write: str | Callable[[str], str], lacks: str = "row"
) -> list[str]:
    """Return a sentence for each of `there` that has nothing written in a file, and for each thing written that is not there.

    `kind` is what they are in a word; `lacks` what each must have, as `row that fails by it`; `write` is the end of
    `Write …`, a text in which `{id}` is the name, or a function of it that returns that text.
    """
    here, found, where = dict.fromkeys(there), dict.fromkeys(written), _short(file)
    return [
        *(
            f'The {kind} "{id}"{home(id, file.parent.name)} has no {lacks} in {where}. '
            f"Write {write.replace('{id}', id) if isinstance(write, str) else write(id)}"
            for id in here
            if id not in found
        ),
        *(
            f'{where} has a {lacks} for the {kind} "{id}"{home(id, file.parent.name)}, where none belongs: rename it, or take it out.'
            for id in found
            if id not in here
        ),
    ]


def speaks(sentences: Iterable[str]) -> None:
    """Fail with all these sentences, each once; without any, all is there."""
    if told := dict.fromkeys(sentences):
        pytest.fail("\n".join(told), pytrace=False)


def home(id: str, game: str = "") -> str:
    """Return where a game writes an id and what it says, as ` (file:line "text")`; nothing where it is nowhere.

    A condition is named by its rule and itself, as `lobby:money_to_pay`; anything else by its id alone. `game` is the name of
    a folder; without one of that name all games are searched.
    """
    return _homes(game).get(id, "")


@cache
def _homes(game: str) -> dict[str, str]:
    """Return where each id is written: first of rules, then of calculators, then of all else."""
    found: dict[str, str] = {}
    games = ROOT / "helper" / "games"
    folder = games / game if game and (games / game).is_dir() else games
    for path in sorted(folder.rglob("*.toml"), key=lambda path: (path.parent.name != "rules", path.name != "inputs.toml", path)):
        lines, section, owner = path.read_text(encoding="utf-8").splitlines(), "", ""
        for number, line in enumerate(lines, 1):
            if heading := re.match(r"\[+([\w.-]+)\]+", line):
                section = heading[1]
            if not (named := re.match(r'(?:\s*\{ )?(?:id|key) = "([^"]+)"', line)):
                continue
            part, id = "." in section, named[1]
            owner = owner if part else id
            says = next(filter(None, (re.search(r'\b(?:text|other) = "([^"]*)"', one) for one in lines[number - 1 : number + 4])), None)
            text = f' "{says[1]}"' if says and part else ""
            found.setdefault(f"{owner}:{id}" if part else id, f" ({_short(path)}:{number}{text})")
    return found


def _short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.as_posix()
