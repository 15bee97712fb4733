"""Change how an evening is played: who sits where, what people are called, which options hold. All of the record follows anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from helper.definitions.inputs import find
from helper.definitions.names import as_kept, find_seat
from helper.definitions.schema import GameDefinition
from helper.engine.journal import CHANGE, Event, Header, changed
from helper.errors import Fault, Forbidden, UnreadableInput
from helper.i18n.words import Words
from helper.table.calculating import read_options
from helper.table.evening import Evening, seats_of
from helper.table.starting import SEAT, checked
from helper.table.wording import Speaker

Body = dict[str, object]
NOBODY = None


def change_of(evening: Evening, words: Sequence[str], options: Mapping[str, str], language: str) -> Body:
    """Return what an entry holds that seats people as `WHO=NAME` words say, and sets options.

    `WHO` is a seat or who sits there, or the next seat, which is then taken: where a game has roles by `P4=NAME=ROLE`. A dash for the
    name empties the seat. Raises UnreadableInput for what cannot be, Forbidden where a seat that is to be empty stands in the record.
    """
    seats: dict[str, str | None] = {}
    roles: dict[str, str | None] = {}
    for word in words:
        who, equals, name = word.partition("=")
        if not equals:
            raise UnreadableInput(Fault("no_key", {"given": word}))
        seat = _next(evening.header) if who.strip() == _next(evening.header) else find_seat(who, evening.header.seats)
        if seat in seats:
            raise UnreadableInput(Fault("figure_twice", {"key": seat}))
        if not SEAT.fullmatch(seat):
            raise UnreadableInput(Fault("fixed_by_game", {"key": seat}))
        if as_kept(name) in ("", "-", "–", "−"):
            _must_be_unused(evening, seat)
            seats[seat] = roles[seat] = NOBODY
        else:
            called, role = _with_role(evening, name, seat not in evening.header.seats, language)
            seats[seat] = as_kept(called)
            if role:
                roles[seat] = role
    body: Body = {"options": read_options(evening.definition, options), "seats": seats, "roles": roles}
    return _settled(evening, body)


def _with_role(evening: Evening, given: str, is_new: bool, language: str) -> tuple[str, str]:
    """Return a name and the role behind it, none where the game has none, or where what stands there is a part of the name."""
    called, equals, role = given.rpartition("=")
    if not evening.definition.casts or not (equals or is_new):
        return given, ""
    try:
        return called, find(role, "role", evening.definition.roles, Words(language, evening.definition).vocabulary())
    except UnreadableInput:
        if is_new:
            raise
        return given, ""


def _next(header: Header) -> str:
    return f"P{1 + sum(1 for seat in header.seats if SEAT.fullmatch(seat))}"


def _must_be_unused(evening: Evening, seat: str) -> None:
    """Raise Forbidden where an entry that counts speaks of a seat: somebody plays on in it, or what was recorded would be lost."""
    for entry in evening.entries:
        if entry.counts and seat in seats_of(evening.definition, entry.body):
            raise Forbidden(Fault("seat_in_record", {"given": evening.header.seats.get(seat, seat), "seat": seat, "n": entry.event.n}))


def _settled(evening: Evening, body: Body) -> Body:
    """Return a change reduced to what it changes, checked as a new record would be; raises UnreadableInput for none."""
    before = evening.header
    wanted = changed(before, body)
    people = {seat: name for seat, name in wanted.seats.items() if SEAT.fullmatch(seat)}
    seated, options = checked(evening.definition, people, wanted.roles, wanted.options)
    found: Body = {}
    for part, now in (("options", options), ("seats", seated), ("roles", wanted.roles)):
        held = getattr(before, part)
        pairs = {key: now.get(key) for key in (*held, *now) if held.get(key) != now.get(key)}
        if pairs:
            found[part] = pairs
    if not found:
        raise UnreadableInput(Fault("nothing_changes"))
    return found


def event_of(evening: Evening, body: Body, id: str, at: str, by: str) -> Event:
    """Return the event that holds a change."""
    return Event(len(evening.journal.events) + 1, id, at, by, CHANGE, body)


def texts(definition: GameDefinition, speaker: Speaker, body: Mapping[str, object]) -> Iterator[str]:
    """Yield what a change says, part by part."""
    options, seats, roles = (part if isinstance(part := body.get(key), Mapping) else {} for key in ("options", "seats", "roles"))
    for id, reading in options.items():
        option = definition.options.get(id)
        worded = option.choices.get(str(reading)) if option else None
        title = speaker.words.sentence(option.title) if option else str(id)
        yield f"{title} = {reading}: {speaker.words.sentence(worded)}" if worded else f"{title} = {reading}"
    for seat, name in seats.items():
        if name is NOBODY:
            yield speaker.words.say("{seat}: nobody sits here any more", seat=seat)
        elif seat in roles:
            yield speaker.words.say("{seat}: {name}, {role}", seat=seat, name=name, role=speaker.words.term(str(roles[seat])))
        else:
            yield speaker.words.say("{seat}: {name}", seat=seat, name=name)
