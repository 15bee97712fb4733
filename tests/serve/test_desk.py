"""Requests of every shape that reach the real desk over real sockets: each is answered, none breaks, none takes long."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from helper.publish.companion.desk import answer
from tests.serve.conftest import CODE, GAME, Running, Serve, fresh_id

ASKS = ["calc", "record", "play", "resolve", "form", "tell", "observe", "undo", "redo", "score", "edit", "correct", "export", "new", "use"]
NAMES = ["~move", "~seat", "~words", "~n", "~target", "~sure", "~force", "~section", "~calculator", "~players", "~name.P1", "~option.set"]
PATHS = [
    "card",
    "to",
    "players.P1.gold",
    "capital.blue.sum",
    "capital.blue",
    "round",
    "card~1~0",
    "cards~2~1",
    "a~9~99999999999",
    "a~b~c",
    "",
]
WORDS = [
    "",
    "P1",
    "P9",
    "play.base",
    "resolution.order",
    "blue 5",
    "-3",
    "99",
    "9" * 30,
    "yes",
    "*",
    "round",
    "final",
    "a=b",
    "\x00",
    "é" * 50,
]
fields = st.lists(st.tuples(st.sampled_from([*NAMES, *PATHS]), st.sampled_from(WORDS)), max_size=12)


@pytest.fixture
def table(serve: Serve, record: str) -> Running:
    return serve(answer)


@example(ask="play", sent=[("~seat", "play.base")], rules="")  # a move, where a seat should be
@given(ask=st.sampled_from(ASKS), sent=fields, rules=st.sampled_from(["", "/{rule:>99999999}", "/{rule.__class__}", "x" * 5000]))
@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_a_phone_sends_is_answered_at_once_and_in_words(table: Running, ask: str, sent: list[tuple[str, str]], rules: str) -> None:
    request = {
        "context": {"game": GAME, "language": "de", "rules": rules},
        "ask": ask,
        "fields": sent,
        "me": [],
        "stamp": [fresh_id(), "2020-01-01T00:00:00Z"],
    }
    begun = time.process_time()  # of the server too, which is in this process; not what others take of the machine
    for _ in range(2):  # the second time as when no answer had come
        found = table.post(json.dumps(request).encode(), X_Join=CODE)
        assert found.status in (200, 429), found.text
    assert len(found.body) < 200_000
    assert "__class__" not in found.text.replace("{rule.__class__}", "")
    assert time.process_time() - begun < 5


def test_who_typed_a_wrong_code_is_told_so(table: Running) -> None:
    said = table.ask("undo", code="WRONGONE").json["put"]["said"]
    assert said != table.ask("undo", code=None).json["put"]["said"]
