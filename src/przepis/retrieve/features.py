"""What the learned ranker sees of a candidate: list scores and ranks, coverage of the question's words, act, length.

All features are computed for all candidates at once, from arrays; nothing here loops over candidates.
"""

from __future__ import annotations

import numpy as np

from przepis.index.arrays import ranges, run_begins
from przepis.index.local.index import LocalIndex
from przepis.retrieve.candidates import Source
from przepis.retrieve.ending import ending, is_open
from przepis.retrieve.rarest import EVERYTHING, rarest_terms
from przepis.retrieve.step import Pool, State

_PER_SOURCE = ("score", "of_best")
_TOGETHER = ("meaning:score", "meaning:of_best", "meant:score", "meant:of_best")
_COVERAGE = ("stem_covered", "stem_best_unit", "stem_run", "unit_share")
_OPTIONS = ("option_best", "option_mean", "option_spread")
_ENDING = ("ending_covered", "ending_best_unit", "ending_with_option")
_PLACE = ("scope", "scope_is_best", "scope_max", "title_covered", "heading_covered")
_FACTS = ("annotated", "log_chars", "log_act_size")
_DEMAND = ("demand", "act_demand", "grade", "referred", "regulation", "annex")
_RARE = ("rarest_covered", "three_rarest_covered")
_QUERY = ("n_terms", "has_options", "is_open", "known_share", "best_dense")


def feature_names(sources: tuple[Source, ...]) -> list[str]:
    return [
        *(f"{s.name}:{kind}" for s in sources for kind in _PER_SOURCE),
        *_TOGETHER,
        *_COVERAGE,
        *_OPTIONS,
        *_ENDING,
        *_PLACE,
        *_FACTS,
        *_DEMAND,
        *_RARE,
        *_QUERY,
    ]


def compute(state: State, pool: Pool) -> np.ndarray:
    """One row per candidate, in the order of ``feature_names(pool.sources)``."""
    index, rows = state.tools.index, pool.rows
    columns: list[np.ndarray] = []
    for source in pool.sources:
        own, best = pool.scores[source.name], pool.best[source.name]
        columns.extend((own, _of_best(own, best, source.dense)))
    columns.extend(_together_columns(pool))
    words = Coverage(index, rows)
    columns.extend(_coverage_columns(index, words, state))
    columns.extend(_option_columns(index, words, state))
    columns.extend(_ending_columns(index, words, state))
    columns.extend(_place_columns(index, pool, state))
    columns.extend(_fact_columns(index, rows))
    columns.extend(_demand_columns(index, rows))
    columns.extend(_rare_columns(index, rows, state))
    columns.extend(_query_columns(index, pool, state))
    matrix = np.empty((len(rows), len(columns)), dtype=np.float32)
    for place, column in enumerate(columns):
        matrix[:, place] = column
    return matrix


def _of_best(own: np.ndarray, best: float, dense: bool) -> np.ndarray:
    if dense:
        return own - best
    return own / best if best > 0 else np.zeros(len(own))


def _together_columns(pool: Pool) -> list[np.ndarray]:
    """What several lists of vectors say together.

    Meaning is the nearest chunk and the nearest question of an article; an article without questions has its chunk
    counted twice. Meant is the same with people's questions among the others.
    """
    nothing = np.zeros(len(pool.rows), dtype=np.float32)
    chunk, question, asked = (pool.scores.get(name, nothing) for name in ("chunks", "questions", "asked"))
    question = np.where(question > -1, question, chunk)
    meaning, meant = chunk + question, chunk + np.maximum(question, asked)
    return [meaning, _behind(meaning), meant, _behind(meant)]


def _behind(values: np.ndarray) -> np.ndarray:
    """How far each is behind the first."""
    return values - values.max() if len(values) else values


class Coverage:
    """The candidates' terms laid end to end, so that one lookup serves them all."""

    def __init__(self, index: LocalIndex, rows: np.ndarray) -> None:
        forward = index.forward
        first, last = forward.article_segments[rows], forward.article_segments[rows + 1]
        self.n_segments = (last - first).astype(np.int64)
        self.segments = ranges(first, self.n_segments)
        starts, ends = forward.segment_starts[self.segments], forward.segment_starts[self.segments + 1]
        self.segment_lengths = (ends - starts).astype(np.int64)
        self.terms = forward.terms[ranges(starts, self.segment_lengths)]
        self.segment_of = np.repeat(np.arange(len(self.segments)), self.segment_lengths)
        self.row_of_segment = np.repeat(np.arange(len(rows)), self.n_segments)
        self.first_segments = np.cumsum(self.n_segments) - self.n_segments  # every article has one at least
        self.n_rows = len(rows)

    def covered(self, terms: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Shares of the terms' weight that the whole article and its best unit have; longest run of hits."""
        at, place = self._hits(terms)
        segment = self.segment_of[at]
        article = self._held(self.row_of_segment[segment], place, weights, self.n_rows)
        return article, self._in_best_unit(segment, place, weights), self._longest_run(at, segment)

    def covered_by_unit(self, terms: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """The second of what ``covered`` gives."""
        at, place = self._hits(terms)
        return self._in_best_unit(self.segment_of[at], place, weights)

    def _hits(self, terms: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where the candidates' terms are among these ascending ones, and which of them each of those is."""
        if not len(terms):
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        # a table over all terms up to the last: one look a word, where a search among the terms takes several
        place_of = np.full(int(terms[-1]) + 2, -1, dtype=np.int16)
        place_of[terms] = np.arange(len(terms), dtype=np.int16)
        place = place_of[np.minimum(self.terms, int(terms[-1]) + 1)]
        at = np.flatnonzero(place >= 0)
        return at, place[at]

    def _in_best_unit(self, segment: np.ndarray, place: np.ndarray, weights: np.ndarray) -> np.ndarray:
        held = self._held(segment, place, weights, len(self.segments))
        best: np.ndarray = np.maximum.reduceat(held, self.first_segments)
        return best

    @staticmethod
    def _held(owner: np.ndarray, term: np.ndarray, weights: np.ndarray, n: int) -> np.ndarray:
        """By owner, the share of the weights that its different terms have."""
        total = float(weights.sum())
        if total <= 0:
            return np.zeros(n)
        has = np.zeros((n, len(weights)))
        has[owner, term] = 1.0
        share: np.ndarray = has @ weights / total
        return share

    def _longest_run(self, at: np.ndarray, segment: np.ndarray) -> np.ndarray:
        """The longest stretch of consecutive terms, within one segment, that all stand in the question.

        ``at``, ``segment``: where those terms stand that do.
        """
        longest = np.zeros(self.n_rows)
        if len(at):
            begins = run_begins(at - np.arange(len(at)), segment)  # of consecutive places the difference stays
            row = self.row_of_segment[segment[begins]]
            first = run_begins(row)
            longest[row[first]] = np.maximum.reduceat(np.diff(begins, append=len(at)), first)
        return longest


def weighted_terms(index: LocalIndex, text: str) -> tuple[np.ndarray, np.ndarray]:
    """The different terms of a text, ascending, and how much each tells (its idf)."""
    return index.weighted_terms("full-prefix", text)


def _coverage_columns(index: LocalIndex, words: Coverage, state: State) -> list[np.ndarray]:
    article, unit, run = words.covered(*weighted_terms(index, state.text("stem")))
    share = np.divide(unit, article, out=np.zeros_like(unit), where=article > 0)
    return [article, unit, run, share]


def _option_columns(index: LocalIndex, words: Coverage, state: State) -> list[np.ndarray]:
    if not state.options:
        missing = np.full(words.n_rows, np.nan)
        return [missing, missing, missing]
    each = np.stack([words.covered_by_unit(*weighted_terms(index, o)) for o in state.options])
    return [each.max(axis=0), each.mean(axis=0), each.max(axis=0) - each.min(axis=0)]


def _ending_columns(index: LocalIndex, words: Coverage, state: State) -> list[np.ndarray]:
    """What the last clause asks, alone and completed by an option, in one unit; nothing where there is one clause."""
    stem = state.text("stem")
    last = ending(stem)
    article = unit = completed = np.full(words.n_rows, np.nan)
    if last:
        article, unit, _ = words.covered(*weighted_terms(index, last))
    if state.options:
        whole = (weighted_terms(index, f"{last or stem} {option}") for option in state.options)
        completed = np.stack([words.covered_by_unit(*terms) for terms in whole]).max(axis=0)
    return [article, unit, completed]


def _place_columns(index: LocalIndex, pool: Pool, state: State) -> list[np.ndarray]:
    acts = index.row_act[pool.rows]
    scope = pool.act_scope[acts]
    best = float(pool.act_scope.max()) if len(pool.act_scope) else 0.0
    terms, weights = weighted_terms(index, state.text("stem"))
    total = float(weights.sum()) or 1.0
    title = index.field("act-title")
    covered = np.zeros(len(index.act_ids))
    for term, weight in zip(terms.tolist(), weights.tolist(), strict=True):
        covered[title.docs[int(title.starts[term]) : int(title.starts[term + 1])]] += weight
    headings = index.heading_coverage(terms, weights, pool.rows) / total
    n = len(pool.rows)
    return [scope, (scope >= best) & (best > 0), np.full(n, best), covered[acts] / total, headings]


def _fact_columns(index: LocalIndex, rows: np.ndarray) -> list[np.ndarray]:
    return [
        index.columns["annotated"][rows],
        np.log1p(index.columns["n_chars"][rows]),
        np.log1p(index.act_sizes[index.row_act[rows]]),
    ]


def _demand_columns(index: LocalIndex, rows: np.ndarray) -> list[np.ndarray]:
    """How much the article is asked for: a norm that everyone needs wins over a special one that shares words."""
    columns = index.columns
    grade = columns["grade"][rows].astype(np.float32)
    return [
        np.log1p(columns["demand"][rows]),
        np.log1p(index.act_demand[index.row_act[rows]]),
        np.where(grade < 0, np.nan, grade),
        np.log1p(columns["referred"][rows]),
        columns["kind"][rows] == index.kind_number("regulation"),
        index.in_annex[rows],
    ]


def _rare_columns(index: LocalIndex, rows: np.ndarray, state: State) -> list[np.ndarray]:
    """Whether wording, surrogate or people's questions have the rarest words of the question: those decide."""
    terms, weights = rarest_terms(index, state.text("stem"))
    if not len(terms):
        return [np.zeros(len(rows)), np.zeros(len(rows))]
    field = index.field(EVERYTHING)
    held = np.stack([field.has_term(int(term), rows) for term in terms])
    return [held[0], weights @ held / weights.sum()]


def _query_columns(index: LocalIndex, pool: Pool, state: State) -> list[np.ndarray]:
    n = len(pool.rows)
    stem, options = state.text("stem"), bool(state.options)
    terms, known = weighted_terms(index, stem)
    dense = pool.best.get("chunks", 0.0)
    facts = (len(terms), options, is_open(stem), float(known.mean()) if len(terms) else 0.0, dense)
    return [np.full(n, float(value)) for value in facts]
