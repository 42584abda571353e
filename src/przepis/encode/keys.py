"""The hashes by which vectors of texts are found."""

from __future__ import annotations

import hashlib

import numpy as np

KEY_BYTES = 5  # of a text's hash: among half a million texts a stranger is mistaken for one once in 2 million times


def text_keys(name: str, texts: list[str]) -> np.ndarray:
    """The hash by which a text's vector is found; one text may have two vectors, as a question and as a chunk."""
    return np.array([_key(name, text) for text in texts], dtype="<u8")


def _key(name: str, text: str) -> int:
    digest = hashlib.blake2b(f"{name}\x1f{text}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def short_keys(keys: np.ndarray) -> np.ndarray:
    """The part of 64-bit hashes that comes with packed vectors."""
    short: np.ndarray = keys & np.uint64((1 << (8 * KEY_BYTES)) - 1)
    return short


def as_bytes(keys: np.ndarray) -> np.ndarray:
    """(KEY_BYTES, n): short keys, byte by byte."""
    return np.ascontiguousarray(keys.astype("<u8").view(np.uint8).reshape(-1, 8)[:, :KEY_BYTES].T)


def as_numbers(rows: np.ndarray) -> np.ndarray:
    whole = np.zeros((rows.shape[1], 8), dtype=np.uint8)
    whole[:, :KEY_BYTES] = rows.T
    return whole.view("<u8").ravel()
