"""What the parts of a page are written with: a game, the words of one language, and who sits where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from helper.definitions.inputs import InputType
from helper.definitions.load import load
from helper.definitions.schema import GameDefinition, Rule, Sentence
from helper.frozen import Frozen
from helper.games import rules_of
from helper.i18n.words import Words
from helper.publish.companion.markup import NOTHING, Html, tag, text, upper_first
from helper.publish.symbol import symbol

if TYPE_CHECKING:
    from helper.engine.journal import Header


class Sheet(Frozen):
    """A game in one language. `names`: who sits where. `rules`: the address of a rule, with `{topic}` and `{rule}` in it."""

    definition: GameDefinition
    words: Words
    types: Mapping[str, InputType[object]]
    names: Mapping[str, str] = {}
    roles: Mapping[str, str] = {}
    rules: str = ""

    def say(self, said: str, /, **values: object) -> Html:
        """Return one of the program's own sentences."""
        return text(self.words.say(said, **values))

    def sentence(self, sentence: Sentence) -> Html:
        """Return a sentence of the game, marked where it is not translated."""
        written = text(self.words.sentence(sentence))
        if self.words.is_translated(sentence):
            return written
        language, direction = self.words.origin(sentence)
        return tag("span", written, lang=language, dir=direction)

    def title(self, id: str) -> Html:
        """Return the word for an id as a heading, with its symbol where it has one."""
        return Html(symbol(self.definition.id, id) + text(upper_first(self.words.term(id))))

    def name(self, seat: str) -> str:
        """Return what a seat is called: by who sits there, else by what is played there."""
        name = self.names.get(seat, seat)
        return self.words.term(self.roles[seat]) if name == seat and seat in self.roles else name

    def rule(self, rule: Rule) -> Html:
        """Return a link to a rule, by its title."""
        if not self.rules:
            return NOTHING
        address = self.rules.replace("{topic}", rule.topic).replace("{rule}", rule.id)
        return tag("a", self.sentence(rule.title), class_="rule", href=address)

    def rule_of(self, id: object) -> Html:
        """Return a link to the rule of that id."""
        return self.rule(self.definition.rules[str(id)])

    def seated(self, header: Header) -> Sheet:
        """Return the sheet with the names of those who play a record."""
        return self._replace(names=header.seats, roles=header.roles)


def open_sheet(game: str, language: str, rules: str = "", definition: GameDefinition | None = None) -> Sheet:
    """Return the sheet of a game in a language, by the definition of a record where one is given.

    Raises UnreadableInput where game or language does not exist.
    """
    found = definition if definition and definition.id == game else load(game)
    return Sheet(found, Words(language, found), rules_of(found.id).TYPES, rules=rules)
