"""Candidates for the learned ranker: the best of several lexical and dense lists, each also within the scoped acts.

The engine gives the best of each list, and then the scores of those few hundred articles under every list: nothing here
is as long as the corpus, so any engine can serve it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from przepis.index.engine import Filter, Ranked
from przepis.retrieve.beside import beside
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
    Source("asked", "asked", "stem", 20, dense=True),
    Source("text-p+o", "text-prefix", "full", 40),
    Source("full-p+o", "full-prefix", "full", 60),
    Source("chunks+o", "chunks", "full", 60, dense=True),
)
SCOPED = ("full-p", "all-p", "chunks", "questions", "full-p+o", "chunks+o")
SCOPED_TAKE = 30
SCOPE_FLOOR = 0.5  # acts named this strongly also give candidates of their own
NAMED = 0.99  # a scope from here on: the question names the act for certain


@dataclass(slots=True)
class Pool:
    """Candidate rows; of every source their scores and ranks, and the best score that any article has."""

    rows: np.ndarray
    scores: dict[str, np.ndarray]  # beside ``rows``
    ranks: dict[str, np.ndarray]  # likewise; from 0, equal scores share one; those outside a named act after all inside
    best: dict[str, float]
    act_scope: np.ndarray  # by act

    def best_rank(self) -> np.ndarray:
        """The rank of each candidate in the list that ranks it highest; lists in which it has no score do not count."""
        scored = [np.where(self.scores[name] > 0, ranks, len(ranks)) for name, ranks in self.ranks.items()]
        best: np.ndarray = np.min(scored, axis=0)
        return best

    def only(self, kept: np.ndarray) -> Pool:
        """Some of the candidates, with the ranks they have among all."""
        scores, ranks = ({k: v[kept] for k, v in d.items()} for d in (self.scores, self.ranks))
        return Pool(self.rows[kept], scores, ranks, self.best, self.act_scope)


def gather(state: State, sources: tuple[Source, ...]) -> Pool:
    """Only the best of each list are asked of the engine, then every list's scores of the articles found."""
    act_scope = scope_of_acts(state)
    different = _different(state, sources)
    inside = _inside(state, np.flatnonzero(act_scope >= SCOPE_FLOOR))
    chosen, best = _best_of_lists(state, different, inside, _names_an_act(act_scope))
    rows = np.unique(np.concatenate([_allowed(state, state.cited_rows()), *chosen]))
    found = beside(different, lambda s: _scores(state, s, rows), state.tools.engine.n_beside)
    scores = {source.name: own for source, own in zip(different, found, strict=True)}
    for source in sources:
        twin = source.name.removesuffix("+o")
        if source.name not in scores:
            scores[source.name], best[source.name] = scores[twin], best[twin]
    outside = _outside_named_acts(act_scope, state.tools.engine.row_act[rows])
    ranks = {s.name: _ranks(scores[s.name], outside) for s in sources}
    return Pool(rows, scores, ranks, best, act_scope)


def _names_an_act(act_scope: np.ndarray) -> bool:
    """For certain: all 1,991 examination questions to 2022 that do are answered from it (benchmarks/named_acts.py)."""
    return bool(len(act_scope)) and float(act_scope.max()) >= NAMED


def _outside_named_acts(act_scope: np.ndarray, acts: np.ndarray) -> np.ndarray:
    """Which of these are other acts than those that the question names for certain; none, where it names none."""
    if not _names_an_act(act_scope):
        return np.zeros(len(acts), dtype=bool)
    outside: np.ndarray = act_scope[acts] < act_scope.max()
    return outside


def _ranks(scores: np.ndarray, outside: np.ndarray) -> np.ndarray:
    ranks = np.empty(len(scores), dtype=np.int64)
    for part, ahead in ((~outside, 0), (outside, int((~outside).sum()))):
        own = -scores[part]
        ranks[part] = ahead + np.searchsorted(np.sort(own), own, side="left")
    return ranks


def _best_of_lists(
    state: State, sources: tuple[Source, ...], inside: Filter | None, named: bool
) -> tuple[list[np.ndarray], dict[str, float]]:
    """Rows of every list's best, also within the acts that the question names; and each list's best score of all.

    Where the question names its act for certain, vectors of other acts are not compared at all; what words find there
    still is. The question is encoded and vectors are compared while another thread adds up postings.
    """

    def ask(source: Source) -> tuple[list[np.ndarray], float]:
        if named and inside is not None and source.dense:
            only = _search(state, source, source.take, inside)
            return [only.rows], _first_score(only)
        lists = [_search(state, source, source.take, state.where)]
        if inside is not None and source.name in SCOPED:
            lists.append(_search(state, source, SCOPED_TAKE, inside))
        of_all = lists[0] if state.where.empty else _search(state, source, 1, Filter())
        return [ranked.rows for ranked in lists], _first_score(of_all)

    # vectors first, and first of all those of the longest text, which takes longest to encode
    ordered = sorted(sources, key=lambda s: (not s.dense, -len(state.text(s.query))))
    found = beside(ordered, ask, state.tools.engine.n_beside)
    best = {source.name: own for source, (_, own) in zip(ordered, found, strict=True)}
    return [rows for lists, _ in found for rows in lists], best


def _first_score(ranked: Ranked) -> float:
    return float(ranked.scores[0]) if len(ranked) else 0.0


def _different(state: State, sources: tuple[Source, ...]) -> tuple[Source, ...]:
    """Without options the question alone and the question with its options are one text."""
    if state.question.options:
        return sources
    names = {s.name for s in sources}
    return tuple(s for s in sources if not (s.query == "full" and s.name.removesuffix("+o") in names - {s.name}))


def _inside(state: State, acts: np.ndarray) -> Filter | None:
    """The filter of the search with these acts alone; None where that leaves nothing."""
    named = frozenset(state.tools.engine.act_ids[i] for i in acts.tolist())
    if state.where.acts is not None:
        named &= state.where.acts
    return replace(state.where, acts=named) if named else None


def _allowed(state: State, rows: np.ndarray) -> np.ndarray:
    return rows if state.where.empty else rows[state.tools.engine.mask(state.where)[rows]]


def _search(state: State, source: Source, k: int, where: Filter) -> Ranked:
    """The best k; those without anything in common with the question are no candidates."""
    engine = state.tools.engine
    if not source.dense:
        return engine.lexical(source.field, state.text(source.query), k, where=where)
    found = engine.dense(source.field, state.vector(source.query), k, where)
    n = int(np.searchsorted(-found.scores, 0.0))
    return Ranked(found.rows[:n], found.scores[:n])


def _scores(state: State, source: Source, rows: np.ndarray) -> np.ndarray:
    engine = state.tools.engine
    if source.dense:
        return engine.dense_scores(source.field, state.vector(source.query), rows)
    return engine.lexical_scores(source.field, state.text(source.query), rows)
