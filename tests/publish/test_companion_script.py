"""The script of the companion knows no game: no word that a person reads, no rule, no figure, no key of an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helper.definitions.load import discover, has_engine, load
from helper.i18n.catalogs import languages
from helper.i18n.words import Words
from helper.publish.companion import assets
from helper.table import Stamp, calculate, handle, new
from tests.playing import stamps

ASSETS = Path(__file__).parents[2] / "helper" / "publish" / "companion" / "assets"
PAGE = sorted(file for file in ASSETS.glob("*.js") if file.name not in ("worker.js", "sw.js"))
LARGEST = 15 * 1024
# What the page and the engine say to one another, and names of the browser's own things.
ENVELOPE = {"make", "save", "text", "view", "record"}
OF_THE_BROWSER = {
    "after",
    "change",
    "now",
    "result",
    "storage",
    "transaction",
    "worker",
    "id",
    "key",
    "form",
    "name",
    "value",
    "type",
    "data",
    "title",
    "values",
    "entries",
    "source",
    "open",
    "state",
    "at",
}
COMMENT = re.compile(r"^\s*//.*$|\s//\s.*$", re.MULTILINE)
GAMES = [id for id in discover() if has_engine(id)]


def code(file: Path) -> str:
    return COMMENT.sub("", file.read_text(encoding="utf-8"))


def named_in(file: Path) -> set[str]:
    """Return what a script asks of its things by name: after a dot, taken apart in braces, or in quotes."""
    whole = code(file)
    found = set(re.findall(r"(?<!\.)\.(\w+)", whole))
    for inside in re.findall(r"\{([^{}()]*)\}\s*(?:[=,)]|of\b)", whole):
        found |= set(re.findall(r"(\w+)", inside))
    for quoted in re.findall(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`\n]*)`", whole):
        found |= {word for text in quoted for word in re.findall(r"[\w.]+", text)}
    return found


def keys_of(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, one in value.items():
            yield str(key)
            yield from keys_of(one)
    elif isinstance(value, list):
        for one in value:
            yield from keys_of(one)


def answers() -> Iterator[dict[str, Any]]:
    """Yield answers of every kind, of every game."""
    for game in GAMES:
        definition = load(game)
        for rule in definition.rules.values():
            for example in rule.examples:
                if example.calculator:
                    words = [f"{key}={','.join(map(str, one)) if isinstance(one, list) else one}" for key, one in example.given.items()]
                    try:
                        yield calculate(game, example.calculator, words)
                    except Exception:
                        continue
        journal = new(game, ["Anna", "Bert"], start="full")
        stamp = stamps()
        for do in ("status", "legal", "score", "log"):
            yield handle(journal, {"do": do}, "en", stamp()).answer
        first = next(one for one in definition.inputs if one.record and one.type == "count" and "<" not in one.key)
        told = handle(journal, {"do": "observe", "words": [f"{first.key}=1"]}, "en", Stamp("x", "y"))
        yield told.answer
        journal = journal._replace(events=told.append)
        yield handle(journal, {"do": "correct", "n": 1, "words": [f"{first.key}=2"], "dry_run": True}, "en", stamp()).answer
        yield handle(journal, {"do": "undo"}, "en", stamp()).answer
        yield handle(journal, {"do": "resolve", "dry_run": True}, "en", stamp()).answer


def test_the_scripts_of_a_page_are_small_as_they_are_shipped() -> None:
    shipped = assets()
    assert sum(len(shipped[file.name]) for file in PAGE) <= LARGEST
    for file in PAGE:
        assert "".join(code(file).split()) == "".join(shipped[file.name].decode().split())


@pytest.mark.parametrize("file", PAGE, ids=lambda file: file.name)
def test_a_script_knows_no_key_of_an_answer(file: Path) -> None:
    keys = {key for answer in answers() for key in keys_of(answer)}
    assert {"verdict", "steps", "scores", "reasons", "grids", "recorded"} <= keys
    assert (keys - ENVELOPE - OF_THE_BROWSER) & named_in(file) == set()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("file", PAGE, ids=lambda file: file.name)
def test_a_script_knows_no_rule_no_word_and_no_figure_of_a_game(file: Path, game: str) -> None:
    definition = load(game)
    known = named_in(file)
    whole = code(file)
    assert not [id for id in (game, *(rule for rule in definition.rules if "." in rule)) if id in whole]
    ids = {
        *definition.terms,
        *definition.calculators,
        *definition.checklists,
        *definition.options,
        *(rule for rule in definition.rules if "_" in rule),
    }
    ids |= {value for values in definition.axes.values() for value in values}
    assert ids & known <= ENVELOPE | OF_THE_BROWSER | {
        "back",
        "final",
        "for",
        "from",
        "hidden",
        "in",
        "new",
        "no",
        "round",
        "set",
        "start",
        "top",
    }
    figures = {str(value) for rule in definition.rules.values() for value in rule.values.values() if isinstance(value, int) and value > 12}
    assert not figures & set(re.findall(r"(?<![\w.])\d+(?![\w.])", whole)) - {"20", "200", "500", "1500", "2500", "3000", "1000", "16"}


@pytest.mark.parametrize("file", PAGE, ids=lambda file: file.name)
def test_a_script_says_nothing_to_a_person(file: Path) -> None:
    """A text with a space in it, or that begins with a capital, might be read; those left are no sentences."""
    texts = [one[1:-1] for one in re.findall(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`\n]*`", code(file))]
    for lang in languages():
        for sentence in ("The evening", "Work it out", "Undo {n}: {text}", "allowed", "not allowed"):
            assert Words(lang).say(sentence) not in texts
    readable = [text for text in texts if re.search(r"[a-zà-ü]{2,} [a-zà-ü]{2,} [a-zà-ü]{2,}", text)]
    assert readable == []
