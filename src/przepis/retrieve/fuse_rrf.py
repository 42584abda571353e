"""Weighted reciprocal rank fusion: s(a) = sum over lists i of w_i / (k0 + rank_i(a)).

Cormack, Clarke and Büttcher (2009), with the paper's weights and k0 = 20. Equal scores are ordered as trec_eval
orders them, by descending id.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np
from pydantic import Field

from przepis.index.engine import Ranked
from przepis.retrieve.step import State, Step

K0 = 20


def fuse_rrf(lists: Sequence[Ranked], weights: Sequence[float], n_rows: int, k0: float = K0) -> np.ndarray:
    """The fused score of every row; 0 for rows in no list."""
    scores = np.zeros(n_rows, dtype=np.float64)
    for ranked, weight in zip(lists, weights, strict=True):
        scores[ranked.rows] += weight / (k0 + np.arange(1, len(ranked) + 1))
    return scores


class FuseRrfStep(Step):
    use: Literal["fuse_rrf"] = "fuse_rrf"
    lists: Mapping[str, float]
    k0: float = Field(default=K0, gt=0)
    depth: int = Field(default=100, ge=1)

    def run(self, state: State) -> None:
        index = state.tools.index
        ranked = [state.lists[name] for name in self.lists]
        scores = fuse_rrf(ranked, list(self.lists.values()), len(index.article_ids), self.k0)
        self.keep(state, index.best(scores, self.depth))
