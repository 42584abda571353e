"""Listwise reranking by a language model, as a step: forty candidates in one call, eight back."""

from __future__ import annotations

from typing import Literal

import numpy as np
from pydantic import Field

from przepis.index.engine import Ranked
from przepis.records import Hit
from przepis.rerank.llm_listwise import Candidate, candidate, rerank_listwise, surrogate_candidate
from przepis.retrieve.step import Needs, State, Step


class RerankLlmStep(Step):
    use: Literal["rerank_llm"] = "rerank_llm"
    n_in: int = Field(default=40, ge=2)
    n_out: int = Field(default=8, ge=1)
    show: Literal["text", "surrogate"] = "text"  # surrogate: name, theme and summary, as the paper's records show

    def needs(self) -> Needs:
        return Needs(model_calls=1)

    def run(self, state: State) -> None:
        tools, ranked = state.tools, state.ranked
        if not len(ranked):
            return
        ids = [tools.index.article_ids[r] for r in ranked.rows.tolist()]
        hits = [Hit(a, float(s), i + 1) for i, (a, s) in enumerate(zip(ids, ranked.scores.tolist(), strict=True))]
        done = rerank_listwise(
            state.question.text,
            hits,
            lambda article_id: self._shown(state, article_id),
            tools.client(),
            n_in=self.n_in,
            n_out=self.n_out,
            item=state.question.question_id,
            one_block=self.show == "surrogate",
        )
        state.charge(done.usage, done.faults)
        rows = np.array([tools.index.row(h.article_id) for h in done.hits], dtype=np.int64)
        self.keep(state, Ranked(rows, 1.0 / np.arange(1, len(rows) + 1)))

    def _shown(self, state: State, article_id: str) -> Candidate:
        store = state.tools.store
        article = store.article(article_id)
        make = candidate if self.show == "text" else surrogate_candidate
        return make(article, store.act(article.act_id), store.surrogate(article_id))
