"""Whole evenings, shown after every line: the files beside this one are what the program says, line by line.

A line that begins with `> ` is done; what follows it is shown. `pytest --update-records` writes the files anew, to be read
as a change.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from helper.definitions.load import discover, has_engine
from helper.errors import HelperError
from helper.i18n.words import Words
from helper.table import Table, new
from helper.table.evening import Evening
from tests.missing import ROOT, gaps, speaks
from tests.playing import GAME, do, stamps, status, table
from tests.rows import Red

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.txt"))
RECORDS = [path.stem for path in FILES]


def rendered(text: str) -> str:
    """Return a record with what its lines give now."""
    title, seats = text.splitlines()[:2]
    at = seated(seats.removeprefix("# ").split())
    lines = [title, seats]
    for line in text.splitlines():
        if line.startswith("> "):
            lines.extend(["", line, *shown(at, line.removeprefix("> "))])
    return "\n".join(lines) + "\n"


def seated(words: list[str]) -> Table:
    """Return a table as a record's second line has it: names and options, or `hegemony`, the start, and who plays what."""
    if words[0] == "hegemony":
        return Table(new(words[0], words[2:], {}, words[1]), stamps())
    return table(*(word for word in words if "=" not in word), **dict(word.split("=") for word in words if "=" in word))


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


def entries_of(text: str) -> list[tuple[str, list[str]]]:
    """Return what is shown of each line that is done, the line first; before them, the head of a record."""
    found: list[tuple[str, list[str]]] = [("", [])]
    for line in text.splitlines():
        if line.startswith("> "):
            found.append((line, []))
        else:
            found[-1][1].append(line)
    return found


def differs(path: Path, written: str, now: str) -> str:
    """Return where a record first comes out otherwise, what is shown there and what was, and how much of the rest differs too."""
    were, are = entries_of(written), entries_of(now)
    differing = [n for n, (was, one) in enumerate(zip(were, are, strict=True)) if was != one]
    if not differing:
        return ""
    first, name = differing[0], path.relative_to(ROOT).as_posix()
    line, lines = written[: written.index(were[first][0])].count("\n") + 1, [text for text in were[first][1] if text not in are[first][1]]
    before = [f"            {text}" for text, _ in were[max(1, first - 2) : first]]
    got = [text for text in are[first][1] if text not in were[first][1]]
    if not lines + got:
        lines, got = were[first][1], are[first][1]
    seats, later = written.splitlines()[1].removeprefix("# "), len(differing) - 1
    return "\n".join(
        [
            f"record    {name}:{line}, {seats}",
            *([f"after     {before[0].strip()}", *before[1:]] if before else []),
            f"entry     {were[first][0] or 'the head of the record'}",
            *(f"expected  {text.strip()}" for text in lines or ["nothing more"]),
            *(f"got       {text.strip()}" for text in got or ["nothing more"]),
            f"then      {later} of the {len(were) - first - 1} later entries differ too" if were[first + 1 :] else "then      nothing more",
            f"rewrite   {sys.executable} -m pytest -n0 tests/records --update-records, where the rules are meant to say so now; "
            "then read the change: git diff tests/records",
        ]
    )


@pytest.mark.parametrize("name", RECORDS)
def test_an_evening_goes_as_it_is_written(name: str, update_records: bool) -> None:
    path = FOLDER / f"{name}.txt"
    written = path.read_text(encoding="utf-8")
    now = rendered(written)
    if update_records:
        path.write_text(now, encoding="utf-8")
    elif now.splitlines() != written.splitlines():
        said = differs(path, written, now) or f"{name}.txt: the empty lines between the entries differ"
        raise Red(said, [f"records: {line.split(': ')[0].split(' = ')[0]}" for line in said.splitlines() if line.startswith("entry")])
    assert now.count("\n> ") > 5


def test_a_record_that_differs_says_the_first_entry_that_does_and_how_many_later_ones() -> None:
    written = "# evening\n# Anna Bert\n\n> base b5\n    entry 1\n\n> base b4\n    entry 2\n        to move: Anna\n\n> undo\n    undone 2\n"
    now = written.replace("to move: Anna", "to move: Bert").replace("undone 2", "undone 1")
    said = differs(FOLDER / "evening.txt", written, now).splitlines()
    assert said[:-1] == [
        "record    tests/records/evening.txt:7, Anna Bert",
        "after     > base b5",
        "entry     > base b4",
        "expected  to move: Anna",
        "got       to move: Bert",
        "then      1 of the 1 later entries differ too",
    ]
    assert "--update-records" in said[-1]
    assert differs(FOLDER / "evening.txt", written, written) == ""


def test_every_game_with_moves_has_an_evening_here() -> None:
    here = {
        seats.split()[1] if seats.split()[1] in discover() else GAME
        for seats in (path.read_text("utf-8").splitlines()[1] for path in FILES)
    }
    lines = '"# what it is", "# {id} start Name=role …", then a line "> …" for each entry'
    write = f"one, as tests/records/{{id}}.txt: {lines}; --update-records fills it."
    speaks(gaps("game", [game for game in discover() if has_engine(game)], sorted(here), FOLDER, write, "evening"))


def told(text: str) -> int:
    """Return how many figures a record's lines tell; a list of policies counts as many."""
    lines = [line.removeprefix("> ") for line in text.splitlines() if line.startswith(("> observe ", "> adjust "))]
    words = [word for line in lines for word in line.split()[1:]]
    return sum(len(word.split(",")) if word.startswith("policies=") else 1 for word in words)


def test_a_phase_of_figures_alone_needs_few_of_them() -> None:
    text = (FOLDER / "hegemony_figures.txt").read_text(encoding="utf-8")
    assert told(text) <= 50
    assert text.count("to move: ") - 1 >= 20, "every turn of four players"


def test_undo_and_redo_of_every_entry_of_a_phase_bring_everything_back() -> None:
    _, seats, *lines = (FOLDER / "hegemony_action_phase.txt").read_text(encoding="utf-8").splitlines()
    at = seated(seats.removeprefix("# ").split())
    kinds = set()
    for line in (one.removeprefix("> ") for one in lines if one.startswith("> ")):
        before = stands(at)
        try:
            if not do(at, line).get("recorded"):
                continue
        except HelperError:
            continue
        after, event = stands(at), at.journal.events[-1]
        kinds.add(event.body.get("rule", event.kind))
        assert at.ask("undo")["recorded"]
        assert stands(at) == before, line
        assert at.ask("redo")["recorded"]
        assert stands(at) == after, line
        at.journal = at.journal._replace(events=at.journal.events[:-2])
    assert len(kinds) > 25


@pytest.mark.parametrize(("record", "move", "told"), [("hegemony_round_2", "production", "working_food=c2"), ("sums_only", "resolve", "")])
def test_what_the_round_came_to_is_corrected_by_the_word_that_entered_it(record: str, move: str, told: str) -> None:
    _, seats, *lines = (FOLDER / f"{record}.txt").read_text(encoding="utf-8").splitlines()
    at, until = seated(seats.removeprefix("# ").split()), f"> {move} {told}".strip()
    for line in (one.removeprefix("> ") for one in lines[: lines.index(until)] if one.startswith("> ")):
        with suppress(HelperError):
            do(at, line)
    n = at.ask("resolve", words=told.split())["recorded"]
    for word in ("resolve", move):
        answer = at.ask("correct", n=n, words=[word, *told.split()], dry_run=True)
        assert (answer["corrected"], answer["verdict"], answer["totals"]) == (n, "legal", []), word


def test_the_move_of_a_player_is_not_corrected_by_the_word_that_ends_a_phase() -> None:
    at = seated(["hegemony", "full", "Anna=working", "Cleo=capitalist"])
    do(at, "p 3 B")
    with pytest.raises(HelperError) as refused:
        do(at, "correct 1 resolve")
    assert [fault.code for fault in refused.value.faults] == ["unknown_move"]


def test_a_vote_that_a_correction_calls_for_is_due_and_forbids_no_other_correction() -> None:
    at = seated(["hegemony", "full", "Anna=working", "Cleo=capitalist"])
    for line in ("p 3 B", "p 7 C", "pp"):
        assert do(at, line)["recorded"]
    answer = do(at, "correct 1 p 3 B now")
    assert answer["recorded"] == 4
    assert {reason["condition"] for one in answer["doubtful"] for reason in one["reasons"]} == {"nothing_due"}
    assert [one["rule"] for one in answer["due"]] == ["immediate_vote"]
    assert (status(at)["due"], status(at)["doubtful"]) == (answer["due"], [])
    assert do(at, "correct 2 p 7 A")["recorded"] == 5


def stands(at: Table) -> tuple[object, ...]:
    """Return where a table stands, without the number of its next event."""
    position = Evening(at.journal).position
    return position.figures, position.told, position.due
