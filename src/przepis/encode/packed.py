"""Vectors that come with the encoder: of the shipped questions and of the law as it was read, a few dozen bytes each.

Encoding the whole law takes a small machine half an hour; these take seconds. A vector is turned onto its principal
axes, the axes are dealt out to as many groups as there are bytes, so that each group varies about equally, and a byte
names the nearest of a group's 256 centroids (product quantisation; ``train/pack_vectors.py`` makes the files and
measures what is lost). A text that is not among them is encoded as ever.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from przepis.artifact import read_json
from przepis.encode.hashing import unit_rows
from przepis.encode.protocol import Encoder
from przepis.encode.registry import model_folder
from przepis.errors import StoreError

PACKED_FILE = "packed.json"  # which encoder the vectors are of, and the files by kind of text
KINDS = ("questions", "chunks")  # those of surrogates and of people; those of the law
KEY_BYTES = 5  # of a text's hash: among half a million texts a stranger is mistaken for one once in 2 million times
_AT_ONCE = 16384


@dataclass(frozen=True)
class PackedVectors:
    """Vectors of one kind of text, found by the hash of the text."""

    keys: np.ndarray  # (n, KEY_BYTES) bytes, ascending as numbers
    codes: np.ndarray  # (n, groups): the centroid of each group
    centroids: np.ndarray  # (256, dim): a group's columns hold its centroids
    bounds: np.ndarray  # where each group's columns begin, and the end of the last
    axes: np.ndarray  # (dim, dim): columns are the axes, in the order of the groups
    mean: np.ndarray  # what was taken off before turning

    @classmethod
    def open(cls, path: Path) -> PackedVectors:
        try:
            with path.open("rb") as stream, np.load(stream) as file:
                gaps, codes = file["gaps"], np.ascontiguousarray(file["columns"].T)
                if len(gaps) != KEY_BYTES or gaps.shape[1] != len(codes):
                    raise ValueError(f"{gaps.shape} bytes of keys for {len(codes)} vectors")
                rest = (file[name] for name in cls.__dataclass_fields__ if name not in ("keys", "codes"))
                return cls(_from_gaps(gaps), codes, *rest)
        except (OSError, KeyError, ValueError, EOFError, BadZipFile) as error:
            raise StoreError(f"{path} cannot be read ({error}); install the package again") from error

    def write(self, path: Path) -> None:
        """Names of arrays are those of the fields, but for two: of the keys, which ascend, only the gaps are kept, and
        the codes lie group by group, for a group's centroids are not met equally often and the next group's are others.
        """
        rest = {name: getattr(self, name) for name in self.__dataclass_fields__ if name not in ("keys", "codes")}
        np.savez_compressed(path, gaps=_gaps(self.keys), columns=np.ascontiguousarray(self.codes.T), **rest)

    @cached_property
    def _numbers(self) -> np.ndarray:
        return as_numbers(self.keys)

    def places(self, keys: np.ndarray) -> np.ndarray:
        """Where the vectors of texts with these hashes stand; -1 where there is none."""
        if not len(self._numbers):
            return np.full(len(keys), -1, dtype=np.int64)
        wanted = short_keys(keys)
        at = np.minimum(np.searchsorted(self._numbers, wanted), len(self._numbers) - 1)
        return np.where(self._numbers[at] == wanted, at, -1)

    def decode(self, places: np.ndarray) -> np.ndarray:
        """Unit vectors, one row for each place."""
        out = np.empty((len(places), len(self.mean)), dtype=np.float32)
        turned_back = self.axes.astype(np.float32).T
        for at in range(0, len(places), _AT_ONCE):
            codes = self.codes[places[at : at + _AT_ONCE]]
            turned = np.empty((len(codes), len(self.mean)), dtype=np.float32)
            for group, (low, high) in enumerate(pairwise(self.bounds.tolist())):
                turned[:, low:high] = self.centroids[codes[:, group], low:high]
            out[at : at + _AT_ONCE] = unit_rows(turned @ turned_back + self.mean)
        return out


def short_keys(keys: np.ndarray) -> np.ndarray:
    """The part of 64-bit hashes that is kept here."""
    short: np.ndarray = keys & np.uint64((1 << (8 * KEY_BYTES)) - 1)
    return short


def as_numbers(keys: np.ndarray) -> np.ndarray:
    whole = np.zeros((len(keys), 8), dtype=np.uint8)
    whole[:, :KEY_BYTES] = keys
    return whole.view("<u8").ravel()


def as_bytes(keys: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(keys.astype("<u8")).view(np.uint8).reshape(-1, 8)[:, :KEY_BYTES]


def _gaps(keys: np.ndarray) -> np.ndarray:
    """(KEY_BYTES, n): how far each key is from the one before, byte by byte; the upper bytes are nearly all 0."""
    return np.ascontiguousarray(as_bytes(np.diff(as_numbers(keys), prepend=np.uint64(0))).T)


def _from_gaps(gaps: np.ndarray) -> np.ndarray:
    return as_bytes(np.cumsum(as_numbers(gaps.T)))


def packed_vectors(
    encoder: Encoder, kinds: Collection[str] = KINDS, folder: Path | None = None
) -> Mapping[str, PackedVectors]:
    """By kind of text; empty where the encoder is not the one they were made with."""
    folder = folder or model_folder()
    if not (folder / PACKED_FILE).is_file():
        return {}
    facts = read_json(folder / PACKED_FILE)
    if facts["encoder"] != encoder.name:
        return {}
    return {kind: PackedVectors.open(folder / name) for kind, name in facts["files"].items() if kind in kinds}
