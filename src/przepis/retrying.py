"""When to try again and how long to wait: exponential with jitter, never before the server's Retry-After."""

from __future__ import annotations

import email.utils
import random
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

RETRIED_STATUS = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    retries: int = 5
    base_s: float = 0.5
    cap_s: float = 30.0
    max_retry_after_s: float = 300.0  # a server that asks for longer is reported, not waited for

    def wait_s(self, attempt: int, retry_after_s: float | None, rng: random.Random) -> float:
        """Before attempt + 1. Half of the step is certain, half random, so that callers who failed together do not
        return together.
        """
        step = min(self.cap_s, self.base_s * 2.0 ** (attempt - 1))
        jittered = step / 2 + rng.uniform(0.0, step / 2)
        return jittered if retry_after_s is None else retry_after_s + rng.uniform(0.0, min(step, 1.0))


def retry_after_s(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds from ``Retry-After`` (a number or a date) or ``retry-after-ms``; None where absent or
    unreadable.
    """
    if (ms := headers.get("retry-after-ms")) is not None:
        try:
            return max(0.0, float(ms) / 1000)
        except ValueError:
            pass
    value = headers.get("retry-after", "").strip()
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - now)
    except (TypeError, ValueError):
        return None


class Gate:
    """One pause for all threads: when one is told to wait, none of the others keeps knocking."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open_at = 0.0
        self._lock = threading.Lock()

    def close_for(self, seconds: float) -> None:
        with self._lock:
            self._open_at = max(self._open_at, self._clock() + seconds)

    def remaining_s(self) -> float:
        with self._lock:
            return max(0.0, self._open_at - self._clock())

    def wait(self, sleep: Callable[[float], object] = time.sleep) -> None:
        while (left := self.remaining_s()) > 0:
            sleep(left)
