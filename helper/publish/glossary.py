"""Write the words of a game: those of these pages, the marks of roles, the printed edition's words, and others that people use."""

from __future__ import annotations

from html import escape

from helper.definitions.fold import fold
from helper.definitions.schema import TermEntry
from helper.i18n.naming import listed
from helper.publish.rule_card import badge
from helper.publish.writer import Book, Writer, finished


def glossary(book: Book) -> str:
    """Return the page of words. What is our own rendering is marked."""
    writer = book.writer()
    ordered = sorted(book.definition.terms.values(), key=lambda entry: fold(book.words.sentence(entry.sheet)))
    entries = [_entry(book, writer, entry, entry.id in book.ours) for entry in ordered]
    intro = [writer.say("First the words of these pages. Search and input take all the others too.")]
    if book.ours:
        intro.append(writer.say("What is marked as our own rendering is printed on cards that we know in another language only."))
    return finished(book, writer, book.words.say("Glossary"), [" ".join(intro), f'<dl class="terms">{"".join(entries)}</dl>'])


def _entry(book: Book, writer: Writer, entry: TermEntry, ours: bool) -> str:
    say = book.words.say
    sheet = book.words.sentence(entry.sheet)
    lines = []
    for name, text in ((say("In the printed edition"), entry.box), (say("Also called"), entry.also)):
        others = ", ".join(word for word in listed(book.words.sentence(text)) if word != sheet)
        if others:
            lines.append(f"<dd><span>{escape(name)}:</span> {escape(others)}</dd>")
    if ours:
        rendering = escape(say("our own rendering"))
        lines.append(f'<dd><span class="mark mark-assumed">{rendering}</span></dd>')
    letters = badge(book.words.sentence(entry.mark)) if entry.mark else ""
    return f'<div id="term.{entry.id}"><dt>{letters}{writer.html(entry.sheet)}</dt>{"".join(lines)}</div>'
