"""Vectors sorted into cells of like ones, so that a question is compared with those of the nearest cells alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import simsimd

from przepis.index.arrays import quantise
from przepis.index.local.lexical import open_array

LARGE = 200_000  # vectors; fewer are all compared by their signs within 2 ms
N_CELLS = 2048
SHARE = 0.05  # of the vectors, in the cells nearest to the question; recall beside time: benchmarks/coarse_vectors.py
FITTED_ON = 50_000
ROUNDS = 8
_AT_ONCE = 20_000
_ARRAYS = ("centroids", "scales", "begins", "places")


class Cells:
    """Where the vectors of each cell stand, once they are sorted by cell."""

    def __init__(self, centroids: np.ndarray, scales: np.ndarray, begins: np.ndarray, places: np.ndarray) -> None:
        self.centroids = centroids  # int8: as floats they would take longer to read than the cells looked into
        self.scales = scales
        self.begins = begins  # of each cell, and the end of the last
        self.places = places  # by cell, where each vector stands in the field
        self._sizes = np.diff(begins)

    @classmethod
    def of(cls, vectors: np.ndarray, scales: np.ndarray, seed: int = 17) -> Cells:
        """k-means over directions; the same vectors give the same cells, up to the rounding of a machine."""
        random = np.random.default_rng(seed)
        chosen = np.sort(random.choice(len(vectors), min(FITTED_ON, len(vectors)), replace=False))
        sample = vectors[chosen].astype(np.float32) * scales[chosen, None]
        centroids = sample[random.choice(len(sample), N_CELLS, replace=False)]
        for _ in range(ROUNDS):
            own = np.argmax(sample @ centroids.T, axis=1)
            order = np.argsort(own, kind="stable")
            used, first = np.unique(own[order], return_index=True)
            centroids[used] = _unit(np.add.reduceat(sample[order], first, axis=0))
        parts = [
            np.argmax((vectors[at : at + _AT_ONCE].astype(np.float32)) @ centroids.T, axis=1).astype(np.int32)
            for at in range(0, len(vectors), _AT_ONCE)
        ]
        own = np.concatenate(parts)
        begins = np.concatenate([[0], np.cumsum(np.bincount(own, minlength=N_CELLS))])
        return cls(*quantise(centroids), begins, np.argsort(own, kind="stable").astype(np.int32))

    @classmethod
    def open(cls, folder: Path) -> Cells:
        return cls(*(open_array(folder / f"{name}.npy") for name in _ARRAYS))

    def write(self, folder: Path) -> None:
        folder.mkdir()
        for name in _ARRAYS:
            np.save(folder / f"{name}.npy", getattr(self, name))

    def hold(self, n: int) -> bool:
        """Are there so many vectors in the cells looked at that the best n of all are likely to be among them?"""
        return 4 * n <= SHARE * len(self.places)

    def near(self, packed: np.ndarray) -> Stretches:
        """Of vectors sorted by cell, those of the cells nearest to this int8 row, SHARE of all."""
        dots = simsimd.cdist(packed, self.centroids, metric="dot", out_dtype="float32")
        nearest = np.argsort(-(np.asarray(dots).ravel() * self.scales))
        enough = int(np.searchsorted(np.cumsum(self._sizes[nearest]), SHARE * len(self.places))) + 1
        cells = nearest[:enough]
        return Stretches(self.begins[cells], self.begins[cells + 1])


class Stretches:
    """Parts of an array laid end to end."""

    def __init__(self, begins: np.ndarray, ends: np.ndarray) -> None:
        self._begins, self._ends = begins, ends
        self._laid_to = np.cumsum(ends - begins)  # where each ends once they are laid end to end

    def __len__(self) -> int:
        return int(self._laid_to[-1])

    def of(self, array: np.ndarray) -> np.ndarray:
        """The parts of this array."""
        parts = zip(self._begins.tolist(), self._ends.tolist(), strict=True)
        return np.concatenate([array[begin:end] for begin, end in parts])

    def places(self, at: np.ndarray) -> np.ndarray:
        """Where these places among the parts are in the array."""
        part = np.searchsorted(self._laid_to, at, side="right")
        places: np.ndarray = at + (self._ends - self._laid_to)[part]
        return places


def _unit(sums: np.ndarray) -> np.ndarray:
    lengths = np.linalg.norm(sums, axis=1, keepdims=True)
    unit: np.ndarray = sums / np.maximum(lengths, 1e-12)
    return unit
