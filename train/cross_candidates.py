"""What a cross-encoder would rerank: the default system's best articles for every development question.

    python3 -m train.cross_candidates --home HOME --export train/data/export --out train/data/pairs

candidates.jsonl.xz: {set, query, articles, scores, right}, articles by the numbers that ``train.prepare`` gives them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from przepis.library import Library
from przepis.settings import load_settings
from train.prepare import read_rows, write_xz

N_CANDIDATES = 20


def candidate_rows(library: Library, export: Path) -> Iterator[dict[str, Any]]:
    number = {row["article_id"]: n for n, row in enumerate(read_rows(export / "articles.jsonl"))}
    for row in read_rows(export / "dev.jsonl"):
        if row["set"].endswith("+options"):
            continue  # nearly solved without; and a page of text beside each candidate costs most
        hits = [h for h in library.run(row["query"], k=N_CANDIDATES).hits if h.article_id in number]
        yield {
            "set": row["set"],
            "query": row["query"],
            "articles": [number[h.article_id] for h in hits],
            "scores": [h.score for h in hits],
            "right": [number[a] for a in row["articles"] if a in number],
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--export", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    with Library(settings=load_settings(options.home)) as library:
        print(write_xz(options.out / "candidates.jsonl.xz", candidate_rows(library, options.export)), "questions")


if __name__ == "__main__":
    main()
