"""Who has the code comes in, who guesses does not, and nobody is kept out by the guesses of others."""

from __future__ import annotations

import json
import os
import re
import stat
import time
from pathlib import Path

import pytest

from helper.i18n.words import Words
from helper.serve import joining
from helper.serve.joining import ABSENT, FREE, LOCKED, OPEN, WRONG, Door, Entry, fresh_code, kept_code
from tests.serve.conftest import CODE, Running, Serve, note, tell


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def door(clock: Clock) -> Door:
    return Door(CODE, clock)


def wrong(n: int) -> str:
    return f"WRNG{n:04d}"


def test_a_code_is_random_and_of_signs_that_are_not_mistaken() -> None:
    codes = {fresh_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(re.fullmatch("[2-9A-HJ-NP-Z]{8}", code) and not set(code) & set("01OIL") for code in codes)


@pytest.mark.parametrize("given", [CODE, "abcdefgh", "ABCD-EFGH", " abcd efgh "])
def test_the_code_opens_however_it_is_written(door: Door, given: str) -> None:
    assert door.entry("a", given) == Entry(OPEN)


@pytest.mark.parametrize("given", ["ABCDEFGJ", "ABCDEFG", "ABCDEFGHH", "\x00", "ß" * 8, "x" * 10_000, "\udcff"])
def test_any_other_does_not(door: Door, given: str) -> None:
    assert door.entry("a", given) == Entry(WRONG)


@pytest.mark.parametrize("given", [None, ""])
def test_without_a_code_one_looks_on_and_guesses_nothing(door: Door, given: str | None) -> None:
    assert {door.entry("a", given) for _ in range(100)} == {Entry(ABSENT)}
    assert door.entry("a", CODE) == Entry(OPEN)


def test_guesses_are_few_and_then_slower_and_slower(door: Door, clock: Clock) -> None:
    for n in range(FREE):
        assert door.entry("a", wrong(n)) == Entry(WRONG)
    waits = []
    for n in range(FREE, FREE + 12):
        locked = door.entry("a", wrong(n))
        assert locked.state == LOCKED
        assert door.entry("a", CODE).state == LOCKED
        waits.append(locked.seconds)
        clock.now += locked.seconds
        assert door.entry("a", wrong(n)) == Entry(WRONG)
    assert waits[:4] == [10, 20, 40, 80]
    assert waits == sorted(waits)
    assert waits[-1] == 900


def test_after_the_wait_the_code_opens_and_time_forgives_guesses(door: Door, clock: Clock) -> None:
    for n in range(FREE):
        door.entry("a", wrong(n))
    clock.now += 10
    assert door.entry("a", CODE) == Entry(OPEN)
    assert door.entry("a", wrong(98)) == Entry(WRONG)
    assert door.entry("a", CODE) == Entry(LOCKED, 20)
    clock.now += joining.FORGOTTEN + 1
    assert door.entry("a", wrong(99)) == Entry(WRONG)
    assert door.entry("a", CODE) == Entry(OPEN)


def test_who_has_the_code_opens_no_way_for_guesses_from_the_same_address(door: Door, clock: Clock) -> None:
    tried = 0
    for n in range(1000):
        clock.now += 0.1
        tried += door.entry("a", wrong(n)).state == WRONG
        door.entry("a", CODE)
    assert tried <= 9


def test_one_who_guesses_keeps_nobody_else_out(door: Door) -> None:
    for n in range(FREE + 3):
        door.entry("a", wrong(n))
    assert door.entry("b", CODE) == Entry(OPEN)


def test_many_who_guess_keep_nobody_else_out(door: Door) -> None:
    for address in range(100):
        states = [door.entry(f"x{address}", wrong(n)).state for n in range(FREE + 3)]
        assert states.count(WRONG) == FREE
        assert states.count(LOCKED) == 3
    assert door.entry("stranger", CODE) == Entry(OPEN)


def test_the_terminal_hears_of_each_address_that_is_locked_and_at_last_of_many(clock: Clock) -> None:
    told: list[str] = []
    door = Door(CODE, clock, lambda fault: told.append(Words().fault(fault)))
    for address in range(joining.TOLD + 5):
        for n in range(FREE + 3):
            door.entry(f"10.0.0.{address}", wrong(n))
    assert len(told) == joining.TOLD + 1
    assert told[0] == "Wrong join codes keep coming from 10.0.0.0: that address has to wait. All others can join."
    assert "many addresses" in told[-1]
    clock.now += joining.TOLD_WINDOW + 1
    for n in range(FREE):
        door.entry("late", wrong(n))
    assert "from late" in told[-1]


def test_the_same_wrong_code_again_is_no_new_guess(door: Door) -> None:
    assert {door.entry("a", "LASTWEEK") for _ in range(100)} == {Entry(WRONG)}
    assert door.entry("a", CODE) == Entry(OPEN)


def test_what_is_remembered_is_bounded(door: Door, clock: Clock) -> None:
    for n in range(3000):
        door.entry(f"x{n}", wrong(n))
        clock.now += 20
    assert len(door._callers) <= joining.REMEMBERED
    assert len(door._told) <= joining.TOLD + 1


def test_codes_are_compared_in_constant_time(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[int, int]] = []

    def compare(a: bytes, b: bytes) -> bool:
        compared.append((len(a), len(b)))
        return a == b

    monkeypatch.setattr("hmac.compare_digest", compare)
    door.entry("a", "A")
    door.entry("a", CODE)
    assert compared == [(32, 32), (32, 32)]


def test_a_code_is_kept_for_an_evening_and_by_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = kept_code(tmp_path, "one")
    assert kept_code(tmp_path, "one") == first
    other = kept_code(tmp_path, "two")
    assert other != first
    assert kept_code(tmp_path, "one") == first
    assert kept_code(tmp_path, "one", new=True) not in (first, other)
    assert kept_code(tmp_path, "two") == other
    later = time.time() + joining.EVENING + 1
    monkeypatch.setattr(time, "time", lambda: later)
    assert kept_code(tmp_path, "two") != other


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_kept_code_is_read_by_its_owner_alone(tmp_path: Path) -> None:
    kept_code(tmp_path, "one")
    assert [stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()] == [0o600]


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{", '{"one": 3}', '{"one": [1, "short"]}', '{"one": ["x", "ABCDEFGH"]}', "[" * 100_000, '{"one": [1e400, "ABCDEFGH"]}'],
)
def test_a_file_of_codes_that_cannot_be_read_is_made_anew(tmp_path: Path, content: str) -> None:
    (tmp_path / "join.json").write_text(content)
    code = kept_code(tmp_path, "one")
    assert code != CODE
    assert json.loads((tmp_path / "join.json").read_text())["one"][1] == code


def test_where_no_code_can_be_kept_there_is_one_all_the_same(tmp_path: Path) -> None:
    assert len(kept_code(tmp_path / "missing", "one")) == 8


@pytest.fixture
def table(serve: Serve, record: str) -> Running:
    return serve(note)


def test_without_the_code_everything_is_seen_and_nothing_entered(table: Running) -> None:
    assert table.ask("status", code=None).json["record"] == "Friday"
    assert table.ask("observe", {"P1.gold": "7"}, code=None).json["fault"] == ["join_needed"]
    assert table.ask("undo", code=None).json["fault"] == ["join_needed"]
    assert table.ask("observe", {"P1.gold": "7"}, code="WRONGONE").json["fault"] == ["join_wrong"]
    assert len(table.store.load()[1].events) == 1
    assert table.ask("observe", {"P1.gold": "7"}).json["recorded"] == 2


def test_whoever_guesses_too_often_is_told_to_wait(table: Running) -> None:
    for n in range(FREE):
        table.ask("observe", {"P1.gold": "7"}, code=wrong(n))
    refused = table.ask("observe", {"P1.gold": "7"}).json
    assert refused["fault"] == ["join_locked"]
    assert "Try again in 10 seconds" in refused["said"][0]
    assert table.ask("status").json["record"] == "Friday"
    assert len(table.store.load()[1].events) == 1


def test_the_code_of_one_server_does_not_open_another(serve: Serve, record: str) -> None:
    assert serve(note, code="HGFEDCBA").ask("observe", {"P1.gold": "7"}).json["fault"] == ["join_wrong"]


def test_the_code_stands_in_no_answer_and_no_address(table: Running) -> None:
    for path in ("/", "/en/", f"/?join={CODE}", "/live/"):
        answer = table.get(path)
        assert CODE not in answer.text
        assert CODE not in str(answer.headers)
    assert CODE not in table.ask("status").text
    assert table.get(f"/?join={CODE}").headers["Location"] == "/en/"


def test_a_code_in_the_address_or_the_body_opens_nothing(table: Running) -> None:
    assert table.ask("observe", {"P1.gold": "7", "~join": CODE}, code=None).json["fault"] == ["join_needed"]
    tell(table.store, "P1.gold=3")
