"""The deterministic re-score of DTF, all five terms of the paper's equation:

s(a) = s_RRF(a) + beta [d(a) in Sigma(q)] + tau0 [theta_a meets q] + gamma min(3, |C_a meets q|)
       - rho [repealed] + pi [a in R_q]

"Meets" counts content terms of the question (folded five-letter prefixes, stopwords removed) that stand in the field.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from pydantic import Field

from przepis.index.engine import Ranked
from przepis.law.scope import paper_scope
from przepis.retrieve.references import ReferenceSource, referenced_rows
from przepis.retrieve.step import Needs, State, Step

CONCEPT_CAP = 3


class RescoreStep(Step):
    use: Literal["rescore"] = "rescore"
    act: float = 0.35
    theme: float = 0.04
    concept: float = 0.02
    repeal: float = 0.15
    pin: float = 1.0
    threshold: float = Field(default=0.6, gt=0, le=1)
    references: ReferenceSource = "question"

    def needs(self) -> Needs:
        return Needs(lexical=frozenset({"theme", "concepts"}))

    def run(self, state: State) -> None:
        index = state.tools.index
        rows = state.ranked.rows
        terms = index.terms("theme", state.question.text)
        scope = paper_scope(state.question.text, state.tools.titles, self.threshold) if self.act else frozenset()
        in_scope = np.isin(index.row_act[rows], [i for i, a in enumerate(index.act_ids) if a in scope])
        theme = index.field("theme").overlaps(terms)[rows] > 0
        concepts = np.minimum(CONCEPT_CAP, index.field("concepts").overlaps(terms)[rows])
        repealed = index.columns["repealed"][rows]
        pinned = np.isin(rows, referenced_rows(state, self.references))
        scores = (
            state.ranked.scores.astype(np.float64)
            + self.act * in_scope
            + self.theme * theme
            + self.concept * concepts
            - self.repeal * repealed
            + self.pin * pinned
        )
        for name, values in (("scope", in_scope), ("theme", theme), ("concepts", concepts), ("repealed", repealed)):
            state.note(name, rows, values)
        order = np.lexsort((index.tie_order[rows], -scores))
        self.keep(state, Ranked(rows[order], scores[order]))
