"""The join code: who has it may enter moves, and it cannot be found by trying."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import math
import os
import secrets
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from pathlib import Path

from helper.errors import Fault
from helper.frozen import Frozen

SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""No two of them are mistaken for each other when read aloud or by hand."""
LENGTH = 8
FREE = 5
FIRST_LOCK = 10.0
LONGEST_LOCK = 900.0
FORGOTTEN = 3600.0
TOLD = 10
"""So many addresses are named at the terminal, and then no more in this while."""
TOLD_WINDOW = 3600.0
REMEMBERED = 1024
SAME = 32
EVENING = 24 * 3600.0
OPEN, ABSENT, WRONG, LOCKED = "open", "absent", "wrong", "locked"


class Entry(Frozen):
    """Whether somebody may enter moves: open, absent (no code), wrong, or locked for some seconds."""

    state: str
    seconds: int = 0


class _Caller:
    """What one address has tried."""

    def __init__(self) -> None:
        self.wrong = 0
        self.last = 0.0
        self.until = 0.0
        self.tried: OrderedDict[bytes, None] = OrderedDict()


class Door:
    """Compares codes in constant time, and makes guessing slow.

    An address has a few guesses, then waits longer after each, and `tells` hears of it; nobody is kept out by the guesses of
    others: of the codes there are, all addresses of a network together try next to none. The same wrong code again is no new
    guess: phones keep the code of an earlier evening. That somebody behind an address has the code forgives no guess of who
    else is behind it.
    """

    def __init__(self, code: str, clock: Callable[[], float] = time.monotonic, tells: Callable[[Fault], None] | None = None) -> None:
        self.code = code
        self._tells = tells
        self._digest = _digest(code)
        self._clock = clock
        self._lock = threading.Lock()
        self._callers: OrderedDict[str, _Caller] = OrderedDict()
        self._told: deque[float] = deque()

    def entry(self, address: str, given: str | None) -> Entry:
        """Return whether who called from an address, with a code or none, may enter moves."""
        if not given:
            return Entry(ABSENT)
        digest = _digest(given)
        with self._lock:
            now = self._clock()
            caller = self._caller(address, now)
            if digest in caller.tried:
                return Entry(WRONG)
            if caller.until > now:
                return Entry(LOCKED, math.ceil(caller.until - now))
            if hmac.compare_digest(digest, self._digest):
                return Entry(OPEN)
            self._note(caller, digest, now)
            said = self._alarm(address, now) if caller.wrong == FREE else None
        if said and self._tells:
            self._tells(said)
        return Entry(WRONG)

    def _note(self, caller: _Caller, digest: bytes, now: float) -> None:
        caller.wrong += 1
        caller.last = now
        caller.tried[digest] = None
        while len(caller.tried) > SAME:
            caller.tried.popitem(last=False)
        if caller.wrong >= FREE:
            caller.until = now + min(LONGEST_LOCK, FIRST_LOCK * 2.0 ** min(caller.wrong - FREE, 20))

    def _alarm(self, address: str, now: float) -> Fault | None:
        """Return what is to be told where an address is locked for the first time; nothing once it was told of many."""
        while self._told and self._told[0] <= now - TOLD_WINDOW:
            self._told.popleft()
        if len(self._told) > TOLD:
            return None
        self._told.append(now)
        return Fault("join_guessed", {"address": address}) if len(self._told) <= TOLD else Fault("join_guessed_widely")

    def _caller(self, address: str, now: float) -> _Caller:
        caller = self._callers.pop(address, None) or _Caller()
        if caller.wrong and caller.last < now - FORGOTTEN:
            caller.wrong = 0
        self._callers[address] = caller
        while len(self._callers) > REMEMBERED:
            self._callers.popitem(last=False)
        return caller


def fresh_code() -> str:
    """Return a new code."""
    return "".join(secrets.choice(SIGNS) for _ in range(LENGTH))


def kept_code(folder: Path, record: str, new: bool = False) -> str:
    """Return the code of a record: that of earlier this evening, so that phones stay in when the server starts anew, else a new one.

    It lies beside the records, readable by their owner alone.
    """
    path = folder / "join.json"
    now = time.time()
    known = {key: (at, code) for key, (at, code) in _read(path).items() if now - EVENING < at <= now}
    if record in known and not new:
        return known[record][1]
    code = fresh_code()
    known[record] = (now, code)
    # Where it cannot be kept, it holds as long as the server runs.
    with contextlib.suppress(OSError):
        beside = path.with_name(f"{path.name}.{os.getpid()}.tmp")
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump(known, file)
        os.replace(beside, path)
    return code


def _read(path: Path) -> dict[str, tuple[float, str]]:
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        return {str(key): (float(at), code) for key, (at, code) in raw.items() if _is_code(code)}
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return {}


def _is_code(code: object) -> bool:
    return isinstance(code, str) and len(code) == LENGTH and set(code) <= set(SIGNS)


def _digest(code: str) -> bytes:
    """Return what is compared: small letters and signs between groups do not matter."""
    plain = "".join(sign for sign in code[:100].upper() if sign.isalnum())
    return hashlib.sha256(plain.encode("utf-8", "replace")).digest()
