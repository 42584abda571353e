"""What tells the unit (§, ust., pkt) of an article that settles a question from the others: words, options, place."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

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


def unit_terms(article: Article, units: Sequence[Unit], vocabulary: Vocabulary) -> list[set[int]]:
    """The different terms of each unit, those of the units inside it with them; every word is looked up once."""
    cuts = sorted({u.start for u in units} | {u.end for u in units})
    pieces: dict[int, set[int]] = {}
    for start, end in pairwise(cuts):
        pieces[start] = vocabulary.id_set(article.text[start:end])
    return [set().union(*(pieces[c] for c in cuts if u.start <= c < u.end)) for u in units]


@dataclass(frozen=True, slots=True)
class UnitTable:
    """What the units of an article are like whatever is asked: made once, and kept."""

    units: tuple[Unit, ...]
    terms: tuple[frozenset[int], ...]  # of each unit, those of the units inside it with them
    everything: frozenset[int]  # of all units
    shape: tuple[tuple[int, int, int, int, int], ...]  # depth, n_inside, n_terms, place, n_top
    parents: tuple[int, ...]  # place of the unit around each, -1 where there is none
    idf_sums: tuple[float, ...]


def unit_table(units: Sequence[Unit], terms: Sequence[set[int]], idf: Mapping[int, float]) -> UnitTable:
    """``idf``: of every term of the units."""
    places = {u.path: i for i, u in enumerate(units)}
    tops = {u.path: i for i, u in enumerate(u for u in units if len(u.path) == 1)}
    inside = Counter(u.path[:n] for u in units for n in range(1, len(u.path)))
    return UnitTable(
        units=tuple(units),
        terms=tuple(frozenset(own) for own in terms),
        everything=frozenset().union(*terms),
        shape=tuple(
            (len(u.path), inside[u.path], len(own), tops.get(u.path, -1), len(tops))
            for u, own in zip(units, terms, strict=True)
        ),
        parents=tuple(places.get(u.path[:-1], -1) for u in units),
        idf_sums=tuple(sum(idf[t] for t in own) or 1.0 for own in terms),
    )


def unit_features(tables: Sequence[UnitTable], stem: Weights, options: Sequence[Weights]) -> np.ndarray:
    """One row per unit, article after article, in the order of ``FEATURES``; units are compared within an article."""
    everything = stem | {t: w for option in options for t, w in option.items()}
    asked = [(list(weights.items()), sum(weights.values())) for weights in (stem, everything, *options)]
    plain = np.array([row for table in tables for row in _plain_rows(table, asked)], dtype=np.float64)
    article = np.repeat(np.arange(len(tables)), [len(table.units) for table in tables])
    starts = np.flatnonzero(np.diff(article, prepend=-1))
    beside = article[:, None] == article[None, :]
    columns = [plain]
    for name in _COMPARED:
        own = plain[:, FEATURES.index(name)]
        own = np.where(np.isnan(own), 0.0, own)
        best = np.maximum.reduceat(own, starts)
        best[best == 0] = 1.0
        ranks = ((own[None, :] > own[:, None]) & beside).sum(axis=1)
        columns += [(own / best[article])[:, None], ranks[:, None]]
    return np.hstack(columns)


def _plain_rows(table: UnitTable, asked: Sequence[tuple[list[tuple[int, float]], float]]) -> Iterator[list[float]]:
    """The features of each unit by itself. ``asked``: the stem, everything, each option; with the sum of weights."""
    held = [[_carried(weights, own) for weights, _ in asked] for own in table.terms]
    shares = [[c / total if total else 0.0 for c, (_, total) in zip(row, asked, strict=True)] for row in held]
    for i, (shape, own) in enumerate(zip(table.shape, shares, strict=True)):
        chosen, carried, parent = own[2:] or [math.nan], held[i][1], table.parents[i]
        yield [
            *shape,
            *own[:2],
            *(max(chosen), sum(chosen) / len(chosen), min(chosen), max(chosen) - min(chosen)),
            carried / math.log(20 + shape[2]),
            shares[parent][1] if parent >= 0 else math.nan,
            carried / table.idf_sums[i],
        ]


def _carried(weights: list[tuple[int, float]], held: frozenset[int]) -> float:
    """The weight of those terms that are held."""
    return sum(weight for term, weight in weights if term in held)
