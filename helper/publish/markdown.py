"""Write text as Markdown that says what it said: nothing in it is taken for markup."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from html import escape

_SPECIAL = re.compile(r'[&<>"*_`\[\]{}\\|~^$#+=!]')
_FIRST = re.compile(r"^(\s*\d+)([.)])|^(\s*)([-:])")
_LEFT_OPEN = re.compile(r"\{\w+\}")  # a figure that only a position knows
_NUMBER = re.compile(r"(?<![\w.,])\d[\d.,\u00a0\u202f’]*\d|(?<![\w.,])\d")


def plain(text: str) -> str:
    """Return `text` as one line of Markdown without any markup in it."""
    line = _inner(text)
    return _FIRST.sub(lambda found: f"{found[1] or found[3]}&#{ord(found[2] or found[4])};", line, count=1)


def legible(text: str) -> str:
    """Return `text` as one line of Markdown with its figures in strong type, to be read across a table."""
    parts: list[str] = []
    end = 0
    for found in _NUMBER.finditer(text):
        parts.extend((plain(text[end : found.start()]) if end == 0 else _inner(text[end : found.start()]), f"**{found[0]}**"))
        end = found.end()
    parts.append(plain(text) if not parts else _inner(text[end:]))
    return "".join(parts)


def link(text: str, target: str, hint: str = "") -> str:
    """Return a link; `text` is Markdown already."""
    return f'[{text}]({target} "{plain(hint)}")' if hint else f"[{text}]({target})"


def head(text: str, anchor: str = "", level: int = 2) -> str:
    """Return a heading; `text` is Markdown already."""
    return f"{'#' * level} {text}" + (f" {{ #{anchor} }}" if anchor else "")


def label(text: str) -> str:
    """Return the small heading of a part; `text` is Markdown already."""
    return f'<p class="label">{text}</p>'


def labelled(name: str, text: str) -> str:
    """Return `text` after its name; both are Markdown already."""
    return f"{name}: {text}"


def page(title: str, body: Iterable[str], **meta: object) -> str:
    """Return a page: its title and what else there is to know of it, then its blocks with blank lines between."""
    matter = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in {"title": title, **meta}.items())
    return f"---\n{matter}---\n\n" + "\n\n".join(block for block in body if block) + "\n"


def block(tag: str, classes: str, body: Iterable[str], **attributes: str) -> str:
    """Return an HTML element with Markdown inside it."""
    written = "".join(f' {key.replace("_", "-")}="{escape(value, quote=True)}"' for key, value in attributes.items())
    inside = "\n\n".join(part for part in body if part)
    return f'<{tag} class="{classes}"{written} markdown>\n\n{inside}\n\n</{tag}>'


def bullets(lines: Iterable[str]) -> str:
    """Return a list; each line is Markdown already."""
    return "\n".join(f"- {line}" for line in lines)


def table(caption: str, heads: Iterable[str], rows: Iterable[tuple[Mapping[str, str], list[str]]], classes: str = "table") -> str:
    """Return a table as one block of HTML: for each row its attributes and its cells, the first of them its heading.

    Heads and cells are HTML already.
    """
    columns = "".join(f'<th scope="col">{text}</th>' for text in heads)
    body = []
    for attributes, (first, *cells) in rows:
        written = "".join(f' {key}="{escape(value, quote=True)}"' for key, value in attributes.items())
        body.append(f'<tr{written}><th scope="row">{first}</th>{"".join(f"<td>{text}</td>" for text in cells)}</tr>')
    titled = f"<caption>{caption}</caption>" if caption else ""
    # With a class of its own, the theme does not wrap the table in another box that scrolls.
    inside = f"{titled}<thead><tr>{columns}</tr></thead><tbody>{''.join(body)}</tbody>"
    return f'<div class="{classes}" tabindex="0"><table class="cells">{inside}</table></div>'


def _inner(text: str) -> str:
    return _SPECIAL.sub(lambda found: f"&#{ord(found[0])};", _LEFT_OPEN.sub("…", text).replace("\n", " "))
