"""A trained ensemble of trees, scored through LightGBM's C interface.

The Python package brings pandas and scikit-learn with it wherever they are installed, which is most of a cold start.
Its library, opened by itself, needs neither.
"""

from __future__ import annotations

import ctypes
import functools
import importlib.util
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from przepis.errors import StoreError

_FLOAT64 = 1  # C_API_DTYPE_FLOAT64
_RAW_SCORE = 1  # C_API_PREDICT_RAW_SCORE: what a ranking objective predicts anyway
_ONE_THREAD = b"num_threads=1"  # a search has few candidates and neighbours that need the other cores
_LIBRARIES = ("lib_lightgbm.so", "lib_lightgbm.dylib", "lib_lightgbm.dll", "bin/lib_lightgbm.dll")


class Trees(Protocol):
    def scores(self, matrix: np.ndarray) -> np.ndarray:
        """One score for each row."""
        ...


def open_trees(text: str) -> Trees:
    """From LightGBM's text form of a model."""
    library = _library()
    return _Native(text, library) if library is not None else _Packaged(text)


class _Native:
    """Safe to use from several threads: a prediction only reads."""

    def __init__(self, text: str, library: ctypes.CDLL) -> None:
        self._library = library
        self._handle = ctypes.c_void_p()
        n_trees = ctypes.c_int()
        self._check(
            library.LGBM_BoosterLoadModelFromString(
                ctypes.c_char_p(text.encode()), ctypes.byref(n_trees), ctypes.byref(self._handle)
            )
        )
        n_features = ctypes.c_int()
        self._check(library.LGBM_BoosterGetNumFeature(self._handle, ctypes.byref(n_features)))
        self.n_features = int(n_features.value)

    def scores(self, matrix: np.ndarray) -> np.ndarray:
        rows = np.ascontiguousarray(matrix, dtype=np.float64)
        if rows.ndim != 2 or rows.shape[1] != self.n_features:
            raise StoreError(f"the model takes {self.n_features} features; {rows.shape} were given")
        out = np.empty(len(rows), dtype=np.float64)
        n_out = ctypes.c_int64()
        self._check(
            self._library.LGBM_BoosterPredictForMat(
                self._handle,
                rows.ctypes.data_as(ctypes.c_void_p),
                ctypes.c_int(_FLOAT64),
                ctypes.c_int32(rows.shape[0]),
                ctypes.c_int32(rows.shape[1]),
                ctypes.c_int(1),  # row after row
                ctypes.c_int(_RAW_SCORE),
                ctypes.c_int(0),
                ctypes.c_int(-1),
                ctypes.c_char_p(_ONE_THREAD),
                ctypes.byref(n_out),
                out.ctypes.data_as(ctypes.POINTER(ctypes.c_double)),
            )
        )
        return out

    def _check(self, status: int) -> None:
        if status != 0:
            raise StoreError(f"the ranker's model cannot be used: {self._library.LGBM_GetLastError().decode()}")


class _Packaged:
    """The same through the Python package, where its library does not stand where we look for it."""

    def __init__(self, text: str) -> None:
        import lightgbm

        self._booster: Any = lightgbm.Booster(model_str=text)

    def scores(self, matrix: np.ndarray) -> np.ndarray:
        found: np.ndarray = self._booster.predict(matrix, raw_score=True, num_threads=1)
        return found


@functools.cache
def _library() -> ctypes.CDLL | None:
    spec = importlib.util.find_spec("lightgbm")  # finds the package without importing it
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for name in _LIBRARIES:
            for path in (Path(folder) / "lib" / name, Path(folder) / name):
                if path.is_file():
                    library = ctypes.CDLL(str(path))
                    library.LGBM_GetLastError.restype = ctypes.c_char_p
                    return library
    return None
