"""Codes of vectors told by those before them.

Questions of one article lie near each other, and so do the parts of a statute. Where vectors stand in the order of
their texts, a group's centroid is likely to be near the one that the vector before has there; so what is kept is not
its number but its rank: 0 for the same centroid, 1 for the nearest to it, and so on. Small ranks are frequent, which a
general compressor turns into fewer bytes.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

_RUN = 64  # vectors; the first of a run keeps its codes, so that all runs are unpacked side by side
_STEP = 4096  # of a centroid's coordinate: whole numbers give every machine the same order


def neighbours(centroids: np.ndarray, bounds: np.ndarray) -> np.ndarray:
    """(groups, 256, 256): of each group and centroid, all centroids from the nearest."""
    whole = np.rint(centroids.astype(np.float64) * _STEP).astype(np.int64)
    orders = []
    for low, high in pairwise(bounds.tolist()):
        part = whole[:, low:high]
        distances = ((part[:, None] - part[None]) ** 2).sum(-1)
        np.fill_diagonal(distances, -1)  # itself first, even where two centroids are the same
        orders.append(np.argsort(distances, axis=1, kind="stable").astype(np.uint8))
    return np.stack(orders)


def to_ranks(codes: np.ndarray, nearest: np.ndarray) -> np.ndarray:
    """What ``from_ranks`` reads."""
    rank_of = np.argsort(nearest, axis=2).astype(np.uint8)
    ranks = codes.copy()
    ranks[1:] = rank_of[np.arange(codes.shape[1]), codes[:-1], codes[1:]]
    ranks[::_RUN] = codes[::_RUN]
    return ranks


def from_ranks(ranks: np.ndarray, nearest: np.ndarray) -> np.ndarray:
    codes, groups = ranks.copy(), np.arange(ranks.shape[1])
    for step in range(1, _RUN):
        told = ranks[step::_RUN]
        codes[step::_RUN] = nearest[groups, codes[step - 1 :: _RUN][: len(told)], told]
    return codes
