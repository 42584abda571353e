"""Rate limits: one bucket of tokens a caller, filled steadily."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

MAX_CALLERS = 10_000


class RateLimiter:
    """``wait_s(caller, per_minute)`` takes a token and is 0.0, or says how long until there is one.

    A bucket holds ten seconds' worth: a page with its few requests passes, a loop does not.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # caller -> (tokens, when)

    def wait_s(self, caller: str, per_minute: int) -> float:
        rate = per_minute / 60
        room = max(1.0, per_minute / 6)
        with self._lock:
            now = self._clock()
            tokens, when = self._buckets.pop(caller, (room, now))
            tokens = min(room, tokens + (now - when) * rate)
            wait = 0.0 if tokens >= 1 else (1 - tokens) / rate
            self._buckets[caller] = (tokens - 1 if tokens >= 1 else tokens, now)
            if len(self._buckets) > MAX_CALLERS:
                self._buckets.popitem(last=False)
        return wait
