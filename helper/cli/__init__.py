"""The terminal: `helper COMMAND …`. Commands parse, call a façade and print; no command holds a rule."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    The language is chosen and bound before Typer or a command module is imported: their help is worded on import.
    """
    if argv is None:
        # One command makes no cycles worth the searches, of which the last two come when the process ends: an eighth of its time.
        gc.disable()
        atexit.register(gc.freeze)
    from helper.cli.arguments import hoist
    from helper.cli.terminal import Terminal, ready_streams
    from helper.errors import HelperError
    from helper.i18n import catalogs

    ready_streams()
    language = catalogs.SOURCE
    try:
        language = catalogs.choose(None, os.environ)
        settings, rest = hoist(sys.argv[1:] if argv is None else argv)
        if settings.lang is not None:
            language = catalogs.choose(settings.lang)
        catalogs.bind(language)
    except HelperError as error:
        return Terminal(language).complain(error)
    terminal = Terminal(language, settings)
    try:
        terminal.add_household(may_be_new=any(word.partition("=")[0] == "--text" for word in rest))
    except HelperError as error:
        return terminal.complain(error)
    from helper.cli.running import run

    return run(rest or ["--help"], terminal)
