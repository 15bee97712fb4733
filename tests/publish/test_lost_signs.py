"""Signs that our fonts lack, in whatever is printed: set in a font of this machine, else a box and a warning that names them."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Callable, Mapping, Sequence

import pytest
from pypdf import PdfReader

from helper.definitions.load import load
from helper.i18n.words import Words
from helper.publish.cards import printing
from helper.publish.cards.contents import Card
from helper.publish.cards.printing import Print, laid_out
from helper.publish.plugin import Settings, SitePlugin
from helper.publish.site import shelves
from tests.publish.paper import read

pytestmark = pytest.mark.slow

GAME = "capital-lux-2"
BOX = "□"
NOWHERE = ("\U000f0000", "\U000f0001", "\u0378")
"""Signs that no font has: private ones, and one that is none yet."""
JOINED = ("👨‍👩‍👧", "🇮🇹", "👍🏽", "1⃣", "e\u0489")


def seen(pdf: bytes) -> str:
    return re.sub(r"[\s\u200e\u200f\u00ad]+", " ", " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages))


def laid(*groups: Mapping[str, object], title: str = "Evening") -> tuple[bytes, dict[str, Sequence[str]]]:
    """Return a card that is printed, and which signs no font has."""
    definition = load(GAME)
    lost: dict[str, Sequence[str]] = {}
    found = [Card("resume", title, "", "", "", False, (groups,))]
    return laid_out(definition, Words("en", definition), found, Print(), lost.update), lost


# House texts, notes of translators, texts of tiles: whatever stands on a card.

PLACES: dict[str, Callable[[str], Mapping[str, object]]] = {
    "text": lambda text: {"kind": "text", "text": text, "pieces": [text]},
    "head": lambda text: {"kind": "head", "text": text},
    "rule": lambda text: {"kind": "rule", "title": text, "mark": text, "text": text, "pieces": [text]},
    "conditions": lambda text: {"kind": "conditions", "items": [text]},
    "step": lambda text: {"kind": "step", "number": 1, "who": text, "text": text, "pieces": [text], "players": text},
    "forget": lambda text: {"kind": "forget", "text": text, "pieces": [text]},
    "table": lambda text: {"kind": "table", "title": text, "heads": [text, text], "rows": [[text, text]]},
    "blank": lambda text: {"kind": "blank", "heads": [text], "rows": [text]},
}


@pytest.mark.parametrize("sign", NOWHERE, ids=ascii)
@pytest.mark.parametrize("place", PLACES)
def test_wherever_a_sign_stands_that_no_font_has_a_box_is_printed_and_it_is_named(place: str, sign: str) -> None:
    pdf, lost = laid(PLACES[place](f"Gold {sign}!"))
    assert lost == {f"Gold {sign}!": [sign]}
    page = seen(pdf)
    assert f"Gold {BOX}!" in page
    assert sign not in page


def test_in_the_title_of_a_card_too() -> None:
    pdf, lost = laid(PLACES["text"]("Gold."), title=f"Friday {NOWHERE[0]}")
    assert lost == {f"Friday {NOWHERE[0]}": [NOWHERE[0]]}
    assert f"Friday {BOX}" in seen(pdf)


@pytest.mark.parametrize("sign", JOINED)
def test_signs_that_are_joined_are_one_box_and_leave_the_others_alone(sign: str) -> None:
    pdf, lost = laid(PLACES["text"](f"1 e {sign} 1 e"))
    assert lost in ({}, {f"1 e {sign} 1 e": [sign]})
    if lost:
        assert f"1 e {BOX} 1 e" in seen(pdf)


def test_many_signs_in_many_texts_are_told_in_a_few_lines() -> None:
    texts = [f"{number}: " + "".join(chr(0xF0000 + 40 * number + place) for place in range(40)) for number in range(20)]
    pdf, lost = laid(*map(PLACES["text"], texts))
    assert [*lost] == texts
    assert seen(pdf).count(BOX) == 800
    from helper.publish.cards.typesetting import lost_lines

    lines = [*lost_lines(Words("en"), lost)]
    assert len(lines) == 7
    assert "U+F0000" in lines[0]
    assert "…" in lines[0]
    assert lines[5] == "Further texts with such signs: 15"
    assert max(map(len, lines)) < 500


def test_what_nobody_sees_is_left_out() -> None:
    pdf, lost = laid(PLACES["text"]("Gold\ufeff and cards"), title="Fri\ufeffday")
    assert lost == {}
    assert "Gold and cards" in seen(pdf)


def test_where_our_fonts_have_every_sign_no_other_is_used() -> None:
    pdf, lost = laid(PLACES["text"]("Größe, Ærø, Łódź, Ελλάδα, Привет, שלום, سلام, ≤ ≥ → □"))
    assert lost == {}
    assert all(re.search(r"\+NotoSans", font.name) for font in read(pdf).fonts)


def test_a_build_of_the_site_names_them(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def made(game: str, lang: str, chosen: object, how: object, tells: Callable[[Mapping[str, Sequence[str]]], object]) -> bytes:
        if (game, lang) == (GAME, "de"):
            tells({"Gold 李": ["李"]})
        return b"%PDF-"

    monkeypatch.setattr(printing, "printed", made)
    plugin = SitePlugin()
    plugin.config = Settings()
    plugin.shelves = {shelf.lang: shelf for shelf in shelves()}
    with caplog.at_level(logging.WARNING):
        plugin._printed()
    told = [record.getMessage() for record in caplog.records]
    assert told[0] == f"{GAME}, de: “Gold 李”: a box is printed for each sign that no font of this computer has: 李 (U+674E)"
    assert len(told) == 2
