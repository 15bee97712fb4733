"""Texts of rules that are typed when a record begins: they go into the house file, which counts at once."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from helper.cli.terminal import Terminal
from helper.cli.writing import write_whole
from helper.errors import Fault, SurroundingsFailed, UnreadableInput


class Edit:
    """A house file as it will be; `write` puts it into the place of the former one, whole or not at all."""

    def __init__(self, file: Path, text: str) -> None:
        self.file = file
        self.text = text

    def write(self) -> None:
        """Write the file; raises SurroundingsFailed where the disk does not let us."""
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SurroundingsFailed(Fault("cannot_write", {"problem": error.strerror or str(error)}, str(self.file))) from error
        write_whole(self.file, self.text)


def typed_texts(terminal: Terminal, game: str, given: Sequence[str]) -> Edit:
    """Return the house file of a game with the texts of rules in it, and let this process use it.

    Raises UnreadableInput for a rule that does not exist, Damaged where the file would not hold.
    """
    from helper.definitions.load import load
    from helper.household.files import read_text, text_of
    from helper.household.places import house_file
    from helper.household.writing import begun, with_sentence

    named = terminal.settings.house
    file = Path(named) if named is not None else house_file(game)
    text = text_of(file) if os.path.isfile(file) else begun(game, terminal.words.lang)
    for rule, sentence in _sentences(terminal, game, given):
        text = with_sentence(text, rule, sentence, file.name)
    house = read_text(text, file.name)
    if house.game != game:
        raise UnreadableInput(Fault("house_game", {"game": house.game, "wanted": game}, str(file)))
    load(game, house)
    if terminal.household:
        terminal.household.begin(house)
    return Edit(file, text)


def _sentences(terminal: Terminal, game: str, given: Sequence[str]) -> list[tuple[str, str]]:
    """Return which rule gets which text, each rule once."""
    from helper import reference

    found: dict[str, str] = {}
    for word in given:
        name, _, sentence = word.partition("=")
        if not name.strip() or not sentence.strip():
            raise UnreadableInput(Fault("rule_text_needed", {"given": word}, "--text"))
        rules = reference.rules(game, terminal.language, name.strip())["rules"]
        assert isinstance(rules, list)
        if len(rules) > 1:
            raise UnreadableInput(Fault("ambiguous_word", {"given": name.strip(), "known": [one["id"] for one in rules]}, "--text"))
        if rules[0]["id"] in found:
            raise UnreadableInput(Fault("key_twice", {"key": rules[0]["id"]}, "--text"))
        found[rules[0]["id"]] = " ".join(sentence.split())
    return list(found.items())
