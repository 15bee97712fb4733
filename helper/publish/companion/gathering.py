"""Turn what a form sent into what the table reads: words, arguments, names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from helper.errors import Fault, UnreadableInput
from helper.frozen import Frozen
from helper.publish.companion.controls import BETWEEN, LINES
from helper.publish.companion.forms import NAME, OPTION, PLAYERS

MOST_FIELDS = 2000  # the largest form has a few hundred, and more with every company that is added
LONGEST = 20_000
_PLACE = re.compile(r"[0-9]{1,2}")  # no form has as many lines, and no line as many fields
NOTHING_OF_IT = "-"  # how a list of no lines is told
OWN = "~"  # how the names of fields begin that are no figure of the game


class Sent(Frozen):
    """The fields of a form in their order, lists of fields joined to one value each; empty ones are left out."""

    figures: Mapping[str, str]
    own: Mapping[str, tuple[str, ...]]

    def one(self, name: str) -> str:
        """Return the value of a field that is no figure, empty where it was not sent."""
        return next(iter(self.own.get(f"{OWN}{name}", ())), "")

    def all(self, name: str) -> list[str]:
        """Return every value that was sent under the name of a field."""
        return list(self.own.get(f"{OWN}{name}", ()))

    def below(self, start: str) -> dict[str, str]:
        """Return the fields whose names begin with `start`, by the rest of it."""
        return {name.removeprefix(start): values[0] for name, values in self.own.items() if name.startswith(start)}

    @property
    def options(self) -> dict[str, str]:
        """Return the options that were chosen."""
        return self.below(OPTION)

    @property
    def names(self) -> dict[str, str]:
        """Return what the players are called, by seat."""
        return self.below(NAME)

    @property
    def seats(self) -> int:
        """Return how many players were chosen, 0 where nobody asked."""
        chosen = self.own.get(PLAYERS, ("",))[0]
        return int(chosen) if chosen.isdecimal() and len(chosen) < 3 else 0

    @property
    def words(self) -> list[str]:
        """Return the figures as `key=value` words."""
        return [f"{path}={value}" for path, value in self.figures.items()]


def gather(fields: object) -> Sent:
    """Return what was sent.

    Raises UnreadableInput where it is not made of pairs of texts, or is longer than any form.
    """
    if not isinstance(fields, Sequence) or isinstance(fields, str) or len(fields) > MOST_FIELDS:
        raise UnreadableInput(Fault("bad_request", {"key": "fields"}))
    figures: dict[str, str] = {}
    own: dict[str, list[str]] = {}
    lists: dict[str, dict[int, dict[int, str]]] = {}
    for pair in fields:
        if not isinstance(pair, Sequence) or len(pair) != 2 or not all(isinstance(part, str) for part in pair):
            raise UnreadableInput(Fault("bad_request", {"key": "fields"}))
        name, value = pair
        if len(value) > LONGEST and name != "text":
            raise UnreadableInput(Fault("bad_request", {"key": name[:40]}))
        if not value.strip():
            continue
        if name.startswith(OWN):
            own.setdefault(name, []).append(value.strip())
            continue
        path, *place = name.split(BETWEEN)
        if place == [LINES]:
            if value.strip() == "0":
                figures[path] = NOTHING_OF_IT
            continue
        if len(place) == 2 and all(_PLACE.fullmatch(part) for part in place):
            lists.setdefault(path, {}).setdefault(int(place[0]), {})[int(place[1])] = value.strip()
        else:
            figures[name] = value.strip()
    for path, lines in lists.items():
        written = [":".join(line.get(place, "") for place in range(max(line) + 1)) for _, line in sorted(lines.items())]
        figures[path] = ",".join(filter(None, (figures.get(path), *written)))  # beside what was answered before
    return Sent(figures, {name: tuple(values) for name, values in own.items()})
