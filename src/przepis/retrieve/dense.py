"""Dense retrieval: cosine of the question with chunks (or surrogate questions), max-pooled to articles."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from przepis.retrieve.step import Needs, QueryText, State, Step


class DenseStep(Step):
    use: Literal["dense"] = "dense"
    field: Literal["chunks", "questions"] = "chunks"
    query: QueryText = "stem"
    depth: int = Field(default=100, ge=1)

    def needs(self) -> Needs:
        return Needs(dense=frozenset({self.field}))

    def run(self, state: State) -> None:
        with state.timed("encode"):
            vector = state.vector(self.query)
        self.keep(state, state.tools.searcher.dense(self.field, vector, self.depth, state.where))
