"""Wilson's score interval of a proportion (Wilson 1927), without continuity correction, as in the paper."""

from __future__ import annotations

import math

from przepis.errors import LabelError

Z_95 = 1.959963984540054


def wilson(n_right: int, n: int, z: float = Z_95) -> tuple[float, float]:
    """Lower and upper bound as fractions. ``wilson(191, 264)`` is about (0.667, 0.774)."""
    if n <= 0 or not 0 <= n_right <= n:
        raise LabelError(f"an interval needs 0 <= right <= n and n > 0, not {n_right} of {n}")
    share = n_right / n
    spread = z * z / n
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / n + spread / (4 * n)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)
