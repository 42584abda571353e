"""What candidates have of a question: which of its words, in which unit, in which order, what stands behind them."""

from __future__ import annotations

import numpy as np

from przepis.index.arrays import ranges, run_begins
from przepis.index.local.index import LocalIndex
from przepis.retrieve.continuing import begins_with, continued, going_on


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
