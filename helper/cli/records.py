"""Commands about records: list, choose, hand on, take in, delete, repair."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from helper.cli.bound import _
from helper.cli.declaring import group, here, words_of
from helper.cli.layout import columns, wrapped
from helper.cli.terminal import Terminal
from helper.cli.writing import write_whole
from helper.definitions.schema import SOURCE
from helper.errors import Damaged, Fault, HelperError, SurroundingsFailed, UnreadableInput
from helper.i18n.signs import visible_in_json
from helper.store import Imported, Store, Stored
from helper.store.repair import Repaired, adopt, repair

app = group("record", _("Records of evenings: list, choose, export, import, delete, repair."))

MOST_BYTES = 1 << 26
"""A record of ten thousand entries has a twentieth of this."""

Name = Annotated[str, typer.Argument(metavar=_("RECORD"), help=_("The name of the record, or its beginning."))]
MaybeName = Annotated[str | None, typer.Argument(metavar=_("[RECORD]"), help=_("The name of the record; else the current one."))]


def _plain(one: Stored) -> dict[str, object]:
    return {**one._asdict(), "seats": list(one.seats)}


def _row(terminal: Terminal, one: Stored) -> list[str]:
    entries = terminal.words.say_n("{n} entry", "{n} entries", one.events)
    current = [terminal.say("current")] if one.current else [""]
    return [one.name, _title(terminal, one.game), ", ".join(one.seats), one.created[:10], entries, *current]


def _title(terminal: Terminal, game: str) -> str:
    """Return what a game is called in this language; the id of one that is not here, and where ids are words of the language."""
    if terminal.language == SOURCE:
        return game
    from helper.definitions.load import load
    from helper.i18n.words import Words

    try:
        definition = load(game)
    except HelperError:
        return game
    return Words(terminal.language, definition).sentence(definition.title)


@words_of(app, "list", _("List the records; one of them is the current one."), "helper record list")
def list_records() -> None:
    """List the records."""
    terminal = here()
    found = Store().records()
    rows = [_row(terminal, one) for one in found]
    lines = columns(rows) if terminal.pretty else [f"{row[0]}: {'; '.join(filter(None, row[1:]))}" for row in rows]
    terminal.show({"records": [_plain(one) for one in found]}, lines or [terminal.say("There are no records yet.")])


@words_of(app, "use", _("Make a record the current one."), "helper record use friday")
def use(record: Name) -> None:
    """Make a record current."""
    terminal = here()
    chosen = Store().use(record)
    terminal.show(_plain(chosen), [terminal.say("“{name}” is the current record now.", name=chosen.name)])


@words_of(app, "export", _("Write a record as JSON Lines, to a file or to the screen."), "helper record export friday -o friday.jsonl")
def export(
    record: MaybeName = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar=_("FILE"), help=_("Write to this new file."))] = None,
) -> None:
    """Write a record."""
    terminal = here()
    text = Store().export(record)
    if output is None:
        terminal.put(visible_in_json(text))
        return
    if os.path.exists(output):
        terminal.confirm(terminal.say("This writes over {file}.", file=output))
    write_whole(output, text)
    terminal.show({"file": str(output)}, [terminal.say("Written: {file}", file=output)])


@words_of(app, "import", _("Take in a record that was exported here or elsewhere."), "helper record import friday.jsonl")
def import_record(
    file: Annotated[Path, typer.Argument(metavar=_("FILE"), help=_("The file; - reads what is piped in."))],
    name: Annotated[str, typer.Option("--name", metavar=_("NAME"), help=_("What the record is called here."))] = "",
    readable: Annotated[bool, typer.Option("--readable", help=_("Of a damaged file take what comes before the damage."))] = False,
) -> None:
    """Take a record in."""
    terminal = here()
    text = read_text(file)
    try:
        found = Store().import_(text, name, readable)
    except (Damaged, UnreadableInput) as error:
        raise type(error)(*(fault if fault.where else fault._replace(where=str(file)) for fault in error.faults)) from error
    entries = terminal.words.say_n("{n} entry", "{n} entries", found.events)
    terminal.game = found.game
    stopped_by = [terminal.game_words().fault(fault) for fault in found.stopped_by]
    lines = [terminal.say("Taken in as “{name}”: {entries}.", name=found.name, entries=entries), *_again(terminal, found)]
    if found.stops_at:
        lines.append(terminal.say("The record cannot be followed beyond entry {n}; correct or undo it.", n=found.stops_at))
        lines.extend(f"  {text}" for text in stopped_by)
    lines.append(terminal.say("“helper record use” makes it the current one."))
    terminal.show({**found._asdict(), "stopped_by": stopped_by}, lines)


def _again(terminal: Terminal, found: Imported) -> Iterator[str]:
    """Yield which record was here already that is the same as one taken in, or that begins or goes on as it does."""
    if found.again is None:
        return
    if found.again_events == found.events:
        yield terminal.say("It is the same as the record “{name}”, which was here already.", name=found.again)
        return
    known = {"name": found.again, "entries": terminal.words.say_n("{n} entry", "{n} entries", found.again_events)}
    if found.again_events > found.events:
        yield terminal.say("So the record “{name}” began, which was here already and has {entries}.", **known)
    else:
        yield terminal.say("It goes on from the record “{name}”, which was here already and has {entries}.", **known)


def read_text(file: Path) -> str:
    """Return the text of a file, or what is piped in for `-`."""
    try:
        if str(file) == "-":
            content = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with file.open("rb") as opened:
                content = opened.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise UnreadableInput(Fault("too_long", {}, str(file)))
        return content.decode("utf-8")
    except UnicodeError as error:
        raise UnreadableInput(Fault("no_text", {}, str(file))) from error
    except (FileNotFoundError, IsADirectoryError) as error:
        raise UnreadableInput(Fault("no_file", {"problem": error.strerror or str(error)}, str(file))) from error
    except OSError as error:
        raise SurroundingsFailed(Fault("no_file", {"problem": error.strerror or str(error)}, str(file))) from error


@words_of(app, "delete", _("Delete a record for good, after asking."), "helper record delete friday --yes")
def delete(record: Name) -> None:
    """Delete a record."""
    terminal = here()
    store = Store()
    one = store.find(record)
    entries = terminal.words.say_n("{n} entry", "{n} entries", one.events)
    terminal.confirm(
        terminal.say(
            "This deletes the record “{name}” of {seats} with {entries} for good; “helper record export” keeps a copy.",
            name=one.name,
            seats=list(one.seats),
            entries=entries,
        )
    )
    gone = store.delete(one.id)
    terminal.show(_plain(gone), [terminal.say("Deleted: “{name}”", name=gone.name)])


@words_of(app, "repair", _("Save what can be read of a damaged file of records."), "helper record repair")
def repair_records() -> None:
    """Check the file of records, and repair it where it is damaged."""
    terminal = here()
    path = Store().path
    found = repair(path)
    answer = {**found._asdict(), "file": str(found.file) if found.file else None, "kept": None}
    if found.file is None:
        terminal.show(answer, [terminal.say("Nothing is damaged: {file}", file=path)])
        return
    saved = terminal.say(
        "Saved into {file}: records: {records}, entries: {entries}.", file=found.file, records=found.records, entries=found.events
    )
    lost = [wrapped(terminal, line) for line in _losses(terminal, found)]
    if not terminal.settings.json:
        terminal.write([saved, *lost])
    terminal.confirm(terminal.say("This puts the saved file into the place of the damaged one, which is kept under another name."))
    answer["kept"] = str(adopt(path, found.file))
    terminal.show(answer, [terminal.say("Done. The damaged file is kept as {file}.", file=answer["kept"])])


def _losses(terminal: Terminal, found: Repaired) -> Iterator[str]:
    """Yield what is lost, and what may be."""
    for name in found.lost:
        if name in found.unsure:
            yield terminal.say("How long “{name}” was cannot be read any more: its last entries may be missing.", name=name)
        else:
            yield terminal.say("Shorter than before, or as an earlier copy had it: “{name}”", name=name)
    for name in found.gone:
        yield terminal.say("Nothing is left of “{name}”.", name=name)
    if not found.listed:
        yield terminal.say("Which records there were cannot be read any more: whole records may be missing.")
