"""A sign before a count says by how much it changes: `adjust` adds it, `observe` asks what lies there."""

from __future__ import annotations

from typing import Any

import pytest

from helper.errors import UnreadableInput
from helper.i18n.words import Words
from helper.table import calculate
from tests.games.hegemony.sitting import played as hegemony
from tests.playing import do, figures, played

THREE = "observe anna.gold=3"


@pytest.mark.parametrize(("typed", "gold"), [("+1", 4), ("-1", 2), ("−1", 2), ("+ 2", None), ("5", 5), ("-3", 0)])
def test_a_change_is_added_to_what_lies_there(typed: str, gold: int | None) -> None:
    at = played([THREE])
    if gold is None:
        at.ask("adjust", words=["anna.gold=+ 2"])
    else:
        assert do(at, f"adjust anna.gold={typed}")["recorded"]
    assert figures(at)["players.P1.gold"] == (5 if gold is None else gold)


@pytest.mark.parametrize("typed", ["+1", "-1"])
@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "“{typed}” says by how much it changes. Tell how many there are now, or write: adjust players.P1.gold={typed}"),
        ("de", "„{typed}“ sagt, um wie viel es sich ändert. Sag, wie viele es jetzt sind, oder schreib: adjust players.P1.gold={typed}"),
        ("it", "«{typed}» dice di quanto cambia. Indica quanti sono adesso, oppure scrivi: adjust players.P1.gold={typed}"),
    ],
)
def test_a_change_that_is_told_as_what_lies_there_is_asked_about(typed: str, language: str, says: str) -> None:
    at = played([THREE])
    with pytest.raises(UnreadableInput) as refused:
        do(at, f"observe anna.gold={typed}")
    assert Words(language).fault(refused.value.faults[0]._replace(where="")) == says.format(typed=typed)
    assert figures(at)["players.P1.gold"] == 3


def test_what_is_below_nothing_after_a_change_is_refused() -> None:
    with pytest.raises(UnreadableInput) as refused:
        do(played([THREE]), "adjust anna.gold=-4")
    assert refused.value.faults[0].code == "out_of_range"


def test_a_change_of_what_nobody_told_is_refused() -> None:
    with pytest.raises(UnreadableInput) as refused:
        do(hegemony([], start="figures"), "adjust working.money=+5")
    assert refused.value.faults[0].code == "tell_first"


def test_a_sign_is_part_of_a_number_that_may_be_less_than_nothing_or_is_a_change_itself() -> None:
    at = hegemony(["observe working.points=-3"])
    assert at.ask("status")["figures"]["working.points"] == -3  # type: ignore[index]
    assert figures(played(["observe capital.adjust.blue=+2"]))["capital.adjust.blue"] == 2
    found: Any = calculate("hegemony", "population", ["workers=+5"])["result"]
    assert found == calculate("hegemony", "population", ["workers=5"])["result"]


@pytest.mark.parametrize("typed", ["1_0", "0x10", "1e3", "1.", "+", "--1", "+-1", "½"])
def test_only_digits_make_a_number(typed: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        do(played([]), f"observe anna.gold={typed}")
    assert refused.value.faults[0].code == "no_number"
