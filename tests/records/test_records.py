"""Whole evenings, shown after every line: the files beside this one are what the program says, line by line.

A line that begins with `> ` is done; what follows it is shown. `pytest --update-records` writes the files anew, to be read
as a change.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helper.errors import HelperError
from helper.i18n.words import Words
from helper.table import Table
from tests.playing import do, status, table

FOLDER = Path(__file__).parent
RECORDS = sorted(path.stem for path in FOLDER.glob("*.txt"))


def rendered(text: str) -> str:
    """Return a record with what its lines give now."""
    title, seats = text.splitlines()[:2]
    words = seats.removeprefix("# ").split()
    at = table(*(word for word in words if "=" not in word), **dict(word.split("=") for word in words if "=" in word))
    lines = [title, seats]
    for line in text.splitlines():
        if line.startswith("> "):
            lines.extend(["", line, *shown(at, line.removeprefix("> "))])
    return "\n".join(lines) + "\n"


def shown(at: Table, line: str) -> Iterator[str]:
    before = status(at)
    try:
        answer = do(at, line)
    except HelperError as error:
        yield from (f"    refused: {Words('en').fault(fault)}" for fault in error.faults)
        return
    if answer.get("verdict", "legal") != "legal":
        yield f"    {answer['verdict']}" + ("" if answer["recorded"] else ", not recorded")
        yield from (f"    - {reason['text']}" for reason in answer["reasons"])
    if answer["recorded"]:
        yield f"    entry {answer['recorded']}"
    for key in ("undone", "redone", "corrected"):
        if answer.get(key):
            yield f"    {key} {answer[key]}: {answer.get('text') or answer['after']}"
    yield from (f"    {row['name']}: {row['before']} before, {row['after']} now" for row in answer.get("totals", []))
    yield from (f"    {step['text']}" for step in answer.get("steps", []))
    yield from (f"    differs: {one['text']}" for one in answer.get("mismatches", []))
    yield from changes(before, status(at))
    if answer.get("result") or answer.get("totals"):
        yield from scores(at)


def changes(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    for path, value in after["figures"].items():
        if before["figures"].get(path) != value:
            yield f"        {path} = {json.dumps(value, ensure_ascii=False)}"
    for path in sorted(set(before["figures"]) - set(after["figures"])):
        yield f"        {path} is not told any more"
    if before["due"] != after["due"]:
        yield from (f"        due: {due['text']}, of {', '.join(due['choices'])}" for due in after["due"])
    if before["to_move"] != after["to_move"]:
        yield f"        to move: {after['to_move_name'] or 'nobody'}"


def scores(at: Table) -> Iterator[str]:
    score: Any = at.ask("score")
    for row in score["scores"]:
        yield f"        {row['rank']}. {row['name']} {row['total']} = " + "; ".join(line["text"] for line in row["lines"])
    if score["text"]:
        yield f"        {score['text']}"


@pytest.mark.parametrize("name", RECORDS)
def test_an_evening_goes_as_it_is_written(name: str, update_records: bool) -> None:
    path = FOLDER / f"{name}.txt"
    written = path.read_text(encoding="utf-8")
    now = rendered(written)
    if update_records:
        path.write_text(now, encoding="utf-8")
    else:
        assert now.splitlines() == written.splitlines()
    assert now.count("\n> ") > 5
