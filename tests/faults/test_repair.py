"""Files of records that were zeroed, cut and inserted into: what a repair cannot give back it names, and it never says that all is there.

The two files of the evaluation stand first: zeroed from the middle of what holds the index, they were given the all-clear.
"""

from __future__ import annotations

import random
import shutil
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from helper.errors import Damaged
from helper.store import Store
from helper.store.database import backup_of
from helper.store.repair import Repaired, repair
from tests.faults.processes import REPEATED, confirmations, new_record

SEED = random.randrange(1 << 30) if REPEATED else 17
DAMAGED = max(60, REPEATED)
LENGTHS = {"one": 37, "two": 37}
PAGE = 4096

Lengths = dict[str, int]


class Evenings(NamedTuple):
    """A file of records, how many entries each has, and what they are."""

    path: Path
    written: dict[str, list[str]]


def kept(path: Path, lengths: Lengths) -> Evenings:
    """Return a file with records of these names and lengths."""
    store = Store(path)
    for name, length in lengths.items():
        new_record(path, name)
        turns = confirmations(store, name)
        while len(store.load(name)[1].events) < length:
            next(turns)
    return Evenings(path, {name: [event.id for event in store.load(name)[1].events] for name in lengths})


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Evenings:
    return kept(tmp_path_factory.mktemp("pair") / "records.db", LENGTHS)


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Evenings:
    """Return a file of several evenings, a long one, short ones and an empty one; of the last its copy has nothing yet."""
    return kept(tmp_path_factory.mktemp("several") / "records.db", {"long": 120, "short": 9, "empty": 0, "one": 37, "last": 8})


def damaged(evenings: Evenings, folder: Path, with_copy: bool, content: bytes) -> Path:
    """Return a file with this content in a folder of its own, with the copy of the sound one or without."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    path = folder / "records.db"
    path.write_bytes(content)
    if with_copy:
        shutil.copy(backup_of(evenings.path), backup_of(path))
    return path


def losses(path: Path, found: Repaired, evenings: Evenings) -> tuple[set[str], set[str]]:
    """Return which records are not there whole, and which of those nothing names."""
    store = Store(found.file or path)
    saved = {one.name: [event.id for event in store.load(one.name)[1].events] for one in store.records()}
    for name, ids in saved.items():
        assert ids == evenings.written[name][: len(ids)], f"{name} was saved as what it was not"
    lost = {name for name, ids in evenings.written.items() if saved.get(name) != ids}
    # What is left of a name may be damaged itself.
    gone = lost - saved.keys() if not found.listed or len(found.gone) >= len(lost - saved.keys()) else set()
    return lost, lost - set(found.lost) - gone


@pytest.mark.parametrize("start", [16384, 20480])
@pytest.mark.parametrize("with_copy", [True, False])
def test_a_file_zeroed_from_its_middle_to_its_end_is_given_no_all_clear(
    pair: Evenings, tmp_path: Path, start: int, with_copy: bool
) -> None:
    content = pair.path.read_bytes()
    path = damaged(pair, tmp_path / "zeroed", with_copy, content[:start] + bytes(len(content) - start))
    found = repair(path)
    lost, unnamed = losses(path, found, pair)
    assert lost
    assert not unnamed
    assert set(found.unsure) == {"one", "two"}


def odd(content: bytearray, chance: random.Random) -> str:
    """Damage a file as disks, copying programs and people do; return what was done."""
    size = len(content)
    place = chance.choice([chance.randrange(size), chance.randrange(0, size, PAGE), chance.randrange(0, size, 512)])
    length = chance.choice([chance.randrange(1, 64), chance.randrange(1, size), PAGE, 512, 2 * PAGE])
    other = chance.randrange(size)
    filling = chance.choice([bytes(length), chance.randbytes(length), bytes(content[other : other + length]), b"\xff" * length])
    kind = chance.choice(["zeroed", "zeroed to its end", "cut", "cut off", "inserted", "written over", "page swapped"])
    if kind == "zeroed":
        content[place : place + length] = bytes(len(content[place : place + length]))
    elif kind == "zeroed to its end":
        content[place:] = bytes(size - place)
    elif kind == "cut":
        del content[place : place + length]
    elif kind == "cut off":
        del content[place:]
    elif kind == "inserted":
        content[place:place] = filling
    elif kind == "written over":
        content[place : place + length] = filling[: len(content[place : place + length])]
    else:
        one, two = (chance.randrange(0, size, PAGE) for _ in range(2))
        content[one : one + PAGE], content[two : two + PAGE] = content[two : two + PAGE], content[one : one + PAGE]
    return f"{kind} at {place}, {length} bytes"


@pytest.mark.parametrize("with_copy", [True, False])
def test_what_a_repair_cannot_give_back_it_names(several: Evenings, tmp_path: Path, with_copy: bool) -> None:
    told = Counter[str]()
    for turn in range(DAMAGED // 2):
        content = bytearray(several.path.read_bytes())
        done = odd(content, random.Random(SEED + turn * 2 + with_copy))
        path = damaged(several, tmp_path / "damaged", with_copy, bytes(content))
        try:
            found = repair(path)
        except Damaged:  # is not hidden either
            told["nothing readable"] += 1
            continue
        finally:
            assert path.read_bytes() == content, f"{done}: a repair changed what it read"
        lost, unnamed = losses(path, found, several)
        assert not unnamed, f"{done} (seed {SEED}, {turn}): {unnamed} of {lost} named nowhere: {found}"
        told["all there" if not lost else "losses named"] += 1
    print(f"seed {SEED}, copy {with_copy}: {dict(told)}")
    assert told["losses named"]
