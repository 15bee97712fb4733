"""Pages of roles: everything that a role may do, in full, and nothing of what another may."""

from __future__ import annotations

import re
from functools import cache

import pytest

from helper.definitions.load import load
from helper.i18n import catalogs
from helper.i18n.words import Words
from helper.publish.explained import explained, stem_of
from helper.publish.markdown import plain
from helper.publish.outline import sections
from helper.publish.pages import home, pages
from helper.publish.role_text import text_for
from helper.publish.symbol import symbol

GAME = load("hegemony")
LANGUAGES = catalogs.languages()
# How many Basic and Free Actions each class has on the sheets; the printed aid adds one to the Capitalist Class.
COUNTS = {"working": (6, 6), "middle": (8, 8), "capitalist": (7, 6), "state": (6, 2)}


@cache
def every(lang: str) -> dict[str, str]:
    return pages(GAME, Words(lang, GAME))


def page_of(role: str, lang: str = "en") -> str:
    return every(lang)[f"hegemony/role-{role}.md"]


def cards(text: str) -> dict[str, str]:
    """Return the actions of a page by their anchors."""
    found = re.findall(r"^### .*? \{ #(\S+) \}$(.*?)^</section>$", text, re.MULTILINE | re.DOTALL)
    return dict(found)


def visible(text: str) -> str:
    return re.sub(r"<[^>]*>|\*\*", "", text)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("role", GAME.roles)
def test_a_role_has_all_its_actions_in_full_on_one_page(role: str, lang: str) -> None:
    words = Words(lang, GAME)
    text = page_of(role, lang)
    found = cards(text)
    own = [rule for rule in GAME.rules.values() if role in rule.roles and rule.kind in ("basic_action", "free_action", "passive")]
    assert set(found) == {rule.id for rule in own}
    for rule in own:
        card = visible(found[rule.id])
        first = re.split("[.;]", words.sentence(rule.text))[0]
        assert visible(plain(first)) in card
        for condition in rule.requires:
            assert (plain(words.sentence(condition.text)) in card) == (not condition.roles or role in condition.roles), condition.id
        assert not rule.note or plain(words.sentence(rule.note)) in card
        for reminder in rule.reminders:
            assert plain(words.sentence(reminder.text)) in card


@pytest.mark.parametrize("role", GAME.roles)
def test_each_class_has_as_many_actions_as_its_sheet(role: str) -> None:
    found = [GAME.rules[id].kind for id in cards(page_of(role))]
    assert (found.count("basic_action"), found.count("free_action")) == COUNTS[role]
    assert found.count("passive") == (role == "state")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("role", GAME.roles)
def test_what_holds_for_every_action_is_told_once(role: str, lang: str) -> None:
    words = Words(lang, GAME)
    text = visible(page_of(role, lang))
    for id in ("turn.order", "turn.main_action", "turn.free_action"):
        for condition in GAME.rules[id].requires:
            assert text.count(f"- {plain(words.sentence(condition.text))}\n") == 1, condition.id


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_shared_action_says_of_another_role_is_left_out(lang: str) -> None:
    words = Words(lang, GAME)
    for id, role in (("assign_workers", "middle"), ("buy", "working"), ("export", "capitalist"), ("build_company", "capitalist")):
        rule = GAME.rules[id]
        others = [words.term(other) for other in rule.roles if other != role]
        text = text_for(GAME, words, rule, role)
        assert len(text) < len(words.sentence(rule.text))
        assert text.endswith(".")
        assert not any(other in text for other in others)
    assert text_for(GAME, words, GAME.rules["strike"], "working") == words.sentence(GAME.rules["strike"].text)


def test_a_dispute_about_one_role_is_none_for_another() -> None:
    assert "mark-disputed" in cards(page_of("middle"))["export"]
    assert "#option.state_export" in cards(page_of("state"))["export"]
    assert "#option.middle_export" not in cards(page_of("state"))["export"]
    assert "mark-disputed" not in cards(page_of("capitalist"))["export"]
    assert "readings" not in cards(page_of("capitalist"))["export"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_role_has_its_mark_and_its_name(lang: str) -> None:
    words = Words(lang, GAME)
    first = home([(GAME, words)], Words(lang))
    for role in GAME.roles:
        mark = GAME.terms[role].mark
        assert mark
        badge = f'<span class="badge" aria-hidden="true">{words.sentence(mark)}</span>'
        assert f"# {badge}{symbol('hegemony', role)} {words.term(role)}" in page_of(role, lang)
        assert symbol("hegemony", role).startswith('<svg class="symbol" aria-hidden="true"')
        assert f"[{badge} {words.term(role)}](hegemony/role-{role}.md)" in first


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_word_that_misleads_is_explained_by_the_card_that_uses_it_first(lang: str) -> None:
    words = Words(lang, GAME)
    stem = stem_of(words.term("committed"))
    assert {one.rule.id for one in explained(GAME, words)} >= {"people.committed", "people.prosperity"}
    for path, text in every(lang).items():
        parts = re.split(r'(<div class="gloss".*?</div>)', visible_but_blocks(text), flags=re.DOTALL)
        uses = [place for place, part in enumerate(parts) if stem in folded(part)]
        if uses and path.rpartition("/")[2] in {"role-middle.md", "role-working.md", "role-capitalist.md", "companies.md", "steps-turn.md"}:
            assert any("people.committed" in part for part in parts), path
            assert sum("#people.committed" in part and "gloss" in part for part in parts) == 1, path


def visible_but_blocks(text: str) -> str:
    return re.sub(r"<(?!/?div)[^>]*>", "", text)


def folded(text: str) -> str:
    from helper.definitions.fold import fold

    return " ".join(fold(word) for word in re.findall(r"\w+", re.sub(r"\([^)]*\)", "", text)))


def test_a_game_with_many_topics_has_them_in_groups_and_one_with_few_has_not() -> None:
    many, few = (sections(one, Words("en", one)) for one in (GAME, load("capital-lux-2")))
    titles = [group.title for group in many]
    assert titles[:3] == ["Who may do what", "Step by step", "When a policy changes"]
    assert titles[-4:] == ["Actions by subject", "How it works", "Round by round", "To look up"]
    assert max(len(group.entries) for group in many) <= 8
    assert [group.title for group in few] == ["Step by step", "Rules", "To look up"]


def test_a_game_without_roles_has_no_pages_of_roles() -> None:
    definition = load("capital-lux-2")
    assert not [path for path in pages(definition, Words("en", definition)) if "/role-" in path]
