"""Small work on arrays that several stages share."""

from __future__ import annotations

import numpy as np


def distinct(values: np.ndarray) -> np.ndarray:
    """Ascending, each once. numpy's own imports masked arrays at first use."""
    ordered = np.sort(values)
    each: np.ndarray = ordered[run_begins(ordered)]
    return each


def ranges(starts: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Concatenation of arange(start, start + length)."""
    ends = np.cumsum(lengths)
    flat: np.ndarray = np.repeat(starts - (ends - lengths), lengths).astype(np.int64, copy=False)
    flat += np.arange(len(flat))
    return flat


def quantise(vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """int8 rows and the factor that turns them back."""
    peak = np.abs(vectors).max(axis=1)
    scale = np.where(peak > 0, peak / 127.0, 1.0).astype(np.float32)
    return np.rint(vectors / scale[:, None]).astype(np.int8), scale


def run_begins(*keys: np.ndarray) -> np.ndarray:
    """Where each run of equal values begins; of several arrays, of values equal in all."""
    begins = np.zeros(len(keys[0]), dtype=bool)
    begins[:1] = True
    for key in keys:
        begins[1:] |= key[1:] != key[:-1]
    return begins.nonzero()[0]
