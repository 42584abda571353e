"""Articles that words alone would take for the answer: hard negatives until the encoder can mine its own.

    python3 -m train.lexical_negatives --export train/data/export --out train/data/export/negatives.jsonl

BM25 over six-letter prefixes with the diacritics folded, of title, headings and text. Needs bm25s (extra ``dev``).
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

import bm25s
import numpy as np

from train.texts import fold

_WORD = re.compile(r"\w+")
PREFIX = 6
LOOKED_AT = 30
KEPT = 16
SKIPPED_KINDS = frozenset({"concepts"})


def prefixes(text: str) -> list[str]:
    return [word[:PREFIX] for word in _WORD.findall(fold(text).lower())]


def read_rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def build(articles: list[dict[str, Any]]) -> bm25s.BM25:
    texts = [prefixes(" ".join((a["title"], *a["headings"][-2:], a["text"]))) for a in articles]
    index = bm25s.BM25(k1=1.2, b=0.75)
    index.index(texts, show_progress=False)
    return index


def negatives(found: np.ndarray, own: int, hashes: list[str]) -> list[int]:
    """Without the right article and its twins in wording, and without the very first: it is too often right as well."""
    return [int(n) for n in found[1:] if n != own and hashes[n] != hashes[own]][:KEPT]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--export", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    articles = read_rows(options.export / "articles.jsonl")
    number = {a["article_id"]: i for i, a in enumerate(articles)}
    hashes = [a["text_hash"] for a in articles]
    pairs = [p for p in read_rows(options.export / "pairs.jsonl") if p["kind"] not in SKIPPED_KINDS]
    pairs = [p for p in pairs if p["article_id"] in number]
    index = build(articles)
    n_written = 0
    with options.out.open("w", encoding="utf-8") as stream:
        for at in range(0, len(pairs), 1000):
            part = pairs[at : at + 1000]
            found, _ = index.retrieve([prefixes(p["query"]) or ["_"] for p in part], k=LOOKED_AT, show_progress=False)
            for pair, row in zip(part, found, strict=True):
                kept = [articles[n]["article_id"] for n in negatives(row, number[pair["article_id"]], hashes)]
                line = {"query": pair["query"], "article_id": pair["article_id"], "negatives": kept}
                stream.write(json.dumps(line, ensure_ascii=False) + "\n")
                n_written += 1
    print(f"{options.out}: {n_written} pairs")


if __name__ == "__main__":
    main()
