"""Names and texts with signs that our fonts lack, printed: in a font of this machine, else as a box that a warning names."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.cli.conftest import Helper

pytestmark = pytest.mark.slow

GAME = "capital-lux-2"
LANGUAGES = ("en", "de", "it")
BOX = "□"
NAMES = ("李", "김", "สม", "🎲", "\U00030000", "Zoë 李")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return here


def seen(pdf: bytes) -> str:
    return re.sub(r"[\s\u200e\u200f\u00ad]+", " ", " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages))


def code(sign: str) -> str:
    return " ".join(f"U+{ord(letter):04X}" for letter in sign)


def said(lang: str, text: str, lost: Sequence[str]) -> str:
    """Return what a warning says of a text."""
    listed = ", ".join(f"{sign} ({code(sign)})" for sign in lost)
    return {
        "en": f"“{text}”: a box is printed for each sign that no font of this computer has: {listed}",
        "de": f"„{text}“: Für jedes Zeichen, das keine Schrift dieses Computers hat, steht ein Kästchen: {listed}",
        "it": f"«{text}»: al posto di ogni segno che nessun font di questo computer contiene c'è un riquadro: {listed}",
    }[lang]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_printed_or_a_warning_names_what_is_not(helper: Helper, folder: Path, name: str, lang: str) -> None:
    assert helper("new", GAME, name, "Bert", "--name", "Friday").code == 0
    result = helper("--lang", lang, "cards", GAME, "--set", "resume", "-o", "x.pdf")
    assert result.code == 0, result.err
    page = seen((folder / "x.pdf").read_bytes())
    assert "Bert" in page
    sign = next(letter for letter in name if letter not in "Zoë ")
    if result.err:
        assert result.err.splitlines()[0] == said(lang, name, [sign])
        assert len(result.err.splitlines()) == 2
        assert "Noto" in result.err
        assert name.replace(sign, BOX) in page
    else:
        assert name in page


def test_names_that_would_look_alike_keep_their_seats_beside_them(helper: Helper, folder: Path) -> None:
    assert helper("new", GAME, "\U00030000", "\U00030001", "Anna \U00030000").code == 0
    result = helper("cards", GAME, "--set", "resume", "-o", "x.pdf")
    assert result.code == 0, result.err
    page = seen((folder / "x.pdf").read_bytes())
    for name, box in (("\U00030000", f"{BOX} (P1)"), ("\U00030001", f"{BOX} (P2)"), ("Anna \U00030000", f"Anna {BOX}")):
        assert (box if said("en", name, [name[-1]]) in result.err else name) in page
    assert f"Anna {BOX} (" not in page


def test_the_name_of_a_record_is_printed_or_named(helper: Helper, folder: Path) -> None:
    assert helper("new", GAME, "Anna", "Bert", "--name", "Abend \U00030000").code == 0
    result = helper("cards", GAME, "--set", "resume", "-o", "x.pdf")
    assert result.code == 0, result.err
    is_lost = said("en", "Abend \U00030000", ["\U00030000"]) in result.err
    assert (f"Abend {BOX}" if is_lost else "Abend \U00030000") in seen((folder / "x.pdf").read_bytes())


def test_a_text_of_the_house_is_printed_or_named_beside_an_answer_in_json(helper: Helper, folder: Path) -> None:
    house = folder / "house.toml"
    house.write_text(f'format = 1\ngame = "{GAME}"\n\n[[rules]]\nid = "tile.blue_b"\ntext = "Take \U00030000."\n', encoding="utf-8")
    result = helper("--house", str(house), "cards", GAME, "--tiles", "B", "-o", "x.pdf", "--json")
    assert result.code == 0, result.err
    assert result.json == {"game": GAME, "files": ["x.pdf"]}
    is_lost = "U+30000" in result.err
    assert (f"Take {BOX}." if is_lost else "Take \U00030000.") in seen((folder / "x.pdf").read_bytes())


def test_a_pipe_gets_the_pdf_alone(helper: Helper) -> None:
    assert helper("new", GAME, "Anna", "\U00030000").code == 0
    command = [sys.executable, "-m", "helper.cli", "cards", GAME, "--set", "resume", "-o", "-"]
    result = subprocess.run(command, capture_output=True, check=True)
    assert result.stdout.startswith(b"%PDF-")
    assert ("U+30000" in result.stderr.decode("utf-8", "replace")) == (BOX in seen(result.stdout))
