"""What a run says of red tests: every difference of a row at once, the line that runs it alone, and what is the same once."""

from __future__ import annotations

import shlex

import pytest

from tests.missing import home
from tests.playing import played
from tests.rows import Red, Row

pytestmark = pytest.mark.slow

pytest_plugins = ["pytester"]
RED = """
import pytest
from tests.rows import Row

@pytest.mark.parametrize("n", range(4))
def test_a_row(n):
    with Row("final.gold", [f"row {n}"], "score") as row:
        row.same("points", {"P1": 4}, {"P1": 6 if n < 3 else 4})
        row.said(["Anna: 2 gold are 6 points."])

def test_another():
    with Row("resolution.tie", []) as row:
        row.same("winner", "Anna", "Bert")

def test_plain():
    assert [1] == [2]
"""


def text(row: Row) -> str:
    with pytest.raises(Red) as red, row:
        pass
    return str(red.value)


def test_a_red_row_tells_position_move_every_difference_and_the_reasons() -> None:
    row = Row("resolution.tie", played(["observe anna.gold=2"]), "resolve")
    row.same("verdict", "legal", "illegal")
    row.same("figures", {"P1.gold": 2, "P2.gold": 1}, {"P1.gold": 2, "P3.gold": 1})
    row.filled("sentence", ["{gold} is won"])
    row.said(["Blue is not known."])
    assert text(row).splitlines() == [
        f"rule      resolution.tie{home('resolution.tie')}",
        "position  capital-lux-2, full: Anna, Bert, Cleo",
        "          1. Gold, Anna = 2",
        "move      resolve",
        "differs   verdict: expected legal",
        "                   got      illegal",
        "          figures: P2.gold: expected 1",
        "                            got      –",
        "          figures: P3.gold: expected –",
        "                            got      1",
        "          sentence: expected a sentence that is all filled in",
        "                    got      '{gold} is won' with {",
        "in words  Blue is not known.",
    ]


def test_what_breaks_off_a_row_is_told_with_what_differed_before() -> None:
    def broken_off() -> None:
        with Row("resolution.tie", []) as row:
            row.same("verdict", "legal", "illegal")
            raise KeyError("blue")

    with pytest.raises(Red) as red:
        broken_off()
    assert "verdict: expected legal" in str(red.value)
    assert "KeyError: 'blue'" in str(red.value)


def test_a_row_that_holds_says_nothing() -> None:
    with Row("resolution.tie", []) as row:
        row.same("figures", {"a": 1}, {"a": 1})
        row.contains("steps", ["b"], ["a", "b"])
        row.filled("sentences", ["All is said."])


@pytest.mark.parametrize("workers", ["0", "2"])
def test_what_many_red_tests_say_is_told_once_with_their_number(pytester: pytest.Pytester, workers: str) -> None:
    pytester.makepyfile(test_red=RED)
    found = pytester.runpytest_subprocess("-p", "tests.summary", "-n", workers, "-q")
    found.assert_outcomes(failed=5, passed=1)
    found.stdout.fnmatch_lines(
        ["*5 red, by what they have in common: 3*", "    3 × final.gold: points: P1", "        test_red.py::test_a_row*"]
    )
    said = found.stdout.str()
    assert said.count("differs   points: P1: expected 4") == 1
    assert said.count("in words  Anna: 2 gold are 6 points.") == 1
    assert "winner: expected Anna" in said
    alone = next(line for line in said.splitlines() if line.startswith("alone "))
    assert shlex.split(alone)[-1].startswith("test_red.py::test_a_row[")
