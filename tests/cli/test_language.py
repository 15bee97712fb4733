"""The terminal in German and Italian: help, errors and answers."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest
import typer

from helper.cli.app import app
from helper.cli.declaring import Whole
from tests.cli.conftest import EXAMPLE, Helper

USAGE = {"de": "Aufruf:", "it": "Uso:"}


@pytest.mark.parametrize("lang", USAGE)
@pytest.mark.parametrize("words", [[], ["calc"], ["record", "import"]], ids=" ".join)
def test_help_is_translated(process: Helper, lang: str, words: list[str]) -> None:
    result = process(*words, "--help", "--lang", lang)
    assert result.code == 0, result.err
    assert result.out.startswith(USAGE[lang])
    for english in ("Usage:", "Options:", "Show this message", "[OPTIONS]", "Example:", "Arguments:", "[required]"):
        assert english not in result.out


@pytest.mark.parametrize("lang", USAGE)
def test_errors_are_translated(process: Helper, lang: str) -> None:
    for argv in (["rules"], ["ruls"], ["rules", "capital-lux-2", "xyzzy"], ["calc", "capital-lux-2", "round", "round=9"]):
        result = process(*argv, "--lang", lang)
        assert result.code == 2
        assert "Error:" not in result.err
        assert "Usage:" not in result.err
        assert result.err.strip()


def test_the_language_comes_from_the_environment_unless_named(process: Helper) -> None:
    environment = {"HELPER_LANG": "", "LC_ALL": "it_IT.UTF-8", "LANGUAGE": ""}
    assert process("--help", **environment).out.startswith("Uso:")
    assert process("--help", "--lang", "de", **environment).out.startswith("Aufruf:")
    assert process("--help", HELPER_LANG="", LC_ALL="C", LANGUAGE="").out.startswith("Usage:")


def test_an_unknown_language_is_refused_in_the_language_of_the_environment(process: Helper) -> None:
    result = process("games", "--lang", "xx", HELPER_LANG="de")
    assert result.code == 2
    assert "Error" not in result.err


def test_words_are_accepted_in_the_language_and_as_ids(process: Helper) -> None:
    for words in (["hauptstadt.blau=3,5", "spieler.A.blau=5"], ["capital.blue=3,5", "players.A.blue=5"]):
        result = process("calc", "capital-lux-2", "round", "round=3", *words, "--lang", "de", "--json")
        if result.code == 0:
            assert result.json["result"]["limits"]["A"]["blue"] == 8
    assert result.code == 0


def test_the_round_is_told_in_german(process: Helper) -> None:
    out = process("calc", "capital-lux-2", "round", "--file", EXAMPLE, "--lang", "de").out
    assert "A gewinnt mit 24 Punkten." in out
    assert "changed nothing" not in out


def test_plain_output_has_no_boxes_and_one_fact_a_line(process: Helper) -> None:
    out = process("calc", "capital-lux-2", "round", "--file", EXAMPLE).out
    assert not any("─" <= sign <= "╿" or sign == "\x1b" for sign in out)
    assert "limit, Blue: 8" in out.splitlines()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--lang de serve --port x", "Fehler: --port: „x“ ist keine ganze Zahl.\n"),
        ("--lang it correct x y", ": «x» non è un numero intero.\n"),
        ("undo x", "Error: ENTRY: “x” is not a whole number.\n"),
        ("correct -1.5 y", "Error: ENTRY: “-1.5” is not a whole number.\n"),
        ("serve --port=-1", "Error: --port: -1 is out of range; it goes from 0 to 65,535.\n"),
        ("serve --port 65536", "Error: --port: 65,536 is out of range; it goes from 0 to 65,535.\n"),
        ("checklist hegemony setup --players few", "Error: --players: “few” is not a whole number.\n"),
    ],
)
def test_what_is_no_number_is_refused_without_the_english_name_of_a_type(helper: Helper, words: str, said: str) -> None:
    result = helper(*words.split())
    assert (result.code, result.out) == (2, "")
    assert result.err.endswith(said)


def parameters(group: click.Group, context: click.Context) -> Iterator[click.Parameter]:
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        assert found
        yield from found.params
        if isinstance(found, click.Group):
            yield from parameters(found, context)


def test_every_number_of_the_command_line_is_read_by_our_own_type() -> None:
    root = typer.main.get_command(app)
    assert isinstance(root, click.Group)
    types = [one.type for one in parameters(root, click.Context(root)) if isinstance(one.type, click.types.IntParamType)]
    assert len(types) > 3
    assert all(isinstance(one, Whole) for one in types)
