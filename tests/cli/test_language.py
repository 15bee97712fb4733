"""The terminal in German and Italian: help, errors and answers."""

from __future__ import annotations

import pytest

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
