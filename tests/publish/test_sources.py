"""Sources and open points: what counts, what is unsettled, and every reading with its sources."""

from __future__ import annotations

import re
from functools import cache

import pytest

from helper.definitions.load import load
from helper.i18n import catalogs
from helper.i18n.words import Words
from helper.publish.markdown import plain
from helper.publish.pages import pages

GAME = load("hegemony")
LANGUAGES = catalogs.languages()


@cache
def page_of(lang: str) -> str:
    return pages(GAME, Words(lang, GAME))["hegemony/sources.md"]


def card(option: str, lang: str) -> str:
    return page_of(lang).partition(f"{{ #option.{option} }}")[2].partition("</section>")[0]


ANCHORS = {"dispute": "disputes", "ambiguity": "open", "table": "chosen"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", GAME.options)
def test_every_reading_is_told_and_only_the_one_that_counts_is_strong(id: str, lang: str) -> None:
    words, option = Words(lang, GAME), GAME.options[id]
    text = re.sub(r"</?span[^>]*>", "", card(id, lang))  # the mark of what is not translated
    for choice, sentence in option.choices.items():
        said = plain(words.sentence(sentence))
        assert said in text
        assert (f"**{said}**" in text) == (choice == option.default)
    assert (words.say("unsettled until you choose") in text) == (option.default == "")
    assert (words.say("counts until you choose another") in text) == (option.default != "")
    assert all(f"#source.{source}" in text for source in option.sources)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_disputes_and_ambiguities_are_told_apart(lang: str) -> None:
    text = page_of(lang)
    parts = {kind: re.search(rf"{{ #{anchor} }}(.*?)\n## ", text, re.DOTALL) for kind, anchor in ANCHORS.items()}
    for option in GAME.options.values():
        for kind, part in parts.items():
            assert part
            assert (f"#option.{option.id} }}" in part[1]) == (option.kind == kind)


def test_the_sheet_leads_in_a_dispute() -> None:
    text = card("bill_block", "en")
    choices = GAME.options["bill_block"].choices
    assert text.index(plain(choices["sheet"].text)) < text.index(plain(choices["printed"].text))
