"""Cards and districts by themselves: what is left of a sum, how they are typed, what a form offers."""

from __future__ import annotations

import pytest

from helper.definitions.inputs import Ask, declared, english
from helper.definitions.load import load
from helper.definitions.schema import Phrase, Term
from helper.errors import UnreadableInput
from helper.games.capital_lux_2.pile import TYPES, Card, Pile, write_pile
from tests.playing import GAME

DEFINITION = load(GAME)
COLOURS = ("blue", "pink", "yellow", "green")


def asking(key: str) -> Ask:
    """Return what an input of the game is read with, where Anna and Bert sit."""
    return Ask(key, declared(DEFINITION, key), DEFINITION, {"P1": "Anna", "P2": "Bert"}, english(DEFINITION))


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        ((7, 5), 2, (5, 5)),
        ((12, 5), 2, (10, 5)),
        ((11, 5), 2, (9, None)),
        ((8, 5), 2, (6, None)),
        ((10, 5), 5, (5, None)),
        ((15, 5), 5, (10, None)),
        ((7, None), 2, (5, None)),
        ((2, 2), 2, (0, None)),
        ((2, None), 5, (0, None)),
    ],
)
def test_of_a_sum_the_highest_stays_known_only_where_what_is_left_surely_makes_cards(
    before: tuple[int, int | None], value: int, after: tuple[int, int | None]
) -> None:
    assert Pile(None, *before).without(Card("blue", value)) == Pile(None, *after)


@pytest.mark.parametrize(
    ("before", "values", "after"),
    [((7, 5), [6], (13, 6)), ((7, 5), [2], (9, 5)), ((7, 5), [2, 6, 3], (18, 6)), ((7, None), [6], (13, None))],
)
def test_a_card_laid_on_a_sum_is_added_and_may_be_the_highest(
    before: tuple[int, int | None], values: list[int], after: tuple[int, int | None]
) -> None:
    assert Pile(None, *before).add(*(Card("blue", value) for value in values)) == Pile(None, *after)


def test_without_its_highest_card_a_sum_is_that_much_less_and_the_next_highest_is_not_known() -> None:
    assert Pile(None, 9, 5).without_top() == Pile(None, 4, None)


def test_cards_lie_in_their_order_and_one_of_several_alike_is_taken() -> None:
    two, six, pink = Card("blue", 2), Card("blue", 6), Card("pink", 2)
    lying = Pile((six, two, pink, two))
    assert lying.without(two) == Pile((six, pink, two))
    assert lying.without(Card("blue", 3)) == lying
    assert lying.without_top() == Pile((two, pink, two))
    assert lying.add(six) == Pile((six, two, pink, two, six))
    assert (lying.lowest, lying.top, lying.sum) == (two, 6, 12)
    assert (Pile(()).lowest, Pile(()).top, Pile(()).is_empty) == (None, None, True)


@pytest.mark.parametrize("typed", ["blue 5", "b5", "B5", "blue5", "blue_5", "blue: 5", " blue 5 ", "Blue 5", "b000000005"])
def test_a_card_is_typed_in_many_ways(typed: str) -> None:
    assert TYPES["card"].read(typed, asking("card")) == Card("blue", 5)


@pytest.mark.parametrize("typed", ["", "blue", "5blue", "blue --5", "b0000000005", "blue²", True, None, ["blue 5"], 5.0])
def test_what_is_no_card_is_refused_with_what_was_typed(typed: object) -> None:
    with pytest.raises(UnreadableInput) as refused:
        TYPES["card"].read(typed, asking("card"))
    assert [(fault.code, fault.values, fault.where) for fault in refused.value.faults] == [("no_card", {"given": typed}, "card")]


@pytest.mark.parametrize(("typed", "code"), [("5", "no_colour"), ("-5", "no_such_value"), ("7", "no_such_value")])
def test_a_value_alone_lacks_its_colour_unless_no_card_has_it(typed: str, code: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        TYPES["card"].read(typed, asking("card"))
    assert [fault.code for fault in refused.value.faults] == [code]


@pytest.mark.parametrize("typed", ["red 5", "X5", "Xb5", "bX5", "XX 5"])
def test_a_card_of_a_colour_that_there_is_not_is_refused_by_its_colour(typed: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        TYPES["card"].read(typed, asking("card"))
    assert [(fault.code, fault.where) for fault in refused.value.faults] == [("unknown_word", "card")]


@pytest.mark.parametrize(("typed", "value"), [("b1", 1), ("b7", 7), ("b-5", -5), ("b −5", -5), ("blue 12", 12)])
def test_a_value_that_no_card_has_is_refused_with_those_there_are(typed: str, value: int) -> None:
    with pytest.raises(UnreadableInput) as refused:
        TYPES["card"].read(typed, asking("card"))
    wanted = {"given": value, "low": 2, "high": 6, "key": "card"}
    assert [(fault.code, fault.values) for fault in refused.value.faults] == [("no_such_value", wanted)]


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("", []),
        ("-", []),
        (0, []),
        ("0", []),
        ([], []),
        ("b5", ["blue 5"]),
        ("b5,p2", ["blue 5", "pink 2"]),
        ("b5, ,p2,", ["blue 5", "pink 2"]),
        (["b5", "p2"], ["blue 5", "pink 2"]),
        (("b5", "p2"), ["blue 5", "pink 2"]),
    ],
)
def test_cards_are_a_list_or_a_single_one_or_none(typed: object, cards: list[str]) -> None:
    read = TYPES["cards"].read(typed, asking("cards"))
    assert TYPES["cards"].write(read) == cards


@pytest.mark.parametrize(
    ("typed", "place", "shown"),
    [
        ("deck", "deck", Term("deck")),
        ("pile", "deck", Term("deck")),
        ("discard", "discard", Term("discard")),
        ("capital.blue", "capital.blue", Phrase((Term("capital"), Term("blue")))),
        ("capital.rebels", "capital.blue", Phrase((Term("capital"), Term("blue")))),
        ("Cap.g", "capital.green", Phrase((Term("capital"), Term("green")))),
        ("P2", "P2", "P2"),
        ("bert", "P2", "P2"),
        (" Bert.pink ", "P2.pink", Phrase(("P2", Term("pink")))),
    ],
)
def test_a_place_is_typed_by_its_words_and_shown_by_them(typed: str, place: str, shown: object) -> None:
    assert TYPES["place"].read(typed, asking("from_place")) == place
    assert TYPES["place"].show(place) == shown


@pytest.mark.parametrize(
    ("typed", "code"),
    [("Cleo", "no_place"), ("capital", "no_place"), ("blue", "no_place"), ("", "no_place"), ("capital.red", "unknown_word")],
)
def test_a_place_that_there_is_not_is_refused_where_it_is_typed(typed: str, code: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        TYPES["place"].read(typed, asking("from_place"))
    assert [(fault.code, fault.where) for fault in refused.value.faults] == [(code, "from_place")]


def test_a_form_offers_every_card_there_is_and_the_bounds_of_a_sum() -> None:
    offered, parts = TYPES["card"].choices, TYPES["pile"].parts
    assert offered
    assert parts
    cards = [(f"{colour} {value}", Term(colour, value)) for colour in COLOURS for value in range(2, 7)]
    assert offered(DEFINITION) == cards
    assert parts(DEFINITION) == {"sum": (0, 600), "top": (2, 6)}, "100 cards of at most 6"


def test_what_is_told_is_shown_and_measured_by_its_figures() -> None:
    two, five = Card("pink", 2), Card("blue", 5)
    assert TYPES["card"].show(five) == Term("blue", 5)
    assert TYPES["cards"].show((two, five)) == (Term("pink", 2), Term("blue", 5))
    assert TYPES["pile"].show(Pile((two, five))) == (Term("pink", 2), Term("blue", 5))
    assert (TYPES["pile"].show(Pile(())), TYPES["pile"].show(Pile(None, 7, 5))) == (0, 7)
    assert (TYPES["pile"].measure(Pile((two, five))), TYPES["values"].measure((4, 2))) == (7, 6)
    assert TYPES["values"].write((4, 2)) == [4, 2]
    assert TYPES["district"].show("blue") == Term("blue")


def test_a_sum_that_is_left_open_is_no_district_whatever_is_told_beside_it() -> None:
    with pytest.raises(UnreadableInput) as refused:
        TYPES["pile"].read({"sum": "", "top": 4}, asking("capital.blue"))
    assert [(fault.code, fault.values) for fault in refused.value.faults] == [("no_pile", {"given": "sum, top"})]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"sum": 600}, (600, None)),
        ({"sum": "000000007", "top": "000000005"}, (7, 5)),
        ({"sum": 0, "top": 0}, (0, None)),
        ({"sum": 0}, (0, None)),
        ({"sum": 2, "top": 2}, (2, 2)),
        ({"sum": 12, "top": 6}, (12, 6)),
        ({"sum": 3}, (3, None)),
        ({"sum": 7, "top": ""}, (7, None)),
    ],
)
def test_a_district_is_told_by_its_sum_and_its_highest_card(typed: dict[str, object], told: tuple[int, int | None]) -> None:
    assert TYPES["pile"].read(typed, asking("capital.blue")) == Pile(None, *told)


@pytest.mark.parametrize(
    ("typed", "code", "values"),
    [
        ({"sum": 601}, "no_cards_make", {"given": 601}),
        ({"sum": 1}, "no_cards_make", {"given": 1}),
        ({"sum": 7, "top": 6}, "no_cards_make_top", {"given": 7, "top": 6}),
        ({"sum": 5, "top": 6}, "no_cards_make_top", {"given": 5, "top": 6}),
        ({"sum": 7, "top": 2}, "no_cards_make_top", {"given": 7, "top": 2}),
        ({"sum": 14, "top": 7}, "no_cards_make_top", {"given": 14, "top": 7}),
        ({"sum": 2, "top": 1}, "no_cards_make_top", {"given": 2, "top": 1}),
        ({"sum": 2, "top": 0}, "no_cards_make_top", {"given": 2, "top": 0}),
        ({"sum": "0000000007"}, "no_number", {"given": "0000000007"}),
        ({"sum": "-2"}, "out_of_range", {"given": "-2", "low": 0, "high": None}),
        ({"sum": "−2"}, "out_of_range", {"given": "−2", "low": 0, "high": None}),
        ({"sum": -2}, "out_of_range", {"given": -2, "low": 0, "high": None}),
        ({"sum": 7, "top": -1}, "out_of_range", {"given": -1, "low": 0, "high": None}),
        ({"sum": "--2"}, "no_number", {"given": "--2"}),
        ({"sum": True}, "no_number", {"given": True}),
        ({"sum": 7.0}, "no_number", {"given": 7.0}),
        ({"sum": 7, "top": "six"}, "no_number", {"given": "six"}),
        ({"sum": 7, "Sum": 7}, "figure_twice", {"key": "capital.blue.sum"}),
        ({"top": 5}, "no_pile", {"given": "top"}),
    ],
)
def test_a_sum_that_no_cards_make_is_refused(typed: dict[str, object], code: str, values: dict[str, object]) -> None:
    with pytest.raises(UnreadableInput) as refused:
        TYPES["pile"].read(typed, asking("capital.blue"))
    assert [(fault.code, fault.values) for fault in refused.value.faults] == [(code, values)]


@pytest.mark.parametrize("typed", [5, "5", [5], ["5"], "b5", "rebels 5", "Reb 5"])
def test_a_district_is_told_by_a_single_card_however_it_is_typed(typed: object) -> None:
    assert TYPES["pile"].read(typed, asking("capital.blue")) == Pile((Card("blue", 5),))


@pytest.mark.parametrize(
    ("typed", "district"), [("blue", "blue"), ("Rebels", "blue"), ("spirituals", "pink"), ("nob", "yellow"), ("g", "green")]
)
def test_a_district_is_named_by_its_colour_or_its_family(typed: str, district: str) -> None:
    assert TYPES["district"].read(typed, asking("district")) == district


def test_a_district_is_written_with_the_colour_of_cards_that_are_not_its_own() -> None:
    lying = Pile((Card("blue", 5), Card("pink", 2)))
    assert TYPES["pile"].write(lying) == ["blue 5", "pink 2"]
    assert write_pile(lying, "blue") == [5, "pink 2"]
    assert write_pile(Pile(None, 7, 5), "blue") == {"sum": 7, "top": 5}
