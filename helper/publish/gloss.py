"""Explain a word of the game where a page uses it first: by the first sentence of the rule that is about this word."""

from __future__ import annotations

import re

from helper.publish.markdown import block, labelled, legible, link, plain
from helper.publish.writer import Book, Writer

_MARKUP = re.compile(r"<[^>]*>|\]\([^)]*\)|&#?\w+;|\{ #[^}]*\}")
_SENTENCE = re.compile(r"(?<=[.!?])\s")


def glosses(book: Book, writer: Writer, text: str, here: str = "") -> str:
    """Return the explanations of the words that `text` is the first on its page to use, an empty text where there are none."""
    read = _MARKUP.sub(" ", text).casefold()
    lines = []
    for one in book.explained:
        if one.rule.id in writer.explained or not one.forms.search(read):
            continue
        writer.explained.add(one.rule.id)
        first = _SENTENCE.split(book.words.sentence(one.rule.text))[0]
        said = writer.marked(one.rule.text, legible(first))
        lines.append(labelled(link(f"**{plain(one.word)}**", book.to_rule(one.rule.id, here)), said))
    return block("div", "gloss", ["\n\n".join(lines)]) if lines else ""
