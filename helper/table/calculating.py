"""Calculators: an answer from flat inputs, without a record; and the examples of the definitions, run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from helper.definitions.inputs import InputReader, Reading, english, words_to_tree
from helper.definitions.load import load
from helper.definitions.schema import Calculator, Example, GameDefinition, Input
from helper.errors import Fault, HelperError, UnreadableInput
from helper.games import Game, rules_of
from helper.i18n.keys import typed_pattern
from helper.i18n.naming import called, one_named
from helper.i18n.words import Words
from helper.table.given import text, texts, texts_by_name
from helper.table.grids import grids
from helper.table.wording import Speaker, plain

if TYPE_CHECKING:
    from helper.engine.resolution import Resolution, Step

Inputs = Mapping[str, object] | Sequence[str]


def calculators(game: str, language: str = "en") -> dict[str, object]:
    """Return the calculators of a game, each with what it asks for."""
    definition = load(text(game, "game"))
    words = Words(text(language, "language"), definition)
    return {
        "game": definition.id,
        "calculators": [
            {
                "id": one.id,
                "title": words.sentence(one.title),
                "called": called(words, one.id, one.title),
                "text": words.sentence(one.text),
                "inputs": [
                    {
                        "key": input.key,
                        "typed": typed_pattern(words, input.key),
                        "label": words.sentence(input.label),
                        "type": input.type,
                        "optional": input.optional,
                    }
                    for input in definition.inputs
                    if one.id in input.used_by
                ],
            }
            for one in definition.calculators.values()
        ],
    }


def find_calculator(definition: GameDefinition, name: str, words: Words) -> Calculator:
    """Return a calculator by its id, its title or a unique prefix of either; raises UnreadableInput with the nearest name."""
    return definition.calculators[
        one_named(words, name, {id: one.title for id, one in definition.calculators.items()}, "unknown_calculator")
    ]


def calculate(
    game: str | GameDefinition,
    name: str,
    inputs: Inputs,
    language: str = "en",
    options: Mapping[str, str] | None = None,
    names: Mapping[str, str] | None = None,
) -> dict[str, object]:
    """Answer a calculator from nested inputs or from `key=value` words. `names`: the seats and what they are called, also those of
    which nothing is told. `game`: its id, or a definition already loaded.

    Returns `game`, `calculator`, `result` (ids and numbers only), `grids` (its tables, worded), `steps` (each with its
    text) and `warnings`. Raises UnreadableInput with every fault of the inputs, Forbidden where the rules say no.
    """
    definition = game if isinstance(game, GameDefinition) else load(text(game, "game"))
    rules = rules_of(definition.id)
    words = Words(text(language, "language"), definition)
    calculator = find_calculator(definition, text(name, "name"), words)
    names, options = texts_by_name(names, "names"), texts_by_name(options, "options")
    tree = inputs if isinstance(inputs, Mapping) else words_to_tree(texts(inputs, "inputs"))
    reader = InputReader(definition, _inputs(definition, calculator), rules.TYPES, words.vocabulary(moves=False))
    reading = reader.read(tree)
    if names:
        reading = reading._replace(seats=tuple(dict.fromkeys((*names, *reading.seats))))
    chosen = read_options(definition, options)
    answer = _answered(definition, rules, calculator, reading, chosen)
    speaker = Speaker(definition, language, names)
    if answer.questions:
        asked = [(key, str(speaker.step(step)["text"])) for key, step in answer.questions]
        raise UnreadableInput(*(Fault("decide_first", {"question": question, "key": key}) for key, question in asked))
    warnings = [speaker.warning(one) for one in answer.warnings]
    empty = left_out(definition, calculator, reading.figures, reading.seats)
    if empty:
        warnings.insert(0, words.say("Left out, and taken as empty: {figures}.", figures="; ".join(speaker.figure(path) for path in empty)))
    return {
        "game": definition.id,
        "calculator": calculator.id,
        "result": plain(answer.result),
        "grids": grids(speaker, answer.grids),
        "steps": speaker.steps(answer.steps),
        "warnings": warnings,
    }


def _inputs(definition: GameDefinition, calculator: Calculator) -> list[Input]:
    return [one for one in definition.inputs if calculator.id in one.used_by]


def left_out(definition: GameDefinition, calculator: Calculator, figures: Mapping[str, object], seats: Sequence[str]) -> list[str]:
    """Return the paths that a calculator asks for, that may not be left out without a word, and were."""
    found: list[str] = []
    for one in definition.inputs:
        if calculator.id in one.used_by and not one.optional:
            paths = [""]
            for part in one.key.split("."):
                axis = part[1:-1] if part.startswith("<") else ""
                values = seats if axis == "seat" else definition.axes[axis] if axis else (part,)
                paths = [f"{path}.{value}" if path else value for path in paths for value in values]
            found.extend(path for path in paths if path not in figures)
    return found


def read_options(definition: GameDefinition, given: Mapping[str, str]) -> dict[str, str]:
    """Return options with their readings, as ids; raises UnreadableInput for one that does not exist."""
    from helper.definitions.inputs import find

    found = {}
    for id, reading in given.items():
        option = find(id, "", definition.options, {})
        found[option] = find(reading, "", definition.options[option].choices, {}, option)
    return found


def worked(definition: GameDefinition, example: Example) -> tuple[Step, ...] | None:
    """Return the steps of an example of the definitions, none for a move; None where it does not come out as it says."""
    try:
        result, steps = tried(definition, example)
    except HelperError:
        return None
    return steps if agrees(result, example.then) else None


def tried(definition: GameDefinition, example: Example) -> tuple[Mapping[str, object], tuple[Step, ...]]:
    """Return what an example of the definitions comes to: a result with its steps, or the verdict on a move and its reasons.

    Raises HelperError where it cannot be read, or is refused.
    """
    rules = rules_of(definition.id)
    if example.calculator:
        found = _calculated(definition, rules, example)
        return found.result, found.steps
    return _judged(definition, rules, example), ()


def holds(definition: GameDefinition, example: Example) -> bool:
    """Return whether an example of the definitions comes out as it says."""
    return worked(definition, example) is not None


def _calculated(definition: GameDefinition, rules: Game, example: Example) -> Resolution:
    calculator = definition.calculators[example.calculator]
    reader = InputReader(definition, _inputs(definition, calculator), rules.TYPES, english(definition))
    return _answered(definition, rules, calculator, reader.read(nested(example.given)), example.options)


def _answered(definition: GameDefinition, rules: Game, calculator: Calculator, given: Reading, options: Mapping[str, str]) -> Resolution:
    """Return what a game answers; raises UnreadableInput naming every figure that it could not do without."""
    from helper.engine.move import Open
    from helper.engine.position import Unknown

    try:
        return rules.calculate(definition, calculator.id, given, options)
    except Unknown as unknown:
        raise UnreadableInput(*(Fault("tell_first", {"key": path}, path) for path in unknown.paths)) from None
    except Open as wanted:
        raise UnreadableInput(Fault("tell_first", {"key": str(wanted)}, str(wanted))) from None


def _judged(definition: GameDefinition, rules: Game, example: Example) -> dict[str, object]:
    from helper.engine.journal import Header
    from helper.engine.verdict import check
    from helper.table.reading import read_move

    given = dict(example.given)
    seats, seat, start = given.pop("seats", ["P1", "P2"]), given.pop("seat", None), given.pop("start", "full")
    assert isinstance(seats, list)
    pairs = [str(one).partition("=") for one in seats]
    names, roles = {id: id for id, _, _ in pairs}, {id: role for id, _, role in pairs if role}
    header = Header(definition.id, definition.version, names, roles, example.options, str(start))
    parameters = definition.parameters
    inputs = [one for one in definition.inputs if one.record or one.key in parameters]
    reader = InputReader(definition, inputs, rules.TYPES, english(definition), header.seats, roles)
    position = rules.start(definition, header)._replace(now=1)
    position = position.put(reader.read(nested(given)).figures)
    move = read_move(definition, reader, english(definition), example.move.split())._replace(seat=str(seat) if seat else None)
    drafted = rules.draft(definition, position, move)
    verdict = check(definition, rules.CODE, position, drafted, rules.fresh, roles.get(str(seat), ""))
    return {"verdict": verdict.outcome, "reasons": [reason.condition for reason in verdict.reasons]}


def nested(flat: Mapping[str, object]) -> dict[str, object]:
    """Return the nested form of figures by path."""
    tree: dict[str, object] = {}
    for path, value in flat.items():
        branch = tree
        *above, last = path.split(".")
        for part in above:
            below = branch.setdefault(part, {})
            assert isinstance(below, dict)
            branch = below
        branch[last] = value
    return tree


def agrees(found: object, wanted: object) -> bool:
    """Return whether what was found is as wanted; mappings may hold more than is asked for, lists may not."""
    if isinstance(wanted, Mapping):
        return isinstance(found, Mapping) and all(key in found and agrees(found[key], value) for key, value in wanted.items())
    if isinstance(wanted, list):
        return isinstance(found, (list, tuple)) and len(found) == len(wanted) and all(map(agrees, found, wanted))
    return found == wanted
