"""hit@k: 1 where any right article stands among the first k (the paper's Hit@k, success@k elsewhere)."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def hit_at(k: int, ranked: Sequence[str], right: Collection[str]) -> bool:
    return any(article_id in right for article_id in ranked[:k])


def first_rank(ranked: Sequence[str], right: Collection[str]) -> int | None:
    """Rank, from 1, of the first right article; None where there is none."""
    return next((rank for rank, article_id in enumerate(ranked, start=1) if article_id in right), None)
