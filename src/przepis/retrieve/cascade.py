"""The two-stage surrogate cascade of ASCR.

Acts:     s_doc(d) = 3 h(C_d, tau(q)) + 2 r(title_d) + 2 r(sigma_d) + [phi_d = f_q] + 10 [tier one]; forty stay.
Articles: s_art(a) = 3 h(theta_a, tau(q)) + 2 h(C_a, tau(q)) + 20 r(Q_a, q~) + 2 r(sigma_a) + 1000 [a in R_q].

h(Y, tau(q)) counts the content terms of the question that stand in Y. r(Y, y) is the share of y's content terms that
stand in Y, in [0, 1]; for the question set Q_a the best single question counts. Postings make both stages a few
array additions instead of a walk over every annotated article.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import numpy as np
from pydantic import Field

from przepis.index.engine import top
from przepis.index.local.index import LocalIndex
from przepis.retrieve.domains import act_domain, first_tier
from przepis.retrieve.references import ReferenceSource, referenced_rows
from przepis.retrieve.step import Needs, State, Step

_FIELDS = frozenset({"theme", "concepts", "summary", "each-question", "act-title", "act-concepts", "act-summary"})


class CascadeStep(Step):
    use: Literal["cascade"] = "cascade"
    acts: int = Field(default=40, ge=1)
    depth: int = Field(default=100, ge=1)
    doc_concept: float = 3.0
    doc_title: float = 2.0
    doc_summary: float = 2.0
    doc_domain: float = 1.0
    doc_tier: float = 10.0
    theme: float = 3.0
    concept: float = 2.0
    covers: float = 20.0
    summary: float = 2.0
    pin: float = 1000.0
    references: ReferenceSource = "analysis"
    terms: Literal["question", "concepts"] = "question"  # what h(.) counts; concepts: those of the analysis

    def needs(self) -> Needs:
        return Needs(lexical=_FIELDS)

    def run(self, state: State) -> None:
        with state.timed("cascade: acts"):
            kept = self._acts(state)
        with state.timed("cascade: articles"):
            self._articles(state, kept)

    def _counted(self, state: State) -> str:
        """The text whose terms h(.) counts; without an analysis there are no concepts, and h(.) is 0."""
        if self.terms == "question":
            return state.question.text
        return " ".join(state.analysis.concepts) if state.analysis is not None else ""

    def _acts(self, state: State) -> np.ndarray:
        index = state.tools.index
        terms = np.unique(index.terms("act-title", state.question.text))
        counted = np.unique(index.terms("act-title", self._counted(state)))
        share = 1.0 / max(1, len(terms))
        scores = (
            self.doc_concept * index.field("act-concepts").overlaps(counted)
            + self.doc_title * share * index.field("act-title").overlaps(terms)
            + self.doc_summary * share * index.field("act-summary").overlaps(terms)
        )
        domains, tiers = _act_facts(index, tuple(state.tools.titles[a] for a in index.act_ids))
        scores = scores + self.doc_tier * tiers
        if state.analysis is not None:
            scores = scores + self.doc_domain * (domains == state.analysis.domain)
        return top(scores, self.acts, index.act_tie_order).rows

    def _articles(self, state: State, acts: np.ndarray) -> None:
        index = state.tools.index
        terms = np.unique(index.terms("theme", state.question.text))
        counted = np.unique(index.terms("theme", self._counted(state)))
        scores = (
            self.theme * index.field("theme").overlaps(counted)
            + self.concept * index.field("concepts").overlaps(counted)
            + self.summary / max(1, len(terms)) * index.field("summary").overlaps(terms)
        )
        if self.covers:
            scores = scores + self.covers * best_question_share(index, state.text("reformulated"))
        scores[~np.isin(index.row_act, acts)] = 0.0
        scores[referenced_rows(state, self.references)] += self.pin
        self.keep(state, index.best(scores, self.depth, state.where))


def best_question_share(index: LocalIndex, text: str) -> np.ndarray:
    """r(Q_a, y) of every article: the largest share of y's content terms in one of its questions."""
    terms = np.unique(index.terms("each-question", text))
    best = np.zeros(len(index.article_ids), dtype=np.float32)
    owners = index.question_owner
    if not len(terms) or not len(owners):
        return best
    overlaps = index.field("each-question").overlaps(terms)[: len(owners)]
    # an article's questions stand together, so its best is one reduction
    starts = np.flatnonzero(np.r_[True, owners[1:] != owners[:-1]])
    best[owners[starts]] = np.maximum.reduceat(overlaps, starts) / len(terms)
    return best


@lru_cache(maxsize=4)
def _act_facts(index: LocalIndex, titles: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([act_domain(t) for t in titles]), np.array([first_tier(t) for t in titles])
