"""What few discordant pairs can show at all. Only they enter a paired test, so they alone bound its power."""

from __future__ import annotations

import math

FEW = 20
"""The paper's own remark: below about twenty discordant pairs power is limited whatever the point estimates."""
ALPHA = 0.05


def smallest_significant_split(n_discordant: int, alpha: float = ALPHA) -> int | None:
    """The least b (the larger cell) with which n discordant pairs give p < alpha; None where none does."""
    for b in range(math.ceil(n_discordant / 2), n_discordant + 1):
        corrected = max(0, 2 * b - n_discordant - 1)
        if math.erfc(math.sqrt(corrected * corrected / n_discordant / 2)) < alpha:
            return b
    return None


def power_note(b: int, c: int) -> str:
    """Empty where there are enough pairs; else what they could have shown."""
    n = b + c
    if n >= FEW:
        return ""
    if n == 0:
        return "no discordant pair: the test says nothing"
    needed = smallest_significant_split(n)
    if needed is not None and max(b, c) >= needed:
        return f"only {n} discordant pairs"
    if needed is None:
        return f"only {n} discordant pairs: no split of them reaches p < {ALPHA}"
    return f"only {n} discordant pairs: p < {ALPHA} needs {needed} to {n - needed} or wider; not evidence of equality"
