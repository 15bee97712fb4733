"""Pages are a pure function of definition and words: complete, stable, safe, and the same in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from helper.definitions.load import discover, load
from helper.definitions.schema import GameDefinition, Sentence
from helper.i18n import catalogs
from helper.i18n.words import Words
from helper.publish.export import export
from helper.publish.pages import pages
from helper.publish.site import chapters, holding, shelves, tree

GAMES = discover()
LANGUAGES = catalogs.languages()
ANCHOR = re.compile(r"\{ #(\S+) \}")


@pytest.fixture(params=GAMES)
def definition(request: pytest.FixtureRequest) -> GameDefinition:
    return load(request.param)


def written(definition: GameDefinition, lang: str = "en") -> dict[str, str]:
    return pages(definition, Words(lang, definition))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_has_its_anchor_on_the_page_of_its_topic(definition: GameDefinition, lang: str) -> None:
    found = written(definition, lang)
    for rule in definition.rules.values():
        assert ANCHOR.findall(found[f"{definition.id}/{rule.topic}.md"]).count(rule.id) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_and_anchors_are_the_same_in_every_language(definition: GameDefinition, lang: str) -> None:
    english, other = written(definition), written(definition, lang)
    assert {path: ANCHOR.findall(text) for path, text in english.items()} == {path: ANCHOR.findall(text) for path, text in other.items()}


def test_pages_are_the_same_each_time(definition: GameDefinition) -> None:
    assert written(definition) == written(definition)


def test_every_page_names_edition_version_and_date(definition: GameDefinition) -> None:
    for path, text in written(definition).items():
        assert definition.version in text, path
        assert definition.date in text, path
        assert "edition" in text, path


def test_a_rule_shows_its_conditions_reminders_note_and_examples() -> None:
    definition = load("capital-lux-2")
    found = written(definition)
    limit = found["capital-lux-2/resolution.md"].partition("{ #resolution.limit }")[2].partition("</section>")[0]
    assert "A sum equal to the limit is safe." in limit
    assert "Example" in limit
    assert "the limit is **0**" in limit
    base = found["capital-lux-2/round.md"].partition("{ #play.base }")[2].partition("</section>")[0]
    assert "The card goes under its own colour." in base
    assert "only the player can know" in base


def test_an_assumed_rule_is_marked_wherever_it_stands() -> None:
    definition = load("capital-lux-2")
    found = written(definition)
    for rule in definition.rules.values():
        card = found[f"capital-lux-2/{rule.topic}.md"].partition(f"{{ #{rule.id} }}")[2].partition("</section>")[0]
        assert ("mark-assumed" in card) == (rule.status == "assumed"), rule.id


def test_an_example_that_does_not_hold_is_left_off() -> None:
    definition = load("capital-lux-2")
    page = "capital-lux-2/resolution.md"
    every = pages(definition, Words("en", definition))[page]
    one = pages(definition, Words("en", definition), {("resolution.limit", "equal"): ()})[page]
    assert one.count('class="example"') == 1 < every.count('class="example"')


def test_examples_that_hold_are_told_from_those_that_do_not() -> None:
    definition = load("capital-lux-2")
    held, broken = holding([definition], lambda _, example: None if example.id == "equal" else ())
    assert ("resolution.limit", "equal") not in held["capital-lux-2"]
    assert broken == ["capital-lux-2 resolution.limit equal"]


def test_inputs_of_an_example_are_shown_by_their_labels() -> None:
    text = written(load("capital-lux-2"))["capital-lux-2/resolution.md"]
    assert "Base · A" in text
    assert "players.A" not in text


def test_every_checklist_has_its_picture_described(definition: GameDefinition) -> None:
    found = written(definition)
    for entry in definition.checklists.values():
        text = found[f"{definition.id}/steps-{entry.id}.md"]
        assert re.search(r'<svg [^>]*role="img"[^>]*aria-labelledby="[^"]+"', text)
        assert "<title" in text
        assert "<desc" in text
        assert text.count('class="flow-box"') == len(entry.steps)


def test_what_people_forget_holds_every_reminder(definition: GameDefinition) -> None:
    text = written(definition)[f"{definition.id}/forgotten.md"]
    assert text.count("\n- ") == sum(len(rule.reminders) for rule in definition.rules.values())


def test_the_glossary_holds_every_term(definition: GameDefinition) -> None:
    text = written(definition)[f"{definition.id}/glossary.md"]
    assert all(f'id="term.{id}"' in text for id in definition.terms)


def test_untranslated_lines_are_english_marked_and_counted() -> None:
    definition = load("capital-lux-2")
    title = definition.rules["final.gold"].title
    new = definition.rules["final.gold"]._replace(title=Sentence(title.context, "A sentence nobody translated"))
    changed = definition._replace(rules={**definition.rules, "final.gold": new})
    for lang in LANGUAGES[1:]:
        text = pages(changed, Words(lang, changed))["capital-lux-2/final.md"]
        assert '<span lang="en" dir="ltr" class="untranslated">A sentence nobody translated</span>' in text
        assert 'class="banner"' in text
    assert 'class="banner"' not in pages(changed, Words("en", changed))["capital-lux-2/final.md"]


def test_the_state_of_the_translations_lists_every_language() -> None:
    every = shelves()
    text = tree(every)["de/capital-lux-2/translation.md"]
    assert all(shelf.words.symbols.name in text for shelf in every)


def test_nothing_in_a_text_is_taken_for_markup() -> None:
    definition = load("capital-lux-2")
    evil = "<script>alert(1)</script> *x* [a](b) `c` {d} 1. & |"
    rule = definition.rules["final.gold"]
    new = rule._replace(text=rule.text._replace(text=evil, plural=""), title=rule.title._replace(text=evil))
    changed = definition._replace(rules={**definition.rules, "final.gold": new})
    for text in pages(changed, Words("en", changed)).values():
        assert "<script>" not in text
        assert "[a](b)" not in text


def test_the_navigation_holds_every_page_once() -> None:
    every = shelves()
    found = set(tree(every)) - {"index.md"}
    named = [f"{shelf.lang}/index.md" for shelf in every]
    for shelf in every:
        for chapter in chapters(shelf):
            named.append(chapter.first)
            named.extend(path for _, entries in chapter.entries for _, path in entries)
    assert sorted(named) == sorted(found)


def test_export_writes_the_same_tree_for_the_languages_asked_for(tmp_path: Path) -> None:
    paths = export(tmp_path, ["en", "it"])
    assert {path.relative_to(tmp_path).parts[0] for path in paths} == {"index.md", "en", "it"}
    assert (tmp_path / "it" / "capital-lux-2" / "resolution.md").read_text(encoding="utf-8").startswith("---\ntitle: ")
