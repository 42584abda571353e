"""Pseudo-relevance feedback with a vocabulary authored at index time.

The concepts of the best hits' surrogates, the most frequent first, are appended to the question, which is then encoded
and searched again (the paper's ``dense-prf``).
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

from pydantic import Field

from przepis.retrieve.step import Needs, State, Step


class FeedbackStep(Step):
    use: Literal["feedback"] = "feedback"
    from_top: int = Field(default=5, ge=1)
    concepts: int = Field(default=6, ge=1)
    depth: int = Field(default=100, ge=1)

    def needs(self) -> Needs:
        return Needs(dense=frozenset({"chunks"}))

    def run(self, state: State) -> None:
        tools = state.tools
        counts: Counter[str] = Counter()
        for row in state.ranked.rows[: self.from_top].tolist():
            surrogate = tools.store.surrogate(tools.index.article_ids[row])
            counts.update(surrogate.concepts if surrogate else ())
        chosen = [c for c, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[: self.concepts]]
        state.texts["expanded"] = " ".join((state.question.text, *chosen))
        self.keep(state, tools.searcher.dense("chunks", state.vector("expanded"), self.depth, state.where))
