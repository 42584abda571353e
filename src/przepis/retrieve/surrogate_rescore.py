"""Dense candidates reordered by their surrogates: s(a) = cos + covers r(Q_a, q) + theme [..] + concept min(3, |..|)."""

from __future__ import annotations

from typing import Literal

import numpy as np

from przepis.index.engine import Ranked
from przepis.retrieve.cascade import best_question_share
from przepis.retrieve.step import Needs, State, Step


class SurrogateRescoreStep(Step):
    use: Literal["surrogate_rescore"] = "surrogate_rescore"
    covers: float = 1.0
    theme: float = 0.04
    concept: float = 0.02

    def needs(self) -> Needs:
        return Needs(lexical=frozenset({"theme", "concepts", "each-question"}))

    def run(self, state: State) -> None:
        index, rows = state.tools.index, state.ranked.rows
        terms = index.terms("theme", state.question.text)
        scores = (
            state.ranked.scores
            + self.covers * best_question_share(index, state.question.text)[rows]
            + self.theme * (index.field("theme").overlaps(terms)[rows] > 0)
            + self.concept * np.minimum(3, index.field("concepts").overlaps(terms)[rows])
        )
        order = np.lexsort((index.tie_order[rows], -scores))
        self.keep(state, Ranked(rows[order], scores[order]))
