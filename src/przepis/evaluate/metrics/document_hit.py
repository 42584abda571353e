"""Document hit rate: 1 where any of the first k articles belongs to the act of a right one."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def document_hit_at(k: int, ranked: Sequence[str], right: Collection[str]) -> bool:
    acts = {act_of(article_id) for article_id in right}
    return any(act_of(article_id) in acts for article_id in ranked[:k])


def act_of(article_id: str) -> str:
    return article_id.partition("#")[0]
