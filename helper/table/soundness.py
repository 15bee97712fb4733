"""Whether a game can be played as it says: its module, its examples, and a table that is only tried.

What code of others does wrong is told as a fault, never raised. Each part is looked at only where those before it are sound, since
one fault would be told many times.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module

from helper.definitions.code import definitions, lacking, no_outcome, offers, unknown_names, written
from helper.definitions.fold import nearest
from helper.definitions.inputs import BASE_TYPES, declarations
from helper.definitions.lint import lint
from helper.definitions.schema import Example, GameDefinition
from helper.errors import Damaged, Fault, HelperError
from helper.games import Game, module
from helper.table import Stamp, Table, calculate, new
from helper.table.calculating import agrees, tried
from helper.table.wording import Speaker, plain

QUESTIONS = ("status", "legal", "score", "resolve", "log")
LONGEST = 200


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
    predicates, types = (
        one if isinstance(one, Mapping) else None for one in (getattr(played, "PREDICATES", 0), getattr(played, "TYPES", 0))
    )
    faults = [*lint(raw, predicates, types), *missing]
    definition = _definition(raw)
    faults.extend(_idle(definition, predicates or {}, sources))
    if definition.id != game:
        faults.append(Fault("other_id", {"given": definition.id, "wanted": game}, "game.toml id"))
    for file, text in sources.items():
        faults.extend(unknown_names(text, file, definition))
    return faults or list(_examples(definition, sources)) or _tried(definition, game, sources)


def _definition(raw: Mapping[str, object]) -> GameDefinition:
    from helper.definitions.build import build

    return build(raw)[0]


def _idle(definition: GameDefinition, predicates: Mapping[str, object], sources: Mapping[str, str]) -> Iterator[Fault]:
    conditions = [one.predicate for rule in definition.rules.values() for one in rule.requires if one.checked_by == "engine"]
    for name in predicates:
        if name not in conditions:
            near = nearest(name, [one for one in conditions if one not in predicates])
            yield Fault("no_condition", {"id": name, "nearest": near}, written(sources, name) or "PREDICATES")


def _examples(definition: GameDefinition, sources: Mapping[str, str]) -> Iterator[Fault]:
    for rule in definition.rules.values():
        for example in rule.examples:
            where = f"{rule.id}:{example.id}"
            yield from (one._replace(where=f"{where} {one.where}".strip()) for one in _example(definition, example, sources))


def _example(definition: GameDefinition, example: Example, sources: Mapping[str, str]) -> list[Fault]:
    try:
        result, steps = tried(definition, example)
        Speaker(definition, "en", {}).steps(steps)
    except HelperError as error:
        return list(error.faults)
    except Exception as error:
        return [_failed(definition, error, sources)]
    if agrees(result, example.then):
        return []
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
            return question(*about, **more)
        except HelperError as error:
            faults.extend(error.faults if isinstance(error, Damaged) else ())
        except Exception as error:
            fault = _failed(definition, error, sources)
            faults.append(fault._replace(where=fault.where or f"helper {command}"))
        return None

    for calculator in definition.calculators:
        ask(f"calc {game} {calculator}", calculate, game, calculator, {})
    for number in dict.fromkeys(definition.players):
        for start in ("full", "figures"):
            table = ask(f"new {game}", _table, game, number, start)
            if isinstance(table, Table):
                faults.extend(_undeclared(definition, table))
                for question in QUESTIONS:
                    ask(question, table.ask, question, dry_run=True)
    told: dict[str, Fault] = {}
    for fault in faults:
        told.setdefault(f"{fault.code} {fault.values}", fault)
    return list(told.values())


def _table(game: str, seats: int, start: str) -> Table:
    return Table(new(game, [f"P{number}" for number in range(1, seats + 1)], start=start), lambda: Stamp("trial", ""))


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
        return no_outcome(definition.rules[rule], outcome)
    return _raised("python_fails", error, sources)


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
