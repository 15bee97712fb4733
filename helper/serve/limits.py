"""How much one address may ask for: a bucket of tokens each, filled again as time passes."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

REMEMBERED = 1024

Clock = Callable[[], float]


class Buckets:
    """A bucket for each address; those not heard of for longest are forgotten, and so full again."""

    def __init__(self, each_second: float, at_once: float, clock: Clock = time.monotonic) -> None:
        self._rate = each_second
        self._most = at_once
        self._clock = clock
        self._lock = threading.Lock()
        self._held: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> int:
        """Take a token and return 0, or the seconds to wait where there is none."""
        now = self._clock()
        with self._lock:
            tokens, at = self._held.pop(address, (self._most, now))
            tokens = min(self._most, tokens + (now - at) * self._rate)
            waits = 0 if tokens >= 1 else math.ceil((1 - tokens) / self._rate)
            self._held[address] = (tokens if waits else tokens - 1, now)
            while len(self._held) > REMEMBERED:
                self._held.popitem(last=False)
        return waits
