"""The page of a table without a record: which games there are to reckon with."""

from __future__ import annotations

from collections.abc import Iterable

from helper.i18n.words import Words
from helper.publish.companion.markup import Html, tag, text
from helper.publish.companion.shell import Place, head


def listing(words: Words, games: Iterable[tuple[str, str]], languages: Iterable[tuple[str, str, str]], place: Place) -> str:
    """Return the page. `games` are addresses and titles, `languages` addresses, tags and names."""
    title = words.say("Games")
    main = tag(
        "main",
        tag("h1", text(title)),
        tag("p", text(words.say("No record is kept here; the calculators work without one."))),
        tag("ul", (tag("li", tag("a", text(name), href=address)) for address, name in games)),
    )
    others = (tag("li", tag("a", text(name), href=address, lang=code, hreflang=code)) for address, code, name in languages)
    nav = tag("nav", tag("ul", others), aria_label=words.say("Languages"))
    return Html("<!doctype html>") + tag("html", head(place, title), tag("body", main, nav), lang=words.tag, dir=words.direction)
