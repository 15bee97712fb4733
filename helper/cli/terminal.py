"""How a command speaks to whoever called it: in which language, as text or JSON, and whether somebody can be asked."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from helper.cli.arguments import Settings
from helper.definitions.schema import SOURCE
from helper.errors import Declined, Fault, HelperError, SurroundingsFailed, UnreadableInput
from helper.i18n.signs import styled, visible, visible_in_json
from helper.i18n.words import Words

if TYPE_CHECKING:
    from helper.household.attached import Household

WIDEST = 100
NARROWEST = 40


class Unheard(SurroundingsFailed):
    """Nobody reads the answer any more; where that is a pipe that its reader closed, it is no fault."""

    def __init__(self, error: OSError) -> None:
        super().__init__(Fault("cannot_answer", {"problem": error.strerror or str(error)}))
        if isinstance(error, BrokenPipeError):
            self.faults = ()
            self.exit_code = 0


class Terminal:
    """The reader of one command.

    `about` says which game the command speaks of: faults are then said with the words of that game.
    """

    def __init__(self, language: str, settings: Settings | None = None) -> None:
        self.language = language
        self.settings = settings or Settings()
        self.words = Words(language)
        self.game = ""
        self.household: Household | None = None

    def add_household(self, may_be_new: bool = False) -> None:
        """Let the commands of this process use the house file that was named, and what else the group has of its own.

        `may_be_new`: the command writes it where it is not there yet. Raises UnreadableInput or Damaged where it cannot be read.
        """
        from pathlib import Path

        from helper.household.attached import Household

        named = None if self.settings.house is None else Path(self.settings.house)
        if named and may_be_new and not os.path.exists(named):
            named = None
        self.household = Household(named, self._left_out)
        self.household.add()

    def _left_out(self, error: HelperError) -> None:
        """Warn of something damaged that nobody named: what was asked for is answered without it."""
        for fault in error.faults:
            self.warn(self.say("Left out: {message}", message=self.words.fault(fault)))

    def fits_house(self, game: str) -> None:
        """Raise UnreadableInput where the house file that was named is one of another game."""
        house = self.household.house if self.household else None
        if house is not None and house.game != game:
            raise UnreadableInput(Fault("house_game", {"game": house.game, "wanted": game}, str(self.settings.house)))

    @property
    def pretty(self) -> bool:
        """Whether the answer goes to a screen, and may have columns and colours."""
        return not self.settings.plain and not self.settings.json and sys.stdout.isatty()

    @property
    def width(self) -> int:
        """How many characters fit on a line."""
        import shutil

        return max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns - 1))

    def about(self, given: str) -> str:
        """Return the id of the game that `given` names; faults are said with its words from now on."""
        from helper.definitions.load import find_game

        self.game = find_game(given)
        self.fits_house(self.game)
        return self.game

    def say(self, text: str, /, **values: object) -> str:
        """Return one of the program's own sentences."""
        return self.words.say(text, **values)

    def show(self, answer: Mapping[str, object], lines: Iterable[str]) -> None:
        """Print an answer: the lines, or the answer itself where JSON is wanted."""
        if self.settings.json:
            import json

            readable = _encoding(sys.stdout).startswith("utf")
            self.put(visible_in_json(json.dumps(answer, ensure_ascii=not readable, indent=2, default=str)) + "\n")
        else:
            # Where a line is a fact, no note makes two of it.
            self.write(lines if self.pretty else (line.replace("\n", " ") for line in lines))

    def write(self, lines: Iterable[str]) -> None:
        """Print lines at once."""
        text = "\n".join(lines)
        if text:
            self.put(self.visible(text) + "\n")

    def visible(self, text: str) -> str:
        """Return a text as it may be printed here: signs that a terminal would obey are written out."""
        return visible(text, self.words.direction == "rtl")

    def put(self, text: str | bytes) -> None:
        """Print a text of which nothing is to be made visible any more; raises Unheard where it cannot be written."""
        try:
            if isinstance(text, bytes):
                sys.stdout.flush()
                sys.stdout.buffer.write(text)
            else:
                sys.stdout.write(text)
        except OSError as error:
            raise Unheard(error) from error

    def flush(self) -> None:
        """Let everything printed so far be seen; raises Unheard where it cannot be written."""
        try:
            sys.stdout.flush()
        except OSError as error:
            raise Unheard(error) from error

    def warn(self, text: str) -> None:
        """Say something beside the answer; where that cannot be written either, there is nobody to tell."""
        with suppress(OSError):
            sys.stdout.flush()
        with suppress(OSError):
            sys.stderr.write(self.visible(text) + "\n")
            sys.stderr.flush()

    def complain(self, error: HelperError) -> int:
        """Say every fault of an error and return its exit code."""
        words = self.game_words()
        for fault in error.faults:
            self.warn(self.say("Error: {message}", message=words.fault(fault).replace("\n", " ") + self._cited(words, fault)))
        return error.exit_code

    def _cited(self, words: Words, fault: Fault) -> str:
        """Return the rule that a fault rests on, in brackets; nothing for one that rests on none."""
        id = str(fault.values.get("rule", ""))
        rule = words.definition.rules.get(id) if words.definition else None
        cited = id if rule is None or words.lang == SOURCE else words.sentence(rule.title)
        return f" [{cited}]" if cited else ""

    def mark(self, text: str, colour: str, bold: bool = False) -> str:
        """Return a text coloured, on a screen; what it says never depends on that."""
        if not self.pretty:
            return text
        import click

        return styled(text, click.style("", fg=colour or None, bold=bold, reset=False))

    def confirm(self, what: str) -> None:
        """Ask before something that cannot be taken back, unless `--yes` was given.

        Raises UnreadableInput where nobody can be asked, Declined where the answer is no.
        """
        if self.settings.yes:
            return
        if not sys.stdin.isatty():
            raise UnreadableInput(Fault("must_confirm", {"what": what, "option": "--yes"}))
        self.warn(what)
        import click

        from helper.cli.consent import answered, offered

        question = self.say("Go on?")
        while True:
            asked = self.visible(f"{question} [{offered(self.words)}]: ")
            typed = click.prompt(asked, default="", show_default=False, err=True, prompt_suffix="")
            meant = answered(self.words, typed)
            if meant is not None:
                break
            self.complain(UnreadableInput(Fault("no_yes_or_no", {"given": typed, "yes": True, "no": False})))
        if not meant:
            raise Declined(Fault("declined"))

    def game_words(self) -> Words:
        """Return the words of the game that the command speaks of."""
        if not self.game:
            return self.words
        from helper.definitions.load import load

        try:
            return Words(self.language, load(self.game))
        except HelperError:
            return self.words


def ready_streams() -> None:
    """Open what was handed over closed, and make output that cannot hold a sign fall back to the nearest plain one."""
    _open_streams()
    for stream in (sys.stdout, sys.stderr):
        if not hasattr(stream, "reconfigure"):
            continue
        if _encoding(stream).startswith("utf"):
            stream.reconfigure(errors="replace")  # what was typed need not be text
        else:
            import codecs

            codecs.register_error("helper-nearest", nearest_signs)
            stream.reconfigure(errors="helper-nearest")


def _open_streams() -> None:
    """Give every stream that is closed a place: one that is empty, one that refuses the answer, one that forgets complaints.

    In this order, so that no file of ours gets the number of a stream.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")


def forget_output() -> None:
    """Let what is still to be printed go nowhere: it would fail once more when the process ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


_SIGNS = {
    "“": '"',
    "”": '"',
    "„": '"',
    "«": '"',
    "»": '"',
    "‚": ",",
    "‘": "'",
    "’": "'",
    "–": "-",
    "—": "-",
    "−": "-",
    "×": "x",
    "…": "...",
    "·": "-",
    "→": "->",
    "↔": "<->",
    "≤": "<=",
    "≥": ">=",
    "ß": "ss",
    "Ø": "O",
    "ø": "o",
    "Æ": "AE",
    "æ": "ae",
    "Œ": "OE",
    "œ": "oe",
    "Ł": "L",
    "ł": "l",
    "Đ": "D",
    "đ": "d",
    "ı": "i",
}


def nearest_signs(error: UnicodeError) -> tuple[str, int]:
    """Return the nearest plain signs for those that a stream cannot hold, and where to go on."""
    import unicodedata

    assert isinstance(error, UnicodeEncodeError)
    plain = ""
    for sign in error.object[error.start : error.end]:
        bare = _SIGNS.get(sign) or unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
        plain += bare or "?"
    return plain, error.end


def _encoding(stream: object) -> str:
    return str(getattr(stream, "encoding", None) or "utf-8").lower()
