"""Vectors kept between builds of the index."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from pathlib import Path

import numpy as np

from przepis.artifact import atomic_write_json
from przepis.encode.keys import text_keys
from przepis.encode.packed import KINDS, packed_vectors
from przepis.encode.protocol import Encoder
from przepis.index.arrays import quantise

_BATCH = 512


class VectorCache:
    """Vectors by hash of their text: those that come with the encoder, those kept between builds, the rest made anew.

    New vectors are written in parts as they are made, so that an interrupted build goes on where it stopped. ``packed``
    says of which kinds of text those that came with the encoder are taken; the others are as the encoder gives them.
    """

    def __init__(self, home: Path, encoder: Encoder, *, packed: Collection[str] = KINDS, part_size: int = 8192) -> None:
        self.root = home / "vectors" / hashlib.sha256(encoder.name.encode()).hexdigest()[:12]
        self.dim = encoder.dim
        self.part_size = part_size
        self._packed = packed_vectors(encoder, packed)
        self.root.mkdir(parents=True, exist_ok=True)
        if not (self.root / "encoder.json").exists():
            atomic_write_json(self.root / "encoder.json", {"name": encoder.name, "dim": encoder.dim})

    def vectors(
        self,
        name: str,
        texts: list[str],
        encode: Callable[[list[str]], np.ndarray],
        tell: Callable[[str, float], None],
    ) -> tuple[np.ndarray, np.ndarray]:
        """Components and scales. Packed ones come before kept ones: what a machine has encoded decides nothing."""
        keys = text_keys(name, texts)
        vectors, scales = np.empty((len(keys), self.dim), np.int8), np.empty(len(keys), np.float32)
        places = self._places(name, keys)
        packed = np.flatnonzero(places >= 0)
        if len(packed):
            vectors[packed], scales[packed] = quantise(self._packed[name].decode(places[packed]))
        rest = np.flatnonzero(places < 0)
        known = self._load()
        missing = rest[_missing(keys[rest], known[0])]
        for at in range(0, len(missing), self.part_size):
            part = missing[at : at + self.part_size]
            self._write_part(keys[part], self._encode(part, texts, encode, name, at, len(missing), tell))
        if len(missing):
            known = self._load()
        order = np.argsort(known[0], kind="stable")
        at_rest = order[np.searchsorted(known[0][order], keys[rest])]
        vectors[rest], scales[rest] = known[1][at_rest], known[2][at_rest]
        return vectors, scales

    def _places(self, name: str, keys: np.ndarray) -> np.ndarray:
        packed = self._packed.get(name)
        return packed.places(keys) if packed is not None else np.full(len(keys), -1, dtype=np.int64)

    def n_missing(self, name: str, texts: list[str]) -> int:
        """How many of these have no vector yet."""
        keys = text_keys(name, texts)
        return len(_missing(keys[self._places(name, keys) < 0], self._load()[0]))

    def _encode(
        self,
        part: np.ndarray,
        texts: list[str],
        encode: Callable[[list[str]], np.ndarray],
        name: str,
        done: int,
        total: int,
        tell: Callable[[str, float], None],
    ) -> np.ndarray:
        # texts of like length together: a batch is padded to its longest
        order = sorted(part.tolist(), key=lambda i: len(texts[i]))
        place = {i: n for n, i in enumerate(part.tolist())}
        out = np.empty((len(part), self.dim), dtype=np.float32)
        for at in range(0, len(order), _BATCH):
            batch = order[at : at + _BATCH]
            out[[place[i] for i in batch]] = encode([texts[i] for i in batch])
            tell(f"vectors: {name}", (done + at + len(batch)) / total)
        return out

    def _load(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        keys, vectors, scales = (
            [np.zeros(0, "<u8")],
            [np.zeros((0, self.dim), np.int8)],
            [np.zeros(0, np.float32)],
        )
        for path in sorted(self.root.glob("part-*.npz")):
            with np.load(path) as part:
                keys.append(part["keys"])
                vectors.append(part["vectors"])
                scales.append(part["scales"])
        return np.concatenate(keys), np.concatenate(vectors), np.concatenate(scales)

    def _write_part(self, keys: np.ndarray, vectors: np.ndarray) -> None:
        packed, scales = quantise(vectors)
        number = len(list(self.root.glob("part-*.npz")))
        partial = self.root / f".part-{number:05d}.partial.npz"
        np.savez(partial, keys=keys, vectors=packed, scales=scales)
        partial.replace(self.root / f"part-{number:05d}.npz")


def _missing(keys: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Places of the keys that are not known, of equal ones the first; in their order."""
    missing = np.flatnonzero(~np.isin(keys, known))
    return np.sort(missing[np.unique(keys[missing], return_index=True)[1]])
