"""What a move changes: figures added to, set, or made unknown, each step citing its rule.

No effect branches on missing figures: adding to what nobody told leaves it untold, and a change of unknown amount makes a
figure unknown.
"""

from __future__ import annotations

from helper.engine.move import Applied, Question
from helper.engine.position import Position
from helper.engine.resolution import Step


class Effects:
    """Changes to a position as they are made; what is read already sees them."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.steps: list[Step] = []
        self.questions: list[Question] = []
        self.left_out: list[Step] = []

    def read(self, path: str) -> object | None:
        """Return a figure as it stands after the changes so far, None where it is unknown."""
        return self.position.figures.get(path)

    def count(self, path: str) -> int | None:
        """Return a whole number as it stands, None where it is unknown."""
        value = self.read(path)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def set(self, path: str, value: object) -> None:
        """Give a figure a value; None makes it unknown."""
        self.position = self.position.forget(path) if value is None else self.position.put({path: value})

    def add(self, path: str, amount: int | None) -> None:
        """Add to a figure that is known; an unknown amount makes it unknown."""
        before = self.count(path)
        if before is not None:
            self.set(path, None if amount is None else before + amount)

    def take(self, path: str, amount: int | None) -> None:
        """Take from a figure that is known, down to nothing."""
        before = self.count(path)
        if before is not None:
            self.set(path, None if amount is None else max(0, before - amount))

    def step(self, rule: str, outcome: str, **values: object) -> None:
        """Note what happened, as the rule's outcome words it."""
        self.steps.append(Step(rule, outcome, values))

    def ask(self, parameter: str, rule: str, outcome: str, /, about: str = "", **values: object) -> None:
        """Note a decision that the table must give first, as the rule's outcome words it; of a list, what it is `about`."""
        self.questions.append(Question(parameter, Step(rule, outcome, values), about))

    def leave_out(self, rule: str, outcome: str, **values: object) -> None:
        """Note what is passed over as done by the table itself, as the rule's outcome words it."""
        self.left_out.append(Step(rule, outcome, values))

    def applied(self) -> Applied:
        """Return the position with all changes, the steps, and what must be decided first."""
        return Applied(self.position, tuple(self.steps), questions=tuple(self.questions), left_out=tuple(self.left_out))
