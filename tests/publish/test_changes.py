"""Pages of what changes, such as policies: sections, what follows at once, and the figures before and after."""

from __future__ import annotations

from functools import cache

import pytest

from helper.definitions.load import load
from helper.i18n import catalogs
from helper.i18n.words import Words
from helper.publish.changes import changes_of, changing_axis
from helper.publish.pages import pages
from helper.table import calculate

GAME = load("hegemony")
CHANGES = changes_of(GAME)
LANGUAGES = catalogs.languages()


@cache
def every_page(lang: str) -> dict[str, str]:
    return pages(GAME, Words(lang, GAME), changes=CHANGES)


def page_of(place: str, lang: str = "en") -> str:
    return every_page(lang)[f"hegemony/policy-{place}.md"]


def test_each_policy_has_the_four_changes_by_one_section() -> None:
    assert changing_axis(GAME) == "policy"
    assert set(CHANGES.of) == set(GAME.axes["policy"])
    for every in CHANGES.of.values():
        assert [(one.before, one.after) for one in every] == [("A", "B"), ("B", "A"), ("B", "C"), ("C", "B")]
        assert all(len(one.steps) > 1 and one.figures for one in every)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("place", GAME.axes["policy"])
def test_a_page_tells_the_sections_the_rule_and_what_follows_at_once(place: str, lang: str) -> None:
    text = page_of(place, lang)
    assert f"{{ #table.policy_{place} }}" in text
    assert f"policies.md#policy.{place}" in text
    for change in ("A → B", "B → A", "B → C", "C → B"):
        assert f'<p class="label">{change}</p>' in text
    words = Words(lang, GAME)
    for other in GAME.axes["policy"]:
        assert (f"](policy-{other}.md)" in text) == (other != place)
        assert words.term(other) in text


def test_a_page_says_what_the_calculator_answers() -> None:
    answer = calculate("hegemony", "policy", ["policies=1C 2B 3A 4B 5C 6B 7B", "change=3B", "middle.companies=1"], "en")
    steps, result = answer["steps"], answer["result"]
    assert isinstance(steps, list)
    assert isinstance(result, dict)
    text = page_of("taxation").replace("**", "")
    assert all(step["text"] in text for step in steps[1:])
    first, then = (result[when]["taxes"]["middle"]["employment"] for when in ("before", "after"))
    assert f"Middle Class: Employment Tax</th><td>{first}</td><td>{then}</td>" in text


def test_taxes_and_points_at_the_end_stand_side_by_side() -> None:
    text = page_of("labor")
    assert '<th scope="row">Working Class: Income Tax</th><td>7</td><td>4</td><td>1</td>' in text
    assert '<th scope="row">Working Class: points, at the end of the game</th><td>4</td><td>1</td><td>1</td>' in text
    assert '<th scope="row">Capitalist Class: points, at the end of the game</th><td>4</td><td>4</td><td>8</td>' in text


def test_policies_lead_to_their_pages() -> None:
    every = every_page("en")
    for place in GAME.axes["policy"]:
        for path in ("policies.md", "tables.md", "index.md"):
            assert f"(policy-{place}.md)" in every[f"hegemony/{path}"], path


def test_a_game_without_such_an_axis_has_no_such_pages() -> None:
    definition = load("capital-lux-2")
    assert changing_axis(definition) == ""
    assert changes_of(definition).of == {}
