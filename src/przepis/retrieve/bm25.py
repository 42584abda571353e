"""BM25 over one lexical field."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from przepis.index.local.lexical import K1, B, Bm25Settings
from przepis.retrieve.step import Needs, QueryText, State, Step


class Bm25Step(Step):
    use: Literal["bm25"] = "bm25"
    field: str = "text"
    query: QueryText = "stem"
    k1: float = Field(default=K1, ge=0)
    b: float = Field(default=B, ge=0, le=1)
    depth: int = Field(default=100, ge=1)

    def needs(self) -> Needs:
        return Needs(lexical=frozenset({self.field}))

    def run(self, state: State) -> None:
        settings = Bm25Settings(self.k1, self.b)
        searcher = state.tools.searcher
        self.keep(state, searcher.lexical(self.field, state.text(self.query), self.depth, settings, state.where))
