"""Chores of a checkout: `python -m helper.dev check|write|rule GAME ID|new-language LANG|new-game ID|bench`."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
SHOWN_LINES = 20

Files = Mapping[Path, str]


def catalogs() -> Files:
    """Return the template of the catalogs and every catalog, as they should be."""
    from helper.i18n.catalog_files import files

    return files()


def commands() -> Files:
    """Return the page of all commands. A process of its own says it in English, whatever is bound here."""
    import os
    import subprocess

    code = "from helper.cli.reference_page import page; print(page(), end='')"
    english = {**os.environ, "HELPER_LANG": "en", "LANGUAGE": "en", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    made = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=english, capture_output=True, check=True, encoding="utf-8")
    return {ROOT / "docs" / "commands.md": made.stdout}


# What is generated and committed: a function from nothing to paths and what they should hold.
GENERATED: tuple[Callable[[], Files], ...] = (catalogs, commands)


def write() -> int:
    """Write every generated file that is not as it should be."""
    for path, content in _stale().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        print(f"written: {path.relative_to(ROOT)}")
    return 0


def check() -> int:
    """Say which generated files are not as they should be, and how to make them so."""
    stale = _stale()
    for path, content in stale.items():
        name = path.relative_to(ROOT).as_posix()
        is_now = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        difference = list(difflib.unified_diff(is_now, content.splitlines(), name, f"{name} as it should be", lineterm="", n=1))
        print("\n".join(difference[:SHOWN_LINES]))
        if len(difference) > SHOWN_LINES:
            print(f"… and {len(difference) - SHOWN_LINES} more lines")
    if stale:
        print("\nBring them up to date with: python -m helper.dev write", file=sys.stderr)
    return 1 if stale else 0


def new_language(lang: str) -> int:
    """Create the catalog of a new language with nothing translated yet."""
    from helper.i18n.catalog_files import fresh
    from helper.i18n.catalogs import CHECKOUT, DOMAIN
    from helper.i18n.checkout import locale_of

    path = CHECKOUT / lang / "LC_MESSAGES" / f"{DOMAIN}.po"
    if str(locale_of(lang)) != lang:
        return _refused(f"{lang} is no language that Babel knows; write it like de or pt_BR")
    if path.exists():
        return _refused(f"{path.relative_to(ROOT)} exists already")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(fresh(lang), encoding="utf-8")
    print(f"written: {path.relative_to(ROOT)}")
    return 0


def new_game(game: str) -> int:
    """Create the folder of a new game: a definition that loads, with one rule to replace, to look things up in."""
    from helper.definitions.load import GAMES

    folder = GAMES / game.replace("-", "_")
    if not all(part.isalnum() and part.isascii() and part == part.lower() for part in game.split("-")):
        return _refused(f"{game} is no id; write it in small letters, like capital-lux-2")
    if folder.exists():
        return _refused(f"{folder.relative_to(ROOT)} exists already")
    for name, content in starter(game).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        print(f"written: {path.relative_to(ROOT)}")
    print("Now: python -m helper.dev write")
    return 0


def starter(game: str) -> Mapping[str, str]:
    """Return the files of a game's first definition."""
    title = game.replace("-", " ").title()
    return {
        "game.toml": f"""\
format = 1
id = "{game}"
title = "{title}"
version = "0.1.0"
date = "2026-01-01"
edition = "First edition"
players = [2, 4]

[[sources]]
id = "rulebook"
title = "The printed rules"
binding = true
""",
        "rules/01_first.toml": """\
[topic]
id = "turn"
title = "The turn"
order = 1

[[rules]]
id = "turn.first"
title = "The first rule"
text = "Replace this sentence. A number stands in values: {hand} cards."
values = { hand = 5 }
shown_only = ["hand"]
sources = ["rulebook"]
""",
    }


def show_rule(game: str, id: str) -> int:
    """Print one rule whole: what the definition says, the conditions and the effect that code adds, and where they stand."""
    import inspect

    from helper.definitions.load import load
    from helper.games import rules_of

    definition, module = load(game), rules_of(game)
    if id not in definition.rules:
        return _refused(f"{game} has no rule {id}")
    rule, code = definition.rules[id], module.CODE.get(id)
    print(f"{rule.title.text}  ({id}; {', '.join(rule.sources)})\n  {rule.text.text}  {dict(rule.values)}\n")
    for owner, condition in definition.conditions(rule):
        found = module.CODE[owner.id].conditions.get(condition.id) if owner.id in module.CODE else None
        print(f"needs {condition.id}, of {owner.id}: {condition.text.text}")
        if found and owner is rule:
            print(inspect.getsource(found))
        elif found:
            print(f"  {found.__code__.co_filename}:{found.__code__.co_firstlineno}")
        elif condition.checked_by != "engine":
            print(f"  by the {condition.checked_by}")
    if code and code.effect:
        print(inspect.getsource(code.effect))
    for outcome in rule.outcomes:
        print(f"outcome {outcome.id}: {outcome.text.text}")
    return 0


def bench(arguments: Sequence[str]) -> int:
    """Measure what docs/performance.md reports."""
    from importlib import import_module

    result = import_module("helper.bench").main(list(arguments))
    return int(result or 0)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one chore and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m helper.dev", description="Chores of a checkout.")
    chores = parser.add_subparsers(dest="chore", required=True)
    chores.add_parser("check", help="say which generated files are stale")
    chores.add_parser("write", help="write the generated files: locales/helper.pot, every .po and docs/commands.md")
    chores.add_parser("new-language", help="create the catalog of a language").add_argument("lang")
    chores.add_parser("new-game", help="create the folder of a game").add_argument("game")
    chores.add_parser("bench", help="measure speed", add_help=False)
    one = chores.add_parser("rule", help="print a rule whole: words, conditions, effect")
    one.add_argument("game")
    one.add_argument("id")
    chosen, rest = parser.parse_known_args(argv)
    if chosen.chore == "bench":
        return bench(rest)
    if rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if chosen.chore == "new-language":
        return new_language(chosen.lang)
    if chosen.chore == "rule":
        return show_rule(chosen.game, chosen.id)
    if chosen.chore == "new-game":
        return new_game(chosen.game)
    return check() if chosen.chore == "check" else write()


def _stale() -> dict[Path, str]:
    found: dict[Path, str] = {}
    for generate in GENERATED:
        for path, content in generate().items():
            if not path.is_file() or path.read_text(encoding="utf-8") != content:
                found[path] = content
    return found


def _refused(why: str) -> int:
    print(why, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
