"""Records in the terminal: choosing, handing on, deleting, repairing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helper.store import default_path
from tests.cli.conftest import Helper


def test_records_are_listed_with_the_current_one(evening: Helper) -> None:
    assert evening("record", "list").out.rstrip().endswith("1 entry; current")
    assert [one["name"] for one in evening("record", "list", "--json").json["records"]] == ["Friday"]


def test_a_record_travels_and_says_the_same_elsewhere(evening: Helper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening("play", "base", "b5")
    file = tmp_path / "friday.jsonl"
    assert evening("record", "export", "-o", str(file)).code == 0
    score, status = evening("score", "--json").out, evening("status", "--json").out
    monkeypatch.setenv("HELPER_DATA", str(tmp_path / "elsewhere"))
    assert evening("record", "import", str(file)).code == 0
    assert evening("record", "use", "friday").code == 0
    assert (evening("score", "--json").out, evening("status", "--json").out) == (score, status)
    assert evening("record", "export").out == file.read_text(encoding="utf-8")


def test_an_export_shows_the_corrected_value(evening: Helper) -> None:
    evening("play", "base", "b5")
    evening("correct", "2", "base", "b3", "--yes")
    last = json.loads(evening("record", "export").out.splitlines()[-1])
    assert (last["kind"], last["target"], last["body"]["arguments"]["card"]) == ("correct", 2, "blue 3")


def test_an_export_never_writes_over_a_file_unasked(evening: Helper, tmp_path: Path) -> None:
    file = tmp_path / "friday.jsonl"
    file.write_text("mine", encoding="utf-8")
    assert evening("record", "export", "-o", str(file)).code == 2
    assert file.read_text(encoding="utf-8") == "mine"
    assert evening("record", "export", "-o", str(file), "--yes").code == 0


def test_deleting_needs_a_yes_and_says_what_goes(evening: Helper) -> None:
    refused = evening("record", "delete", "Friday")
    assert refused.code == 2
    assert "Anna, Bert and Cleo" in refused.err
    assert "--yes" in refused.err
    assert len(evening("record", "list", "--json").json["records"]) == 1
    assert evening("record", "delete", "Friday", "--yes").code == 0
    assert evening("status").code == 2


def test_damaged_lines_are_named_by_number_with_the_file(evening: Helper, tmp_path: Path) -> None:
    evening("play", "base", "b5")
    evening("play", "base", "b4")
    lines = evening("record", "export").out.splitlines()
    lines[2] = lines[2][:20]
    file = tmp_path / "torn.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    result = evening("record", "import", str(file))
    assert result.code == 3
    assert f"{file}: Line 3 of the record is damaged." in result.err
    assert "1 entry" in result.err
    assert evening("check", str(file)).code == 3
    assert evening("record", "import", str(file), "--readable", "--name", "rest").code == 0
    assert len(evening("record", "export", "rest").out.splitlines()) == 2


def test_a_record_of_an_unknown_game_is_refused(evening: Helper, tmp_path: Path) -> None:
    text = evening("record", "export").out.replace('"capital-lux-2"', '"capital-lux-9"')
    file = tmp_path / "other.jsonl"
    file.write_text(text, encoding="utf-8")
    result = evening("record", "import", str(file))
    assert result.code == 2
    assert "capital-lux-2" in result.err


@pytest.mark.parametrize(
    ("field", "altered", "said"),
    [
        ("options", {"set": "zz"}, ["“options.set” cannot be “zz”; it is one of none, a, b, c and d."]),
        ("options", {"set": "a", "tempo": "fast"}, ["“tempo” under “options” does not exist."]),
        ("seats", {"P1": "Anna", "P2": "Bert"}, ["“P3” under “seats” does not exist."]),
        ("seats", {"P2": "Bert"}, ["“P1” under “seats” does not exist.", "“P3” under “seats” does not exist."]),
    ],
)
def test_a_header_that_was_altered_is_refused_by_the_name_of_its_field(
    evening: Helper, tmp_path: Path, field: str, altered: dict[str, str], said: list[str]
) -> None:
    for words in (["anna", "base", "b5"], ["bert", "base", "b4"], ["cleo", "base", "b4"]):
        assert evening("play", *words).code == 0
    header, *events = evening("record", "export").out.splitlines()
    file = tmp_path / "altered.jsonl"
    file.write_text("\n".join([json.dumps({**json.loads(header), field: altered}), *events]), encoding="utf-8")
    result = evening("record", "import", str(file))
    assert (result.code, result.err.splitlines()) == (2, [f"Error: {file}: {one}" for one in said])
    assert len(evening("record", "list").out.splitlines()) == 1
    assert evening("check", str(file)).code == 2


def test_a_newer_format_is_refused_with_what_to_do(evening: Helper, tmp_path: Path) -> None:
    text = evening("record", "export").out.replace('"format": 1', '"format": 99')
    file = tmp_path / "newer.jsonl"
    file.write_text(text, encoding="utf-8")
    result = evening("record", "import", str(file))
    assert result.code == 3
    assert "newer version of the program" in result.err


@pytest.mark.parametrize("text", ["", "hello", "{}", '{"format": 1}', "[1]"])
def test_what_is_no_record_is_refused(helper: Helper, tmp_path: Path, text: str) -> None:
    file = tmp_path / "no.jsonl"
    file.write_text(text, encoding="utf-8")
    assert helper("record", "import", str(file)).code == 2


def test_a_damaged_file_is_named_kept_and_repaired(evening: Helper) -> None:
    for card in ("b5", "b4", "b3"):
        evening("play", "base", card)
    evening("record", "import", str(_exported(evening)))
    path = default_path()
    path.write_bytes(b"not a database")
    broken = evening("status")
    assert broken.code == 3
    assert "records.db.bak" in broken.err
    assert "helper record repair" in broken.err
    assert path.read_bytes() == b"not a database"
    assert evening("record", "repair").code == 2
    assert evening("record", "repair", "--yes").code == 0
    assert (path.parent / "records.damaged-1.db").read_bytes() == b"not a database"
    assert len(evening("record", "list", "--json").json["records"]) == 2
    assert evening("status", "--json").json["events"] == 4


def _exported(helper: Helper) -> Path:
    file = default_path().parent / "x.jsonl"
    helper("record", "export", "-o", str(file))
    return file


def test_where_nothing_is_damaged_nothing_is_repaired(evening: Helper) -> None:
    assert "Nothing is damaged" in evening("record", "repair").out


@pytest.mark.parametrize("argv", [["use", "nobody"], ["export", "nobody"], ["delete", "nobody", "--yes"], ["list", "extra"]])
def test_an_unknown_record_is_refused_with_those_there_are(evening: Helper, argv: list[str]) -> None:
    result = evening("record", *argv)
    assert result.code == 2
    assert "Friday" in result.err or "extra" in result.err
