"""What the Python of a game names and its definition does not have, found by reading the code: nothing of it runs here.

Only names that are written out are seen: rules, tables and terms that are looked up, the outcomes of steps. What is put together
while the game runs is for examples to find.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable, Iterator, Mapping

from helper.definitions.fold import nearest
from helper.definitions.schema import GameDefinition, Rule
from helper.errors import Fault

LOOKED_UP = ("rules", "tables", "terms", "options", "checklists", "calculators")
WORDED = ("step", "leave_out", "Step", "ScoreLine")
"""What is called with a rule and one of its outcomes."""

PUT_IN = "*"
"""What stands for a part of a path that is put in while the game runs."""
_PATH = re.compile(r"[a-z_]+(\.[\w*]+)+")

Names = tuple[str, ...]


def unknown_names(text: str, file: str, definition: GameDefinition) -> list[Fault]:
    """Return a fault for every name in a module's text that the definition does not have, each with its line."""
    tree = _parsed(text)
    constants = dict(_constants(tree))
    found: dict[tuple[int, str], Fault] = {}
    for node in ast.walk(tree):
        for fault in _named(node, constants, definition):
            line = getattr(node, "lineno", 0)
            found.setdefault((line, str(fault)), fault._replace(where=f"{file}:{line}"))
    return [found[key] for key in sorted(found)]


def offers(protocol: type) -> list[str]:
    """Return the names of what a module of a protocol offers."""
    return [key for key in (*inspect.get_annotations(protocol), *vars(protocol)) if not key.startswith("_")]


def lacking(module: object, protocol: type, defined: Mapping[str, str]) -> list[Fault]:
    """Return a fault for everything that a module should offer and does not, or offers as something else.

    `defined` says in which line what its files define is defined.
    """
    name, wanted = getattr(module, "__name__", ""), offers(protocol)
    spare = [key for key in defined if not key.startswith("_") and key not in wanted]
    faults = []
    for key in wanted:
        asked, place = vars(protocol).get(key), defined.get(key, "")
        if not hasattr(module, key):
            near = nearest(key, spare)
            faults.append(Fault("no_function", {"module": name, "name": key, "nearest": near}, defined.get(near, "")))
        elif asked is None and not isinstance(getattr(module, key), Mapping):
            faults.append(Fault("no_mapping", {"module": name, "name": key}, place))
        elif asked is not None and not _takes(getattr(module, key), list(inspect.signature(asked).parameters)[1:]):
            arguments = ", ".join(list(inspect.signature(asked).parameters)[1:])
            faults.append(Fault("wrong_function", {"module": name, "name": key, "arguments": arguments}, place))
    return faults


def definitions(sources: Mapping[str, str]) -> dict[str, str]:
    """Return in which file and line each name is given that modules define for all to use."""
    found: dict[str, str] = {}
    for file, text in sources.items():
        for node in _parsed(text).body:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
            names = [node.name] if isinstance(node, ast.FunctionDef) else [target.id for target in targets if isinstance(target, ast.Name)]
            found.update({name: f"{file}:{node.lineno}" for name in names if name not in found})
    return found


def written(sources: Mapping[str, str], text: str) -> str:
    """Return the first file and line that a text stands in, in quotes; empty where it is put together."""
    for file, source in sources.items():
        for node in ast.walk(_parsed(source)):
            if isinstance(node, ast.Constant) and node.value == text:
                return f"{file}:{node.lineno}"
    return ""


def _parsed(text: str) -> ast.Module:
    """Return a module as it is written, an empty one where it cannot be read: importing it says so better."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return ast.Module([], [])


def _takes(function: object, arguments: list[str]) -> bool:
    if not callable(function):
        return False
    try:
        inspect.signature(function).bind(*arguments)
    except TypeError:
        return False
    except ValueError:  # written in C: it does not say what it takes
        return True
    return True


def _constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the texts that a module gives a name."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from ((target.id, node.value.value) for target in node.targets if isinstance(target, ast.Name))


def _texts(node: ast.AST, constants: Mapping[str, str]) -> Names:
    """Return the texts that an expression may be, none where it is put together."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return (node.value,)
    if isinstance(node, ast.Name) and node.id in constants:
        return (constants[node.id],)
    if isinstance(node, ast.IfExp):
        return (*_texts(node.body, constants), *_texts(node.orelse, constants))
    return ()


def _named(node: ast.AST, constants: Mapping[str, str], definition: GameDefinition) -> Iterator[Fault]:
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        yield from _paths(node, definition)
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute):
        if node.value.attr in LOOKED_UP:
            yield from _missing(node.value.attr, _texts(node.slice, constants), getattr(definition, node.value.attr))
        elif node.value.attr == "values":
            yield from _figures(node.value.value, _texts(node.slice, constants), constants, definition)
    elif isinstance(node, ast.Call):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id if isinstance(node.func, ast.Name) else ""
        if called == "number" and isinstance(node.func, ast.Attribute) and node.args:
            yield from _figures(node.func.value, _texts(node.args[0], constants), constants, definition)
        elif called in WORDED and len(node.args) > 1:
            yield from _outcomes(node.args[0], _texts(node.args[1], constants), constants, definition)


def _paths(node: ast.Constant | ast.JoinedStr, definition: GameDefinition) -> Iterator[Fault]:
    """Yield a path of a figure that stands beside declared ones and that no input declares, nor one that goes on where it ends."""
    pieces = node.values if isinstance(node, ast.JoinedStr) else [node]
    path = "".join(str(piece.value) if isinstance(piece, ast.Constant) else PUT_IN for piece in pieces)
    if not _PATH.fullmatch(path):
        return
    parts = path.split(".")
    known = [key for key in (one.key.split(".") for one in definition.inputs) if len(key) >= len(parts)]
    beside = [key for key in known if key[0] == parts[0] and len(key) == len(parts)]
    if beside and not any(_follows(parts, key) for key in known):
        shown = ".".join(want if part == PUT_IN else part for part, want in zip(parts, beside[0], strict=True))
        yield Fault("no_input", {"path": shown, "nearest": nearest(shown, map(".".join, known))})


def _follows(parts: list[str], key: list[str]) -> bool:
    return all(want.startswith("<") or PUT_IN in part or want == part for part, want in zip(parts, key, strict=False))


def _missing(key: str, given: Names, known: Iterable[str]) -> Iterator[Fault]:
    there = set(known)
    for one in given:
        if one not in there:
            yield Fault("dangling", {"key": key, "given": one, "nearest": nearest(one, there)})


def _figures(rule: ast.AST, given: Names, constants: Mapping[str, str], definition: GameDefinition) -> Iterator[Fault]:
    """Yield figures that a rule looked up by its id is asked for and does not state."""
    if isinstance(rule, ast.Subscript) and isinstance(rule.value, ast.Attribute) and rule.value.attr == "rules":
        for id in _texts(rule.slice, constants):
            if id in definition.rules:
                yield from _missing(f"{id}.values", given, definition.rules[id].values)


def _outcomes(rule: ast.AST, given: Names, constants: Mapping[str, str], definition: GameDefinition) -> Iterator[Fault]:
    ids = _texts(rule, constants)
    yield from _missing("rules", ids, definition.rules)
    rules = [definition.rules[id] for id in ids if id in definition.rules]
    for outcome in given:
        if rules and not any(_has(one, outcome) for one in rules):
            yield no_outcome(rules[0], outcome)
        elif not ids and not any(_has(one, outcome) for one in definition.rules.values()):
            known = [one.id for rule in definition.rules.values() for one in rule.outcomes]
            yield Fault("dangling", {"key": "outcomes", "given": outcome, "nearest": nearest(outcome, known)})


def _has(rule: Rule, outcome: str) -> bool:
    return any(one.id == outcome for one in rule.outcomes)


def no_outcome(rule: Rule, outcome: str) -> Fault:
    """Return the fault of a step that names an outcome which its rule does not have."""
    known = [one.id for one in rule.outcomes]
    return Fault("no_outcome", {"id": rule.id, "given": outcome, "known": known or None, "nearest": nearest(outcome, known)})
