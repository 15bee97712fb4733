"""How values, sentences and faults are worded."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from helper.definitions.build import build
from helper.definitions.load import load
from helper.definitions.schema import GameDefinition, Sentence, Term
from helper.errors import Fault
from helper.i18n import catalogs
from helper.i18n.catalog_files import Message
from helper.i18n.faults import sentences
from helper.i18n.pseudo import write_pseudo
from helper.i18n.words import Words, later
from tests.i18n.test_catalogs import put
from tests.missing import speaks
from tests.modules import MODULES, nodes
from tests.rows import Row

ROOT = Path(__file__).parents[2]
FAULTS = "helper/i18n/faults.toml"
WORDED = tomllib.loads((Path(__file__).parent / "faults.toml").read_text(encoding="utf-8"))
TELLING = 10
"""Signs of a sentence that nothing else says by chance."""

RAW = {
    "format": 1,
    "id": "tiny",
    "title": "Tiny",
    "version": "1",
    "date": "2026-01-01",
    "edition": "First",
    "players": [1, 2],
    "topics": [{"id": "turn", "title": "Turn", "order": 1}],
    "terms": [
        {"id": "blue", "kind": "district", "sheet": "Blue", "box": "-", "also": "Azure, sky", "note": "A colour.", "short": "b"},
        {"id": "sky", "kind": "district", "sheet": "Sky", "box": "Azure", "also": "-", "note": "", "short": "s"},
    ],
    "rules": [
        {
            "id": "draw",
            "topic": "turn",
            "title": "Draw",
            "text": {"one": "Draw {n} card.", "other": "Draw {n} cards.", "by": "n"},
            "values": {"n": 2},
            "move": {"word": "Draw", "short": "d"},
            "outcomes": [{"id": "drawn", "text": "{seat}: draws {cards} in {district}."}],
            "requires": [{"id": "enough", "text": "At least {n} cards lie there.", "otherwise": "{seen} lie there."}],
            "sources": [],
        }
    ],
}

GERMAN = """
msgctxt "tiny/term:blue.sheet"
msgid "Blue"
msgstr "Blau"

msgctxt "tiny/term:blue.also"
msgid "Azure, sky"
msgstr "Bläulich, Himmel"

msgctxt "tiny/draw:text"
msgid "Draw {n} card."
msgid_plural "Draw {n} cards."
msgstr[0] "Ziehe {n} Karte."
msgstr[1] "Ziehe {n} Karten."

msgctxt "tiny/draw:outcomes.drawn"
msgid "{seat}: draws {cards} in {district}."
msgstr "{seat}: zieht in {district} {cards}."

msgctxt "tiny/draw:title"
msgid "Take"
msgstr "Nimm"

msgctxt "tiny/draw:move.word"
msgid "Draw"
msgstr "Ziehen"

msgid "yes"
msgstr "ja"

msgid "{n} game"
msgid_plural "{n} games"
msgstr[0] "{n} Spiel"
msgstr[1] "{n} Spiele"
"""


def tiny() -> GameDefinition:
    definition, faults = build(RAW)
    assert not faults
    return definition


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Words:
    """Give the words of a tiny game in German, one of whose sentences has gone stale."""
    put(tmp_path, "de", GERMAN)
    monkeypatch.setenv("HELPER_LOCALES", str(tmp_path))
    for name in ("_catalogs", "_symbols", "_added"):
        monkeypatch.setattr(catalogs, name, {})
    return Words("de", tiny())


def test_numbers_are_grouped_and_signed_as_the_language_does(german: Words) -> None:
    assert [german.value(number) for number in (0, 12, -5, 1234, -1234567, 2.5)] == ["0", "12", "-5", "1.234", "-1.234.567", "2,5"]
    assert Words().value(-1234567) == "-1,234,567"


def test_names_stay_words_of_the_game_are_worded_and_lists_are_joined(german: Words) -> None:
    assert german.value("Blue") == "Blue"
    assert german.value(Term("blue")) == "Blau"
    assert german.value(Term("blue", 5)) == "Blau 5"
    assert german.value((Term("blue", 5), Term("sky"), "Blue")) == "Blau 5, Sky und Blue"
    assert german.value([1, 2]) == "1 und 2"
    assert german.value(()) == "-"
    assert german.value(None) == "-"
    assert german.value(True) == "ja"
    assert german.value({"P1": 3}) == "P1 3"
    assert german.value({2}) == "2"


def test_a_word_the_game_does_not_have_is_said_by_its_id(german: Words) -> None:
    assert german.term("purple") == "purple"
    assert Words("de").term("blue") == "blue"


def test_a_sentence_takes_the_figures_of_its_rule_and_what_is_given_over_them(german: Words) -> None:
    rule = tiny().rules["draw"]
    assert german.sentence(rule.text) == "Ziehe 2 Karten."
    assert german.sentence(rule.text, {"n": 1}) == "Ziehe 1 Karte."
    assert Words("en", tiny()).sentence(rule.text) == "Draw 2 cards."
    said = german.sentence(rule.outcomes[0].text, {"seat": "Blue", "cards": [Term("blue", 5), Term("blue", 2)], "district": Term("blue")})
    assert said == "Blue: zieht in Blau Blau 5 und Blau 2."


def test_a_placeholder_without_a_value_stays_visible_and_never_crashes(german: Words) -> None:
    assert german.sentence(tiny().rules["draw"].outcomes[0].text) == "{seat}: zieht in {district} {cards}."
    assert german.say("{a} {b.c} {} {0!r}", a="{b}") == "{b} {b.c} {} {0!r}"


def test_a_list_counts_as_many_as_it_has(german: Words) -> None:
    sentence = Sentence("", "{cards} is discarded.", {}, "{cards} are discarded.", "cards")
    assert german.sentence(sentence, {"cards": ["x"]}) == "x is discarded."
    assert german.sentence(sentence, {"cards": ["x", "y"]}) == "x und y are discarded."


def test_a_stale_or_missing_translation_comes_in_english_and_can_be_told(german: Words) -> None:
    rule = tiny().rules["draw"]
    assert german.sentence(rule.title) == "Draw"
    assert not german.is_translated(rule.title)
    assert german.is_translated(rule.text)
    assert german.is_translated(rule.outcomes[0].text)
    assert Words().is_translated(rule.title)


def test_the_programs_own_sentences_are_said_by_number_too(german: Words) -> None:
    assert german.say("yes") == "ja"
    assert german.say("Hello {name}", name="Ann") == "Hello Ann"
    assert [german.say_n("{n} game", "{n} games", n) for n in (1, 2000)] == ["1 Spiel", "2.000 Spiele"]
    assert german.say_n("{n} seat of {game}", "{n} seats of {game}", 1, game="Tiny") == "1 seat of Tiny"
    assert later("kept") == "kept"


def test_every_spelling_of_a_word_may_be_typed_and_no_word_hides_an_id(german: Words) -> None:
    districts = german.vocabulary()["district"]
    assert {districts[word] for word in ("blue", "blau", "blaeulich", "himmel", "b")} == {"blue"}
    assert districts["sky"] == "sky"
    assert districts["azure"] == "sky"
    assert "-" not in districts
    assert german.vocabulary()["move"] == {"draw": "draw", "ziehen": "draw", "d": "draw"}
    assert Words().vocabulary() == {}


def test_a_fault_says_the_place_what_is_wrong_and_the_nearest_right_thing() -> None:
    words = Words()
    values = {"given": "capital", "nearest": "capital-lux-2", "known": ["capital-lux-2", "tiny"]}
    assert words.fault(Fault("unknown_game", values)) == (
        "There is no game “capital”. Did you mean capital-lux-2? The games are capital-lux-2 and tiny."
    )
    assert (
        words.fault(Fault("unknown_game", {**values, "nearest": ""})) == "There is no game “capital”. The games are capital-lux-2 and tiny."
    )
    assert words.fault(Fault("missing_key", {"key": "title"}, "game.toml draw")) == "game.toml draw: “title” is missing here."


def test_a_fault_names_kinds_of_values_by_words_but_leaves_what_was_typed() -> None:
    words = Words()
    assert words.fault(Fault("wrong_type", {"key": "players", "wanted": "int", "given": "str"})) == (
        "“players” must be a whole number, and it is a text in quotes."
    )
    assert "“int”" in words.fault(Fault("unknown_game", {"given": "int", "nearest": "", "known": []}))


def test_a_range_that_is_open_at_one_end_names_the_other() -> None:
    words = Words()
    assert words.fault(Fault("out_of_range", {"given": -1, "low": 0, "high": None})) == "-1 is too little; it is at least 0."
    assert words.fault(Fault("out_of_range", {"given": 9, "low": None, "high": 8})) == "9 is too much; it is at most 8."
    assert words.fault(Fault("out_of_range", {"given": 9, "low": 1, "high": 8})) == "9 is out of range; it goes from 1 to 8."


def test_a_condition_that_fails_is_said_by_its_rule() -> None:
    fault = Fault("condition", {"rule": "draw", "condition": "enough", "values": {"seen": 1}})
    assert Words("en", tiny()).fault(fault) == "At least 2 cards lie there. 1 lie there."
    assert Words().fault(fault) == "The rule draw does not allow that: enough."


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("district", "Bezirk: „x“ ist hier nicht bekannt. Möglich: Blau und none."),
        ("capital.blue", "hauptstadt.blau: „x“ ist hier nicht bekannt. Möglich: Blau und none."),
        ("source", "rob-karte: „x“ ist hier nicht bekannt. Möglich: Blau und none."),
    ],
)
def test_an_argument_of_a_move_is_called_by_its_label_and_a_figure_by_the_key_that_is_typed(where: str, said: str) -> None:
    fault = Fault("unknown_word", {"given": "x", "nearest": "", "known": ["blue", "none"]}, where)
    assert Words("de", load("capital-lux-2")).fault(fault) == said


def test_a_fault_nobody_worded_is_said_by_its_code_and_values() -> None:
    assert Words().fault(Fault("never_heard_of", {"n": 1234})) == "never_heard_of n=1,234"


def test_every_fault_that_the_program_raises_has_a_sentence() -> None:
    raised = {code: path for path in MODULES for code in _fault_codes(path)}
    assert "unknown_game" in raised
    speaks(
        f'The fault "{code}", which {path.relative_to(ROOT).as_posix()} raises, has no sentence. Write {code} = "…" in {FAULTS}.'
        for code, path in raised.items()
        if code not in sentences()
    )


def test_every_message_of_a_fault_is_provoked_or_worded_by_a_test() -> None:
    """By its code, by a part of its sentence, or by a row of faults.toml here: `<code>__…` counts by its own sentence alone."""
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*") if path.suffix in (".py", ".toml", ".txt"))
    named = set(re.findall(r"\w+", " ".join(re.findall(r'"[^"\n]*"|^\[\w+\]$', tests, re.MULTILINE))))
    silent = []
    for number, code in _places():
        sentence = sentences()[code]
        parts = [part.strip(" .,:;“”") for part in re.split(r"\{\w+\}", f"{sentence.text}{{}}{sentence.plural}".replace("{}", "{_}"))]
        if code not in named and not any(len(part) >= TELLING and part in tests for part in parts):
            silent.append(
                f'The message "{code}" ({FAULTS}:{number} “{sentence.text}”) is raised by no test and worded by none. Provoke it in a test '
                f'that names its code, or write a row in tests/i18n/faults.toml: [{code}], values = {{ … }}, says = "…".'
            )
    speaks(silent)


def test_every_row_of_faults_is_of_a_message_that_there_is() -> None:
    speaks(
        f"tests/i18n/faults.toml words “{code}”, which {FAULTS} does not have: take the row out."
        for code in WORDED
        if code not in sentences()
    )


@pytest.mark.parametrize("code", WORDED)
def test_a_message_is_worded_with_its_values(code: str) -> None:
    row = WORDED[code]
    without = {row["without"]: None} if "without" in row else {}
    fault = Fault(code.partition("__")[0], {**row.get("values", {}), **without})
    with Row(code, [f"{FAULTS}, in every language"]) as seen:
        seen.same("en", row.get("says", ""), Words().fault(fault))
        for lang in catalogs.languages():
            seen.filled(lang, [Words(lang).fault(fault)])


def test_fault_codes_stand_in_alphabetical_order() -> None:
    codes = [code for code in sentences() if not code.startswith("word.")]
    assert codes == sorted(codes)


def test_the_pseudo_languages_word_everything_and_keep_placeholders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    definition = tiny()
    rule = definition.rules["draw"]
    drawn = rule.outcomes[0].text
    write_pseudo(
        tmp_path, [Message(drawn.context, drawn.text), Message(rule.text.context, rule.text.text, rule.text.plural), Message(None, "yes")]
    )
    monkeypatch.setenv("HELPER_LOCALES", str(tmp_path))
    longer, turned = Words("en-XA", definition), Words("ar-XB", definition)
    said = longer.sentence(drawn, {"seat": "Ann", "cards": 2, "district": "x"})
    assert said.startswith("[Ann: dřàwš"[:6])
    assert len(said) > len("Ann: draws 2 in x.") * 1.3
    assert turned.direction == "rtl"
    assert turned.sentence(drawn, {"seat": "Ann", "cards": 2, "district": "x"}).startswith("\u200fAnn")
    for n in (0, 1, 2, 3, 11, 100):
        assert turned.sentence(rule.text, {"n": n}).startswith("\u200f")
        assert str(n) in turned.sentence(rule.text, {"n": n})
    assert turned.say("yes") != "yes"


def _places() -> Iterator[tuple[int, str]]:
    """Yield every code of a message, with the line that it stands in."""
    for number, line in enumerate((ROOT / FAULTS).read_text(encoding="utf-8").splitlines(), 1):
        code = line.partition(" = ")[0]
        if line.startswith("[words]"):
            return
        if code in sentences():
            yield number, code


def _fault_codes(path: Path) -> Iterator[str]:
    """Yield the codes given to `Fault(…)`, `.fault(…)` and `.fail(…)` in a module."""
    for node in nodes(path):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in ("Fault", "fault", "fail"):
                yield node.args[0].value


def test_a_language_that_is_replaced_is_understood_by_its_new_words(tmp_path: Path) -> None:
    definition = load("capital-lux-2")
    before = Words("de", definition).vocabulary()["district"]
    assert "blau" in before
    written = (ROOT / "locales" / "de" / "LC_MESSAGES" / "helper.po").read_text(encoding="utf-8")
    context = written.index('msgctxt "capital-lux-2/term:blue.sheet"')
    other = tmp_path / "helper.po"
    other.write_text(written[:context] + written[context:].replace('msgstr "Blau"', 'msgstr "Azur"', 1), encoding="utf-8")
    try:
        catalogs.add("de", other)
        assert Words("de", definition).vocabulary()["district"]["azur"] == "blue"
    finally:
        catalogs.add("de", ROOT / "locales" / "de" / "LC_MESSAGES" / "helper.po")
    assert Words("de", definition).vocabulary()["district"] == before
