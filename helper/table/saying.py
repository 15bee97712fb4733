"""Say what became of entries, sentence by sentence: the terminal and the phone lay the same sentences out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helper.engine.verdict import FAILS
from helper.i18n.words import Words
from helper.table.wording import VERDICTS

Answer = Mapping[str, Any]


def marks(words: Words, entry: Answer) -> list[str]:
    """Return what became of an entry of the log, and how it was judged where it was not simply allowed."""
    found = []
    if not entry["counts"]:
        found.append(words.say("withdrawn by {n}", n=entry["amended_by"]))
    elif entry["amended_by"]:
        found.append(words.say("corrected by {n}", n=entry["amended_by"]))
    if entry["left_out"] == entry["n"]:
        found.append(words.say("cannot be followed"))
    elif entry["left_out"]:
        found.append(words.say("does not count, as entry {n} cannot be followed", n=entry["left_out"]))
    if entry["now"]:
        found.append(words.say(VERDICTS[entry["now"]]))
    if entry["verdict"] == "illegal":
        found.append(words.say("forced"))
    elif entry["verdict"] in ("unknown", "disputed"):
        found.append(words.say(VERDICTS[entry["verdict"]]))
    return found


def doubted(words: Words, answer: Answer) -> list[str]:
    """Return where what was told differs from the record, or cannot be right together."""
    differs = [words.say("Differs: {what}", what=one["text"]) for one in answer["mismatches"]]
    return [*differs, *(words.say("Look again: {what}", what=text) for text in answer["doubts"])]


def amended(words: Words, answer: Answer) -> str:
    """Return what an undo or redo did."""
    if "undone" in answer:
        return words.say("Undone: entry {n}, {text}", n=answer["undone"], text=answer["text"])
    return words.say("Done again: entry {n}, {text}", n=answer["redone"], text=answer["text"])


def corrected(words: Words, answer: Answer) -> list[str]:
    """Return an entry before and after its correction."""
    return [
        words.say("Entry {n} was: {text}", n=answer["corrected"], text=answer["before"]),
        words.say("Entry {n} will be: {text}", n=answer["corrected"], text=answer["after"]),
    ]


def altered(words: Words, answer: Answer) -> str:
    """Return what a change of who plays, or by which options, says."""
    return words.say("Changed: {what}", what=answer["text"])


def shifted(words: Words, answer: Answer) -> list[str]:
    """Return which totals a correction changes, and who leads then."""
    points = [
        words.say("Points of {name}: {before}, then {after}", name=one["name"], before=one["before"], after=one["after"])
        for one in answer["totals"]
    ]
    return [*(points or [words.say("No points change.")]), words.say("Ahead: {names}", names=answer["leaders"])]


def doubtful(words: Words, answer: Answer) -> list[list[str]]:
    """Return which later entries the rules forbid since an entry before them was corrected, each with why."""
    return [
        [words.say("Entry {n} no longer fits what comes before it: {text}", n=one["n"], text=one["text"]), *_failing(one["reasons"])]
        for one in answer["doubtful"]
    ]


def _failing(reasons: list[Answer]) -> list[str]:
    return [str(reason["text"]) for reason in reasons if reason["state"] == FAILS]


def undeclared(words: Words, answer: Answer) -> list[str]:
    """Return what entries tell that these rules do not know."""
    say = words.say
    return [
        say("Entry {n} tells “{path}”, which these rules do not know; it is kept, and left out.", **one) for one in answer["undeclared"]
    ]


def halted(words: Words, answer: Answer) -> list[str]:
    """Return what an answer leaves out, where the record cannot be followed to its end, and why."""
    unknown = undeclared(words, answer)
    if not answer["stops_at"]:
        return unknown
    said = words.say("Only the entries before entry {n} count here; that one cannot be followed: correct or undo it.", n=answer["stops_at"])
    return [said, *answer["stopped_by"], *unknown]


def stopped(words: Words, answer: Answer) -> list[str]:
    """Return where a record could not be followed any more after a correction, and why."""
    if not answer["stops_at"]:
        return []
    return [words.say("The record cannot be followed beyond entry {n} then.", n=answer["stops_at"]), *answer["stopped_by"]]
