"""What may be done now, and why not: verdicts as plain data."""

from __future__ import annotations

from collections.abc import Mapping

from helper.engine.move import Move
from helper.engine.verdict import ILLEGAL, Verdict
from helper.errors import Fault, UnreadableInput
from helper.i18n.keys import typed_argument, typed_value
from helper.table.evening import Evening
from helper.table.reading import missing
from helper.table.showing import due, shown
from helper.table.wording import Speaker


def seat_of(evening: Evening, move: Move, forced: bool = False) -> str | None:
    """Return who makes a move: as given, else the only seat that has it to make, else the one whose turn it is.

    What is of the role of the one to move is another's, to whom the game gives it, only if the one to move may not make it.
    A procedure is nobody's. Where the rules let nobody make it, anybody will do to hear why, unless it is forced. Raises
    UnreadableInput where several seats are left.
    """
    if move.seat or evening.definition.rules[move.rule].kind == "procedure":
        return move.seat
    position = evening.position
    seats = {one.seat for one in evening.game.moves(evening.definition, position, None) if one.rule == move.rule and one.seat}
    roles = evening.definition.rules[move.rule].roles
    seats = seats or {seat for seat, role in evening.header.roles.items() if role in roles}
    whose = evening.game.whose(evening.definition, position, move.rule)
    seat = _of_two(evening, move, whose) if whose else seats.pop() if len(seats) == 1 else evening.to_move(position)
    if seat is None and not forced:
        judged = [evening.judge(position, move._replace(seat=one)).outcome for one in position.seats]
        seat = position.seats[0] if set(judged) == {ILLEGAL} else None
    if seat is None:
        known = [f"{id} ({name})" if name != id else id for id, name in evening.header.seats.items()]
        raise UnreadableInput(Fault("no_seat", {"known": known}))
    return seat


def _of_two(evening: Evening, move: Move, other: str) -> str:
    """Return who is to move, where the move is one of its role's and is not refused to it alone; else the other."""
    mover, roles = evening.to_move(evening.position), evening.definition.rules[move.rule].roles
    if mover is None or evening.header.roles.get(mover) not in roles:
        return other
    refused = [evening.judge(evening.position, move._replace(seat=one)).outcome == ILLEGAL for one in (mover, other)]
    return other if refused == [True, False] else mover


def _shown(evening: Evening, speaker: Speaker, key: str, value: object) -> str:
    """Return an argument in words: what is so by its own name, and nothing of what is not."""
    if isinstance(value, bool):
        return speaker.words.sentence(evening.declared(key).label) if value else ""
    return shown(evening, speaker, key, value)


def _typed(speaker: Speaker, move: Move, key: str, written: object, said: str) -> str:
    """Return an argument as it would be typed: a list by single words, and of a procedure with its key, for these come in any order."""
    text = ",".join(typed_value(speaker.words, one) for one in written) or "-" if isinstance(written, list) else said
    return text if move.seat or not text else f"{typed_argument(speaker.words, key)}={text}"


def answer_of(evening: Evening, speaker: Speaker, move: Move, verdict: Verdict) -> dict[str, object]:
    """Return one element of a legal list."""
    rule = evening.definition.rules[move.rule]
    written = evening.written_arguments(move)
    parameters = evening.definition.typed(rule)
    labels = {one.key: speaker.words.sentence(one.label) for one in evening.definition.inputs if one.key in parameters}
    given = [key for key in move.arguments if key in parameters]
    said = [_shown(evening, speaker, key, move.arguments[key]) for key in given]
    left = [key for key in parameters if key not in move.arguments]
    return {
        "move": rule.move.word.text if rule.move else rule.id,
        "word": speaker.move_word(rule.id),
        "rule": rule.id,
        "title": speaker.words.sentence(rule.title),
        "seat": move.seat,
        "name": speaker.named(move.seat) if move.seat else None,
        "arguments": written,
        "shown": said,
        "typed": [_typed(speaker, move, key, written[key], shown) for key, shown in zip(given, said, strict=True)],
        "open": left,
        "open_typed": [typed_argument(speaker.words, key) for key in left],
        "open_labels": [labels[key] for key in left],
        "needs": list(missing(evening.reader({}), rule, move.arguments)),
        **speaker.verdict(verdict),
    }


def _is_last_resort(evening: Evening, move: Move) -> bool:
    form = evening.definition.rules[move.rule].move
    return form is not None and form.last_resort


def legal(evening: Evening, speaker: Speaker, request: Mapping[str, object]) -> dict[str, object]:
    """Return every move that there is to judge for a seat (or, with `all`, for every seat), never an empty list.

    Moves with open arguments are judged by the conditions that need none of them.
    """
    position = evening.position
    given = request.get("seat")
    seat = evening.reader(speaker.words.vocabulary(moves=False)).seat(str(given)) if given else None
    seats = list(position.seats) if request.get("all") and not seat else [seat]
    found: list[dict[str, object]] = []
    seen: set[tuple[object, ...]] = set()
    for one in seats:
        for move in evening.game.moves(evening.definition, position, one):
            key = (move.rule, move.seat, tuple(sorted((name, str(value)) for name, value in move.arguments.items())))
            if key not in seen:
                seen.add(key)
                verdict = evening.judge(position, move)
                if not (_is_last_resort(evening, move) and verdict.outcome == ILLEGAL):
                    found.append(answer_of(evening, speaker, move, verdict))
    return {"seat": seat or evening.to_move(position), "moves": found, "due": due(position, speaker)}
