"""The values of Hegemony: bills, assignments, swaps, pairs of a word and a number, crews, votes; and how they are worded."""

from __future__ import annotations

from helper.definitions.schema import Phrase, Term
from helper.frozen import Frozen
from helper.games.hegemony.places import company_term

SECTIONS = ("A", "B", "C")
NO_BILL = ""
"""The section of a bill marker that does not lie on a policy."""
UNSKILLED = "unskilled"
FOREIGN = "foreign_market"
NOW = "now"
STORAGE, ZONE = "storage", "free_trade_zone"
FOR, AGAINST, NOBODY = "for", "against", ""


class Bill(Frozen):
    """A section that a policy is to move to."""

    policy: str
    section: str


class Assignment(Frozen):
    """Workers on their way: `target` and `source` are a company, the unemployed, or a union (`union.food`)."""

    target: str
    workers: tuple[str, ...]
    source: str


class Swap(Frozen):
    """A skilled worker in a company, and the unemployed worker that takes its place."""

    company: str
    worker: str
    partner: str


class Pair(Frozen):
    """A word of the game and a number, such as a source and how many, or a company and its wage level."""

    id: str
    amount: int


class Placement(Frozen):
    """A company that opened, and the class whose unemployed workers fill it; nobody's where it stays empty."""

    company: str
    role: str


class Crew(Frozen):
    """A worker for a new company and where it comes from; `role` is whose it is."""

    role: str
    worker: str
    source: str


class Ballot(Frozen):
    """What a role brings to a vote: its side, the cubes drawn for it, the influence it spends."""

    role: str
    side: str
    cubes: int
    influence: int


def show(value: object) -> object:
    """Return a value as words of the game and numbers."""
    if isinstance(value, str):
        owner, dot, industry = value.partition(".")
        return Phrase((Term(owner), Term(industry))) if dot else company_term(value)
    if isinstance(value, Bill):
        return Phrase((Term(value.policy), value.section))
    if isinstance(value, tuple):
        return tuple(show(part) for part in value if part != NOBODY) or 0
    return value
