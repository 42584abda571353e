"""The exact form of McNemar's test: are b of b + c discordant pairs more than a fair coin would give?"""

from __future__ import annotations

import math


def exact_two_sided(b: int, c: int) -> float:
    """Twice the smaller tail of Binomial(b + c, 1/2), at most 1."""
    n = b + c
    if n == 0:
        return 1.0
    tail = sum(math.comb(n, i) for i in range(min(b, c) + 1))
    return min(1.0, 2 * tail / (1 << n))
