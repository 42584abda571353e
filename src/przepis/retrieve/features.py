"""What the learned ranker sees of a candidate: list scores and ranks, coverage of the question's words, act, length.

All features are computed for all candidates at once, from arrays; nothing here loops over candidates.
"""

from __future__ import annotations

import numpy as np

from przepis.index.local.index import LocalIndex
from przepis.retrieve.candidates import Source
from przepis.retrieve.coverage import Coverage
from przepis.retrieve.ending import ending, is_open, said
from przepis.retrieve.rarest import EVERYTHING, rarest_terms
from przepis.retrieve.step import WORDING, Pool, State

FEWEST_REMEMBERED = 5  # different words, of which an article has to have nearly all
REMEMBERED = 0.9  # of their weight
FEWEST_QUOTED = 3  # words of a question that stand in a wording as they stand there

_PER_SOURCE = ("score", "of_best")
_TOGETHER = ("meaning:score", "meaning:of_best", "meant:score", "meant:of_best")
_COVERAGE = ("stem_covered", "stem_best_unit", "stem_run", "in_order", "quoted", "unit_share", "alone_covers")
_OPTIONS = ("option_best", "option_mean", "option_spread")
_ENDING = ("ending_covered", "ending_best_unit", "ending_with_option")
_GOING_ON = ("goes_on", "begins", "completed")
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
        *_GOING_ON,
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
    columns.extend(_going_on_columns(index, words, state))
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


def _coverage_columns(index: LocalIndex, words: Coverage, state: State) -> list[np.ndarray]:
    terms, weights = index.weighted_terms(WORDING, state.text("stem"))
    article, unit = words.covered(terms, weights)
    said_terms = index.terms(WORDING, state.text("stem"))
    run, in_order = words.runs(terms, said_terms)
    in_order = in_order / len(said_terms) if len(said_terms) >= FEWEST_QUOTED else np.zeros(words.n_rows)
    quoted = in_order >= 1.0
    share = np.divide(unit, article, out=np.zeros_like(unit), where=article > 0)
    return [article, unit, run, in_order, quoted, share, _alone_covers(article, len(terms))]


def _alone_covers(covered: np.ndarray, n_terms: int) -> np.ndarray:
    """Who remembers some words of a provision means the one that has them all: 1 for it, half for each of two, …"""
    if n_terms < FEWEST_REMEMBERED:
        return np.zeros(len(covered))
    at_least_as_well = len(covered) - np.searchsorted(np.sort(covered), covered - 1e-9)
    return np.where(covered >= REMEMBERED, 1.0 / at_least_as_well, 0.0)


def _option_columns(index: LocalIndex, words: Coverage, state: State) -> list[np.ndarray]:
    if not state.options:
        missing = np.full(words.n_rows, np.nan)
        return [missing, missing, missing]
    each = np.stack([words.covered_by_unit(*index.weighted_terms(WORDING, o)) for o in state.options])
    return [each.max(axis=0), each.mean(axis=0), each.max(axis=0) - each.min(axis=0)]


def _ending_columns(index: LocalIndex, words: Coverage, state: State) -> list[np.ndarray]:
    """What the last clause asks, alone and completed by an option, in one unit; nothing where there is one clause."""
    stem = state.text("stem")
    last = ending(stem)
    article = unit = completed = np.full(words.n_rows, np.nan)
    if last:
        article, unit = words.covered(*index.weighted_terms(WORDING, last))
    if state.options:
        whole = (index.weighted_terms(WORDING, f"{last or stem} {option}") for option in state.options)
        completed = np.stack([words.covered_by_unit(*terms) for terms in whole]).max(axis=0)
    return [article, unit, completed]


def _going_on_columns(index: LocalIndex, words: Coverage, state: State) -> list[np.ndarray]:
    """How much of the end of a sentence left open a wording has as it stands there; whether a unit begins with all that
    is said; how much with the words of an option behind it. Of a question the second alone."""
    nothing = np.full(words.n_rows, np.nan)
    stem = state.text("stem")
    begun = index.terms(WORDING, said(stem))
    begins = words.begin_with(begun) if len(begun) >= FEWEST_QUOTED or is_open(stem) else np.zeros(words.n_rows)
    if not (is_open(stem) or state.options):
        return [nothing, begins, nothing]
    asked = index.terms(WORDING, stem)
    places, n_before = words.end_of(asked)
    told = _told_by_last(index, asked)[n_before]
    row = words.row_of_segment[words.segment_of[places]]
    completed = nothing
    for option in state.options:
        terms = index.terms(WORDING, option)
        n_after = words.followed_by(places, terms)
        own = words.best(row, np.where(n_after > 0, told + _told_by_first(index, terms)[n_after], 0.0))
        completed = np.fmax(completed, own)
    return [words.best(row, told), begins, completed]


def _told_by_first(index: LocalIndex, terms: np.ndarray) -> np.ndarray:
    """How much none, the first, the first two, … of these terms tell."""
    return np.concatenate([[0.0], np.cumsum(index.field(WORDING).idf(terms) if len(terms) else np.zeros(0))])


def _told_by_last(index: LocalIndex, terms: np.ndarray) -> np.ndarray:
    return _told_by_first(index, terms[::-1])


def _place_columns(index: LocalIndex, pool: Pool, state: State) -> list[np.ndarray]:
    acts = index.row_act[pool.rows]
    scope = pool.act_scope[acts]
    best = float(pool.act_scope.max()) if len(pool.act_scope) else 0.0
    terms, weights = index.weighted_terms(WORDING, state.text("stem"))
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
    terms, known = index.weighted_terms(WORDING, stem)
    dense = pool.best.get("chunks", 0.0)
    facts = (len(terms), options, is_open(stem), float(known.mean()) if len(terms) else 0.0, dense)
    return [np.full(n, float(value)) for value in facts]
