"""How many of the hits lie in each act and each kind of act, for filters that show what they would leave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from przepis.records import Hit


@dataclass(frozen=True, slots=True)
class Facets:
    acts: tuple[tuple[str, int], ...]  # (act_id, number of hits), most first
    kinds: tuple[tuple[str, int], ...]


def count_facets(hits: Iterable[Hit], kind_of: Callable[[str], str], n_acts: int = 8) -> Facets:
    by_act = Counter(hit.article_id.partition("#")[0] for hit in hits)
    by_kind: Counter[str] = Counter()
    for act_id, n in by_act.items():
        by_kind[kind_of(act_id)] += n
    return Facets(tuple(by_act.most_common(n_acts)), tuple(by_kind.most_common()))
