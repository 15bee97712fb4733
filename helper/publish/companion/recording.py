"""What can be asked of a record: look, enter, resolve, undo, correct, start, take in, save; `OPERATIONS` is the register."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from helper.definitions.house import read_house
from helper.engine.journal import CHANGE, Journal, last_that_counts
from helper.errors import Fault, Forbidden, UnreadableInput
from helper.i18n.words import later
from helper.publish.companion import answers
from helper.publish.companion.controls import control, hidden, of_one
from helper.publish.companion.correcting import confirm, edit_form
from helper.publish.companion.desk import SAID, Call, Reply, stale
from helper.publish.companion.evening import EVERYTHING, Night, asked_form, board, entered_by, entries, now, record_sections, who_am_i
from helper.publish.companion.forms import argument_controls
from helper.publish.companion.markup import NOTHING, Html, joined, tag, text, upper_first
from helper.publish.companion.pressing import press
from helper.publish.companion.shelf import id_of, kept_already, shelf
from helper.publish.companion.telling import as_shown, highest_cards, tell_form
from helper.table.evening import Evening, taken_in
from helper.table.exchange import read, written
from helper.table.reading import find_move
from helper.table.saying import amended, doubted
from helper.table.starting import new

DECIDE, MISSING, TOP = "decide_first", "missing_argument", "top_needed"
SURE = ("~sure", "yes")
REFUSED = "refused"  # where it is said what is wrong with answers, which stay in their form meanwhile
_GONE = later("The record that was open here is not kept in this browser any more. If you saved it as a file, take it in again.")
_NONE_OPEN = later("No record is open. Start one, or take one in.")
LISTED = "~listed"  # the lists of which single things were asked for


def _night(call: Call) -> Night:
    journal = call.keeper.journal()
    if journal is None:
        raise UnreadableInput(Fault("no_record_open"))
    return Night(call.sheet, Evening(journal), call.me, call.keeper.may_write, call.keeper.hides_scores)


def shown(call: Call) -> dict[str, Html]:
    """Return every part of the page that shows the record."""
    kept = {"shelf": shelf(call)}
    if call.keeper.journal() is None:
        return {
            **kept,
            "now": _no_record(call),
            "board": NOTHING,
            "entries": NOTHING,
            "whose": NOTHING,
        }
    night = _night(call)
    return {**kept, "now": now(night), "board": board(night), "entries": entries(night), "whose": who_am_i(night)}


def latest(call: Call) -> Html:
    """Return the last entry that counts, and who made it."""
    night = _night(call)
    last = last_that_counts(night.evening.journal.events)
    return answers.notes([f"{last.n}. {night.text_of(last)} · {entered_by(night, last.by)}"]) if last else NOTHING


def _no_record(call: Call) -> Html:
    """Return that no record is open; or that the one which was open is gone, where the browser has lost what it kept."""
    is_gone = bool(call.open) and isinstance(call.shelf, Sequence) and not any(id_of(one) == call.open for one in call.shelf)
    gone = call.sheet.say(
        "The record that was open here is not kept in this browser any more. If you saved it as a file, take it in again."
    )
    said = tag("p", gone if is_gone else call.sheet.say("No record is open. Start one, or take one in."))
    to = tag("a", call.sheet.say("Start a record"), href="#records", class_="main", data_to=True)
    return joined((said, tag("p", to, class_="actions") if call.shelf is not None else NOTHING))


def _record(call: Call) -> Reply:
    return {"put": shown(call)}


def _join(call: Call) -> Reply:
    """Say whether this phone may enter moves now, by the join code that came with the request."""
    if not call.keeper.may_write:
        raise Forbidden(call.keeper.refusal())
    said = answers.done_note(call.sheet.words, call.sheet.words.say("This phone may enter moves now."))
    return {"put": {**shown(call), call.out: said}}


def _play(call: Call) -> Reply:
    """Make a move, from the fields of its form or from words."""
    request: dict[str, object] = {"force": bool(call.sent.one("force")), "sure": bool(call.sent.one("sure"))}
    if call.sent.one("move"):
        request.update(move=call.sent.one("move"), seat=call.sent.one("seat"), arguments=dict(call.sent.figures))
    else:
        seat = [call.sent.one("seat")] if call.sent.one("seat") else []
        request.update(words=[*seat, *call.sent.all("words")])
    try:
        found = call.table("play", **request)
    except UnreadableInput as error:
        if error.faults[0].code == MISSING and not call.sent.one("move") and call.sent.all("words"):
            return {"put": {SAID: joined((answers.fault(_night(call).sheet, error), _whole_form(call)))}}
        if error.faults[0].code != DECIDE:
            raise
        asked = [(str(one.values["key"]), str(one.values["question"]), str(one.values.get("about", ""))) for one in error.faults]
        return {"put": {SAID: _questions(call, "play", asked)}}
    return _entered(call, found)


def _whole_form(call: Call) -> Html:
    """Return a form for all arguments of a move of which words did not give enough."""
    night = _night(call)
    rule = find_move(call.sheet.definition, {}, call.sent.all("words")[0])
    keys = call.sheet.definition.typed(rule)
    fields = [hidden("~move", rule.id), hidden("~seat", call.sent.one("seat"))]
    button = tag("button", call.sheet.say("Enter it"), type="submit", class_="main")
    return tag(
        "form", fields, argument_controls(night.sheet, "due", keys), tag("p", button, class_="actions"), data_ask="play", data_out="said"
    )


def _resolve(call: Call) -> Reply:
    """Show what the round has come to, ask for what is to be decided, and carry it out once that is settled."""
    words, forced = call.sent.words, bool(call.sent.one("force"))
    try:
        tried = call.table("resolve", words=words, dry_run=True, force=forced)
    except UnreadableInput as error:
        if any(one.code != TOP for one in error.faults):
            raise
        return {"put": {SAID: highest_cards(_night(call), [one.where for one in error.faults])}}
    if tried.get("again"):
        return _already(call, tried)
    if tried["verdict"] == "illegal" and not forced:
        return {"put": {call.out: _refusal(call, tried)}, **stale(call)}
    if tried.get("questions"):
        asked = [(one["key"], one["text"], one.get("about", "")) for one in tried["questions"]]
        return {"put": {SAID: _questions(call, "resolve", asked, tried)}}
    if not call.sent.one("sure"):
        return {"put": {SAID: _preview(call, tried)}}
    return _entered(call, call.table("resolve", words=words, force=forced, sure=True))


def _already(call: Call, found: Mapping[str, Any]) -> Reply:
    """Say that what was sent again, because no answer had come, was recorded the first time."""
    said = call.sheet.words.say("Recorded before, as entry {n}.", n=found["recorded"])
    return {"put": {**shown(call), SAID: answers.done_note(call.sheet.words, said)}}


def _entered(call: Call, found: Mapping[str, Any]) -> Reply:
    if found.get("again"):
        return _already(call, found)
    if found["recorded"] is None:
        return {"put": {call.out: _unsure(call, found) if found.get("unsure") else _refusal(call, found)}, **stale(call)}
    sheet = call.sheet
    done = answers.done_note(sheet.words, sheet.words.say("Recorded as entry {n}.", n=found["recorded"]))
    beside = answers.verdict(sheet, found) if found["verdict"] != "legal" else NOTHING
    grids = [answers.grid(sheet, one) for one in found.get("grids", ())]
    return {"put": {**shown(call), SAID: joined((done, beside, *grids, answers.steps(sheet, found["steps"])))}}


def _refusal(call: Call, found: Mapping[str, Any]) -> Html:
    """Return why a move is not allowed, and the way to record it all the same."""
    say = call.sheet.say
    again = press(say("Record it although the rules say no"), call.ask, [*_again(call), ("~force", "yes")])
    title = tag("p", tag("strong", text(found["title"])))
    return joined(
        (
            title,
            answers.verdict(call.sheet, found),
            tag("p", say("Nothing was recorded."), class_="done"),
            tag("p", again, class_="actions"),
        )
    )


def _unsure(call: Call, found: Mapping[str, Any]) -> Html:
    """Return what a procedure rests on that nobody told, or leaves out, and the way to carry it out all the same."""
    say = call.sheet.say
    title = tag("p", tag("strong", text(found["title"])))
    verdict = answers.verdict(call.sheet, found) if found["reasons"] else NOTHING
    again = press(say("Carry it out all the same"), call.ask, [*_again(call), SURE])
    lines = [tag("p", text(step["text"])) for step in found["left_out"]]
    return joined((title, verdict, *lines, tag("p", say("Nothing was recorded."), class_="done"), tag("p", again, class_="actions")))


def _again(call: Call) -> list[tuple[str, str]]:
    """Return the fields that were sent, to be sent once more."""
    own = [(name, value) for name, values in call.sent.own.items() for value in values]
    return [*own, *call.sent.figures.items()]


def _questions(call: Call, ask: str, asked: Sequence[tuple[str, str, str]], tried: Mapping[str, Any] | None = None) -> Html:
    """Return what the table must decide first, each with what it is entered with.

    What was answered here of other things in the same list stands beside the new answers.
    """
    journal = call.keeper.journal()
    sheet = call.sheet.seated(journal.now) if journal else call.sheet
    parameters = sheet.definition.parameters
    declared = {one.key: one for one in sheet.definition.inputs if one.key in parameters}
    listed = {key for key, _, about in asked if about}
    again = {key for key, _, _ in asked} - (listed & set(call.sent.all("listed")))
    given = [hidden(name, value) for name, value in _again(call) if name not in {*again, LISTED}]
    given += [hidden(LISTED, key) for key in sorted(listed)]
    shown = []
    for line, (key, question, about) in enumerate(asked, 1):
        label = upper_first(sheet.words.sentence(declared[key].label))
        one = of_one(sheet, "decide", declared[key], line, about, label) if about else control(sheet, "decide", declared[key], key, label)
        shown.append(tag("div", tag("p", text(question), class_="due"), one))
    button = tag("button", sheet.say("Go on"), type="submit", class_="main")
    form = tag("form", given, shown, tag("p", button, class_="actions"), data_ask=ask, data_out=REFUSED)
    so_far = answers.steps(sheet, tried["steps"]) if tried else NOTHING
    return joined((tag("h3", sheet.say("To decide first")), form, tag("div", id=REFUSED), so_far))


def _preview(call: Call, tried: Mapping[str, Any]) -> Html:
    """Return what would happen step by step, and the button that records it."""
    sheet = call.sheet
    judged = answers.verdict(sheet, tried) if tried["verdict"] != "legal" else NOTHING
    record = press(sheet.say("Record it"), "resolve", [*_again(call), SURE], main=True)
    grids = [answers.grid(sheet, one) for one in tried.get("grids", ())]
    button = tag("p", record, class_="actions")
    return joined((tag("h3", sheet.say("This happens now")), judged, *grids, answers.steps(sheet, tried["steps"]), judged, button))


def _form(call: Call) -> Reply:
    """Return the form of one move; where the record has gone on meanwhile, how it stands now."""
    found = asked_form(_night(call), call.sent.one("move"), call.sent.one("place"))
    if found is None:
        return _record(call)
    place, form = found
    return {"put": {place: form}}


def _tell(call: Call) -> Reply:
    """Return a form for the figures of one section, each with what is known of it."""
    return {"put": {"tell": tell_form(_night(call), call.sent.one("section"))}}


def _observe(call: Call) -> Reply:
    """Record what the table shows, or a change by hand where a note says why."""
    note = call.sent.one("note")
    rest = as_shown(_night(call), call.sent.one("section"), call.sent.figures) if call.sent.one("rest") else []
    found = call.table("adjust" if note else "observe", words=[*call.sent.words, *rest], note=note)
    if found.get("again"):
        return _already(call, found)
    say = call.sheet.words.say
    lines = [f"{one['text']}: {one['value']}" for one in found["figures"]]
    done = answers.done_note(call.sheet.words, say("Recorded as entry {n}.", n=found["recorded"]))
    told = tag("ul", [tag("li", text(line)) for line in lines])
    night = _night(call)
    if night.hides:
        found["mismatches"] = [one for one in found["mismatches"] if not night.evening.declared(one["path"]).score]
    put = {**shown(call), SAID: joined((done, answers.notes(doubted(call.sheet.words, found)), told))}
    return {"put": put, "clear": [f"tell.{section}" for section in (EVERYTHING, *record_sections(night))]}


def _undo(call: Call) -> Reply:
    target = call.sent.one("target")
    more = {"target": int(target)} if target.isdecimal() and len(target) < 10 else {}
    found = call.table(call.ask, **more)
    if found.get("again"):
        return _already(call, found)
    night = _night(call)
    if night.hides:
        found["text"] = night.text_of(night.evening.journal.events[(found.get("undone") or found["redone"]) - 1])
    said = amended(call.sheet.words, found)
    return {"put": {**shown(call), SAID: answers.done_note(call.sheet.words, said)}}


def _score(call: Call) -> Reply:
    return {"put": {"board": board(_night(call), bool(call.sent.one("final")))}}


def _edit(call: Call) -> Reply:
    """Return an entry to be put right in its place."""
    night = _night(call)
    n = call.sent.one("n")
    entry = next((one for one in night.evening.entries if str(one.event.n) == n), None)
    if entry is None:
        raise UnreadableInput(Fault("no_entry", {"n": n, "most": len(night.evening.journal.events)}))
    if entry.event.kind == CHANGE:
        raise Forbidden(Fault("change_again", {"n": entry.event.n}))
    return {"put": {f"edit.{n}": edit_form(night, entry), f"edited.{n}": NOTHING}}


def _correct(call: Call) -> Reply:
    """Show what a correction changes; carry it out once that was seen."""
    n = call.sent.one("n")
    request: dict[str, object] = {"n": int(n) if n.isdecimal() and len(n) < 10 else 0, "force": bool(call.sent.one("force"))}
    if call.sent.one("move"):
        request.update(move=call.sent.one("move"), seat=call.sent.one("seat"), arguments=dict(call.sent.figures))
    else:
        request.update(words=call.sent.words)
    if not call.sent.one("sure"):
        tried = call.table("correct", **request, dry_run=True)
        return {"put": {f"edited.{n}": confirm(_night(call), n, tried, _again(call))}}
    found = call.table("correct", **request)
    if found.get("again"):
        return _already(call, found)
    if found.get("recorded") is None:
        return {"put": {f"edited.{n}": confirm(_night(call), n, found, _again(call))}}
    done = call.sheet.words.say("Entry {n} is changed.", n=found["corrected"])
    return {"put": {**shown(call), SAID: answers.done_note(call.sheet.words, done)}}


def _new(call: Call) -> Reply:
    """Start a record."""
    say = call.sheet.words.say
    sent = call.sent
    roles = sent.below("~role.")
    names = [
        sent.names.get(f"P{n}") or _role_name(call, roles.get(f"P{n}", "")) or say("Player {n}", n=n) for n in range(1, sent.seats + 1)
    ]
    cast = call.sheet.definition.casts
    seats = [f"{name}={roles.get(f'P{n}', '')}" if cast else f"P{n}={name}" for n, name in enumerate(names, 1)]
    title = sent.one("title") or " ".join(filter(None, (", ".join(names), call.stamp.at[:10])))
    options = {key: value for key, value in sent.options.items() if value != call.sheet.definition.options[key].default}
    journal = new(call.sheet.definition.id, seats, options, sent.one("start"), title[:200], call.stamp.at, "", call.language)
    return _opened(call, journal)


def _role_name(call: Call, role: str) -> str:
    return call.sheet.words.term(role) if role else ""


def _opened(call: Call, journal: Journal, beside: Html = NOTHING) -> Reply:
    lines = written(journal).splitlines()
    done = answers.done_note(call.sheet.words, call.sheet.words.say("“{name}” is open.", name=journal.header.name))
    return {"make": lines, "view": "record", "clear": ["new"], "fresh": True, "put": {SAID: joined((done, beside))}}


def _import(call: Call) -> Reply:
    """Take a record in that was saved here or elsewhere."""
    given = next((str(value) for name, value in call.fields if name == "text"), "")
    journal = read(given)
    if journal.header.game != call.sheet.definition.id:
        raise UnreadableInput(Fault("other_game", {"game": journal.header.game, "here": call.sheet.definition.id}))
    if journal.header.house:
        read_house(journal.header.house, "house")
    taken_in(journal)
    return _opened(call, journal, kept_already(call, journal))


def _export(call: Call) -> Reply:
    """Offer the record as a file."""
    night = _night(call)
    if night.hides:
        raise Forbidden(Fault("scores_hidden"))
    journal = night.evening.journal
    name = "".join(letter if letter.isalnum() or letter in "-_ " else "_" for letter in journal.header.name).strip() or journal.header.game
    return {"save": [f"{name[:80]}.jsonl", written(journal)]}


def _use(call: Call) -> Reply:
    return {"use": call.sent.one("record"), "view": "record", "fresh": True}


def _drop(call: Call) -> Reply:
    return {"drop": call.sent.one("record"), "fresh": True}


OPERATIONS: Mapping[str, Callable[[Call], Reply]] = {
    "record": _record,
    "join": _join,
    "play": _play,
    "resolve": _resolve,
    "form": _form,
    "tell": _tell,
    "observe": _observe,
    "undo": _undo,
    "redo": _undo,
    "score": _score,
    "edit": _edit,
    "correct": _correct,
    "new": _new,
    "import": _import,
    "export": _export,
    "use": _use,
    "drop": _drop,
}
