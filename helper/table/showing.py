"""Show an evening: its status, its log, who is ahead."""

from __future__ import annotations

from collections.abc import Iterable

from helper.definitions.schema import HOUSE
from helper.engine.journal import CHANGE, CORRECT, Entry, Event
from helper.engine.move import Change
from helper.engine.next import OVER, RESOLVE, TELL, next_step
from helper.engine.position import Position
from helper.engine.replay import Played
from helper.engine.verdict import ILLEGAL
from helper.errors import Damaged, Fault, HelperError
from helper.table.changing import texts
from helper.table.evening import Evening
from helper.table.grids import grids
from helper.table.reviewing import Judged, judged, only_passed_over, unfit, withdrawn
from helper.table.wording import Speaker


def shown(evening: Evening, speaker: Speaker, path: str, value: object) -> str:
    """Return the value of a figure or of a parameter as this language writes it, seats by name."""
    kind = evening.game.TYPES[evening.declared(path).type]
    return speaker.words.value(speaker.named(kind.contents(evening.definition, value) if kind.contents else kind.show(value)))


def changes(evening: Evening, speaker: Speaker, made: Iterable[Change]) -> list[dict[str, object]]:
    """Return the figures that changed, in order, each before and after, and the outcome of the rule that changed it."""
    found = []
    for one in made:
        written = {
            key: None if value is None else evening.written(one.path, value)
            for key, value in (("before", one.before), ("after", one.after))
        }
        found.append({"path": one.path, "text": speaker.figure(one.path), **written, "rule": one.rule, "outcome": one.outcome})
    return found


def due(position: Position, speaker: Speaker) -> list[dict[str, object]]:
    """Return the decisions that are due, in order."""
    return [
        {
            "rule": one.rule,
            "seat": one.seat,
            "text": f"{speaker.named(one.seat)}, {speaker.words.value(one.name)}",
            "name": str(one.name),
            "word": speaker.move_word(one.rule),
            "form": _form(speaker, one.rule),
            "choices": [str(choice) for choice in one.choices],
            "choices_shown": [speaker.words.value(choice) for choice in one.choices],
            "mandatory": one.mandatory,
        }
        for one in position.due
    ]


def comes_next(evening: Evening, speaker: Speaker, position: Position) -> dict[str, object]:
    """Return what is due, whose turn it is, and the next step: what `resolve` would carry out, or what must be told before."""
    mover = evening.to_move(position)
    step = next_step(evening.game, evening.definition, position)
    page = {"rule": step.rule, "title": _page_of(evening, speaker, step.rule)} if step.kind in (RESOLVE, TELL) else None
    return {
        "to_move": mover,
        "to_move_name": speaker.named(mover) if mover else None,
        "resolves": page if step.is_possible else None,
        "due": due(position, speaker),
        "over": step.kind == OVER,
        "next_step": {"kind": step.kind, "procedure": page, "to_tell": [speaker.told_by(path) for path in step.to_tell]},
    }


def _page_of(evening: Evening, speaker: Speaker, rule: str) -> str:
    """Return what the page of a rule is called: a phase, where the rule carries out a phase."""
    topic = evening.definition.rules[rule].topic
    return next(speaker.words.sentence(one.title) for one in evening.definition.topics if one.id == topic)


def _form(speaker: Speaker, rule: str) -> str:
    """Return what must be typed behind the word of a move, by the labels of its parameters."""
    move = speaker.definition.rules[rule].move
    needed = [one for one in speaker.definition.inputs if move and one.key in move.parameters and not one.optional]
    return " ".join(speaker.words.sentence(one.label).upper() for one in needed)


def totals(evening: Evening, position: Position) -> dict[str, int | None]:
    """Return the points of each seat as the table lies, None where they are not known."""
    return {sheet.seat: None if sheet.untold else sheet.total for sheet in evening.game.score(evening.definition, position, False).sheets}


def halted(evening: Evening, speaker: Speaker) -> dict[str, object]:
    """Return the entry beyond which a record cannot be followed, and why, and what entries tell that these rules do not know.

    What is worked out counts what comes before the one, and none of the other.
    """
    stopped = evening.replay.stopped_by
    return {
        "stops_at": evening.replay.stopped_at,
        "stopped_by": [speaker.words.fault(fault) for fault in stopped.faults] if stopped else [],
        "undeclared": [{"n": n, "path": path} for n, path in evening.undeclared],
    }


def status(evening: Evening, speaker: Speaker) -> dict[str, object]:
    """Return what a player wants to see at a glance: whose turn it is, what is due, tables, and what nobody told yet."""
    position = evening.position
    header = evening.header
    house = evening.definition.house
    return {
        "game": evening.definition.id,
        "title": speaker.words.sentence(evening.definition.title),
        "record": header.name,
        "seats": dict(header.seats),
        "options": dict(header.options),
        "round": position.figures.get("round"),
        "rounds": position.figures.get("rounds", evening.definition.rounds),
        **comes_next(evening, speaker, position),
        "grids": grids(speaker, evening.game.overview(evening.definition, position)),
        "untold": [speaker.told_by(path) for path in evening.game.untold(evening.definition, position)],
        "figures": evening.figures(position),
        "events": len(evening.journal.events),
        **halted(evening, speaker),
        "house": house.title or speaker.words.sentence(evening.definition.sources[HOUSE].title) if house else None,
        "house_faults": [speaker.words.fault(fault) for fault in evening.house_faults],
        "doubtful": [doubtful(evening, speaker, one) for one in unfit(evening) if not only_passed_over(evening, one.verdict)],
        "changed": changed(evening) if header.version != evening.definition.version else [],
    }


def score(evening: Evening, speaker: Speaker, as_final: bool) -> dict[str, object]:
    """Return who is ahead and why; with `as_final`, who would win if the game ended now."""
    over = not as_final or evening.game.score(evening.definition, evening.position, False).final
    standing = speaker.standing(evening.game.score(evening.definition, evening.position, as_final))
    return {**standing, "as_final": not over, **halted(evening, speaker)}


def course(evening: Evening) -> list[dict[str, object]]:
    """Return the points of each seat after every procedure that was carried out, with the round that it belonged to."""
    found: list[dict[str, object]] = []
    position = evening.game.start(evening.definition, evening.header)
    for played in evening.replay.played:
        before, position = position, played.position
        if played.result is not None:
            found.append({"n": played.entry.event.n, "round": before.figures.get("round"), "points": totals(evening, position)})
    return found


def changed(evening: Evening) -> list[dict[str, object]]:
    """Return the entries whose verdict or points are other than when they were recorded."""
    found: list[dict[str, object]] = []
    for one in judged(evening):
        witness = dict(one.entry.witness)
        now: dict[str, object] = {"verdict": one.verdict.outcome}
        if "points" in witness:
            now["points"] = totals(evening, one.position)
        if now != witness:
            found.append({"n": one.entry.event.n, "before": witness, "now": now})
    return found


def doubtful(evening: Evening, speaker: Speaker, one: Judged) -> dict[str, object]:
    """Return a move that a correction before it made doubtful, with why."""
    event, reasons = one.entry.event, speaker.verdict(one.verdict)["reasons"]
    return {"n": event.n, "text": entry_text(evening, speaker, event), "verdict": one.verdict.outcome, "reasons": reasons}


def difference(evening: Evening, after: Evening, speaker: Speaker, since: int) -> dict[str, object]:
    """Return what an amendment of what stands at the entry `since` changes: totals, who leads, what fits no longer, what is due then."""
    now, then = totals(after, after.position), totals(evening, evening.position)
    standing = after.game.score(after.definition, after.position, False)
    fitted = {one.entry.event.n for one in judged(evening, since) if one.verdict.outcome != ILLEGAL}
    later = (one for one in judged(after, since) if one.verdict.outcome == ILLEGAL)
    owed = due(evening.position, speaker)
    return {
        "totals": [
            {"seat": seat, "name": speaker.named(seat), "before": then[seat], "after": now[seat]}
            for seat in now
            if seat in then and now[seat] != then[seat]
        ],
        "leaders": [speaker.named(one.seat) for one, place in zip(standing.sheets, standing.ranks, strict=True) if place == 1],
        "doubtful": [doubtful(after, speaker, one) for one in later if one.entry.event.n in fitted],
        "due": [one for one in due(after.position, speaker) if one not in owed],
        **halted(after, speaker),
    }


def entry_text(evening: Evening, speaker: Speaker, event: Event) -> str:
    """Return what an entry says: the steps of a move, or the figures that were told."""
    if event.kind == CORRECT and event.target:
        return entry_text(evening, speaker, evening.journal.events[event.target - 1])
    return _worded(evening, speaker, evening.numbered[event.n], evening.played.get(event.n))


def _worded(evening: Evening, speaker: Speaker, entry: Entry, played: Played | None) -> str:
    try:
        return _said(evening, speaker, entry, played)
    except HelperError as error:  # a damaged entry must not hide the others
        return "; ".join(speaker.words.fault(fault) for fault in error.faults)


def _said(evening: Evening, speaker: Speaker, entry: Entry, played: Played | None) -> str:
    if entry.event.kind == CHANGE:
        return "; ".join(texts(evening.definition, speaker, entry.body))
    if entry.event.kind == "move":
        if played:
            if played.result is not None:
                return _page_of(evening, speaker, evening.move(entry.body).rule)
            return " ".join(str(step["text"]) for step in speaker.steps(played.steps) if not step["silent"])
        move = evening.move(entry.body)
        rule = evening.definition.rules[move.rule]
        arguments = [shown(evening, speaker, key, value) for key, value in move.arguments.items()]
        return " ".join([str(speaker.named(move.seat or "")), speaker.words.sentence(rule.title), *arguments]).strip()
    figures = entry.body.get("figures")
    if not isinstance(figures, dict):
        raise Damaged(Fault("bad_event", {"n": entry.event.n}))
    told = [_told(evening, speaker, path, raw) for path, raw in figures.items()]
    note = [str(entry.body["note"])] if entry.body.get("note") else []
    return "; ".join([*told, *note])


def _told(evening: Evening, speaker: Speaker, path: str, raw: object) -> str:
    """Return a figure that was told, and its value; as it stands in the record where these rules do not know it."""
    known = evening.knows(path)
    return f"{speaker.figure(path)} = {shown(evening, speaker, path, evening.figure(path, raw))}" if known else f"{path} = {raw}"


def log(evening: Evening, speaker: Speaker) -> dict[str, object]:
    """Return every entry in order; those withdrawn or corrected stay, with the amendment that did it."""
    played = evening.played
    taken_back = withdrawn(evening)
    now = {one.entry.event.n: one.verdict.outcome for one in unfit(evening)}
    stops_at = evening.replay.stopped_at
    return {
        "game": evening.definition.id,
        "entries": [
            {
                "n": entry.event.n,
                "at": entry.event.at,
                "by": entry.event.by,
                "kind": entry.event.kind,
                "text": _worded(evening, speaker, entry, played.get(entry.event.n) or taken_back.get(entry.event.n)),
                "counts": entry.counts,
                "amended_by": entry.amended_by,
                "verdict": entry.witness.get("verdict"),
                "now": now.get(entry.event.n),
                "left_out": stops_at if stops_at and entry.counts and entry.event.n >= stops_at else None,
                "steps": speaker.steps(played[entry.event.n].steps) if entry.event.n in played else [],
            }
            for entry in evening.entries
        ],
    }
