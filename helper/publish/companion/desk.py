"""The desk of the companion: a request of the page comes in, HTML goes out, and what is to be kept.

`respond` serves a page that brings its record along (static hosting, in a browser's worker); `answer` serves one whose record
somebody keeps (`helper serve`). Whatever happens, there is an answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, Protocol

from helper.definitions.schema import GameDefinition
from helper.engine.journal import Journal
from helper.errors import Fault, Forbidden, HelperError, UnreadableInput
from helper.i18n import catalogs
from helper.i18n.words import Words
from helper.publish.companion import answers
from helper.publish.companion.gathering import Sent, gather
from helper.publish.companion.markup import joined
from helper.publish.companion.sheet import Sheet, open_sheet
from helper.table.calculating import calculate
from helper.table.handling import Stamp

Request = Mapping[str, object]
Reply = dict[str, object]
"""What the script obeys, each key where it is needed: `put` HTML by the id of the element it goes into, `add` lines to the record
that the page brought, `make` a new record of lines, `use` and `drop` a record by id, `save` a file's name and text, `view` to go to,
`clear` the kept inputs of forms, `fresh` to ask for the record anew."""

SAID = "said"
LONGEST_ADDRESS = 200
OWN_RECORDS = frozenset(("new", "import", "use", "drop"))  # only where the browser itself keeps the records
AMENDS = frozenset(("undo", "redo"))
WRITES = frozenset(("play", "resolve", "observe", "undo", "redo", "correct"))


class Keeper(Protocol):
    """Whoever keeps the record that a page speaks of."""

    may_write: bool
    hides_scores: bool

    def refusal(self) -> Fault:
        """Return why nothing may be entered, where nothing may."""
        ...

    def journal(self) -> Journal | None:
        """Return the record as it is now, None where there is none."""
        ...

    def ask(self, request: Mapping[str, object], language: str, stamp: Stamp) -> dict[str, object]:
        """Answer a request to the table, and keep what it records."""
        ...


class Call:
    """One request, read: which sheet it speaks by, what was sent, whose phone it is, and who keeps the record.

    At the served table `helper/serve/reading.py` lets only known keys through: what is new is better sent as a `~field`.
    """

    def __init__(self, request: Request, keeper: Keeper, definition: GameDefinition | None = None) -> None:
        context = request.get("context")
        if not isinstance(context, Mapping):
            raise UnreadableInput(Fault("bad_request", {"key": "context"}))
        self.sheet: Sheet = open_sheet(str(context.get("game")), str(context.get("language")), _rules(context.get("rules")), definition)
        self.ask = str(request.get("ask"))
        self.out = _out(request)
        self.fields: Any = request.get("fields") or []
        self.sent: Sent = gather(self.fields)
        self.me = gather(request.get("me") or []).one("me")
        self.stamp = _stamp(request.get("stamp"), self.me)
        self.shelf: object = request.get("shelf")
        self.open = request.get("open")
        self.keeper = keeper

    @property
    def language(self) -> str:
        """Return the language of the page."""
        return self.sheet.words.lang

    def table(self, do: str, **more: object) -> dict[str, Any]:
        """Return the answer of the table to a request."""
        return self.keeper.ask({"do": do, **more}, self.language, self.stamp)


def respond_json(text: str) -> str:
    """Answer a request that is written as JSON, as JSON."""
    try:
        request = json.loads(text)
    except RecursionError:
        request = {}
    return json.dumps(respond(request), ensure_ascii=False)


def respond(request: Request) -> Reply:
    """Answer a request that brings its record along: the reply says what to add, if the record is then still as it was brought."""
    from helper.publish.companion.book import Book

    try:
        book = Book(request.get("book"))
    except HelperError as error:
        return _unreadable(request, error)
    try:
        reply = answer(request, book, book.definition)
    except Exception as error:
        return {"put": {_out(request): answers.breakdown(_words(request), error)}}
    if book.added:
        reply["add"] = book.added_lines
    return reply


def answer(request: Request, keeper: Keeper, definition: GameDefinition | None = None) -> Reply:
    """Answer a request about a record that somebody keeps; what cannot be read or is forbidden is an answer too.

    `definition`: the rules that the record is played by, where they are not those of the process.
    """
    call = None
    try:
        call = Call(request, keeper, definition)
        if call.ask in WRITES and not keeper.may_write:
            raise Forbidden(keeper.refusal())
        operation = _operations().get(call.ask)
        if operation is None or (call.ask in OWN_RECORDS and call.shelf is None):
            raise UnreadableInput(Fault("unknown_request", {"given": call.ask, "known": sorted(_operations())}))
        return operation(call)
    except HelperError as error:
        return _refused(request, error, keeper, call)


def _unreadable(request: Request, error: HelperError) -> Reply:
    """Answer beside a record that cannot be read: it can be saved as it is, deleted, or left for another one."""
    from helper.publish.companion.book import Book
    from helper.publish.companion.shelf import unreadable

    lines, nothing = request.get("book"), Book(None)
    try:
        call = Call(request, nothing)
        if call.ask == "calc" or call.ask in OWN_RECORDS:
            return answer(request, nothing)
        kept = [str(line) for line in lines] if isinstance(lines, Sequence) else []
        if call.ask == "rescue":
            return {"save": ["record.jsonl", "\n".join(kept) + "\n"]}
        return unreadable(call, answers.fault(call.sheet, error), kept)
    except HelperError:
        return _refused(request, error)


def _calc(call: Call) -> Reply:
    """Work a calculator out."""
    name = call.sent.one("calculator")
    seats = {f"P{n}": call.sent.names.get(f"P{n}") or call.sheet.words.say("Player {n}", n=n) for n in range(1, call.sent.seats + 1)}
    try:
        found = calculate(call.sheet.definition, name, call.sent.words, call.language, call.sent.options, seats)
    except HelperError as error:
        return {"put": {call.out: answers.fault(call.sheet._replace(names=seats), error)}}
    return {"put": {f"out.calc.{name}": answers.calculated(call.sheet, found)}}


@cache
def _operations() -> Mapping[str, Callable[[Call], Reply]]:
    """Return what can be asked; what only a record needs is loaded with it."""
    from helper.publish.companion.recording import OPERATIONS

    return {"calc": _calc, **OPERATIONS}


def _rules(given: object) -> str:
    """Return the address of a rule as the page has it; anything but a path of a usual length is none."""
    return given if isinstance(given, str) and given.startswith(("/", "../")) and len(given) <= LONGEST_ADDRESS else ""


def _stamp(given: object, me: str) -> Stamp:
    if not isinstance(given, Sequence) or len(given) != 2 or not all(isinstance(one, str) and 0 < len(one) <= 64 for one in given):
        return Stamp("", "", me)
    return Stamp(given[0], given[1], me or "phone")


def _refused(request: Request, error: HelperError, keeper: Keeper | None = None, call: Call | None = None) -> Reply:
    """Return what is wrong; at a shared table also how the record stands now, for the page may have missed what others did.

    Beside a refused undo it is named what they did; forms of other entries are kept, so what stands is asked for anew.
    """
    from helper.publish.companion.recording import latest, shown

    sheet = _sheet(request)
    if sheet is None:
        return {"put": {_out(request): answers.fault_in(_words(request), error)}}
    with suppress(HelperError):
        journal = keeper.journal() if keeper else None
        sheet = sheet.seated(journal.now) if journal else sheet
        if call and journal and call.ask in AMENDS:
            return {"put": {**shown(call), _out(request): joined((answers.fault(sheet, error), latest(call)))}}
        if call and journal and call.ask in WRITES:
            return {"put": {_out(request): answers.fault(sheet, error)}, **stale(call)}
    return {"put": {_out(request): answers.fault(sheet, error)}}


def stale(call: Call) -> Reply:
    """Return what makes a page ask anew how the record stands, where others enter too and what was refused may be old."""
    return {"fresh": True} if call.shelf is None else {}


def _out(request: Request) -> str:
    """Return where a reply of words alone goes: the element that the page named, else the line that says."""
    out = request.get("out")
    return out if isinstance(out, str) and out else SAID


def _sheet(request: Request) -> Sheet | None:
    """Return the sheet that a page speaks by, None where that cannot be told."""
    context = request.get("context")
    given: Mapping[str, object] = context if isinstance(context, Mapping) else {}
    try:
        return open_sheet(str(given.get("game")), str(given.get("language")))
    except HelperError:
        return None


def _words(request: Request) -> Words:
    """Return words to say what is wrong with, in the page's language where that can be told."""
    sheet, context = _sheet(request), request.get("context")
    if sheet:
        return sheet.words
    with suppress(HelperError):
        return Words(catalogs.choose(str(context.get("language")))) if isinstance(context, Mapping) else Words()
    return Words()
