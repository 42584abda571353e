"""Vectors of questions as they were when a model's answers were recorded, so that its lists are found again anywhere.

Vectors of an int8 network differ a little from machine to machine, and one article in another place makes another
prompt, to which no answer was recorded: on a second machine none of the lists of ``ascr-h`` was found again. So the
vectors that the recorded run searched with, rounded to half precision, are kept beside the answers; a text that is not
among them is encoded and rounded alike.
"""

from __future__ import annotations

import hashlib
import io
from pathlib import Path

import numpy as np

from przepis.artifact import atomic_write_bytes
from przepis.encode.protocol import Encoder

PATH = Path(__file__).with_name("recorded-vectors.npz")


class RememberingEncoder:
    """An encoder whose vectors of questions are those of a file, and of what was asked for beside it."""

    def __init__(self, encoder: Encoder, path: Path = PATH) -> None:
        self._encoder = encoder
        self.name, self.dim, self.centred = encoder.name, encoder.dim, encoder.centred
        self._known: dict[int, np.ndarray] = {}
        if path.is_file():
            with np.load(path) as file:
                if str(file["encoder"]) == encoder.name:
                    self._known = dict(zip(file["keys"].tolist(), file["vectors"], strict=True))

    def encode_queries(self, texts: list[str]) -> np.ndarray:
        keys = [_key(text) for text in texts]
        fresh = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        if fresh:
            made = self._encoder.encode_queries(list(fresh.values())).astype(np.float16)
            self._known.update(zip(fresh, made, strict=True))
        found = np.zeros((len(keys), self.dim), dtype=np.float32)
        for row, key in enumerate(keys):
            found[row] = self._known[key]
        return found

    def encode_passages(self, texts: list[str]) -> np.ndarray:
        return self._encoder.encode_passages(texts)

    def forget(self) -> None:
        """Nothing: what is remembered is what the recorded run had."""

    def write(self, path: Path = PATH) -> int:
        """Everything known, by key; how many."""
        keys = sorted(self._known)
        file = io.BytesIO()
        vectors = np.stack([self._known[key] for key in keys]) if keys else np.zeros((0, self.dim), np.float16)
        np.savez(file, encoder=np.array(self.name), keys=np.array(keys, dtype=np.uint64), vectors=vectors)
        atomic_write_bytes(path, file.getvalue())
        return len(keys)


def _key(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "little")
