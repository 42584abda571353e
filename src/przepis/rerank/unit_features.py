"""What tells the unit (§, ust., pkt) of an article that settles a question from the others: words, options, place."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from przepis.index.analyser import Vocabulary, split_words
from przepis.records import Article, Unit

FEATURES = (
    *("depth", "n_inside", "n_terms", "place", "n_top"),
    *("stem", "all", "option_best", "option_mean", "option_worst", "option_spread", "carried", "parent", "density"),
    *(f"{name}:{kind}" for name in ("stem", "all", "option_best", "option_mean", "carried", "density")
      for kind in ("of_best", "rank")),
)  # fmt: skip
_COMPARED = ("stem", "all", "option_best", "option_mean", "carried", "density")
Weights = dict[int, float]


def unit_terms(article: Article, units: list[Unit], vocabulary: Vocabulary) -> list[set[int]]:
    """The different terms of each unit, those of the units inside it with them; every word is looked up once."""
    cuts = sorted({u.start for u in units} | {u.end for u in units})
    pieces: dict[int, set[int]] = {}
    for start, end in pairwise(cuts):
        ids = {vocabulary.word_id(word) for word in split_words(article.text[start:end])}
        ids.discard(-1)
        pieces[start] = ids
    return [set().union(*(pieces[c] for c in cuts if u.start <= c < u.end)) for u in units]


def unit_features(
    units: list[Unit], terms: list[set[int]], stem: Weights, options: list[Weights], idf: Weights
) -> np.ndarray:
    """One row per unit, in the order of ``FEATURES``. ``idf``: of every term of the units."""
    everything = stem | {t: w for option in options for t, w in option.items()}
    tops = {u.path: i for i, u in enumerate(u for u in units if len(u.path) == 1)}
    place = {u.path: i for i, u in enumerate(units)}
    rows = []
    for unit, own in zip(units, terms, strict=True):
        n_inside = sum(1 for u in units if len(u.path) > len(unit.path) and u.path[: len(unit.path)] == unit.path)
        chosen = [_share(option, own) for option in options] or [math.nan]
        carried = sum(everything[t] for t in own & everything.keys())
        parent = place.get(unit.path[:-1], -1)
        rows.append(
            [
                *(len(unit.path), n_inside, len(own), tops.get(unit.path, -1), len(tops)),
                *(_share(stem, own), _share(everything, own)),
                *(max(chosen), sum(chosen) / len(chosen), min(chosen), max(chosen) - min(chosen)),
                carried / math.log(20 + len(own)),
                _share(everything, terms[parent]) if parent >= 0 else math.nan,
                carried / (sum(idf[t] for t in own) or 1.0),
            ]
        )
    plain = np.array(rows, dtype=np.float64)
    compared = [np.nan_to_num(plain[:, FEATURES.index(name)]) for name in _COMPARED]
    beside = [column for own in compared for column in (own / (own.max() or 1.0), _ranks(own))]
    return np.column_stack([plain, *beside])


def _share(weights: Weights, held: set[int]) -> float:
    """Of the weights' sum, the part that these terms carry."""
    total = sum(weights.values())
    return sum(weights[t] for t in held & weights.keys()) / total if total else 0.0


def _ranks(values: np.ndarray) -> np.ndarray:
    ranks: np.ndarray = (values[None, :] > values[:, None]).sum(axis=1)
    return ranks
