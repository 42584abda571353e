"""Dense retrieval: cosine of the question with chunks (or surrogate questions), max-pooled to articles."""

from __future__ import annotations

from typing import Literal

import numpy as np
from pydantic import Field

from przepis.index.engine import Ranked, top_of
from przepis.retrieve.step import Needs, QueryText, State, Step


class DenseStep(Step):
    use: Literal["dense"] = "dense"
    field: Literal["chunks", "questions"] = "chunks"
    query: QueryText = "stem"
    depth: int = Field(default=100, ge=1)
    best_chunks: int = Field(default=0, ge=0)  # articles of so many best chunks alone, as released; 0: of all

    def needs(self) -> Needs:
        return Needs(dense=frozenset({self.field}))

    def run(self, state: State) -> None:
        with state.timed("encode"):
            vector = state.vector(self.query)
        if self.best_chunks:
            self.keep(state, self._of_best_chunks(state, vector))
        else:
            self.keep(state, state.tools.searcher.dense(self.field, vector, self.depth, state.where))

    def _of_best_chunks(self, state: State, vector: np.ndarray) -> Ranked:
        index = state.tools.index
        rows, scores = index.dense_field(self.field).of_best_vectors(vector, self.best_chunks)
        allowed = index.mask(state.where)[rows] if not state.where.empty else np.ones(len(rows), dtype=bool)
        return top_of(rows[allowed], scores[allowed], self.depth, index.tie_order, floor=-1.0)
