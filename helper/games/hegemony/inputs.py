"""How the values of `inputs.toml` are read and written: sections, workers, amounts, votes, and the short forms in which moves are typed.

A list of pairs is typed as `company:workers`, `source:amount` and the like, where a number that ends a pair needs no colon (`c2`).
A type of `inputs.toml` is the constant of its name in capitals.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from helper.definitions.fold import fold
from helper.definitions.inputs import BASE_TYPES, FLAG, LONGEST, Ask, Choice, InputType, flag
from helper.definitions.schema import GameDefinition, Key, Term
from helper.errors import Fault, UnreadableInput
from helper.games.hegemony.openings import deal, deal_shown, deals, export_card, export_card_shown, export_cards
from helper.games.hegemony.places import UNEMPLOYED, card, company, company_or_card, company_term, place, unions
from helper.games.hegemony.values import (
    AGAINST,
    FOR,
    FOREIGN,
    NO_BILL,
    NOBODY,
    NOW,
    SECTIONS,
    STORAGE,
    ZONE,
    Assignment,
    Ballot,
    Bill,
    Crew,
    Pair,
    Placement,
    Swap,
    show,
)

if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")

Choose = Callable[[GameDefinition], Sequence[Choice]]


def worker(raw: object, ask: Ask) -> str:
    """Read a kind of worker, by its word or its letter."""
    return ask.word("worker", raw, ask.definition.axes["worker"])


def workers(raw: object, ask: Ask) -> tuple[str, ...]:
    """Read workers: a list of words, or letters in a row (`fuu`), or `-` for none."""
    if isinstance(raw, (list, tuple)):
        return tuple(worker(one, ask) for one in raw)
    text = str(raw).strip()
    if ask.is_none(raw) or text == "0":
        return ()
    if "+" in text:
        return tuple(worker(part, ask) for part in text.split("+"))
    known = {**ask.words.get("worker", {}), **{fold(kind): kind for kind in ask.definition.axes["worker"]}}
    letters = [known.get(fold(letter)) for letter in text]
    if fold(text) not in known and all(letters):
        return tuple(str(kind) for kind in letters)
    return (worker(text, ask),)


def _many(read: Callable[[object, Ask], T]) -> Callable[[object, Ask], tuple[T, ...]]:
    def read_all(raw: object, ask: Ask) -> tuple[T, ...]:
        parts = raw if isinstance(raw, (list, tuple)) else str(raw).split(",")
        return tuple(read(part, ask) for part in parts if not ask.is_none(part))

    return read_all


def _parts(raw: object, ask: Ask, least: int, most: int) -> list[str]:
    parts = [part.strip() for part in str(raw).split(":")]
    if not least <= len(parts) <= most or not all(parts):
        raise ask.fail("no_pair", given=raw, key=ask.declared.label)
    return parts


def _numbered(raw: object, ask: Ask, most: int = LONGEST) -> list[str]:
    """Return a word and the number behind it, of so many digits at most, with a colon between them or without (`c2`)."""
    text = str(raw).strip()
    cut = len(text)
    while cut and len(text) - cut < most and text[cut - 1].isdecimal():
        cut -= 1
    word = text[:cut]
    if ":" not in word and cut < len(text) and any(letter.isalpha() for letter in word):
        return [word, text[cut:]]
    return _parts(raw, ask, 2, 2)


def amount(raw: object, ask: Ask) -> int:
    """Read a whole number of at least one thing."""
    text = str(raw).strip()
    if not text.isdecimal() or not 1 <= int(text) <= 9999:
        raise ask.fail("no_amount", given=raw)
    return int(text)


def assignment(raw: object, ask: Ask) -> Assignment:
    """Read `target:workers` or `target:workers:source`; without a source they come from the unemployed."""
    parts = _parts(raw, ask, 2, 3)
    return Assignment(place(parts[0], ask), workers(parts[1], ask), place(parts[2], ask) if len(parts) > 2 else UNEMPLOYED)


def swap(raw: object, ask: Ask) -> Swap:
    """Read `company:worker:partner`."""
    parts = _parts(raw, ask, 3, 3)
    return Swap(company(parts[0], ask), worker(parts[1], ask), worker(parts[2], ask))


def crew(raw: object, ask: Ask) -> tuple[Crew, ...]:
    """Read `role:workers` or `role:workers:source`; without a source from the unemployed."""
    parts = _parts(raw, ask, 2, 3)
    source = place(parts[2], ask) if len(parts) > 2 else UNEMPLOYED
    role = ask.word("role", parts[0], ask.definition.axes["buyer"])
    return tuple(Crew(role, one, source) for one in workers(parts[1], ask))


def crews(raw: object, ask: Ask) -> tuple[Crew, ...]:
    """Read the workers of a new company, with where each comes from."""
    parts = raw if isinstance(raw, (list, tuple)) else str(raw).split(",")
    return tuple(one for part in parts if not ask.is_none(part) for one in crew(part, ask))


def placement(raw: object, ask: Ask) -> Placement:
    """Read `company:role`, or `company:-` or the company alone where it is nobody's, as in a form where no class is chosen."""
    parts = _parts(raw if ":" in str(raw) else f"{raw}:-", ask, 2, 2)
    return Placement(company(parts[0], ask), whose(parts[1], ask))


def role_amount(raw: object, ask: Ask) -> Pair:
    """Read a role and a number, such as `capitalist:2`; nothing is a number too."""
    parts = _numbered(raw, ask)
    if not parts[1].isdecimal():
        raise ask.fail("no_number", given=raw)
    return Pair(ask.word("role", parts[0], ask.definition.roles), int(parts[1]))


def source(raw: object, ask: Ask) -> str:
    """Read who sells: a role, or the foreign market."""
    return ask.word(("role", "place"), raw, (*ask.definition.roles, FOREIGN))


def purchase(raw: object, ask: Ask) -> Pair:
    """Read `source:amount`."""
    parts = _numbered(raw, ask)
    return Pair(source(parts[0], ask), amount(parts[1], ask))


def kind_amount(raw: object, ask: Ask) -> Pair:
    """Read `kind:amount`, such as `food:3`."""
    parts = _numbered(raw, ask)
    return Pair(ask.word("good", parts[0], ask.definition.axes["good"]), amount(parts[1], ask))


def wage(raw: object, ask: Ask) -> Pair:
    """Read `company:level`."""
    parts = _numbered(raw, ask, 1)
    level = amount(parts[1], ask)
    highest = ask.definition.rules["strike"].number("highest")
    if level > highest:
        raise ask.fail("out_of_range", given=level, low=1, high=highest)
    return Pair(company(parts[0], ask), level)


def policy(raw: object, ask: Ask) -> str:
    """Read a policy by its number on the board or by its name."""
    text = str(raw).strip()
    policies = ask.definition.axes["policy"]
    if text.isdecimal():
        if not 1 <= int(text) <= len(policies):
            raise ask.fail("out_of_range", given=int(text), low=1, high=len(policies))
        return policies[int(text) - 1]
    return ask.word("policy", text, policies)


def section(raw: object, ask: Ask) -> str:
    """Read a section, by its letter."""
    text = str(raw).strip().upper()
    if text not in SECTIONS:
        raise ask.fail("not_allowed", key=ask.path, given=str(raw), known=list(SECTIONS))
    return text


def marker(raw: object, ask: Ask) -> str:
    """Read the section that a bill marker lies on, or `-` where none lies."""
    return NO_BILL if raw in ("", "-", None) else section(raw, ask)


def any_bills(raw: object, ask: Ask) -> bool:
    """Read whether bills lie on the table: yes, no, or `-` for none."""
    return not ask.is_none(raw) and flag(raw, ask)


def no_bills(value: object, definition: GameDefinition) -> Mapping[str, object]:
    """Return that no bill of anybody lies on any policy; raises UnreadableInput where some do, for each is told by itself."""
    if value:
        raise UnreadableInput(Fault("key_too_short", {"key": Key("bills")}))
    return {f"{policy}.{role}": NO_BILL for policy in definition.axes["policy"] for role in definition.roles}


def bill(raw: object, ask: Ask) -> Bill:
    """Read `3B`."""
    text = str(raw).strip()
    return Bill(policy(text[:-1], ask), section(text[-1:], ask))


def policies(raw: object, ask: Ask) -> tuple[Bill, ...]:
    """Read `1C 2B 3A …`, in any order; each policy at most once."""
    parts = raw if isinstance(raw, (list, tuple)) else str(raw).replace(",", " ").split()
    found = tuple(bill(part, ask) for part in parts)
    named = [one.policy for one in found]
    twice = next((policy for policy in named if named.count(policy) > 1), None)
    if twice:
        raise ask.fail("figure_twice", key=Term(twice))
    return found


def sections(value: object, definition: GameDefinition) -> Mapping[str, object]:
    """Return the section of each policy that was read together."""
    assert isinstance(value, tuple)
    return {one.policy: one.section for one in value}


def whose(raw: object, ask: Ask) -> str:
    """Read whose workers stand in a company: a class, or `-` for nobody's."""
    return "" if ask.is_none(raw) else ask.word("role", raw, ask.definition.axes["buyer"])


def ballot(raw: object, ask: Ask) -> Ballot:
    """Read `role:side`, `role:side:cubes`, `role:side:cubes:influence`, or in short `wy2+1`: role, side, cubes, influence.

    A role and a number alone (`m3`) are cubes that vote for nobody, as are those whose side is left empty (`m::3`, `m:-:3:0`).
    """
    has_no_side = re.fullmatch(r"([^:]+):\s*-?\s*:\s*(\d+)(?::\s*0)?", str(raw).strip())
    silent = has_no_side or re.fullmatch(r"([^:]*[^\W\d_]):?(\d+)", str(raw).strip())
    if silent and (has_no_side or len(fold(silent[1])) != 2):
        return Ballot(ask.word("role", silent[1], ask.definition.roles), NOBODY, int(silent[2]), 0)
    short = re.fullmatch(r"([^\W\d_])([^\W\d_])(\d*)(?:\+(\d+))?", str(raw).strip())
    parts = [part or "0" for part in short.groups()] if short else _parts(raw, ask, 2, 4)
    numbers = [int(part) if part.isdecimal() else -1 for part in parts[2:]]
    if -1 in numbers:
        raise ask.fail("no_number", given=raw)
    role = ask.word("role", parts[0], ask.definition.roles)
    side = ask.word("side", parts[1], (FOR, AGAINST))
    return Ballot(role, side, *[*numbers, 0, 0][:2])


def _axis(kind: str, axis: str) -> Callable[[object, Ask], str]:
    return lambda raw, ask: ask.word(kind, raw, ask.definition.axes[axis])


def _joined(value: object) -> object:
    """Write a value of several parts as it is typed, with ids in full; a part that is nobody is a dash."""
    assert isinstance(value, tuple)
    return ":".join(("+".join(part) if isinstance(part, tuple) else str(part)) or "-" for part in value)


def _written_ballot(value: object) -> object:
    """Write a ballot as it is typed: cubes that vote for nobody have no side."""
    assert isinstance(value, Ballot)
    return _joined(value) if value.side else f"{value.role}:{value.cubes}"


def _written_bill(value: object) -> object:
    """Write a policy and its section as they are typed (`3B`)."""
    assert isinstance(value, Bill)
    return f"{value.policy}{value.section}"


def _each(write: Callable[[object], object]) -> Callable[[object], object]:
    def write_all(value: object) -> object:
        assert isinstance(value, tuple)
        return [write(one) for one in value]

    return write_all


def _each_once(read: Callable[[object, Ask], T]) -> Callable[[object, Ask], tuple[T, ...]]:
    def read_all(raw: object, ask: Ask) -> tuple[T, ...]:
        found = _many(read)(raw, ask)
        ids = [str(getattr(one, "id", "")) for one in found]
        for id in ids:
            if ids.count(id) > 1:
                raise ask.fail("figure_twice", key=company_term(id))
        return found

    return read_all


def _pairs(read: Callable[[object, Ask], T], *fields: str) -> InputType[tuple[T, ...]]:
    return InputType(_many(read), _each(_joined), show, many=True, fields=fields)


def _some(kind: InputType[T]) -> InputType[T]:
    """Return a type that refuses a list of nothing."""

    def read_some(raw: object, ask: Ask) -> T:
        found = kind.read(raw, ask)
        if not found:
            raise ask.fail("no_pair", given=raw, key=ask.declared.label)
        return found

    return kind._replace(read=read_some)


def _plain(read: Callable[[object, Ask], T], choices: Choose | None = None) -> InputType[T]:
    return InputType(read, show=show, choices=choices)


def _terms(*ids: str) -> Choose:
    return lambda definition: [(id, Term(id)) for id in ids]


def _of_axis(axis: str) -> Choose:
    return lambda definition: [(id, Term(id)) for id in definition.axes[axis]]


def _roles(definition: GameDefinition) -> Sequence[Choice]:
    return [(role, Term(role)) for role in definition.roles]


def _places(definition: GameDefinition) -> Sequence[Choice]:
    return [(id, show(id)) for id in (UNEMPLOYED, *unions(definition), *definition.axes["company"])]


def _sources(definition: GameDefinition) -> Sequence[Choice]:
    return [(id, Term(id)) for id in (*definition.roles, FOREIGN)]


SECTION = InputType(section, choices=lambda definition: [(one, one) for one in SECTIONS])
MARKER = InputType(
    marker, lambda value: value or "-", lambda value: value or "-", choices=lambda definition: [(one, one) for one in ("-", *SECTIONS)]
)
POLICY = _plain(policy)
BILL = InputType(bill, _written_bill, show)
BILLS = InputType(any_bills, choices=FLAG.choices, spread=no_bills)
AGENDA = InputType(policies, _each(_written_bill), show)
POLICIES = InputType(policies, _each(_written_bill), show, spread=sections)
PHASE = _plain(_axis("phase", "phase"))
ROLE = _plain(_axis("role", "role"), _roles)
BUYER = _plain(_axis("role", "buyer"))
CLASS = _plain(_axis("role", "class"))
WHOSE = InputType(whose, show=lambda value: show(value) if value else None, choices=_of_axis("buyer"))
CLASSES = InputType(_many(_axis("role", "class")), _each(str), show, many=True, fields=("class",))
SIDE = _plain(lambda raw, ask: ask.word("side", raw, (FOR, AGAINST)), _terms(FOR, AGAINST))
AT_ONCE = _plain(lambda raw, ask: ask.word("word", raw, (NOW,)), _terms(NOW))
INTO = _plain(lambda raw, ask: ask.word("place", raw, (STORAGE, ZONE)), _terms(STORAGE, ZONE))
GOOD = _plain(_axis("good", "ware"), _of_axis("ware"))
WORKER = _plain(worker)
WORKERS = InputType(workers, _each(str), show)
COMPANY = _plain(company_or_card)
COMPANIES = InputType(_many(company), _each(str), show, many=True, fields=("company",))
MARKET = InputType(_many(card), _each(str), show, many=True, fields=("company",))
DEAL = _plain(deal, deals)._replace(contents=deal_shown)
DEALS = InputType(_many(deal), _each(str), show, fields=("deal",), contents=deal_shown)
EXPORT_CARD = InputType(export_card, contents=export_card_shown, measure=lambda value: None, choices=export_cards)
WHERE = _plain(place, _places)
SOURCE = _plain(source, _sources)
ASSIGNMENTS = _pairs(assignment, "where", "worker", "where")
SWAPS = _some(_pairs(swap, "company", "worker", "worker"))
CREWS = _pairs(placement, "company", "buyer")
LOSSES = InputType(_each_once(role_amount), _each(_joined), show, many=True, fields=("role", "count"))
BEGIN = _plain(_axis("word", "production_step"), _of_axis("production_step"))
CREW = InputType(crews, _each(_joined), show, many=True, fields=("buyer", "worker", "where"))
PURCHASES = _pairs(purchase, "source", "count")
AMOUNTS = _pairs(kind_amount, "good", "count")
PRICES = _some(_pairs(kind_amount, "good", "count")._replace(read=_each_once(kind_amount)))
WAGES = _some(_pairs(wage, "company", "count")._replace(read=_each_once(wage)))
BALLOT = _some(_pairs(ballot, "role", "side", "count", "count")._replace(write=_each(_written_ballot)))

TYPES: Mapping[str, InputType[object]] = {
    **BASE_TYPES,
    **{name.lower(): kind for name, kind in [*globals().items()] if name.isupper() and isinstance(kind, InputType)},
}
