"""What people tell in their own words: is the provision that governs it found?

    python -m benchmarks.stories --home HOME [--pipeline przepis]

``common needs``: 200 of the most common needs, a query each, written by field (work, home, family, road and crime,
money and offices) before the writer had asked the product anything. ``stories``: 291 told in one to three sentences
without the term that a statute or a lawyer would use, on articles drawn by hash, of which no story is in the bank or
was learnt from. Written for this, without sight of any set; every story read a second time. "sure": share of all
questions whose first hit is called sure; "wrong of sure": of these, those whose first hit is another article.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table import print_table
from przepis.artifact import read_jsonl
from przepis.library import Library
from przepis.settings import load_settings

SETS = {"common needs": "common-needs.jsonl", "stories": "stories.jsonl"}
_CUTS = (1, 3, 10)


def rows_of(library: Library, pipeline: str | None) -> Iterator[list[object]]:
    for name, file in SETS.items():
        asked = list(read_jsonl(Path(__file__).with_name(file)))
        ranks: list[int] = []
        sure: list[bool] = []
        for row in asked:
            run = library.run(row["question"], pipeline=pipeline, k=10, units=0)
            right = {row["article_id"], *row.get("also", ())}
            ranks.append(next((hit.rank for hit in run.hits if hit.article_id in right), 10**6))
            sure.append(bool(run.sure))
        hits = [f"{100 * sum(rank <= cut for rank in ranks) / len(ranks):.1f}" for cut in _CUTS]
        wrong = sum(rank > 1 for rank, told in zip(ranks, sure, strict=True) if told)
        yield [
            name,
            len(asked),
            *hits,
            f"{100 * sum(sure) / len(asked):.1f}",
            f"{100 * wrong / max(1, sum(sure)):.1f}",
        ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--pipeline")
    options = parser.parse_args()
    with Library(settings=load_settings(options.home)) as library:
        head = ["questions", "n", *(f"hit@{cut}" for cut in _CUTS), "sure", "wrong of sure"]
        print_table(head, list(rows_of(library, options.pipeline)))


if __name__ == "__main__":
    main()
