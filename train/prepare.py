"""From the export to what the contrastive training carries to the GPU: tokens once, chunks as spans, pairs as text.

    python3 -m train.prepare --export train/export --tokenizer train/data/tokenizer.json --out train/data/pairs

texts.tok.xz     tokens of all articles, one after the other; the place lines (act and headings) follow them
layout.npz       where each article, chunk and place line lies; act and text of each article as numbers
pairs.jsonl.xz   [kind, article, query, options] with articles by number
dev.jsonl.xz     {set, query, articles: numbers}
negatives.npz    for each pair, articles that words alone would take for the answer (optional, from ``--negatives``)
"""

from __future__ import annotations

import argparse
import json
import lzma
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from train.packing import batches, write_stream

MAX_PLACE_TOKENS = 64


def read_rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            yield json.loads(line)


def place_line(article: dict[str, Any]) -> str:
    """As the index puts it before every chunk (``przepis.index.local.dense.passage_text``)."""
    return ". ".join((article["title"], *article["headings"][-2:])) + ". "


class Layout:
    """Collects the tokens and the numbers of the articles."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        self.tokens: list[NDArray[np.uint16]] = []
        self.lengths: list[int] = []
        self.chunks: list[tuple[int, int, int]] = []  # article, first token, end, within the article
        self.places: dict[str, int] = {}
        self.place_of: list[int] = []
        self.acts: dict[str, int] = {}
        self.act_of: list[int] = []
        self.texts: dict[str, int] = {}
        self.text_of: list[int] = []
        self.ids: list[str] = []

    def add(self, articles: list[dict[str, Any]]) -> None:
        encodings = self.tokenizer.encode_batch([a["text"] for a in articles], add_special_tokens=False)
        for article, encoding in zip(articles, encodings, strict=True):
            number = len(self.ids)
            self.ids.append(article["article_id"])
            self.tokens.append(np.asarray(encoding.ids, dtype=np.uint16))
            self.lengths.append(len(encoding.ids))
            begins = np.asarray([o[0] for o in encoding.offsets], dtype=np.int32)
            spans = np.searchsorted(begins, np.asarray(article["chunks"], dtype=np.int32))  # tokens that begin inside
            self.chunks += [(number, int(first), int(last)) for first, last in spans if last > first]
            self.place_of.append(self.places.setdefault(place_line(article), len(self.places)))
            self.act_of.append(self.acts.setdefault(article["act_id"], len(self.acts)))
            self.text_of.append(self.texts.setdefault(article["text_hash"], len(self.texts)))

    def write(self, out: Path) -> None:
        lines = [
            e.ids[:MAX_PLACE_TOKENS] for e in self.tokenizer.encode_batch(list(self.places), add_special_tokens=False)
        ]
        n_text = int(sum(self.lengths))
        flat = np.concatenate([*self.tokens, *(np.asarray(line, dtype=np.uint16) for line in lines)])
        write_stream(out / "texts.tok.xz", flat)
        chunks = np.asarray(self.chunks, dtype=np.int32)
        np.savez_compressed(
            out / "layout.npz",
            article_starts=np.concatenate([[0], np.cumsum(self.lengths)]).astype(np.int64),
            place_starts=n_text + np.concatenate([[0], np.cumsum([len(line) for line in lines])]).astype(np.int64),
            place_of=np.asarray(self.place_of, dtype=np.int32),
            act_of=np.asarray(self.act_of, dtype=np.int32),
            text_of=np.asarray(self.text_of, dtype=np.int32),
            chunk_article=chunks[:, 0],
            chunk_first=chunks[:, 1],
            chunk_end=chunks[:, 2],
        )
        print(f"{len(self.ids)} articles, {len(chunks)} chunks, {len(flat) / 1e6:.1f} million tokens", flush=True)


def write_xz(path: Path, rows: Iterator[Any]) -> int:
    n_rows = 0
    with lzma.open(path, "wt", encoding="utf-8", preset=6) as stream:
        for row in rows:
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")
            n_rows += 1
    return n_rows


def pair_rows(export: Path, number: dict[str, int]) -> Iterator[list[Any]]:
    seen: set[tuple[str, str]] = set()
    for row in read_rows(export / "pairs.jsonl"):
        key = (row["query"], row["article_id"])
        if row["article_id"] in number and key not in seen:
            seen.add(key)
            yield [row["kind"], number[row["article_id"]], row["query"], row.get("options", [])]


def dev_rows(export: Path, number: dict[str, int]) -> Iterator[dict[str, Any]]:
    for row in read_rows(export / "dev.jsonl"):
        articles = [number[a] for a in row["articles"] if a in number]
        yield {"set": row["set"], "query": row["query"], "articles": articles}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--export", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--negatives", type=Path, help="JSONL: {query, article_id, negatives: [article_id, …]}")
    parser.add_argument("--pairs-only", action="store_true", help="keep the articles as they are, renew the pairs")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    articles = read_rows(options.export / "articles.jsonl")
    if options.pairs_only:
        ids = [article["article_id"] for article in articles]
    else:
        layout = Layout(Tokenizer.from_file(str(options.tokenizer)))
        for batch in batches(articles, 2000):
            layout.add(batch)
        layout.write(options.out)
        ids = layout.ids
    shutil.copyfile(options.tokenizer, options.out / "tokenizer.json")
    number = {article_id: n for n, article_id in enumerate(ids)}
    print("pairs:", write_xz(options.out / "pairs.jsonl.xz", pair_rows(options.export, number)))
    print("dev:", write_xz(options.out / "dev.jsonl.xz", dev_rows(options.export, number)))
    if options.negatives:
        write_negatives(options, number)


def write_negatives(options: argparse.Namespace, number: dict[str, int], width: int = 16) -> None:
    """A row of article numbers a pair, -1 where there is none, in the order of pairs.jsonl.xz."""
    by_query = {
        (row["query"], row["article_id"]): [number[a] for a in row["negatives"] if a in number]
        for row in read_rows(options.negatives)
    }
    rows = []
    ids = {n: a for a, n in number.items()}
    for _, article, query, _ in pair_rows(options.export, number):
        found = by_query.get((query, ids[article]), [])[:width]
        rows.append(found + [-1] * (width - len(found)))
    np.savez_compressed(options.out / "negatives.npz", articles=np.asarray(rows, dtype=np.int32))


if __name__ == "__main__":
    main()
