"""The records of a browser: what it keeps, the one that is open, and those that cannot be read any more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from helper.engine.journal import Header, Journal
from helper.errors import HelperError
from helper.publish.companion import answers
from helper.publish.companion.desk import Call, Reply
from helper.publish.companion.markup import NOTHING, Html, joined, tag, text
from helper.publish.companion.pressing import press
from helper.table.exchange import read_header


def _shelved(call: Call) -> Iterator[tuple[object, Header, int]]:
    """Yield the records that a browser told of: id, header, number of entries; without those that cannot be read."""
    for one in call.shelf if isinstance(call.shelf, Sequence) else ():
        try:
            id, head, count = one
            yield id, read_header(head), int(count)
        except (HelperError, ValueError, TypeError):
            continue


def id_of(kept: object) -> object:
    """Return the id under which a browser keeps a record."""
    return kept[0] if isinstance(kept, Sequence) and not isinstance(kept, str) and kept else None


def _entries(call: Call, count: int) -> str:
    return call.sheet.words.say_n("{n} entry", "{n} entries", count)


def kept_already(call: Call, journal: Journal) -> Html:
    """Return what says that a record of the same evening was here already; of others a browser has told the header and the length."""
    words, found = call.sheet.words, []
    for _, head, count in _shelved(call):
        if head._replace(name="", version="", format=1) == journal.header._replace(name="", version="", format=1):
            entries = _entries(call, count)
            found.append(words.say("“{name}” was here already, with {entries}: it is the same evening.", name=head.name, entries=entries))
    return answers.notes(found)


def shelf(call: Call) -> Html:
    """Return the records of this browser, each to open or, apart from it, to delete; nothing where somebody else keeps them."""
    if not isinstance(call.shelf, Sequence):
        return NOTHING
    sheet = call.sheet
    lines = []
    readable = {id for id, _, _ in _shelved(call)}
    for one in call.shelf:
        if (id := id_of(one)) is not None and id not in readable:
            keys = NOTHING if id == call.open else press(sheet.say("Open"), "use", [["~record", id]])
            lines.append(tag("li", tag("strong", sheet.say("A record that cannot be read")), tag("p", keys, class_="actions apart")))
    for id, header, count in _shelved(call):
        if header.game != sheet.definition.id:
            continue
        is_open = id == call.open
        many = _entries(call, count)
        name = tag("strong", tag("bdi", text(header.name)))
        told = tag("small", text(" · ".join(filter(None, [", ".join(header.seats.values()), many, header.created[:10]]))))
        keys = NOTHING if is_open else press(sheet.say("Open"), "use", [["~record", id]])
        sure = sheet.words.say("Delete “{name}” with {entries} for good?", name=header.name, entries=many)
        gone = press(sheet.say("Delete"), "drop", [["~record", id]], sure)
        mark = tag("small", text(sheet.words.say("open"))) if is_open else NOTHING
        lines.append(tag("li", name, text(" "), mark, tag("br"), told, tag("p", keys, gone, class_="actions apart")))
    return tag("ul", lines, class_="shelf") if lines else tag("p", sheet.say("Nothing is kept yet."))


def unreadable(call: Call, said: Html, lines: Sequence[str]) -> Reply:
    """Return what is shown of a record that cannot be read: why, and the ways to save it as it is, or to delete it."""
    say = call.sheet.say
    sure = call.sheet.words.say(
        "Delete “{name}” with {entries} for good?",
        name=call.sheet.words.say("A record that cannot be read"),
        entries=_entries(call, len(lines) - 1),
    )
    keys = (press(say("Save as a file"), "rescue", []), press(say("Delete"), "drop", [["~record", call.open]], sure))
    shown = joined((said, tag("p", keys, class_="actions")))
    return {"put": {"shelf": shelf(call), "now": shown, "board": NOTHING, "entries": NOTHING, "whose": NOTHING}}
