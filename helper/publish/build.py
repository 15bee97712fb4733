"""Build the site from a checkout, as `mkdocs build` would, with progress for whoever waits."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

from helper.errors import Damaged, Fault, SurroundingsFailed, UnreadableInput
from helper.i18n.signs import visible

CHECKOUT = Path(__file__).parent.parent.parent
INSTALL = "pip install -e '.[site]'"  # a checkout is where the site is built


def build(
    site_dir: Path | str | None = None,
    strict: bool = False,
    offline: bool = False,
    progress: TextIO | None = None,
    cards: bool = False,
    companion: bool = False,
) -> Path:
    """Build the site in every language and return its folder.

    `offline` makes a copy that works from disk, `cards` prints the cards too and offers them on the pages, `companion` puts
    in the page to play with. Progress goes to `progress`, by default the error output where that is a terminal. Raises
    SurroundingsFailed outside a checkout, without MkDocs, where the folder cannot be written, or where the companion's
    runtime cannot be had; UnreadableInput where the companion is wanted from a disk, where no browser runs it; Damaged where a
    strict build has warnings.
    """
    if offline and companion:
        raise UnreadableInput(Fault("companion_on_disk"))
    config_file = CHECKOUT / "mkdocs.yml"
    if not config_file.is_file():
        raise SurroundingsFailed(Fault("no_checkout", {"wanted": "mkdocs.yml"}))
    with _environment({"NO_MKDOCS_2_WARNING": "1", "OFFLINE": "true" if offline else "false"}):
        try:
            if find_spec("material") is None or not entry_points(group="mkdocs.plugins", name="helper-site"):
                raise ImportError("material, or the installed package with its plugin")
            from mkdocs.commands.build import build as run
            from mkdocs.config import load_config
            from mkdocs.exceptions import Abort, ConfigurationError
        except ImportError as error:
            raise SurroundingsFailed(Fault("missing_extra", {"extra": "site", "command": INSTALL})) from error
        stream = progress if progress is not None else sys.stderr if sys.stderr.isatty() else None
        with _told(stream):
            try:
                given = {} if site_dir is None else {"site_dir": str(Path(site_dir).absolute())}
                config = load_config(str(config_file), strict=strict, **given)
                config.plugins["helper-site"].config["cards"] = cards and find_spec("typst") is not None
                config.plugins["helper-site"].config["companion"] = companion
                config.plugins.on_startup(command="build", dirty=False)
                try:
                    run(config)
                finally:
                    config.plugins.on_shutdown()
            except (Abort, ConfigurationError) as error:
                raise Damaged(Fault("bad_site", {"problem": str(error)}, str(config_file))) from error
            except OSError as error:
                raise SurroundingsFailed(
                    Fault("cannot_write", {"problem": error.strerror or str(error)}, str(error.filename or ""))
                ) from error
        return Path(config.site_dir)


@contextmanager
def _environment(wanted: dict[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


class _Shown(logging.Formatter):
    """What is told while a site is built, with nothing in it that a terminal would obey."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a message."""
        return visible(super().format(record))


@contextmanager
def _told(stream: TextIO | None) -> Iterator[None]:
    """Show warnings always, and on a terminal what is being done."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setLevel(logging.INFO if stream else logging.WARNING)
    handler.setFormatter(_Shown("%(message)s"))
    log = logging.getLogger("mkdocs")
    level = log.level
    log.setLevel(logging.INFO)
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.setLevel(level)
