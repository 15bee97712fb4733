"""Signs that a terminal obeys, or turns text round with: in notes, bodies, keys, times and names of files, through every command.

Whatever a record or a file brings, and whatever was typed, what is printed holds none of them; in JSON they stand escaped.
"""

from __future__ import annotations

import io
import json
import random
import re
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from helper.cli import main
from helper.engine.journal import Event
from helper.store import Store
from helper.table import new
from helper.table.exchange import written
from tests.faults.processes import REPEATED

SEED = random.randrange(1 << 30) if REPEATED else 23
NOTES_OF_ONE = 20
RECORDS = max(2, REPEATED // NOTES_OF_ONE)
BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
SIGNS = ["\x1b[2J", "\x1b[31m", "\x1b]0;title\x07", "\x1b]8;;http://example.org\x1b\\", "\x9b31m", "\x1bc", "\x7f", "\r", "\x08", "\x00"]
LINE_ENDS = ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c"]
OWN_STYLE = re.compile(r"\x1b\[(?:0|1|22|3[123])m")


class Said(NamedTuple):
    code: int
    out: str
    err: str


Command = Callable[..., Said]


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run a command in this process, as it is piped or on a screen."""
    monkeypatch.setenv("HELPER_DATA", str(tmp_path / "kept"))
    monkeypatch.setenv("HELPER_CONFIG", str(tmp_path / "own"))
    monkeypatch.setenv("LANGUAGE", "en")

    def run(*argv: str, screen: bool = False) -> Said:
        out, err = (Screen() if screen else io.StringIO() for _ in range(2))
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", err)
        return Said(main(argv), out.getvalue(), err.getvalue())

    return run


def hostile(chance: random.Random) -> str:
    """Return a few words with signs between them that nobody should print."""
    parts = [chance.choice([*SIGNS, *LINE_ENDS, *BIDI, chr(chance.randrange(32)), chr(chance.randrange(0x7F, 0xA0))]) for _ in range(4)]
    return "".join(part for pair in zip(("gold", "won", "by", "anna"), parts, strict=True) for part in pair)


def record(chance: random.Random) -> str:
    """Return an export full of such signs, as somebody may mail it or a phone may send its entries."""
    journal = new("capital-lux-2", ["Anna", "Bert"], {"set": "a"}, name="odd", created="2026-01-01T20:00:00Z")
    events = []
    for n in range(1, NOTES_OF_ONE + 1):
        odd = hostile(chance)
        note: dict[str, object] = {"figures": {"players.P1.gold": n}, "note": odd}
        kinds: list[tuple[str, dict[str, object], str, str]] = [
            ("adjust", note, "2026-01-01T20:00:00Z", odd),
            ("adjust", note, odd, "phone"),
            ("observe", {"figures": {"capital.blue": 3}, odd: odd}, "2026-01-01T20:00:00Z", odd),
        ]
        if n == NOTES_OF_ONE:  # what cannot be followed ends the record
            kinds = [
                ("adjust", {"figures": {odd: 1}, "note": odd}, odd, odd),
                ("observe", {"figures": {"capital.blue": odd}}, odd, odd),
                ("move", {"rule": odd, "seat": "P1", "arguments": {odd: odd}}, odd, odd),
                ("move", {"rule": "base", "seat": "P1", "arguments": {"card": odd}}, odd, odd),
            ]
        kind, body, at, by = chance.choice(kinds)
        events.append(Event(n, f"{chance.getrandbits(64):016x}", at, by, kind, body))
    return written(journal._replace(events=tuple(events)))


def shown(said: Said, screen: bool) -> list[str]:
    """Return every sign printed that is none to print."""
    text = said.out + said.err
    text = OWN_STYLE.sub("", text) if screen else text
    return [ascii(sign) for sign in text if sign in BIDI or (unicodedata.category(sign) in ("Cc", "Zl", "Zp") and sign not in "\n\t")]


def test_no_sign_that_a_terminal_obeys_is_printed_of_a_record(command: Command, tmp_path: Path) -> None:
    for turn in range(RECORDS):
        chance = random.Random(SEED + turn)
        text, odd = record(chance), hostile(chance)
        file = tmp_path / "odd.jsonl"
        file.write_text(text, encoding="utf-8")
        name = f"odd{turn}"
        assert command("record", "import", str(file), "--name", name).code == 0
        lines = [
            ["record", "use", name],
            ["log"],
            ["status"],
            ["score"],
            ["legal"],
            ["correct", "1", "P1.gold=3"],
            ["correct", str(NOTES_OF_ONE), "capital.blue=3"],
            ["undo"],
            ["redo"],
            ["observe", "capital.pink=4"],
            ["adjust", "P1.gold=2", "--note", odd],
            ["adjust", f"{odd}=2", "--note", odd],
            ["play", odd, "base", odd],
            ["resolve", f"{odd}={odd}"],
            ["log"],
            ["record", "list"],
            ["record", "use", odd],
            ["record", "export"],
            ["check", str(file)],
            ["record", "delete", name],
        ]
        for argv in lines:
            for screen in (False, True):
                said = command(*argv, screen=screen)
                assert not shown(said, screen), f"{argv} (seed {SEED}, {turn})"
                assert said.code in (0, 1, 2, 3), argv
            answer = command(*argv, "--json")
            assert not shown(answer, False), argv
        told = [entry["text"] for entry in json.loads(command("log", "--json").out)["entries"]]
        notes = [json.loads(line)["body"].get("note", "") for line in text.split("\n")[1:NOTES_OF_ONE]]
        assert all(note in one for note, one in zip(notes, told, strict=False)), "JSON says something else than the note"
        assert command("record", "delete", name, "--yes").code == 0


def test_an_export_to_the_screen_is_the_record_all_the_same(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "odd.jsonl"
    file.write_text(record(random.Random(SEED)), encoding="utf-8")
    command("record", "import", str(file), "--name", "odd")
    file.write_text(command("record", "export", "odd").out, encoding="utf-8")
    assert command("record", "import", str(file), "--name", "again").code == 0
    assert Store().load("again")[1].events == Store().load("odd")[1].events


@pytest.mark.parametrize("odd", ["\x1b[31mred\x07", "\u202egnol\u2066x", "a\rb\x9b2J"], ids=ascii)
def test_nor_is_one_of_what_is_typed_or_of_files_and_their_names(command: Command, tmp_path: Path, odd: str) -> None:
    house = tmp_path / f"{odd}.toml"
    house.write_text(f'format = 1\ngame = "capital-lux-2"\ntitle = {json.dumps(odd)}\n{json.dumps(odd)} = 1\n', encoding="utf-8")
    figures = tmp_path / f"figures {odd}.toml"
    figures.write_text(f"[capital]\n{json.dumps(odd)} = {json.dumps(odd)}\n", encoding="utf-8")
    lines = [
        ["rules", odd],
        ["rules", "capital-lux-2", odd],
        ["search", "capital-lux-2", odd],
        ["calc", "capital-lux-2", odd],
        ["calc", "capital-lux-2", "round", f"{odd}={odd}"],
        ["calc", "capital-lux-2", "round", "--file", str(figures)],
        ["checklist", "hegemony", odd],
        ["new", "capital-lux-2", odd, "Bert"],
        ["new", "capital-lux-2", "Anna", "Bert", "--name", odd],
        ["new", "capital-lux-2", "Anna", "Bert", "--option", f"{odd}={odd}"],
        ["check", str(figures), str(house), str(tmp_path / odd)],
        ["house", "check", str(house)],
        ["house", "show", "capital-lux-2", "--house", str(house)],
        ["status", "--house", str(house)],
        ["record", "import", str(tmp_path / odd)],
        ["record", "export", odd],
        ["cards", "capital-lux-2", "-o", str(tmp_path / odd / odd)],
        ["cards", "capital-lux-2", "--set", odd],
        ["site", "export", str(house)],
        ["serve", "--record", odd],
        [odd],
        ["rules", "capital-lux-2", f"--{odd}"],
        ["rules", "capital-lux-2", "--lang", odd],
    ]
    for argv in lines:
        for screen in (False, True):
            said = command(*argv, screen=screen)
            assert not shown(said, screen), argv
            assert said.code in (0, 1, 2, 3, 4), argv
            assert "should not have happened" not in said.err, argv
