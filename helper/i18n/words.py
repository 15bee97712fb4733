"""Word everything in one language: sentences of a game, the program's own, numbers, lists and faults."""

from __future__ import annotations

import re
from collections.abc import Mapping
from gettext import NullTranslations

from helper.definitions import inputs
from helper.definitions.fold import fold
from helper.definitions.schema import NAME_OF_HOUSE, SOURCE, GameDefinition, Key, Phrase, Sentence, Term, Translation, copy_of
from helper.errors import Fault
from helper.frozen import derived
from helper.i18n import catalogs

NONE = "-"
_PLACEHOLDER = re.compile(r"\{(\w+)\}")

Vocabulary = Mapping[str, Mapping[str, str]]


def later(text: str) -> str:
    """Return `text` as it is: marks for the catalogs what stands in a table and is said elsewhere."""
    return text


# Translators: what people type where there is none, of whatever it is: every word and form for it, with commas between.
_NO_WORDS = later("none, nothing, nobody, no one")
Spellings = dict[str, dict[str, str]]


@derived
def _vocabularies(definition: GameDefinition) -> dict[tuple[str, bool], tuple[NullTranslations, Spellings]]:
    """Keep what may be typed in a game, per language, with the catalog that it came from."""
    return {}


class Words:
    """One language, and the words of one game in it where a definition is given.

    Raises UnreadableInput for a language that does not exist.
    """

    def __init__(self, lang: str = catalogs.SOURCE, definition: GameDefinition | None = None) -> None:
        self.lang = catalogs.choose(lang)
        self.definition = definition
        self.symbols = catalogs.symbols(self.lang)
        self._catalog = catalogs.exact(self.lang)
        self._own: Mapping[str, Translation] = definition.translations.get(self.lang, {}) if definition else {}

    @property
    def tag(self) -> str:
        """The language as HTML names it."""
        return catalogs.tag(self.lang)

    @property
    def direction(self) -> str:
        """Which way the language is written: ltr or rtl."""
        return self.symbols.direction

    def sentence(self, sentence: Sentence, values: Mapping[str, object] | None = None) -> str:
        """Return a sentence of a game, its placeholders filled from `values`, else from the figures of its rule.

        Without a translation it comes as it was written; `is_translated` tells.
        """
        filled = {**sentence.values, **values} if values else sentence.values
        if sentence.context in self._own:
            return self._fill(self._form(self._own[sentence.context], filled.get(sentence.by)), filled)
        if not sentence.plural:
            return self._fill(self._of(sentence.context).pgettext(sentence.context, sentence.text) or sentence.text, filled)
        n = _count(filled.get(sentence.by))
        worded = self._of(sentence.context).npgettext(sentence.context, sentence.text, sentence.plural, n)
        return self._fill(worded or (sentence.text if n == 1 else sentence.plural), filled)

    def _of(self, context: str) -> NullTranslations:
        return catalogs.exact(self.lang, catalogs.domain(context))

    def _form(self, said: Translation, figure: object) -> str:
        """Return the form of a translation that a figure calls for, by the plural rule of this language."""
        if isinstance(said, str):
            return said
        rule = getattr(catalogs.catalog(self.lang), "plural", None)
        n = _count(figure)
        place = int(rule(n)) if rule else int(n != 1)
        return said[min(place, len(said) - 1)]

    def written_in(self, sentence: Sentence) -> str:
        """Return the language that a sentence was written in: English, but for games and house files that name another."""
        if self.definition is None or not sentence.context.startswith(f"{self.definition.id}/"):
            return SOURCE
        house = self.definition.house
        return house.language if house and self.definition.is_from_house(sentence) else self.definition.language

    def origin(self, sentence: Sentence) -> tuple[str, str]:
        """Return the language that a sentence was written in as HTML names it, and which way that is written."""
        written = self.written_in(sentence).replace("-", "_")
        return catalogs.tag(written), catalogs.symbols(written).direction if written in catalogs.languages() else "ltr"

    def is_translated(self, sentence: Sentence) -> bool:
        """Return whether this language words the sentence as it stands now; the one it was written in always does."""
        if not sentence.text or sentence.context in self._own or sentence.context == NAME_OF_HOUSE:
            return True
        written = self.written_in(sentence)
        if written != SOURCE:
            return written.replace("-", "_") == self.lang
        if self.lang == SOURCE:
            return True
        if sentence.plural:
            return bool(self._of(sentence.context).npgettext(sentence.context, sentence.text, sentence.plural, 1))
        return bool(self._of(sentence.context).pgettext(sentence.context, sentence.text))

    def say(self, text: str, /, **values: object) -> str:
        """Return one of the program's own sentences, given in English, its placeholders filled."""
        return self._fill(self._catalog.gettext(text) or text, values)

    def say_n(self, one: str, other: str, n: int, **values: object) -> str:
        """Return one of the program's own sentences that depends on a number, which fills `{n}`."""
        worded = self._catalog.ngettext(one, other, abs(n)) or (one if abs(n) == 1 else other)
        return self._fill(worded, {"n": n, **values})

    def fault(self, fault: Fault) -> str:
        """Return what is wrong, after the place where it is. A condition of a rule is said by the rule's own sentences."""
        from helper.i18n.faults import sentences

        known, fault = sentences(), self._of_figure(self._of_argument(fault))
        variants = [f"{fault.code}__without_{key}" for key, value in fault.values.items() if value is None]
        if fault.values.get("nearest"):
            variants.append(f"{fault.code}__near")
        sentence = next((known[code] for code in (*variants, fault.code) if code in known), None)
        if fault.code == "condition" and (refused := self._refused(fault.values)):
            worded = refused
        elif fault.code == "doubted" and (doubt := self._doubt(fault.values)):
            worded = self.sentence(known[fault.code], {"what": doubt})
        elif sentence is None:
            worded = " ".join((fault.code, *(f"{key}={self.value(value)}" for key, value in fault.values.items())))
        else:
            values = dict(fault.values)
            if "wanted" in values:
                values.update({key: known.get(f"word.{values[key]}", values[key]) for key in ("wanted", "given") if key in values})
            worded = self.sentence(sentence, values)
        return f"{fault.where}: {worded}" if fault.where else worded

    def _of_argument(self, fault: Fault) -> Fault:
        """Return what is wrong with an argument of a move with its label for its key, and what it may be in words of the game.

        Figures keep their keys, which are typed. A label of several parts is said where it helps, not as a place.
        """
        inputs, terms = (self.definition.inputs, self.definition.terms) if self.definition and fault.where else ((), {})
        argument = next((one for one in inputs if one.key == fault.where and not one.record and not one.used_by), None)
        if argument is None:
            return fault
        label, given = self.sentence(argument.label), fault.values.get("known")
        known = (
            [Term(one) if isinstance(one, str) and one in terms else one for one in given] if isinstance(given, (list, tuple)) else given
        )
        key, near = fault.values.get("key"), str(fault.values.get("nearest", ""))
        changed = {"key": label if key == fault.where else key, "known": known, "nearest": Term(near) if near in terms else near}
        return fault._replace(
            where="" if ":" in label else label,
            values={**fault.values, **{key: changed[key] for key in changed.keys() & fault.values.keys()}},
        )

    def _of_figure(self, fault: Fault) -> Fault:
        """Return what is wrong with a figure or an argument with its key as this language types it, and what it may be in its words."""
        if self.definition is None or self.lang == SOURCE:
            return fault
        values, terms = dict(fault.values), self.definition.terms
        if isinstance(values.get("key"), str):
            values["key"] = Key(str(values["key"]))
        if isinstance(values.get("example"), str):
            from helper.i18n.keys import typed_value

            values["example"] = typed_value(self, values["example"])
        if fault.where and inputs.declarations(self.definition, fault.where):
            given, near = values.get("known"), values.get("nearest")
            if isinstance(given, list):
                values["known"] = [Term(one) if isinstance(one, str) and one in terms else one for one in given]
            if isinstance(near, str) and near in terms:
                values["nearest"] = Term(near)
        return fault._replace(where=self.value(Key(fault.where)), values=values)

    def _refused(self, values: Mapping[str, object]) -> str:
        rule = self.definition.rules.get(str(values.get("rule"))) if self.definition else None
        for condition in rule.requires if rule else ():
            if condition.id == values.get("condition"):
                seen = values.get("values")
                said = (condition.text, condition.otherwise) if condition.otherwise else (condition.text,)
                return " ".join(self.sentence(sentence, seen if isinstance(seen, Mapping) else None) for sentence in said)
        return ""

    def _doubt(self, values: Mapping[str, object]) -> str:
        """Return what cannot be right, as the outcome of a rule says it; empty where there is no such rule."""
        rule = self.definition.rules.get(str(values.get("rule"))) if self.definition else None
        seen = values.get("values")
        return self.sentence(rule.outcome(str(values.get("outcome"))).text, seen) if rule and isinstance(seen, Mapping) else ""

    def value(self, value: object) -> str:
        """Return a value as this language writes it: numbers, words of the game, names as they are, and lists of these."""
        if isinstance(value, Key):
            from helper.i18n.keys import typed_key

            return typed_key(self, value)
        if isinstance(value, str):
            return value
        if value is None:
            return NONE
        if isinstance(value, bool):
            return self.say("yes") if value else self.say("no")
        if isinstance(value, (int, float)):
            return self._number(value)
        if isinstance(value, Term):
            return self.term(value.id) if value.number is None else f"{self.term(value.id)} {self._number(value.number)}"
        if isinstance(value, Sentence):
            return self.sentence(value)
        if isinstance(value, Mapping):
            return self._list([f"{self.value(key)} {self.value(entry)}" for key, entry in value.items()])
        if isinstance(value, Phrase):
            return ", ".join(self.value(part) for part in value)
        if isinstance(value, (list, tuple)):
            return self._list([self.value(entry) for entry in value])
        if isinstance(value, (set, frozenset)):
            return self._list(sorted(self.value(entry) for entry in value))
        return str(value)

    def term(self, id: str) -> str:
        """Return the sheet's word for a word of the game; the id where the game has none such."""
        terms = self.definition.terms if self.definition else {}
        entry, name = terms.get(id), copy_of(id)
        if entry is None and name in terms:
            return f"{self.sentence(terms[name].sheet)} {self._number(int(id.rpartition('_')[2]))}"
        return self.sentence(entry.sheet) if entry else id

    def vocabulary(self, moves: bool = True) -> Vocabulary:
        """Return what may be typed: for each kind of word every folded spelling, in this language or as id, with its id.

        The kinds are those of the game's terms, and `move` for the words of its moves (the id is the rule's). Without
        `moves` no rule is read: a calculator takes none.
        """
        if self.definition is None:
            return {}
        kept = _vocabularies(self.definition)
        catalog, found = kept.get((self.lang, moves), (None, {}))
        if catalog is not self._catalog:
            found = self._spellings(self.definition, moves)
            kept[self.lang, moves] = self._catalog, found
        return found

    def _spellings(self, definition: GameDefinition, moves: bool) -> Spellings:
        found: Spellings = {}
        entered: list[tuple[str, str, str]] = []
        for entry in definition.terms.values():
            words = [self.sentence(entry.sheet), self.sentence(entry.box), *self.sentence(entry.also).split(",")]
            words += [self.sentence(entry.short)] if entry.short else []
            entered.extend((entry.kind, word, entry.id) for word in words)
        entered.extend((inputs.KEY, word, key) for key, word in self._keys(definition))
        for rule in definition.rules.values() if moves else ():
            if rule.move:
                entered.extend(("move", word, rule.id) for word in (self.sentence(rule.move.word), rule.move.short))
        for kind, _, id in entered:  # ids first: no word of any language may hide one
            found.setdefault(kind, {})[fold(id)] = id
        for kind, word, id in entered:
            if word.strip() not in ("", NONE):
                found[kind].setdefault(fold(word.strip()), id)
        found[inputs.NONE] = {fold(word.strip()): NONE for words in (_NO_WORDS, self.say(_NO_WORDS)) for word in words.split(",")}
        return found

    def _keys(self, definition: GameDefinition) -> list[tuple[str, str]]:
        """Return the segments of keys, each with its word: one of its own, or that of the page, which may also be that of another term."""
        first = sorted(definition.inputs, key=lambda one: not (one.record or one.used_by))  # figures, before arguments of moves alone
        parts = dict.fromkeys(part for one in first for part in one.key.split(".") if part in definition.terms)
        worded = [(part, self.sentence(definition.terms[part].sheet)) for part in parts]
        return [*worded, *((one.key, self.sentence(one.word)) for one in definition.inputs if one.word)]

    def _fill(self, text: str, values: Mapping[str, object]) -> str:
        if "{" not in text:
            return text
        return _PLACEHOLDER.sub(lambda found: self.value(values[found[1]]) if found[1] in values else found[0], text)

    def _number(self, number: int | float) -> str:
        whole, _, fraction = str(abs(number)).partition(".")
        groups: list[str] = []
        size = self.symbols.grouping[0]
        while len(whole) > size:
            groups.insert(0, whole[-size:])
            whole, size = whole[:-size], self.symbols.grouping[1]
        worded = self.symbols.group.join((whole, *groups)) + (self.symbols.decimal + fraction if fraction else "")
        return self.symbols.minus + worded if number < 0 else worded

    def _list(self, entries: list[str]) -> str:
        if len(entries) < 2:
            return entries[0] if entries else NONE
        if len(entries) == 2:
            return self.symbols.pair.format(*entries)
        joined = self.symbols.start.format(entries[0], entries[1])
        for entry in entries[2:-1]:
            joined = self.symbols.middle.format(joined, entry)
        return self.symbols.end.format(joined, entries[-1])


def _count(value: object) -> int:
    """Return what chooses between plural forms: a number, or how many there are."""
    if isinstance(value, Term):
        return abs(value.number or 0)
    if isinstance(value, (list, tuple, set, frozenset, Mapping)):
        return len(value)
    return abs(int(value)) if isinstance(value, (int, float)) else 1
