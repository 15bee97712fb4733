"""Rules in code: what a rule of the definition needs, and what it does, each written beside the other.

    PRESSURE = CODE.rule("political_pressure")

    @PRESSURE.needs("cubes_left")
    def _cubes_left(at: View) -> Values: …   # the condition `cubes_left` of the rule

    @PRESSURE.does
    def _pressure(play: Play) -> None: …     # what the move changes, as far as the figures are known

    @ORDER.resolves
    def _resolve(play: Procedure) -> None: … # a procedure that is done as a whole or not at all

A game has one `CODE`; a rule, a condition of a rule and an effect are written once, and a second one raises when it is imported. Where
several rules need the same, the decorators stand in rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from helper.definitions.schema import Condition as Declared
from helper.definitions.schema import GameDefinition
from helper.engine.figures import Figures
from helper.engine.move import Applied
from helper.engine.play import Play, Procedure, carry_out

if TYPE_CHECKING:
    from typing import TypeVar

    from helper.engine.verdict import View

    D = TypeVar("D", bound="Does")
    R = TypeVar("R", bound="Resolves")
    C = TypeVar("C", bound="Condition")

Values = Iterator[Mapping[str, object]]
Condition = Callable[["View"], Values]
Does = Callable[[Play], None]
Resolves = Callable[[Procedure], None]


class Rule:
    """The code of one rule: its conditions by id, and its effect."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.conditions: dict[str, Condition] = {}
        self.as_recorded: set[str] = set()
        self.effect: Callable[..., None] | None = None
        self.play: type[Play] = Play

    def needs(self, condition: str, *, as_recorded: bool = False) -> Callable[[C], C]:
        """Keep the code of a condition of this rule; raises ValueError where there is one.

        A refusal that rests on a figure told earlier is unknown, whichever way it was read; with `as_recorded` the condition takes
        what the record holds for what lies there, as it must where the move itself says that the record follows play.
        """

        def keep(code: C) -> C:
            if condition in self.conditions:
                raise ValueError(f"{self.id}:{condition} is written twice")
            self.conditions[condition] = code
            if as_recorded:
                self.as_recorded.add(condition)
            return code

        return keep

    def does(self, effect: D) -> D:
        """Keep what a move by this rule changes; raises ValueError where it has an effect."""
        self._keep(effect, Play)
        return effect

    def resolves(self, effect: R) -> R:
        """Keep what a procedure by this rule does, as a whole or not at all; raises ValueError where it has an effect."""
        self._keep(effect, Procedure)
        return effect

    def _keep(self, effect: Callable[..., None], play: type[Play]) -> None:
        if self.effect:
            raise ValueError(f"{self.id}: what it does is written twice")
        self.effect, self.play = effect, play


class Rules(dict[str, Rule]):
    """The code of a game's rules by id, and the figures that it names."""

    def __init__(self, figures: Figures | None = None) -> None:
        super().__init__()
        self.figures = Figures() if figures is None else figures
        self._found: dict[tuple[str, str, str], tuple[Condition, bool]] = {}

    def rule(self, id: str) -> Rule:
        """Return the code of a rule, to be written; raises ValueError where it is written elsewhere."""
        if id in self:
            raise ValueError(f"{id} is written twice")
        found = self[id] = Rule(id)
        return found

    def condition(self, rule: str, declared: Declared) -> Condition:
        """Return the code of a condition: that of its rule, else (of a house) the one of that name; raises KeyError for none."""
        return self.found(rule, declared)[0]

    def found(self, rule: str, declared: Declared) -> tuple[Condition, bool]:
        """Return the code of a condition, and whether it takes what the record holds for what lies there."""
        key = (rule, declared.id, declared.predicate)
        if key not in self._found:
            own = self.get(rule)
            code = own.conditions.get(declared.id) if own else None
            self._found[key] = code or self._named(declared.predicate), bool(own and declared.id in own.as_recorded)
        return self._found[key]

    def _named(self, name: str) -> Condition:
        found = self._by_name().get(name, set())
        if len(found) != 1:
            raise KeyError(name)
        return next(iter(found))

    def _by_name(self) -> dict[str, set[Condition]]:
        found: dict[str, set[Condition]] = {}
        for rule in self.values():
            for name, code in rule.conditions.items():
                found.setdefault(name, set()).add(code)
        return found

    @property
    def names(self) -> set[str]:
        """Return the conditions that a house may name: each by a name that stands for one alone."""
        return {name for name, codes in self._by_name().items() if len(codes) == 1}

    def carry_out(self, play: Play, before: Does | None = None, after: Does | None = None) -> Applied:
        """Return what becomes of a move by its rule, with what a game does before and after each. Never raises."""
        effect = self[play.move.rule].effect
        assert effect is not None, play.move.rule
        return carry_out(play, *filter(None, (before, effect, after)))

    def unmatched(self, definition: GameDefinition) -> list[str]:
        """Return what stands in the definition or in code alone: rules, conditions, and moves without an effect."""
        found = [id for id in self if id not in definition.rules]
        for id, rule in definition.rules.items():
            wanted = {one.id for one in rule.requires if one.checked_by not in ("table", "mover")}
            code = self.get(id)
            found += [f"{id}:{name}" for name in sorted(wanted ^ set(code.conditions if code else ()))]
            found += [f"{id}:does"] if bool(rule.move) != bool(code and code.effect) else []
        return found
