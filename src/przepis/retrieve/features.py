"""What the learned ranker sees of a candidate: list scores and ranks, coverage of the question's words, act, length.

All features are computed for all candidates at once, from arrays; nothing here loops over candidates.
"""

from __future__ import annotations

import numpy as np

from przepis.index.arrays import ranges, run_begins
from przepis.index.local.index import LocalIndex
from przepis.retrieve.candidates import Source
from przepis.retrieve.continuing import begins_with, continued, going_on
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
        self.segment_starts = np.cumsum(self.segment_lengths) - self.segment_lengths  # in ``terms``
        self.n_rows = len(rows)
        self._asked: np.ndarray | None = None
        self._found = (np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))

    def covered(self, terms: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Shares of the terms' weight that the whole article and its best unit have."""
        at, place = self._hits(terms)
        segment = self.segment_of[at]
        article = self._held(self.row_of_segment[segment], place, weights, self.n_rows)
        return article, self._in_best_unit(segment, place, weights)

    def runs(self, terms: np.ndarray, said: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The longest stretch of consecutive words, within one unit, that all stand in the question; and of those that
        stand there one after the other, too.

        ``terms``: the question's different ones, ascending; ``said``: all of them, in its order.
        """
        at, place = self._hits(terms)
        segment = self.segment_of[at]
        first_said = np.zeros(len(terms), dtype=np.int64)
        first_said[np.searchsorted(terms, said[::-1])] = np.arange(len(said))[::-1]
        return self._longest_run(at, segment), self._longest_run(at, segment, at - first_said[place])

    def covered_by_unit(self, terms: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """The second of what ``covered`` gives."""
        at, place = self._hits(terms)
        return self._in_best_unit(self.segment_of[at], place, weights)

    def end_of(self, asked: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where the candidates have the last of some terms; see ``going_on``."""
        return going_on(self.terms, self.segment_of, self.segment_starts, asked)

    def followed_by(self, places: np.ndarray, terms: np.ndarray) -> np.ndarray:
        """How many of these terms, in order, stand behind each place; see ``continued``."""
        return continued(self.terms, self.segment_of, places, terms)

    def begin_with(self, asked: np.ndarray) -> np.ndarray:
        """Which candidates have a unit with these terms at its start."""
        starts = self.segment_starts
        units = begins_with(self.terms, starts, starts + self.segment_lengths, asked)
        begun: np.ndarray = np.logical_or.reduceat(units, self.first_segments)
        return begun

    def best(self, row: np.ndarray, values: np.ndarray) -> np.ndarray:
        """By candidate, the greatest of its values; 0 where it has none."""
        best = np.zeros(self.n_rows)
        np.maximum.at(best, row, values)
        return best

    def _hits(self, terms: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where the candidates' terms are among these ascending ones, and which of them each of those is."""
        if self._asked is terms:  # the question's own are looked for more than once
            return self._found
        if not len(terms):
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        # a table over all terms up to the last: one look a word, where a search among the terms takes several
        place_of = np.full(int(terms[-1]) + 2, -1, dtype=np.int16)
        place_of[terms] = np.arange(len(terms), dtype=np.int16)
        place = place_of[np.minimum(self.terms, int(terms[-1]) + 1)]
        at = np.flatnonzero(place >= 0)
        self._asked, self._found = terms, (at, place[at])
        return self._found

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

    def _longest_run(self, at: np.ndarray, segment: np.ndarray, *alike: np.ndarray) -> np.ndarray:
        """The longest stretch of consecutive places, within one segment; of ``alike`` values, where there are some."""
        longest = np.zeros(self.n_rows)
        if len(at):
            begins = run_begins(at - np.arange(len(at)), segment, *alike)  # of consecutive places the difference stays
            row = self.row_of_segment[segment[begins]]
            first = run_begins(row)
            longest[row[first]] = np.maximum.reduceat(np.diff(begins, append=len(at)), first)
        return longest


def weighted_terms(index: LocalIndex, text: str) -> tuple[np.ndarray, np.ndarray]:
    """The different terms of a text, ascending, and how much each tells (its idf)."""
    return index.weighted_terms(WORDING, text)


def _coverage_columns(index: LocalIndex, words: Coverage, state: State) -> list[np.ndarray]:
    terms, weights = weighted_terms(index, state.text("stem"))
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
    each = np.stack([words.covered_by_unit(*weighted_terms(index, o)) for o in state.options])
    return [each.max(axis=0), each.mean(axis=0), each.max(axis=0) - each.min(axis=0)]


def _ending_columns(index: LocalIndex, words: Coverage, state: State) -> list[np.ndarray]:
    """What the last clause asks, alone and completed by an option, in one unit; nothing where there is one clause."""
    stem = state.text("stem")
    last = ending(stem)
    article = unit = completed = np.full(words.n_rows, np.nan)
    if last:
        article, unit = words.covered(*weighted_terms(index, last))
    if state.options:
        whole = (weighted_terms(index, f"{last or stem} {option}") for option in state.options)
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
