"""Terminals that hold few signs, such as those of Windows: the same answers and exit codes, in the nearest signs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from typing import NamedTuple

import pytest

from helper.cli.terminal import nearest_signs
from tests.cli.conftest import EXAMPLE, ROOT

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


@cache
def said(lang: str, encoding: str) -> list[Said]:
    """Return what every command says in a language, in a process whose streams have an encoding."""
    code = CODE.format(argv=COMMANDS, lang=lang, mark=BREAK)
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )
    streams = [stream.decode(encoding).replace("\r\n", "\n").split(BREAK) for stream in (found.stdout, found.stderr)]
    assert len(streams[0]) == len(streams[1]) == len(COMMANDS) + 1, found.stderr.decode(encoding)
    codes = [int(after.partition("\n")[0]) for after in streams[0][1:]]
    out, err = ([streams[n][0], *(after.partition("\n")[2] for after in streams[n][1:])] for n in (0, 1))
    return [Said(*one) for one in zip(codes, out, err, strict=False)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("encoding", PAGES)
def test_a_code_page_changes_neither_exit_codes_nor_lines_and_leaves_no_sign_unsaid(lang: str, encoding: str) -> None:
    for argv, there, here in zip(COMMANDS, said(lang, "utf-8"), said(lang, encoding), strict=True):
        assert here.code == there.code, argv
        for few, all_ in ((here.out, there.out), (here.err, there.err)):
            assert "Traceback" not in few
            assert "should not have happened" not in few
            assert len(few.splitlines()) == len(all_.splitlines()), argv
            assert few.count("?") == all_.count("?"), [one for one in few.splitlines() if one.count("?")]


@pytest.mark.parametrize("encoding", PAGES)
def test_data_is_the_same_in_every_code_page(encoding: str) -> None:
    for argv, there, here in zip(COMMANDS, said("de", "utf-8"), said("de", encoding), strict=True):
        if "--json" in argv:
            assert json.loads(here.out) == json.loads(there.out)


def test_every_kind_of_end_was_there() -> None:
    assert {one.code for one in said("de", "utf-8")} == {0, 2}


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
