"""Adding one term's postings to the scores of all documents: the inner loop of BM25."""

from __future__ import annotations

import importlib.machinery
import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

AddPostings = Callable[[np.ndarray, np.ndarray, np.ndarray, float], None]
_KERNEL = "_sparsetools"


def add_plainly(total: np.ndarray, docs: np.ndarray, weights: np.ndarray, factor: float) -> None:
    """``total[docs] += float32(factor) * weights``, in place; all float32 but ``docs``, which is int32."""
    total[docs] += np.float32(factor) * weights


def kernel_adding(kernel: Any) -> AddPostings:
    """The same by the kernel beneath scipy's public sparse product.

    The product itself would first copy the postings of all terms together and check them; called directly the kernel is
    several times as fast as three passes of numpy, and gives the same floats (benchmarks/adding.py).
    """
    csc_matvec = kernel.csc_matvec

    def add(total: np.ndarray, docs: np.ndarray, weights: np.ndarray, factor: float) -> None:
        bounds = np.array([0, len(docs)], dtype=np.int32)
        csc_matvec(len(total), 1, bounds, docs, weights, np.array([factor], dtype=np.float32), total)

    return add


def choose_adding() -> AddPostings:
    """The kernel where this scipy has it and it does what we take it to do; else plainly."""
    try:
        add = kernel_adding(_load_kernel())
        total = np.zeros(3, dtype=np.float32)
        add(total, np.array([0, 2], dtype=np.int32), np.array([1.5, 2.0], dtype=np.float32), 2.0)
        if total.tolist() != [3.0, 0.0, 4.0]:
            return add_plainly
    except Exception:  # no promise binds scipy here: whatever it does instead, adding plainly is right
        return add_plainly
    return add


def _load_kernel() -> Any:
    """scipy's extension module by its file: the package around it takes a quarter of a second to import."""
    scipy = importlib.util.find_spec("scipy")
    for folder in (scipy.submodule_search_locations or ()) if scipy else ():
        for suffix in importlib.machinery.EXTENSION_SUFFIXES:
            path = Path(folder) / "sparse" / f"{_KERNEL}{suffix}"
            if path.is_file():
                spec = importlib.util.spec_from_file_location(_KERNEL, path)
                assert spec is not None
                assert spec.loader is not None
                module = importlib.util.module_from_spec(spec)
                spec.loader.exec_module(module)
                return module
    raise ImportError(f"scipy has no {_KERNEL}")


add_postings = choose_adding()
