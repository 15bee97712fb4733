"""Every figure stands once: change it in the definition, and what the program answers changes with it."""

from __future__ import annotations

import copy
import json
import re
import shutil
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from helper import reference
from helper.definitions import load
from helper.definitions.build import build
from helper.definitions.load import read
from helper.errors import HelperError
from helper.i18n import catalogs
from helper.table import calculate
from helper.table.calculating import nested
from tests.missing import home
from tests.playing import GAME, do, status, table

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parents[2]
DEFINITION = load.load(GAME)
GAMES = load.discover()
FIGURES = [(rule.id, name) for rule in DEFINITION.rules.values() for name in rule.values if name not in rule.shown_only]


def probes() -> Iterator[object]:
    """Yield what the program answers to many questions, without any sentence."""
    for vector in tomllib.loads((TESTS / "vectors/rounds.toml").read_text(encoding="utf-8"))["vectors"]:
        yield answered(vector.get("calculator", "round"), nested(vector["given"]), vector.get("options", {}))
    for refusal in tomllib.loads((TESTS / "vectors/refusals.toml").read_text(encoding="utf-8"))["refusals"]:
        yield answered(refusal.get("calculator", "round"), refusal["words"], {})
    for path in sorted((TESTS / "records").glob("*.txt"), key=lambda path: path.stat().st_size):  # most figures show in a short one
        text = path.read_text(encoding="utf-8")
        if text.splitlines()[1].split()[1] not in GAMES:  # a record of another game names it there
            yield from evening(text)


def answered(calculator: str, inputs: Any, options: Mapping[str, str]) -> object:
    try:
        answer = calculate(GAME, calculator, inputs, options=options)
    except HelperError as error:
        return [fault.code for fault in error.faults]
    return [answer["result"], len(answer["warnings"])]  # type: ignore[arg-type]


def evening(text: str) -> Iterator[object]:
    words = text.splitlines()[1].removeprefix("# ").split()
    at = table(*(word for word in words if "=" not in word), **dict(word.split("=") for word in words if "=" in word))
    for line in text.splitlines():
        if line.startswith("> "):
            try:
                answer = do(at, line.removeprefix("> "))
            except HelperError as error:
                yield [fault.code for fault in error.faults]
            else:
                told = [answer.get(key) for key in ("verdict", "recorded", "result", "doubts")]
                now = status(at)
                yield [*told, now["figures"], now["to_move"]]


@pytest.fixture(scope="module")
def as_it_stands() -> list[str]:
    return [json.dumps(one) for one in probes()]


def is_as_before(before: list[str]) -> bool:
    """Return whether every probe is answered as before; stops at the first that is not."""
    return all(json.dumps(now) == then for now, then in zip(probes(), before, strict=True))


def use(raw: load.Raw, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every game be the one that `raw` defines."""
    built = build(raw)
    monkeypatch.setattr(load, "read", lambda game: raw)
    monkeypatch.setattr(load, "build", lambda given, whole=True: built)
    load.load.cache_clear()


def changed(rule: str, name: str, value: object) -> load.Raw:
    raw: dict[str, Any] = copy.deepcopy(read(GAME))
    next(one for one in raw["rules"] if one["id"] == rule)["values"][name] = value
    return raw


@pytest.mark.parametrize(("rule", "name"), FIGURES, ids=lambda part: part)
def test_some_answer_changes_with_every_figure(
    rule: str, name: str, as_it_stands: list[str], other_definitions: pytest.MonkeyPatch
) -> None:
    before = DEFINITION.rules[rule].number(name)
    for value in (before + 1, before - 1, before + 4):
        use(changed(rule, name, value), other_definitions)
        if not is_as_before(as_it_stands):
            return
    pytest.fail(
        f"Nothing that the program answers depends on {rule}.{name}{home(rule)}. Let the code read it, with a vector in "
        "tests/vectors/rounds.toml where it counts, or list it in shown_only of the rule.",
        pytrace=False,
    )


def test_a_figure_that_is_only_shown_changes_no_answer(as_it_stands: list[str], other_definitions: pytest.MonkeyPatch) -> None:
    raw: dict[str, Any] = copy.deepcopy(read(GAME))
    for one in raw["rules"]:
        for name in one.get("shown_only", []):
            if isinstance(one["values"][name], int):
                one["values"][name] += 7
    use(raw, other_definitions)
    assert is_as_before(as_it_stands)


@pytest.fixture
def gold_counts_three(tmp_path: Path, other_definitions: pytest.MonkeyPatch) -> Path:
    """Copy the game's folder, change one number in one file, and read the game from there."""
    folder = tmp_path / "games" / GAME.replace("-", "_")
    shutil.copytree(load.GAMES / folder.name, folder, ignore=shutil.ignore_patterns("__pycache__"))
    files = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.toml")}
    stated = [path for path, text in files.items() for _ in re.findall(r"gold_value = \d", text)]
    assert len(stated) == 1, "the figure stands in one place"
    stated[0].write_text(files[stated[0]].replace("gold_value = 2", "gold_value = 3"), encoding="utf-8")
    other_definitions.setattr(load, "GAMES", folder.parent)
    return folder


def test_one_changed_number_changes_result_steps_record_and_score(gold_counts_three: Path) -> None:
    answer: Any = calculate(GAME, "round", ["round=3", "players.A.gold=2", "players.B.gold=1"])
    assert [row["gold_points"] for row in answer["result"]["scores"]] == [6, 3]
    assert answer["result"]["winners"] == ["A"]
    assert [step["text"] for step in answer["steps"] if step["rule"] == "final.score"] == [
        "A: 6 points = 0 (cards) + 0 (bonus cards) + 6 (gold)",
        "B: 3 points = 0 (cards) + 0 (bonus cards) + 3 (gold)",
    ]
    at = table("Anna", "Bert")
    do(at, "observe P1.gold=2")
    scores: Any = at.ask("score")["scores"]
    assert (scores[0]["total"], scores[0]["lines"][2]["text"]) == (6, "Gold: 2 × 3 = 6")


@pytest.mark.parametrize("language", catalogs.languages())
def test_one_changed_number_changes_the_sentence_in_every_language(language: str, other_definitions: pytest.MonkeyPatch) -> None:
    def said() -> dict[str, str]:
        rules: Any = reference.rules(GAME, language=language)["rules"]
        return {one["id"]: one["text"] for one in rules if one["id"] in ("final.gold", "final.score", "edition.tie")}

    before, value = said(), DEFINITION.rules["final.gold"].number("gold_value")
    use(changed("final.gold", "gold_value", value + 7), other_definitions)
    after = said()
    assert len(after) == 3
    for id, text in after.items():
        assert str(value + 7) in text
        assert text.replace(str(value + 7), str(value)) == before[id], "all but the figure stays"


def test_an_example_that_a_changed_number_makes_untrue_no_longer_holds(gold_counts_three: Path) -> None:
    from helper.table import holds

    definition = load.load(GAME)
    assert not holds(definition, definition.rules["final.gold"].examples[0])
    assert holds(definition, definition.rules["resolution.limit"].examples[0])
