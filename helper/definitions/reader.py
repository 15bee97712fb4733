"""Take the keys of one raw entry, each with its type, and note every fault instead of stopping at the first."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from helper.definitions.schema import Sentence
from helper.errors import Fault

EMPTY: Mapping[str, object] = MappingProxyType({})


class Reader:
    """One raw entry on its way to a frozen value.

    `place` is its place in the catalogs (`<game>/<rule>:`), `name` what a fault calls it. `done` reports every key
    that nobody took, with the nearest one that would have been right.
    """

    def __init__(self, raw: Mapping[str, object], place: str, faults: list[Fault], name: str, values: Mapping[str, object] = EMPTY) -> None:
        self.raw = raw
        self.place = place
        self.faults = faults
        self.values = values
        self.where = f"{raw.get('_file', '')} {raw.get('id', raw.get('key', name))}".strip()
        self.taken = {"_file"}

    def fault(self, code: str, **values: object) -> None:
        """Note a fault of this entry."""
        self.faults.append(Fault(code, values, self.where))

    def _take(self, key: str, kind: type, required: bool) -> object | None:
        self.taken.add(key)
        value = self.raw.get(key)
        if value is None:
            if required:
                self.fault("missing_key", key=key)
            return None
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
            self.fault("wrong_type", key=key, wanted=kind.__name__, given=type(value).__name__)
            return None
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """Return a plain text; required where no default is given."""
        value = self._take(key, str, default is None)
        return value if isinstance(value, str) else default or ""

    def one_of(self, key: str, allowed: tuple[str, ...], default: str) -> str:
        """Return a text that must be one of `allowed`."""
        value = self.text(key, default)
        if value not in allowed:
            self.fault("not_allowed", key=key, given=value, known=list(allowed))
        return value

    def number(self, key: str, default: int | None = None) -> int:
        """Return a whole number; required where no default is given."""
        value = self._take(key, int, default is None)
        return value if isinstance(value, int) else default or 0

    def maybe_number(self, key: str) -> int | None:
        """Return a whole number, or None where there is none."""
        value = self._take(key, int, False)
        return value if isinstance(value, int) else None

    def flag(self, key: str) -> bool:
        """Return true where the key is set to true."""
        return self._take(key, bool, False) is True

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of plain texts, empty where there is none."""
        value = self._take(key, list, False)
        if value is None:
            return ()
        assert isinstance(value, list)
        if {*map(type, value)} - {str}:
            self.fault("wrong_type", key=key, wanted="list of text", given="list")
            return ()
        return tuple(value)

    def numbers(self, key: str) -> tuple[int, ...]:
        """Return a list of whole numbers, empty where there is none."""
        value = self._take(key, list, False)
        if value is None:
            return ()
        assert isinstance(value, list)
        if not all(isinstance(entry, int) for entry in value):
            self.fault("wrong_type", key=key, wanted="list of numbers", given="list")
            return ()
        return tuple(value)

    def pair(self, key: str) -> tuple[int, int]:
        """Return two whole numbers, the least and the most."""
        found = self.numbers(key)
        if len(found) != 2:
            self.fault("wrong_type", key=key, wanted="two numbers", given=str(len(found)))
            return (0, 0)
        return (found[0], found[1])

    def mapping(self, key: str) -> Mapping[str, object]:
        """Return a table of anything, empty where there is none."""
        value = self._take(key, dict, False)
        return value if isinstance(value, dict) else EMPTY

    def anything(self, key: str) -> object:
        """Return whatever stands under `key`, None where nothing does."""
        self.taken.add(key)
        return self.raw.get(key)

    def entries(self, key: str) -> list[Mapping[str, object]]:
        """Return a list of raw entries, empty where there is none."""
        value = self._take(key, list, False)
        if value is None:
            return []
        assert isinstance(value, list)
        if {*map(type, value)} - {dict}:
            self.fault("wrong_type", key=key, wanted="list of tables", given="list")
            return []
        return value

    def sentence(self, key: str, field: str | None = None, note: str = "") -> Sentence:
        """Return a required sentence, placed in the catalogs under `field` (by default its key)."""
        return self.maybe_sentence(key, field, note, required=True) or Sentence(self.place + (key if field is None else field), "")

    def maybe_sentence(self, key: str, field: str | None = None, note: str = "", required: bool = False) -> Sentence | None:
        """Return a sentence, or None where there is none.

        It is written as a text, or as `{one, other, by}` where a figure chooses between two forms.
        """
        self.taken.add(key)
        value = self.raw.get(key)
        context = self.place + (key if field is None else field)
        if isinstance(value, str):
            return Sentence(context, value, self.values, "", "", note)
        if isinstance(value, dict) and set(value) == {"one", "other", "by"} and all(isinstance(part, str) for part in value.values()):
            return Sentence(context, value["one"], self.values, value["other"], value["by"], note)
        if value is not None:
            self.fault("wrong_type", key=key, wanted="sentence", given=type(value).__name__)
        elif required:
            self.fault("missing_key", key=key)
        return None

    def done(self) -> None:
        """Report every key that nobody took."""
        for key in self.raw:
            if key not in self.taken:
                from helper.definitions.fold import nearest

                self.fault("unknown_key", key=key, nearest=nearest(key, self.taken - {"_file"}))
