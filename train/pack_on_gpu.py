"""Encodes the law and the shipped questions on the GPU and packs the vectors at once; only the codes travel back.

    python3 -m train.pack_on_gpu --data train/data/pairs --start train/data/new --out $OUT            # where the GPU is
    python3 -m train.pack_on_gpu --data train/data/pairs --export train/data/export \
        --home HOME --codes CODES --out MODEL                                                     # where the law is

The first call reads what ``train.prepare`` wrote, and writes axes, centroids and codes; the second adds the hashes of
the texts, in the same order, and writes the files of ``przepis.encode.packed``. The vectors are those of the checkpoint
in full precision: what int8 changes (cosine 0.998) is small beside what the code loses.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from train.checkpoint import load_parts
from train.encode_corpus import chunk_texts
from train.layout import Layout
from train.mining import QuerySet, embed_passages
from train.model import ModelConfig
from train.pool import PassagePool
from train.product_code import BYTES, dealt_out, on_grid
from train.retriever import Retriever
from train.sampling import INDEXED_KINDS, Sampler, read_xz

FITTED_ON, ROUNDS, CENTROIDS = 200_000, 25, 256
PART_ROWS = 300_000  # codes in a file that travels


def questions(data: Path) -> list[str]:
    """Those of the pairs that an index has, each once."""
    return list(dict.fromkeys(row[2] for row in read_xz(data / "pairs.jsonl.xz") if row[0] in INDEXED_KINDS))


def k_means(points: Tensor) -> Tensor:
    """Centroids; one that nothing is nearest to begins again at a point."""
    chosen = torch.randint(len(points), (CENTROIDS,), device=points.device)  # where points are few, some twice
    centroids = points[chosen].clone()
    for _ in range(ROUNDS):
        owner = nearest(points, centroids)
        sums = torch.zeros_like(centroids).index_add_(0, owner, points)
        count = torch.bincount(owner, minlength=CENTROIDS)
        centroids = torch.where(count[:, None] > 0, sums / count.clamp(min=1)[:, None], centroids)
        empty = (count == 0).nonzero()[:, 0]
        centroids[empty] = points[torch.randint(len(points), (len(empty),), device=points.device)]
    return centroids


def nearest(points: Tensor, centroids: Tensor) -> Tensor:
    lengths = (centroids * centroids).sum(1)
    return torch.cat([(lengths - 2 * part @ centroids.T).argmin(1) for part in points.split(200_000)])


def pack(vectors: Tensor, groups: int) -> tuple[dict[str, np.ndarray], np.ndarray, float]:
    """Axes and centroids, the codes, and the mean cosine of a sample to the whole vectors."""
    sample = vectors[torch.randperm(len(vectors), device=vectors.device)[:FITTED_ON]]
    mean = sample.mean(0)
    variances, axes = torch.linalg.eigh(torch.cov((sample - mean).T))
    groups_of = dealt_out(variances.flip(0).cpu().numpy(), groups)
    order = [axis for group in groups_of for axis in group]
    axes = on_grid(axes.flip(1)[:, order]).half().float()
    bounds = np.cumsum([0, *(len(group) for group in groups_of)])
    spans = list(zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True))
    turned = (sample - mean) @ axes
    centroids = on_grid(torch.cat([k_means(turned[:, low:high]) for low, high in spans], dim=1)).half().float()
    whole = (vectors - mean) @ axes
    codes = torch.stack([nearest(whole[:, low:high], centroids[:, low:high]) for low, high in spans], dim=1)
    rows = torch.randperm(len(vectors), device=vectors.device)[:20_000]
    back = torch.cat([centroids[codes[rows, g], low:high] for g, (low, high) in enumerate(spans)], dim=1)
    cosine = torch.nn.functional.cosine_similarity(back @ axes.T + mean, vectors[rows]).mean()
    code = {"centroids": centroids.half(), "axes": axes.half(), "mean": mean}
    arrays = {name: value.cpu().numpy() for name, value in code.items()} | {"bounds": bounds}
    return arrays, codes.to(torch.uint8).cpu().numpy(), float(cosine)


def encode(options: argparse.Namespace) -> None:
    torch.manual_seed(17)
    state, facts = load_parts(options.start, "retriever")
    layout, device = Layout(options.data), torch.device(options.device)
    model = Retriever(ModelConfig(**facts["config"]), facts["doc_layers"])
    model.load_trained(state)
    model.to(device).eval()
    sampler = Sampler(options.data, layout, 1, 1, facts["max_query"], 17)
    vectors = {
        "questions": QuerySet(sampler, questions(options.data), device).embed(model.query),
        "chunks": embed_passages(model.passage, PassagePool(layout, device, facts["max_passage"])),
    }
    options.out.mkdir(parents=True, exist_ok=True)
    for kind, found in vectors.items():
        code, codes, cosine = pack(found.float(), BYTES[kind])
        np.savez(options.out / f"code-{kind}.npz", **code)
        for part, at in enumerate(range(0, len(codes), PART_ROWS)):
            np.save(options.out / f"codes-{kind}-{part}.npy", codes[at : at + PART_ROWS])
        print(json.dumps({"kind": kind, "n": len(codes), "bytes": BYTES[kind], "cosine": round(cosine, 4)}), flush=True)


def join(options: argparse.Namespace) -> None:
    """Hashes to the codes of those texts that an index of the home has, one of each, in the order of the articles."""
    from przepis.artifact import atomic_write_json
    from przepis.corpus.store import Store
    from przepis.encode.keys import short_keys, text_keys
    from przepis.encode.packed import KINDS, PACKED_FILE, PackedVectors
    from przepis.encode.registry import open_encoder
    from przepis.index.vectors import Vectors
    from train.pack_vectors import lists_of, texts_of

    encoder = open_encoder("przepis")
    with Store(options.home) as store:
        titles = {act.act_id: act.title for act in store.acts()}
        wanted = texts_of(Vectors(store, options.home, list(store.articles()), titles, encoder, packed=()), KINDS)
    files = {}
    for kind, own in (("questions", questions(options.data)), ("chunks", list(chunk_texts(options.export)))):
        codes = np.concatenate([np.load(path) for path in sorted(options.codes.glob(f"codes-{kind}-*.npy"))])
        if len(codes) != len(own):
            raise SystemExit(f"{kind}: {len(codes)} codes for {len(own)} texts: they are not of one export")
        keys, in_index = text_keys(kind, own), text_keys(kind, list(wanted[kind]))
        with np.load(options.codes / f"code-{kind}.npz") as code:
            rest = (code["centroids"], code["bounds"], code["axes"], code["mean"])
        files[kind] = f"packed-{kind}.npz"
        coded = PackedVectors(short_keys(keys), codes, *rest)
        kept = in_index[coded.places(in_index) >= 0]
        coded.of(kept).write(options.out / files[kind], lists_of(kind))
        size = (options.out / files[kind]).stat().st_size
        print(f"{kind}: {len(kept):,} of {len(wanted[kind]):,} texts, {size:,} bytes")
    atomic_write_json(options.out / PACKED_FILE, {"encoder": encoder.name, "files": files})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="output of train.prepare")
    parser.add_argument("--start", type=Path, help="folder with a trained checkpoint")
    parser.add_argument("--codes", type=Path, help="what the first call wrote")
    parser.add_argument("--export", type=Path, help="output of train.export, beside --codes")
    parser.add_argument("--home", type=Path, help="whose texts are kept, beside --codes")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    if options.codes is None:
        encode(options)
    else:
        join(options)


if __name__ == "__main__":
    main()
