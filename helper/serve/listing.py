"""The page of a table without a record: which games there are to reckon with."""

from __future__ import annotations

from collections.abc import Iterable

from helper.i18n.words import Words
from helper.publish.companion.markup import Html, tag, text


def listing(words: Words, games: Iterable[tuple[str, str]], languages: Iterable[tuple[str, str, str]], styles: Iterable[str]) -> str:
    """Return the page. `games` are addresses and titles, `languages` addresses, tags and names."""
    title = text(words.say("Games"))
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        (tag("link", rel="stylesheet", href=style) for style in styles),
    )
    main = tag(
        "main",
        tag("h1", title),
        tag("p", text(words.say("No record is kept here; the calculators work without one."))),
        tag("ul", (tag("li", tag("a", text(name), href=address)) for address, name in games)),
    )
    others = (tag("li", tag("a", text(name), href=address, lang=code, hreflang=code)) for address, code, name in languages)
    nav = tag("nav", tag("ul", others), aria_label=words.say("Languages"))
    return Html("<!doctype html>") + tag("html", head, tag("body", main, nav), lang=words.tag, dir=words.direction)
