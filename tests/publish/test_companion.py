"""The page of the companion and its calculators, without a browser."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from helper.definitions.inputs import Ask, InputReader, choices
from helper.definitions.load import discover, has_engine, load
from helper.definitions.schema import Example, GameDefinition
from helper.games import rules_of
from helper.i18n.catalogs import languages
from helper.i18n.words import Words
from helper.publish.companion.controls import BETWEEN
from helper.publish.companion.desk import respond, respond_json
from helper.publish.companion.forms import cells
from helper.publish.companion.rules_page import rules_page
from helper.publish.companion.sheet import open_sheet
from helper.publish.companion.shell import Place, document
from helper.table import calculate
from tests.publish.companion_page import Page

GAMES = [id for id in discover() if has_engine(id)]
EVERYWHERE = [(game, lang) for game in GAMES for lang in languages()]
PLACE = Place("worker", "a/", (("en", "English", "./"), ("de", "Deutsch", "../de/")), rules="../{topic}/#{rule}", reference="../")
RAW = re.compile(r"\{\w+\}|<\w+>|\b[a-z]+_[a-z_]+\b|\b[a-z]+\.[a-z]+\.[a-z]+\b")


def page(game: str, lang: str, place: Place = PLACE) -> Page:
    definition = load(game)
    return Page(document(definition, Words(lang, definition), place))


def asked(game: str, ask: str, fields: dict[str, str] | list[tuple[str, str]], language: str = "en", **more: object) -> dict[str, Any]:
    context = {"game": game, "language": language, "rules": PLACE.rules}
    pairs = [list(pair) for pair in (fields.items() if isinstance(fields, dict) else fields)]
    return respond({"context": context, "ask": ask, "fields": pairs, "stamp": ["1", "2026-01-01T20:00:00Z"], "out": "here", **more})


@pytest.mark.parametrize(("game", "lang"), EVERYWHERE)
@pytest.mark.parametrize("engine", ["worker", "http"])
def test_a_page_is_whole_names_every_control_and_shows_no_key(game: str, lang: str, engine: str) -> None:
    found = page(game, lang, PLACE._replace(engine=engine))
    every = found.root.all()
    ids = [one.get("id") for one in every if one.has("id")]
    assert len(ids) == len(set(ids)), {id for id in ids if ids.count(id) > 1}
    for one in every:
        assert not one.has("style"), one.name
        assert not any(key.startswith("on") for key in one.attributes)
        assert one.name != "script" or one.get("src")
    labelled = {one.get("for") for one in found.root.all("label")}
    assert labelled - {""} <= set(ids)
    for control in found.root.all("input", "select"):
        if control.get("type") not in ("hidden",):
            wrapped = any(one.name == "label" for one in control.ancestors())
            assert control.get("id") in labelled or wrapped or control.get("aria-label"), control.attributes
    said = " ".join(one.text for one in found.root.all("body"))
    assert not RAW.search(said), RAW.search(said)


@pytest.mark.parametrize(("game", "lang"), EVERYWHERE)
def test_every_calculator_and_every_checklist_is_a_view_that_the_menu_leads_to(game: str, lang: str) -> None:
    definition, found = load(game), page(game, lang)
    views = {one.get("id") for one in found.root.all("section") if one.has("data-view")}
    assert {f"calc.{id}" for id in definition.calculators} | {f"check.{id}" for id in definition.checklists} < views
    assert {one.get("href").removeprefix("#") for one in found.root.all("a") if one.has("data-to")} == views


def names_of(form: Any) -> set[str]:
    return {one.get("name") for one in form.all("input", "select") if one.get("name")}


@pytest.mark.parametrize("game", GAMES)
def test_every_figure_of_a_calculator_can_be_entered(game: str) -> None:
    definition, found = load(game), page(game, "en")
    sheet = open_sheet(game, "en")
    for calculator in definition.calculators.values():
        form = next(one for one in found.root.all("form") if one.get("data-keep") == f"calc.{calculator.id}")
        inputs = [one for one in definition.inputs if calculator.id in one.used_by]
        entered = {re.split(rf"{BETWEEN}|\.sum$|\.top$", name)[0] for name in names_of(form) if not name.startswith("~")}
        wanted = {one.path for one in cells(sheet, inputs, [f"P{n}" for n in range(1, calculator.seats[1] + 1)])}
        assert entered == wanted


EXAMPLES = [
    (game, rule.id, example) for game in GAMES for rule in load(game).rules.values() for example in rule.examples if example.calculator
]


def fields_of(example: Example) -> tuple[list[tuple[str, str]], dict[str, str]]:
    """Return what a person would enter of an example, and what its players are called."""
    fields: list[tuple[str, str]] = []
    names: dict[str, str] = {}
    for path, value in example.given.items():
        parts = path.split(".")
        if parts[0] == "players" and len(parts) > 1 and parts[1] not in names:
            names[parts[1]] = f"P{len(names) + 1}"
        parts = [names.get(part, part) if place == 1 and parts[0] == "players" else part for place, part in enumerate(parts)]
        for below, one in value.items() if isinstance(value, dict) else [("", value)]:
            said = ",".join(map(str, one)) if isinstance(one, list) else ("yes" if one else "no") if isinstance(one, bool) else str(one)
            fields.append((".".join(filter(None, [*parts, below])), said))
    return fields, {seat: name for name, seat in names.items()}


@pytest.mark.parametrize(("game", "rule", "example"), EXAMPLES, ids=[f"{game}-{rule}-{example.id}" for game, rule, example in EXAMPLES])
def test_an_example_entered_in_the_form_is_answered_with_the_same_steps(game: str, rule: str, example: Example) -> None:
    fields, names = fields_of(example)
    own = [("~calculator", example.calculator), ("~players", str(len(names)))]
    own += [(f"~name.{seat}", name) for seat, name in names.items()]
    own += [(f"~option.{option}", reading) for option, reading in example.options.items()]
    reply = asked(game, "calc", own + fields)
    expected = calculate(game, example.calculator, [f"{path}={value}" for path, value in fields], "en", example.options, names)
    shown = Page(reply["put"][f"out.calc.{example.calculator}"]).root.text
    steps = expected["steps"]
    assert isinstance(steps, list)
    assert steps or expected["grids"]
    for step in steps:
        assert " ".join(step["text"].split()) in shown


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_that_is_offered_can_be_read_and_is_worded_in_every_language(game: str) -> None:
    definition = load(game)
    types = rules_of(game).TYPES
    for one in definition.inputs:
        fields = [one._replace(type=kind, choices=()) for kind in types[one.type].fields]
        for declared in (one, *fields):
            if declared.type == "count":
                continue
            for written, shown in choices(definition, types, declared):
                types[declared.type].read(written, Ask(declared.key, declared, definition, {}, {}))
                for lang in languages():
                    assert not RAW.search(Words(lang, definition).value(shown)), (declared.key, written)


@pytest.mark.parametrize("game", GAMES)
def test_a_list_is_entered_line_by_line_and_read_as_if_it_were_typed(game: str) -> None:
    definition = load(game)
    types = rules_of(game).TYPES
    lists = [one for one in definition.inputs if types[one.type].fields]
    for one in lists:
        fields = types[one.type].fields
        offered = [choices(definition, types, one._replace(type=kind, choices=())) if kind != "count" else () for kind in fields]
        line = [found[0][0] if found else "1" if kind == "count" else "unskilled" for kind, found in zip(fields, offered, strict=True)]
        names = [(f"{one.key}~1~{place}", value) for place, value in enumerate(line)]
        from helper.publish.companion.gathering import gather

        gathered = gather([list(pair) for pair in names]).figures
        assert gathered == {one.key: ":".join(line)}
        reader = InputReader(definition, [one], types, {}, {"P1": "A"})
        path = one.key.replace("<builder>", "middle")
        assert reader.read({path.partition(".")[0]: gathered[one.key] if "." not in path else {path.partition(".")[2]: gathered[one.key]}})


@pytest.mark.parametrize(("game", "lang"), EVERYWHERE)
def test_the_label_of_a_list_names_each_of_its_fields(game: str, lang: str) -> None:
    definition, types = load(game), rules_of(game).TYPES
    words = Words(lang, definition)
    for one in definition.inputs:
        fields = types[one.type].fields
        if len(fields) > 1 and ":" in words.sentence(one.label):
            names = words.sentence(one.label).rpartition(", ")[2].split(":")
            assert len(names) in (len(fields), len(fields) - 1), (one.key, names)


@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_read_is_said_in_the_language_of_the_page_where_the_page_looks_for_it(game: str) -> None:
    name = next(iter(load(game).calculators))
    reply = asked(game, "calc", {"~calculator": name, "nonsense": "1"}, "de")
    assert set(reply["put"]) == {"here"}
    assert "nonsense" in reply["put"]["here"]
    assert 'role="alert"' in reply["put"]["here"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            {"capital.blue": ",".join(["2"] * 26)},
            "Blau: mehr Karten (26), als in der Schachtel sind (25).",
        ),
        (
            {"players.P1.gold": "1", "players.P1.blue": "2", "players.P1.pays.blue": "2"},
            "Gold darf nur für ein Limit gezahlt werden, wenn die Option eingeschaltet und der Händler im Spiel ist. "
            "Anna: In dieser Partie darf für Limits kein Gold bezahlt werden.",
        ),
    ],
    ids=["cards", "gold"],
)
def test_a_calculator_refuses_in_words_of_the_game_and_with_names(fields: dict[str, str], said: str) -> None:
    names = {"~players": "2", "~name.P1": "Anna", "~name.P2": "Bert"}
    reply = asked("capital-lux-2", "calc", {"~calculator": "round", **names, **fields}, "de")
    assert Page(reply["put"]["here"]).root.text == said


@pytest.mark.parametrize(
    "request_",
    [
        {},
        {"context": []},
        {"context": {"game": "none", "language": "en"}},
        {"context": {"game": GAMES[0], "language": "xx"}},
        {"context": {"game": GAMES[0], "language": "en"}, "ask": "calc", "fields": "abc"},
        {"context": {"game": GAMES[0], "language": "en"}, "ask": "calc", "fields": [["a"]]},
        {"context": {"game": GAMES[0], "language": "en"}, "ask": "calc", "fields": [["a", 3]]},
        {"context": {"game": GAMES[0], "language": "en"}, "ask": None},
        {"context": {"game": GAMES[0], "language": "en"}, "ask": "play", "book": ["{}"]},
        {"context": {"game": GAMES[0], "language": "en"}, "ask": "play", "book": [3]},
        {"context": {"game": GAMES[0], "language": "en"}, "ask": "undo", "fields": [["~target", "9" * 400]]},
        {"context": {"game": GAMES[0], "language": "en"}, "ask": "record", "shelf": [[1], "x", ["a", "b", "c"]], "me": 3},
    ],
    ids=range(12),
)
def test_a_request_that_makes_no_sense_is_answered_with_words(request_: dict[str, object]) -> None:
    reply = respond(request_)
    put = reply["put"]
    assert isinstance(put, dict)
    assert put.get("now") or all(put.values())
    assert json.loads(respond_json(json.dumps(request_))) == reply


def test_an_error_of_our_own_is_an_answer_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> None:
        raise RuntimeError("<b>broken</b>")

    monkeypatch.setattr("helper.publish.companion.desk.calculate", broken)
    reply = asked(GAMES[0], "calc", {"~calculator": "final"})
    assert "&lt;b&gt;broken" in reply["put"]["here"]


@pytest.mark.parametrize(("game", "lang"), EVERYWHERE)
def test_the_page_of_rules_holds_every_rule_under_its_id(game: str, lang: str) -> None:
    definition: GameDefinition = load(game)
    found = Page(rules_page(definition, Words(lang, definition), PLACE))
    ids = [one.get("id") for one in found.root.all("article")]
    assert sorted(ids) == sorted(definition.rules)
