"""Where workers stand: a company on its card, the unemployed, a union; how each is typed.

A company is typed by any unique beginning of its name or by its initials; a number names one of several copies.
"""

from __future__ import annotations

from helper.definitions.fold import fold
from helper.definitions.inputs import Ask
from helper.definitions.schema import GameDefinition, Term, copy_of
from helper.errors import Fault, UnreadableInput

UNEMPLOYED = "unemployed"
UNION = "union"
BUILD = "build_company"
OPEN, MARKET = "companies.<company>.open", "market.<builder>"
"""The figures by which a name without a number is one of several copies."""


def company_ids(ask: Ask) -> tuple[str, ...]:
    """Return the ids of all company cards."""
    return ask.definition.axes["company"]


def company(raw: object, ask: Ask) -> str:
    """Read a company by its id, its initials, or any beginning of its name that fits a single one.

    A number names a copy; without one it is the copy that is on the board.
    """
    return _copy(raw, ask, on_board=True)


def card(raw: object, ask: Ask) -> str:
    """Read a company like `company`; without a number it is the copy that is not on the board, first of all one in the market."""
    return _copy(raw, ask, on_board=False)


def company_or_card(raw: object, ask: Ask) -> str:
    """Read the company that a move is about: to be built it is a card, else it is on the board."""
    return _copy(raw, ask, on_board=ask.rule != BUILD)


def _copy(raw: object, ask: Ask, *, on_board: bool) -> str:
    text = str(raw).strip()
    ids = company_ids(ask)
    if text in ids:
        return text
    base = text.rstrip("0123456789")
    found, number = _named(base.rstrip("_ #"), "company", (), ask), text[len(base) :]
    copies = {"1": found} if found in ids else {id.rpartition("_")[2]: id for id in ids if copy_of(id) == found}
    if not number:
        return min(copies.values(), key=lambda id: _unlikely(id, ask, on_board))
    if number not in copies:
        raise ask.fail("unknown_word", given=raw, nearest="", known=list(copies.values()))
    return copies[number]


def _unlikely(id: str, ask: Ask, on_board: bool) -> tuple[bool, bool]:
    """Return what speaks against a copy: it is not where it should be, or not in the market. What nobody told is as at set-up."""
    row = next(row for row in ask.definition.tables["companies"].rows if row["id"] == id)
    market = ask.table.get(MARKET.replace("<builder>", str(row["owner"])))
    is_open = ask.table.get(OPEN.replace("<company>", id), row["starting"])
    return is_open is not on_board, not isinstance(market, tuple) or id not in market


def _named(given: str, kind: str | tuple[str, ...], others: tuple[str, ...], ask: Ask) -> str:
    """Return the company, or other place, that is named: by a word or its beginning, else by the initials of a company."""
    names = sorted({copy_of(id) for id in company_ids(ask)})
    try:
        return ask.word(kind, given, (*others, *names))
    except UnreadableInput:
        by_id = {fold(id): id for id in names}
        local = {word: id for word, id in ask.words.get("company", {}).items() if id in names and word not in by_id}
        for spelled in (local, by_id):
            fitting = {id for word, id in spelled.items() if _initials(word) == fold(given)}
            if len(fitting) == 1:
                return fitting.pop()
        raise


def _initials(word: str) -> str:
    """Return the initials of a folded name of several words, nothing for another."""
    return "".join(part[:1] for part in word.split("-")) if "-" in word else ""


def company_term(id: str) -> Term:
    """Return a company as a word of the game, with the number of its copy."""
    name = copy_of(id)
    return Term(name, int(id.rpartition("_")[2])) if name != id else Term(name)


def place(raw: object, ask: Ask) -> str:
    """Read where workers stand or go: a company, the unemployed, or a union by its industry (`union.food`)."""
    text = str(raw).strip()
    head, dot, industry = text.partition(".")
    if dot:
        union = ask.word("word", head, (UNION,))
        return f"{union}.{ask.word(('industry', 'good'), industry, ask.definition.axes['industry'])}"
    if text in company_ids(ask):
        return text
    base = text.rstrip("0123456789")
    try:
        found = _named(base.rstrip("_ #"), ("place", "company"), (UNEMPLOYED,), ask)
    except UnreadableInput as error:
        raise UnreadableInput(*(_withunions(fault, ask) for fault in error.faults)) from None
    return found if found == UNEMPLOYED else company(text, ask)


def _withunions(fault: Fault, ask: Ask) -> Fault:
    """Return a fault that lists places with the unions among them, which no single word names."""
    known = fault.values.get("known")
    if fault.code != "unknown_word" or not isinstance(known, list):
        return fault
    first = [one for one in known if one == UNEMPLOYED]
    rest = [one for one in known if one != UNEMPLOYED]
    return fault._replace(values={**fault.values, "known": [*first, *unions(ask.definition), *rest]})


def industry_of(place: str) -> str:
    """Return the industry of a union, empty for any other place."""
    head, _, industry = place.partition(".")
    return industry if head == UNION else ""


def unions(definition: GameDefinition) -> list[str]:
    """Return the places of all unions."""
    return [f"{UNION}.{industry}" for industry in definition.axes["industry"]]
