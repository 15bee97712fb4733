"""Whether a game can be played as it says: its module, its examples, and a table that is only tried.

What code of others does wrong is told as a fault, never raised. Each part is looked at only where those before it are sound, since
one fault would be told many times.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from helper.definitions.code import definitions, lacking, no_outcome, offers, unknown_names, written
from helper.definitions.fold import nearest
from helper.definitions.inputs import BASE_TYPES, declarations
from helper.definitions.lint import lint
from helper.definitions.schema import Example, GameDefinition, Input, Rule
from helper.engine.rules import Rules
from helper.errors import Damaged, Fault, HelperError
from helper.games import Game, module, types_of
from helper.table import Stamp, Table, calculate, new
from helper.table.calculating import agrees, tried
from helper.table.wording import Speaker, plain

QUESTIONS = ("status", "legal", "score", "resolve", "log")
LONGEST = 200
MOST = 20
"""More players than this are not tried."""
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


def faults_of(raw: Mapping[str, object], sources: Mapping[str, str], game: str = "") -> list[Fault]:
    """Return every fault of a game: of its definition, and of its Python where `game` is what it is known by.

    `sources` are the texts of its modules, by the names of their files.
    """
    if not game:
        return lint(raw, None, None if sources else BASE_TYPES)
    try:
        played = import_module(module(game))
    except BaseException as error:  # code of others fails in its own ways, and some of it ends the process
        if isinstance(error, KeyboardInterrupt):
            raise
        return [*lint(raw), _raised("bad_package", error, sources, module=module(game))]
    file = str(played.__file__ or "").replace("\\", "/").rpartition("/")[2]
    missing = [fault._replace(where=fault.where or file) for fault in lacking(played, Game, definitions(sources))]
    if not any(hasattr(played, name) for name in offers(Game)):
        return lint(raw, None, BASE_TYPES)  # nothing of what plays a game: it is one to look things up in
    code, types = getattr(played, "CODE", None), getattr(played, "TYPES", None)
    faults = [*lint(raw, None, types if isinstance(types, Mapping) else None), *missing]
    definition = _definition(raw)
    if isinstance(code, Rules):
        faults.extend(_unmatched(definition, code, sources))
        if isinstance(types, Mapping) and not faults:
            faults.extend(_unknown_figures(definition, code, types, sources))
    if definition.id != game:
        faults.append(Fault("other_id", {"given": definition.id, "wanted": game}, "game.toml id"))
    for file, text in sources.items():
        faults.extend(unknown_names(text, file, definition))
    return faults or _once(_examples(definition, sources)) or _once(_tried(definition, game, sources))


def _once(faults: Iterable[Fault]) -> list[Fault]:
    """Return faults without those that say again what one before them says."""
    told: dict[str, Fault] = {}
    for fault in faults:
        told.setdefault(f"{fault.code} {fault.values}", fault)
    return list(told.values())


def _definition(raw: Mapping[str, object]) -> GameDefinition:
    from helper.definitions.build import build

    return build(raw)[0]


def _unmatched(definition: GameDefinition, code: Rules, sources: Mapping[str, str]) -> Iterator[Fault]:
    """Yield what stands in the definition or in code alone: rules, conditions, and moves without an effect."""
    for id in code:
        if id not in definition.rules:
            given = {"key": "rules", "given": id, "nearest": nearest(id, definition.rules)}
            yield Fault("dangling", given, written(sources, id))
    for rule in definition.rules.values():
        wanted = [one.id for one in rule.requires if one.checked_by == "engine"]
        there = code[rule.id].conditions if rule.id in code else {}
        for id in [id for id in wanted if id not in there]:
            near = nearest(id, [one for one in there if one not in wanted])
            yield Fault("no_predicate", {"id": id, "nearest": near}, f"{rule.id}:{id}")
        for id in [id for id in there if id not in wanted]:
            near = nearest(id, [one for one in wanted if one not in there])
            yield Fault("no_condition", {"id": id, "nearest": near}, written(sources, id) or rule.id)
        if rule.move and not (rule.id in code and code[rule.id].effect):
            yield Fault("no_effect", {"rule": rule.id}, rule.id)


def _unknown_figures(definition: GameDefinition, code: Rules, types: Mapping[str, Any], sources: Mapping[str, str]) -> Iterator[Fault]:
    """Yield the figures that code declares and that no input does, or one of another type."""
    for key in code.figures.unknown(definition, types):
        near = nearest(key, [one.key for one in definition.inputs])
        yield Fault("no_input", {"path": key, "nearest": near}, written(sources, key))


def _examples(definition: GameDefinition, sources: Mapping[str, str]) -> Iterator[Fault]:
    for rule in definition.rules.values():
        for example in rule.examples:
            where = f"{rule.id}:{example.id}"
            yield from (one._replace(where=f"{where} {one.where}".strip()) for one in _example(definition, example, sources))


def _example(definition: GameDefinition, example: Example, sources: Mapping[str, str]) -> list[Fault]:
    try:
        result, steps = tried(definition, example)
        unfilled = list(_unfilled(Speaker(definition, "en", {}).steps(steps)))
    except HelperError as error:
        return list(error.faults)
    except Exception as error:
        return [_failed(definition, error, sources)]
    if agrees(result, example.then):
        return unfilled
    return [_difference(plain(result), example.then, "then")]


def _difference(found: object, wanted: object, key: str) -> Fault:
    """Return the first difference of what came out from what was to."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        for name, value in wanted.items():
            if name not in found:
                return Fault("dangling", {"key": key, "given": name, "nearest": nearest(name, map(str, found))})
            if not agrees(found[name], value):
                return _difference(found[name], value, f"{key}.{name}")
    return Fault("example_differs", {"key": key, "found": _short(found), "then": _short(wanted)})


def _short(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:LONGEST]


def _tried(definition: GameDefinition, game: str, sources: Mapping[str, str]) -> list[Fault]:
    """Ask a table that nobody sits at everything that a table is asked, with the fewest and the most players."""
    faults: list[Fault] = []

    def ask(command: str, question: Callable[..., object], *about: object, **more: object) -> object:
        try:
            answer = question(*about, **more)
            faults.extend(_unfilled(answer))
            return answer
        except HelperError as error:
            faults.extend(error.faults if isinstance(error, Damaged) else ())
        except Exception as error:
            fault = _failed(definition, error, sources)
            faults.append(fault._replace(where=fault.where or f"helper {command}"))
        return None

    for calculator in definition.calculators:
        ask(f"calc {game} {calculator}", calculate, game, calculator, {})
    for number in dict.fromkeys(min(number, MOST) for number in definition.players):
        for start in ("full", "figures"):
            table = ask(f"new {game}", _table, game, number, start)
            if isinstance(table, Table):
                faults.extend(_undeclared(definition, table))
                for question in QUESTIONS:
                    ask(question, table.ask, question, dry_run=True)
                for rule in definition.rules.values():
                    for words in _attempt(definition, rule, table):
                        ask(f"play {' '.join(words)}", table.play, *words, force=True, dry_run=True)
    return faults


def _table(game: str, seats: int, start: str) -> Table:
    return Table(new(game, [f"P{number}" for number in range(1, seats + 1)], start=start), lambda: Stamp("trial", ""))


def _attempt(definition: GameDefinition, rule: Rule, table: Table) -> Iterator[list[str]]:
    """Yield the words of a move with the least and the most that its parameters may be, where their declarations tell that."""
    header = table.journal.header
    if rule.move is None:
        return
    seat = next((seat for seat in header.seats if not rule.roles or header.roles.get(seat) in rule.roles), "")
    declared = [one for key in definition.typed(rule) for one in definition.inputs if one.key == key]
    for end in (0, -1):
        values = [_choices(definition, one)[end] for one in declared if _choices(definition, one)]
        if seat and len(values) == len(declared):
            yield [seat, rule.move.word.text, *map(str, values)]


def _choices(definition: GameDefinition, one: Input) -> tuple[object, ...]:
    """Return the least and the most that a parameter may be, or all it may be, as far as its declaration tells."""
    offered = types_of(definition.id)[one.type].choices
    return (
        tuple(value for value in (one.low, one.high) if value is not None)
        or one.choices
        or tuple(value for value, _ in (offered or _none)(definition))
    )


def _none(definition: GameDefinition) -> Sequence[tuple[str, object]]:
    return ()


def _unfilled(answer: object) -> Iterator[Fault]:
    """Yield the placeholders that were left in what an answer says, at the outcome or the condition that words it."""
    if isinstance(answer, Mapping):
        text, values = answer.get("text"), answer.get("values")
        if isinstance(text, str) and isinstance(values, Mapping):
            for name in _PLACEHOLDER.findall(text):
                where = f"{answer.get('rule')}:{answer.get('outcome') or answer.get('condition')}"
                yield Fault("no_figure_for", {"given": name, "nearest": nearest(name, values)}, where)
        answer = list(answer.values())
    if isinstance(answer, (list, tuple)):
        for one in answer:
            yield from _unfilled(one)


def _undeclared(definition: GameDefinition, table: Table) -> Iterator[Fault]:
    """Yield the figures that set-up makes beside declared ones and that no input declares; what stands apart is the game's own."""
    from helper.table.evening import Evening

    try:
        figures = Evening(table.journal).position.figures
    except Exception:
        return  # the questions tell it
    seats = table.journal.header.seats
    beside = {(one.key.partition(".")[0], one.key.count(".")) for one in definition.inputs if "." in one.key}
    for path in figures:
        if (path.partition(".")[0], path.count(".")) in beside and not declarations(definition, path):
            shown = ".".join("<seat>" if part in seats else part for part in path.split("."))
            yield Fault("no_input", {"path": shown, "nearest": nearest(shown, [one.key for one in definition.inputs])}, "start")


def _failed(definition: GameDefinition, error: Exception, sources: Mapping[str, str]) -> Fault:
    """Return what the code of a game ended in; a step that no outcome words is told as such."""
    rule, colon, outcome = str(error.args[0] if error.args else "").partition(":")
    if isinstance(error, KeyError) and colon and rule in definition.rules:
        return no_outcome(definition.rules[rule], outcome)._replace(where=written(sources, outcome))
    fault, near = _raised("python_fails", error, sources), nearest(rule, definition.rules)
    if isinstance(error, KeyError) and not fault.where and near:  # looked up outside the game's own code: a rule that it named
        return Fault("dangling", {"key": "rules", "given": rule, "nearest": near}, written(sources, rule))
    return fault


def _raised(code: str, error: BaseException, sources: Mapping[str, str], **values: object) -> Fault:
    """Return a fault with what was raised, at the last line of the game's own that led there."""
    place, trace = "", error.__traceback__
    while trace is not None:
        place, trace = _line(trace.tb_frame.f_code.co_filename, trace.tb_lineno, sources) or place, trace.tb_next
    if isinstance(error, SyntaxError) and error.filename:
        place = _line(error.filename, error.lineno or 1, sources) or place
    problem = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return Fault(code, {**values, "problem": problem[:LONGEST]}, place)


def _line(path: str, number: int, sources: Mapping[str, str]) -> str:
    """Return file and line where a path ends in the name of one of the game's files."""
    ends = [name for name in sources if path.replace("\\", "/").endswith(f"/{name}")]
    return f"{max(ends, key=len)}:{number}" if ends else ""
