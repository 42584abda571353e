"""What the reader's training needs beside the retriever's: plain words of the articles, later examinations, candidates.

    python3 -m train.reader_data --home HOME --export train/data/export --out train/data/pairs

summaries.jsonl.xz    [article, summary] of every surrogate
later.jsonl.xz        pairs of the examinations that the ranker learns from
candidates.jsonl.xz   {set, query, articles, scores, right}: the default system's best for the development questions

Articles by the numbers that ``train.prepare`` gives them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from przepis.evaluate.questions.sets import read_questions
from przepis.library import Library
from przepis.settings import load_settings
from train.export import examination_files, labelled_rows
from train.folds import RANKER_YEARS
from train.prepare import read_rows, write_xz

N_CANDIDATES = 20
PIPELINE = "przepis"


def candidate_rows(library: Library, export: Path, number: dict[str, int]) -> Iterator[dict[str, Any]]:
    for row in read_rows(export / "dev.jsonl"):
        if row["set"].endswith("+options"):
            continue  # nearly solved without; and a page of text beside each candidate costs most
        hits = [h for h in library.run(row["query"], k=N_CANDIDATES, pipeline=PIPELINE).hits if h.article_id in number]
        yield {
            "set": row["set"],
            "query": row["query"],
            "articles": [number[h.article_id] for h in hits],
            "scores": [h.score for h in hits],
            "right": [number[a] for a in row["articles"] if a in number],
        }


def summaries(library: Library, number: dict[str, int]) -> Iterator[list[Any]]:
    for surrogate in library.store.surrogates():
        if surrogate.summary and surrogate.article_id in number:
            yield [number[surrogate.article_id], surrogate.summary]


def later_pairs(library: Library, shared: Path, number: dict[str, int]) -> Iterator[list[Any]]:
    """Examinations that the encoder may not see, since the ranker learns from them; the reader comes after both."""
    for path in examination_files(shared, min(RANKER_YEARS), max(RANKER_YEARS)):
        for row in labelled_rows(read_questions(str(path), library.store), "exam"):
            if row["article_id"] in number:
                yield [row["kind"], number[row["article_id"]], row["query"], row["options"]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--export", type=Path, required=True)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    number = {row["article_id"]: n for n, row in enumerate(read_rows(options.export / "articles.jsonl"))}
    with Library(settings=load_settings(options.home)) as library:
        print(write_xz(options.out / "summaries.jsonl.xz", summaries(library, number)), "summaries")
        print(write_xz(options.out / "later.jsonl.xz", later_pairs(library, options.shared, number)), "later pairs")
        rows = candidate_rows(library, options.export, number)
        print(write_xz(options.out / "candidates.jsonl.xz", rows), "questions")


if __name__ == "__main__":
    main()
