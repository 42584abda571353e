"""A soft preference for the act a question names: s(a) = s(a) (1 + weight * scope(act of a))."""

from __future__ import annotations

from typing import Literal

import numpy as np
from pydantic import Field

from przepis.index.engine import Ranked
from przepis.retrieve.step import State, Step


class ScopeStep(Step):
    use: Literal["scope"] = "scope"
    weight: float = Field(default=1.0, ge=0)

    def run(self, state: State) -> None:
        index, rows = state.tools.index, state.ranked.rows
        by_act = scope_of_acts(state)
        scope = by_act[index.row_act[rows]]
        scores = state.ranked.scores * (1.0 + self.weight * scope)
        state.note("scope", rows, scope)
        order = np.lexsort((index.tie_order[rows], -scores))
        self.keep(state, Ranked(rows[order], scores[order]))


def scope_of_acts(state: State) -> np.ndarray:
    """How strongly the question's words name each act, in [0, 1], by act; acts left out of the search are not named."""
    index = state.tools.index
    by_act = np.zeros(len(index.act_ids), dtype=np.float32)
    for act, score in state.tools.scope.scores(state.question.text).items():
        if act not in state.where.not_acts and (place := index.act_row(act)) is not None:
            by_act[place] = score
    return by_act
