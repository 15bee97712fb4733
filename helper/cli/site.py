"""Commands about the site: build it, or write its pages for another generator."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from helper.cli.bound import _
from helper.cli.declaring import group, here, words_of

app = group("site", _("The site: build it, or write its pages for another generator."))


@words_of(app, "build", _("Build the site in every language, from a checkout."), "helper site build --strict -o site")
def build(
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar=_("FOLDER"), help=_("Where to; else the folder “site”."))] = None,
    strict: Annotated[bool, typer.Option("--strict", help=_("Stop at any warning."))] = False,
    offline: Annotated[bool, typer.Option("--offline", help=_("Make a copy that works when opened from a disk."))] = False,
    cards: Annotated[bool, typer.Option("--cards/--no-cards", help=_("Print the cards too, and offer them on the pages."))] = True,
    companion: Annotated[
        bool, typer.Option("--companion/--no-companion", help=_("Put in the page to play with, on the phone. Needs Node and npm."))
    ] = False,
) -> None:
    """Build the site."""
    from helper.publish.build import build as build_site

    terminal = here()
    folder = build_site(output, strict, offline, cards=cards, companion=companion)
    terminal.show({"folder": str(folder)}, [terminal.say("Built: {folder}", folder=folder)])


@words_of(app, "export", _("Write every page as Markdown."), "helper site export pages")
def export(folder: Annotated[Path, typer.Argument(metavar=_("FOLDER"), help=_("Where to; pages there are written over."))]) -> None:
    """Write the pages."""
    from helper.publish.export import export as export_pages

    terminal = here()
    if os.path.isdir(folder) and os.listdir(folder):
        terminal.confirm(terminal.say("This writes over pages in {folder}.", folder=folder))
    pages = export_pages(folder)
    answer = {"folder": str(folder), "pages": [page.relative_to(folder).as_posix() for page in pages]}
    terminal.show(
        answer, [terminal.words.say_n("Written: {n} page in {folder}", "Written: {n} pages in {folder}", len(pages), folder=folder)]
    )
