"""recall@k per provision: the share of a question's right articles among the first k.

The paper counts a question with several provisions as solved by any of them; this does not.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence


def recall_at(k: int, ranked: Sequence[str], right: Collection[str]) -> float:
    wanted = set(right)
    return len(wanted.intersection(ranked[:k])) / len(wanted) if wanted else 0.0
