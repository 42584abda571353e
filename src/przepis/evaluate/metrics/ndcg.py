"""nDCG@k with binary gains: sum of 1 / log2(rank + 1) over right articles, divided by the best possible sum.

``ndcg_of_best`` is the paper's form: only the highest-ranked right article counts, so that a system which gives one
provision of two is not penalised. The two agree wherever a question has one right article.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from przepis.evaluate.metrics.hit import first_rank


def ndcg_at(k: int, ranked: Sequence[str], right: Collection[str]) -> float:
    wanted = set(right)
    best = sum(_gain(rank) for rank in range(1, min(k, len(wanted)) + 1))
    found = sum(_gain(rank) for rank, article_id in enumerate(ranked[:k], start=1) if article_id in wanted)
    return found / best if best else 0.0


def ndcg_of_best(k: int, ranked: Sequence[str], right: Collection[str]) -> float:
    rank = first_rank(ranked[:k], right)
    return 0.0 if rank is None else _gain(rank)


def _gain(rank: int) -> float:
    return 1.0 / math.log2(rank + 1)
