"""Vectors kept between builds of the index."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import numpy as np

from przepis.artifact import atomic_write_json
from przepis.encode.protocol import Encoder
from przepis.index.local.dense import quantise

_BATCH = 512


class VectorCache:
    """Vectors by hash of their text, kept between builds: only what changed is embedded again.

    New vectors are written in parts as they are made, so that an interrupted build goes on where it stopped.
    """

    def __init__(self, home: Path, encoder: Encoder, part_size: int = 8192) -> None:
        self.root = home / "vectors" / hashlib.sha256(encoder.name.encode()).hexdigest()[:12]
        self.dim = encoder.dim
        self.part_size = part_size
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
        keys = np.array([_key(name, t) for t in texts], dtype="<u8")
        known = self._load()
        missing = _missing(keys, known[0])
        for at in range(0, len(missing), self.part_size):
            part = missing[at : at + self.part_size]
            self._write_part(keys[part], self._encode(part, texts, encode, name, at, len(missing), tell))
        if len(missing):
            known = self._load()
        order = np.argsort(known[0], kind="stable")
        places = order[np.searchsorted(known[0][order], keys)]
        return known[1][places], known[2][places]

    def n_missing(self, name: str, texts: list[str]) -> int:
        """How many of these have no vector yet."""
        return len(_missing(np.array([_key(name, t) for t in texts], dtype="<u8"), self._load()[0]))

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


def _key(name: str, text: str) -> int:
    digest = hashlib.blake2b(f"{name}\x1f{text}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")
