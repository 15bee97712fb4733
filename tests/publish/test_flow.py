"""Pictures of steps: nothing sticks out, and every step is told to those who cannot see it."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest

from helper.publish.flow import WIDTH, Box, extent, flow, wrap

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    "text",
    ["A few words that need more than one line", "Donaudampfschifffahrtsgesellschaftskapitän", "都市の合計を比べて大きい方を捨てる", ""],
)
def test_wrapped_lines_fit_and_lose_nothing(text: str) -> None:
    lines = wrap(text, 120, 15)
    assert all(extent(line, 15) <= 120 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_a_picture_is_described_and_escaped() -> None:
    tree = ElementTree.fromstring(flow("x", "A <title>", "1. B & C", [Box("Who", "<b>"), Box("", "C")]))
    assert tree.findtext(f"{SVG}title") == "A <title>"
    assert tree.findtext(f"{SVG}desc") == "1. B & C"
    assert tree.get("aria-labelledby") == "x-title x-desc"
    assert len(tree.findall(f"{SVG}path")) == 1


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_boxes_stand_below_one_another_inside_the_picture(direction: str) -> None:
    tree = ElementTree.fromstring(flow("x", "t", "d", [Box("Who", "word " * 30)] * 4, direction))
    boxes = [(float(box.get("y", 0)), float(box.get("height", 0))) for box in tree.findall(f"{SVG}rect")]
    assert all(top + height < below for (top, height), (below, _) in pairwise(boxes))
    assert boxes[-1][0] + boxes[-1][1] < float(tree.get("viewBox", "").split()[3])
    assert all(0 < float(text.get("x", 0)) < WIDTH for text in tree.findall(f"{SVG}text"))
