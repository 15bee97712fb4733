"""Everything translatable of a game, by one generator: for extraction, completeness and the state of translations."""

from __future__ import annotations

from collections.abc import Iterator

from helper.definitions.schema import GameDefinition, Sentence
from helper.definitions.walk import sentences


def messages(definition: GameDefinition) -> Iterator[Sentence]:
    """Yield every sentence of a definition, in the order it is written."""
    yield from sentences(definition)


def placeholders(sentence: Sentence) -> dict[str, bool]:
    """Return the placeholders of a sentence in order; true where a figure of its rule stands there."""
    import re

    names = re.findall(r"\{(\w+)\}", f"{sentence.text} {sentence.plural}")
    return {name: name in sentence.values for name in names}
