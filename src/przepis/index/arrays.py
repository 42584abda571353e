"""Small work on arrays that several stages share."""

from __future__ import annotations

import numpy as np


def distinct(values: np.ndarray) -> np.ndarray:
    """Ascending, each once. Few values: numpy's own costs more, and at first use an import of masked arrays."""
    return np.array(sorted(set(values.tolist())), dtype=values.dtype)


def ranges(starts: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Concatenation of arange(start, start + length)."""
    total = int(lengths.sum())
    offsets = np.repeat(starts - np.concatenate([[0], np.cumsum(lengths)[:-1]]), lengths)
    flat: np.ndarray = (np.arange(total) + offsets).astype(np.int64)
    return flat
