"""Reciprocal rank of the first right article; the mean over questions is MRR."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from przepis.evaluate.metrics.hit import first_rank


def reciprocal_rank(ranked: Sequence[str], right: Collection[str]) -> float:
    rank = first_rank(ranked, right)
    return 0.0 if rank is None else 1.0 / rank
