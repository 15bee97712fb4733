"""The reference answers in plain data, in the language asked for, and names what it does not know."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from helper import reference
from helper.definitions.load import load
from helper.errors import UnreadableInput
from helper.i18n import catalogs
from helper.i18n.finding import Findable, find, unknown_words
from helper.i18n.naming import spellings
from helper.i18n.words import Words

GAME = "capital-lux-2"
PO = """msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgctxt "capital-lux-2/resolution.limit:title"
msgid "Limit"
msgstr "Körperschaftsteuer"

msgctxt "capital-lux-2/term:gold.sheet"
msgid "gold"
msgstr "Goldmarker"

msgctxt "capital-lux-2/term:gold.box"
msgid "gold token"
msgstr "Münze"

msgctxt "capital-lux-2/resolution.tie:title"
msgid "Tied for the bonus"
msgstr "Gleichstand: Goldmarker für alle"
"""


@pytest.fixture
def invented(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    po = tmp_path / "helper.po"
    po.write_text(PO, encoding="utf-8")
    monkeypatch.setenv("HELPER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(catalogs, "_added", {**catalogs._added})
    catalogs.add("de-XC", po)
    return "de-XC"


def ids(answer: dict[str, Any], key: str) -> list[str]:
    return [entry["id"] for entry in answer[key]]


def hits(words: str, language: str = "en") -> list[str]:
    return ids(reference.search(GAME, words, language), "hits")


def test_games_name_edition_version_and_date() -> None:
    answer: Any = reference.games()
    assert json.dumps(answer)
    game = answer["games"][0]
    assert set(game) == {"id", "title", "players", "version", "edition", "date", "has_engine"}
    assert game["players"] == [1, 4]


def test_all_rules_come_in_reading_order_with_every_key() -> None:
    answer: Any = reference.rules(GAME)
    definition = load(GAME)
    assert set(ids(answer, "rules")) == set(definition.rules)
    places = {topic.id: topic.order for topic in definition.topics}
    orders = [places[rule["topic"]] for rule in answer["rules"]]
    assert orders == sorted(orders)
    keys = {"id", "kind", "topic", "roles", "title", "text", "note", "requires", "values", "sources", "status", "house"}
    keys |= {"source_titles", "reminders", "untranslated"}
    assert all(set(rule) == keys for rule in answer["rules"])
    json.dumps(answer)


def test_conditions_of_a_rule_include_the_shared_ones() -> None:
    rule: Any = reference.rules(GAME, of="play.base")["rules"]
    assert {"running", "in_turn", "holds_a_card", "under_its_colour"} <= set(ids({"r": rule[0]["requires"]}, "r"))
    assert {condition["checked_by"] for condition in rule[0]["requires"]} == {"engine", "mover"}


@pytest.mark.parametrize(
    ("of", "found"),
    [
        ("resolution.limit", ["resolution.limit"]),
        ("resolution.lim", ["resolution.limit"]),
        ("play.capital", ["play.capital"]),
        ("PAYING FOR a limit", ["tile.merchant.payment"]),
        ("agent", ["tile.agent"]),
    ],
)
def test_one_rule_is_named_by_id_beginning_title_or_word(of: str, found: list[str]) -> None:
    assert ids(reference.rules(GAME, of=of), "rules") == found


@pytest.mark.parametrize("of", ["powers", "Powers", "round-end", "gold", "coin"])
def test_a_topic_a_checklist_or_a_word_names_several_rules(of: str) -> None:
    assert len(ids(reference.rules(GAME, of=of), "rules")) > 1


@pytest.mark.parametrize("language", catalogs.languages())
def test_every_word_for_a_role_names_all_its_rules(language: str) -> None:
    definition = load("hegemony")
    for role in definition.roles:
        wanted = ids(reference.rules("hegemony", language, role), "rules")
        for word in spellings(Words(language, definition), definition.terms[role]):
            assert ids(reference.rules("hegemony", language, word), "rules") == wanted, word


def test_a_beginning_that_fits_several_rules_names_them() -> None:
    with pytest.raises(UnreadableInput) as caught:
        reference.rules(GAME, of="tile.b")
    assert set(caught.value.faults[0].values["known"]) == {"tile.blue_b", "tile.blue_c", "tile.blue_d"}  # type: ignore[call-overload]


def test_an_unknown_rule_names_the_nearest() -> None:
    with pytest.raises(UnreadableInput) as caught:
        reference.rules(GAME, of="resolution.limti")
    assert caught.value.faults[0].code == "unknown_rule"
    assert caught.value.faults[0].values["nearest"] == "resolution.limit"


def test_a_game_is_named_by_a_unique_beginning_or_given_loaded() -> None:
    assert reference.rules("capital", of="final.gold") == reference.rules(load(GAME), of="final.gold")
    with pytest.raises(UnreadableInput):
        reference.rules("no-such-game")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnreadableInput):
        reference.rules(GAME, "xx")


def test_search_puts_titles_first_and_wants_every_word() -> None:
    assert hits("limit")[0] == "resolution.limit"
    assert hits("tied gold")[0] == "resolution.tie"
    assert set(hits("tied gold")) <= set(hits("gold")) & set(hits("tied"))


def test_search_finds_terms_by_all_their_words_and_what_speaks_of_them() -> None:
    found = hits("coin")
    assert "gold" in found
    assert "final.gold" in found


def test_search_finds_checklists_and_tables() -> None:
    kinds: Any = reference.search(GAME, "rob")["hits"]
    assert {hit["kind"] for hit in kinds} == {"rule", "term", "checklist", "table"}


def test_search_without_a_find_suggests_the_nearest_word() -> None:
    answer = reference.search(GAME, "Emporer")
    assert answer["hits"] == []
    assert answer["nearest"] == "Emperor"


def test_search_folds_case_accents_and_umlauts_and_looks_inside_compounds(invented: str) -> None:
    for words in ("steuer", "Körperschaftssteuer", "koerperschaft", "KORPERSCHAFT", "Körperschaftsteuer"):
        assert hits(words, invented) == ["resolution.limit"], words
    for words in ("munze", "Muenze", "münze"):
        assert {"gold", "resolution.tie"} <= set(hits(words, invented)), words


def test_untranslated_rules_are_marked(invented: str) -> None:
    rules: Any = reference.rules(GAME, invented, of="final.gold")["rules"]
    assert rules[0]["untranslated"]
    assert not any(rule["untranslated"] for rule in reference.rules(GAME)["rules"])  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "query", "found"),
    [
        ("Einkommensteuer", "Einkommenssteuer", True),
        ("Einkommenssteuer", "einkommensteuer", True),
        ("Straße", "STRASSE", True),
        ("l'età minima", "eta", True),
        ("carte bonus", "carta", True),
        ("limite del distretto", "limite distretto", True),
        ("limite", "limite gettone", False),
        ("a be", "e", False),
        ("", "", False),
    ],
)
def test_words_are_found_as_people_type_them(text: str, query: str, found: bool) -> None:
    assert bool(find([Findable("x", ((text, 1),))], query)) is found


def test_words_that_occur_nowhere_are_named() -> None:
    missing, known = unknown_words([Findable("x", (("The Emperor, marker", 1),))], "emperor coins")
    assert missing == ["coins"]
    assert "Emperor" in known


def test_a_checklist_keeps_its_order_and_puts_reminders_at_the_step_of_their_rule() -> None:
    answer: Any = reference.checklist(GAME, "round-end")
    assert [step["rule"] for step in answer["steps"]][:3] == ["round.trigger", "round.leftover", "tile.agent.reveal"]
    by_rule = {step["rule"]: step["reminders"] for step in answer["steps"]}
    assert by_rule["resolution.limit"] == ["A sum equal to the limit is safe."]
    assert "Do not clear the Capital or the bases between rounds." in answer["reminders"]


def test_no_reminder_of_a_checklist_is_lost_or_doubled() -> None:
    definition = load(GAME)
    for id in definition.checklists:
        wanted = sorted(reminder.text.text for rule in definition.rules.values() for reminder in rule.reminders if id in reminder.when)
        answer: Any = reference.checklist(GAME, id)
        assert sorted([*answer["reminders"], *(line for step in answer["steps"] for line in step["reminders"])]) == wanted


def test_a_checklist_shows_the_steps_of_the_players_present() -> None:
    alone, three = (ids(reference.checklist(GAME, "setup", players=n), "steps") for n in (1, 3))
    assert "rob" in alone
    assert "emperor" not in alone
    assert "emperor" in three
    assert "rob" not in three


def test_checklists_are_listed_without_a_name_and_named_by_title_or_beginning() -> None:
    listed: Any = reference.checklist(GAME)
    assert [entry["id"] for entry in listed["checklists"]] == list(load(GAME).checklists)
    assert reference.checklist(GAME, "The end of a round") == reference.checklist(GAME, "round")


def test_what_cannot_be_a_checklist_or_a_number_of_players_is_refused() -> None:
    for name, players in (("s", None), ("nothing", None), ("setup", 5), ("setup", 0)):
        with pytest.raises(UnreadableInput):
            reference.checklist(GAME, name, players=players)


def test_the_glossary_has_three_registers() -> None:
    answer: Any = reference.glossary(GAME)
    gold = next(term for term in answer["terms"] if term["id"] == "gold")
    assert (gold["sheet"], gold["box"], gold["also"]) == ("gold", "gold token", ["gold coin", "coin"])
    hand = next(term for term in answer["terms"] if term["id"] == "hand")
    assert (hand["box"], hand["also"]) == (None, [])


def test_tables_are_worded_and_keep_their_gaps() -> None:
    table: Any = reference.tables(GAME)["tables"]
    assert table[0]["rows"][-1]["cells"] == ["world class"]
    assert table[0]["unknown"] == [[7, 30]]


def test_sources_name_their_rules_and_what_is_open() -> None:
    answer: Any = reference.sources(GAME)
    assert all(source["rules"] for source in answer["sources"])
    assert "components.gold" in answer["assumed"]
    assert {option["id"] for option in answer["options"]} == set(load(GAME).options)


def test_languages_say_how_much_is_translated() -> None:
    answer: Any = reference.languages()
    english = answer["languages"][0]
    assert english["id"] == "en"
    assert english["messages"] == english["translated"] > 0
    assert all(language["translated"] <= language["messages"] for language in answer["languages"])


def test_the_reference_imports_neither_engine_nor_games_nor_babel() -> None:
    script = (
        "import sys; from helper import reference; reference.search('capital-lux-2', 'gold')\n"
        "print([m for m in sys.modules if m.split('.')[0] in ('babel', 'dataclasses', 'typer') "
        "or m.startswith(('helper.engine', 'helper.games', 'importlib.metadata'))])"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_a_reminder_meant_for_more_players_stays_away_with_fewer() -> None:
    def said(players: int) -> str:
        return str(reference.checklist("hegemony", "preparation", players=players))

    assert "Immigration cards for Working and Middle Class separately" in said(3)
    assert "Immigration cards for Working and Middle Class separately" not in said(2)
