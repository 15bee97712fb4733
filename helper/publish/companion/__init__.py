"""The companion on the phone: the page, its forms and its answers, as HTML.

Pure functions of the standard library: the same code writes the page when the site is built, answers in the browser, and
answers for `helper serve`. The script of the page carries values here and HTML back; it knows nothing of any game.
"""

from __future__ import annotations

from collections.abc import Iterable

APART = ("companion.js", "worker.js", "sw.js")  # the script itself, and those that run apart from the page


def modules(files: Iterable[str]) -> tuple[str, ...]:
    """Return which of the files beside the script it begins with, to be fetched together with it."""
    return tuple(sorted(name for name in files if name.endswith(".js") and name not in APART))
