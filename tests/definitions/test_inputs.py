"""Words for keys and values: whole words, unique beginnings, other spellings; and numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helper.definitions.fold import fold, nearest
from helper.definitions.inputs import OWN, find, words_to_tree
from helper.definitions.names import find_seat
from helper.errors import UnreadableInput

COLOURS = ("blue", "black", "green")
GERMAN = {"colour": {"blau": "blue", "gruen": "green", "gr": "green", "schwarz": "black"}}


@pytest.mark.parametrize(
    ("given_", "found"),
    [
        ("blue", "blue"),
        ("BLUE ", "blue"),
        ("blu", "blue"),
        ("g", "green"),
        ("Grün", "green"),
        ("GRUEN", "green"),
        ("gr", "green"),
        ("s", "black"),
    ],
)
def test_a_word_is_found_by_its_id_in_the_language_or_by_a_beginning_that_fits_one(given_: str, found: str) -> None:
    assert find(given_, "colour", COLOURS, GERMAN) == found


@pytest.mark.parametrize(
    ("given_", "code", "known"),
    [
        ("bl", "ambiguous_word", ["black", "blue"]),
        ("b", "ambiguous_word", ["black", "blue"]),
        ("", "unknown_word", list(COLOURS)),
        ("x", "unknown_word", list(COLOURS)),
    ],
)
def test_a_word_that_fits_several_or_none_is_refused_with_the_candidates(given_: str, code: str, known: list[str]) -> None:
    with pytest.raises(UnreadableInput) as refused:
        find(given_, "colour", COLOURS, GERMAN, "here")
    fault = refused.value.faults[0]
    assert (fault.code, fault.values["known"], fault.where) == (code, known, "here")


def test_the_nearest_word_in_either_language_is_named_by_its_id() -> None:
    for given_, near in (("bleu", "blue"), ("schwartz", "black"), ("qqqq", "")):
        with pytest.raises(UnreadableInput) as refused:
            find(given_, "colour", COLOURS, GERMAN)
        assert refused.value.faults[0].values["nearest"] == near


SEATS = {"P1": "Anna", "P2": "Anton", "P3": "Österreicher"}


@pytest.mark.parametrize(("given_", "seat"), [("p1", "P1"), ("ANNA", "P1"), ("ann", "P1"), ("ant", "P2"), ("oester", "P3"), ("Öst", "P3")])
def test_a_seat_is_found_by_id_name_or_the_beginning_of_a_name(given_: str, seat: str) -> None:
    assert find_seat(given_, SEATS) == seat


@pytest.mark.parametrize("given_", ["", "p", "P4", "zoe"])
def test_a_seat_that_is_not_one_is_refused(given_: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        find_seat(given_, SEATS)
    assert refused.value.faults[0].code == "unknown_seat"


def test_a_beginning_of_several_names_is_refused_with_these_alone() -> None:
    with pytest.raises(UnreadableInput) as refused:
        find_seat("an", SEATS)
    assert refused.value.faults[0].code == "ambiguous_seat"
    assert refused.value.faults[0].values["known"] == ["P1 (Anna)", "P2 (Anton)"]


@pytest.mark.parametrize(
    ("words", "tree"),
    [
        ([], {}),
        (["a=1"], {"a": "1"}),
        (["a.b=1", "a.c=2"], {"a": {"b": "1", "c": "2"}}),
        (["a=1,2"], {"a": ["1", "2"]}),
        (["a=1, 2 ,"], {"a": ["1", "2"]}),
        (["a="], {"a": ""}),
        (["a=b=c"], {"a": "b=c"}),
        ([" a . b = 1 "], {"a": {"b": "1"}}),
        (["a=-5"], {"a": "-5"}),
    ],
)
def test_words_make_a_tree(words: list[str], tree: dict[str, object]) -> None:
    assert words_to_tree(words) == tree


@pytest.mark.parametrize("words", [["a=1", "a.b=2"], ["a.b=2", "a=1"]])
def test_a_key_and_keys_below_it_stand_together(words: list[str]) -> None:
    assert words_to_tree(words) == {"a": {OWN: "1", "b": "2"}}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["a"], "no_key"),
        (["=1"], "no_key"),
        (["a..b=1"], "no_key"),
        ([".a=1"], "no_key"),
        (["a=1", "a=1"], "key_twice"),
        (["a=1", "a.b=1", "a=2"], "key_twice"),
    ],
)
def test_words_that_make_none_are_refused(words: list[str], code: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        words_to_tree(words)
    assert [fault.code for fault in refused.value.faults] == [code]


@pytest.mark.parametrize(
    ("word", "folded"),
    [
        ("Straße", "strasse"),
        ("STRASSE", "strasse"),
        ("Grün", "gruen"),
        ("gru\u0308n", "gruen"),
        ("città", "citta"),
        ("a b_c", "a-b-c"),
        ("Østby", "ostby"),
        ("l’altro", "l'altro"),
    ],
)
def test_words_are_compared_without_case_accents_and_spelling(word: str, folded: str) -> None:
    assert fold(word) == folded


@given(st.text(max_size=30))
def test_folding_twice_changes_nothing_more(word: str) -> None:
    assert fold(fold(word)) == fold(word)


@given(st.text(max_size=30), st.lists(st.text(min_size=1, max_size=8), max_size=5))
def test_the_nearest_word_is_one_of_those_there_are_or_none(word: str, known: list[str]) -> None:
    assert nearest(word, known) in {"", *known}
