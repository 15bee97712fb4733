"""Everything translatable of a game, by one generator: for extraction, completeness and the state of translations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from helper.definitions.schema import GameDefinition, Sentence


def messages(definition: GameDefinition) -> Iterator[Sentence]:
    """Yield every sentence of a definition, in the order it is written."""
    yield from _sentences(definition)


def placeholders(sentence: Sentence) -> dict[str, bool]:
    """Return the placeholders of a sentence in order; true where a figure of its rule stands there."""
    import re

    names = re.findall(r"\{(\w+)\}", f"{sentence.text} {sentence.plural}")
    return {name: name in sentence.values for name in names}


def _sentences(value: object) -> Iterator[Sentence]:
    if isinstance(value, Sentence):
        if value.text:
            yield value
    elif isinstance(value, Mapping):
        for entry in value.values():
            yield from _sentences(entry)
    elif isinstance(value, (tuple, list)):
        for entry in value:
            yield from _sentences(entry)
