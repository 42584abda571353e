"""An encoder with no model: hashed runs of letters, weighted by how telling they are, folded to a fixed width.

It knows no meaning, only spelling, so it stands in where no model is shipped and in tests: the same text gives the same
vector on every machine, forever.
"""

from __future__ import annotations

import math
import unicodedata
import zlib
from collections import Counter

import numpy as np

_STROKES = str.maketrans({"ł": "l", "Ł": "l"})
GRAM_SIZES = (3, 4, 5)


def letter_runs(text: str) -> Counter[str]:
    """Runs of three to five letters inside each word, its borders marked, case and diacritics folded."""
    plain = unicodedata.normalize("NFD", text.lower().translate(_STROKES))
    words = "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c)).split()
    runs: Counter[str] = Counter()
    for word in words:
        marked = f"^{word}$"
        for size in GRAM_SIZES:
            runs.update(marked[i : i + size] for i in range(len(marked) - size + 1))
    return runs


class HashingEncoder:
    """``HashingEncoder(256)``; each run adds its weight, with a sign, at a hashed place."""

    centred = False

    def __init__(self, dim: int = 256) -> None:
        self.dim = dim
        self.name = f"hashing:{dim}"

    def begin_query(self, text: str) -> None:
        """Begins nothing."""

    def encode_queries(self, texts: list[str]) -> np.ndarray:
        return self._encode(texts)

    def forget(self) -> None:
        """Keeps nothing of the questions asked."""

    def encode_passages(self, texts: list[str]) -> np.ndarray:
        return self._encode(texts)

    def _encode(self, texts: list[str]) -> np.ndarray:
        out = np.zeros((len(texts), self.dim), dtype=np.float32)
        for row, text in enumerate(texts):
            for run, count in letter_runs(text).items():
                place = zlib.crc32(run.encode("utf-8"))
                sign = 1.0 if place & 0x80000000 else -1.0
                out[row, place % self.dim] += sign * (1.0 + math.log(count)) * len(run)
        return unit_rows(out)


def unit_rows(vectors: np.ndarray) -> np.ndarray:
    """Rows of unit length; a row of zeros (an empty text) stays as it is."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: np.ndarray = (vectors / np.where(lengths > 0, lengths, 1.0)).astype(np.float32)
    return scaled
