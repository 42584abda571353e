"""G, the share of the achievable band of citation accuracy that a system recovers (the paper's Eq. 1).

G(m) = (cit(m) - cit(closed-book)) / (cit(oracle) - cit(closed-book)); below 0 where context did harm.
"""

from __future__ import annotations

from przepis.errors import LabelError


def achievable_band(n_right: int, n_floor: int, n_ceiling: int) -> float:
    """Counts over the same questions. ``achievable_band(202, 141, 211)`` is 61/70."""
    if n_ceiling == n_floor:
        raise LabelError("G is not defined: closed-book and oracle name the reference equally often")
    return (n_right - n_floor) / (n_ceiling - n_floor)
