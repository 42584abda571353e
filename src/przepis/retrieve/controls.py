"""The four controls: no retrieval, random articles, the answer itself, and random articles of the right act."""

from __future__ import annotations

import hashlib
from typing import Literal

import numpy as np
from pydantic import Field

from przepis.index.engine import Ranked
from przepis.retrieve.step import EMPTY, Needs, State, Step


class ControlStep(Step):
    use: Literal["control"] = "control"
    kind: Literal["closed-book", "random", "oracle", "oracle-doc"]
    depth: int = Field(default=100, ge=1)
    seed: int = 1

    def needs(self) -> Needs:
        return Needs(labels=self.kind.startswith("oracle"))

    def run(self, state: State) -> None:
        index = state.tools.index
        gold = state.tools.labels.get(state.question.question_id, ())
        rows = [r for r in (index.row(a) for a in gold) if r is not None]
        if self.kind == "closed-book":
            chosen = EMPTY.rows
        elif self.kind == "oracle":
            chosen = np.array(rows[:1], dtype=np.int64)
        elif self.kind == "oracle-doc":
            pool = np.flatnonzero(np.isin(index.row_act, index.row_act[rows]))
            chosen = self._shuffled(state, pool)
        else:
            chosen = self._shuffled(state, np.arange(len(index.article_ids)))
        self.keep(state, Ranked(chosen, 1.0 / np.arange(1, len(chosen) + 1)))

    def _shuffled(self, state: State, pool: np.ndarray) -> np.ndarray:
        """A draw that depends on the seed and the question alone: the same in any order of questions."""
        digest = hashlib.sha256(f"{self.seed} {state.question.question_id}".encode()).digest()
        generator = np.random.default_rng(int.from_bytes(digest[:8], "big"))
        return generator.permutation(pool)[: self.depth]
