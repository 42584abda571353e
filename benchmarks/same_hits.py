"""Are the hits the same before and after a change of the code? Hits of pipelines are written to a file; two compared.

python -m benchmarks.same_hits write --home HOME --questions sample --pipeline przepis --pipeline rrf --out before.jsonl
python -m benchmarks.same_hits compare before.jsonl after.jsonl

Write one file with the code as it was (in a worktree of that commit, PYTHONPATH at its src) and one with the code as it
is, over the same home. Questions: a file that `przepis bench run` takes, or `sample`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from benchmarks.table import print_table
from przepis.artifact import atomic_write_text, read_jsonl
from przepis.evaluate.questions.sets import read_questions
from przepis.evaluate.runs.files import to_line
from przepis.library import Library
from przepis.pipelines.run import run_pipeline
from przepis.settings import load_settings

DEPTH = 100
CLOSE = 1e-4
"""Scores that differ by less, relatively, are equal: threads and processors add in another order."""


def written_hits(home: Path, questions: str, pipelines: list[str], most: int) -> list[dict[str, Any]]:
    """One row per question and pipeline: ids, scores, the first hit's confidence and its unit."""
    rows = []
    with Library(settings=load_settings(home)) as library:
        asked = read_questions(questions, library.store).questions[:most]
        for name in pipelines:
            pipeline = library.pipeline(name)
            for question in asked:
                hits = run_pipeline(pipeline, question, library.tools(), depth=DEPTH, with_units=1).hits
                first = hits[0] if hits else None
                rows.append(
                    {
                        "pipeline": name,
                        "question_id": question.question_id,
                        "article_ids": [hit.article_id for hit in hits],
                        "scores": [float(f"{hit.score:.7g}") for hit in hits],
                        "confidence": first.confidence if first else None,
                        "unit": "/".join(first.unit.path) if first and first.unit else "",
                    }
                )
    return rows


def compared(before: Path, after: Path) -> tuple[list[tuple[object, ...]], bool]:
    """By pipeline: how many lists are the same, and whether all are."""
    old, new = ({(row["pipeline"], row["question_id"]): row for row in read_jsonl(path)} for path in (before, after))
    if old.keys() != new.keys():
        odd = sorted(old.keys() ^ new.keys())
        sys.exit(f"the files are not of the same pipelines and questions; in one only: {odd[:3]}")
    table: list[tuple[object, ...]] = []
    for name in sorted({pipeline for pipeline, _ in old}):
        keys = [key for key in old if key[0] == name]
        lists = sum(old[key]["article_ids"] == new[key]["article_ids"] for key in keys)
        first = sum(old[key]["article_ids"][:10] == new[key]["article_ids"][:10] for key in keys)
        scores = sum(_near(old[key]["scores"], new[key]["scores"]) for key in keys)
        units = sum(old[key]["unit"] == new[key]["unit"] for key in keys)
        table.append((name, len(keys), lists, first, scores, units))
    return table, all(row[1] == row[2] == row[4] == row[5] for row in table)


def _near(left: list[float], right: list[float]) -> bool:
    pairs = zip(left, right, strict=False)
    return len(left) == len(right) and all(abs(a - b) <= CLOSE * max(abs(a), abs(b), 1e-9) for a, b in pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    write = commands.add_parser("write")
    write.add_argument("--home", type=Path, required=True)
    write.add_argument("--questions", required=True)
    write.add_argument("--pipeline", action="append", required=True)
    write.add_argument("--most", type=int, default=10_000, help="only so many questions, from the first")
    write.add_argument("--out", type=Path, required=True)
    compare = commands.add_parser("compare")
    compare.add_argument("before", type=Path)
    compare.add_argument("after", type=Path)
    options = parser.parse_args()
    if options.command == "write":
        rows = written_hits(options.home, options.questions, options.pipeline, options.most)
        atomic_write_text(options.out, "".join(to_line(row) for row in rows))
        print(f"{len(rows)} lists in {options.out}")
        return
    table, same = compared(options.before, options.after)
    print_table(("pipeline", "questions", "same list", "same first ten", "same scores", "same unit"), table)
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
