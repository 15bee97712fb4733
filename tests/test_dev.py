"""The chores of a checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

from helper import bench, dev, reference, table
from helper.bench import phone, sections
from helper.definitions import load
from helper.definitions.build import build
from helper.definitions.load import read_folder
from helper.errors import UnreadableInput
from helper.i18n import catalogs


@pytest.fixture
def generated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let one file below a folder of its own be everything that is generated."""
    path = tmp_path / "made" / "list.txt"
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "GENERATED", (lambda: {path: "one\ntwo\n"},))
    return path


def test_what_is_generated_and_committed_is_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["check"]) == 0, capsys.readouterr().out


def test_a_stale_file_fails_the_check_with_the_difference_and_the_command_that_mends_it(
    generated: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dev.main(["check"]) == 1
    assert dev.main(["write"]) == 0
    assert dev.main(["check"]) == 0
    generated.write_text("one\nthree\n")
    capsys.readouterr()
    assert dev.main(["check"]) == 1
    said = capsys.readouterr()
    assert "-three" in said.out
    assert "+two" in said.out
    assert "python -m helper.dev write" in said.err


def test_a_long_difference_is_cut_short(generated: Path, capsys: pytest.CaptureFixture[str]) -> None:
    generated.parent.mkdir()
    generated.write_text("\n".join(map(str, range(100))))
    assert dev.main(["check"]) == 1
    assert len(capsys.readouterr().out.splitlines()) <= dev.SHOWN_LINES + 1


def test_a_new_language_is_one_file_with_nothing_translated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(catalogs, "CHECKOUT", tmp_path / "locales")
    assert dev.main(["new-language", "pt_BR"]) == 0
    (made,) = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert made.relative_to(tmp_path).as_posix() == "locales/pt_BR/LC_MESSAGES/helper.po"
    assert "Language: pt_BR" in made.read_text(encoding="utf-8")
    assert dev.main(["new-language", "pt_BR"]) == 2
    assert dev.main(["new-language", "klingon"]) == 2
    assert "exists already" in capsys.readouterr().err


def test_a_new_game_loads_as_it_is_made(tmp_path: Path) -> None:
    for name, content in dev.starter("red-harbour").items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    definition, faults = build(read_folder(tmp_path))
    assert faults == []
    assert definition.title.text == "Red Harbour"
    assert definition.rules["turn.first"].topic == "turn"


def test_a_new_game_can_be_looked_up_and_is_no_game_to_record(tmp_path: Path, other_definitions: pytest.MonkeyPatch) -> None:
    other_definitions.setattr(dev, "ROOT", tmp_path)
    other_definitions.setattr(load, "GAMES", tmp_path / "games")
    assert dev.main(["new-game", "red-harbour"]) == 0
    (game,) = reference.games()["games"]  # type: ignore[misc]
    assert (game["id"], game["has_engine"]) == ("red-harbour", False)  # type: ignore[has-type]
    assert [rule["id"] for rule in reference.rules("red")["rules"]] == ["turn.first"]  # type: ignore[attr-defined]
    with pytest.raises(UnreadableInput) as refused:
        table.new("red-harbour", ["Anna", "Bert"])
    assert refused.value.faults[0].code == "reference_only"


@pytest.mark.parametrize("id", ["Capital", "../x", "a_b", "", "capital-lux-2"])
def test_a_game_is_not_made_twice_or_under_an_id_that_cannot_be_typed(id: str) -> None:
    assert dev.main(["new-game", id]) == 2


PAGE = "# Figures\n\nBy hand.\n\n## First\n\nold\n\n## Kept\n\n| a |\n| --- |\n\n## Last\n\nold\n"


def test_measuring_a_part_replaces_its_section_and_leaves_the_others() -> None:
    found = sections.merged(PAGE, {"Last": "new\n", "Between": "fresh"}, ("First", "Between", "Last"))
    assert sections.split(found) == (
        "# Figures\n\nBy hand.",
        {"First": "old", "Between": "fresh", "Last": "new", "Kept": "| a |\n| --- |"},
    )
    assert sections.merged(found, {}, ("First", "Between", "Last")) == found


@pytest.mark.parametrize(("found", "said"), [(0.8, "≤ 0.8"), (0.804, "≤ 0.8"), (0.81, "≤ 0.8, **not held**")])
def test_a_budget_that_is_not_held_says_so(found: float, said: str) -> None:
    assert sections.limit(found, "0.8") == said


def test_only_the_parts_that_are_named_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "performance.md"
    page.write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(bench, "ROOT", tmp_path)
    monkeypatch.setattr(bench, "PAGE", page)
    parts = {name: (name.title(), lambda _, name=name: f"{name} anew") for name in ("first", "kept", "last")}
    monkeypatch.setattr(bench, "PARTS", parts)
    assert dev.main(["bench", "last"]) == 0
    assert page.read_text(encoding="utf-8") == PAGE.replace("## Last\n\nold", "## Last\n\nlast anew")
    assert dev.main(["bench"]) == 0
    assert "old" not in page.read_text(encoding="utf-8")


def test_an_unknown_part_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        dev.main(["bench", "phones"])
    assert refused.value.code == 2
    assert "phone, serving" in capsys.readouterr().err


def test_without_a_browser_the_section_of_the_phone_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phone, "chromium", lambda: None)
    assert phone.section(tmp_path).count("\n") == 0
    assert "Chromium" in phone.section(tmp_path)
