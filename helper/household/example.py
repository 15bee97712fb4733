"""Write the first house file of a game: an example of everything, commented out, made from the game's own definition."""

from __future__ import annotations

from collections.abc import Iterator

from helper.definitions.schema import GameDefinition, Rule, Table
from helper.household.writing import begun, quoted

OPEN = "not in our sources"  # how a rule says that no source gives its text
MOST = 3

HEAD = """\
# House rules: what your group plays otherwise, or knows from its own box.
# Take away the “# ” before the lines that you want, and change them. An entry with an id that the game has changes that rule;
# another id makes a new one. “helper house check” says what the file changes, or what is wrong with it.
"""


def example(definition: GameDefinition, language: str) -> str:
    """Return a file that holds nothing but examples: it can be read as it is, and changes nothing."""
    parts = [HEAD + "\n" + begun(definition.id, language) + '# title = "Our Friday group"\n']
    parts += [_commented(title, lines) for title, lines in _parts(definition, language) if lines]
    return "\n".join(parts)


def _commented(title: str, lines: list[str]) -> str:
    return "".join(f"# {line}".rstrip() + "\n" for line in (f"--- {title}", *lines))


def _parts(definition: GameDefinition, language: str) -> Iterator[tuple[str, list[str]]]:
    rules = list(definition.rules.values())
    unknown = [rule for rule in rules if OPEN in rule.text.text]
    yield "Texts that are not in our sources: type what your box says.", [line for rule in unknown for line in _text(rule)]
    figures = [rule for rule in rules if _counting(rule) and rule not in unknown]
    yield "Figures that your group has otherwise.", [line for rule in figures[:MOST] for line in _figures(rule)]
    yield "Rows of tables that our sources leave open.", [line for table in definition.tables.values() for line in _rows(table)]
    options = [option for option in definition.options.values() if option.is_reading and option.default]
    settled = [("[[options]]", f"id = {quoted(option.id)}", f"default = {quoted(option.default)}", "") for option in options[:MOST]]
    yield "Readings that your group has settled.", [line for lines in settled for line in lines]
    yield "A rule of your own.", ["[[rules]]", 'id = "our-rule"', 'title = "Tea"', 'text = "Whoever spills the tea begins."', ""]
    first = unknown[0].id if unknown else rules[0].id if rules else "our-rule"
    other = "de" if language != "de" else "en"
    yield "Your sentences in another language.", [f"[translations.{other}]", f'"{first}:text" = "…"']


def _text(rule: Rule) -> list[str]:
    return ["[[rules]]", f"id = {quoted(rule.id)}  # {rule.title.text}", 'text = "…"', ""]


def _counting(rule: Rule) -> dict[str, int]:
    """Return the figures of a rule that something follows from."""
    return {name: value for name, value in rule.values.items() if type(value) is int and name not in rule.shown_only}


def _figures(rule: Rule) -> list[str]:
    values = ", ".join(f"{name} = {value}" for name, value in _counting(rule).items())
    return ["[[rules]]", f"id = {quoted(rule.id)}  # {rule.title.text}", f"values = {{ {values} }}", ""]


def _rows(table: Table) -> list[str]:
    if not table.unknown:
        return []
    cells = ", ".join(f"{column.id} = {_cell(table, column.id)}" for column in table.columns)
    rows = ", ".join(f"{{ low = {low}, high = {high}, {cells} }}" for low, high in table.unknown)
    return ["[[tables]]", f"id = {quoted(table.id)}  # {table.title.text}", f"rows = [{rows}]", ""]


def _cell(table: Table, column: str) -> str:
    known = next((row[column] for row in table.rows if column in row), "…")
    return str(known) if isinstance(known, int) else quoted("…")
