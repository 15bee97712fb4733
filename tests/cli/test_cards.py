"""Cards from the terminal: which there are, where they go, and what is refused."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

from helper.i18n.catalogs import languages
from helper.publish.cards import typesetting
from tests.cli.conftest import Helper


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of its own."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return here


def text_of(file: Path) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(file.read_bytes())).pages)


def test_sets_are_listed_with_their_size(helper: Helper) -> None:
    lines = helper("cards", "hegemony", "--list").out.splitlines()
    assert "working: Working Class – Player aid (a5)" in lines
    assert "imf: The IMF (poker)" in lines
    found = helper("cards", "hegemony", "--list", "--json").json
    assert found["game"] == "hegemony"
    assert len(found["sets"]) == len(lines)
    assert {one["id"] for one in found["sets"]} >= {"working", "middle", "capitalist", "state", "tax-sheet"}
    assert [one["id"] for one in helper("cards", "capital-lux-2", "--list", "--json").json["sets"]] == [
        "reference",
        "solo",
        "tiles",
        "score-pad",
    ]


def test_a_file_is_written_where_it_is_wanted(helper: Helper, folder: Path) -> None:
    target = folder / "lux.pdf"
    result = helper("cards", "capital-lux-2", "--lang", "it", "--paper", "letter", "--set", "reference", "-o", str(target))
    assert result.code == 0, result.err
    assert str(target) in result.out
    reader = PdfReader(target)
    assert sorted(float(one) * 25.4 / 72 for one in reader.pages[0].mediabox[2:]) == pytest.approx([215.9, 279.4], abs=0.2)
    assert reader.trailer["/Root"]["/Lang"] == "it"  # type: ignore[index]
    assert [file.name for file in folder.iterdir()] == ["lux.pdf"]


def test_without_a_target_a_file_is_named_after_game_and_language(helper: Helper, folder: Path) -> None:
    found = helper("cards", "capital-lux-2", "--set", "solo", "--json").json
    assert found == {"game": "capital-lux-2", "files": ["capital-lux-2-en.pdf"]}
    assert (folder / "capital-lux-2-en.pdf").read_bytes().startswith(b"%PDF-")


def test_only_the_sets_that_are_named_are_printed(helper: Helper, folder: Path) -> None:
    assert helper("cards", "capital-lux-2", "--set", "solo", "--set", "score-pad", "-o", "some.pdf").code == 0
    text = text_of(folder / "some.pdf")
    assert "Alone against ROB" in text
    assert "Score pad" in text
    assert "Power tiles" not in text
    assert "Last turns" not in text


def test_the_beginning_of_a_sets_name_prints_that_set(helper: Helper, folder: Path) -> None:
    for given in ("score-pad", "score"):
        assert helper("cards", "capital-lux-2", "--set", given, "-o", f"{given}.pdf").code == 0
    assert (folder / "score.pdf").read_bytes() == (folder / "score-pad.pdf").read_bytes()
    assert "Score pad" in text_of(folder / "score.pdf")


def test_every_language_has_a_file_of_its_own(helper: Helper, folder: Path) -> None:
    assert helper("cards", "capital-lux-2", "--set", "solo", "--all-languages", "-o", "lux.pdf").code == 0
    assert {file.name for file in folder.iterdir()} == {f"lux-{lang}.pdf" for lang in languages()}
    assert {str(PdfReader(file).trailer["/Root"]["/Lang"]) for file in folder.iterdir()} == {*languages()}  # type: ignore[index]


def test_a_letter_prints_its_four_tiles(helper: Helper, folder: Path) -> None:
    assert helper("cards", "capital-lux-2", "--tiles", "B", "-o", "tiles.pdf").code == 0
    text = text_of(folder / "tiles.pdf")
    assert text.count("tile B") == 4
    assert "tile C" not in text


@pytest.mark.parametrize("ink", ["full", "saving"])
def test_ink_and_both_sides_are_options(helper: Helper, folder: Path, ink: str) -> None:
    result = helper(
        "cards", "capital-lux-2", "--set", "reference", "--size", "a6", "--ink", ink, "--duplex", "--flip", "short", "-o", "x.pdf"
    )
    assert result.code == 0, result.err
    assert len(PdfReader(folder / "x.pdf").pages) == 2


def test_the_current_record_is_printed(evening: Helper, folder: Path) -> None:
    assert evening("cards", "capital-lux-2", "--set", "resume", "-o", "friday.pdf").code == 0
    text = text_of(folder / "friday.pdf")
    for word in ("Friday", "Anna", "Bert", "Cleo", "Pink"):
        assert word in text


def test_without_a_record_there_is_none_to_print(helper: Helper, folder: Path) -> None:
    result = helper("cards", "capital-lux-2", "--set", "resume", "-o", "x.pdf")
    assert result.code == 2
    assert "There is no record yet" in result.err
    assert not [*folder.iterdir()]


def test_a_record_of_another_game_is_not_printed_under_this_one(evening: Helper, folder: Path) -> None:
    result = evening("cards", "hegemony", "--set", "resume", "-o", "x.pdf")
    assert result.code == 2
    assert result.err == "Error: --set resume: The current record is one of capital-lux-2, not of hegemony.\n"
    assert not [*folder.iterdir()]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--set", "refrence"), "reference"),
        (("--paper", "a44"), "a4"),
        (("--paper", "lettr"), "letter"),
        (("--size", "pokr"), "poker"),
        (("--ink", "savng"), "saving"),
        (("--flip", "shrt"), "short"),
        (("--tiles", "E"), "--tiles"),
    ],
    ids=lambda one: one[-1] if isinstance(one, tuple) else "",
)
def test_what_is_misspelt_is_refused_with_what_was_meant(helper: Helper, folder: Path, given: tuple[str, ...], said: str) -> None:
    result = helper("cards", "capital-lux-2", *given, "-o", "x.pdf")
    assert result.code == 2
    assert said in result.err
    assert "Traceback" not in result.err
    assert not [*folder.iterdir()]


def test_a_game_without_power_tiles_has_none_to_print(helper: Helper, folder: Path) -> None:
    assert helper("cards", "hegemony", "--tiles", "B", "-o", "x.pdf").code == 2
    assert not [*folder.iterdir()]


def test_without_typst_a_line_says_what_to_install(helper: Helper, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    result = helper("cards", "capital-lux-2", "-o", "x.pdf")
    assert result.code == 4
    assert len(result.err.splitlines()) == 1
    assert typesetting.INSTALL in result.err
    assert "cards" in typesetting.INSTALL
    assert not [*folder.iterdir()]
    assert helper("cards", "capital-lux-2", "--list").code == 0


@pytest.mark.parametrize("target", ["missing/x.pdf", "folder"])
def test_where_nothing_can_be_written_nothing_is_left(helper: Helper, folder: Path, target: str) -> None:
    (folder / "folder").mkdir()
    result = helper("cards", "capital-lux-2", "--set", "solo", "-o", target)
    assert result.code == 4
    assert len(result.err.splitlines()) == 1
    assert target in result.err
    assert [one.name for one in folder.rglob("*")] == ["folder"]


def test_a_full_disk_leaves_the_file_that_was_there(helper: Helper, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = folder / "x.pdf"
    target.write_text("mine", encoding="utf-8")

    def full(self: Path, data: bytes) -> int:
        self.write_text("half", encoding="utf-8")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    result = helper("cards", "capital-lux-2", "--set", "solo", "-o", str(target), "--yes")
    assert result.code == 4
    assert "No space left" in result.err
    assert [one.name for one in folder.iterdir()] == ["x.pdf"]
    assert target.read_text(encoding="utf-8") == "mine"


@pytest.fixture
def unprinted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the setting of a PDF where only its place matters."""
    monkeypatch.setattr(typesetting, "_compiled", lambda data: b"%PDF-new")


@pytest.mark.usefixtures("unprinted")
@pytest.mark.parametrize("content", [b"", b'{"game": "capital-lux-2"}', b" %PDF-1.7"])
def test_a_file_that_is_no_pdf_is_written_over_only_where_that_is_meant(helper: Helper, folder: Path, content: bytes) -> None:
    kept = folder / "keep.jsonl"
    kept.write_bytes(content)
    result = helper("cards", "capital-lux-2", "--tiles", "A", "-o", str(kept))
    assert result.code == 2
    assert f"This writes over {kept}." in result.err
    assert "--yes" in result.err
    assert kept.read_bytes() == content
    assert helper("cards", "capital-lux-2", "--tiles", "A", "-o", str(kept), "--yes").code == 0
    assert kept.read_bytes() == b"%PDF-new"


@pytest.mark.usefixtures("unprinted")
def test_a_pdf_is_made_anew_without_a_question(helper: Helper, folder: Path) -> None:
    (folder / "cards.pdf").write_bytes(b"%PDF-old")
    assert helper("cards", "capital-lux-2", "--tiles", "A", "-o", "cards.pdf").code == 0
    assert (folder / "cards.pdf").read_bytes() == b"%PDF-new"


@pytest.mark.usefixtures("unprinted")
def test_nothing_is_written_in_any_language_where_one_of_the_files_is_to_be_kept(helper: Helper, folder: Path) -> None:
    last = folder / f"x-{languages()[-1]}.pdf"
    last.write_bytes(b"mine")
    assert helper("cards", "capital-lux-2", "--tiles", "A", "--all-languages", "-o", "x.pdf").code == 2
    assert [file.name for file in folder.iterdir()] == [last.name]


@pytest.mark.usefixtures("unprinted")
def test_a_dash_is_the_standard_output_and_no_file(helper: Helper, folder: Path) -> None:
    result = helper("cards", "capital-lux-2", "--tiles", "A", "-o", "-")
    assert (result.code, result.out, result.err) == (0, "%PDF-new", "")
    assert not [*folder.iterdir()]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("capital-lux-2 --tiles A --set nope", "--tiles and --set nope do not go together; give one of them."),
        ("capital-lux-2 --set resume --tiles A", "--tiles and --set resume do not go together; give one of them."),
        ("capital-lux-2 --set solo --set resume", "--set resume and --set solo do not go together; give one of them."),
        ("capital-lux-2 --all-languages -o -", "--output - and --all-languages do not go together; give one of them."),
        ("hegemony --tiles A", "--tiles: hegemony has no power tiles."),
    ],
)
def test_what_would_be_left_out_is_refused(evening: Helper, folder: Path, words: str, said: str) -> None:
    result = evening("cards", *words.split())
    assert (result.code, result.out, result.err) == (2, "", f"Error: {said}\n")
    assert not [*folder.iterdir()]
