"""Cards that lie open, told by what stands on them: business deals and export cards. Their numbers are those of rows, on no card."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from helper.definitions.inputs import Ask, Choice
from helper.definitions.schema import GameDefinition, Phrase, Sentence, Term

DEALT = ("food", "luxury")
DEAL_CARD, EXPORT_LOTS = ("business_deal", "card"), ("export", "lots")
_PART = re.compile(r"(\d+)[ ×x]*([^\W\d]+)|([^\W\d]+)[ :]*(\d+)")
_LOT = re.compile(r"\s*(\d+)[ ×x]*([^\W\d]+)\D*(\d+)\D*")

Lot = tuple[str, int, int]


def deal(raw: object, ask: Ask) -> str:
    """Read a business deal by what it brings (`6f`, `4f8l`, `food 6`), or by the number of its row."""
    text = str(raw).strip()
    rows = {str(row["key"]): row for row in ask.definition.tables["deals"].rows}
    if text in rows:
        return text
    wanted = dict.fromkeys(DEALT, 0)
    for before, word, name, behind in _PART.findall(text):
        wanted[ask.word("good", word or name, DEALT)] = int(before or behind)
    found = [key for key, row in rows.items() if any(wanted.values()) and all(row[good] == wanted[good] for good in DEALT)]
    if len(found) != 1:
        raise ask.fail("unknown_word", given=raw, nearest="", known=[_deal(ask.definition, key) for key in rows])
    return found[0]


def _row(definition: GameDefinition, table: str, number: object) -> Mapping[str, object]:
    """Return the row of a card; raises KeyError where there is none."""
    found = [row for row in definition.tables[table].rows if str(row["key"]) == str(number)]
    if not found:
        raise KeyError(f"{table}={number}")
    return found[0]


def brings(definition: GameDefinition, key: object) -> tuple[Phrase, object]:
    """Return what a business deal brings, and its cost."""
    row = _row(definition, "deals", key)
    return Phrase(Term(good, int(str(row[good]))) for good in DEALT if row[good]), row["cost"]


def deals(definition: GameDefinition) -> Sequence[Choice]:
    """Return the business deals, each by what it brings."""
    return [(str(row["key"]), brings(definition, row["key"])[0]) for row in definition.tables["deals"].rows]


def deal_shown(definition: GameDefinition, value: object) -> object:
    """Return a business deal, or several, by what stands on the card."""
    return [_deal(definition, one) for one in value] or 0 if isinstance(value, tuple) else _deal(definition, value)


def _deal(definition: GameDefinition, key: object) -> Sentence:
    goods, cost = brings(definition, key)
    rule, outcome = DEAL_CARD
    return definition.rules[rule].outcome(outcome).text._replace(values={"goods": goods, "cost": cost})


def lots(definition: GameDefinition, number: object) -> Iterator[Lot]:
    """Yield the transactions of an export card: kind, amount, and Vardis for it."""
    row = _row(definition, "export_cards", number)
    for good in definition.axes["good"]:
        for lot in ("1", "2"):
            yield good, int(str(row[f"{good}_{lot}_amount"])), int(str(row[f"{good}_{lot}_money"]))


def export_card(raw: object, ask: Ask) -> int:
    """Read an export card by some of its transactions (`3f:25,7f:55`), as many as tell it from others, or by the number of its row."""
    rows = [int(str(row["key"])) for row in ask.definition.tables["export_cards"].rows]
    parts = raw if isinstance(raw, (list, tuple)) else str(raw).split(",")
    if len(parts) == 1 and str(parts[0]).strip().isdecimal() and not isinstance(parts[0], bool):
        number = int(str(parts[0]).strip())
        if number not in rows:
            raise ask.fail("out_of_range", given=number, low=rows[0], high=rows[-1])
        return number
    told = [_lot(str(part), ask) for part in parts if str(part).strip()]
    if not told:
        raise ask.fail("no_lot", given=raw, example=_written(next(lots(ask.definition, rows[0]))))
    fitting = [number for number in rows if set(told) <= set(lots(ask.definition, number))]
    if len(fitting) != 1:
        raise ask.fail("no_such_lots" if not fitting else "lots_of_several", given=[_written(lot) for lot in told])
    return fitting[0]


def _lot(part: str, ask: Ask) -> Lot:
    found = _LOT.fullmatch(part)
    if not found:
        raise ask.fail("no_lot", given=part, example=_written(next(lots(ask.definition, 1))))
    return ask.word("good", found[2], ask.definition.axes["good"]), int(found[1]), int(found[3])


def _written(lot: Lot) -> str:
    good, amount, money = lot
    return f"{amount}{good}:{money}"


def export_cards(definition: GameDefinition) -> Sequence[Choice]:
    """Return the export cards, each by its transactions."""
    return [(str(row["key"]), export_card_shown(definition, row["key"])) for row in definition.tables["export_cards"].rows]


def export_card_shown(definition: GameDefinition, value: object) -> object:
    """Return an export card by its transactions, kind by kind."""
    rule, outcome = EXPORT_LOTS
    worded, pairs = definition.rules[rule].outcome(outcome).text, iter(lots(definition, value))
    return Phrase(
        worded._replace(values={"good": Term(good), "small": small, "less": less, "large": large, "more": more})
        for (good, small, less), (_, large, more) in zip(pairs, pairs, strict=True)
    )
