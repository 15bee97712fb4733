"""Write HTML that says what it was given: every text and every value is escaped here."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import NewType

Html = NewType("Html", str)

NOTHING = Html("")
_VOID = frozenset(("br", "hr", "input", "link", "meta", "wbr"))


def text(said: object) -> Html:
    """Return a text as HTML."""
    return Html(escape(str(said)))


def tag(element: str, /, *inside: Html | Iterable[Html], **attributes: object) -> Html:
    """Return an element. A trailing underscore of an attribute's name is left off, others become hyphens.

    An attribute that is True stands alone; one that is None or False is left out.
    """
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(str(value), quote=True)}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    body = "".join(part if isinstance(part, str) else "".join(part) for part in inside)
    return Html(f"<{element}{written}>" if element in _VOID else f"<{element}{written}>{body}</{element}>")


def joined(parts: Iterable[Html], between: str = "") -> Html:
    """Return parts one after another."""
    return Html(between.join(part for part in parts if part))


def upper_first(said: str) -> str:
    """Return a text with its first letter large, as headings begin."""
    return said[:1].upper() + said[1:]
