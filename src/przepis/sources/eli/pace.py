"""How fast a client may ask: so many requests a second, so many at once, one pause for all."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from przepis.retrying import RetryPolicy


@dataclass(frozen=True, slots=True)
class Politeness:
    """The defaults are what the API's operators are known to bear."""

    per_second: float = 2.0
    parallel: int = 4
    retries: int = 4
    wait_s: float = 1.0  # before the first retry; doubled for each that follows
    longest_wait_s: float = 60.0
    longest_retry_after_s: float = 300.0  # a server that asks for longer is reported, not waited for
    connect_s: float = 10.0
    read_s: float = 30.0  # without a single byte
    total_s: float = 300.0  # for one answer

    @property
    def again(self) -> RetryPolicy:
        """When and how often a request that failed is repeated."""
        return RetryPolicy(self.retries, self.wait_s, self.longest_wait_s, self.longest_retry_after_s)


class Pace:
    """``with pace.turn():`` around each request. Thread-safe."""

    def __init__(
        self,
        politeness: Politeness,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._gap_s = 1.0 / politeness.per_second
        self._slots = threading.BoundedSemaphore(politeness.parallel)
        self._lock = threading.Lock()
        self._clock, self._sleep = clock, sleep
        self._next_at = 0.0

    @contextmanager
    def turn(self) -> Iterator[None]:
        with self._slots:
            with self._lock:
                at = max(self._clock(), self._next_at)
                self._next_at = at + self._gap_s
            if (left := at - self._clock()) > 0:
                self._sleep(left)
            yield

    def pause(self, seconds: float) -> None:
        """Nobody asks for so long: one told to wait is all told to wait."""
        with self._lock:
            self._next_at = max(self._next_at, self._clock() + seconds)
