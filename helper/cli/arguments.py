"""Options that every command has, taken out of the command line wherever they stand in it."""

from __future__ import annotations

from collections.abc import Sequence

from helper.errors import Fault, UnreadableInput
from helper.frozen import Frozen

WITH_VALUE = ("--lang", "--house")
FLAGS = ("--json", "--plain", "--yes")


class Settings(Frozen):
    """What was asked for beside the command: a language, JSON, plain text, no questions, and a house file."""

    lang: str | None = None
    json: bool = False
    plain: bool = False
    yes: bool = False
    house: str | None = None


def hoist(argv: Sequence[str]) -> tuple[Settings, list[str]]:
    """Return the settings and the words that are left; after `--` every word is left as it is.

    Raises UnreadableInput for an option given twice, one without its value, and a word with the sign that ends words elsewhere.
    """
    for word in argv:
        if "\0" in word:
            raise UnreadableInput(Fault("unseen_sign", {"key": word}))
    found: dict[str, str | bool] = {}
    rest: list[str] = []
    words = list(argv)
    while words:
        word = words.pop(0)
        name, equals, value = word.partition("=")
        if word == "--":
            return _settings(found), [*rest, word, *words]
        if name in WITH_VALUE:
            if not equals and not words:
                raise UnreadableInput(Fault("option_without_value", {"option": name}))
            _once(found, name, value if equals else words.pop(0))
        elif word in FLAGS:
            _once(found, word, True)
        else:
            rest.append(word)
    return _settings(found), rest


def _once(found: dict[str, str | bool], option: str, value: str | bool) -> None:
    if option in found:
        raise UnreadableInput(Fault("option_twice", {"option": option}))
    found[option] = value


def _settings(found: dict[str, str | bool]) -> Settings:
    lang, house = found.get("--lang"), found.get("--house")
    return Settings(
        lang if isinstance(lang, str) else None,
        "--json" in found,
        "--plain" in found,
        "--yes" in found,
        house if isinstance(house, str) else None,
    )
