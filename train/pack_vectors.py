"""Packs the vectors of a home's index into a few dozen bytes each, to be shipped with the encoder.

    python -m train.pack_vectors --home HOME [--out src/przepis/encode/model]
    python -m train.pack_vectors --keyed

Where OUT has a pack of this encoder, what it holds stays as it is, and only texts that it lacks are encoded and added
in its code; ``--afresh`` fits axes and centroids again. Keys of shipped questions are told by the annotations: run
``--keyed``, which writes every key, before these are changed, and pack again after. Prints, for each kind of text, how
many there are and how many are new, how near the packed vectors of these are to the whole ones (cosine, of a sample),
and the bytes. ``--add asked,chunks``: of new questions those of the bank alone get one; the others are encoded where an
index is built, a few thousand a second.
Which kinds get how many bytes, and what that costs in hits: docs/lab/packed-vectors.md.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from przepis.artifact import atomic_write_json
from przepis.corpus.store import Store
from przepis.encode.keys import short_keys, text_keys
from przepis.encode.listed import shipped_keys
from przepis.encode.packed import KINDS, PACKED_FILE, PackedVectors, packed_vectors
from przepis.encode.protocol import Encoder
from przepis.encode.registry import model_folder, open_encoder
from przepis.index.vector_cache import VectorCache
from przepis.index.vectors import Vectors
from train.product_code import BYTES, dealt_out, on_grid

ASKED = "asked"  # of the questions, those of the bank
FITTED_ON = 60_000
ROUNDS = 16
_AT_ONCE = 20_000


def nearest(points: np.ndarray, centroids: np.ndarray) -> np.ndarray:
    """For each point, which centroid."""
    lengths = (centroids * centroids).sum(1)
    found = np.empty(len(points), dtype=np.uint8)
    for at in range(0, len(points), _AT_ONCE):
        found[at : at + _AT_ONCE] = np.argmin(lengths - 2 * points[at : at + _AT_ONCE] @ centroids.T, axis=1)
    return found


def k_means(points: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """256 centroids; one that nothing is nearest to begins again at a point."""
    centroids = points[random.choice(len(points), 256, replace=len(points) < 256)].copy()
    for _ in range(ROUNDS):
        owner = nearest(points, centroids)
        count = np.bincount(owner, minlength=256)
        for column in range(points.shape[1]):
            sums = np.bincount(owner, weights=points[:, column], minlength=256)
            centroids[:, column] = np.where(count > 0, sums / np.maximum(count, 1), centroids[:, column])
        empty = np.flatnonzero(count == 0)
        centroids[empty] = points[random.choice(len(points), len(empty))]
    return centroids


def pack(keys: np.ndarray, vectors: np.ndarray, groups: int, seed: int = 17) -> PackedVectors:
    """Of unit vectors, each with the 64-bit hash of its text."""
    return coded(keys, vectors, fitted(vectors, groups, seed))


def fitted(vectors: np.ndarray, groups: int, seed: int) -> PackedVectors:
    """Axes and centroids for vectors like these, with no vector coded yet."""
    random = np.random.default_rng(seed)
    sample = vectors[np.sort(random.choice(len(vectors), min(FITTED_ON, len(vectors)), replace=False))]
    mean = sample.mean(0)
    variances, axes = np.linalg.eigh(np.cov((sample - mean).T))
    groups_of = dealt_out(variances[::-1], groups)
    order = [axis for group in groups_of for axis in group]
    axes = np.ascontiguousarray(on_grid(axes[:, ::-1][:, order]).astype(np.float16))
    bounds = np.cumsum([0, *(len(group) for group in groups_of)])
    turned = (sample - mean) @ axes.astype(np.float32)
    spans = list(itertools.pairwise(bounds.tolist()))
    centroids = np.concatenate([k_means(turned[:, low:high], random) for low, high in spans], axis=1)
    none = np.zeros(0, np.uint64), np.zeros((0, groups), np.uint8)
    return PackedVectors(*none, on_grid(centroids).astype(np.float16), bounds, axes, mean)


def coded(keys: np.ndarray, vectors: np.ndarray, like: PackedVectors) -> PackedVectors:
    """These vectors in the code of another pack: what both hold stands in both as the same bytes."""
    axes, centroids = like.axes.astype(np.float32), like.centroids.astype(np.float32)
    codes = np.empty((len(vectors), like.codes.shape[1]), dtype=np.uint8)
    for at in range(0, len(vectors), _AT_ONCE):
        part = (vectors[at : at + _AT_ONCE] - like.mean) @ axes
        for group, (low, high) in enumerate(itertools.pairwise(like.bounds.tolist())):
            codes[at : at + _AT_ONCE, group] = nearest(part[:, low:high], centroids[:, low:high])
    return replace(like, keys=short_keys(keys), codes=codes)


def added(before: PackedVectors, new: PackedVectors) -> PackedVectors:
    """One pack together with another in the same code."""
    keys, codes = np.concatenate([before.keys, new.keys]), np.concatenate([before.codes, new.codes])
    return replace(before, keys=keys, codes=codes)


def texts_of(vectors: Vectors, add: Collection[str]) -> dict[str, dict[str, bool]]:
    """By kind, each text once, in the order of the articles: neighbours are packed best. May it be added?"""
    items = next(vectors.stages((1.0,))).items
    asked = {text for _, text in items["asked"]} if ASKED in add else set()
    questions = dict.fromkeys(text for _, text in sorted(items["questions"] + items["asked"]))
    return {
        "questions": {text: "questions" in add or text in asked for text in questions},
        "chunks": {text: "chunks" in add for _, text in items["chunks"]},
    }


def lists_of(kind: str) -> tuple[np.ndarray, ...]:
    """Keys that need not be written: the package knows its questions."""
    return shipped_keys() if kind == "questions" else ()


def pack_kind(
    kind: str,
    wanted: Mapping[str, bool],
    known: PackedVectors | None,
    cache: VectorCache,
    encoder: Encoder,
    path: Path,
) -> None:
    """Writes the file of one kind: what is known as it is, and where ``wanted`` says so the rest; prints what is in
    it."""
    texts, keys = list(wanted), text_keys(kind, list(wanted))
    places = known.places(keys) if known is not None else np.full(len(keys), -1)
    kept = (places >= 0) | np.fromiter(wanted.values(), dtype=bool, count=len(wanted))
    texts, keys, places = [texts[i] for i in np.flatnonzero(kept)], keys[kept], places[kept]
    fresh = np.flatnonzero(places < 0)
    encode = encoder.encode_passages if kind == "chunks" else encoder.encode_queries
    components, scales = cache.vectors(kind, [texts[i] for i in fresh], encode, lambda what, share: None)
    whole = components.astype(np.float32) * scales[:, None]
    if known is not None:
        packed = added(known, coded(keys[fresh], whole, known))
    else:
        packed = pack(keys, whole, BYTES[kind])
    packed = packed.of(keys)
    packed.write(path, lists_of(kind))
    sample = np.random.default_rng(1).choice(len(fresh), min(20_000, len(fresh)), replace=False)
    cosines = (packed.decode(packed.places(keys[fresh[sample]])) * whole[sample]).sum(1)
    near = f"cosine {cosines.mean():.4f} (95 % above {np.quantile(cosines, 0.05):.4f})" if len(fresh) else "none"
    size = path.stat().st_size
    print(f"{kind}: {len(texts):,}, {len(fresh):,} of them new, {near}, {size:,} bytes", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--out", type=Path, default=model_folder())
    parser.add_argument("--afresh", action="store_true", help="fit axes and centroids again, even for the same encoder")
    parser.add_argument(
        "--add", default=",".join(KINDS), help="kinds of which texts without a vector get one, or asked"
    )
    parser.add_argument("--keyed", action="store_true", help="only write the keys of all vectors with them")
    options = parser.parse_args()
    encoder = open_encoder("przepis")
    if options.keyed:
        for kind, packed in packed_vectors(encoder, folder=options.out).items():
            packed.write(options.out / f"packed-{kind}.npz")
        return
    if options.home is None:
        parser.error("--home says whose texts to pack")
    cache = VectorCache(options.home, encoder, packed=())
    with Store(options.home) as store:
        titles = {act.act_id: act.title for act in store.acts()}
        vectors = Vectors(store, options.home, list(store.articles()), titles, encoder, packed=())
        wanted = texts_of(vectors, options.add.split(","))
    known = {} if options.afresh else packed_vectors(encoder, folder=options.out)
    files = {kind: f"packed-{kind}.npz" for kind in wanted}
    for kind, texts in wanted.items():
        pack_kind(kind, texts, known.get(kind), cache, encoder, options.out / files[kind])
    atomic_write_json(options.out / PACKED_FILE, {"encoder": encoder.name, "files": files})


if __name__ == "__main__":
    main()
