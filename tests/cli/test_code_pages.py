"""Terminals that hold few signs, such as those of Windows: the same answers and exit codes, in the nearest signs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from helper.cli.terminal import nearest_signs
from tests.cli.conftest import EXAMPLE, ROOT
from tests.rows import Row
from tests.workshop import Workshop

pytestmark = pytest.mark.slow

PAGES = ("cp1252", "ascii", "cp437", "iso-8859-15")
LANGUAGES = ("en", "de", "it")
BREAK = "=====8<====="
COMMANDS = (
    ["--help"],
    ["calc", "--help"],
    ["record", "import", "--help"],
    ["rules", "capital-lux-2"],
    ["rules", "hegemony", "strike"],
    ["checklist", "hegemony", "setup"],
    ["glossary", "hegemony"],
    ["search", "capital-lux-2", "gold"],
    ["calc", "capital-lux-2", "round", "--file", EXAMPLE],
    ["calc", "hegemony", "taxes", "policies=1C 2B 3A 4B 5C 6B 7B", "working.population=4"],
    ["languages"],
    ["rules", "xyz"],
    ["calc", "capital-lux-2", "round", "blau=…"],
    ["calc", "capital-lux-2", "nothing"],
    ["play", "b5"],
    ["record", "delete", "Ünknown"],
    ["nothing"],
    ["games", "--json"],
    ["calc", "capital-lux-2", "round", "--file", EXAMPLE, "--json"],
)
CODE = """
import io, json, sys
from helper.cli import main
real, found = (sys.stdout, sys.stderr), {{}}
for encoding in {encodings!r}:
    found[encoding] = []
    for argv in {argv!r}:
        sys.stdout, sys.stderr = streams = [io.TextIOWrapper(io.BytesIO(), encoding, newline="") for _ in real]
        code = main([*argv, "--lang", {lang!r}])
        said = [stream.flush() or stream.buffer.getvalue().decode(encoding) for stream in streams]
        found[encoding].append([code, *said])
sys.stdout, sys.stderr = real
json.dump(found, sys.stdout)
"""
REAL = """
import sys
from helper.cli import main
for argv in {argv!r}:
    code = main([*argv, "--lang", {lang!r}])
    for stream in (sys.stdout, sys.stderr):
        stream.write(f"{mark}{{code}}\\n")
        stream.flush()
"""


class Said(NamedTuple):
    """What one command said on both streams, and its exit code."""

    code: int
    out: str
    err: str


Heard = Callable[[str, str], list[Said]]


def run(code: str, encoding: str) -> tuple[str, str]:
    """Return what some Python says on both streams, which have an encoding."""
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )
    assert found.returncode == 0, found.stderr.decode(encoding)
    out, err = (stream.decode(encoding).replace("\r\n", "\n") for stream in (found.stdout, found.stderr))
    return out, err


@pytest.fixture
def heard(workshop: Workshop) -> Heard:
    """Give what every command says in a language, to streams of an encoding; a process a language, since help is worded on import."""

    def said(lang: str, encoding: str) -> list[Said]:
        def make(folder: Path) -> None:
            out, _ = run(CODE.format(argv=COMMANDS, lang=lang, encodings=("utf-8", *PAGES)), "utf-8")
            (folder / "said.json").write_text(out, encoding="utf-8")

        found = json.loads((workshop.make(f"code-pages-{lang}", make) / "said.json").read_text(encoding="utf-8"))
        return [Said(*one) for one in found[encoding]]

    return said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("encoding", PAGES)
def test_a_code_page_changes_neither_exit_codes_nor_lines_and_leaves_no_sign_unsaid(heard: Heard, lang: str, encoding: str) -> None:
    with Row(encoding, [f"on a terminal that holds {encoding}, in {lang}, against what UTF-8 says"]) as row:
        for argv, there, here in zip(COMMANDS, heard(lang, "utf-8"), heard(lang, encoding), strict=True):
            command = f"helper {' '.join(argv)} --lang {lang}"
            row.same(f"{command}: exit code", there.code, here.code)
            for stream, few, all_ in (("answer", here.out, there.out), ("complaint", here.err, there.err)):
                row.holds(f"{command}: no surprise in the {stream}", not surprises(few), "", few)
                row.same(f"{command}: lines of the {stream}", len(all_.splitlines()), len(few.splitlines()))
                asking, asking_there = ([line for line in text.splitlines() if "?" in line] for text in (few, all_))
                row.holds(f"{command}: signs lost in the {stream}", few.count("?") == all_.count("?"), asking_there, asking)
            if "--json" in argv:
                row.same(f"{command}: data", json.loads(there.out), json.loads(here.out))


def surprises(text: str) -> bool:
    return "Traceback" in text or "should not have happened" in text


@pytest.mark.parametrize("encoding", PAGES)
def test_a_process_whose_streams_hold_few_signs_says_the_same(heard: Heard, encoding: str) -> None:
    streams = [stream.split(BREAK) for stream in run(REAL.format(argv=COMMANDS, lang="de", mark=BREAK), encoding)]
    assert len(streams[0]) == len(streams[1]) == len(COMMANDS) + 1
    codes = [int(after.partition("\n")[0]) for after in streams[0][1:]]
    out, err = ([stream[0], *(after.partition("\n")[2] for after in stream[1:])] for stream in streams)
    with Row(encoding, [f"a process whose streams hold {encoding}, in German"]) as row:
        for argv, expected, got in zip(COMMANDS, heard("de", encoding), map(Said, codes, out, err), strict=False):
            row.same(f"helper {' '.join(argv)}", expected._asdict(), got._asdict())


def test_every_kind_of_end_was_there(heard: Heard) -> None:
    assert {one.code for one in heard("de", "utf-8")} == {0, 2}


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp1252"])
def test_what_is_piped_in_and_is_no_text_is_named(encoding: str) -> None:
    for words in (["table"], ["record", "import", "-"]):
        found = subprocess.run(
            [sys.executable, "-m", "helper.cli", *words],
            cwd=ROOT,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            input=b"\xff\xfe b\xc3\n\x81\x8d status\n",
            capture_output=True,
        )
        assert found.returncode == 2, found.stderr
        assert b"should not have happened" not in found.stderr


def test_words_that_are_no_text_are_named() -> None:
    for words in ([b"rules", b"\xff"], [b"new", b"capital-lux-2", b"\xff", b"Bert"], [b"calc", b"capital-lux-2", b"round", b"\xff=1"]):
        found = subprocess.run(
            [sys.executable, "-m", "helper.cli", *words], cwd=ROOT, env={**os.environ, "LC_ALL": "C.UTF-8"}, capture_output=True
        )
        assert found.returncode == 2, found.stderr
        assert b"should not have happened" not in found.stderr


def test_every_sign_of_every_sentence_has_a_nearest_plain_one() -> None:
    files = [*ROOT.glob("locales/*/LC_MESSAGES/helper.po"), *ROOT.glob("helper/games/**/*.toml"), ROOT / "helper" / "i18n" / "faults.toml"]
    signs = {sign for file in files for sign in file.read_text(encoding="utf-8") if not sign.isascii()}
    assert signs
    assert not [sign for sign in sorted(signs) if nearest_signs(UnicodeEncodeError("ascii", sign, 0, 1, ""))[0] in ("", "?")]
