"""Printed cards: what stands on them, where it lies on the sheet, and what a reader of the PDF finds."""

from __future__ import annotations

import copy
import hashlib
import logging
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from helper.definitions.build import build
from helper.definitions.load import discover, load, read
from helper.definitions.schema import GameDefinition
from helper.errors import SurroundingsFailed, UnreadableInput
from helper.i18n import catalogs
from helper.i18n.words import Words
from helper.publish.cards import printing
from helper.publish.cards.contents import Block, Card, cards, resumed
from helper.publish.cards.printing import OTHER_PADDING, OTHER_POINTS, PADDING, POINTS, Print, laid_out, printed
from helper.publish.cards.sheets import PAGE, PAPERS, RULER, SAFE, SIZES, Box, marks, sheet
from helper.publish.plugin import Settings, SitePlugin
from helper.publish.site import shelves, tree
from helper.publish.writer import cards_file
from helper.table import known, new
from tests.languages import COMPLETE
from tests.playing import played
from tests.publish.paper import Area, Leaf, Printed, Text
from tests.publish.paper import read as read_pdf

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
GAMES = [game for game in discover() if load(game).cards]
LANGUAGES = catalogs.languages()
ROLES = ("working", "middle", "capitalist", "state")
EXACT = 0.2
"""Millimetres by which a box may be off."""
STROKE = 0.15
"""Millimetres by which a line is wider than its path, and more."""
HANGING = 0.9
"""Millimetres by which letters hang below their line."""
CASES = [(game, "en", paper, size) for game in GAMES for paper in PAPERS for size in ("", *SIZES, PAGE)]
CASES.remove(("hegemony", "en", "letter", ""))  # the same cards as at each size
CASES += [(game, lang, "a4", "") for game in GAMES for lang in LANGUAGES if lang != "en"]

every_case = pytest.mark.parametrize(("game", "lang", "paper", "size"), CASES, ids=lambda one: one or "own")


@cache
def pdf_of(game: str, lang: str, how: Print) -> bytes:
    return printed(game, lang, (), how)


@cache
def pages_of(game: str, lang: str, how: Print) -> Printed:
    return read_pdf(pdf_of(game, lang, how))


def of_game(game: str, lang: str = "en") -> list[Card]:
    definition = load(game)
    return list(cards(definition, Words(lang, definition)))


def as_printed(game: str, found: Sequence[Card], size: str) -> list[Card]:
    """Return the cards in the order of the sheets: all of a size together."""
    if size:
        return list(found)
    own = {card.id: load(game).cards[card.id].size for card in found}
    return [card for each in dict.fromkeys(own.values()) for card in found if own[card.id] == each]


# Sheets.


@pytest.mark.parametrize(
    ("paper", "size", "page", "many"),
    [
        ("a4", "poker", (210, 297), 9),
        ("a4", "a6", (297, 210), 2),
        ("a4", "a5", (210, 297), 1),
        ("a4", "page", (210, 297), 1),
        ("letter", "poker", (279.4, 215.9), 8),
        ("letter", "a6", (279.4, 215.9), 2),
        ("letter", "a5", (215.9, 279.4), 1),
        ("letter", "page", (215.9, 279.4), 1),
    ],
)
def test_a_sheet_takes_as_many_cards_as_worked_out_by_hand(paper: str, size: str, page: tuple[float, float], many: int) -> None:
    found = sheet(paper, size)
    assert (found.width, found.height) == pytest.approx(page)
    assert len(found.places) == many


PLACED = [(paper, size) for paper in PAPERS for size in (*SIZES, PAGE)]


def corners(box: Box) -> Area:
    return Area(box.x, box.y, box.x + box.width, box.y + box.height)


def safe(width: float, height: float) -> Area:
    return Area(SAFE, SAFE, width - SAFE, height - SAFE)


@pytest.mark.parametrize(("paper", "size"), PLACED)
def test_cards_have_their_size_lie_in_the_margin_and_do_not_overlap(paper: str, size: str) -> None:
    found = sheet(paper, size)
    boxes = [corners(box) for box in found.places]
    for box in boxes:
        if size != PAGE:
            assert (box.width, box.height) == pytest.approx(SIZES[size], abs=EXACT)
        assert safe(found.width, found.height).holds(box, 1e-6)
    for place, one in enumerate(boxes):
        for other in boxes[:place]:
            is_beside = one.left >= other.right - 1e-6 or other.left >= one.right - 1e-6
            assert is_beside or one.top >= other.bottom - 1e-6 or other.top >= one.bottom - 1e-6
    assert found.columns == len({round(box.left, 6) for box in boxes})


@pytest.mark.parametrize(("paper", "size"), [(paper, size) for paper, size in PLACED if size != PAGE])
def test_cut_marks_stand_outside_the_cards_at_each_of_their_edges_in_the_margin(paper: str, size: str) -> None:
    found = sheet(paper, size)
    boxes, drawn = [corners(box) for box in found.places], marks(found.places)
    for mark in drawn:
        line = corners(mark)
        assert safe(found.width, found.height).holds(line, 1e-6)
        assert 0 in (mark.width, mark.height)
        assert not any(
            box.left <= line.right and line.left <= box.right and box.top < line.bottom and line.top < box.bottom for box in boxes
        )
    upright, lying = {round(mark.x, 3) for mark in drawn if not mark.width}, {round(mark.y, 3) for mark in drawn if not mark.height}
    assert upright == {round(edge, 3) for box in boxes for edge in (box.left, box.right)}
    assert lying == {round(edge, 3) for box in boxes for edge in (box.top, box.bottom)}
    assert len(drawn) == 2 * (len(upright) + len(lying))


@pytest.mark.parametrize(("paper", "size"), PLACED)
@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_back_lies_behind_its_front(paper: str, size: str, flip: str) -> None:
    found = sheet(paper, size)
    is_about_the_upright_edge = (flip == "long") == (found.height > found.width)
    for front, back in zip(found.places, found.behind(flip), strict=True):
        seen_through = (
            back._replace(x=found.width - back.x - back.width)
            if is_about_the_upright_edge
            else back._replace(y=found.height - back.y - back.height)
        )
        assert seen_through == pytest.approx(front)
    assert {(round(box.x, 6), round(box.y, 6)) for box in found.places} == {(round(x, 6), round(y, 6)) for x, y, *_ in found.behind(flip)}


def test_marks_of_no_card_are_none_and_an_unknown_paper_is_refused() -> None:
    assert marks(()) == []
    with pytest.raises(KeyError):
        sheet("a3", "a6")
    with pytest.raises(KeyError):
        sheet("a4", "a7")


# Reading a sheet.


class Face(NamedTuple):
    """One side of a card as it is printed: where, and its texts in reading order."""

    area: Area
    texts: list[Text]


def frames(leaf: Leaf) -> list[Area]:
    """Return the cards that are framed on a page; where none is, the whole page is one."""
    found = [
        one.area
        for one in leaf.drawn
        if not one.is_filled
        and any(abs(one.area.width - wide) < EXACT and abs(one.area.height - high) < EXACT for wide, high in SIZES.values())
    ]
    return found or [safe(leaf.width, leaf.height)]


def faces(leaf: Leaf) -> list[Face]:
    """Return the cards of a page; each text stands on one of them, inside its padding."""
    found = [Face(area, []) for area in frames(leaf)]
    for text in leaf.texts:
        if not text.is_artifact:
            homes = [face for face in found if face.area.holds(text.area, STROKE)]
            assert len(homes) == 1, f"{text} stands on {len(homes)} cards"
            area, width = homes[0].area, PADDING["poker"] if homes[0].area.width < SIZES["a6"][0] - 1 else OTHER_PADDING
            inside = Area(area.left + width, area.top + width, area.right - width, area.bottom - width + HANGING)
            assert inside.holds(text.area, STROKE), f"{text} stands in the padding of {area}"
            homes[0].texts.append(text)
    return found


def squeezed(text: str) -> str:
    """Return a text without spaces, hyphens at the end of a line, and marks of direction."""
    return re.sub(r"[\s\u00ad\u200e\u200f]", "", text)


PART = "\x01"


def told(found: Sequence[Face]) -> str:
    """Return what faces say, the numbers of continued cards between marks."""
    return "".join(
        f"{PART}{text.text}{PART}" if re.fullmatch(r"\d+/\d+", text.text) else squeezed(text.text) for face in found for text in face.texts
    )


def pieces(text: str) -> list[str]:
    return re.split(r"(?<=[.!?…])\s+(?=\S)", text)


def words_of(block: Any) -> Iterator[list[str]]:
    """Yield the texts of a block in order, each with what may come again before it."""
    kind = block["kind"]
    if kind in ("head", "text"):
        yield from ([text] for text in pieces(block["text"]))
    elif kind == "rule":
        yield from ([text] for text in (block["title"], f"({block['mark']})" if block["mark"] else "", ".", *pieces(block["text"])))
    elif kind == "conditions":
        yield from ([f"□{item}"] for item in block["items"])
    elif kind == "step":
        by, players = f"{block['who']}:" if block["who"] else "", f"({block['players']})" if block["players"] else ""
        yield from ([text] for text in (f"{block['number']}.", by, *pieces(block["text"]), players))
    elif kind == "forget":
        yield from ([text] for text in ("!", *pieces(block["text"])))
    elif kind in ("table", "blank"):
        again = squeezed("".join(block["heads"]))
        yield [block.get("title", "")]
        yield [again]
        for row in block["rows"]:
            yield ["".join(row) if kind == "table" else row, again]
    else:
        assert kind in ("lines", "overleaf")


def assert_tells(said: str, found: Sequence[Card]) -> list[int]:
    """See that a sheet says every text of these cards once and in order, and nothing else; return how many faces each has."""
    place, counts = 0, []

    def is_next(text: str) -> bool:
        nonlocal place
        is_there = said.startswith(text, place)
        place += len(text) if is_there else 0
        return is_there

    for card in found:
        name = squeezed(card.mark + card.title)
        assert is_next(name), f"{card.id}: {said[place : place + 200]!r}"
        counted = re.compile(f"{PART}1/(\\d+){PART}").match(said, place)
        parts, part = int(counted[1]) if counted else 1, 1
        place = counted.end() if counted else place
        for group in card.groups:
            for block in group:
                for text, *again in words_of(block):
                    wanted = squeezed(text)
                    while wanted and not is_next(wanted):
                        if is_next(f"{name}{PART}{part + 1}/{parts}{PART}"):
                            part += 1
                        else:
                            assert again, f"{card.id}: {wanted!r} is wanted, not {said[place : place + 200]!r}"
                            assert is_next(again[0]), f"{card.id}: {wanted!r} is wanted, not {said[place : place + 200]!r}"
        assert part == parts, card.id
        counts.append(parts)
    assert place == len(said), said[place:]
    return counts


# Printed sheets.


@every_case
def test_pages_cards_marks_and_ruler_are_exact(game: str, lang: str, paper: str, size: str) -> None:
    for leaf in pages_of(game, lang, Print(paper, size)).leaves:
        assert sorted((leaf.width, leaf.height)) == pytest.approx(sorted(PAPERS[paper]), abs=EXACT)
        whole = safe(leaf.width, leaf.height)
        assert all(whole.holds(area, STROKE) for area in (*(one.area for one in leaf.drawn), *(one.area for one in leaf.texts)))
        found = frames(leaf)
        its_size = size or next((name for name, wanted in SIZES.items() if abs(found[0].width - wanted[0]) < EXACT), PAGE)
        placed = sheet(paper, its_size)
        assert (leaf.width, leaf.height) == pytest.approx((placed.width, placed.height), abs=EXACT)
        for area, box in zip(found, placed.places[: len(found)], strict=True):
            assert area == pytest.approx(corners(box), abs=EXACT)
        lines = [one.area for one in leaf.drawn if not one.is_filled]
        if its_size == PAGE:
            assert not any(text.is_artifact for text in leaf.texts)
            continue
        for mark in marks(placed.places):
            assert any(line == pytest.approx(corners(mark), abs=EXACT) for line in lines)
        below = [line for line in lines if line.top > max(area.bottom for area in map(corners, placed.places)) and line.height < EXACT]
        rulers = [line for line in below if line.width > 10]
        assert [line.width for line in rulers] == pytest.approx([RULER], abs=0.05)
        ticks = [line for line in lines if line.width < EXACT and abs(line.bottom - rulers[0].top) < EXACT and line.height > 1]
        assert sorted(line.left - rulers[0].left for line in ticks) == pytest.approx([10 * n for n in range(11)], abs=0.05)


@every_case
def test_every_sentence_is_there_once_and_in_order(game: str, lang: str, paper: str, size: str) -> None:
    found = [face for leaf in pages_of(game, lang, Print(paper, size)).leaves for face in faces(leaf)]
    assert_tells(told(found), as_printed(game, of_game(game, lang), size))


@every_case
def test_no_text_is_smaller_than_can_be_read(game: str, lang: str, paper: str, size: str) -> None:
    for leaf in pages_of(game, lang, Print(paper, size)).leaves:
        for face in faces(leaf):
            least = 7 if abs(face.area.width - SIZES["poker"][0]) < EXACT else 8
            assert [text for text in face.texts if text.size < least - 0.01] == []


def test_the_sizes_of_text_go_down_to_what_can_be_read() -> None:
    assert min(POINTS["poker"]) == 7
    assert min(OTHER_POINTS) == 8
    assert all(min(points) >= 8 for size, points in POINTS.items() if size != "poker")
    assert all(list(points) == sorted(points, reverse=True) for points in (*POINTS.values(), OTHER_POINTS))


@every_case
def test_a_sheet_is_tagged_and_has_its_language_its_title_and_our_fonts(game: str, lang: str, paper: str, size: str) -> None:
    pages = pages_of(game, lang, Print(paper, size))
    definition = load(game)
    words = Words(lang, definition)
    root: Any = pages.reader.trailer["/Root"]
    assert root["/Lang"] == words.tag
    assert root["/MarkInfo"]["/Marked"] is not None
    assert bool(root["/MarkInfo"]["/Marked"])
    assert pages.reader.metadata is not None
    assert (pages.reader.metadata.title or "").startswith(words.sentence(definition.title))
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert pages.fonts
    for font in pages.fonts:
        assert font.is_embedded
        assert re.fullmatch(r"/[A-Z]{6}\+NotoSans(Arabic|Hebrew|Math)?-(Regular|Bold)", font.name)

    kinds = [str(element["/S"]) for element in pages.tags()]
    found = as_printed(game, of_game(game, lang), size)
    blocks = [block for card in found for group in card.groups for block in group]
    assert kinds.count("/H1") == sum(len(faces(leaf)) for leaf in pages.leaves), "each face has its title"
    assert kinds.count("/H2") == sum(block["kind"] == "head" for block in blocks)
    assert kinds.count("/P") >= sum(block["kind"] in ("rule", "text", "conditions", "step", "forget") for block in blocks)
    assert kinds.count("/Table") >= sum(block["kind"] in ("table", "blank") for block in blocks)
    assert "/TH" in kinds
    described = {str(element.get("/Alt", "")) for element in pages.tags() if element["/S"] == "/Figure"}
    assert described == {card.symbol_word for card in found if card.symbol}


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_is_the_same_byte_for_byte_wherever_it_is_made(game: str) -> None:
    code = (
        "import hashlib; from helper.publish.cards.printing import Print, printed; "
        f"print(hashlib.sha256(printed({game!r}, 'en', (), Print())).hexdigest())"
    )
    elsewhere = {
        "PYTHONPATH": str(ROOT),
        "PYTHONHASHSEED": "7",
        "TZ": "Asia/Tokyo",
        "LC_ALL": "C",
        "HOME": "/",
        "SOURCE_DATE_EPOCH": "12345",
    }
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=elsewhere, timeout=120, cwd="/")
    assert made.stdout.split() == [hashlib.sha256(pdf_of(game, "en", Print())).hexdigest()], made.stderr


def bands(leaf: Leaf) -> list[Area]:
    """Return what is filled with a dark colour and is wider than a letter."""
    return [one.area for one in leaf.drawn if one.is_filled and one.grey < 0.6 and one.area.width > 15 and one.area.height > 2]


def test_saving_ink_leaves_no_dark_and_no_tinted_ground_and_says_whose_card_it_is() -> None:
    definition, words, chosen = (
        load("hegemony"),
        Words("en", load("hegemony")),
        cards(load("hegemony"), Words("en", load("hegemony")), ROLES),
    )
    saving = read_pdf(laid_out(definition, words, chosen, Print(ink="saving")))
    assert any(bands(leaf) for leaf in pages_of("hegemony", "en", Print()).leaves)
    for leaf in saving.leaves:
        assert bands(leaf) == []
        assert {one.grey for one in leaf.drawn if one.is_filled and one.area.width > 15 and one.area.height > 2} <= {1.0}
        assert {one.grey for one in leaf.drawn if not one.is_filled} == {0.0}
    found = [face for leaf in saving.leaves for face in faces(leaf)]
    assert_tells(told(found), chosen)
    letters = {face.texts[0].text for face in found if len(face.texts[0].text) == 1}
    assert letters == {"W", "M", "C", "S"}
    symbols = {str(element.get("/Alt", "")) for element in saving.tags() if element["/S"] == "/Figure"}
    assert len(symbols) == len(ROLES)


SIDES = [("hegemony", "a4", "", "long"), ("hegemony", "letter", "poker", "short"), ("capital-lux-2", "a4", "poker", "short")]
SIDES += [
    ("capital-lux-2", paper, size, flip) for paper, size, flip in (("letter", "poker", "long"), ("a4", "a6", "long"), ("a4", "", "short"))
]


@pytest.mark.parametrize(("game", "paper", "size", "flip"), SIDES, ids=lambda one: one or "own")
def test_printed_on_both_sides_the_next_face_lies_behind_its_front(game: str, paper: str, size: str, flip: str) -> None:
    definition = load(game)
    words = Words("en", definition)
    chosen = cards(definition, words, ("state", "elections", "imf", "tax-sheet", "forgotten") if game == "hegemony" else ())
    leaves = read_pdf(laid_out(definition, words, chosen, Print(paper, size, duplex=True, flip=flip))).leaves
    assert len(leaves) % 2 == 0, "every front has a back, else the next front is printed on it"
    ordered: list[Face] = []
    for front_leaf, back_leaf in zip(leaves[::2], leaves[1::2], strict=True):
        front, numbers = faces(front_leaf), []
        for face in front:
            number = next((text.text for text in face.texts if re.fullmatch(r"\d+/\d+", text.text)), "1/1")
            numbers.append([int(one) for one in number.split("/")])
        assert all(part % 2 for part, _ in numbers), "a card begins on a front"
        wanted = [place for place, (part, parts) in enumerate(numbers) if part < parts]
        backs = faces(back_leaf) if wanted else []
        assert wanted or all(text.is_artifact for text in back_leaf.texts), "a back without a card is empty"
        assert len(backs) == len(wanted)
        its_size = next(name for name, (wide, _) in SIZES.items() if abs(front[0].area.width - wide) < EXACT)
        behind = sheet(paper, its_size).behind(flip)
        for place, back in zip(wanted, backs, strict=True):
            assert back.area == pytest.approx(corners(behind[place]), abs=EXACT)
        remaining = iter(backs)
        for place, face in enumerate(front):
            ordered += [face, next(remaining)] if place in wanted else [face]
    assert_tells(told(ordered), as_printed(game, chosen, size))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_reference_card_of_capital_lux_is_a_front_and_a_back(lang: str) -> None:
    definition = load("capital-lux-2")
    found = cards(definition, Words(lang, definition), ["reference"])
    pages = read_pdf(laid_out(definition, Words(lang, definition), found, Print(size="a6")))
    assert assert_tells(told([face for leaf in pages.leaves for face in faces(leaf)]), found) == [2]


# Other languages.


@pytest.fixture(scope="module")
def locales(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what makes the pseudo-languages known: one two fifths longer, one from right to left."""
    from helper.i18n.catalog_files import all_messages
    from helper.i18n.pseudo import write_pseudo

    folder = tmp_path_factory.mktemp("locales")
    write_pseudo(folder, all_messages())
    found: dict[str, Any] = {name: {} for name in ("_catalogs", "_symbols", "_added")}
    return {"HELPER_LOCALES": str(folder), "HELPER_CACHE": str(tmp_path_factory.mktemp("cache")), **found}


@pytest.fixture
def invented(locales: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Speak the pseudo-languages."""
    for name, value in locales.items():
        if name.startswith("_"):
            monkeypatch.setattr(catalogs, name, value)
        else:
            monkeypatch.setenv(name, value)


@pytest.mark.usefixtures("invented")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [*SIZES, PAGE])
def test_text_two_fifths_longer_flows_on_and_loses_nothing(game: str, size: str) -> None:
    definition = load(game)
    words = Words("en-XA", definition)
    found = cards(definition, words)
    long, plain = (sum(len(squeezed(text)) for text in texts(one)) for one in (found, cards(definition, Words("en", definition))))
    assert long > 1.3 * plain
    pages = read_pdf(laid_out(definition, words, found, Print(size=size)))
    assert_tells(told([face for leaf in pages.leaves for face in faces(leaf)]), as_printed(game, found, size))


@pytest.mark.usefixtures("invented")
@pytest.mark.parametrize(("game", "size"), [("hegemony", ""), ("capital-lux-2", ""), ("capital-lux-2", "poker")])
def test_a_language_from_right_to_left_is_set_so(game: str, size: str) -> None:
    definition = load(game)
    words = Words("ar-XB", definition)
    chosen = cards(definition, words, ("working", "taxes", "setup", "election-sheet") if game == "hegemony" else ())
    pages = read_pdf(laid_out(definition, words, chosen, Print(size=size)))
    root: Any = pages.reader.trailer["/Root"]
    assert root["/Lang"] == "ar"
    assert root["/ViewerPreferences"]["/Direction"] == "/R2L"
    assert any("NotoSansArabic" in font.name for font in pages.fonts)
    for leaf in pages.leaves:
        for face in faces(leaf):
            band = [text for text in face.texts if text.area.top < face.area.top + 12]
            title = [text for text in band if not re.fullmatch(r"\d+/\d+", text.text)]
            assert max(text.area.right for text in title) > face.area.right - 8, "the title begins at the right"
            numbers = [text for text in band if text not in title]
            assert all(text.area.left < face.area.left + 8 for text in numbers), "and the number stands at the left"
            for text in face.texts:
                if re.fullmatch(r"\d+\.", text.text.strip()):
                    others = [one for one in face.texts if abs(one.area.bottom - text.area.bottom) < 0.5 and one is not text]
                    near = [one for one in others if one.area.right <= text.area.left + 0.1]
                    assert near, "a step stands at the left of its number"


# What stands on them.


def texts(found: Sequence[Card]) -> list[str]:
    return [text for card in found for group in card.groups for block in group for line in words_of(block) for text in line[:1]]


def blocks_of(card: Card, *kinds: str) -> list[Block]:
    return [block for group in card.groups for block in group if block["kind"] in kinds]


def the(lang: str, id: str, game: str = "hegemony") -> tuple[Card, GameDefinition, Words]:
    definition = load(game)
    words = Words(lang, definition)
    return next(iter(cards(definition, words, [id]))), definition, words


CARRIED = {
    "working": ("strike", "demonstration", "people.union", "tax.income_working"),
    "middle": (
        *("extra_shift", "production.middle", "goods.storage", "goods.in_use", "people.prosperity_drop"),
        *("company.fully_operational", "tax.income_middle", "tax.employment"),
    ),
    "capitalist": ("goods.money", "goods.storage", "goods.free_trade_zone", "tax.employment", "tax.corporate"),
    "state": ("state.influence", "state.provide_spend", "state.sale", "campaign", "imf.check"),
}
SHOWN = {
    "working": ("population", "income_tax"),
    "middle": ("population", "prosperity", "income_tax"),
    "capitalist": ("deals", "wealth", "corporate_tax"),
    "state": ("legitimacy", "policy_fiscal"),
}
CONDITIONS = {
    "working": ("strike", "demonstration"),
    "middle": ("extra_shift",),
    "capitalist": ("business_deal",),
    "state": ("event_action",),
}
FORGOTTEN = {
    "working": (),
    "middle": ("tax.income_middle", "people.prosperity_drop"),
    "capitalist": ("goods.free_trade_zone",),
    "state": ("scoring.legitimacy",),
}
IN_TURN = {
    "working": ("production.strikes", "production.demonstration", "tax.income_working"),
    "middle": ("production.middle", "tax.income_middle", "tax.employment"),
    "capitalist": ("tax.employment", "tax.corporate"),
    "state": ("imf.check", "imf.intervention"),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("role", ROLES)
def test_an_aid_carries_what_its_class_needs(role: str, lang: str) -> None:
    card, definition, words = the(lang, role)
    assert (card.title, card.symbol, card.symbol_word, len(card.mark)) == (words.term(role), role, words.term(role), 1)
    rules = {str(block["title"]): str(block["text"]) for block in blocks_of(card, "rule")}
    for id in CARRIED[role]:
        assert rules[words.sentence(definition.rules[id].title)] == words.sentence(definition.rules[id].text)
    tables = {str(block["title"]): block for block in blocks_of(card, "table")}
    for id in SHOWN[role]:
        table = tables[words.sentence(definition.tables[id].title)]
        assert len(table["rows"]) == len(definition.tables[id].rows)  # type: ignore[arg-type]
    conditions = [item for block in blocks_of(card, "conditions") for item in block["items"]]  # type: ignore[attr-defined]
    for id in CONDITIONS[role]:
        wanted = [one for one in definition.rules[id].requires if not one.roles or role in one.roles]
        assert wanted
        assert {words.sentence(one.text) for one in wanted} <= {*conditions}
    forgotten = {block["text"] for block in blocks_of(card, "forget")}
    for id in FORGOTTEN[role]:
        wanted_texts = {words.sentence(one.text) for one in definition.rules[id].reminders if not one.roles or role in one.roles}
        assert wanted_texts & forgotten


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("role", ROLES)
def test_an_aid_tells_its_steps_in_order(role: str, lang: str) -> None:
    card, definition, words = the(lang, role)
    steps = [block["text"] for block in blocks_of(card, "step")]
    production = [step for step in definition.checklists["production"].steps if role in step.roles]
    places = [steps.index(words.sentence(step.text)) for step in production]
    assert places == sorted(places)
    rules = [step.rule for step in production]
    assert [id for id in rules if id in IN_TURN[role]] == list(IN_TURN[role])
    scoring = [step for step in definition.checklists["scoring"].steps if role in step.roles]
    assert [words.sentence(step.text) for step in scoring] == steps[-len(scoring) :]


def test_the_state_loses_for_events_then_scores_then_its_agenda() -> None:
    _, definition, _ = the("en", "state")
    scoring = [step.rule for step in definition.checklists["scoring"].steps if "state" in step.roles]
    assert scoring == ["scoring.events", "scoring.legitimacy", "scoring.agenda"]


@pytest.mark.parametrize("role", ROLES)
def test_an_aid_has_the_turn_on_top_then_actions_then_what_is_forgotten_then_the_phases(role: str) -> None:
    card, _, words = the("en", role)
    heads = [block["text"] for block in blocks_of(card, "head")]
    wanted = ["Your turn", "Basic Actions", "Free Actions", "Easily forgotten", "My Preparation", "My Production", "My Scoring"]
    assert [head for head in heads if head in wanted][: len(wanted)] == wanted
    assert words.lang == "en"


@pytest.mark.parametrize("role", ROLES)
def test_an_aid_says_nothing_that_is_another_role_s(role: str) -> None:
    card, definition, words = the("en", role)
    told_titles = {block["title"] for block in blocks_of(card, "rule")}
    for rule in definition.rules.values():
        is_action = rule.kind in ("basic_action", "free_action", "passive") and rule.roles
        if is_action and role in rule.roles:
            assert words.sentence(rule.title) in told_titles, f"{rule.id} is missing"
        elif is_action:
            assert words.sentence(rule.title) not in told_titles, f"{rule.id} is not for {role}"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_card_says_a_thing_twice(game: str, lang: str) -> None:
    for card in of_game(game, lang):
        said = [(block["text"], block.get("players")) for block in blocks_of(card, "rule", "step", "forget", "text")]
        assert [one for one in said if said.count(one) > 1] == [], card.id


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_of_a_card_is_said_in_its_language_and_filled(game: str, lang: str) -> None:
    for card in of_game(game, lang):
        for text in texts([card]):
            assert not re.search(r"\{\w*\}", text), f"{card.id}: {text}"
    if lang in COMPLETE:
        definition = load(game)
        for entry in definition.cards.values():
            sentences = [entry.title, *(part.title for part in entry.parts if part.title)]
            sentences += [row for part in entry.parts if part.blank for row in part.blank.rows]
            assert [one.context for one in sentences if one and not Words(lang, definition).is_translated(one)] == []


@pytest.mark.parametrize("game", GAMES)
def test_what_is_easily_forgotten_is_headed_so_and_nothing_else_is(game: str) -> None:
    forgotten = Words("en").say("Easily forgotten")
    for card in of_game(game):
        listed = [block for group in card.groups for block in group]
        for before, block in zip(listed, listed[1:], strict=False):
            if before["kind"] == "head" and before["text"] == forgotten:
                assert block["kind"] == "forget", f"{card.id}: {block}"


def test_hegemony_has_shared_cards_and_sheets_to_fill_in() -> None:
    definition = load("hegemony")
    assert {*definition.cards} >= {*ROLES, "setup", "policies", "elections", "taxes", "imf", "scoring", "forgotten"}
    blanks = {id: blocks_of(the("en", id)[0], "blank")[0] for id in ("tax-sheet", "election-sheet", "final-sheet")}
    assert blanks["tax-sheet"]["heads"] == [str(number) for number in range(1, definition.rounds + 1)]
    assert len(blanks["election-sheet"]["heads"]) == len(definition.axes["policy"])  # type: ignore[arg-type]
    assert len(blanks["final-sheet"]["heads"]) == len(ROLES)  # type: ignore[arg-type]
    for id in blanks:
        assert definition.cards[id].size == "a5"
        assert the("en", id)[0].is_wide
    assert all(definition.cards[role].size == "a5" for role in ROLES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_policies_say_what_changes_with_each(lang: str) -> None:
    card, definition, words = the(lang, "policies")
    titles = {block["title"] for block in blocks_of(card, "rule")}
    changing = [rule for rule in definition.rules.values() if rule.kind == "ongoing" and rule.id.startswith("policy.")]
    assert len(changing) == len(definition.axes["policy"])
    assert {words.sentence(rule.title) for rule in changing} <= titles


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_reference_of_capital_lux_carries_what_is_asked_at_the_table(lang: str) -> None:
    card, definition, words = the(lang, "reference", "capital-lux-2")
    said = texts([card])
    whole = squeezed("".join(said))
    for name in ("setup", "draft", "play", "round-end", "final"):
        places = [whole.index(squeezed(words.sentence(step.text))) for step in definition.checklists[name].steps]
        assert places == sorted(places)
    for rule, reminder in (
        ("round.leftover", "before_the_limit"),
        ("resolution.limit", "equal_is_safe"),
        ("resolution.bonus", "after_the_discards"),
        ("resolution.bonus", "from_the_capital"),
        ("resolution.tie", "card_is_gone"),
    ):
        text = next(one.text for one in definition.rules[rule].reminders if one.id == reminder)
        assert squeezed(words.sentence(text)) in whole
    for rule in ("round.trigger", "round.last_turns"):
        assert squeezed(words.sentence(definition.rules[rule].text)) in whole


@pytest.mark.parametrize("letter", "abcd")
def test_there_are_four_tiles_of_each_letter_with_lines_where_the_text_is_in_the_box(letter: str) -> None:
    definition = load("capital-lux-2")
    found = cards(definition, Words("en", definition), ["tiles"], f"_{letter}")
    assert len({card.title for card in found}) == 4
    assert all(bool(blocks_of(card, "lines")) == (letter != "a") for card in found)
    assert all(blocks_of(card, "text") for card in found)


def test_the_score_pad_has_the_limits_and_a_column_for_each_player() -> None:
    card, definition, words = the("en", "score-pad", "capital-lux-2")
    limits, points = blocks_of(card, "blank")
    assert limits["heads"] == [words.term(district) for district in definition.axes["district"]]
    assert len(limits["rows"]) == definition.rounds  # type: ignore[arg-type]
    assert len(points["heads"]) == definition.players[1]  # type: ignore[arg-type]


def test_sets_are_told_with_their_size_and_role() -> None:
    found = {str(one["id"]): one for one in printing.sets("hegemony", "de")}
    assert {*found} == {*load("hegemony").cards}
    assert (found["working"]["role"], found["working"]["size"]) == ("working", "a5")
    assert found["working"]["role_name"] != "working"
    assert (found["imf"]["role"], found["imf"]["size"]) == (None, "poker")


# One definition.


def rebuilt(game: str, change: Callable[[Any], None]) -> GameDefinition:
    raw: Any = copy.deepcopy(dict(read(game)))
    change(raw)
    definition, faults = build(raw)
    assert not faults
    return definition


def one_of(entries: Sequence[Mapping[str, Any]], id: str) -> Any:
    return next(entry for entry in entries if entry["id"] == id)


def test_a_figure_of_a_rule_changed_in_the_definition_is_changed_on_the_card() -> None:
    def change(raw: Any) -> None:
        one_of(raw["rules"], "demonstration")["values"]["margin"] = 17

    before, after = load("hegemony"), rebuilt("hegemony", change)
    old, new = (next(iter(cards(one, Words("en", one), ["working"]))) for one in (before, after))
    differing = {(str(a["text"]), str(b["text"])) for a, b in zip(blocks_of(old, "rule"), blocks_of(new, "rule"), strict=True) if a != b}
    assert len(differing) == 1
    assert all("17" in text and "17" not in earlier for earlier, text in differing)


def test_a_row_of_a_table_changed_in_the_definition_is_changed_on_the_card() -> None:
    def change(raw: Any) -> None:
        one_of(raw["tables"], "wealth")["rows"][0]["level"] = 77

    after = rebuilt("hegemony", change)
    old, new = (next(iter(cards(one, Words("en", one), ["capitalist"]))) for one in (load("hegemony"), after))
    tables = [(a, b) for a, b in zip(blocks_of(old, "table"), blocks_of(new, "table"), strict=True) if a != b]
    assert [after["title"] for _, after in tables] == [old_table["title"] for old_table, _ in tables]
    assert len(tables) == 1
    assert "77" in str(tables[0][1]["rows"])


def test_a_value_of_a_game_changed_is_changed_in_its_steps_and_its_sheet() -> None:
    def change(raw: Any) -> None:
        one_of(raw["rules"], "game.rounds")["values"]["rounds"] = 7

    after = rebuilt("hegemony", change)
    sheet_of = next(iter(cards(after, Words("en", after), ["tax-sheet"])))
    assert blocks_of(sheet_of, "blank")[0]["heads"] == [str(number) for number in range(1, 8)]


# A running record.


def test_a_running_record_is_printed_with_what_lies_where() -> None:
    told_before = "observe capital.blue=3 capital.pink=4,2 capital.yellow= capital.green= emperor=Cleo"
    at = played([told_before], "Anna", "Bert", "Cleo", set="a")
    definition = load("capital-lux-2")
    for lang in LANGUAGES:
        words, status = Words(lang, definition), known(at.journal, lang)
        card = resumed(words, "Friday", status)
        assert card.title == "Friday"
        *grids, figures = blocks_of(card, "table")
        assert {name for grid in grids for name in grid["heads"]} >= {"Anna", "Bert", "Cleo"}  # type: ignore[attr-defined]
        rows = {squeezed(name): value for name, value in figures["rows"]}  # type: ignore[attr-defined]
        assert "Cleo" in rows.values()
        lying = [value for value in rows.values() if "4" in value and "2" in value]
        assert lying, "the two pink cards lie in the Capital"
        assert words.term("pink") in lying[0]
        pages = read_pdf(laid_out(definition, words, [card], Print()))
        assert_tells(told([face for leaf in pages.leaves for face in faces(leaf)]), [card])


def test_of_a_record_of_hegemony_the_money_and_the_policies_are_printed() -> None:
    journal = new("hegemony", ["Anna", "Bert", "Cleo", "Dora"], start="full")
    definition = load("hegemony")
    words = Words("en", definition)
    card = resumed(words, "Evening", known(journal, "en"))
    said = texts([card])
    for role in ROLES:
        assert any(words.term(role) in text for text in said)
    for row in definition.axes["policy"]:
        assert any(words.term(row) in text for text in said)
    pages = read_pdf(laid_out(definition, words, [card], Print()))
    assert_tells(told([face for leaf in pages.leaves for face in faces(leaf)]), [card])


# Refusals.


def test_a_set_that_does_not_exist_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnreadableInput) as caught:
        printed("hegemony", "en", ["workng"], Print())
    assert caught.value.faults[0].values["nearest"] == "working"
    assert caught.value.faults[0].where == "--set"


def test_a_word_that_fits_no_card_is_an_error_that_names_it() -> None:
    definition = load("capital-lux-2")
    words = Words("en", definition)
    text = "Donaudampfschiff " * 900
    huge = Card("reference", "Reference", "", "", "", False, (({"kind": "text", "text": text, "pieces": [text]},),))
    with pytest.raises(SurroundingsFailed) as caught:
        laid_out(definition, words, [huge], Print(size="poker"))
    assert caught.value.faults[0].code == "cannot_print"
    assert "reference" in str(caught.value.faults[0].values["problem"])


# The site.


LINK = re.compile(r"\(([^()\s]*\.pdf)\)|href=\"([^\"]*\.pdf)\"")


def linked(pages: Mapping[str, str]) -> set[str]:
    """Return the PDFs that the pages of a site link to, by path."""
    return {str(Path(path).parent / (found[1] or found[2])) for path, text in pages.items() for found in LINK.finditer(text)}


def test_a_site_offers_the_cards_that_were_printed_and_no_others() -> None:
    every = shelves()
    assert linked(tree(every)) == set()
    made = [f"{lang}/{game}/{cards_file(game, lang)}" for lang in LANGUAGES for game in GAMES]
    for printed_ones in (made, made[:1]):
        assert linked(tree(every, beside=printed_ones)) == {*printed_ones}


def test_a_build_with_cards_prints_each_game_in_each_language_and_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(printing, "printed", lambda game, lang, chosen, how, **_: pdf_of(game, lang, how))
    plugin = SitePlugin()
    plugin.config = Settings()
    plugin.shelves = {shelf.lang: shelf for shelf in shelves()}
    with caplog.at_level(logging.INFO, logger="mkdocs"):
        made = plugin._printed()
    assert {*made} == {f"{lang}/{game}/{cards_file(game, lang)}" for lang in LANGUAGES for game in GAMES}
    assert all(pdf.startswith(b"%PDF-") for pdf in made.values())
    assert len([record for record in caplog.records if "Printing cards" in record.message]) == len(made)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_reference_of_capital_lux_is_a_front_and_a_back(lang: str) -> None:
    pages = read_pdf(printed("capital-lux-2", lang, ["reference"], Print()))
    assert len([face for leaf in pages.leaves for face in faces(leaf) if face.texts]) == 2
