"""The course of the learning rate over a run."""

from __future__ import annotations

import math


def cosine(progress: float, warmup: float = 0.02, floor: float = 0.0) -> float:
    """Factor of the peak rate: linear up to ``warmup``, then half a cosine down to ``floor``."""
    if progress < warmup:
        return max(progress / warmup, 1e-3)
    return floor + (1 - floor) * 0.5 * (1 + math.cos(math.pi * (progress - warmup) / (1 - warmup)))
