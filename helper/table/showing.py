"""Show an evening: its status, its log, who is ahead."""

from __future__ import annotations

from helper.engine.journal import CORRECT, Event
from helper.engine.position import Position
from helper.engine.verdict import check
from helper.games import Cell
from helper.table.evening import Evening
from helper.table.wording import Speaker, plain


def shown(evening: Evening, speaker: Speaker, path: str, value: object) -> str:
    """Return the value of a figure or of a parameter as this language writes it, seats by name."""
    return speaker.words.value(speaker.named(evening.game.TYPES[evening.declared(path).type].show(value)))


def due(position: Position, speaker: Speaker) -> list[dict[str, object]]:
    """Return the decisions that are due, in order."""
    return [
        {
            "rule": one.rule,
            "seat": one.seat,
            "text": speaker.words.value([speaker.named(one.seat), one.name]),
            "name": str(one.name),
            "choices": [str(choice) for choice in one.choices],
            "mandatory": one.mandatory,
        }
        for one in position.due
    ]


def totals(evening: Evening, position: Position) -> dict[str, int]:
    """Return the points of each seat as the table lies."""
    return {sheet.seat: sheet.total for sheet in evening.game.score(evening.definition, position, False).sheets}


def status(evening: Evening, speaker: Speaker) -> dict[str, object]:
    """Return what a player wants to see at a glance: whose turn it is, what is due, tables, and what nobody told yet."""
    position = evening.position
    header = evening.journal.header
    mover = evening.game.to_move(position)
    stopped = evening.replay.stopped_by
    return {
        "game": evening.definition.id,
        "title": speaker.words.sentence(evening.definition.title),
        "record": header.name,
        "seats": dict(header.seats),
        "options": dict(header.options),
        "round": position.figures.get("round"),
        "rounds": evening.definition.rounds,
        "to_move": mover,
        "to_move_name": speaker.named(mover) if mover else None,
        "due": due(position, speaker),
        "grids": [
            {
                "id": grid.title.id,
                "title": speaker.words.value(grid.title),
                "columns": [_cell(speaker, cell) for cell in grid.columns],
                "rows": [[_cell(speaker, cell) for cell in row] for row in grid.rows],
            }
            for grid in evening.game.overview(evening.definition, position)
        ],
        "untold": [{"path": path, "text": speaker.figure(path)} for path in evening.game.untold(evening.definition, position)],
        "figures": evening.figures(position),
        "events": len(evening.journal.events),
        "stops_at": evening.replay.stopped_at,
        "stopped_by": [speaker.words.fault(fault) for fault in stopped.faults] if stopped else [],
        "changed": changed(evening) if header.version != evening.definition.version else [],
    }


def _cell(speaker: Speaker, cell: Cell) -> dict[str, object]:
    return {"value": plain(cell), "text": speaker.words.value(speaker.named(cell))}


def score(evening: Evening, speaker: Speaker, as_final: bool) -> dict[str, object]:
    """Return who is ahead and why; with `as_final`, who would win if the game ended now."""
    return speaker.standing(evening.game.score(evening.definition, evening.position, as_final))


def changed(evening: Evening) -> list[dict[str, object]]:
    """Return the entries whose verdict or points are other than when they were recorded."""
    found: list[dict[str, object]] = []
    for played in evening.replay.played:
        event = played.entry.event
        if event.kind != "move" or played.entry.body is not event.body:
            continue
        before = evening.fold(before=event.n).position._replace(now=event.n)
        move = evening.game.draft(evening.definition, before, evening.move(event.body))
        verdict = check(evening.definition, evening.game.PREDICATES, before, move, evening.game.fresh).outcome
        now: dict[str, object] = {"verdict": verdict}
        if "points" in event.witness:
            now["points"] = totals(evening, evening.game.apply(evening.definition, before, move).position)
        if now != dict(event.witness):
            found.append({"n": event.n, "before": dict(event.witness), "now": now})
    return found


def entry_text(evening: Evening, speaker: Speaker, event: Event) -> str:
    """Return what an entry says: the steps of a move, or the figures that were told."""
    if event.kind == CORRECT and event.target:
        return entry_text(evening, speaker, evening.journal.events[event.target - 1])
    played = next((one for one in evening.replay.played if one.entry.event.n == event.n), None)
    entry = next(one for one in evening.entries if one.event.n == event.n)
    if event.kind == "move":
        if played:
            return " ".join(str(step["text"]) for step in speaker.steps(played.steps) if not step["silent"])
        move = evening.move(entry.body)
        rule = evening.definition.rules[move.rule]
        arguments = [shown(evening, speaker, key, value) for key, value in move.arguments.items()]
        return " ".join([str(speaker.named(move.seat or "")), speaker.words.sentence(rule.title), *arguments]).strip()
    figures = entry.body["figures"]
    assert isinstance(figures, dict)
    told = [f"{speaker.figure(path)} = {shown(evening, speaker, path, evening.figure(path, raw))}" for path, raw in figures.items()]
    note = [str(entry.body["note"])] if entry.body.get("note") else []
    return "; ".join([*told, *note])


def log(evening: Evening, speaker: Speaker) -> dict[str, object]:
    """Return every entry in order; those withdrawn or corrected stay, with the amendment that did it."""
    steps = {played.entry.event.n: speaker.steps(played.steps) for played in evening.replay.played}
    return {
        "game": evening.definition.id,
        "entries": [
            {
                "n": entry.event.n,
                "at": entry.event.at,
                "by": entry.event.by,
                "kind": entry.event.kind,
                "text": entry_text(evening, speaker, entry.event),
                "counts": entry.counts,
                "amended_by": entry.amended_by,
                "verdict": entry.event.witness.get("verdict"),
                "steps": steps.get(entry.event.n, []),
            }
            for entry in evening.entries
        ],
    }
