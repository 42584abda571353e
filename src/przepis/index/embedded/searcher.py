"""The embedded engine's searches: everything memory-mapped in one process, no server, many readers."""

from __future__ import annotations

import numpy as np

from przepis.index.embedded.pruned import best_rows, row_scores
from przepis.index.engine import FEW, Filter, Health, Ranked, top_of
from przepis.index.local.index import LocalIndex
from przepis.index.local.lexical import Bm25Settings
from przepis.index.local.memo import ArrayMemo, Memo

MOST = 0.6  # a filter that leaves a larger share: its best are nearly the best of all
PRUNE_FROM = 400_000  # articles; below, adding up whole postings once is cheaper than looking twice


class _Near:
    """The articles nearest to one vector: how many were asked for, their rows and scores. Exchanged whole."""

    def __init__(self) -> None:
        self.found: tuple[int, np.ndarray, np.ndarray] = (0, np.zeros(0, np.int64), np.zeros(0, np.float32))


class EmbeddedSearcher:
    """Searches the arrays of the local index themselves."""

    name = "embedded"
    n_beside = 1  # lists asked for at a time: two threads wait for one another more than they save

    def __init__(self, index: LocalIndex) -> None:
        self.index = index
        self._memo = ArrayMemo(12)  # a score for every article each: what a few searches at a time ask again
        self._near: Memo[_Near] = Memo(8)

    def close(self) -> None:
        self._memo.clear()
        self._near.clear()

    def health(self) -> Health:
        return Health(self.name, self.index.folder.name, len(self.index.article_ids))

    # -- lexical --------------------------------------------------------------------------------------------

    def lexical(
        self,
        field: str,
        text: str,
        k: int,
        bm25: Bm25Settings | None = None,
        where: Filter | None = None,
    ) -> Ranked:
        found = self.index.field(field)
        if found.n_docs < PRUNE_FROM:
            return self.index.best(self._kept_scores(field, text, bm25), k, where)
        terms, settings = self.index.terms(field, text), bm25 or found.prepared
        allowed = None if where is None or where.empty else self.index.mask(where)
        if allowed is not None and int(allowed.sum()) < FEW * len(allowed):
            rows = np.flatnonzero(allowed)
            return top_of(rows, row_scores(found, terms, rows, settings), k, self.index.tie_order)
        return top_of(*best_rows(found, terms, k, settings, allowed), k, self.index.tie_order)

    def lexical_scores(self, field: str, text: str, rows: np.ndarray, bm25: Bm25Settings | None = None) -> np.ndarray:
        found = self.index.field(field)
        if found.n_docs < PRUNE_FROM:
            picked: np.ndarray = self._kept_scores(field, text, bm25)[rows]
            return picked
        return row_scores(found, self.index.terms(field, text), rows, bm25 or found.prepared)

    def _kept_scores(self, field: str, text: str, bm25: Bm25Settings | None) -> np.ndarray:
        return self._memo.get((field, text, bm25), lambda: self._all_scores(field, text, bm25))

    def _all_scores(self, field: str, text: str, bm25: Bm25Settings | None) -> np.ndarray:
        found = self.index.field(field)
        return found.scores(self.index.terms(field, text), bm25 or found.prepared)

    # -- dense ----------------------------------------------------------------------------------------------

    def dense(self, field: str, vector: np.ndarray, k: int, where: Filter | None = None) -> Ranked:
        found = self.index.dense_field(field)
        if where is not None and not where.empty:
            allowed = self.index.mask(where)
            n_allowed = self.index.n_allowed(where)
            if n_allowed < FEW * len(allowed):
                rows = np.flatnonzero(allowed)
                return top_of(*found.best_rows(vector, k, rows), k, self.index.tie_order, floor=-1.0)
            if n_allowed > MOST * len(allowed):
                return self._most_allowed(field, vector, k, allowed)
            return self.index.best(found.scores(vector), k, where, floor=-1.0)
        return top_of(*self._nearest(field, vector, k), k, self.index.tie_order, floor=-1.0)

    def _nearest(self, field: str, vector: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
        """The best of all and a few more. Asked again for fewer, they are among those found before."""
        kept = self._near.get((field, vector.tobytes()), _Near)
        n, rows, scores = kept.found
        if n < k:
            rows, scores = self.index.dense_field(field).best_rows(vector, k)
            kept.found = (k, rows, scores)
        return rows, scores

    def _most_allowed(self, field: str, vector: np.ndarray, k: int, allowed: np.ndarray) -> Ranked:
        """Where a filter leaves nearly all: more than are wanted are asked for, and those left out are dropped."""
        wanted = k + k // 8 + 8
        while True:
            rows, scores = self._nearest(field, vector, wanted)
            keep = allowed[rows]
            if int(keep.sum()) >= k or wanted >= len(allowed):
                return top_of(rows[keep], scores[keep], k, self.index.tie_order, floor=-1.0)
            wanted *= 4

    def dense_scores(self, field: str, vector: np.ndarray, rows: np.ndarray) -> np.ndarray:
        return self.index.dense_field(field).row_scores(vector, rows)
