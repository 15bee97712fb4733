"""Rules, search, checklists, words, games and languages in the terminal."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Helper


def test_games_are_listed(helper: Helper) -> None:
    assert helper("games").out.startswith("capital-lux-2: Capital Lux 2: Generations; players: 1 to 4")
    assert helper("games", "--json").json["games"][0]["id"] == "capital-lux-2"


def test_a_rule_is_shown_with_its_source_and_what_people_forget(helper: Helper) -> None:
    result = helper("rules", "capital-lux-2", "resolution.limit")
    assert result.code == 0
    assert "Limit [resolution.limit]" in result.out
    assert "Easily forgotten: A sum equal to the limit is safe." in result.out
    told = "Source: German summary of the rules, from a games shop; Public reviews and previews of Generations"
    assert told in result.out.replace("\n  ", " ")


def test_a_title_of_several_words_needs_no_quotes(helper: Helper) -> None:
    assert "[turn.card]" in helper("rules", "cap", "a", "turn").out


def test_the_version_of_the_rules_names_edition_version_and_date(helper: Helper) -> None:
    lines = helper("rules", "capital-lux-2", "--version").out.splitlines()
    assert lines[0] == "Capital Lux 2: Generations"
    assert lines[1].startswith("Edition: Generations")
    assert lines[2].startswith("Rules: version 1.")


def test_json_keys_are_those_that_others_rely_on(helper: Helper) -> None:
    rule = helper("--json", "rules", "capital-lux-2", "resolution.limit").json["rules"][0]
    assert {"id", "kind", "roles", "title", "text", "requires", "values", "sources", "status"} <= set(rule)


def test_search_finds_every_word_and_names_the_nearest_where_nothing_is(helper: Helper) -> None:
    assert "resolution.tie" in helper("search", "capital-lux-2", "tied", "gold").out
    result = helper("search", "capital-lux-2", "enperor")
    assert result.code == 0
    assert "Did you mean Emperor?" in result.out


def test_a_checklist_is_numbered_and_fits_the_players(helper: Helper) -> None:
    lines = helper("checklist", "capital-lux-2", "setup", "--players", "3").out.splitlines()
    assert lines[1].startswith("  1. Lay the Capital in the middle")
    assert not any("ROB" in line for line in lines)
    assert any("ROB" in line for line in helper("checklist", "capital-lux-2", "setup", "--players", "1").out.splitlines())


def test_without_a_name_the_checklists_are_listed(helper: Helper) -> None:
    assert "round-end: The end of a round" in helper("checklist", "capital-lux-2").out


def test_the_glossary_shows_other_words(helper: Helper) -> None:
    assert "gold [gold]" in helper("glossary", "capital-lux-2").out


def test_languages_say_how_much_is_translated(helper: Helper) -> None:
    found = {one["id"]: one for one in helper("languages", "--json").json["languages"]}
    assert set(found) >= {"en", "de", "it"}
    assert found["de"]["name"] == "Deutsch"


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["rules", "capitol-lux-2"], "Did you mean capital-lux-2?"),
        (["rules", "capital-lux-2", "limmit"], "Did you mean Limit?"),
        (["checklist", "capital-lux-2", "setop"], "setup"),
        (["checklist", "capital-lux-2", "setup", "--players", "5"], "it goes from 1 to 4"),
        (["checklist", "capital-lux-2", "setup", "--players", "-1"], "it goes from 1 to 4"),
        (["ruls"], "Did you mean 'rules'?"),
        (["rules"], "Missing argument"),
        (["rules", "capital-lux-2", "--langg", "de"], "--lang"),
        (["games", "--lang", "xx"], "There is no translation for “xx”"),
        (["games", "--lang", "de", "--lang", "it"], "--lang is given twice"),
        (["games", "--json", "--json"], "--json is given twice"),
        (["checklist", "capital-lux-2", "setup", "--players", "2", "--players", "3"], "--players is given twice"),
        (["games", "--lang"], "needs a value"),
    ],
)
def test_what_cannot_be_read_is_named_with_the_nearest_right_thing(helper: Helper, argv: list[str], said: str) -> None:
    result = helper(*argv)
    assert result.code == 2
    assert said in result.err
    assert not result.out


def test_options_stand_before_or_after_the_command(helper: Helper) -> None:
    assert helper("--json", "games").out == helper("games", "--json").out


def test_without_a_command_help_is_shown(helper: Helper) -> None:
    result = helper()
    assert result.code == 0
    assert "--plain" in result.out
    assert "--json" in result.out
    assert "Example: helper rules" in result.out
    assert helper("record").code == 0


def test_commands_and_games_are_completed(process: Helper) -> None:
    for words, at, wanted in (
        ("helper ru", "1", "rules"),
        ("helper rules cap", "2", "capital-lux-2"),
        ("helper rules x --pl", "3", "--plain"),
    ):
        result = process(_HELPER_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=at)
        assert result.out.split() == [wanted], result.err
    assert "_HELPER_COMPLETE" in process("--show-completion", "bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1").out


def test_the_version_is_said(helper: Helper) -> None:
    assert helper("--version").out.startswith("helper ")


def test_every_command_has_one_line_and_an_example(helper: Helper) -> None:
    from helper.cli.app import Commands

    listed = helper("--help").out
    for name in Commands.modules:
        shown = helper(name, "--help")
        assert shown.code == 0
        assert f"\n  {name}" in listed
        if name not in ("record", "site", "house"):
            assert "Example: helper " in shown.out
        for option in ("--lang", "--json", "--plain", "--yes"):
            assert option in shown.out
    for inside in ("list", "use", "export", "import", "delete", "repair"):
        assert f"Example: helper record {inside}" in helper("record", inside, "--help").out
