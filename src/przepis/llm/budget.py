"""A limit in USD and tokens that is never crossed, whatever runs at once.

A call reserves the most it could cost before it is sent and settles what it did cost after. When the
reservation does not fit, the caller waits for calls in flight to settle; when none is in flight, the budget
is spent.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from przepis.errors import BudgetError


@dataclass(frozen=True, slots=True)
class Reservation:
    usd: float
    tokens: int


class Budget:
    def __init__(self, usd: float | None = None, tokens: int | None = None) -> None:
        self.limit_usd = usd
        self.limit_tokens = tokens
        self.spent_usd = 0.0
        self.spent_tokens = 0
        self._held_usd = 0.0
        self._held_tokens = 0
        self._n_held = 0
        self._changed = threading.Condition()

    def reserve(self, usd: float, tokens: int) -> Reservation:
        with self._changed:
            while not self._fits(usd, tokens):
                if self._n_held == 0:
                    raise BudgetError(self._message(usd, tokens))
                self._changed.wait()
            self._held_usd += usd
            self._held_tokens += tokens
            self._n_held += 1
            return Reservation(usd, tokens)

    def settle(self, held: Reservation, usd: float, tokens: int) -> None:
        with self._changed:
            self._held_usd -= held.usd
            self._held_tokens -= held.tokens
            self._n_held -= 1
            self.spent_usd += usd
            self.spent_tokens += tokens
            self._changed.notify_all()

    def _fits(self, usd: float, tokens: int) -> bool:
        usd_fits = self.limit_usd is None or self.spent_usd + self._held_usd + usd <= self.limit_usd + 1e-12
        return usd_fits and (
            self.limit_tokens is None or self.spent_tokens + self._held_tokens + tokens <= self.limit_tokens
        )

    def _message(self, usd: float, tokens: int) -> str:
        limits = []
        if self.limit_usd is not None:
            limits.append(f"{self.spent_usd:.4f} of {self.limit_usd:.4f} USD")
        if self.limit_tokens is not None:
            limits.append(f"{self.spent_tokens} of {self.limit_tokens} tokens")
        return (
            f"the budget is reached: {' and '.join(limits)} used, and the next call may need {usd:.4f} USD, "
            f"{tokens} tokens; what was done is kept, run again with a higher --budget to go on"
        )
