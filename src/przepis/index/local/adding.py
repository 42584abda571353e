"""Adding one term's postings to the scores of all documents: the inner loop of BM25."""

from __future__ import annotations

import numpy as np

# The kernel beneath scipy's public sparse product. The product itself would first copy the postings of all terms
# together and check them; called directly the kernel is several times as fast as ``total[docs] += factor * weights``,
# which makes three passes, and gives the same floats (benchmarks/adding.py).
from scipy.sparse._sparsetools import csc_matvec


def add_postings(total: np.ndarray, docs: np.ndarray, weights: np.ndarray, factor: float) -> None:
    """``total[docs] += float32(factor) * weights``, in place; all float32 but ``docs``, which is int32."""
    bounds = np.array([0, len(docs)], dtype=np.int32)
    csc_matvec(len(total), 1, bounds, docs, weights, np.array([factor], dtype=np.float32), total)
