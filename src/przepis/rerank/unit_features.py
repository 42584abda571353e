"""What tells the unit (§, ust., pkt) of an article that settles a question from the others: words, options, place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import accumulate, pairwise

import numpy as np

from przepis.index.analyser import Vocabulary
from przepis.records import Article, Unit

FEATURES = (
    *("depth", "n_inside", "n_terms", "place", "n_top"),
    *("stem", "all", "option_best", "option_mean", "option_worst", "option_spread", "carried", "parent", "density"),
    *(f"{name}:{kind}" for name in ("stem", "all", "option_best", "option_mean", "carried", "density")
      for kind in ("of_best", "rank")),
)  # fmt: skip
_COMPARED = ("stem", "all", "option_best", "option_mean", "carried", "density")
Weights = dict[int, float]


def unit_terms(
    article: Article, units: Sequence[Unit], vocabulary: Vocabulary, indexed: np.ndarray | None = None
) -> list[frozenset[int]]:
    """The different terms of each unit, those of the units inside it with them.

    ``indexed``: the terms of the article in order, as the index has them. Where they are of this very wording, words
    need only be counted; else every one is looked up.
    """
    cuts = sorted({u.start for u in units} | {u.end for u in units})
    if indexed is not None:
        counts = [vocabulary.n_terms(article.text[a:b]) for a, b in pairwise((0, *cuts, len(article.text)))]
        if sum(counts) == len(indexed):
            before, terms = dict(zip(cuts, accumulate(counts), strict=False)), indexed.tolist()
            return [frozenset(terms[before[u.start] : before[u.end]]) for u in units]
    pieces = [vocabulary.id_set(article.text[start:end]) for start, end in pairwise(cuts)]
    place = {cut: i for i, cut in enumerate(cuts)}
    return [frozenset().union(*pieces[place[u.start] : place[u.end]]) for u in units]


@dataclass(frozen=True, slots=True)
class UnitTable:
    """What the units of an article are like whatever is asked: made once, and kept."""

    units: tuple[Unit, ...]
    terms: tuple[frozenset[int], ...]  # of each unit, those of the units inside it with them
    everything: frozenset[int]  # of all units
    shape: np.ndarray  # a row a unit: depth, n_inside, n_terms, place, n_top
    parents: np.ndarray  # place of the unit around each, -1 where there is none
    idf_sums: np.ndarray


def unit_table(units: Sequence[Unit], terms: Sequence[Set[int]], idf: Mapping[int, float]) -> UnitTable:
    """``idf``: of every term of the units."""
    places = {u.path: i for i, u in enumerate(units)}
    tops = {u.path: i for i, u in enumerate(u for u in units if len(u.path) == 1)}
    inside = Counter(u.path[:n] for u in units for n in range(1, len(u.path)))
    shape = [
        (len(u.path), inside[u.path], len(own), tops.get(u.path, -1), len(tops))
        for u, own in zip(units, terms, strict=True)
    ]
    return UnitTable(
        units=tuple(units),
        terms=tuple(frozenset(own) for own in terms),
        everything=frozenset().union(*terms),
        shape=np.array(shape, dtype=np.float64).reshape(-1, 5),
        parents=np.array([places.get(u.path[:-1], -1) for u in units], dtype=np.int64),
        idf_sums=np.array([sum(map(idf.__getitem__, own)) or 1.0 for own in terms], dtype=np.float64),
    )


def unit_features(tables: Sequence[UnitTable], stem: Weights, options: Sequence[Weights]) -> np.ndarray:
    """One row per unit, article after article, in the order of ``FEATURES``; units are compared within an article."""
    sizes = [len(table.units) for table in tables]
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    plain = _plain(tables, starts, stem, options)
    compared = plain[:, [FEATURES.index(name) for name in _COMPARED]]
    compared[np.isnan(compared)] = 0.0
    best = np.maximum.reduceat(compared, starts)
    best[best == 0] = 1.0
    ranks = [_ranks(compared[start : start + size]) for start, size in zip(starts.tolist(), sizes, strict=True)]
    beside = np.stack([compared / np.repeat(best, sizes, axis=0), np.concatenate(ranks)], axis=2)
    return np.hstack([plain, beside.reshape(len(plain), -1)])


def _ranks(values: np.ndarray) -> np.ndarray:
    """By column: how many of an article's units have more."""
    more: np.ndarray = (values[None, :, :] > values[:, None, :]).sum(axis=1)
    return more


def _plain(tables: Sequence[UnitTable], starts: np.ndarray, stem: Weights, options: Sequence[Weights]) -> np.ndarray:
    """The features of each unit by itself, in the order of ``FEATURES``."""
    everything = stem | {t: w for option in options for t, w in option.items()}
    weights = np.array([[own.get(t, 0.0) for t in everything] for own in (stem, everything, *options)])
    has = np.array([[t in own for t in everything] for table in tables for own in table.terms], dtype=np.float64)
    held = has @ weights.T  # by unit and text asked
    totals = weights.sum(axis=1)
    shares = np.divide(held, totals, out=np.zeros_like(held), where=totals > 0)
    chosen = shares[:, 2:] if options else np.full((len(has), 1), np.nan)
    best, worst = chosen.max(axis=1), chosen.min(axis=1)
    shape = np.concatenate([table.shape for table in tables])
    parents = np.concatenate(
        [np.where(t.parents < 0, -1, t.parents + at) for t, at in zip(tables, starts, strict=True)]
    )
    columns = [
        *(shares[:, 0], shares[:, 1], best, chosen.mean(axis=1), worst, best - worst),
        held[:, 1] / np.log(20 + shape[:, 2]),
        np.where(parents < 0, np.nan, shares[parents, 1]),
        held[:, 1] / np.concatenate([table.idf_sums for table in tables]),
    ]
    return np.column_stack([shape, *columns])
