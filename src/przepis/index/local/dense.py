"""Vectors of chunks, of surrogate questions and of questions that people ask: int8, memory-mapped, every one compared.

A vector is normalised, scaled so that its largest component is 127, and rounded; the scale is kept, so a score is the
cosine up to rounding. Chunks of one article stand together, so that pooling to articles is one pass.

Where an encoder's components stand about 0, their signs are a coarse vector of their own, an eighth of the bytes: all
are compared by signs first, and only the most promising whole. Of very many vectors only those in the cells nearest to
the question are looked at (``cells``); their signs then stand sorted by cell.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import simsimd

from przepis.index.arrays import quantise, ranges, run_begins
from przepis.index.local.cells import LARGE, Cells
from przepis.index.local.lexical import open_array

DENSE_FIELDS = ("chunks", "questions", "asked")
SETTLED_BY = "settled_by.npy"  # of each vector, the unit of its article that settles what it asks, where that is known
NO_UNIT = -1
_ARRAYS = ("vectors", "scales", "owners", "starts")
PROMISING = 20  # vectors compared whole after their signs, for every article wanted (benchmarks/coarse_vectors.py)
_FEW = 4000  # values that are partitioned at once
SCOPED_PROMISING = 16  # likewise within a filter, where there are fewer to choose from


class DenseField:
    """Vectors with their owners' rows; ``scores`` gives the best vector's cosine for every article."""

    def __init__(
        self,
        vectors: np.ndarray,
        scales: np.ndarray,
        owners: np.ndarray,  # rows that have vectors, ascending
        starts: np.ndarray,  # where each owner's vectors begin
        n_articles: int,
        signs: np.ndarray | None = None,
        cells: Cells | None = None,
        settled_by: np.ndarray | None = None,
    ) -> None:
        """``signs`` stand in the order of the vectors, or in that of ``cells`` where there are some."""
        self.settled_by = settled_by
        self.vectors = vectors
        self.scales = scales
        self.owners = owners
        self.starts = starts
        self.n_articles = n_articles
        self.signs = signs
        self.cells = cells
        self._sign_of: np.ndarray | None = None if cells is None else _inverse(cells.places)
        self._lengths = np.diff(starts, append=len(vectors))
        self._owner_of = np.repeat(np.arange(len(owners), dtype=np.int32), self._lengths)  # of each vector
        self._place_of = np.full(n_articles, -1, dtype=np.int32)  # of each article among the owners
        self._place_of[owners] = np.arange(len(owners), dtype=np.int32)

    @classmethod
    def open(cls, folder: Path, n_articles: int) -> DenseField:
        vectors, scales, owners, starts = (open_array(folder / f"{name}.npy") for name in _ARRAYS)
        coarse = folder / "signs.npy"
        signs = open_array(coarse) if coarse.exists() else None
        cells = Cells.open(folder / "cells") if (folder / "cells").exists() else None
        settled_by = open_array(folder / SETTLED_BY) if (folder / SETTLED_BY).exists() else None
        return cls(vectors, scales, owners, starts, n_articles, signs, cells, settled_by)

    @classmethod
    def of(cls, rows: np.ndarray, vectors: np.ndarray, scales: np.ndarray, n_articles: int) -> DenseField:
        """From vectors with the row that each belongs to, in any order."""
        order = np.argsort(rows, kind="stable")
        owners, starts = np.unique(rows[order].astype(np.int32), return_index=True)
        return cls(vectors[order], scales[order], owners, starts.astype(np.int64), n_articles)

    def write(self, folder: Path, signs: bool) -> None:
        """``signs``: the components' signs are kept beside the vectors."""
        folder.mkdir(parents=True)
        for name in _ARRAYS:
            np.save(folder / f"{name}.npy", getattr(self, name))
        if not signs:
            return
        packed = packed_signs(self.vectors)
        if len(packed) >= LARGE:
            cells = Cells.of(self.vectors, self.scales)
            cells.write(folder / "cells")
            packed = packed[cells.places]
        np.save(folder / "signs.npy", packed)

    def vector_scores(self, query: np.ndarray) -> np.ndarray:
        """Cosine of the query with every vector."""
        if not len(self.vectors):
            return np.zeros(0, dtype=np.float32)
        asked = _asked(query)
        dots = simsimd.cdist(asked.packed, self.vectors, metric="dot", out_dtype="float32")
        cosines: np.ndarray = np.asarray(dots).ravel() * self.scales * asked.scale
        return cosines

    def scores(self, query: np.ndarray) -> np.ndarray:
        """Max-pooled to articles; -1 where an article has no vector."""
        pooled = np.full(self.n_articles, -1.0, dtype=np.float32)
        if len(self.vectors):
            pooled[self.owners] = np.maximum.reduceat(self.vector_scores(query), self.starts)
        return pooled

    def best_rows(self, query: np.ndarray, k: int, within: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """(rows, scores): the k best articles, of those ``within`` where given, and a few more; in no order.

        With signs, the best among the most promising. Without, exactly the best, with ties of the last: only the best
        vectors are pooled, and an article's best vector is among them if any of its vectors is.
        """
        places = None if within is None else self._places(within)[1]
        n_vectors = len(self.vectors) if places is None else len(places)
        n_promising = (PROMISING if places is None else SCOPED_PROMISING) * k
        if self.signs is not None and n_vectors > 3 * n_promising:
            at = self._promising(query, n_promising, places)
            rows, scores = self._pooled(at, self._cosines(query, at))
            if len(rows) >= k:
                near = rows[_largest(scores, 2 * k)]
                return near, self.row_scores(query, near)  # a promising vector need not be its article's best
        if within is not None:
            return within, self.row_scores(query, within)
        cosines = self.vector_scores(query)
        wanted = 4 * k
        while True:
            at = _largest(cosines, wanted)
            rows, scores = self._pooled(at, cosines[at])
            if len(rows) >= k or len(at) == len(cosines):
                return rows, scores
            wanted *= 4

    def of_best_vectors(self, query: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray]:
        """(rows, scores): the articles that the n best vectors belong to; with ties of the last, in no order."""
        cosines = self.vector_scores(query)
        at = _largest(cosines, n)
        return self._pooled(at, cosines[at])

    def _promising(self, query: np.ndarray, n: int, places: np.ndarray | None) -> np.ndarray:
        """About n places, ascending, of the vectors with signs most like the query's; of these ``places`` alone."""
        others, whose = self._coarse(query, n, places)
        own = _hamming(_asked(query).signs, others)
        step = max(1, n // 256)  # every so manieth stands for all: the number need not be exact
        sample = own[::step].astype(np.uint16)  # whole numbers, which are partitioned faster as such
        return whose(np.flatnonzero(own <= np.partition(sample, n // step)[n // step]))

    def _coarse(
        self, query: np.ndarray, n: int, places: np.ndarray | None
    ) -> tuple[np.ndarray, Callable[[np.ndarray], np.ndarray]]:
        """Signs worth comparing with the query's to find n; and what tells, of some of them, where their vectors are,
        ascending."""
        assert self.signs is not None
        if places is not None:
            where = _slice(places) if self._sign_of is None else self._sign_of[places]
            return np.ascontiguousarray(self.signs[where]), lambda at: places[at]
        cells = self.cells
        if cells is None:
            return self.signs, lambda at: at
        if not cells.hold(n):
            return self.signs, lambda at: np.sort(cells.places[at])
        near = cells.near(_asked(query).packed)
        return near.of(self.signs), lambda at: np.sort(cells.places[near.places(at)])

    def _pooled(self, at: np.ndarray, cosines: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Owners of the vectors at these ascending places, each with its best cosine."""
        if not len(at):
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
        owner = self._owner_of[at]  # ascending, as ``at`` is
        first = run_begins(owner)
        return self.owners[owner[first]].astype(np.int64), np.maximum.reduceat(cosines, first)

    def _cosines(self, query: np.ndarray, at: np.ndarray) -> np.ndarray:
        """Cosines with the vectors at these places."""
        asked, where = _asked(query), _slice(at)
        vectors = self.vectors[where] if isinstance(where, slice) else self.vectors.take(where, axis=0)
        dots = simsimd.cdist(asked.packed, vectors, metric="dot", out_dtype="float32")
        cosines: np.ndarray = np.asarray(dots).ravel() * self.scales[where] * asked.scale
        return cosines

    def row_scores(self, query: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """``scores(query)[rows]``, from these articles' vectors alone."""
        pooled = np.full(len(rows), -1.0, dtype=np.float32)
        has, at, begins = self._places(rows)
        if len(has):
            pooled[has] = np.maximum.reduceat(self._cosines(query, at), begins)
        return pooled

    def of_each(self, query: np.ndarray, rows: np.ndarray) -> list[np.ndarray]:
        """Cosines with the vectors of each of these rows, in their order; empty where a row has none."""
        found = [np.zeros(0, dtype=np.float32)] * len(rows)
        has, at, begins = self._places(rows)
        if len(has):
            cosines = self._cosines(query, at)
            for place, begin, end in zip(has.tolist(), begins.tolist(), [*begins[1:].tolist(), len(at)], strict=True):
                found[place] = cosines[begin:end]
        return found

    def settling(self, query: np.ndarray, rows: np.ndarray, least_lead: float) -> list[int]:
        """Of each row the unit that settles its nearest vector, where that is known and leads those known to be of
        others by so much; else ``NO_UNIT``."""
        found = np.full(len(rows), NO_UNIT)
        has, at, begins = self._places(rows)
        if self.settled_by is None or not len(has):
            return found.tolist()
        units, cosines = self.settled_by[at], self._cosines(query, at)
        owner = np.repeat(np.arange(len(has)), np.diff(begins, append=len(at)))
        best = np.maximum.reduceat(cosines, begins)
        nearest = np.flatnonzero(cosines == best[owner])
        unit = units[nearest[run_begins(owner[nearest])]]
        of_others = (units != unit[owner]) & (units != NO_UNIT)
        lead = best - np.maximum.reduceat(np.where(of_others, cosines, -np.inf), begins)
        found[has] = np.where(lead >= least_lead, unit, NO_UNIT)
        return found.tolist()

    def _places(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Which of these rows have vectors; where all those vectors stand; where each row's begin among them."""
        place = self._place_of[rows]
        has = np.flatnonzero(place >= 0)
        place = place[has]
        lengths = self._lengths[place]
        return has, ranges(self.starts[place], lengths), np.cumsum(lengths) - lengths


def _inverse(order: np.ndarray) -> np.ndarray:
    places = np.empty(len(order), dtype=np.int32)
    places[order] = np.arange(len(order), dtype=np.int32)
    return places


def _slice(at: np.ndarray) -> slice | np.ndarray:
    """Places that follow one another need not be copied: those of one act stand together in the index."""
    if len(at) and int(at[-1]) - int(at[0]) == len(at) - 1 and bool((np.diff(at) == 1).all()):
        return slice(int(at[0]), int(at[-1]) + 1)
    return at


def packed_signs(vectors: np.ndarray) -> np.ndarray:
    """A bit a component: is it above 0?"""
    return np.packbits(vectors > 0, axis=1)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A query in the forms in which it is compared."""

    packed: np.ndarray
    scale: np.float32
    signs: np.ndarray


def _asked(query: np.ndarray) -> _Asked:
    return _forms(np.asarray(query, dtype=np.float32).tobytes())


@functools.lru_cache(16)
def _forms(query: bytes) -> _Asked:
    """Kept: one question is compared a dozen times."""
    vector = np.frombuffer(query, dtype=np.float32)[None, :]
    packed, scale = quantise(vector)
    return _Asked(packed, scale[0], packed_signs(vector)[0])


def _hamming(signs: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Not ``cdist``: for one against many the plain function takes a fifth less."""
    return np.asarray(simsimd.hamming(signs, others, "bin8"))


def _largest(values: np.ndarray, k: int) -> np.ndarray:
    """Places of the k largest values and of those equal to the last of them, ascending.

    Few values come near the largest, so a threshold first leaves little to partition.
    """
    if k >= len(values):
        return np.arange(len(values))
    peak = float(values.max()) if len(values) > _FEW else 0.0
    for share in (0.7, 0.5, 0.3) if peak > 0 else ():
        near = np.flatnonzero(values > share * peak)
        if len(near) >= k:
            break
    else:
        near = np.arange(len(values))
    worst = np.partition(values[near], -k)[-k]
    largest: np.ndarray = near[values[near] >= worst]
    return largest


def passage_text(title: str, headings: tuple[str, ...], text: str) -> str:
    """What stands before a chunk tells which act and chapter it is from: half of its meaning."""
    place = ". ".join((title, *headings[-2:]))
    return f"{place}. {text}"
