"""Whatever is typed, filed or sent: an answer, or an error in our words; never another exception, never a long wait."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from helper.cli import main
from helper.cli.calculating import read_toml
from helper.definitions.inputs import Ask, read_value, words_to_tree
from helper.definitions.load import load
from helper.errors import UnreadableInput
from helper.games import rules_of
from helper.i18n.words import Words
from helper.serve.reading import read_request
from helper.table import Stamp, calculate, handle, new
from tests.faults.processes import REPEATED, new_record
from tests.faults.strange import GAMES, HUGE, ODD, answered, json_values, pairs, types_of, words

pytestmark = pytest.mark.slow

SEATS = {"capital-lux-2": ["Anna", "Bert"], "hegemony": ["Anna=working", "Bert=capitalist"]}
MANY = settings(max_examples=max(150, REPEATED), suppress_health_check=list(HealthCheck))
FEW = settings(MANY, max_examples=max(60, REPEATED))
CALCULATORS = [(game, name) for game in GAMES for name in load(game).calculators]
DOING = ("play", "observe", "adjust", "resolve", "correct", "legal", "score", "undo", "redo", "log")


def asked(game: str, raw: object, key: str) -> object:
    definition = load(game)
    declared = next(one for one in definition.inputs if one.key == key)
    kind = rules_of(game).TYPES[declared.type]
    ask = Ask(key.replace("<seat>", "P1"), declared, definition, {"P1": "Anna", "P2": "Bert"}, Words("de", definition).vocabulary())

    def read_and_write() -> object:
        value = read_value(kind, raw, ask)
        written = kind.write(value)
        # What was read stands in a record as text that can be read again.
        json.dumps(written, ensure_ascii=False).encode()
        assert read_value(kind, written, ask) == value
        kind.show(value), kind.measure(value)
        return written

    return answered(game, read_and_write)


@pytest.mark.parametrize(("game", "key"), [(game, key) for game in GAMES for key in types_of(game)])
def test_every_type_of_value_is_read_or_refused(game: str, key: str) -> None:
    others: list[object] = ["", " ", ":", "::", ":::", ",", "=", "a" * 100_000, None, True, 1.5, [], {}, [[]], [None], {"sum": "٣"}]
    for odd in (*HUGE, *ODD, *others):
        asked(game, odd, key)

    @settings(MANY, max_examples=max(25, REPEATED // 4))
    @given(raw=words(game) | json_values(game))
    def any_value(raw: object) -> None:
        asked(game, raw, key)

    any_value()


@MANY
@given(given=st.sampled_from(CALCULATORS).flatmap(lambda one: st.tuples(st.just(one), st.lists(pairs(one[0]), max_size=6))))
def test_every_calculator_answers_or_refuses_words(given: tuple[tuple[str, str], list[str]]) -> None:
    (game, name), said = given
    answered(game, lambda: calculate(game, name, said, "de"))


@FEW
@given(given=st.sampled_from(CALCULATORS).flatmap(lambda one: st.tuples(st.just(one), json_values(one[0]))))
def test_every_calculator_answers_or_refuses_nested_input(given: tuple[tuple[str, str], object]) -> None:
    (game, name), tree = given
    answered(game, lambda: calculate(game, name, tree if isinstance(tree, dict) else {"players": tree}, "it"))


@MANY
@given(
    given=st.sampled_from(GAMES).flatmap(
        lambda game: st.tuples(
            st.just(game), st.lists(st.tuples(st.sampled_from(DOING), st.lists(pairs(game), max_size=5), st.booleans()), max_size=3)
        )
    )
)
def test_every_line_at_the_table_is_answered_or_refused(given: tuple[str, list[tuple[str, list[str], bool]]]) -> None:
    game, lines = given
    journal = new(game, SEATS[game])
    for n, (do, said, force) in enumerate(lines):
        request = {"do": do, "words": said, "force": force, "n": n, "all": True}
        answer = answered(game, lambda request=request, n=n, journal=journal: handle(journal, request, "de", Stamp(str(n), "now")))  # type: ignore[misc]
        if answer:
            journal = journal._replace(events=journal.events + answer.append)  # type: ignore[attr-defined]


@FEW
@given(words=st.lists(st.sampled_from(GAMES).flatmap(pairs), max_size=8))
def test_words_of_the_form_key_value_make_a_tree_or_are_refused(words: list[str]) -> None:
    answered(GAMES[0], lambda: words_to_tree(words))


@FEW
@given(content=st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
def test_any_bytes_as_toml_are_read_or_refused(content: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.getbasetemp() / "any.toml"
    file.write_bytes(content)
    answered(GAMES[0], lambda: calculate(GAMES[0], "round", read_toml(file)))


@pytest.mark.parametrize(
    "content",
    [
        b"a = " + b"[" * 100_000,
        b"a = " + b"{b = " * 50_000,
        b".".join([b"a"] * 50_000) + b" = 1",
        b"[" + b".".join([b"a"] * 50_000) + b"]",
        b"round = " + b"9" * 5000,
        b"round = 0x" + b"f" * 5000,
        b"round = 1979-05-27T07:32:00Z",
        b"round = nan",
        b"round = 3\n" * 2,
        "round = 3".encode("utf-16"),
        b"\xef\xbb\xbfround = 3",
        b'[capital]\nblue = ["\xed\xa0\x80"]',
        b'[players."\\u202e"]\nblue = [1]',
    ],
    ids=range(13),
)
def test_hostile_toml_is_read_or_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "hostile.toml"
    file.write_bytes(content)
    answered(GAMES[0], lambda: calculate(GAMES[0], "round", read_toml(file)))
    assert main(["check", str(file)]) in (0, 2)
    assert main(["calc", GAMES[0], "round", "--file", str(file)]) in (0, 2)


@FEW
@given(body=st.binary(max_size=200) | json_values(GAMES[0]).map(lambda value: json.dumps(value).encode()))
def test_any_body_of_a_request_is_read_or_refused(body: bytes) -> None:
    answered(GAMES[0], lambda: read_request(body))


def typed(word: str) -> str:
    """Return a word as a process is given it: no sign that ends it, and what is no text as bytes that are none."""
    return os.fsdecode(word.replace("\0", "").encode("utf-8", "surrogatepass"))


COMMANDS = "rules search calc checklist new play legal status resolve score log undo redo correct observe adjust record check games".split()


@FEW
@given(
    command=st.sampled_from(COMMANDS),
    rest=st.lists(
        st.sampled_from(["--json", "--lang", "de", "--plain", "--option", "--note", "--force", "--name", "--", *GAMES, "round", "taxes"])
        | st.sampled_from(GAMES).flatmap(pairs),
        max_size=6,
    ),
)
@example(command="check", rest=["round=" + "9" * 5000])
@example(command="calc", rest=["9" * 5000, "word"])
@example(command="rules", rest=["3B" + "٣" * 5000])
@example(command="check", rest=["\ud800"])
@example(command="record", rest=["import", "\ud800"])
@example(command="rules", rest=["--lang", "round=\ud800"])
@example(command="status", rest=["\ud800"])
@example(command="new", rest=["capital-lux-2", "\ud800", "Bert"])
def test_any_command_line_ends_with_an_exit_code_of_ours(command: str, rest: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch, open(os.devnull) as nothing:
        patch.setattr("sys.stdin", nothing)
        patch.setattr("sys.stdout", said)
        patch.setattr("sys.stderr", said)
        patch.setenv("HELPER_DATA", str(tmp_path_factory.getbasetemp() / "any"))
        code = main([command, *map(typed, rest)])
    said.seek(0)
    err = said.read()
    assert "should not have happened" not in err
    assert code in (0, 1, 2, 3, 4, 130), err


def test_a_note_that_is_no_text_is_refused_and_nothing_recorded(tmp_path: Path) -> None:
    store = new_record(tmp_path / "records.db")
    with pytest.raises(UnreadableInput, match="note"):
        store.ask({"do": "adjust", "words": ["P1.gold=1"], "note": "\ud800"}, "en", Stamp("id", "now"))
    assert store.load()[1].events == ()
