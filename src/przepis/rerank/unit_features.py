"""What tells the unit (§, ust., pkt) of an article that settles a question from the others: words, options, place, and
which stretch of a long article is nearest in meaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from przepis.corpus.chunks import CHUNK_WORDS, OVERLAP_WORDS
from przepis.index.arrays import ranges, run_begins
from przepis.records import Unit

FEATURES = (
    *("depth", "n_inside", "n_terms", "place", "n_top"),
    *("stem", "all", "option_best", "option_mean", "option_worst", "option_spread", "carried", "parent", "density"),
    *(f"{name}:{kind}" for name in ("stem", "all", "option_best", "option_mean", "carried", "density")
      for kind in ("of_best", "rank")),
    *("chunk_nearest", "chunk_around", "chunk_share"),
)  # fmt: skip
_COMPARED = ("stem", "all", "option_best", "option_mean", "carried", "density")
Weights = dict[int, float]


@dataclass(frozen=True, slots=True)
class UnitTerms:
    """The units of one article with the article's terms in order; a unit's are those between two places."""

    units: tuple[Unit, ...]
    terms: np.ndarray
    bounds: np.ndarray  # a row a unit: where its terms begin and end, those of the units inside it with them


class UnitWords:
    """Which terms stand in which unit, for the units of several articles laid end to end."""

    def __init__(self, articles: Sequence[UnitTerms]) -> None:
        self.sizes = np.array([len(a.units) for a in articles], dtype=np.int64)
        self.first_units = np.concatenate([[0], np.cumsum(self.sizes)[:-1]])
        lengths = np.array([len(a.terms) for a in articles], dtype=np.int64)
        first_terms = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        self.terms = np.concatenate([a.terms for a in articles])
        bounds = np.concatenate([a.bounds + at for a, at in zip(articles, first_terms.tolist(), strict=True)])
        self._begins, within = bounds[:, 0], bounds[:, 1] - bounds[:, 0]
        self._unit_of = np.repeat(np.arange(len(bounds)), within)
        self._at = ranges(self._begins, within)
        self._article_of = np.repeat(np.arange(len(articles)), lengths)

    def has(self, asked: np.ndarray) -> np.ndarray:
        """A row a unit, a column for each of these different terms: 1 where the unit has it."""
        found = np.zeros((len(self._begins), len(asked)))
        if len(asked):
            order = np.argsort(asked)
            place = np.minimum(np.searchsorted(asked, self.terms, sorter=order), len(asked) - 1)
            column = np.where(asked[order[place]] == self.terms, order[place], -1)[self._at]
            there = column >= 0
            found[self._unit_of[there], column[there]] = 1.0
        return found

    def counted(self, idf: Callable[[np.ndarray], np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Of each unit, how many different terms it has and the sum of their idf."""
        n_terms = len(self.terms)
        word = self._article_of * (int(self.terms.max(initial=0)) + 1) + self.terms  # a term of one article
        ordered = np.sort(word * n_terms + np.arange(n_terms))  # by word, and by place: faster than an order by word
        word, order = np.divmod(ordered, max(1, n_terms))
        same = word[1:] == word[:-1]
        before = np.full(n_terms, -1, dtype=np.int64)  # where the word stood last
        before[order[1:][same]] = order[:-1][same]
        first = before[self._at] < self._begins[self._unit_of]
        units, n = self._unit_of[first], len(self._begins)
        return np.bincount(units, minlength=n), np.bincount(units, idf(self.terms)[self._at[first]], minlength=n)


def unit_features(
    articles: Sequence[UnitTerms],
    stem: Weights,
    options: Sequence[Weights],
    idf: Callable[[np.ndarray], np.ndarray],
    chunks: Sequence[np.ndarray] | None = None,
) -> np.ndarray:
    """One row per unit, article after article, in the order of ``FEATURES``; units are compared within an article.

    ``idf``: of an array of terms. ``chunks``: of each article how near its chunks are to the question; empty where that
    is not known.
    """
    words = UnitWords(articles)
    sizes, starts = words.sizes, words.first_units
    plain = _plain(articles, words, stem, options, idf)
    compared = plain[:, [FEATURES.index(name) for name in _COMPARED]]
    compared[np.isnan(compared)] = 0.0
    best = np.maximum.reduceat(compared, starts)
    best[best == 0] = 1.0
    beside = np.stack([compared / np.repeat(best, sizes, axis=0), _ranks(compared, sizes)], axis=2)
    near = _chunk_columns(articles, chunks if chunks is not None else [np.zeros(0)] * len(articles))
    return np.hstack([plain, beside.reshape(len(plain), -1), near])


def _chunk_columns(articles: Sequence[UnitTerms], near: Sequence[np.ndarray]) -> np.ndarray:
    """Of each unit, how far the nearest of the chunks that it stands in is behind the article's nearest, and their mean
    likewise; how much of the unit stands in the nearest. Nothing where an article is one chunk.

    Chunks are cut by words: where they begin among the terms is reckoned from their number (``corpus.chunks``). All
    pairs of a unit and a chunk of its article are laid end to end.
    """
    n_chunks = np.array([len(own) if len(own) > 1 else 0 for own in near], dtype=np.int64)
    n_units = np.array([len(a.units) for a in articles], dtype=np.int64)
    columns = np.full((int(n_units.sum()), 3), np.nan)
    if not n_chunks.any():
        return columns
    step = CHUNK_WORDS - OVERLAP_WORDS
    n_terms = np.array([len(a.terms) for a in articles])
    of_word = n_terms / (step * np.maximum(n_chunks, 1) - OVERLAP_WORDS / 2)  # terms to a word
    behind_of = np.concatenate([own - own.max() for own in near if len(own) > 1])
    first_chunk = np.cumsum(n_chunks) - n_chunks
    article = np.repeat(np.arange(len(articles)), n_units)
    paired = np.flatnonzero(n_chunks[article])  # units of articles with several chunks
    article = article[paired]
    bounds = np.concatenate([a.bounds for a in articles])[paired]
    times = n_chunks[article]
    first_pair = np.cumsum(times) - times
    chunk = ranges(np.zeros(len(times), dtype=np.int64), times)
    behind = behind_of[np.repeat(first_chunk[article], times) + chunk]
    start = chunk * np.repeat(step * of_word[article], times)
    end = start + np.repeat(CHUNK_WORDS * of_word[article], times)
    end[first_pair + times - 1] = n_terms[article]  # the last chunk takes a short rest with it
    begins, stops = np.repeat(bounds[:, 0], times), np.repeat(bounds[:, 1], times)
    inside = np.maximum(np.minimum(end, stops) - np.maximum(start, begins), 0)
    within, weighed, in_nearest = np.add.reduceat([inside, inside * behind, inside * (behind == 0)], first_pair, axis=1)
    columns[paired, 0] = np.maximum.reduceat(np.where(inside > 0, behind, -1.0), first_pair)
    columns[paired, 1] = np.divide(weighed, within, out=np.full(len(within), -1.0), where=within > 0)
    columns[paired, 2] = in_nearest / np.maximum(bounds[:, 1] - bounds[:, 0], 1)
    return columns


def _ranks(values: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """By column: how many units of the same article have more. All columns of all articles are sorted at once."""
    n_columns = values.shape[1]
    lengths = np.tile(sizes, n_columns)
    group = np.repeat(np.arange(len(lengths)), lengths)
    flat = values.T.ravel()
    order = np.lexsort((-flat, group))  # within each group; the groups stay where they are
    ordered = flat[order]
    begins = run_begins(group, ordered)
    of_group = np.repeat(np.cumsum(lengths) - lengths, lengths)
    ranks = np.empty(len(flat), dtype=np.int64)
    ranks[order] = np.repeat(begins, np.diff(begins, append=len(flat))) - of_group
    return ranks.reshape(n_columns, -1).T


def _plain(
    articles: Sequence[UnitTerms],
    words: UnitWords,
    stem: Weights,
    options: Sequence[Weights],
    idf: Callable[[np.ndarray], np.ndarray],
) -> np.ndarray:
    """The features of each unit by itself, in the order of ``FEATURES``."""
    everything = stem | {t: w for option in options for t, w in option.items()}
    weights = np.array([[own.get(t, 0.0) for t in everything] for own in (stem, everything, *options)])
    held = words.has(np.fromiter(everything, dtype=np.int64)) @ weights.T  # by unit and text asked
    totals = weights.sum(axis=1)
    shares = np.divide(held, totals, out=np.zeros_like(held), where=totals > 0)
    chosen = shares[:, 2:] if options else np.full((len(held), 1), np.nan)
    best, worst = chosen.max(axis=1), chosen.min(axis=1)
    n_terms, idf_sums = words.counted(idf)
    placed = [_shape(a.units, at) for a, at in zip(articles, words.first_units.tolist(), strict=True)]
    shape = np.array([row for rows, _ in placed for row in rows], dtype=np.float64).reshape(-1, 4)
    parents = np.array([parent for _, found in placed for parent in found], dtype=np.int64)
    columns = [
        *(shares[:, 0], shares[:, 1], best, chosen.mean(axis=1), worst, best - worst),
        held[:, 1] / np.log(20 + n_terms),
        np.where(parents < 0, np.nan, shares[parents, 1]),
        held[:, 1] / np.where(idf_sums == 0, 1.0, idf_sums),
    ]
    return np.column_stack([shape[:, :2], n_terms, shape[:, 2:], *columns])


def _shape(units: Sequence[Unit], at: int) -> tuple[list[tuple[int, int, int, int]], list[int]]:
    """Of each unit its depth, how many stand inside it, its place among the top ones and their number; and the place,
    counted from ``at``, of the unit around it, -1 where there is none.
    """
    paths = [unit.path for unit in units]
    places = {path: i for i, path in enumerate(paths, start=at)}
    tops: dict[tuple[str, ...], int] = {path: i for i, path in enumerate(path for path in paths if len(path) == 1)}
    inside: dict[tuple[str, ...], int] = {}
    for path in paths:
        for n in range(1, len(path)):
            inside[path[:n]] = inside.get(path[:n], 0) + 1
    shape = [(len(path), inside.get(path, 0), tops.get(path, -1), len(tops)) for path in paths]
    return shape, [places.get(path[:-1], -1) for path in paths]
