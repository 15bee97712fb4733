"""A procedure that rests on what nobody told: asked on a terminal; elsewhere refused with what is missing and the line that tells it."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Helper


@pytest.fixture
def untold(helper: Helper) -> Helper:
    assert helper("new", "capital-lux-2", "Anna", "Bert", "--option", "set=a").code == 0
    assert helper("observe", "capital.blue=3", "capital.pink=4", "capital.yellow=5", "capital.green=6").code == 0
    return helper


def test_without_a_terminal_it_ends_with_two_what_is_missing_and_the_line_that_tells_it(untold: Helper) -> None:
    refused = untold("resolve")
    assert refused.code == 2
    assert "Base: Anna Blue" in refused.err
    assert "Tell it first: helper observe players.P1.blue=…" in refused.err
    assert "--yes" in refused.err
    assert untold("log", "--json").json["entries"][-1]["n"] == 1


def test_yes_answers_the_question(untold: Helper) -> None:
    assert untold("--yes", "resolve").code == 0
    assert untold("log", "--json").json["entries"][-1]["n"] == 2


def test_phases_that_are_skipped_are_named(helper: Helper) -> None:
    assert helper("new", "hegemony", "Anna=working", "Cleo=capitalist", "--start", "figures").code == 0
    refused = helper("play", "next")
    assert refused.code == 2
    assert "Production, Elections, Scoring and Preparation" in refused.err
    assert helper("--yes", "play", "next").code == 0
