"""Candidates for the learned ranker: the best of several lexical and dense lists, each also within the scoped acts.

Every list is computed once as a score for every article; the ranker's features read the same arrays.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from przepis.index.embedded import EmbeddedEngine
from przepis.retrieve.scope import scope_of_acts
from przepis.retrieve.step import QueryText, State


@dataclass(frozen=True, slots=True)
class Source:
    """One list: a field, the query text it takes, and how many of its best become candidates."""

    name: str
    field: str
    query: QueryText
    take: int
    dense: bool = False


SOURCES: tuple[Source, ...] = (
    Source("full", "full", "stem", 40),
    Source("text-p", "text-prefix", "stem", 40),
    Source("full-p", "full-prefix", "stem", 60),
    Source("all-p", "all-prefix", "stem", 60),
    Source("surro-p", "surrogate-prefix", "stem", 60),
    Source("lay-p", "lay-prefix", "stem", 40),
    Source("chunks", "chunks", "stem", 80, dense=True),
    Source("questions", "questions", "stem", 60, dense=True),
    Source("text-p+o", "text-prefix", "full", 40),
    Source("full-p+o", "full-prefix", "full", 60),
    Source("chunks+o", "chunks", "full", 60, dense=True),
)
SCOPED_TAKE = 30
SCOPE_FLOOR = 0.5  # acts named this strongly also give candidates of their own


@dataclass(slots=True)
class Pool:
    """Candidate rows, and every source's scores over the whole corpus."""

    rows: np.ndarray
    scores: dict[str, np.ndarray]
    act_scope: np.ndarray  # by act


def gather(state: State, sources: tuple[Source, ...]) -> Pool:
    engine = state.tools.engine
    act_scope = scope_of_acts(state)
    scores: dict[str, np.ndarray] = {}
    for source in sources:
        twin = source.name.removesuffix("+o")
        if source.query == "full" and not state.question.options and twin in scores:
            scores[source.name] = scores[twin]  # without options the two texts are one
        else:
            scores[source.name] = _scores(state, engine, source)
    allowed = None if state.where.empty else engine.mask(state.where)
    scoped = np.isin(engine.row_act, np.flatnonzero(act_scope >= SCOPE_FLOOR))
    chosen = [state.cited_rows()]
    for source in sources:
        values = scores[source.name] if allowed is None else np.where(allowed, scores[source.name], -2.0)
        chosen.append(_best(values, source.take))
        if scoped.any() and source.name in ("full-p", "chunks", "full-p+o", "chunks+o"):
            inside = np.flatnonzero(scoped)
            chosen.append(inside[_best(values[inside], SCOPED_TAKE)])
    rows = np.unique(np.concatenate(chosen))
    return Pool(rows if allowed is None else rows[allowed[rows]], scores, act_scope)


def _scores(state: State, engine: EmbeddedEngine, source: Source) -> np.ndarray:
    if source.dense:
        return engine.dense_field(source.field).scores(state.vector(source.query))
    return engine.all_lexical_scores(source.field, state.text(source.query))


def _best(values: np.ndarray, k: int) -> np.ndarray:
    """Rows of the k largest positive values, in no order.

    Few values come near the largest, so a threshold first leaves little to partition.
    """
    if not len(values):
        return np.zeros(0, dtype=np.int64)
    peak = float(values.max())
    for share in (0.5, 0.25, 0.0):
        rows = np.flatnonzero(values > share * peak)
        if len(rows) >= k or share == 0.0:
            break
    if len(rows) <= k:
        return rows
    return rows[np.argpartition(values[rows], -k)[-k:]]
