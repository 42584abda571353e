"""Searches past wordings, in this process whatever the engine: rows of a day, vectors shared by wordings alike."""

from __future__ import annotations

import numpy as np

from przepis.index.embedded.searcher import EmbeddedSearcher
from przepis.index.engine import Filter, Ranked, top_of
from przepis.index.local.memo import ArrayMemo
from przepis.index.past.index import PastIndex

SOME = 0.3  # of the articles with vectors: where a day has a larger share, its best are among the best of all days
SAMPLE = 1000  # articles by which that share is judged
AMPLE = 2.2  # so many times as many are asked for as should do, were the articles of all days alike


class PastSearcher(EmbeddedSearcher):
    """As the embedded searcher, but a vector is looked up under the wording that it was made of."""

    def __init__(self, index: PastIndex) -> None:
        super().__init__(index)
        self._past = index
        self._by_vectors = ArrayMemo(8)

    def close(self) -> None:
        super().close()
        self._by_vectors.clear()

    def dense(self, field: str, vector: np.ndarray, k: int, where: Filter | None = None) -> Ranked:
        """Of a day: an article has one wording then, so that vectors lead back to one row."""
        row_of = self._rows_by_vectors(where or Filter())
        owners = self._past.dense_field(field).owners
        sample = owners[:: max(1, len(owners) // SAMPLE)]
        share = np.count_nonzero(row_of[sample] >= 0) / max(1, len(sample))
        if share > SOME:
            found, scores = self._near_in(field, vector, k, row_of, int(AMPLE * k / share) + 8)
        else:
            usable = owners[row_of[owners] >= 0].astype(np.int64)
            found, scores = self._past.dense_field(field).best_rows(vector, k, usable)
        return top_of(row_of[found], scores, k, self._past.tie_order, floor=-1.0)

    def _near_in(
        self, field: str, vector: np.ndarray, k: int, row_of: np.ndarray, wanted: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """More than k are asked for, and vectors that stand for no wording of the day are dropped."""
        n_owners = len(self._past.dense_field(field).owners)
        while True:
            found, scores = self._nearest(field, vector, wanted)
            keep = row_of[found] >= 0
            if int(keep.sum()) >= k or wanted >= n_owners:
                return found[keep], scores[keep]
            wanted *= 4

    def dense_scores(self, field: str, vector: np.ndarray, rows: np.ndarray) -> np.ndarray:
        owners, place = np.unique(self._past.vectors_of[rows], return_inverse=True)
        scores: np.ndarray = self._past.dense_field(field).row_scores(vector, owners)[place]
        return scores

    def _rows_by_vectors(self, where: Filter) -> np.ndarray:
        """For each row the allowed one that has its vectors; -1 where none is."""
        return self._by_vectors.get(where, lambda: self._make_rows_by_vectors(where))

    def _make_rows_by_vectors(self, where: Filter) -> np.ndarray:
        rows = np.flatnonzero(self._past.mask(where))
        row_of = np.full(len(self._past.article_ids), -1, dtype=np.int64)
        row_of[self._past.vectors_of[rows]] = rows
        return row_of
