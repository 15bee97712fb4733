"""Word answers in one language: the same plain data as before, with a text beside every id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from helper.definitions.inputs import declared
from helper.definitions.schema import GameDefinition, Phrase, Sentence, Term
from helper.i18n.keys import typed_key
from helper.i18n.naming import called
from helper.i18n.words import Words, later

if TYPE_CHECKING:
    from helper.engine.move import Question
    from helper.engine.resolution import Step, Warned
    from helper.engine.scoresheet import Standing
    from helper.engine.verdict import Reason, Verdict

VERDICTS = {
    "legal": later("allowed"),
    "illegal": later("not allowed"),
    "unknown": later("cannot be judged yet"),
    "disputed": later("disputed"),
}
_NOT_MET = later("Required: {condition} Now: {seen}")
_BY_NO_WAY = later("Required: {condition} Now: nothing meets this.")
_NOT_KNOWN = later("Required: {condition} Look at: {figure}.")
_READINGS = later("Required: {condition} The readings differ: {option}")


def plain(value: object) -> object:
    """Return a value as JSON holds it: words of the game by their ids."""
    if isinstance(value, Term):
        return str(value)
    if isinstance(value, Sentence):
        return value.text
    if isinstance(value, (tuple, list)):
        return [plain(one) for one in value]
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    return value


class Speaker:
    """One language, one game, and the names of who sits where."""

    def __init__(self, definition: GameDefinition, language: str, names: Mapping[str, str], roles: Mapping[str, str] | None = None) -> None:
        self.definition = definition
        self.words = Words(language, definition)
        played = {seat: self.words.term(role) for seat, role in (roles or {}).items() if names.get(seat) == seat}
        self.names = {**names, **played}

    def named(self, value: object) -> object:
        """Return a value with seats replaced by the names of who sits there."""
        if isinstance(value, (Term, Sentence)):
            return value
        if isinstance(value, str):
            return self.names.get(value, value)
        if isinstance(value, (tuple, list)):
            named = [self.named(one) for one in value]
            return Phrase(named) if isinstance(value, Phrase) else named
        return value

    def sentence(self, sentence: Sentence, values: Mapping[str, object]) -> str:
        """Return a sentence with seats called by name."""
        return self.words.sentence(sentence, {key: self.named(value) for key, value in values.items()})

    def step(self, step: Step) -> dict[str, object]:
        """Return a step with its text."""
        text = self.sentence(self.definition.rules[step.rule].outcome(step.outcome).said(step.values), step.values)
        return {"rule": step.rule, "outcome": step.outcome, "text": text, "values": plain(step.values)}

    def steps(self, steps: Sequence[Step]) -> list[dict[str, object]]:
        """Return the steps in order; `silent` marks those that changed nothing."""
        return [{**self.step(step), "silent": self.definition.rules[step.rule].outcome(step.outcome).silent} for step in steps]

    def questions(self, questions: Sequence[Question]) -> list[dict[str, str]]:
        """Return the decisions that the table must give, each with the parameter that gives it, and of a list what it is about."""
        return [
            {"key": one.parameter, "text": str(self.step(one.step)["text"]), **({"about": one.about} if one.about else {})}
            for one in questions
        ]

    def warning(self, warned: Warned) -> str:
        """Return what the reader should know beside the answer."""
        rule, _, outcome = warned.code.partition(":")
        return self.sentence(self.definition.rules[rule].outcome(outcome).said(warned.values), warned.values)

    def reason(self, reason: Reason) -> dict[str, object]:
        """Return a reason with its text: what must hold, then what was seen or what to look at."""
        from helper.engine.verdict import FAILS

        rule = self.definition.rules[reason.rule]
        condition = next(one for one in rule.requires if one.id == reason.condition)
        text = required = self.sentence(condition.text, reason.values)
        if reason.by_no_way:
            text = self.words.say(_BY_NO_WAY, condition=text)
        elif reason.missing:
            text = self.words.say(_NOT_KNOWN, condition=text, figure=self.figures(reason.missing))
        elif "option" in reason.values:
            option = self.definition.options[str(reason.values["option"])]
            readings = "; ".join(self.words.sentence(choice) for choice in option.choices.values())
            text = self.words.say(_READINGS, condition=text, option=f"{self.words.sentence(option.title)} {readings}.")
        elif condition.otherwise and reason.state == FAILS:
            text = self.words.say(_NOT_MET, condition=text, seen=self.sentence(condition.otherwise, reason.values))
        return {
            "rule": reason.rule,
            "cited": called(self.words, reason.rule, rule.title),
            "condition": reason.condition,
            "state": reason.state,
            "text": text,
            "required": required,
            "values": plain(reason.values),
        }

    def verdict(self, verdict: Verdict) -> dict[str, object]:
        """Return a verdict with the texts of its reasons; what only the mover can know comes as notes."""
        return {
            "verdict": verdict.outcome,
            "reasons": [self.reason(one) for one in verdict.reasons],
            "look_at": [{**self.told_by(one.path), "last_told": one.last_told} for one in verdict.look_at],
            "notes": [self.reason(one)["text"] for one in verdict.notes],
        }

    def move_word(self, rule: str) -> str:
        """Return the word that a move is entered by; the rule's id where it is no move."""
        move = self.definition.rules[rule].move
        return self.sentence(move.word, {}) if move else rule

    def figure(self, path: str) -> str:
        """Return what a figure is called: its label, and whose or where it is."""
        return ", ".join(self._called(path))

    def figures(self, paths: Iterable[str]) -> str:
        """Return what figures are called; those that differ in whose or where alone are told together, what they share once."""
        groups: dict[str, list[list[str]]] = {}
        for path in paths:
            groups.setdefault(declared(self.definition, path).key, []).append(self._called(path))
        return "; ".join(
            one for called in groups.values() for one in (_together(called) if len(called) >= MANY else map(", ".join, called))
        )

    def _called(self, path: str) -> list[str]:
        one = declared(self.definition, path)
        pairs = zip(one.key.split("."), path.split("."), strict=True)
        parts = [self.words.value(self.named(part) if want == "<seat>" else Term(part)) for want, part in pairs if want.startswith("<")]
        return [self.words.sentence(one.label), *parts]

    def key(self, path: str) -> str:
        """Return the key of a figure as it is typed in this language."""
        return typed_key(self.words, path, self.names)

    def told_by(self, path: str) -> dict[str, str]:
        """Return a figure that is to be told: its path, what it is called, and the key that tells it."""
        return {"path": path, "text": self.figure(path), "key": self.key(path)}

    def standing(self, standing: Standing) -> dict[str, object]:
        """Return who is ahead, line by line."""
        scores = [
            {
                "seat": sheet.seat,
                "name": self.named(sheet.seat),
                "total": None if sheet.untold else sheet.total,
                "rank": place or None,
                "untold": [self.told_by(path) for path in sheet.untold],
                "lines": [
                    {
                        "rule": line.rule,
                        "outcome": line.outcome,
                        "text": self.sentence(self.definition.rules[line.rule].outcome(line.outcome).text, line.values),
                        "points": line.points,
                    }
                    for line in sheet.lines
                ],
            }
            for sheet, place in zip(standing.sheets, standing.ranks, strict=True)
        ]
        verdict = self.step(standing.verdict)["text"] if standing.verdict else ""
        return {
            "final": standing.final,
            "scores": scores,
            "winners": list(standing.winners),
            "tie_break": standing.tie_break,
            "text": verdict,
        }


MANY = 3
"""From so many on figures of one sort are told together."""


def _together(called: Sequence[Sequence[str]]) -> list[str]:
    """Return figures in one: what their names share, then what each has of its own."""
    columns = list(zip(*called, strict=True))
    shared = [column[0] for column in columns if len({*column}) == 1]
    own = [" ".join(word for word, column in zip(one, columns, strict=True) if len({*column}) > 1) for one in called]
    return [f"{', '.join(shared)}: {', '.join(own)}"]
