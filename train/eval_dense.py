"""Dense retrieval alone, over every article: hit@1, hit@10, hit@100 of an encoder on the development questions.

    python3 -m train.eval_dense --export train/data/export --encoder przepis --cache /tmp/vectors.npy
    python3 -m train.eval_dense --export train/data/export --encoder przepis --questions more.jsonl

A question file has a line {set, query, articles: [article_id, …]} a question, like ``dev.jsonl`` of the export.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from przepis.encode.protocol import Encoder
from przepis.encode.registry import open_encoder
from przepis.index.local.dense import passage_text


def read_rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def passages(articles: list[dict[str, Any]]) -> tuple[list[str], np.ndarray]:
    """All chunks as the index would embed them, and the article each is from."""
    texts, owners = [], []
    for number, article in enumerate(articles):
        for start, end in article["chunks"]:
            texts.append(passage_text(article["title"], tuple(article["headings"]), article["text"][start:end]))
            owners.append(number)
    return texts, np.asarray(owners)


def embed(encoder: Encoder, texts: list[str], cache: Path | None, part: int = 4096) -> np.ndarray:
    if cache is not None and cache.exists():
        kept: np.ndarray = np.load(cache)
        if len(kept) == len(texts):
            return kept.astype(np.float32)
    started = time.perf_counter()
    out = np.empty((len(texts), encoder.dim), dtype=np.float16)
    for at in range(0, len(texts), part):
        out[at : at + part] = encoder.encode_passages(texts[at : at + part])
        spent = time.perf_counter() - started
        print(f"\r{at + part} of {len(texts)} passages, {spent:.0f} s", end="", flush=True)
    print()
    if cache is not None:
        np.save(cache, out)
    return out.astype(np.float32)


def ranks(queries: np.ndarray, vectors: np.ndarray, owners: np.ndarray, right: list[list[int]]) -> list[int]:
    """Rank of the best right article by its best chunk; a question with none gets a rank beyond all."""
    starts = np.flatnonzero(np.diff(owners, prepend=-1))
    place = np.full(int(owners.max()) + 1, -1)
    place[owners[starts]] = np.arange(len(starts))
    found = []
    for query, articles in zip(queries, right, strict=True):
        pooled = np.maximum.reduceat(vectors @ query, starts)
        scores = [pooled[place[a]] for a in articles if place[a] >= 0]
        found.append(int((pooled > max(scores)).sum()) + 1 if scores else 10**9)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--export", type=Path, required=True, help="folder of train.export")
    parser.add_argument("--encoder", default="przepis")
    parser.add_argument("--questions", type=Path, help="instead of the export's dev.jsonl")
    parser.add_argument("--cache", type=Path, help="keep the passages' vectors in this file")
    parser.add_argument("--fold", action="store_true", help="ask without diacritics")
    options = parser.parse_args()
    articles = read_rows(options.export / "articles.jsonl")
    number = {a["article_id"]: i for i, a in enumerate(articles)}
    questions = read_rows(options.questions or options.export / "dev.jsonl")
    encoder = open_encoder(options.encoder)
    texts, owners = passages(articles)
    vectors = embed(encoder, texts, options.cache)
    asked = [q["query"] for q in questions]
    if options.fold:
        from train.texts import fold

        asked = [fold(text) for text in asked]
    right = [[number[a] for a in q["articles"] if a in number] for q in questions]
    by_set: dict[str, list[int]] = defaultdict(list)
    for question, rank in zip(questions, ranks(encoder.encode_queries(asked), vectors, owners, right), strict=True):
        by_set[question["set"]].append(rank)
    print(f"{'set':24} {'n':>5} {'hit@1':>7} {'hit@10':>7} {'hit@100':>7}")
    for name, found in sorted(by_set.items()):
        hits = [100 * float(np.mean(np.asarray(found) <= k)) for k in (1, 10, 100)]
        print(f"{name:24} {len(found):5} {hits[0]:7.1f} {hits[1]:7.1f} {hits[2]:7.1f}")


if __name__ == "__main__":
    main()
