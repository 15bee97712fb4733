"""Nothing asks the network: every command that can be answered without runs in a process that forbids it.

An audit hook stands below every module, so nothing goes round it: the first attempt ends the command and is told.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
import typer

from helper.cli.app import Commands, app
from tests.missing import speaks
from tests.rows import Row

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
EXAMPLE = str(ROOT / "docs" / "examples" / "capital-lux-2-round.toml")
NEEDS_THE_NETWORK = {"serve", "site build"}
COMMANDS = (
    "games",
    "languages",
    "rules capital-lux-2",
    "rules hegemony strike",
    "search capital-lux-2 gold",
    "glossary hegemony",
    "checklist hegemony setup",
    "calc capital-lux-2 round --file {example}",
    "calc hegemony taxes policies=1C,2B,3A,4B,5C,6B,7B working.population=4",
    "new capital-lux-2 Anna Bert --option set=a --name one",
    "observe capital.blue=3 capital.pink=4,2 capital.yellow= capital.green= emperor=Anna",
    "legal",
    "play base b5",
    "adjust P1.gold=2",
    "undo",
    "redo",
    "correct 1 capital.blue=3 --yes",
    "change P1=Zoe --yes",
    "status",
    "log",
    "score --as-final",
    "resolve",
    "table",
    "record list",
    "record use one",
    "record export -o {folder}/one.jsonl",
    "check {folder}/one.jsonl {example}",
    "record import {folder}/one.jsonl --name two",
    "record repair",
    "record delete two --yes",
    "house new capital-lux-2 {folder}/house.toml",
    "house check {folder}/house.toml",
    "house show",
    "cards capital-lux-2 -o {folder}/cards.pdf",
    "site export {folder}/pages",
)
GUARD = """
import sys
asked = []
def forbid(event, arguments):
    if event.startswith(("socket.connect", "socket.bind", "socket.send", "socket.getaddrinfo", "socket.gethostby", "urllib.Request")):
        asked.append(event)
        raise RuntimeError(f"the network was asked: {event} {arguments}")
sys.addaudithook(forbid)
"""


def guarded(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", GUARD + code],
        cwd=ROOT,
        env={**os.environ, "HELPER_DATA": str(folder), "HELPER_LANG": "en"},
        input="adjust P1.gold=3\nstatus\n",
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    "attempt",
    [
        "import socket; socket.create_connection(('127.0.0.1', 9))",
        "import socket; socket.getaddrinfo('example.org', 80)",
        "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9/')",
        "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'', ('127.0.0.1', 9))",
    ],
)
def test_the_guard_sees_every_way_to_ask(attempt: str, tmp_path: Path) -> None:
    found = guarded(f"try:\n    {attempt}\nexcept RuntimeError:\n    print(asked)\n", tmp_path)
    assert "[" in found.stdout, found.stderr


def test_no_command_asks_the_network(tmp_path: Path) -> None:
    argv = [[word.format(folder=tmp_path, example=EXAMPLE) for word in command.split()] for command in COMMANDS]
    code = f"from helper.cli import main\nfor argv in {argv!r}:\n    print('ended', main(argv), *argv)\nprint('asked', asked)\n"
    found = guarded(code, tmp_path)
    ended = [line.split(" ", 2) for line in found.stdout.splitlines() if line.startswith("ended ")]
    with Row("nothing asks the network", ["in one process that forbids it, one command after another"]) as row:
        row.same("commands that ended", len(COMMANDS), len(ended))
        for _, ends, words in ended:
            if (ends, words) != ("1", "resolve"):
                row.same(f"helper {words}: exit code", "0", ends)
        row.same("asked", "asked []", found.stdout.splitlines()[-1] if found.stdout else "")
        row.said(found.stderr.splitlines()[-20:] if row.differences else [])


def leaves() -> dict[str, str]:
    """Return every command, and the module that it is in."""
    group = typer.main.get_command(app)
    assert isinstance(group, click.Group)
    context = click.Context(group)
    found: dict[str, str] = {}
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        below = command.list_commands(context) if isinstance(command, click.Group) else []
        found |= {f"{name} {one}" if one else name: f"helper/cli/{Commands.modules[name]}.py" for one in below or [""]}
    return found


def test_every_command_was_tried() -> None:
    there, here = leaves(), "tests/test_no_network.py"
    tried = {command: next((leaf for leaf in there if f"{command} ".startswith(f"{leaf} ")), None) for command in COMMANDS}
    speaks(
        [
            *(
                f'No test runs the command "helper {leaf}" ({module}). Write a line that runs it into COMMANDS in {here}, where an evening '
                f"is played: {{folder}} is an empty folder, {{example}} a file for a calculator. One that needs the network belongs into "
                f"NEEDS_THE_NETWORK, and has tests in tests/cli."
                for leaf, module in there.items()
                if leaf not in {*tried.values(), *NEEDS_THE_NETWORK}
            ),
            *(
                f'COMMANDS in {here} runs "helper {words}", and there is no such command: take it out.'
                for words in tried
                if not tried[words]
            ),
            *(
                f'NEEDS_THE_NETWORK in {here} names "helper {leaf}": {"it is tried in COMMANDS" if leaf in there else "there is none"}.'
                for leaf in NEEDS_THE_NETWORK
                if leaf not in there or leaf in tried.values()
            ),
        ]
    )
