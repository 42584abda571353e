"""Encode the corpus with the exported towers on many cores, as parts that an index build finds in its cache of vectors.

    python3 -m train.encode_corpus --model DIR --export train/data/export --out DIR [--workers 16] [--bare-chunks]

Needs only numpy, tokenizers, onnxruntime and zstandard, and ``src`` on the path, so that it runs beside the training.
Copy the parts into ``HOME/vectors/<encoder>/``: `przepis index build` then encodes only what they lack.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

PART = 40_000  # vectors in a part: under 16 MB of 384 dimensions
_TASK = 256
_towers: dict[str, Any] = {}


def open_text(path: Path) -> Iterator[str]:
    packed = path.with_name(path.name + ".xz")
    with lzma.open(packed, "rt", encoding="utf-8") if packed.exists() else path.open(encoding="utf-8") as stream:
        yield from stream


def chunk_texts(export: Path, bare: bool = False) -> Iterator[str]:
    """As ``przepis.index.local.dense.passage_text`` writes them, or without title and headings."""
    for line in open_text(export / "articles.jsonl"):
        article = json.loads(line)
        place = "" if bare else ". ".join((article["title"], *article["headings"][-2:])) + ". "
        for start, end in article["chunks"]:
            yield place + article["text"][start:end]


def question_texts(export: Path) -> Iterator[str]:
    """Questions of surrogates and of the bank."""
    for line in open_text(export / "pairs.jsonl"):
        row = json.loads(line)
        if row["kind"] in ("lay", "practitioner", "keywords", "asked"):
            yield row["query"]


def key(name: str, text: str) -> int:
    return int.from_bytes(hashlib.blake2b(f"{name}\x1f{text}".encode(), digest_size=8).digest(), "little")


def _start(model: str, side: str) -> None:
    from przepis.encode.onnx import OnnxEncoder

    encoder = OnnxEncoder(Path(model), threads=1)
    _towers["encode"] = encoder.encode_queries if side == "query" else encoder.encode_passages


def _encode(texts: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """int8 rows and their scales, as the index keeps them."""
    vectors = _towers["encode"](texts)
    peak = np.abs(vectors).max(axis=1)
    scale = np.where(peak > 0, peak / 127.0, 1.0).astype(np.float32)
    return np.rint(vectors / scale[:, None]).astype(np.int8), scale


def encode(model: Path, side: str, name: str, texts: list[str], out: Path, workers: int) -> None:
    different = list(dict.fromkeys(texts))
    keys = np.array([key(name, t) for t in different], dtype="<u8")
    tasks = [different[i : i + _TASK] for i in range(0, len(different), _TASK)]
    with ProcessPoolExecutor(workers, initializer=_start, initargs=(str(model), side)) as pool:
        done = list(pool.map(_encode, tasks))
    vectors, scales = np.concatenate([v for v, _ in done]), np.concatenate([s for _, s in done])
    for number, at in enumerate(range(0, len(different), PART)):
        part = slice(at, at + PART)
        path = out / f"part-{name}-{number:02d}.npz"
        np.savez(path, keys=keys[part], vectors=vectors[part], scales=scales[part])
        print(f"{path}: {len(keys[part])} vectors", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--export", type=Path, required=True, help="articles.jsonl, pairs.jsonl")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=16)
    parser.add_argument("--bare-chunks", action="store_true", help="chunks without title and headings")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for side, name, texts in (
        ("query", "questions", question_texts(options.export)),
        ("passage", "chunks", chunk_texts(options.export, options.bare_chunks)),
    ):
        encode(options.model, side, name, list(texts), options.out, options.workers)


if __name__ == "__main__":
    main()
