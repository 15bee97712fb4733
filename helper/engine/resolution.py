"""The answer of a procedure: its result and its numbered steps, none left out."""

# Named tuples would compile postponed annotations at every start: here they are not postponed.
from collections.abc import Mapping
from typing import NamedTuple


class Step(NamedTuple):
    """One thing that happened under a rule, as the rule's outcome words it; also when it changed nothing."""

    rule: str
    outcome: str
    values: Mapping[str, object] = {}


class Warned(NamedTuple):
    """Something the reader should know beside the answer: a fault code with its values, or a step's wording."""

    code: str
    values: Mapping[str, object] = {}


class Resolution(NamedTuple):
    """What a procedure gives: a result of plain values, its steps, and warnings."""

    result: Mapping[str, object]
    steps: tuple[Step, ...] = ()
    warnings: tuple[Warned, ...] = ()
