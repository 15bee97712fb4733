"""The calculators in the terminal."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from helper.definitions.load import built_in, load
from helper.i18n import catalogs
from tests.cli.conftest import EXAMPLE, ROOT, Helper
from tests.missing import gaps, speaks
from tests.rows import Row

TYPED = Path(__file__).parent / "calculators.toml"
ROWS = tomllib.loads(TYPED.read_text(encoding="utf-8"))


def test_every_calculator_has_its_row() -> None:
    """Beside the figures of each at every boundary, in tests/games."""
    row = "words = […] as typed, says = […], lines of the answer worked out by hand from its rules; and its figures in tests/games."
    speaks(
        sentence
        for game in built_in()
        for sentence in gaps("calculator", load(game).calculators, ROWS.get(game, {}), TYPED, f"the table [{game}.{{id}}]: {row}")
    )


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, rows in ROWS.items() for name in rows])
def test_a_calculator_says_what_it_comes_to_in_the_terminal_in_every_language(helper: Helper, game: str, name: str) -> None:
    typed = ROWS[game][name].get("words", [])
    file = ROOT / "helper" / "games" / game.replace("-", "_") / "inputs.toml"
    with Row(name, [f"{file.relative_to(ROOT)}, {TYPED.relative_to(ROOT)}"], f"helper calc {game} {name} {' '.join(typed)}") as row:
        for lang in catalogs.languages():
            answer = helper("calc", game, name, *typed, "--lang", lang)
            row.same(f"{lang}: exit code", 0, answer.code)
            row.filled(lang, answer.out.splitlines())
            row.holds(f"{lang}: an answer", bool(answer.out), "lines", "none")
            row.said(answer.err.splitlines())
            if lang == catalogs.SOURCE:
                row.contains("en", ROWS[game][name].get("says") or ["a row with says = [lines of the answer]"], answer.out.splitlines())


def test_the_example_is_the_first_check_vector_of_the_rules(helper: Helper) -> None:
    result = helper("calc", "capital-lux-2", "round", "--file", EXAMPLE, "--json").json["result"]
    assert [(one["player"], one["district"]) for one in result["busts"]] == [("C", "blue"), ("A", "pink"), ("B", "green")]
    assert {one["player"]: one["total"] for one in result["scores"]} == {"A": 24, "B": 21, "C": 18}
    assert result["winners"] == ["A"]


def test_the_answer_reads_from_limits_to_the_winner(helper: Helper) -> None:
    lines = helper("calc", "capital-lux-2", "round", "--file", EXAMPLE).out.splitlines()
    assert lines[:2] == ["limit, Blue: 8", "limit, Pink: 2"]
    assert "  1. C, Blue: 9 exceeds the limit 8; all its cards are discarded." in lines
    assert any(line.endswith("A wins with 24 points.") for line in lines)
    assert lines[-1].endswith("steps changed nothing (--json lists them).")


def test_words_are_the_same_as_a_file(helper: Helper) -> None:
    words = [
        "round=3", "capital.blue=3,5", "capital.pink.sum=2", "capital.pink.top=2", "capital.yellow=6,4,4", "capital.green=",
        "players.A.blue=5,3", "players.A.pink.sum=3", "players.A.yellow=6,6", "players.A.green=",
        "players.B.blue=4,4", "players.B.pink=", "players.B.yellow=5,6", "players.B.green=2",
        "players.C.blue=6,3", "players.C.pink=2", "players.C.yellow=6,6", "players.C.green=",
    ]  # fmt: skip
    said = helper("calc", "capital-lux-2", "round", *words, "--json").json
    filed = helper("calc", "capital-lux-2", "round", "--file", EXAMPLE, "--json").json
    assert said["result"]["scores"] == filed["result"]["scores"]


def test_words_add_to_a_file_but_never_replace_it(helper: Helper) -> None:
    added = helper("calc", "capital-lux-2", "round", "--file", EXAMPLE, "players.A.adjust.pink=1", "--json").json
    assert added["result"]["limits"]["A"]["pink"] == 3
    both = helper("calc", "capital-lux-2", "round", "--file", EXAMPLE, "players.A.gold=1")
    assert (both.code, "players.A.gold" in both.err) == (2, True)


def test_a_negative_number_is_a_value(helper: Helper) -> None:
    base = ["calc", "capital-lux-2", "round", "--file", EXAMPLE, "--json"]
    assert helper(*base, "capital.adjust.yellow=-5").json["result"]["limits"]["A"]["yellow"] == 9
    assert helper(*base, "capital.adjust.yellow=−5").json["result"]["limits"]["A"]["yellow"] == 9


def test_without_a_name_calculators_are_listed_with_what_they_ask_for(helper: Helper) -> None:
    out = helper("calc", "capital-lux-2").out
    assert "round: The end of a round" in out
    assert "  capital.<district>: Capital" in out


def test_an_option_changes_the_answer(helper: Helper) -> None:
    words = ["round=3", "capital.blue=5,3", "players.A.blue.sum=9", "players.A.gold=1", "players.A.pays.blue=1"]
    refused = helper("calc", "capital-lux-2", "round", *words)
    assert refused.code == 1
    assert "[tile.merchant.payment]" in refused.err
    paid = helper("calc", "capital-lux-2", "round", *words, "--json", "--option", "gold_on_limits=yes", "--option", "yellow=merchant")
    assert paid.json["result"]["busts"] == []


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["rond", "round=3"], "Did you mean round?"),
        (["round=3"], "Say which calculator"),
        (["round", "three"], "key=value"),
        (["round", "round=3", "capital.bleu=3"], "blue"),
        (["round", "round=3", "capital.blue=7"], "values go from 2 to 6"),
        (["round", "round=3", "capital.blue.sum=1"], "No cards make the sum 1"),
        (["round", "round=3", "players.A.gold=-5"], "-5 is out of range"),
        (["round", "round=3", "round=2"], "round"),
        (["round", "round=3", "capital.blue=" + ",".join("2" * 26), "players.A.blue=2"], "than the box holds"),
        (["round", "round=3", "--option", "sett=a"], "set"),
        (["round", "round=3", "--option", "set=a", "--option", "set=b"], "given twice"),
        (["round", "--file", "nowhere.toml"], "nowhere.toml"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_place(helper: Helper, argv: list[str], said: str) -> None:
    result = helper("calc", "capital-lux-2", *argv)
    assert (result.code, result.out) == (2, "")
    assert said in result.err


def test_every_fault_is_named_at_once(helper: Helper) -> None:
    result = helper("calc", "capital-lux-2", "round", "round=3", "capital.blue=7", "capital.pink.sum=1", "players.A.gold=x")
    assert len(result.err.splitlines()) == 3


def test_a_malformed_file_is_named_with_the_line(helper: Helper, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_text("round = 3\n[capital\n", encoding="utf-8")
    result = helper("calc", "capital-lux-2", "round", "--file", str(file))
    assert result.code == 2
    assert "round.toml" in result.err
    assert "line 2" in result.err


def test_check_says_what_a_file_is(helper: Helper, tmp_path: Path) -> None:
    assert "helper calc capital-lux-2 round" in helper("check", EXAMPLE).out
    bad = tmp_path / "bad.toml"
    bad.write_text("round = 3\n[capital]\nblue = [7]\npink = { sum = 1 }\n", encoding="utf-8")
    result = helper("check", EXAMPLE, str(bad))
    assert result.code == 2
    assert len([line for line in result.out.splitlines() if line.startswith(str(bad))]) == 2


def test_check_judges_a_file_by_the_calculator_that_knows_most_of_its_keys(helper: Helper, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("round = 3\n[capitl]\nblue = [5]\n[players.A]\nblue = [7]\ngold = -1\nred = [3]\n", encoding="utf-8")
    said = helper("check", str(bad)).out.splitlines()
    assert [line.removeprefix(f"{bad}: ").partition(":")[0].partition(" ")[0] for line in said] == [
        "“capitl”",
        "players.A.blue",
        "players.A.gold",
        "players.A",
    ]


def test_check_reads_a_folder_of_definitions(helper: Helper) -> None:
    from helper.definitions.load import GAMES

    result = helper("check", str(GAMES / "capital_lux_2"))
    assert result.code == 0, result.out
    assert "definitions of capital-lux-2" in result.out
