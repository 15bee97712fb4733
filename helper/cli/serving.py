"""The command `serve`: the record of this machine for everybody at the table, on their own phones."""

from __future__ import annotations

import gc
import importlib.util
import io
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from helper.cli.bound import _
from helper.cli.declaring import Whole, here, words_of
from helper.cli.terminal import Terminal
from helper.errors import Fault, SurroundingsFailed, UnreadableInput
from helper.frozen import Frozen
from helper.i18n.signs import styled
from helper.serve.addresses import LOOPBACK, Found, addresses

if TYPE_CHECKING:
    from helper.store import Store

app = typer.Typer()

PORT = 8765
EXTRA = "lan"
INSTALL = "pip install 'tabletop-helper[lan]'"
WHITE_ON_BLACK = "\x1b[97;40m"


class Announced(Frozen):
    """What everybody at the table has to know."""

    address: str
    interface: str
    port: int
    url: str
    code: str | None
    join: str | None
    record: str | None
    game: str | None
    lan: bool
    others: list[str]


@words_of(app, "serve", _("Serve the record to the phones at the table, live."), "helper serve --lan")
def serve(
    lan: Annotated[bool, typer.Option("--lan", help=_("Also for other devices of this network; else on this machine alone."))] = False,
    port: Annotated[int, typer.Option("--port", metavar="PORT", click_type=Whole(0, 65535), help=_("Listen on this port."))] = PORT,
    record: Annotated[str | None, typer.Option("--record", metavar=_("RECORD"), help=_("Serve this record; else the current one."))] = None,
    hide_scores: Annotated[bool, typer.Option("--hide-scores", help=_("Show no scores until the game is over."))] = False,
    address: Annotated[
        str, typer.Option("--address", metavar=_("ADDRESS"), help=_("With --lan: the address to show, where this machine has several."))
    ] = "",
    new_code: Annotated[bool, typer.Option("--new-code", help=_("Make a new join code: the one of earlier no longer opens."))] = False,
) -> None:
    """Serve until somebody interrupts."""
    from helper.serve.joining import kept_code
    from helper.serve.pages import Pages
    from helper.serve.server import Server
    from helper.serve.table import ServedTable, game_of
    from helper.store import Store

    gc.enable()
    terminal = here()
    found = _addresses(lan, address)
    store = Store()
    id, game, name = game_of(store, record)
    if id and game:
        _play_by_record(terminal, store, id)
    code = kept_code(store.path.parent, id, new_code) if id else ""
    table = ServedTable(store, id, Pages(game), code, hide_scores, tells=lambda fault: terminal.warn(terminal.words.fault(fault)))
    server = Server(table, port, [one.address for one in found] if lan else ())
    first = found[0]
    said = Announced(
        address=first.address,
        interface=first.interface,
        port=server.port,
        url=_url(first.address, server.port),
        code=code or None,
        join=f"{_url(first.address, server.port)}#join={code}" if code else None,
        record=name or None,
        game=game,
        lan=lan,
        others=[_url(one.address, server.port) for one in found[1:]],
    )
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        terminal.show(said._asdict(), _lines(terminal, said))
        terminal.flush()
        table.warm_up()
        server.serve()
    except KeyboardInterrupt:
        # Interrupting is how serving ends: nothing was broken off.
        terminal.warn(terminal.say("The table is no longer served; the record is kept."))
    finally:
        signal.signal(signal.SIGTERM, before or signal.SIG_DFL)


def _play_by_record(terminal: Terminal, store: Store, id: str) -> None:
    """Let every page of this process use the house file of the record that is served, if it keeps one that still fits."""
    from helper.cli.asking import fits_record
    from helper.definitions.house import NO_HOUSE, House
    from helper.table.evening import rules_for

    journal = store.load(id)[1]
    header = journal.header
    fits_record(terminal, journal)
    if header.house and terminal.household:
        _, faults = rules_for(header)
        terminal.household.kept[header.game] = NO_HOUSE if faults else House(header.house)
        terminal.household.add()


def _addresses(lan: bool, wanted: str) -> list[Found]:
    """Return the addresses to serve under, the one to show first.

    Raises SurroundingsFailed where there is no network, or no way to show a code for it, UnreadableInput for an address that
    this machine does not have.
    """
    if not lan and not wanted:
        return [Found(LOOPBACK)]
    if not lan:
        raise UnreadableInput(Fault("needs_option", {"option": "--address", "needed": "--lan"}))
    if importlib.util.find_spec("segno") is None:
        raise SurroundingsFailed(Fault("missing_extra", {"extra": EXTRA, "command": INSTALL}))
    found = addresses()
    if not found:
        raise SurroundingsFailed(Fault("no_lan"))
    first = [one for one in found if wanted in (one.address, one.interface)] if wanted else found[:1]
    if not first:
        raise UnreadableInput(Fault("unknown_address", {"given": wanted, "known": [one.address for one in found]}))
    return [*first[:1], *(one for one in found if one != first[0])]


def _url(address: str, port: int) -> str:
    return f"http://{address}/" if port == 80 else f"http://{address}:{port}/"


def _lines(terminal: Terminal, said: Announced) -> Iterator[str]:
    """Yield what the terminal says once: facts, and on a screen the code to scan."""
    say = terminal.say
    yield say("Record: {name}", name=said.record) if said.record else say("No record is served: there is none yet. The calculators work.")
    if said.lan:
        on = f" ({said.interface})" if said.interface else ""
        yield say("For devices of this network: {address}", address=said.url + on)
        for other in said.others:
            yield say("Also: {address}", address=other)
    else:
        yield say("On this machine alone: {address}", address=said.url)
    if said.code and said.join:
        yield say("Join code, for entering moves: {code}", code=f"{said.code[:4]}-{said.code[4:]}")
        yield say("With the code: {address}", address=said.join)
    if terminal.pretty and said.lan:
        yield from _scanned(terminal, said.join or said.url)
    if terminal.pretty:
        yield say("Ctrl-C ends it.")


def _scanned(terminal: Terminal, url: str) -> list[str]:
    """Return the lines of a code that a phone reads; none where this screen cannot show it."""
    import segno

    drawn = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(drawn, compact=True)
    lines = drawn.getvalue().splitlines()
    try:
        lines[0].encode(sys.stdout.encoding or "utf-8")
        lines[-1].encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return []
    if shutil.get_terminal_size().columns < len(lines[0]):
        return []
    # On a light screen it would be white on black otherwise, which some phones do not read.
    return lines if os.environ.get("NO_COLOR") else [styled(line, WHITE_ON_BLACK) for line in lines]
