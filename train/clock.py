"""A schedule by the clock: whatever the machine's speed, a run ends in time with its learning rate run down."""

from __future__ import annotations

import time

import torch


class Clock:
    """Progress from 0 to 1 through the minutes that are left once the compiler is done.

    ``reserve_s`` is kept back for evaluation and saving. A fixed number of steps may be asked for instead, in tests.
    """

    def __init__(self, minutes: float, reserve_s: float = 15.0, max_steps: int = 0) -> None:
        self._born = time.monotonic()
        self._deadline = self._born + max(minutes * 60 - reserve_s, 1.0)
        self._start = self._born
        self.max_steps = max_steps

    def start(self) -> None:
        """Called after the first, compiling step."""
        self._start = time.monotonic()

    def progress(self, step: int) -> float:
        if self.max_steps:
            return min(step / self.max_steps, 1.0)
        return min((time.monotonic() - self._start) / max(self._deadline - self._start, 1e-3), 1.0)

    def elapsed_s(self) -> float:
        return time.monotonic() - self._born


def half_precision(device: torch.device) -> torch.autocast:
    """bfloat16 on a GPU; on a CPU, where it would be emulated, full precision."""
    return torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda")


def set_rate(optimisers: list[torch.optim.Optimizer], rate: float) -> None:
    for optimiser in optimisers:
        for group in optimiser.param_groups:
            group["lr"] = rate * group.get("rate_factor", 1.0)
