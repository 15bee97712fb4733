"""House files: what they may say, how they are merged, and every fault with its sentence."""

from __future__ import annotations

import copy
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from helper import reference
from helper.definitions.build import OURS
from helper.definitions.differences import differences
from helper.definitions.house import NO_HOUSE, House, read_house
from helper.definitions.load import discover, load, read
from helper.definitions.schema import GameDefinition, is_house
from helper.errors import Damaged, HelperError
from helper.household.files import read_text
from helper.i18n import catalogs
from helper.i18n.faults import sentences
from helper.i18n.words import Words
from helper.table import calculate
from tests.languages import SPOKEN

GAME = "capital-lux-2"
EXAMPLE = Path(__file__).parents[2] / "docs/examples/house-capital-lux-2.toml"
START = f'format = 1\ngame = "{GAME}"\n'
BLUE = '[[rules]]\nid = "tile.blue_b"\n'


def loaded(more: str, start: str = START) -> GameDefinition:
    house = read_text(start + more, "ours.toml")
    return load(house.game, house)


def refused(more: str, start: str = START) -> list[str]:
    with pytest.raises(HelperError) as error:
        loaded(more, start)
    return [Words().fault(fault) for fault in error.value.faults]


def text(definition: GameDefinition, rule: str, language: str = "en") -> str:
    return Words(language, definition).sentence(definition.rules[rule].text)


def test_a_file_that_says_nothing_changes_nothing() -> None:
    assert differences(load(GAME, NO_HOUSE), loaded("")) == []


@pytest.mark.parametrize(
    ("more", "list_name", "id", "fields"),
    [
        (BLUE + 'text = "Take 2 gold."', "rules", "tile.blue_b", {"text": "Take 2 gold."}),
        ('[[rules]]\nid = "final.gold"\nvalues = { gold_value = 3 }', "rules", "final.gold", {"values.gold_value": 3}),
        ('[[options]]\nid = "gold_on_limits"\ndefault = "yes"', "options", "gold_on_limits", {"default": "yes"}),
        (
            '[[options]]\nid = "gold_on_limits"\nchoices = { no = "Never" }',
            "options",
            "gold_on_limits",
            {"choices.no": "Never"},
        ),
        (
            '[[rules]]\nid = "resolution.limit"\n[[rules.reminders]]\nid = "equal_is_safe"\ntext = "Equal is fine."',
            "rules",
            "resolution.limit",
            {"reminders.equal_is_safe.text": "Equal is fine."},
        ),
        (
            '[[rules]]\nid = "resolution.limit"\n[[rules.reminders]]\nid = "x"\nwhen = ["round-end"]\ntext = "Look twice."',
            "rules",
            "resolution.limit",
            {"reminders.x.when": ("round-end",), "reminders.x.text": "Look twice."},
        ),
        ('[[terms]]\nid = "blue"\nsheet = "azure"', "terms", "blue", {"sheet": "azure"}),
        ('[[inputs]]\nkey = "round"\nlabel = "Which round"', "inputs", "round", {"label": "Which round"}),
        ('[[rules]]\nid = "play.base"\nmove = { word = "lay" }', "rules", "play.base", {"move.word": "lay"}),
        ('[[topics]]\nid = "powers"\ntitle = "Tiles"', "topics", "powers", {"title": "Tiles"}),
        ('[[rules]]\nid = "tile.merchant"\nnote = ""', "rules", "tile.merchant", {"note": None}),
    ],
)
def test_an_entry_is_merged_into_the_one_of_its_id_and_nothing_else_changes(
    more: str, list_name: str, id: str, fields: dict[str, object]
) -> None:
    found = differences(load(GAME, NO_HOUSE), loaded(more))
    assert {(one.list, one.id, one.field): one.after for one in found} == {(list_name, id, field): after for field, after in fields.items()}


def test_a_new_rule_needs_a_title_and_a_text_and_gets_a_topic_a_source_and_a_card() -> None:
    definition = loaded('[[rules]]\nid = "tea"\ntitle = "Tea"\ntext = "No tea."')
    rule = definition.rules["tea"]
    assert (rule.topic, rule.sources, rule.status) == ("house", ("house",), "agreed")
    assert definition.topics[-1].id == "house"
    assert definition.cards["house"].parts[0].rules == ("tea",)
    assert [Words(lang, definition).is_translated(definition.topics[-1].title) for lang in ("en",)] == [True]


def test_a_new_condition_is_looked_up_on_the_table_unless_it_says_otherwise() -> None:
    definition = loaded('[[rules]]\nid = "play.base"\n[[rules.requires]]\nid = "tidy"\ntext = "The table is tidy."')
    assert definition.rules["play.base"].requires[-1].checked_by == "table"


def test_a_step_stands_where_it_says() -> None:
    definition = loaded(
        '[[checklists]]\nid = "setup"\n[[checklists.steps]]\nid = "cups"\nafter = "bases"\ntext = "Cups away."\nrule = "setup.bases"'
    )
    steps = [step.id for step in definition.checklists["setup"].steps]
    assert steps[steps.index("bases") + 1] == "cups"


@pytest.mark.parametrize(
    ("rows", "spans", "unknown"),
    [
        ("{ low = 7, high = 30, label = 'x' }", [(0, 6), (7, 30), (31, None)], ()),
        ("{ low = 7, high = 9, label = 'x' }, { low = 20, high = 22, label = 'y' }", None, ((10, 19), (23, 30))),
        ("{ low = 30, high = 30, label = 'x' }", None, ((7, 29),)),
        ("{ low = 0, high = 6, label = 'x' }", [(0, 6), (31, None)], ((7, 30),)),
    ],
)
def test_rows_are_joined_and_what_they_cover_is_unknown_no_more(rows: str, spans: list[Any] | None, unknown: tuple[Any, ...]) -> None:
    table = loaded(f'[[tables]]\nid = "rating"\nrows = [{rows}]').tables["rating"]
    assert table.unknown == unknown
    lows = [row["low"] for row in table.rows]
    assert lows == sorted(lows)  # type: ignore[type-var]
    if spans:
        assert [(row["low"], row.get("high")) for row in table.rows] == spans


def test_what_the_house_touches_is_cited_to_it_and_marked_and_nothing_else_is() -> None:
    answer: Any = reference.rules(loaded(BLUE + 'text = "Take gold."'))
    assert [rule["id"] for rule in answer["rules"] if rule["house"]] == ["tile.blue_b"]
    definition = loaded('[[tables]]\nid = "rating"\nrows = [{ low = 7, high = 30, label = "x" }]')
    assert [table.id for table in definition.tables.values() if is_house(table)] == ["rating"]


def test_what_the_house_says_is_assumed_by_nobody_any_more() -> None:
    assert loaded('[[rules]]\nid = "tile.merchant"\ntext = "Take {gold} gold."').rules["tile.merchant"].status == "agreed"
    assert loaded('[[rules]]\nid = "tile.merchant"\nvalues = { gold = 2 }').rules["tile.merchant"].status == "assumed"


def test_the_version_names_the_content() -> None:
    one, other = loaded(BLUE + 'text = "A."'), loaded(BLUE + 'text = "B."')
    assert one.version != other.version
    assert one.version.startswith(f"{load(GAME, NO_HOUSE).version}+house.")


FAULTS = tomllib.loads((Path(__file__).parent / "house_faults.toml").read_text(encoding="utf-8"))["faults"]


def test_there_are_faults_of_many_kinds() -> None:
    assert len({fault["said"] for fault in FAULTS}) >= 20


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault["name"])
def test_a_fault_is_said_in_words_with_its_place(fault: dict[str, str]) -> None:
    found = refused(fault["more"])
    assert fault["said"] in found, found


@pytest.mark.parametrize(
    ("whole", "said"),
    [
        ("", "ours.toml: “format” is missing here."),
        ("format = 1", "ours.toml: “game” is missing here."),
        (f'format = 9\ngame = "{GAME}"', "ours.toml: This definition has the format “9”; this program reads the format 1."),
        ("format = 1\ngame = 3", "ours.toml: “game” must be a text in quotes, and it is a whole number."),
        (f'{START}title = ["x"]', "ours.toml: “title” must be a text in quotes, and it is a list."),
        (f'{START}language = "Deutsch!"', "ours.toml language: “Deutsch!” cannot be an id; ids are letters, digits, “-”, “_” and “.”."),
        ('format = 1\ngame = "chess"', "There is no game “chess”. The games are"),
        (f"{START}x = {'[' * 30}{']' * 30}", "ours.toml: “x” is nested too deeply; the most is 12."),
        (f"{START}x = {'[' * 5000}", "ours.toml: "),
        (f"{START}x = {'9' * 5000}", "ours.toml: This is not TOML that can be read: "),
        ("format = ", "ours.toml: This is not TOML that can be read: "),
    ],
)
def test_what_is_no_house_file_is_refused(whole: str, said: str) -> None:
    assert any(found.startswith(said) for found in refused("", whole))


def test_every_fault_comes_at_once() -> None:
    found = refused("players = [1]\n" + BLUE + 'txet = "x"\n[[rules]]\nid = "tea"\ntext = "{cups}"\nsources = ["x"]')
    assert len(found) == 5, found


def test_numbers_may_stand_in_the_sentences_of_a_house_and_in_no_others() -> None:
    assert text(loaded(BLUE + 'text = "Take 2 gold, then two more."'), "tile.blue_b") == "Take 2 gold, then two more."


LANGUAGES = catalogs.languages()


@pytest.mark.parametrize("language", SPOKEN)
def test_the_example_speaks_every_language(language: str) -> None:
    definition = loaded("", EXAMPLE.read_text(encoding="utf-8"))
    words = Words(language, definition)
    for rule in (definition.rules["tile.blue_b"], definition.rules["tea"]):
        assert words.is_translated(rule.title)
        assert words.is_translated(rule.text)
    assert "2" in text(definition, "tile.blue_b", language)
    assert "1" in text(definition, "tea", language)


def test_a_sentence_without_a_translation_is_shown_as_written_and_carries_the_mark() -> None:
    definition = loaded('language = "de"\n' + BLUE + 'text = "Nimm 2 Gold."')
    rule = definition.rules["tile.blue_b"]
    for language in LANGUAGES:
        words = Words(language, definition)
        assert words.sentence(rule.text) == "Nimm 2 Gold."
        assert words.is_translated(rule.text) == (language == "de")
        assert words.origin(rule.text) == ("de", "ltr")
        alone = definition.rules["final.gold"].text
        assert words.is_translated(alone) == Words(language, load(GAME, NO_HOUSE)).is_translated(alone), "what the house left alone"


def test_a_figure_chooses_among_the_forms_of_a_translation() -> None:
    more = (
        '[[rules]]\nid = "tea"\ntitle = "Tea"\nvalues = { cups = %d }\n'
        'text = { one = "{cups} cup.", other = "{cups} cups.", by = "cups" }\n'
        '[translations.de]\n"tea:text" = ["{cups} Tasse.", "{cups} Tassen."]'
    )
    assert text(loaded(more % 1), "tea", "de") == "1 Tasse."
    assert text(loaded(more % 4), "tea", "de") == "4 Tassen."


@pytest.mark.parametrize("game", discover())
def test_built_in_games_are_translated_by_catalogs_alone(game: str) -> None:
    assert not load(game, NO_HOUSE).translations


def test_a_changed_figure_changes_calculator_and_sentence_in_every_language() -> None:
    definition = loaded('[[rules]]\nid = "final.gold"\nvalues = { gold_value = 5 }')
    answer: Any = calculate(definition, "round", ["round=3", "players.A.gold=2", "players.B.gold=1"])
    assert [row["gold_points"] for row in answer["result"]["scores"]] == [10, 5]
    for language in LANGUAGES:
        assert "5" in text(definition, "final.gold", language)


def test_two_files_are_kept_apart_by_their_content() -> None:
    first, second = House({"format": 1, "game": GAME}), House({"format": 1, "game": GAME, "rules": []})
    assert first == House({"format": 1, "game": GAME})
    assert first != second
    assert loaded(BLUE + 'text = "A."').rules["tile.blue_b"].text.text == "A."
    assert loaded(BLUE + 'text = "B."').rules["tile.blue_b"].text.text == "B."
    assert "box" in load(GAME, NO_HOUSE).rules["tile.blue_b"].text.text


JUNK: list[Any] = [None, True, -1, 3, "", "{x}", "final.gold", [], {}, [1], ["a"], [[1, 2]], [{}], {"a": 1}, [{"id": "x"}], 1.5]
JUNK.append({"one": 1, "other": 2, "by": 3})


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(one for key, part in inside for one in places(part, (*path, key)))]


@pytest.mark.parametrize(
    "said",
    [
        'text = "Take {more} gold."',
        'text = { one = "Take gold.", other = "Take much gold.", by = "more" }',
        '[[checklists]]\nid = "setup"\n[[checklists.steps]]\nid = "x"\nwho = "A host"\ntext = "Lay {more} there."\nrule = "tile.blue_b"',
    ],
)
def test_a_rule_of_the_game_may_have_a_figure_more_where_a_sentence_of_the_house_asks_for_it(said: str) -> None:
    assert loaded(f"{BLUE}values = {{ more = 5 }}\n{said}").rules["tile.blue_b"].values["more"] == 5


def test_what_is_counted_by_good_may_be_counted_for_one_more() -> None:
    start = 'format = 1\ngame = "hegemony"\n[[rules]]\nid = "setup.working"\n'
    assert loaded("values = { luxury = 1 }", start).rules["setup.working"].values["luxury"] == 1
    assert refused("values = { luxery = 1 }", start) == ["ours.toml rules setup.working: “values.luxery” is not a key that belongs here."]


@pytest.mark.parametrize("seed", range(60))
def test_whatever_a_file_holds_it_is_read_or_refused_and_never_breaks_the_program(seed: int) -> None:
    chance = random.Random(seed)
    raw: Any = read(GAME)
    content: Any = {"format": 1, "game": GAME, "translations": {"de": {"final.gold:text": "x"}}}
    for name in ("rules", "tables", "checklists", "cards", "options", "inputs", "terms"):
        content[name] = copy.deepcopy(chance.sample(raw[name], min(3, len(raw[name]))))
    for _ in range(4):
        *above, last = chance.choice([place for place in places(content) if len(place) > 1])
        inside = content
        for key in above:
            inside = inside[key]
        inside[last] = copy.deepcopy(chance.choice(JUNK))
    assert all(said.startswith("ours.toml") for said in said_of(content))


def said_of(content: Any) -> list[str]:
    try:
        definition = load(GAME, read_house(content, "ours.toml"))
    except HelperError as error:
        return [Words().fault(fault) for fault in error.faults]
    reference.rules(definition, "de")
    return []


def test_the_example_of_the_documentation_is_sound() -> None:
    content = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    assert load(GAME, read_house(content, EXAMPLE.name)).house
    with pytest.raises(Damaged):
        read_house({**content, "format": 2})


def test_the_documentation_shows_the_example_that_is_run() -> None:
    page = (EXAMPLE.parents[1] / "house-rules.md").read_text(encoding="utf-8")
    assert EXAMPLE.read_text(encoding="utf-8").strip() in page


def test_what_the_program_calls_a_house_is_what_its_catalogs_word() -> None:
    known = sentences()
    for titles in OURS.values():
        for word, text in titles.values():
            assert known[f"word.{word}"].text == text
