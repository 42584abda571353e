"""R_q, the provisions a question refers to: from its own words, or guessed by the query-analysis call.

The paper describes the first; its released records show the second, matched by number in every act. Both are here,
and the act-blind form is kept for reproduction alone.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from przepis.retrieve.step import State

ReferenceSource = Literal["none", "question", "analysis", "analysis-act-blind"]


def referenced_rows(state: State, source: ReferenceSource) -> np.ndarray:
    if source == "none" or (source != "question" and state.analysis is None):
        return np.zeros(0, dtype=np.int64)
    if source == "question":
        return state.cited_rows()
    if source == "analysis-act-blind":
        rows = {row for label in state.analysis.labels for row in _rows_with_label(state, label)}
    else:
        found = (state.tools.index.row(article_id) for article_id in state.analysis.article_ids)
        rows = {row for row in found if row is not None}
    return np.array(sorted(rows), dtype=np.int64)


def _rows_with_label(state: State, label: str) -> list[int]:
    suffix = f"#{label}"
    return [i for i, article_id in enumerate(state.tools.index.article_ids) if article_id.endswith(suffix)]
