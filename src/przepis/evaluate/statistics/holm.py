"""Holm's step-down correction over a family of tests (Holm 1979)."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p in the order given: the i-th smallest of m times (m - i + 1), never below the one before it."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted = [0.0] * len(p_values)
    running = 0.0
    for place, index in enumerate(order):
        running = max(running, min(1.0, p_values[index] * (len(p_values) - place)))
        adjusted[index] = running
    return adjusted
