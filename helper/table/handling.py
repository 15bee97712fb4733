"""What can be asked of an evening, and what each question appends to its journal. Pure: nothing here writes.

`handle` takes a journal and a request of plain data and returns the answer and the events to append; a store commits them
only while the journal still has the length that was read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from helper.engine.journal import CHANGE, CORRECT, REDO, UNDO, Entry, Event, Journal, last_that_counts, last_undone, withdrawal
from helper.engine.move import Applied, Move
from helper.engine.verdict import ILLEGAL, UNKNOWN, Verdict
from helper.errors import Fault, Forbidden, UnreadableInput
from helper.frozen import Frozen
from helper.i18n.words import later
from helper.table.changing import change_of, event_of
from helper.table.evening import Evening
from helper.table.given import texts_by_name
from helper.table.grids import grids
from helper.table.legality import answer_of, legal, seat_of
from helper.table.reading import find_move, missing, move_words, read_arguments, read_figures, read_move
from helper.table.reviewing import as_before
from helper.table.showing import changes, comes_next, difference, entry_text, halted, log, score, shown, status, totals
from helper.table.wording import Speaker, plain

Request = Mapping[str, object]
RESOLVE = "resolve"

_DIFFERS = later(
    "{figure}: the table shows {table}, the record gives {record} (difference {difference}). Last changed by entry {last_event}."
)


class Stamp(Frozen):
    """Where and when something was entered: a random id made there, the time, and the seat or device."""

    id: str
    at: str
    by: str = ""


class Answer(Frozen):
    """An answer of plain data, and the events that it appends."""

    answer: dict[str, object]
    append: tuple[Event, ...] = ()


def handle(journal: Journal, request: Request, language: str, stamp: Stamp) -> Answer:
    """Answer a request of the form `{"do": …}`.

    Raises UnreadableInput for what cannot be read, Forbidden for what the record does not allow, Damaged where the record
    itself is damaged.
    """
    return answered(Evening(journal), request, language, stamp)


def answered(evening: Evening, request: Request, language: str, stamp: Stamp) -> Answer:
    """Answer a request to an evening, as `handle` does to its journal."""
    journal = evening.journal
    speaker = Speaker(evening.definition, language, evening.header.seats, evening.header.roles)
    done = next((event for event in journal.events if event.id == stamp.id), None)
    if done:
        return Answer({"recorded": done.n, "again": True, **status(evening, speaker)})
    operation = _OPERATIONS.get(str(request.get("do")))
    if operation is None:
        raise UnreadableInput(Fault("unknown_request", {"given": request.get("do"), "known": sorted(_OPERATIONS)}))
    stopped = evening.replay.stopped_by
    if stopped and request.get("do") in ("play", "resolve", "observe", "adjust"):
        raise Forbidden(Fault("record_stops", {"n": evening.replay.stopped_at}), *stopped.faults)
    return operation(evening, request, speaker, stamp)


def _strings(request: Request, key: str) -> list[str]:
    given = request.get(key) or []
    if not isinstance(given, Sequence) or isinstance(given, str) or not all(isinstance(word, str) for word in given):
        raise UnreadableInput(Fault("bad_request", {"key": key}))
    return list(given)


def _text(note: str) -> str:
    """Return a note; raises UnreadableInput where it is not text that can be kept."""
    try:
        note.encode("utf-8")
    except UnicodeEncodeError:
        raise UnreadableInput(Fault("bad_request", {"key": "note"})) from None
    return note


def _next(evening: Evening, stamp: Stamp, kind: str, body: Mapping[str, object], **more: object) -> Event:
    target, witness = more.get("target"), more.get("witness", {})
    assert target is None or isinstance(target, int)
    assert isinstance(witness, Mapping)
    return Event(len(evening.journal.events) + 1, stamp.id, stamp.at, stamp.by, kind, body, target, witness)


def read_play(evening: Evening, request: Request, speaker: Speaker, instead: str | None = None) -> Move:
    """Return the move of a request, from words or from `move`, `seat` and `arguments`; `instead` plays where nobody is named."""
    vocabulary = speaker.words.vocabulary()
    reader = evening.reader(vocabulary)
    if request.get("move"):
        rule = find_move(evening.definition, vocabulary, str(request["move"]))
        given = request.get("arguments") or {}
        if not isinstance(given, Mapping):
            raise UnreadableInput(Fault("bad_request", {"key": "arguments"}))
        unknown = [key for key in given if not rule.move or key not in rule.move.parameters]
        if unknown:
            raise UnreadableInput(*(Fault("unknown_key", {"key": key, "nearest": ""}) for key in unknown))
        seat = reader.one("whose", request["seat"]) if request.get("seat") else None
        move = Move(rule.id, str(seat) if seat else None, {key: reader.one(key, value, rule.id) for key, value in given.items()})
    else:
        move = read_move(evening.definition, reader, vocabulary, _strings(request, "words"))
    if request.get("draw"):
        move = evening.game.drawn(evening.definition, evening.position, move, chance_of(evening))
    absent = missing(reader, evening.definition.rules[move.rule], move.arguments)
    if absent:
        labels = [one.label for one in evening.definition.inputs if one.key in absent]
        rule = evening.definition.rules[move.rule]
        raise UnreadableInput(Fault("missing_argument", {"name": labels, "move": rule.move.word if rule.move else rule.title}))
    named = move if move.seat or evening.definition.rules[move.rule].kind == "procedure" else move._replace(seat=instead)
    return named._replace(seat=seat_of(evening, named, bool(request.get("force"))))


def chance_of(evening: Evening) -> int:
    """Return what a draw is decided by: the random id of the last event, so that asking again before it is recorded draws the same."""
    from hashlib import sha256

    events, header = evening.journal.events, evening.journal.header
    return int(sha256((events[-1].id if events else f"{header.created} {header.name}").encode()).hexdigest(), 16)


def _play(evening: Evening, request: Request, speaker: Speaker, stamp: Stamp) -> Answer:
    return _carry_out(evening, read_play(evening, request, speaker), request, speaker, stamp)


def _resolve(evening: Evening, request: Request, speaker: Speaker, stamp: Stamp) -> Answer:
    """Carry out what the round has come to, with the decisions that are given as words or as `arguments`."""
    move = evening.game.resolves(evening.position)
    reader, rule = evening.reader(speaker.words.vocabulary()), evening.definition.rules[move.rule]
    given = request.get("arguments") or {}
    words = [*(f"{key}={value}" for key, value in given.items()), *_strings(request, "words")] if isinstance(given, Mapping) else []
    arguments = {**move.arguments, **read_arguments(reader, rule, words)}
    return _carry_out(evening, move._replace(arguments=arguments), request, speaker, stamp)


def _carry_out(evening: Evening, move: Move, request: Request, speaker: Speaker, stamp: Stamp) -> Answer:
    """Judge a move, and record it unless it is illegal and not forced, or only tried."""
    position = evening.position
    verdict = evening.judge(position, move)
    answer: dict[str, object] = {**answer_of(evening, speaker, move, verdict), "recorded": None, "steps": [], "changes": []}
    if verdict.outcome == ILLEGAL and not request.get("force"):
        return Answer(answer)
    absent = missing(evening.reader({}), evening.definition.rules[move.rule], move.arguments)
    applied: Applied = evening.game.apply(evening.definition, position, move) if not absent else Applied(position)
    if applied.stopped_by:
        raise UnreadableInput(*applied.stopped_by)
    answer["unsure"] = _is_unsure(evening, move, verdict, applied)
    answer["left_out"] = speaker.steps(applied.left_out)
    if answer["unsure"] and not (request.get("sure") or request.get("force") or request.get("dry_run")):
        return Answer(answer)
    questions = [*_absent(evening, speaker, absent), *speaker.questions(applied.questions)]
    if questions and not request.get("dry_run"):
        raise UnreadableInput(*(Fault("decide_first", {"question": one.pop("text"), **one}) for one in questions))
    if questions:
        answer["questions"] = questions
    answer["steps"] = speaker.steps(applied.steps)
    answer["changes"] = changes(evening, speaker, applied.changes)
    if applied.result is not None:
        answer["result"] = plain(applied.result)
        answer["grids"] = grids(speaker, applied.grids)
    if request.get("dry_run"):
        return Answer(answer)
    witness: dict[str, object] = {"verdict": verdict.outcome}
    if applied.result is not None:
        witness["points"] = totals(evening, applied.position)
    event = _next(evening, stamp, "move", evening.written_move(move), witness=witness)
    answer["recorded"] = event.n
    answer.update(comes_next(evening, speaker, applied.position))
    return Answer(answer, (event,))


def _is_unsure(evening: Evening, move: Move, verdict: Verdict, applied: Applied) -> bool:
    """Return whether somebody must say first that a procedure is carried out: it rests on what nobody told, or leaves something out."""
    if evening.definition.rules[move.rule].kind != "procedure" or evening.position.due:
        return False
    return bool(applied.left_out) or any(one.state == UNKNOWN for one in verdict.reasons)


def _absent(evening: Evening, speaker: Speaker, keys: Sequence[str]) -> list[dict[str, str]]:
    """Return what is still to be given to a move, asked by its label."""
    return [{"key": one.key, "text": speaker.words.sentence(one.label)} for one in evening.definition.inputs if one.key in keys]


def _figures(evening: Evening, request: Request, speaker: Speaker) -> Mapping[str, object]:
    reader = evening.figure_reader(speaker.words.vocabulary(moves=False), changes=request.get("do") == "adjust")
    given = request.get("figures")
    if isinstance(given, Mapping):
        return reader.read(given).figures
    return read_figures(reader, _strings(request, "words"))


def _tell(evening: Evening, request: Request, speaker: Speaker, stamp: Stamp) -> Answer:
    """Record what the table shows, or a correction of the position with a note."""
    figures = _figures(evening, request, speaker)
    body: dict[str, object] = {"figures": {path: evening.written(path, value) for path, value in figures.items()}}
    if request.get("note"):
        body["note"] = _text(str(request["note"]))
    event = _next(evening, stamp, str(request["do"]), body)
    position = evening.position.put(figures)
    told = [{"path": path, "text": speaker.figure(path), "value": shown(evening, speaker, path, value)} for path, value in figures.items()]
    answer: dict[str, object] = {
        "recorded": event.n,
        "figures": told,
        "mismatches": _mismatches(evening, speaker, figures) if request["do"] == "observe" else [],
        "doubts": [step["text"] for step in speaker.steps(evening.game.doubts(evening.definition, position))],
    }
    return Answer(answer, (event,))


def _mismatches(evening: Evening, speaker: Speaker, figures: Mapping[str, object]) -> list[dict[str, object]]:
    """Return where the table differs from a record that was followed: both values, the difference, the last event."""
    position = evening.position
    found: list[dict[str, object]] = []
    for path, value in figures.items():
        measure = evening.game.TYPES[evening.declared(path).type].measure
        if path not in position.figures or not evening.game.fresh(position, path) or not position.told.get(path):
            continue
        if position.figures[path] == evening.declared(path).default:
            continue
        before, now = measure(position.figures[path]), measure(value)
        if before is not None and now is not None and before != now:
            values = {"table": now, "record": before, "difference": now - before, "last_event": position.told[path]}
            text = speaker.words.say(
                _DIFFERS,
                figure=speaker.figure(path),
                **values,
            )
            found.append({"path": path, "text": text, **values})
    return found


def _undo(evening: Evening, request: Request, speaker: Speaker, stamp: Stamp) -> Answer:
    """Withdraw the last entry that counts; with `target`, only if it is still that one."""
    events = evening.journal.events
    last = last_that_counts(events)
    if last is None:
        raise Forbidden(Fault("nothing_to_undo"))
    _must_be(last, request.get("target"), events, stamp)
    return _amend(evening, speaker, stamp, UNDO, last)


def _redo(evening: Evening, request: Request, speaker: Speaker, stamp: Stamp) -> Answer:
    """Withdraw the last undo; with `target`, only if it is still that one."""
    events = evening.journal.events
    undone = last_undone(events)
    if undone is None:
        raise Forbidden(Fault("nothing_to_redo"))
    _must_be(undone, request.get("target"), events, stamp)
    return _amend(evening, speaker, stamp, REDO, undone)


def _must_be(found: Event, target: object, events: tuple[Event, ...], stamp: Stamp) -> None:
    """Raise Forbidden where somebody meant another entry than the one found, with who else was quicker, if anybody was."""
    if target is not None and target != found.n:
        quicker = withdrawal(events, target)
        by = quicker.by if quicker and quicker.by != stamp.by else ""
        raise Forbidden(Fault("undone_already", {"n": target, "by": by or None, "last": found.n}))


def _amend(evening: Evening, speaker: Speaker, stamp: Stamp, kind: str, target: Event) -> Answer:
    event = _next(evening, stamp, kind, {}, target=target.n)
    after = Evening(evening.journal._replace(events=(*evening.journal.events, event)), evening)
    subject = target
    while subject.kind in (UNDO, REDO) and subject.target:
        subject = evening.journal.events[subject.target - 1]
    shown = evening if kind == UNDO else after
    spoken = Speaker(after.definition, speaker.words.lang, after.header.seats, after.header.roles)
    stands = last_that_counts(after.journal.events)
    answer: dict[str, object] = {
        "recorded": event.n,
        "undone" if kind == UNDO else "redone": subject.n,
        "text": entry_text(shown, speaker if kind == UNDO else spoken, subject),
        "stands": stands and {"n": stands.n, "text": entry_text(after, spoken, stands)},
        **comes_next(after, spoken, after.position),
        **halted(after, spoken),
    }
    return Answer(answer, (event,))


def _correct(evening: Evening, request: Request, speaker: Speaker, stamp: Stamp) -> Answer:
    """Give an entry another body; the entry keeps its number. Names what changes and who leads now."""
    number = request.get("n")
    entry = next((one for one in evening.entries if one.event.n == number), None)
    if entry is None:
        raise UnreadableInput(Fault("no_entry", {"n": number, "most": len(evening.journal.events)}))
    if entry.event.kind == CHANGE:
        raise Forbidden(Fault("change_again", {"n": number}))
    if not entry.counts:
        raise Forbidden(Fault("entry_withdrawn", {"n": number, "by": entry.amended_by}))
    verdict, witness = None, {}
    before = Evening(evening.journal._replace(events=evening.journal.events[: entry.event.n - 1]), evening)
    if entry.event.kind == "move":
        move = read_play(before, _named(evening, request, entry), speaker, str(entry.body.get("seat") or "") or None)
        position = evening.fold(before=entry.event.n).position._replace(now=entry.event.n)
        verdict = evening.judge(position, move)
        unforced = verdict.outcome == ILLEGAL and not request.get("force")
        if unforced and not as_before(evening, position, entry, verdict):
            return Answer({**answer_of(evening, speaker, move, verdict), "recorded": None, "corrected": None})
        body: dict[str, object] = evening.written_move(move)
        witness = {"verdict": entry.witness.get("verdict", verdict.outcome) if unforced else verdict.outcome}
    else:
        figures = _figures(before, request, speaker)
        kept = entry.body.get("figures")
        written = {path: evening.written(path, value) for path, value in figures.items()}
        body = {**entry.body, "figures": {**kept, **written} if isinstance(kept, Mapping) else written}
    event = _next(evening, stamp, CORRECT, body, target=entry.event.n, witness=witness)
    after = Evening(evening.journal._replace(events=(*evening.journal.events, event)), evening)
    answer: dict[str, object] = {
        "recorded": None if request.get("dry_run") else event.n,
        "corrected": entry.event.n,
        "earlier_round": _round(evening, entry.event.n) != evening.position.figures.get("round"),
        "before": entry_text(evening, speaker, entry.event),
        "after": entry_text(after, speaker, entry.event),
        **difference(evening, after, speaker, entry.event.n),
        **({"verdict": verdict.outcome} if verdict else {}),
    }
    return Answer(answer, () if request.get("dry_run") else (event,))


def _change(evening: Evening, request: Request, speaker: Speaker, stamp: Stamp) -> Answer:
    """Amend the header: who sits where, or the options. Names what changes and who leads now."""
    body = change_of(evening, _strings(request, "words"), texts_by_name(request.get("options"), "options"), speaker.words.lang)
    event = event_of(evening, body, *stamp)
    after = Evening(evening.journal._replace(events=(*evening.journal.events, event)), evening)
    spoken = Speaker(after.definition, speaker.words.lang, after.header.seats, after.header.roles)
    answer: dict[str, object] = {
        "recorded": None if request.get("dry_run") else event.n,
        "changed": body,
        "text": entry_text(after, spoken, event),
        **difference(evening, after, spoken, 0),
    }
    return Answer(answer, () if request.get("dry_run") else (event,))


def _named(evening: Evening, request: Request, entry: Entry) -> Request:
    """Return the request with the entry's own move where it says `resolve`, as it was entered, and the game has no such move."""
    words = _strings(request, "words")
    if words[:1] != [RESOLVE] or RESOLVE in move_words(evening.definition, {}) or entry.body.get("seat"):
        return request
    return {**request, "words": [str(entry.body.get("rule")), *words[1:]]}


def _round(evening: Evening, n: int) -> object:
    return evening.fold(before=n).position.figures.get("round")


_OPERATIONS: Mapping[str, Callable[[Evening, Request, Speaker, Stamp], Answer]] = {
    "play": _play,
    "resolve": _resolve,
    "observe": _tell,
    "adjust": _tell,
    "undo": _undo,
    "redo": _redo,
    "correct": _correct,
    "change": _change,
    "legal": lambda evening, request, speaker, stamp: Answer({**legal(evening, speaker, request), **halted(evening, speaker)}),
    "status": lambda evening, request, speaker, stamp: Answer(status(evening, speaker)),
    "score": lambda evening, request, speaker, stamp: Answer(score(evening, speaker, bool(request.get("as_final")))),
    "log": lambda evening, request, speaker, stamp: Answer(log(evening, speaker)),
}
