"""Compares the two engines: counts, places, and the first hits of a sample of queries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from przepis.corpus.store import Store
from przepis.index.embedded.searcher import EmbeddedSearcher
from przepis.index.engine import Ranked
from przepis.index.milvus.load import count_items, item_rows
from przepis.index.milvus.schema import MAX_LIMIT, Part, collection_name, parts_of
from przepis.index.milvus.searcher import MilvusSearcher

_CLOSE = 1e-5  # relative: the two add the same products in another order


@dataclass(slots=True)
class Comparison:
    """Of every list compared: the same articles in the same order, or why not."""

    n_lists: int = 0
    n_same: int = 0
    n_rounding: int = 0  # other order or member among articles whose scores differ by rounding alone
    worst: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        return self.n_same / self.n_lists if self.n_lists else 1.0


def sample_queries(store: Store, n: int) -> list[str]:
    """Questions written for articles all over the corpus; where there are none, the articles' own first words."""
    found = [q for s in store.surrogates() for q in s.questions]
    if not found:
        found = [" ".join(a.text.split()[:12]) for a in store.articles() if not a.repealed]
    step = max(1, len(found) // max(1, n))
    return found[::step][:n]


def compare(
    remote: MilvusSearcher,
    queries: Sequence[str],
    vectors: np.ndarray | None,
    *,
    k: int = 10,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Comparison]:
    """By field: the first ``k`` of each query in the copy and in the local index.

    ``vectors``: the queries encoded, or None.
    """
    found: dict[str, Comparison] = {}
    index = remote.index
    local = EmbeddedSearcher(index)
    parts = parts_of(index)
    for done, part in enumerate(parts, start=1):
        comparison = found.setdefault(part.key, Comparison())
        for n, query in enumerate(queries):
            if part.key.startswith("dense_"):
                if vectors is None:
                    break
                pair = (local.dense(part.field, vectors[n], k), remote.dense(part.field, vectors[n], k))
            else:
                pair = (local.lexical(part.field, query, k), remote.lexical(part.field, query, k))
            _note(comparison, *pair, query, index.article_ids)
        if progress is not None:
            progress(done, len(parts))
    return found


def _note(comparison: Comparison, ours: Ranked, theirs: Ranked, query: str, article_ids: Sequence[str]) -> None:
    comparison.n_lists += 1
    if ours.rows.tolist() == theirs.rows.tolist():
        comparison.n_same += 1
    elif len(ours) == len(theirs) and np.allclose(ours.scores, theirs.scores, rtol=_CLOSE, atol=_CLOSE):
        comparison.n_rounding += 1
    elif len(comparison.worst) < 5:
        first = [article_ids[r] for r in theirs.rows[:3].tolist()]
        wanted = [article_ids[r] for r in ours.rows[:3].tolist()]
        comparison.worst.append(f"{query[:60]!r}: {first}, embedded {wanted}")


def check_items(remote: MilvusSearcher) -> list[str]:
    """What is missing, doubled or too much in any collection; empty when all is well."""
    problems: list[str] = []
    for part in parts_of(remote.index):
        name = collection_name(remote.prefix, remote.generation, part.key)
        expected = len(item_rows(remote.index, part))
        found = count_items(remote.connection, name)
        if found != expected:
            problems.append(f"{part.key}: {found} items, {expected} expected")
        problems.extend(_check_places(remote, part, name, expected))
    return problems


def _check_places(remote: MilvusSearcher, part: Part, name: str, expected: int) -> list[str]:
    """Every place once, with the row that belongs there."""
    owners = item_rows(remote.index, part)
    for start in range(0, expected, MAX_LIMIT):
        end = min(start + MAX_LIMIT, expected)
        rows = remote.connection.call(
            "query",
            name,
            filter=f"place >= {start} and place < {end}",
            output_fields=["place", "row"],
            limit=MAX_LIMIT,
        )
        places = {int(r["place"]): int(r["row"]) for r in rows}
        wanted = dict(zip(range(start, end), owners[start:end].tolist(), strict=True))
        if len(rows) != len(places):
            return [f"{part.key}: {len(rows) - len(places)} items doubled from place {start}"]
        if places != wanted:
            wrong = sum(places.get(p) != row for p, row in wanted.items())
            return [f"{part.key}: {wrong} of the items from place {start} to {end} are missing or wrong"]
    return []
