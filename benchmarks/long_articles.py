"""What is asked about one unit of a long article: is the article found, is the unit marked?

    python -m benchmarks.long_articles --home HOME [--pipeline przepis]

``long-articles.jsonl`` beside this file holds 170 units (§, ust., pkt), drawn at random from articles with more units
than questions, and two questions on each, a layman's and a practitioner's, written from the unit and the beginning of
its article alone: whoever wrote them saw no annotation, and whoever annotates sees none of them. "right" and "wrong"
are shares of all questions: marked is the unit asked about, one inside or around it; or another. Otherwise the article
is shown whole.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table import print_table
from przepis.artifact import read_jsonl
from przepis.library import Library
from przepis.records import Run
from przepis.settings import load_settings

QUESTIONS = Path(__file__).with_name("long-articles.jsonl")
REGISTERS = ("lay", "practitioner")
_CUTS = (1, 3, 10)


def rank_of(run: Run, article_id: str) -> int:
    return next((hit.rank for hit in run.hits if hit.article_id == article_id), 10**6)


def marked(run: Run, article_id: str, wanted: tuple[str, ...]) -> str:
    """``right``, ``wrong`` or, where no unit is marked or the article is not found, nothing."""
    unit = next((hit.unit for hit in run.hits if hit.article_id == article_id), None)
    if unit is None:
        return ""
    shared = min(len(unit.path), len(wanted))
    return "right" if unit.path[:shared] == wanted[:shared] else "wrong"


def rows_of(library: Library, pipeline: str | None) -> Iterator[list[object]]:
    for register in REGISTERS:
        asked = [(row["article_id"], tuple(row["unit"].split("/")), row[register]) for row in read_jsonl(QUESTIONS)]
        runs = [library.run(text, pipeline=pipeline, k=10) for _, _, text in asked]
        ranks = [rank_of(run, article) for run, (article, _, _) in zip(runs, asked, strict=True)]
        marks = [marked(run, article, unit) for run, (article, unit, _) in zip(runs, asked, strict=True)]
        hits = [f"{100 * sum(rank <= cut for rank in ranks) / len(ranks):.1f}" for cut in _CUTS]
        yield [register, len(asked), *hits, *(f"{100 * marks.count(m) / len(marks):.1f}" for m in ("right", "wrong"))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--pipeline")
    options = parser.parse_args()
    with Library(settings=load_settings(options.home)) as library:
        head = ["questions", "n", *(f"hit@{cut}" for cut in _CUTS), "unit right", "wrong"]
        print_table(head, list(rows_of(library, options.pipeline)))


if __name__ == "__main__":
    main()
