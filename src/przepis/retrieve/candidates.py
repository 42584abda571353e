"""Candidates for the learned ranker: the best of several lexical and dense lists, each also within the scoped acts.

The engine gives the best of each list, and then the scores of those few hundred articles under every list: nothing here
is as long as the corpus, so any engine can serve it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from przepis.index.arrays import distinct, ranges
from przepis.index.engine import Filter, Ranked
from przepis.index.local.lexical import Bm25Settings
from przepis.retrieve.beside import beside
from przepis.retrieve.continuing import begins_with
from przepis.retrieve.ending import is_open, said
from przepis.retrieve.scope import scope_of_acts
from przepis.retrieve.step import WORDING, Needs, Pool, QueryText, State, Step


class Source(BaseModel):
    """One list: a field, the query text it takes, and how many of its best become candidates."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    field: str
    query: QueryText = "stem"
    take: int = Field(ge=1)
    dense: bool = False
    scoped: bool = False  # asked again within the acts that the question hints at
    near: int | None = Field(default=None, ge=1)  # how many of its first are ranked, where not as many as of others
    on_day: bool = False  # asked of the law of a day alone: it gives candidates, and is no evidence for the ranker
    k1: float | None = Field(default=None, ge=0)  # near 0 it counts which words are met, not how often

    @property
    def bm25(self) -> Bm25Settings | None:
        return None if self.k1 is None else Bm25Settings(k1=self.k1)


class CandidatesStep(Step):
    """The best of several lists. ``without`` leaves lists out, for ablations."""

    use: Literal["candidates"] = "candidates"
    list: tuple[Source, ...] = Field(min_length=1)
    without: tuple[str, ...] = ()
    options: bool = True  # False: the stem alone, as the paper's systems search
    scoped_take: int = Field(default=30, ge=1)
    scope_floor: float = Field(default=0.5, gt=0)  # acts named this strongly also give candidates of their own

    def sources(self) -> tuple[Source, ...]:
        """The lists in use whatever the day."""
        return tuple(s for s in self._used() if not s.on_day)

    def _used(self) -> tuple[Source, ...]:
        return tuple(s for s in self.list if s.name.removesuffix("+o") not in self.without)

    def needs(self) -> Needs:
        used = self._used()
        return Needs(
            lexical=frozenset(s.field for s in used if not s.dense),
            dense=frozenset(s.field for s in used if s.dense),
        )

    def run(self, state: State) -> None:
        state.with_options = self.options
        of_day = tuple(s for s in self._used() if s.on_day) if state.where.on is not None else ()
        state.pool = gather(state, self.sources(), self.scope_floor, self.scoped_take, of_day)


NOTHING = np.zeros(0, dtype=np.int64)
MOST_BEGUN = 30  # articles of one act that may begin alike and be looked at for it
NAMED = 0.99  # a scope from here on: the question names the act for certain


def gather(
    state: State,
    sources: tuple[Source, ...],
    scope_floor: float = 0.5,
    scoped_take: int = 30,
    besides: tuple[Source, ...] = (),
) -> Pool:
    """Only the best of each list are asked of the engine, then every list's scores of the articles found.

    ``besides``: lists that bring candidates, and whose scores are no evidence.
    """
    different = (*_different(state, sources), *besides)
    for query in {s.query: None for s in different if s.dense}:
        state.begin_vector(query)
    act_scope = scope_of_acts(state)
    inside = _inside(state, np.flatnonzero(act_scope >= scope_floor))
    chosen, best = _best_of_lists(state, different, inside, _names_an_act(act_scope), scoped_take)
    begun = _begun(state, inside) if inside is not None and _names_an_act(act_scope) else NOTHING
    rows = distinct(np.concatenate([_allowed(state, state.cited_rows()), begun, *chosen]))
    found = beside(different, lambda s: _scores(state, s, rows), state.tools.searcher.n_beside)
    scores = {source.name: own for source, own in zip(different, found, strict=True)}
    outside = _outside_named_acts(act_scope, state.tools.index.row_act[rows])
    ranks = {name: _ranks(own, outside) for name, own in scores.items()}
    for source in sources:
        twin = source.name.removesuffix("+o")
        if source.name not in scores:
            scores[source.name], ranks[source.name], best[source.name] = scores[twin], ranks[twin], best[twin]
    return Pool(rows, sources, scores, ranks, best, act_scope, np.isin(rows, begun))


def _begun(state: State, inside: Filter) -> np.ndarray:
    """Rows of the named act with a unit that begins as the sentence left open does; of more than a few none."""
    if not is_open(state.text("stem")):
        return NOTHING
    index = state.tools.index
    rows = np.flatnonzero(index.mask(inside))
    first, last = index.forward.article_segments[rows], index.forward.article_segments[rows + 1]
    n_units = (last - first).astype(np.int64)
    units = ranges(first, n_units)
    starts, ends = index.forward.segment_starts[units], index.forward.segment_starts[units + 1]
    asked = index.terms(WORDING, said(state.text("stem")))
    found = distinct(np.repeat(rows, n_units)[begins_with(index.forward.terms, starts, ends, asked)])
    return found if len(found) <= MOST_BEGUN else NOTHING


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
    if not outside.any():
        return _places(scores)
    ranks = np.empty(len(scores), dtype=np.int64)
    for part, ahead in ((~outside, 0), (outside, int((~outside).sum()))):
        ranks[part] = ahead + _places(scores[part])
    return ranks


def _places(scores: np.ndarray) -> np.ndarray:
    """How many have more."""
    best_first = -scores
    return np.sort(best_first).searchsorted(best_first)


def _best_of_lists(
    state: State, sources: tuple[Source, ...], inside: Filter | None, named: bool, scoped_take: int
) -> tuple[list[np.ndarray], dict[str, float]]:
    """Rows of every list's best, also within the acts that the question names; and each list's best score of all.

    Where the question names its act for certain, vectors of other acts are not compared at all; what words find there
    still is.
    """

    # the best of all is that of the law asked about: ended law is no measure, another act or kind is
    wide = replace(state.where, acts=None, kinds=None)

    def ask(source: Source) -> tuple[list[np.ndarray], float]:
        if named and inside is not None and source.dense:
            only = _search(state, source, source.take, inside)
            return [only.rows], _first_score(only)
        lists = [_search(state, source, source.take, state.where)]
        if inside is not None and source.scoped:
            lists.append(_search(state, source, scoped_take, inside))
        of_all = lists[0] if state.where == wide else _search(state, source, 1, wide)
        return [ranked.rows for ranked in lists], _first_score(of_all)

    # helpers begin at the beginning, the caller at the end: by words, while vectors are made
    ordered = sorted(sources, key=lambda s: (not s.dense, -len(state.text(s.query))))
    found = beside(ordered, ask, state.tools.searcher.n_beside)
    best = {source.name: own for source, (_, own) in zip(ordered, found, strict=True)}
    return [rows for lists, _ in found for rows in lists], best


def _first_score(ranked: Ranked) -> float:
    return float(ranked.scores[0]) if len(ranked) else 0.0


def _different(state: State, sources: tuple[Source, ...]) -> tuple[Source, ...]:
    """Without options the question alone and the question with its options are one text."""
    if state.options:
        return sources
    names = {s.name for s in sources}
    return tuple(s for s in sources if not (s.query == "full" and s.name.removesuffix("+o") in names - {s.name}))


def _inside(state: State, acts: np.ndarray) -> Filter | None:
    """The filter of the search with these acts alone; None where that leaves nothing."""
    named = frozenset(state.tools.index.act_ids[i] for i in acts.tolist())
    if state.where.acts is not None:
        named &= state.where.acts
    return replace(state.where, acts=named) if named else None


def _allowed(state: State, rows: np.ndarray) -> np.ndarray:
    return rows if state.where.empty else rows[state.tools.index.mask(state.where)[rows]]


def _search(state: State, source: Source, k: int, where: Filter) -> Ranked:
    """The best k; those without anything in common with the question are no candidates."""
    searcher = state.tools.searcher
    if not source.dense:
        return searcher.lexical(source.field, state.text(source.query), k, source.bm25, where)
    found = searcher.dense(source.field, state.vector(source.query), k, where)
    n = int(np.searchsorted(-found.scores, 0.0))
    return Ranked(found.rows[:n], found.scores[:n])


def _scores(state: State, source: Source, rows: np.ndarray) -> np.ndarray:
    searcher = state.tools.searcher
    if source.dense:
        return searcher.dense_scores(source.field, state.vector(source.query), rows)
    return searcher.lexical_scores(source.field, state.text(source.query), rows, source.bm25)
