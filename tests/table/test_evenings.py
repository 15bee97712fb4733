"""What holds for every evening: random play, told figures, undo, redo and corrections."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helper.engine.journal import Journal, append, last_that_counts
from helper.errors import Forbidden, HelperError
from helper.table import Stamp, Table, handle
from helper.table.evening import Evening
from tests.playing import bytes_of, do, figures, from_json, played, stamps, status, table, to_json, totals
from tests.table import random_play

pytestmark = pytest.mark.slow

SEEDS = st.integers(0, 10**9)
LENGTHS = st.integers(1, 22)


MAKE: dict[str, Callable[[Table, random.Random], dict[str, Any] | None]] = {
    "move": random_play.move,
    "observe": lambda at, chance: at.ask("observe", figures=random_play.figures(at, chance)),
    "adjust": lambda at, chance: at.ask("adjust", figures=random_play.figures(at, chance), note="said Anna"),
    "correct": random_play.correct,
}


def at_now(journal: Journal) -> Table:
    return Table(journal, stamps("other"))


def prefix(at: Table, length: int) -> Table:
    return at_now(at.journal._replace(events=at.journal.events[:length]))


@settings(max_examples=20)
@given(SEEDS, LENGTHS)
def test_every_prefix_of_a_record_replays_to_its_end(seed: int, length: int) -> None:
    at = random_play.evening(random.Random(seed), length)
    for end in range(len(at.journal.events) + 1):
        reached = Evening(at.journal._replace(events=at.journal.events[:end])).replay
        counting = sum(entry.counts for entry in Evening(at.journal._replace(events=at.journal.events[:end])).entries)
        if reached.stopped_at is None:
            assert reached.accepted == counting
        else:
            assert reached.stopped_by is not None


@settings(max_examples=20)
@given(SEEDS, LENGTHS)
def test_undo_brings_back_every_byte_and_redo_too(seed: int, length: int) -> None:
    chance = random.Random(seed)
    at = random_play.evening(chance, length)
    before = bytes_of(at)
    for kind in MAKE:
        grown = at_now(at.journal)
        try:
            answer = MAKE[kind](grown, chance)
        except HelperError:
            continue
        if not answer or not answer.get("recorded"):
            continue
        after = bytes_of(grown)
        assert grown.ask("undo")["recorded"]
        assert bytes_of(grown) == before
        assert grown.ask("redo")["recorded"]
        assert bytes_of(grown) == after
        assert grown.ask("undo")["recorded"]
        assert bytes_of(grown) == before


@settings(max_examples=10)
@given(SEEDS, LENGTHS)
def test_everything_can_be_undone_one_by_one_and_done_again(seed: int, length: int) -> None:
    at = random_play.evening(random.Random(seed), length)
    stages = [bytes_of(at)]
    while last_that_counts(at.journal.events):
        at.ask("undo")
        stages.append(bytes_of(at))
    with pytest.raises(Forbidden):
        at.ask("undo")
    assert stages[-1] == bytes_of(at_now(at.journal._replace(events=())))
    for wanted in reversed(stages[:-1]):
        at.ask("redo")
        assert bytes_of(at) == wanted


@settings(max_examples=20)
@given(SEEDS, LENGTHS)
def test_numbers_never_change_and_the_log_shows_every_entry_with_what_amended_it(seed: int, length: int) -> None:
    at = random_play.evening(random.Random(seed), length)
    assert [event.n for event in at.journal.events] == list(range(1, len(at.journal.events) + 1))
    log: Any = at.ask("log")["entries"]
    assert [entry["n"] for entry in log] == [event.n for event in at.journal.events if event.kind in ("move", "observe", "adjust")]
    for entry in log:
        assert entry["text"]
        if not entry["counts"]:
            assert at.journal.events[entry["amended_by"] - 1].kind == "undo"
        elif entry["amended_by"]:
            assert at.journal.events[entry["amended_by"] - 1].kind == "correct"
            assert at.journal.events[entry["amended_by"] - 1].target == entry["n"]


@settings(max_examples=20)
@given(SEEDS, LENGTHS)
def test_a_record_written_as_json_and_read_again_is_the_same_record(seed: int, length: int) -> None:
    at = random_play.evening(random.Random(seed), length)
    again = from_json(to_json(at.journal))
    assert again == at.journal
    assert bytes_of(at_now(again)) == bytes_of(at_now(at.journal))
    evening = Evening(at.journal)
    for path, value in evening.position.figures.items():
        if not path.startswith("turn."):
            assert evening.figure(path, evening.written(path, value)) == value, path
    for entry in evening.entries:
        if entry.event.kind == "move":
            assert evening.written_move(evening.move(entry.body)) == entry.body


@settings(max_examples=30)
@given(SEEDS, LENGTHS)
def test_the_fold_bears_every_forced_move(seed: int, length: int) -> None:
    chance = random.Random(seed)
    at = random_play.evening(chance, length, wild=True)
    reached = Evening(at.journal).replay
    assert reached.stopped_at is None or reached.stopped_by is not None
    state: Any = status(at)
    assert all(value >= 0 for path, value in state["figures"].items() if path.endswith((".gold", ".held")))
    legal: Any = at.ask("legal", all=True)
    assert legal["moves"]
    assert at.ask("score")["scores"]
    assert at.ask("log")["entries"] is not None


@settings(max_examples=20)
@given(SEEDS, LENGTHS)
def test_what_legal_says_of_a_move_is_what_play_says(seed: int, length: int) -> None:
    at = random_play.evening(random.Random(seed), length)
    moves: Any = at.ask("legal", all=True)["moves"]
    assert moves
    for one in moves:
        if one["needs"] or (one["seat"] is None and one["move"] not in ("resolve", "reveal")):
            continue
        try:
            said = at.ask("play", move=one["move"], seat=one["seat"], arguments=one["arguments"], dry_run=True)
        except HelperError:
            assert one["verdict"] == "unknown", one
            continue
        assert said["recorded"] is None
        assert {key: said[key] for key in ("verdict", "reasons", "look_at")} == {key: one[key] for key in ("verdict", "reasons", "look_at")}


@settings(max_examples=20)
@given(SEEDS, LENGTHS)
def test_questions_record_nothing(seed: int, length: int) -> None:
    at = random_play.evening(random.Random(seed), length)
    for do_ in ("status", "legal", "score", "log"):
        answer = handle(at.journal, {"do": do_, "all": True, "as_final": True}, "en", Stamp("question", "now"))
        assert answer.append == ()


@settings(max_examples=15)
@given(SEEDS, LENGTHS)
def test_a_retry_is_recognised_and_changes_nothing(seed: int, length: int) -> None:
    chance = random.Random(seed)
    at = random_play.evening(chance, length)
    stamp = Stamp("the same id", "2026-01-01T22:00:00Z", "phone")
    first = handle(at.journal, {"do": "adjust", "figures": random_play.figures(at, chance)}, "en", stamp) if not stopped(at) else None
    if first is None:
        return
    grown = append(at.journal, *first.append)
    second = handle(grown, {"do": "undo"}, "en", stamp)
    assert second.append == ()
    assert (second.answer["recorded"], second.answer["again"]) == (first.append[0].n, True)
    assert append(grown, *first.append) == grown


def stopped(at: Table) -> bool:
    return Evening(at.journal).replay.stopped_at is not None


def test_random_evenings_see_every_move_every_amendment_and_the_end_of_rounds() -> None:
    seen: set[str] = set()
    rounds: set[object] = set()
    for seed in range(40):
        at = random_play.evening(random.Random(seed), 30)
        seen |= {str(event.body["rule"]) if event.kind == "move" else event.kind for event in at.journal.events}
        rounds.add(figures(at).get("round"))
    assert {"observe", "adjust", "undo", "redo", "correct"} <= seen
    assert {rule.id for rule in Evening(table().journal).definition.rules.values() if rule.move} <= seen
    assert rounds == {1, 2, 3}


OTHERS = " ".join(f"{one}=" for one in ("P1.pink", "P1.yellow", "P1.green", "P2.pink", "P2.yellow", "P2.green"))
ROUND_ONE = f"observe capital.blue=3,5 capital.pink= capital.yellow= capital.green= P1.blue=3 P2.blue=2 {OTHERS}"
THREE_ROUNDS = [ROUND_ONE, "resolve", ROUND_ONE.replace("3,5", "3,4"), "resolve", ROUND_ONE.replace("3,5", "3,6")]


def test_correcting_the_first_round_in_the_third_changes_every_later_total_and_says_so() -> None:
    at = played(THREE_ROUNDS, "Anna", "Bert")
    assert totals(at) == {"P1": 3 + 5 + 4, "P2": 2}
    answer: Any = do(at, "correct 1 P2.blue=5,3")
    assert answer["corrected"] == 1
    assert answer["recorded"] == 6
    assert [(row["name"], row["before"], row["after"]) for row in answer["totals"]] == [("Anna", 12, 7), ("Bert", 2, 7)]
    assert answer["leaders"] == ["Anna", "Bert"]
    log: Any = at.ask("log")["entries"]
    assert [entry["n"] for entry in log] == [1, 2, 3, 4, 5]
    assert (log[0]["amended_by"], log[0]["counts"]) == (6, True)
    assert do(at, "undo")["undone"] == 6
    assert totals(at) == {"P1": 12, "P2": 2}


def test_a_correction_after_which_the_record_stops_says_where_and_why_and_can_be_taken_back() -> None:
    at = played(THREE_ROUNDS, "Anna", "Bert")
    answer: Any = do(at, "correct 1 capital.blue.sum=8")
    assert answer["stops_at"] == 2
    assert len(answer["stopped_by"]) == 1
    assert "capital.blue" in answer["stopped_by"][0]
    for line in ("resolve", "observe P1.gold=1", "adjust P1.gold=1"):
        with pytest.raises(Forbidden) as refused:
            do(at, line)
        assert [fault.code for fault in refused.value.faults] == ["record_stops", "top_needed"]
    do(at, "undo")
    assert status(at)["stops_at"] is None
    do(at, "redo")
    do(at, "correct 1 capital.blue=5,3")
    assert totals(at) == {"P1": 12, "P2": 2}


def test_a_correction_of_a_correction_counts_and_each_can_be_taken_back() -> None:
    at = played(["anna base b5"])
    for value in (4, 3, 2):
        do(at, f"correct 1 base b{value}")
    assert figures(at)["players.P1.blue"] == ["blue 2"]
    for value in (3, 4, 5):
        do(at, "undo")
        assert figures(at)["players.P1.blue"] == [f"blue {value}"]
    do(at, "undo")
    assert figures(at)["players.P1.blue"] == []
    for value in (5, 4, 3, 2):
        do(at, "redo")
        assert figures(at)["players.P1.blue"] == [f"blue {value}"]


def test_a_correction_keeps_the_seat_of_its_entry_also_where_nobody_began() -> None:
    at = played(["bert base b5"])
    assert do(at, "correct 1 base b4")["recorded"] == 2
    assert figures(at)["players.P2.blue"] == ["blue 4"]


def test_a_corrected_entry_shows_the_verdict_of_what_it_is_now() -> None:
    at = played(["anna base b5", "!anna base p5"])
    assert [entry["verdict"] for entry in at.ask("log")["entries"]] == ["legal", "illegal"]  # type: ignore[attr-defined]
    do(at, "correct 2 bert base p5")
    assert [entry["verdict"] for entry in at.ask("log")["entries"]] == ["legal", "legal"]  # type: ignore[attr-defined]
    do(at, "undo")
    assert [entry["verdict"] for entry in at.ask("log")["entries"]] == ["legal", "illegal"]  # type: ignore[attr-defined]


SET_A = "observe emperor=P1 capital.blue=5 capital.pink=3 capital.yellow=4 capital.green="


def after_set_a(*lines: str) -> Table:
    return played([SET_A, *lines], "Anna", "Bert", set="a")


def log_of(at: Table) -> Any:
    return at.ask("log")["entries"]


def test_a_correction_after_which_a_decision_is_missing_says_so_and_the_decision_can_still_be_given() -> None:
    at = after_set_a("base p2", "base p3", "base y2")
    answer: Any = do(at, "correct 2 capital b2")
    assert [(one["n"], one["reasons"][-1]["condition"]) for one in answer["doubtful"]] == [(3, "no_decision_due")]
    assert [(one["rule"], one["seat"], one["mandatory"]) for one in answer["due"]] == [("tile.agent", "P1", False)]
    assert log_of(at)[2]["now"] == "illegal"
    state = status(at)
    assert (len(state["due"]), state["doubtful"], state["to_move"]) == (1, [], "P2")
    assert do(at, "anna place green")["verdict"] == "legal"
    assert (status(at)["due"], figures(at)["capital.hidden.green"]) == ([], 1)


def test_a_decision_that_was_passed_over_is_in_nobodys_way() -> None:
    at = after_set_a("base p2", "base p3", "base y2")
    do(at, "correct 2 capital b2")
    answer: Any = do(at, "correct 3 base p4")
    assert (answer["recorded"], answer["corrected"]) == (6, 3)
    assert [entry["verdict"] for entry in log_of(at)[1:]] == ["legal", "legal", "legal"]
    assert do(at, "base g2")["verdict"] == "legal"
    assert do(at, "capital b4")["verdict"] == "legal"
    assert [(one["seat"], one["mandatory"]) for one in status(at)["due"]] == [("P1", True), ("P1", False)]
    assert do(at, "place pink")["verdict"] == "legal"
    assert [(one["seat"], one["mandatory"]) for one in status(at)["due"]] == [("P1", False)]
    assert do(at, "base y3")["verdict"] == "legal"


def test_a_forced_move_passes_over_the_decision_that_was_due_but_leaves_it_to_be_given() -> None:
    at = after_set_a("capital b2", "!bert base p3")
    assert [(one["seat"], one["mandatory"]) for one in status(at)["due"]] == [("P1", False)]
    assert do(at, "base y3")["verdict"] == "legal"
    assert do(at, "anna place blue")["verdict"] == "legal"
    assert status(at)["due"] == []


def test_a_correction_names_the_later_entries_that_do_not_fit_any_more_and_they_stay_marked_until_they_are_forced() -> None:
    at = after_set_a("capital p4", "take yellow", "base g2")
    answer: Any = at.ask("correct", n=2, words=["base", "p4"], dry_run=True)
    assert [(one["n"], one["text"]) for one in answer["doubtful"]] == [(3, "Anna: takes Yellow 4 from Yellow of the Capital.")]
    assert status(at)["doubtful"] == []
    assert do(at, "correct 2 base p4")["doubtful"] == answer["doubtful"]
    assert status(at)["doubtful"] == answer["doubtful"]
    assert [(entry["verdict"], entry["now"]) for entry in log_of(at)[1:]] == [("legal", None), ("legal", "illegal"), ("legal", None)]
    do(at, "!correct 3 take yellow")
    assert status(at)["doubtful"] == []
    do(at, "undo")
    do(at, "undo")
    assert (status(at)["doubtful"], [entry["now"] for entry in log_of(at)]) == ([], [None, None, None, None])


def test_a_correction_after_which_all_still_fits_names_nothing() -> None:
    answer = do(after_set_a("base p2", "base p3"), "correct 2 base p4")
    assert (answer["doubtful"], answer["due"]) == ([], [])


def test_a_forced_entry_may_be_corrected_where_the_correction_is_forbidden_by_nothing_else() -> None:
    at = after_set_a("!bert base p3")
    assert do(at, "correct 2 bert base p4")["recorded"] == 3
    assert log_of(at)[1]["verdict"] == "illegal"
    assert do(at, "correct 2 bert base p4 pink")["recorded"] == 4
    assert do(at, "correct 2 bert base p4 blue")["recorded"] is None


def test_withdrawn_entries_are_worded_as_the_others_are() -> None:
    lines = ("capital p4", "take yellow", "base g2")
    at = after_set_a(*lines)
    before = [entry["text"] for entry in log_of(at)]
    for _ in lines:
        do(at, "undo")
        assert [entry["text"] for entry in log_of(at)] == before
    do(at, "base p2")
    assert [entry["text"] for entry in log_of(at)][:4] == before


def test_undo_says_what_is_due_then() -> None:
    at = after_set_a("capital p4", "take yellow")
    answer: Any = do(at, "undo")
    assert [(one["rule"], one["seat"]) for one in answer["due"]] == [("tile.cleric", "P1")]
    assert answer["due"] == status(at)["due"]


def test_a_correction_that_is_only_tried_says_what_would_change_and_records_nothing() -> None:
    at = played(["anna base b5"])
    answer: Any = at.ask("correct", n=1, words=["base", "b2"], dry_run=True)
    assert answer["recorded"] is None
    assert [(row["before"], row["after"]) for row in answer["totals"]] == [(5, 2)]
    assert len(at.journal.events) == 1


def test_a_correction_that_the_rules_forbid_is_refused_unless_forced() -> None:
    at = played(["anna base b5"])
    answer: Any = do(at, "correct 1 base b5 pink")
    assert (answer["recorded"], answer["corrected"], answer["verdict"]) == (None, None, "illegal")
    assert do(at, "!correct 1 base b5 pink")["recorded"] == 2


@pytest.mark.parametrize("n", [0, 2, 3, -1, None, "1"])
def test_only_an_entry_can_be_corrected(n: object) -> None:
    at = played(["anna base b5"])
    do(at, "undo")
    with pytest.raises(HelperError) as refused:
        at.ask("correct", n=n, words=["base", "b4"])
    assert [fault.code for fault in refused.value.faults] == ["no_entry"]


def test_what_is_withdrawn_is_not_corrected_and_can_still_be_brought_back() -> None:
    at = played(["anna base b5", "bert base b3"])
    do(at, "undo")
    for line in ("correct 2 base b4", "!correct 2 base b4"):
        with pytest.raises(Forbidden) as refused:
            do(at, line)
        assert [(fault.code, fault.values) for fault in refused.value.faults] == [("entry_withdrawn", {"n": 2, "by": 3})]
    assert do(at, "redo")["redone"] == 2
    assert do(at, "correct 2 base b4")["corrected"] == 2


@pytest.mark.parametrize("line", ["bert base p4", "observe P1.gold=3", "adjust P1.gold=3", "correct 1 base b4"])
def test_a_new_entry_ends_redo(line: str) -> None:
    at = played(["anna base b5", "bert base b3"])
    do(at, "undo")
    assert do(at, line)["recorded"]
    with pytest.raises(Forbidden) as refused:
        do(at, "redo")
    assert [fault.code for fault in refused.value.faults] == ["nothing_to_redo"]


def test_two_people_who_undo_at_once_undo_one_thing_and_the_second_is_told_who_was_quicker() -> None:
    at = played(["anna base b5", "bert base b3"])
    first = handle(at.journal, {"do": "undo", "target": 2}, "en", Stamp("one", "now", "Anna's phone"))
    at.journal = append(at.journal, *first.append)
    with pytest.raises(Forbidden) as refused:
        handle(at.journal, {"do": "undo", "target": 2}, "en", Stamp("two", "now", "Bert's phone"))
    fault = refused.value.faults[0]
    assert (fault.code, fault.values) == ("undone_already", {"n": 2, "by": "Anna's phone", "last": 1})


@pytest.mark.parametrize(("target", "undone"), [(1, 0), (2, 1), (9, 0), (0, 0), ("2", 0)])
def test_undoing_another_entry_than_the_last_blames_nobody_where_nobody_else_was_involved(target: object, undone: int) -> None:
    at = played(["anna base b5", "bert base b3"])
    at.journal = at.journal._replace(events=tuple(event._replace(by="terminal") for event in at.journal.events))
    for n in range(undone):
        at.journal = append(at.journal, *handle(at.journal, {"do": "undo"}, "en", Stamp(f"first {n}", "now", "terminal")).append)
    with pytest.raises(Forbidden) as refused:
        handle(at.journal, {"do": "undo", "target": target}, "en", Stamp("second", "now", "terminal"))
    assert [(fault.code, fault.values) for fault in refused.value.faults] == [
        ("undone_already", {"n": target, "by": None, "last": 2 - undone})
    ]


def test_whoever_corrected_an_entry_was_not_quicker_to_undo_it() -> None:
    at = played(["anna base b5", "bert base b3"])
    do(at, "correct 1 base b4")
    with pytest.raises(Forbidden) as refused:
        handle(at.journal, {"do": "undo", "target": 1}, "en", Stamp("two", "now", "Bert's phone"))
    assert refused.value.faults[0].values == {"n": 1, "by": None, "last": 3}


def test_two_people_who_redo_at_once_redo_one_thing() -> None:
    at = played(["anna base b5", "bert base b3"])
    do(at, "undo")
    do(at, "undo")
    first = handle(at.journal, {"do": "redo", "target": 4}, "en", Stamp("one", "now", "Anna's phone"))
    at.journal = append(at.journal, *first.append)
    with pytest.raises(Forbidden) as refused:
        handle(at.journal, {"do": "redo", "target": 4}, "en", Stamp("two", "now", "Bert's phone"))
    assert refused.value.faults[0].values == {"n": 4, "by": "Anna's phone", "last": 3}


def test_a_move_that_nobody_may_make_is_judged_without_a_name_and_forced_only_with_one() -> None:
    at = played(["observe P1.held=1 P2.held=1 P3.held=1", "anna base b5", "base b3", "base p2"])
    answer = at.ask("play", words=["base", "b2"])
    assert (answer["verdict"], answer["recorded"]) == ("illegal", None)
    assert [reason["condition"] for reason in answer["reasons"]] == ["turns_left"]  # type: ignore[attr-defined]
    with pytest.raises(HelperError) as refused:
        do(at, "!base b2")
    assert [fault.code for fault in refused.value.faults] == ["no_seat"]
    assert do(at, "!bert base b2")["recorded"] == 5


def test_undo_says_what_it_undid_and_what_stands_now() -> None:
    at = played(["anna base b5", "bert base b3"])
    answer = do(at, "undo")
    assert (answer["undone"], answer["text"]) == (2, "Bert: Blue 3 into the base.")
    assert answer["stands"] == {"n": 1, "text": "Anna: Blue 5 into the base."}
    assert answer["to_move"] == "P2"
    answer = do(at, "redo")
    assert (answer["redone"], answer["text"]) == (2, "Bert: Blue 3 into the base.")
    do(at, "undo")
    answer = do(at, "undo")
    assert answer["stands"] is None


def test_nothing_is_undone_or_redone_where_there_is_nothing() -> None:
    at = table()
    for line, code in (("undo", "nothing_to_undo"), ("redo", "nothing_to_redo")):
        with pytest.raises(Forbidden) as refused:
            do(at, line)
        assert [fault.code for fault in refused.value.faults] == [code]


@pytest.mark.parametrize(
    "body",
    [
        {"rule": "no.such.rule", "seat": "P1", "arguments": {}},
        {"rule": "resolution.limit", "seat": None, "arguments": {}},
        {"rule": "play.base", "seat": "P9", "arguments": {"card": "blue 5"}},
        {"rule": "play.base", "seat": None, "arguments": {"card": "blue 5"}},
        {"rule": "play.base", "seat": "P1", "arguments": {}},
        {"rule": "play.base", "seat": "P1", "arguments": {"card": "blue 9"}},
        {"rule": "play.base", "seat": "P1", "arguments": []},
        {"rule": "tile.agent.reveal", "seat": None, "arguments": {"district": "blue"}},
        {},
    ],
)
def test_a_damaged_move_stops_the_replay_there_and_hides_nothing_else(body: dict[str, object]) -> None:
    at = played(["anna base b5", "bert base b3", "cleo base p2"])
    events = list(at.journal.events)
    events[1] = events[1]._replace(body=body)
    broken = at_now(at.journal._replace(events=tuple(events)))
    state: Any = status(broken)
    assert state["stops_at"] == 2
    assert state["stopped_by"]
    assert figures(broken)["players.P1.blue"] == ["blue 5"]
    log: Any = broken.ask("log")["entries"]
    assert [entry["n"] for entry in log] == [1, 2, 3]
    assert all(entry["text"] for entry in log)
    with pytest.raises(Forbidden):
        do(broken, "bert base b3")
    do(broken, "correct 2 bert base b4")
    assert status(broken)["stops_at"] is None
    assert figures(broken)["players.P2.blue"] == ["blue 4"]


@pytest.mark.parametrize(
    "body", [{"figures": {"players.P1.gold": -1}}, {"figures": {"players.P1.gold": [1]}}, {"figures": {"adjust.blue": 1}}, {}]
)
def test_a_damaged_observation_stops_the_replay_there_and_can_be_undone(body: dict[str, object]) -> None:
    at = played(["anna base b5", "observe P1.gold=1"])
    broken = at_now(at.journal._replace(events=(at.journal.events[0], at.journal.events[1]._replace(body=body))))
    assert status(broken)["stops_at"] == 2
    assert all(entry["text"] for entry in broken.ask("log")["entries"])  # type: ignore[attr-defined]
    assert do(broken, "undo")["undone"] == 2
    assert status(broken)["stops_at"] is None


def test_what_other_rules_would_say_differently_is_listed_and_nothing_is_lost() -> None:
    at = played([ROUND_ONE, "resolve"], "Anna", "Bert")
    header = at.journal.header._replace(version="0.1")
    assert status(at_now(at.journal._replace(header=header)))["changed"] == []
    other = at.journal.events[1]._replace(witness={"verdict": "illegal", "points": {"P1": 1, "P2": 1}})
    changed: Any = status(at_now(at.journal._replace(header=header, events=(at.journal.events[0], other))))["changed"]
    assert changed == [
        {
            "n": 2,
            "before": {"verdict": "illegal", "points": {"P1": 1, "P2": 1}},
            "now": {"verdict": "legal", "points": {"P1": 8, "P2": 2}},
        }
    ]


def test_an_observation_that_differs_names_the_difference_and_who_touched_the_figure_last() -> None:
    at = played(["anna base b5", "bert base b3"])
    answer: Any = do(at, "observe P1.blue.sum=8 P2.blue=3 P1.gold=2 capital.blue=4")
    assert [(one["path"], one["table"], one["record"], one["difference"], one["last_event"]) for one in answer["mismatches"]] == [
        ("players.P1.blue", 8, 5, 3, 1)
    ]
    assert do(at, "observe P1.blue.sum=8")["mismatches"] == []
    assert do(at, "adjust P1.blue.sum=2")["mismatches"] == []


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ([], "wrong_seats"),
        (["Rob"], "name_is_seat"),
        (["Anna", "Bert", "Cleo", "Dora", "Emil"], "wrong_seats"),
        (["Anna", "Anna"], "name_twice"),
        (["Anna", ""], "bad_name"),
        (["Anna", "B\nert"], "bad_name"),
        (["P2", "Anna"], "name_is_seat"),
    ],
)
def test_only_as_many_players_as_may_play_and_each_with_a_name(names: list[str], code: str) -> None:
    from helper.table import new

    with pytest.raises(HelperError) as refused:
        new("capital-lux-2", names)
    assert [fault.code for fault in refused.value.faults] == [code]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_number_of_players_plays_a_whole_game(players: int) -> None:
    names = ("Anna", "Bert", "Cleo", "Dora")[:players]
    at = table(*names)
    do(at, "observe emperor=P1 capital.blue=3 capital.pink=2 capital.yellow=4 capital.green=")
    for number in (1, 2, 3):
        turns = 0
        while (mover := status(at)["to_move"]) is not None:
            assert do(at, f"{mover} {'base' if turns % 3 else 'capital'} {'bpyg'[turns % 4]}{2 + turns % 5}")["verdict"] == "legal"
            turns += 1
        assert turns == 6 * players
        answer: Any = do(at, "resolve")
        assert (answer["verdict"], answer["result"]["final"]) == ("legal", number == 3)
        assert number == 3 or status(at)["figures"]["emperor"] == f"P{number % players + 1}"
    assert at.ask("score")["winners"]
    assert {one["verdict"] for one in at.ask("legal", all=True)["moves"]} == {"illegal"}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("line", "rule", "seat"),
    [
        ("b b5", "play.base", "P1"),
        ("c b5", "play.capital", "P1"),
        ("bert b b5", "play.base", "P2"),
        ("P3 c b5", "play.capital", "P3"),
        ("cl b b5", "play.base", "P3"),
        ("be base b5", "play.base", "P2"),
        ("base b 5", "play.base", "P1"),
        ("capital Blue 5", "play.capital", "P1"),
        ("play.base b5", "play.base", "P1"),
        ("ba b5", "play.base", "P1"),
    ],
)
def test_short_moves_and_short_names_are_told_apart(line: str, rule: str, seat: str) -> None:
    at = played(["observe emperor=P1"])
    answer = at.ask("play", words=line.split(), dry_run=True)
    assert (answer["rule"], answer["seat"]) == (rule, seat)


@pytest.mark.parametrize(("line", "seat"), [("base b5", "P2"), ("base base b5", "P1"), ("capital base b5", "P2"), ("blue base b5", "P3")])
def test_players_may_be_called_like_moves_and_colours(line: str, seat: str) -> None:
    at = played(["observe emperor=P2"], "Base", "Capital", "Blue")
    answer = at.ask("play", words=line.split(), dry_run=True)
    assert (answer["rule"], answer["seat"]) == ("play.base", seat)


def test_what_was_worked_out_for_another_record_is_not_taken_for_this_one() -> None:
    lines = ["observe capital.blue=5 emperor=anna", "anna base b2"]
    first, other = played(lines, "Anna", "Bert", set="a"), played(lines, "Anna", "Bert")
    taken = Evening(other.journal, Evening(first.journal))
    assert taken.position == Evening(other.journal).position
    assert taken.position.options != Evening(first.journal).position.options
