"""Vectors that come with the encoder: of the shipped questions and of the law as it was read, a few dozen bytes each.

Encoding the whole law takes a small machine half an hour; these take seconds. A vector is turned onto its principal
axes, the axes are dealt out to as many groups as there are bytes, so that each group varies about equally, and a byte
names the nearest of a group's 256 centroids (product quantisation; ``train/pack_vectors.py`` makes the files and
measures what is lost). A text that is not among them is encoded as ever.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from przepis.artifact import read_json
from przepis.encode.hashing import unit_rows
from przepis.encode.keys import as_bytes, as_numbers, short_keys
from przepis.encode.listed import Listed, shipped_keys
from przepis.encode.protocol import Encoder
from przepis.encode.ranks import from_ranks, neighbours, to_ranks
from przepis.encode.registry import model_folder
from przepis.errors import StoreError

PACKED_FILE = "packed.json"  # which encoder the vectors are of, and the files by kind of text
KINDS = ("questions", "chunks")  # those of surrogates and of people; those of the law
FORMAT = 2  # 2: codes as ranks, keys in the order of the vectors
_AT_ONCE = 16384


@dataclass(frozen=True)
class PackedVectors:
    """Vectors of one kind of text, found by the hash of the text; in an order in which neighbours are alike."""

    keys: np.ndarray  # short keys
    codes: np.ndarray  # (n, groups): the centroid of each group
    centroids: np.ndarray  # (256, dim): a group's columns hold its centroids
    bounds: np.ndarray  # where each group's columns begin, and the end of the last
    axes: np.ndarray  # (dim, dim): columns are the axes, in the order of the groups
    mean: np.ndarray  # what was taken off before turning

    @classmethod
    def open(cls, path: Path) -> PackedVectors:
        try:
            with path.open("rb") as stream, np.load(stream) as file:
                if file["format"] != FORMAT:
                    raise ValueError(f"format {file['format']}, not {FORMAT}")
                rest = {name: file[name] for name in ("centroids", "bounds", "axes", "mean")}
                nearest = neighbours(rest["centroids"], rest["bounds"])
                codes = from_ranks(np.ascontiguousarray(file["ranks"].T), nearest)
                keys = as_numbers(file["keys"])
                if "acts" in file:
                    listed = Listed(file["acts"], file["sizes"], file["chosen"])
                    keys = np.concatenate([listed.keys(shipped_keys()), keys])
                if len(keys) != len(codes):
                    raise ValueError(f"{len(keys)} keys for {len(codes)} vectors")
                return cls(keys, codes, **rest)
        except (OSError, KeyError, ValueError, EOFError, BadZipFile) as error:
            raise StoreError(f"{path} cannot be read ({error}); install the package again") from error

    def write(self, path: Path, lists: Collection[np.ndarray] = ()) -> None:
        """Codes lie group by group, as ranks (``ranks``). Of texts in ``lists``, those that ``shipped_keys`` gives,
        vectors come first in the order there, and of their keys nothing is written."""
        packed = self
        arrays: dict[str, Any] = {"format": np.array(FORMAT)}
        if lists:
            listed = Listed.of(lists, self.keys)
            first = listed.keys(lists)
            packed = self.of(np.concatenate([first, self.keys[~np.isin(self.keys, first)]]))
            arrays |= {**vars(listed), "keys": as_bytes(packed.keys[len(first) :])}
        else:
            arrays["keys"] = as_bytes(self.keys)
        ranks = to_ranks(packed.codes, neighbours(self.centroids, self.bounds))
        arrays |= {name: getattr(self, name) for name in ("centroids", "bounds", "axes", "mean")}
        np.savez_compressed(path, ranks=np.ascontiguousarray(ranks.T), **arrays)

    def of(self, keys: np.ndarray) -> PackedVectors:
        """Those of these texts, in their order; every one must be here."""
        places = self.places(keys)
        if (places < 0).any():
            raise ValueError(f"{int((places < 0).sum())} of {len(keys)} texts have no vector")
        return replace(self, keys=short_keys(keys), codes=self.codes[places])

    @cached_property
    def _order(self) -> np.ndarray:
        return np.argsort(self.keys, kind="stable")

    @cached_property
    def _ascending(self) -> np.ndarray:
        ascending: np.ndarray = self.keys[self._order]
        return ascending

    def places(self, keys: np.ndarray) -> np.ndarray:
        """Where the vectors of texts with these hashes stand; -1 where there is none."""
        if not len(self.keys):
            return np.full(len(keys), -1, dtype=np.int64)
        wanted = short_keys(keys)
        at = np.minimum(np.searchsorted(self._ascending, wanted), len(self.keys) - 1)
        found: np.ndarray = np.where(self._ascending[at] == wanted, self._order[at], -1)
        return found

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
