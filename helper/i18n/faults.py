"""The sentences of faults, read only once something has gone wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from helper.definitions.schema import Sentence

PACKAGE = Path(__file__).parent.parent
COMPILED = PACKAGE / "_compiled" / "faults.json"
SOURCE = Path(__file__).parent / "faults.toml"

_read: dict[str, Sentence] = {}


def sentences() -> Mapping[str, Sentence]:
    """Return the sentence of every fault code, and under `word.<word>` the words that values are said by."""
    if not _read:
        _read.update(sentences_of(raw()))
    return _read


def raw() -> Mapping[str, object]:
    """Return `faults.toml` as it is written."""
    found: Mapping[str, object]
    if COMPILED.is_file():
        import json

        found = json.loads(COMPILED.read_bytes())
    else:
        import tomllib

        found = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    return found


def sentences_of(raw: Mapping[str, object]) -> dict[str, Sentence]:
    """Return the sentences that the content of `faults.toml` makes."""
    found = {}
    for code, written in raw.items():
        if isinstance(written, str):
            found[code] = Sentence(f"helper/fault:{code}", written)
        elif isinstance(written, dict) and set(written) == {"one", "other", "by"}:
            found[code] = Sentence(f"helper/fault:{code}", written["one"], {}, written["other"], written["by"])
        elif code == "words" and isinstance(written, dict):
            found.update({f"word.{word}": Sentence(f"helper/word:{word}", said) for word, said in written.items()})
    return found
