"""A record that tells what the installed rules do not know: nothing is lost, the rest counts, and what it is stands on every surface."""

from __future__ import annotations

from typing import Any

import pytest

from helper.engine.journal import Event, Journal
from helper.i18n.words import Words
from helper.table import Table
from helper.table.saying import halted, undeclared
from tests.playing import played

UNKNOWN = {"players.P1.glod": 3, "capital.violet": [3], "players.P9.gold": 1, "gold": 2}


def table(figures: dict[str, Any]) -> Table:
    at = played([])
    event = Event(len(at.journal.events) + 1, "a" * 16, "2026-12-01T20:00:00Z", "terminal", "observe", {"figures": figures})
    return Table(Journal(at.journal.header, (*at.journal.events, event)), at.stamp)


@pytest.mark.parametrize("path", UNKNOWN)
def test_what_nobody_declares_is_kept_named_and_left_out(path: str) -> None:
    at = table({path: UNKNOWN[path], "players.P1.gold": 4})
    status: Any = at.ask("status")
    assert (status["stops_at"], status["figures"]["players.P1.gold"]) == (None, 4)
    assert [one["path"] for one in status["undeclared"]] == [path]
    log: Any = at.ask("log")
    assert f"{path} = {UNKNOWN[path]}" in log["entries"][-1]["text"]
    for language in ("en", "de", "it"):
        said = undeclared(Words(language), status)
        assert path in said[0]
        assert halted(Words(language), status) == said


def test_a_value_that_cannot_be_still_stops_the_record() -> None:
    status: Any = table({"players.P1.gold": "36, 42"}).ask("status")
    assert status["stops_at"] == 1
