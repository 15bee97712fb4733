"""The page itself: views, forms and all that the script needs to say, complete before any engine is up."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from helper.definitions.schema import GameDefinition
from helper.frozen import Frozen
from helper.games import rules_of
from helper.i18n.words import Words
from helper.publish.companion.checks import checklist
from helper.publish.companion.controls import MOST_PICKS
from helper.publish.companion.forms import calculator_form, new_record_form
from helper.publish.companion.markup import NOTHING, Html, joined, tag, text, upper_first
from helper.publish.companion.sheet import Sheet

# The served table sends it as a header too (helper/serve/handler.py).
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; form-action 'none'; base-uri 'none'"
)


class Place(Frozen):
    """Where a page stands, as addresses seen from it; empty where there is no such thing.

    `engine`: `worker` or `http`. `assets`: the folder of script and style; `modules`: the files there that the script begins
    with. `sw`: the service worker; `scope`: the top of the site. `rules`: the address of a rule with `{topic}` and `{rule}` in
    it; `reference`: the pages of the game. `languages`: tag, name and address of this page in each language. `live`: the stream
    of changes; `ask`: where to ask.
    """

    engine: str
    assets: str
    languages: tuple[tuple[str, str, str], ...]
    modules: tuple[str, ...] = ()
    sw: str = ""
    scope: str = ""
    rules: str = ""
    reference: str = ""
    manifest: str = ""
    icon: str = ""
    live: str = ""
    ask: str = ""


class View(Frozen):
    """A part of the page that is shown alone: its id, its title, what is in it."""

    id: str
    title: str
    inside: Html


def document(definition: GameDefinition, words: Words, place: Place) -> str:
    """Return the whole page of a game in one language."""
    sheet = Sheet(definition, words, rules_of(definition.id).TYPES, rules=place.rules)
    title = words.say("{title}: at the table", title=words.sentence(definition.title))
    views = _views(sheet, place)
    said = tag("div", id="said", class_="answer", role="status", aria_live="polite", data_passing=True)
    more = (
        tag("link", rel="manifest", href=place.manifest) if place.manifest else NOTHING,
        tag("link", rel="icon", href=place.icon) if place.icon else NOTHING,
        [tag("link", rel="modulepreload", href=f"{place.assets}{name}") for name in place.modules],
        tag("script", src=f"{place.assets}companion.js", type="module"),
    )
    body = tag(
        "body",
        _top(sheet, place),
        tag("main", _menu(sheet, views), said, [_section(view) for view in views]),
        _bar(sheet),
        _sentences(sheet),
    )
    context = {"game": definition.id, "language": words.lang, "rules": place.rules}
    html = tag(
        "html",
        head(place, title, *more),
        body,
        lang=words.tag,
        dir=words.direction,
        data_context=json.dumps(context, ensure_ascii=False),
        data_store=definition.id,
        data_engine=place.engine,
        data_worker=f"{place.assets}worker.js" if place.engine == "worker" else None,
        data_sw=place.sw or None,
        data_scope_of_site=place.scope or None,
        data_live=place.live or None,
        data_ask_url=place.ask or None,
    )
    return f"<!doctype html>\n{html}\n"


def head(place: Place, title: str, *more: Html | Iterable[Html]) -> Html:
    """Return the head of a page: how it is read and shown, what it may load, and what else belongs there."""
    return tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width,initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", text(title)),
        tag("link", rel="stylesheet", href=f"{place.assets}companion.css"),
        *more,
    )


def _top(sheet: Sheet, place: Place) -> Html:
    languages = [
        tag(
            "a",
            tag("span", text(name)),
            href=href,
            lang=language,
            hreflang=language,
            aria_current="true" if language == sheet.words.tag else None,
            data_language=True,
        )
        for language, name, href in place.languages
    ]
    back = tag("a", sheet.say("All rules"), href=place.reference) if place.reference else NOTHING
    chooser = tag("nav", languages, aria_label=sheet.words.say("Language"), class_="languages") if len(languages) > 1 else NOTHING
    trouble = tag(
        "p",
        sheet.say(
            "This page works things out by a script. It needs a browser of the last years, with scripts allowed, and a web server: "
            "opened as a file from a disk it cannot run."
        ),
        text(" "),
        sheet.say("The rules can be read without it.") if place.reference else NOTHING,
        id="trouble",
        role="status",
    )
    alone = sheet.say("Everything is worked out and kept in this browser alone; there is no account.")
    shared = sheet.say("Everything is worked out and kept by the computer at your table.")
    kept = tag("p", shared if place.engine == "http" else alone, class_="kept")
    update = tag("p", tag("button", sheet.say("A new version is here: show it"), type="button", data_update=True, hidden=True))
    return tag(
        "header",
        tag("h1", sheet.sentence(sheet.definition.title)),
        tag("div", back, chooser, class_="top"),
        update if place.sw else NOTHING,
        trouble,
        kept,
    )


def _views(sheet: Sheet, place: Place) -> list[View]:
    say = sheet.words.say
    views = [
        View("record", say("The evening"), _evening(sheet)),
        View("score", say("Who is ahead"), tag("div", id="board")),
        View("log", say("What was entered"), tag("div", id="entries")),
    ]
    if place.engine == "worker":
        views.append(View("records", say("Records"), _records(sheet)))
    for calculator in sheet.definition.calculators.values():
        about = tag("p", sheet.sentence(calculator.text))
        views.append(
            View(
                f"calc.{calculator.id}",
                sheet.words.sentence(calculator.title),
                joined((about, calculator_form(sheet, calculator), _share(sheet))),
            )
        )
    views += [
        View(f"check.{one.id}", sheet.words.sentence(one.title), checklist(sheet, one)) for one in sheet.definition.checklists.values()
    ]
    views.append(View("settings", say("This phone"), _settings(sheet, place)))
    return views


def _menu(sheet: Sheet, views: Sequence[View]) -> Html:
    """Return the way to every part of the page: those of the evening side by side, the others group by group."""
    groups = (
        (sheet.words.say("Work it out"), [one for one in views if one.id.startswith("calc.")]),
        (sheet.words.say("Step by step"), [one for one in views if one.id.startswith("check.")]),
    )
    tabs = [_to(one) for one in views if "." not in one.id]
    inside = [tag("div", tag("strong", text(title)), tag("div", [_to(one) for one in group], class_="tiles")) for title, group in groups]
    menu = tag("details", tag("summary", sheet.say("Calculators and checklists")), inside, id="menu")
    return tag("nav", tag("div", tabs, class_="tabs"), menu, aria_label=sheet.words.say("Parts of this page"), class_="menu")


def _to(view: View) -> Html:
    return tag("a", text(upper_first(view.title)), href=f"#{view.id}", data_to=True)


def _section(view: View) -> Html:
    return tag("section", tag("h2", text(upper_first(view.title))), view.inside, id=view.id, data_view=True)


def _evening(sheet: Sheet) -> Html:
    return joined((tag("div", id="whose"), tag("div", tag("p", sheet.say("One moment…")), id="now")))


def _records(sheet: Sheet) -> Html:
    take = tag(
        "label",
        sheet.say("Take in a record from a file"),
        tag("input", type="file", accept=".jsonl,.json,.txt", data_ask="import", data_out="said", id="import"),
    )
    export = tag("button", sheet.say("Save a copy"), type="button", data_ask="export", data_with="[]")
    shelf = tag("div", id="shelf")
    return joined(
        (
            tag("h3", sheet.say("Start a record")),
            new_record_form(sheet),
            tag("h3", sheet.say("Files")),
            tag("p", sheet.say("A saved copy can be read on another phone, and by the program on a computer.")),
            tag("p", export, class_="actions"),
            tag("p", take, class_="field"),
            tag("h3", sheet.say("Kept here")),
            shelf,
        )
    )


def _share(sheet: Sheet) -> Html:
    button = tag("button", sheet.say("Link with these figures"), type="button", data_share=True)
    return tag(
        "p",
        button,
        tag("input", readonly=True, hidden=True, data_share_link=True, aria_label=sheet.words.say("Link with these figures")),
        class_="actions",
    )


def _settings(sheet: Sheet, place: Place) -> Html:
    say = sheet.say
    insecure = say("Only a page over https can keep the screen on, not one from the local network; the phone’s own settings can.")
    awake = tag(
        "p",
        tag("button", say("Keep the screen on"), type="button", data_awake=True, aria_pressed="false"),
        tag("span", insecure, data_instead=True, hidden=True),
    )
    parts = [awake]
    if place.engine == "worker":
        parts.append(tag("p", say("Records lie in this browser. A copy in a file is safe even when it forgets its pages.")))
        offline = say("Without https this page works only while the server can be reached.")
        parts.append(
            tag(
                "p",
                tag("span", say("Ready for offline: rules, search and this page work without a network."), data_offline=True, hidden=True),
                tag("span", offline, data_instead=True, hidden=True),
            )
        )
    else:
        code = tag("input", name="~join", id="join.code", autocomplete="off", autocapitalize="characters", spellcheck="false")
        label = tag("label", say("Join code"), for_="join.code")
        form = tag(
            "form",
            tag("div", label, code, class_="field"),
            tag("p", tag("button", say("Take part"), type="submit"), class_="actions"),
            data_join=True,
            data_ask="join",
            data_out="join.said",
        )
        parts += [form, tag("div", id="join.said", data_passing=True)]
    return tag("div", parts, class_="settings")


def _bar(sheet: Sheet) -> Html:
    """Return the bar at the foot: keys for picks and digits, and what works on the cell that is being filled."""
    say = sheet.words.say
    keys = [tag("button", text(""), type="button", data_key=True, disabled=True) for _ in range(MOST_PICKS)]
    named = (
        ("minus", "−", say("one less")),
        ("plus", "+", say("one more")),
        ("sign", "±", say("change the sign")),
        ("erase", "⌫", say("erase")),
        ("digits", "123", say("digits or suggestions")),
        ("keyboard", "⌨", say("the phone's own keyboard")),
        ("next", "→", say("next cell")),
    )
    doing = [tag("button", text(mark), type="button", data_do=id, aria_label=label, title=label) for id, mark, label in named]
    tools = (tag("div", keys, class_="keys"), tag("div", doing, class_="doing"))
    return tag("footer", tag("div", *tools, id="bar", role="toolbar", aria_label=say("Enter figures")))


def _sentences(sheet: Sheet) -> Html:
    said = {
        "busy": sheet.say("Working it out…"),
        "early": sheet.say("The engine is starting; this is answered as soon as it is up."),
        "failed": sheet.say("The engine could not be started. Reload the page; with a poor network try again later."),
        "lost": sheet.say("The server does not answer. What you entered is still here; try again when it does."),
        "storage": sheet.say("This browser keeps nothing here, as in a private window. What you enter is gone when the page is closed."),
    }
    return joined(tag("template", tag("p", one, class_="note"), id=f"say-{id}") for id, one in said.items())
